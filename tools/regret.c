/* regret - what the moves of a search give away, over its playouts, where the best is known.
 *
 *     make tools/regret
 *     tools/regret list GAME [positions=N] [seed=N] [from=PLIES] [to=PLIES] >POSITIONS
 *     tools/regret run [from=N] [to=N] [step=X] [seeds=N] [csv=FILE] [OPTION=VALUE ...] <POSITIONS
 *
 * list writes positions of all depths with the exact values of their moves, a line each: the game,
 * its size and komi, the moves to the position, a bar, and each legal move with its value, 0, 1/2
 * or 1, for the player to move.  GAME is connect4 (an exact solver of its own), tictactoe (each
 * position that has better and worse moves, once), or goWxH (alphabeta must solve each move).
 *
 * run searches each position with those options of miai, fresh for each seed, and looks at the move
 * after `from` playouts, `step` times as many and so on, up to `to`.  The regret is the value of
 * the best move less that of the one chosen.  Prints a line for each number of playouts: the mean
 * regret and its standard error, in how many searches the move was best, how many told the result.
 * A search that is proven keeps its move. */
#include "miai.h"
#include "solve4.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 8192, MOST = 400, LOOKS = 64, CELLS = 9, CODES = 19683 };

static void check(int error)
{
    if (error == MIAI_OK)
        return;
    fprintf(stderr, "regret: %s\n", miai_error_text(error));
    exit(EXIT_FAILURE);
}

static miai_engine *new_engine(void)
{
    miai_engine *engine = miai_new();
    check(engine ? MIAI_OK : MIAI_NO_MEMORY);
    return engine;
}

/* What the command line bounds. */
struct bounds {
    int positions, seeds;
    double from, to, step;
    uint64_t seed;
    FILE *csv;
};

/* ---- positions ---- */

/* A move and its value for who makes it, in halves; the moves to the position. */
struct known {
    char move[MIAI_MOVE_TEXT];
    int halves;
};

struct list {
    struct known known[MOST];
    int n, best, worst;
};

static void add(struct list *list, const char *move, int halves)
{
    struct known *known = &list->known[list->n++];
    snprintf(known->move, sizeof known->move, "%s", move);
    known->halves = halves;
    list->best = list->n == 1 || halves > list->best ? halves : list->best;
    list->worst = list->n == 1 || halves < list->worst ? halves : list->worst;
}

static int halves_of(const struct list *list, const char *move)
{
    for (int i = 0; i < list->n; i++)
        if (strcmp(list->known[i].move, move) == 0)
            return list->known[i].halves;
    fprintf(stderr, "regret: %s is not among the moves\n", move);
    exit(EXIT_FAILURE);
}

static void write_position(const miai_engine *engine, const struct list *list)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    printf("%s %dx%d %g", miai_current_game(engine), miai_width(engine), miai_height(engine),
           miai_komi(engine));
    for (int i = 0; i < miai_plies(engine); i++) {
        miai_move_text(engine, i, &player, move, sizeof move);
        printf(" %s", move);
    }
    printf(" |");
    for (int i = 0; i < list->n; i++)
        printf(" %s %g", list->known[i].move, list->known[i].halves / 2.0);
    printf("\n");
    fflush(stdout);
}

/* ---- Connect Four ---- */

static void play_column(miai_engine *engine, int x)
{
    const char text[] = {(char)('A' + x), '\0'};
    check(miai_play(engine, MIAI_TURN, text));
}

/* Nobody solves the empty board in passing: Allis 1988, "A Knowledge-based Approach of
 * Connect-Four". */
static bool solve_moves4(struct solve4 *solver, char *columns, int n, int value[SOLVE4_WIDTH])
{
    static const int of_empty[SOLVE4_WIDTH] = {-1, -1, 0, 1, 0, -1, -1};
    bool choice = false;
    for (int x = 0; x < SOLVE4_WIDTH; x++) {
        columns[n] = (char)x;
        if (n == 0)
            value[x] = of_empty[x];
        else if (solve4_value(solver, columns, n + 1, &value[x]))
            value[x] = -value[x];
        else
            value[x] = -2;
        for (int other = 0; other < x; other++)
            choice = choice || (value[x] != value[other] && value[x] > -2 && value[other] > -2);
    }
    return choice;
}

