#include "tables.h"

#include "miai_game.h"
#include "weights.h"

#include <pthread.h>

struct mi_chess_table_set mi_chess_tables;

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* The square that lies so far away, as a set; empty outside of the board. */
static bitboard step(int square, int files, int ranks)
{
    int file = file_of(square) + files, rank = rank_of(square) + ranks;
    return on_board(file, rank) ? bit(rank * 8 + file) : 0;
}

/* What a slider sees in one direction: up to the first occupied square. */
static bitboard ray(int square, int files, int ranks, bitboard occupied)
{
    bitboard seen = 0, next;
    for (int n = 1; (next = step(square, n * files, n * ranks)) != 0; n++) {
        seen |= next;
        if (next & occupied)
            break;
    }
    return seen;
}

static bitboard both_ways(int square, int files, int ranks, bitboard occupied)
{
    return ray(square, files, ranks, occupied) | ray(square, -files, -ranks, occupied);
}

static void fill_steps(int square)
{
    static const int knight[4][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}};
    static const int king[4][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
    struct mi_chess_table_set *t = &mi_chess_tables;
    for (int i = 0; i < 4; i++) {
        t->knight[square] |=
            step(square, knight[i][0], knight[i][1]) | step(square, -knight[i][0], -knight[i][1]);
        t->king[square] |=
            step(square, king[i][0], king[i][1]) | step(square, -king[i][0], -king[i][1]);
    }
    for (int player = WHITE; player <= BLACK; player++)
        t->pawn[player][square] =
            forward_west(bit(square), player) | forward_east(bit(square), player);
    t->diagonal[square] = both_ways(square, 1, 1, 0);
    t->antidiagonal[square] = both_ways(square, 1, -1, 0);
    t->oblique[square] = t->diagonal[square] | t->antidiagonal[square];
    t->straight[square] = both_ways(square, 1, 0, 0) | both_ways(square, 0, 1, 0);
}

static void fill_sliders(void)
{
    for (int n = 0; n < 8; n++)
        for (bitboard inner = 0; inner < 64; inner++) {
            mi_chess_tables.across[n][inner] = both_ways(n, 1, 0, inner << 1) * FILE_A;
            bitboard column = 0;
            for (int rank = 0; rank < 6; rank++)
                column |= (inner >> rank & 1) << (8 * (rank + 1));
            mi_chess_tables.along[n][a_file_index(column)] = both_ways(8 * n, 0, 1, column);
        }
}

static void fill_lines(int square)
{
    static const int direction[4][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int files = direction[i][0], ranks = direction[i][1];
        bitboard all = both_ways(square, files, ranks, 0);
        for (bitboard rest = all; rest;) {
            int other = take_square(&rest);
            mi_chess_tables.line[square][other] = all | bit(square);
            mi_chess_tables.between[square][other] = both_ways(square, files, ranks, bit(other)) &
                                                     both_ways(other, files, ranks, bit(square));
        }
    }
}

static uint64_t next_key(uint64_t *state)
{
    return miai_mix((*state)++);
}

static void fill_keys(void)
{
    struct mi_chess_table_set *t = &mi_chess_tables;
    uint64_t state = 0x63686573; /* "ches": apart from the keys of other games */
    for (int piece = 0; piece < PIECE_CODES; piece++)
        for (int square = 0; square < 64; square++)
            t->piece_key[piece][square] = next_key(&state);
    for (int square = 0; square < 64; square++)
        t->castling_key[square] = next_key(&state);
    for (int file = 0; file < 8; file++)
        t->en_passant_key[file] = next_key(&state);
    t->black_key = next_key(&state);
}

/* Material and place of each piece on each square. */
static void fill_piece_squares(void)
{
    struct mi_chess_table_set *t = &mi_chess_tables;
    const struct mi_chess_weight_set *w = &mi_chess_weights;
    for (int type = PAWN; type <= KING; type++)
        for (int square = 0; square < 64; square++) {
            int place = type * 32 + rank_of(square) * 4 + edge_distance(file_of(square));
            int32_t score = w->material[type] + w->place[place];
            t->piece_square[make_piece(WHITE, type)][square] = score;
            t->piece_square[make_piece(BLACK, type)][square ^ 56] = -score;
        }
}

static void fill(void)
{
    fill_sliders();
    for (int square = 0; square < 64; square++) {
        fill_steps(square);
        fill_lines(square);
    }
    fill_keys();
    fill_piece_squares();
}

void mi_chess_fill_tables(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill);
}
