/* Why a move that somebody meant is not legal. */
#include "notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const men[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
static const char *const players[] = {"White", "Black"};

static void name_square(int square, char name[3])
{
    name[0] = (char)('a' + file_of(square));
    name[1] = (char)('1' + rank_of(square));
    name[2] = '\0';
}

/* ---- castling ---- */

/* The squares between two of a rank. */
static bitboard between_files(int a, int b)
{
    bitboard squares = 0;
    for (int square = (a < b ? a : b) + 1; square < (a < b ? b : a); square++)
        squares |= bit(square);
    return squares;
}

static int refuse_castling(const struct mi_chess *p, bool short_side, char *why, size_t size)
{
    int king = king_square(p, p->turn);
    bitboard rooks = p->castling & p->of[p->turn], towards = 0;
    for (bitboard left = rooks; left;) {
        int rook = take_square(&left);
        if ((rook > king) == short_side)
            towards |= bit(rook);
    }
    if (!towards)
        return snprintf(why, size,
                        "the king or that rook has moved, so that he may not castle there");
    if (p->checkers)
        return snprintf(why, size, "nobody castles out of check");
    if (between_files(king, first_square(towards)) & occupied(p))
        return snprintf(why, size, "a man stands between king and rook");
    return snprintf(why, size, "the king would cross or reach a square that %s attacks",
                    players[!p->turn]);
}

/* ---- other moves ---- */

/* Does the man on a square reach another, whatever becomes of his king? */
static bool reaches(const struct mi_chess *p, int from, int to)
{
    int player = piece_player(p->piece[from]);
    bool taken = p->piece[to] != NO_PIECE;
    if (piece_type(p->piece[from]) != PAWN || taken || to == p->en_passant)
        return (attackers(p, player, to, occupied(p)) & bit(from)) != 0;
    bitboard one = forward(bit(from), player) & ~occupied(p);
    bitboard two = forward(one & (player == WHITE ? RANK_3 : RANK_6), player) & ~occupied(p);
    return ((one | two) & bit(to)) != 0;
}

/* The men of the player to move that the text can mean and that reach the square. */
static bitboard reaching(const struct mi_chess *p, const struct mi_chess_description *d, int to)
{
    bitboard found = 0, left = p->of[p->turn] & d->from;
    if (d->type != NO_PIECE)
        left &= p->type[d->type];
    while (left) {
        int from = take_square(&left);
        if (reaches(p, from, to))
            found |= bit(from);
    }
    return found;
}

/* A square of origin that nobody can move from; 0: it is none. */
static int refuse_origin(const struct mi_chess *p, const struct mi_chess_description *d, char *why,
                         size_t size)
{
    char name[3];
    if (!d->from || several(d->from))
        return 0;
    int from = first_square(d->from), piece = p->piece[from];
    name_square(from, name);
    if (piece == NO_PIECE)
        return snprintf(why, size, "nothing stands on %s", name);
    if (piece_player(piece) != p->turn)
        return snprintf(why, size, "the %s on %s is %s's, and %s is to move",
                        men[piece_type(piece)], name, players[!p->turn], players[p->turn]);
    if (d->type != NO_PIECE && piece_type(piece) != d->type)
        return snprintf(why, size, "on %s stands a %s", name, men[piece_type(piece)]);
    return 0;
}

/* Men that reach the square, but may not go there for their king's sake. */
static int refuse_for_king(const struct mi_chess *p, bitboard from, const char *to, char *why,
                           size_t size)
{
    int type = piece_type(p->piece[first_square(from)]);
    if (type == KING)
        return snprintf(why, size, "%s attacks %s: the king would stand in check",
                        players[!p->turn], to);
    if (p->checkers)
        return snprintf(why, size, "the king is in check, and this does not end it");
    return snprintf(why, size, "the %s is pinned: the king would stand in check", men[type]);
}

static bool has_legal(const struct mi_chess *p, bitboard from, int to)
{
    while (from) {
        miai_move move = make_move(take_square(&from), to);
        if (mi_chess_can_move(p, move) || mi_chess_can_move(p, move | QUEEN << 12))
            return true;
    }
    return false;
}

static int refuse_described(const struct mi_chess *p, const struct mi_chess_description *d,
                            char *why, size_t size)
{
    int to = first_square(d->to), length = refuse_origin(p, d, why, size);
    char name[3];
    name_square(to, name);
    bitboard from = reaching(p, d, to);
    int type = from ? piece_type(p->piece[first_square(from)]) : d->type;
    if (length > 0)
        return length;
    if (p->piece[to] != NO_PIECE && piece_player(p->piece[to]) == p->turn)
        return snprintf(why, size, "%s's own %s stands on %s", players[p->turn],
                        men[piece_type(p->piece[to])], name);
    if (!from && type == NO_PIECE)
        return snprintf(why, size, "the %s there does not reach %s",
                        men[piece_type(p->piece[first_square(d->from)])], name);
    if (!from)
        return snprintf(why, size, "no %s of %s's reaches %s", men[type], players[p->turn], name);
    if (!has_legal(p, from, to))
        return refuse_for_king(p, from, name, why, size);
    if (several(from))
        return snprintf(why, size, "several can go to %s: say from where, as %c%c%s", name,
                        mi_chess_letters[type], 'a' + file_of(first_square(from)), name);
    if (type == PAWN && (bit(to) & LAST_RANKS))
        return snprintf(why, size, "say what the pawn becomes, as %s=Q", name);
    return snprintf(why, size, "only a pawn on the last rank becomes another man");
}

/* "castle", "long castling" */
static bool is_castling_word(const char *text)
{
    static const char word[] = "castl";
    size_t found = 0;
    for (; *text && word[found]; text++)
        found = tolower((unsigned char)*text) == word[found] ? found + 1 : 0;
    return !word[found];
}

int mi_chess_refusal(const struct mi_chess *p, const char *text, char *why, size_t size)
{
    struct mi_chess_description d;
    char small[MIAI_MOVE_TEXT];
    int sides = mi_chess_castling_sides(text);
    if (sides)
        return refuse_castling(p, sides == 1, why, size);
    if (mi_chess_read_description(text, &d))
        return refuse_described(p, &d, why, size);
    if (is_castling_word(text))
        return snprintf(why, size, "castling is O-O on the king's side, O-O-O on the queen's");
    if (text[0] >= 'A' && text[0] <= 'H' && text[1] >= '1' && text[1] <= '8' && !text[2])
        return snprintf(why, size, "squares have small letters, as %c%c",
                        tolower((unsigned char)text[0]), text[1]);
    if (isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]) && !text[2])
        return snprintf(why, size, "the squares are a1 to h8");
    /* UCI's promotions have small letters, "a7a8q". */
    if (strlen(text) != 5 || !strchr("qrbn", text[4]))
        return 0;
    snprintf(small, sizeof small, "%.4s", text);
    if (!mi_chess_read_description(small, &d))
        return 0;
    d.promotion = QUEEN;
    return refuse_described(p, &d, why, size);
}
