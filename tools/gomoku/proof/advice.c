#include "advice.h"

#include <stdio.h>
#include <string.h>

miai_engine *advice_open(const char *network)
{
    const char *const options[][2] = {{"game", "gomoku"},  {"search", "mcts"},    {"threads", "1"},
                                      {"memory", "64"},    {"resign", "0"},       {"seed", "1"},
                                      {"network", "none"}, {"eval-file", network}};
    miai_engine *engine = miai_new();
    size_t n = sizeof options / sizeof *options - (network == NULL);
    for (size_t i = 0; engine && i < n; i++) {
        int failed = miai_set_option(engine, options[i][0], options[i][1]);
        if (failed != MIAI_OK) {
            fprintf(stderr, "prove: %s: %s\n", options[i][0], miai_error_reason(engine, failed));
            miai_free(engine);
            return NULL;
        }
    }
    return engine;
}

static bool play_point(miai_engine *engine, int point)
{
    char text[MIAI_MOVE_TEXT];
    miai_point_text_in(MIAI_LETTERS_ALL, point % WIDTH, point / WIDTH, text, sizeof text);
    return miai_play(engine, MIAI_TURN, text) == MIAI_OK;
}

/* Merges moves that are equal under a symmetry into the first of them. */
static void merge_symmetric_moves(const struct stones *stones, struct advice *advice)
{
    uint64_t key[POINTS];
    for (int point = 0; point < POINTS; point++) {
        if (advice->share[point] <= 0)
            continue;
        struct stones after = *stones;
        stones_add(&after, point, BLACK);
        key[point] = stones_normalise(&after, NULL);
        for (int first = 0; first < point; first++)
            if (advice->share[first] > 0 && key[first] == key[point]) {
                advice->share[first] += advice->share[point];
                advice->share[point] = 0;
                break;
            }
    }
}

bool advice_ask(miai_engine *engine, const struct stones *stones, int playouts,
                struct advice *advice)
{
    char text[MIAI_MOVE_TEXT], number[16];
    miai_choice choice;
    bool well = true;
    memset(advice, 0, sizeof *advice);
    snprintf(number, sizeof number, "%d", playouts);
    miai_clear(engine);
    for (int i = 0; well && i < stones->n[BLACK]; i++)
        well = play_point(engine, stones->at[BLACK][i]) && play_point(engine, stones->at[WHITE][i]);
    if (!well || miai_set_option(engine, "playouts", number) != MIAI_OK ||
        miai_search(engine, MIAI_TURN, NULL, text, sizeof text) != MIAI_OK)
        return false;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        miai_move point = miai_point_read_in(MIAI_LETTERS_ALL, choice.move, WIDTH, WIDTH);
        if (point == MIAI_NO_MOVE)
            continue;
        advice->share[point] = choice.share;
        advice->value[point] = choice.value;
    }
    merge_symmetric_moves(stones, advice);
    return true;
}
