/* Alpha-beta against plain minimax, over games from a graph that chance draws and over the real
 * ones; its limits, its threads, and what it says of itself. */
#include "base/clock.h"
#include "game/games.h"
#include "plates_game.h"
#include "situation.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

/* ---- games from a graph ---- */

/* The nodes of a graph are numbers, the edges come from a hash of the seed.  With LEVELS the graph
 * has as many levels as the game has plies, and transpositions; without it the edges lead anywhere,
 * and come back. */
enum { WIDTH = 3, LEVELS = 6, NODES = 12 };

struct graph {
    uint64_t seed;
    uint32_t node, ply;
    uint8_t turn, over, levels, strict; /* strict: the players take turns */
    int8_t score;
};

static uint64_t draw(const struct graph *g, uint64_t what)
{
    return miai_mix(g->seed ^ miai_mix(((uint64_t)g->node << 32 | g->ply) * 64 + what));
}

static void settle(struct graph *g)
{
    bool last = g->levels && g->ply == LEVELS;
    g->over = last || ((g->ply > 0 || g->node > 0) && draw(g, 1) % 6 == 0);
    g->score = (int8_t)(g->over ? (int)(draw(g, 2) % 5) - 2 : 0);
    if (!g->strict && g->levels)
        g->turn = draw(g, 3) % 2;
}

static size_t graph_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct graph);
}

static int graph_move_count(const miai_setup *setup)
{
    (void)setup;
    return WIDTH;
}

/* komi is the seed; rules: bit 0 strict turns, bit 1 no levels. */
static void graph_init(void *pos, const miai_setup *setup)
{
    struct graph *g = pos;
    memset(g, 0, sizeof *g);
    g->seed = miai_mix((uint64_t)setup->komi);
    g->strict = setup->rules & 1;
    g->levels = !(setup->rules & 2);
}

static int graph_turn(const void *pos)
{
    return ((const struct graph *)pos)->turn;
}

static int graph_moves(const void *pos, miai_move *list)
{
    int n = 1 + (int)(draw(pos, 4) % WIDTH);
    for (int i = 0; i < n; i++)
        list[i] = (i + (int)(draw(pos, 5) % WIDTH)) % WIDTH;
    return n;
}

static bool graph_legal(const void *pos, miai_move move)
{
    miai_move list[WIDTH];
    int n = ((const struct graph *)pos)->over ? 0 : graph_moves(pos, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

static void graph_play(void *pos, miai_move move)
{
    struct graph *g = pos;
    g->node = (uint32_t)(draw(g, 8 + (uint64_t)move) % NODES);
    g->turn = !g->turn;
    if (g->levels)
        g->ply++;
    else
        g->node = g->node / 2 * 2 + g->turn;
    settle(g);
}

static bool graph_outcome(const void *pos, int *score)
{
    const struct graph *g = pos;
    *score = g->score;
    return g->over;
}

static uint64_t graph_hash(const void *pos)
{
    const struct graph *g = pos;
    return miai_mix((uint64_t)g->node << 32 | g->ply << 8 | g->turn);
}

static int graph_text(const void *pos, char *text, size_t size)
{
    (void)pos;
    if (size)
        text[0] = '\0';
    return 0;
}

static int graph_move_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)move;
    return graph_text(pos, text, size);
}

static int graph_evaluate(const void *pos)
{
    return (int)(draw(pos, 6) % 400) - 200;
}

static int graph_forbids(const void *pos)
{
    (void)pos;
    return MIAI_REPEAT_ILLEGAL;
}

static int graph_draws(const void *pos)
{
    (void)pos;
    return MIAI_REPEAT_DRAW;
}

static const miai_game graph_game = {
    .abi = MIAI_GAME_ABI,
    .name = "graph",
    .size = graph_size,
    .move_count = graph_move_count,
    .init = graph_init,
    .turn = graph_turn,
    .moves = graph_moves,
    .legal = graph_legal,
    .play = graph_play,
    .outcome = graph_outcome,
    .hash = graph_hash,
    .move_text = graph_move_text,
    .text = graph_text,
};

static struct mi_result a, b; /* large: not on the stack */

