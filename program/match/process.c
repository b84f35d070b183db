#include "process.h"

#include "base/clock.h"
#include "protocol/io/reply.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOMENT = 100 }; /* milliseconds from one look at stop to the next */

extern char **environ;

/* A program that is started inherits no pipe of another, which would keep that from its end. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    return true;
}

/* What becomes of the files of the new process. */
static bool direct(posix_spawn_file_actions_t *actions, int input, int output)
{
    return posix_spawn_file_actions_adddup2(actions, input, STDIN_FILENO) == 0 &&
           posix_spawn_file_actions_adddup2(actions, output, STDOUT_FILENO) == 0 &&
           posix_spawn_file_actions_addopen(actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0;
}

/* And of its signals: what this program ignores it need not. */
static bool set_signals(posix_spawnattr_t *attributes)
{
    sigset_t usual;
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    return posix_spawnattr_setpgroup(attributes, 0) == 0 &&
           posix_spawnattr_setsigdefault(attributes, &usual) == 0 &&
           posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF) == 0;
}

static pid_t spawn(char *const *arguments, int input, int output)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t id = -1;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return -1;
    if (posix_spawnattr_init(&attributes) == 0) {
        if (!direct(&actions, input, output) || !set_signals(&attributes) ||
            posix_spawnp(&id, arguments[0], &actions, &attributes, arguments, environ) != 0)
            id = -1;
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return id;
}

static pid_t start(char *const *arguments, int to[2], int from[2])
{
    if (!make_pipe(to))
        return -1;
    if (!make_pipe(from)) {
        close(to[0]);
        close(to[1]);
        return -1;
    }
    pid_t id = spawn(arguments, to[0], from[1]);
    close(to[0]);
    close(from[1]);
    if (id < 0) {
        close(to[1]);
        close(from[0]);
    }
    return id;
}

bool mi_process_start(struct mi_process *process, char *const *arguments)
{
    int to[2], from[2];
    pthread_mutex_lock(&starting);
    pid_t id = start(arguments, to, from);
    pthread_mutex_unlock(&starting);
    if (id <= 0)
        return false;
    process->id = id;
    process->to = to[1];
    process->from = from[0];
    process->length = process->taken = 0;
    return true;
}

bool mi_process_send(struct mi_process *process, const char *line)
{
    return mi_write_all(process->to, line, strlen(line)) && mi_write_all(process->to, "\n", 1);
}

/* ---- lines ---- */

/* The line that begins at taken, if its end is there. */
static char *take_line(struct mi_process *process)
{
    char *begin = process->buffer + process->taken;
    size_t left = process->length - process->taken;
    char *end = memchr(begin, '\n', left);
    bool full = !end && process->taken == 0 && left == MI_PROCESS_LINE - 1;
    if (!end && !full)
        return NULL;
    end = end ? end : begin + left;
    process->taken += (size_t)(end - begin) + !full;
    *end = '\0';
    if (end > begin && end[-1] == '\r')
        end[-1] = '\0';
    return begin;
}

/* Makes room at the end of the buffer, and reads what is there. */
static bool read_more(struct mi_process *process)
{
    memmove(process->buffer, process->buffer + process->taken, process->length - process->taken);
    process->length -= process->taken;
    process->taken = 0;
    ssize_t n;
    do
        n = read(process->from, process->buffer + process->length,
                 MI_PROCESS_LINE - 1 - process->length);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        process->length += (size_t)n;
    return n > 0;
}

enum mi_heard mi_process_hear(struct mi_process *process, double deadline, char **line)
{
    while ((*line = take_line(process)) == NULL) {
        double left = deadline - mi_clock();
        struct pollfd file = {.fd = process->from, .events = POLLIN};
        int wait = left <= 0 ? 0 : 1000 * left > MOMENT ? MOMENT : (int)(1000 * left) + 1;
        int ready = poll(&file, 1, wait);
        if (ready == 0 && (left <= 0 || (process->stop && atomic_load(process->stop))))
            return MI_HEARD_NOTHING;
        if (ready > 0 && !read_more(process))
            return MI_HEARD_END;
        if (ready < 0 && errno != EINTR)
            return MI_HEARD_END;
    }
    return MI_HEARD_LINE;
}

/* ---- the end ---- */

static bool has_ended(struct mi_process *process, double patience, int *status)
{
    const struct timespec moment = {.tv_nsec = 5000000};
    double deadline = mi_clock() + patience;
    for (;;) {
        pid_t id = waitpid(process->id, status, WNOHANG);
        if (id == process->id || (id < 0 && errno != EINTR))
            return true;
        if (mi_clock() >= deadline)
            return false;
        nanosleep(&moment, NULL);
    }
}

void mi_process_end(struct mi_process *process, double patience, char *text, size_t size)
{
    int status = 0;
    if (process->id == 0)
        return;
    close(process->to);
    bool killed = !has_ended(process, patience, &status);
    if (killed) {
        kill(-process->id, SIGKILL); /* with what it has started */
        kill(process->id, SIGKILL);
        has_ended(process, 5, &status);
    }
    close(process->from);
    process->id = 0;
    if (text && killed)
        snprintf(text, size, "did not end");
    else if (text && WIFSIGNALED(status))
        snprintf(text, size, "signal %d", WTERMSIG(status));
    else if (text)
        snprintf(text, size, "status %d", WEXITSTATUS(status));
}
