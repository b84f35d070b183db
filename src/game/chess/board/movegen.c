/* Generates only legal moves.  In check the targets are the squares that stop the check; a pinned
 * piece stays on its line; king moves and en passant are tested one by one. */
#include "position.h"

/* The moves to generate. */
struct move_filter {
    bitboard movers;       /* only moves of these pieces */
    bitboard targets;      /* only piece moves to these squares; castling: to the rook's square */
    bitboard pawn_targets; /* only pawn moves to these squares */
    int max_promotion, min_promotion; /* only promotions to pieces in this range */
};

static miai_move *append_moves(miai_move *list, int from, bitboard targets)
{
    while (targets)
        *list++ = make_move(from, pop_lsb(&targets));
    return list;
}

/* Adds a pawn move to each target square, from the square whose number is smaller by delta. */
static miai_move *append_pawn_moves(miai_move *list, bitboard targets, int delta,
                                    const struct move_filter *filter)
{
    bitboard promotions = targets & LAST_RANKS;
    for (targets ^= promotions; targets;) {
        int to = pop_lsb(&targets);
        *list++ = make_move(to - delta, to);
    }
    while (promotions) {
        int to = pop_lsb(&promotions);
        for (int type = filter->max_promotion; type >= filter->min_promotion; type--)
            *list++ = type << 12 | make_move(to - delta, to);
    }
    return list;
}

static miai_move *pawn_moves(const struct mi_chess *p, miai_move *list, bitboard pawns,
                             bitboard targets, const struct move_filter *filter)
{
    int us = p->turn, up = us == WHITE ? 8 : -8;
    bitboard empty = ~occupied(p), captures = targets & p->of[!us];
    bitboard one = forward(pawns, us) & empty;
    bitboard two = forward(one & (us == WHITE ? RANK_3 : RANK_6), us) & empty;
    list = append_pawn_moves(list, forward_west(pawns, us) & captures, up - 1, filter);
    list = append_pawn_moves(list, forward_east(pawns, us) & captures, up + 1, filter);
    list = append_pawn_moves(list, one & targets, up, filter);
    return append_pawn_moves(list, two & targets, 2 * up, filter);
}

static miai_move *en_passant_moves(const struct mi_chess *p, miai_move *list, bitboard movers)
{
    bitboard pawns =
        mi_chess_tables.pawn[!p->turn][p->en_passant] & movers & pieces(p, p->turn, PAWN);
    while (pawns) {
        int from = pop_lsb(&pawns);
        if (mi_chess_safe_en_passant(p, from, p->en_passant))
            *list++ = make_move(from, p->en_passant);
    }
    return list;
}

static miai_move *all_pawn_moves(const struct mi_chess *p, miai_move *list,
                                 const struct move_filter *move_filter, bitboard pinned,
                                 bitboard check_stops)
{
    int king = king_square(p, p->turn);
    bitboard pawns = pieces(p, p->turn, PAWN) & move_filter->movers;
    bitboard targets = move_filter->pawn_targets & check_stops;
    list = pawn_moves(p, list, pawns & ~pinned, targets, move_filter);
    for (bitboard pinned_pawns = pawns & pinned; pinned_pawns;) {
        int from = pop_lsb(&pinned_pawns);
        list =
            pawn_moves(p, list, bit(from), targets & mi_chess_tables.line[king][from], move_filter);
    }
    if (p->en_passant != NO_SQUARE && (move_filter->pawn_targets & bit(p->en_passant)))
        list = en_passant_moves(p, list, move_filter->movers);
    return list;
}

static miai_move *piece_moves(const struct mi_chess *p, miai_move *list, bitboard movers,
                              bitboard targets, bitboard pinned)
{
    const bitboard *line = mi_chess_tables.line[king_square(p, p->turn)];
    bitboard all = occupied(p);
    for (bitboard set = movers & p->type[KNIGHT] & ~pinned; set;) {
        int from = pop_lsb(&set);
        list = append_moves(list, from, mi_chess_tables.knight[from] & targets);
    }
    for (bitboard set = movers & bishops_and_queens(p, p->turn); set;) {
        int from = pop_lsb(&set);
        bitboard to = bishop_attacks(from, all) & targets;
        list = append_moves(list, from, pinned & bit(from) ? to & line[from] : to);
    }
    for (bitboard set = movers & rooks_and_queens(p, p->turn); set;) {
        int from = pop_lsb(&set);
        bitboard to = rook_attacks(from, all) & targets;
        list = append_moves(list, from, pinned & bit(from) ? to & line[from] : to);
    }
    return list;
}

static miai_move *king_moves(const struct mi_chess *p, miai_move *list, bitboard targets)
{
    int king = king_square(p, p->turn);
    bitboard without = occupied(p) ^ bit(king);
    for (targets &= mi_chess_tables.king[king]; targets;) {
        int to = pop_lsb(&targets);
        if (!attackers(p, !p->turn, to, without))
            *list++ = make_move(king, to);
    }
    return list;
}

/* Two squares of a rank and the squares between them. */
static bitboard rank_segment(int from, int to)
{
    return mi_chess_tables.between[from][to] | bit(from) | bit(to);
}

