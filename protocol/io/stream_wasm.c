/* In a page there are no files to wait for: what stands for standard input is told by two functions
 * that the page calls, whichever thread it has. */
#include "stream.h"

#include <emscripten.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mi_stream {
    bool ended; /* by mi_stream_end() */
};

/* What came in and was not read yet.  A page has one program, which has one standard input. */
static struct {
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t more;  /* bytes, or an end */
    char *bytes;
    size_t length, size;
    bool ended;
} input = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

/* ---- what the page calls ---- */

static bool make_room(size_t length)
{
    if (input.length + length <= input.size)
        return true;
    size_t size = (input.length + length) * 2;
    char *bytes = realloc(input.bytes, size);
    if (!bytes)
        return false;
    input.bytes = bytes;
    input.size = size;
    return true;
}

/* Adds bytes to what is to be read; false: there is no memory for them. */
EMSCRIPTEN_KEEPALIVE bool mi_page_input(const char *bytes, size_t length)
{
    pthread_mutex_lock(&input.lock);
    bool done = make_room(length);
    if (done && length > 0) {
        memcpy(input.bytes + input.length, bytes, length);
        input.length += length;
    }
    pthread_cond_broadcast(&input.more);
    pthread_mutex_unlock(&input.lock);
    return done;
}

/* No more will come. */
EMSCRIPTEN_KEEPALIVE void mi_page_input_end(void)
{
    pthread_mutex_lock(&input.lock);
    input.ended = true;
    pthread_cond_broadcast(&input.more);
    pthread_mutex_unlock(&input.lock);
}

/* ---- what the program calls ---- */

struct mi_stream *mi_stream_open(int file)
{
    (void)file;
    return calloc(1, sizeof(struct mi_stream));
}

size_t mi_stream_read(struct mi_stream *stream, char *bytes, size_t size)
{
    pthread_mutex_lock(&input.lock);
    while (input.length == 0 && !input.ended && !stream->ended)
        pthread_cond_wait(&input.more, &input.lock);
    size_t count = stream->ended ? 0 : input.length < size ? input.length : size;
    if (count > 0) {
        memcpy(bytes, input.bytes, count);
        memmove(input.bytes, input.bytes + count, input.length - count);
        input.length -= count;
    }
    pthread_mutex_unlock(&input.lock);
    return count;
}

void mi_stream_end(struct mi_stream *stream)
{
    pthread_mutex_lock(&input.lock);
    stream->ended = true;
    pthread_cond_broadcast(&input.more);
    pthread_mutex_unlock(&input.lock);
}

void mi_stream_free(struct mi_stream *stream)
{
    free(stream);
}

bool mi_write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool mi_is_writable(int file)
{
    (void)file;
    return true;
}

bool mi_is_read(int file)
{
    (void)file;
    return true;
}
