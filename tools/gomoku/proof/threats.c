#include "threats.h"

#include "fours.h"
#include "game/gomoku/threat/find.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { HABIT_BITS = 18, FOURS_NODES = 60, PLIES_MOST = 100 };

bool threats_open(struct threats *threats, int bits)
{
    memset(threats, 0, sizeof *threats);
    threats->mask = ((uint64_t)1 << bits) - 1;
    threats->table = calloc((size_t)threats->mask + 1, sizeof *threats->table);
    threats->failed = calloc((size_t)1 << FOURS_FAILED_BITS, sizeof *threats->failed);
    threats->habit = calloc((size_t)1 << HABIT_BITS, sizeof *threats->habit);
    return threats->table && threats->failed && threats->habit;
}

void threats_close(struct threats *threats)
{
    free(threats->table);
    free(threats->failed);
    free(threats->habit);
}

void threats_forget(struct threats *threats)
{
    memset(threats->table, 0, ((size_t)threats->mask + 1) * sizeof *threats->table);
    memset(threats->failed, 0, sizeof *threats->failed << FOURS_FAILED_BITS);
    memset(threats->habit, 0, sizeof *threats->habit << HABIT_BITS);
}

/* ---- the table ---- */

static uint64_t key_of(uint64_t hash, int colour)
{
    return miai_mix(hash + (uint64_t)colour) | 1;
}

static bool is_settled(const struct threats_result *result)
{
    return result->proof == 0 || result->disproof == 0;
}

/* Numbers that earlier searches left are not taken: where lines meet they have been counted more
 * than once, and grow from search to search. */
static const struct threats_result *look_up(const struct threats *threats, uint64_t key)
{
    const struct threats_entry *entry = &threats->table[key >> 1 & threats->mask & ~(uint64_t)1];
    for (int i = 0; i < 2; i++)
        if (entry[i].key == key &&
            (is_settled(&entry[i].result) || entry[i].search == threats->search))
            return &entry[i].result;
    return NULL;
}

static void note(struct threats *threats, uint64_t key, const struct threats_result *result)
{
    struct threats_entry *entry = &threats->table[key >> 1 & threats->mask & ~(uint64_t)1];
    int place = entry[0].key == key ? 0 : entry[1].key == key ? 1 : -1;
    if (place < 0 && is_settled(&entry[0].result) && !is_settled(&entry[1].result))
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
    struct threats_result result;
};

static void settle(struct threats_result *result, bool won)
{
    result->proof = won ? 0 : NUMBER_MOST;
    result->disproof = won ? NUMBER_MOST : 0;
}

/* The child behind a move, as the table has it or as it is to begin with. */
static void begin_child(struct threats *threats, struct child *child, int move, int colour,
                        int proof)
{
    const struct threats_result *known =
        look_up(threats, key_of(threats->g->hash ^ hash_of_stone(move, colour), others(colour)));
    child->move = move;
    if (known) {
        child->result = *known;
        return;
    }
    memset(&child->result, 0, sizeof child->result);
    child->result.proof = (uint32_t)proof;
    child->result.disproof = 1;
}

/* ---- what has won before, with other white stones ---- */

static uint64_t hash_of_black(const struct mi_gomoku *g)
{
    uint64_t hash = 0;
    for (int y = 0; y < WIDTH; y++) {
        uint32_t stones = g->line[y][BLACK] & ~g->line[y][WHITE];
        for (; stones; stones &= stones - 1)
            hash ^= hash_of_stone(y * WIDTH + __builtin_ctz(stones) - MARGIN, BLACK);
    }
    return hash;
}

static int habit_of(const struct threats *threats)
{
    uint64_t key = miai_mix(threats->black);
    uint32_t habit = threats->habit[key >> (64 - HABIT_BITS)];
    return habit >> 8 == (key & 0xffffff) && habit ? (int)(habit & 255) : -1;
}

static void note_habit(struct threats *threats, int move)
{
    uint64_t key = miai_mix(threats->black);
    threats->habit[key >> (64 - HABIT_BITS)] = (uint32_t)(key & 0xffffff) << 8 | (uint32_t)move;
}

