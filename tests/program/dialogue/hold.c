/* The program as a process, with all that it writes kept. */
#include "hold.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Seconds that a dialogue may take on a machine that does much else besides, and after which a
 * search that some number made long is told to end. */
static const double LIMIT = 180, PATIENCE = 3;

struct talk {
    const struct script *script;
    struct held *held;
    pid_t process;
    int to, from, errors; /* -1: closed */
    size_t written;
    int pause;         /* the next of the script's */
    double began, due; /* when the next bytes may be written */
    bool urged;        /* it was told to end */
};

double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void held_free(struct held *held)
{
    mi_reply_free(&held->output);
    mi_reply_free(&held->errors);
}

/* ---- the process ---- */

static void become(const struct script *script, const char *program, const char *folder)
{
    char name[] = "miai", *list[ARGUMENTS_MAX + 2] = {name};
    for (int i = 0; i < script->arguments; i++)
        list[i + 1] = strdup(script->argument[i]);
    signal(SIGPIPE, SIG_DFL);
    for (int file = STDERR_FILENO + 1; file < 64; file++)
        close(file);
    if (chdir(folder) == 0)
        execv(program, list);
    _exit(127);
}

static void close_file(int *file)
{
    if (*file >= 0)
        close(*file);
    *file = -1;
}

static bool start(struct talk *talk, const char *program, const char *folder)
{
    int ends[3][2];
    for (int i = 0; i < 3; i++)
        if (pipe(ends[i]) != 0)
            return false;
    talk->process = fork();
    if (talk->process == 0) {
        dup2(ends[0][0], STDIN_FILENO);
        dup2(ends[1][1], STDOUT_FILENO);
        dup2(ends[2][1], STDERR_FILENO);
        become(talk->script, program, folder);
    }
    close(ends[0][0]);
    close(ends[1][1]);
    close(ends[2][1]);
    talk->to = ends[0][1];
    talk->from = ends[1][0];
    talk->errors = ends[2][0];
    fcntl(talk->to, F_SETFL, O_NONBLOCK);
    return talk->process > 0;
}

/* ---- the talk ---- */

static bool all_written(const struct talk *talk)
{
    return talk->written == talk->script->input.length;
}

/* Does the script end the program, or is the end of input to do it? */
static bool ends_by_word(const struct script *script)
{
    const char *end = script->protocol == GOMOCUP ? "END\n" : "quit\n";
    size_t length = strlen(end);
    return script->input.length >= length &&
           memcmp(script->input.text + script->input.length - length, end, length) == 0;
}

/* Up to the next pause. */
static void write_on(struct talk *talk)
{
    const struct script *script = talk->script;
    bool pauses = talk->pause < script->pauses;
    size_t end = pauses ? script->pause[talk->pause].at : script->input.length;
    ssize_t n = write(talk->to, script->input.text + talk->written, end - talk->written);
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        close_file(&talk->to);
    if (n > 0)
        talk->written += (size_t)n;
    if (pauses && talk->written == end)
        talk->due = now() + script->pause[talk->pause++].milliseconds / 1000.0;
    else if (all_written(talk) && !ends_by_word(script))
        close_file(&talk->to);
    else if (all_written(talk))
        talk->due = now() + PATIENCE;
}

/* A mutated number may have made a search long: it is ended as a client would do it. */
static void urge(struct talk *talk)
{
    static const char *const words[PROTOCOLS] = {"# interrupt\n", "stop\n", "YXSTOP\n", ""};
    const char *word = words[talk->script->protocol];
    talk->urged = write(talk->to, word, strlen(word)) >= 0;
    close_file(&talk->to);
}

static void send(struct talk *talk)
{
    if (talk->to < 0 || now() < talk->due)
        return;
    if (!all_written(talk) || talk->pause < talk->script->pauses)
        write_on(talk);
    else
        urge(talk);
}

static void receive(int *file, struct mi_reply *text)
{
    char bytes[1 << 14];
    ssize_t n = read(*file, bytes, sizeof bytes);
    if (n > 0)
        mi_reply_bytes(text, bytes, (size_t)n);
    else if (n == 0 || errno != EINTR)
        close_file(file);
}

/* Waits for whatever can be done. */
static void wait_for_files(struct talk *talk)
{
    double rest = talk->due - now();
    bool writes = talk->to >= 0 && rest <= 0;
    struct pollfd files[] = {{.fd = talk->from, .events = POLLIN},
                             {.fd = talk->errors, .events = POLLIN},
                             {.fd = writes ? talk->to : -1, .events = POLLOUT}};
    poll(files, 3, talk->to >= 0 && rest > 0 && rest < 1 ? (int)(1000 * rest) + 1 : 1000);
    if (files[0].revents)
        receive(&talk->from, &talk->held->output);
    if (files[1].revents)
        receive(&talk->errors, &talk->held->errors);
}

bool hold(const struct script *script, const char *program, const char *folder, struct held *held)
{
    struct talk talk = {.script = script, .held = held, .began = now()};
    *held = (struct held){0};
    if (!start(&talk, program, folder))
        return false;
    while ((talk.from >= 0 || talk.errors >= 0) && !held->late) {
        send(&talk);
        wait_for_files(&talk);
        held->late = now() - talk.began > LIMIT;
    }
    if (held->late)
        kill(talk.process, SIGKILL);
    close_file(&talk.to);
    close_file(&talk.from);
    close_file(&talk.errors);
    return waitpid(talk.process, &held->status, 0) == talk.process;
}
