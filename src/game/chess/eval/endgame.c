#include "kpk.h"
#include "terms.h"

/* The pieces of a player in units of a pawn, the pawns not counted. */
static int piece_units(const struct mi_chess *p, int player)
{
    return 3 * count_squares(p->of[player] & (p->type[KNIGHT] | p->type[BISHOP])) +
           5 * count_squares(pieces(p, player, ROOK)) + 9 * count_squares(pieces(p, player, QUEEN));
}

static bool both_colours(bitboard bishops)
{
    return bishops & DARK_SQUARES && bishops & ~DARK_SQUARES;
}

/* ---- scaling ---- */

/* Without pawns an edge of a minor piece is hardly ever won, and two knights do not mate. */
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

/* Pawns on one rook's file, no bishop that guards the corner before them, and the other king
 * there: a draw. */
static bool wrong_bishop(const struct mi_chess *p, int stronger)
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

static bool opposite_bishops(const struct mi_chess *p)
{
    bitboard white = pieces(p, WHITE, BISHOP), black = pieces(p, BLACK, BISHOP);
    return white && black && !several(white) && !several(black) && both_colours(white | black);
}

int mi_chess_eval_winnable(const struct mi_chess *p, int stronger)
{
    if (!pieces(p, stronger, PAWN))
        return scale_without_pawns(p, stronger);
    if (mi_chess_is_kpk(p))
        return mi_chess_kpk_wins(p) ? SCALE_FULL : SCALE_DRAW;
    return wrong_bishop(p, stronger) ? SCALE_DRAW : SCALE_FULL;
}

int mi_chess_eval_scale(const struct mi_chess_eval *e, int stronger)
{
    const struct mi_chess *p = e->pos;
    bitboard pawns = pieces(p, stronger, PAWN);
    int winnable = mi_chess_eval_winnable(p, stronger);
    if (!pawns || winnable == SCALE_DRAW)
        return winnable;
    if (opposite_bishops(p))
        return p->type[BISHOP] == (e->all & ~p->type[PAWN] & ~p->type[KING])
                   ? 18 + 4 * count_squares(e->passed[stronger])
                   : 28 + 3 * count_squares(pawns);
    int scale = 40 + 6 * count_squares(pawns);
    return scale < SCALE_FULL ? scale : SCALE_FULL;
}

/* ---- mates ---- */

enum {
    MOP_UP = 400,     /* the endgame is won */
    EDGE_STEP = 20,   /* a step of the bare king towards the edge, */
    CORNER_STEP = 20, /* towards the corner where bishop and knight mate, */
    KINGS_STEP = 10,  /* of the kings towards each other */
    PROMOTES = 300,   /* the pawn will, */
    RANK_STEP = 20    /* a step of it */
};

/* Steps along ranks and files. */
static int distance(int a, int b)
{
    int files = file_of(a) - file_of(b), ranks = rank_of(a) - rank_of(b);
    return (files < 0 ? -files : files) + (ranks < 0 ? -ranks : ranks);
}

/* Steps of a square from the four in the centre. */
static int centre_distance(int square)
{
    return 6 - edge_distance(file_of(square)) - edge_distance(rank_of(square));
}

/* How far the bare king has been driven to where he can be mated: with bishop and knight in a
 * corner of the bishop's colour, else at any edge. */
static int driven(const struct mi_chess *p, int player, int king)
{
    bitboard men = p->of[player], bishops = men & p->type[BISHOP], knights = men & p->type[KNIGHT];
    if (men & (p->type[ROOK] | p->type[QUEEN]) || !knights || both_colours(bishops))
        return EDGE_STEP * centre_distance(king);
    int corner = bishops & DARK_SQUARES ? 0 : 7, opposite = corner ^ 63;
    int a = distance(king, corner), b = distance(king, opposite);
    return CORNER_STEP * (14 - (a < b ? a : b));
}

static bool can_mate(const struct mi_chess *p, int player)
{
    bitboard men = p->of[player], bishops = men & p->type[BISHOP], knights = men & p->type[KNIGHT];
    return men & (p->type[ROOK] | p->type[QUEEN]) || both_colours(bishops) || (bishops && knights);
}

/* What a lone pawn is worth that is known to promote, and 0 for one that is not. */
static int promotion(const struct mi_chess *p, int player)
{
    if (!mi_chess_is_kpk(p) || !mi_chess_kpk_wins(p))
        return 0;
    return PROMOTES + RANK_STEP * relative_rank(player, first_square(p->type[PAWN]));
}

static int mate(const struct mi_chess *p, int player)
{
    int king = king_square(p, !player);
    int close = KINGS_STEP * (14 - distance(king, king_square(p, player)));
    return MOP_UP + driven(p, player, king) + close;
}

int mi_chess_eval_mop_up(const struct mi_chess *p)
{
    int player = several(p->of[WHITE]) ? WHITE : BLACK;
    if (several(p->of[!player]))
        return 0;
    int more = can_mate(p, player) ? mate(p, player) : promotion(p, player);
    return more == 0 ? 0 : endgame(p->piece_square) + (player == WHITE ? more : -more);
}
