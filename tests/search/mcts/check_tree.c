/* The tree: nodes and edges are freed piece by piece while threads search. */
#include "base/thread.h"
#include "search/mcts/tree/audit.h"
#include "search/mcts/tree/tree.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static miai_rng rng;

/* ---- a tree ---- */

enum { PAGE = MI_PAGE_BYTES, PAGES = 64, ANCESTORS = 100, DEEPEST = 60 };

static struct mi_tree tree;
static uint32_t ancestors[ANCESTORS];

static void begin_tree_of(size_t bytes, bool amaf, bool sharing)
{
    miai_rng_seed(&rng, 7);
    ck_assert(mi_tree_init(&tree));
    ck_assert(mi_tree_reserve(&tree, bytes, sharing));
    tree.ancestor = ancestors;
    mi_tree_begin(&tree, 0, 0, amaf, false);
}

static void begin_tree(void)
{
    begin_tree_of((size_t)PAGES * PAGE, true, false);
}

static void end_tree(void)
{
    mi_tree_free(&tree);
}

static struct mi_node *root_node(void)
{
    return mi_tree_node(&tree, tree.root);
}

/* Creates n edges for a node; false: no memory. */
static bool create_edges(struct mi_lease *lease, struct mi_node *node, int n)
{
    if (atomic_fetch_or(&node->state, MI_NODE_LOCKED) & MI_NODE_LOCKED)
        return false;
    uint32_t first = mi_lease_edges(lease, n);
    if (first == 0) {
        atomic_fetch_and(&node->state, (uint16_t)~MI_NODE_LOCKED);
        return false;
    }
    int i = 0;
    for (struct mi_edges *edges = mi_tree_edges(&tree, first); edges;
         edges = mi_next_edges(&tree, edges))
        for (; i < n && edges->count < edges->capacity; edges->count++, i++) {
            edges->edge[edges->count].move = (uint16_t)i;
            atomic_store(&edges->edge[edges->count].link, MI_LINK_NONE);
        }
    ck_assert_int_eq(i, n);
    atomic_store(&node->edges, first);
    return true;
}

static struct mi_edge *edge_of(struct mi_node *node, int move)
{
    for (struct mi_edges *edges = mi_first_edges(&tree, node); edges;
         edges = mi_next_edges(&tree, edges))
        for (int i = 0; i < edges->count; i++)
            if (edges->edge[i].move == move)
                return &edges->edge[i];
    return NULL;
}

/* A random playout: one new node, and edges for an old one. */
static void random_playout(struct mi_lease *lease, miai_rng *random, int width)
{
    uint32_t at = tree.root;
    mi_lease_enter(lease);
    for (int depth = 0; depth < DEEPEST; depth++) {
        struct mi_node *node = mi_tree_node(&tree, at);
        ck_assert(!(mi_node_state(node) & MI_NODE_FREE));
        uint32_t visits = atomic_fetch_add(&node->visits, 1);
        if (atomic_load(&node->edges) == 0 &&
            (visits < atomic_load(&tree.min_edge_visits) || !create_edges(lease, node, width)))
            break;
        struct mi_edge *edge = edge_of(node, (int)miai_rng_below(random, (uint32_t)width));
        if (!edge)
            break;
        uint32_t link = mi_edge_link(edge), found = link;
        if (mi_is_node(link)) {
            at = link;
            continue;
        }
        uint32_t made = mi_lease_node(lease, depth % 2, 1 - depth % 2);
        if (made == 0)
            break;
        if (!tree.slots) {
            mi_tree_pin(&tree, made);
        } else { /* one of a few hundred positions at each depth */
            uint64_t key = miai_mix((uint64_t)depth * 300 + miai_rng_below(random, 300));
            uint32_t shared = mi_lease_share(lease, made, key);
            if (shared != made)
                mi_lease_drop_node(lease, made);
            made = shared;
        }
        if (!atomic_compare_exchange_strong(&edge->link, &found, made))
            mi_lease_cut(lease, made);
        break;
    }
    mi_lease_leave(lease);
}

/* Counts the descendants of a node; each has a parent, and no more visits than it. */
static uint32_t count_descendants(uint32_t index)
{
    struct mi_node *node = mi_tree_node(&tree, index);
    uint32_t n = 1;
    ck_assert(!(mi_node_state(node) & MI_NODE_FREE));
    ck_assert_uint_ge(atomic_load(&node->parents), 1);
    for (struct mi_edges *edges = mi_first_edges(&tree, node); edges;
         edges = mi_next_edges(&tree, edges))
        for (int i = 0; i < edges->count; i++) {
            uint32_t link = mi_edge_link(&edges->edge[i]);
            if (mi_is_node(link))
                n += count_descendants(link);
        }
    return n;
}

