#include "faults.h"

#include <stdio.h>
#include <string.h>

static void print_fault(void *context, const char *text)
{
    (void)context;
    printf("%s\n\n", text);
    fflush(stdout); /* the next check may crash */
}

int mi_print_faults(const miai_game *game)
{
    int faults = miai_check_game(game, print_fault, NULL);
    if (faults >= 0)
        printf("%s: %d %s\n", game->name, faults, faults == 1 ? "fault" : "faults");
    return faults;
}

struct first_fault {
    char *text;
    size_t size;
};

static void copy_first_fault(void *context, const char *text)
{
    struct first_fault *first_fault = context;
    if (first_fault->text[0] == '\0')
        snprintf(first_fault->text, first_fault->size, "%.*s", (int)strcspn(text, "\n"), text);
}

void mi_first_fault(const miai_game *game, char *text, size_t size)
{
    struct first_fault first_fault = {text, size};
    text[0] = '\0';
    miai_check_game(game, copy_first_fault, &first_fault);
}
