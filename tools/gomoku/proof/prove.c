/* prove - proves that Black wins 15x15 freestyle Gomoku, and writes the winning moves; see README.
 *
 *     prove FILE [NETWORK] [MOVE...]
 *
 * The MOVEs, such as h8 i9, are played first, Black's first.  NETWORK: a file with a slash or a dot
 * in its name; without it, the built-in network. */
#include "advice.h"
#include "base/memory.h"
#include "strategy.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAY_SECONDS = 60 };

static int usage(void)
{
    fputs("usage: prove FILE [NETWORK] [MOVE...]\n", stderr);
    return 2;
}

static bool read_moves(char **text, int n, struct stones *stones)
{
    bool taken[POINTS] = {false};
    for (int i = 0; i < n; i++) {
        miai_move point = miai_point_read_in(MIAI_LETTERS_ALL, text[i], WIDTH, WIDTH);
        if (point == MIAI_NO_MOVE || taken[point]) {
            fprintf(stderr, "prove: %s is no empty point of a board of 15x15 (a1 to o15)\n",
                    text[i]);
            return false;
        }
        taken[point] = true;
        stones_add(stones, point, i & 1);
    }
    return true;
}

static double seconds_used(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

/* Prints how many of White's moves are refuted in the first position with White to move. */
static void print_answers(const struct prover *prover)
{
    int first = stones_black_moves(&prover->line.stones[0]) ? 1 : 0;
    if (prover->line.depth < first)
        return;
    const struct node *node = &prover->tree.node[prover->line.node[first]];
    fprintf(stderr, ", %d of %d answers met", node->met, node->edges);
}

static void print_status(const struct prover *prover, uint32_t root)
{
    const struct node *node = &prover->tree.node[root];
    fprintf(stderr, "%.0f s: %lld positions expanded, %lld threat searches, proof %u, disproof %u",
            seconds_used(), (long long)prover->expanded, (long long)prover->threats.nodes_total,
            node->proof, node->disproof);
    print_answers(prover);
    fputc('\n', stderr);
}

static int search_proof(struct prover *prover, struct stones *stones, FILE *file)
{
    uint32_t root = prover_root(prover, stones);
    int64_t records = 0;
    double said = 0;
    while (root > 0 && prover_step(prover, root, stones))
        if (seconds_used() - said > SAY_SECONDS) {
            said = seconds_used();
            print_status(prover, root);
        }
    if (root == 0 || prover->failed) {
        fputs("prove: out of memory\n", stderr);
        return 1;
    }
    print_status(prover, root);
    if (prover->tree.node[root].proof > 0) {
        puts("not proven: no considered move wins");
        return 1;
    }
    printf("Black wins: %.0f s, %lld positions expanded, %lld threat searches\n", seconds_used(),
           (long long)prover->expanded, (long long)prover->threats.nodes_total);
    fflush(stdout);
    if (!strategy_write(prover, root, stones, file, &records)) {
        fputs("prove: the strategy could not be written\n", stderr);
        return 1;
    }
    printf("%lld positions written, %.0f s in all\n", (long long)records, seconds_used());
    return 0;
}

static int prove_and_write(struct prover *prover, struct mi_gomoku_net *net, miai_engine *engine,
                           struct stones *stones, FILE *file)
{
    int code = 1;
    if (prover_open(prover, net, engine))
        code = search_proof(prover, stones, file);
    else
        fputs("prove: out of memory\n", stderr);
    prover_close(prover);
    return code;
}

int main(int argc, char **argv)
{
    static struct prover prover;
    struct stones stones = {.n = {0}};
    char error[256];
    bool names_network = argc > 2 && strpbrk(argv[2], "./");
    int first = names_network ? 3 : 2;
    if (argc < 2 || argv[1][0] == '-')
        return usage();
    if (!read_moves(argv + first, argc - first, &stones))
        return 2;
    const char *network = names_network ? argv[2] : NULL;
    struct mi_gomoku_net *net = mi_gomoku_net_open(network, error, sizeof error);
    if (!net) {
        fprintf(stderr, "prove: %s\n", error);
        return 1;
    }
    FILE *file = fopen(argv[1], "wb");
    if (!file) {
        perror(argv[1]);
        mi_aligned_free(net);
        return 1;
    }
    miai_engine *engine = advice_open(network);
    int code = engine ? prove_and_write(&prover, net, engine, &stones, file) : 1;
    miai_free(engine);
    mi_aligned_free(net);
    return fclose(file) == 0 ? code : 1;
}
