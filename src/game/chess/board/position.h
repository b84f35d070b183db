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

/* Plain memory, 168 bytes.  What is derived is kept up to date by mi_chess_put and its kin. */
struct mi_chess {
    bitboard type[PIECE_TYPES], of[2]; /* the pieces of each type, and of each player */
    bitboard castling;                 /* rooks that may still castle */
    bitboard checkers;                 /* pieces that give check to the player to move */
    uint64_t key;                      /* Zobrist's, without the clock */
    uint8_t piece[64];
    int32_t piece_square; /* sum over the pieces, a packed score in White's view */
    uint16_t clock;       /* plies since a capture or a pawn's move */
    uint16_t number;      /* of the move, from 1 */
    uint16_t window;      /* plies of the clock since the turn was last changed without a move */
    uint16_t waived_at;   /* the clock when the players last went on after fifty moves, or 0 */
    uint8_t turn;
    uint8_t en_passant; /* square behind a pawn that can be captured so, legally; or NO_SQUARE */
    bool chess960;      /* the rule set: castling is written king takes rook */
    bool waived;        /* the players go on although the position is dead */
};

/* A move: 4096 * type promoted to, or 0, + 64 * from + to.  Castling is the king's move to the
 * square of his own rook. */
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
    return p->clock - p->waived_at;
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

/* The player's pieces that attack a square, if the board were occupied so. */
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

/* Pieces that alone shield a king from sliders of the other side, and the sliders. */
struct mi_chess_pins {
    bitboard pinned, pinners;
};

/* Of the player's king: his own pieces, which are pinned, or the other's, which can open a line. */
static inline struct mi_chess_pins find_pins(const struct mi_chess *p, int player, int owner)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    int king = king_square(p, player);
    bitboard snipers = (t->straight[king] & rooks_and_queens(p, !player)) |
                       (t->oblique[king] & bishops_and_queens(p, !player));
    struct mi_chess_pins pins = {0, 0};
    while (snipers) {
        int square = take_square(&snipers);
        bitboard shield = t->between[king][square] & occupied(p);
        if (shield & p->of[owner] && !several(shield)) {
            pins.pinned |= shield;
            pins.pinners |= bit(square);
        }
    }
    return pins;
}

/* Where castling with the rook on a square brings the king and the rook. */
static inline int castled_king(int king, int rook)
{
    return (king & 56) | (rook > king ? 6 : 2);
}

static inline int castled_rook(int king, int rook)
{
    return (king & 56) | (rook > king ? 5 : 3);
}

/* ---- position.c ---- */

/* Empties the board: no piece, White to move. */
void mi_chess_clear(struct mi_chess *p, bool chess960);

/* Puts a piece on an empty square. */
void mi_chess_put(struct mi_chess *p, int piece, int square);

/* Makes the square behind a pawn that has just moved two squares capturable, if the player to move
 * can capture there. */
void mi_chess_set_en_passant(struct mi_chess *p, int square);

void mi_chess_set_castling(struct mi_chess *p, bitboard rooks);
void mi_chess_set_turn(struct mi_chess *p, int player);

/* Finds what gives check; needed after mi_chess_put and mi_chess_set_turn. */
void mi_chess_find_checkers(struct mi_chess *p);

/* Does the capture en passant by the pawn leave the king safe? */
bool mi_chess_safe_en_passant(const struct mi_chess *p, int from, int to);

/* Plays a legal move. */
void mi_chess_play(struct mi_chess *p, miai_move move);

/* ---- movegen.c: the legal moves ---- */

/* 218 is the known maximum of games; 15 queens of a composed position have at most 27 moves each.
 */
enum { CHESS_MAX_LEGAL = 416 };

int mi_chess_moves(const struct mi_chess *p, miai_move *list);

/* The captures and the promotions to a queen. */
int mi_chess_noisy(const struct mi_chess *p, miai_move *list);

/* Can the move be made?  Takes any integer; knows nothing of draws. */
bool mi_chess_can_move(const struct mi_chess *p, miai_move move);

bool mi_chess_has_move(const struct mi_chess *p);

/* Some of the moves, in the same order, with all that give check among them. */
int mi_chess_near_checks(const struct mi_chess *p, miai_move *list);

#endif
