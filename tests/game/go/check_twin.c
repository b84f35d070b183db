/* Compares the fast Go board with a slow one over a million random moves, and their counts of move
 * sequences. */
#include "game/games.h"
#include "game/go/board/move.h"
#include "search/common/territory.h"
#include "tests/support/suite.h"
#include "twin.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = REPEATED(1000000), OFTEN = REPEATED(500), MAX_GAME = 2000, COUNT_RULES = 4 };

/* In these rules stones count as they stand: simple ko, superko with suicide, territory, superko.
 */
static const int rule_sets[COUNT_RULES] = {MI_GO_CHINESE, MI_GO_GOE, MI_GO_JAPANESE,
                                           MI_GO_CHINESE_OGS};

/* Like ck_assert, which reports to its parent each time and takes longer than a move. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg("%s", #condition);                                                        \
    } while (0)

/* ---- one position on both boards ---- */

static bool worth_playing(const struct twin *t, int move)
{
    return move < t->width * t->height && !twin_eye(t, move, "XO"[t->turn]);
}

/* Is it a playout move?  Under territory rules, a pass is answered by a capture or a pass. */
static bool playout_move(const struct twin *t, int move, bool territory)
{
    struct twin after = *t;
    twin_play(&after, move);
    bool takes = after.prisoners[t->turn] > t->prisoners[t->turn];
    return territory && t->passes ? takes : worth_playing(t, move);
}

static void compare_moves(const void *pos, const struct twin *t)
{
    const struct mi_go *b = pos;
    miai_move list[MIAI_MAX_LEGAL], candidates[MIAI_MAX_LEGAL], playout[MIAI_MAX_LEGAL];
    int expected[TWIN_POINTS + 1], n = twin_moves(t, expected), worth = 0, played = 0;
    int pass = t->width * t->height,
        candidate_count = mi_go_game.hints->candidates(pos, candidates);
    int playout_count = mi_go_game.playouts->moves(pos, playout);
    REQUIRE(mi_go_game.moves(pos, list) == n);
    for (int i = 0; i < n; i++) {
        REQUIRE(list[i] == expected[i]);
        if (worth_playing(t, expected[i]))
            REQUIRE(candidates[worth++] == expected[i]);
        if (expected[i] != pass && playout_move(t, expected[i], b->rules.territory))
            REQUIRE(playout[played++] == expected[i]);
    }
    REQUIRE(candidate_count == worth + 1 && candidates[worth] == pass);
    REQUIRE(playout_count == (played ? played : 1) && (played || playout[0] == pass));
}

/* Noisy moves capture something or save two or more stones from atari. */
static void compare_noisy(const void *pos, const struct twin *t)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_go_game.tactics->noisy(pos, list), captures = 0, noisy_captures = 0;
    for (int move = 0; move < t->width * t->height; move++) {
        struct twin after = *t;
        bool legal = twin_legal(t, move), listed = false;
        if (legal)
            twin_play(&after, move);
        bool takes = legal && after.prisoners[t->turn] > t->prisoners[t->turn];
        for (int i = 0; i < n; i++)
            listed |= list[i] == move;
        captures += takes;
        noisy_captures += takes && listed;
        REQUIRE(!listed || takes || (legal && twin_chain(&after, move).liberties > 1));
    }
    REQUIRE(captures == noisy_captures);
}

static void compare_chains(const void *pos, const struct twin *t)
{
    const struct mi_go *b = pos;
    int16_t chain[MIAI_MAX_POINTS];
    int8_t piece[MIAI_MAX_POINTS];
    mi_go_game.editing->board(pos, piece);
    mi_find_chains(piece, t->width, t->width * t->height, chain);
    for (int p = 0; p < t->width * t->height; p++) {
        int point = mi_go_point_of(b, p);
        REQUIRE(mi_go_move_of(b, point) == p);
        REQUIRE(piece[p] == (t->stone[p] == 'X' ? 0 : t->stone[p] == 'O' ? 1 : -1));
        if (t->stone[p] == '.') {
            REQUIRE(chain[p] == -1);
            continue;
        }
        struct twin_chain expected = twin_chain(t, p);
        REQUIRE(chain[p] == expected.lowest);
        REQUIRE(b->point[point].head == b->point[mi_go_point_of(b, expected.lowest)].head);
        REQUIRE(mi_go_chain_stones(b, point) == expected.stones);
        REQUIRE(mi_go_atari(b, point) ==
                (expected.liberties == 1 ? mi_go_point_of(b, expected.liberty) : MI_GO_NONE));
    }
}

/* White's compensation for handicap by the rules of the position. */
static int handicap_bonus(const struct twin *t, int bonus)
{
    if (t->handicap < 2 || bonus == MI_GO_BONUS_NONE)
        return 0;
    return bonus == MI_GO_BONUS_N ? t->handicap : t->handicap - 1;
}

