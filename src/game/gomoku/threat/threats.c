#include "threats.h"

#include "find.h"
#include "game/gomoku/board/forbidden.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum {
    VCF_NODES = 60, /* node limit of each VCF search */
    PLIES_MAX = 80,
    CHILDREN_MAX = 64 /* maximum threats or answers per node */
};

bool mi_gomoku_threats_open(struct gomoku_threats *threats, struct gomoku_threats_bits bits)
{
    memset(threats, 0, sizeof *threats);
    threats->attacker = BLACK;
    threats->plies = PLIES_MAX;
    threats->bits = bits;
    threats->table = calloc((size_t)1 << bits.table, sizeof *threats->table);
    threats->failed.key = calloc((size_t)1 << bits.failed, sizeof *threats->failed.key);
    threats->failed.mask = ((uint64_t)1 << bits.failed) - 1;
    threats->habit = calloc((size_t)1 << bits.habit, sizeof *threats->habit);
    return threats->table && threats->failed.key && threats->habit;
}

void mi_gomoku_threats_close(struct gomoku_threats *threats)
{
    free(threats->table);
    free(threats->failed.key);
    free(threats->habit);
}

void mi_gomoku_threats_forget(struct gomoku_threats *threats)
{
    memset(threats->table, 0, sizeof *threats->table << threats->bits.table);
    memset(threats->failed.key, 0, sizeof *threats->failed.key << threats->bits.failed);
    memset(threats->habit, 0, sizeof *threats->habit << threats->bits.habit);
}

/* ---- the table ---- */

static uint64_t threats_key(const struct gomoku_threats *threats, uint64_t hash, int colour)
{
    return miai_mix(hash + (uint64_t)(COLOURS * threats->attacker + colour)) | 1;
}

/* The first of the two entries for a key. */
static struct gomoku_threats_entry *table_entries(const struct gomoku_threats *threats,
                                                  uint64_t key)
{
    uint64_t mask = ((uint64_t)1 << threats->bits.table) - 1;
    return &threats->table[key >> 1 & mask & ~(uint64_t)1];
}

static bool result_is_settled(const struct gomoku_threats_result *result)
{
    return result->proof == 0 || result->disproof == 0;
}

/* Is the result valid for later searches, too? */
static bool is_permanent(const struct gomoku_threats_result *result)
{
    return result_is_settled(result) && !result->cut;
}

/* Ignores unsettled and cut results of earlier searches.  Proof numbers count transpositions
 * several times and grow from search to search, and a line that was too deep in one search may be
 * within reach in another. */
static const struct gomoku_threats_result *table_lookup(const struct gomoku_threats *threats,
                                                        uint64_t key)
{
    const struct gomoku_threats_entry *entry = table_entries(threats, key);
    for (int i = 0; i < 2; i++)
        if (entry[i].key == key &&
            (is_permanent(&entry[i].result) || entry[i].search == threats->search))
            return &entry[i].result;
    return NULL;
}

static void table_store(struct gomoku_threats *threats, uint64_t key,
                        const struct gomoku_threats_result *result)
{
    struct gomoku_threats_entry *entry = table_entries(threats, key);
    int place = entry[0].key == key ? 0 : entry[1].key == key ? 1 : -1;
    if (place < 0 && is_permanent(&entry[0].result) && !is_permanent(&entry[1].result))
        place = 1;
    if (place < 0)
        place = entry[0].key == 0 ? 0 : entry[1].key == 0 ? 1 : (int)(key >> 40 & 1);
    entry[place].key = key;
    entry[place].search = threats->search;
    entry[place].result = *result;
}

/* ---- depth-first proof-number search (Nagai's df-pn) ---- */

struct child {
    int move;
    uint32_t proof, disproof;
    bool cut; /* see gomoku_threats_result */
};

static void child_set_result(struct child *child, const struct gomoku_threats_result *result)
{
    child->proof = result->proof;
    child->disproof = result->disproof;
    child->cut = result->cut;
}

/* Not won because moves were left out: valid for this search only. */
static void set_cut(struct gomoku_threats_result *result)
{
    result->proof = GOMOKU_PROOF_INFINITE;
    result->disproof = 0;
    result->cut = true;
}

static void set_settled(struct gomoku_threats_result *result, bool won)
{
    result->proof = won ? 0 : GOMOKU_PROOF_INFINITE;
    result->disproof = won ? GOMOKU_PROOF_INFINITE : 0;
}

/* Initializes the child after a move from the table, or with initial numbers.  Returns true if the
 * attacker is known to win there, and adds its zone. */
