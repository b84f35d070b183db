#include "client.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ARGUMENTS_MAX = 8 };

static void run_child(const char *const *arguments, int input, int output)
{
    const char *program = getenv("MIAI") ? getenv("MIAI") : "./miai";
    char *list[ARGUMENTS_MAX + 2] = {strdup(program)};
    for (int i = 0; i < ARGUMENTS_MAX && arguments[i]; i++)
        list[i + 1] = strdup(arguments[i]);
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    for (int file = STDERR_FILENO + 1; file < 64; file++)
        close(file);
    execv(program, list);
    _exit(127);
}

struct client start_client(const char *const *arguments)
{
    int to[2], from[2];
    ck_assert_int_eq(pipe(to), 0);
    ck_assert_int_eq(pipe(from), 0);
    pid_t process = fork();
    /* No assertions in the child: with CK_FORK=no it would write them to the parent's file. */
    if (process == 0)
        run_child(arguments, to[0], from[1]);
    ck_assert_int_ge(process, 0);
    close(to[0]);
    close(from[1]);
    return (struct client){fdopen(to[1], "w"), fdopen(from[0], "r"), process};
}

int end_client(struct client *client)
{
    int status = -1;
    send_line(client, "quit");
    fclose(client->to);
    waitpid(client->process, &status, 0);
    fclose(client->from);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void send_line(struct client *client, const char *line)
{
    fprintf(client->to, "%s\n", line);
    fflush(client->to);
}

char *receive_line(struct client *client, char *line, size_t size)
{
    ck_assert_msg(fgets(line, (int)size, client->from) != NULL, "the output has ended");
    char *end = strchr(line, '\n');
    ck_assert_msg(end != NULL, "a line without end, or too long: %.60s", line);
    *end = '\0';
    return line;
}

void skip_reply(struct client *client)
{
    static char line[1 << 20];
    while (*receive_line(client, line, sizeof line))
        ck_assert_msg(*line != '?', "%s", line);
}

void command(struct client *client, const char *line)
{
    send_line(client, line);
    skip_reply(client);
}