/* Black's moves that threaten; where White does, those that meet it, too. */
static int list_threats(struct threats *threats, struct child *child)
{
    struct mi_gomoku *g = threats->g;
    const uint8_t *kind = gomoku_kind(g, BLACK);
    miai_move list[POINTS], defence[POINTS];
    int n, children = 0;
    if (g->kinds[WHITE][KIND_FIVE] > 0) {
        if (mi_gomoku_find(g, WHITE, KIND_FIVE, list) != 1)
            return 0;
        begin_child(threats, &child[0], list[0], BLACK, 1);
        return 1;
    }
    struct zone meets = {{0}};
    bool threatened = g->kinds[WHITE][KIND_WIN] > 0;
    if (threatened) {
        n = mi_gomoku_defences(g, BLACK, defence);
        for (int i = 0; i < n; i++)
            zone_add(&meets, defence[i]);
    }
    n = mi_gomoku_find(g, BLACK, KIND_THREE, list);
    int habit = habit_of(threats);
    for (int wanted = KIND_WIN; wanted >= KIND_THREE; wanted--)
        for (int i = 0; i < n; i++)
            if (kind[list[i]] == wanted && (!threatened || zone_has(&meets, list[i])))
                begin_child(threats, &child[children++], list[i], BLACK,
                            list[i] == habit      ? 1
                            : wanted >= KIND_FOUR ? 2
                                                  : 4);
    return children;
}

/* What White could do about an open four or two fours to come: sets the points that meet all of
 * Black's ways to it, and adds all their points to the zone. */
static void meet_threat(struct mi_gomoku *g, struct zone *answers, struct zone *zone)
{
    miai_move list[POINTS], five[POINTS];
    struct gomoku_undo undo;
    int n = mi_gomoku_find(g, BLACK, KIND_WIN, list);
    memset(answers, 0xff, sizeof *answers);
    for (int i = 0; i < n; i++) {
        struct zone way = {{0}};
        mi_gomoku_try(g, list[i], BLACK, &undo);
        int fives = mi_gomoku_find(g, BLACK, KIND_FIVE, five);
        mi_gomoku_undo(g, &undo);
        if (fives < 2 || gomoku_kind(g, BLACK)[list[i]] != KIND_WIN)
            continue;
        zone_add(&way, list[i]);
        zone_add(&way, five[0]);
        zone_add(&way, five[1]);
        zone_unite(zone, &way);
        zone_meet(answers, &way);
    }
}

/* White's answers to a threat; what meets none is left out, but for his fours.  Adds to the zone
 * what the threat needs.  -1: there is no threat, or White wins. */
static int list_answers(struct mi_gomoku *g, miai_move *list, struct zone *zone)
{
    struct zone answers;
    if (g->kinds[WHITE][KIND_FIVE] > 0)
        return -1;
    int n = mi_gomoku_find(g, BLACK, KIND_FIVE, list);
    for (int i = 0; i < n; i++)
        zone_add(zone, list[i]);
    if (n > 0)
        return n > 1 ? 0 : 1;
    if (g->kinds[BLACK][KIND_WIN] == 0)
        return -1;
    meet_threat(g, &answers, zone);
    rows_add(g, 2, zone);
    int fours = mi_gomoku_find(g, WHITE, KIND_FOUR, list);
    for (int i = 0; i < fours; i++)
        zone_add(&answers, list[i]);
    for (int point = 0; point < POINTS; point++)
        if (zone_has(&answers, point))
            list[n++] = point;
    return n;
}

int threats_answers(struct mi_gomoku *g, miai_move *list, struct zone *zone)
{
    return list_answers(g, list, zone);
}

static uint32_t held(uint64_t number)
{
    return number > NUMBER_MOST - 1 ? NUMBER_MOST - 1 : (uint32_t)number;
}

static void defend(struct threats *threats, int ply, uint32_t most_proof, uint32_t most_disproof,
                   struct threats_result *result);

/* The numbers of a node by those of its children; the best one, and the second's own number: to
 * Black the proof number is, to White the disproof number. */
static int best_child(const struct child *child, int n, int colour, struct threats_result *result,
                      uint32_t *second)
{
    int best = -1;
    uint64_t sum = 0;
    uint32_t least = NUMBER_MOST;
    *second = NUMBER_MOST;
    for (int i = 0; i < n; i++) {
        const struct threats_result *r = &child[i].result;
        uint32_t own = colour == BLACK ? r->proof : r->disproof;
        sum += colour == BLACK ? r->disproof : r->proof;
        if (own < least) {
            *second = least;
            least = own;
            best = i;
        } else if (own < *second)
            *second = own;
    }
    uint32_t other = least == 0 ? NUMBER_MOST : least == NUMBER_MOST ? 0 : held(sum);
    result->proof = colour == BLACK ? least : other;
    result->disproof = colour == BLACK ? other : least;
    return best;
}