static bool child_init(struct gomoku_threats *threats, struct child *child, int move, int colour,
                       int proof, struct gomoku_zone *zone)
{
    const struct gomoku_threats_result *known =
        table_lookup(threats, threats_key(threats, threats->g->hash ^ hash_of_stone(move, colour),
                                          others(colour)));
    *child = (struct child){.move = move, .proof = (uint32_t)proof, .disproof = 1};
    if (!known)
        return false;
    child_set_result(child, known);
    if (known->proof == 0)
        zone_union(zone, &known->zone);
    return known->proof == 0;
}

/* ---- moves that won before with different defending stones ---- */

static uint64_t hash_of_stones(const struct mi_gomoku *g, int colour)
{
    uint64_t hash = 0;
    for (int y = 0; y < g->height; y++) {
        uint32_t stones = g->line[y][colour] & ~g->line[y][others(colour)];
        for (; stones; stones &= stones - 1)
            hash ^= hash_of_stone(y * g->width + __builtin_ctz(stones) - MARGIN, colour);
    }
    return hash;
}

static uint32_t *winning_move_slot(const struct gomoku_threats *threats, uint64_t key)
{
    return &threats->habit[key >> (64 - threats->bits.habit)];
}

/* The move that won last with these attacking stones, or -1.  A point needs nine bits. */
static int known_winning_move(const struct gomoku_threats *threats)
{
    uint64_t key = miai_mix(threats->own);
    uint32_t habit = *winning_move_slot(threats, key);
    return habit >> 9 == (key & 0x7fffff) && habit ? (int)(habit & 511) : -1;
}

static void store_winning_move(struct gomoku_threats *threats, int move)
{
    uint64_t key = miai_mix(threats->own);
    *winning_move_slot(threats, key) = (uint32_t)(key & 0x7fffff) << 9 | (uint32_t)move;
}

/* The attacker's moves that also stop an open four of the defender. */
static struct gomoku_zone defences_of(const struct mi_gomoku *g, int attacker)
{
    miai_move defence[GOMOKU_MAX_POINTS];
    struct gomoku_zone zone = {{0}};
    int n = mi_gomoku_defences(g, attacker, defence);
    for (int i = 0; i < n; i++)
        zone_add(&zone, defence[i]);
    return zone;
}

/* Lists the attacker's threats.  Stops at the first one that is known to win and adds its zone. Not
 * inlined, like others here, to keep stack frames small. */
static __attribute__((noinline)) int list_threats(struct gomoku_threats *threats,
                                                  struct child *child, struct gomoku_zone *zone)
{
    struct mi_gomoku *g = threats->g;
    int attacker = threats->attacker, defender = others(attacker);
    const uint8_t *kind = gomoku_kind(g, attacker);
    miai_move list[GOMOKU_MAX_POINTS];
    int children = 0, habit = known_winning_move(threats);
    if (g->kinds[defender][KIND_FIVE] > 0) {
        if (mi_gomoku_find_points(g, defender, KIND_FIVE, list) != 1 ||
            !may_play_at(g, list[0], attacker))
            return 0;
        child_init(threats, &child[0], list[0], attacker, 1, zone);
        return 1;
    }
    bool threatened = g->kinds[defender][KIND_WIN] > 0;
    struct gomoku_zone stops_threat = {{0}};
    if (threatened)
        stops_threat = defences_of(g, attacker);
    int n = mi_gomoku_find_points(g, attacker, KIND_THREE, list);
    for (int wanted = KIND_WIN; wanted >= KIND_THREE; wanted--)
        for (int i = 0; i < n && children < CHILDREN_MAX; i++)
            if (kind[list[i]] == wanted && (!threatened || zone_has(&stops_threat, list[i])) &&
                child_init(threats, &child[children++], list[i], attacker,
                           list[i] == habit      ? 1
                           : wanted >= KIND_FOUR ? 2
                                                 : 4,
                           zone))
                return children;
    return children;
}

/* The answers to threatened open or double fours: sets `answers` to the points that stop all of
 * them, and adds all points involved to the zone. */
static void find_common_answers(struct mi_gomoku *g, int attacker, struct gomoku_zone *answers,
                                struct gomoku_zone *zone)
{
    miai_move list[GOMOKU_MAX_POINTS], five[GOMOKU_MAX_POINTS];
    struct gomoku_undo undo;
    int n = mi_gomoku_find_points(g, attacker, KIND_WIN, list);
    memset(answers, 0xff, sizeof *answers);
    for (int i = 0; i < n; i++) {
        struct gomoku_zone threat_points = {{0}};
        mi_gomoku_try(g, list[i], attacker, &undo);
        int fives = mi_gomoku_find_points(g, attacker, KIND_FIVE, five);
        mi_gomoku_undo(g, &undo);
        if (fives < 2 || gomoku_kind(g, attacker)[list[i]] != KIND_WIN)
            continue;
        zone_add(&threat_points, list[i]);
        zone_add(&threat_points, five[0]);
        zone_add(&threat_points, five[1]);
        zone_union(zone, &threat_points);
        zone_intersect(answers, &threat_points);
    }
}

