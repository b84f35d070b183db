/* A network in the engine: a small one of random weights, in a file that the test writes. */
#include "engine/engine.h"
#include "engine/root.h"
#include "engine/setup/network_file.h"
#include "game/games.h"
#include "tests/support/fixture.h"
#include "tests/support/net_file.h"
#include "tests/support/suite.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "check_network.bin.gz", other[] = "check_network_other.bin.gz";

static const struct net_file small = {.name = name,
                                      .version = 8,
                                      .planes = 22,
                                      .numbers = 19,
                                      .channels = 8,
                                      .mid = 8,
                                      .pool = 4,
                                      .filter = 3,
                                      .blocks = "og",
                                      .activation = "",
                                      .binary = true,
                                      .packed = true,
                                      .seed = 5};

static void begin_network(void)
{
    struct net_file file = small;
    net_file_write(&file);
    file.name = other;
    file.seed = 6;
    net_file_write(&file);
    begin_engine("go");
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    set("network", name);
    set("playouts", "40");
}

static void end_network(void)
{
    end_engine();
    remove(name);
    remove(other);
}

static miai_network_output ask(int player, int symmetry)
{
    miai_network_output output;
    ck_assert_int_eq(miai_ask_network(engine, player, symmetry, &output), MIAI_OK);
    return output;
}

static bool plays(void)
{
    miai_network_output output;
    return miai_ask_network(engine, MIAI_TURN, 0, &output) == MIAI_OK;
}

static const char *value_of(const char *option)
{
    static char text[200];
    ck_assert_int_ge(miai_get_option(engine, option, text, sizeof text), 0);
    return text;
}

/* ---- what it says ---- */

static void check_output(const miai_network_output *output)
{
    double sum = 0;
    ck_assert_int_eq(output->points, miai_width(engine) * miai_height(engine));
    for (int p = 0; p <= output->points; p++)
        sum += output->policy[p] > 0 ? (double)output->policy[p] : 0;
    ck_assert_double_eq_tol(sum, 1, 1e-5);
    ck_assert_double_eq_tol(output->win + output->loss + output->no_result, 1, 1e-5);
    for (int p = 0; p < output->points; p++)
        ck_assert(fabsf(output->ownership[p]) <= 1);
}

START_TEST(an_output)
{
    play("c3 b2 d4");
    miai_network_output output = ask(MIAI_TURN, 0);
    check_output(&output);
    ck_assert(output.policy[2 * 5 + 2] < 0); /* stones */
    ck_assert(output.policy[1 * 5 + 1] < 0);
    ck_assert(output.policy[3 * 5 + 3] < 0);
    ck_assert(output.policy[25] > 0);
    miai_network_output black = ask(0, 0); /* it is white's turn */
    check_output(&black);
    ck_assert_double_ne(black.win, output.win);
    play("e5"); /* by the first player, again: nothing was changed */
    ck_assert_int_eq(miai_plies(engine), 4);
}
END_TEST

/* What the network says of a board turned over, turned over itself, is what it says of the board
 * that stands so. */
START_TEST(symmetries)
{
    static const struct {
        int symmetry;
        const char *moves;
    } boards[] = {
        {0, "b1 e2 c4"},
        {MIAI_MIRROR, "d1 a2 c4"},
        {MIAI_FLIP, "b5 e4 c2"},
        {MIAI_MIRROR | MIAI_FLIP, "d5 a4 c2"},
        /* column and row from the upper left corner change places */
        {MIAI_TRANSPOSE, "e4 d1 b3"},
        {MIAI_MIRROR | MIAI_TRANSPOSE, "e2 d5 b3"},
    };
    miai_clear(engine);
    play(boards[0].moves);
    miai_network_output turned = ask(MIAI_TURN, boards[_i].symmetry);
    miai_clear(engine);
    play(boards[_i].moves);
    miai_network_output standing = ask(MIAI_TURN, 0);
    ck_assert_double_eq_tol(turned.win, standing.win, 1e-6);
    ck_assert_double_eq_tol(turned.lead, standing.lead, 1e-4);
    for (int p = 0; p < 25; p++) {
        int x = p % 5, y = 4 - p / 5; /* from the top, as the symmetries have it */
        x = boards[_i].symmetry & MIAI_MIRROR ? 4 - x : x;
        y = boards[_i].symmetry & MIAI_FLIP ? 4 - y : y;
        int to = boards[_i].symmetry & MIAI_TRANSPOSE ? (4 - x) * 5 + y : (4 - y) * 5 + x;
        ck_assert_double_eq_tol((double)turned.policy[p], (double)standing.policy[to], 1e-6);
        ck_assert_double_eq_tol((double)turned.ownership[p], (double)standing.ownership[to], 1e-5);
    }
}
END_TEST

