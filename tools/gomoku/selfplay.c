#include "selfplay.h"

#include "base/fmath.h"
#include "base/shared/work_item.h"
#include "game/gomoku/threat/find.h"

#include <stdlib.h>
#include <unistd.h>

enum {
    OPENING_MOST = 9, /* maximum stones of the opening */
    AWAY = 3          /* minimum distance of the first stone from the border */
};

int selfplay_random_below(struct selfplay *play, int n)
{
    return (int)miai_rng_below(&play->rng, (uint32_t)n);
}

/* ---- moves ---- */

void selfplay_move(struct selfplay *play, miai_move move)
{
    char text[MIAI_MOVE_TEXT];
    mi_gomoku_game.move_text(play->position, move, text, sizeof text);
    mi_gomoku_game.play(play->position, move);
    if (miai_play(play->engine, MIAI_TURN, text) != MIAI_OK)
        abort();
}

miai_move selfplay_read_move(const char *text)
{
    return miai_point_read_in(MIAI_LETTERS_ALL, text, SELFPLAY_SIDE, SELFPLAY_SIDE);
}

miai_move selfplay_draw_move(struct selfplay *play)
{
    double left = mi_uniform(miai_rng_next(&play->rng));
    miai_choice choice;
    miai_move move = MIAI_NO_MOVE;
    for (int i = 0; left >= 0 && miai_choice_at(play->engine, i, &choice); i++) {
        move = selfplay_read_move(choice.move);
        left -= choice.share;
    }
    return move;
}

bool selfplay_is_certain(const struct mi_gomoku *position)
{
    int least, most, plies = 0, score;
    return mi_gomoku_game.outcome(position, &score) ||
           mi_gomoku_game.solver->known(position, &least, &most, &plies);
}

/* ---- the opening ---- */

static miai_move opening_move(struct selfplay *play)
{
    miai_move list[MIAI_MAX_LEGAL];
    int width = SELFPLAY_SIDE - 2 * AWAY;
    if (play->position->stones == 0)
        return (AWAY + selfplay_random_below(play, width)) * SELFPLAY_SIDE + AWAY +
               selfplay_random_below(play, width);
    return list[selfplay_random_below(play, mi_gomoku_candidates(play->position, list))];
}

static int choose_rules(struct selfplay *play)
{
    int dice = selfplay_random_below(play, 20);
    return dice < 14   ? RULES_FREESTYLE
           : dice < 16 ? RULES_STANDARD
           : dice < 19 ? RULES_RENJU
                       : RULES_CARO;
}

void selfplay_open(struct selfplay *play)
{
    miai_setup setup = mi_gomoku_game.setup;
    int stones = 1 + selfplay_random_below(play, OPENING_MOST);
    setup.rules = choose_rules(play);
    miai_clear(play->engine);
    if (miai_set_option(play->engine, "rules", mi_gomoku_game.rules[setup.rules]) != MIAI_OK)
        abort();
    do {
        mi_gomoku_game.init(play->position, &setup);
        miai_clear(play->engine);
        for (int i = 0; i < stones && !selfplay_is_certain(play->position); i++)
            selfplay_move(play, opening_move(play));
    } while (selfplay_is_certain(play->position));
}

/* ---- the engine ---- */

/* The constant is the one used for the games in the README. */
bool selfplay_make_engine(struct selfplay *play, const miai_game *game, const char *playouts,
                          const char *network)
{
    const char *const options[][2] = {{"game", game ? game->name : "gomoku"},
                                      {"search", "mcts"},
                                      {"threads", "1"},
                                      {"memory", "64"},
                                      {"resign", "0"},
                                      {"uct-constant", "0.7"},
                                      {"seed", "1"},
                                      {"playouts", playouts},
                                      {"network", "none"},
                                      {"eval-file", network}};
    play->engine = miai_new();
    if (!play->engine || (game && miai_add_game(play->engine, game) != MIAI_OK))
        return false;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        int failed = miai_set_option(play->engine, options[i][0], options[i][1]);
        if (failed != MIAI_OK) {
            fprintf(stderr, "%s: %s\n", options[i][0], miai_error_reason(play->engine, failed));
            return false;
        }
    }
    return true;
}

/* ---- blocks ---- */

static enum mi_work_item_state write_block(const struct selfplay_run *run, long block)
{
    char name[600];
    struct mi_work_item piece;
    snprintf(name, sizeof name, "%s/%s-%06ld.bin", run->directory, run->seed, block);
    enum mi_work_item_state state = mi_work_item_begin(&piece, name);
    if (state == MI_WORK_ITEM_MINE) {
        uint64_t seed = miai_mix((uint64_t)atol(run->seed) << 32 | (uint64_t)block);
        bool made = run->write(run->context, seed, piece.out);
        if (!mi_work_item_end(&piece, made))
            state = MI_WORK_ITEM_FAILED;
    }
    if (state == MI_WORK_ITEM_FAILED)
        perror(name);
    return state;
}

/* One pass over all blocks; false if one cannot be written.  *elsewhere: other processes are
 * writing some. */
static bool write_missing_blocks(const struct selfplay_run *run, long first, long count,
                                 bool *elsewhere)
{
    enum mi_work_item_state state = MI_WORK_ITEM_DONE;
    *elsewhere = false;
    for (long block = first; block < first + count && state != MI_WORK_ITEM_FAILED; block++) {
        state = write_block(run, block);
        *elsewhere |= state == MI_WORK_ITEM_ELSEWHERE;
    }
    return state != MI_WORK_ITEM_FAILED;
}

static bool read_blocks(const char *text, long *first, long *count)
{
    int end = 0;
    if (sscanf(text, "%ld:%ld%n", first, count, &end) != 2 || text[end]) {
        *first = 0;
        end = 0;
        if (sscanf(text, "%ld%n", count, &end) != 1 || text[end])
            return false;
    }
    return *first >= 0 && *count > 0;
}

bool selfplay_write_blocks(const struct selfplay_run *run)
{
    long first, count;
    if (!read_blocks(run->blocks, &first, &count)) {
        fprintf(stderr, "%s: BLOCKS is how many, or FIRST:COUNT\n", run->blocks);
        return false;
    }
    bool elsewhere, fine = write_missing_blocks(run, first, count, &elsewhere);
    while (fine && elsewhere) {
        sleep(1);
        fine = write_missing_blocks(run, first, count, &elsewhere);
    }
    return fine;
}
