/* Othello beyond the rules: the endgame solver, stable discs, the evaluation, texts. */
#include "base/file.h"
#include "game/games.h"
#include "game/othello/eval.h"
#include "game/othello/othello.h"
#include "game/othello/pattern.h"
#include "game/othello/stable.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { FAR = 1 << 20 };

static void begin_game(struct mi_othello *o, int width, int height, int rules)
{
    const miai_setup setup = {.width = width, .height = height, .rules = rules};
    ck_assert_uint_eq(mi_othello_game.size(&setup), sizeof *o);
    mi_othello_init(o, &setup);
}

static void play_at_random(struct mi_othello *o, miai_rng *rng, int empty)
{
    miai_move list[MIAI_MAX_LEGAL];
    while (!o->over && mi_othello_count(mi_othello_empty(o)) > empty) {
        uint32_t n = (uint32_t)mi_othello_game.moves(o, list);
        mi_othello_game.play(o, list[miai_rng_below(rng, n)]);
    }
}

/* Placing, flipping and removing a disc restores the position. */
START_TEST(discs_are_put_and_taken)
{
    struct mi_othello o, before;
    int8_t piece[MIAI_MAX_POINTS];
    begin_game(&o, 8, 6, 0);
    mi_othello_game.editing->board(&o, piece);
    before = o;
    for (miai_move move = 0; move < mi_othello_pass(&o); move++) {
        for (int player = 0; player < 2; player++) {
            ck_assert(mi_othello_game.editing->put(&o, move, player));
            ck_assert_int_eq((int)(o.discs[player] >> mi_othello_square_of(&o, move) & 1), 1);
            ck_assert_uint_eq(o.discs[0] & o.discs[1], 0);
        }
        ck_assert(mi_othello_game.editing->put(&o, move, piece[move]));
        ck_assert_uint_eq(o.board, before.board);
        ck_assert_uint_eq(o.moves, before.moves);
        ck_assert_uint_eq(mi_othello_game.hash(&o), mi_othello_game.hash(&before));
    }
}
END_TEST

/* ---- the order of moves ---- */

/* The opponent's mobility after a move, computed from the rules; corners count twice. */
static int replies_to(const struct mi_othello *before, miai_move move)
{
    struct mi_othello o = *before;
    int count = 0;
    mi_othello_game.play(&o, move);
    for (int y = 0; y < o.height; y++)
        for (int x = 0; x < o.width; x++) {
            bool corner = x % (o.width - 1) == 0 && y % (o.height - 1) == 0;
            if (o.moves >> (y * MI_OTHELLO_SIDE + x) & 1)
                count += 1 + corner;
        }
    return count;
}

static void compare_moves(const struct mi_othello *o)
{
    int (*score)(const void *, miai_move) = mi_othello_game.tactics->quiet_score;
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_othello_game.moves(o, list);
    for (int i = 1; i < n; i++) {
        int fewer = replies_to(o, list[i]) - replies_to(o, list[0]);
        int sooner = score(o, list[0]) - score(o, list[i]);
        ck_assert_int_eq((fewer > 0) - (fewer < 0), (sooner > 0) - (sooner < 0));
    }
}

/* Moves that leave the opponent fewer moves come first, on boards of any shape. */
START_TEST(first_what_leaves_few_moves)
{
    static const int8_t side[][2] = {{8, 8}, {6, 4}, {4, 8}};
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < 60; i++) {
        struct mi_othello o;
        int width = side[i % 3][0], height = side[i % 3][1];
        begin_game(&o, width, height, 0);
        play_at_random(&o, &rng, 2 + i % (width * height - 6));
        if (!o.over)
            compare_moves(&o);
    }
}
END_TEST

/* ---- the solver ---- */

static bool continue_solving(miai_endgame *solving, uint64_t visited)
{
    (void)solving;
    (void)visited;
    return true;
}

