/* The evaluation cache: network outputs by the key of the position. */
#include "engine/network/network.h"
#include "tests/support/suite.h"

#include <stdlib.h>
#include <string.h>

enum { POINTS = 9 };

static struct mi_cached_output *output_for(uint64_t key)
{
    struct mi_cached_output *answer = calloc(1, mi_cached_output_bytes(POINTS + 1, POINTS));
    answer->win = (float)(key % 1000) / 1000;
    for (int i = 0; i <= POINTS; i++)
        answer->policy[i] = (uint16_t)(key + (uint64_t)i);
    return answer;
}

START_TEST(cache_keeps_and_replaces)
{
    struct mi_cache *cache = mi_cache_new(100000, POINTS + 1, POINTS);
    struct mi_cached_output *found = calloc(1, mi_cached_output_bytes(POINTS + 1, POINTS));
    int kept = 0;
    ck_assert_uint_le(mi_cache_bytes(cache), 105000);
    ck_assert(!mi_cache_find(cache, 0, found));
    for (uint64_t key = 0; key < 5000; key++) {
        struct mi_cached_output *answer = output_for(miai_mix(key));
        mi_cache_store(cache, miai_mix(key), answer);
        ck_assert(mi_cache_find(cache, miai_mix(key), found));
        ck_assert(memcmp(answer, found, mi_cached_output_bytes(POINTS + 1, POINTS)) == 0);
        free(answer);
    }
    for (uint64_t key = 0; key < 5000; key++) {
        struct mi_cached_output *answer = output_for(miai_mix(key));
        if (mi_cache_find(cache, miai_mix(key), found)) {
            ck_assert(memcmp(answer, found, mi_cached_output_bytes(POINTS + 1, POINTS)) == 0);
            kept++;
        }
        free(answer);
    }
    ck_assert_int_gt(kept, 1000);
    mi_cache_free(cache);
    ck_assert(!mi_cache_find(NULL, 1, found));
    ck_assert_uint_eq(mi_cache_bytes(NULL), 0);
    free(found);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cache");
    TCase *tests = add_case(suite, "cache", 10);
    tcase_add_test(tests, cache_keeps_and_replaces);
    return run_suite(suite);
}