/* Both searches find the same score at this depth; 0: of the whole game.  Short of the end either
 * may prove what the other does not: minimax sees a win beside the move that is refutation enough
 * for alpha-beta, which need not look at all that minimax leaves open. */
static void compare(const struct situation *s, int depth)
{
    search_to(&mi_minimax, s, depth, &a);
    search_to(&mi_alphabeta, s, depth, &b);
    ck_assert_int_eq(a.score, b.score);
    if (a.proof != MI_UNPROVEN && b.proof != MI_UNPROVEN)
        ck_assert_int_eq(a.proof, b.proof);
    if (a.proof == b.proof)
        ck_assert(a.value == b.value);
}

/* ---- equal to minimax ---- */

static void compare_graphs(miai_game game, int rules, int depth)
{
    for (int seed = 0; seed < 500; seed++) {
        struct situation s;
        game.setup = (miai_setup){.komi = seed, .rules = rules};
        begin_game(&s, &game, 1, 1);
        compare(&s, depth);
        enum mi_proof proof = b.proof;
        if (rules & 2)
            continue;
        search_to(&mi_minimax, &s, LEVELS, &a);
        ck_assert(a.proof == proof || (depth < LEVELS && depth > 0 && proof == MI_UNPROVEN));
    }
}

START_TEST(graph_of_signs)
{
    miai_game game = graph_game;
    for (int depth = 1; depth <= LEVELS; depth++) {
        compare_graphs(game, 0, depth);
        compare_graphs(game, 1, depth);
    }
}
END_TEST

START_TEST(graph_of_points)
{
    miai_game game = graph_game;
    game.points = 2;
    compare_graphs(game, 0, 0);
    compare_graphs(game, 1, 0);
    compare_graphs(game, 0, 3);
}
END_TEST

START_TEST(graph_with_evaluation)
{
    miai_game game = graph_game;
    game.evaluate = graph_evaluate;
    for (int depth = 1; depth <= LEVELS; depth++) {
        compare_graphs(game, 0, depth);
        compare_graphs(game, 1, depth);
    }
    game.points = 200;
    for (int depth = 1; depth <= LEVELS; depth++)
        compare_graphs(game, 0, depth);
}
END_TEST

/* With superko the same position may have another value on another path. */
START_TEST(graph_with_superko)
{
    miai_game game = graph_game;
    game.repeat_key = graph_hash;
    game.repeat_rule = graph_forbids;
    compare_graphs(game, 2, 5);
    compare_graphs(game, 2, 8);
    game.evaluate = graph_evaluate;
    compare_graphs(game, 2, 5);
    compare_graphs(game, 2, 8);
}
END_TEST

/* Where repetition draws, scores of the table may come from another path; a win does not. */
START_TEST(graph_with_draws)
{
    miai_game game = graph_game;
    int wins = 0;
    game.repeat_key = graph_hash;
    game.repeat_rule = graph_draws;
    for (int seed = 0; seed < 500; seed++) {
        struct situation s;
        game.setup = (miai_setup){.komi = seed, .rules = 2};
        begin_game(&s, &game, 1, 1);
        search_to(&mi_alphabeta, &s, 10, &b);
        search_to(&mi_minimax, &s, 9, &a);
        if (a.proof == MI_WIN || a.proof == MI_LOSS)
            ck_assert_int_eq(a.score, b.score);
        if (b.proof == MI_WIN && MI_SCORE_WIN - b.score <= 9)
            ck_assert_int_eq(a.score, b.score);
        wins += b.proof == MI_WIN;
    }
    ck_assert_int_gt(wins, 50);
}
END_TEST

START_TEST(tictactoe_positions)
{
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < 300; i++) {
        struct situation s;
        begin_game(&s, &mi_tictactoe, 3, 3);
        if (play_on(&s, &rng, 2 + i % 6))
            compare(&s, 9);
    }
}
END_TEST

