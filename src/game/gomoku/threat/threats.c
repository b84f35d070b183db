#include "threats.h"

#include "find.h"
#include "game/gomoku/board/forbidden.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum {
    FOURS_NODES = 60, /* of each look for a victory by fours */
    PLIES_MOST = 80,
    CHILDREN_MOST = 64 /* threats, or answers, that are looked at */
};

bool mi_gomoku_threats_open(struct gomoku_threats *threats, struct gomoku_threats_bits bits)
{
    memset(threats, 0, sizeof *threats);
    threats->attacker = BLACK;
    threats->plies = PLIES_MOST;
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

static uint64_t key_of(const struct gomoku_threats *threats, uint64_t hash, int colour)
{
    return miai_mix(hash + (uint64_t)(COLOURS * threats->attacker + colour)) | 1;
}

/* The first of the two places for a key. */
static struct gomoku_threats_entry *places_of(const struct gomoku_threats *threats, uint64_t key)
{
    uint64_t mask = ((uint64_t)1 << threats->bits.table) - 1;
    return &threats->table[key >> 1 & mask & ~(uint64_t)1];
}

static bool is_settled(const struct gomoku_threats_result *result)
{
    return result->proof == 0 || result->disproof == 0;
}

/* Does the result hold for later searches, too? */
static bool is_lasting(const struct gomoku_threats_result *result)
{
    return is_settled(result) && !result->cut;
}

/* Numbers and cut results of earlier searches are ignored: the numbers count some positions more
 * than once and grow from search to search, and a result that was cut off at one depth may be in
 * reach at another. */
static const struct gomoku_threats_result *look_up(const struct gomoku_threats *threats,
                                                   uint64_t key)
{
    const struct gomoku_threats_entry *entry = places_of(threats, key);
    for (int i = 0; i < 2; i++)
        if (entry[i].key == key &&
            (is_lasting(&entry[i].result) || entry[i].search == threats->search))
            return &entry[i].result;
    return NULL;
}

static void note(struct gomoku_threats *threats, uint64_t key,
                 const struct gomoku_threats_result *result)
{
    struct gomoku_threats_entry *entry = places_of(threats, key);
    int place = entry[0].key == key ? 0 : entry[1].key == key ? 1 : -1;
    if (place < 0 && is_lasting(&entry[0].result) && !is_lasting(&entry[1].result))
        place = 1;
    if (place < 0)
        place = entry[0].key == 0 ? 0 : entry[1].key == 0 ? 1 : (int)(key >> 40 & 1);
    entry[place].key = key;
    entry[place].search = threats->search;
    entry[place].result = *result;
}

/* ---- the search by proof numbers (Nagai's df-pn) ---- */

struct child {
    int move;
    uint32_t proof, disproof;
    bool cut; /* as of a result */
};

static void note_child(struct child *child, const struct gomoku_threats_result *result)
{
    child->proof = result->proof;
    child->disproof = result->disproof;
    child->cut = result->cut;
}

/* What is not won because moves were left out is only so for this search. */
static void settle_as_cut(struct gomoku_threats_result *result)
{
    result->proof = GOMOKU_NEVER;
    result->disproof = 0;
    result->cut = true;
}

static void settle(struct gomoku_threats_result *result, bool won)
{
    result->proof = won ? 0 : GOMOKU_NEVER;
    result->disproof = won ? GOMOKU_NEVER : 0;
}

/* The child behind a move, as the table has it or as it is to begin with.  True: the attacker is
 * known to win there, and its zone is added. */
static bool begin_child(struct gomoku_threats *threats, struct child *child, int move, int colour,
                        int proof, struct gomoku_zone *zone)
{
    const struct gomoku_threats_result *known = look_up(
        threats, key_of(threats, threats->g->hash ^ hash_of_stone(move, colour), others(colour)));
    *child = (struct child){.move = move, .proof = (uint32_t)proof, .disproof = 1};
    if (!known)
        return false;
    note_child(child, known);
    if (known->proof == 0)
        zone_unite(zone, &known->zone);
    return known->proof == 0;
}

/* ---- what has won before, with other stones of the defender's ---- */

static uint64_t hash_of_own(const struct mi_gomoku *g, int colour)
{
    uint64_t hash = 0;
    for (int y = 0; y < g->height; y++) {
        uint32_t stones = g->line[y][colour] & ~g->line[y][others(colour)];
        for (; stones; stones &= stones - 1)
            hash ^= hash_of_stone(y * g->width + __builtin_ctz(stones) - MARGIN, colour);
    }
    return hash;
}

static uint32_t *habit_at(const struct gomoku_threats *threats, uint64_t key)
{
    return &threats->habit[key >> (64 - threats->bits.habit)];
}

/* A point takes nine bits. */
static int habit_of(const struct gomoku_threats *threats)
{
    uint64_t key = miai_mix(threats->own);
    uint32_t habit = *habit_at(threats, key);
    return habit >> 9 == (key & 0x7fffff) && habit ? (int)(habit & 511) : -1;
}

static void note_habit(struct gomoku_threats *threats, int move)
{
    uint64_t key = miai_mix(threats->own);
    *habit_at(threats, key) = (uint32_t)(key & 0x7fffff) << 9 | (uint32_t)move;
}

/* What the attacker can do where the defender threatens an open four, too. */
static struct gomoku_zone defences_of(const struct mi_gomoku *g, int attacker)
{
    miai_move defence[GOMOKU_MAX_POINTS];
    struct gomoku_zone zone = {{0}};
    int n = mi_gomoku_defences(g, attacker, defence);
    for (int i = 0; i < n; i++)
        zone_add(&zone, defence[i]);
    return zone;
}

/* The attacker's moves that threaten, the last of them the first that is known to win: its zone is
 * added then.  Not inlined, as others here, for the sake of the stack. */
static __attribute__((noinline)) int list_threats(struct gomoku_threats *threats,
                                                  struct child *child, struct gomoku_zone *zone)
{
    struct mi_gomoku *g = threats->g;
    int attacker = threats->attacker, defender = others(attacker);
    const uint8_t *kind = gomoku_kind(g, attacker);
    miai_move list[GOMOKU_MAX_POINTS];
    int children = 0, habit = habit_of(threats);
    if (g->kinds[defender][KIND_FIVE] > 0) {
        if (mi_gomoku_find(g, defender, KIND_FIVE, list) != 1 || !may_stand(g, list[0], attacker))
            return 0;
        begin_child(threats, &child[0], list[0], attacker, 1, zone);
        return 1;
    }
    bool threatened = g->kinds[defender][KIND_WIN] > 0;
    struct gomoku_zone meets = {{0}};
    if (threatened)
        meets = defences_of(g, attacker);
    int n = mi_gomoku_find(g, attacker, KIND_THREE, list);
    for (int wanted = KIND_WIN; wanted >= KIND_THREE; wanted--)
        for (int i = 0; i < n && children < CHILDREN_MOST; i++)
            if (kind[list[i]] == wanted && (!threatened || zone_has(&meets, list[i])) &&
                begin_child(threats, &child[children++], list[i], attacker,
                            list[i] == habit      ? 1
                            : wanted >= KIND_FOUR ? 2
                                                  : 4,
                            zone))
                return children;
    return children;
}

/* What the defender could do about an open four or two fours to come: sets the points that meet all
 * of the attacker's ways to it, and adds all their points to the zone. */
static void meet_threat(struct mi_gomoku *g, int attacker, struct gomoku_zone *answers,
                        struct gomoku_zone *zone)
{
    miai_move list[GOMOKU_MAX_POINTS], five[GOMOKU_MAX_POINTS];
    struct gomoku_undo undo;
    int n = mi_gomoku_find(g, attacker, KIND_WIN, list);
    memset(answers, 0xff, sizeof *answers);
    for (int i = 0; i < n; i++) {
        struct gomoku_zone way = {{0}};
        mi_gomoku_try(g, list[i], attacker, &undo);
        int fives = mi_gomoku_find(g, attacker, KIND_FIVE, five);
        mi_gomoku_undo(g, &undo);
        if (fives < 2 || gomoku_kind(g, attacker)[list[i]] != KIND_WIN)
            continue;
        zone_add(&way, list[i]);
        zone_add(&way, five[0]);
        zone_add(&way, five[1]);
        zone_unite(zone, &way);
        zone_meet(answers, &way);
    }
}

/* What meets no threat is left out, but for the defender's fours. */
int mi_gomoku_threats_answers(struct mi_gomoku *g, int attacker, miai_move *list,
                              struct gomoku_zone *zone)
{
    struct gomoku_zone answers;
    int defender = others(attacker);
    if (g->kinds[defender][KIND_FIVE] > 0)
        return -1;
    int n = mi_gomoku_find(g, attacker, KIND_FIVE, list);
    for (int i = 0; i < n; i++)
        zone_add(zone, list[i]);
    if (n > 0)
        return n == 1 && may_stand(g, list[0], defender) ? 1 : 0;
    if (g->kinds[attacker][KIND_WIN] == 0)
        return -1;
    if (g->rules == RULES_RENJU) /* where his stone can forbid another one */
        return mi_gomoku_defences(g, defender, list);
    meet_threat(g, attacker, &answers, zone);
    mi_gomoku_add_rows(g, defender, 2, zone);
    int fours = mi_gomoku_find(g, defender, KIND_FOUR, list);
    for (int i = 0; i < fours; i++)
        zone_add(&answers, list[i]);
    for (int point = 0; point < g->points; point++)
        if (zone_has(&answers, point))
            list[n++] = point;
    return n;
}

static uint32_t held(uint64_t number)
{
    return number > GOMOKU_NEVER - 1 ? GOMOKU_NEVER - 1 : (uint32_t)number;
}

static void defend(struct gomoku_threats *threats, int ply, uint32_t most_proof,
                   uint32_t most_disproof, struct gomoku_threats_result *result);

/* Does a disproof depend on a child that was cut off?  The attacker needs the disproofs of all
 * children, the defender that of one. */
static bool is_cut(const struct child *child, int n, bool attacks)
{
    bool cut = false, sure = false;
    for (int i = 0; i < n; i++) {
        cut |= child[i].disproof == 0 && child[i].cut;
        sure |= child[i].disproof == 0 && !child[i].cut;
    }
    return cut && (attacks || !sure);
}

/* Calculates the numbers of a node from those of its children.  Returns the best child, and the
 * second-best value of the number that decides: the attacker's proof number, the defender's
 * disproof number. */
static int best_child(const struct child *child, int n, bool attacks,
                      struct gomoku_threats_result *result, uint32_t *second)
{
    int best = -1;
    uint64_t sum = 0;
    uint32_t least = GOMOKU_NEVER;
    *second = GOMOKU_NEVER;
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
    uint32_t other = least == 0 ? GOMOKU_NEVER : least == GOMOKU_NEVER ? 0 : held(sum);
    result->proof = attacks ? least : other;
    result->disproof = attacks ? other : least;
    result->cut = result->disproof == 0 && is_cut(child, n, attacks);
    return best;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void count(struct gomoku_threats *threats)
{
    enum { OFTEN = 1 << 9 };
    threats->nodes--;
    if ((++threats->looked & (OFTEN - 1)) == 0 && threats->go_on && !threats->go_on(threats->arg))
        threats->nodes = -1;
}

/* Settles a new position, with the attacker to move, if it is won by fours or too deep. */
static __attribute__((noinline)) bool is_settled_at_once(struct gomoku_threats *threats, int ply,
                                                         struct gomoku_threats_result *result)
{
    struct gomoku_vcf vcf = {.g = threats->g,
                             .failed = threats->failed,
                             .attacker = threats->attacker,
                             .nodes = FOURS_NODES,
                             .zone = &result->zone};
    bool won = mi_gomoku_vcf(&vcf);
    count(threats);
    if (won)
        result->move = vcf.line[0];
    if (!won && ply > threats->plies)
        settle_as_cut(result);
    else
        settle(result, won);
    return won || ply > threats->plies;
}

static void attack(struct gomoku_threats *threats, int ply, uint32_t most_proof,
                   uint32_t most_disproof, struct gomoku_threats_result *result)
{
    struct mi_gomoku *g = threats->g;
    struct child child[CHILDREN_MOST];
    struct gomoku_threats_result below = {.proof = 1};
    struct gomoku_undo undo;
    uint64_t key = key_of(threats, g->hash, threats->attacker), own = threats->own;
    const struct gomoku_threats_result *known = look_up(threats, key);
    memset(result, 0, sizeof *result);
    if (!known && is_settled_at_once(threats, ply, result)) {
        note(threats, key, result);
        return;
    }
    int n = list_threats(threats, child, &below.zone);
    for (;;) {
        uint32_t second;
        int best = best_child(child, n, true, result, &second);
        result->cut |= n == CHILDREN_MOST && result->disproof == 0;
        if (result->proof == 0) {
            result->move = child[best].move;
            result->zone = below.zone;
            zone_add(&result->zone, child[best].move);
            note_habit(threats, child[best].move);
        }
        if (result->proof >= most_proof || result->disproof >= most_disproof ||
            is_settled(result) || threats->nodes < 0)
            break;
        threats->own = own ^ hash_of_stone(child[best].move, threats->attacker);
        mi_gomoku_try(g, child[best].move, threats->attacker, &undo);
        defend(threats, ply + 1, least_of(most_proof, second + 1),
               most_disproof - result->disproof + child[best].disproof, &below);
        mi_gomoku_undo(g, &undo);
        threats->own = own;
        note_child(&child[best], &below);
    }
    note(threats, key, result);
}

/* What else is relevant to a node of the defender's that is lost: his moves, and what a four forces
 * him to. */
static void add_answers(struct mi_gomoku *g, int defender, const struct child *child, int n,
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

/* Lists the defender's answers; the zone gets what the threat needs, and the zones of those that
 * are known to lose.  -1: there is no threat.  Above CHILDREN_MOST: too many, none is listed. */
static __attribute__((noinline)) int begin_answers(struct gomoku_threats *threats,
                                                   struct child *child, struct gomoku_zone *zone)
{
    miai_move list[GOMOKU_MAX_POINTS];
    int n = mi_gomoku_threats_answers(threats->g, threats->attacker, list, zone);
    for (int i = 0; i < n && n <= CHILDREN_MOST; i++)
        begin_child(threats, &child[i], list[i], others(threats->attacker), 1, zone);
    return n;
}

static void defend(struct gomoku_threats *threats, int ply, uint32_t most_proof,
                   uint32_t most_disproof, struct gomoku_threats_result *result)
{
    struct mi_gomoku *g = threats->g;
    int defender = others(threats->attacker);
    struct child child[CHILDREN_MOST];
    struct gomoku_threats_result below;
    struct gomoku_undo undo;
    struct gomoku_zone zone = {{0}};
    uint64_t key = key_of(threats, g->hash, defender);
    memset(result, 0, sizeof *result);
    count(threats);
    bool four = g->kinds[threats->attacker][KIND_FIVE] > 0;
    int n = begin_answers(threats, child, &zone);
    if (n < 0 || n > CHILDREN_MOST) {
        if (n < 0)
            settle(result, false);
        else
            settle_as_cut(result);
        note(threats, key, result);
        return;
    }
    for (;;) {
        uint32_t second;
        int best = best_child(child, n, false, result, &second);
        if (result->proof == 0) {
            add_answers(g, defender, child, n, four, &zone);
            result->zone = zone;
        }
        if (result->proof >= most_proof || result->disproof >= most_disproof ||
            is_settled(result) || threats->nodes < 0)
            break;
        mi_gomoku_try(g, child[best].move, defender, &undo);
        attack(threats, ply + 1, most_proof - result->proof + child[best].proof,
               least_of(most_disproof, second + 1), &below);
        mi_gomoku_undo(g, &undo);
        note_child(&child[best], &below);
        if (below.proof == 0)
            zone_unite(&zone, &below.zone);
    }
    note(threats, key, result);
}

void mi_gomoku_threats_search(struct gomoku_threats *threats, struct mi_gomoku *g, int64_t nodes,
                              struct gomoku_threats_result *result)
{
    threats->g = g;
    threats->nodes = nodes;
    threats->search++;
    threats->own = hash_of_own(g, threats->attacker);
    const struct gomoku_threats_result *known =
        look_up(threats, key_of(threats, g->hash, threats->attacker));
    if (known && is_settled(known)) {
        *result = *known;
        return;
    }
    attack(threats, 0, GOMOKU_NEVER, GOMOKU_NEVER, result);
}
