/* Memory orders of the tree, as claimed by its comments: each is tried in all interleavings of the
 * threads (tests/support/orders.h), with the order in the sources, and with a weaker one in each
 * place, which must fail; otherwise the order would not be needed. */
#include "tests/support/orders.h"
#include "tests/support/suite.h"

#include <check.h>

static void check_holds(const struct orders_program *program)
{
    long ends;
    ck_assert(orders_hold(program, &ends));
    ck_assert_int_gt(ends, 1);
}

static void check_fails(const struct orders_program *program)
{
    long ends;
    ck_assert(!orders_hold(program, &ends));
}

/* ---- the model itself ---- */

enum { X, Y };

/* Two threads each write one variable and read the other's: not both may miss the write. */
static struct orders_program both_write(enum orders_order order)
{
    return (struct orders_program){.thread = {
                                       {{ORDERS_STORE, X, .value = 1, .order = order},
                                        {ORDERS_LOAD, Y, .order = order},
                                        {ORDERS_UNLESS, .value = 0},
                                        {ORDERS_STORE, 2, .value = 1, .order = SEQ_CST},
                                        {ORDERS_LOAD, 3, .order = SEQ_CST},
                                        {ORDERS_EXPECT, .value = 0}},
                                       {{ORDERS_STORE, Y, .value = 1, .order = order},
                                        {ORDERS_LOAD, X, .order = order},
                                        {ORDERS_UNLESS, .value = 0},
                                        {ORDERS_STORE, 3, .value = 1, .order = SEQ_CST},
                                        {ORDERS_LOAD, 2, .order = SEQ_CST},
                                        {ORDERS_EXPECT, .value = 0}},
                                   }};
}

START_TEST(store_buffering)
{
    struct orders_program program = both_write(SEQ_CST);
    check_holds(&program);
    program = both_write(ACQ_REL);
    check_fails(&program);
}
END_TEST

/* One thread passes on what another thread has passed to it. */
START_TEST(passed_on)
{
    struct orders_program program = {.thread = {
                                         {{ORDERS_STORE, X, .value = 1, .order = RELAXED},
                                          {ORDERS_STORE, Y, .value = 1, .order = RELEASE}},
                                         {{ORDERS_EXCHANGE, Y, .value = 2, .order = RELAXED}},
                                         {{ORDERS_LOAD, Y, .order = ACQUIRE},
                                          {ORDERS_UNLESS, .value = 2},
                                          {ORDERS_LOAD, X, .reg = 1, .order = RELAXED},
                                          {ORDERS_EXPECT, .reg = 1, .value = 1}},
                                     }};
    check_fails(&program); /* the exchange may come first */
    program.thread[1][1] = program.thread[1][0];
    program.thread[1][0] = (struct orders_line){ORDERS_LOAD, Y, .order = RELAXED};
    program.thread[1][2] = program.thread[1][1];
    program.thread[1][1] = (struct orders_line){ORDERS_UNLESS, .value = 1};
    check_holds(&program);
}
END_TEST

/* ---- a node, and its edges ---- */

enum { KEY, LINK, EDGES, MOVE };

/* What is written before a node is reachable (tree.h: mi_node.key, own; mi_edge.link; descend.c:
 * enter_new_node()), and edges before a node has them (mi_node.edges, mi_edges.next; expand.c). */
static struct orders_program check_publication(enum orders_order write, enum orders_order read)
{
    return (struct orders_program){
        .thread = {
            {{ORDERS_STORE, KEY, .value = 1, .order = RELAXED},
             {ORDERS_EXCHANGE, LINK, .value = 1, .order = write == RELEASE ? ACQ_REL : write},
             {ORDERS_STORE, MOVE, .value = 1, .order = RELAXED},
             {ORDERS_STORE, EDGES, .value = 1, .order = write}},
            {{ORDERS_LOAD, LINK, .order = read},
             {ORDERS_UNLESS, .value = 1},
             {ORDERS_LOAD, KEY, .reg = 1, .order = RELAXED},
             {ORDERS_EXPECT, .reg = 1, .value = 1},
             {ORDERS_LOAD, EDGES, .order = read},
             {ORDERS_UNLESS, .value = 1},
             {ORDERS_LOAD, MOVE, .reg = 1, .order = RELAXED},
             {ORDERS_EXPECT, .reg = 1, .value = 1}},
        }};
}

START_TEST(nodes_and_edges_are_whole)
{
    struct orders_program program = check_publication(RELEASE, ACQUIRE);
    check_holds(&program);
    program = check_publication(RELAXED, ACQUIRE);
    check_fails(&program);
    program = check_publication(RELEASE, RELAXED);
    check_fails(&program);
}
END_TEST

