#include "nnue.h"

/* The pieces of a position; no king stands on the board of memory that is all zeros. */
struct board {
    bitboard type[PIECE_TYPES], of[2];
};

/* An accumulator, and what it is of. */
struct state {
    struct board board;
    int16_t sum[]; /* [width] */
};

/* How one side sees the board. */
struct view {
    int player;
    int turned; /* exclusive-or'ed to a square: ranks for Black, files for a king on a to d */
};

/* The inputs that have changed, by their rows of weights. */
struct changes {
    const int16_t *added[NNUE_CHANGES], *removed[NNUE_CHANGES];
    int adds, removes;
};

enum { HALVES = 2, MIRROR = 7, FLIP = 56 };

static size_t state_bytes(const struct mi_nnue *nnue)
{
    return sizeof(struct state) + (size_t)nnue->width * sizeof(int16_t);
}

size_t mi_nnue_memory(const struct mi_nnue *nnue)
{
    return 2 * HALVES * state_bytes(nnue);
}

static bool is_mirrored(const struct mi_chess *p, int player)
{
    return file_of(king_square(p, player)) < 4;
}

static const int16_t *row_of(const struct mi_nnue *nnue, const struct view *view, int player,
                             int type, int square)
{
    int input = (player == view->player ? 0 : 384) + 64 * type + (square ^ view->turned);
    return nnue->input + (ptrdiff_t)input * nnue->width;
}

/* Lists what has changed from one board to another. */
static void compare(const struct mi_nnue *nnue, const struct view *view, const struct board *was,
                    const struct board *is, struct changes *changes)
{
    changes->adds = changes->removes = 0;
    for (int player = WHITE; player <= BLACK; player++)
        for (int type = PAWN; type <= KING; type++) {
            bitboard before = was->of[player] & was->type[type];
            bitboard now = is->of[player] & is->type[type];
            for (bitboard added = now & ~before; added;)
                changes->added[changes->adds++] =
                    row_of(nnue, view, player, type, take_square(&added));
            for (bitboard removed = before & ~now; removed;)
                changes->removed[changes->removes++] =
                    row_of(nnue, view, player, type, take_square(&removed));
        }
}

static struct board board_of(const struct mi_chess *p)
{
    struct board board = {.of = {p->of[WHITE], p->of[BLACK]}};
    for (int type = PAWN; type <= KING; type++)
        board.type[type] = p->type[type];
    return board;
}

/* The accumulator of one side, brought up to date: by what has changed, or from the beginning where
 * that is less. */
static const int16_t *accumulate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p,
                                 int player)
{
    static const struct board empty;
    struct changes changes;
    struct board board = board_of(p);
    bool mirrored = is_mirrored(p, player);
    struct view view = {player, (player == WHITE ? 0 : FLIP) ^ (mirrored ? MIRROR : 0)};
    struct state *state =
        (void *)((char *)memory + (size_t)(player * HALVES + mirrored) * state_bytes(nnue));
    const int16_t *from = state->sum;
    compare(nnue, &view, &state->board, &board, &changes);
    if (changes.adds + changes.removes >= count_squares(occupied(p))) {
        compare(nnue, &view, &empty, &board, &changes);
        from = nnue->bias;
    }
    if (changes.adds + changes.removes > 0)
        nnue->kernel->update(state->sum, from, nnue->width, changes.added, changes.adds,
                             changes.removed, changes.removes);
    state->board = board;
    return state->sum;
}

int mi_nnue_bucket(const struct mi_nnue *nnue, const struct mi_chess *p)
{
    int bucket = (count_squares(occupied(p)) - 2) / 4;
    return bucket < nnue->buckets ? bucket : nnue->buckets - 1;
}

int mi_nnue_evaluate(const struct mi_nnue *nnue, void *memory, const struct mi_chess *p)
{
    int width = nnue->width, bucket = mi_nnue_bucket(nnue, p);
    const int16_t *weight = nnue->output + (ptrdiff_t)bucket * 2 * width;
    const int16_t *own = accumulate(nnue, memory, p, p->turn);
    const int16_t *other = accumulate(nnue, memory, p, !p->turn);
    int64_t sum = nnue->kernel->output(own, weight, width) +
                  nnue->kernel->output(other, weight + width, width);
    int64_t value =
        (sum / NNUE_ONE + nnue->output_bias[bucket]) * NNUE_SCALE / (NNUE_ONE * NNUE_OUTPUT_ONE);
    return value < -NNUE_SCORE_MAX  ? -NNUE_SCORE_MAX
           : value > NNUE_SCORE_MAX ? NNUE_SCORE_MAX
                                    : (int)value;
}
