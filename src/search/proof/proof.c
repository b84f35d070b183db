/* Depth-first proof-number search (Nagai, Df-pn Algorithm for Searching AND/OR Trees, 2002) with
 * weak numbers (Ueda et al., Weak Proof-Number Search, 2008): positions that are reached in many
 * ways do not count as often.
 *
 * The question is whether the first player's score is at least a goal.  Of each position there are
 * two numbers in the view of who is to move: phi, how much is left to do to show that he gets what
 * he wants of the question, and delta, that he does not.  0 and INFINITE: it is shown.  Beside them
 * stands what is certain of the score, which holds for other goals, too. */
#include "proof.h"

#include "search/common/known.h"
#include "search/common/path.h"
#include "table.h"

#include <stdlib.h>

enum {
    INFINITE = 1000000000,
    PLIES_MAX = 2048,
    PLIES_MIN = 16,
    LOOK_NODES = 64 /* from one question to the watch to the next */
};

struct mi_prover {
    const miai_game *game;
    const void *tables;
    struct mi_proof_table table;
    struct mi_path path;
    size_t path_memory;
    int goal;
    const miai_watch *watch;
    uint64_t nodes;
    int countdown;
    bool over;
};

/* A position, or one behind a move. */
struct node {
    uint64_t key;
    struct mi_score_bounds bounds;
    uint32_t phi, delta; /* in the view of who is to move before the move */
    miai_move move;
    bool same; /* the one who moved is to move again */
};

/* How much may be left to do before the search leaves a position. */
struct threshold {
    uint32_t phi, delta;
};

/* ---- one position ---- */

static int sign_of(int score)
{
    return (score > 0) - (score < 0);
}

static struct mi_score_bounds unknown(void)
{
    return (struct mi_score_bounds){-MIAI_SCORE_MAX, MIAI_SCORE_MAX};
}

/* Is the question answered by what is certain?  Then the numbers say so, in the view of player. */
static bool answer(struct node *node, int goal, int player)
{
    bool yes = node->bounds.least >= goal, no = node->bounds.most < goal;
    if (!yes && !no)
        return false;
    bool wanted = yes == (player == 0);
    node->phi = wanted ? 0 : INFINITE;
    node->delta = wanted ? INFINITE : 0;
    return true;
}

/* What the rules say, and what the game knows for certain. */
static struct mi_score_bounds look(const struct mi_prover *p, const void *pos)
{
    struct mi_known known;
    struct mi_score_bounds bounds = unknown();
    int score;
    if (p->game->outcome(pos, &score))
        bounds = (struct mi_score_bounds){score, score};
    else if (mi_query_known(p->game, p->tables, pos, &known))
        bounds = (struct mi_score_bounds){known.least, known.most};
    if (p->game->points > 0)
        return bounds;
    if (bounds.least > -MIAI_SCORE_MAX)
        bounds.least = sign_of(bounds.least);
    if (bounds.most < MIAI_SCORE_MAX)
        bounds.most = sign_of(bounds.most);
    bounds.least = bounds.least < -1 ? -1 : bounds.least;
    bounds.most = bounds.most > 1 ? 1 : bounds.most;
    return bounds;
}

static void narrow(struct node *node, int least, int most)
{
    if (least > node->bounds.least)
        node->bounds.least = least;
    if (most < node->bounds.most)
        node->bounds.most = most;
}

/* Adds what was certain of the node before.  Returns its entry, or NULL. */
static const struct mi_proof_entry *recall(const struct mi_prover *p, struct node *node)
{
    const struct mi_proof_entry *entry = mi_proof_table_find(&p->table, node->key);
    if (entry)
        narrow(node, entry->least, entry->most);
    return entry;
}

/* Fills in what is known of the node, whose mover is player, but for what depends on the search. */
static void value(const struct mi_prover *p, struct node *node, int player)
{
    const struct mi_proof_entry *entry = recall(p, node);
    if (answer(node, p->goal, player) || !entry || entry->goal != p->goal)
        return;
    node->phi = node->same ? entry->phi : entry->delta;
    node->delta = node->same ? entry->delta : entry->phi;
}

/* ---- its moves ---- */

static int list_moves(const struct mi_prover *p, const void *pos, miai_move *list)
{
    const miai_hints *hints = mi_hints(p->game);
    int n =
        hints->candidates && p->path.rule == MIAI_REPEAT_FREE ? hints->candidates(pos, list) : 0;
    return n > 0 ? n : p->game->moves(pos, list);
}

