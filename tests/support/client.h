/* client.h - runs the program as a client does: a process with two pipes. */
#ifndef MI_TESTS_SUPPORT_CLIENT_H
#define MI_TESTS_SUPPORT_CLIENT_H

#include <stdio.h>
#include <sys/types.h>

struct client {
    FILE *to, *from;
    pid_t process;
};

/* Starts $MIAI, or ./miai, with arguments that end with NULL. */
struct client start_client(const char *const *arguments);

/* Sends quit and waits for the end. Returns the exit status. */
int end_client(struct client *client);

void send_line(struct client *client, const char *line);

/* Reads the next line, without its newline. Fails the test at the end of the output. */
char *receive_line(struct client *client, char *line, size_t size);

/* Skips to the empty line that ends a reply. */
void skip_reply(struct client *client);

/* Sends a command and asserts that it succeeds. */
void command(struct client *client, const char *line);

#endif
