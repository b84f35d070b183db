/* The transposition table: stored entries are found, the least valuable are replaced first. */
#include "base/clock.h"
#include "base/thread.h"
#include "search/alphabeta/table.h"
#include "search/common/score.h"
#include "tests/support/suite.h"

#include <check.h>
#include <sys/resource.h>

enum { BYTES = 64 * 1024, WAYS = 4 };

static struct mi_table table;

static void set_up_table(void)
{
    ck_assert(mi_table_resize(&table, BYTES));
}

static void free_table(void)
{
    mi_table_free(&table);
}

static struct mi_entry entry_of(int score, int depth, miai_move move)
{
    return (struct mi_entry){score, depth, move, MI_BOUND_LOWER, false, score / 2};
}

static void store_entry(uint64_t key, int depth, int score)
{
    struct mi_entry entry = entry_of(score, depth, 1);
    mi_table_store(&table, key, 0, &entry);
}

static bool has_entry(uint64_t key)
{
    struct mi_entry entry;
    return mi_table_probe(&table, key, 0, &entry);
}

START_TEST(empty_table_has_nothing)
{
    for (uint64_t key = 0; key < 1000; key++)
        ck_assert(!has_entry(key) && !has_entry(miai_mix(key)));
    ck_assert_uint_eq(mi_table_used(&table), 0);
}
END_TEST

START_TEST(every_field_comes_back)
{
    const int scores[] = {0, 1, -1, 999999, -999999, MI_SCORE_WIN - 5, 5 - MI_SCORE_WIN};
    const miai_move moves[] = {0, 1, MIAI_MAX_MOVES - 1, MIAI_NO_MOVE};
    uint64_t key = 1;
    for (int s = 0; s < 7; s++)
        for (int m = 0; m < 4; m++)
            for (int depth = 0; depth <= MI_DEPTH_MAX; depth += 51)
                for (int bound = MI_BOUND_UPPER; bound <= MI_BOUND_EXACT; bound++) {
                    struct mi_entry in = {scores[s],      depth,
                                          moves[m],       (enum mi_bound)bound,
                                          depth % 2 == 1, scores[(s + 3) % 7]};
                    struct mi_entry out;
                    key = miai_mix(key);
                    mi_table_store(&table, key, 3, &in);
                    ck_assert(mi_table_probe(&table, key, 3, &out));
                    ck_assert_int_eq(in.score, out.score);
                    ck_assert_int_eq(in.depth, out.depth);
                    ck_assert_int_eq(in.move, out.move);
                    ck_assert_int_eq(in.bound, out.bound);
                    ck_assert_int_eq(in.proven, out.proven);
                    ck_assert_int_eq(in.eval, out.eval);
                }
}
END_TEST

/* A win in 6 plies from a position 4 plies below the root is a win in 10, and in 8 from 2 below. */
START_TEST(wins_are_counted_from_the_position)
{
    struct mi_entry entry = entry_of(MI_SCORE_WIN - 10, 9, 1);
    mi_table_store(&table, 5, 4, &entry);
    ck_assert(mi_table_probe(&table, 5, 2, &entry));
    ck_assert_int_eq(entry.score, MI_SCORE_WIN - 8);
    entry.score = 10 - MI_SCORE_WIN;
    mi_table_store(&table, 6, 4, &entry);
    ck_assert(mi_table_probe(&table, 6, 2, &entry));
    ck_assert_int_eq(entry.score, 8 - MI_SCORE_WIN);
}
END_TEST

START_TEST(shallow_entries_go_first)
{
    for (uint64_t key = 1; key <= WAYS; key++) /* all in the first bucket */
        store_entry(key, 10 + (int)key, 0);
    store_entry(100, 3, 0);
    ck_assert(has_entry(100));
    ck_assert(!has_entry(1));
    for (uint64_t key = 2; key <= WAYS; key++)
        ck_assert(has_entry(key));
}
END_TEST

START_TEST(old_entries_go_first)
{
    store_entry(1, 12, 0);
    mi_table_age(&table);
    mi_table_age(&table);
    for (uint64_t key = 2; key <= WAYS + 1; key++)
        store_entry(key, 2, 0);
    ck_assert(!has_entry(1));
    for (uint64_t key = 2; key <= WAYS + 1; key++)
        ck_assert(has_entry(key));
}
END_TEST

