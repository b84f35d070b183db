/* client.h - the program as a client sees it: a process behind two pipes. */
#ifndef MI_TESTS_SUPPORT_CLIENT_H
#define MI_TESTS_SUPPORT_CLIENT_H

#include <stdio.h>
#include <sys/types.h>

struct client {
    FILE *to, *from;
    pid_t process;
};

/* Starts the program that MIAI names, or ./miai, with arguments ended by NULL. */
struct client start_client(const char *const *arguments);

/* Sends quit, waits for the end; the exit status. */
int end_client(struct client *client);

void send_line(struct client *client, const char *line);

/* The next line without its newline; fails the test at the end of output. */
char *receive_line(struct client *client, char *line, size_t size);

/* Reads up to the empty line that ends a reply. */
void skip_reply(struct client *client);

/* Sends a command whose reply has to be a success. */
void command(struct client *client, const char *line);

#endif
