/* halfka.h - the network of Stockfish 15 and 15.1 as a teacher: what it says of a position, without
 * a process between.  The file is what "export_net FILE" of stockfish writes.
 *
 * Each side sees every piece together with its own king, which stands on the files e to h (22528
 * inputs, "HalfKAv2_hm").  The first layer makes 1024 numbers of them, the first half of which is
 * multiplied with the second, and a value of the material.  Behind it eight small networks, chosen
 * by the number of pieces, of 15, 30 and 32 numbers (github.com/official-stockfish/Stockfish,
 * sf_15.1, src/nnue, and github.com/official-stockfish/nnue-pytorch, docs/nnue.md). */
#ifndef MI_TOOLS_CHESS_NNUE_HALFKA_H
#define MI_TOOLS_CHESS_NNUE_HALFKA_H

#include "game/chess/board/position.h"

enum { HALFKA_WIDTH = 1024, HALFKA_BUCKETS = 8 };

struct halfka;

/* What the first layer makes of a position, for White and Black. */
struct halfka_sums {
    _Alignas(64) int16_t sum[2][HALFKA_WIDTH];
    int32_t material[2][HALFKA_BUCKETS];
};

/* NULL if the file is none.  Release with halfka_close(). */
struct halfka *halfka_open(const char *path);
void halfka_close(struct halfka *net);

/* For each square of each side's king, what the last position was with it there, and its sums: from
 * them a new one's are made, when a king has moved, sooner than from nothing.  All zero at first;
 * the sums do not hang on it. */
struct halfka_cache {
    struct {
        struct mi_chess p;
        _Alignas(64) int16_t sum[HALFKA_WIDTH];
        int32_t material[HALFKA_BUCKETS];
        bool known;
    } entry[2][64];
};

/* The sums of a position from those of another, best the one before it; or of any where was and
 * from are NULL. */
void halfka_update(const struct halfka *net, struct halfka_cache *cache, const struct mi_chess *was,
                   const struct halfka_sums *from, const struct mi_chess *p,
                   struct halfka_sums *to);

/* What the network says, material and position, in its units of which 361 are a pawn, in the view
 * of the player to move. */
void halfka_parts(const struct halfka *net, const struct mi_chess *p,
                  const struct halfka_sums *sums, int bucket, int *material, int *position);

/* Its evaluation as Stockfish has it, far from the fifty moves' end, in hundredths of a pawn by
 * UCI, in the view of the player to move. */
int halfka_centipawns(const struct halfka *net, const struct mi_chess *p,
                      const struct halfka_sums *sums);

#endif
