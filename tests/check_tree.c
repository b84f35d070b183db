/* Storage of the tree: compaction and pruning keep what they should, and the order. */
#include "search/tree.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { NODES = 20000 };

static struct mi_tree tree;
static miai_rng rng;

static void set_up(void)
{
    miai_rng_seed(&rng, 7);
    ck_assert(mi_tree_reserve(&tree, NODES * sizeof(struct mi_node)));
    mi_tree_begin(&tree, 0);
}

static void tear_down(void)
{
    mi_tree_free(&tree);
}

static uint32_t used(void)
{
    return atomic_load(&tree.used);
}

/* Gives a node n children with at most as many visits as it has. */
static bool grow_node(uint32_t index, uint32_t n)
{
    struct mi_node *node = mi_tree_at(&tree, index);
    uint32_t first = mi_tree_take(&tree, n);
    if (first == 0)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        struct mi_node *child = mi_tree_at(&tree, first + i);
        mi_node_init(child, (miai_move)i, !mi_node_mover(node));
        atomic_store(&child->visits, miai_rng_below(&rng, mi_node_visits(node) + 1));
        atomic_store(&child->value, (int64_t)miai_rng_next(&rng) >> 8);
        atomic_store(&child->amaf_visits, miai_rng_below(&rng, 1000));
        child->prior = (uint16_t)miai_rng_below(&rng, 65536);
    }
    node->child_count = (uint16_t)n;
    atomic_fetch_or(&node->state, MI_NODE_LOCKED);
    atomic_store(&node->first_child, first);
    return true;
}

/* Grows leaves at random places until there is no room. */
static void grow(uint32_t most)
{
    for (;;) {
        uint32_t index = tree.root + miai_rng_below(&rng, used() - tree.root);
        if (atomic_load(&mi_tree_at(&tree, index)->first_child) == 0 &&
            !grow_node(index, 1 + miai_rng_below(&rng, most)))
            return;
    }
}

/* A number of all that hangs on a node, as if nodes with fewer visits than least had no children;
 * live counts the nodes. */
static uint64_t signature(const struct mi_tree *of, uint32_t index, uint32_t least, uint32_t *live)
{
    const struct mi_node *node = mi_tree_at(of, index);
    uint64_t sum = miai_mix((uint64_t)mi_node_value(node)) ^ miai_mix(mi_node_visits(node)) ^
                   miai_mix((uint64_t)node->prior << 16 | node->move) ^
                   miai_mix(atomic_load(&node->amaf_visits) + 1000000);
    int n;
    const struct mi_node *child = mi_children(of, node, &n);
    ++*live;
    if (child)
        ck_assert(child > node);
    for (int i = 0; i < n && mi_node_visits(node) >= least; i++)
        sum = miai_mix(sum + signature(of, (uint32_t)(&child[i] - of->node), least, live));
    return sum;
}

static void promote_at_random(void)
{
    int n;
    const struct mi_node *child = mi_children(&tree, mi_tree_at(&tree, tree.root), &n);
    if (child)
        tree.root = (uint32_t)(child - tree.node) + miai_rng_below(&rng, (uint32_t)n);
}

START_TEST(a_new_tree_is_a_root)
{
    uint32_t live = 0;
    signature(&tree, tree.root, 0, &live);
    ck_assert_uint_eq(live, 1);
    ck_assert_int_eq(mi_node_mover(mi_tree_at(&tree, tree.root)), 1);
    ck_assert_uint_eq(mi_tree_child(&tree, tree.root, 0, 0), 0);
}
END_TEST

START_TEST(room_is_bounded)
{
    ck_assert_uint_eq(mi_tree_take(&tree, NODES), 0);
    ck_assert_uint_eq(mi_tree_take(&tree, NODES - 2), 2);
    ck_assert_uint_eq(mi_tree_take(&tree, 1), 0);
}
END_TEST

