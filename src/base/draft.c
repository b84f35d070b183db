#include "draft.h"

#include "at.h"
#include "system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { WRITE_FLAGS = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

static bool draft_fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return false;
}

/* Is the file writable, or absent? Sets *mode to its mode, 0 if it does not exist. */
static bool is_writable(int folder, const char *name, mode_t *mode, char *error, size_t size)
{
    struct stat status;
    *mode = 0;
    if (fstatat(folder, name, &status, folder == AT_FDCWD ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || draft_fail(error, size, strerror(errno));
    *mode = status.st_mode;
    if (S_ISLNK(status.st_mode))
        return draft_fail(error, size, "the name must not contain a link");
    if (!S_ISREG(status.st_mode))
        return draft_fail(error, size,
                          S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file");
    return faccessat(folder, name, W_OK, 0) == 0 || draft_fail(error, size, strerror(errno));
}

/* ---- the temporary file ---- */

/* Writers of the same file use different numbers, below this one. */
enum { MAX_DRAFTS = 100 };

static void write_draft_name(const struct mi_draft *draft, int number, char *name, size_t size)
{
    snprintf(name, size, "%s.miai-%d.part", draft->name, number);
}

/* Removes the draft of a killed process, which is not locked. Only drafts have such names, so a
 * file of another program is never removed. */
static bool remove_stale_draft(int folder, const char *name)
{
    struct stat status;
    int file = openat(folder, name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW, 0);
    if (file < 0)
        return false;
    bool stale = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                 mi_system_lock_file(folder, name, file) && unlinkat(folder, name, 0) == 0;
    close(file);
    return stale;
}

/* Creates a new file and locks it until it is closed. Returns -1 if the name is in use (errno is
 * EEXIST) or if the system refuses. */
static int create_locked(int folder, const char *name, mode_t mode)
{
    int file = openat(folder, name, WRITE_FLAGS | O_EXCL, mode);
    if (file < 0 && errno == EEXIST) {
        if (remove_stale_draft(folder, name))
            file = openat(folder, name, WRITE_FLAGS | O_EXCL, mode);
        else
            errno = EEXIST;
    }
    if (file < 0 || mi_system_lock_file(folder, name, file) || errno != EWOULDBLOCK)
        return file;
    close(file); /* another process removed it as stale before it was locked */
    errno = EEXIST;
    return -1;
}

/* Removes the drafts of killed processes from this number on.  Without it, they would stay until as
 * many processes write the file at once. */
static void remove_stale_drafts(const struct mi_draft *draft, int number)
{
    size_t size = strlen(draft->name) + 20;
    char *name = malloc(size);
    bool removed = name != NULL;
    for (; removed && number < MAX_DRAFTS; number++) {
        write_draft_name(draft, number, name, size);
        removed = remove_stale_draft(draft->folder, name);
    }
    free(name);
}

/* Creates the draft under the first number that no living process uses, in the file's folder. */
static FILE *create_draft_file(struct mi_draft *draft, mode_t mode)
{
    size_t size = strlen(draft->name) + 20;
    int file = -1;
    draft->temporary = malloc(size);
    errno = draft->temporary ? EEXIST : ENOMEM;
    int number = 0;
    for (; number < MAX_DRAFTS && file < 0 && errno == EEXIST; number++) {
        write_draft_name(draft, number, draft->temporary, size);
        file = create_locked(draft->folder, draft->temporary, mode != 0 ? mode & 0777 : 0666);
    }
    if (file < 0)
        return NULL;
    remove_stale_drafts(draft, number);
    if (mode != 0) /* undo the umask; may fail, since the sandbox forbids it */
        (void)!fchmod(file, mode & 0777);
    FILE *stream = fdopen(file, "wb");
    if (stream)
        return stream;
    unlinkat(draft->folder, draft->temporary, 0);
    close(file);
    return NULL;
}

static void draft_release(struct mi_draft *draft)
{
    free(draft->name);
    free(draft->temporary);
    if (draft->confined)
        mi_confined_close(draft->folder);
    *draft = (struct mi_draft){.out = NULL};
}

static bool draft_open_in_folder(struct mi_draft *draft, const char *name, char *error, size_t size)
{
    mode_t mode;
    if (!is_writable(draft->folder, name, &mode, error, size))
        return false;
    draft->replaces = mode != 0;
    draft->name = mode != 0 && !draft->confined ? realpath(name, NULL) : strdup(name);
    if (draft->name)
        draft->out = create_draft_file(draft, mode);
    return draft->out || draft_fail(error, size, strerror(errno));
}

bool mi_draft_open_in(struct mi_draft *draft, const struct mi_file_access *files, const char *name,
                      char *error, size_t size)
{
    const char *last;
    *draft = (struct mi_draft){.out = NULL};
    int folder = mi_confined_parent(files, name, &last, error, size);
    if (folder == -1)
        return false;
    draft->folder = folder;
    draft->confined = folder != AT_FDCWD;
    if (draft_open_in_folder(draft, last, error, size))
        return true;
    draft_release(draft);
    return false;
}

bool mi_draft_open(struct mi_draft *draft, const char *name, char *error, size_t size)
{
    return mi_draft_open_in(draft, NULL, name, error, size);
}

/* Writes all buffered data. It must be on the disk before the rename. */
static bool draft_flush(struct mi_draft *draft, char *error, size_t size)
{
    bool failed = ferror(draft->out) != 0;
    if (!(draft->temporary ? mi_system_sync(draft->out) : fflush(draft->out) == 0))
        return draft_fail(error, size, strerror(errno));
    return !failed || draft_fail(error, size, "not everything could be written");
}

static bool draft_rename(struct mi_draft *draft, char *error, size_t size)
{
    if (!draft->temporary)
        return true;
    if (renameat(draft->folder, draft->temporary, draft->folder, draft->name) != 0)
        return draft_fail(error, size, strerror(errno));
    free(draft->temporary);
    draft->temporary = NULL;
    return true;
}

bool mi_draft_commit(struct mi_draft *draft, char *error, size_t size)
{
    return draft_flush(draft, error, size) && draft_rename(draft, error, size);
}

static bool draft_close_stream(struct mi_draft *draft, char *error, size_t size)
{
    FILE *stream = draft->out;
    draft->out = NULL;
    return fclose(stream) == 0 || draft_fail(error, size, strerror(errno));
}

bool mi_draft_close(struct mi_draft *draft, char *error, size_t size)
{
    /* Rename before closing: once closed, another process would remove the draft as stale. */
    bool good = draft_flush(draft, error, size) && draft_rename(draft, error, size) &&
                draft_close_stream(draft, error, size);
    mi_draft_discard(draft);
    return good;
}

void mi_draft_discard(struct mi_draft *draft)
{
    if (draft->out && draft->temporary)
        unlinkat(draft->folder, draft->temporary, 0);
    if (draft->out)
        fclose(draft->out);
    draft_release(draft);
}