/* Answers that stop no threat are left out, except the defender's fours. */
int mi_gomoku_threats_answers(struct mi_gomoku *g, int attacker, miai_move *list,
                              struct gomoku_zone *zone)
{
    struct gomoku_zone answers;
    int defender = others(attacker);
    if (g->kinds[defender][KIND_FIVE] > 0)
        return -1;
    int n = mi_gomoku_find_points(g, attacker, KIND_FIVE, list);
    for (int i = 0; i < n; i++)
        zone_add(zone, list[i]);
    if (n > 0)
        return n == 1 && may_play_at(g, list[0], defender) ? 1 : 0;
    if (g->kinds[attacker][KIND_WIN] == 0)
        return -1;
    if (g->rules == RULES_RENJU) /* in renju a White stone can also make a point forbidden */
        return mi_gomoku_defences(g, defender, list);
    find_common_answers(g, attacker, &answers, zone);
    mi_gomoku_add_rows(g, defender, 2, zone);
    int fours = mi_gomoku_find_points(g, defender, KIND_FOUR, list);
    for (int i = 0; i < fours; i++)
        zone_add(&answers, list[i]);
    for (int point = 0; point < g->points; point++)
        if (zone_has(&answers, point))
            list[n++] = point;
    return n;
}

static uint32_t clamp_number(uint64_t number)
{
    return number > GOMOKU_PROOF_INFINITE - 1 ? GOMOKU_PROOF_INFINITE - 1 : (uint32_t)number;
}

static void search_defender(struct gomoku_threats *threats, int ply, uint32_t max_proof,
                            uint32_t max_disproof, struct gomoku_threats_result *result);

/* Does a disproof depend on a cut-off child?  The attacker needs disproofs of all children, the
 * defender of only one. */
static bool disproof_is_cut(const struct child *child, int n, bool attacks)
{
    bool cut = false, has_real_disproof = false;
    for (int i = 0; i < n; i++) {
        cut |= child[i].disproof == 0 && child[i].cut;
        has_real_disproof |= child[i].disproof == 0 && !child[i].cut;
    }
    return cut && (attacks || !has_real_disproof);
}

/* Computes a node's numbers from its children.  Returns the best child, and in *second the
 * second-best value of the minimized number (the attacker's proof, the defender's disproof). */
static int select_child(const struct child *child, int n, bool attacks,
                        struct gomoku_threats_result *result, uint32_t *second)
{
    int best = -1;
    uint64_t sum = 0;
    uint32_t least = GOMOKU_PROOF_INFINITE;
    *second = GOMOKU_PROOF_INFINITE;
    for (int i = 0; i < n; i++) {
        uint32_t own = attacks ? child[i].proof : child[i].disproof;
        sum += attacks ? child[i].disproof : child[i].proof;
        if (own < least) {
            *second = least;
            least = own;
            best = i;
        } else if (own < *second)
            *second = own;
    }
    uint32_t other = least == 0                       ? GOMOKU_PROOF_INFINITE
                     : least == GOMOKU_PROOF_INFINITE ? 0
                                                      : clamp_number(sum);
    result->proof = attacks ? least : other;
    result->disproof = attacks ? other : least;
    result->cut = result->disproof == 0 && disproof_is_cut(child, n, attacks);
    return best;
}

static uint32_t min_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void threats_count_node(struct gomoku_threats *threats)
{
    enum { POLL_INTERVAL = 1 << 9 };
    threats->nodes--;
    if ((++threats->nodes_total & (POLL_INTERVAL - 1)) == 0 && threats->go_on &&
        !threats->go_on(threats->arg))
        threats->nodes = -1;
}

/* Settles a new node of the attacker if it is won by fours or too deep. */
static __attribute__((noinline)) bool settle_leaf(struct gomoku_threats *threats, int ply,
                                                  struct gomoku_threats_result *result)
{
    struct gomoku_vcf vcf = {.g = threats->g,
                             .failed = threats->failed,
                             .attacker = threats->attacker,
                             .nodes = VCF_NODES,
                             .zone = &result->zone};
    bool won = mi_gomoku_vcf(&vcf);
    threats_count_node(threats);
    if (won)
        result->move = vcf.line[0];
    if (!won && ply > threats->plies)
        set_cut(result);
    else
        set_settled(result, won);
    return won || ply > threats->plies;
}

