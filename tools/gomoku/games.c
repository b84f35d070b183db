/* games - writes positions of self-play games with the results of their searches; see README.
 *
 *     games DIRECTORY SEED BLOCKS PLAYOUTS [NETWORK]
 *
 * BLOCKS: a number, or FIRST:COUNT. */
#include "base/fmath.h"
#include "game/gomoku/network/input.h"
#include "selfplay.h"

#include <stdlib.h>
#include <string.h>

/* A position as written to the file. */
struct sample {
    uint8_t input[SELFPLAY_POINTS]
                 [INPUT_SHAPES];     /* pairs and kinds of each point; for other points see below */
    uint8_t policy[SELFPLAY_POINTS]; /* share of the visits, in 255ths */
    uint8_t result;                  /* for the side to move: 0 lost, 1 drawn, 2 won */
    uint8_t value;                   /* value of the search, in 255ths */
};

/* Values used instead of kinds. */
enum { OWN_STONE = 253, OTHER_STONE = 254, UNSEEN = 255 };

struct game {
    struct selfplay play;
    const char *playouts, *network;
    struct sample sample[SELFPLAY_POINTS];
    int turn[SELFPLAY_POINTS], samples;
};

static int score_now(struct game *game)
{
    int score = 0;
    mi_gomoku_game.outcome(game->play.position, &score);
    return score;
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

static void write_sample(struct game *game, double value)
{
    struct sample *sample = &game->sample[game->samples];
    const struct mi_gomoku *g = game->play.position;
    miai_choice choice;
    memset(sample->policy, 0, sizeof sample->policy);
    for (int point = 0; point < SELFPLAY_POINTS; point++)
        write_point(g, point, sample->input[point]);
    for (int i = 0; miai_choice_at(game->play.engine, i, &choice); i++)
        sample->policy[selfplay_read_move(choice.move)] = byte_of(choice.share);
    sample->value = byte_of(value);
    game->turn[game->samples++] = mi_gomoku_turn(g);
}

/* ---- a game ---- */

/* Plays the game to its end; returns the first player's score. */
static int play_on(struct game *game)
{
    char text[MIAI_MOVE_TEXT];
    for (int ply = 0, score; !mi_gomoku_game.outcome(game->play.position, &score); ply++) {
        miai_info info;
        miai_forget(game->play.engine);
        if (miai_search(game->play.engine, MIAI_TURN, NULL, text, sizeof text) != MIAI_OK)
            abort();
        miai_last_search(game->play.engine, &info);
        bool certain = selfplay_is_certain(game->play.position);
        if (!certain)
            write_sample(game, info.value);
        if (info.proof != 0)
            return mi_gomoku_turn(game->play.position) == 0 ? info.proof - 2 : 2 - info.proof;
        bool wild = ply < SELFPLAY_WILD_PLIES && !certain;
        selfplay_move(&game->play,
                      wild ? selfplay_draw_move(&game->play) : selfplay_read_move(text));
    }
    return score_now(game);
}

static void play_game(struct game *game, FILE *out)
{
    game->samples = 0;
    selfplay_open(&game->play);
    int score = play_on(game);
    for (int i = 0; i < game->samples; i++) {
        game->sample[i].result = (uint8_t)(1 + (game->turn[i] == 0 ? score : -score));
        fwrite(&game->sample[i], sizeof game->sample[i], 1, out);
    }
}

/* ---- blocks ---- */

/* Writes one block with an engine of its own, so that it does not depend on earlier games. */
static bool write_block(void *context, uint64_t seed, FILE *out)
{
    struct game *game = context;
    bool made = selfplay_make_engine(&game->play, NULL, game->playouts, game->network);
    miai_rng_seed(&game->play.rng, seed);
    for (int i = 0; i < SELFPLAY_BLOCK && made; i++)
        play_game(game, out);
    miai_free(game->play.engine);
    return made;
}

int main(int argc, char **argv)
{
    static union gomoku_position_copy memory;
    static struct game game = {.play.position = &memory.position};
    if (argc < 5 || argc > 6) {
        fprintf(stderr, "usage: games DIRECTORY SEED BLOCKS PLAYOUTS [NETWORK]\n"
                        "(BLOCKS: how many, or FIRST:COUNT)\n");
        return EXIT_FAILURE;
    }
    game.playouts = argv[4];
    game.network = argc > 5 ? argv[5] : "none";
    const struct selfplay_run run = {.directory = argv[1],
                                     .seed = argv[2],
                                     .blocks = argv[3],
                                     .write = write_block,
                                     .context = &game};
    return selfplay_write_blocks(&run) ? EXIT_SUCCESS : EXIT_FAILURE;
}
