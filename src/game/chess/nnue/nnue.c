#include "nnue.h"

#include <string.h>

/* The pieces of a position. */
struct stored_board {
    bitboard type[PIECE_TYPES], of[2];
    uint8_t piece[64];
};

/* An accumulator and its position; not yet filled if the board has no king. */
struct accumulator {
    struct stored_board stored_board;
    int view;                   /* view_index() */
    _Alignas(64) int16_t sum[]; /* [width] */
};

/* How one side sees the board. */
struct king_view {
    int player;
    int square_mask; /* XOR mask for squares: flips ranks for Black, files for a king on a to d */
    int set;         /* set of its king square */
};

enum { HALVES = 2, MIRROR = 7, FLIP = 56 };

enum {
    PLIES = 64,      /* plies of the game whose accumulators are kept, a power of two */
    MOVE_SQUARES = 4 /* a move changes at most this many squares: castling */
};

static size_t accumulator_bytes(const struct mi_nnue *nnue)
{
    return sizeof(struct accumulator) + (size_t)nnue->width * sizeof(int16_t);
}

size_t mi_nnue_memory(const struct mi_nnue *nnue)
{
    return 2 * (HALVES * (size_t)nnue->sets + PLIES) * accumulator_bytes(nnue);
}

static struct king_view make_king_view(const struct mi_nnue *nnue, const struct mi_chess *p,
                                       int player)
{
    int king = king_square(p, player) ^ (player == WHITE ? 0 : FLIP);
    int mirror = file_of(king) < 4 ? MIRROR : 0;
    int place = 4 * rank_of(king) + file_of(king ^ mirror) - 4;
    return (struct king_view){player, (player == WHITE ? 0 : FLIP) ^ mirror, nnue->set[place]};
}

/* Views of the same index have the same inputs for the same pieces. */
static int view_index(const struct mi_nnue *nnue, const struct king_view *view)
{
    int mirrored = (view->square_mask & MIRROR) != 0;
    return (view->player * nnue->sets + view->set) * HALVES + mirrored;
}

static struct accumulator *accumulator_at(const struct mi_nnue *nnue, void *memory, int i)
{
    return (void *)((char *)memory + (size_t)i * accumulator_bytes(nnue));
}

/* The accumulator that was last filled without one of a neighbouring ply. */
static struct accumulator *cached_accumulator(const struct mi_nnue *nnue, void *memory, int view)
{
    return accumulator_at(nnue, memory, view);
}

/* The player's last accumulator at this ply of the game. */
static struct accumulator *ply_accumulator(const struct mi_nnue *nnue, void *memory, int player,
                                           int ply)
{
    int cached = 2 * HALVES * nnue->sets;
    return accumulator_at(nnue, memory, cached + 2 * (ply & (PLIES - 1)) + player);
}

/* The input of a piece on a square; arbitrary for NO_PIECE. */
static inline uint16_t input_of(const struct king_view *view, int piece, int square)
{
    int kind = piece ^ make_piece(view->player, 0), other = piece_player(kind);
    kind -= 2 * other; /* 6 kinds per player, but piece codes differ by 8 */
    return (uint16_t)(NNUE_INPUTS * view->set + 64 * kind + (square ^ view->square_mask));
}

/* The squares that differ between the boards. */
static inline bitboard changed_squares(const struct stored_board *old, const struct mi_chess *p)
{
    bitboard differ = (old->of[WHITE] ^ p->of[WHITE]) | (old->of[BLACK] ^ p->of[BLACK]);
    for (int type = PAWN; type <= KING; type++)
        differ |= old->type[type] ^ p->type[type];
    return differ;
}

/* Lists the changed inputs without data-dependent branches: both entries are always written, and
 * counted only if there is a piece. */
static void list_changes(const struct king_view *view, const struct stored_board *old,
                         const struct mi_chess *p, bitboard differ, struct mi_nnue_changes *changes)
{
    int adds = 0, removes = 0;
    while (differ) {
        int square = pop_lsb(&differ);
        int before = old->piece[square], now = p->piece[square];
        changes->added[adds] = input_of(view, now, square);
        adds += now != NO_PIECE;
        changes->removed[removes] = input_of(view, before, square);
        removes += before != NO_PIECE;
    }
    changes->adds = adds;
    changes->removes = removes;
}

