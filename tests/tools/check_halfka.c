/* The teacher's network (tools/chess/nnue/halfka.c), here of numbers at random: what is brought up
 * to date by moves is what is made from nothing, and colours exchanged change nothing. */
#include "game/chess/board/notation.h"
#include "miai_game.h"
#include "tests/support/suite.h"
#include "tools/chess/nnue/halfka.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { INPUTS = 32 * 11 * 64, FIRST = 16, SECOND = 32, GAMES = 20, PLIES = 120 };

static const char path[] = "check_halfka.tmp.nnue";
static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static struct halfka_cache cache, empty;

/* Writes numbers of so many bytes at random, from -size to size. */
static void put(gzFile file, miai_rng *rng, size_t count, int bytes, int size)
{
    static int32_t number[HALFKA_WIDTH];
    static uint8_t row[sizeof number];
    while (count > 0) {
        size_t n = count < HALFKA_WIDTH ? count : HALFKA_WIDTH;
        for (size_t i = 0; i < n; i++) {
            number[i] = (int32_t)miai_rng_below(rng, 2 * (uint32_t)size + 1) - size;
            for (int j = 0; j < bytes; j++)
                row[i * (size_t)bytes + (size_t)j] = (uint8_t)((uint32_t)number[i] >> 8 * j);
        }
        ck_assert_int_eq(gzwrite(file, row, (unsigned)(n * (size_t)bytes)), (int)n * bytes);
        count -= n;
    }
}

static void write_network(void)
{
    static const uint32_t head[3] = {0x7af32f20};
    miai_rng rng;
    gzFile file = gzopen(path, "wb0");
    miai_rng_seed(&rng, 7);
    ck_assert_ptr_nonnull(file);
    gzwrite(file, head, sizeof head);
    put(file, &rng, 1, 4, 0);
    put(file, &rng, HALFKA_WIDTH, 2, 100);
    put(file, &rng, (size_t)INPUTS * HALFKA_WIDTH, 2, 40);
    put(file, &rng, (size_t)INPUTS * HALFKA_BUCKETS, 4, 5000);
    for (int i = 0; i < HALFKA_BUCKETS; i++) {
        put(file, &rng, 1, 4, 0);
        put(file, &rng, FIRST, 4, 2000);
        put(file, &rng, (size_t)FIRST * HALFKA_WIDTH, 1, 60);
        put(file, &rng, SECOND, 4, 2000);
        put(file, &rng, (size_t)SECOND * 32, 1, 60);
        put(file, &rng, 1, 4, 2000);
        put(file, &rng, SECOND, 1, 100);
    }
    ck_assert_int_eq(gzclose(file), Z_OK);
}

static int from_nothing(const struct halfka *net, const struct mi_chess *p,
                        struct halfka_sums *sums)
{
    memset(&empty, 0, sizeof empty);
    halfka_update(net, &empty, NULL, NULL, p, sums);
    return halfka_centipawns(net, p, sums);
}

/* The same position for the other player. */
static void exchange(const struct mi_chess *p, struct mi_chess *other)
{
    mi_chess_clear(other, false);
    for (int square = 0; square < 64; square++)
        if (p->piece[square] != NO_PIECE)
            mi_chess_put(other,
                         make_piece(!piece_player(p->piece[square]), piece_type(p->piece[square])),
                         square ^ 56);
    other->turn = !p->turn;
}

static void check(const struct halfka *net, const struct mi_chess *p, const struct halfka_sums *got)
{
    static struct halfka_sums fresh;
    struct mi_chess other;
    int value = from_nothing(net, p, &fresh);
    ck_assert_mem_eq(got, &fresh, sizeof fresh);
    exchange(p, &other);
    ck_assert_int_eq(from_nothing(net, &other, &fresh), value);
}

static void play(const struct halfka *net, miai_rng *rng)
{
    static struct halfka_sums sums, next;
    struct mi_chess p, was;
    miai_move list[CHESS_MAX_LEGAL];
    int count;
    ck_assert(mi_chess_read_fen(&p, false, start));
    halfka_update(net, &cache, NULL, NULL, &p, &sums);
    for (int ply = 0; ply < PLIES && (count = mi_chess_moves(&p, list)) > 0; ply++) {
        was = p;
        mi_chess_play(&p, list[miai_rng_below(rng, (uint32_t)count)]);
        halfka_update(net, &cache, &was, &sums, &p, &next);
        sums = next;
        check(net, &p, &sums);
    }
}

START_TEST(games)
{
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    write_network();
    struct halfka *net = halfka_open(path);
    remove(path);
    ck_assert_ptr_nonnull(net);
    for (int i = 0; i < GAMES; i++)
        play(net, &rng);
    halfka_close(net);
}
END_TEST

START_TEST(no_network)
{
    FILE *file = fopen(path, "wb");
    ck_assert(file && fputs("\x20\x2f\xf3\x7a", file) >= 0 && fclose(file) == 0);
    ck_assert_ptr_null(halfka_open(path));
    remove(path);
    ck_assert_ptr_null(halfka_open(path));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("halfka");
    TCase *tests = add_case(suite, "core", 60);
    mi_chess_fill_tables();
    tcase_add_test(tests, games);
    tcase_add_test(tests, no_network);
    return run_suite(suite);
}
