/* What debug.h and audit.h report about a tree that is damaged on purpose.  The tree's sources are
 * compiled for this program with MI_POOL_DEBUG. */
#include "search/mcts/tree/audit.h"
#include "search/mcts/tree/tree.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static struct mi_tree tree;
static uint32_t line[1];
static struct mi_lease lease;

static void begin_damage(void)
{
    ck_assert(mi_tree_init(&tree));
    ck_assert(mi_tree_reserve(&tree, 1 << 20, true));
    tree.ancestor = line;
    mi_tree_begin(&tree, 0, 0, false, false);
    mi_lease_open(&lease, &tree, true);
}

static void end_damage(void)
{
    mi_tree_free(&tree);
}

/* Edges for the root, and a node for the first of them. */
static uint32_t create_nodes(void)
{
    struct mi_node *root = mi_tree_node(&tree, tree.root);
    uint32_t block = mi_lease_edges(&lease, 5), child = mi_lease_node(&lease, 0, 1);
    struct mi_edges *edges = mi_tree_edges(&tree, block);
    edges->count = 2;
    edges->edge[0].move = 0;
    edges->edge[1].move = 1;
    atomic_store(&edges->edge[0].link, child);
    atomic_store(&edges->edge[1].link, MI_LINK_NONE);
    mi_tree_pin(&tree, child);
    atomic_store(&root->edges, block);
    return child;
}

/* ---- kinds of damage, and their messages ---- */

static void free_twice(void)
{
    uint32_t block = mi_pool_take(&tree.pool, 3);
    mi_pool_give(&tree.pool, block);
    mi_pool_give(&tree.pool, block);
}

static void free_unallocated(void)
{
    uint32_t block = mi_pool_take(&tree.pool, 3);
    mi_pool_give(&tree.pool, block + mi_pool_cells(3));
}

static void free_inside_block(void)
{
    mi_pool_give(&tree.pool, mi_pool_take(&tree.pool, 3) + 1);
}

static void free_outside_region(void)
{
    mi_pool_give(&tree.pool, tree.pool.pages * MI_PAGE_CELLS + 7);
}

/* Makes the pool's list of free blocks, linked by their fifth and sixth bytes, name a block in
 * use. */
static void allocate_twice(void)
{
    uint32_t one = mi_pool_take(&tree.pool, 3), two = mi_pool_take(&tree.pool, 3);
    uint16_t cell = (uint16_t)(one % MI_PAGE_CELLS);
    mi_pool_give(&tree.pool, two);
    memcpy((char *)mi_pool_at(&tree.pool, two) + 4, &cell, sizeof cell);
    mi_pool_take(&tree.pool, 3);
    mi_pool_take(&tree.pool, 3);
}

/* Blocks that threads held in reserve when a new tree began. */
static void keep_reserve_through_clear(void)
{
    uint32_t node = mi_lease_node(&lease, 0, 1);
    mi_tree_begin(&tree, 0, 0, false, false);
    mi_lease_drop_node(&lease, node);
}

static void free_edges_as_node(void)
{
    mi_lease_drop_node(&lease, mi_lease_edges(&lease, 5));
}

static void free_subtree_twice(void)
{
    uint32_t node = mi_lease_node(&lease, 0, 1);
    mi_lease_drop_node(&lease, node);
    mi_lease_cut(&lease, node);
}

/* Accesses the block by its index, which the address sanitizer does not notice. */
__attribute__((no_sanitize("address"))) static void write_to(uint32_t block, size_t at)
{
    ((volatile unsigned char *)mi_pool_at(&tree.pool, block))[at] = 1;
}

static void write_freed_edges(void)
{
    mi_pool_take(&tree.pool, 3);
    uint32_t block = mi_pool_take(&tree.pool, 3);
    mi_pool_give(&tree.pool, block);
    write_to(block, sizeof(struct mi_edges) + 1);
    mi_pool_take(&tree.pool, 3);
}

/* The page comes into use for another class. */
static void write_to_empty_page(void)
{
    uint32_t block = mi_pool_take(&tree.pool, 3);
    mi_pool_give(&tree.pool, block);
    write_to(block, sizeof(struct mi_edges) + 1);
    mi_pool_take(&tree.pool, 5);
}

