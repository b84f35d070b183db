/* Checks analysis lines. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

/* Words at which a variation ends. */
static bool ends_line(const char *word, size_t length)
{
    static const char *const ends[] = {"info",           "pvVisits",       "pvEdgeVisits",
                                       "rootInfo",       "movesOwnership", "ownership",
                                       "ownershipStdev", "isSymmetryOf"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (strlen(ends[i]) == length && memcmp(ends[i], word, length) == 0)
            return true;
    return length == 0;
}

static const char *next_word(const char *word)
{
    word += strcspn(word, " ");
    return word + strspn(word, " ");
}

/* Plays the move of a word; false if it is illegal or the game was over. */
static bool play_word(struct model *model, int player, const char *word, bool first)
{
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, player, list);
    const struct plain *pos = plain_now(&model->line);
    int move = plain_read_move(pos, list, n, word, strcspn(word, " "));
    if (move < 0 || (!first && pos->over && pos->winner != PLAIN_DRAW))
        return false;
    return plain_line_play(&model->line, player, move) || model->line.plies == PLAIN_PLIES;
}

bool model_check_line(struct model *model, int player, const char *words, const char *move)
{
    const int plies = model->line.plies;
    const char *word = words;
    size_t length = strcspn(words, " ");
    bool good = !move || (strcspn(move, " ") == length && memcmp(move, words, length) == 0);
    bool first = true;
    while (good && !ends_line(word, strcspn(word, " ")) && model->line.plies < PLAIN_PLIES) {
        good = play_word(model, player, word, first);
        player = plain_now(&model->line)->turn;
        first = false;
        word = good ? next_word(word) : word;
    }
    model->line.plies = plies;
    return good ||
           model_fault(model, "a line of play: %.*s, at %.*s, after %.200s",
                       (int)(word - words) + 5, words, (int)strcspn(word, " "), word, model->said);
}

/* Checks that a number with that name in a part of the line is in a range. */
static bool check_number(struct model *model, const char *part, const char *end, const char *name,
                         double least, double most)
{
    const char *word = part;
    size_t length = strlen(name);
    while (word < end && !(strncmp(word, name, length) == 0 && word[length] == ' '))
        word = next_word(word);
    if (word >= end)
        return true;
    char *rest;
    double value = strtod(next_word(word), &rest);
    return (rest != next_word(word) && value >= least && value <= most) ||
           model_fault(model, "a number of an analysis: %.60s", word);
}

/* Checks "move M visits N ... pv M ...", the part of one move. */
static bool check_part(struct model *model, int player, const char *part, const char *end)
{
    const char *pv = part;
    const char *utility = strstr(part, " utility ");
    double whole = utility && utility < end ? 1 : 10000; /* KataGo's or Leela Zero's scale */
    while (pv < end && strncmp(pv, "pv ", 3) != 0)
        pv = next_word(pv);
    if (strncmp(part, "move ", 5) != 0 || pv >= end)
        return model_fault(model, "an analysis without move or pv: %.60s", part);
    return check_number(model, part, end, "visits", 0, 1e9) &&
           check_number(model, part, end, "winrate", 0, whole) &&
           check_number(model, part, end, "prior", 0, whole) &&
           check_number(model, part, end, "lcb", -whole, whole) &&
           check_number(model, part, end, "order", 0, PLAIN_LIST) &&
           model_check_line(model, player, next_word(pv), part + 5);
}

bool model_check_info(struct model *model, int player, const char *line)
{
    while (*line) {
        const char *part = next_word(line), *end = strstr(line + 1, " info ");
        if (strncmp(line, "info ", 5) != 0)
            return model_fault(model, "no line of an analysis: %.60s", line);
        end = end ? end + 1 : line + strlen(line);
        if (!check_part(model, player, part, end))
            return false;
        line = end;
    }
    return true;
}
