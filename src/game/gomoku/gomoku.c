/* Gomoku: the rules, and the struct of functions. */
#include "game/gomoku/board/forbidden.h"
#include "game/gomoku/board/position.h"
#include "game/gomoku/threat/find.h"

#include "game/games.h"

static const char *const rules[] = {"freestyle",  "standard", "renju", "caro",
                                    "caro-exact", "swap",     "swap2", NULL};

enum { CHOICES = 2 }; /* moves that are not points */

static size_t gomoku_size(const miai_setup *setup)
{
    int padded = (setup->width * setup->height + 7) & ~7;
    return sizeof(struct mi_gomoku) + (size_t)(GOMOKU_ARRAYS * padded);
}

static int gomoku_move_count(const miai_setup *setup)
{
    return setup->width * setup->height + CHOICES;
}

void mi_gomoku_init(void *pos, const miai_setup *setup)
{
    struct mi_gomoku *g = pos;
    mi_gomoku_clear(g, setup->width, setup->height, setup->rules);
    if (setup->rules == RULES_SWAP || setup->rules == RULES_SWAP2)
        g->opening = OPENING_THREE;
}

int mi_gomoku_turn(const void *pos)
{
    const struct mi_gomoku *g = pos;
    return g->opening == OPENING_OVER ? player_of(g, g->colour) : mi_gomoku_opening_turn(g);
}

int mi_gomoku_moves(const void *pos, miai_move *list)
{
    const struct mi_gomoku *g = pos;
    int n = 0;
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0 && may_play_at(g, point, g->colour))
            list[n++] = point;
    return mi_gomoku_add_choices(g, list, n);
}

static bool gomoku_is_legal(const void *pos, miai_move move)
{
    const struct mi_gomoku *g = pos;
    if (g->over || move < 0)
        return false;
    if (move >= g->points)
        return mi_gomoku_may_choose(g, move);
    return stone_on(g, move) < 0 && may_play_at(g, move, g->colour);
}

/* The game is a draw if Black has only forbidden moves. */
static bool has_legal_move(const struct mi_gomoku *g)
{
    if (g->rules != RULES_RENJU || g->colour == WHITE)
        return g->stones < g->points;
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0 && may_play_at(g, point, BLACK))
            return true;
    return false;
}

static void set_result(struct mi_gomoku *g, int score)
{
    g->over = true;
    g->score = (int8_t)score;
}

void mi_gomoku_play(void *pos, miai_move move)
{
    struct mi_gomoku *g = pos;
    if (move >= g->points) {
        mi_gomoku_play_choice(g, move);
        return;
    }
    bool wins = gomoku_kind(g, g->colour)[move] == KIND_FIVE;
    mi_gomoku_put(g, move, g->colour);
    g->colour = (uint8_t)others(g->colour);
    if (g->opening != OPENING_OVER)
        mi_gomoku_advance_opening(g);
    if (wins)
        set_result(g, player_of(g, others(g->colour)) == 0 ? 1 : -1);
    else if (!has_legal_move(g))
        set_result(g, 0);
}

static bool gomoku_outcome(const void *pos, int *score)
{
    const struct mi_gomoku *g = pos;
    *score = g->score;
    return g->over;
}

static uint64_t gomoku_hash(const void *pos)
{
    const struct mi_gomoku *g = pos;
    int state = g->colour + COLOURS * g->swapped + 2 * COLOURS * g->opening;
    return g->hash ^ (state ? miai_mix(~(uint64_t)state) : 0);
}

/* The expected number of moves that are left: games end long before the board is full. */
static int gomoku_moves_left(const void *pos)
{
    const struct mi_gomoku *g = pos;
    int empty = g->points - g->stones;
    return 8 + empty / 10;
}

static const miai_tuning tuning = {
    .bytes = sizeof(miai_tuning),
    .uct_constant = 1.1,
    .leaf_odds = GOMOKU_ODDS,
};

static const miai_level levels[] = {
    {1, 1, 12, 0},       {1.7, 1, 4.2, 0},    {2.4, 1, 3, 0},         {3.9, 1, 1.5, 0},
    {6.05, 1, 0.8, 0},   {7.05, 1, 0.4, 0},   {7.8, 8, 0.4, 0},       {10.2, 32, 0.3, 0},
    {12.1, 128, 0.2, 0}, {13.3, 512, 0.1, 0}, {16.53, 2048, 0.05, 0}, {20, 8192, 0, 0},
    {0, 0, 0, 0},
};

static const miai_hints hints = {
    .bytes = sizeof(miai_hints),
    .tuning = &tuning,
    .candidates = mi_gomoku_candidates,
    .moves_left = gomoku_moves_left,
    .levels = levels,
    .scale = MIAI_SCALE_LEVEL,
    .draw_offers = true,
};

static const miai_books books = {
    .bytes = sizeof(miai_books),
    .symmetries = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE,
};

static const miai_records records = {.bytes = sizeof(miai_records), .sgf = 4};

const miai_game mi_gomoku_game = {
    .bytes = sizeof(miai_game),
    .name = "gomoku",
    .title = "Gomoku",
    .rules = rules,
    .min_width = GOMOKU_MIN_SIDE,
    .max_width = GOMOKU_MAX_SIDE,
    .min_height = GOMOKU_MIN_SIDE,
    .max_height = GOMOKU_MAX_SIDE,
    .setup = {.width = 15, .height = 15},
    .size = gomoku_size,
    .move_count = gomoku_move_count,
    .init = mi_gomoku_init,
    .turn = mi_gomoku_turn,
    .moves = mi_gomoku_moves,
    .legal = gomoku_is_legal,
    .play = mi_gomoku_play,
    .outcome = gomoku_outcome,
    .hash = gomoku_hash,
    .move_text = mi_gomoku_move_text,
    .text = mi_gomoku_text,
    .notation = &mi_gomoku_notation,
    .editing = &mi_gomoku_editing,
    .playouts = &mi_gomoku_playouts,
    .evaluation = &mi_gomoku_evaluation,
    .hints = &hints,
    .tactics = &mi_gomoku_tactics,
    .planes = &mi_gomoku_planes,
    .solver = &mi_gomoku_solver,
    .records = &records,
    .books = &books,
    .presentation = &mi_gomoku_presentation,
};
