/* Ranks in one process, connected by a link that loses, damages, duplicates and delays messages. */
#include "base/clock.h"
#include "cluster/messenger.h"
#include "tests/support/suite.h"
#include "tools/cluster/wire.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { RANKS = 4 };

static double now; /* time of all clocks */
static struct wire_terms terms;
static struct wire *wire;
static struct mi_cluster *cluster[RANKS];
static int stopped[RANKS];

static double test_clock(void *context)
{
    (void)context;
    return now;
}

static void begin_ranks(void)
{
    terms.clock = test_clock;
    now = 100;
    wire = wire_new(RANKS, &terms);
    ck_assert_ptr_nonnull(wire);
    for (int i = 0; i < RANKS; i++) {
        struct mi_link link = wire_link(wire, i);
        cluster[i] = mi_cluster_new(&link, now);
        ck_assert_ptr_nonnull(cluster[i]);
        stopped[i] = 0;
    }
}

static void begin_default_ranks(void)
{
    terms = (struct wire_terms){.latency = 1e-4, .bandwidth = 1e9, .seed = 1};
    begin_ranks();
}

static void end_ranks(void)
{
    for (int i = 0; i < RANKS; i++)
        mi_cluster_delete(cluster[i]);
    wire_free(wire);
}

static void restart_ranks(void)
{
    end_ranks();
    begin_ranks();
}

static void pass_time(double seconds)
{
    for (double until = now + seconds; now < until; now += 0.001)
        for (int i = 0; i < RANKS; i++)
            mi_messenger_round(cluster[i], now);
}

static void count_stops(void *context)
{
    ++*(int *)context;
}

/* Lets the rank begin the search that it was called to; false if it has no call. */
static bool begin_called_search(int rank, uint32_t *search)
{
    struct mi_message call;
    if (!cluster[rank]->call)
        return false;
    struct mi_packet *packet = mi_cluster_wait(cluster[rank], &call);
    ck_assert_uint_eq(call.length, 5);
    ck_assert_str_eq((const char *)call.content, "call");
    mi_cluster_begin(cluster[rank], &call, count_stops, &stopped[rank]);
    *search = call.search;
    mi_packet_drop(packet);
    return true;
}

static uint32_t call_all(void)
{
    uint32_t search = 0;
    ck_assert(mi_cluster_call(cluster[0], "call", 5));
    pass_time(0.01);
    for (int i = 1; i < RANKS; i++)
        ck_assert(begin_called_search(i, &search));
    return search;
}

static int shares_taken(int rank)
{
    char bytes[100];
    int n = 0;
    while (mi_cluster_take_share(cluster[rank], bytes, sizeof bytes) > 0)
        n++;
    return n;
}

START_TEST(a_search_from_call_to_stop)
{
    uint32_t search = call_all();
    mi_cluster_share(cluster[2], 55, "found", 6);
    pass_time(0.01);
    char bytes[100];
    for (int i = 0; i < RANKS; i++) {
        ck_assert_int_eq(stopped[i], 0);
        ck_assert_uint_eq(mi_cluster_take_share(cluster[i], bytes, sizeof bytes), i == 2 ? 0 : 6);
        ck_assert(i == 2 || strcmp(bytes, "found") == 0);
        ck_assert_uint_eq(mi_cluster_done(cluster[i]), i == 2 ? 0 : 55);
    }
    mi_cluster_stop(cluster[0], 0);
    pass_time(0.01);
    for (int i = 1; i < RANKS; i++) {
        ck_assert_int_ge(stopped[i], 1);
        mi_cluster_end(cluster[i], 100);
    }
    ck_assert_uint_eq(call_all(), search + 1);
}
END_TEST

START_TEST(stopped_before_it_began)
{
    struct mi_message call;
    mi_cluster_call(cluster[0], "call", 5);
    pass_time(0.01);
    struct mi_packet *packet = mi_cluster_wait(cluster[1], &call);
    mi_cluster_stop(cluster[0], 0);
    pass_time(0.01);
    mi_cluster_begin(cluster[1], &call, count_stops, &stopped[1]);
    ck_assert_int_eq(stopped[1], 1);
    mi_packet_drop(packet);
    ck_assert_ptr_null(cluster[2]->call); /* a call that no rank received, and that is over */
}
END_TEST

