/* The positions are solved backwards from the promotions, all squares of the bare king at once: a
 * bitboard for each square of the pawn, on the files a to d, and of its king.  That takes about a
 * millisecond, once. */
#include "kpk.h"

#include "game/chess/board/tables.h"

#include <pthread.h>

enum { PAWN_FILES = 4, PAWNS = PAWN_FILES * 8 }; /* by rank and file; the ranks 1 and 8 are empty */

/* Squares of the bare king where the side with the pawn, White, wins. */
static struct {
    bitboard to_move[PAWNS][64], waiting[PAWNS][64];
} wins;

static int pawn_square(int pawn)
{
    return pawn / PAWN_FILES * 8 + pawn % PAWN_FILES;
}

/* The squares that a king comes to from any of these. */
static bitboard king_moves(bitboard from)
{
    bitboard row = from | beside(from);
    return beside(from) | row << 8 | row >> 8;
}

/* What the bare king may not enter. */
static bitboard guarded(int pawn, int king)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    return t->king[king] | bit(king) | t->pawn[WHITE][pawn_square(pawn)];
}

/* Where the bare king does not take what the pawn on the seventh rank becomes.  A rook at least
 * wins, where a queen would be stalemate. */
static bitboard promotes(int pawn, int king)
{
    int last = pawn_square(pawn) + 8;
    bitboard near = mi_chess_tables.king[last];
    return last == king ? 0 : ~(bit(last) | (near & bit(king) ? 0 : near));
}

/* Where a push of the pawn wins. */
static bitboard pushes(int pawn, int king)
{
    int square = pawn_square(pawn), next = square + 8;
    if (rank_of(square) == 6)
        return promotes(pawn, king);
    if (next == king)
        return 0;
    bitboard found = wins.waiting[pawn + PAWN_FILES][king];
    if (rank_of(square) == 1 && next + 8 != king)
        found |= wins.waiting[pawn + 2 * PAWN_FILES][king];
    return found & ~bit(next);
}

static bitboard won_to_move(int pawn, int king)
{
    bitboard found = pushes(pawn, king);
    for (bitboard to = mi_chess_tables.king[king] & ~bit(pawn_square(pawn)); to;)
        found |= wins.waiting[pawn][take_square(&to)];
    return found & ~guarded(pawn, king) & ~bit(pawn_square(pawn));
}

/* The bare king has a move, and none to a square where he is not lost, which is also that of a pawn
 * without guard.  He is never mated. */
static bitboard won_waiting(int pawn, int king)
{
    bitboard free = ~guarded(pawn, king), near = mi_chess_tables.king[king] | bit(king);
    bitboard escapes = king_moves(free & ~wins.to_move[pawn][king]);
    return king_moves(free) & ~escapes & ~near & ~bit(pawn_square(pawn));
}

/* False: nothing new was found. */
static bool look_further(void)
{
    bool more = false;
    for (int pawn = PAWNS - PAWN_FILES - 1; pawn >= PAWN_FILES; pawn--)
        for (int king = 0; king < 64; king++) {
            if (king == pawn_square(pawn))
                continue;
            bitboard to_move = won_to_move(pawn, king);
            more |= to_move != wins.to_move[pawn][king];
            wins.to_move[pawn][king] = to_move;
            wins.waiting[pawn][king] = won_waiting(pawn, king);
        }
    return more;
}

static void solve(void)
{
    while (look_further())
        ;
}

bool mi_chess_is_kpk(const struct mi_chess *pos)
{
    bitboard kings = pos->type[KING], men = occupied(pos) & ~kings;
    return men && !several(men) && men == pos->type[PAWN];
}

bool mi_chess_kpk_wins(const struct mi_chess *pos)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, solve);
    int player = pos->of[WHITE] & pos->type[PAWN] ? WHITE : BLACK;
    int flip = player == WHITE ? 0 : 56;
    int pawn = first_square(pos->type[PAWN]) ^ flip;
    int mirror = file_of(pawn) < PAWN_FILES ? 0 : 7;
    pawn ^= mirror;
    int king = king_square(pos, player) ^ flip ^ mirror;
    bitboard other = bit(king_square(pos, !player) ^ flip ^ mirror);
    int index = rank_of(pawn) * PAWN_FILES + file_of(pawn);
    return (pos->turn == player ? wins.to_move : wins.waiting)[index][king] & other;
}
