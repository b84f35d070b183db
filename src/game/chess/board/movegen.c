/* The moves are legal as they are made: when the king is in check, what does not stop it is no
 * target; a pinned piece stays on its line; the king's squares and en passant are tried out. */
#include "position.h"

/* Which moves are wanted. */
struct wanted {
    bitboard movers;       /* of these pieces */
    bitboard targets;      /* of pieces, to these squares; castling: the rook's square */
    bitboard pawn_targets; /* of pawns, to these squares */
    bool underpromotion;   /* promotions to less than a queen too */
};

static miai_move *add_moves(miai_move *list, int from, bitboard targets)
{
    while (targets)
        *list++ = make_move(from, take_square(&targets));
    return list;
}

/* The moves of pawns to squares that lie delta away from where they stand. */
static miai_move *add_pawn_moves(miai_move *list, bitboard targets, int delta, bool underpromotion)
{
    bitboard promotions = targets & LAST_RANKS;
    for (targets ^= promotions; targets;) {
        int to = take_square(&targets);
        *list++ = make_move(to - delta, to);
    }
    while (promotions) {
        int to = take_square(&promotions);
        for (int type = QUEEN; type >= (underpromotion ? KNIGHT : QUEEN); type--)
            *list++ = type << 12 | make_move(to - delta, to);
    }
    return list;
}

static miai_move *pawn_moves(const struct mi_chess *p, miai_move *list, bitboard pawns,
                             bitboard targets, bool underpromotion)
{
    int us = p->turn, up = us == WHITE ? 8 : -8;
    bitboard empty = ~occupied(p), captures = targets & p->of[!us];
    bitboard one = forward(pawns, us) & empty;
    bitboard two = forward(one & (us == WHITE ? RANK_3 : RANK_6), us) & empty;
    list = add_pawn_moves(list, forward_west(pawns, us) & captures, up - 1, underpromotion);
    list = add_pawn_moves(list, forward_east(pawns, us) & captures, up + 1, underpromotion);
    list = add_pawn_moves(list, one & targets, up, underpromotion);
    return add_pawn_moves(list, two & targets, 2 * up, false);
}

static miai_move *en_passant_moves(const struct mi_chess *p, miai_move *list, bitboard movers)
{
    bitboard pawns =
        mi_chess_tables.pawn[!p->turn][p->en_passant] & movers & pieces(p, p->turn, PAWN);
    while (pawns) {
        int from = take_square(&pawns);
        if (mi_chess_safe_en_passant(p, from, p->en_passant))
            *list++ = make_move(from, p->en_passant);
    }
    return list;
}

static miai_move *all_pawn_moves(const struct mi_chess *p, miai_move *list,
                                 const struct wanted *wanted, bitboard pinned, bitboard relief)
{
    int king = king_square(p, p->turn);
    bitboard pawns = pieces(p, p->turn, PAWN) & wanted->movers;
    bitboard targets = wanted->pawn_targets & relief;
    list = pawn_moves(p, list, pawns & ~pinned, targets, wanted->underpromotion);
    for (bitboard held = pawns & pinned; held;) {
        int from = take_square(&held);
        list = pawn_moves(p, list, bit(from), targets & mi_chess_tables.line[king][from],
                          wanted->underpromotion);
    }
    if (p->en_passant != NO_SQUARE && (wanted->pawn_targets & bit(p->en_passant)))
        list = en_passant_moves(p, list, wanted->movers);
    return list;
}

static miai_move *piece_moves(const struct mi_chess *p, miai_move *list, bitboard movers,
                              bitboard targets, bitboard pinned)
{
    const bitboard *line = mi_chess_tables.line[king_square(p, p->turn)];
    bitboard all = occupied(p);
    for (bitboard set = movers & p->type[KNIGHT] & ~pinned; set;) {
        int from = take_square(&set);
        list = add_moves(list, from, mi_chess_tables.knight[from] & targets);
    }
    for (bitboard set = movers & bishops_and_queens(p, p->turn); set;) {
        int from = take_square(&set);
        bitboard to = bishop_attacks(from, all) & targets;
        list = add_moves(list, from, pinned & bit(from) ? to & line[from] : to);
    }
    for (bitboard set = movers & rooks_and_queens(p, p->turn); set;) {
        int from = take_square(&set);
        bitboard to = rook_attacks(from, all) & targets;
        list = add_moves(list, from, pinned & bit(from) ? to & line[from] : to);
    }
    return list;
}

static miai_move *king_moves(const struct mi_chess *p, miai_move *list, bitboard targets)
{
    int king = king_square(p, p->turn);
    bitboard without = occupied(p) ^ bit(king);
    for (targets &= mi_chess_tables.king[king]; targets;) {
        int to = take_square(&targets);
        if (!attackers(p, !p->turn, to, without))
            *list++ = make_move(king, to);
    }
    return list;
}

