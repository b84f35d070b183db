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

/* The bytes that are locked: below 2^31, where any file system counts so far. */
enum { WHOLE = 1 << 30, CLAIMS = WHOLE - 1, CHUNK = 1 << 16, MARK = 1200 };

static const double PATIENCE = 10; /* seconds for the second file, which another match may write */

static bool fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return false;
}

/* ---- bytes ---- */

/* Of so many bytes those that one call is asked for: Windows counts them in 32 bits. */
static unsigned at_once(size_t length)
{
    return length < 1 << 20 ? (unsigned)length : 1 << 20;
}

static bool write_at(int file, int64_t at, const void *bytes, size_t length)
{
    const char *from = bytes;
    if (lseek(file, (off_t)at, SEEK_SET) < 0)
        return false;
    while (length > 0) {
        ssize_t n = write(file, from, at_once(length));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        from += n;
        length -= (size_t)n;
    }
    return true;
}

/* How many bytes were read, which may be fewer than there is room for; -1: an error. */
static ssize_t read_at(int file, int64_t at, void *bytes, size_t room)
{
    ssize_t n;
    if (lseek(file, (off_t)at, SEEK_SET) < 0)
        return -1;
    do
        n = read(file, bytes, at_once(room));
    while (n < 0 && errno == EINTR);
    return n;
}

static int64_t length_of(int file)
{
    struct stat status;
    return fstat(file, &status) == 0 ? status.st_size : -1;
}

static bool cut(int file, int64_t length)
{
    return length_of(file) <= length || ftruncate(file, (off_t)length) == 0;
}

/* Locks, and waits for that. */
static enum mi_ledger_state wait_for(int file, double seconds)
{
    const double start = mi_clock();
    struct timespec rest = {.tv_nsec = 200000};
    for (;;) {
        int locked = mi_system_lock(file, WHOLE);
        if (locked != 0)
            return locked > 0 ? MI_LEDGER_HELD : MI_LEDGER_FAILED;
        if (mi_clock() - start >= seconds)
            return MI_LEDGER_BUSY;
        nanosleep(&rest, NULL);
        if (rest.tv_nsec < 10000000)
            rest.tv_nsec *= 2;
    }
}

/* ---- what a process left that was killed ---- */

/* Takes away bytes of the second file that were begun, as a line without an end says, unless
 * something else stands behind them. */
static bool cut_second(const struct mi_ledger *ledger)
{
    char mark[MARK];
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
    int64_t now = length_of(ledger->second);
    return now <= at || now > at + length || cut(ledger->second, at);
}

/* ---- what others wrote ---- */

/* Takes the whole lines of some bytes, and returns how many bytes they have. */
static size_t take_lines(struct mi_ledger *ledger, char *bytes, size_t length)
{
    char *line = bytes, *end;
    while ((end = memchr(line, '\n', length - (size_t)(line - bytes))) != NULL) {
        *end = '\0';
        if (ledger->take)
            ledger->take(ledger->context, line);
        line = end + 1;
    }
    return (size_t)(line - bytes);
}

static bool grow(char **bytes, size_t *room)
{
    char *more = realloc(*bytes, *room * 2);
    if (!more) {
        errno = ENOMEM;
        return false;
    }
    *bytes = more;
    *room *= 2;
    return true;
}

/* Takes all lines behind the end that is known. */
static bool read_lines(struct mi_ledger *ledger)
{
    size_t room = CHUNK, whole;
    char *bytes = malloc(room);
    ssize_t n = -1;
    while (bytes && (n = read_at(ledger->file, ledger->end, bytes, room)) > 0) {
        whole = take_lines(ledger, bytes, (size_t)n);
        ledger->end += (int64_t)whole;
        if (whole > 0)
            continue;
        if ((size_t)n < room)
            break;
        if (!grow(&bytes, &room)) {
            n = -1;
            break;
        }
    }
    free(bytes);
    return n >= 0;
}

static bool take_new(struct mi_ledger *ledger)
{
    if (length_of(ledger->file) == ledger->end)
        return true;
    return read_lines(ledger) && cut_second(ledger) && cut(ledger->file, ledger->end);
}

/* ---- from the beginning to the end ---- */

/* A regular file, or a new one; -1: error says why not. */
static int open_file(const char *name, int flags, char *error, size_t size)
{
    struct stat status = {0};
    if (stat(name, &status) == 0 && !S_ISREG(status.st_mode)) {
        fail(error, size, "not a regular file");
        return -1;
    }
    int file = open(name, flags | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0666);
    if (file >= 0 && fstat(file, &status) == 0 && S_ISREG(status.st_mode))
        return file;
    fail(error, size, file >= 0 ? "not a regular file" : strerror(errno));
    if (file >= 0)
        close(file);
    return -1;
}

/* Is the first line this one?  A file that has none, or the beginning of it, is given it. */
static bool open_head(struct mi_ledger *ledger, const char *head)
{
    char line[200], first[200];
    int length = snprintf(line, sizeof line, "%.190s\n", head);
    ssize_t n = read_at(ledger->file, 0, first, (size_t)length);
    if (n < 0)
        return false;
    ledger->alien = memcmp(first, line, (size_t)n) != 0;
    ledger->begin = ledger->end = length;
    return !ledger->alien && (n == length || (cut(ledger->file, 0) &&
                                              write_at(ledger->file, 0, line, (size_t)length)));
}