static void write4(miai_engine *engine, const char *columns, int n, const int *value)
{
    struct list list = {.n = 0};
    check(miai_clear(engine));
    for (int i = 0; i < n; i++)
        play_column(engine, columns[i]);
    for (int x = 0; x < SOLVE4_WIDTH; x++) {
        char move[MIAI_MOVE_TEXT];
        int player;
        if (value[x] < -1)
            continue;
        play_column(engine, x);
        miai_move_text(engine, n, &player, move, sizeof move);
        add(&list, move, value[x] + 1);
        check(miai_undo(engine, 1));
    }
    write_position(engine, &list);
}

/* The first of them with the fewest plies, from eight plies on as many of each number: before, each
 * takes minutes to solve. */
static int plies_of(const struct bounds *bounds, int i)
{
    int from = (int)(bounds->from > 8 ? bounds->from : 8), to = (int)bounds->to;
    return i == 0 ? (int)bounds->from : from + (i - 1) * (to - from + 1) / (bounds->positions - 1);
}

/* Random but for what would be lost at once; the last first, which are soon solved. */
static void list_connect4(const struct bounds *bounds)
{
    char columns[SOLVE4_WIDTH * SOLVE4_HEIGHT + 1];
    int value[SOLVE4_WIDTH];
    struct solve4 *solver = solve4_new();
    miai_engine *engine = new_engine();
    miai_rng rng;
    check(solver ? MIAI_OK : MIAI_NO_MEMORY);
    check(miai_set_game(engine, "connect4"));
    miai_rng_seed(&rng, bounds->seed);
    for (int left = bounds->positions; left > 0;) {
        int plies = plies_of(bounds, left - 1);
        for (int i = 0; i < plies; i++)
            columns[i] = (char)miai_rng_below(&rng, SOLVE4_WIDTH);
        if (!solve4_quiet(columns, plies) || !solve_moves4(solver, columns, plies, value))
            continue;
        write4(engine, columns, plies, value);
        left--;
    }
    miai_free(engine);
    solve4_free(solver);
}

/* ---- games that alphabeta solves ---- */

/* In halves, or -1 if the search ends without a proof. */
static int solve_move(miai_engine *engine, const char *move)
{
    static const int halves[] = {-1, 0, 1, 2};
    const miai_limits limits = {.seconds = 2, .moves = move};
    char chosen[MIAI_MOVE_TEXT];
    miai_info info;
    check(miai_search(engine, MIAI_TURN, &limits, chosen, sizeof chosen));
    miai_last_search(engine, &info);
    return halves[info.proof];
}

