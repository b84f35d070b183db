/* A page has no standard input to wait for, so the page passes input in by calling functions, all
 * from one thread. */
#include "stream.h"

#include <emscripten.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct mi_stream {
    bool ended; /* mi_stream_end() was called */
};

/* Input that was not read yet.  A page runs one program with one standard input. */
static struct {
    pthread_mutex_t lock; /* guards all below */
    pthread_cond_t more;  /* signals new bytes or the end */
    char *bytes;
    size_t length, size;
    bool ended;
} input = {.lock = PTHREAD_MUTEX_INITIALIZER, .more = PTHREAD_COND_INITIALIZER};

/* ---- called by the page ---- */

/* One thread of the page writes bytes here before it calls mi_page_input().  An array as an
 * argument of Emscripten's ccall() would be on the stack of the thread that sleeps, and stay there
 * until it wakes. */
static char page_bytes[1 << 16];

EMSCRIPTEN_KEEPALIVE char *mi_page_bytes(void)
{
    return page_bytes;
}

EMSCRIPTEN_KEEPALIVE size_t mi_page_bytes_size(void)
{
    return sizeof page_bytes;
}

static bool input_reserve(size_t length)
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

/* Appends the first bytes of page_bytes to the input.  False if memory runs out. */
EMSCRIPTEN_KEEPALIVE bool mi_page_input(size_t length)
{
    pthread_mutex_lock(&input.lock);
    bool done = input_reserve(length);
    if (done && length > 0) {
        memcpy(input.bytes + input.length, page_bytes, length);
        input.length += length;
    }
    pthread_cond_broadcast(&input.more);
    pthread_mutex_unlock(&input.lock);
    return done;
}

/* Ends the input. */
EMSCRIPTEN_KEEPALIVE void mi_page_input_end(void)
{
    pthread_mutex_lock(&input.lock);
    input.ended = true;
    pthread_cond_broadcast(&input.more);
    pthread_mutex_unlock(&input.lock);
}

/* ---- called by the program ---- */

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

bool mi_output_has_reader(int file)
{
    (void)file;
    return true;
}