/* An unresponsive rank costs one time window; when it is back, it sees only the newest call. */
START_TEST(unresponsive_rank_returns)
{
    uint32_t search = call_all(), found;
    wire_cut(wire, 3, true);
    for (int i = 0; i < 200; i++) {
        mi_cluster_share(cluster[0], 1, "found", 6);
        mi_cluster_share(cluster[1], 1, "found", 6);
        pass_time(0.002);
        shares_taken(0), shares_taken(1), shares_taken(2);
        if (i % 20 == 10) {
            mi_cluster_stop(cluster[0], 0);
            mi_cluster_call(cluster[0], "call", 5);
            pass_time(0.002);
            for (int k = 1; k < 3; k++)
                ck_assert(begin_called_search(k, &search));
        }
    }
    ck_assert_int_le(wire_packets(wire), 3 * MI_LINK_WINDOW);
    struct mi_rank_status rank;
    mi_cluster_get_rank_status(cluster[0], 3, &rank);
    ck_assert_uint_ge(rank.lost, 150);
    wire_cut(wire, 3, false);
    pass_time(0.1);
    ck_assert_int_ge(stopped[3], 1);
    ck_assert(begin_called_search(3, &found));
    ck_assert_uint_eq(found, search);
    ck_assert_int_le(shares_taken(3), 2 * MI_LINK_WINDOW);
    mi_cluster_share(cluster[0], 1, "found", 6);
    pass_time(0.01);
    ck_assert_int_eq(shares_taken(3), 1);
}
END_TEST

START_TEST(rank_0_exits)
{
    call_all();
    wire_cut(wire, 0, true);
    pass_time(MI_CLUSTER_LOST - 1);
    ck_assert(!cluster[1]->quits);
    pass_time(2);
    struct mi_message call;
    for (int i = 1; i < RANKS; i++) {
        ck_assert_int_ge(stopped[i], 1);
        ck_assert_ptr_null(mi_cluster_wait(cluster[i], &call));
    }
}
END_TEST

/* A rank that was suspended itself reads its messages before it considers rank 0 dead. */
START_TEST(suspended_rank_does_not_give_up)
{
    call_all();
    pass_time(1);
    now += 100;
    pass_time(1);
    for (int i = 1; i < RANKS; i++)
        ck_assert(!cluster[i]->quits);
}
END_TEST

/* ---- faults ---- */

START_TEST(damaged_messages_are_ignored)
{
    const struct mi_message message = {.kind = MI_MESSAGE_SHARE,
                                       .search = 3,
                                       .serial = 9,
                                       .content = (const void *)"abcdef",
                                       .length = 6};
    struct mi_packet *packet = mi_message_write(&message);
    struct mi_message read;
    ck_assert(mi_message_read(&read, packet));
    for (size_t i = 0; i < packet->length * 8; i++) {
        packet->bytes[i / 8] ^= (unsigned char)(1u << i % 8);
        ck_assert(!mi_message_read(&read, packet));
        packet->bytes[i / 8] ^= (unsigned char)(1u << i % 8);
    }
    for (; packet->length > 0; packet->length--)
        ck_assert(packet->length == MI_MESSAGE_HEAD + 6 || !mi_message_read(&read, packet));
    mi_packet_drop(packet);
}
END_TEST

START_TEST(duplicates_are_delivered_once)
{
    terms.doubled = 1;
    restart_ranks();
    call_all();
    for (int i = 0; i < 10; i++) {
        mi_cluster_share(cluster[1], 1, "found", 6);
        pass_time(0.01);
    }
    ck_assert_int_eq(shares_taken(0), 10);
    struct mi_rank_status rank;
    mi_cluster_get_rank_status(cluster[0], 1, &rank);
    ck_assert_uint_ge(rank.missed, 10);
}
END_TEST

START_TEST(late_messages_are_dropped)
{
    call_all();
    mi_cluster_share(cluster[1], 1, "found", 6);
    mi_messenger_round(cluster[1], now); /* in flight */
    mi_cluster_stop(cluster[0], 0);
    mi_cluster_call(cluster[0], "call", 5);
    pass_time(0.01);
    ck_assert_int_eq(shares_taken(0), 0);
}
END_TEST

