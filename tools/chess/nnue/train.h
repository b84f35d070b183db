/* train.h - the trainer of the chess network; README tells how to run it.
 *
 *     train.c     the program
 *     gather.c    games of the teacher, for positions to learn from
 *     teacher.c   another engine, by UCI
 *     play.c      games by the network of another engine (src/game/chess/nnue/halfka.c)
 *     trees.c     what searches by that network look at
 *     record.c    those positions in files
 *     samples.c   the files in memory, shuffled
 *     scale.c     what the teacher's scores mean in the engine's
 *     change.c    what differs between positions that lie side by side
 *     model.c     the network in floating point, and its gradient: the first layer,
 *     head.c      and those behind it
 *     parallel.c  the same work by several threads
 *     adam.c      how the gradient changes it
 *     learn.c     epochs, what is held out, the state between runs
 *     network.c   its file, in integers, as the engine has it */
#ifndef MI_TOOLS_CHESS_NNUE_TRAIN_H
#define MI_TOOLS_CHESS_NNUE_TRAIN_H

#include "game/chess/board/position.h"

#include <stdio.h>

/* ---- record.c ---- */

/* The result of a game that says nothing of the position: a move at random came later. */
enum { LOST, DRAWN, WON, UNKNOWN_RESULT };

/* A position with nothing in the air, seen by the player to move: the board is turned about so that
 * he plays up it.  32 bytes, in the byte order of the machine.  Rights to castle and to capture en
 * passant are left out, as the network does not see them. */
struct nnue_record {
    uint64_t occupied;
    uint8_t piece[16]; /* four bits a piece from the lowest square on, the low half first:
                          its type, with 8 added for the other player's */
    uint16_t block;    /* of games, see nnue_gather(), _play(), _trees(): the lower 16 bits */
    int16_t unused;    /* 0 */
    int16_t score;     /* the teacher's, in its centipawns, in view of the player to move */
    uint8_t result;    /* of the game: see above */
    uint8_t loud;      /* 1: a capture or a promotion wins something (nnue_play() alone says so) */
};

void nnue_pack(const struct mi_chess *p, struct nnue_record *record);

/* Packs the position, with the teacher's score and the lower bits of its block. */
void nnue_note(const struct mi_chess *p, int score, uint32_t block, struct nnue_record *record);

/* Is there a capture or a promotion that wins something? */
bool nnue_is_loud(const struct mi_chess *p);

/* The position, with White for the player to move.  False if a damaged record holds none. */
bool nnue_unpack(const struct nnue_record *record, struct mi_chess *p);

/* Has it no more men than can be, all of known kinds, and one king each? */
bool nnue_is_sound(const struct nnue_record *record);

enum { INPUTS = 768, BUCKETS = 8, MEN = 32, SETS = 8, FEATURES = SETS * INPUTS };

/* What the network sees. */
struct nnue_input {
    int count, bucket;
    uint16_t feature[2][MEN]; /* of the player to move, of the other */
};

/* Of a sound record.  There are INPUTS features for each set of squares of the player's own king.
 */
void nnue_features(const struct nnue_record *record, struct nnue_input *input);

/* The set of a king on a square of the files e to h, from its own end of the board. */
int nnue_set_of(int square);

/* Where a record is from: the ply of its game, or -1: it is beside it; and who is to move there. */
struct nnue_place {
    int ply, turn;
};

/* Writes a game's records [count], with its result, the winner's (-1: a draw), into those of the
 * game from its last move at random on.  False: they cannot be written. */
bool nnue_write_game(struct nnue_record *kept, const struct nnue_place *of, int count,
                     int last_random, int winner, FILE *file);

/* Makes one block of games and appends it to the file; *count grows by its records.  False: it
 * cannot. */
typedef bool nnue_block_maker(void *context, uint32_t block, FILE *file, size_t *count);

/* Appends blocks to a file of records, which no other process does, until so many are there or for
 * ever if 0, and says how far it is.  The last one there is done again, as it may have been cut
 * short.  False if it cannot go on. */
bool nnue_make_blocks(const char *path, uint32_t blocks, nnue_block_maker *make, void *context);

/* ---- teacher.c ---- */

struct nnue_teacher;

/* Starts a UCI engine.  NULL if it does not answer.  Release with nnue_dismiss(). */
struct nnue_teacher *nnue_hire(const char *program);
void nnue_dismiss(struct nnue_teacher *teacher);

enum { LINES = 10 }; /* of an answer, at most */

/* A move that the teacher thinks of. */
struct nnue_line {
    int score; /* centipawns in view of the player to move */
    bool mate; /* it sees a mate; the sign of the score tells whose */
    bool last; /* it expects no answer to the move: the position behind it is quiet */
    char move[8];
};

/* What it answers: the moves, the best first. */
struct nnue_answer {
    int count;
    struct nnue_line line[LINES];
};

/* Makes it forget all. */
bool nnue_forget(struct nnue_teacher *teacher);

/* Asks about so many positions at once: two switches between the processes instead of many. */
bool nnue_ask(struct nnue_teacher *teacher, const char *go, const struct mi_chess *const *positions,
              int count, struct nnue_answer *answers);

/* ---- parallel.c ---- */

/* Does the jobs 0 to jobs - 1, each of them once, by so many threads. */
void nnue_parallel(int threads, int jobs, void (*job)(void *context, int i), void *context);

/* ---- gather.c ---- */

/* Lets the teacher play blocks of games against itself, thinking as "go" says, and appends their
 * quiet positions to the file, until so many blocks are there or for ever if 0.  Block and seed
 * decide the games.  A block cut short is done again.  False if it cannot go on. */
bool nnue_gather(const char *program, const char *go, uint32_t seed, uint32_t blocks,
                 const char *path);

/* ---- trees.c ---- */

/* Lets the engine play blocks of games and keeps positions that its searches evaluate, with the
 * teacher's value.  network: the teacher's, in Stockfish's format.  The engine evaluates with the
 * network in the file `own`, or with the teacher's if own is NULL.  A move has nodes nodes, or two,
 * four or eight times as many.  The rest is as with nnue_gather(). */
bool nnue_trees(const char *network, const char *own, int nodes, uint32_t seed, uint32_t blocks,
                const char *path);

/* ---- play.c ---- */

/* Lets the network of halfka.h, a file, play blocks of games; the rest is as with nnue_gather(). */
bool nnue_play(const char *network, uint32_t seed, uint32_t blocks, const char *path);

#endif
