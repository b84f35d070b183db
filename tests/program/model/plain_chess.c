/* Chess: tries every move of every piece and drops those that leave the king attacked. */
#include "plain.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *const rules[] = {"standard", "chess960", NULL};

enum { SIDE = 8, FROM = 6, PIECE = 12, CASTLES = 1 << 20 }; /* bits of a move */

int plain_chess_from(int move)
{
    return move & 63;
}

int plain_chess_to(int move)
{
    return move >> FROM & 63;
}

static int make_move(int from, int to, char piece)
{
    return PLAIN_CHESS | from | to << FROM | (piece ? piece - 'a' + 1 : 0) << PIECE;
}

static char new_piece(int move)
{
    int letter = move >> PIECE & 15;
    return (char)(letter ? 'a' + letter - 1 : '\0');
}

/* The player who owns a piece letter, or -1. */
static int piece_owner(const struct plain *pos, int point)
{
    char c = pos->stone[point];
    return c == '.' ? -1 : islower((unsigned char)c) != 0;
}

static char piece_kind(const struct plain *pos, int point)
{
    return (char)tolower((unsigned char)pos->stone[point]);
}

static int square_at(int point, int dx, int dy)
{
    int x = point % SIDE + dx, y = point / SIDE + dy;
    return x < 0 || y < 0 || x >= SIDE || y >= SIDE ? -1 : y * SIDE + x;
}

/* The steps of bishop, rook and knight. */
static const int step_x[] = {1, 1, -1, -1, 1, -1, 0, 0, 1, 2, 2, 1, -1, -2, -2, -1};
static const int step_y[] = {1, -1, 1, -1, 0, 0, 1, -1, 2, 1, -1, -2, -2, -1, 1, 2};

static void steps_of(char piece, int *first, int *last)
{
    *first = piece == 'r' ? 4 : piece == 'n' ? 8 : 0;
    *last = piece == 'b' ? 4 : piece == 'n' ? 16 : 8;
}

/* ---- attacks ---- */

static bool piece_reaches(const struct plain *pos, int from, int to)
{
    char piece = piece_kind(pos, from);
    int first, last;
    if (piece == 'p') {
        int up = piece_owner(pos, from) == 0 ? 1 : -1;
        return square_at(from, 1, up) == to || square_at(from, -1, up) == to;
    }
    steps_of(piece, &first, &last);
    for (int i = first; i < last; i++) {
        int p = from;
        do {
            p = square_at(p, step_x[i], step_y[i]);
            if (p == to)
                return true;
        } while (p >= 0 && pos->stone[p] == '.' && piece != 'k' && piece != 'n');
    }
    return false;
}

static bool is_attacked(const struct plain *pos, int point, int by)
{
    for (int p = 0; p < SIDE * SIDE; p++)
        if (piece_owner(pos, p) == by && piece_reaches(pos, p, point))
            return true;
    return false;
}

static int king_of(const struct plain *pos, int player)
{
    const char *king = memchr(pos->stone, "Kk"[player], SIDE * SIDE);
    return (int)(king - pos->stone);
}

static bool in_check(const struct plain *pos, int player)
{
    return is_attacked(pos, king_of(pos, player), !player);
}

/* ---- moves ---- */

static void add_pawn_move(int from, int to, int *list, int *n)
{
    if (to / SIDE != 0 && to / SIDE != SIDE - 1) {
        list[(*n)++] = make_move(from, to, '\0');
        return;
    }
    for (int i = 0; i < 4; i++) /* pieces to which a pawn can promote */
        list[(*n)++] = make_move(from, to, "abcd"[i]);
}

static const char promotions[] = "qrbn";

static void pawn_moves(const struct plain *pos, int from, int *list, int *n)
{
    int up = pos->turn == 0 ? 1 : -1, one = square_at(from, 0, up),
        two = square_at(from, 0, 2 * up);
    if (pos->stone[one] == '.')
        add_pawn_move(from, one, list, n);
    if (pos->stone[one] == '.' && from / SIDE == (pos->turn == 0 ? 1 : 6) && pos->stone[two] == '.')
        add_pawn_move(from, two, list, n);
    for (int dx = -1; dx <= 1; dx += 2) {
        int to = square_at(from, dx, up);
        if (to >= 0 && (piece_owner(pos, to) == !pos->turn || to == pos->en_passant))
            add_pawn_move(from, to, list, n);
    }
}

static void piece_moves(const struct plain *pos, int from, int *list, int *n)
{
    char piece = piece_kind(pos, from);
    int first, last;
    steps_of(piece, &first, &last);
    for (int i = first; i < last; i++) {
        int to = from;
        do {
            to = square_at(to, step_x[i], step_y[i]);
            if (to >= 0 && piece_owner(pos, to) != pos->turn)
                list[(*n)++] = make_move(from, to, '\0');
        } while (to >= 0 && pos->stone[to] == '.' && piece != 'k' && piece != 'n');
    }
}

/* Castling: no other pieces between the start and target squares of king and rook, and no attack on
 * the king's path. */
static bool may_castle(const struct plain *pos, int side)
{
    int king = king_of(pos, pos->turn), home = 56 * pos->turn;
    int rook = home + pos->castle[pos->turn][side];
    int king_to = home + (side ? 6 : 2), rook_to = home + (side ? 5 : 3);
    if (pos->castle[pos->turn][side] < 0)
        return false;
    const int place[] = {king, rook, king_to, rook_to};
    int least = king, most = king;
    for (int i = 1; i < 4; i++) {
        least = place[i] < least ? place[i] : least;
        most = place[i] > most ? place[i] : most;
    }
    for (int p = least; p <= most; p++)
        if (p != king && p != rook && pos->stone[p] != '.')
            return false;
    for (int p = king;; p += king_to > king ? 1 : -1) {
        if (is_attacked(pos, p, !pos->turn))
            return false;
        if (p == king_to)
            return true;
    }
}