START_TEST(a_new_tree_is_a_root)
{
    ck_assert_uint_eq(mi_tree_nodes(&tree), 1);
    ck_assert_int_eq(mi_node_mover(root_node()), 1);
    ck_assert_int_eq(mi_node_turn(root_node()), 0);
    ck_assert_uint_eq(mi_tree_child(&tree, tree.root, 0), 0);
    mi_tree_begin(&tree, 5, 1, false, false);
    ck_assert_int_eq(mi_node_mover(root_node()), 0);
    ck_assert_uint_eq(tree.ancestor[5], tree.root);
}
END_TEST

/* A new tree begins with everything free, including retired blocks. */
START_TEST(new_tree_frees_retired_blocks)
{
    struct mi_lease lease;
    mi_lease_open(&lease, &tree, false);
    for (int i = 0; i < 300000 && tree.retired_count == 0; i++)
        random_playout(&lease, &rng, 7);
    ck_assert_uint_gt(tree.retired_count, 0);
    mi_tree_begin(&tree, 0, 0, true, false);
    ck_assert_uint_eq(tree.retired_count, 0);
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}
END_TEST

START_TEST(edges_in_one_block_or_several)
{
    struct mi_lease lease;
    mi_lease_open(&lease, &tree, false);
    static const int counts[] = {1, 7, 35, 63, 64, 200, 255, 256, 361, 1000, 1024};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        atomic_store(&root_node()->state, 0);
        ck_assert(create_edges(&lease, root_node(), counts[i]));
        int n = 0;
        for (struct mi_edges *edges = mi_first_edges(&tree, root_node()); edges;
             edges = mi_next_edges(&tree, edges)) {
            struct mi_amaf *end = mi_amaf_of(edges) + edges->capacity;
            ck_assert_uint_le((size_t)((char *)end - (char *)edges), MI_MAX_BLOCK_CELLS * MI_CELL);
            n += edges->count;
        }
        ck_assert_int_eq(n, counts[i]);
        ck_assert_int_eq(edge_of(root_node(), counts[i] - 1)->move, counts[i] - 1);
    }
    mi_lease_close(&lease);
}
END_TEST

/* Grown for long in little memory, the tree stays consistent and within its limit, and still grows.
 */