static void write_freed_node(void)
{
    uint32_t block = mi_pool_take(&tree.pool, 0);
    mi_pool_give(&tree.pool, block);
    write_to(block, offsetof(struct mi_node, visits));
    mi_pool_take(&tree.pool, 0);
}

static void lose_edges(void)
{
    mi_lease_edges(&lease, 5);
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

static void lose_node(void)
{
    mi_lease_node(&lease, 0, 1);
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

static void wrong_parent_count(void)
{
    mi_tree_pin(&tree, create_nodes());
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

static void link_to_freed_node(void)
{
    mi_lease_drop_node(&lease, create_nodes());
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

static void share_edges(void)
{
    uint32_t child = create_nodes();
    struct mi_node *root = mi_tree_node(&tree, tree.root);
    atomic_store(&mi_tree_node(&tree, child)->edges, atomic_load(&root->edges));
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

static void leave_thread_in_tree(unsigned state)
{
    mi_node_add_state(mi_tree_node(&tree, create_nodes()), state);
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
}

static void leave_pending(void)
{
    leave_thread_in_tree(MI_NODE_PENDING);
}

static void leave_locked(void)
{
    leave_thread_in_tree(MI_NODE_LOCKED);
}

static const struct {
    void (*damage)(void);
    const char *message;
} damages[] = {
    {free_twice, "was already freed"},
    {free_unallocated, "was never allocated"},
    {free_inside_block, "is inside another block"},
    {free_outside_region, "is outside the region"},
    {allocate_twice, "is allocated while in use"},
    {keep_reserve_through_clear, "was never allocated"},
    {free_edges_as_node, "holds edges instead of a node"},
    {free_subtree_twice, "was already freed"},
    {write_freed_edges, "was written to after it was freed"},
    {write_to_empty_page, "was written to after it was freed"},
    {write_freed_node, "was written to after it was freed"},
    {lose_edges, "is in use but unreachable"},
    {lose_node, "is in use but unreachable"},
    {wrong_parent_count, "is a node with a wrong parent count"},
    {link_to_freed_node, "was already freed"},
    {share_edges, "belongs to two nodes"},
    {leave_pending, "is a node whose value is pending"},
    {leave_locked, "is a locked node without edges"},
};

/* ---- the tests ---- */

/* A child process does the damage; its standard error is read from a pipe. */
static void do_damage(int i, int error_pipe)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    dup2(error_pipe, STDERR_FILENO);
    damages[i].damage();
    _exit(0);
}

START_TEST(damage_is_reported)
{
    char text[256] = "";
    int ends[2], status;
    size_t length = 0;
    ssize_t n;
    ck_assert_int_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0)
        do_damage(_i, ends[1]);
    close(ends[1]);
    while ((n = read(ends[0], text + length, sizeof text - 1 - length)) > 0)
        length += (size_t)n;
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &status, 0), child);
    ck_assert_msg(strstr(text, damages[_i].message) != NULL, "%d: \"%s\"", _i, text);
    ck_assert(strncmp(text, "miai: memory of the tree: block ", 32) == 0);
    ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}
END_TEST

START_TEST(sound_tree_is_accepted)
{
    uint32_t child = create_nodes();
    mi_lease_drop_node(&lease, mi_lease_node(&lease, 0, 1));
    mi_tree_audit(&tree); /* does nothing, with a thread in it */
    mi_lease_close(&lease);
    mi_tree_audit(&tree);
    atomic_store(
        &mi_tree_edges(&tree, atomic_load(&mi_tree_node(&tree, tree.root)->edges))->edge[0].link,
        MI_LINK_NONE);
    mi_tree_unpin(&tree, child); /* garbage now */
    mi_tree_audit(&tree);
    mi_tree_begin(&tree, 0, 0, false, false);
    mi_tree_audit(&tree);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("debug");
    TCase *tests = add_case(suite, "debug", 20);
    tcase_add_checked_fixture(tests, begin_damage, end_damage);
    tcase_add_loop_test(tests, damage_is_reported, 0, COUNT(damages));
    tcase_add_test(tests, sound_tree_is_accepted);
    return run_suite(suite);
}
