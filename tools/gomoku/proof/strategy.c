#include "strategy.h"

#include "game/gomoku/threat/find.h"
#include "game/gomoku/threat/rows.h"

#include <stdlib.h>
#include <string.h>

/* Positions already written, and for those won by threats their zones. */
struct written {
    struct written_entry {
        uint64_t key; /* 0: none */
        struct gomoku_zone zone;
    } * entry; /* [mask + 1] */
    uint64_t mask, count;
};

struct writer {
    struct prover *prover;
    FILE *file;
    struct written written;
    int64_t records;
    bool failed;
};

static struct written_entry *place_in(const struct written *written, uint64_t key)
{
    uint64_t i = key >> 1 & written->mask;
    while (written->entry[i].key && written->entry[i].key != key)
        i = (i + 1) & written->mask;
    return &written->entry[i];
}

static bool widen_table(struct written *written)
{
    struct written wider = {.mask = 2 * written->mask + 1, .count = written->count};
    wider.entry = calloc((size_t)wider.mask + 1, sizeof *wider.entry);
    if (!wider.entry)
        return false;
    for (uint64_t i = 0; i <= written->mask; i++)
        if (written->entry[i].key)
            *place_in(&wider, written->entry[i].key) = written->entry[i];
    free(written->entry);
    *written = wider;
    return true;
}

/* Adds a new key. */
static void add_written(struct writer *writer, uint64_t key, const struct gomoku_zone *zone)
{
    struct written *written = &writer->written;
    *place_in(written, key) = (struct written_entry){key, *zone};
    if (2 * ++written->count > written->mask && !widen_table(written))
        writer->failed = true;
}

static void write_record(struct writer *writer, const struct stones *stones, int move, bool firm)
{
    uint8_t bytes[2 * POINTS + 3];
    int n = 0;
    bytes[n++] = (uint8_t)(stones->n[BLACK] | (firm ? STRATEGY_FIRM : 0));
    bytes[n++] = (uint8_t)stones->n[WHITE];
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < stones->n[colour]; i++)
            bytes[n++] = stones->at[colour][i];
    bytes[n++] = (uint8_t)move;
    writer->failed |= fwrite(bytes, 1, (size_t)n, writer->file) != (size_t)n;
    writer->records++;
}

/* ---- victories by threats ---- */

/* Writes a win by threats and sets its zone. */
static void write_threats(struct writer *writer, const struct stones *stones,
                          struct gomoku_zone *zone);

static struct gomoku_zone turned_zone(const struct gomoku_zone *zone, int symmetry, bool back)
{
    struct gomoku_zone other = {{0}};
    for (int point = 0; point < POINTS; point++)
        if (zone_has(zone, point))
            zone_add(&other,
                     back ? stones_turned_back(point, symmetry) : stones_turned(point, symmetry));
    return other;
}

/* Searches for the win under a symmetry with a node limit. */
static bool wins_turned(struct gomoku_threats *threats, const struct stones *stones, int symmetry,
                        int64_t nodes, struct gomoku_threats_result *result)
{
    union gomoku_position_copy copy;
    struct stones other = stones_turned_over(stones, symmetry);
    stones_place(&other, &copy.position);
    copy.position.colour = BLACK; /* with White to move, White passes */
    mi_gomoku_threats_search(threats, &copy.position, nodes, result);
    if (result->proof == 0) {
        result->move = stones_turned_back(result->move, symmetry);
        result->zone = turned_zone(&result->zone, symmetry, true);
    }
    return result->proof == 0;
}

/* Searches again for a win by threats.  What was found once may now take too long, depending on the
 * tables.  Then it clears them and tries other symmetries of the board, which change the order of
 * moves. */
static bool wins_by_threats(struct writer *writer, const struct stones *stones,
                            struct gomoku_threats_result *result)
{
    static const int64_t nodes[] = {100000, 1000000, 8000000};
    struct gomoku_threats *threats = &writer->prover->threats;
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++)
        for (int symmetry = 0; symmetry < SYMMETRIES; symmetry++) {
            if (wins_turned(threats, stones, symmetry, nodes[i], result))
                return true;
            if (result->disproof == 0 && !result->cut)
                return false;
            mi_gomoku_threats_forget(threats);
        }
    return false;
}

/* Writes White's possible answers to a threat, as in the threat search. */
static void write_answers(struct writer *writer, const struct stones *stones,
                          struct gomoku_zone *zone)
{
    union gomoku_position_copy copy;
    struct mi_gomoku *g = &copy.position;
    miai_move answer[POINTS];
    stones_place(stones, g);
    bool four = g->kinds[BLACK][KIND_FIVE] > 0;
    int n = mi_gomoku_threats_answers(g, BLACK, answer, zone);
    for (int i = 0; i < n && !writer->failed; i++) {
        struct stones after = *stones;
        struct gomoku_zone rest;
        stones_add(&after, answer[i], WHITE);
        write_threats(writer, &after, &rest);
        zone_union(zone, &rest);
        zone_add(zone, answer[i]);
        if (four) {
            mi_gomoku_put(g, answer[i], WHITE);
            mi_gomoku_add_rows_through(g, WHITE, answer[i], 3, zone);
            mi_gomoku_remove(g, answer[i], WHITE);
        }
    }
}