static void compare_scores(const void *pos, const struct twin *t)
{
    static const int8_t none[MIAI_MAX_POINTS];
    const struct mi_go *b = pos;
    int8_t owner[MIAI_MAX_POINTS];
    int points = b->rules.territory ? twin_territory(t) : twin_area(t), sum = 0;
    int score = 100 * (points - handicap_bonus(t, b->rules.bonus)) - 750;
    REQUIRE(b->rules.territory || mi_go_game.scoring->settle(pos, none) == score);
    REQUIRE(mi_go_game.scoring->settle(pos, NULL) == score);
    mi_go_game.scoring->ownership(pos, owner);
    for (int p = 0; p < t->width * t->height; p++)
        sum += owner[p];
    REQUIRE(sum == twin_area(t));
}

/* Compares everything only now and then, since the twin is slow. */
static void compare_all(const void *pos, const struct twin *t, miai_rng *rng)
{
    const struct mi_go *b = pos;
    int points = t->width * t->height, score;
    uint32_t seldom = 1 + (uint32_t)points;
    REQUIRE(mi_go_game.turn(pos) == t->turn);
    REQUIRE(b->prisoners[0] == t->prisoners[0]);
    REQUIRE(b->prisoners[1] == t->prisoners[1]);
    REQUIRE(b->passes == t->passes);
    REQUIRE(mi_go_game.outcome(pos, &score) == (t->passes == 2));
    if (miai_rng_below(rng, seldom) == 0) {
        compare_moves(pos, t);
        compare_noisy(pos, t);
    }
    if (miai_rng_below(rng, seldom) == 0)
        compare_chains(pos, t);
    if (miai_rng_below(rng, seldom) == 0)
        compare_scores(pos, t);
}

/* ---- games ---- */

static char boards[MAX_GAME][TWIN_POINTS];
static uint64_t position_keys[MAX_GAME];
static bool passed[MAX_GAME]; /* was the position reached by a pass? */

/* Has the position occurred before?  Both boards must agree, also on when.  With simple ko, only
 * positions since the last pass count, with the same side to move. */
static bool has_occurred(const void *pos, const struct twin *t, int ply, bool superko)
{
    uint64_t key = mi_go_game.repetition->key(pos);
    int window = mi_go_game.repetition->window(pos);
    bool found = false, open = true;
    passed[ply] = t->passes > 0;
    for (int i = ply - 1; i >= 0; i--) {
        bool turn = superko || (ply - i) % 2 == 0;
        bool same = turn && memcmp(boards[i], t->stone, (size_t)(t->width * t->height)) == 0;
        open &= superko || !passed[i + 1];
        REQUIRE(same == (position_keys[i] == key));
        REQUIRE(!same || !open || t->passes > 0 || window >= ply - i);
        found |= same;
    }
    memcpy(boards[ply], t->stone, (size_t)(t->width * t->height));
    position_keys[ply] = key;
    return found;
}

/* May a single pass end the game?  The twin does not know that rule. */
static bool repeated_pass(const void *pos)
{
    const struct mi_go *b = pos;
    return b->passes == 0 && mi_go_pass_repeats(b);
}

/* Plays until two passes, or until superko forbids the drawn move; returns the number of plies. */
static int play_game(const miai_setup *setup, miai_rng *rng)
{
    int points = setup->width * setup->height, ply;
    bool superko = setup->rules == MI_GO_GOE || setup->rules == MI_GO_CHINESE_OGS;
    void *pos = malloc(mi_go_game.size(setup));
    struct twin t;
    ck_assert_ptr_nonnull(pos);
    mi_go_game.init(pos, setup);
    twin_init(&t, setup->width, setup->height, setup->rules == MI_GO_GOE);
    REQUIRE(mi_go_game.repetition->rule(pos) == (superko ? MIAI_REPEAT_ILLEGAL : MIAI_REPEAT_DRAW));
    for (ply = 0; ply < MAX_GAME && t.passes < 2; ply++) {
        compare_all(pos, &t, rng);
        if (has_occurred(pos, &t, ply, superko) && superko && t.passes == 0)
            break;
        if (repeated_pass(pos))
            break;
        int move;
        do {
            move = (int)miai_rng_below(rng, (uint32_t)points + 1);
            REQUIRE(mi_go_game.legal(pos, move) == twin_legal(&t, move));
        } while (!twin_legal(&t, move));
        mi_go_game.play(pos, move);
        twin_play(&t, move);
    }
    compare_all(pos, &t, rng);
    free(pos);
    return ply;
}

START_TEST(a_million_moves)
{
    static const int side[][2] = {{2, 2}, {3, 2}, {2, 5}, {3, 3}, {4, 4},  {5, 5},  {7, 3},
                                  {6, 6}, {7, 7}, {9, 9}, {5, 9}, {13, 8}, {2, 25}, {25, 2}};
    static const int large[][2] = {{13, 13}, {19, 19}, {25, 25}, {25, 17}};
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)_i);
    for (int plies = 0, game = 0; plies < PLIES / COUNT_RULES; game++) {
        const int *size =
            game % OFTEN == 0 ? large[game / OFTEN % COUNT(large)] : side[game % COUNT(side)];
        miai_setup setup = {size[0], size[1], 7.5, rule_sets[_i]};
        plies += play_game(&setup, &rng);
    }
}
END_TEST

/* ---- hashes ---- */

