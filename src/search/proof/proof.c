/* Depth-first proof-number search (Nagai, Df-pn Algorithm for Searching AND/OR Trees, 2002) with
 * weak proof numbers (Ueda et al., Weak Proof-Number Search, 2008), which count a position only
 * once even if several lines reach it.
 *
 * The question is whether the first player's score is at least a goal.  Each position has two
 * numbers in the view of its side to move: phi, the remaining work to prove the answer that this
 * side wants, and delta, the work to disprove it.  0 means done, INFINITE impossible.  A position
 * also has bounds of the exact score, which hold for all goals. */
#include "proof.h"

#include "search/common/known.h"
#include "search/common/path.h"
#include "table.h"

#include <stdlib.h>

enum {
    INFINITE = 1000000000,
    PLIES_MAX = 2048,
    PLIES_MIN = 16,
    WATCH_NODES = 64 /* nodes between two calls of the watch */
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

/* A position, as the child of a node. */
struct proof_child {
    uint64_t key;
    struct mi_score_bounds bounds;
    uint32_t phi, delta; /* in the view of the parent's side to move */
    miai_move move;
    bool same; /* the same side is to move as in the parent */
};

/* Values of phi and delta at which the search leaves a position. */
struct proof_threshold {
    uint32_t phi, delta;
};

/* ---- one position ---- */

static int sign_of_score(int score)
{
    return (score > 0) - (score < 0);
}

static struct mi_score_bounds unknown_bounds(void)
{
    return (struct mi_score_bounds){-MIAI_SCORE_MAX, MIAI_SCORE_MAX};
}

/* Do the bounds answer the question?  If so, sets the numbers in the view of player. */
static bool answer_question(struct proof_child *node, int goal, int player)
{
    bool yes = node->bounds.min >= goal, no = node->bounds.max < goal;
    if (!yes && !no)
        return false;
    bool wanted = yes == (player == 0);
    node->phi = wanted ? 0 : INFINITE;
    node->delta = wanted ? INFINITE : 0;
    return true;
}

/* Bounds of the score by the rules and by the game's knowledge. */
static struct mi_score_bounds known_bounds(const struct mi_prover *p, const void *pos)
{
    struct mi_known known;
    struct mi_score_bounds bounds = unknown_bounds();
    int score;
    if (p->game->outcome(pos, &score))
        bounds = (struct mi_score_bounds){score, score};
    else if (mi_query_known(p->game, p->tables, pos, &known))
        bounds = (struct mi_score_bounds){known.min, known.max};
    if (p->game->points > 0)
        return bounds;
    if (bounds.min > -MIAI_SCORE_MAX)
        bounds.min = sign_of_score(bounds.min);
    if (bounds.max < MIAI_SCORE_MAX)
        bounds.max = sign_of_score(bounds.max);
    bounds.min = bounds.min < -1 ? -1 : bounds.min;
    bounds.max = bounds.max > 1 ? 1 : bounds.max;
    return bounds;
}

static void narrow_bounds(struct proof_child *node, int min, int max)
{
    if (min > node->bounds.min)
        node->bounds.min = min;
    if (max < node->bounds.max)
        node->bounds.max = max;
}

/* Narrows the node's bounds by its table entry.  Returns the entry, or NULL. */
static const struct mi_proof_entry *apply_table_entry(const struct mi_prover *p,
                                                      struct proof_child *node)
{
    const struct mi_proof_entry *entry = mi_proof_table_find(&p->table, node->key);
    if (entry)
        narrow_bounds(node, entry->min, entry->max);
    return entry;
}

/* Sets the node's numbers from its bounds or the table.  player: the parent's side to move. */
static void init_numbers(const struct mi_prover *p, struct proof_child *node, int player)
{
    const struct mi_proof_entry *entry = apply_table_entry(p, node);
    if (answer_question(node, p->goal, player) || !entry || entry->goal != p->goal)
        return;
    node->phi = node->same ? entry->phi : entry->delta;
    node->delta = node->same ? entry->delta : entry->phi;
}

/* ---- its moves ---- */

static int list_node_moves(const struct mi_prover *p, const void *pos, miai_move *list)
{
    const miai_hints *hints = mi_hints(p->game);
    int n =
        hints->candidates && p->path.rule == MIAI_REPEAT_FREE ? hints->candidates(pos, list) : 0;
    return n > 0 ? n : p->game->moves(pos, list);
}

/* Creates the children of the position at ply; the caller frees them.  Returns NULL if out of
 * memory. */
static struct proof_child *expand_children(struct mi_prover *p, int ply, int *count)
{
    miai_move list[MIAI_MAX_LEGAL];
    const void *pos = mi_path_at(&p->path, ply), *next = mi_path_at(&p->path, ply + 1);
    int n = list_node_moves(p, pos, list), player = p->game->turn(pos);
    struct proof_child *child = malloc(sizeof *child * (size_t)n);
    *count = 0;
    for (int i = 0; child && i < n; i++) {
        if (mi_path_play(&p->path, ply, list[i]) == MI_PATH_FORBIDDEN)
            continue;
        child[(*count)++] = (struct proof_child){
            .key = mi_path_key(&p->path, ply + 1),
            .bounds = known_bounds(p, next),
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

/* Narrows the bounds of a position by those of its children. */
static void narrow_bounds_by_children(struct proof_child *node, const struct proof_child *child,
                                      int n, int player)
{
    int worst = player == 0 ? -MIAI_SCORE_MAX : MIAI_SCORE_MAX;
    struct mi_score_bounds bounds = {worst, worst};
    for (int i = 0; i < n; i++) {
        const struct mi_score_bounds *b = &child[i].bounds;
        if (player == 0 ? b->min > bounds.min : b->min < bounds.min)
            bounds.min = b->min;
        if (player == 0 ? b->max > bounds.max : b->max < bounds.max)
            bounds.max = b->max;
    }
    narrow_bounds(node, bounds.min, bounds.max);
}

/* Computes a position's numbers from its children's.  Returns the child to search; *second: the phi
 * of the second best. */
static int update_proof_numbers(struct proof_child *node, const struct proof_child *child, int n,
                                uint32_t *second)
{
    int best = -1, open = 0;
    uint32_t max_delta = 0;
    node->phi = *second = INFINITE;
    for (int i = 0; i < n; i++) {
        max_delta = child[i].delta > max_delta ? child[i].delta : max_delta;
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
    node->delta =
        max_delta >= INFINITE ? INFINITE : max_delta + (uint32_t)(open > 1 ? open - 1 : 0);
    return best;
}

/* ---- the search ---- */

static void prover_call_watch(struct mi_prover *p)
{
    p->countdown = WATCH_NODES;
    p->over = p->over || (p->watch && p->watch->over(p->watch->context, p->nodes, 0));
}

static uint32_t subtract_to_zero(uint32_t number, uint32_t part)
{
    return number > part ? number - part : 0;
}

static uint32_t min_proof_number(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The thresholds for the best child: the search stays there until another child is better by a
 * quarter, so that it does not switch back and forth (Pawlewicz and Lew, Improving Depth-First
 * PN-Search: 1+e Trick, 2007). */
static struct proof_threshold child_threshold(const struct proof_child *node,
                                              const struct proof_child *best, uint32_t second,
                                              struct proof_threshold limit)
{
    struct proof_threshold next = {
        .phi = min_proof_number(limit.phi, second + second / 4 + 1),
        .delta =
            min_proof_number(INFINITE, best->delta + subtract_to_zero(limit.delta, node->delta)),
    };
    return best->same ? next : (struct proof_threshold){next.delta, next.phi};
}

static void store_proof_entry(struct mi_prover *p, const struct proof_child *node, uint64_t nodes)
{
    mi_proof_table_put(&p->table, &(struct mi_proof_entry){
                                      .key = node->key,
                                      .min = node->bounds.min,
                                      .max = node->bounds.max,
                                      .goal = p->goal,
                                      .phi = node->phi,
                                      .delta = node->delta,
                                      .work = nodes < UINT32_MAX ? (uint32_t)nodes + 1 : UINT32_MAX,
                                  });
}

/* Searches the position at ply until one of its numbers reaches the limit or the run is over;
 * stores the result. */
static void search_proof_node(struct mi_prover *p, struct proof_child *node, int ply,
                              struct proof_threshold limit)
{
    uint64_t before = p->nodes;
    int n, player = p->game->turn(mi_path_at(&p->path, ply));
    struct proof_child *child = ply < p->path.plies ? expand_children(p, ply, &n) : NULL;
    if (!child || n == 0) { /* no memory, or the path is full */
        p->over = true;
        free(child);
        return;
    }
    for (;;) {
        uint32_t second;
        for (int i = 0; i < n; i++)
            init_numbers(p, &child[i], player);
        narrow_bounds_by_children(node, child, n, player);
        int best = update_proof_numbers(node, child, n, &second);
        if (answer_question(node, p->goal, player) || p->over || node->phi >= limit.phi ||
            node->delta >= limit.delta)
            break;
        struct proof_child next = child[best];
        mi_path_play(&p->path, ply, next.move);
        search_proof_node(p, &next, ply + 1, child_threshold(node, &child[best], second, limit));
        child[best].bounds = next.bounds;
        child[best].phi = next.same ? next.phi : next.delta;
        child[best].delta = next.same ? next.delta : next.phi;
        if (p->countdown <= 0)
            prover_call_watch(p);
    }
    store_proof_entry(p, node, p->nodes - before);
    free(child);
}

/* Searches until the question is answered for this goal. The answer narrows the root's bounds. */
static void search_proof_goal(struct mi_prover *p, struct proof_child *root, int goal)
{
    p->goal = goal;
    while (!p->over && root->bounds.min < goal && root->bounds.max >= goal)
        search_proof_node(p, root, 0, (struct proof_threshold){INFINITE, INFINITE});
}

/* The next goal: first the sign of the score, then its size by bisection. */
static int next_goal(const struct mi_score_bounds *bounds)
{
    bool open = bounds->min < 1 && bounds->max >= 1;
    return open ? 1 : bounds->min + (bounds->max - bounds->min + 1) / 2;
}

/* ---- interface ---- */

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
    size_t fixed = mi_path_extra_bytes(root), each = mi_path_bytes_per_ply(root);
    size_t plies = p->path_memory > fixed ? (p->path_memory - fixed) / each : 0;
    return plies >= PLIES_MIN &&
           mi_path_init(&p->path, root, plies < PLIES_MAX ? (int)plies - 1 : PLIES_MAX);
}

/* Sets up a run and the root's node. Returns false if out of memory. */
static bool begin_prover_run(struct mi_prover *p, const struct mi_root *root,
                             const miai_watch *watch, struct proof_child *node)
{
    int points = root->game->points > 0 ? root->game->points : 1;
    p->game = root->game;
    p->tables = root->tables;
    node->bounds = (struct mi_score_bounds){-points, points};
    if (!init_path(p, root))
        return false;
    *node =
        (struct proof_child){.key = mi_path_key(&p->path, 0), .bounds = known_bounds(p, root->pos)};
    p->watch = watch;
    p->nodes = 0;
    p->countdown = WATCH_NODES;
    p->over = false;
    if (node->bounds.min < -points)
        node->bounds.min = -points;
    if (node->bounds.max > points)
        node->bounds.max = points;
    apply_table_entry(p, node);
    return true;
}

bool mi_prover_run(struct mi_prover *p, const struct mi_root *root, const miai_watch *watch,
                   struct mi_score_bounds *bounds)
{
    struct proof_child node;
    if (begin_prover_run(p, root, watch, &node)) {
        while (!p->over && node.bounds.min < node.bounds.max)
            search_proof_goal(p, &node, next_goal(&node.bounds));
        mi_path_free(&p->path);
    }
    *bounds = node.bounds;
    return bounds->min == bounds->max;
}

size_t mi_prover_save(const struct mi_prover *p, uint64_t *word, size_t words)
{
    return mi_proof_table_save(&p->table, word, words);
}

void mi_prover_load(struct mi_prover *p, const uint64_t *word, size_t words)
{
    mi_proof_table_load(&p->table, word, words);
}