START_TEST(better_entries_stay)
{
    struct mi_entry entry = entry_of(7, 10, 1), shallow = entry_of(8, 2, 2), deep = shallow;
    mi_table_store(&table, 9, 0, &entry);
    mi_table_store(&table, 9, 0, &shallow);
    ck_assert(mi_table_probe(&table, 9, 0, &entry));
    ck_assert_int_eq(entry.score, 7);

    deep.depth = 11;
    deep.move = MIAI_NO_MOVE; /* the old move is better than none */
    mi_table_store(&table, 9, 0, &deep);
    ck_assert(mi_table_probe(&table, 9, 0, &entry));
    ck_assert_int_eq(entry.score, 8);
    ck_assert_int_eq(entry.move, 1);

    entry.proven = true;
    entry.depth = 1;
    entry.bound = MI_BOUND_EXACT;
    mi_table_store(&table, 9, 0, &entry);
    mi_table_store(&table, 9, 0, &deep);
    ck_assert(mi_table_probe(&table, 9, 0, &entry));
    ck_assert(entry.proven);
}
END_TEST

static struct mi_entry bound_entry(int score, enum mi_bound bound, int depth, bool proven)
{
    return (struct mi_entry){score, depth, 1, bound, proven, 0};
}

/* The score found after both entries were stored in this order. */
static int score_after(struct mi_entry first, struct mi_entry second)
{
    static uint64_t key;
    struct mi_entry entry;
    key = miai_mix(key + 1);
    mi_table_store(&table, key, 0, &first);
    mi_table_store(&table, key, 0, &second);
    ck_assert(mi_table_probe(&table, key, 0, &entry));
    return entry.score;
}

/* A proven score is final only if it is exact, a win as a lower bound, or a loss as an upper bound.
 * Other bounds are replaced by entries that add information. */
START_TEST(proven_bounds_are_replaced)
{
    const int win = MI_SCORE_WIN - 9;
    const struct mi_entry deep = bound_entry(300, MI_BOUND_LOWER, 20, false),
                          low = bound_entry(-300, MI_BOUND_UPPER, 20, false);
    ck_assert_int_eq(score_after(bound_entry(0, MI_BOUND_LOWER, 1, true), deep), 300);
    ck_assert_int_eq(score_after(bound_entry(0, MI_BOUND_UPPER, 1, true), low), -300);
    ck_assert_int_eq(score_after(bound_entry(-win, MI_BOUND_LOWER, 1, true), deep), 300);
    ck_assert_int_eq(score_after(bound_entry(win, MI_BOUND_UPPER, 1, true), low), -300);
    ck_assert_int_eq(score_after(deep, bound_entry(0, MI_BOUND_LOWER, 1, true)), 300);

    ck_assert_int_eq(score_after(bound_entry(win, MI_BOUND_LOWER, 1, true), deep), win);
    ck_assert_int_eq(score_after(bound_entry(-win, MI_BOUND_UPPER, 1, true), deep), -win);
    ck_assert_int_eq(score_after(bound_entry(0, MI_BOUND_EXACT, 1, true), deep), 0);
    ck_assert_int_eq(score_after(deep, bound_entry(0, MI_BOUND_EXACT, 1, true)), 0);
    ck_assert_int_eq(score_after(bound_entry(400, MI_BOUND_LOWER, 1, true), deep), 400);
    ck_assert_int_eq(score_after(bound_entry(0, MI_BOUND_EXACT, 1, true),
                                 bound_entry(-5, MI_BOUND_LOWER, 9, true)),
                     0);
}
END_TEST

START_TEST(bound_of_memory)
{
    for (size_t bytes = 0; bytes < 1000; bytes += 7) {
        ck_assert(mi_table_resize(&table, bytes));
        ck_assert_uint_le(mi_table_bytes(&table), bytes);
        store_entry(bytes, 1, 0);
        ck_assert(has_entry(bytes) == (mi_table_bytes(&table) > 0));
    }
}
END_TEST

START_TEST(use_is_counted)
{
    for (uint64_t key = 0; key < 1000; key++)
        store_entry(miai_mix(key), 1, 0);
    ck_assert_uint_gt(mi_table_used(&table), 900);
    ck_assert_uint_le(mi_table_used(&table), 1000);
    for (uint64_t key = 0; key < 100000; key++)
        store_entry(miai_mix(key), 1, 0);
    ck_assert_uint_le(mi_table_used(&table) * 16, mi_table_bytes(&table));
}
END_TEST