static bool recall_nothing(miai_endgame *solving, uint64_t key, int *least, int *most,
                           miai_move *move)
{
    (void)solving, (void)key, (void)least, (void)most, (void)move;
    return false;
}

static void keep_nothing(miai_endgame *solving, uint64_t key, int plies, int least, int most,
                         miai_move move)
{
    (void)solving, (void)key, (void)plies, (void)least, (void)most, (void)move;
}

static int solve_position(const struct mi_othello *o, int alpha, int beta)
{
    miai_endgame solving = {sizeof solving, continue_solving, recall_nothing, keep_nothing};
    int score;
    ck_assert(mi_othello_game.solver->solve_endgame(o, alpha, beta, &solving, &score));
    return score;
}

/* The result from the first player's view, by the rules only. */
static int minimax(const struct mi_othello *o)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score, best = o->turn == 0 ? -FAR : FAR;
    if (mi_othello_game.outcome(o, &score))
        return score;
    for (int i = mi_othello_game.moves(o, list); i > 0; i--) {
        struct mi_othello next = *o;
        mi_othello_game.play(&next, list[i - 1]);
        score = minimax(&next);
        best = (o->turn == 0) == (score > best) ? score : best;
    }
    return best;
}

static void check_windows(const struct mi_othello *o, int truth, miai_rng *rng)
{
    for (int i = 0; i < 4; i++) {
        int alpha = (int)miai_rng_below(rng, 8000) - 4000;
        int beta = alpha + 1 + (int)miai_rng_below(rng, i % 2 ? 1 : 2000);
        int score = solve_position(o, alpha, beta);
        if (score <= alpha)
            ck_assert_int_le(truth, score);
        else if (score >= beta)
            ck_assert_int_ge(truth, score);
        else
            ck_assert_int_eq(score, truth);
    }
}

START_TEST(solved_as_by_minimax)
{
    static const int sizes[][2] = {{8, 8}, {6, 6}, {4, 8}, {6, 4}, {4, 4}};
    struct mi_othello o;
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    for (int i = 0; i < REPEATED(200); i++) {
        const int *size = sizes[i % COUNT(sizes)];
        begin_game(&o, size[0], size[1], i % 2);
        play_at_random(&o, &rng, i % 8);
        if (o.over)
            continue;
        int truth = minimax(&o);
        ck_assert_int_eq(solve_position(&o, -FAR, FAR), truth);
        check_windows(&o, truth, &rng);
    }
}
END_TEST

/* The sum of the owners is the score, with either rule for empty squares. */
START_TEST(score_is_the_sum_of_owners)
{
    static const int sizes[][2] = {{8, 8}, {6, 6}, {4, 8}, {4, 4}};
    struct mi_othello o;
    int8_t owner[MI_OTHELLO_SQUARES];
    miai_rng rng;
    int left = 0;
    miai_rng_seed(&rng, 11);
    for (int i = 0; i < REPEATED(400); i++) {
        const int *size = sizes[i % COUNT(sizes)];
        int sum = 0, score;
        begin_game(&o, size[0], size[1], i % 2);
        mi_othello_game.playouts->uniform(&o, &rng, NULL);
        ck_assert(mi_othello_game.outcome(&o, &score));
        mi_othello_game.scoring->ownership(&o, owner);
        for (int p = 0; p < size[0] * size[1]; p++)
            sum += owner[p];
        ck_assert_int_eq(sum * MIAI_POINT_SCORE, score);
        left += mi_othello_empty(&o) != 0;
    }
    ck_assert_int_gt(left, 0);
}
END_TEST

