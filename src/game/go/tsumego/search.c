/* Depth-first proof-number search (Nagai, Df-pn Algorithm for Searching AND/OR Trees, 2002) with
 * weak proof numbers (Ueda et al. 2008), for life and death (Kishimoto and Mueller, Search versus
 * Knowledge for Solving Life and Death Problems in Go, 2005).
 *
 * The generic search of search/proof knows neither the rules of repetition that are needed here nor
 * the forced moves.
 *
 * Each position has two numbers in the view of its side to move: phi, the remaining work to prove
 * the answer that this side wants, and delta, the work to disprove it.  0 means done, TS_INFINITE
 * impossible.
 *
 * Repetition: the prover must reach its goal, so a cycle is a failure of the prover. By this rule
 * the value of a position does not depend on the moves before it. But a failure that was found by a
 * cycle holds only if the repeated ancestor fails, too (graph history interaction; Kishimoto and
 * Mueller 2004). So a failure records the lowest ply that it depends on, or TS_FREE. It becomes
 * unconditional when the ancestor at that ply is solved. Until then it is stored under a key that
 * includes the path. */
#include "search.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHILDREN_MAX = 1 << 15, /* children of all nodes on the path */
    WATCH_NODES = 256       /* nodes between two calls of the watch */
};

struct ts_child {
    uint64_t key;
    uint32_t phi, delta; /* in the view of the child's side to move */
    uint16_t depends;
    uint8_t move;
};

/* A node on the path. */
struct ts_node {
    const struct ts_position *pos;
    uint64_t key;
    uint64_t path; /* a hash of the positions before it */
    int ply;
};

bool mi_ts_search_open(struct ts_search *s, size_t memory)
{
    size_t children = CHILDREN_MAX * sizeof *s->child;
    *s = (struct ts_search){.prover = TS_ATTACKER};
    if (memory <= children || !mi_ts_table_open(&s->table, memory - children))
        return false;
    s->child = malloc(children);
    if (!s->child)
        mi_ts_table_close(&s->table);
    return s->child != NULL;
}

void mi_ts_search_close(struct ts_search *s)
{
    if (s->child)
        mi_ts_table_close(&s->table);
    free(s->child);
    s->child = NULL;
}

uint64_t mi_ts_search_key(const struct ts_search *s, const struct ts_position *pos)
{
    return mi_ts_key(pos) ^ (uint64_t)s->prover << 63 ^ s->salt;
}

static bool entry_is_solved(const struct ts_entry *entry)
{
    return entry && (entry->phi == 0 || entry->delta == 0);
}

/* The same position if this side has no ko threat, the other side any number. */
static struct ts_position without_threats_of(const struct ts_position *pos, int side)
{
    struct ts_position weak = *pos;
    weak.threats[side] = 0;
    weak.threats[!side] = TS_ALWAYS;
    if (pos->turn != side)
        weak.ko = TS_NO_POINT;
    return weak;
}

const struct ts_entry *mi_ts_search_find(const struct ts_search *s, const struct ts_position *pos,
                                         uint64_t key)
{
    const struct ts_entry *own = mi_ts_table_find(&s->table, key);
    if (entry_is_solved(own) || s->prover != TS_ATTACKER)
        return own;
    for (int side = 0; side < 2; side++) {
        struct ts_position weak = without_threats_of(pos, side);
        uint64_t weak_key = mi_ts_search_key(s, &weak);
        const struct ts_entry *entry =
            weak_key != key ? mi_ts_table_find(&s->table, weak_key) : NULL;
        if (entry && (pos->turn == side ? entry->phi : entry->delta) == 0)
            return entry;
    }
    return own;
}

static bool find_on_path(const struct ts_search *s, uint64_t key, int plies, int *ply)
{
    if (s->filter[key % 1024] == 0)
        return false;
    for (*ply = plies - 1; *ply >= 0; --*ply)
        if (s->path[*ply] == key)
            return true;
    return false;
}

static void child_from_numbers(struct ts_child *child, const struct ts_numbers *n)
{
    child->phi = n->phi;
    child->delta = n->delta;
    child->depends = n->depends;
}

static uint64_t hash_path_with(const struct ts_node *node)
{
    return miai_mix(node->path ^ node->key);
}

/* Sets the child's numbers from the table; false if it is not there. */
static bool look_up_child(const struct ts_search *s, const struct ts_node *node,
                          struct ts_child *child, const struct ts_position *next)
{
    const struct ts_entry *entry = mi_ts_search_find(s, next, child->key);
    if (s->conditional && !entry_is_solved(entry)) {
        const struct ts_entry *bound =
            mi_ts_table_find(&s->table, child->key ^ hash_path_with(node));
        entry = bound ? bound : entry;
    }
    if (!entry)
        return false;
    child->phi = entry->phi;
    child->delta = entry->delta;
    child->depends = entry->depends;
    return true;
}

