#include "tables.h"

#include "miai_game.h"
#include "weights.h"

#include <pthread.h>

struct mi_chess_table_set mi_chess_tables;

static bool on_board(int file, int rank)
{
    return file >= 0 && file < 8 && rank >= 0 && rank < 8;
}

/* The square at an offset, as a set; empty if it is off the board. */
static bitboard square_at_offset(int square, int files, int ranks)
{
    int file = file_of(square) + files, rank = rank_of(square) + ranks;
    return on_board(file, rank) ? bit(rank * 8 + file) : 0;
}

/* The attacks of a slider in one direction, up to the first occupied square. */
static bitboard slider_ray(int square, int files, int ranks, bitboard occupied)
{
    bitboard seen = 0, next;
    for (int n = 1; (next = square_at_offset(square, n * files, n * ranks)) != 0; n++) {
        seen |= next;
        if (next & occupied)
            break;
    }
    return seen;
}

static bitboard slider_line(int square, int files, int ranks, bitboard occupied)
{
    return slider_ray(square, files, ranks, occupied) |
           slider_ray(square, -files, -ranks, occupied);
}

static void fill_steps(int square)
{
    static const int knight[4][2] = {{1, 2}, {2, 1}, {2, -1}, {1, -2}};
    static const int king[4][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
    struct mi_chess_table_set *t = &mi_chess_tables;
    for (int i = 0; i < 4; i++) {
        t->knight[square] |= square_at_offset(square, knight[i][0], knight[i][1]) |
                             square_at_offset(square, -knight[i][0], -knight[i][1]);
        t->king[square] |= square_at_offset(square, king[i][0], king[i][1]) |
                           square_at_offset(square, -king[i][0], -king[i][1]);
    }
    for (int player = WHITE; player <= BLACK; player++)
        t->pawn[player][square] =
            forward_west(bit(square), player) | forward_east(bit(square), player);
    t->diagonal[square] = slider_line(square, 1, 1, 0);
    t->antidiagonal[square] = slider_line(square, 1, -1, 0);
    t->diagonal_lines[square] = t->diagonal[square] | t->antidiagonal[square];
    t->orthogonal_lines[square] = slider_line(square, 1, 0, 0) | slider_line(square, 0, 1, 0);
}

static void fill_sliders(void)
{
    for (int n = 0; n < 8; n++)
        for (bitboard inner = 0; inner < 64; inner++) {
            mi_chess_tables.across[n][inner] = slider_line(n, 1, 0, inner << 1) * FILE_A;
            bitboard column = 0;
            for (int rank = 0; rank < 6; rank++)
                column |= (inner >> rank & 1) << (8 * (rank + 1));
            mi_chess_tables.along[n][a_file_index(column)] = slider_line(8 * n, 0, 1, column);
        }
}

static void fill_lines(int square)
{
    static const int direction[4][2] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}};
    for (int i = 0; i < 4; i++) {
        int files = direction[i][0], ranks = direction[i][1];
        bitboard all = slider_line(square, files, ranks, 0);
        for (bitboard rest = all; rest;) {
            int other = pop_lsb(&rest);
            mi_chess_tables.line[square][other] = all | bit(square);
            mi_chess_tables.between[square][other] = slider_line(square, files, ranks, bit(other)) &
                                                     slider_line(other, files, ranks, bit(square));
        }
    }
}

static uint64_t next_zobrist_key(uint64_t *state)
{
    return miai_mix((*state)++);
}

static void fill_keys(void)
{
    struct mi_chess_table_set *t = &mi_chess_tables;
    uint64_t state = 0x63686573; /* "ches", so that keys differ from those of other games */
    for (int piece = 0; piece < PIECE_CODES; piece++)
        for (int square = 0; square < 64; square++)
            t->piece_key[piece][square] = next_zobrist_key(&state);
    for (int square = 0; square < 64; square++)
        t->castling_key[square] = next_zobrist_key(&state);
    for (int file = 0; file < 8; file++)
        t->en_passant_key[file] = next_zobrist_key(&state);
    t->black_key = next_zobrist_key(&state);
}

/* Material and piece-square value of each piece on each square. */
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

static void fill_all_tables(void)
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
    pthread_once(&once, fill_all_tables);
}
