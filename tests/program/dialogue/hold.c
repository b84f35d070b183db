/* Runs the program as a process and keeps its output. */
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

/* In seconds: the limit for a dialogue, even on a busy machine, and the time after which a search
 * that a mutated number made long is stopped. */
static const double LIMIT = 180, PATIENCE = 3;

struct dialogue {
    const struct script *script;
    struct script_result *held;
    pid_t process;
    int to, from, errors; /* -1 if closed */
    size_t written;
    int pause;         /* index of the script's next pause */
    double began, due; /* when the next bytes may be written */
    bool asked_to_stop; /* it was asked to stop its search */
};

double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void script_result_free(struct script_result *held)
{
    mi_reply_free(&held->output);
    mi_reply_free(&held->errors);
}

/* ---- the process ---- */

static void exec_program(const struct script *script, const char *program, const char *folder)
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

static bool start_program(struct dialogue *dialogue, const char *program, const char *folder)
{
    int ends[3][2];
    for (int i = 0; i < 3; i++)
        if (pipe(ends[i]) != 0)
            return false;
    dialogue->process = fork();
    if (dialogue->process == 0) {
        dup2(ends[0][0], STDIN_FILENO);
        dup2(ends[1][1], STDOUT_FILENO);
        dup2(ends[2][1], STDERR_FILENO);
        exec_program(dialogue->script, program, folder);
    }
    close(ends[0][0]);
    close(ends[1][1]);
    close(ends[2][1]);
    dialogue->to = ends[0][1];
    dialogue->from = ends[1][0];
    dialogue->errors = ends[2][0];
    fcntl(dialogue->to, F_SETFL, O_NONBLOCK);
    return dialogue->process > 0;
}

/* ---- the dialogue ---- */

static bool all_written(const struct dialogue *dialogue)
{
    return dialogue->written == dialogue->script->input.length;
}

/* Does the script end with a command that ends the program, rather than with the end of input? */
static bool ends_by_command(const struct script *script)
{
    const char *end = script->protocol == GOMOCUP ? "END\n" : "quit\n";
    size_t length = strlen(end);
    return script->input.length >= length &&
           memcmp(script->input.text + script->input.length - length, end, length) == 0;
}

/* Writes the input up to the next pause. */
static void write_to_next_pause(struct dialogue *dialogue)
{
    const struct script *script = dialogue->script;
    bool pauses = dialogue->pause < script->pauses;
    size_t end = pauses ? script->pause[dialogue->pause].at : script->input.length;
    ssize_t n =
        write(dialogue->to, script->input.text + dialogue->written, end - dialogue->written);
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        close_file(&dialogue->to);
    if (n > 0)
        dialogue->written += (size_t)n;
    if (pauses && dialogue->written == end)
        dialogue->due = now() + script->pause[dialogue->pause++].milliseconds / 1000.0;
    else if (all_written(dialogue) && !ends_by_command(script))
        close_file(&dialogue->to);
    else if (all_written(dialogue))
        dialogue->due = now() + PATIENCE;
}

/* Stops a search that a mutated number may have made long, as a client would, and ends the input.
 */
static void stop_search(struct dialogue *dialogue)
{
    static const char *const words[PROTOCOLS] = {"# interrupt\n", "stop\n", "YXSTOP\n", ""};
    const char *word = words[dialogue->script->protocol];
    dialogue->asked_to_stop = write(dialogue->to, word, strlen(word)) >= 0;
    close_file(&dialogue->to);
}

static void write_if_due(struct dialogue *dialogue)
{
    if (dialogue->to < 0 || now() < dialogue->due)
        return;
    if (!all_written(dialogue) || dialogue->pause < dialogue->script->pauses)
        write_to_next_pause(dialogue);
    else
        stop_search(dialogue);
}

static void read_available(int *file, struct mi_reply *text)
{
    char bytes[1 << 14];
    ssize_t n = read(*file, bytes, sizeof bytes);
    if (n > 0)
        mi_reply_bytes(text, bytes, (size_t)n);
    else if (n == 0 || errno != EINTR)
        close_file(file);
}

/* Waits until a file is ready, and reads the output. */
static void wait_for_files(struct dialogue *dialogue)
{
    double remaining = dialogue->due - now();
    bool writes = dialogue->to >= 0 && remaining <= 0;
    struct pollfd files[] = {{.fd = dialogue->from, .events = POLLIN},
                             {.fd = dialogue->errors, .events = POLLIN},
                             {.fd = writes ? dialogue->to : -1, .events = POLLOUT}};
    poll(files, 3,
         dialogue->to >= 0 && remaining > 0 && remaining < 1 ? (int)(1000 * remaining) + 1 : 1000);
    if (files[0].revents)
        read_available(&dialogue->from, &dialogue->held->output);
    if (files[1].revents)
        read_available(&dialogue->errors, &dialogue->held->errors);
}

bool run_script(const struct script *script, const char *program, const char *folder,
                struct script_result *held)
{
    struct dialogue dialogue = {.script = script, .held = held, .began = now()};
    *held = (struct script_result){0};
    if (!start_program(&dialogue, program, folder))
        return false;
    while ((dialogue.from >= 0 || dialogue.errors >= 0) && !held->late) {
        write_if_due(&dialogue);
        wait_for_files(&dialogue);
        held->late = now() - dialogue.began > LIMIT;
    }
    if (held->late)
        kill(dialogue.process, SIGKILL);
    close_file(&dialogue.to);
    close_file(&dialogue.from);
    close_file(&dialogue.errors);
    return waitpid(dialogue.process, &held->status, 0) == dialogue.process;
}