/* Sets the numbers of a new child. */
static void init_child(struct ts_search *s, const struct ts_node *node, struct ts_child *child,
                       const struct ts_position *next)
{
    struct ts_numbers n;
    int ply;
    if (find_on_path(s, child->key, node->ply + 1, &ply)) {
        mi_ts_decide(next, !s->prover, &n);
        n.depends = (uint16_t)ply;
        s->conditional = true;
    } else if (look_up_child(s, node, child, next))
        return;
    else
        mi_ts_evaluate(s, next, &n);
    child_from_numbers(child, &n);
}

static int expand_ts_node(struct ts_search *s, const struct ts_node *node, struct ts_child *child)
{
    bool pass;
    struct points moves = mi_ts_candidates(s, node->pos, &pass);
    int n = 0;
    for (int move; points_any(moves) || pass;) {
        if (points_any(moves))
            move = points_pop(&moves);
        else
            move = TS_PASS, pass = false;
        s->next[n] = *node->pos;
        if (!mi_ts_play(&s->frame, &s->next[n], move))
            continue;
        child[n] = (struct ts_child){
            .key = mi_ts_search_key(s, &s->next[n]), .depends = TS_FREE, .move = (uint8_t)move};
        mi_ts_table_prefetch(&s->table, child[n++].key);
    }
    s->nodes += (uint64_t)n;
    s->countdown -= n;
    for (int i = 0; i < n; i++) {
        init_child(s, node, &child[i], &s->next[i]);
        if (child[i].delta == 0 && child[i].depends == TS_FREE)
            return i + 1; /* this move wins */
    }
    return n;
}

/* ---- the search ---- */