static uint32_t least_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* A new position, with Black to move: is it won by fours, or too deep to be looked at? */
static bool is_settled_at_once(struct threats *threats, int ply, struct threats_result *result)
{
    struct fours fours = {.g = threats->g, .failed = threats->failed, .nodes = FOURS_NODES};
    bool won = fours_win(&fours);
    threats->nodes--;
    threats->looked++;
    if (won) {
        result->move = fours.move;
        result->zone = fours.zone;
    }
    settle(result, won);
    return won || ply > PLIES_MOST;
}

static void attack(struct threats *threats, int ply, uint32_t most_proof, uint32_t most_disproof,
                   struct threats_result *result)
{
    struct mi_gomoku *g = threats->g;
    struct child child[POINTS];
    struct gomoku_undo undo;
    uint64_t key = key_of(g->hash, BLACK);
    const struct threats_result *known = look_up(threats, key);
    memset(result, 0, sizeof *result);
    if (!known && is_settled_at_once(threats, ply, result)) {
        note(threats, key, result);
        return;
    }
    int n = list_threats(threats, child);
    for (;;) {
        uint32_t second;
        int best = best_child(child, n, BLACK, result, &second);
        if (result->proof == 0) {
            result->move = child[best].move;
            result->zone = child[best].result.zone;
            zone_add(&result->zone, child[best].move);
            note_habit(threats, child[best].move);
        }
        if (result->proof >= most_proof || result->disproof >= most_disproof ||
            is_settled(result) || threats->nodes < 0)
            break;
        struct threats_result *below = &child[best].result;
        uint64_t black = threats->black;
        threats->black ^= hash_of_stone(child[best].move, BLACK);
        mi_gomoku_try(g, child[best].move, BLACK, &undo);
        defend(threats, ply + 1, least_of(most_proof, second + 1),
               most_disproof - result->disproof + below->disproof, below);
        mi_gomoku_undo(g, &undo);
        threats->black = black;
    }
    note(threats, key, result);
}

/* What is relevant to a node of White's that is lost: what is so to all children, and the threat.
 */
static void join_zones(struct mi_gomoku *g, const struct child *child, int n, bool four,
                       struct zone *zone)
{
    struct gomoku_undo undo;
    for (int i = 0; i < n; i++) {
        zone_unite(zone, &child[i].result.zone);
        zone_add(zone, child[i].move);
    }
    if (four && n == 1) {
        mi_gomoku_try(g, child[0].move, WHITE, &undo);
        rows_add_through(g, child[0].move, 3, zone);
        mi_gomoku_undo(g, &undo);
    }
}

static void defend(struct threats *threats, int ply, uint32_t most_proof, uint32_t most_disproof,
                   struct threats_result *result)
{
    struct mi_gomoku *g = threats->g;
    struct child child[POINTS];
    struct gomoku_undo undo;
    struct zone zone = {{0}};
    uint64_t key = key_of(g->hash, WHITE);
    memset(result, 0, sizeof *result);
    threats->nodes--;
    threats->looked++;
    bool four = g->kinds[BLACK][KIND_FIVE] > 0;
    miai_move list[POINTS];
    int n = list_answers(g, list, &zone);
    for (int i = 0; i < n; i++)
        begin_child(threats, &child[i], list[i], WHITE, 1);
    if (n < 0) {
        settle(result, false);
        note(threats, key, result);
        return;
    }
    for (;;) {
        uint32_t second;
        int best = best_child(child, n, WHITE, result, &second);
        if (result->proof == 0) {
            join_zones(g, child, n, four, &zone);
            result->zone = zone;
        }
        if (result->proof >= most_proof || result->disproof >= most_disproof ||
            is_settled(result) || threats->nodes < 0)
            break;
        struct threats_result *below = &child[best].result;
        mi_gomoku_try(g, child[best].move, WHITE, &undo);
        attack(threats, ply + 1, most_proof - result->proof + below->proof,
               least_of(most_disproof, second + 1), below);
        mi_gomoku_undo(g, &undo);
    }
    note(threats, key, result);
}

void threats_search(struct threats *threats, struct mi_gomoku *g, int64_t nodes,
                    struct threats_result *result)
{
    threats->g = g;
    threats->nodes = nodes;
    threats->search++;
    threats->black = hash_of_black(g);
    const struct threats_result *known = look_up(threats, key_of(g->hash, BLACK));
    if (known && is_settled(known)) {
        *result = *known;
        return;
    }
    attack(threats, 0, NUMBER_MOST, NUMBER_MOST, result);
}