/* Without a bound on the depth a proof may come by a longer way. */
static void compare_proofs(const struct situation *s)
{
    search_to(&mi_minimax, s, 0, &a);
    search_to(&mi_alphabeta, s, 0, &b);
    ck_assert_int_ne(b.proof, MI_UNPROVEN);
    ck_assert_int_eq(a.proof, b.proof);
    ck_assert(a.value == b.value);
    for (int i = 0; i < a.choice_count; i++) /* the move chosen keeps the result */
        if (a.choice[i].move == b.move)
            ck_assert_int_eq(a.choice[i].proof == a.proof || a.proof == MI_WIN, true);
}

START_TEST(connect4_positions)
{
    miai_rng rng;
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < 200; i++) {
        struct situation s;
        begin_game(&s, &mi_connect4, 4 + i % 2, 4);
        if (play_on(&s, &rng, 7 + i % 2 * 3))
            compare_proofs(&s);
    }
}
END_TEST

/* Compared with all moves and no quiescence, which minimax has not; then what the whole search
 * proves. */
static void compare_go(int width, int height, int plies, int depth, miai_rng *rng)
{
    struct situation s;
    miai_game all_moves = mi_go;
    all_moves.candidates = NULL;
    all_moves.noisy = NULL;
    begin_game(&s, &all_moves, width, height);
    ck_assert_uint_le(mi_go.size(&s.setup), POSITION_MAX);
    if (!play_on(&s, rng, plies))
        return;
    compare(&s, depth);
    s.game = &mi_go;
    search_to(&mi_alphabeta, &s, depth, &b);
    if (a.proof != MI_UNPROVEN && b.proof != MI_UNPROVEN)
        ck_assert_int_eq(a.proof, b.proof);
}

START_TEST(go_positions)
{
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < 200; i++) {
        compare_go(2 + i % 2, 2, 3 + i % 8, 5, &rng);
        compare_go(3, 3, 6 + i % 8, 3, &rng);
    }
}
END_TEST

/* ---- what is known of whole games ---- */

START_TEST(plates)
{
    struct situation s;
    begin_game(&s, plates_game, plates_game->setup.width, plates_game->setup.height);
    search_to(&mi_minimax, &s, 0, &a);
    search_to(&mi_alphabeta, &s, 0, &b);
    ck_assert_int_eq(a.score, b.score);
    ck_assert_int_eq(a.score, 20);
    ck_assert_int_eq(b.move, a.move);
    ck_assert_int_eq(b.move, 0);
    ck_assert_uint_eq(a.leaves, 18);
    ck_assert_uint_eq(b.leaves, 9);
}
END_TEST

START_TEST(tictactoe_is_a_draw)
{
    struct situation s;
    begin_game(&s, &mi_tictactoe, 3, 3);
    search_to(&mi_alphabeta, &s, 0, &b);
    ck_assert_int_eq(b.proof, MI_DRAW);
    ck_assert(b.value == 0.5);
    ck_assert(b.seconds < 1);
}
END_TEST

START_TEST(connect4_from_ply_14)
{
    miai_rng rng;
    miai_rng_seed(&rng, 4);
    for (int i = 0; i < 10; i++) {
        struct situation s;
        begin_game(&s, &mi_connect4, 7, 6);
        if (!play_on(&s, &rng, 14))
            continue;
        search_to(&mi_alphabeta, &s, 0, &b);
        ck_assert_int_ne(b.proof, MI_UNPROVEN);
    }
}
END_TEST

/* ---- chess, searched selectively ---- */

static struct situation chess_at(const char *fen)
{
    struct situation s;
    begin_at(&s, &mi_chess, fen);
    return s;
}

static const char middle_chess[] =
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";

