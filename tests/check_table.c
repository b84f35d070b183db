/* The transposition table: what is stored comes back, what is worth least goes first. */
#include "search/score.h"
#include "search/table.h"
#include "suite.h"

#include <check.h>
#include <pthread.h>

enum { BYTES = 64 * 1024, WAYS = 4 };

static struct mi_table table;

static void set_up(void)
{
    ck_assert(mi_table_resize(&table, BYTES));
}

static void tear_down(void)
{
    mi_table_free(&table);
}

static struct mi_entry entry_of(int score, int depth, miai_move move)
{
    return (struct mi_entry){score, depth, move, MI_BOUND_LOWER, false, score / 2};
}

static void store(uint64_t key, int depth, int score)
{
    struct mi_entry entry = entry_of(score, depth, 1);
    mi_table_store(&table, key, 0, &entry);
}

static bool has(uint64_t key)
{
    struct mi_entry entry;
    return mi_table_probe(&table, key, 0, &entry);
}

START_TEST(empty_table_has_nothing)
{
    for (uint64_t key = 0; key < 1000; key++)
        ck_assert(!has(key) && !has(miai_mix(key)));
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
        store(key, 10 + (int)key, 0);
    store(100, 3, 0);
    ck_assert(has(100));
    ck_assert(!has(1));
    for (uint64_t key = 2; key <= WAYS; key++)
        ck_assert(has(key));
}
END_TEST

START_TEST(old_entries_go_first)
{
    store(1, 12, 0);
    mi_table_age(&table);
    mi_table_age(&table);
    for (uint64_t key = 2; key <= WAYS + 1; key++)
        store(key, 2, 0);
    ck_assert(!has(1));
    for (uint64_t key = 2; key <= WAYS + 1; key++)
        ck_assert(has(key));
}
END_TEST

START_TEST(better_knowledge_stays)
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
    mi_table_store(&table, 9, 0, &entry);
    mi_table_store(&table, 9, 0, &deep);
    ck_assert(mi_table_probe(&table, 9, 0, &entry));
    ck_assert(entry.proven);
}
END_TEST

START_TEST(bound_of_memory)
{
    for (size_t bytes = 0; bytes < 1000; bytes += 7) {
        ck_assert(mi_table_resize(&table, bytes));
        ck_assert_uint_le(mi_table_bytes(&table), bytes);
        store(bytes, 1, 0);
        ck_assert(has(bytes) == (mi_table_bytes(&table) > 0));
    }
}
END_TEST

START_TEST(use_is_counted)
{
    for (uint64_t key = 0; key < 1000; key++)
        store(miai_mix(key), 1, 0);
    ck_assert_uint_gt(mi_table_used(&table), 900);
    ck_assert_uint_le(mi_table_used(&table), 1000);
    for (uint64_t key = 0; key < 100000; key++)
        store(miai_mix(key), 1, 0);
    ck_assert_uint_le(mi_table_used(&table) * 16, mi_table_bytes(&table));
}
END_TEST

/* Each thread stores entries whose score tells their key; no other score may ever come back. */
static void *hammer(void *seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, *(uint64_t *)seed);
    for (int i = 0; i < 200000; i++) {
        int number = (int)miai_rng_below(&rng, 20000);
        uint64_t key = miai_mix((uint64_t)number);
        struct mi_entry entry = entry_of(number, i % 20, 1);
        mi_table_store(&table, key, 0, &entry);
        number = (int)miai_rng_below(&rng, 20000);
        if (mi_table_probe(&table, miai_mix((uint64_t)number), 0, &entry) && entry.score != number)
            return seed;
    }
    return NULL;
}

START_TEST(threads_share_it)
{
    uint64_t seeds[] = {1, 2, 3};
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(pthread_create(&threads[i], NULL, hammer, &seeds[i]), 0);
    for (int i = 0; i < 3; i++) {
        void *wrong;
        pthread_join(threads[i], &wrong);
        ck_assert_ptr_null(wrong);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("table");
    TCase *tests = add_case(suite, "table", 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, empty_table_has_nothing);
    tcase_add_test(tests, every_field_comes_back);
    tcase_add_test(tests, wins_are_counted_from_the_position);
    tcase_add_test(tests, shallow_entries_go_first);
    tcase_add_test(tests, old_entries_go_first);
    tcase_add_test(tests, better_knowledge_stays);
    tcase_add_test(tests, bound_of_memory);
    tcase_add_test(tests, use_is_counted);
    tcase_add_test(tests, threads_share_it);
    return run_suite(suite);
}
