/* Go: the struct of functions that implements the game contract. */
#include "game/go/board/go.h"

#include "game/games.h"
#include "game/go/board/encore.h"
#include "game/go/board/move.h"
#include "game/go/network/planes.h"
#include "game/go/policy/weights.h"
#include "game/go/tactics/ladder_katago.h"

#include <string.h>

static int go_move_count(const miai_setup *setup)
{
    return setup->width * setup->height + 1;
}

static int go_turn(const void *pos)
{
    const struct mi_go *b = pos;
    return b->turn;
}

static bool go_is_legal(const void *pos, miai_move move)
{
    const struct mi_go *b = pos;
    if (b->passes == 2 || move < 0 || move > mi_go_pass(b))
        return false;
    return move == mi_go_pass(b) || mi_go_legal_move(b, mi_go_point_of(b, move));
}

/* The suicide of a single stone would change nothing under any rules. */
static bool go_tolerates(const void *pos, miai_move move)
{
    union mi_go_copy copy;
    if (move < 0 || move >= mi_go_pass(pos))
        return false;
    mi_go_copy(&copy, pos);
    copy.b.rules.suicide = 1;
    copy.b.ko = MI_GO_NONE;
    copy.b.ko_captures = 0;
    return mi_go_legal_move(&copy.b, mi_go_point_of(&copy.b, move));
}

static bool go_outcome(const void *pos, int *score)
{
    const struct mi_go *b = pos;
    if (b->passes < 2)
        return false;
    *score = mi_go_final_score(b, NULL);
    return true;
}

/* Includes the prisoners if territory is counted: then they affect the score. */
static uint64_t go_hash(const void *pos)
{
    const struct mi_go *b = pos;
    uint64_t rest = (uint64_t)1 << 63 | (uint64_t)b->ko << 4 | (uint64_t)b->passes << 1 | b->turn;
    rest ^= (uint64_t)mi_go_handicap_compensation(b) << 52;
    rest ^= (uint64_t)(b->rules.bonus != MI_GO_BONUS_NONE && b->opening && b->handicap > 0) << 51;
    rest ^= (uint64_t)b->button << 50 ^ (uint64_t)(b->button_score > 0) << 49 ^
            (uint64_t)(b->button_score < 0) << 48;
    rest ^= (uint64_t)(b->passes < 2 && mi_go_pass_repeats(b)) << 47;
    if (b->phase > 0)
        rest ^= miai_mix(b->ko_mark_key ^ b->encore_key ^ b->phase);
    uint64_t lead = (uint32_t)(b->prisoners[MI_GO_BLACK] - b->prisoners[MI_GO_WHITE]);
    return b->stones ^ miai_mix(b->rules.territory ? rest ^ lead << 20 : rest);
}

static miai_move go_pass_move(const void *pos)
{
    return mi_go_pass(pos);
}

/* After the end of the encore, networks see only its last move. */
static void go_set_turn(void *pos, int player)
{
    struct mi_go *b = pos;
    if (b->phase > 0 && b->passes == 2)
        b->phase_plies = 1;
    b->turn = (uint8_t)player;
    b->ko = MI_GO_NONE;
    b->passes = 0;
}

static int go_repeat_rule(const void *pos)
{
    const struct mi_go *b = pos;
    bool draws = b->rules.ko == MI_GO_KO_SIMPLE || b->phase > 0;
    return draws ? MIAI_REPEAT_DRAW : MIAI_REPEAT_ILLEGAL;
}

static uint64_t go_repeat_key(const void *pos)
{
    const struct mi_go *b = pos;
    return mi_go_keys_have_turn(b) ? b->stones ^ b->ko_mark_key ^ miai_mix(b->turn) : b->stones;
}

/* With simple ko, the game has no result when a position occurs for the third time without a pass
 * in between: then as many stones were captured as were played. With superko a pass is always
 * legal. */
static int go_repeat_window(const void *pos)
{
    const struct mi_go *b = pos;
    int captured = b->prisoners[0] + b->prisoners[1];
    if (b->passes > 0 || captured == 0)
        return 0;
    bool counts_captures = b->rules.ko == MI_GO_KO_SIMPLE && b->phase == 0;
    return counts_captures && captured < b->history_plies ? captured : b->history_plies;
}

static void go_write_ownership(const void *pos, int8_t *owner)
{
    mi_go_ownership(pos, NULL, owner);
}

static void go_write_board(const void *pos, int8_t *piece)
{
    const struct mi_go *b = pos;
    for (int move = 0; move < mi_go_pass(b); move++) {
        int colour = b->point[mi_go_point_of(b, move)].colour;
        piece[move] = (int8_t)(colour == MI_GO_EMPTY ? -1 : colour);
    }
}

static const miai_tuning go_tuning = {.bytes = sizeof(miai_tuning),
                                      .uct_constant = 1,
                                      .rave = 1000,
                                      .prior_wins = 210,
                                      .margin = 0.02,
                                      .resign = 0.1};

