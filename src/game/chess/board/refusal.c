/* Explains why a move is illegal. */
#include "notation.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const piece_names[] = {"pawn", "knight", "bishop", "rook", "queen", "king"};
static const char *const player_names[] = {"White", "Black"};

static void name_square(int square, char name[3])
{
    name[0] = (char)('a' + file_of(square));
    name[1] = (char)('1' + rank_of(square));
    name[2] = '\0';
}

/* ---- castling ---- */

/* The squares between two squares of a rank, without these. */
static bitboard between_files(int a, int b)
{
    bitboard squares = 0;
    for (int square = (a < b ? a : b) + 1; square < (a < b ? b : a); square++)
        squares |= bit(square);
    return squares;
}

static int explain_castling(const struct mi_chess *p, bool short_side, char *why, size_t size)
{
    int king = king_square(p, p->turn);
    bitboard rooks = p->castling & p->of[p->turn], towards = 0;
    for (bitboard left = rooks; left;) {
        int rook = pop_lsb(&left);
        if ((rook > king) == short_side)
            towards |= bit(rook);
    }
    if (!towards)
        return snprintf(why, size, "castling not allowed: the king or rook has moved");
    if (p->checkers)
        return snprintf(why, size, "castling out of check is not allowed");
    if (between_files(king, first_square(towards)) & occupied(p))
        return snprintf(why, size, "a piece stands between king and rook");
    return snprintf(why, size, "the king would cross or reach a square that %s attacks",
                    player_names[!p->turn]);
}

/* ---- other moves ---- */

/* Can the piece on `from` move to `to`, ignoring the safety of its king? */
static bool can_reach(const struct mi_chess *p, int from, int to)
{
    int player = piece_player(p->piece[from]);
    bool is_capture = p->piece[to] != NO_PIECE;
    if (piece_type(p->piece[from]) != PAWN || is_capture || to == p->en_passant)
        return (attackers(p, player, to, occupied(p)) & bit(from)) != 0;
    bitboard one = forward(bit(from), player) & ~occupied(p);
    bitboard two = forward(one & (player == WHITE ? RANK_3 : RANK_6), player) & ~occupied(p);
    return ((one | two) & bit(to)) != 0;
}

/* The pieces of the side to move that match the text and can reach the square. */
static bitboard pieces_that_reach(const struct mi_chess *p, const struct mi_chess_description *d,
                                  int to)
{
    bitboard found = 0, left = p->of[p->turn] & d->from;
    if (d->type != NO_PIECE)
        left &= p->type[d->type];
    while (left) {
        int from = pop_lsb(&left);
        if (can_reach(p, from, to))
            found |= bit(from);
    }
    return found;
}

/* Explains why nothing can move from the square of origin.  Returns 0 if something can. */
static int explain_origin(const struct mi_chess *p, const struct mi_chess_description *d, char *why,
                          size_t size)
{
    char name[3];
    if (!d->from || more_than_one(d->from))
        return 0;
    int from = first_square(d->from), piece = p->piece[from];
    name_square(from, name);
    if (piece == NO_PIECE)
        return snprintf(why, size, "nothing stands on %s", name);
    if (piece_player(piece) != p->turn)
        return snprintf(why, size, "the %s on %s belongs to %s, but %s is to move",
                        piece_names[piece_type(piece)], name, player_names[!p->turn],
                        player_names[p->turn]);
    if (d->type != NO_PIECE && piece_type(piece) != d->type)
        return snprintf(why, size, "the piece on %s is a %s", name, piece_names[piece_type(piece)]);
    return 0;
}

/* Explains why the king would be in check after a move to the square. */
static int explain_king_in_check(const struct mi_chess *p, bitboard from, const char *to, char *why,
                                 size_t size)
{
    int type = piece_type(p->piece[first_square(from)]);
    if (type == KING)
        return snprintf(why, size, "%s attacks %s: the king would be in check",
                        player_names[!p->turn], to);
    if (p->checkers)
        return snprintf(why, size, "the king is in check, and this move does not stop it");
    return snprintf(why, size, "the %s is pinned: the king would be in check", piece_names[type]);
}

static bool has_legal_move_to(const struct mi_chess *p, bitboard from, int to)
{
    while (from) {
        miai_move move = make_move(pop_lsb(&from), to);
        if (mi_chess_can_move(p, move) || mi_chess_can_move(p, move | QUEEN << 12))
            return true;
    }
    return false;
}

static int explain_described_move(const struct mi_chess *p, const struct mi_chess_description *d,
                                  char *why, size_t size)
{
    int to = first_square(d->to), length = explain_origin(p, d, why, size);
    char name[3];
    name_square(to, name);
    bitboard from = pieces_that_reach(p, d, to);
    int type = from ? piece_type(p->piece[first_square(from)]) : d->type;
    if (length > 0)
        return length;
    if (p->piece[to] != NO_PIECE && piece_player(p->piece[to]) == p->turn)
        return snprintf(why, size, "%s's own %s stands on %s", player_names[p->turn],
                        piece_names[piece_type(p->piece[to])], name);
    if (!from && type == NO_PIECE)
        return snprintf(why, size, "the %s there cannot move to %s",
                        piece_names[piece_type(p->piece[first_square(d->from)])], name);
    if (!from)
        return snprintf(why, size, "no %s of %s can move to %s", piece_names[type],
                        player_names[p->turn], name);
    if (!has_legal_move_to(p, from, to))
        return explain_king_in_check(p, from, name, why, size);
    if (more_than_one(from))
        return snprintf(why, size,
                        "several pieces can move to %s: add the square of origin, such as %c%c%s",
                        name, mi_chess_letters[type], 'a' + file_of(first_square(from)), name);
    if (type == PAWN && (bit(to) & LAST_RANKS))
        return snprintf(why, size, "add the piece that the pawn becomes, such as %s=Q", name);
    return snprintf(why, size, "only a pawn on the last rank is promoted");
}

/* Does the text contain "castl", as "castle" and "long castling" do? */
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
    char coordinates[MIAI_MOVE_TEXT];
    int sides = mi_chess_castling_sides(text);
    if (sides)
        return explain_castling(p, sides == 1, why, size);
    if (mi_chess_read_description(text, &d))
        return explain_described_move(p, &d, why, size);
    if (is_castling_word(text))
        return snprintf(why, size, "castling is O-O on the kingside, O-O-O on the queenside");
    if (text[0] >= 'A' && text[0] <= 'H' && text[1] >= '1' && text[1] <= '8' && !text[2])
        return snprintf(why, size, "squares are written in small letters: %c%c",
                        tolower((unsigned char)text[0]), text[1]);
    if (isalpha((unsigned char)text[0]) && isdigit((unsigned char)text[1]) && !text[2])
        return snprintf(why, size, "the squares are a1 to h8");
    /* UCI writes promotions in small letters, "a7a8q". */
    if (strlen(text) != 5 || !strchr("qrbn", text[4]))
        return 0;
    snprintf(coordinates, sizeof coordinates, "%.4s", text);
    if (!mi_chess_read_description(coordinates, &d))
        return 0;
    d.promotion = QUEEN;
    return explain_described_move(p, &d, why, size);
}
