#include "stream.h"

#include <errno.h>
#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <windows.h>

struct mi_stream {
    HANDLE file;
    _Atomic(HANDLE) reader; /* the thread that reads; owned */
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

/* A write of no bytes by the other side reads as none, and is no end. */
size_t mi_stream_read(struct mi_stream *stream, char *bytes, size_t size)
{
    DWORD length = 0;
    enter(stream);
    while (!atomic_load(&stream->ending) && length == 0 &&
           ReadFile(stream->file, bytes, (DWORD)size, &length, NULL)) {
        if (length == 0 && GetFileType(stream->file) != FILE_TYPE_PIPE)
            break;
    }
    if (length == 0)
        atomic_store(&stream->ended, true);
    return length;
}

/* The thread may be on its way into ReadFile(), where nothing can be cancelled yet. */
void mi_stream_end(struct mi_stream *stream)
{
    atomic_store(&stream->ending, true);
    while (!atomic_load(&stream->ended)) {
        HANDLE reader = atomic_load(&stream->reader);
        if (reader)
            CancelSynchronousIo(reader);
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

bool mi_is_read(int file)
{
    HANDLE output = (HANDLE)_get_osfhandle(file);
    DWORD written;
    return GetFileType(output) != FILE_TYPE_PIPE || WriteFile(output, "", 0, &written, NULL);
}
