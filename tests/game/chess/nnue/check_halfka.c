/* Networks in Stockfish's format (HalfKAv2_hm), here with random numbers: each kernel computes what
 * the definition says, for the plain format and the packed one, and for a network without squares.
 * Other files are refused. */
#include "base/memory.h"
#include "game/chess/board/notation.h"
#include "game/chess/nnue/nnue.h"
#include "miai_game.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 1024,
    KING_INPUTS = 11 * 64, /* inputs for each square of the own king */
    INPUTS = 32 * KING_INPUTS,
    BUCKETS = 8,
    FIRST = 16,
    SECOND = 32,
    GAMES = 6,
    PLIES = 100,
    FILE_BYTES = 100 << 20 /* enough for either format */
};

static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

struct stack {
    int32_t first_bias[FIRST], second_bias[SECOND], output_bias;
    int8_t first[FIRST][WIDTH], second[SECOND][32], output[SECOND];
};

/* The numbers of a network as the file has them. */
struct numbers {
    int16_t bias[WIDTH], weight[INPUTS][WIDTH];
    int32_t material[INPUTS][BUCKETS];
    struct stack stack[BUCKETS];
};

struct file {
    unsigned char *bytes;
    size_t length;
};

/* ---- making a network ---- */

static int32_t draw(uint32_t *state, int32_t size)
{
    *state = *state * 1664525u + 1013904223u;
    return (int32_t)((*state >> 8) % (2 * (uint32_t)size + 1)) - size;
}

static void draw_stack(struct stack *s, uint32_t *state, bool squares)
{
    for (int i = 0; i < FIRST; i++) {
        s->first_bias[i] = draw(state, 2000);
        for (int j = 0; j < WIDTH; j++)
            s->first[i][j] = (int8_t)draw(state, 60);
    }
    for (int k = 0; k < SECOND; k++) {
        s->second_bias[k] = draw(state, 2000);
        s->output[k] = (int8_t)draw(state, 100);
        for (int i = 0; i < 32; i++)
            s->second[k][i] = (int8_t)(i < (squares ? 30 : 15) ? draw(state, 60) : 0);
    }
    s->output_bias = draw(state, 2000);
}

static struct numbers *draw_numbers(bool squares)
{
    uint32_t state = squares ? 7 : 8;
    struct numbers *n = calloc(1, sizeof *n);
    ck_assert_ptr_nonnull(n);
    for (int j = 0; j < WIDTH; j++)
        n->bias[j] = (int16_t)draw(&state, 100);
    for (int i = 0; i < INPUTS; i++) {
        for (int j = 0; j < WIDTH; j++)
            n->weight[i][j] = (int16_t)draw(&state, 40);
        for (int b = 0; b < BUCKETS; b++)
            n->material[i][b] = draw(&state, 5000);
    }
    for (int b = 0; b < BUCKETS; b++)
        draw_stack(&n->stack[b], &state, squares);
    return n;
}

static void put(struct file *f, int32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        f->bytes[f->length++] = (unsigned char)((uint32_t)number >> 8 * i);
}

/* Signed LEB128. */
static void put_packed(struct file *f, int32_t number)
{
    for (;;) {
        int byte = number & 127;
        number = (number - byte) / 128;
        bool last = (number == 0 && !(byte & 64)) || (number == -1 && byte & 64);
        f->bytes[f->length++] = (unsigned char)(last ? byte : byte | 128);
        if (last)
            return;
    }
}

static void put_section(struct file *f, const int16_t *number, size_t count, bool packed)
{
    if (packed) {
        memcpy(f->bytes + f->length, "COMPRESSED_LEB128", 17);
        f->length += 17 + 4; /* the length that follows is not needed */
    }
    for (size_t i = 0; i < count; i++)
        if (packed)
            put_packed(f, number[i]);
        else
            put(f, number[i], 2);
}

static void put_material(struct file *f, const struct numbers *n, bool packed)
{
    put_section(f, NULL, 0, packed);
    for (int i = 0; i < INPUTS; i++)
        for (int b = 0; b < BUCKETS; b++)
            if (packed)
                put_packed(f, n->material[i][b]);
            else
                put(f, n->material[i][b], 4);
}

static void put_bytes(struct file *f, const int8_t *byte, size_t count)
{
    memcpy(f->bytes + f->length, byte, count);
    f->length += count;
}

static void put_stack(struct file *f, const struct stack *s)
{
    put(f, 0, 4);
    for (int i = 0; i < FIRST; i++)
        put(f, s->first_bias[i], 4);
    put_bytes(f, s->first[0], sizeof s->first);
    for (int k = 0; k < SECOND; k++)
        put(f, s->second_bias[k], 4);
    put_bytes(f, s->second[0], sizeof s->second);
    put(f, s->output_bias, 4);
    put_bytes(f, s->output, sizeof s->output);
}

