#include "stream.h"

#include <errno.h>
#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <windows.h>

enum { PATIENCE = 200 }; /* milliseconds for a read to be cancelled */

struct mi_stream {
    HANDLE file;
    _Atomic(HANDLE) reader; /* the thread that reads; owned */
    atomic_bool reading;    /* it waits for the system, and holds nothing that others need */
    atomic_bool ending;     /* it is to read no more */
    atomic_bool ended;      /* it will read no more */
};

struct mi_stream *mi_stream_open(int file)
{
    struct mi_stream *stream = malloc(sizeof *stream);
    if (!stream)
        return NULL;
    stream->file = (HANDLE)_get_osfhandle(file);
    atomic_init(&stream->reader, NULL);
    atomic_init(&stream->reading, false);
    atomic_init(&stream->ending, false);
    atomic_init(&stream->ended, false);
    return stream;
}

/* Tells mi_stream_end() which thread reads. */
static void enter(struct mi_stream *stream)
{
    HANDLE self = NULL;
    if (atomic_load(&stream->reader))
        return;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    atomic_store(&stream->reader, self);
}

/* May a read begin, which then ends at once?  Where the other side is only silent, a pipe is looked
 * at again and again, for a read of it could not be ended everywhere.  False: there is no more. */
static bool wait_for_bytes(const struct mi_stream *stream)
{
    DWORD ready = 0;
    while (!atomic_load(&stream->ending)) {
        if (!PeekNamedPipe(stream->file, NULL, 0, NULL, &ready, NULL))
            return GetLastError() != ERROR_BROKEN_PIPE; /* a read tells what it is */
        if (ready > 0)
            return true;
        Sleep(1);
    }
    return false;
}

size_t mi_stream_read(struct mi_stream *stream, char *bytes, size_t size)
{
    DWORD length = 0;
    bool pipe = GetFileType(stream->file) == FILE_TYPE_PIPE;
    enter(stream);
    if (!atomic_load(&stream->ending) && (!pipe || wait_for_bytes(stream))) {
        atomic_store(&stream->reading, true);
        if (!ReadFile(stream->file, bytes, (DWORD)size, &length, NULL))
            length = 0;
        atomic_store(&stream->reading, false);
    }
    if (length == 0)
        atomic_store(&stream->ended, true);
    return length;
}

/* The thread may be on its way into ReadFile(), where nothing can be cancelled yet.  Wine cancels
 * no read of a pipe of Linux': there the thread ends where it waits. */
void mi_stream_end(struct mi_stream *stream)
{
    atomic_store(&stream->ending, true);
    for (int tries = 0; !atomic_load(&stream->ended); tries++) {
        HANDLE reader = atomic_load(&stream->reader);
        if (reader)
            CancelSynchronousIo(reader);
        if (reader && tries >= PATIENCE && atomic_load(&stream->reading) &&
            TerminateThread(reader, 0))
            return;
        Sleep(1);
    }
}

void mi_stream_free(struct mi_stream *stream)
{
    HANDLE reader = atomic_load(&stream->reader);
    if (reader)
        CloseHandle(reader);
    free(stream);
}

/* What nobody reads any more, the C library calls invalid. */
bool mi_write_all(int file, const char *bytes, size_t length)
{
    while (length > 0) {
        int written = _write(file, bytes, length < 1 << 16 ? (unsigned)length : 1 << 16);
        if (written < 0) {
            if (errno == EINVAL)
                errno = EPIPE;
            return false;
        }
        bytes += written;
        length -= (size_t)written;
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
    HANDLE output = (HANDLE)_get_osfhandle(file);
    DWORD written;
    return GetFileType(output) != FILE_TYPE_PIPE || WriteFile(output, "", 0, &written, NULL);
}
