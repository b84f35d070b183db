/* The program as a process. */
#include "talk.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Seconds after the last line within which the program must end. */
static const double PATIENCE = 60;

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void exec_program(const char *program, const char *folder, const char *const *arguments)
{
    char *list[32] = {strdup("miai")};
    for (int i = 0; arguments[i] && i < 30; i++)
        list[i + 1] = strdup(arguments[i]);
    for (int file = STDERR_FILENO + 1; file < 64; file++)
        close(file);
    signal(SIGPIPE, SIG_DFL);
    if (chdir(folder) != 0)
        _exit(126);
    int errors = open("errors", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (errors >= 0)
        dup2(errors, STDERR_FILENO);
    execv(program, list);
    _exit(127);
}

bool talk_start(struct talk *talk, const char *program, const char *folder,
                const char *const *arguments)
{
    int in[2], out[2];
    if (pipe(in) != 0 || pipe(out) != 0)
        return false;
    *talk = (struct talk){.to = in[1], .from = out[0], .process = fork()};
    if (talk->process == 0) {
        dup2(in[0], STDIN_FILENO);
        dup2(out[1], STDOUT_FILENO);
        exec_program(program, folder, arguments);
    }
    close(in[0]);
    close(out[1]);
    return talk->process > 0;
}

void talk_send(struct talk *talk, const char *line)
{
    size_t begin = talk->said.length;
    mi_reply_add(&talk->said, line);
    mi_reply_add(&talk->said, "\n");
    while (begin < talk->said.length) {
        ssize_t n = write(talk->to, talk->said.text + begin, talk->said.length - begin);
        if (n < 0 && errno != EINTR)
            return;
        begin += n > 0 ? (size_t)n : 0;
    }
}

/* Waits for more output. */
static void read_output(struct talk *talk, double seconds)
{
    char bytes[1 << 14];
    struct pollfd file = {.fd = talk->from, .events = POLLIN};
    if (poll(&file, 1, (int)(seconds * 1000) + 1) <= 0)
        return;
    ssize_t n = read(talk->from, bytes, sizeof bytes);
    if (n > 0)
        mi_reply_bytes(&talk->heard, bytes, (size_t)n);
    else if (n == 0 || errno != EINTR)
        talk->closed = true;
}

/* Discards the lines that were read. */
static void discard_read_lines(struct talk *talk)
{
    if (talk->at == 0)
        return;
    talk->heard.length -= talk->at;
    memmove(talk->heard.text, talk->heard.text + talk->at, talk->heard.length + 1);
    talk->at = 0;
}

const char *talk_receive(struct talk *talk, double seconds)
{
    const double end = now() + seconds;
    size_t looked = talk->at;
    for (;;) {
        char *from = talk->heard.text ? talk->heard.text + looked : NULL;
        char *newline = from ? memchr(from, '\n', talk->heard.length - looked) : NULL;
        if (newline) {
            char *line = talk->heard.text + talk->at;
            *newline = '\0';
            talk->at = (size_t)(newline + 1 - talk->heard.text);
            return line;
        }
        double left = end - now();
        if (talk->closed || left <= 0)
            return NULL;
        discard_read_lines(talk);
        looked = talk->heard.length;
        read_output(talk, left < 1 ? left : 1);
    }
}

double talk_cpu(const struct talk *talk)
{
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(talk->process, &clock) != 0 || clock_gettime(clock, &time) != 0)
        return -1;
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void read_errors(const char *folder, char *text, size_t size)
{
    char name[4200];
    snprintf(name, sizeof name, "%s/errors", folder);
    FILE *file = fopen(name, "r");
    text[0] = '\0';
    if (!file)
        return;
    if (fseek(file, -(long)(size - 1), SEEK_END) != 0)
        rewind(file);
    text[fread(text, 1, size - 1, file)] = '\0';
    fclose(file);
}

struct talk_end talk_end(struct talk *talk, const char *folder)
{
    struct talk_end end = {.status = -1};
    struct rusage usage = {0};
    const double last = now() + PATIENCE;
    close(talk->to);
    while (!talk->closed && now() < last)
        read_output(talk, 1);
    if (!talk->closed)
        kill(talk->process, SIGKILL);
    if (wait4(talk->process, &end.status, 0, &usage) != talk->process || !talk->closed)
        end.status = -1;
    end.peak_kib = usage.ru_maxrss;
    read_errors(folder, end.errors, sizeof end.errors);
    close(talk->from);
    mi_reply_free(&talk->said);
    mi_reply_free(&talk->heard);
    return end;
}
