/* stream.h - standard input and output as bytes; one implementation per system (stream_posix.c,
 * stream_windows.c, stream_wasm.c). */
#ifndef MI_PROTOCOL_IO_STREAM_H
#define MI_PROTOCOL_IO_STREAM_H

#include <stdbool.h>
#include <stddef.h>

struct mi_stream;

/* Opens a stream for one reading thread; another thread may end the reading.  NULL if memory runs
 * out. */
struct mi_stream *mi_stream_open(int file);

/* Waits for bytes and reads at most size of them.  Returns how many; 0 at the end of input. */
size_t mi_stream_read(struct mi_stream *stream, char *bytes, size_t size);

/* Makes a mi_stream_read() in another thread, now or later, return 0. */
void mi_stream_end(struct mi_stream *stream);

/* Frees the stream after the reading has ended.  The file stays open. */
void mi_stream_free(struct mi_stream *stream);

/* Writes all bytes; waits while a pipe is full.  On failure returns false and sets errno. */
bool mi_write_all(int file, const char *bytes, size_t length);

/* Is the file open for writing? */
bool mi_is_writable(int file);

/* False if the reader of a pipe is known to have closed it. */
bool mi_output_has_reader(int file);

#endif