/* "If the node is not free, its edges are its own" (trim.c: is_free(), tree.c: mi_node_init()): one
 * thread creates a node in a cell that held one before, while the clock hand reads it. */
static struct orders_program check_node_reuse(enum orders_order write, enum orders_order read)
{
    enum { STATE = LINK, FREE = 9, OLD = 5 };
    return (struct orders_program){.first = {[STATE] = FREE, [EDGES] = OLD},
                                   .thread = {
                                       {{ORDERS_STORE, EDGES, .value = 0, .order = RELAXED},
                                        {ORDERS_STORE, STATE, .value = 0, .order = write}},
                                       {{ORDERS_LOAD, STATE, .order = read},
                                        {ORDERS_UNLESS, .value = 0},
                                        {ORDERS_LOAD, EDGES, .reg = 1, .order = RELAXED},
                                        {ORDERS_EXPECT, .reg = 1, .value = 0}},
                                   }};
}

START_TEST(edges_are_the_nodes_own)
{
    struct orders_program program = check_node_reuse(RELEASE, ACQUIRE);
    check_holds(&program);
    program = check_node_reuse(RELAXED, ACQUIRE);
    check_fails(&program);
    program = check_node_reuse(RELEASE, RELAXED);
    check_fails(&program);
}
END_TEST

/* ---- epochs ---- */

enum {
    EPOCH,
    LEASE,
    FIRST,
    BLOCK
}; /* of the tree, of the reader; the node's edges; what they are */

/* trim.c: drop_node_edges() retires a node's edges, and free_edges() frees them two epochs later;
 * lease.c: a playout is in the tree from mi_lease_enter() to mi_lease_leave().  look: how
 * advance_epoch() reads a lease. */
struct epochs {
    enum orders_what look;
    enum orders_order enter, leave, looked;
};

static struct orders_program retired_edges(struct epochs by, int epochs)
{
    struct orders_program program = {
        .first = {[EPOCH] = 3, [FIRST] = 1, [BLOCK] = 1},
        .thread = {{{ORDERS_EXCHANGE, FIRST, .value = 0, .order = SEQ_CST}},
                   {{ORDERS_LOAD, EPOCH, .order = SEQ_CST},
                    {ORDERS_UNLESS, .value = 3},
                    {ORDERS_EXCHANGE, LEASE, .reg = 2, .value = 3, .order = by.enter},
                    {ORDERS_LOAD, FIRST, .order = ACQUIRE},
                    {ORDERS_UNLESS, .value = 1},
                    {ORDERS_LOAD, BLOCK, .reg = 1, .order = RELAXED},
                    {ORDERS_EXPECT, .reg = 1, .value = 1},
                    {ORDERS_STORE, LEASE, .value = 0, .order = by.leave}}}};
    /* A lease of the current epoch lets it advance once; then there must be none. */
    struct orders_line *line = &program.thread[0][1];
    for (int i = 1; i <= epochs; i++) {
        *line++ = (struct orders_line){by.look, LEASE, .order = by.looked};
        if (i > 1)
            *line++ = (struct orders_line){ORDERS_UNLESS, .value = 0};
        *line++ = (struct orders_line){ORDERS_STORE, EPOCH, .value = 3 + i, .order = SEQ_CST};
    }
    *line = (struct orders_line){ORDERS_STORE, BLOCK, .value = 2, .order = RELAXED};
    return program;
}

START_TEST(edges_wait_for_their_readers)
{
    const struct epochs sources = {ORDERS_LOOK, ACQ_REL, RELEASE, ACQ_REL};
    struct orders_program program = retired_edges(sources, 2);
    check_holds(&program);
    program = retired_edges(sources, 1); /* one epoch is too few */
    check_fails(&program);
    /* A read without a write does not synchronize with threads that enter later, whatever its
     * order. */
    program = retired_edges((struct epochs){ORDERS_LOAD, SEQ_CST, RELEASE, SEQ_CST}, 2);
    check_fails(&program);
    program = retired_edges((struct epochs){ORDERS_LOOK, RELEASE, RELEASE, ACQ_REL}, 2);
    check_fails(&program);
    program = retired_edges((struct epochs){ORDERS_LOOK, ACQ_REL, RELEASE, ACQUIRE}, 2);
    check_fails(&program);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("orders");
    TCase *tests = add_case(suite, "orders", 60);
    tcase_add_test(tests, store_buffering);
    tcase_add_test(tests, passed_on);
    tcase_add_test(tests, nodes_and_edges_are_whole);
    tcase_add_test(tests, edges_are_the_nodes_own);
    tcase_add_test(tests, edges_wait_for_their_readers);
    return run_suite(suite);
}
