/* Go by all mixtures of rules: their values and texts, legality and the end of the game against a
 * plain referee, and scores that KataGo counted. */
#include "base/text.h"
#include "contract/history.h"
#include "contract/presentation.h"
#include "game/games.h"
#include "game/go/board/go.h"
#include "referee.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = REPEATED(100000), MIXTURES = 2304 };

/* Like ck_assert, which takes longer than a move. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg("%s", #condition);                                                        \
    } while (0)

/* ---- values and texts ---- */

/* The i-th mixture of rules. */
static bool mixture(int i, struct mi_go_rules *rules)
{
    static const uint8_t values[] = {4, 2, 3, 2, 2, 3, 2, 2, 2};
    uint8_t *member = (uint8_t *)rules;
    for (int k = 0; k < COUNT(values); k++) {
        member[k] = (uint8_t)(i % values[k]);
        i /= values[k];
    }
    return i == 0;
}

START_TEST(each_mixture_has_one_value_and_one_text)
{
    struct mi_go_rules rules;
    char text[96], terms[256], words[512];
    static bool seen[1 << 16];
    int n = 0;
    for (; mixture(n, &rules); n++) {
        int value = mi_go_rules_value(&rules);
        struct mi_go_rules same = mi_go_rules_of(value);
        ck_assert_int_lt(value, COUNT(seen));
        ck_assert(!seen[value]);
        seen[value] = true;
        ck_assert_mem_eq(&same, &rules, sizeof rules);
        ck_assert_int_lt(mi_write_rules(&mi_go_game, value, text, sizeof text), (int)sizeof text);
        ck_assert_int_eq(mi_find_rules(&mi_go_game, text), value);
        ck_assert_int_lt(mi_go_write_rule_terms(value, terms, sizeof terms), (int)sizeof terms);
        ck_assert_int_eq(mi_find_rules(&mi_go_game, terms), value);
        ck_assert_int_lt(mi_go_explain_rules(value, words, sizeof words), (int)sizeof words);
    }
    ck_assert_int_eq(n, MIXTURES);
    for (int set = 0; set < MI_GO_SETS; set++)
        ck_assert(seen[set]);
}
END_TEST

static const struct {
    const char *text, *same;
} texts[] = {
    {"koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"},
    {"kosimple scoring territory sui0", "japanese"},
    {"chinese whbN", "chinese"},
    {"chinese-ogs whb0", "koPOSITIONALscoreAREAtaxNONEsui0fpok1"},
    {"aga button1", "aga-button"},
    {"koPOSITIONAL", "tromp-taylor"},
    {"{}", "tromp-taylor"},
    {"{\"scoring\":\"TERRITORY\"}", "koPOSITIONALscoreTERRITORYtaxSEKIsui1"},
    {"{\"koRule\":\"SIMPLE\", \"scoringRule\":\"AREA\", \"taxRule\":\"ALL\", "
     "\"multiStoneSuicideLegal\":false, \"friendlyPassOk\":true}",
     "stone-scoring"},
    {"NZ", "nz"},
    {"GOE", "goe"},
    {"Ancient_Area", "stone-scoring"},
    {"chinese-kgs", "chinese-ogs"},
};

START_TEST(texts_of_other_programs)
{
    for (int i = 0; i < COUNT(texts); i++) {
        char text[96];
        int value = mi_find_rules(&mi_go_game, texts[i].text);
        ck_assert_int_ge(value, 0);
        mi_write_rules(&mi_go_game, value, text, sizeof text);
        ck_assert_str_eq(text, texts[i].same);
    }
}
END_TEST

static const char *const wrong[] = {
    "",           "ko",        "koSIMPL",     "chinese whbX",         "{\"ko\":\"NEVER\"}",
    "{\"a\":1}",  "{\"ko\":}", "{\"ko\"",     "{\"ko\":\"SIMPLE\",}", "{} x",
    "scoreAREA,", "tax",       "suicide yes",
};

START_TEST(wrong_texts_are_refused)
{
    for (int i = 0; i < COUNT(wrong); i++)
        ck_assert_int_eq(mi_go_read_rules(wrong[i]), -1);
    ck_assert_int_eq(mi_go_change_rule(0, "ko", "NEVER"), -1);
    ck_assert_int_eq(mi_go_change_rule(0, "what", "SIMPLE"), -1);
    ck_assert_int_eq(mi_go_change_rule(MI_GO_AGA, "hasButton", "true"), MI_GO_AGA_BUTTON);
}
END_TEST

/* ---- legality ---- */

