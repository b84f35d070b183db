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

struct sentence {
    char *text;
    size_t size;
};

static void copy_first_fault(void *context, const char *text)
{
    struct sentence *sentence = context;
    if (sentence->text[0] == '\0')
        snprintf(sentence->text, sentence->size, "%.*s", (int)strcspn(text, "\n"), text);
}

void mi_first_fault(const miai_game *game, char *text, size_t size)
{
    struct sentence sentence = {text, size};
    text[0] = '\0';
    miai_check_game(game, copy_first_fault, &sentence);
}