/* Is White's compensation the same, now and after further moves? */
static bool same_handicap(const struct twin *a, const struct twin *b, int bonus)
{
    bool more_a = a->handicap > 0 && !a->white_has_played;
    bool more_b = b->handicap > 0 && !b->white_has_played;
    return bonus == MI_GO_BONUS_NONE ||
           (more_a == more_b && handicap_bonus(a, bonus) == handicap_bonus(b, bonus));
}

static bool same_position(const struct twin *a, const struct twin *b, bool territory, int bonus)
{
    int n = a->width * a->height, here[TWIN_POINTS + 1], there[TWIN_POINTS + 1];
    int moves = twin_moves(a, here);
    return memcmp(a->stone, b->stone, (size_t)n) == 0 && a->turn == b->turn &&
           same_handicap(a, b, bonus) &&
           a->passes == b->passes && twin_moves(b, there) == moves &&
           memcmp(here, there, (size_t)moves * sizeof *here) == 0 &&
           (!territory || a->prisoners[0] - a->prisoners[1] == b->prisoners[0] - b->prisoners[1]);
}

/* On a small board positions repeat often. */
START_TEST(hash_equal_only_where_position_is)
{
    enum { SEEN = SANITIZED ? 600 : 1500 };
    static struct twin seen[SEEN];
    static uint64_t hash[SEEN];
    static bool ends[SEEN]; /* would a pass end the game? */
    miai_setup setup = {2 + _i % 2, 2, 0, rule_sets[_i / 2]};
    void *pos = malloc(mi_go_game.size(&setup));
    ck_assert_ptr_nonnull(pos);
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    int same = 0, list[TWIN_POINTS + 1];
    for (int n = 0; n < SEEN; n++) {
        if (n == 0 || seen[n - 1].passes == 2) {
            mi_go_game.init(pos, &setup);
            twin_init(&seen[n], setup.width, setup.height, setup.rules == MI_GO_GOE);
        } else {
            int moves = twin_moves(&seen[n - 1], list);
            int move = list[miai_rng_below(&rng, (uint32_t)moves)];
            seen[n] = seen[n - 1];
            mi_go_game.play(pos, move);
            twin_play(&seen[n], move);
            seen[n].passes = ((const struct mi_go *)pos)->passes; /* repeated passes count more */
        }
        hash[n] = mi_go_game.hash(pos);
        ends[n] = mi_go_pass_repeats(pos) && seen[n].passes < 2;
        for (int i = 0; i < n; i++) {
            bool equal = same_position(&seen[i], &seen[n], setup.rules == MI_GO_JAPANESE,
                                       ((const struct mi_go *)pos)->rules.bonus) &&
                         ends[i] == ends[n];
            REQUIRE(equal == (hash[i] == hash[n]));
            same += equal;
        }
    }
    ck_assert_int_gt(same, SEEN);
    free(pos);
}
END_TEST

/* ---- move sequences ---- */

static unsigned long count_leaves(const miai_setup *setup, const void *pos, int depth)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    unsigned long count = 0;
    if (depth == 0)
        return 1;
    if (mi_go_game.outcome(pos, &score))
        return 0;
    int n = mi_go_game.moves(pos, list);
    void *next = malloc(mi_go_game.size(setup));
    ck_assert_ptr_nonnull(next);
    for (int i = 0; i < n; i++) {
        memcpy(next, pos, mi_go_game.size(setup));
        mi_go_game.play(next, list[i]);
        count += count_leaves(setup, next, depth - 1);
    }
    free(next);
    return count;
}

static const struct {
    int width, height, rules, depth;
    unsigned long count;
} perfts[] = {
    {2, 2, MI_GO_CHINESE, 6, 604},   {2, 2, MI_GO_TROMP_TAYLOR, 6, 604},
    {3, 2, MI_GO_CHINESE, 6, 8666},  {3, 2, MI_GO_TROMP_TAYLOR, 6, 9866},
    {3, 3, MI_GO_CHINESE, 5, 33384}, {3, 3, MI_GO_TROMP_TAYLOR, 5, 33384},
    {5, 5, MI_GO_CHINESE, 3, 15650},
};

START_TEST(sequences_counted)
{
    miai_setup setup = {perfts[_i].width, perfts[_i].height, 0, perfts[_i].rules};
    struct twin t;
    void *pos = malloc(mi_go_game.size(&setup));
    ck_assert_ptr_nonnull(pos);
    mi_go_game.init(pos, &setup);
    twin_init(&t, setup.width, setup.height, setup.rules == MI_GO_TROMP_TAYLOR);
    unsigned long count = twin_perft(&t, perfts[_i].depth);
    ck_assert_uint_eq(count, perfts[_i].count);
    ck_assert_uint_eq(count_leaves(&setup, pos, perfts[_i].depth), count);
    free(pos);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go twin");
    TCase *tests = add_case(suite, "go twin", 60);
    tcase_add_loop_test(tests, a_million_moves, 0, COUNT_RULES);
    tcase_add_loop_test(tests, hash_equal_only_where_position_is, 0, 2 * COUNT_RULES);
    tcase_add_loop_test(tests, sequences_counted, 0, COUNT(perfts));
    return run_suite(suite);
}