/* With more empty squares: the result of no move exceeds that of the position. */
START_TEST(result_is_the_best_move)
{
    struct mi_othello o;
    miai_move list[MIAI_MAX_LEGAL];
    miai_rng rng;
    miai_rng_seed(&rng, 8);
    for (int i = 0; i < REPEATED(20); i++) {
        begin_game(&o, 8, 8, 0);
        play_at_random(&o, &rng, 10);
        if (o.over)
            continue;
        int sign = o.turn == 0 ? 1 : -1, best = -FAR, score;
        for (int k = mi_othello_game.moves(&o, list); k > 0; k--) {
            struct mi_othello next = o;
            mi_othello_game.play(&next, list[k - 1]);
            if (!mi_othello_game.outcome(&next, &score))
                score = solve_position(&next, -FAR, FAR);
            best = sign * score > best ? sign * score : best;
        }
        ck_assert_int_eq(sign * solve_position(&o, -FAR, FAR), best);
    }
}
END_TEST

/* ---- stable discs ---- */

START_TEST(stable_discs_stay)
{
    static const int sizes[] = {8, 6, 4};
    struct mi_othello o;
    miai_rng rng;
    int found = 0;
    miai_rng_seed(&rng, 9);
    for (int i = 0; i < REPEATED(600); i++) {
        begin_game(&o, sizes[i % 3], sizes[i % 3], 0);
        play_at_random(&o, &rng, (int)miai_rng_below(&rng, 30));
        const struct mi_othello_edges edges = mi_othello_find_edges(o.board);
        uint64_t stable = mi_othello_stable(&edges, o.discs[0], o.discs[1]);
        ck_assert_uint_eq(stable & ~o.discs[0], 0);
        found += mi_othello_count(stable);
        mi_othello_game.playouts->uniform(&o, &rng, NULL);
        ck_assert_uint_eq(stable & ~o.discs[0], 0);
    }
    ck_assert_int_gt(found, 100);
}
END_TEST

/* ---- the evaluation ---- */

static uint64_t transform_discs(uint64_t discs, int way)
{
    uint64_t b = 0;
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            if (discs >> (8 * y + x) & 1) {
                int u = way & MIAI_MIRROR ? 7 - x : x, v = way & MIAI_FLIP ? 7 - y : y;
                b |= (uint64_t)1 << (way & MIAI_TRANSPOSE ? 8 * u + v : 8 * v + u);
            }
    return b;
}

START_TEST(evaluation_is_symmetric)
{
    struct mi_othello o;
    miai_rng rng;
    miai_rng_seed(&rng, 10);
    for (int i = 0; i < 100; i++) {
        begin_game(&o, 8, 8, 0);
        play_at_random(&o, &rng, 59 - i % 50);
        int value = mi_othello_expected_score(mi_othello_builtin_weights(o.board), o.board,
                                              o.discs[0], o.discs[1]);
        for (int way = 0; way < 8; way++)
            ck_assert_int_eq(mi_othello_expected_score(mi_othello_builtin_weights(o.board), o.board,
                                                       transform_discs(o.discs[0], way),
                                                       transform_discs(o.discs[1], way)),
                             value);
    }
}
END_TEST

/* Each feature has indices of its own range, whatever the position, and uses most of the range. */
START_TEST(features_lie_in_their_tables)
{
    static const int table[] = {MI_AT_EDGE,        MI_AT_ROW_2,      MI_AT_ROW_3,
                                MI_AT_ROW_4,       MI_AT_DIAGONAL_8, MI_AT_DIAGONAL_7,
                                MI_AT_DIAGONAL_6,  MI_AT_DIAGONAL_5, MI_AT_DIAGONAL_4,
                                MI_AT_CORNER_9,    MI_AT_CORNER_10,  MI_AT_MOVES,
                                MI_AT_OTHER_MOVES, MI_AT_PARITY,     MI_OTHELLO_WEIGHTS};
    enum { TABLES = sizeof table / sizeof *table - 1, BOARDS = 20000 };
    int empty[MI_OTHELLO_FEATURES], feature[MI_OTHELLO_FEATURES], least[TABLES], most[TABLES];
    miai_rng rng;
    miai_rng_seed(&rng, 7);
    for (int k = 0; k < TABLES; k++)
        least[k] = MI_OTHELLO_WEIGHTS, most[k] = 0;
    mi_othello_features(0, 0, empty);
    for (int i = 0; i < BOARDS; i++) {
        uint64_t own = miai_rng_next(&rng), other = miai_rng_next(&rng) & ~own;
        mi_othello_features(own & miai_rng_next(&rng), other, feature);
        for (int j = 0; j < MI_OTHELLO_FEATURES; j++) {
            int k = 0;
            while (table[k + 1] <= empty[j])
                k++;
            ck_assert_int_ge(feature[j], table[k]);
            ck_assert_int_lt(feature[j], table[k + 1]);
            least[k] = feature[j] < least[k] ? feature[j] : least[k];
            most[k] = feature[j] > most[k] ? feature[j] : most[k];
        }
    }
    for (int k = 0; k < TABLES; k++) {
        if (table[k] >= MI_AT_MOVES && table[k] < MI_AT_PARITY)
            continue; /* large move counts are rare */
        ck_assert_int_le(least[k] - table[k], (table[k + 1] - table[k]) / 10);
        ck_assert_int_le(table[k + 1] - 1 - most[k], (table[k + 1] - table[k]) / 10);
    }
}
END_TEST