/* The shortest mate is found, and counted right, for whoever gives it. */
START_TEST(chess_mates)
{
    static const struct {
        const char *fen;
        int plies;
    } mates[] = {
        {"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
        {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3}, /* Morphy: Ra6 */
        {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 5},
    };
    for (size_t i = 0; i < sizeof mates / sizeof *mates; i++) {
        struct situation s = chess_at(mates[i].fen);
        struct mi_limits limits = {.depth = 20, .start = mi_clock()};
        search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
        ck_assert_int_eq(b.proof, MI_WIN);
        ck_assert_int_eq(b.score, MI_SCORE_WIN - mates[i].plies);
        ck_assert_int_eq(b.pv_length, mates[i].plies);
    }
}
END_TEST

START_TEST(chess_mate_is_enough)
{
    struct situation s = chess_at("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    struct mi_limits limits = {.mate = 5, .start = mi_clock()};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert_int_ge(b.score, MI_SCORE_WIN - 5);
}
END_TEST

/* A queen behind, White saves the game by giving check for ever. */
START_TEST(chess_perpetual_check)
{
    struct situation s = chess_at("6k1/6p1/8/7Q/8/7K/qq6/8 w - - 0 1");
    struct mi_limits limits = {.depth = 10, .start = mi_clock()};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert_int_eq(b.score, 0);
}
END_TEST

/* Who moves loses: passing must not hide it. */
START_TEST(chess_zugzwang)
{
    struct situation s = chess_at("8/8/p1p5/1p5p/1P5p/8/PPP2K1p/4R1rk w - - 0 1");
    struct mi_limits limits = {.depth = 16, .start = mi_clock()};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    char text[MIAI_MOVE_TEXT];
    mi_chess.move_text(s.pos, b.move, text, sizeof text);
    ck_assert_str_eq(text, "e1f1");
}
END_TEST

START_TEST(chess_repeats_itself)
{
    struct situation s = chess_at(middle_chess);
    struct mi_limits limits = {.playouts = 50000, .start = mi_clock()};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &a);
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert_uint_le(a.nodes, 50001);
    ck_assert_uint_eq(a.nodes, b.nodes);
    ck_assert_int_eq(a.score, b.score);
    ck_assert_int_gt(b.max_ply, b.depth);
    ck_assert(b.full >= 0 && b.full <= 1000);
    ck_assert_mem_eq(a.pv, b.pv, sizeof a.pv[0] * (size_t)a.pv_length);
}
END_TEST

/* Every line that is reported in games of a few nodes a move can be played. */
START_TEST(chess_lines_are_legal)
{
    struct situation s;
    void *self = mi_alphabeta.make();
    begin_game(&s, &mi_chess, 8, 8);
    for (int i = 0; i < 120 && !game_over(&s); i++) {
        struct mi_limits limits = {.playouts = 2000, .start = mi_clock()};
        search_within(&mi_alphabeta, self, &s, &limits, 1 + i % 2, &b);
        ck_assert(try_move(&s, b.move));
    }
    mi_alphabeta.free(self);
}
END_TEST

enum { LINES = 4 };

struct seen_lines {
    const struct situation *situation;
    int last, score, depth, finished;
    miai_move first[LINES];
};

/* The lines come in turn, the better first, each with a move of its own. */
static void see_line(void *context, const struct mi_result *result)
{
    struct seen_lines *seen = context;
    ck_assert_int_eq(result->line, seen->last % LINES + 1);
    check_line(seen->situation, result);
    if (result->line > 1 && result->depth == seen->depth)
        ck_assert_int_le(result->score, seen->score);
    for (int i = 0; i < result->line - 1; i++)
        ck_assert_int_ne(seen->first[i], result->move);
    seen->first[result->line - 1] = result->move;
    seen->last = result->line;
    seen->score = result->score;
    seen->depth = result->depth;
    seen->finished += result->line == LINES;
}

START_TEST(chess_several_lines)
{
    struct situation s = chess_at(middle_chess);
    struct seen_lines seen = {.situation = &s};
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 4 << 20, .threads = 1};
    struct mi_limits limits = {.depth = 7, .lines = LINES, .start = mi_clock()};
    struct mi_progress progress = {see_line, &seen};
    void *self = mi_alphabeta.make();
    ck_assert(mi_alphabeta.run(self, &root, &settings, &limits, &progress, &b));
    ck_assert_int_ge(seen.finished, 7);
    check_line(&s, &b);
    check_choices(&b);
    limits.lines = 100; /* more than there are moves */
    ck_assert(mi_alphabeta.run(self, &root, &settings, &limits, NULL, &b));
    check_choices(&b);
    mi_alphabeta.free(self);
}
END_TEST

START_TEST(chess_soft_bound_of_time)
{
    struct situation s = chess_at(middle_chess);
    struct mi_limits limits = {.seconds = 20, .soft_seconds = 0.05, .start = mi_clock()};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert(b.seconds < 10);
}
END_TEST