START_TEST(boards_that_are_not_square)
{
    miai_network_output output;
    ck_assert_int_eq(miai_set_size(engine, 5, 3), MIAI_OK);
    play("e1 a3");
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, MIAI_TRANSPOSE, &output), MIAI_BAD_VALUE);
    output = ask(MIAI_TURN, MIAI_FLIP);
    check_output(&output);
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
}
END_TEST

/* ---- the option ---- */

START_TEST(what_is_no_network_changes_nothing)
{
    double win = ask(MIAI_TURN, 0).win;
    FILE *file = fopen(other, "w");
    fputs("no network", file);
    fclose(file);
    ck_assert_int_eq(miai_set_option(engine, "network", other), MIAI_NO_LOAD);
    ck_assert_int_gt((int)strlen(miai_error_reason(engine, MIAI_NO_LOAD)),
                     (int)strlen(miai_error_text(MIAI_NO_LOAD)));
    ck_assert_int_eq(miai_set_option(engine, "network", "nowhere/none.bin.gz"), MIAI_NO_LOAD);
    struct net_file foreign = small;
    foreign.name = other;
    foreign.planes = 3;
    net_file_write(&foreign);
    ck_assert_int_eq(miai_set_option(engine, "network", other), MIAI_NO_LOAD);
    ck_assert_str_eq(value_of("network"), name);
    ck_assert_double_eq(ask(MIAI_TURN, 0).win, win);
}
END_TEST

START_TEST(another_network_and_none)
{
    miai_info info;
    char move[MIAI_MOVE_TEXT];
    double win = ask(MIAI_TURN, 0).win;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    set("network", other);
    ck_assert_double_ne(ask(MIAI_TURN, 0).win, win);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_eq(info.reused_visits, 0); /* its values are others */
    ck_assert(info.leads);
    set("network", "none");
    ck_assert(!plays());
    ck_assert_str_eq(value_of("network"), "none");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert(!info.leads && info.reused_visits == 0);
}
END_TEST

START_TEST(it_stays)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(miai_set_size(engine, 7, 7), MIAI_OK);
    ck_assert(plays());
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    miai_clear(engine);
    miai_new_game(engine);
    set("rules", "japanese");
    set("komi", "0.5");
    ck_assert(plays());
    set("search", "alphabeta");
    ck_assert(!plays());
    set("search", "auto");
    set("game", "tictactoe"); /* which has planes of another kind, or none */
    ck_assert(!plays());
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    set("game", "go");
    ck_assert(plays());
    ck_assert_str_eq(value_of("network"), name);
}
END_TEST

/* ---- searches ---- */

static uint64_t search_visits(char *pv, size_t size)
{
    miai_info info;
    miai_choice choice;
    char move[MIAI_MOVE_TEXT];
    uint64_t visits = 0;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_uint_le(info.tree_bytes, info.limit_bytes);
    ck_assert_uint_eq(info.limit_bytes, info.wanted_bytes);
    ck_assert(info.value >= 0 && info.value <= 1);
    snprintf(pv, size, "%s", info.pv);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        visits += choice.visits;
    return visits;
}

START_TEST(batches_and_threads)
{
    char pv[2000];
    double owner[MIAI_MAX_POINTS];
    set_number("threads", 1 + _i % 3);
    set_number("batch", 1 + 3 * _i);
    set("playouts", "300");
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 300);
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 600);
    ck_assert(miai_ownership(engine, -1, owner, NULL));
    for (int p = 0; p < 25; p++)
        ck_assert(fabs(owner[p]) <= 1);
}
END_TEST

