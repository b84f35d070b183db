/* The sandbox, by system calls of Linux: landlock(7) restricts files, a seccomp(2) filter the
 * rest. */
#define _GNU_SOURCE /* O_PATH */

#include "sandbox.h"

#include "protocol/io/settings.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

static bool sandbox_fail(char *complaint, const char *why)
{
    return mi_write_complaint(complaint, "--sandbox", why);
}

#if defined __linux__ && defined __has_include
#if __has_include(<linux/landlock.h>) && __has_include(<linux/seccomp.h>)
#define HAS_SANDBOX
#endif
#endif

#ifdef HAS_SANDBOX

#include "sandbox_filter.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Rights of later landlock versions, which the header may lack. */
enum {
    LANDLOCK_REFER = 1 << 13,
    LANDLOCK_TRUNCATE = 1 << 14,
    LANDLOCK_IOCTL = 1 << 15,
    LANDLOCK_TCP = 3,
    LANDLOCK_SCOPES = 3
};

struct ruleset {
    uint64_t files, network, scopes;
};

enum { READ_ACCESS = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR };
enum {
    WRITE_ACCESS =
        LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE
};

/* Forbids everything that this landlock version can forbid; size: of its version of the struct. */
static struct ruleset forbid_all(int version, size_t *size)
{
    struct ruleset rules = {.files = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1};
    rules.files |= version >= 2 ? LANDLOCK_REFER : 0;
    rules.files |= version >= 3 ? LANDLOCK_TRUNCATE : 0;
    rules.files |= version >= 5 ? LANDLOCK_IOCTL : 0;
    rules.network = version >= 4 ? LANDLOCK_TCP : 0;
    rules.scopes = version >= 6 ? LANDLOCK_SCOPES : 0;
    *size = version >= 6 ? sizeof rules : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
    return rules;
}

/* Allows access below a path, if it exists. */
static bool allow_path(int ruleset, const char *path, uint64_t access)
{
    struct stat status;
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT;
    if (fstat(file, &status) == 0 && !S_ISDIR(status.st_mode))
        access &= ~(uint64_t)(LANDLOCK_ACCESS_FS_READ_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                              LANDLOCK_ACCESS_FS_REMOVE_FILE);
    struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = file};
    bool good = syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(file);
    return good;
}

/* Files that the C library may read later: character set converters, the time zone. */
static bool allow_system(int ruleset)
{
    static const char *const paths[] = {"/lib",
                                        "/lib64",
                                        "/usr/lib",
                                        "/usr/lib64",
                                        "/etc/ld.so.cache",
                                        "/etc/localtime",
                                        "/usr/share/zoneinfo"};
    bool good = true;
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        good = good && allow_path(ruleset, paths[i], READ_ACCESS);
    return good;
}

/* Allows a file, or if none has that name a list of files separated by ':'. */
static bool allow_files(int ruleset, char *value)
{
    char *rest;
    if (access(value, F_OK) == 0)
        return allow_path(ruleset, value, READ_ACCESS);
    for (char *path = strtok_r(value, ":", &rest); path; path = strtok_r(NULL, ":", &rest))
        if (!allow_path(ruleset, path, READ_ACCESS))
            return false;
    return true;
}

/* Is the value a word of the option, such as "auto", not the name of a file? */
static bool is_word(const miai_option *option, const char *value)
{
    const char *const *word = option->choices;
    while (word && *word && strcmp(*word, value) != 0)
        word++;
    return word && *word;
}

/* Allows the files named by options, which may be reopened. */
static bool allow_options(const miai_engine *engine, int ruleset)
{
    const miai_option *option;
    char value[4096];
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++) {
        if (option->type != MIAI_OPTION_FILE || option->scope == MIAI_SCOPE_CLIENT ||
            miai_get_option(engine, option->name, value, sizeof value) <= 0 ||
            is_word(option, value))
            continue;
        if (!allow_files(ruleset, value))
            return false;
    }
    return true;
}

static bool allow_all(const miai_engine *engine, int ruleset, const struct ruleset *rules)
{
    const char *folder;
    size_t max_bytes;
    miai_confined(engine, &folder, &max_bytes);
    uint64_t access = READ_ACCESS | WRITE_ACCESS | (rules->files & LANDLOCK_TRUNCATE);
    return allow_system(ruleset) && allow_options(engine, ruleset) &&
           (!*folder || allow_path(ruleset, folder, access));
}

static bool sandbox_confine(const miai_engine *engine, char *complaint)
{
    size_t size;
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return sandbox_fail(
            complaint,
            "this system has no landlock (it needs Linux 5.13 or later, with landlock enabled)");
    struct ruleset rules = forbid_all((int)version, &size);
    int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    bool good = ruleset >= 0 && allow_all(engine, ruleset, &rules) &&
                syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    int saved_errno = errno;
    if (ruleset >= 0)
        close(ruleset);
    return good || sandbox_fail(complaint, strerror(saved_errno));
}

bool mi_sandbox(const miai_engine *engine, char *complaint)
{
    const char *folder;
    size_t max_bytes;
    miai_confined(engine, &folder, &max_bytes);
    if (!folder)
        return sandbox_fail(
            complaint, "name the files that stay accessible by --files=FOLDER or --files=none");
    tzset();
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return sandbox_fail(complaint, strerror(errno));
    return sandbox_confine(engine, complaint) &&
           (mi_sandbox_filter() ||
            sandbox_fail(complaint, "this system has no seccomp filter for this processor"));
}

#else

bool mi_sandbox(const miai_engine *engine, char *complaint)
{
    (void)engine;
    return sandbox_fail(complaint, "not available: built without landlock and seccomp");
}

#endif
