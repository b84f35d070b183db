#include "base/text.h"
#include "notation.h"

#include <ctype.h>
#include <string.h>

const char mi_chess_letters[] = "PNBRQK";

enum { FIELD_SIZE = 96, FEN_COUNTER_MAX = 9999 };

/* Copies the next word, of at most FIELD_SIZE - 1 letters, and returns what follows it; NULL if
 * there is none. */
static const char *next_field(const char *text, char *field)
{
    text += strspn(text, " \t\r\n");
    size_t length = strcspn(text, " \t\r\n");
    if (length == 0 || length >= FIELD_SIZE)
        return NULL;
    memcpy(field, text, length);
    field[length] = '\0';
    return text + length;
}

/* The piece that a letter means, or NO_PIECE. */
static int piece_of(char letter)
{
    const char *found = strchr(mi_chess_letters, toupper((unsigned char)letter));
    if (letter == '\0' || !found)
        return NO_PIECE;
    return make_piece(islower((unsigned char)letter) ? BLACK : WHITE,
                      (int)(found - mi_chess_letters));
}

static bool read_board(struct mi_chess *p, const char *field)
{
    int file = 0, rank = 7;
    for (; *field; field++) {
        int piece = piece_of(*field);
        if (*field == '/') {
            if (file != 8 || rank-- == 0)
                return false;
            file = 0;
        } else if (*field >= '1' && *field <= '8' && file + (*field - '0') <= 8) {
            file += *field - '0';
        } else if (piece != NO_PIECE && file < 8) {
            mi_chess_put(p, piece, rank * 8 + file++);
        } else {
            return false;
        }
    }
    return rank == 0 && file == 8;
}

/* How many men of the type a player has more than he begins with. */
static int promoted(const struct mi_chess *p, int player, int type, int begun_with)
{
    int extra = count_squares(pieces(p, player, type)) - begun_with;
    return extra > 0 ? extra : 0;
}

static bool possible_men(const struct mi_chess *p, int player)
{
    int pawns = count_squares(pieces(p, player, PAWN)) + promoted(p, player, KNIGHT, 2) +
                promoted(p, player, BISHOP, 2) + promoted(p, player, ROOK, 2) +
                promoted(p, player, QUEEN, 1);
    return count_squares(pieces(p, player, KING)) == 1 && count_squares(p->of[player]) <= 16 &&
           pawns <= 8;
}

static bool read_turn(struct mi_chess *p, const char *field)
{
    if (strcmp(field, "w") != 0 && strcmp(field, "b") != 0)
        return false;
    mi_chess_set_turn(p, *field == 'b');
    return true;
}

/* The rook that a letter of the castling field means, as a set that is empty if there is none: K
 * and Q the outermost one on that side of the king, A to H the one on that file. */
static bitboard castling_rook(const struct mi_chess *p, char letter)
{
    int player = islower((unsigned char)letter) ? BLACK : WHITE;
    int king = king_square(p, player), first = king & 56;
    bitboard rooks = pieces(p, player, ROOK) & home_rank(player);
    char side = (char)toupper((unsigned char)letter);
    if (!(home_rank(player) & bit(king)))
        return 0;
    if (side >= 'A' && side <= 'H')
        return rooks & bit(first + side - 'A');
    if (side == 'Q')
        return rooks & (bit(king) - 1) & -rooks;
    bitboard right = rooks & ~(bit(king) - 1);
    return side == 'K' && right ? bit(63 - __builtin_clzll(right)) : 0;
}

/* Outside of Chess960 kings and rooks castle from their squares in the usual array. */
static bool usual_castling(const struct mi_chess *p, bitboard rook)
{
    int player = p->of[BLACK] & rook ? BLACK : WHITE;
    return king_square(p, player) == 4 + 56 * player && (rook & (FILE_A | FILE_H));
}

static bool read_castling(struct mi_chess *p, const char *field)
{
    bitboard rooks = 0;
    if (strcmp(field, "-") == 0)
        return true;
    for (; *field; field++) {
        bitboard rook = castling_rook(p, *field);
        if (!rook || (rooks & rook) || (!p->chess960 && !usual_castling(p, rook)))
            return false;
        rooks |= rook;
    }
    for (int player = WHITE; player <= BLACK; player++) { /* at most one to each side */
        bitboard left = bit(king_square(p, player)) - 1, own = rooks & p->of[player];
        if (several(own & left) || several(own & ~left))
            return false;
    }
    mi_chess_set_castling(p, rooks);
    return true;
}

/* The square that a text names, or NO_SQUARE. */
static int square_of(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' || text[2] != '\0')
        return NO_SQUARE;
    return (text[1] - '1') * 8 + text[0] - 'a';
}

