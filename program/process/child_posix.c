#include "child.h"

#include "base/shared/ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct mi_child {
    pid_t id;
    int to, from; /* pipes; to is -1 after it was closed */
};

#ifdef __APPLE__ /* its libraries do not export the variable */
#include <crt_externs.h>
#define environ (*_NSGetEnviron())
#else
extern char **environ;
#endif

/* Held while a program is started: it must not inherit the pipes of another child, which would
 * then never see the end of its input. */
static pthread_mutex_t spawn_lock = PTHREAD_MUTEX_INITIALIZER;

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* A write to a process that does not read must not block for ever. */
static void set_nonblocking(int file)
{
    int flags = fcntl(file, F_GETFL);
    if (flags >= 0)
        fcntl(file, F_SETFL, flags | O_NONBLOCK);
}

/* Redirects the standard files of the new process. */
static bool redirect_standard_files(posix_spawn_file_actions_t *actions, int input, int output)
{
    return posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0;
}

/* Resets its signals: it must not inherit those this program ignores. */
static bool set_signals(posix_spawnattr_t *attributes)
{
    sigset_t default_signals;
    sigemptyset(&default_signals);
    sigaddset(&default_signals, SIGPIPE);
    sigaddset(&default_signals, SIGXFSZ);
    return posix_spawnattr_setpgroup(attributes, 0) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &default_signals) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF) == 0;
}

/* The environment without the variables of MPI ranks, ended by NULL; the caller frees the list.
 * NULL: out of memory. */
static char **copy_environment(void)
{
    size_t n = 0, kept = 0;
    while (environ[n])
        n++;
    char **list = calloc(n + 1, sizeof *list);
    for (size_t i = 0; i < n && list; i++)
        if (!mi_is_rank_variable(environ[i]))
            list[kept++] = environ[i];
    return list;
}

static pid_t spawn_program(char *const *arguments, int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    char **variables = copy_environment();
    pid_t id = -1;
    if (!variables || posix_spawn_file_actions_init(&actions) != 0) {
        free(variables);
        return -1;
    }
    if (posix_spawnattr_init(&attributes) == 0) {
        if (!redirect_standard_files(&actions, input, output) || !set_signals(&attributes) ||
            posix_spawnp(&id, arguments[0], &actions, &attributes, arguments, variables) != 0)
            id = -1;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    free(variables);
    return id;
}

static bool spawn_child(struct mi_child *child, char *const *arguments)
{
    int to[2], from[2];
    if (!make_pipe(to))
        return false;
    if (!make_pipe(from)) {
        close(to[0]);
        close(to[1]);
        return false;
    }
    pid_t id = spawn_program(arguments, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (id <= 0) {
        close(to[1]);
        close(from[0]);
    } else {
        set_nonblocking(to[1]);
    }
    *child = (struct mi_child){id, to[1], from[0]};
    return id > 0;
}

struct mi_child *mi_child_start(char *const *arguments)
{
    struct mi_child *child = malloc(sizeof *child);
    if (!child)
        return NULL;
    pthread_mutex_lock(&spawn_lock);
    bool started = spawn_child(child, arguments);
    pthread_mutex_unlock(&spawn_lock);
    if (started)
        return child;
    free(child);
    return NULL;
}

int mi_child_write(struct mi_child *child, const char *bytes, size_t length, int milliseconds)
{
    struct pollfd file = {.fd = child->to, .events = POLLOUT};
    int ready = poll(&file, 1, milliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return MI_CHILD_TIMEOUT;
    ssize_t n = ready > 0 ? write(child->to, bytes, length) : 0;
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return MI_CHILD_TIMEOUT;
    return n > 0 ? (int)n : 0;
}

int mi_child_read(struct mi_child *child, char *bytes, size_t size, int milliseconds)
{
    struct pollfd file = {.fd = child->from, .events = POLLIN};
    int ready = poll(&file, 1, milliseconds);
    if (ready == 0 || (ready < 0 && errno == EINTR))
        return MI_CHILD_TIMEOUT;
    ssize_t n = ready > 0 ? read(child->from, bytes, size) : 0;
    if (n < 0 && errno == EINTR)
        return MI_CHILD_TIMEOUT;
    return n > 0 ? (int)n : 0;
}

void mi_child_close_input(struct mi_child *child)
{
    if (child->to >= 0)
        close(child->to);
    child->to = -1;
}

/* Kills the group before reaping the process: until then no other group can get its id. */
bool mi_child_ended(struct mi_child *child, char *text, size_t size)
{
    int status = 0;
    siginfo_t info = {.si_pid = 0};
    if (waitid(P_PID, (id_t)child->id, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0)
        return false;
    kill(-child->id, SIGKILL);
    pid_t id = waitpid(child->id, &status, WNOHANG);
    if (id == 0 || (id < 0 && errno == EINTR))
        return false;
    if (text && WIFSIGNALED(status))
        snprintf(text, size, "signal %d", WTERMSIG(status));
    else if (text)
        snprintf(text, size, "status %d", WEXITSTATUS(status));
    return true;
}

void mi_child_kill(struct mi_child *child)
{
    kill(-child->id, SIGKILL);
    kill(child->id, SIGKILL);
}

void mi_child_free(struct mi_child *child)
{
    mi_child_close_input(child);
    close(child->from);
    free(child);
}
