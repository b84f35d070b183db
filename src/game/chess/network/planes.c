/* Fills the input planes. */
#include "planes.h"

#include <string.h>

/* The planes as sets of squares, from the view of the side to move. */
struct input_writer {
    const struct mi_chess *p;
    const miai_past *past;
    const struct chess_format *format;
    bitboard plane[CHESS_PLANES];
};

static const bitboard ALL = ~(bitboard)0;

/* ---- the boards ---- */

/* Moves the pawn that has just passed this square back to its origin. */
static bitboard undo_double_step(bitboard pawns, int passed)
{
    return passed == NO_SQUARE ? pawns : pawns ^ (bit(passed + 8) | bit(passed - 8));
}

static void fill_board(struct input_writer *c, int board, int back)
{
    const struct mi_chess *then = mi_chess_earlier_position(c->p, c->past, back);
    bitboard *plane = &c->plane[board * CHESS_BOARD_PLANES];
    int own = c->p->turn;
    for (int type = PAWN; type < PIECE_TYPES; type++) {
        plane[type] = chess_seen(pieces(then, own, type), own);
        plane[PIECE_TYPES + type] = chess_seen(pieces(then, !own, type), own);
    }
    if (mi_chess_is_repetition(c->p, c->past, back))
        plane[CHESS_REPEATED] = ALL;
}

/* For the plies before the earliest known position, lc0 repeats that position.  A pawn that has
 * just moved two squares is put back there. */
static void move_pawn_back(struct input_writer *c, int board, int passed)
{
    int mover = rank_of(passed) == 2 ? WHITE : BLACK, own = c->p->turn;
    bitboard *plane = &c->plane[board * CHESS_BOARD_PLANES + (mover == own ? 0 : PIECE_TYPES)];
    *plane = chess_seen(undo_double_step(chess_seen(*plane, own), passed), own);
}

/* Does the history end before the position `back` plies ago? */
static bool history_ends(const struct input_writer *c, int back, int passed)
{
    const struct mi_chess *then = mi_chess_earlier_position(c->p, c->past, back);
    bool before_known = back > c->past->earlier_count;
    if (c->format->canonical &&
        (then->castling != c->p->castling || (back > 0 && passed != NO_SQUARE)))
        return true;
    return before_known && (c->format->repeats || mi_chess_is_start(then));
}

static void fill_boards(struct input_writer *c)
{
    int board = 0;
    for (int back = 0; board < CHESS_BOARDS; back++) {
        int passed = mi_chess_passed_square(c->p, c->past, back);
        if (history_ends(c, back, passed))
            return;
        if (!c->format->repeats || back == 0 || mi_chess_is_repetition(c->p, c->past, back)) {
            fill_board(c, board, back);
            if (back > c->past->earlier_count && passed != NO_SQUARE)
                move_pawn_back(c, board, passed);
            board++;
        }
        if (c->format->canonical && mi_chess_earlier_position(c->p, c->past, back)->clock == 0)
            return;
    }
}

/* ---- the other planes ---- */

/* The player's rooks that may castle, on one side of the king. */
static bitboard castling_rooks(const struct mi_chess *p, int player, bool queens_side)
{
    bitboard left = bit(king_square(p, player)) - 1;
    return p->castling & p->of[player] & (queens_side ? left : ~left);
}

static void fill_castling(struct input_writer *c)
{
    const struct mi_chess *p = c->p;
    for (int i = 0; i < 4; i++) {
        int player = i < 2 ? p->turn : !p->turn;
        bitboard rooks = castling_rooks(p, player, i % 2 == 0);
        if (c->format->rooks)
            c->plane[CHESS_PLANE_CASTLING + i % 2] |= chess_seen(rooks, p->turn);
        else
            c->plane[CHESS_PLANE_CASTLING + i] = rooks ? ALL : 0;
    }
}

static void fill_other_planes(struct input_writer *c)
{
    int passed = mi_chess_passed_square(c->p, c->past, 0);
    bitboard black = c->p->turn == BLACK ? ALL : 0;
    fill_castling(c);
    c->plane[CHESS_PLANE_BLACK] = black;
    if (c->format->canonical)
        c->plane[CHESS_PLANE_BLACK] = passed == NO_SQUARE ? 0 : bit(56 + file_of(passed));
    if (c->format->armageddon)
        c->plane[CHESS_PLANE_ARMAGEDDON] = black;
    c->plane[CHESS_PLANE_ONES] = ALL;
}

/* ---- output ---- */

static void write_lc0_planes(const struct input_writer *c, float *plane)
{
    int transform = c->format->canonical ? mi_chess_transform(c->p) : 0;
    memset(plane, 0, (size_t)CHESS_PLANES * 64 * sizeof *plane);
    for (int i = 0; i < CHESS_PLANES; i++)
        for (bitboard set = c->plane[i]; set;)
            plane[i * 64 + mi_chess_transform_square(transform, pop_lsb(&set))] = 1.0f;
    float clock = (float)fifty_count(c->p) / (c->format->hundredths ? 100.0f : 1.0f);
    for (int square = 0; square < 64; square++)
        plane[CHESS_PLANE_CLOCK * 64 + square] = clock;
}

void mi_chess_fill_planes(const struct mi_chess *p, const miai_past *past,
                          const struct chess_format *format, float *plane)
{
    struct input_writer c = {.p = p, .past = past, .format = format};
    fill_boards(&c);
    fill_other_planes(&c);
    write_lc0_planes(&c, plane);
}
