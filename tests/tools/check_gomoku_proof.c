/* The proof that Black wins Gomoku (tools/gomoku/proof), started after some moves: the verifier
 * accepts the prover's file, and no other. */
#include "base/memory.h"
#include "tests/support/suite.h"
#include "tools/gomoku/proof/advice.h"
#include "tools/gomoku/proof/strategy.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS_MOST = 100000 };

static const char proof_name[] = "check_gomoku_proof.tmp";
static struct prover prover;

int verify_proof(int argc, char **argv); /* gomoku_verify.c */

/* The verifier's result for the file after the moves: 0 if Black wins. */
static int verify_after(int moves, char **move)
{
    char *argument[POINTS] = {"verify", (char *)proof_name};
    for (int i = 0; i < moves; i++)
        argument[2 + i] = move[i];
    return verify_proof(2 + moves, argument);
}

static struct stones position_after(int moves, char **move)
{
    struct stones stones = {.n = {0}};
    for (int i = 0; i < moves; i++)
        stones_add(&stones, miai_point_read_in(MIAI_LETTERS_ALL, move[i], WIDTH, WIDTH), i & 1);
    return stones;
}

/* The line from the root leads through the edges below each node. */
static void check_edges(uint32_t at, const struct stones *stones, bool *seen)
{
    const struct node *node = &prover.tree.node[at];
    struct stones normal = *stones;
    ck_assert(stones_normalise(&normal, NULL) == node->key);
    if (seen[at])
        return;
    seen[at] = true;
    for (int i = 0; i < node->edges; i++) {
        const struct edge *edge = tree_edge(&prover.tree, node, i);
        struct stones after = normal;
        stones_add(&after, edge->move, stones_black_moves(stones) ? BLACK : WHITE);
        check_edges(edge->child, &after, seen);
    }
}

static void open_prover(void)
{
    char error[256];
    struct mi_gomoku_net *net = mi_gomoku_net_open(NULL, error, sizeof error);
    miai_engine *engine = advice_open(NULL);
    ck_assert(net && engine && prover_open(&prover, net, engine));
}

static void close_prover(void)
{
    miai_engine *engine = prover.engine;
    struct mi_gomoku_net *net = prover.net;
    prover_close(&prover);
    miai_free(engine);
    mi_aligned_free(net);
}

/* Proves that Black wins after the moves and writes the file. Returns the number of positions. */
static int64_t write_proof(int moves, char **move)
{
    int64_t records = 0;
    struct stones stones = position_after(moves, move);
    open_prover();
    uint32_t root = prover_root(&prover, &stones);
    for (int i = 0; i < STEPS_MOST && prover_step(&prover, root, &stones); i++)
        ;
    ck_assert_uint_eq(prover.tree.node[root].proof, 0);
    bool *seen = calloc((size_t)prover.tree.nodes, sizeof *seen);
    ck_assert_ptr_nonnull(seen);
    check_edges(root, &stones, seen);
    free(seen);
    FILE *file = fopen(proof_name, "wb");
    ck_assert(file && strategy_write(&prover, root, &stones, file, &records));
    ck_assert_int_eq(fclose(file), 0);
    close_prover();
    return records;
}

/* Black's two stones are adjacent, White's is far away: first Black's turn, then White's. */
static char *black_turn[] = {"h8", "a1", "h9", "o1"};
static char *white_turn[] = {"h8", "a1", "h9", "o1", "i8"};

START_TEST(proof_is_verified)
{
    ck_assert_int_gt(write_proof(4, black_turn), 10);
    ck_assert_int_eq(verify_after(4, black_turn), 0);
    ck_assert_int_gt(write_proof(5, white_turn), 10);
    ck_assert_int_eq(verify_after(5, white_turn), 0);
    remove(proof_name);
}
END_TEST

/* White's reply is legal only on the true board, and the file says that Black has an open four:
 * that needs no record. */
START_TEST(obvious_win_needs_no_record)
{
    static char *line[] = {"h8", "g7", "i7", "g4", "j6", "g8", "i8", "f10", "j8"};
    ck_assert_int_gt(write_proof(9, line), 100);
    ck_assert_int_eq(verify_after(9, line), 0);
    remove(proof_name);
}
END_TEST