static bool go_counts_territory(const void *pos)
{
    const struct mi_go *b = pos;
    return b->rules.territory && b->phase < 2;
}

static void go_play_freely(void *pos)
{
    struct mi_go *b = pos;
    b->phase = 0;
    b->rules.territory = 0;
    b->rules.tax = MI_GO_TAX_NONE;
    b->rules.friendly = 1; /* pass-dead stones have to be captured */
}

static const miai_editing go_editing = {
    .bytes = sizeof(miai_editing),
    .pass = go_pass_move,
    .board = go_write_board,
    .set_turn = go_set_turn,
    .put = mi_go_edit_point,
    .set_rules = mi_go_set_rules,
    .handicap = mi_go_handicap,
    .give = mi_go_set_handicap_count,
    .tolerates = go_tolerates,
};

static const miai_repetition go_repetition = {
    .bytes = sizeof(miai_repetition),
    .rule = go_repeat_rule,
    .key = go_repeat_key,
    .window = go_repeat_window,
};

static const miai_playouts go_playouts = {
    .bytes = sizeof(miai_playouts),
    .moves = mi_go_playout_moves,
    .uniform = mi_go_playout,
    .heavy = mi_go_heavy_playout,
};

static const miai_evaluation go_evaluation = {
    .bytes = sizeof(miai_evaluation),
    .evaluate = mi_go_evaluate,
    .priors = mi_go_priors,
    .open = mi_go_open_weights,
    .close = mi_go_close_weights,
    .held = mi_go_weights_bytes,
    .memory = mi_go_priors_memory,
};

static const miai_level go_levels[] = {
    {-19, 1, 4, 0},     {-16, 1, 1.5, 0},   {-13.8, 1, 0.8, 0}, {-11.2, 1, 0.4, 0},
    {-10.3, 8, 0.4, 0}, {-6.7, 32, 0.3, 0}, {-3, 128, 0.2, 0},  {0.1, 512, 0.1, 0},
    {2, 1024, 0, 0},    {0, 0, 0, 0},
};

static const miai_hints go_hints = {
    .bytes = sizeof(miai_hints),
    .tuning = &go_tuning,
    .candidates = mi_go_candidates,
    .levels = go_levels,
    .scale = MIAI_SCALE_RANK,
};

/* ---- ladders ---- */

static void mark_caught_chain(void *context, const struct mi_go *b, int head,
                              const struct go_katago_ladder *ladder)
{
    bool *caught = context;
    (void)ladder;
    for (int move = 0; move < mi_go_pass(b); move++)
        if (b->point[mi_go_point_of(b, move)].head == head)
            caught[move] = true;
}

static void go_find_ladders(const void *pos, bool *caught)
{
    const struct mi_go *b = pos;
    mi_go_katago_ladders(b, b->ko, mark_caught_chain, caught);
}

static const miai_margins go_margins = {.bytes = sizeof(miai_margins),
                                        .unit = 4 * MIAI_POINT_SCORE};

static const miai_tactics go_tactics = {
    .bytes = sizeof(miai_tactics),
    .noisy = mi_go_noisy,
    .margins = &go_margins,
    .ladders = go_find_ladders,
};

static const miai_scoring go_scoring = {
    .bytes = sizeof(miai_scoring),
    .ownership = go_write_ownership,
    .settle = mi_go_final_score,
    .judge = mi_go_judge,
    .finished = mi_go_finished,
    .territory = go_counts_territory,
    .play_freely = go_play_freely,
    .count = mi_go_score_by_owners,
    .solve_life = mi_go_solve_life,
};

static const miai_books go_books = {
    .bytes = sizeof(miai_books),
    .symmetries = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE,
};

static const miai_records go_records = {
    .bytes = sizeof(miai_records),
    .sgf = 1,
};

const miai_game mi_go_game = {
    .bytes = sizeof(miai_game),
    .name = "go",
    .title = "Go",
    .rules = mi_go_rule_names,
    .min_width = 2,
    .max_width = MI_GO_MAX_SIDE,
    .min_height = 2,
    .max_height = MI_GO_MAX_SIDE,
    .setup = {.width = 19, .height = 19, .komi = 7.5, .rules = MI_GO_CHINESE},
    .points = 0,
    .size = mi_go_size,
    .move_count = go_move_count,
    .init = mi_go_init,
    .turn = go_turn,
    .moves = mi_go_moves,
    .legal = go_is_legal,
    .play = mi_go_play,
    .outcome = go_outcome,
    .hash = go_hash,
    .move_text = mi_go_move_text,
    .text = mi_go_text,
    .notation = &mi_go_notation,
    .editing = &go_editing,
    .repetition = &go_repetition,
    .playouts = &go_playouts,
    .evaluation = &go_evaluation,
    .hints = &go_hints,
    .tactics = &go_tactics,
    .scoring = &go_scoring,
    .records = &go_records,
    .books = &go_books,
    .planes = &mi_go_planes,
    .presentation = &mi_go_presentation,
};