/* Additional discs in the corners increase the evaluation. */
START_TEST(corners_are_worth_discs)
{
    const uint64_t corners = 0x8100000000000081u;
    struct mi_othello o;
    miai_rng rng;
    int gain = 0, all = 0;
    miai_rng_seed(&rng, 11);
    for (int i = 0; i < 200; i++) {
        begin_game(&o, 8, 8, 0);
        play_at_random(&o, &rng, 45 - i % 30);
        if ((o.discs[0] | o.discs[1]) & corners)
            continue;
        int value = mi_othello_expected_score(mi_othello_builtin_weights(o.board), o.board,
                                              o.discs[0], o.discs[1]);
        gain += mi_othello_expected_score(mi_othello_builtin_weights(o.board), o.board,
                                          o.discs[0] | corners, o.discs[1]) -
                value;
        all++;
    }
    ck_assert_int_gt(all, 20);
    ck_assert_int_ge(gain, 500 * all);
}
END_TEST

/* ---- texts ---- */

START_TEST(positions_are_read)
{
    static const char first[] =
        "---------------------------OX------XO--------------------------- X";
    struct mi_othello o, other;
    char text[128];
    begin_game(&o, 8, 8, 0);
    mi_othello_game.notation->write_position(&o, text, sizeof text);
    ck_assert_str_eq(text, first);
    const miai_setup *setup = &mi_othello_game.setup;
    ck_assert(mi_othello_game.notation->read_position(&other, setup, first));
    ck_assert_mem_eq(&o, &other, sizeof o);
    ck_assert(!mi_othello_game.notation->read_position(&other, setup, first + 1));
    ck_assert(!mi_othello_game.notation->read_position(&other, setup, ""));
    ck_assert(!mi_othello_game.notation->read_position(&other, setup, "OX- X"));
    char why[120];
    mi_othello_game.notation->position_refusal(&other, setup, "OX- Q", why, sizeof why);
    ck_assert_str_eq(why, "64 characters X, O or - are needed for the squares, not 3");
    ck_assert_int_eq(
        mi_othello_game.notation->position_refusal(&other, setup, first, why, sizeof why), 0);
    ck_assert_int_eq(mi_othello_game.move_text(&o, 19, text, sizeof text), 2);
    ck_assert_str_eq(text, "D3");
}
END_TEST

/* ---- weights in files ---- */

enum { FILE_BYTES = 16 + MI_OTHELLO_ALL_WEIGHTS };

static const char weights_file[] = "check_othello.tmp";