/* An evaluation from the cache is the same as a new one. */
START_TEST(the_cache_changes_nothing)
{
    char first[2000], second[2000], move[MIAI_MOVE_TEXT];
    set("playouts", "200");
    play("c3 c2");
    ck_assert_int_eq(miai_search_fresh(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    search_visits(first, sizeof first);
    miai_forget(engine);
    search_visits(second, sizeof second);
    ck_assert_str_eq(first, second);
    end_engine();
    begin_engine("go");
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    set("network", name);
    set("playouts", "200");
    play("c3 c2");
    search_visits(second, sizeof second);
    ck_assert_str_eq(first, second);
}
END_TEST

/* Nor does what a search before was allowed to look at. */
START_TEST(the_cache_knows_all_moves)
{
    static const miai_avoid corner = {.moves = "a1", .depth = 5, .allow = true};
    static const miai_analysis_request request = {.avoid = &corner, .avoid_count = 1};
    char first[2000], second[2000];
    set("playouts", "100");
    search_visits(first, sizeof first);
    miai_forget(engine);
    end_engine();
    begin_engine("go");
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    set("network", name);
    set("playouts", "100");
    ck_assert_int_eq(miai_request_analysis(engine, &request), MIAI_OK);
    search_visits(second, sizeof second);
    ck_assert_str_ne(first, second);
    ck_assert_int_eq(miai_request_analysis(engine, NULL), MIAI_OK);
    miai_forget(engine);
    search_visits(second, sizeof second);
    ck_assert_str_eq(first, second);
}
END_TEST

START_TEST(memory_is_bounded)
{
    char pv[2000];
    set("memory", "2");
    set("playouts", "3000");
    ck_assert(plays());
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 3000);
}
END_TEST

/* ---- the optimistic policy ---- */

struct priors {
    double of[25];
};

static bool keep_prior(void *context, const miai_branch *branch)
{
    struct priors *priors = context;
    int x = branch->move[0] - 'A', y = branch->move[1] - '1';
    if (branch->move[1] >= '1' && branch->move[1] <= '5')
        priors->of[y * 5 + x] = branch->prior;
    return true;
}

static struct priors priors_behind(const char *moves)
{
    struct priors priors = {{0}};
    ck_assert_int_eq(miai_walk_tree(engine, moves, 1, 0, keep_prior, &priors), MIAI_OK);
    return priors;
}

/* As what the network says of the position, turned over in one way or another. */
static bool are_priors_of(const struct priors *priors)
{
    for (int symmetry = 0; symmetry < 8; symmetry++) {
        miai_network_output output = ask(MIAI_TURN, symmetry);
        bool same = true;
        for (int p = 0; p < 25; p++) {
            double told = output.policy[p] > 0 ? (double)output.policy[p] : 0;
            same &= fabs(told - priors->of[p]) < 2e-3;
        }
        if (same)
            return true;
    }
    return false;
}

/* Returns the best move. */
static const char *search_with(const char *option, const char *value)
{
    static char move[MIAI_MOVE_TEXT];
    set(option, value);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    return move;
}

/* What a network says of a position counts its optimistic policy by 0.2. */
START_TEST(optimism)
{
    struct net_file file = small;
    file.version = 15;
    file.activation = "ACTIVATION_MISH";
    net_file_write(&file);
    set("network", "none");
    set("network", name);
    set("network-numbers", "float");
    set("reuse", "false");
    play("c3 b2 d4");
    const char *best = search_with("root-policy-optimism", "0.2");
    struct priors root = priors_behind(NULL), behind = priors_behind(best);
    ck_assert(are_priors_of(&root));
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, best), MIAI_OK);
    ck_assert(!are_priors_of(&behind)); /* in the tree it counts for all */
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    search_with("root-policy-optimism", "1");
    root = priors_behind(NULL);
    ck_assert(!are_priors_of(&root));
    best = search_with("policy-optimism", "0.2"); /* the root's is no more than that */
    root = priors_behind(NULL);
    behind = priors_behind(best);
    ck_assert(are_priors_of(&root));
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, best), MIAI_OK);
    ck_assert(are_priors_of(&behind));
}
END_TEST

START_TEST(playouts_beside_it)
{
    char pv[2000];
    set("network-weight", "0.5");
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 40);
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 80);
    set("network-weight", "0"); /* whose values do not fit to those before */
    ck_assert_uint_eq(search_visits(pv, sizeof pv), 40);
}
END_TEST

/* A whole game, by whatever rules and with all that makes moves random: to its end, by legal
 * moves. */
START_TEST(a_whole_game)
{
    static const char *const rules[] = {"chinese", "japanese", "tromp-taylor", "simple-ko"};
    char move[MIAI_MOVE_TEXT] = "";
    set("rules", rules[_i]);
    set("resign", "0");
    set("temperature", "1");
    set("temperature-moves", "10");
    set("root-noise", "0.25");
    set("root-temperature", "1.1");
    for (int i = 0; i < 120 && !miai_over(engine, NULL); i++)
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    char score[32];
    ck_assert_int_eq(miai_final_score(engine, score, sizeof score), MIAI_OK);
}
END_TEST

