/* Answers of a network that one process tells another. */
#include "contract/capability.h"
#include "engine/network/network.h"
#include "game/games.h"
#include "tests/support/net_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 5, POINTS = SIDE * SIDE, ROOM = 64 << 10, MEMORY = 16 << 20, NAME = 8 };

static const char name[] = "check_news.bin.gz";
static const miai_setup setup = {.width = SIDE, .height = SIDE};
static struct mi_network *teller, *hearer;
static struct mi_cached_output *answer, *found;
static size_t answer_bytes;
static unsigned char bytes[ROOM];

static struct mi_network *open_network(void)
{
    const struct mi_network_source source = {.file = name};
    const struct mi_root root = {.game = &mi_go_game, .setup = &setup};
    char error[200] = "";
    struct mi_network *network = mi_network_open(&source, MI_NET_FLOATS, error, sizeof error);
    ck_assert_msg(network != NULL, "%s", error);
    mi_network_prepare(network, &root, MEMORY, 1);
    ck_assert_ptr_nonnull(network->cache);
    return network;
}

static void begin_news(void)
{
    const struct net_file file = {.name = name,
                                  .version = 8,
                                  .planes = 22,
                                  .numbers = 19,
                                  .channels = 4,
                                  .mid = 4,
                                  .pool = 4,
                                  .filter = 3,
                                  .blocks = "o",
                                  .activation = "",
                                  .binary = true,
                                  .seed = 5};
    net_file_write(&file);
    teller = open_network();
    hearer = open_network();
    answer_bytes = mi_cached_output_bytes(mi_policy_length(teller->encoding, POINTS), POINTS);
    answer = calloc(1, answer_bytes);
    found = calloc(1, answer_bytes);
    ck_assert(answer && found);
}

static void end_news(void)
{
    mi_network_close(teller);
    mi_network_close(hearer);
    free(answer);
    free(found);
    remove(name);
}

/* The answer that belongs to a key, to be known again. */
static void make_answer(uint64_t key)
{
    miai_rng rng;
    int places = mi_policy_length(teller->encoding, POINTS);
    miai_rng_seed(&rng, key);
    memset(answer, 0, answer_bytes);
    *answer = (struct mi_cached_output){.win = (float)miai_rng_below(&rng, 1000) / 1000,
                                        .score = (float)miai_rng_below(&rng, 100) - 50,
                                        .deviation = (float)miai_rng_below(&rng, 100),
                                        .lead = -(float)miai_rng_below(&rng, 100) / 7,
                                        .moves_left = (float)miai_rng_below(&rng, 100)};
    for (int p = 0; p < places; p++)
        answer->policy[p] = (uint16_t)miai_rng_below(&rng, UINT16_MAX + 1);
    for (int p = 0; p < POINTS; p++)
        ((int8_t *)&answer->policy[places])[p] = (int8_t)((int)miai_rng_below(&rng, 255) - 127);
}

/* Keys as hashes are, which lie all over the cache. */
static uint64_t key_of(int first, int i)
{
    return miai_mix((uint64_t)(first + i));
}

static void find_out(int first, int count)
{
    for (int i = 0; i < count; i++) {
        make_answer(key_of(first, i));
        mi_cache_store(teller->cache, key_of(first, i), answer);
        mi_network_mark_unsent(teller, key_of(first, i));
    }
}

static size_t tell(size_t room)
{
    struct mi_bytes to = mi_bytes_of(bytes, room);
    mi_network_export_cache(teller, answer, &to);
    ck_assert(!to.failed);
    return mi_bytes_done(&to);
}

static void hear(size_t length)
{
    struct mi_bytes from = mi_bytes_of(bytes, length);
    mi_network_import_cache(hearer, answer, &from);
}

/* How many of those keys the hearer knows, whose answers must be right. */
static int known(int first, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        memset(found, 0, answer_bytes);
        if (!mi_cache_find(hearer->cache, key_of(first, i), found))
            continue;
        make_answer(key_of(first, i));
        ck_assert_mem_eq(found, answer, answer_bytes);
        n++;
    }
    return n;
}

START_TEST(each_is_told_once)
{
    find_out(100, 20);
    size_t length = tell(ROOM);
    ck_assert_uint_eq(tell(ROOM), 0);
    hear(length);
    ck_assert_int_eq(known(100, 20), 20);
    find_out(200, 5);
    ck_assert_uint_eq(tell(ROOM), NAME + (length - NAME) / 20 * 5);
}
END_TEST

START_TEST(what_has_no_room_comes_next)
{
    find_out(1, 10);
    size_t each = (tell(ROOM) - NAME) / 10;
    find_out(100, 10);
    for (int i = 0; i < 10; i += 3) {
        size_t length = tell(NAME + 3 * each + each / 2);
        ck_assert_uint_eq(length, NAME + (i < 9 ? 3 : 1) * each);
        hear(length);
    }
    ck_assert_int_eq(known(100, 10), 10);
    ck_assert_uint_eq(tell(NAME + each - 1), 0);
}
END_TEST

START_TEST(the_oldest_are_forgotten)
{
    find_out(1, MI_UNSENT_KEYS + 50);
    size_t length;
    while ((length = tell(ROOM)) > 0)
        hear(length);
    ck_assert_int_eq(known(1, 50), 0);
    ck_assert_int_eq(known(51, MI_UNSENT_KEYS), MI_UNSENT_KEYS);
}
END_TEST

/* Of another length, or with numbers that no network says. */
START_TEST(nonsense_is_not_kept)
{
    miai_rng rng;
    miai_rng_seed(&rng, 9);
    find_out(1, 2);
    size_t length = tell(ROOM);
    hear(length - 1);
    ck_assert_int_eq(known(1, 1), 1);
    ck_assert_int_eq(known(2, 1), 0);
    make_answer(7);
    answer->win = NAN;
    mi_cache_store(teller->cache, 7, answer);
    mi_network_mark_unsent(teller, 7);
    make_answer(8);
    answer->win = 2;
    mi_cache_store(teller->cache, 8, answer);
    mi_network_mark_unsent(teller, 8);
    hear(tell(ROOM));
    ck_assert(!mi_cache_find(hearer->cache, 7, found));
    ck_assert(!mi_cache_find(hearer->cache, 8, found));
    for (int i = 0; i < 100; i++) {
        for (size_t k = NAME; k < length; k++)
            bytes[k] = (unsigned char)miai_rng_next(&rng);
        hear(length);
    }
    ck_assert_int_eq(known(1, 1), 1);
}
END_TEST

START_TEST(of_another_network_nothing_is_kept)
{
    find_out(1, 3);
    size_t length = tell(ROOM);
    bytes[0] ^= 1;
    hear(length);
    ck_assert_int_eq(known(1, 3), 0);
    bytes[0] ^= 1;
    hear(length);
    ck_assert_int_eq(known(1, 3), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("news");
    TCase *tests = add_case(suite, "news", 60);
    tcase_add_checked_fixture(tests, begin_news, end_news);
    tcase_add_test(tests, each_is_told_once);
    tcase_add_test(tests, what_has_no_room_comes_next);
    tcase_add_test(tests, the_oldest_are_forgotten);
    tcase_add_test(tests, nonsense_is_not_kept);
    tcase_add_test(tests, of_another_network_nothing_is_kept);
    return run_suite(suite);
}
