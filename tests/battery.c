#include "battery.h"
#include "record.h"
#include "search/search.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 8192, PLIES_MAX = 3 * MIAI_MAX_MOVES };

/* A game on one set-up. */
struct trial {
    const miai_game *game;
    const miai_setup *setup;
    size_t size;
    int move_count;
    miai_rng rng;
};

static void *new_position(const struct trial *t)
{
    void *pos = malloc(t->size);
    ck_assert_ptr_nonnull(pos);
    t->game->init(pos, t->setup);
    return pos;
}

static void *copy_position(const struct trial *t, const void *pos)
{
    void *copy = malloc(t->size);
    ck_assert_ptr_nonnull(copy);
    return memcpy(copy, pos, t->size);
}

static bool is_over(const struct trial *t, const void *pos)
{
    int score;
    return t->game->outcome(pos, &score);
}

static miai_move random_of(struct trial *t, const miai_move *list, int n)
{
    return list[miai_rng_below(&t->rng, (uint32_t)n)];
}

/* One that ends the game in the end: not every legal move of Go does. */
static miai_move random_move(struct trial *t, const void *pos)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = t->game->playout_moves ? t->game->playout_moves(pos, list) : t->game->moves(pos, list);
    return random_of(t, list, n);
}

/* ---- text ---- */

/* A function that writes as snprintf, with its arguments. */
struct writer {
    const struct trial *t;
    const void *pos;
    miai_move move; /* MIAI_NO_MOVE: the position, not a move */
};

static int write_text(const struct writer *w, char *text, size_t size)
{
    const miai_game *game = w->t->game;
    return w->move == MIAI_NO_MOVE ? game->text(w->pos, text, size)
                                   : game->move_text(w->pos, w->move, text, size);
}

/* Writes the text into whole, TEXT_MAX bytes, and tests that it is cut off where it should be. */
static void check_writer(const struct writer *w, char *whole)
{
    char cut[TEXT_MAX];
    int length = write_text(w, whole, TEXT_MAX);
    ck_assert_int_gt(length, 0);
    ck_assert_int_lt(length, TEXT_MAX);
    ck_assert_uint_eq(strlen(whole), (size_t)length);
    ck_assert_int_eq(write_text(w, NULL, 0), length);
    int sizes[] = {1, 2, length / 2 + 1, length, length + 1};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        size_t size = (size_t)sizes[i];
        memset(cut, '#', sizeof cut);
        ck_assert_int_eq(write_text(w, cut, size), length);
        ck_assert_int_eq(strncmp(cut, whole, size - 1), 0);
        ck_assert_int_eq(cut[size - 1], '\0');
        ck_assert_int_eq(cut[size], '#');
    }
}

static void position_text(const struct trial *t, const void *pos, char *text)
{
    check_writer(&(struct writer){t, pos, MIAI_NO_MOVE}, text);
    ck_assert_ptr_null(strstr(text, "\n\n"));
    ck_assert_int_ne(text[0], '\n');
    ck_assert_int_ne(text[strlen(text) - 1], '\n');
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(a, b);
}

static void check_move_texts(const struct trial *t, const void *pos, const miai_move *list, int n)
{
    static char texts[MIAI_MAX_LEGAL][MIAI_MOVE_TEXT];
    char text[TEXT_MAX];
    for (miai_move move = 0; move < t->move_count; move++) {
        int length = t->game->move_text(pos, move, text, sizeof text);
        ck_assert_int_gt(length, 0);
        ck_assert_int_lt(length, MIAI_MOVE_TEXT);
        ck_assert_uint_eq(strcspn(text, " \t\r\n"), (size_t)length);
    }
    for (int i = 0; i < n; i++)
        t->game->move_text(pos, list[i], texts[i], MIAI_MOVE_TEXT);
    check_writer(&(struct writer){t, pos, list[0]}, text);
    qsort(texts, (size_t)n, sizeof *texts, compare_texts);
    for (int i = 1; i < n; i++)
        ck_assert_str_ne(texts[i - 1], texts[i]);
}

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