/* Clearing keeps the memory, but its entries are not found any more. */
static void clear_table(void)
{
    mi_table_free(&table);
    ck_assert(mi_table_resize(&table, BYTES));
}

/* The two words of the only entry. */
static uint64_t *only_entry(void)
{
    uint64_t *word = (uint64_t *)table.buckets;
    while (!word[0] && !word[1])
        word += 2;
    return word;
}

/* Words of two writers of the same key do not combine to an entry, whatever field differs. */
START_TEST(torn_entries_are_not_found)
{
    const struct mi_entry whole = {70, 8, 3, MI_BOUND_LOWER, true, 20};
    struct mi_entry other[] = {whole, whole, whole, whole, whole};
    other[0].depth = 9;
    other[1].bound = MI_BOUND_EXACT;
    other[2].proven = false;
    other[3].score = 71;
    other[4].move = 4;
    for (int depth = 0; depth <= MI_DEPTH_MAX; depth += 1 + depth / 16)
        for (int i = 0; i < COUNT(other); i++) {
            uint64_t key = miai_mix((uint64_t)(depth * 8 + i)), check;
            clear_table();
            other[0].depth = depth == whole.depth ? 9 : depth;
            other[i].eval = -20;
            mi_table_store(&table, key, 0, &whole);
            check = only_entry()[0];
            clear_table();
            mi_table_store(&table, key, 0, &other[i]);
            ck_assert(has_entry(key));
            only_entry()[0] = check;
            ck_assert(!has_entry(key));
        }
}
END_TEST

/* The score encodes the key, and the evaluation the depth. */
static int eval_of(int number, int depth)
{
    return number + 1000 * depth;
}

/* Threads store entries whose score encodes the key and whose evaluation encodes the depth; no
 * inconsistent entry may ever be found. */
static void *store_and_probe(void *seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, *(uint64_t *)seed);
    for (int i = 0; i < 200000; i++) {
        int number = (int)miai_rng_below(&rng, 20000);
        uint64_t key = miai_mix((uint64_t)number);
        struct mi_entry entry = entry_of(number, i % 20, 1);
        entry.eval = eval_of(number, entry.depth);
        mi_table_store(&table, key, 0, &entry);
        number = (int)miai_rng_below(&rng, 20000);
        if (mi_table_probe(&table, miai_mix((uint64_t)number), 0, &entry) &&
            (entry.score != number || entry.eval != eval_of(number, entry.depth)))
            return seed;
    }
    return NULL;
}

START_TEST(threads_share_the_table)
{
    uint64_t seeds[] = {1, 2, 3};
    struct mi_thread threads[3];
    for (int i = 0; i < 3; i++)
        ck_assert(mi_thread_start(&threads[i], store_and_probe, &seeds[i]));
    for (int i = 0; i < 3; i++)
        ck_assert_ptr_null(mi_thread_join(&threads[i]));
}
END_TEST

static void store_many(struct mi_table *to, uint64_t seed)
{
    for (int i = 0; i < 3000; i++) {
        struct mi_entry entry = entry_of(i, i % 50, i % 100);
        mi_table_store(to, miai_mix(seed + (uint64_t)i % 2500), 0, &entry);
    }
}

/* After clearing, old entries are not found, not counted, and do not block new ones. */
START_TEST(cleared_table_is_a_new_one)
{
    struct mi_table fresh = {0};
    struct mi_entry a = {0}, b = {0};
    ck_assert(mi_table_resize(&fresh, BYTES));
    store_many(&fresh, 7);
    for (uint64_t round = 0; round < 300; round++) {
        store_many(&table, 1000000 + round);
        mi_table_clear(&table);
        ck_assert_uint_eq(mi_table_used(&table), 0);
        store_many(&table, 7);
        ck_assert_uint_eq(mi_table_used(&table), mi_table_used(&fresh));
        for (uint64_t key = 0; key < 2500; key++) {
            bool found = mi_table_probe(&fresh, miai_mix(7 + key), 0, &a);
            ck_assert(mi_table_probe(&table, miai_mix(7 + key), 0, &b) == found);
            ck_assert(!found || (a.score == b.score && a.depth == b.depth && a.move == b.move));
        }
    }
    mi_table_free(&fresh);
}
END_TEST

