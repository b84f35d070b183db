#include "base/text.h"
#include "notation.h"

#include <ctype.h>
#include <string.h>

static void add_square_name(struct mi_out *out, int square)
{
    mi_out_char(out, (char)('a' + file_of(square)));
    mi_out_char(out, (char)('1' + rank_of(square)));
}

int mi_chess_move_text(const struct mi_chess *p, miai_move move, char *text, size_t size)
{
    struct mi_out out;
    int from = move_from(move), to = move_to(move);
    mi_out_init(&out, text, size);
    add_square_name(&out, from);
    add_square_name(&out, is_castling(p, move) && !p->chess960 ? castled_king(from, to) : to);
    if (move_promotion(move))
        mi_out_char(&out, "pnbrq"[move_promotion(move)]);
    return mi_out_length(&out);
}

/* Adds as much of the square of origin as needed to distinguish the move from moves of equal pieces
 * to the same square: file, else rank, else both. */
static void add_san_origin(struct mi_out *out, const struct mi_chess *p, miai_move move)
{
    miai_move list[CHESS_MAX_LEGAL];
    int from = move_from(move), n = mi_chess_moves(p, list);
    bool like = false, same_file = false, same_rank = false;
    for (int i = 0; i < n; i++) {
        int other = move_from(list[i]);
        if (other == from || move_to(list[i]) != move_to(move) || p->piece[other] != p->piece[from])
            continue;
        like = true;
        same_file |= file_of(other) == file_of(from);
        same_rank |= rank_of(other) == rank_of(from);
    }
    if (like && (!same_file || same_rank))
        mi_out_char(out, (char)('a' + file_of(from)));
    if (same_file)
        mi_out_char(out, (char)('1' + rank_of(from)));
}

static void add_san_move(struct mi_out *out, const struct mi_chess *p, miai_move move)
{
    int from = move_from(move), to = move_to(move), type = piece_type(p->piece[from]);
    bool captures = p->piece[to] != NO_PIECE || (type == PAWN && to == p->en_passant);
    if (is_castling(p, move)) {
        mi_out_add(out, to > from ? "O-O" : "O-O-O");
        return;
    }
    if (type == PAWN) {
        if (captures)
            mi_out_char(out, (char)('a' + file_of(from)));
    } else {
        mi_out_char(out, mi_chess_letters[type]);
        if (type != KING)
            add_san_origin(out, p, move);
    }
    if (captures)
        mi_out_char(out, 'x');
    add_square_name(out, to);
    if (move_promotion(move)) {
        mi_out_char(out, '=');
        mi_out_char(out, mi_chess_letters[move_promotion(move)]);
    }
}

int mi_chess_san(const struct mi_chess *p, miai_move move, char *text, size_t size)
{
    struct mi_out out;
    struct mi_chess after = *p;
    mi_out_init(&out, text, size);
    add_san_move(&out, p, move);
    mi_chess_play(&after, move);
    if (after.checkers)
        mi_out_char(&out, mi_chess_has_move(&after) ? '+' : '#');
    return mi_out_length(&out);
}

static int piece_type_of_letter(char letter)
{
    const char *found = letter ? strchr(mi_chess_letters, letter) : NULL;
    return found ? (int)(found - mi_chess_letters) : NO_PIECE;
}

/* Reads a file, a rank or both, as a set of squares; returns the rest. */
static const char *read_squares(const char *text, bitboard *squares)
{
    *squares = ~(bitboard)0;
    if (*text >= 'a' && *text <= 'h')
        *squares &= FILE_A << (*text++ - 'a');
    if (*text >= '1' && *text <= '8')
        *squares &= RANK_1 << 8 * (*text++ - '1');
    return text;
}