/* Of files in a system that numbers them. */
static bool are_the_same(int a, int b)
{
    struct stat x, y;
    return fstat(a, &x) == 0 && fstat(b, &y) == 0 && x.st_ino != 0 && mi_same_file(&x, &y);
}

static bool open_ledger(struct mi_ledger *ledger, const char *name, const char *head, char *error,
                        size_t size)
{
    ledger->file = open_file(name, O_RDWR, error, size);
    if (ledger->file < 0)
        return false;
    if (ledger->second >= 0 && are_the_same(ledger->file, ledger->second))
        return fail(error, size, "it has the records, too: name another file");
    enum mi_ledger_state state = wait_for(ledger->file, PATIENCE);
    if (state != MI_LEDGER_HELD)
        return fail(error, size,
                    state == MI_LEDGER_BUSY ? "another process holds it" : strerror(errno));
    bool good = open_head(ledger, head) && take_new(ledger);
    if (!good)
        fail(error, size, strerror(errno));
    mi_system_unlock(ledger->file, WHOLE);
    return good;
}

bool mi_ledger_open(struct mi_ledger *ledger, const char *name, const char *head,
                    const char *second, char *error, size_t size)
{
    ledger->file = ledger->second = -1;
    ledger->second_name = second;
    if (second) {
        ledger->second = open_file(second, O_WRONLY | O_APPEND, error, size);
        if (ledger->second < 0)
            return false;
    }
    return !name || open_ledger(ledger, name, head, error, size);
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
    enum mi_ledger_state state = wait_for(ledger->file, seconds);
    if (state != MI_LEDGER_HELD || take_new(ledger))
        return state;
    int why = errno;
    mi_ledger_end(ledger);
    errno = why;
    return MI_LEDGER_FAILED;
}

void mi_ledger_end(struct mi_ledger *ledger)
{
    if (ledger->file >= 0)
        mi_system_unlock(ledger->file, WHOLE);
}

bool mi_ledger_again(struct mi_ledger *ledger, void (*take)(void *context, char *line),
                     void *context)
{
    struct mi_ledger again = *ledger;
    again.take = take;
    again.context = context;
    again.end = ledger->begin;
    return ledger->file < 0 || read_lines(&again);
}

bool mi_ledger_claim(struct mi_ledger *ledger, uint64_t number)
{
    return ledger->file < 0 ||
           mi_system_lock(ledger->file, WHOLE + 1 + (int64_t)(number % CLAIMS)) > 0;
}

void mi_ledger_release(struct mi_ledger *ledger, uint64_t number)
{
    if (ledger->file >= 0)
        mi_system_unlock(ledger->file, WHOLE + 1 + (int64_t)(number % CLAIMS));
}

/* ---- writing ---- */

static bool add_line(struct mi_ledger *ledger, const char *line)
{
    size_t length = strlen(line);
    char *whole = malloc(length + 1);
    if (!whole)
        return false;
    memcpy(whole, line, length);
    whole[length] = '\n';
    bool good = write_at(ledger->file, ledger->end, whole, length + 1);
    free(whole);
    if (good)
        ledger->end += (int64_t)length + 1;
    return good;
}

/* What goes to the second file: length bytes in memory, or of a file. */
struct addition {
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

/* Says where bytes of the second file are going to be, and writes them.  What says it has no end,
 * so that the line, written over it, leaves nothing of it that could be taken for a line. */
static bool add_second(struct mi_ledger *ledger, int64_t at, const struct addition *addition)
{
    char mark[MARK];
    int n = snprintf(mark, sizeof mark, "record %" PRId64 " %zu %s", at, addition->length,
                     ledger->second_name);
    return (ledger->file < 0 || write_at(ledger->file, ledger->end, mark, (size_t)n)) &&
           (addition->file ? copy_file(ledger->second, at, addition->file, addition->length)
                           : write_at(ledger->second, at, addition->bytes, addition->length));
}

/* Locked the second file tells its true length, on a network too. */
static bool add_both(struct mi_ledger *ledger, const char *line, const struct addition *addition)
{
    bool locked = wait_for(ledger->second, PATIENCE) == MI_LEDGER_HELD;
    int64_t at = length_of(ledger->second);
    bool good =
        at >= 0 && add_second(ledger, at, addition) && (ledger->file < 0 || add_line(ledger, line));
    int why = errno;
    if (!good && at >= 0)
        (void)!cut(ledger->second, at);
    if (locked)
        mi_system_unlock(ledger->second, WHOLE);
    errno = why;
    return good;
}

static bool add(struct mi_ledger *ledger, const char *line, const struct addition *addition)
{
    bool both = ledger->second >= 0 && addition->length > 0;
    bool good = both                ? add_both(ledger, line, addition)
                : ledger->file >= 0 ? add_line(ledger, line)
                                    : true;
    int why = errno;
    if (ledger->file >= 0)
        good &= cut(ledger->file, ledger->end);
    errno = why;
    return good;
}

bool mi_ledger_write(struct mi_ledger *ledger, const char *line, const void *bytes, size_t length)
{
    return add(ledger, line, &(struct addition){.bytes = bytes, .length = length});
}

bool mi_ledger_write_file(struct mi_ledger *ledger, const char *line, FILE *bytes)
{
    long from = ftell(bytes);
    if (from < 0 || fseek(bytes, 0, SEEK_END) != 0)
        return false;
    long end = ftell(bytes);
    return end >= from && fseek(bytes, from, SEEK_SET) == 0 &&
           add(ledger, line, &(struct addition){.file = bytes, .length = (size_t)(end - from)});
}
