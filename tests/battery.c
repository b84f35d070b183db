#include "battery.h"
#include "search/search.h"
#include "trial.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- moves ---- */

/* Marks the listed moves, which must be different and legal. */
static void mark_moves(const struct trial *t, const void *pos, const miai_move *list, int n,
                       bool *listed)
{
    memset(listed, 0, MIAI_MAX_MOVES * sizeof *listed);
    ck_assert_int_le(n, MIAI_MAX_LEGAL);
    for (int i = 0; i < n; i++) {
        ck_assert_int_ge(list[i], 0);
        ck_assert_int_lt(list[i], t->move_count);
        ck_assert_msg(!listed[list[i]], "move %d listed twice", list[i]);
        ck_assert_msg(t->game->legal(pos, list[i]), "move %d listed but illegal", list[i]);
        listed[list[i]] = true;
    }
}

/* moves() and legal() agree for every integer that might be taken for a move. */
static void check_moves(const struct trial *t, const void *pos, const miai_move *list, int n)
{
    static bool listed[MIAI_MAX_MOVES];
    ck_assert_int_gt(n, 0);
    mark_moves(t, pos, list, n, listed);
    for (miai_move move = -2; move < t->move_count + 2; move++)
        ck_assert_int_eq(t->game->legal(pos, move),
                         move >= 0 && move < t->move_count && listed[move]);
}

static void check_nothing_legal(const struct trial *t, const void *pos)
{
    for (miai_move move = -2; move < t->move_count + 2; move++)
        ck_assert(!t->game->legal(pos, move));
}

typedef int list_function(const void *pos, miai_move *list);

static void check_subset(const struct trial *t, const void *pos, list_function *function, int least)
{
    static bool listed[MIAI_MAX_MOVES];
    miai_move list[MIAI_MAX_LEGAL];
    if (!function)
        return;
    int n = function(pos, list);
    ck_assert_int_ge(n, least);
    mark_moves(t, pos, list, n, listed);
}

static void check_priors(const struct trial *t, const void *pos, const miai_move *list, int n)
{
    float prior[MIAI_MAX_LEGAL];
    double sum = 0.0;
    if (!t->game->priors)
        return;
    t->game->priors(pos, list, n, prior);
    for (int i = 0; i < n; i++) {
        ck_assert(prior[i] > 0.0f);
        sum += (double)prior[i];
    }
    ck_assert_double_eq_tol(sum, 1.0, 1e-4);
}

/* ---- points ---- */

static void check_points(const struct trial *t, const void *pos)
{
    int8_t point[MIAI_MAX_POINTS], owner[MIAI_MAX_POINTS];
    int16_t chain[MIAI_MAX_POINTS];
    int points = t->setup->width * t->setup->height;
    if (t->game->board)
        t->game->board(pos, point);
    if (t->game->ownership)
        t->game->ownership(pos, owner);
    if (t->game->chains)
        t->game->chains(pos, chain);
    for (int i = 0; i < points; i++) {
        ck_assert(!t->game->board || (point[i] >= -1 && point[i] <= 1));
        ck_assert(!t->game->ownership || (owner[i] >= -1 && owner[i] <= 1));
        if (t->game->chains && chain[i] >= 0)
            ck_assert(chain[i] <= i && chain[chain[i]] == chain[i] && point[chain[i]] == point[i]);
        else if (t->game->chains)
            ck_assert_int_eq(point[i], -1);
    }
}

/* ---- hashes and copies ---- */

static void check_turn(const struct trial *t, const void *pos)
{
    int player = t->game->turn(pos);
    ck_assert(player == 0 || player == 1);
    if (!t->game->set_turn)
        return;
    void *other = copy_position(t, pos);
    t->game->set_turn(other, !player);
    ck_assert_int_eq(t->game->turn(other), !player);
    ck_assert(t->game->hash(other) != t->game->hash(pos));
    free(other);
}

/* Plays three moves, if they are legal and the game goes on after them. */
static bool play_three(const struct trial *t, void *pos, miai_move a, miai_move b, miai_move c)
{
    miai_move moves[] = {a, b, c};
    for (int i = 0; i < 3; i++) {
        if (!t->game->legal(pos, moves[i]) || (t->game->pass && moves[i] == t->game->pass(pos)))
            return false;
        t->game->play(pos, moves[i]);
    }
    return !is_over(t, pos);
}

/* Do two positions look the same to a player? */
static bool same_to_see(const struct trial *t, const void *a, const void *b)
{
    char text_a[TEXT_MAX], text_b[TEXT_MAX];
    miai_move list_a[MIAI_MAX_LEGAL], list_b[MIAI_MAX_LEGAL];
    int n = t->game->moves(a, list_a);
    position_text(t, a, text_a);
    position_text(t, b, text_b);
    if (n != t->game->moves(b, list_b) || memcmp(list_a, list_b, (size_t)n * sizeof *list_a) != 0 ||
        strcmp(text_a, text_b) != 0 || t->game->turn(a) != t->game->turn(b))
        return false;
    if (!t->game->write_position)
        return true;
    t->game->write_position(a, text_a, sizeof text_a);
    t->game->write_position(b, text_b, sizeof text_b);
    return strcmp(text_a, text_b) == 0;
}