/* If White's first stone touches Black's, Black's second stone is first tried next to both. */
START_TEST(known_openings)
{
    static char *line[][2] = {{"h8", "h7"}, {"h8", "g7"}};
    for (size_t i = 0; i < sizeof line / sizeof *line; i++) {
        struct stones stones = position_after(2, line[i]), known = stones;
        open_prover();
        uint32_t root = prover_root(&prover, &stones);
        ck_assert(prover_step(&prover, root, &stones));
        stones_add(&known, miai_point_read_in(MIAI_LETTERS_ALL, "i7", WIDTH, WIDTH), BLACK);
        const struct node *node = &prover.tree.node[root];
        int best = tree_most_proving(&prover.tree, node, true);
        ck_assert_uint_eq(tree_child(&prover.tree, node, best)->key,
                          stones_normalise(&known, NULL));
        close_prover();
    }
}
END_TEST

/* If all children of a position were settled through other parents, it is settled, not expanded
 * again. */
START_TEST(settled_elsewhere)
{
    struct stones stones = position_after(5, white_turn);
    open_prover();
    uint32_t root = prover_root(&prover, &stones);
    ck_assert(prover_step(&prover, root, &stones));
    const struct node *node = &prover.tree.node[root];
    ck_assert(node->edges > 0 && node->proof > 0);
    for (int i = 0; i < node->edges; i++)
        tree_settle(tree_child(&prover.tree, node, i), true);
    ck_assert(prover_step(&prover, root, &stones));
    ck_assert_uint_eq(prover.tree.node[root].proof, 0);
    ck_assert_int_eq(prover.expanded, 1);
    close_prover();
}
END_TEST

/* A file for these moves proves nothing about others, in which White blocks. */
START_TEST(other_moves)
{
    static char *other[] = {"h8", "i9", "h9", "h10"};
    write_proof(4, black_turn);
    ck_assert_int_eq(verify_after(4, other), 1);
    ck_assert_int_eq(verify_after(0, NULL), 1);
    remove(proof_name);
}
END_TEST

static size_t read_bytes(unsigned char *bytes, size_t capacity)
{
    FILE *file = fopen(proof_name, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(bytes, 1, capacity, file);
    ck_assert(fclose(file) == 0 && size < capacity);
    return size;
}

static void write_bytes(const unsigned char *bytes, size_t size)
{
    FILE *file = fopen(proof_name, "wb");
    ck_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* Without the first record there is no first move. Half of a last record makes the file invalid.
 * With another first move, far away, Black does not win. */
START_TEST(damaged_files_are_refused)
{
    enum { FILE_BYTES = 1 << 22 };
    unsigned char *bytes = malloc(FILE_BYTES);
    write_proof(4, black_turn);
    size_t size = read_bytes(bytes, FILE_BYTES),
           first = (size_t)(bytes[0] & ~STRATEGY_FIRM) + bytes[1] + 3;
    write_bytes(bytes + first, size - first);
    ck_assert_int_eq(verify_after(4, black_turn), 1);
    write_bytes(bytes, size - 1);
    ck_assert_int_eq(verify_after(4, black_turn), 2);
    bytes[first - 1] = 7; /* h1 */
    write_bytes(bytes, size);
    ck_assert_int_eq(verify_after(4, black_turn), 1);
    free(bytes);
    remove(proof_name);
}
END_TEST

/* White's four must be blocked; a stone elsewhere is refused. */
START_TEST(white_begins)
{
    static char *lost[] = {"a1", "h8", "c1", "i8", "e1", "j8", "g1", "k8"};
    unsigned char record[] = {4, 4, 0, 2, 4, 6, 112, 113, 114, 115, 1};
    write_bytes(record, sizeof record);
    ck_assert_int_eq(verify_after(8, lost), 1);
    remove(proof_name);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_proof");
    TCase *tests = add_case(suite, "core", 120);
    tcase_add_test(tests, proof_is_verified);
    tcase_add_test(tests, obvious_win_needs_no_record);
    tcase_add_test(tests, known_openings);
    tcase_add_test(tests, settled_elsewhere);
    tcase_add_test(tests, other_moves);
    tcase_add_test(tests, damaged_files_are_refused);
    tcase_add_test(tests, white_begins);
    return run_suite(suite);
}
