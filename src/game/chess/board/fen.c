#include "base/text.h"
#include "notation.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char mi_chess_letters[] = "PNBRQK";

enum { FIELD_SIZE = 96, FEN_COUNTER_MAX = 9999, REASON_SIZE = 160 };

/* The position being read, and a buffer for the reason of a rejection or for a note about what was
 * dropped. */
struct fen_reader {
    struct mi_chess *p;
    bool chess960;
    char *why; /* buffer of size bytes; size 0: no text wanted */
    size_t size;
};

static const char *const players[] = {"White", "Black"};

static bool refuse_fen(const struct fen_reader *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse_fen(const struct fen_reader *r, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    if (r->size > 0)
        vsnprintf(r->why, r->size, format, values);
    va_end(values);
    return false;
}

/* Copies the next word, of at most FIELD_SIZE - 1 letters, and returns the rest; NULL if there is
 * no such word. */
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

/* ---- the board ---- */

/* The piece that a letter denotes, or NO_PIECE. */
static int piece_of_letter(char letter)
{
    const char *found = strchr(mi_chess_letters, toupper((unsigned char)letter));
    if (letter == '\0' || !found)
        return NO_PIECE;
    return make_piece(islower((unsigned char)letter) ? BLACK : WHITE,
                      (int)(found - mi_chess_letters));
}

static bool refuse_sign(const struct fen_reader *r, const char *sign)
{
    int length = (int)mi_utf8_length(sign, strlen(sign));
    return refuse_fen(
        r, "\"%.*s\" on the board is neither a piece (PNBRQK, pnbrqk) nor a number from 1 to 8",
        length, sign);
}

/* Reads a rank of the board; moves *field to its end. */
static bool read_fen_rank(const struct fen_reader *r, const char **field, int rank)
{
    int file = 0;
    for (; **field && **field != '/'; ++*field) {
        int piece = piece_of_letter(**field), empty = **field - '0';
        if (piece == NO_PIECE && (empty < 1 || empty > 8))
            return refuse_sign(r, *field);
        if (file + (piece == NO_PIECE ? empty : 1) > 8)
            return refuse_fen(r, "rank %d has more than 8 squares", rank + 1);
        if (piece == NO_PIECE)
            file += empty;
        else
            mi_chess_put(r->p, piece, rank * 8 + file++);
    }
    return file == 8 || refuse_fen(r, "rank %d has %d squares, not 8", rank + 1, file);
}

static bool read_fen_board(const struct fen_reader *r, const char *field)
{
    for (int rank = 7; rank >= 0; rank--) {
        if (!read_fen_rank(r, &field, rank))
            return false;
        if (*field == '/' && rank == 0)
            return refuse_fen(r, "the board has more than 8 ranks");
        if (!*field && rank > 0)
            return refuse_fen(r, "the board has %d rank%s, not 8", 8 - rank, rank < 7 ? "s" : "");
        field += *field == '/';
    }
    return true;
}

/* Composed positions may have more promoted pieces than missing pawns; search and evaluation need
 * only the limits below. */
static bool check_piece_counts(const struct fen_reader *r, int player)
{
    const struct mi_chess *p = r->p;
    int kings = count_squares(pieces(p, player, KING)), men = count_squares(p->of[player]);
    int pawns = count_squares(pieces(p, player, PAWN));
    if (kings == 0)
        return refuse_fen(r, "%s has no king", players[player]);
    if (kings > 1)
        return refuse_fen(r, "%s has %d kings", players[player], kings);
    if (pawns > 8)
        return refuse_fen(r, "%s has %d pawns, more than 8", players[player], pawns);
    return men <= 16 || refuse_fen(r, "%s has %d pieces, more than 16", players[player], men);
}

static bool check_pawns(const struct fen_reader *r)
{
    bitboard wrong = r->p->type[PAWN] & LAST_RANKS;
    if (!wrong)
        return true;
    int square = first_square(wrong);
    return refuse_fen(r, "a pawn stands on %c%d; pawns cannot stand on the first or last rank",
                      'a' + file_of(square), rank_of(square) + 1);
}

/* ---- the other fields ---- */

static bool read_fen_turn(const struct fen_reader *r, const char *field)
{
    if (strcmp(field, "w") != 0 && strcmp(field, "b") != 0)
        return refuse_fen(r, "the side to move must be w or b, not \"%.20s\"", field);
    mi_chess_set_turn(r->p, *field == 'b');
    return true;
}

/* The rook that a letter of the castling field denotes, as a set; empty if there is none.  K and Q
 * denote the outermost rook on that side of the king, A to H the rook on that file. */
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

/* Outside Chess960, kings and rooks castle from their standard squares. */
static bool is_standard_castling(const struct mi_chess *p, bitboard rook)
{
    int player = p->of[BLACK] & rook ? BLACK : WHITE;
    return king_square(p, player) == 4 + 56 * player && (rook & (FILE_A | FILE_H));
}

/* Is it an outdated right, not one of Chess960?  Either the rook is missing, or the king is on its
 * standard square and the rook is not. */
static bool is_stale_right(const struct fen_reader *r, char letter, bitboard rook)
{
    int player = islower((unsigned char)letter) ? BLACK : WHITE;
    return !rook ||
           (!r->chess960 && strchr("KkQq", letter) && king_square(r->p, player) == 4 + 56 * player);
}

static bool refuse_castling(const struct fen_reader *r, const char *letter)
{
    int player = islower((unsigned char)*letter) ? BLACK : WHITE;
    if (!strchr("KQABCDEFGH", toupper((unsigned char)*letter)))
        return refuse_fen(r, "castling must be KQkq, file letters, or -, not \"%.20s\"", letter);
    return refuse_fen(
        r,
        "castling %c: %s's king and rook are not on their start squares (other start squares "
        "need the rules chess960)",
        *letter, players[player]);
}

static bool read_fen_castling(const struct fen_reader *r, const char *field)
{
    struct mi_chess *p = r->p;
    bitboard rooks = 0;
    char dropped[FIELD_SIZE] = "";
    if (strcmp(field, "-") == 0)
        return true;
    for (; *field; field++) {
        bitboard rook = castling_rook(p, *field);
        bool known = strchr("KQABCDEFGH", toupper((unsigned char)*field)) != NULL;
        bool standard = rook && (r->chess960 || is_standard_castling(p, rook));
        if (known && !standard && is_stale_right(r, *field, rook)) {
            dropped[strlen(dropped)] = *field;
            continue;
        }
        if (!known || !standard)
            return refuse_castling(r, field);
        if (rooks & rook)
            return refuse_fen(r, "castling %c: the same rook is named twice", *field);
        rooks |= rook;
    }
    for (int player = WHITE; player <= BLACK; player++) {
        bitboard left = bit(king_square(p, player)) - 1, own = rooks & p->of[player];
        if (more_than_one(own & left) || more_than_one(own & ~left))
            return refuse_fen(r, "castling: %s has two rooks on one side", players[player]);
    }
    mi_chess_set_castling(p, rooks);
    if (*dropped)
        refuse_fen(r, "castling %.20s is left out: its rook is missing", dropped);
    return true;
}

static bool opponent_is_in_check(const struct fen_reader *r)
{
    const struct mi_chess *p = r->p;
    if (!attackers(p, p->turn, king_square(p, !p->turn), occupied(p)))
        return false;
    refuse_fen(r, "%s is in check, but %s is to move", players[!p->turn], players[p->turn]);
    return true;
}

/* The square that a text names, or NO_SQUARE. */
static int square_of_name(const char *text)
{
    if (text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' || text[2] != '\0')
        return NO_SQUARE;
    return (text[1] - '1') * 8 + text[0] - 'a';
}

static bool read_fen_en_passant(const struct fen_reader *r, const char *field)
{
    struct mi_chess *p = r->p;
    if (strcmp(field, "-") == 0)
        return true;
    int square = square_of_name(field);
    bitboard row = p->turn == WHITE ? RANK_6 : RANK_3;
    if (square == NO_SQUARE || !(bit(square) & row))
        return refuse_fen(
            r, "en passant with %s to move must be a square of rank %d, or -, not \"%.20s\"",
            players[p->turn], p->turn == WHITE ? 6 : 3, field);
    bitboard pawn = forward(bit(square), !p->turn), origin = forward(bit(square), p->turn);
    if (!(pawn & pieces(p, !p->turn, PAWN)) || (occupied(p) & (origin | bit(square))))
        return refuse_fen(r, "en passant %s: no pawn of %s can have just passed over it", field,
                          players[!p->turn]);
    mi_chess_set_en_passant(p, square);
    return true;
}

/* Reads the first four fields; returns the rest, or NULL. */
static const char *read_fen_placement(const struct fen_reader *r, const char *text)
{
    enum { BOARD, TURN, CASTLING, EN_PASSANT, FIELDS };
    char field[FIELDS][FIELD_SIZE];
    mi_chess_clear(r->p, r->chess960);
    for (int i = 0; i < FIELDS; i++)
        if (!(text = next_field(text, field[i]))) {
            refuse_fen(r, "a FEN needs board, side to move, castling and en passant");
            return NULL;
        }
    if (!read_fen_board(r, field[BOARD]) || !check_piece_counts(r, WHITE) ||
        !check_piece_counts(r, BLACK) || !check_pawns(r) || !read_fen_turn(r, field[TURN]) ||
        !read_fen_castling(r, field[CASTLING]))
        return NULL;
    mi_chess_find_checkers(r->p);
    return !opponent_is_in_check(r) && read_fen_en_passant(r, field[EN_PASSANT]) ? text : NULL;
}

const char *mi_chess_read_placement(struct mi_chess *p, bool chess960, const char *text)
{
    return read_fen_placement(&(struct fen_reader){p, chess960, NULL, 0}, text);
}

/* ---- the counters ---- */

/* Reads an optional counter; moves *text to its end. */
static bool read_fen_counter(const struct fen_reader *r, const char **text, const char *name,
                             uint16_t *counter)
{
    char field[FIELD_SIZE];
    int64_t value;
    const char *rest = next_field(*text, field);
    if (!rest && (*text)[strspn(*text, " \t\r\n")] == '\0')
        return true;
    if (!rest || !mi_read_int(field, 0, FEN_COUNTER_MAX, &value))
        return refuse_fen(r, "%s must be a number up to %d, not \"%.20s\"", name, FEN_COUNTER_MAX,
                          rest ? field : *text);
    *text = rest;
    *counter = (uint16_t)value;
    return true;
}

static bool read_fen(const struct fen_reader *r, const char *text)
{
    struct mi_chess *p = r->p;
    text = read_fen_placement(r, text);
    if (!text || !read_fen_counter(r, &text, "the halfmove clock", &p->clock) ||
        !read_fen_counter(r, &text, "the move number", &p->number))
        return false;
    if (p->number == 0)
        p->number = 1;
    p->plies_from_null = p->clock;
    text += strspn(text, " \t\r\n");
    return !*text || refuse_fen(r, "unexpected text after the move number: \"%.20s\"", text);
}

bool mi_chess_read_fen(struct mi_chess *p, bool chess960, const char *text)
{
    return read_fen(&(struct fen_reader){p, chess960, NULL, 0}, text);
}

int mi_chess_fen_refusal(struct mi_chess *p, bool chess960, const char *text, char *why,
                         size_t size)
{
    char reason[REASON_SIZE] = "";
    read_fen(&(struct fen_reader){p, chess960, reason, sizeof reason}, text);
    return snprintf(why, size, "%s", reason);
}

/* ---- writing ---- */

static void write_fen_board(const struct mi_chess *p, struct mi_out *out)
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

/* X-FEN: K and Q for the outermost rook, the file letter for another. */
static void write_fen_castling(const struct mi_chess *p, struct mi_out *out)
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
    write_fen_board(p, &out);
    mi_out_add(&out, p->turn == WHITE ? " w " : " b ");
    write_fen_castling(p, &out);
    if (p->en_passant == NO_SQUARE)
        mi_out_add(&out, " -");
    else
        mi_out_format(&out, " %c%d", 'a' + file_of(p->en_passant), rank_of(p->en_passant) + 1);
    mi_out_format(&out, " %d %d", p->clock, p->number);
    return mi_out_length(&out);
}
