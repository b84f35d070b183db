#include "position.h"

#include <string.h>

void mi_chess_clear(struct mi_chess *p, bool chess960)
{
    mi_chess_fill_tables();
    memset(p, 0, sizeof *p);
    memset(p->piece, NO_PIECE, sizeof p->piece);
    p->number = 1;
    p->en_passant = NO_SQUARE;
    p->chess960 = chess960;
}

/* Unsigned, because a FEN with too many pieces may overflow the sum before it is rejected. */
static void add_piece_square(struct mi_chess *p, uint32_t score)
{
    p->piece_square = (int32_t)((uint32_t)p->piece_square + score);
}

void mi_chess_put(struct mi_chess *p, int piece, int square)
{
    p->piece[square] = (uint8_t)piece;
    p->type[piece_type(piece)] |= bit(square);
    p->of[piece_player(piece)] |= bit(square);
    p->key ^= mi_chess_tables.piece_key[piece][square];
    add_piece_square(p, (uint32_t)mi_chess_tables.piece_square[piece][square]);
}

static void remove_piece(struct mi_chess *p, int square)
{
    int piece = p->piece[square];
    p->piece[square] = NO_PIECE;
    p->type[piece_type(piece)] ^= bit(square);
    p->of[piece_player(piece)] ^= bit(square);
    p->key ^= mi_chess_tables.piece_key[piece][square];
    add_piece_square(p, -(uint32_t)mi_chess_tables.piece_square[piece][square]);
}

static void find_blockers(struct mi_chess *p, int player)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    int king = king_square(p, player);
    bitboard all = occupied(p), blockers = 0, pinners = 0;
    bitboard snipers = (t->orthogonal_lines[king] & rooks_and_queens(p, !player)) |
                       (t->diagonal_lines[king] & bishops_and_queens(p, !player));
    while (snipers) {
        int square = pop_lsb(&snipers);
        bitboard between = t->between[king][square] & all;
        bitboard blocker = more_than_one(between) ? 0 : between;
        blockers |= blocker;
        pinners |= blocker & p->of[player] ? bit(square) : 0;
    }
    p->blockers[player] = blockers;
    p->pinners[player] = pinners;
}

void mi_chess_find_checkers(struct mi_chess *p)
{
    p->checkers = attackers(p, !p->turn, king_square(p, p->turn), occupied(p));
    find_blockers(p, WHITE);
    find_blockers(p, BLACK);
}

bool mi_chess_safe_en_passant(const struct mi_chess *p, int from, int to)
{
    bitboard captured = bit(to ^ 8);
    bitboard after = (occupied(p) ^ bit(from) ^ captured) | bit(to);
    return !(attackers(p, !p->turn, king_square(p, p->turn), after) & ~captured);
}

static void clear_en_passant(struct mi_chess *p)
{
    if (p->en_passant != NO_SQUARE)
        p->key ^= mi_chess_tables.en_passant_key[file_of(p->en_passant)];
    p->en_passant = NO_SQUARE;
}

void mi_chess_set_en_passant(struct mi_chess *p, int square)
{
    bitboard pawns = mi_chess_tables.pawn[!p->turn][square] & pieces(p, p->turn, PAWN);
    while (pawns)
        if (mi_chess_safe_en_passant(p, pop_lsb(&pawns), square)) {
            p->en_passant = (uint8_t)square;
            p->key ^= mi_chess_tables.en_passant_key[file_of(square)];
            return;
        }
}

void mi_chess_set_castling(struct mi_chess *p, bitboard rooks)
{
    for (bitboard changed = p->castling ^ rooks; changed;)
        p->key ^= mi_chess_tables.castling_key[pop_lsb(&changed)];
    p->castling = rooks;
}

void mi_chess_set_turn(struct mi_chess *p, int player)
{
    clear_en_passant(p);
    if (p->turn != player)
        p->key ^= mi_chess_tables.black_key;
    p->turn = (uint8_t)player;
}

static void play_castling(struct mi_chess *p, int king, int rook)
{
    remove_piece(p, king);
    remove_piece(p, rook);
    mi_chess_put(p, make_piece(p->turn, KING), castled_king(king, rook));
    mi_chess_put(p, make_piece(p->turn, ROOK), castled_rook(king, rook));
}

/* Moves a piece, with promotion and capture (also en passant). */
static void move_piece(struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), piece = p->piece[from];
    bool pawn = piece_type(piece) == PAWN;
    int captured = pawn && to == p->en_passant ? to ^ 8 : to;
    if (p->piece[captured] != NO_PIECE || pawn)
        p->clock = p->plies_from_null = p->plays_on_since = 0;
    if (p->piece[captured] != NO_PIECE)
        remove_piece(p, captured);
    remove_piece(p, from);
    mi_chess_put(p, move_promotion(move) ? make_piece(p->turn, move_promotion(move)) : piece, to);
}

void mi_chess_play(struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), type = piece_type(p->piece[from]);
    p->clock++;
    p->plies_from_null++;
    p->number = (uint16_t)(p->number + p->turn);
    if (is_castling(p, move))
        play_castling(p, from, to);
    else
        move_piece(p, move);
    if (p->castling) {
        bitboard gone = type == KING ? home_rank(p->turn) : bit(from);
        mi_chess_set_castling(p, p->castling & ~(gone | bit(to)));
    }
    mi_chess_set_turn(p, !p->turn);
    mi_chess_find_checkers(p);
    if (type == PAWN && (from ^ to) == 16)
        mi_chess_set_en_passant(p, (from + to) / 2);
}