static void list_all_inputs(const struct king_view *view, const struct mi_chess *p,
                            struct mi_nnue_changes *changes)
{
    changes->adds = changes->removes = 0;
    for (bitboard pieces = occupied(p); pieces;) {
        int square = pop_lsb(&pieces);
        changes->added[changes->adds++] = input_of(view, p->piece[square], square);
    }
}

static void store_board(struct stored_board *stored_board, const struct mi_chess *p)
{
    memcpy(stored_board->type, p->type, sizeof stored_board->type);
    memcpy(stored_board->of, p->of, sizeof stored_board->of);
    memcpy(stored_board->piece, p->piece, sizeof stored_board->piece);
}

/* An accumulator to start from, and the squares that have changed since. */
struct accumulator_start {
    struct accumulator *accumulator;
    bitboard changed;
};

static struct accumulator_start start_at(struct accumulator *accumulator, int view,
                                         const struct mi_chess *p)
{
    bitboard changed =
        accumulator->view == view ? changed_squares(&accumulator->stored_board, p) : ~(bitboard)0;
    return (struct accumulator_start){accumulator, changed};
}

static struct accumulator_start nearer_start(struct accumulator_start a, struct accumulator_start b)
{
    return count_squares(b.changed) < count_squares(a.changed) ? b : a;
}

/* Finds the nearest accumulator: usually that of the ply before.  That position has none if its
 * evaluation was in the transposition table; then a sibling is the best start, or a grandparent, or
 * a position after a sibling's null move. */
static struct accumulator_start find_start(const struct mi_nnue *nnue, void *memory,
                                           const struct mi_chess *p, int player, int ply, int view)
{
    static const int others[] = {0, -2, 1};
    struct accumulator_start best =
        start_at(ply_accumulator(nnue, memory, player, ply - 1), view, p);
    if (count_squares(best.changed) <= MOVE_SQUARES)
        return best;
    for (int i = 0; i < 3; i++) {
        struct accumulator *other = ply_accumulator(nnue, memory, player, ply + others[i]);
        best = nearer_start(best, start_at(other, view, p));
    }
    struct accumulator *cached = cached_accumulator(nnue, memory, view);
    return nearer_start(
        best, (struct accumulator_start){cached, changed_squares(&cached->stored_board, p)});
}

/* Fills the accumulator: by the changes, or from scratch if that is less work. */
static void fill_accumulator(const struct mi_nnue *nnue, struct accumulator *accumulator,
                             const struct accumulator_start *start, const struct king_view *view,
                             const struct mi_chess *p)
{
    struct mi_nnue_changes changes;
    const int16_t *from = start->accumulator->sum;
    if (start->accumulator->stored_board.type[KING] &&
        count_squares(start->changed) < count_squares(occupied(p))) {
        list_changes(view, &start->accumulator->stored_board, p, start->changed, &changes);
    } else {
        list_all_inputs(view, p, &changes);
        from = nnue->bias;
    }
    const struct mi_nnue_kernel *kernel = nnue->kernel;
    (nnue->material ? kernel->halfka_update : kernel->update)(accumulator->sum, from, nnue->input,
                                                              nnue->width, &changes);
    store_board(&accumulator->stored_board, p);
    accumulator->view = view_index(nnue, view);
}

/* Updates the accumulator of one side. */
static const int16_t *update_accumulator(const struct mi_nnue *nnue, void *memory,
                                         const struct mi_chess *p, int player)
{
    const struct king_view view = make_king_view(nnue, p, player);
    int index = view_index(nnue, &view), ply = 2 * p->number + p->turn;
    struct accumulator_start start = find_start(nnue, memory, p, player, ply, index);
    if (!start.changed)
        return start.accumulator->sum;
    struct accumulator *accumulator = ply_accumulator(nnue, memory, player, ply);
    struct accumulator *cached = cached_accumulator(nnue, memory, index);
    fill_accumulator(nnue, accumulator, &start, &view, p);
    if (start.accumulator == cached)
        memcpy(cached, accumulator, accumulator_bytes(nnue));
    return accumulator->sum;
}

