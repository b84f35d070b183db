/* ledger.h - a file of lines that processes share, on one machine or on several that see one file
 * system: each writes down what it has done, and claims what it is about to do.
 *
 * It rests on the file's locks (fcntl(2)) alone, which a process gives back however it ends: after
 * one that was killed nothing has to be timed or cleaned up, what it had claimed is free.  Bytes
 * far behind the end are locked: one for who reads or writes, and one for each claim.
 *
 *     mi_ledger_begin()        nobody else reads or writes; what others wrote is taken
 *     mi_ledger_claim()        this is mine
 *     mi_ledger_end()
 *       ...                    the work
 *     mi_ledger_begin()
 *     mi_ledger_write()        it is done
 *     mi_ledger_release()
 *     mi_ledger_end()
 *
 * With a line may go bytes that are added to a second file: both or neither, whenever the process
 * is killed.  Before them
 *
 *     record OFFSET LENGTH FILE
 *
 * stands where the line will, without an end; who finds that behind the last line takes away what
 * there is of them.  Whatever else has no end there is also what a process left that was killed. */
#ifndef MI_BASE_SHARED_LEDGER_H
#define MI_BASE_SHARED_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Begins as all zero but for take and its context.  One thread at a time, and one ledger of a file
 * in a process, which opens the file nowhere else: closing it there would give back the locks. */
struct mi_ledger {
    /* Hears each line that others have written, without its end, once. */
    void (*take)(void *context, char *line);
    void *context;
    int file, second;        /* -1: there is none */
    const char *second_name; /* borrowed */
    int64_t begin, end;      /* of the lines that were taken or written */
    bool alien;              /* it was not opened, for its first line is another */
};

enum mi_ledger_state {
    MI_LEDGER_HELD,
    MI_LEDGER_BUSY,  /* another process holds it, and has for all that time */
    MI_LEDGER_FAILED /* errno says why */
};

/* Opens or makes the file, whose first line is head, and the second one; either name may be NULL:
 * without the ledger each claim is granted, and nothing is taken.  False: error says why not, or
 * alien does.  Closed by mi_ledger_close() in either case. */
bool mi_ledger_open(struct mi_ledger *ledger, const char *name, const char *head,
                    const char *second, char *error, size_t size);
/* False: what was written to the second file has not arrived; errno says why. */
bool mi_ledger_close(struct mi_ledger *ledger);

/* Waits for so many seconds at most. */
enum mi_ledger_state mi_ledger_begin(struct mi_ledger *ledger, double seconds);
void mi_ledger_end(struct mi_ledger *ledger);

/* Between begin and end: lets another function hear each line from the first on, behind the head.
 * False: they cannot be read. */
bool mi_ledger_again(struct mi_ledger *ledger, void (*take)(void *context, char *line),
                     void *context);

/* Between begin and end: claims what has that number; false: another process has it.  Which of its
 * own threads has it is the caller's to know. */
bool mi_ledger_claim(struct mi_ledger *ledger, uint64_t number);
void mi_ledger_release(struct mi_ledger *ledger, uint64_t number);

/* Between begin and end: adds a line, which has no end of its own, and the bytes to the second
 * file.  False: neither is there, and errno says why. */
bool mi_ledger_write(struct mi_ledger *ledger, const char *line, const void *bytes, size_t length);

/* The same with all bytes of a file from where it stands, which may be more than memory holds. */
bool mi_ledger_write_file(struct mi_ledger *ledger, const char *line, FILE *bytes);

#endif
