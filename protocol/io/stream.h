/* stream.h - the bytes of standard input and output, as each system has them: stream_posix.c and
 * stream_windows.c. */
#ifndef MI_PROTOCOL_IO_STREAM_H
#define MI_PROTOCOL_IO_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct mi_stream;

/* A stream to read from, for one thread, and for another that may end that.  NULL: there is no
 * memory. */
struct mi_stream *mi_stream_open(int file);

/* Waits for bytes.  Returns how many were read; 0: none will come any more. */
size_t mi_stream_read(struct mi_stream *stream, char *bytes, size_t size);

/* Ends a mi_stream_read() in another thread, now or later: it will return 0. */
void mi_stream_end(struct mi_stream *stream);

/* Frees it, once no thread reads.  The file stays open. */
void mi_stream_free(struct mi_stream *stream);

/* Writes all bytes, waiting where a pipe is full.  False: it cannot be done, and errno says why. */
bool mi_write_all(int file, const char *bytes, size_t length);

/* Is the file open for writing? */
bool mi_is_writable(int file);

/* Does somebody read what is written there, as far as is known? */
bool mi_is_read(int file);

#endif