static void grow_in_little_memory(int width)
{
    struct mi_lease lease;
    mi_lease_open(&lease, &tree, false);
    uint32_t most = 0; /* over several measurements: before some, much has just been freed */
    size_t bytes = 0;
    for (int i = 1; i <= 300000; i++) {
        random_playout(&lease, &rng, width);
        if (i % 50000 == 0) {
            uint32_t nodes = count_descendants(tree.root);
            most = nodes > most ? nodes : most;
            ck_assert_uint_le(nodes, mi_tree_nodes(&tree));
            ck_assert_uint_le(mi_tree_bytes(&tree), tree.pool.bytes);
            bytes = mi_tree_bytes(&tree) > bytes ? mi_tree_bytes(&tree) : bytes;
        }
    }
    ck_assert_uint_gt(most, width == 300 ? 300 : 3000);
    ck_assert_uint_gt(bytes, tree.pool.bytes / 2);
    ck_assert_uint_gt(atomic_load(&tree.min_edge_visits), 1);
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

START_TEST(full_tree_prunes)
{
    static const int width[] = {2, 7, 40, 300};
    grow_in_little_memory(width[_i]);
}
END_TEST

/* The clock hand was inside a page of nodes that has become one of edges: it continues with the
 * first node of the next page, not at the same offset. */
START_TEST(clock_hand_in_a_page_of_edges)
{
    enum { PAGES_OF_ALL = 3, EDGES = 2, WITHIN = 300 };
    struct mi_lease lease;
    struct mi_node *first = NULL;
    end_tree();
    begin_tree_of((size_t)PAGES_OF_ALL * PAGE, true, false);
    mi_lease_open(&lease, &tree, false);
    ck_assert(create_edges(&lease, root_node(), EDGES)); /* in the second page */
    int class = mi_pool_page_class(&tree.pool, 1);
    ck_assert_int_gt(class, 0);
    while (mi_pool_has(&tree.pool, class)) { /* nodes of the third page get all of these */
        uint32_t index = mi_lease_node(&lease, 0, 1);
        ck_assert_uint_ne(index, 0);
        if (index / MI_PAGE_CELLS < PAGES_OF_ALL - 1)
            continue;
        first = first ? first : mi_tree_node(&tree, index);
        ck_assert(create_edges(&lease, mi_tree_node(&tree, index), EDGES));
    }
    ck_assert_ptr_nonnull(first);
    const uint32_t least = 2;
    atomic_store(&tree.min_edge_visits, least);
    atomic_store(&root_node()->visits, 100);
    tree.hand = MI_PAGE_CELLS + WITHIN;
    mi_tree_free_memory(&tree, class);
    ck_assert(mi_pool_has(&tree.pool, class));
    ck_assert_uint_eq(atomic_load(&first->edges), 0);
    ck_assert_uint_eq(atomic_load(&tree.min_edge_visits), least); /* it has not been all around */
    mi_lease_close(&lease);
}
END_TEST

/* With several threads, small blocks (up to four cells) are allocated in batches, larger ones
 * singly. */
START_TEST(small_blocks_are_allocated_in_batches)
{
    bool small = false, large = false;
    for (int n = 1; n < 12; n++) {
        struct mi_lease lease;
        mi_tree_begin(&tree, 0, 0, true, false);
        mi_lease_open(&lease, &tree, true);
        uint32_t block = mi_lease_edges(&lease, n);
        ck_assert_uint_ne(block, 0);
        int class = mi_pool_page_class(&tree.pool, block / MI_PAGE_CELLS);
        uint32_t cells = mi_pool_cells(class);
        ck_assert_uint_eq(tree.pool.blocks[class], cells <= 4 ? MI_SPARE : 1);
        small |= cells == 4;
        large |= cells == 5;
        mi_lease_close(&lease);
    }
    ck_assert(small && large);
}
END_TEST

/* Unreachable nodes are reused before anything below the new root is lost. */
START_TEST(unreachable_nodes_are_reused_first)
{
    struct mi_lease lease;
    mi_lease_open(&lease, &tree, false);
    while (mi_tree_bytes(&tree) < tree.pool.bytes / 4 * 3)
        random_playout(&lease, &rng, 3);
    for (int move = 0; move < 3 && tree.plies < 8; move++) {
        uint32_t child = mi_tree_child(&tree, tree.root, move);
        if (!child)
            continue;
        mi_tree_pin(&tree, child);
        tree.ancestor[++tree.plies] = tree.root = child;
        move = -1;
    }
    uint32_t kept = count_descendants(tree.root), most = atomic_load(&tree.min_edge_visits);
    for (int i = 0; i < 8000; i++)
        random_playout(&lease, &rng, 3);
    ck_assert_uint_eq(atomic_load(&tree.min_edge_visits), most);
    ck_assert_uint_gt(count_descendants(tree.root), kept);
    ck_assert_int_gt(tree.oldest, 0);
    mi_lease_close(&lease);
}
END_TEST

/* ---- threads ---- */

struct walker {
    struct mi_thread thread;
    struct mi_lease lease;
    miai_rng rng;
};

static void *run_playouts(void *context)
{
    struct walker *walker = context;
    for (int i = 0; i < 60000; i++)
        random_playout(&walker->lease, &walker->rng, 11);
    return NULL;
}

static void run_walkers(void)
{
    struct walker walker[4];
    for (int i = 0; i < 4; i++) {
        miai_rng_seed(&walker[i].rng, (uint64_t)i);
        mi_lease_open(&walker[i].lease, &tree, true);
    }
    for (int i = 0; i < 4; i++)
        ck_assert(mi_thread_start(&walker[i].thread, run_playouts, &walker[i]));
    for (int i = 0; i < 4; i++)
        mi_thread_join(&walker[i].thread);
    for (int i = 0; i < 4; i++)
        mi_lease_close(&walker[i].lease);
    mi_tree_audit(&tree);
}

/* Blocks that threads hold in reserve are free again in a new tree: each is allocated only once. */
START_TEST(a_new_tree_takes_all_blocks_back)
{
    enum { TAKEN = 8 * MI_SPARE };
    struct mi_lease lease[2];
    uint32_t taken[TAKEN];
    for (int i = 0; i < 2; i++) {
        mi_lease_open(&lease[i], &tree, true);
        ck_assert_uint_ne(mi_lease_node(&lease[i], 0, 1), 0);
        ck_assert_uint_ne(mi_lease_edges(&lease[i], 2), 0);
    }
    mi_tree_begin(&tree, 0, 0, true, false);
    for (int i = 0; i < TAKEN; i++) {
        taken[i] =
            i % 4 < 2 ? mi_lease_node(&lease[i % 2], 0, 1) : mi_lease_edges(&lease[i % 2], 2);
        ck_assert_uint_ne(taken[i], tree.root);
        for (int k = 0; k < i; k++)
            ck_assert_uint_ne(taken[i], taken[k]);
    }
    for (int i = 0; i < 2; i++)
        mi_lease_close(&lease[i]);
    ck_assert_uint_eq(mi_tree_nodes(&tree), 1 + TAKEN / 2);
}
END_TEST

/* Nothing that a thread may still read is given to another. */
START_TEST(threads_in_a_full_tree)
{
    run_walkers();
    ck_assert_uint_gt(atomic_load(&tree.min_edge_visits), 1);
    ck_assert_uint_le(count_descendants(tree.root), mi_tree_nodes(&tree));
}
END_TEST

/* Each node in use counts the edges that lead to it; all others are free. */
START_TEST(threads_that_share_nodes)
{
    end_tree();
    begin_tree_of((size_t)PAGES * PAGE, true, true);
    run_walkers();
    ck_assert_uint_gt(tree.slots, 0);
    static uint32_t edges_to[PAGES * MI_PAGE_CELLS];
    memset(edges_to, 0, sizeof edges_to);
    edges_to[tree.root]++;
    for (uint32_t i = MI_FIRST_BLOCK; i < tree.pool.used * MI_PAGE_CELLS; i++) {
        const struct mi_node *node = mi_tree_node(&tree, i);
        if (mi_pool_page_class(&tree.pool, i / MI_PAGE_CELLS) != 0 ||
            mi_node_state(node) & MI_NODE_FREE)
            continue;
        for (struct mi_edges *edges = mi_first_edges(&tree, node); edges;
             edges = mi_next_edges(&tree, edges))
            for (int k = 0; k < edges->count; k++)
                if (mi_is_node(mi_edge_link(&edges->edge[k])))
                    edges_to[mi_edge_link(&edges->edge[k])]++;
    }
    for (unsigned i = 0; i < tree.retired_count; i++) { /* retired blocks */
        struct mi_retired *old = &tree.retired[(tree.retired_first + i) % MI_RETIRED];
        for (struct mi_edges *edges = mi_tree_edges(&tree, old->edges); edges;
             edges = mi_next_edges(&tree, edges))
            for (int k = 0; k < edges->count; k++)
                if (mi_is_node(mi_edge_link(&edges->edge[k])))
                    edges_to[mi_edge_link(&edges->edge[k])]++;
    }
    for (uint32_t i = 0; i < tree.pool.used * MI_PAGE_CELLS; i++)
        if (edges_to[i])
            ck_assert_uint_eq(atomic_load(&mi_tree_node(&tree, i)->parents), edges_to[i]);
}
END_TEST

START_TEST(same_limit_keeps_the_tree)
{
    ck_assert(mi_tree_reserve(&tree, (size_t)PAGES * PAGE + 1, false));
    ck_assert_uint_ne(tree.root, 0);
    ck_assert(mi_tree_reserve(&tree, (size_t)PAGES / 2 * PAGE, false));
    ck_assert_uint_eq(tree.root, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree");
    TCase *tests = add_case(suite, "tree", 120);
    tcase_add_checked_fixture(tests, begin_tree, end_tree);
    tcase_add_test(tests, a_new_tree_is_a_root);
    tcase_add_test(tests, new_tree_frees_retired_blocks);
    tcase_add_test(tests, edges_in_one_block_or_several);
    tcase_add_loop_test(tests, full_tree_prunes, 0, 4);
    tcase_add_test(tests, clock_hand_in_a_page_of_edges);
    tcase_add_test(tests, small_blocks_are_allocated_in_batches);
    tcase_add_test(tests, unreachable_nodes_are_reused_first);
    tcase_add_test(tests, a_new_tree_takes_all_blocks_back);
    tcase_add_test(tests, threads_in_a_full_tree);
    tcase_add_test(tests, threads_that_share_nodes);
    tcase_add_test(tests, same_limit_keeps_the_tree);
    return run_suite(suite);
}
