#include "stream.h"

#include <errno.h>
#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <windows.h>

enum { CANCEL_TIMEOUT = 200 }; /* milliseconds for a read to be cancelled */

struct mi_stream {
    HANDLE file;
    _Atomic(HANDLE) reader; /* handle of the reading thread; owned */
    atomic_bool reading;    /* the thread is inside ReadFile() and holds no lock */
    atomic_bool ending;     /* the thread should stop reading */
    atomic_bool ended;      /* the thread has stopped reading */
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

/* Stores the handle of this thread for mi_stream_end(). */
static void publish_reader_thread(struct mi_stream *stream)
{
    HANDLE self = NULL;
    if (atomic_load(&stream->reader))
        return;
    DuplicateHandle(GetCurrentProcess(), GetCurrentThread(), GetCurrentProcess(), &self, 0, FALSE,
                    DUPLICATE_SAME_ACCESS);
    atomic_store(&stream->reader, self);
}

/* Polls a pipe until a read would return at once, because a blocking read of a pipe cannot be
 * cancelled on every system.  False when the reading is to end. */
static bool wait_for_bytes(const struct mi_stream *stream)
{
    DWORD ready = 0;
    while (!atomic_load(&stream->ending)) {
        if (!PeekNamedPipe(stream->file, NULL, 0, NULL, &ready, NULL))
            return GetLastError() != ERROR_BROKEN_PIPE; /* let ReadFile() report other errors */
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
    publish_reader_thread(stream);
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

/* Repeats the cancellation, since the thread may not be inside ReadFile() yet.  Wine cannot cancel
 * a read of a Linux pipe, so the thread is terminated after CANCEL_TIMEOUT. */
void mi_stream_end(struct mi_stream *stream)
{
    atomic_store(&stream->ending, true);
    for (int tries = 0; !atomic_load(&stream->ended); tries++) {
        HANDLE reader = atomic_load(&stream->reader);
        if (reader)
            CancelSynchronousIo(reader);
        if (reader && tries >= CANCEL_TIMEOUT && atomic_load(&stream->reading) &&
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

/* The C library reports EINVAL for a closed pipe; this becomes EPIPE. */
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

bool mi_output_has_reader(int file)
{
    HANDLE output = (HANDLE)_get_osfhandle(file);
    DWORD written;
    return GetFileType(output) != FILE_TYPE_PIPE || WriteFile(output, "", 0, &written, NULL);
}
