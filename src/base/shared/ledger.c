#include "ledger.h"

#include "base/at.h"
#include "base/clock.h"
#include "base/system.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Offsets of the locked bytes: LOCK_BYTE for access to the file, the CLAIMS bytes after it for
 * claims. They are below 2^31, which every file system supports. */
enum { LOCK_BYTE = 1 << 30, CLAIMS = LOCK_BYTE - 1, CHUNK_BYTES = 1 << 16, MARK_BYTES = 1200 };

/* Seconds to wait for the second file, to which another match may be writing. */
static const double SECOND_FILE_WAIT = 10;

static bool ledger_fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return false;
}

/* ---- bytes ---- */

/* Bytes per call, at most 1 MiB: Windows counts them in 32 bits. */
static unsigned bytes_per_call(size_t length)
{
    return length < 1 << 20 ? (unsigned)length : 1 << 20;
}

static bool write_at(int file, int64_t at, const void *bytes, size_t length)
{
    const char *from = bytes;
    if (lseek(file, (off_t)at, SEEK_SET) < 0)
        return false;
    while (length > 0) {
        ssize_t n = write(file, from, bytes_per_call(length));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        length -= (size_t)n;
    }
    return true;
}

/* Returns the number of bytes read, which may be less than capacity; -1 on error. */
static ssize_t read_at(int file, int64_t at, void *bytes, size_t capacity)
{
    ssize_t n;
    if (lseek(file, (off_t)at, SEEK_SET) < 0)
        return -1;
    do
        n = read(file, bytes, bytes_per_call(capacity));
    while (n < 0 && errno == EINTR);
    return n;
}

static int64_t file_length(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_size : -1;
}

static bool truncate_file(int file, int64_t length)
{
    return file_length(file) <= length || ftruncate(file, (off_t)length) == 0;
}

/* Waits for the lock, with pauses of 0.2 ms growing to 10 ms. */
static enum mi_ledger_state wait_for_lock(int file, double seconds)
{
    const double start = mi_clock();
    struct timespec rest = {.tv_nsec = 200000};
    for (;;) {
        int locked = mi_system_lock_byte(file, LOCK_BYTE);
        if (locked != 0)
            return locked > 0 ? MI_LEDGER_HELD : MI_LEDGER_FAILED;
        if (mi_clock() - start >= seconds)
            return MI_LEDGER_BUSY;
        nanosleep(&rest, NULL);
        if (rest.tv_nsec < 10000000)
            rest.tv_nsec *= 2;
    }
}

/* ---- recovery after a killed process ---- */

/* Removes an unfinished record from the second file, as described by the mark after the last line,
 * unless something else follows the record. */
static bool remove_unfinished_record(const struct mi_ledger *ledger)
{
    char mark[MARK_BYTES];
    int64_t at = 0, length = 0;
    int name = 0;
    if (ledger->second < 0)
        return true;
    ssize_t n = read_at(ledger->file, ledger->end, mark, sizeof mark - 1);
    if (n < 0)
        return false;
    mark[n] = '\0';
    if (sscanf(mark, "record %" SCNd64 " %" SCNd64 " %n", &at, &length, &name) != 2 || name == 0 ||
        strcmp(mark + name, ledger->second_name) != 0 || at < 0 || length < 0)
        return true;
    int64_t now = file_length(ledger->second);
    return now <= at || now > at + length || truncate_file(ledger->second, at);
}

/* ---- reading the lines of other processes ---- */

/* Passes each complete line to on_line(). Returns the number of bytes consumed. */
static size_t ledger_pass_lines(struct mi_ledger *ledger, char *bytes, size_t length)
{
    char *line = bytes, *end;
    while ((end = memchr(line, '\n', length - (size_t)(line - bytes))) != NULL) {
        *end = '\0';
        if (ledger->on_line)
            ledger->on_line(ledger->context, line);
        line = end + 1;
    }
    return (size_t)(line - bytes);
}

static bool double_buffer(char **bytes, size_t *capacity)
{
    char *more = realloc(*bytes, *capacity * 2);
    if (!more) {
        errno = ENOMEM;
        return false;
    }
    *bytes = more;
    *capacity *= 2;
    return true;
}