static uint32_t min_work(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static uint32_t add_work(uint32_t a, uint32_t b)
{
    return a >= TS_INFINITE || b >= TS_INFINITE ? TS_INFINITE : min_work(a + b, TS_INFINITE - 1);
}

/* Computes a node's numbers from its children's.  Returns the child to search; *second: the delta
 * of the second best. */
static int combine_children(const struct ts_child *child, int n, struct ts_numbers *node,
                            uint32_t *second)
{
    int best = -1, open = 0;
    uint32_t most = 0;
    uint16_t depends = TS_FREE;
    node->phi = *second = TS_INFINITE;
    for (int i = 0; i < n; i++) {
        most = child[i].phi > most ? child[i].phi : most;
        open += child[i].phi > 0;
        depends = child[i].depends < depends ? child[i].depends : depends;
        bool better = best < 0 || child[i].delta < node->phi;
        if (best >= 0 && child[i].delta == node->phi)
            better = node->phi == 0 ? child[i].depends > child[best].depends
                                    : child[i].phi < child[best].phi;
        if (better) {
            *second = best >= 0 ? node->phi : *second;
            node->phi = child[i].delta;
            best = i;
        } else if (child[i].delta < *second) {
            *second = child[i].delta;
        }
    }
    node->delta = add_work(most, (uint32_t)(open > 1 ? open - 1 : 0));
    node->depends = node->phi == 0 ? child[best].depends : depends;
    node->move = best >= 0 ? child[best].move : TS_NO_POINT;
    return best;
}

static void store_ts_node(struct ts_search *s, const struct ts_node *node,
                          const struct ts_numbers *n, uint64_t nodes)
{
    bool solved = n->phi == 0 || n->delta == 0;
    bool bound = solved && n->depends != TS_FREE;
    mi_ts_table_put(&s->table, &(struct ts_entry){
                                   .key = bound ? node->key ^ node->path : node->key,
                                   .phi = (uint16_t)n->phi,
                                   .delta = (uint16_t)n->delta,
                                   .depends = solved ? n->depends : TS_FREE,
                                   .move = n->move,
                                   .work = (uint8_t)(65 - __builtin_clzll(nodes | 1)),
                               });
}

static void ts_call_watch(struct ts_search *s)
{
    if (s->countdown > 0)
        return;
    s->countdown = WATCH_NODES;
    s->stopped = s->stopped || (s->watch && s->watch->over(s->watch->context, s->nodes, 0));
    s->over = s->over || s->stopped || s->nodes >= s->node_limit;
}

/* Tries to refute the other moves in the same way as a move that has been refuted. */
static void simulate_siblings(struct ts_search *s, const struct ts_node *node,
                              struct ts_child *child, int n, const struct ts_child *refuted)
{
    struct ts_position from = *node->pos;
    mi_ts_play(&s->frame, &from, refuted->move);
    for (int i = 0; i < n; i++) {
        struct ts_position pos = *node->pos;
        if (child[i].phi == 0 || child[i].delta == 0)
            continue;
        mi_ts_play(&s->frame, &pos, child[i].move);
        if (mi_ts_simulate(s, &from, &pos)) {
            child[i].phi = 0;
            child[i].delta = TS_INFINITE;
            child[i].depends = TS_FREE;
        }
    }
}

static void search_ts_node(struct ts_search *s, const struct ts_node *node, uint32_t phi_limit,
                           uint32_t delta_limit, struct ts_numbers *out);

static void search_ts_child(struct ts_search *s, const struct ts_node *node, struct ts_child *child,
                            uint32_t phi_limit, uint32_t delta_limit)
{
    struct ts_position pos = *node->pos;
    struct ts_numbers n;
    uint64_t before = s->nodes;
    mi_ts_play(&s->frame, &pos, child->move);
    struct ts_node next = {&pos, child->key, hash_path_with(node), node->ply + 1};
    search_ts_node(s, &next, phi_limit, delta_limit, &n);
    child_from_numbers(child, &n);
    if (node->ply == 0)
        s->root_work[child->move] += s->nodes - before;
}

/* Searches the node until one of its numbers reaches its limit or the run is over; stores the
 * result. */
static void search_ts_node(struct ts_search *s, const struct ts_node *node, uint32_t phi_limit,
                           uint32_t delta_limit, struct ts_numbers *out)
{
    uint64_t before = s->nodes;
    struct ts_child *child = s->child + s->children;
    if (node->ply + 1 >= TS_PLIES || s->children >= CHILDREN_MAX - TS_POINTS - 1) {
        s->over = true;
        *out = (struct ts_numbers){1, 1, TS_FREE, TS_NO_POINT};
        return;
    }
    s->path[node->ply] = node->key;
    s->filter[node->key % 1024]++;
    int n = expand_ts_node(s, node, child);
    s->children += n;
    for (;;) {
        uint32_t second;
        int best = combine_children(child, n, out, &second);
        if (out->phi == 0 || out->delta == 0 || s->over || out->phi >= phi_limit ||
            out->delta >= delta_limit)
            break;
        uint32_t slack = delta_limit > out->delta ? delta_limit - out->delta : 0;
        search_ts_child(
            s, node, &child[best], min_work(child[best].phi + slack, TS_INFINITE),
            min_work(phi_limit, second < TS_INFINITE ? second + second / 4 + 1 : TS_INFINITE));
        if (child[best].phi == 0 && child[best].depends == TS_FREE)
            simulate_siblings(s, node, child, n, &child[best]);
        ts_call_watch(s);
    }
    s->children -= n;
    s->filter[node->key % 1024]--;
    if (out->depends >= node->ply)
        out->depends = TS_FREE;
    store_ts_node(s, node, out, s->nodes - before);
}

static enum ts_answer answer_from_numbers(const struct ts_search *s, const struct ts_position *pos,
                                          uint32_t phi, uint32_t delta)
{
    if (phi != 0 && delta != 0)
        return TS_UNKNOWN;
    return (phi == 0) == (pos->turn == s->prover) ? TS_PROVED : TS_DISPROVED;
}

enum ts_answer mi_ts_search_run(struct ts_search *s, const struct ts_position *pos)
{
    struct ts_numbers n;
    struct ts_node root = {pos, mi_ts_search_key(s, pos), 0, 0};
    memset(s->filter, 0, sizeof s->filter);
    memset(s->root_work, 0, sizeof s->root_work);
    s->children = 0;
    s->conditional = false;
    s->countdown = 0;
    s->over = false;
    ts_call_watch(s);
    mi_ts_evaluate(s, pos, &n);
    const struct ts_entry *entry = mi_ts_search_find(s, pos, root.key);
    if (entry_is_solved(entry))
        return answer_from_numbers(s, pos, entry->phi, entry->delta);
    while (!s->over && n.phi != 0 && n.delta != 0)
        search_ts_node(s, &root, TS_INFINITE, TS_INFINITE, &n);
    return answer_from_numbers(s, pos, n.phi, n.delta);
}

enum ts_answer mi_ts_search_look(const struct ts_search *s, const struct ts_position *pos,
                                 int *move)
{
    const struct ts_entry *entry = mi_ts_search_find(s, pos, mi_ts_search_key(s, pos));
    *move = entry ? entry->move : TS_NO_POINT;
    return entry ? answer_from_numbers(s, pos, entry->phi, entry->delta) : TS_UNKNOWN;
}