/* During a storm of faults, received shares belong to this search, are complete, in order and
 * without duplicates. */
START_TEST(storm_of_faults)
{
    terms = (struct wire_terms){.latency = 1e-3,
                                .bandwidth = 1e8,
                                .loss = 0.1,
                                .damage = 0.1,
                                .doubled = 0.1,
                                .late = 0.1,
                                .seed = 7};
    restart_ranks();
    int last[RANKS][RANKS] = {0}, got = 0, answers = 0;
    int what[3]; /* search, sender, number */
    for (int round = 0; round < REPEATED(300); round++) {
        uint32_t found, search = (uint32_t)round + 1;
        ck_assert(mi_cluster_call(cluster[0], "call", 5));
        for (int i = 1; i < 20; i++) {
            pass_time(0.004);
            for (int r = 1; r < RANKS; r++)
                answers += begin_called_search(r, &found);
            for (int r = 0; r < RANKS; r++) {
                const int says[3] = {(int)cluster[r]->search, r, 20 * round + i};
                mi_cluster_share(cluster[r], 1, says, sizeof says);
            }
            for (int r = 0; r < RANKS; r++)
                while (mi_cluster_take_share(cluster[r], what, sizeof what) > 0) {
                    ck_assert_int_eq(what[0], (int)cluster[r]->search);
                    ck_assert(r != 0 || what[0] == (int)search);
                    ck_assert_int_gt(what[2], last[r][what[1]]);
                    last[r][what[1]] = what[2];
                    got++;
                }
        }
        mi_cluster_stop(cluster[0], 0);
        pass_time(0.1);
        ck_assert_int_le(wire_packets(wire), 2 * RANKS * RANKS * MI_LINK_WINDOW);
    }
    ck_assert_int_gt(answers, REPEATED(300) * 2);
    ck_assert_int_gt(got, REPEATED(300) * 50);
}
END_TEST

/* ---- with threads ---- */

static void *follow_rank_0(void *self)
{
    struct mi_message call;
    struct mi_packet *packet;
    int calls = 0;
    while ((packet = mi_cluster_wait(self, &call)) != NULL) {
        mi_cluster_begin(self, &call, count_stops, &calls);
        mi_cluster_share(self, 7, "x", 2);
        mi_cluster_end(self, 7);
        mi_packet_drop(packet);
    }
    mi_cluster_close(self);
    return NULL;
}

static double real_clock(void *context)
{
    (void)context;
    return mi_clock();
}

START_TEST(threads_end_together)
{
    const struct wire_terms real = {.clock = real_clock, .seed = 1};
    struct wire *of_two = wire_new(2, &real);
    struct mi_link link = wire_link(of_two, 0), other = wire_link(of_two, 1);
    struct mi_cluster *leader = mi_cluster_open(&link);
    struct mi_thread thread;
    char bytes[2];
    ck_assert(leader && mi_thread_start(&thread, follow_rank_0, mi_cluster_open(&other)));
    for (int i = 0; i < 5; i++) {
        mi_cluster_call(leader, "call", 5);
        while (mi_cluster_take_share(leader, bytes, sizeof bytes) == 0)
            continue;
        mi_cluster_stop(leader, 0);
    }
    double start = mi_clock();
    mi_cluster_close(leader);
    ck_assert_double_lt(mi_clock() - start, 20);
    mi_thread_join(&thread);
    wire_free(of_two);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("cluster");
    TCase *tests = add_case(suite, "cluster", 60);
    tcase_add_checked_fixture(tests, begin_default_ranks, end_ranks);
    tcase_add_test(tests, a_search_from_call_to_stop);
    tcase_add_test(tests, stopped_before_it_began);
    tcase_add_test(tests, unresponsive_rank_returns);
    tcase_add_test(tests, rank_0_exits);
    tcase_add_test(tests, suspended_rank_does_not_give_up);
    tcase_add_test(tests, damaged_messages_are_ignored);
    tcase_add_test(tests, duplicates_are_delivered_once);
    tcase_add_test(tests, late_messages_are_dropped);
    tcase_add_test(tests, storm_of_faults);
    tcase_add_test(tests, threads_end_together);
    return run_suite(suite);
}
