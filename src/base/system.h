/* system.h - what each system does in its own way: system_posix.c and system_windows.c. */
#ifndef MI_BASE_SYSTEM_H
#define MI_BASE_SYSTEM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* ---- memory ---- */

/* Bytes that are 0, from the start of a page on, in large pages where that helps; NULL: there are
 * none.  Bytes are more than 0. */
void *mi_system_map(size_t bytes);

/* Gives all of them back, piece by piece where other threads would have to wait. */
void mi_system_unmap(void *pages, size_t bytes);

/* The first length bytes, more than 0, of an open file, to be read only: mapped where the system can
 * do so, and read otherwise.  The file may be closed meanwhile, but not get shorter.  NULL: it
 * cannot be read, or there is no memory. */
const void *mi_system_view(int file, size_t length);
void mi_system_unview(const void *bytes, size_t length);

/* ---- the process ---- */

/* To be called before all else: no file that is opened takes the number of a closed standard one,
 * these have bytes and no text, a failing write is an error and no signal, and of memory and time
 * the program is given what it needs. */
void mi_system_prepare(void);

/* The file of this program, to start it again; false: the system does not tell, and path is "". */
bool mi_system_program(char *path, size_t size);

/* What takes the place of a signal's usual effect, for a while. */
struct mi_interrupts {
    bool terminate;
    void (*before_interrupt)(int), (*before_terminate)(int), (*before_hangup)(int);
};

/* Sets the handler of SIGINT and, if terminate, of SIGTERM and SIGHUP; calls that wait go on.  A
 * SIGHUP that is ignored, as nohup(1) has it, stays ignored. */
void mi_interrupts_begin(struct mi_interrupts *interrupts, void (*handler)(int), bool terminate);
void mi_interrupts_end(const struct mi_interrupts *interrupts);

/* ---- files ---- */

/* What parts the files of a list, as PATH has it. */
extern const char mi_system_path_separator[2];

/* The name of a file without its folders. */
const char *mi_system_basename(const char *path);

/* Makes a folder; true, too, if it is there. */
bool mi_system_make_folder(const char *name);

/* Holds an open file, which a name in the folder (as openat(2) has it) stands for, until it is
 * closed or the process has ended.  False: another holds it, or the name stands for another by now
 * (errno is EWOULDBLOCK), or the system has no such thing. */
bool mi_system_hold(int folder, const char *name, int file);

/* Locks the byte at an offset of an open file, which may lie behind its end, against other
 * processes, without waiting; it ends with the process at the latest, or when that closes the file
 * anywhere.  1: it is locked; 0: another process has it; -1: it cannot be, and errno says why. */
int mi_system_lock(int file, int64_t at);
void mi_system_unlock(int file, int64_t at);

/* Are they of one file, by the numbers that a system gives its files?  Where it gives none
 * (Windows) all have 0, and seem to be one. */
static inline bool mi_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Has what was written to the stream put on the disk itself; false: it cannot be. */
bool mi_system_sync(FILE *stream);

/* A new file in the system's folder for those that live for a moment, open to be written; its name
 * goes into name.  -1: there can be none. */
int mi_system_open_scratch(char *name, size_t size);

#endif