/* What is written is read as the same position. */
static void check_text_of_position(struct trial *t, const void *pos)
{
    char text[TEXT_MAX];
    if (!t->game->write_position)
        return;
    void *read = copy_position(t, pos);
    t->game->write_position(pos, text, sizeof text);
    ck_assert_msg(t->game->read_position(read, t->setup, text), "%s", text);
    ck_assert(t->game->hash(read) == t->game->hash(pos));
    ck_assert(t->game->turn(read) == t->game->turn(pos));
    ck_assert(t->game->outcome(read, &(int){0}) == t->game->outcome(pos, &(int){0}));
    free(read);
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

/* The text of a move is read back, in either case. */
static void check_reading(struct trial *t)
{
    struct mi_record *record = mi_record_new(t->game, t->setup);
    ck_assert_ptr_nonnull(record);
    miai_move list[MIAI_MAX_LEGAL], read;
    char text[MIAI_MOVE_TEXT];
    for (int ply = 0; ply < 20; ply++) {
        int player = t->game->turn(mi_record_position(record));
        int n = mi_record_moves(record, player, list);
        for (int i = 0; i < n; i += 1 + n / 40) {
            t->game->move_text(mi_record_position(record), list[i], text, sizeof text);
            ck_assert_int_eq(mi_record_read(record, player, text, &read), MI_READ_MOVE);
            ck_assert_int_eq(read, list[i]);
        }
        ck_assert_int_eq(mi_record_read(record, player, "?!", &read), MI_READ_NONE);
        ck_assert_int_eq(mi_record_read(record, player, "", &read), MI_READ_NONE);
        if (n == 0 || mi_record_play(record, player, random_of(t, list, n)) != MI_PLAYED)
            break;
    }
    mi_record_free(record);
}

/* ---- playouts ---- */

/* The moves that a playout says it made lead to the result that it gave. */
static void check_trace(struct trial *t)
{
    static uint16_t made[PLIES_MAX];
    miai_trace trace = {.length = 0, .capacity = PLIES_MAX, .move = made};
    miai_trace full = {.length = 1, .capacity = 2, .move = (uint16_t[3]){1, 2, 3}};
    void *pos = new_position(t), *replay = new_position(t);
    int score = t->game->playout(pos, &t->rng, &trace), replayed = 0;
    for (int i = 0; i < trace.length; i++) {
        miai_move move = made[i] & ~MIAI_TRACE_SECOND;
        ck_assert_int_eq(t->game->turn(replay), (made[i] & MIAI_TRACE_SECOND) != 0);
        ck_assert(t->game->legal(replay, move));
        t->game->play(replay, move);
    }
    if (t->game->outcome(replay, &replayed))
        ck_assert_int_eq(replayed, score);
    t->game->init(pos, t->setup);
    t->game->playout(pos, &t->rng, &full);
    ck_assert(full.length == 2 && full.move[0] == 1 && full.move[2] == 3);
    free(pos);
    free(replay);
}

struct mean {
    double value, error;
};

static struct mean mean_result(struct trial *t, bool hook, int games)
{
    void *pos = new_position(t);
    int bound = mi_playout_max(t->game, t->setup);
    double sum = 0.0, squares = 0.0;
    for (int i = 0; i < games; i++) {
        t->game->init(pos, t->setup);
        int score = hook ? t->game->playout(pos, &t->rng, NULL)
                         : mi_playout_plain(t->game, pos, &t->rng, NULL, bound);
        double result = t->game->points ? score : (score > 0) - (score < 0);
        sum += result;
        squares += result * result;
    }
    free(pos);
    double mean = sum / games;
    return (struct mean){mean, sqrt((squares / games - mean * mean) / games)};
}

static void check_playouts(struct trial *t)
{
    if (!t->game->playout)
        return;
    int games = t->move_count > 100 ? 20000 / t->move_count : 4000;
    struct mean plain = mean_result(t, false, games), hook = mean_result(t, true, games);
    double error = sqrt(plain.error * plain.error + hook.error * hook.error);
    ck_assert_msg(fabs(plain.value - hook.value) <= 4.0 * error,
                  "%s %dx%d: plain loop %g, hook %g, error %g", t->game->name, t->setup->width,
                  t->setup->height, plain.value, hook.value, error);
    for (int i = 0; i < 10; i++)
        check_trace(t);
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
