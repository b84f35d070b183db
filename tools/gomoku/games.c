/* games - writes positions of self-play games with the results of their searches; see README.
 *
 *     games DIRECTORY SEED BLOCKS PLAYOUTS [NETWORK]
 *
 * BLOCKS: a number, or FIRST:COUNT. */
#include "game/games.h"
#include "base/fmath.h"
#include "base/shared/work_item.h"
#include "game/gomoku/network/input.h"
#include "game/gomoku/threat/find.h"
#include "miai.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SIDE = 15,
    POINTS = SIDE * SIDE,
    BLOCK = 50,       /* games per file */
    OPENING_MOST = 9, /* maximum stones of the opening */
    WILD_PLIES = 8,   /* plies after the opening, with moves drawn by visits */
    AWAY = 3          /* minimum distance of the first stone from the border */
};

/* A position as written to the file. */
struct sample {
    uint8_t input[POINTS]
                 [INPUT_SHAPES]; /* pairs and kinds of each point; for other points see below */
    uint8_t policy[POINTS];      /* share of the visits, in 255ths */
    uint8_t result;              /* for the side to move: 0 lost, 1 drawn, 2 won */
    uint8_t value;               /* value of the search, in 255ths */
};

/* Values used instead of kinds. */
enum { OWN_STONE = 253, OTHER_STONE = 254, UNSEEN = 255 };

struct game {
    miai_engine *engine;
    struct mi_gomoku *position;
    miai_rng rng;
    struct sample sample[POINTS];
    int turn[POINTS], samples;
};

static int random_below(struct game *game, int n)
{
    return (int)miai_rng_below(&game->rng, (uint32_t)n);
}

static void play_move(struct game *game, miai_move move)
{
    char text[MIAI_MOVE_TEXT];
    mi_gomoku_game.move_text(game->position, move, text, sizeof text);
    mi_gomoku_game.play(game->position, move);
    if (miai_play(game->engine, MIAI_TURN, text) != MIAI_OK)
        abort();
}

static int score_now(struct game *game)
{
    int score = 0;
    mi_gomoku_game.outcome(game->position, &score);
    return score;
}

/* ---- the opening ---- */

static bool is_certain(struct game *game)
{
    int least, most, plies = 0, score;
    return mi_gomoku_game.outcome(game->position, &score) ||
           mi_gomoku_game.solver->known(game->position, &least, &most, &plies);
}

static miai_move opening_move(struct game *game)
{
    miai_move list[MIAI_MAX_LEGAL];
    int width = SIDE - 2 * AWAY;
    if (game->position->stones == 0)
        return (AWAY + random_below(game, width)) * SIDE + AWAY + random_below(game, width);
    return list[random_below(game, mi_gomoku_candidates(game->position, list))];
}

static int choose_rules(struct game *game)
{
    int dice = random_below(game, 20);
    return dice < 14   ? RULES_FREESTYLE
           : dice < 16 ? RULES_STANDARD
           : dice < 19 ? RULES_RENJU
                       : RULES_CARO;
}

/* Places random stones near each other that give nobody an immediate win. */
static void open_game(struct game *game)
{
    miai_setup setup = mi_gomoku_game.setup;
    int stones = 1 + random_below(game, OPENING_MOST);
    setup.rules = choose_rules(game);
    miai_clear(game->engine);
    if (miai_set_option(game->engine, "rules", mi_gomoku_game.rules[setup.rules]) != MIAI_OK)
        abort();
    do {
        mi_gomoku_game.init(game->position, &setup);
        miai_clear(game->engine);
        for (int i = 0; i < stones && !is_certain(game); i++)
            play_move(game, opening_move(game));
    } while (is_certain(game));
}

/* ---- a position ---- */

static void write_point(const struct mi_gomoku *g, int point, uint8_t *input)
{
    uint16_t list[INPUT_SHAPES];
    int stone = stone_on(g, point);
    memset(input, UNSEEN, INPUT_SHAPES);
    if (stone >= 0)
        input[DIRECTIONS] = stone == g->colour ? OWN_STONE : OTHER_STONE;
    if (!is_seen(g, point))
        return;
    list_pairs(g, point, list);
    list[DIRECTIONS] = input_of_kinds(g, point);
    for (int d = 0; d < DIRECTIONS; d++)
        input[d] = (uint8_t)list[d];
    input[DIRECTIONS] = (uint8_t)(list[DIRECTIONS] - INPUT_PAIRS);
}

static uint8_t byte_of(double part)
{
    return (uint8_t)(part <= 0 ? 0 : part >= 1 ? 255 : part * 255 + 0.5);
}

static miai_move move_of(const char *text)
{
    return miai_point_read_in(MIAI_LETTERS_ALL, text, SIDE, SIDE);
}

static void write_sample(struct game *game, double value)
{
    struct sample *sample = &game->sample[game->samples];
    const struct mi_gomoku *g = game->position;
    miai_choice choice;
    memset(sample->policy, 0, sizeof sample->policy);
    for (int point = 0; point < POINTS; point++)
        write_point(g, point, sample->input[point]);
    for (int i = 0; miai_choice_at(game->engine, i, &choice); i++)
        sample->policy[move_of(choice.move)] = byte_of(choice.share);
    sample->value = byte_of(value);
    game->turn[game->samples++] = mi_gomoku_turn(g);
}

/* ---- a game ---- */