#define MIB ((size_t)1 << 20)

/* For any size. */
START_TEST(large_table_at_once)
{
    ck_assert(mi_table_resize(&table, 1024 * MIB));
    mi_table_warm(&table);
    double start = mi_clock();
    for (int i = 0; i < 10; i++) {
        store_entry(5, 1, 0);
        mi_table_clear(&table);
        ck_assert(!has_entry(5));
    }
    ck_assert_double_lt(mi_clock() - start, 0.1);
}
END_TEST

static bool is_all_in_use(void)
{
    return atomic_load_explicit(&table.open, memory_order_relaxed) == table.count;
}

/* During warming a part of the table is in use, afterwards all of it. */
START_TEST(warming_table_is_used)
{
    uint64_t seed = 1;
    ck_assert(mi_table_resize(&table, 64 * MIB));
    mi_table_warm(&table);
    ck_assert(mi_table_capacity(&table) > 900000);
    do
        ck_assert_ptr_null(store_and_probe(&seed));
    while (!is_all_in_use());
    for (uint64_t key = 0; key < 100000; key++)
        store_entry(miai_mix(key), 60, 0);
    for (uint64_t key = 0; key < 100000; key++)
        ck_assert(has_entry(miai_mix(key)));
}
END_TEST

/* After the wait the whole table is in use, without a search in between.  A second wait returns. */
START_TEST(wait_maps_the_table)
{
    ck_assert(mi_table_resize(&table, 64 * MIB));
    mi_table_warm(&table);
    mi_table_wait(&table);
    ck_assert(is_all_in_use());
    mi_table_wait(&table);
    mi_table_clear(&table);
    ck_assert(mi_table_resize(&table, 32 * MIB));
    mi_table_warm(&table);
}
END_TEST

/* A search limited by a count uses the whole table at once, even during warming. */
START_TEST(whole_table_in_counted_searches)
{
    ck_assert(mi_table_resize(&table, 64 * MIB));
    mi_table_warm(&table);
    mi_table_open(&table);
    ck_assert(is_all_in_use());
    for (uint64_t key = 0; key < 100000; key++)
        store_entry(miai_mix(key), 60, 0);
    for (uint64_t key = 0; key < 100000; key++)
        ck_assert(has_entry(miai_mix(key)));
}
END_TEST

/* The first allocation may replace the old table; after a refusal the old one stays. */
START_TEST(refused_size_leaves_the_table)
{
    struct rlimit limit;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &limit), 0);
    limit.rlim_cur = 256 * MIB;
    ck_assert_int_eq(setrlimit(RLIMIT_AS, &limit), 0);
    ck_assert(!mi_table_resize(&table, 512 * MIB));
    ck_assert(mi_table_resize(&table, BYTES));
    store_entry(1, 1, 0);
    ck_assert(!mi_table_resize(&table, 512 * MIB));
    ck_assert(mi_table_resize(&table, BYTES));
    ck_assert(has_entry(1));
    ck_assert(mi_table_resize(&table, 150 * MIB)); /* in addition to the old one */
    ck_assert(mi_table_resize(&table, 140 * MIB)); /* in place of it */
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("table");
    TCase *tests = add_case(suite, "table", 60);
    tcase_add_checked_fixture(tests, set_up_table, free_table);
    tcase_add_test(tests, empty_table_has_nothing);
    tcase_add_test(tests, every_field_comes_back);
    tcase_add_test(tests, wins_are_counted_from_the_position);
    tcase_add_test(tests, shallow_entries_go_first);
    tcase_add_test(tests, old_entries_go_first);
    tcase_add_test(tests, better_entries_stay);
    tcase_add_test(tests, proven_bounds_are_replaced);
    tcase_add_test(tests, bound_of_memory);
    tcase_add_test(tests, use_is_counted);
    tcase_add_test(tests, torn_entries_are_not_found);
    tcase_add_test(tests, threads_share_the_table);
    tcase_add_test(tests, cleared_table_is_a_new_one);
    tcase_add_test(tests, large_table_at_once);
    tcase_add_test(tests, warming_table_is_used);
    tcase_add_test(tests, wait_maps_the_table);
    tcase_add_test(tests, whole_table_in_counted_searches);
    if (!SANITIZED) /* sanitizers need more address space than the limit allows */
        tcase_add_test(tests, refused_size_leaves_the_table);
    return run_suite(suite);
}