static void compare_moves(const struct mi_history *history, const struct referee *r)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score, n = 0, count = mi_history_moves(history, referee_turn(r), list);
    for (int move = 0; move <= r->width * r->height; move++) {
        bool listed = n < count && list[n] == move;
        REQUIRE(listed == referee_legal(r, move));
        n += listed;
    }
    REQUIRE(n == count);
    REQUIRE(mi_history_outcome(history, &score) == (r->over || r->no_result));
}

/* The game goes on after a third repetition, as in KataGo. */
static int play_mixture(miai_rng *rng)
{
    struct mi_go_rules rules;
    static struct referee r;
    mixture((int)miai_rng_below(rng, MIXTURES), &rules);
    miai_setup setup = {.width = 5 + (int)miai_rng_below(rng, 5),
                        .height = 5 + (int)miai_rng_below(rng, 5),
                        .rules = mi_go_rules_value(&rules)};
    if (miai_rng_below(rng, 4) == 0) /* positions repeat more often */
        setup.width = setup.height = 2 + (int)miai_rng_below(rng, 2);
    int points = setup.width * setup.height, plies = 0, score;
    struct mi_history *history = mi_history_new(&mi_go_game, &setup);
    ck_assert_ptr_nonnull(history);
    referee_init(&r, setup.width, setup.height, &rules);
    for (; plies < REFEREE_PLIES && !r.over; plies++) {
        compare_moves(history, &r);
        int move = points;
        for (int tries = 0; tries < 20 && move == points && miai_rng_below(rng, 16); tries++) {
            move = (int)miai_rng_below(rng, (uint32_t)points);
            move = referee_legal(&r, move) ? move : points;
        }
        REQUIRE(mi_history_play(history, plies % 2, move) == MI_PLAYED);
        referee_play(&r, move);
        const struct mi_go *b = mi_history_position(history);
        REQUIRE(b->button == r.button && b->button_score == r.button_score);
        REQUIRE(b->phase == r.phase);
    }
    REQUIRE(mi_history_outcome(history, &score) == (r.over || r.no_result));
    mi_history_free(history);
    return plies;
}

START_TEST(legal_moves_and_ends_by_all_mixtures)
{
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int positions = 0; positions < POSITIONS;)
        positions += play_mixture(&rng);
}
END_TEST

/* ---- scores ---- */

/* Plays "A1 B2 pass ..." with alternating players, or as the first player only. */
static void play_all(struct mi_history *history, const miai_setup *setup, char *moves, int player,
                     bool alternate)
{
    for (char *at = strtok(moves, " \n"); at; at = strtok(NULL, " \n")) {
        miai_move move = strcmp(at, "pass") == 0 ? setup->width * setup->height
                                                 : miai_point_read(at, setup->width, setup->height);
        ck_assert_int_eq(mi_history_replay(history, player, move), MI_PLAYED);
        player = alternate ? !player : player;
    }
}

/* A line: size, komi, rules, score, handicap stones ; moves. */
static void check_final_score(char *line)
{
    char rules[64], want[16];
    miai_setup setup = {0};
    int from = 0, score;
    char *moves = strchr(line, ';');
    ck_assert_ptr_nonnull(moves);
    *moves++ = '\0';
    ck_assert_int_eq(sscanf(line, "%dx%d %lf %63s %15s %n", &setup.width, &setup.height,
                            &setup.komi, rules, want, &from),
                     5);
    setup.rules = mi_go_read_rules(rules);
    ck_assert_int_ge(setup.rules, 0);
    struct mi_history *history = mi_history_new(&mi_go_game, &setup);
    ck_assert_ptr_nonnull(history);
    bool handicap = line[from] != '\0';
    play_all(history, &setup, line + from, 0, false);
    play_all(history, &setup, moves, handicap, true);
    ck_assert(mi_go_game.outcome(mi_history_position(history), &score));
    double points = strcmp(want, "0") == 0 ? 0 : atof(want + 2);
    ck_assert_msg(score == (int)(100 * (*want == 'W' ? -points : points)), "%s: %d, not %s", rules,
                  score, want);
    mi_history_free(history);
}

START_TEST(scores_that_katago_counted)
{
    const char *folder = getenv("srcdir");
    char path[512], line[1024];
    int games = 0;
    snprintf(path, sizeof path, "%s/tests/game/go/final_scores.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    for (; fgets(line, sizeof line, file); games++)
        check_final_score(line);
    fclose(file);
    ck_assert_int_gt(games, 70);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go mixtures");
    TCase *tests = add_case(suite, "go mixtures", 300);
    tcase_add_test(tests, each_mixture_has_one_value_and_one_text);
    tcase_add_test(tests, texts_of_other_programs);
    tcase_add_test(tests, wrong_texts_are_refused);
    tcase_add_test(tests, legal_moves_and_ends_by_all_mixtures);
    tcase_add_test(tests, scores_that_katago_counted);
    return run_suite(suite);
}