/* Moves that have a visit get their least number of them, and those that had no other reason count
 * for no share. */
START_TEST(forced_playouts_are_taken_back)
{
    enum { PLAYOUTS = 200, K = 8 };
    char move[MIAI_MOVE_TEXT] = "";
    miai_limits limits = {.playouts = PLAYOUTS};
    miai_choice choice;
    double share = 0;
    int few = 0, less = 0;
    set("forced-playouts", "8");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++) {
        double part = (double)choice.visits / PLAYOUTS;
        few += choice.visits > 0 && (double)choice.visits + 1 < sqrt(K * choice.prior * PLAYOUTS);
        less += choice.share < part * 0.999;
        share += choice.share;
        if (i == 0)
            ck_assert_double_ge(choice.share, part * 0.999);
    }
    ck_assert_int_le(few, 1); /* one that has just been begun */
    ck_assert_int_gt(less, 0);
    ck_assert_double_eq_tol(share, 1, 1e-6);
    set("forced-playouts", "0");
    set("reuse", "false");
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        ck_assert_double_eq_tol(choice.share, (double)choice.visits / PLAYOUTS, 0.006);
}
END_TEST

static double prior_of(const char *move)
{
    miai_choice choice;
    for (int i = 0; miai_choice_at(engine, i, &choice); i++)
        if (strcmp(choice.move, move) == 0)
            return choice.prior;
    ck_abort_msg("%s is no choice", move);
}

/* On an empty board moves that a symmetry makes of each other look alike to the mean of all ways to
 * turn it over, and not to a network that sees it in one. */
START_TEST(the_root_is_turned_over)
{
    static const char *const corner[] = {"B1", "D1", "B5", "D5", "A2", "E2", "A4", "E4"};
    miai_limits limits = {.playouts = 4};
    char move[MIAI_MOVE_TEXT];
    for (int ways = 1; ways <= 8; ways += 7) {
        bool alike = true;
        set("root-symmetries", ways == 1 ? "1" : "8");
        miai_forget(engine);
        ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
        for (int i = 1; i < COUNT(corner); i++)
            alike &= fabs(prior_of(corner[i]) - prior_of(corner[0])) < 1e-4;
        ck_assert(alike == (ways == 8));
    }
}
END_TEST

/* What a network tells of some leaves at once. */
struct told {
    struct mi_eval leaf[2];
    float prior[2][26], first[2][26], ownership[2][25];
    miai_move moves[2][MIAI_MAX_LEGAL];
};

/* Asks for the root behind a leaf, or for one of them alone. */
static void ask_leaves(const struct mi_root *root, const struct mi_settings *settings, int from,
                       int n, struct told *told)
{
    static const miai_move centre[] = {12};
    struct mi_eval *leaf[] = {&told->leaf[0], &told->leaf[1]};
    void *evaluator = calloc(1, settings->evaluator->size);
    mi_network_rest(settings->network); /* the cache goes, too */
    ck_assert(settings->evaluator->make(evaluator, root, settings));
    for (int i = 0; i < 2; i++) {
        void *pos = malloc(root->size);
        memcpy(pos, root->pos, root->size);
        if (i == 0)
            root->game->play(pos, centre[0]);
        told->leaf[i] = (struct mi_eval){.pos = pos,
                                         .line = centre,
                                         .line_length = i == 0,
                                         .moves = told->moves[i],
                                         .move_count = root->game->moves(pos, told->moves[i]),
                                         .prior = told->prior[i],
                                         .first = told->first[i],
                                         .ownership = told->ownership[i]};
    }
    settings->evaluator->value(evaluator, leaf + from, n);
    for (int i = 0; i < 2; i++)
        free(told->leaf[i].pos);
    settings->evaluator->free(evaluator);
    free(evaluator);
}

/* Where the tree has no room for another node the root is a leaf, and others may stand before it in
 * its batch. */
