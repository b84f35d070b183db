#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

struct mi_stream {
    int file;
    int wake[2]; /* a pipe; closing wake[1] (then -1) wakes the reader */
};

struct mi_stream *mi_stream_open(int file)
{
    struct mi_stream *stream = malloc(sizeof *stream);
    if (!stream || pipe(stream->wake) != 0) {
        free(stream);
        return NULL;
    }
    stream->file = file;
    return stream;
}

size_t mi_stream_read(struct mi_stream *stream, char *bytes, size_t size)
{
    struct pollfd files[] = {{.fd = stream->file, .events = POLLIN}, {.fd = stream->wake[0]}};
    for (;;) {
        if (poll(files, 2, -1) < 0 && errno != EINTR)
            return 0;
        if (files[1].revents)
            return 0;
        if (!files[0].revents)
            continue;
        ssize_t length = read(stream->file, bytes, size);
        if (length >= 0)
            return (size_t)length;
        if (errno != EINTR && errno != EAGAIN)
            return 0;
    }
}

void mi_stream_end(struct mi_stream *stream)
{
    if (stream->wake[1] >= 0)
        close(stream->wake[1]);
    stream->wake[1] = -1;
}

void mi_stream_free(struct mi_stream *stream)
{
    mi_stream_end(stream);
    close(stream->wake[0]);
    free(stream);
}

bool mi_write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t written = write(file, bytes, length);
        if (written >= 0) {
            bytes += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN) { /* the client made the pipe non-blocking */
            struct pollfd ready = {.fd = file, .events = POLLOUT};
            poll(&ready, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool mi_is_writable(int file)
{
    int flags = fcntl(file, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

bool mi_output_has_reader(int file)
{
    struct pollfd output = {.fd = file, .events = POLLOUT};
    return poll(&output, 1, 0) <= 0 || !(output.revents & POLLERR);
}
