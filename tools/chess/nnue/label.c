/* The score of a short search for each position of a file: the engine's own search with the
 * teacher's network as its evaluation.  Neighbouring positions share the table and the histories,
 * which are empty at the beginning of a block. */
#include "game/chess/board/notation.h"
#include "game/chess/evaluation.h"
#include "game/chess/nnue/nnue.h"
#include "game/games.h"
#include "miai.h"
#include "miai_game.h"
#include "train.h"

#include <stdlib.h>

enum {
    HIGHEST_SCORE = 3000, /* mates and won endings get this score */
    LEAST_SCORE = 1       /* instead of 0, which means that there was no search */
};

struct labels {
    miai_engine *engine;
    FILE *file;
    struct nnue_record record; /* the next one */
    bool left;                 /* there is a next one */
};

/* The network's value alone: corrections that the engine adds to a network stay its own. */
static int evaluate_by_network(const void *weights, void *memory, const void *pos)
{
    const struct mi_chess *p = pos;
    int score = mi_nnue_evaluate(weights, memory, p);
    return p->turn == WHITE ? score : -score;
}

static void read_next(struct labels *labels)
{
    labels->left = fread(&labels->record, sizeof labels->record, 1, labels->file) == 1;
}

static bool at_block(const struct labels *labels, uint32_t block)
{
    return labels->left && labels->record.block == (uint16_t)block;
}

static int clamp_score(int score)
{
    score = score > HIGHEST_SCORE ? HIGHEST_SCORE : score < -HIGHEST_SCORE ? -HIGHEST_SCORE : score;
    return score ? score : LEAST_SCORE;
}

/* Leaves a record without a search's score if it is not learned from or the game is over. */
static bool label_record(miai_engine *engine, struct nnue_record *record)
{
    struct mi_chess p;
    char fen[128], move[MIAI_MOVE_TEXT];
    miai_info info;
    if (record->loud || !nnue_unpack(record, &p) || !mi_chess_has_move(&p))
        return true;
    mi_chess_write_fen(&p, fen, sizeof fen);
    if (miai_read_position(engine, fen) != MIAI_OK)
        return true;
    if (miai_search(engine, MIAI_TURN, NULL, move, sizeof move) != MIAI_OK)
        return false;
    miai_last_search(engine, &info);
    if (info.scored)
        record->searched = (int16_t)clamp_score(info.score);
    return true;
}

static bool make_block(void *context, uint32_t block, FILE *file, size_t *count)
{
    struct labels *labels = context;
    bool fine = miai_new_game(labels->engine) == MIAI_OK;
    while (labels->left && (int16_t)(labels->record.block - block) < 0) /* done before */
        read_next(labels);
    for (; fine && at_block(labels, block); read_next(labels), ++*count)
        fine = label_record(labels->engine, &labels->record) &&
               fwrite(&labels->record, sizeof labels->record, 1, file) == 1;
    return fine;
}

static bool prepare_engine(miai_engine *engine, const miai_game *game, const char *network,
                           const char *nodes)
{
    const char *const options[][2] = {{"search", "alphabeta"}, {"threads", "1"},
                                      {"memory", "4"},         {"seed", "1"},
                                      {"playouts", nodes},     {"eval-file", network}};
    int error = miai_add_game(engine, game);
    error = error == MIAI_OK ? miai_set_game(engine, game->name) : error;
    for (size_t i = 0; error == MIAI_OK && i < sizeof options / sizeof *options; i++)
        error = miai_set_option(engine, options[i][0], options[i][1]);
    if (error != MIAI_OK)
        fprintf(stderr, "train: %s: %s\n", network, miai_error_reason(engine, error));
    return error == MIAI_OK;
}

/* The number after that of the file's last block. */
static uint32_t end_of_blocks(struct labels *labels)
{
    fseek(labels->file, -(long)sizeof labels->record, SEEK_END);
    read_next(labels);
    rewind(labels->file);
    return labels->left ? labels->record.block + 1u : 0;
}

bool nnue_label(const char *network, const char *nodes, const char *positions, const char *path)
{
    miai_evaluation evaluation = mi_chess_evaluation;
    miai_game game = mi_chess_game;
    evaluation.evaluate = evaluate_by_network;
    game.name = "labelled";
    game.evaluation = &evaluation;
    struct labels labels = {.engine = miai_new(), .file = fopen(positions, "rb")};
    bool fine =
        labels.engine && labels.file && prepare_engine(labels.engine, &game, network, nodes);
    if (fine) {
        uint32_t end = end_of_blocks(&labels);
        read_next(&labels);
        fine = labels.left && nnue_make_blocks(path, labels.record.block, end, make_block, &labels);
    }
    if (labels.file)
        fclose(labels.file);
    miai_free(labels.engine);
    return fine;
}