static bool solve_moves(miai_engine *engine, struct list *list)
{
    char moves[LINE], *rest = moves;
    *list = (struct list){.n = 0};
    if (miai_over(engine, NULL))
        return false;
    check(miai_legal_moves(engine, MIAI_TURN, moves, sizeof moves) > 0 ? MIAI_OK : MIAI_BAD_VALUE);
    for (char *move = strtok_r(moves, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        int halves = solve_move(engine, move);
        if (halves < 0)
            return false;
        add(list, move, halves);
    }
    return list->best > list->worst;
}

static miai_engine *solving_engine(const char *game, uint64_t seed)
{
    char text[32];
    miai_engine *engine = new_engine();
    snprintf(text, sizeof text, "%llu", (unsigned long long)seed);
    check(miai_set_game(engine, game));
    check(miai_set_option(engine, "search", "alphabeta"));
    check(miai_set_option(engine, "seed", text));
    return engine;
}

/* The least code of a position's eight images: turned and mirrored. */
static int code_of(const miai_engine *engine)
{
    int8_t piece[MIAI_MAX_POINTS];
    int least = CODES;
    miai_board(engine, piece);
    for (int image = 0; image < 8; image++) {
        int code = 0;
        for (int i = 0; i < CELLS; i++) {
            int x = image & 1 ? 2 - i % 3 : i % 3, y = image & 2 ? 2 - i / 3 : i / 3;
            code = 3 * code + piece[image & 4 ? 3 * x + y : 3 * y + x] + 1;
        }
        least = code < least ? code : least;
    }
    return least;
}

static void list_tictactoe(miai_engine *engine, bool *seen)
{
    char moves[LINE], *rest = moves;
    struct list list;
    int code = code_of(engine);
    if (miai_over(engine, NULL) || seen[code])
        return;
    seen[code] = true;
    if (solve_moves(engine, &list))
        write_position(engine, &list);
    miai_legal_moves(engine, MIAI_TURN, moves, sizeof moves);
    for (char *move = strtok_r(moves, " ", &rest); move; move = strtok_r(NULL, " ", &rest)) {
        check(miai_play(engine, MIAI_TURN, move));
        list_tictactoe(engine, seen);
        check(miai_undo(engine, 1));
    }
}

/* Random moves, a pass among them only when nothing else is legal. */
static void play_at_random(miai_engine *engine, miai_rng *rng, int plies)
{
    check(miai_clear(engine));
    for (int i = 0; i < plies && !miai_over(engine, NULL); i++) {
        char moves[LINE], *move[MOST], *rest = moves;
        int n = 0;
        miai_legal_moves(engine, MIAI_TURN, moves, sizeof moves);
        for (char *m = strtok_r(moves, " ", &rest); m && n < MOST; m = strtok_r(NULL, " ", &rest))
            if (strcmp(m, "pass") != 0)
                move[n++] = m;
        check(
            miai_play(engine, MIAI_TURN, n > 0 ? move[miai_rng_below(rng, (uint32_t)n)] : "pass"));
    }
}

/* A komi at which the moves of the position differ: the outcomes lie all over the board. */
static bool find_komi(miai_engine *engine, miai_rng *rng, struct list *list)
{
    int points = miai_width(engine) * miai_height(engine);
    check(miai_set_komi(engine, (int)miai_rng_below(rng, (uint32_t)points) - points / 2 + 0.5));
    return solve_moves(engine, list);
}

static void list_go(const struct bounds *bounds, int width, int height)
{
    struct list list;
    miai_rng rng;
    int span = (int)(bounds->to - bounds->from) + 1;
    miai_engine *engine = solving_engine("go", bounds->seed);
    check(miai_set_size(engine, width, height));
    miai_rng_seed(&rng, bounds->seed);
    for (int done = 0; done < bounds->positions;) {
        play_at_random(engine, &rng, (int)bounds->from + done * span / bounds->positions);
        if (!find_komi(engine, &rng, &list))
            continue;
        write_position(engine, &list);
        done++;
    }
    miai_free(engine);
}

static int make_list(const char *game, struct bounds *bounds)
{
    static bool seen[CODES];
    int width, height;
    if (strcmp(game, "connect4") == 0) {
        list_connect4(bounds);
    } else if (strcmp(game, "tictactoe") == 0) {
        miai_engine *engine = solving_engine(game, bounds->seed);
        list_tictactoe(engine, seen);
        miai_free(engine);
    } else if (sscanf(game, "go%dx%d", &width, &height) == 2) {
        list_go(bounds, width, height);
    } else {
        check(MIAI_NO_GAME);
    }
    return EXIT_SUCCESS;
}

/* ---- searches ---- */

/* What was seen at one number of playouts. */
struct look {
    uint64_t playouts;
    int n, best, proven;
    double sum, squares;
};

static struct look looks[LOOKS];

static int plan(const struct bounds *bounds)
{
    int n = 0;
    for (double x = bounds->from; x < bounds->to * 1.001 && n < LOOKS; x *= bounds->step)
        looks[n++].playouts = (uint64_t)(x + 0.5);
    return n;
}

static void note(struct look *look, double regret, bool proven)
{
    look->n++;
    look->best += regret <= 0;
    look->proven += proven;
    look->sum += regret;
    look->squares += regret * regret;
}

/* Sets the position up from its line, which is cut, and reads the values. */
static bool read_position(miai_engine *engine, char *line, struct list *list)
{
    char *rest = line, *game = strtok_r(line, " \n", &rest), *size = strtok_r(NULL, " \n", &rest);
    char *komi = strtok_r(NULL, " \n", &rest), *word, *value;
    int width, height;
    if (!komi || sscanf(size, "%dx%d", &width, &height) != 2)
        return false;
    if (strcmp(game, miai_current_game(engine)) != 0)
        check(miai_set_game(engine, game));
    check(miai_set_size(engine, width, height));
    check(miai_set_komi(engine, atof(komi)));
    while ((word = strtok_r(NULL, " \n", &rest)) && strcmp(word, "|") != 0)
        check(miai_play(engine, MIAI_TURN, word));
    *list = (struct list){.n = 0};
    while (list->n < MOST && (word = strtok_r(NULL, " \n", &rest)) &&
           (value = strtok_r(NULL, " \n", &rest)))
        add(list, word, (int)(2 * atof(value)));
    return list->n > 0;
}

/* One tree that is looked at while it grows. */
static void search(miai_engine *engine, const struct list *list, const struct bounds *bounds,
                   int seed, int count)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info = {.proof = 0};
    uint64_t done = 0;
    miai_forget(engine);
    for (int i = 0; i < count; i++) {
        const miai_limits limits = {.playouts = looks[i].playouts - done};
        if (info.proof == 0)
            check(miai_search(engine, MIAI_TURN, &limits, move, sizeof move));
        miai_last_search(engine, &info);
        done = looks[i].playouts;
        double regret = (list->best - halves_of(list, move)) / 2.0;
        note(&looks[i], regret, info.proof != 0);
        if (bounds->csv)
            fprintf(bounds->csv, "%s,%d,%d,%llu,%s,%g,%.4f,%d\n", miai_current_game(engine),
                    miai_plies(engine), seed, (unsigned long long)done, move, regret, info.value,
                    info.proof);
    }
}