static bool read_en_passant(struct mi_chess *p, const char *field)
{
    if (strcmp(field, "-") == 0)
        return true;
    int square = square_of(field);
    bitboard row = p->turn == WHITE ? RANK_6 : RANK_3;
    if (square == NO_SQUARE || !(bit(square) & row))
        return false;
    bitboard pawn = forward(bit(square), !p->turn), origin = forward(bit(square), p->turn);
    if (!(pawn & pieces(p, !p->turn, PAWN)) || (occupied(p) & (origin | bit(square))))
        return false;
    mi_chess_set_en_passant(p, square);
    return true;
}

const char *mi_chess_read_placement(struct mi_chess *p, bool chess960, const char *text)
{
    char board[FIELD_SIZE], turn[FIELD_SIZE], castling[FIELD_SIZE], en_passant[FIELD_SIZE];
    mi_chess_clear(p, chess960);
    if (!(text = next_field(text, board)) || !(text = next_field(text, turn)) ||
        !(text = next_field(text, castling)) || !(text = next_field(text, en_passant)))
        return NULL;
    if (!read_board(p, board) || !possible_men(p, WHITE) || !possible_men(p, BLACK) ||
        (p->type[PAWN] & LAST_RANKS) || !read_turn(p, turn) || !read_castling(p, castling))
        return NULL;
    mi_chess_find_checkers(p);
    if (attackers(p, p->turn, king_square(p, !p->turn), occupied(p)) ||
        !read_en_passant(p, en_passant))
        return NULL;
    return text;
}

/* Reads a counter where there is one; *text moves behind it. */
static bool read_counter(const char **text, uint16_t *counter)
{
    char field[FIELD_SIZE];
    int64_t value;
    const char *rest = next_field(*text, field);
    if (!rest)
        return (*text)[strspn(*text, " \t\r\n")] == '\0';
    *text = rest;
    if (!mi_read_int(field, 0, FEN_COUNTER_MAX, &value))
        return false;
    *counter = (uint16_t)value;
    return true;
}

bool mi_chess_read_fen(struct mi_chess *p, bool chess960, const char *text)
{
    text = mi_chess_read_placement(p, chess960, text);
    if (!text || !read_counter(&text, &p->clock) || !read_counter(&text, &p->number))
        return false;
    if (p->number == 0)
        p->number = 1;
    p->window = p->clock;
    return text[strspn(text, " \t\r\n")] == '\0';
}

static void write_board(const struct mi_chess *p, struct mi_out *out)
{
    for (int rank = 7; rank >= 0; rank--) {
        int empty = 0;
        for (int file = 0; file < 8; file++) {
            int piece = p->piece[rank * 8 + file];
            if (piece == NO_PIECE) {
                empty++;
                continue;
            }
            if (empty > 0)
                mi_out_char(out, (char)('0' + empty));
            empty = 0;
            char letter = mi_chess_letters[piece_type(piece)];
            mi_out_char(out, (char)(piece_player(piece) == WHITE ? letter : tolower(letter)));
        }
        if (empty > 0)
            mi_out_char(out, (char)('0' + empty));
        if (rank > 0)
            mi_out_char(out, '/');
    }
}

/* X-FEN: K and Q for the outermost rook, its file's letter for another. */
static void write_castling(const struct mi_chess *p, struct mi_out *out)
{
    for (int player = WHITE; player <= BLACK; player++)
        for (int right = 1; right >= 0; right--) {
            bitboard left_side = bit(king_square(p, player)) - 1;
            bitboard rook = p->castling & p->of[player] & (right ? ~left_side : left_side);
            if (!rook)
                continue;
            char letter = right ? 'K' : 'Q';
            if (castling_rook(p, (char)(player == WHITE ? letter : tolower(letter))) != rook)
                letter = (char)('A' + file_of(first_square(rook)));
            mi_out_char(out, (char)(player == WHITE ? letter : tolower(letter)));
        }
    if (!p->castling)
        mi_out_char(out, '-');
}

int mi_chess_write_fen(const struct mi_chess *p, char *text, size_t size)
{
    struct mi_out out;
    mi_out_init(&out, text, size);
    write_board(p, &out);
    mi_out_add(&out, p->turn == WHITE ? " w " : " b ");
    write_castling(p, &out);
    if (p->en_passant == NO_SQUARE)
        mi_out_add(&out, " -");
    else
        mi_out_format(&out, " %c%d", 'a' + file_of(p->en_passant), rank_of(p->en_passant) + 1);
    mi_out_format(&out, " %d %d", p->clock, p->number);
    return mi_out_length(&out);
}