/* Draws a visited move in proportion to its visits. */
static miai_move visited_move(struct game *game)
{
    double left = mi_uniform(miai_rng_next(&game->rng));
    miai_choice choice;
    miai_move move = MIAI_NO_MOVE;
    for (int i = 0; left >= 0 && miai_choice_at(game->engine, i, &choice); i++) {
        move = move_of(choice.move);
        left -= choice.share;
    }
    return move;
}

/* Plays the game to its end; returns the first player's score. */
static int play_on(struct game *game)
{
    char text[MIAI_MOVE_TEXT];
    for (int ply = 0, score; !mi_gomoku_game.outcome(game->position, &score); ply++) {
        miai_info info;
        miai_forget(game->engine);
        if (miai_search(game->engine, MIAI_TURN, NULL, text, sizeof text) != MIAI_OK)
            abort();
        miai_last_search(game->engine, &info);
        bool certain = is_certain(game);
        if (!certain)
            write_sample(game, info.value);
        if (info.proof != 0)
            return mi_gomoku_turn(game->position) == 0 ? info.proof - 2 : 2 - info.proof;
        bool wild = ply < WILD_PLIES && !certain;
        play_move(game, wild ? visited_move(game) : move_of(text));
    }
    return score_now(game);
}

static void play_game(struct game *game, FILE *out)
{
    game->samples = 0;
    open_game(game);
    int score = play_on(game);
    for (int i = 0; i < game->samples; i++) {
        game->sample[i].result = (uint8_t)(1 + (game->turn[i] == 0 ? score : -score));
        fwrite(&game->sample[i], sizeof game->sample[i], 1, out);
    }
}

/* ---- blocks ---- */

/* The constant is the one used for the games in the README. */
static bool make_engine(struct game *game, const char *playouts, const char *network)
{
    const char *const options[][2] = {
        {"game", "gomoku"},  {"search", "mcts"},      {"threads", "1"}, {"memory", "64"},
        {"resign", "0"},     {"uct-constant", "0.7"}, {"seed", "1"},    {"playouts", playouts},
        {"network", "none"}, {"eval-file", network}};
    game->engine = miai_new();
    if (!game->engine)
        return false;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        int failed = miai_set_option(game->engine, options[i][0], options[i][1]);
        if (failed != MIAI_OK) {
            fprintf(stderr, "games: %s: %s\n", options[i][0],
                    miai_error_reason(game->engine, failed));
            return false;
        }
    }
    return true;
}

/* Writes one block with an engine of its own, so that it does not depend on earlier games.  Other
 * processes may write other blocks of the same run at the same time. */
static enum mi_work_item_state write_block(struct game *game, char **argv, const char *network,
                                           long block)
{
    char name[600];
    struct mi_work_item piece;
    snprintf(name, sizeof name, "%s/%s-%06ld.bin", argv[1], argv[2], block);
    enum mi_work_item_state state = mi_work_item_begin(&piece, name);
    if (state == MI_WORK_ITEM_MINE) {
        bool made = make_engine(game, argv[4], network);
        miai_rng_seed(&game->rng, miai_mix((uint64_t)atol(argv[2]) << 32 | (uint64_t)block));
        for (int i = 0; i < BLOCK && made; i++)
            play_game(game, piece.out);
        miai_free(game->engine);
        if (!mi_work_item_end(&piece, made))
            state = MI_WORK_ITEM_FAILED;
    }
    if (state == MI_WORK_ITEM_FAILED)
        perror(name);
    return state;
}

/* One pass over all blocks; false if one cannot be written.  *elsewhere: other processes are
 * writing some. */
static bool write_missing_blocks(struct game *game, char **argv, const char *network, long first,
                                 long count, bool *elsewhere)
{
    enum mi_work_item_state state = MI_WORK_ITEM_DONE;
    *elsewhere = false;
    for (long block = first; block < first + count && state != MI_WORK_ITEM_FAILED; block++) {
        state = write_block(game, argv, network, block);
        *elsewhere |= state == MI_WORK_ITEM_ELSEWHERE;
    }
    return state != MI_WORK_ITEM_FAILED;
}

static bool read_blocks(const char *text, long *first, long *count)
{
    int end = 0;
    if (sscanf(text, "%ld:%ld%n", first, count, &end) != 2 || text[end]) {
        *first = 0;
        end = 0;
        if (sscanf(text, "%ld%n", count, &end) != 1 || text[end])
            return false;
    }
    return *first >= 0 && *count > 0;
}

int main(int argc, char **argv)
{
    static union gomoku_position_copy memory;
    static struct game game = {.position = &memory.position};
    long first = 0, count = 0;
    if (argc < 5 || argc > 6 || !read_blocks(argv[3], &first, &count)) {
        fprintf(stderr, "usage: games DIRECTORY SEED BLOCKS PLAYOUTS [NETWORK]\n"
                        "(BLOCKS: how many, or FIRST:COUNT)\n");
        return EXIT_FAILURE;
    }
    const char *network = argc > 5 ? argv[5] : "none";
    bool elsewhere, fine = write_missing_blocks(&game, argv, network, first, count, &elsewhere);
    while (fine && elsewhere) {
        sleep(1);
        fine = write_missing_blocks(&game, argv, network, first, count, &elsewhere);
    }
    return fine ? EXIT_SUCCESS : EXIT_FAILURE;
}
