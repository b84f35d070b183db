/* terminal - runs a program in a pseudo-terminal and types what a script says.
 *
 * terminal SCRIPT PROGRAM ARGUMENT...
 * Lines of the script:
 * > TEXT: types the text and Enter; \t is a tab, \c Ctrl-C, \q Ctrl-\, \u the up key
 * - TEXT: types the text only
 * ? TEXT: waits until the program has written that text, after the text found before
 * ! TEXT: fails if the program has written that text so far
 * . SECONDS: waits
 * # a comment
 *
 * The status is 0 if all went well and the program's was 0; otherwise the program's output is
 * shown. */
#define _XOPEN_SOURCE 600

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { OUTPUT = 1 << 20, LINE = 1024, PATIENCE = 30000 /* milliseconds */ };

struct session {
    int terminal;
    pid_t program;
    char output[OUTPUT];
    size_t length, found; /* found: end of the text matched so far */
    bool ended;
};

/* Reads the output of so many milliseconds; false if there was none. */
static bool take_output(struct session *s, int milliseconds)
{
    struct pollfd file = {.fd = s->terminal, .events = POLLIN};
    if (s->ended || poll(&file, 1, milliseconds) <= 0)
        return false;
    ssize_t n = read(s->terminal, s->output + s->length, OUTPUT - 1 - s->length);
    s->ended = n <= 0;
    if (n > 0)
        s->length += (size_t)n;
    s->output[s->length] = '\0';
    return n > 0;
}

static bool wait_for(struct session *s, const char *text)
{
    const char *at;
    while ((at = strstr(s->output + s->found, text)) == NULL)
        if (!take_output(s, PATIENCE))
            return false;
    s->found = (size_t)(at - s->output) + strlen(text);
    return true;
}

static void type_text(struct session *s, const char *text, bool enter)
{
    char bytes[2 * LINE];
    size_t n = 0;
    for (; *text; text++) {
        if (*text != '\\') {
            bytes[n++] = *text;
        } else if (*++text == 'u') {
            memcpy(bytes + n, "\033[A", 3);
            n += 3;
        } else {
            bytes[n++] = *text == 't'   ? '\t'
                         : *text == 'c' ? '\003'
                         : *text == 'q' ? '\034'
                                        : '\004';
        }
    }
    if (enter)
        bytes[n++] = '\r';
    if (write(s->terminal, bytes, n) != (ssize_t)n)
        s->ended = true;
}

static void pause_for(struct session *s, const char *seconds)
{
    int left = (int)(1000 * atof(seconds));
    while (left > 0) {
        take_output(s, 50);
        left -= 50;
    }
}

static bool run_line(struct session *s, char *line)
{
    char *text = line[0] && line[1] ? line + 2 : line + strlen(line);
    switch (line[0]) {
    case '>':
    case '-':
        type_text(s, text, line[0] == '>');
        return true;
    case '?':
        return wait_for(s, text);
    case '!':
        while (take_output(s, 100))
            ;
        return strstr(s->output, text) == NULL;
    case '.':
        pause_for(s, text);
        return true;
    }
    return true;
}

static int open_terminal(struct session *s)
{
    struct winsize size = {.ws_row = 50, .ws_col = 100};
    s->terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (s->terminal < 0 || grantpt(s->terminal) != 0 || unlockpt(s->terminal) != 0)
        return -1;
    int other = open(ptsname(s->terminal), O_RDWR | O_NOCTTY);
    if (other >= 0)
        ioctl(other, TIOCSWINSZ, &size);
    return other;
}

static bool start_program(struct session *s, char **arguments)
{
    int other = open_terminal(s);
    if (other < 0)
        return false;
    s->program = fork();
    if (s->program == 0) {
        setsid();
        ioctl(other, TIOCSCTTY, 0);
        signal(SIGINT, SIG_DFL); /* a job in the background of a script ignores both */
        signal(SIGQUIT, SIG_DFL);
        for (int file = 0; file < 3; file++)
            dup2(other, file);
        close(s->terminal);
        if (other > 2)
            close(other);
        execv(arguments[0], arguments);
        _exit(127);
    }
    close(other);
    return s->program > 0;
}

static int wait_for_end(struct session *s)
{
    int status;
    while (take_output(s, PATIENCE))
        ;
    if (!s->ended)
        kill(s->program, SIGKILL);
    if (waitpid(s->program, &status, 0) < 0)
        return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

int main(int argc, char **argv)
{
    static struct session s;
    char line[LINE];
    FILE *script = argc > 2 ? fopen(argv[1], "r") : NULL;
    bool good = true;
    if (!script || !start_program(&s, argv + 2)) {
        fprintf(stderr, "terminal: no script, or no terminal\n");
        return 77;
    }
    for (int number = 1; good && fgets(line, sizeof line, script); number++) {
        line[strcspn(line, "\n")] = '\0';
        good = run_line(&s, line);
        if (!good)
            printf("line %d: %s\n", number, line);
    }
    fclose(script);
    if (!good)
        kill(s.program, SIGKILL);
    int status = wait_for_end(&s);
    if (good && status == 0)
        return 0;
    printf("status %d; it wrote:\n%s\n", status, s.output);
    return 1;
}
