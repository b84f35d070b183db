#include "kpk.h"
#include "terms.h"

/* The value of a player's pieces, not counting pawns, in units of a pawn. */
static int piece_units(const struct mi_chess *p, int player)
{
    return 3 * count_squares(p->of[player] & (p->type[KNIGHT] | p->type[BISHOP])) +
           5 * count_squares(pieces(p, player, ROOK)) + 9 * count_squares(pieces(p, player, QUEEN));
}

static bool has_both_colours(bitboard bishops)
{
    return bishops & DARK_SQUARES && bishops & ~DARK_SQUARES;
}

/* ---- scaling ---- */

/* Without pawns an advantage of one minor piece rarely wins, and two knights cannot force mate. */
static int scale_without_pawns(const struct mi_chess *p, int stronger)
{
    int units = piece_units(p, stronger), edge = units - piece_units(p, !stronger);
    bitboard knights = pieces(p, stronger, KNIGHT), men = p->of[stronger] & ~p->type[KING];
    if (units <= 3 || (men == knights && units == 6 && !(p->of[!stronger] & p->type[PAWN])))
        return SCALE_DRAW;
    if (edge <= 3)
        return units - edge <= 3 ? SCALE_FULL / 16 : SCALE_FULL / 4;
    return SCALE_FULL;
}

/* A draw: all pawns are on one rook file, no bishop has the colour of the promotion corner, and the
 * other king is near that corner. */
static bool has_wrong_bishop(const struct mi_chess *p, int stronger)
{
    bitboard pawns = pieces(p, stronger, PAWN), bishops = pieces(p, stronger, BISHOP);
    if (p->of[stronger] & ~(pawns | bishops | p->type[KING]))
        return false;
    if ((pawns & ~FILE_A) && (pawns & ~FILE_H))
        return false;
    int corner = (stronger == WHITE ? 56 : 0) + (pawns & FILE_A ? 0 : 7);
    bitboard colour = bit(corner) & DARK_SQUARES ? DARK_SQUARES : ~DARK_SQUARES;
    return !(bishops & colour) && king_steps(king_square(p, !stronger), corner) <= 1;
}

static bool has_opposite_bishops(const struct mi_chess *p)
{
    bitboard white = pieces(p, WHITE, BISHOP), black = pieces(p, BLACK, BISHOP);
    return white && black && !more_than_one(white) && !more_than_one(black) &&
           has_both_colours(white | black);
}

int mi_chess_eval_winnable(const struct mi_chess *p, int stronger)
{
    if (!pieces(p, stronger, PAWN))
        return scale_without_pawns(p, stronger);
    if (mi_chess_is_kpk(p))
        return mi_chess_kpk_wins(p) ? SCALE_FULL : SCALE_DRAW;
    return has_wrong_bishop(p, stronger) ? SCALE_DRAW : SCALE_FULL;
}

int mi_chess_eval_scale(const struct mi_chess_eval *e, int stronger)
{
    const struct mi_chess *p = e->pos;
    bitboard pawns = pieces(p, stronger, PAWN);
    int winnable = mi_chess_eval_winnable(p, stronger);
    if (!pawns || winnable == SCALE_DRAW)
        return winnable;
    if (has_opposite_bishops(p))
        return p->type[BISHOP] == (e->all & ~p->type[PAWN] & ~p->type[KING])
                   ? 18 + 4 * count_squares(e->passed[stronger])
                   : 28 + 3 * count_squares(pawns);
    int scale = 40 + 6 * count_squares(pawns);
    return scale < SCALE_FULL ? scale : SCALE_FULL;
}

/* ---- mates ---- */

enum {
    MOP_UP = 400,     /* for a won endgame */
    EDGE_STEP = 20,   /* per step of the bare king towards the edge */
    CORNER_STEP = 20, /* per step towards the corner where bishop and knight mate */
    KINGS_STEP = 10,  /* per step of the kings towards each other */
    PROMOTION = 300,  /* for a pawn that will promote */
    RANK_STEP = 20    /* per step of this pawn */
};

static int manhattan_distance(int a, int b)
{
    int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    return (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
}

/* Manhattan distance to the four central squares. */
static int centre_distance(int square)
{
    return 6 - edge_distance(file_of(square)) - edge_distance(rank_of(square));
}

/* Bonus for driving the bare king to where it can be mated: with bishop and knight to a corner of
 * the bishop's colour, else to any edge. */
static int bare_king_bonus(const struct mi_chess *p, int player, int king)
{
    bitboard men = p->of[player], bishops = men & p->type[BISHOP], knights = men & p->type[KNIGHT];
    if (men & (p->type[ROOK] | p->type[QUEEN]) || !knights || has_both_colours(bishops))
        return EDGE_STEP * centre_distance(king);
    int corner = bishops & DARK_SQUARES ? 0 : 7, opposite = corner ^ 63;
    int a = manhattan_distance(king, corner), b = manhattan_distance(king, opposite);
    return CORNER_STEP * (14 - (a < b ? a : b));
}

static bool can_mate(const struct mi_chess *p, int player)
{
    bitboard men = p->of[player], bishops = men & p->type[BISHOP], knights = men & p->type[KNIGHT];
    return men & (p->type[ROOK] | p->type[QUEEN]) || has_both_colours(bishops) ||
           (bishops && knights);
}

/* Bonus for king and pawn against king if the pawn wins, else 0. */
static int promotion_bonus(const struct mi_chess *p, int player)
{
    if (!mi_chess_is_kpk(p) || !mi_chess_kpk_wins(p))
        return 0;
    return PROMOTION + RANK_STEP * relative_rank(player, first_square(p->type[PAWN]));
}

static int mating_bonus(const struct mi_chess *p, int player)
{
    int king = king_square(p, !player);
    int proximity = KINGS_STEP * (14 - manhattan_distance(king, king_square(p, player)));
    return MOP_UP + bare_king_bonus(p, player, king) + proximity;
}

int mi_chess_eval_mop_up(const struct mi_chess *p)
{
    int player = more_than_one(p->of[WHITE]) ? WHITE : BLACK;
    if (more_than_one(p->of[!player]))
        return 0;
    int more = can_mate(p, player) ? mating_bonus(p, player) : promotion_bonus(p, player);
    return more == 0 ? 0 : endgame(p->piece_square) + (player == WHITE ? more : -more);
}