static struct file write_network(const struct numbers *n, bool packed)
{
    struct file f = {calloc(1, FILE_BYTES), 0};
    ck_assert_ptr_nonnull(f.bytes);
    put(&f, 0x7af32f20, 4);
    put(&f, 0, 4);
    put(&f, 5, 4);
    memcpy(f.bytes + f.length, "words", 5);
    f.length += 5;
    put(&f, 0x7f234cb8 ^ (2 * WIDTH), 4);
    put_section(&f, n->bias, WIDTH, packed);
    put_section(&f, n->weight[0], (size_t)INPUTS * WIDTH, packed);
    put_material(&f, n, packed);
    for (int b = 0; b < BUCKETS; b++)
        put_stack(&f, &n->stack[b]);
    ck_assert_uint_lt(f.length, FILE_BYTES);
    return f;
}

/* ---- the definition ---- */

struct sums {
    int16_t sum[WIDTH];
    int32_t material;
};

static struct sums sums_of(const struct numbers *n, const struct mi_chess *p, int player,
                           int bucket)
{
    struct sums s = {.material = 0};
    int flip = player == WHITE ? 0 : 56, king = king_square(p, player) ^ flip;
    int mirror = file_of(king) < 4 ? 7 : 0, column = file_of(king ^ mirror);
    int base = KING_INPUTS * (4 * (7 - rank_of(king)) + 7 - column);
    memcpy(s.sum, n->bias, sizeof s.sum);
    for (int square = 0; square < 64; square++) {
        if (p->piece[square] == NO_PIECE)
            continue;
        int type = piece_type(p->piece[square]), enemy = piece_player(p->piece[square]) != player;
        int kind = type == KING ? 10 : 2 * type + enemy;
        int input = base + 64 * kind + (square ^ flip ^ mirror);
        s.material += n->material[input][bucket];
        for (int j = 0; j < WIDTH; j++)
            s.sum[j] = (int16_t)(s.sum[j] + n->weight[input][j]);
    }
    return s;
}

static int within(int64_t x, int max)
{
    return x < 0 ? 0 : x > max ? max : (int)x;
}

static int stack_output(const struct stack *s, const int *x, bool squares)
{
    int32_t first[FIRST], output = s->output_bias;
    int in[32] = {0};
    for (int i = 0; i < FIRST; i++) {
        first[i] = s->first_bias[i];
        for (int j = 0; j < WIDTH; j++)
            first[i] += x[j] * s->first[i][j];
    }
    for (int i = 0; i < FIRST - 1; i++) {
        in[squares ? FIRST - 1 + i : i] = within(first[i] >> 6, 127);
        if (squares)
            in[i] = within((int64_t)first[i] * first[i] >> 19, 127);
    }
    for (int k = 0; k < SECOND; k++) {
        int32_t sum = s->second_bias[k];
        for (int i = 0; i < 32; i++)
            sum += in[i] * s->second[k][i];
        output += within(sum >> 6, 127) * s->output[k];
    }
    return output + (int)((int64_t)first[FIRST - 1] * 9600 / 8128);
}

static void define(const struct numbers *n, bool squares, const struct mi_chess *p, int *material,
                   int *position)
{
    int count = __builtin_popcountll(occupied(p)), bucket = (count - 1) / 4, x[WIDTH];
    struct sums side[2] = {sums_of(n, p, p->turn, bucket), sums_of(n, p, !p->turn, bucket)};
    for (int i = 0; i < WIDTH; i++) {
        const int16_t *sum = side[i / (WIDTH / 2)].sum + i % (WIDTH / 2);
        x[i] = within(sum[0], 127) * within(sum[WIDTH / 2], 127) / 128;
    }
    *material = (side[0].material - side[1].material) / 2 / 16;
    *position = stack_output(&n->stack[bucket], x, squares) / 16;
}

/* ---- the tests ---- */

static struct mi_nnue *read_network(const struct file *f)
{
    char error[160] = "";
    struct mi_nnue *nnue = mi_nnue_read(f->bytes, f->length, error, sizeof error);
    ck_assert_msg(nnue != NULL, "%s", error);
    return nnue;
}