bool mi_chess_read_description(const char *text, struct mi_chess_description *d)
{
    bool named = piece_type_of_letter(*text) != NO_PIECE;
    d->type = named ? piece_type_of_letter(*text++) : PAWN;
    d->from = ~(bitboard)0;
    d->promotion = 0;
    text = read_squares(text, &d->to);
    if (*text == 'x' || *text == '-' || *text == ':' || (*text >= 'a' && *text <= 'h')) {
        d->from = d->to;
        text = read_squares(text + !(*text >= 'a' && *text <= 'h'), &d->to);
    }
    if (more_than_one(d->to))
        return false;
    if (!named && d->from && !more_than_one(d->from))
        d->type = NO_PIECE;
    if (*text == '=')
        text++;
    if (piece_type_of_letter((char)toupper((unsigned char)*text)) != NO_PIECE)
        d->promotion = piece_type_of_letter((char)toupper((unsigned char)*text++));
    text += strncmp(text, "e.p.", 4) == 0 ? 4 : strncmp(text, "ep", 2) == 0 ? 2 : 0;
    return text[strspn(text, "+#!?")] == '\0';
}

/* The only legal move that matches the description, or MIAI_NO_MOVE. */
static miai_move find_described(const struct mi_chess *p, const struct mi_chess_description *d)
{
    miai_move list[CHESS_MAX_LEGAL], found = MIAI_NO_MOVE;
    int n = mi_chess_moves(p, list);
    for (int i = 0; i < n; i++) {
        int from = move_from(list[i]);
        if ((d->type != NO_PIECE && piece_type(p->piece[from]) != d->type) ||
            move_promotion(list[i]) != d->promotion || !(d->from & bit(from)) ||
            !(d->to & bit(move_to(list[i]))) || is_castling(p, list[i]))
            continue;
        if (found != MIAI_NO_MOVE)
            return MIAI_NO_MOVE;
        found = list[i];
    }
    return found;
}

static miai_move find_castling(const struct mi_chess *p, bool short_side)
{
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_moves(p, list);
    for (int i = 0; i < n; i++)
        if (is_castling(p, list[i]) && (move_to(list[i]) > move_from(list[i])) == short_side)
            return list[i];
    return MIAI_NO_MOVE;
}

int mi_chess_castling_sides(const char *text)
{
    int sides = 0;
    for (char o = *text; o && strchr("Oo0", o) && *text == o && text[1] == '-'; text += 2)
        sides++;
    bool ends = *text && strchr("Oo0", *text) && text[1 + strspn(text + 1, "+#!?")] == '\0';
    return ends && sides <= 2 ? sides : 0;
}

miai_move mi_chess_read_san(const struct mi_chess *p, const char *text)
{
    struct mi_chess_description d;
    int sides = mi_chess_castling_sides(text);
    if (sides)
        return find_castling(p, sides == 1);
    return mi_chess_read_description(text, &d) ? find_described(p, &d) : MIAI_NO_MOVE;
}

/* Reads a castling move in coordinates: the king moves to its final square, at least two files
 * away, or to the rook's square. */
static miai_move read_castling_squares(const struct mi_chess *p, const char *text)
{
    struct mi_chess_description d;
    if (!mi_chess_read_description(text, &d) || d.promotion || more_than_one(d.from))
        return MIAI_NO_MOVE;
    int from = first_square(d.from), to = first_square(d.to);
    miai_move castling = find_castling(p, to > from);
    if (castling == MIAI_NO_MOVE || move_from(castling) != from)
        return MIAI_NO_MOVE;
    bool is_king_move =
        to == castled_king(from, move_to(castling)) && (to > from + 1 || to < from - 1);
    return is_king_move || to == move_to(castling) ? castling : MIAI_NO_MOVE;
}

/* Reads a move as written by mi_chess_move_text(), in either case. */
static miai_move read_coordinates(const struct mi_chess *p, const char *text)
{
    char written[MIAI_MOVE_TEXT];
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_moves(p, list);
    for (int i = 0; i < n; i++) {
        mi_chess_move_text(p, list[i], written, sizeof written);
        if (mi_same_text(written, text))
            return list[i];
    }
    return MIAI_NO_MOVE;
}

miai_move mi_chess_read_move(const struct mi_chess *p, const char *text)
{
    miai_move move = mi_chess_read_san(p, text);
    if (move == MIAI_NO_MOVE)
        move = read_coordinates(p, text);
    return move != MIAI_NO_MOVE ? move : read_castling_squares(p, text);
}