/* Castling needs free paths for king and rook, and no attack on the king's path.  Attacks are
 * computed without the rook, which no longer shields the king's final square (Chess960). */
static bool can_castle(const struct mi_chess *p, int king, int rook)
{
    int king_to = castled_king(king, rook);
    bitboard rest = occupied(p) & ~(bit(king) | bit(rook));
    bitboard king_path = rank_segment(king, king_to);
    if ((king_path | rank_segment(rook, castled_rook(king, rook))) & rest)
        return false;
    for (king_path &= ~bit(king) | bit(king_to); king_path;)
        if (attackers(p, !p->turn, pop_lsb(&king_path), rest))
            return false;
    return true;
}

static miai_move *castling_moves(const struct mi_chess *p, miai_move *list, bitboard rooks)
{
    int king = king_square(p, p->turn);
    while (rooks) {
        int rook = pop_lsb(&rooks);
        if (can_castle(p, king, rook))
            *list++ = make_move(king, rook);
    }
    return list;
}

static int generate_moves(const struct mi_chess *p, const struct move_filter *move_filter,
                          miai_move *list)
{
    miai_move *end = list;
    int us = p->turn, king = king_square(p, us);
    bitboard targets = move_filter->targets & ~p->of[us], check_stops = ~(bitboard)0;
    if (move_filter->movers & bit(king)) {
        end = king_moves(p, end, targets);
        if (p->castling && !p->checkers)
            end = castling_moves(p, end, p->castling & p->of[us] & move_filter->targets);
    }
    if (more_than_one(p->checkers))
        return (int)(end - list);
    if (p->checkers)
        check_stops = p->checkers | mi_chess_tables.between[king][first_square(p->checkers)];
    bitboard pinned = pinned_pieces(p, us);
    end = all_pawn_moves(p, end, move_filter, pinned, check_stops);
    end = piece_moves(p, end, move_filter->movers & p->of[us], targets & check_stops, pinned);
    return (int)(end - list);
}

int mi_chess_moves(const struct mi_chess *p, miai_move *list)
{
    const bitboard all = ~(bitboard)0;
    return generate_moves(p, &(struct move_filter){all, all, all, QUEEN, KNIGHT}, list);
}

int mi_chess_noisy(const struct mi_chess *p, miai_move *list)
{
    bitboard captures = p->of[!p->turn], pawn_targets = captures | LAST_RANKS;
    if (p->en_passant != NO_SQUARE)
        pawn_targets |= bit(p->en_passant);
    return generate_moves(
        p, &(struct move_filter){~(bitboard)0, captures, pawn_targets, QUEEN, QUEEN}, list);
}

int mi_chess_quiets(const struct mi_chess *p, miai_move *list)
{
    bitboard targets = ~p->of[!p->turn], pawn_targets = ~occupied(p) | LAST_RANKS;
    if (p->en_passant != NO_SQUARE)
        pawn_targets &= ~bit(p->en_passant);
    return generate_moves(
        p, &(struct move_filter){~(bitboard)0, targets, pawn_targets, ROOK, KNIGHT}, list);
}

bool mi_chess_can_move(const struct mi_chess *p, miai_move move)
{
    miai_move list[CHESS_MAX_LEGAL];
    if (move < 0 || move >= CHESS_MOVES || !(p->of[p->turn] & bit(move_from(move))))
        return false;
    bitboard from = bit(move_from(move)), to = bit(move_to(move));
    int n = generate_moves(p, &(struct move_filter){from, to, to, QUEEN, KNIGHT}, list);
    for (int i = 0; i < n; i++)
        if (list[i] == move)
            return true;
    return false;
}

bool mi_chess_has_move(const struct mi_chess *p)
{
    miai_move list[CHESS_MAX_LEGAL];
    if (!p->checkers) { /* nearly always an unpinned pawn or knight can move */
        bitboard free = p->of[p->turn] & ~p->blockers[p->turn];
        if (forward(free & p->type[PAWN], p->turn) & ~occupied(p))
            return true;
        for (bitboard knights = free & p->type[KNIGHT]; knights;)
            if (mi_chess_tables.knight[pop_lsb(&knights)] & ~p->of[p->turn])
                return true;
    }
    return mi_chess_moves(p, list) > 0;
}

/* If no discovered check is possible, a move can only give check from its destination, except that
 * promotions and en passant captures may open a line. */
int mi_chess_possible_checks(const struct mi_chess *p, miai_move *list)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    int us = p->turn, king = king_square(p, !us);
    bitboard all = occupied(p), pawn_targets = t->pawn[!us][king] | LAST_RANKS;
    if (p->blockers[!us] & p->of[us])
        return mi_chess_moves(p, list);
    if (p->en_passant != NO_SQUARE)
        pawn_targets |= bit(p->en_passant);
    bitboard targets = t->knight[king] | bishop_attacks(king, all) | rook_attacks(king, all);
    return generate_moves(
        p, &(struct move_filter){~(bitboard)0, targets | p->castling, pawn_targets, QUEEN, KNIGHT},
        list);
}
