/* A web page cannot start programs. */
#include "child.h"

struct mi_child *mi_child_start(char *const *arguments)
{
    (void)arguments;
    return NULL;
}

int mi_child_write(struct mi_child *child, const char *bytes, size_t length, int milliseconds)
{
    (void)child;
    (void)bytes;
    (void)length;
    (void)milliseconds;
    return 0;
}

int mi_child_read(struct mi_child *child, char *bytes, size_t size, int milliseconds)
{
    (void)child;
    (void)bytes;
    (void)size;
    (void)milliseconds;
    return 0;
}

void mi_child_close_input(struct mi_child *child)
{
    (void)child;
}

bool mi_child_ended(struct mi_child *child, char *text, size_t size)
{
    (void)child;
    if (size > 0)
        text[0] = '\0';
    return true;
}

void mi_child_kill(struct mi_child *child)
{
    (void)child;
}

void mi_child_free(struct mi_child *child)
{
    (void)child;
}