/* The positions behind all moves from the one at ply; the caller frees them.  NULL: no memory. */
static struct node *expand(struct mi_prover *p, int ply, int *count)
{
    miai_move list[MIAI_MAX_LEGAL];
    const void *pos = mi_path_at(&p->path, ply), *next = mi_path_at(&p->path, ply + 1);
    int n = list_moves(p, pos, list), player = p->game->turn(pos);
    struct node *child = malloc(sizeof *child * (size_t)n);
    *count = 0;
    for (int i = 0; child && i < n; i++) {
        if (mi_path_play(&p->path, ply, list[i]) == MI_PATH_FORBIDDEN)
            continue;
        child[(*count)++] = (struct node){
            .key = mi_path_key(&p->path, ply + 1),
            .bounds = look(p, next),
            .phi = 1,
            .delta = 1,
            .move = list[i],
            .same = p->game->turn(next) == player,
        };
        p->nodes++;
        p->countdown--;
    }
    return child;
}

/* Makes the bounds of the position out of those behind its moves. */
static void sum_up_bounds(struct node *node, const struct node *child, int n, int player)
{
    int worst = player == 0 ? -MIAI_SCORE_MAX : MIAI_SCORE_MAX;
    struct mi_score_bounds bounds = {worst, worst};
    for (int i = 0; i < n; i++) {
        const struct mi_score_bounds *b = &child[i].bounds;
        if (player == 0 ? b->least > bounds.least : b->least < bounds.least)
            bounds.least = b->least;
        if (player == 0 ? b->most > bounds.most : b->most < bounds.most)
            bounds.most = b->most;
    }
    narrow(node, bounds.least, bounds.most);
}

/* The same of the numbers.  Returns the move to go on with; *second becomes the phi that another
 * one would have. */
static int sum_up_numbers(struct node *node, const struct node *child, int n, uint32_t *second)
{
    int best = -1, open = 0;
    uint32_t most = 0;
    node->phi = *second = INFINITE;
    for (int i = 0; i < n; i++) {
        most = child[i].delta > most ? child[i].delta : most;
        open += child[i].delta > 0;
        if (best < 0 || child[i].phi < node->phi ||
            (child[i].phi == node->phi && child[i].delta < child[best].delta)) {
            *second = best >= 0 ? node->phi : *second;
            node->phi = child[i].phi;
            best = i;
        } else if (child[i].phi < *second) {
            *second = child[i].phi;
        }
    }
    node->delta = most >= INFINITE ? INFINITE : most + (uint32_t)(open > 1 ? open - 1 : 0);
    return best;
}

/* ---- the search ---- */

static void look_up_watch(struct mi_prover *p)
{
    p->countdown = LOOK_NODES;
    p->over = p->over || (p->watch && p->watch->over(p->watch->context, p->nodes, 0));
}

static uint32_t less(uint32_t number, uint32_t part)
{
    return number > part ? number - part : 0;
}

