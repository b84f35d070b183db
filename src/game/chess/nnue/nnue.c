#include "nnue.h"

#include <string.h>

/* The pieces of a position. */
struct board {
    bitboard type[PIECE_TYPES], of[2];
    uint8_t piece[64];
};

/* An accumulator, and what it is of: of nothing yet, where there is no king. */
struct state {
    struct board board;
    int16_t sum[]; /* [width] */
};

/* How one side sees the board. */
struct view {
    int player;
    int turned; /* exclusive-or'ed to a square: ranks for Black, files for a king on a to d */
    int set;    /* of its king's square */
};

enum { HALVES = 2, MIRROR = 7, FLIP = 56 };

static size_t state_bytes(const struct mi_nnue *nnue)
{
    return sizeof(struct state) + (size_t)nnue->width * sizeof(int16_t);
}

size_t mi_nnue_memory(const struct mi_nnue *nnue)
{
    return 2 * HALVES * (size_t)nnue->sets * state_bytes(nnue);
}

static struct view view_of(const struct mi_nnue *nnue, const struct mi_chess *p, int player)
{
    int king = king_square(p, player) ^ (player == WHITE ? 0 : FLIP);
    int mirror = file_of(king) < 4 ? MIRROR : 0;
    int place = 4 * rank_of(king) + file_of(king ^ mirror) - 4;
    return (struct view){player, (player == WHITE ? 0 : FLIP) ^ mirror, nnue->set[place]};
}

/* Where the accumulator of the view is kept. */
static struct state *state_of(const struct mi_nnue *nnue, void *memory, const struct view *view)
{
    int mirrored = (view->turned & MIRROR) != 0;
    int i = (view->player * nnue->sets + view->set) * HALVES + mirrored;
    return (void *)((char *)memory + (size_t)i * state_bytes(nnue));
}

/* The input of a piece on a square; of no piece, any. */
static inline uint16_t input_of(const struct view *view, int piece, int square)
{
    int kind = piece ^ make_piece(view->player, 0), other = piece_player(kind);
    kind -= 2 * other; /* 6, not 8 of a player */
    return (uint16_t)(NNUE_INPUTS * view->set + 64 * kind + (square ^ view->turned));
}

/* The squares on which the boards differ. */
static inline bitboard difference(const struct board *was, const struct mi_chess *p)
{
    bitboard differ = (was->of[WHITE] ^ p->of[WHITE]) | (was->of[BLACK] ^ p->of[BLACK]);
    for (int type = PAWN; type <= KING; type++)
        differ |= was->type[type] ^ p->type[type];
    return differ;
}

/* Without branches that hang on what stands there: both are written, and counted if it is so. */
static void list_changes(const struct view *view, const struct board *was, const struct mi_chess *p,
                         bitboard differ, struct mi_nnue_changes *changes)
{
    int adds = 0, removes = 0;
    while (differ) {
        int square = pop_lsb(&differ);
        int before = was->piece[square], now = p->piece[square];
        changes->added[adds] = input_of(view, now, square);
        adds += now != NO_PIECE;
        changes->removed[removes] = input_of(view, before, square);
        removes += before != NO_PIECE;
    }
    changes->adds = adds;
    changes->removes = removes;
}

static void list_all(const struct view *view, const struct mi_chess *p,
                     struct mi_nnue_changes *changes)
{
    changes->adds = changes->removes = 0;
    for (bitboard pieces = occupied(p); pieces;) {
        int square = pop_lsb(&pieces);
        changes->added[changes->adds++] = input_of(view, p->piece[square], square);
    }
}

static void keep_board(struct board *board, const struct mi_chess *p)
{
    memcpy(board->type, p->type, sizeof board->type);
    memcpy(board->of, p->of, sizeof board->of);
    memcpy(board->piece, p->piece, sizeof board->piece);
}

/* The accumulator of one side, brought up to date: by what has changed, or from the beginning where
 * that is less. */
static const int16_t *accumulate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p,
                                 int player)
{
    struct mi_nnue_changes changes;
    const struct view view = view_of(nnue, p, player);
    struct state *state = state_of(nnue, memory, &view);
    const int16_t *from = state->sum;
    bitboard differ = difference(&state->board, p);
    if (!differ)
        return state->sum;
    if (state->board.type[KING] && count_squares(differ) < count_squares(occupied(p))) {
        list_changes(&view, &state->board, p, differ, &changes);
    } else {
        list_all(&view, p, &changes);
        from = nnue->bias;
    }
    nnue->kernel->update(state->sum, from, nnue->input, nnue->width, &changes);
    keep_board(&state->board, p);
    return state->sum;
}

int mi_nnue_bucket(const struct mi_nnue *nnue, const struct mi_chess *p)
{
    int bucket = (count_squares(occupied(p)) - 2) / 4;
    return bucket < nnue->buckets ? bucket : nnue->buckets - 1;
}

int mi_nnue_evaluate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p)
{
    int bucket = mi_nnue_bucket(nnue, p);
    const int16_t *own = accumulate(nnue, memory, p, p->turn);
    const int16_t *other = accumulate(nnue, memory, p, !p->turn);
    int64_t sum = nnue->kernel->layers(nnue, bucket, own, other);
    int64_t value = sum * NNUE_SCALE / (NNUE_LAYER_ONE * NNUE_LAST_ONE);
    return value < -NNUE_SCORE_MAX  ? -NNUE_SCORE_MAX
           : value > NNUE_SCORE_MAX ? NNUE_SCORE_MAX
                                    : (int)value;
}
