/* position.h - a chess position and how moves change it. */
#ifndef MI_GAME_CHESS_BOARD_POSITION_H
#define MI_GAME_CHESS_BOARD_POSITION_H

#include "miai_game.h"
#include "tables.h"

enum { NO_SQUARE = 64 };

enum {
    FIFTY_MOVES = 100, /* in plies */
    CLOCK_MATTERS = 64 /* from here on the clock is part of the key */
};

/* Plain memory, 200 bytes.  The functions below keep the derived members up to date. */
struct mi_chess {
    bitboard type[PIECE_TYPES], of[2]; /* the pieces of each type, and of each player */
    bitboard castling;                 /* rooks that may still castle */
    bitboard checkers;                 /* pieces that give check to the player to move */
    bitboard blockers[2]; /* pieces of either side that alone keep a slider from that king */
    bitboard pinners[2];  /* sliders that pin a piece of that player to its king */
    uint64_t key;                      /* Zobrist key, without the clock */
    uint8_t piece[64];
    int32_t piece_square; /* sum over the pieces, a packed score from White's view */
    uint16_t clock;       /* plies since a capture or pawn move */
    uint16_t number;      /* move number, from 1 */
    uint16_t plies_from_null; /* plies since the last null move, capture or pawn move */
    uint16_t plays_on_since;  /* clock when the players last went on after fifty moves, or 0 */
    uint8_t turn;
    uint8_t en_passant; /* square of a legal en passant capture, or NO_SQUARE */
    bool chess960;      /* the rule set; castling is written as king takes rook */
    bool plays_on_when_dead; /* the players go on although the position is dead */
};

/* A move is 4096 * promotion type (or 0) + 64 * from + to.  Castling is the move of the king to the
 * square of its own rook. */
enum { CHESS_MOVES = 5 * 4096 };

static inline miai_move make_move(int from, int to)
{
    return from << 6 | to;
}

static inline int move_from(miai_move move)
{
    return move >> 6 & 63;
}

static inline int move_to(miai_move move)
{
    return move & 63;
}

static inline int move_promotion(miai_move move)
{
    return move >> 12;
}

/* Plies that count towards a draw by the fifty-move rule. */
static inline int fifty_count(const struct mi_chess *p)
{
    return p->clock - p->plays_on_since;
}

static inline bitboard occupied(const struct mi_chess *p)
{
    return p->of[WHITE] | p->of[BLACK];
}

static inline bitboard pieces(const struct mi_chess *p, int player, int type)
{
    return p->of[player] & p->type[type];
}

static inline bitboard rooks_and_queens(const struct mi_chess *p, int player)
{
    return p->of[player] & (p->type[ROOK] | p->type[QUEEN]);
}

static inline bitboard bishops_and_queens(const struct mi_chess *p, int player)
{
    return p->of[player] & (p->type[BISHOP] | p->type[QUEEN]);
}

static inline int king_square(const struct mi_chess *p, int player)
{
    return first_square(pieces(p, player, KING));
}

/* The player's pieces that attack a square, given the set of occupied squares. */
static inline bitboard attackers(const struct mi_chess *p, int player, int square,
                                 bitboard occupied_squares)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    return (t->pawn[!player][square] & pieces(p, player, PAWN)) |
           (t->knight[square] & pieces(p, player, KNIGHT)) |
           (t->king[square] & pieces(p, player, KING)) |
           (bishop_attacks(square, occupied_squares) & bishops_and_queens(p, player)) |
           (rook_attacks(square, occupied_squares) & rooks_and_queens(p, player));
}

static inline bool is_castling(const struct mi_chess *p, miai_move move)
{
    int king = p->piece[move_from(move)], rook = p->piece[move_to(move)];
    return piece_type(king) == KING && rook == make_piece(piece_player(king), ROOK);
}

/* The player's pieces that are pinned to its king. */
static inline bitboard pinned_pieces(const struct mi_chess *p, int player)
{
    return p->blockers[player] & p->of[player];
}

/* The squares of king and rook after castling. */
static inline int castled_king(int king, int rook)
{
    return (king & 56) | (rook > king ? 6 : 2);
}

static inline int castled_rook(int king, int rook)
{
    return (king & 56) | (rook > king ? 5 : 3);
}

/* ---- position.c ---- */

/* Sets up an empty board with White to move. */
void mi_chess_clear(struct mi_chess *p, bool chess960);

/* Puts a piece on an empty square. */
void mi_chess_put(struct mi_chess *p, int piece, int square);

/* Sets the en passant square behind a pawn that has just moved two squares, if the side to move has
 * a legal capture there. */
void mi_chess_set_en_passant(struct mi_chess *p, int square);

void mi_chess_set_castling(struct mi_chess *p, bitboard rooks);
void mi_chess_set_turn(struct mi_chess *p, int player);

/* Recomputes checkers, blockers and pinners; call it after mi_chess_put and mi_chess_set_turn. */
void mi_chess_find_checkers(struct mi_chess *p);

/* Is the king safe after this en passant capture? */
bool mi_chess_safe_en_passant(const struct mi_chess *p, int from, int to);

/* Plays a legal move. */
void mi_chess_play(struct mi_chess *p, miai_move move);

/* ---- movegen.c: the legal moves ---- */

/* Upper bound of the number of legal moves.  Games have at most 218; composed positions may have 15
 * queens with at most 27 moves each. */
enum { CHESS_MAX_LEGAL = 416 };

int mi_chess_moves(const struct mi_chess *p, miai_move *list);

/* Captures and promotions to a queen. */
int mi_chess_noisy(const struct mi_chess *p, miai_move *list);

/* All other legal moves, in the order of mi_chess_moves(). */
int mi_chess_quiets(const struct mi_chess *p, miai_move *list);

/* Is the move legal, apart from draws?  Accepts any integer. */
bool mi_chess_can_move(const struct mi_chess *p, miai_move move);

bool mi_chess_has_move(const struct mi_chess *p);

/* Lists a superset of the checking moves, in the order of mi_chess_moves(). */
int mi_chess_possible_checks(const struct mi_chess *p, miai_move *list);

#endif