/* While the player ponders no time counts. */
START_TEST(chess_ponders)
{
    struct situation s = chess_at(middle_chess);
    _Atomic double ponder_end = -1;
    struct mi_limits limits = {.seconds = 0.001,
                               .soft_seconds = 0.001,
                               .start = mi_clock(),
                               .ponder_end = &ponder_end,
                               .depth = 8};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert_int_eq(b.depth, 8);
    ponder_end = mi_clock();
    limits.depth = 0;
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert(b.seconds < 10);
}
END_TEST

START_TEST(chess_with_little_memory)
{
    struct situation s = chess_at(middle_chess);
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 1 << 20, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    void *self = mi_alphabeta.make();
    ck_assert(mi_alphabeta.run(self, &root, &settings, &limits, NULL, &b));
    ck_assert_uint_le(b.tree_bytes, settings.memory);
    check_line(&s, &b);
    mi_alphabeta.free(self);
}
END_TEST

/* ---- limits, threads, memory ---- */

static struct situation middle_game(void)
{
    struct situation s;
    begin_game(&s, &mi_connect4, 7, 6);
    return s;
}

START_TEST(stopped_before_it_began)
{
    atomic_bool stop = true;
    struct situation s = middle_game();
    struct mi_limits limits = {.start = mi_clock(), .stop = &stop};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert(s.game->legal(s.pos, b.move));
    ck_assert_uint_le(b.nodes, 64);
}
END_TEST

START_TEST(time_is_kept)
{
    for (int threads = 1; threads <= 2; threads++) {
        struct situation s = middle_game();
        struct mi_limits limits = {.seconds = 0.1, .start = mi_clock()};
        search_within(&mi_alphabeta, NULL, &s, &limits, threads, &b);
        ck_assert(b.seconds >= 0.1 && b.seconds < 0.3);
    }
}
END_TEST

START_TEST(nodes_are_kept)
{
    for (uint64_t nodes = 1; nodes < 100000; nodes *= 3) {
        struct situation s = middle_game();
        struct mi_limits limits = {.playouts = nodes, .start = mi_clock()};
        search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
        ck_assert_uint_le(b.nodes, nodes + 1);
        search_within(&mi_minimax, NULL, &s, &limits, 1, &b);
        ck_assert_uint_le(b.nodes, nodes + 1);
    }
}
END_TEST

START_TEST(depth_is_kept)
{
    struct situation s = middle_game();
    for (int depth = 1; depth < 6; depth++) {
        search_to(&mi_alphabeta, &s, depth, &b);
        ck_assert_int_eq(b.depth, depth);
    }
    search_to(&mi_alphabeta, &s, 1, &b);
    ck_assert_uint_eq(b.nodes, 7);
    ck_assert_uint_eq(b.leaves, 7);
}
END_TEST

START_TEST(one_thread_repeats_itself)
{
    struct situation s = middle_game();
    struct mi_limits limits = {.playouts = 200000, .start = mi_clock()};
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &a);
    search_within(&mi_alphabeta, NULL, &s, &limits, 1, &b);
    ck_assert_uint_eq(a.nodes, b.nodes);
    ck_assert_uint_eq(a.leaves, b.leaves);
    ck_assert_int_eq(a.score, b.score);
    ck_assert_mem_eq(a.pv, b.pv, sizeof a.pv[0] * (size_t)a.pv_length);
}
END_TEST

START_TEST(table_helps_the_next_search)
{
    struct situation s = middle_game();
    void *self = mi_alphabeta.make();
    struct mi_limits limits = {.depth = 10, .start = mi_clock()};
    search_within(&mi_alphabeta, self, &s, &limits, 1, &a);
    search_within(&mi_alphabeta, self, &s, &limits, 1, &b);
    ck_assert_uint_lt(b.nodes, a.nodes / 4);
    mi_alphabeta.clear(self);
    search_within(&mi_alphabeta, self, &s, &limits, 1, &b);
    ck_assert_uint_eq(b.nodes, a.nodes);
    mi_alphabeta.free(self);
}
END_TEST