/* Reads all lines after ledger->end. */
static bool ledger_read_lines(struct mi_ledger *ledger)
{
    size_t capacity = CHUNK_BYTES, consumed;
    char *bytes = malloc(capacity);
    ssize_t n = -1;
    while (bytes && (n = read_at(ledger->file, ledger->end, bytes, capacity)) > 0) {
        consumed = ledger_pass_lines(ledger, bytes, (size_t)n);
        ledger->end += (int64_t)consumed;
        if (consumed > 0)
            continue;
        if ((size_t)n < capacity)
            break;
        if (!double_buffer(&bytes, &capacity)) {
            n = -1;
            break;
        }
    }
    free(bytes);
    return n >= 0;
}

static bool ledger_read_new_lines(struct mi_ledger *ledger)
{
    if (file_length(ledger->file) == ledger->end)
        return true;
    return ledger_read_lines(ledger) && remove_unfinished_record(ledger) &&
           truncate_file(ledger->file, ledger->end);
}

/* ---- opening, locking, claiming ---- */

/* Opens or creates a regular file. Returns -1 and sets error on failure. */
static int open_regular_file(const char *name, int flags, char *error, size_t size)
{
    struct stat status = {0};
    if (stat(name, &status) == 0 && !S_ISREG(status.st_mode)) {
        ledger_fail(error, size, "not a regular file");
        return -1;
    }
    int file = open(name, flags | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    ledger_fail(error, size, file >= 0 ? "not a regular file" : strerror(errno));
    if (file >= 0)
        close(file);
    return -1;
}

/* Checks the first line. If the file is empty or has only the start of the line, writes it. */
static bool ledger_check_first_line(struct mi_ledger *ledger, const char *head)
{
    char line[200], first[200];
    int length = snprintf(line, sizeof line, "%.190s\n", head);
    ssize_t n = read_at(ledger->file, 0, first, (size_t)length);
    if (n < 0)
        return false;
    ledger->first_line_differs = memcmp(first, line, (size_t)n) != 0;
    ledger->begin = ledger->end = length;
    return !ledger->first_line_differs &&
           (n == length ||
            (truncate_file(ledger->file, 0) && write_at(ledger->file, 0, line, (size_t)length)));
}

/* False on Windows, which does not number files. */
static bool are_same_file(int a, int b)
{
    struct stat x, y;
    return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_ino != 0 && mi_same_file(&x, &y);
}

static bool ledger_open_files(struct mi_ledger *ledger, const char *name, const char *head,
                              char *error, size_t size)
{
    ledger->file = open_regular_file(name, O_RDWR, error, size);
    if (ledger->file < 0)
        return false;
    if (ledger->second >= 0 && are_same_file(ledger->file, ledger->second))
        return ledger_fail(error, size, "it is also the file for the records; name another file");
    enum mi_ledger_state state = wait_for_lock(ledger->file, SECOND_FILE_WAIT);
    if (state != MI_LEDGER_HELD)
        return ledger_fail(error, size,
                           state == MI_LEDGER_BUSY ? "another process has locked it"
                                                   : strerror(errno));
    bool good = ledger_check_first_line(ledger, head) && ledger_read_new_lines(ledger);
    if (!good)
        ledger_fail(error, size, strerror(errno));
    mi_system_unlock_byte(ledger->file, LOCK_BYTE);
    return good;
}

bool mi_ledger_open(struct mi_ledger *ledger, const char *name, const char *head,
                    const char *second, char *error, size_t size)
{
    ledger->file = ledger->second = -1;
    ledger->second_name = second;
    if (second) {
        ledger->second = open_regular_file(second, O_WRONLY | O_APPEND, error, size);
        if (ledger->second < 0)
            return false;
    }
    return !name || ledger_open_files(ledger, name, head, error, size);
}

bool mi_ledger_close(struct mi_ledger *ledger)
{
    bool good = ledger->second < 0 || close(ledger->second) == 0;
    if (ledger->file >= 0)
        good &= close(ledger->file) == 0;
    ledger->file = ledger->second = -1;
    return good;
}

enum mi_ledger_state mi_ledger_begin(struct mi_ledger *ledger, double seconds)
{
    if (ledger->file < 0)
        return MI_LEDGER_HELD;
    enum mi_ledger_state state = wait_for_lock(ledger->file, seconds);
    if (state != MI_LEDGER_HELD || ledger_read_new_lines(ledger))
        return state;
    int why = errno;
    mi_ledger_end(ledger);
    errno = why;
    return MI_LEDGER_FAILED;
}

void mi_ledger_end(struct mi_ledger *ledger)
{
    if (ledger->file >= 0)
        mi_system_unlock_byte(ledger->file, LOCK_BYTE);
}

bool mi_ledger_replay(struct mi_ledger *ledger, void (*on_line)(void *context, char *line),
                      void *context)
{
    struct mi_ledger again = *ledger;
    again.on_line = on_line;
    again.context = context;
    again.end = ledger->begin;
    return ledger->file < 0 || ledger_read_lines(&again);
}

bool mi_ledger_claim(struct mi_ledger *ledger, uint64_t number)
{
    return ledger->file < 0 ||
           mi_system_lock_byte(ledger->file, LOCK_BYTE + 1 + (int64_t)(number % CLAIMS)) > 0;
}

void mi_ledger_release(struct mi_ledger *ledger, uint64_t number)
{
    if (ledger->file >= 0)
        mi_system_unlock_byte(ledger->file, LOCK_BYTE + 1 + (int64_t)(number % CLAIMS));
}

/* ---- writing ---- */

static bool ledger_write_line(struct mi_ledger *ledger, const char *line)
{
    size_t length = strlen(line);
    char *with_newline = malloc(length + 1);
    if (!with_newline)
        return false;
    memcpy(with_newline, line, length);
    with_newline[length] = '\n';
    bool good = write_at(ledger->file, ledger->end, with_newline, length + 1);
    free(with_newline);
    if (good)
        ledger->end += (int64_t)length + 1;
    return good;
}

/* Data for the second file: length bytes from memory or from a file. */
struct second_file_data {
    const void *bytes;
    FILE *file;
    size_t length;
};

static bool copy_file(int to, int64_t at, FILE *from, size_t length)
{
    char part[16384];
    while (length > 0) {
        size_t n = fread(part, 1, length < sizeof part ? length : sizeof part, from);
        if (n == 0) {
            errno = EIO;
            return false;
        }
        if (!write_at(to, at, part, n))
            return false;
        at += (int64_t)n;
        length -= n;
    }
    return true;
}

/* Writes the mark, then the data. The mark has no newline, so what is left of it after the line
 * overwrites it cannot be taken for a line. */
static bool ledger_write_record(struct mi_ledger *ledger, int64_t at,
                                const struct second_file_data *addition)
{
    char mark[MARK_BYTES];
    int n = snprintf(mark, sizeof mark, "record %" PRId64 " %zu %s", at, addition->length,
                     ledger->second_name);
    return (ledger->file < 0 || write_at(ledger->file, ledger->end, mark, (size_t)n)) &&
           (addition->file ? copy_file(ledger->second, at, addition->file, addition->length)
                           : write_at(ledger->second, at, addition->bytes, addition->length));
}

/* Locks the second file, because a network file system reports the true length only of a locked
 * file. */
static bool ledger_write_line_and_record(struct mi_ledger *ledger, const char *line,
                                         const struct second_file_data *addition)
{
    bool locked = wait_for_lock(ledger->second, SECOND_FILE_WAIT) == MI_LEDGER_HELD;
    int64_t at = file_length(ledger->second);
    bool good = at >= 0 && ledger_write_record(ledger, at, addition) &&
                (ledger->file < 0 || ledger_write_line(ledger, line));
    int why = errno;
    if (!good && at >= 0)
        (void)!truncate_file(ledger->second, at);
    if (locked)
        mi_system_unlock_byte(ledger->second, LOCK_BYTE);
    errno = why;
    return good;
}

static bool ledger_add(struct mi_ledger *ledger, const char *line,
                       const struct second_file_data *addition)
{
    bool both = ledger->second >= 0 && addition->length > 0;
    bool good = both                ? ledger_write_line_and_record(ledger, line, addition)
                : ledger->file >= 0 ? ledger_write_line(ledger, line)
                                    : true;
    int why = errno;
    if (ledger->file >= 0)
        good &= truncate_file(ledger->file, ledger->end);
    errno = why;
    return good;
}

bool mi_ledger_write(struct mi_ledger *ledger, const char *line, const void *bytes, size_t length)
{
    return ledger_add(ledger, line, &(struct second_file_data){.bytes = bytes, .length = length});
}

bool mi_ledger_write_file(struct mi_ledger *ledger, const char *line, FILE *bytes)
{
    long from = ftell(bytes);
    if (from < 0 || fseek(bytes, 0, SEEK_END) != 0)
        return false;
    long end = ftell(bytes);
    return end >= from && fseek(bytes, from, SEEK_SET) == 0 &&
           ledger_add(ledger, line,
                      &(struct second_file_data){.file = bytes, .length = (size_t)(end - from)});
}
