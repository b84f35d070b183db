#include "draft.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FLAGS = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

static bool fail(char *error, size_t size, const char *why)
{
    snprintf(error, size, "%s", why);
    return false;
}

/* May the file, if it is there, be written?  Sets its mode, or 0 if it is new. */
static bool may_write(const char *name, mode_t *mode, char *error, size_t size)
{
    struct stat status;
    *mode = 0;
    if (stat(name, &status) != 0)
        return errno == ENOENT || fail(error, size, strerror(errno));
    *mode = status.st_mode;
    if (!S_ISREG(status.st_mode))
        return fail(error, size, S_ISDIR(status.st_mode) ? strerror(EISDIR) : "not a regular file");
    return access(name, W_OK) == 0 || fail(error, size, strerror(errno));
}

/* A name beside the file that no other process takes. */
static char *beside(const char *name)
{
    size_t size = strlen(name) + 40;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s.%ld.part", name, (long)getpid());
    return text;
}

/* A file that is new: one of that name is what a process left that did not end well. */
static FILE *create(const char *name, mode_t mode)
{
    int file = open(name, FLAGS | O_EXCL, 0666);
    if (file < 0 && errno == EEXIST && unlink(name) == 0)
        file = open(name, FLAGS | O_EXCL, 0666);
    if (file < 0)
        return NULL;
    if (mode != 0)
        (void)!fchmod(file, mode & 0777); /* where that cannot be, it is as usual */
    FILE *stream = fdopen(file, "wb");
    if (!stream)
        close(file);
    return stream;
}

static void forget(struct mi_draft *draft)
{
    free(draft->name);
    free(draft->beside);
    *draft = (struct mi_draft){.out = NULL};
}

bool mi_draft_open(struct mi_draft *draft, const char *name, char *error, size_t size)
{
    mode_t mode;
    *draft = (struct mi_draft){.out = NULL};
    if (!may_write(name, &mode, error, size))
        return false;
    draft->name = mode != 0 ? realpath(name, NULL) : strdup(name);
    draft->beside = draft->name ? beside(draft->name) : NULL;
    if (draft->beside)
        draft->out = create(draft->beside, mode);
    if (draft->out)
        return true;
    fail(error, size, strerror(errno));
    forget(draft);
    return false;
}

/* Has all that was written gone to the draft? */
static bool flush(struct mi_draft *draft, char *error, size_t size)
{
    bool failed = ferror(draft->out) != 0;
    if (fflush(draft->out) != 0)
        return fail(error, size, strerror(errno));
    return !failed || fail(error, size, "not all of it could be written");
}

static bool place(struct mi_draft *draft, char *error, size_t size)
{
    if (!draft->beside)
        return true;
    if (rename(draft->beside, draft->name) != 0)
        return fail(error, size, strerror(errno));
    free(draft->beside);
    draft->beside = NULL;
    return true;
}

bool mi_draft_place(struct mi_draft *draft, char *error, size_t size)
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
    bool good =
        flush(draft, error, size) && close_stream(draft, error, size) && place(draft, error, size);
    mi_draft_drop(draft);
    return good;
}

void mi_draft_drop(struct mi_draft *draft)
{
    if (draft->out)
        fclose(draft->out);
    if (draft->beside)
        unlink(draft->beside);
    forget(draft);
}

FILE *mi_file_append(const char *name, char *error, size_t size)
{
    mode_t mode;
    if (!may_write(name, &mode, error, size))
        return NULL;
    int file = open(name, FLAGS | O_APPEND, 0666);
    FILE *stream = file >= 0 ? fdopen(file, "ab") : NULL;
    if (stream)
        return stream;
    fail(error, size, strerror(errno));
    if (file >= 0)
        close(file);
    return NULL;
}