/* Writes a weights file as the manual describes it, with all weights in tenths of a disc. */
static void write_weights(int tenths, int length, int damaged)
{
    static unsigned char bytes[FILE_BYTES + 1];
    FILE *file = fopen(weights_file, "wb");
    memcpy(bytes, "MIAIOTHE\1\0\0\0", 12);
    memset(bytes + 16, tenths, MI_OTHELLO_ALL_WEIGHTS);
    uint32_t sum = mi_crc32(0, bytes + 16, MI_OTHELLO_ALL_WEIGHTS);
    for (int i = 0; i < 4; i++)
        bytes[12 + i] = (unsigned char)(sum >> 8 * i);
    if (damaged >= 0)
        bytes[damaged] ^= 1;
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(bytes, 1, (size_t)length, file), (size_t)length);
    fclose(file);
}

static void *open_weights(int side, const char *file, char error[200])
{
    miai_setup setup = mi_othello_game.setup;
    setup.width = setup.height = side;
    strcpy(error, "");
    return mi_othello_evaluation.open(&setup, file, error, 200);
}

START_TEST(weights_come_from_files)
{
    char error[200];
    struct mi_othello o;
    begin_game(&o, 8, 8, 0);
    write_weights(1, FILE_BYTES, -1);
    void *weights = open_weights(8, weights_file, error);
    ck_assert_msg(weights, "%s", error);
    ck_assert_int_eq(mi_othello_evaluation.evaluate(weights, NULL, &o),
                     MI_OTHELLO_FEATURES * MI_OTHELLO_WEIGHT_SCALE);
    ck_assert_uint_eq(mi_othello_evaluation.held(weights), MI_OTHELLO_ALL_WEIGHTS);
    mi_othello_evaluation.close(weights);
    ck_assert_ptr_null(open_weights(6, weights_file, error));
    ck_assert_str_eq(error, "these weights are for 8x8 boards only");
    ck_assert_ptr_null(open_weights(6, NULL, error));
    weights = open_weights(8, NULL, error);
    ck_assert_int_eq(mi_othello_evaluation.evaluate(weights, NULL, &o),
                     mi_othello_expected_score(mi_othello_builtin_weights(o.board), o.board,
                                               o.discs[0], o.discs[1]));
    mi_othello_evaluation.close(weights);
    remove(weights_file);
}
END_TEST

START_TEST(wrong_weights_are_refused)
{
    const struct {
        int length, damaged;
        const char *error;
    } row[] = {{FILE_BYTES, 0, "it is not a file of Othello weights: it must begin with MIAIOTHE"},
               {0, -1, "it is not a file of Othello weights: it must begin with MIAIOTHE"},
               {12, -1, "it is too short"},
               {FILE_BYTES - 1, -1, "it is too short"},
               {FILE_BYTES + 1, -1, "it is too long"},
               {FILE_BYTES, 9, "it has an unsupported version (not 1)"},
               {FILE_BYTES, 13, "it is damaged: wrong checksum"},
               {FILE_BYTES, FILE_BYTES - 1, "it is damaged: wrong checksum"}};
    char error[200];
    for (int i = 0; i < COUNT(row); i++) {
        write_weights(3, row[i].length, row[i].damaged);
        ck_assert_ptr_null(open_weights(8, weights_file, error));
        ck_assert_str_eq(error, row[i].error);
    }
    remove(weights_file);
    ck_assert_ptr_null(open_weights(8, weights_file, error));
    ck_assert_str_eq(error, "No such file or directory");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("othello");
    TCase *tests = add_case(suite, "othello", 10);
    tcase_add_test(tests, discs_are_put_and_taken);
    tcase_add_test(tests, first_what_leaves_few_moves);
    tcase_add_test(tests, solved_as_by_minimax);
    tcase_add_test(tests, score_is_the_sum_of_owners);
    tcase_add_test(tests, result_is_the_best_move);
    tcase_add_test(tests, stable_discs_stay);
    tcase_add_test(tests, evaluation_is_symmetric);
    tcase_add_test(tests, features_lie_in_their_tables);
    tcase_add_test(tests, corners_are_worth_discs);
    tcase_add_test(tests, positions_are_read);
    tcase_add_test(tests, weights_come_from_files);
    tcase_add_test(tests, wrong_weights_are_refused);
    return run_suite(suite);
}