static uint32_t at_most(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* How long to stay behind the best move: until another is better by a quarter, lest the search
 * jumps to and fro (Pawlewicz and Lew, Improving Depth-First PN-Search: 1+e Trick, 2007). */
static struct threshold inner(const struct node *node, const struct node *best, uint32_t second,
                              struct threshold limit)
{
    struct threshold next = {
        .phi = at_most(limit.phi, second + second / 4 + 1),
        .delta = at_most(INFINITE, best->delta + less(limit.delta, node->delta)),
    };
    return best->same ? next : (struct threshold){next.delta, next.phi};
}

static void store(struct mi_prover *p, const struct node *node, uint64_t nodes)
{
    mi_proof_table_put(&p->table, &(struct mi_proof_entry){
                                      .key = node->key,
                                      .least = node->bounds.least,
                                      .most = node->bounds.most,
                                      .goal = p->goal,
                                      .phi = node->phi,
                                      .delta = node->delta,
                                      .work = nodes < UINT32_MAX ? (uint32_t)nodes + 1 : UINT32_MAX,
                                  });
}

/* Works on the position at ply until one of its numbers is at the limit, or all is over; what was
 * found until then is kept. */
static void work(struct mi_prover *p, struct node *node, int ply, struct threshold limit)
{
    uint64_t before = p->nodes;
    int n, player = p->game->turn(mi_path_at(&p->path, ply));
    struct node *child = ply < p->path.plies ? expand(p, ply, &n) : NULL;
    if (!child || n == 0) { /* no room for a line so long */
        p->over = true;
        free(child);
        return;
    }
    for (;;) {
        uint32_t second;
        for (int i = 0; i < n; i++)
            value(p, &child[i], player);
        sum_up_bounds(node, child, n, player);
        int best = sum_up_numbers(node, child, n, &second);
        if (answer(node, p->goal, player) || p->over || node->phi >= limit.phi ||
            node->delta >= limit.delta)
            break;
        struct node next = child[best];
        mi_path_play(&p->path, ply, next.move);
        work(p, &next, ply + 1, inner(node, &child[best], second, limit));
        child[best].bounds = next.bounds;
        child[best].phi = next.same ? next.phi : next.delta;
        child[best].delta = next.same ? next.delta : next.phi;
        if (p->countdown <= 0)
            look_up_watch(p);
    }
    store(p, node, p->nodes - before);
    free(child);
}

/* Is the root's score at least the goal?  Then, or if not, its bounds are narrower. */
static void ask(struct mi_prover *p, struct node *root, int goal)
{
    p->goal = goal;
    while (!p->over && root->bounds.least < goal && root->bounds.most >= goal)
        work(p, root, 0, (struct threshold){INFINITE, INFINITE});
}

/* The next goal: who wins first, then by how much. */
static int next_goal(const struct mi_score_bounds *bounds)
{
    bool open = bounds->least < 1 && bounds->most >= 1;
    return open ? 1 : bounds->least + (bounds->most - bounds->least + 1) / 2;
}

/* ---- outside ---- */

bool mi_provable(const struct mi_root *root)
{
    return !root->game->repetition || !mi_repetition(root->game)->rule ||
           mi_repetition(root->game)->rule(root->pos) != MIAI_REPEAT_DRAW;
}

struct mi_prover *mi_prover_open(size_t memory)
{
    struct mi_prover *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    p->path_memory = memory / 4;
    if (!mi_proof_table_open(&p->table, memory / 2)) {
        free(p);
        return NULL;
    }
    return p;
}

void mi_prover_close(struct mi_prover *p)
{
    if (p)
        mi_proof_table_close(&p->table);
    free(p);
}

static bool init_path(struct mi_prover *p, const struct mi_root *root)
{
    size_t besides = mi_path_extra_bytes(root), each = mi_path_bytes_per_ply(root);
    size_t plies = p->path_memory > besides ? (p->path_memory - besides) / each : 0;
    return plies >= PLIES_MIN &&
           mi_path_init(&p->path, root, plies < PLIES_MAX ? (int)plies - 1 : PLIES_MAX);
}

/* The node of the root, from which the search may begin; false: no memory. */
static bool begin(struct mi_prover *p, const struct mi_root *root, const miai_watch *watch,
                  struct node *node)
{
    int points = root->game->points > 0 ? root->game->points : 1;
    p->game = root->game;
    p->tables = root->tables;
    node->bounds = (struct mi_score_bounds){-points, points};
    if (!init_path(p, root))
        return false;
    *node = (struct node){.key = mi_path_key(&p->path, 0), .bounds = look(p, root->pos)};
    p->watch = watch;
    p->nodes = 0;
    p->countdown = LOOK_NODES;
    p->over = false;
    if (node->bounds.least < -points)
        node->bounds.least = -points;
    if (node->bounds.most > points)
        node->bounds.most = points;
    recall(p, node);
    return true;
}

bool mi_prover_run(struct mi_prover *p, const struct mi_root *root, const miai_watch *watch,
                   struct mi_score_bounds *bounds)
{
    struct node node;
    if (begin(p, root, watch, &node)) {
        while (!p->over && node.bounds.least < node.bounds.most)
            ask(p, &node, next_goal(&node.bounds));
        mi_path_free(&p->path);
    }
    *bounds = node.bounds;
    return bounds->least == bounds->most;
}

size_t mi_prover_save(const struct mi_prover *p, uint64_t *word, size_t words)
{
    return mi_proof_table_save(&p->table, word, words);
}

void mi_prover_load(struct mi_prover *p, const uint64_t *word, size_t words)
{
    mi_proof_table_load(&p->table, word, words);
}