static void castle_king(struct plain *pos, int king, int rook)
{
    int home = king / SIDE * SIDE, side = rook > king;
    char pieces[2] = {pos->stone[king], pos->stone[rook]};
    pos->stone[king] = pos->stone[rook] = '.';
    pos->stone[home + (side ? 6 : 2)] = pieces[0];
    pos->stone[home + (side ? 5 : 3)] = pieces[1];
}

static void lose_rights(struct plain *pos, int point)
{
    for (int player = 0; player < 2; player++)
        for (int side = 0; side < 2; side++)
            if (point == king_of(pos, player) || point == 56 * player + pos->castle[player][side])
                pos->castle[player][side] = -1;
}

static void move_piece(struct plain *pos, int move)
{
    int from = plain_chess_from(move), to = plain_chess_to(move);
    char piece = pos->stone[from], letter = new_piece(move);
    if (tolower((unsigned char)piece) == 'p' && to == pos->en_passant)
        pos->stone[from / SIDE * SIDE + to % SIDE] = '.';
    if (letter)
        piece = (char)(pos->turn == 0 ? toupper((unsigned char)promotions[letter - 'a'])
                                      : promotions[letter - 'a']);
    pos->stone[from] = '.';
    pos->stone[to] = piece;
}

static void make_chess_move(struct plain *pos, int move)
{
    int from = plain_chess_from(move), to = plain_chess_to(move);
    bool calm = piece_kind(pos, from) != 'p' && (pos->stone[to] == '.' || (move & CASTLES));
    bool leaps = piece_kind(pos, from) == 'p' && abs(to - from) == 2 * SIDE;
    lose_rights(pos, from);
    lose_rights(pos, to);
    if (move & CASTLES)
        castle_king(pos, from, to);
    else
        move_piece(pos, move);
    pos->clock = calm ? pos->clock + 1 : 0;
    pos->plays_on_since = calm ? pos->plays_on_since : 0;
    pos->number += pos->turn == 1;
    pos->turn = !pos->turn;
    pos->en_passant = leaps ? (from + to) / 2 : -1;
}

static bool leaves_check(const struct plain *pos, int move)
{
    struct plain after = *pos;
    make_chess_move(&after, move);
    return in_check(&after, pos->turn);
}

static int all_moves(const struct plain *pos, int *list)
{
    int tried[PLAIN_LIST], count = 0, n = 0, king = king_of(pos, pos->turn);
    for (int p = 0; p < SIDE * SIDE; p++)
        if (piece_owner(pos, p) == pos->turn)
            (piece_kind(pos, p) == 'p' ? pawn_moves : piece_moves)(pos, p, tried, &count);
    for (int side = 0; side < 2; side++)
        if (may_castle(pos, side))
            tried[count++] =
                CASTLES | make_move(king, 56 * pos->turn + pos->castle[pos->turn][side], '\0');
    for (int i = 0; i < count; i++)
        if (!leaves_check(pos, tried[i]))
            list[n++] = tried[i];
    return n;
}

/* ---- the game ---- */

/* Dead positions: only kings, one knight or bishop, or bishops on squares of one colour. */
static bool is_dead(const struct plain *pos)
{
    int knights = 0, bishops[2] = {0, 0};
    for (int p = 0; p < SIDE * SIDE; p++) {
        char piece = pos->stone[p] == '.' ? '.' : piece_kind(pos, p);
        if (strchr("pqr", piece))
            return false;
        knights += piece == 'n';
        bishops[(p + p / SIDE) % 2] += piece == 'b';
    }
    return knights == 0 ? bishops[0] == 0 || bishops[1] == 0
                        : knights + bishops[0] + bishops[1] == 1;
}

/* Records the en passant point only if a pawn can capture there. */
void plain_chess_look(struct plain *pos)
{
    int list[PLAIN_LIST], n = all_moves(pos, list), takes = 0;
    for (int i = 0; i < n && pos->en_passant >= 0; i++)
        takes += plain_chess_to(list[i]) == pos->en_passant &&
                 piece_kind(pos, plain_chess_from(list[i])) == 'p';
    if (takes == 0)
        pos->en_passant = -1;
    bool mate = n == 0 && in_check(pos, pos->turn);
    pos->over = n == 0 || pos->clock - pos->plays_on_since >= 100 ||
                (is_dead(pos) && !pos->plays_on_when_dead);
    pos->winner = mate ? !pos->turn : pos->over ? PLAIN_DRAW : PLAIN_NOBODY;
}

static int chess_moves(const struct plain *pos, int *list)
{
    return pos->over ? 0 : all_moves(pos, list);
}

static void play_chess_move(struct plain *pos, int move)
{
    make_chess_move(pos, move);
    plain_chess_look(pos);
}

static void start_chess(struct plain *pos)
{
    plain_chess_read(pos, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

static void set_turn(struct plain *pos, int player)
{
    if (pos->clock - pos->plays_on_since >= 100)
        pos->plays_on_since = pos->clock;
    pos->plays_on_when_dead = is_dead(pos);
    if (pos->turn != player && !in_check(pos, pos->turn)) {
        pos->number += pos->turn == 1;
        pos->turn = player;
        pos->en_passant = -1;
    }
    plain_chess_look(pos);
}

const struct plain_game plain_chess = {
    .name = "chess",
    .rules = rules,
    .side = {8, 8},
    .start = start_chess,
    .moves = chess_moves,
    .play = play_chess_move,
    .set_turn = set_turn,
};