START_TEST(threads_agree)
{
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < 10; i++) {
        struct situation s;
        struct mi_limits limits = {.start = mi_clock()};
        begin_game(&s, &mi_connect4, 7, 6);
        if (!play_on(&s, &rng, 20))
            continue;
        search_within(&mi_alphabeta, NULL, &s, &limits, 1, &a);
        search_within(&mi_alphabeta, NULL, &s, &limits, 3, &b);
        ck_assert_int_eq(a.proof, b.proof);
    }
}
END_TEST

START_TEST(only_these_moves)
{
    struct situation s = middle_game();
    struct mi_root root = root_of(&s);
    miai_move only[2] = {0, 6};
    struct mi_settings settings = {.memory = 1 << 20, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    void *self = mi_alphabeta.make();
    root.only = only;
    root.only_count = 2;
    ck_assert(mi_alphabeta.run(self, &root, &settings, &limits, NULL, &b));
    ck_assert(b.move == 0 || b.move == 6);
    ck_assert_int_eq(b.choice_count, 2);
    mi_alphabeta.free(self);
}
END_TEST

START_TEST(too_little_memory)
{
    struct situation s = middle_game();
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 1000, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    void *self = mi_alphabeta.make();
    ck_assert(!mi_alphabeta.run(self, &root, &settings, &limits, NULL, &b));
    ck_assert(!mi_minimax.run(self, &root, &settings, &limits, NULL, &b));
    mi_alphabeta.free(self);
}
END_TEST

static void count_report(void *context, const struct mi_result *result)
{
    int *reports = context;
    (*reports)++;
    ck_assert_int_gt(result->pv_length, 0);
}

START_TEST(reports_each_iteration)
{
    struct situation s = middle_game();
    struct mi_root root = root_of(&s);
    struct mi_settings settings = {.memory = 1 << 20, .threads = 1};
    struct mi_limits limits = {.depth = 6, .start = mi_clock()};
    int reports = 0;
    struct mi_progress progress = {count_report, &reports};
    void *self = mi_alphabeta.make();
    ck_assert(mi_alphabeta.run(self, &root, &settings, &limits, &progress, &b));
    ck_assert_int_ge(reports, 6);
    mi_alphabeta.free(self);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("alphabeta");
    TCase *equal = add_case(suite, "equal to minimax", 120);
    tcase_add_test(equal, graph_of_signs);
    tcase_add_test(equal, graph_of_points);
    tcase_add_test(equal, graph_with_evaluation);
    tcase_add_test(equal, graph_with_superko);
    tcase_add_test(equal, graph_with_draws);
    tcase_add_test(equal, tictactoe_positions);
    tcase_add_test(equal, connect4_positions);
    tcase_add_test(equal, go_positions);
    TCase *games = add_case(suite, "whole games", 120);
    tcase_add_test(games, plates);
    tcase_add_test(games, tictactoe_is_a_draw);
    tcase_add_test(games, connect4_from_ply_14);
    TCase *chess = add_case(suite, "chess", 120);
    tcase_add_test(chess, chess_mates);
    tcase_add_test(chess, chess_mate_is_enough);
    tcase_add_test(chess, chess_perpetual_check);
    tcase_add_test(chess, chess_zugzwang);
    tcase_add_test(chess, chess_repeats_itself);
    tcase_add_test(chess, chess_lines_are_legal);
    tcase_add_test(chess, chess_several_lines);
    tcase_add_test(chess, chess_soft_bound_of_time);
    tcase_add_test(chess, chess_ponders);
    tcase_add_test(chess, chess_with_little_memory);
    TCase *limits = add_case(suite, "limits", 120);
    tcase_add_test(limits, stopped_before_it_began);
    tcase_add_test(limits, time_is_kept);
    tcase_add_test(limits, nodes_are_kept);
    tcase_add_test(limits, depth_is_kept);
    tcase_add_test(limits, one_thread_repeats_itself);
    tcase_add_test(limits, table_helps_the_next_search);
    tcase_add_test(limits, threads_agree);
    tcase_add_test(limits, only_these_moves);
    tcase_add_test(limits, too_little_memory);
    tcase_add_test(limits, reports_each_iteration);
    return run_suite(suite);
}