/* The squares from one to another in the same rank, both of them included. */
static bitboard path(int from, int to)
{
    return mi_chess_tables.between[from][to] | bit(from) | bit(to);
}

/* Castling is possible when nothing but the two stands on their ways, and nothing attacks the
 * king's way.  The rook is taken off for the attacks, since it does not shield the king's last
 * square in the end (Chess960). */
static bool can_castle(const struct mi_chess *p, int king, int rook)
{
    int king_to = castled_king(king, rook);
    bitboard rest = occupied(p) & ~(bit(king) | bit(rook));
    bitboard way = path(king, king_to);
    if ((way | path(rook, castled_rook(king, rook))) & rest)
        return false;
    for (way &= ~bit(king) | bit(king_to); way;)
        if (attackers(p, !p->turn, take_square(&way), rest))
            return false;
    return true;
}

static miai_move *castling_moves(const struct mi_chess *p, miai_move *list, bitboard rooks)
{
    int king = king_square(p, p->turn);
    while (rooks) {
        int rook = take_square(&rooks);
        if (can_castle(p, king, rook))
            *list++ = make_move(king, rook);
    }
    return list;
}

static int generate(const struct mi_chess *p, const struct wanted *wanted, miai_move *list)
{
    miai_move *end = list;
    int us = p->turn, king = king_square(p, us);
    bitboard targets = wanted->targets & ~p->of[us], relief = ~(bitboard)0;
    if (wanted->movers & bit(king)) {
        end = king_moves(p, end, targets);
        if (p->castling && !p->checkers)
            end = castling_moves(p, end, p->castling & p->of[us] & wanted->targets);
    }
    if (several(p->checkers))
        return (int)(end - list);
    if (p->checkers)
        relief = p->checkers | mi_chess_tables.between[king][first_square(p->checkers)];
    bitboard pinned = find_pins(p, us, us).pinned;
    end = all_pawn_moves(p, end, wanted, pinned, relief);
    end = piece_moves(p, end, wanted->movers & p->of[us], targets & relief, pinned);
    return (int)(end - list);
}

int mi_chess_moves(const struct mi_chess *p, miai_move *list)
{
    const bitboard all = ~(bitboard)0;
    return generate(p, &(struct wanted){all, all, all, true}, list);
}

int mi_chess_noisy(const struct mi_chess *p, miai_move *list)
{
    bitboard captures = p->of[!p->turn], pawn_targets = captures | LAST_RANKS;
    if (p->en_passant != NO_SQUARE)
        pawn_targets |= bit(p->en_passant);
    return generate(p, &(struct wanted){~(bitboard)0, captures, pawn_targets, false}, list);
}

bool mi_chess_can_move(const struct mi_chess *p, miai_move move)
{
    miai_move list[CHESS_MAX_LEGAL];
    if (move < 0 || move >= CHESS_MOVES || !(p->of[p->turn] & bit(move_from(move))))
        return false;
    bitboard from = bit(move_from(move)), to = bit(move_to(move));
    int n = generate(p, &(struct wanted){from, to, to, true}, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

bool mi_chess_has_move(const struct mi_chess *p)
{
    miai_move list[CHESS_MAX_LEGAL];
    if (!p->checkers) { /* nearly always a free pawn or knight can move */
        bitboard free = p->of[p->turn] & ~find_pins(p, p->turn, p->turn).pinned;
        if (forward(free & p->type[PAWN], p->turn) & ~occupied(p))
            return true;
        for (bitboard knights = free & p->type[KNIGHT]; knights;)
            if (mi_chess_tables.knight[take_square(&knights)] & ~p->of[p->turn])
                return true;
    }
    return mi_chess_moves(p, list) > 0;
}

/* Where no line can be opened, but by a pawn that goes by promoting or en passant, a move gives
 * check from where it goes to. */
int mi_chess_near_checks(const struct mi_chess *p, miai_move *list)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    int us = p->turn, king = king_square(p, !us);
    bitboard all = occupied(p), pawn_targets = t->pawn[!us][king] | LAST_RANKS;
    if (find_pins(p, !us, us).pinned)
        return mi_chess_moves(p, list);
    if (p->en_passant != NO_SQUARE)
        pawn_targets |= bit(p->en_passant);
    bitboard targets = t->knight[king] | bishop_attacks(king, all) | rook_attacks(king, all);
    return generate(p, &(struct wanted){~(bitboard)0, targets | p->castling, pawn_targets, true},
                    list);
}