static void search_all(miai_engine *engine, const struct bounds *bounds, int count)
{
    char line[LINE], text[32];
    struct list list;
    if (bounds->csv)
        fprintf(bounds->csv, "game,ply,seed,playouts,move,regret,value,proof\n");
    while (fgets(line, sizeof line, stdin)) {
        if (!read_position(engine, line, &list))
            continue;
        for (int i = 0; i < bounds->seeds; i++) {
            snprintf(text, sizeof text, "%llu", (unsigned long long)bounds->seed + (unsigned)i);
            check(miai_set_option(engine, "seed", text));
            search(engine, &list, bounds, (int)bounds->seed + i, count);
        }
    }
}

static int run(miai_engine *engine, const struct bounds *bounds)
{
    int count = plan(bounds);
    search_all(engine, bounds, count);
    printf("  playouts  searches  regret  +-      best    proven\n");
    for (int i = 0; i < count && looks[i].n > 0; i++) {
        const struct look *look = &looks[i];
        double n = look->n, mean = look->sum / n, square = look->squares / n;
        printf("%10llu  %8d  %.4f  %.4f  %5.1f%%  %5.1f%%\n", (unsigned long long)look->playouts,
               look->n, mean, sqrt(fmax(square - mean * mean, 0) / n), 100 * look->best / n,
               100 * look->proven / n);
    }
    return EXIT_SUCCESS;
}

/* ---- the program ---- */

static bool read_bound(struct bounds *bounds, const char *word)
{
    unsigned long long seed;
    if (strncmp(word, "csv=", 4) == 0) {
        bounds->csv = fopen(word + 4, "w");
        check(bounds->csv ? MIAI_OK : MIAI_NO_LOAD);
        return true;
    }
    if (sscanf(word, "seed=%llu", &seed) == 1) {
        bounds->seed = seed;
        return true;
    }
    return sscanf(word, "from=%lf", &bounds->from) == 1 ||
           sscanf(word, "to=%lf", &bounds->to) == 1 ||
           sscanf(word, "step=%lf", &bounds->step) == 1 ||
           sscanf(word, "seeds=%d", &bounds->seeds) == 1 ||
           sscanf(word, "positions=%d", &bounds->positions) == 1;
}

static void read_words(miai_engine *engine, struct bounds *bounds, int argc, char **argv)
{
    for (int i = 0; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (read_bound(bounds, argv[i]))
            continue;
        if (value)
            *value++ = '\0';
        check(miai_set_option(engine, argv[i], value ? value : ""));
    }
    if (bounds->from < 0 || bounds->to < bounds->from || bounds->step <= 1)
        check(MIAI_BAD_VALUE);
}

int main(int argc, char **argv)
{
    struct bounds bounds = {.positions = 100, .seeds = 1, .seed = 1, .step = 3.16227766};
    bool listing = argc > 2 && strcmp(argv[1], "list") == 0;
    if (!listing && (argc < 2 || strcmp(argv[1], "run") != 0)) {
        fprintf(stderr, "usage: regret list GAME | run [WORD=VALUE ...], see regret.c\n");
        return EXIT_FAILURE;
    }
    miai_engine *engine = new_engine();
    bounds.from = listing ? 0 : 1000;
    bounds.to = listing ? 33 : 1e7;
    read_words(engine, &bounds, argc - 2 - listing, argv + 2 + listing);
    int status = listing ? make_list(argv[2], &bounds) : run(engine, &bounds);
    if (bounds.csv)
        fclose(bounds.csv);
    miai_free(engine);
    return status;
}