static void search_attacker(struct gomoku_threats *threats, int ply, uint32_t max_proof,
                            uint32_t max_disproof, struct gomoku_threats_result *result)
{
    struct mi_gomoku *g = threats->g;
    struct child child[CHILDREN_MAX];
    struct gomoku_threats_result below = {.proof = 1};
    struct gomoku_undo undo;
    uint64_t key = threats_key(threats, g->hash, threats->attacker), own = threats->own;
    const struct gomoku_threats_result *known = table_lookup(threats, key);
    memset(result, 0, sizeof *result);
    if (!known && settle_leaf(threats, ply, result)) {
        table_store(threats, key, result);
        return;
    }
    int n = list_threats(threats, child, &below.zone);
    for (;;) {
        uint32_t second;
        int best = select_child(child, n, true, result, &second);
        result->cut |= n == CHILDREN_MAX && result->disproof == 0;
        if (result->proof == 0) {
            result->move = child[best].move;
            result->zone = below.zone;
            zone_add(&result->zone, child[best].move);
            store_winning_move(threats, child[best].move);
        }
        if (result->proof >= max_proof || result->disproof >= max_disproof ||
            result_is_settled(result) || threats->nodes < 0)
            break;
        threats->own = own ^ hash_of_stone(child[best].move, threats->attacker);
        mi_gomoku_try(g, child[best].move, threats->attacker, &undo);
        search_defender(threats, ply + 1, min_of(max_proof, second + 1),
                        max_disproof - result->disproof + child[best].disproof, &below);
        mi_gomoku_undo(g, &undo);
        threats->own = own;
        child_set_result(&child[best], &below);
    }
    table_store(threats, key, result);
}

/* Adds to the zone of a lost defender node: the defender's moves, and what a four forces. */
static void zone_add_answers(struct mi_gomoku *g, int defender, const struct child *child, int n,
                             bool four, struct gomoku_zone *zone)
{
    struct gomoku_undo undo;
    for (int i = 0; i < n; i++)
        zone_add(zone, child[i].move);
    if (four && n == 1) {
        mi_gomoku_try(g, child[0].move, defender, &undo);
        mi_gomoku_add_rows_through(g, defender, child[0].move, 3, zone);
        mi_gomoku_undo(g, &undo);
    }
}

/* Lists the defender's answers.  The zone gets the points of the threat, and the zones of answers
 * known to lose.  Returns -1 if there is no threat; above CHILDREN_MAX no answer is
 * initialized. */
static __attribute__((noinline)) int init_answers(struct gomoku_threats *threats,
                                                  struct child *child, struct gomoku_zone *zone)
{
    miai_move list[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_threats_answers(threats->g, threats->attacker, list, zone);
    for (int i = 0; i < n && n <= CHILDREN_MAX; i++)
        child_init(threats, &child[i], list[i], others(threats->attacker), 1, zone);
    return n;
}

static void search_defender(struct gomoku_threats *threats, int ply, uint32_t max_proof,
                            uint32_t max_disproof, struct gomoku_threats_result *result)
{
    struct mi_gomoku *g = threats->g;
    int defender = others(threats->attacker);
    struct child child[CHILDREN_MAX];
    struct gomoku_threats_result below;
    struct gomoku_undo undo;
    struct gomoku_zone zone = {{0}};
    uint64_t key = threats_key(threats, g->hash, defender);
    memset(result, 0, sizeof *result);
    threats_count_node(threats);
    bool four = g->kinds[threats->attacker][KIND_FIVE] > 0;
    int n = init_answers(threats, child, &zone);
    if (n < 0 || n > CHILDREN_MAX) {
        if (n < 0)
            set_settled(result, false);
        else
            set_cut(result);
        table_store(threats, key, result);
        return;
    }
    for (;;) {
        uint32_t second;
        int best = select_child(child, n, false, result, &second);
        if (result->proof == 0) {
            zone_add_answers(g, defender, child, n, four, &zone);
            result->zone = zone;
        }
        if (result->proof >= max_proof || result->disproof >= max_disproof ||
            result_is_settled(result) || threats->nodes < 0)
            break;
        mi_gomoku_try(g, child[best].move, defender, &undo);
        search_attacker(threats, ply + 1, max_proof - result->proof + child[best].proof,
                        min_of(max_disproof, second + 1), &below);
        mi_gomoku_undo(g, &undo);
        child_set_result(&child[best], &below);
        if (below.proof == 0)
            zone_union(&zone, &below.zone);
    }
    table_store(threats, key, result);
}

void mi_gomoku_threats_search(struct gomoku_threats *threats, struct mi_gomoku *g, int64_t nodes,
                              struct gomoku_threats_result *result)
{
    threats->g = g;
    threats->nodes = nodes;
    threats->search++;
    threats->own = hash_of_stones(g, threats->attacker);
    const struct gomoku_threats_result *known =
        table_lookup(threats, threats_key(threats, g->hash, threats->attacker));
    if (known && result_is_settled(known)) {
        *result = *known;
        return;
    }
    search_attacker(threats, 0, GOMOKU_PROOF_INFINITE, GOMOKU_PROOF_INFINITE, result);
}
