/* train.h - the trainer of the chess network; see README.
 *
 *     train.c     the program
 *     gather.c    games of the teacher, for positions to learn from
 *     teacher.c   another engine, by UCI
 *     play.c      games by the network of another engine (src/game/chess/nnue/halfka.c)
 *     trees.c     what searches by that network look at
 *     label.c     the scores of short searches
 *     record.c    those positions in files
 *     samples.c   the files in memory, shuffled
 *     scale.c     the teacher's scores in the engine's scale
 *     change.c    differences between neighbouring positions
 *     model.c     the network's parameters
 *     unit.c      the first layer,
 *     back.c      its gradient,
 *     head.c      the later ones
 *     parallel.c  several threads
 *     adam.c      the optimizer
 *     gradient.c  a batch
 *     learn.c     epochs, the state between runs
 *     measure.c   the loss
 *     mean.c      the mean of several networks
 *     network.c   the quantized file for the engine
 *     order.c     the order of its numbers, which decides how fast it is */
#ifndef MI_TOOLS_CHESS_NNUE_TRAIN_H
#define MI_TOOLS_CHESS_NNUE_TRAIN_H

#include "game/chess/board/position.h"

#include <stdio.h>

/* ---- record.c ---- */

/* The result of a position whose game does not count, because a random move came later. */
enum { LOST, DRAWN, WON, UNKNOWN_RESULT };

/* A position, seen by the side to move: the board is mirrored so that it plays up the board.
 * 32 bytes, in the machine's byte order. Without castling and en passant rights, which the network
 * does not see. */
struct nnue_record {
    uint64_t occupied;
    uint8_t piece[16]; /* 4 bits each, low half first: type, plus 8 for the opponent's */
    uint16_t block;    /* of games (nnue_gather(), nnue_play(), nnue_trees()): lower 16 bits */
    int16_t searched;  /* the score of a search (nnue_label()), as the next; 0: there was none */
    int16_t score;     /* the teacher's, in centipawns, for the side to move */
    uint8_t result;    /* of the game, see above */
    uint8_t loud;      /* 1: a capture or promotion gains material (not set by nnue_gather()) */
};

void nnue_pack(const struct mi_chess *p, struct nnue_record *record);

/* Packs the position with the teacher's score and the lower bits of its block. */
void nnue_note(const struct mi_chess *p, int score, uint32_t block, struct nnue_record *record);

/* Does a capture or a promotion gain material? */
bool nnue_is_loud(const struct mi_chess *p);

/* The position, with White as the side to move. Returns false if the record is damaged. */
bool nnue_unpack(const struct nnue_record *record, struct mi_chess *p);

/* Are the pieces of known types, not too many, with one king each? */
bool nnue_is_sound(const struct nnue_record *record);

enum { INPUTS = 768, BUCKETS = 8, MEN = 32, SETS = 8, FEATURES = SETS * INPUTS };

/* The network's input. */
struct nnue_input {
    int count, bucket;
    uint16_t feature[2][MEN]; /* of the side to move, of the other */
};

/* For a valid record. There are INPUTS features for each king set. */
void nnue_features(const struct nnue_record *record, struct nnue_input *input);

/* The set of a king on a square of the files e to h, from its own side of the board. */
int nnue_set_of(int square);

/* Where a record comes from: the ply of its game, or -1 for a neighbouring position; and the side
 * to move. */
struct nnue_place {
    int ply, turn;
};

/* Writes a game's records [count]. Those after the game's last random move get its result (the
 * winner, -1: a draw). Returns false on a write error. */
bool nnue_write_game(struct nnue_record *kept, const struct nnue_place *of, int count,
                     int last_random, int winner, FILE *file);

/* Makes one block of games and appends it to the file; adds its records to *count. Returns false on
 * failure. */
typedef bool nnue_block_maker(void *context, uint32_t block, FILE *file, size_t *count);

/* Appends the blocks from first to blocks - 1, or forever if blocks is 0, to a file of records,
 * which it locks, and prints its progress. It repeats the last block, which may be incomplete.
 * Returns false on failure. */
bool nnue_make_blocks(const char *path, uint32_t first, uint32_t blocks, nnue_block_maker *make,
                      void *context);

/* ---- teacher.c ---- */

struct nnue_teacher;

/* Starts a UCI engine. NULL if it does not reply. Release with nnue_dismiss(). */
struct nnue_teacher *nnue_hire(const char *program);
void nnue_dismiss(struct nnue_teacher *teacher);

enum { LINES = 10 }; /* maximum number of lines of an answer */

/* A move in the teacher's answer. */
struct nnue_line {
    int score; /* centipawns for the side to move */
    bool mate; /* a mate; the sign of the score shows for whom */
    bool last; /* no reply is expected: the position after the move is quiet */
    char move[8];
};

/* The answer: moves, best first. */
struct nnue_answer {
    int count;
    struct nnue_line line[LINES];
};

/* Clears the teacher's hash table. */
bool nnue_forget(struct nnue_teacher *teacher);

/* Searches several positions at once, with two switches between the processes instead of many. */
bool nnue_ask(struct nnue_teacher *teacher, const char *go, const struct mi_chess *const *positions,
              int count, struct nnue_answer *answers);

/* ---- parallel.c ---- */

/* Runs the jobs 0 to jobs - 1, each once, on that many threads. */
void nnue_parallel(int threads, int jobs, void (*job)(void *context, int i), void *context);

/* ---- gather.c ---- */

/* Lets the teacher play blocks of games against itself with the arguments `go`, and appends their
 * quiet positions to the file, until there are `blocks`, or forever if 0. Block and seed determine
 * the games. An incomplete block is repeated. Returns false on failure. */
bool nnue_gather(const char *program, const char *go, uint32_t seed, uint32_t blocks,
                 const char *path);

/* ---- trees.c ---- */

/* Lets the engine play blocks of games and keeps positions that its searches evaluate, with the
 * teacher's value.  network: the teacher's, in Stockfish's format.  The engine evaluates with the
 * network in the file `own`, or with the teacher's if own is NULL.  A move has nodes nodes, or two,
 * four or eight times as many; one in `every` of the evaluated positions is kept.  The rest is as
 * with nnue_gather(). */
bool nnue_trees(const char *network, const char *own, int nodes, int every, uint32_t seed,
                uint32_t blocks, const char *path);

/* ---- label.c ---- */

/* Copies the records of a file of positions and adds the score of a search of that many nodes, with
 * the teacher's network as the evaluation of the engine.  Continues an incomplete copy.  Returns
 * false on failure. */
bool nnue_label(const char *network, const char *nodes, const char *positions, const char *path);

/* ---- play.c ---- */

/* Lets the network of halfka.h, a file, play blocks of games. Otherwise like nnue_gather(). */
bool nnue_play(const char *network, uint32_t seed, uint32_t blocks, const char *path);

#endif
