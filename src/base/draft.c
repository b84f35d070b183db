#include "draft.h"

#include "at.h"
#include "system.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { FLAGS = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

static bool fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return false;
}

/* May the file of that folder, if it is there, be written?  Sets its mode, or 0 if it is new. */
static bool may_write(int folder, const char *name, mode_t *mode, char *error, size_t size)
{
    struct stat status;
    *mode = 0;
    if (fstatat(folder, name, &status, folder == AT_FDCWD ? 0 : AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT || fail(error, size, strerror(errno));
    *mode = status.st_mode;
    if (S_ISLNK(status.st_mode))
        return fail(error, size, "a link may not be part of the name");
    if (!S_ISREG(status.st_mode))
        return fail(error, size, S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file");
    return faccessat(folder, name, W_OK, 0) == 0 || fail(error, size, strerror(errno));
}

/* ---- a name beside the file ---- */

/* Drafts of one file that are written at the same time have different numbers. */
enum { DRAFTS = 100 };

/* Removes a draft that a killed process left: nobody holds it.  Only drafts have such names, so no
 * file of another program is taken for one. */
static bool remove_stale(int folder, const char *name)
{
    struct stat status;
    int file = openat(folder, name, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW, 0);
    if (file < 0)
        return false;
    bool stale = fstat(file, &status) == 0 && S_ISREG(status.st_mode) &&
                 mi_system_hold(folder, name, file) && unlinkat(folder, name, 0) == 0;
    close(file);
    return stale;
}

/* Creates a new file, which is held until it is closed.  Returns -1 if the name is taken (EEXIST)
 * or the system refuses. */
static int create_held(int folder, const char *name, mode_t mode)
{
    int file = openat(folder, name, FLAGS | O_EXCL, mode);
    if (file < 0 && errno == EEXIST) {
        if (remove_stale(folder, name))
            file = openat(folder, name, FLAGS | O_EXCL, mode);
        else
            errno = EEXIST;
    }
    if (file < 0 || mi_system_hold(folder, name, file) || errno != EWOULDBLOCK)
        return file;
    close(file); /* another has taken it for stale before it was held */
    errno = EEXIST;
    return -1;
}

/* Opens one beside the file of that name; its own name is the draft's.  A number is free that no
 * living process holds, so the next writer takes what one left that was killed. */
static FILE *create_beside(struct mi_draft *draft, mode_t mode)
{
    size_t size = strlen(draft->name) + 20;
    int file = -1;
    draft->beside = malloc(size);
    errno = draft->beside ? EEXIST : ENOMEM;
    for (int i = 0; i < DRAFTS && file < 0 && errno == EEXIST; i++) {
        snprintf(draft->beside, size, "%s.miai-%d.part", draft->name, i);
        file = create_held(draft->folder, draft->beside, mode != 0 ? mode & 0777 : 0666);
    }
    if (file < 0)
        return NULL;
    if (mode != 0)
        (void)!fchmod(file, mode & 0777); /* undoes the umask; the sandbox refuses that */
    FILE *stream = fdopen(file, "wb");
    if (stream)
        return stream;
    unlinkat(draft->folder, draft->beside, 0);
    close(file);
    return NULL;
}

static void forget(struct mi_draft *draft)
{
    free(draft->name);
    free(draft->beside);
    if (draft->confined)
        mi_confined_close(draft->folder);
    *draft = (struct mi_draft){.out = NULL};
}

/* Opens the draft of a file in the folder of the draft. */
static bool open_in_folder(struct mi_draft *draft, const char *name, char *error, size_t size)
{
    mode_t mode;
    if (!may_write(draft->folder, name, &mode, error, size))
        return false;
    draft->replaces = mode != 0;
    draft->name = mode != 0 && !draft->confined ? realpath(name, NULL) : strdup(name);
    if (draft->name)
        draft->out = create_beside(draft, mode);
    return draft->out || fail(error, size, strerror(errno));
}

bool mi_draft_open_in(struct mi_draft *draft, const struct mi_files *files, const char *name,
                      char *error, size_t size)
{
    const char *last;
    *draft = (struct mi_draft){.out = NULL};
    int folder = mi_confined_parent(files, name, &last, error, size);
    if (folder == -1)
        return false;
    draft->folder = folder;
    draft->confined = folder != AT_FDCWD;
    if (open_in_folder(draft, last, error, size))
        return true;
    forget(draft);
    return false;
}

bool mi_draft_open(struct mi_draft *draft, const char *name, char *error, size_t size)
{
    return mi_draft_open_in(draft, NULL, name, error, size);
}

/* Has all that was written gone to the draft? */
static bool flush(struct mi_draft *draft, char *error, size_t size)
{
    bool failed = ferror(draft->out) != 0;
    if (!(draft->beside ? mi_system_sync(draft->out) : fflush(draft->out) == 0))
        return fail(error, size, strerror(errno)); /* on the disk before it takes its place */
    return !failed || fail(error, size, "not all of it could be written");
}

static bool place(struct mi_draft *draft, char *error, size_t size)
{
    if (!draft->beside)
        return true;
    if (renameat(draft->folder, draft->beside, draft->folder, draft->name) != 0)
        return fail(error, size, strerror(errno));
    free(draft->beside);
    draft->beside = NULL;
    return true;
}

bool mi_draft_commit(struct mi_draft *draft, char *error, size_t size)
{
    return flush(draft, error, size) && place(draft, error, size);
}

static bool close_stream(struct mi_draft *draft, char *error, size_t size)
{
    FILE *stream = draft->out;
    draft->out = NULL;
    return fclose(stream) == 0 || fail(error, size, strerror(errno));
}

bool mi_draft_close(struct mi_draft *draft, char *error, size_t size)
{
    /* Placed before it is closed, for until then no other process takes it for stale. */
    bool good =
        flush(draft, error, size) && place(draft, error, size) && close_stream(draft, error, size);
    mi_draft_discard(draft);
    return good;
}

void mi_draft_discard(struct mi_draft *draft)
{
    if (draft->out && draft->beside)
        unlinkat(draft->folder, draft->beside, 0);
    if (draft->out)
        fclose(draft->out);
    forget(draft);
}