START_TEST(a_root_turned_over_in_a_batch)
{
    struct mi_root root;
    struct told alone[2], both;
    set("root-symmetries", "8");
    set("batch", "4");
    play("b1 e2");
    ck_assert(mi_engine_root(engine, 0, engine->pos, &root));
    struct mi_settings settings = mi_engine_settings(engine, &root, (size_t)64 << 20, 0);
    for (int i = 0; i < 2; i++)
        ask_leaves(&root, &settings, i, 1, &alone[i]);
    ask_leaves(&root, &settings, 0, 2, &both);
    for (int i = 0; i < 2; i++) {
        ck_assert_double_eq_tol(both.leaf[i].win, alone[i].leaf[i].win, 1e-6);
        for (int k = 0; k < both.leaf[i].move_count; k++)
            ck_assert_double_eq_tol((double)both.prior[i][k], (double)alone[i].prior[i][k], 1e-4);
    }
}
END_TEST

/* ---- what lies before a leaf ---- */

/* Go as a network sees it that looks at what it is given alone. */
static struct {
    int plies, earlier_count, keys;
    miai_ply last;
    uint64_t earlier[3];
} seen;

static void look(const void *pos, const miai_past *past, float *plane, float *number)
{
    (void)pos;
    (void)plane;
    (void)number;
    seen.plies = past->plies;
    seen.last = past->plies > 0 ? past->ply[past->plies - 1] : (miai_ply){0};
    seen.earlier_count = past->earlier_count;
    seen.keys = past->key_count;
    for (int i = 0; i < past->earlier_count; i++)
        seen.earlier[i] = mi_go_game.hash(past->earlier[i]);
}

static const miai_encoding looking = {.bytes = sizeof(miai_encoding),
                                      .name = "looking",
                                      .earlier = 3,
                                      .symmetries = MIAI_MIRROR | MIAI_TRANSPOSE,
                                      .fill = look};

/* For every split of a game into what was played and what a search plays. */
START_TEST(the_past_is_the_same_from_any_root)
{
    static const miai_move moves[] = {12, 7, 13, 25, 6, 8, 25};
    enum { PLIES = COUNT(moves) };
    uint64_t hash[PLIES + 1];
    struct mi_root root;
    set("rules", "chinese");
    void *before = malloc(mi_history_size(engine->history));
    for (int played = 0; played <= PLIES; played++) {
        ck_assert(mi_engine_root(engine, played % 2, engine->pos, &root));
        hash[played] = root.game->hash(root.pos);
        memcpy(before, root.pos, root.size);
        struct mi_network_input input;
        void *block = malloc(mi_network_input_bytes(&root, &looking));
        mi_network_input_init(&input, &root, &looking, block);
        for (int length = 0; played + length <= PLIES; length++) {
            int all = played + length;
            struct mi_eval leaf = {.pos = before, .line = moves + played, .line_length = length};
            mi_network_input_fill(&input, &leaf, NULL, NULL);
            ck_assert_int_eq(seen.plies, all);
            ck_assert_int_eq(seen.earlier_count, all < 3 ? all : 3);
            ck_assert(all == 0 ||
                      (seen.last.move == moves[all - 1] && seen.last.player == (all - 1) % 2));
            for (int i = 0; i < seen.earlier_count && all - 1 - i <= played; i++)
                ck_assert_uint_eq(seen.earlier[i], hash[all - 1 - i]);
        }
        free(block);
        if (played < PLIES)
            ck_assert_int_eq(mi_history_play(engine->history, played % 2, moves[played]),
                             MI_PLAYED);
    }
    free(before);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("network");
    TCase *tests = add_case(suite, "network", 60);
    tcase_add_checked_fixture(tests, begin_network, end_network);
    tcase_add_loop_test(tests, batches_and_threads, 0, 6);
    TCase *single = add_single(suite, "network, one thread", 60);
    tcase_add_checked_fixture(single, begin_network, end_network);
    tcase_add_test(single, an_output);
    tcase_add_loop_test(single, symmetries, 0, 6);
    tcase_add_test(single, boards_that_are_not_square);
    tcase_add_test(single, what_is_no_network_changes_nothing);
    tcase_add_test(single, another_network_and_none);
    tcase_add_test(single, it_stays);
    tcase_add_test(single, the_cache_changes_nothing);
    tcase_add_test(single, the_cache_knows_all_moves);
    tcase_add_test(single, memory_is_bounded);
    tcase_add_test(single, optimism);
    tcase_add_test(single, playouts_beside_it);
    tcase_add_loop_test(single, a_whole_game, 0, 4);
    tcase_add_test(single, forced_playouts_are_taken_back);
    tcase_add_test(single, the_root_is_turned_over);
    tcase_add_test(single, a_root_turned_over_in_a_batch);
    tcase_add_test(single, the_past_is_the_same_from_any_root);
    return run_suite(suite);
}