static void check_position(struct mi_nnue *nnue, void *const *memory, const struct mi_chess *p,
                           const struct numbers *n, bool squares)
{
    int material, position, value[2];
    define(n, squares, p, &value[0], &value[1]);
    for (int i = 0; mi_nnue_kernels[i]; i++) {
        if (!mi_nnue_kernels[i]->usable())
            continue;
        nnue->kernel = mi_nnue_kernels[i];
        ck_assert(mi_nnue_halfka_parts(nnue, memory[i], p, &material, &position));
        ck_assert_msg(material == value[0] && position == value[1], "%s: %d %d, not %d %d",
                      nnue->kernel->name, material, position, value[0], value[1]);
    }
}

static void check_games(struct mi_nnue *nnue, const struct numbers *n, bool squares, int games)
{
    enum { KERNELS = 5 };
    void *memory[KERNELS];
    miai_rng rng;
    size_t bytes = (mi_nnue_memory(nnue) + 63) / 64 * 64;
    for (int i = 0; i < KERNELS; i++)
        ck_assert_ptr_nonnull(memory[i] = memset(mi_aligned_alloc(64, bytes), 0, bytes));
    miai_rng_seed(&rng, 3);
    for (int game = 0; game < games; game++) {
        struct mi_chess p;
        miai_move list[CHESS_MAX_LEGAL];
        int count;
        ck_assert(mi_chess_read_fen(&p, false, start));
        for (int ply = 0; ply < PLIES && (count = mi_chess_moves(&p, list)) > 0; ply++) {
            mi_chess_play(&p, list[miai_rng_below(&rng, (uint32_t)count)]);
            check_position(nnue, memory, &p, n, squares);
        }
    }
    for (int i = 0; i < KERNELS; i++)
        mi_aligned_free(memory[i]);
}

static void check_network(bool squares, bool packed, int games)
{
    struct numbers *n = draw_numbers(squares);
    struct file f = write_network(n, packed);
    struct mi_nnue *nnue = read_network(&f);
    check_games(nnue, n, squares, games);
    mi_aligned_free(nnue);
    free(f.bytes);
    free(n);
}

START_TEST(plain_format)
{
    check_network(true, false, GAMES);
}
END_TEST

START_TEST(packed_format)
{
    check_network(true, true, 1);
}
END_TEST

START_TEST(without_squares)
{
    check_network(false, false, 1);
}
END_TEST

static void check_refused(const struct file *f, const char *reason)
{
    char error[160] = "";
    ck_assert_ptr_null(mi_nnue_read(f->bytes, f->length, error, sizeof error));
    ck_assert_msg(strstr(error, reason) != NULL, "%s", error);
}

START_TEST(packed_numbers_have_16_bits)
{
    static const unsigned char beyond[][3] = {
        {0x80, 0x80, 0x02}, {0xff, 0xff, 0x7d}, {0xff, 0xff, 0xff}};
    enum { BIAS_AT = 21 + 17 + 4 }; /* after the header and that of the section */
    struct numbers *n = draw_numbers(true);
    n->bias[0] = INT16_MAX;
    n->bias[1] = INT16_MIN;
    struct file f = write_network(n, true);
    struct mi_nnue *nnue = read_network(&f);
    ck_assert_int_eq(nnue->bias[0], INT16_MAX);
    ck_assert_int_eq(nnue->bias[1], INT16_MIN);
    for (size_t i = 0; i < sizeof beyond / sizeof beyond[0]; i++) {
        memcpy(f.bytes + BIAS_AT, beyond[i], sizeof beyond[i]);
        check_refused(&f, "16 bits");
    }
    mi_aligned_free(nnue);
    free(f.bytes);
    free(n);
}
END_TEST

START_TEST(other_files)
{
    struct numbers *n = draw_numbers(true);
    struct file f = write_network(n, false), shorter = f;
    const size_t lengths[] = {4, 15, 20, 25, 40, 3000, f.length / 2, f.length - 100, f.length - 1};
    for (size_t i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        shorter.length = lengths[i];
        check_refused(&shorter, "too short");
    }
    f.length++;
    check_refused(&f, "length");
    f.length--;
    f.bytes[17] ^= 0x10; /* another width */
    check_refused(&f, "15.1");
    f.bytes[17] ^= 0x10;
    f.bytes[f.length - SECOND - 1] = 0x7f; /* the highest byte of an output bias */
    check_refused(&f, "bounds");
    free(f.bytes);
    free(n);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("halfka");
    TCase *tests = add_case(suite, "core", 60);
    mi_chess_fill_tables();
    tcase_add_test(tests, plain_format);
    tcase_add_test(tests, packed_format);
    tcase_add_test(tests, without_squares);
    tcase_add_test(tests, packed_numbers_have_16_bits);
    tcase_add_test(tests, other_files);
    return run_suite(suite);
}