/* Black wins by a five, or by an open or double four that White cannot prevent; readers of the file
 * see that by themselves. */
static bool is_obvious_win(const struct stones *stones)
{
    union gomoku_position_copy copy;
    stones_place(stones, &copy.position);
    const uint16_t *own = copy.position.kinds[BLACK];
    return own[KIND_FIVE] > 0 || (own[KIND_WIN] > 0 && copy.position.kinds[WHITE][KIND_FIVE] == 0);
}

static void write_threats(struct writer *writer, const struct stones *stones,
                          struct gomoku_zone *zone)
{
    enum { BY_THREATS = 2 }; /* a separate key */
    struct gomoku_threats_result result;
    struct stones after = *stones;
    int symmetry;
    uint64_t key = stones_normalise(&after, &symmetry) ^ BY_THREATS;
    const struct written_entry *known = place_in(&writer->written, key);
    memset(zone, 0, sizeof *zone);
    if (known->key) {
        *zone = turned_zone(&known->zone, symmetry, true);
        return;
    }
    if (writer->failed || !wins_by_threats(writer, stones, &result)) {
        writer->failed = true;
        return;
    }
    if (is_obvious_win(stones))
        *zone = result.zone;
    else {
        write_record(writer, stones, result.move, true);
        after = *stones;
        stones_add(&after, result.move, BLACK);
        write_answers(writer, &after, zone);
        zone_add(zone, result.move);
    }
    struct gomoku_zone normal = turned_zone(zone, symmetry, false);
    add_written(writer, key, &normal);
}

/* ---- the tree ---- */

static void write_black(struct writer *writer, uint32_t at, const struct stones *stones);

/* For White's moves without an edge, which cannot be answers, writes enough positions to show
 * why. */
static void write_rest(struct writer *writer, const struct node *node, const struct stones *stones)
{
    union gomoku_position_copy copy;
    struct gomoku_threats_result result;
    struct gomoku_zone left, zone, fours = {{0}};
    write_threats(writer, stones, &left);
    stones_place(stones, &copy.position);
    mi_gomoku_add_rows(&copy.position, WHITE, 3, &fours);
    zone_union(&left, &fours);
    for (int i = 0; i < node->edges; i++)
        zone_remove(&left, tree_edge(&writer->prover->tree, node, i)->move);
    for (int point = 0; point < POINTS && !writer->failed; point++) {
        struct stones after = *stones;
        if (!zone_has(&left, point) || stone_on(&copy.position, point) >= 0)
            continue;
        stones_add(&after, point, WHITE);
        if (!wins_by_threats(writer, &after, &result))
            continue; /* covered by a child with an edge */
        write_threats(writer, &after, &zone);
        zone_union(&zone, &fours);
        zone_intersect(&left, &zone);
        zone_remove(&left, point);
    }
}

static void write_white(struct writer *writer, uint32_t at, const struct stones *stones)
{
    const struct tree *tree = &writer->prover->tree;
    const struct node *node = &tree->node[at];
    union gomoku_position_copy copy;
    stones_place(stones, &copy.position);
    if (copy.position.kinds[BLACK][KIND_FIVE] > 1)
        return;
    for (int i = 0; i < node->edges && !writer->failed; i++) {
        struct stones after = *stones;
        stones_add(&after, tree_edge(tree, node, i)->move, WHITE);
        stones_normalise(&after, NULL);
        write_black(writer, tree_edge(tree, node, i)->child, &after);
    }
    if (node->threat && copy.position.kinds[BLACK][KIND_FIVE] == 0)
        write_rest(writer, node, stones);
}

static void write_black(struct writer *writer, uint32_t at, const struct stones *stones)
{
    const struct tree *tree = &writer->prover->tree;
    const struct node *node = &tree->node[at];
    struct gomoku_zone zone = {{0}};
    if (node->edges == 0) {
        write_threats(writer, stones, &zone);
        return;
    }
    if (writer->failed || place_in(&writer->written, node->key)->key)
        return;
    add_written(writer, node->key, &zone);
    write_record(writer, stones, node->move, false);
    struct stones after = *stones;
    stones_add(&after, node->move, BLACK);
    for (int i = 0; i < node->edges; i++)
        if (tree_edge(tree, node, i)->move == node->move) {
            stones_normalise(&after, NULL);
            write_white(writer, tree_edge(tree, node, i)->child, &after);
        }
}

bool strategy_write(struct prover *prover, uint32_t root, const struct stones *stones, FILE *file,
                    int64_t *records)
{
    struct writer writer = {.prover = prover, .file = file, .written = {.mask = (1 << 16) - 1}};
    writer.written.entry = calloc((size_t)writer.written.mask + 1, sizeof *writer.written.entry);
    if (!writer.written.entry)
        return false;
    if (stones_black_moves(stones))
        write_black(&writer, root, stones);
    else
        write_white(&writer, root, stones);
    free(writer.written.entry);
    *records = writer.records;
    return !writer.failed && fflush(file) == 0;
}
