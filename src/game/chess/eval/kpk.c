/* Retrograde solution, for all squares of the bare king at once: a bitboard for each square of the
 * pawn, on files a to d, and of its king.  Takes about a millisecond, once. */
#include "kpk.h"

#include "game/chess/board/tables.h"

#include <pthread.h>

enum { PAWN_FILES = 4, PAWNS = PAWN_FILES * 8 }; /* by rank and file; the ranks 1 and 8 are empty */

/* Squares of the bare king for which White, who has the pawn, wins; by the side to move. */
static struct {
    bitboard to_move[PAWNS][64], waiting[PAWNS][64];
} wins;

static int pawn_square(int pawn)
{
    return pawn / PAWN_FILES * 8 + pawn % PAWN_FILES;
}

/* The squares that a king can reach from any square of the set. */
static bitboard bare_king_moves(bitboard from)
{
    bitboard row = from | left_and_right(from);
    return left_and_right(from) | row << 8 | row >> 8;
}

/* The squares that the bare king may not enter. */
static bitboard guarded_squares(int pawn, int king)
{
    const struct mi_chess_table_set *t = &mi_chess_tables;
    return t->king[king] | bit(king) | t->pawn[WHITE][pawn_square(pawn)];
}

/* Squares from which the bare king cannot capture the promoted pawn.  If a queen would be
 * stalemate, a rook wins. */
static bitboard won_by_promotion(int pawn, int king)
{
    int last = pawn_square(pawn) + 8;
    bitboard near = mi_chess_tables.king[last];
    return last == king ? 0 : ~(bit(last) | (near & bit(king) ? 0 : near));
}

/* Squares of the bare king for which a pawn push wins. */
static bitboard won_by_push(int pawn, int king)
{
    int square = pawn_square(pawn), next = square + 8;
    if (rank_of(square) == 6)
        return won_by_promotion(pawn, king);
    if (next == king)
        return 0;
    bitboard found = wins.waiting[pawn + PAWN_FILES][king];
    if (rank_of(square) == 1 && next + 8 != king)
        found |= wins.waiting[pawn + 2 * PAWN_FILES][king];
    return found & ~bit(next);
}

static bitboard white_wins_to_move(int pawn, int king)
{
    bitboard found = won_by_push(pawn, king);
    for (bitboard to = mi_chess_tables.king[king] & ~bit(pawn_square(pawn)); to;)
        found |= wins.waiting[pawn][pop_lsb(&to)];
    return found & ~guarded_squares(pawn, king) & ~bit(pawn_square(pawn));
}

/* Squares from which every move of the bare king loses, and at least one move exists. The square of
 * an unguarded pawn is not lost. Checkmate cannot occur. */
static bitboard black_loses_to_move(int pawn, int king)
{
    bitboard free = ~guarded_squares(pawn, king), near = mi_chess_tables.king[king] | bit(king);
    bitboard escapes = bare_king_moves(free & ~wins.to_move[pawn][king]);
    return bare_king_moves(free) & ~escapes & ~near & ~bit(pawn_square(pawn));
}

/* One pass over all positions; false if nothing changed. */
static bool solve_pass(void)
{
    bool more = false;
    for (int pawn = PAWNS - PAWN_FILES - 1; pawn >= PAWN_FILES; pawn--)
        for (int king = 0; king < 64; king++) {
            if (king == pawn_square(pawn))
                continue;
            bitboard to_move = white_wins_to_move(pawn, king);
            more |= to_move != wins.to_move[pawn][king];
            wins.to_move[pawn][king] = to_move;
            wins.waiting[pawn][king] = black_loses_to_move(pawn, king);
        }
    return more;
}

static void solve_kpk(void)
{
    while (solve_pass())
        ;
}

bool mi_chess_is_kpk(const struct mi_chess *pos)
{
    bitboard kings = pos->type[KING], men = occupied(pos) & ~kings;
    return men && !more_than_one(men) && men == pos->type[PAWN];
}

bool mi_chess_kpk_wins(const struct mi_chess *pos)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, solve_kpk);
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