START_TEST(a_child_is_found_by_its_move)
{
    atomic_store(&mi_tree_at(&tree, tree.root)->visits, 10);
    ck_assert(grow_node(tree.root, 3));
    uint32_t first = atomic_load(&mi_tree_at(&tree, tree.root)->first_child);
    ck_assert_uint_eq(mi_tree_child(&tree, tree.root, 2, 0), first + 2);
    ck_assert_uint_eq(mi_tree_child(&tree, tree.root, 2, 1), 0);
    ck_assert_uint_eq(mi_tree_child(&tree, tree.root, 9, 0), 0);
}
END_TEST

START_TEST(compaction_keeps_the_subtree)
{
    for (int round = 0; round < 50; round++) {
        uint32_t before = 0, after = 0;
        mi_tree_begin(&tree, round % 2);
        atomic_store(&mi_tree_at(&tree, tree.root)->visits, 1000000);
        grow(1 + miai_rng_below(&rng, 40));
        for (uint32_t depth = miai_rng_below(&rng, 4); depth > 0; depth--)
            promote_at_random();
        uint64_t sum = signature(&tree, tree.root, 0, &before);
        mi_tree_compact(&tree);
        ck_assert_uint_eq(tree.root, 1);
        ck_assert_uint_eq(signature(&tree, tree.root, 0, &after), sum);
        ck_assert_uint_eq(before, after);
        ck_assert_uint_eq(used(), after + 1);
    }
}
END_TEST

START_TEST(pruning_takes_what_has_few_visits)
{
    mi_tree_begin(&tree, 0);
    atomic_store(&mi_tree_at(&tree, tree.root)->visits, 1000000);
    struct mi_tree old = tree;
    old.node = malloc(NODES * sizeof(struct mi_node));
    ck_assert_ptr_nonnull(old.node);
    for (int round = 0; round < 50; round++) {
        grow(1 + miai_rng_below(&rng, 40));
        if (round % 10 == 9)
            promote_at_random();
        memcpy((void *)old.node, tree.node, used() * sizeof(struct mi_node));
        old.root = tree.root;
        uint32_t before = used(), least = mi_tree_prune(&tree), now = 0, expected = 0;
        ck_assert(least > 0 && used() < before && used() < NODES / 4 * 3);
        uint64_t sum = signature(&old, old.root, least > 1 ? least : 0, &expected);
        ck_assert_uint_eq(signature(&tree, tree.root, 0, &now), sum);
        ck_assert_uint_eq(now, expected);
        ck_assert_uint_eq(used(), now + 1);
    }
    free(old.node);
}
END_TEST

START_TEST(pruning_cannot_help_a_root_with_too_many_children)
{
    atomic_store(&mi_tree_at(&tree, tree.root)->visits, 5);
    ck_assert(grow_node(tree.root, NODES - 2));
    ck_assert_uint_eq(mi_tree_prune(&tree), 0);
    ck_assert_uint_eq(mi_tree_at(&tree, tree.root)->child_count, NODES - 2);
}
END_TEST

START_TEST(the_same_room_keeps_the_tree)
{
    atomic_store(&mi_tree_at(&tree, tree.root)->visits, 10);
    ck_assert(grow_node(tree.root, 5));
    ck_assert(mi_tree_reserve(&tree, NODES * sizeof(struct mi_node)));
    ck_assert_uint_ne(tree.root, 0);
    ck_assert(mi_tree_reserve(&tree, NODES / 2 * sizeof(struct mi_node)));
    ck_assert_uint_eq(tree.root, 0);
    ck_assert_uint_eq(tree.limit, NODES / 2);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tree");
    TCase *tests = add_case(suite, "tree", 60);
    tcase_add_checked_fixture(tests, set_up, tear_down);
    tcase_add_test(tests, a_new_tree_is_a_root);
    tcase_add_test(tests, room_is_bounded);
    tcase_add_test(tests, a_child_is_found_by_its_move);
    tcase_add_test(tests, compaction_keeps_the_subtree);
    tcase_add_test(tests, pruning_takes_what_has_few_visits);
    tcase_add_test(tests, pruning_cannot_help_a_root_with_too_many_children);
    tcase_add_test(tests, the_same_room_keeps_the_tree);
    return run_suite(suite);
}
