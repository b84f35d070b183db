/* Helpers for all dialogues. */
#include "model.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* The maximum time in seconds for a line, even on a busy machine. */
static const double PATIENCE = 120;

bool model_fault(struct model *model, const char *format, ...)
{
    va_list values;
    if (model->fault[0])
        return false;
    va_start(values, format);
    vsnprintf(model->fault, sizeof model->fault, format, values);
    va_end(values);
    return false;
}

bool model_holds(const struct model *model)
{
    return !model->fault[0];
}

int model_drawn(struct model *model, int n)
{
    return (int)miai_rng_below(&model->rng, (uint32_t)n);
}

bool model_one_in(struct model *model, int n)
{
    return model_drawn(model, n) == 0;
}

/* Mostly small boards, whose games are faster. */
static int draw_side(struct model *model, const struct plain_game *game)
{
    int least = game->side[0], most = game->side[1];
    if (most > least + 6 && !model_one_in(model, 12))
        most = least + 6;
    return least + model_drawn(model, most - least + 1);
}

void model_draw_game(struct model *model, const struct plain_game *game)
{
    int rules = 0, width, height;
    while (game->rules && game->rules[rules])
        rules++;
    do {
        width = draw_side(model, game);
        height = model_one_in(model, 3) ? draw_side(model, game) : width;
    } while (game->fits && !game->fits(width, height));
    plain_begin(&model->line, game, width, height, rules > 0 ? model_drawn(model, rules) : 0);
    model->plies = 10 + model_drawn(model, 2 * width * height);
    model->setup = false;
}

int model_draw_move(struct model *model, int player)
{
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, player, list);
    if (n == 0)
        return -1;
    int move = list[model_drawn(model, n)];
    if (move == PLAIN_PASS && !model_one_in(model, 4))
        move = list[model_drawn(model, n)];
    return move;
}

void model_draw_start(struct model *model, char *fen, size_t size)
{
    char row[9] = "........";
    static const char others[] = "qnn";
    row[2 * model_drawn(model, 4)] = 'b';
    row[2 * model_drawn(model, 4) + 1] = 'b';
    for (int i = 0; i < 3; i++) {
        int p;
        do
            p = model_drawn(model, 8);
        while (row[p] != '.');
        row[p] = others[i];
    }
    for (int i = 0, next = 0; i < 8; i++)
        if (row[i] == '.')
            row[i] = "rkr"[next++];
    char upper[9] = "";
    for (int i = 0; i < 8; i++)
        upper[i] = (char)(row[i] - 'a' + 'A');
    snprintf(fen, size, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", row, upper);
}

void model_send_line(struct model *model, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    vsnprintf(model->said, sizeof model->said, format, values);
    va_end(values);
    talk_send(&model->talk, model->said);
}

const char *model_read_line(struct model *model)
{
    const char *line = talk_receive(&model->talk, PATIENCE);
    if (!line)
        model_fault(model, "no reply to: %.200s", model->said);
    return line;
}

bool model_check_legal(struct model *model, int player, const char *text)
{
    int list[PLAIN_LIST], n = plain_line_moves(&model->line, player, list), count = 0;
    bool seen[PLAIN_LIST] = {false};
    for (const char *word = text; *word; word += strcspn(word, " "), word += strspn(word, " ")) {
        size_t length = strcspn(word, " ");
        int move = plain_read_move(plain_now(&model->line), list, n, word, length);
        int place = plain_find(list, n, move);
        if (place < 0 || seen[place])
            return model_fault(model, "listed as legal for %c: %.*s", "bw"[player], (int)length,
                               word);
        seen[place] = true;
        count++;
    }
    for (int i = 0; i < n && count != n; i++)
        if (!seen[i]) {
            char move[PLAIN_TEXT];
            plain_move_text(plain_now(&model->line), list[i], move);
            return model_fault(model, "not listed as legal for %c: %s", "bw"[player], move);
        }
    return true;
}
