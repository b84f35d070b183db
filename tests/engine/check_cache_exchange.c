/* Exporting the evaluation cache of one process and importing it in another. */
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

enum { SIDE = 5, POINTS = SIDE * SIDE, EXCHANGE_BYTES = 64 << 10, MEMORY = 16 << 20, NAME = 8 };

static const char network_file[] = "check_cache_exchange.bin.gz";
static const miai_setup setup = {.width = SIDE, .height = SIDE};
static struct mi_network *teller, *importer;
static struct mi_cached_output *answer, *results;
static size_t answer_bytes;
static unsigned char exchange_bytes[EXCHANGE_BYTES];

static struct mi_network *open_network(void)
{
    const struct mi_network_source source = {.file = network_file};
    const struct mi_root root = {.game = &mi_go_game, .setup = &setup};
    char error[200] = "";
    struct mi_network *network = mi_network_open(&source, MI_NET_FLOATS, error, sizeof error);
    ck_assert_msg(network != NULL, "%s", error);
    mi_network_prepare(network, &root, MEMORY, 1);
    ck_assert_ptr_nonnull(network->cache);
    return network;
}

static void begin_exchange(void)
{
    const struct net_file file = {.name = network_file,
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
    importer = open_network();
    answer_bytes = mi_cached_output_bytes(mi_policy_length(teller->encoding, POINTS), POINTS);
    answer = calloc(1, answer_bytes);
    results = calloc(1, answer_bytes);
    ck_assert(answer && results);
}

static void end_exchange(void)
{
    mi_network_close(teller);
    mi_network_close(importer);
    free(answer);
    free(results);
    remove(network_file);
}

/* The result stored under a key, so that it can be recognized. */
static void make_result(uint64_t key)
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

/* Keys are hashes, so they are spread over the whole cache. */
static uint64_t key_of(int first, int i)
{
    return miai_mix((uint64_t)(first + i));
}

static void store_results(int first, int count)
{
    for (int i = 0; i < count; i++) {
        make_result(key_of(first, i));
        mi_cache_store(teller->cache, key_of(first, i), answer);
        mi_network_mark_unsent(teller, key_of(first, i));
    }
}

static size_t export_results(size_t capacity)
{
    struct mi_bytes to = mi_bytes_of(exchange_bytes, capacity);
    mi_network_export_cache(teller, answer, &to);
    ck_assert(!to.failed);
    return mi_bytes_done(&to);
}

static void import_results(size_t length)
{
    struct mi_bytes from = mi_bytes_of(exchange_bytes, length);
    mi_network_import_cache(importer, answer, &from);
}

/* How many of those keys the importer has; their results must be correct. */
static int count_imported(int first, int count)
{
    int n = 0;
    for (int i = 0; i < count; i++) {
        memset(results, 0, answer_bytes);
        if (!mi_cache_find(importer->cache, key_of(first, i), results))
            continue;
        make_result(key_of(first, i));
        ck_assert_mem_eq(results, answer, answer_bytes);
        n++;
    }
    return n;
}

START_TEST(each_result_is_exported_once)
{
    store_results(100, 20);
    size_t length = export_results(EXCHANGE_BYTES);
    ck_assert_uint_eq(export_results(EXCHANGE_BYTES), 0);
    import_results(length);
    ck_assert_int_eq(count_imported(100, 20), 20);
    store_results(200, 5);
    ck_assert_uint_eq(export_results(EXCHANGE_BYTES), NAME + (length - NAME) / 20 * 5);
}
END_TEST

START_TEST(remaining_results_come_next)
{
    store_results(1, 10);
    size_t each = (export_results(EXCHANGE_BYTES) - NAME) / 10;
    store_results(100, 10);
    for (int i = 0; i < 10; i += 3) {
        size_t length = export_results(NAME + 3 * each + each / 2);
        ck_assert_uint_eq(length, NAME + (i < 9 ? 3 : 1) * each);
        import_results(length);
    }
    ck_assert_int_eq(count_imported(100, 10), 10);
    ck_assert_uint_eq(export_results(NAME + each - 1), 0);
}
END_TEST

START_TEST(the_oldest_are_forgotten)
{
    store_results(1, MI_UNSENT_KEYS + 50);
    size_t length;
    while ((length = export_results(EXCHANGE_BYTES)) > 0)
        import_results(length);
    ck_assert_int_eq(count_imported(1, 50), 0);
    ck_assert_int_eq(count_imported(51, MI_UNSENT_KEYS), MI_UNSENT_KEYS);
}
END_TEST

/* Of a wrong length, or with numbers that no network outputs. */
START_TEST(invalid_messages_are_ignored)
{
    miai_rng rng;
    miai_rng_seed(&rng, 9);
    store_results(1, 2);
    size_t length = export_results(EXCHANGE_BYTES);
    import_results(length - 1);
    ck_assert_int_eq(count_imported(1, 1), 1);
    ck_assert_int_eq(count_imported(2, 1), 0);
    make_result(7);
    answer->win = NAN;
    mi_cache_store(teller->cache, 7, answer);
    mi_network_mark_unsent(teller, 7);
    make_result(8);
    answer->win = 2;
    mi_cache_store(teller->cache, 8, answer);
    mi_network_mark_unsent(teller, 8);
    import_results(export_results(EXCHANGE_BYTES));
    ck_assert(!mi_cache_find(importer->cache, 7, results));
    ck_assert(!mi_cache_find(importer->cache, 8, results));
    for (int i = 0; i < 100; i++) {
        for (size_t k = NAME; k < length; k++)
            exchange_bytes[k] = (unsigned char)miai_rng_next(&rng);
        import_results(length);
    }
    ck_assert_int_eq(count_imported(1, 1), 1);
}
END_TEST

START_TEST(results_of_other_networks_are_ignored)
{
    store_results(1, 3);
    size_t length = export_results(EXCHANGE_BYTES);
    exchange_bytes[0] ^= 1;
    import_results(length);
    ck_assert_int_eq(count_imported(1, 3), 0);
    exchange_bytes[0] ^= 1;
    import_results(length);
    ck_assert_int_eq(count_imported(1, 3), 3);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cache exchange");
    TCase *tests = add_case(suite, "cache exchange", 60);
    tcase_add_checked_fixture(tests, begin_exchange, end_exchange);
    tcase_add_test(tests, each_result_is_exported_once);
    tcase_add_test(tests, remaining_results_come_next);
    tcase_add_test(tests, the_oldest_are_forgotten);
    tcase_add_test(tests, invalid_messages_are_ignored);
    tcase_add_test(tests, results_of_other_networks_are_ignored);
    return run_suite(suite);
}