int mi_nnue_bucket(const struct mi_nnue *nnue, const struct mi_chess *p)
{
    int kings = nnue->material ? 1 : 2; /* Stockfish's bucket is (pieces - 1) / 4 */
    int bucket = (count_squares(occupied(p)) - kings) / 4;
    return bucket < nnue->buckets ? bucket : nnue->buckets - 1;
}

/* ---- networks of Stockfish ---- */

/* The sum of the pieces' values as one side sees them.  They are looked up at each evaluation: a
 * set of a bucket has 3 KB, which stay in the cache. */
static int material_of(const struct mi_nnue *nnue, const struct mi_chess *p, int player, int bucket)
{
    const struct king_view view = make_king_view(nnue, p, player);
    const int32_t *value = nnue->material + (ptrdiff_t)bucket * nnue->sets * NNUE_INPUTS;
    int sum = 0;
    for (bitboard pieces = occupied(p); pieces;) {
        int square = pop_lsb(&pieces);
        sum += value[input_of(&view, p->piece[square], square)];
    }
    return sum;
}

/* The parts of the output, in NNUE_HALFKA_UNIT. */
static void halfka_parts(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p,
                         int *material, int *position)
{
    int bucket = mi_nnue_bucket(nnue, p);
    const int16_t *own = update_accumulator(nnue, memory, p, p->turn);
    const int16_t *other = update_accumulator(nnue, memory, p, !p->turn);
    *material =
        (material_of(nnue, p, p->turn, bucket) - material_of(nnue, p, !p->turn, bucket)) / 2;
    *position = (int)nnue->kernel->halfka_layers(nnue, bucket, own, other);
}

bool mi_nnue_halfka_parts(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p,
                          int *material, int *position)
{
    if (!nnue->material)
        return false;
    halfka_parts(nnue, memory, p, material, position);
    *material /= NNUE_HALFKA_UNIT;
    *position /= NNUE_HALFKA_UNIT;
    return true;
}

static int count_type(const struct mi_chess *p, int type)
{
    return count_squares(p->type[type]);
}

/* Stockfish 15.1's blend of the parts and its scale (evaluate.cpp), without optimism and clock, in
 * hundredths of a pawn.  The more pieces, the more the position counts, and the larger the value.
 */
static int64_t halfka_value(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p)
{
    enum { PAWN_VALUE = 361 };
    int material, position;
    halfka_parts(nnue, memory, p, &material, &position);
    int pieces = 781 * count_type(p, KNIGHT) + 825 * count_type(p, BISHOP) +
                 1276 * count_type(p, ROOK) + 2538 * count_type(p, QUEEN);
    int shift = 24 - pieces / 9560, scale = 1064 + 106 * pieces / 5120;
    int64_t both = (int64_t)(1024 - shift) * material + (int64_t)(1024 + shift) * position;
    return both / (1024 * NNUE_HALFKA_UNIT) * scale / 1024 * 195 / 211 * 100 / PAWN_VALUE;
}

/* ---- the value ---- */

static int64_t miai_format_value(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p)
{
    const int16_t *own = update_accumulator(nnue, memory, p, p->turn);
    const int16_t *other = update_accumulator(nnue, memory, p, !p->turn);
    int64_t sum = nnue->kernel->layers(nnue, mi_nnue_bucket(nnue, p), own, other);
    return sum * NNUE_SCALE / (NNUE_LAYER_ONE * NNUE_LAST_ONE);
}

int mi_nnue_evaluate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p)
{
    int64_t value =
        nnue->material ? halfka_value(nnue, memory, p) : miai_format_value(nnue, memory, p);
    return value < -NNUE_SCORE_MAX  ? -NNUE_SCORE_MAX
           : value > NNUE_SCORE_MAX ? NNUE_SCORE_MAX
                                    : (int)value;
}
