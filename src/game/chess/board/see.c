#include "see.h"

/* Values in hundredths of a pawn, by type.  NO_PIECE is 0; a king is never captured. */
static const int piece_value[8] = {100, 320, 330, 500, 950, 0, 0, 0};

int mi_chess_capture_value(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move);
    if (piece_type(p->piece[from]) != PAWN)
        return p->of[!p->turn] & bit(to) ? piece_value[piece_type(p->piece[to])] : 0;
    int promotion =
        move_promotion(move) ? piece_value[move_promotion(move)] - piece_value[PAWN] : 0;
    return promotion + piece_value[to == p->en_passant ? PAWN : piece_type(p->piece[to])];
}

/* All pieces that attack a square. */
static bitboard all_attackers(const struct mi_chess *p, int square, bitboard all)
{
    return attackers(p, WHITE, square, all) | attackers(p, BLACK, square, all);
}

static int least_valuable(const struct mi_chess *p, bitboard set)
{
    int type = PAWN;
    while (!(set & p->type[type]))
        type++;
    return type;
}

/* The x-ray attackers that appear after a piece of this type has captured on the square. */
static bitboard xray_attackers(const struct mi_chess *p, int type, int square, bitboard all)
{
    bitboard found = 0;
    if (type == PAWN || type == BISHOP || type == QUEEN)
        found |= bishop_attacks(square, all) & (p->type[BISHOP] | p->type[QUEEN]);
    if (type == ROOK || type == QUEEN)
        found |= rook_attacks(square, all) & (p->type[ROOK] | p->type[QUEEN]);
    return found;
}

/* Plays out the exchange.  Each side captures with its least valuable piece, and stops when it
 * stays ahead even if that piece is lost.  The side that cannot continue has lost.  balance: how
 * far the side to capture is ahead of its goal; if below 0, it must go on.  A pinned piece cannot
 * capture while a pinner is left. */
static bool wins_exchange(const struct mi_chess *p, int square, bitboard all, int balance)
{
    int us = p->turn, player = us;
    bitboard set = all_attackers(p, square, all) & all;
    while (balance < 0) {
        player = !player;
        bitboard mine = set & p->of[player];
        if (p->pinners[player] & all)
            mine &= ~p->blockers[player];
        if (!mine)
            return player != us;
        int type = least_valuable(p, mine);
        if (type == KING && (set & p->of[!player]))
            return player != us;
        all ^= mine & p->type[type] & -(mine & p->type[type]);
        set = (set | xray_attackers(p, type, square, all)) & all;
        balance = -balance - 1 - piece_value[type];
    }
    return player == us;
}

bool mi_chess_see_ge(const struct mi_chess *p, miai_move move, int min)
{
    int from = move_from(move), to = move_to(move), type = piece_type(p->piece[from]);
    int balance = mi_chess_capture_value(p, move) - min;
    if (balance < 0 || is_castling(p, move))
        return balance >= 0;
    balance -= piece_value[move_promotion(move) ? move_promotion(move) : type];
    if (balance >= 0)
        return true;
    bitboard all = (occupied(p) ^ bit(from)) | bit(to);
    if (type == PAWN && to == p->en_passant)
        all ^= bit(to ^ 8);
    return wins_exchange(p, to, all, balance);
}

/* ---- check ---- */

/* Does a piece of this type on a square attack the king, given the occupied squares? */
static bool attacks_king(int type, int player, int square, int king, bitboard all)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    bitboard lines = 0;
    switch (type) {
    case PAWN:
        return t->pawn[player][square] & bit(king);
    case KNIGHT:
        return t->knight[square] & bit(king);
    case BISHOP:
        lines = t->diagonal_lines[king];
        break;
    case ROOK:
        lines = t->orthogonal_lines[king];
        break;
    case QUEEN:
        lines = t->diagonal_lines[king] | t->orthogonal_lines[king];
        break;
    }
    return lines & bit(square) && !(t->between[king][square] & all);
}

/* Does a slider of the side to move attack the king through the freed squares? */
static bool opens_line(const struct mi_chess *p, bitboard freed, int king, bitboard all)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    return (t->diagonal_lines[king] & freed &&
            bishop_attacks(king, all) & bishops_and_queens(p, p->turn) & ~freed) ||
           (t->orthogonal_lines[king] & freed &&
            rook_attacks(king, all) & rooks_and_queens(p, p->turn) & ~freed);
}

static bool castling_gives_check(const struct mi_chess *p, int from, int to, int king)
{
    int rook = castled_rook(from, to);
    bitboard moved = bit(from) | bit(to);
    bitboard all = (occupied(p) & ~moved) | bit(rook) | bit(castled_king(from, to));
    return rook_attacks(rook, all) & bit(king);
}

bool mi_chess_gives_check(const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), us = p->turn, king = king_square(p, !us);
    int type = move_promotion(move) ? move_promotion(move) : piece_type(p->piece[from]);
    bitboard freed = bit(from);
    if (type == KING && p->of[us] & bit(to))
        return castling_gives_check(p, from, to, king);
    bool captures_en_passant = type == PAWN && to == p->en_passant;
    if (captures_en_passant)
        freed |= bit(to ^ 8);
    bitboard all = (occupied(p) & ~freed) | bit(to);
    return attacks_king(type, us, to, king, all) ||
           ((captures_en_passant || p->blockers[!us] & freed) && opens_line(p, freed, king, all));
}

int mi_chess_checks(const struct mi_chess *p, miai_move *list)
{
    int n = mi_chess_possible_checks(p, list), count = 0;
    for (int i = 0; i < n; i++)
        if (mi_chess_gives_check(p, list[i]))
            list[count++] = list[i];
    return count;
}

int mi_chess_move_kind(const struct mi_chess *p, miai_move move)
{
    int piece = p->piece[move_from(move)];
    return (piece_player(piece) * PIECE_TYPES + piece_type(piece)) * 64 + move_to(move);
}