/* a, x, b and b, x, a lead to positions of one hash, where they lead to the same position. */
static void check_transposition(struct trial *t, const void *pos, const miai_move *list, int n)
{
    void *one = copy_position(t, pos), *two = copy_position(t, pos);
    miai_move a = random_of(t, list, n), b = random_of(t, list, n), reply = MIAI_NO_MOVE;
    t->game->play(one, a);
    if (!is_over(t, one))
        reply = random_move(t, one);
    memcpy(one, pos, t->size);
    if (play_three(t, one, a, reply, b) && play_three(t, two, b, reply, a) &&
        same_to_see(t, one, two))
        ck_assert(t->game->hash(one) == t->game->hash(two));
    free(one);
    free(two);
}

/* A copy lives on by itself, and alike. */
static void check_copy(struct trial *t, const void *pos)
{
    char text[TEXT_MAX], text_of_copy[TEXT_MAX];
    int score = 0, score_of_copy = 0;
    void *original = copy_position(t, pos), *copy = copy_position(t, pos);
    for (int ply = 0; ply < 20 && !is_over(t, original); ply++) {
        miai_move move = random_move(t, original);
        t->game->play(original, move);
        t->game->play(copy, move);
    }
    position_text(t, original, text);
    position_text(t, copy, text_of_copy);
    ck_assert_str_eq(text, text_of_copy);
    ck_assert(t->game->hash(original) == t->game->hash(copy));
    ck_assert_int_eq(t->game->outcome(original, &score), t->game->outcome(copy, &score_of_copy));
    free(original);
    free(copy);
}

/* ---- whole games ---- */

static void check_position(struct trial *t, const void *pos)
{
    miai_move list[MIAI_MAX_LEGAL];
    char text[TEXT_MAX];
    int n = t->game->moves(pos, list);
    position_text(t, pos, text);
    check_moves(t, pos, list, n);
    check_move_texts(t, pos, list, n);
    check_subset(t, pos, t->game->candidates, 1);
    check_subset(t, pos, t->game->playout_moves, 1);
    check_subset(t, pos, t->game->noisy, 0);
    check_priors(t, pos, list, n);
    check_points(t, pos);
    check_turn(t, pos);
    check_transposition(t, pos, list, n);
    check_copy(t, pos);
    check_text_of_position(t, pos);
    if (t->game->evaluate)
        ck_assert_int_lt(abs(t->game->evaluate(pos)), MIAI_SCORE_MAX);
}

static void check_end(const struct trial *t, const void *pos)
{
    char text[TEXT_MAX];
    int score;
    ck_assert(t->game->outcome(pos, &score));
    ck_assert_int_lt(abs(score), MIAI_SCORE_MAX);
    if (t->game->points)
        ck_assert_int_le(abs(score), t->game->points);
    check_nothing_legal(t, pos);
    position_text(t, pos, text);
    check_points(t, pos);
}

/* Tests some twenty positions of a game, and its end. */
static void check_random_game(struct trial *t)
{
    void *pos = new_position(t);
    int bound = mi_playout_max(t->game, t->setup), step = 1 + t->move_count / 20, ply = 0;
    for (; !is_over(t, pos); ply++) {
        ck_assert_msg(ply < bound, "%s does not end", t->game->name);
        if (ply % step == 0)
            check_position(t, pos);
        t->game->play(pos, random_move(t, pos));
    }
    check_end(t, pos);
    free(pos);
}

/* ---- set-ups ---- */

static void check_setup(const miai_game *game, const miai_setup *setup)
{
    struct trial t = {.game = game, .setup = setup, .size = game->size(setup)};
    if (t.size == 0)
        return;
    t.move_count = game->move_count(setup);
    ck_assert_int_gt(t.move_count, 0);
    ck_assert_int_le(t.move_count, MIAI_MAX_MOVES);
    miai_rng_seed(&t.rng, 2026);
    int games = t.move_count > 100 ? 2 : 20;
    for (int i = 0; i < games; i++)
        check_random_game(&t);
    check_reading(&t);
    check_playouts(&t);
}

/* That size, or the next lower one that is played. */
static void check_size(const miai_game *game, int width, int height)
{
    miai_setup setup = game->setup;
    setup.width = width;
    setup.height = height;
    while (game->size(&setup) == 0 && setup.height > game->min_height)
        setup.height--;
    check_setup(game, &setup);
}

void battery_run(const miai_game *game)
{
    miai_setup setup = game->setup;
    ck_assert_int_eq(game->abi, MIAI_GAME_ABI);
    ck_assert_uint_gt(game->size(&setup), 0);
    check_setup(game, &setup);
    setup.komi += 3.0;
    check_setup(game, &setup);
    setup = game->setup;
    for (int i = 1; game->rules && game->rules[i - 1] && game->rules[i]; i++) {
        setup.rules = i;
        check_setup(game, &setup);
    }
    check_size(game, game->min_width, game->min_height);
    check_size(game, game->min_width, game->max_height);
    check_size(game, game->max_width, game->min_height);
    check_size(game, game->max_width, game->max_height);
}
