/* ledger.h - a text file that coordinates several processes, on one machine or on a shared file
 * system. Each process claims the work that it is about to do, and adds a line when it is done.
 *
 * A claim locks a byte of the file (fcntl(2)). The system releases the locks when a process ends
 * for any reason, so a killed process leaves nothing to clean up and nothing has to time out. The
 * locked bytes are far past the end of the file: one for access to the file, one for each claim.
 *
 *     mi_ledger_begin()        lock the file, read the lines of other processes
 *     mi_ledger_claim()        claim some work
 *     mi_ledger_end()          unlock
 *       ...                    do the work
 *     mi_ledger_begin()
 *     mi_ledger_write()        record that it is done
 *     mi_ledger_release()
 *     mi_ledger_end()
 *
 * A line can come with data that is appended to a second file. Both are written or neither, even if
 * the process is killed. Before the data is written, the unterminated mark
 *
 *     record OFFSET LENGTH FILE
 *
 * is written in place of the line. A process that finds this mark after the last line truncates the
 * second file to OFFSET. It removes any other unterminated text after the last line, which a killed
 * process must have left. */
#ifndef MI_BASE_SHARED_LEDGER_H
#define MI_BASE_SHARED_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Initialize with zeros, then set on_line and context. Use it from one thread at a time. A process
 * may have only one ledger per file and must not open the file elsewhere: closing it there would
 * release the locks. */
struct mi_ledger {
    /* Called once for each line that another process wrote, without its newline. */
    void (*on_line)(void *context, char *line);
    void *context;
    int file, second;        /* descriptors; -1: none */
    const char *second_name; /* borrowed */
    int64_t begin, end;      /* file offsets of the lines read or written so far */
    bool first_line_differs; /* opening failed because the first line differs */
};

enum mi_ledger_state {
    MI_LEDGER_HELD,
    MI_LEDGER_BUSY,  /* another process still held the lock when the time was up */
    MI_LEDGER_FAILED /* see errno */
};

/* Opens or creates the ledger, whose first line is head, and the second file. Either name may be
 * NULL; without a ledger every claim succeeds and no lines are read. On failure returns false and
 * writes an error message, or sets first_line_differs. Call mi_ledger_close() in either case. */
bool mi_ledger_open(struct mi_ledger *ledger, const char *name, const char *head,
                    const char *second, char *error, size_t size);
/* Returns false with errno set if data of the second file could not be written. */
bool mi_ledger_close(struct mi_ledger *ledger);

/* Locks the ledger; waits for at most the given number of seconds. */
enum mi_ledger_state mi_ledger_begin(struct mi_ledger *ledger, double seconds);
void mi_ledger_end(struct mi_ledger *ledger);

/* Between begin and end: passes every line after the first one to this function. Returns false on
 * a read error. */
bool mi_ledger_replay(struct mi_ledger *ledger, void (*on_line)(void *context, char *line),
                      void *context);

/* Between begin and end: claims the work with this number. Returns false if another process has
 * claimed it. Claims do not distinguish the threads of one process. */
bool mi_ledger_claim(struct mi_ledger *ledger, uint64_t number);
void mi_ledger_release(struct mi_ledger *ledger, uint64_t number);

/* Between begin and end: appends a line (without newline) and the bytes to the second file. On
 * failure returns false with errno set, and nothing is added. */
bool mi_ledger_write(struct mi_ledger *ledger, const char *line, const void *bytes, size_t length);

/* Appends a line, and appends `bytes` from its current position to the second file. The data need
 * not fit in memory. */
bool mi_ledger_write_file(struct mi_ledger *ledger, const char *line, FILE *bytes);

#endif
