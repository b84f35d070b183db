/* system.h - functions that differ between operating systems: system_posix.c and system_windows.c.
 */
#ifndef MI_BASE_SYSTEM_H
#define MI_BASE_SYSTEM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>

/* ---- memory ---- */

/* Maps zeroed memory that begins on a page; in large pages if that is faster. bytes must not be 0.
 * Returns NULL if out of memory. */
void *mi_system_map(size_t bytes);

/* Unmaps the whole block, piece by piece if other threads would otherwise have to wait. */
void mi_system_unmap(void *pages, size_t bytes);

/* Makes the first length bytes (more than 0) of an open file readable: mapped if the system can do
 * so, otherwise read into memory. The file may be closed, but must not become shorter. Returns NULL
 * if the file cannot be read or memory runs out. */
const void *mi_system_map_file(int file, size_t length);
void mi_system_unmap_file(const void *bytes, size_t length);

/* ---- the process ---- */

/* Call this first in main(). It makes the standard streams binary, makes sure that no file gets the
 * descriptor of a closed standard stream, turns a failing write into an error instead of a signal,
 * and adjusts the allocator and the timer resolution. */
void mi_system_prepare(void);

/* The path of the running program, to start it again. Returns false and sets path to "" if the
 * system does not report it. */
bool mi_system_program(char *path, size_t size);

/* The signal handlers that were replaced, to be restored later. */
struct mi_saved_handlers {
    bool terminate;
    void (*before_interrupt)(int), (*before_terminate)(int), (*before_hangup)(int);
};

/* Sets the handler of SIGINT and, if terminate is true, of SIGTERM and SIGHUP. Interrupted system
 * calls are restarted. An ignored SIGHUP (nohup(1)) stays ignored. */
void mi_set_interrupt_handler(struct mi_saved_handlers *interrupts, void (*handler)(int),
                              bool terminate);
void mi_restore_interrupt_handlers(const struct mi_saved_handlers *interrupts);

/* ---- files ---- */

/* The separator of file names in a list such as PATH. */
extern const char mi_system_path_separator[2];

/* The part of the path after its last folder. */
const char *mi_system_basename(const char *path);

/* Creates a folder. Returns true if it already exists. */
bool mi_system_make_folder(const char *name);

/* Locks an open file until it is closed or the process ends. folder and name are those with which
 * it was opened, as for openat(2). Returns false if another process has locked it or the name now
 * belongs to another file (errno is EWOULDBLOCK), or if the system has no such locks. */
bool mi_system_lock_file(int folder, const char *name, int file);

/* Locks one byte of an open file against other processes, without waiting. The offset may be past
 * the end of the file. The lock ends when the process ends or closes any descriptor of the file.
 * Returns 1 if locked, 0 if another process holds the lock, -1 with errno set on an error. */
int mi_system_lock_byte(int file, int64_t at);
void mi_system_unlock_byte(int file, int64_t at);

/* Are they the same file, by device and inode? Always true on Windows, where all numbers are 0. */
static inline bool mi_same_file(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* Writes all data of the stream to the disk. Returns false on error. */
bool mi_system_sync(FILE *stream);

/* Creates a file in the system's temporary folder, opens it for writing and stores its name.
 * Returns a descriptor, or -1 on error. */
int mi_system_open_scratch(char *name, size_t size);

#endif
