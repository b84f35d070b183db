#include "strategy.h"

#include "game/gomoku/threat/find.h"
#include "rows.h"

#include <stdlib.h>
#include <string.h>

/* Keys of positions that are written. */
struct written {
    uint64_t *key; /* of mask + 1; 0: none */
    uint64_t mask, count;
};

struct writer {
    struct prover *prover;
    FILE *file;
    struct written written;
    int64_t records;
    bool failed;
};

static uint64_t *place_in(const struct written *written, uint64_t key)
{
    uint64_t i = key >> 1 & written->mask;
    while (written->key[i] && written->key[i] != key)
        i = (i + 1) & written->mask;
    return &written->key[i];
}

static bool widen(struct written *written)
{
    struct written wider = {.mask = 2 * written->mask + 1, .count = written->count};
    wider.key = calloc((size_t)wider.mask + 1, sizeof *wider.key);
    if (!wider.key)
        return false;
    for (uint64_t i = 0; i <= written->mask; i++)
        if (written->key[i])
            *place_in(&wider, written->key[i]) = written->key[i];
    free(written->key);
    *written = wider;
    return true;
}

/* Is a key new?  It is not the next time. */
static bool is_new(struct writer *writer, uint64_t key)
{
    struct written *written = &writer->written;
    uint64_t *place = place_in(written, key);
    if (*place == key)
        return false;
    *place = key;
    if (2 * ++written->count > written->mask && !widen(written))
        writer->failed = true;
    return true;
}

static void write_record(struct writer *writer, const struct stones *stones, int move)
{
    uint8_t bytes[2 * POINTS + 3];
    int n = 0;
    bytes[n++] = (uint8_t)stones->n[BLACK];
    bytes[n++] = (uint8_t)stones->n[WHITE];
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < stones->n[colour]; i++)
            bytes[n++] = stones->at[colour][i];
    bytes[n++] = (uint8_t)move;
    writer->failed |= fwrite(bytes, 1, (size_t)n, writer->file) != (size_t)n;
    writer->records++;
}

/* ---- victories by threats ---- */

enum { FOUND_AGAIN_NODES = 300000 };

static void write_threats(struct writer *writer, const struct stones *stones);

static bool wins_by_threats(struct writer *writer, const struct stones *stones,
                            struct threats_result *result)
{
    union gomoku_room room;
    stones_place(stones, &room.position);
    threats_search(&writer->prover->threats, &room.position, FOUND_AGAIN_NODES, result);
    return result->proof == 0;
}

static void write_behind(struct writer *writer, const struct stones *stones, int white)
{
    struct stones after = *stones;
    stones_add(&after, white, WHITE);
    write_threats(writer, &after);
}

/* Black has threatened: what White may answer, as the search for threats has it. */
static void write_answers(struct writer *writer, struct stones *stones)
{
    union gomoku_room room;
    struct mi_gomoku *g = &room.position;
    miai_move answer[POINTS];
    stones_place(stones, g);
    int n = threats_answers(g, answer);
    for (int i = 0; i < n && !writer->failed; i++)
        write_behind(writer, stones, answer[i]);
}

/* Black wins by a five, or by an open four or two fours that White cannot forestall: whoever reads
 * the file sees that. */
static bool is_plain(const struct stones *stones)
{
    union gomoku_room room;
    stones_place(stones, &room.position);
    const uint16_t *own = room.position.kinds[BLACK];
    return own[KIND_FIVE] > 0 || (own[KIND_WIN] > 0 && room.position.kinds[WHITE][KIND_FIVE] == 0);
}

static void write_threats(struct writer *writer, const struct stones *stones)
{
    struct threats_result result;
    struct stones after = *stones;
    if (writer->failed || !is_new(writer, stones_normalise(&after, NULL) ^ 2))
        return;
    if (!wins_by_threats(writer, stones, &result)) {
        writer->failed = true;
        return;
    }
    if (is_plain(stones))
        return;
    write_record(writer, stones, result.move);
    after = *stones;
    stones_add(&after, result.move, BLACK);
    write_answers(writer, &after);
}

/* ---- the tree ---- */

static void write_black(struct writer *writer, uint32_t at, const struct stones *stones);

/* Of White's moves, which have no edge since they cannot be an answer, so many positions as tell
 * why each cannot. */
static void write_rest(struct writer *writer, const struct node *node, const struct stones *stones)
{
    union gomoku_room room;
    struct threats_result result;
    struct zone left = {{0}}, fours = {{0}};
    if (!wins_by_threats(writer, stones, &result)) {
        writer->failed = true;
        return;
    }
    write_threats(writer, stones);
    stones_place(stones, &room.position);
    rows_add(&room.position, 3, &fours);
    left = result.zone;
    zone_unite(&left, &fours);
    for (int i = 0; i < node->edges; i++)
        zone_remove(&left, tree_edge(&writer->prover->tree, node, i)->move);
    for (int point = 0; point < POINTS && !writer->failed; point++) {
        struct stones after = *stones;
        if (!zone_has(&left, point) || stone_on(&room.position, point) >= 0)
            continue;
        stones_add(&after, point, WHITE);
        if (!wins_by_threats(writer, &after, &result))
            continue; /* a child with an edge tells */
        write_threats(writer, &after);
        zone_unite(&result.zone, &fours);
        zone_meet(&left, &result.zone);
        zone_remove(&left, point);
    }
}

static void write_white(struct writer *writer, uint32_t at, const struct stones *stones)
{
    const struct tree *tree = &writer->prover->tree;
    const struct node *node = &tree->node[at];
    union gomoku_room room;
    stones_place(stones, &room.position);
    if (room.position.kinds[BLACK][KIND_FIVE] > 1)
        return;
    for (int i = 0; i < node->edges && !writer->failed; i++) {
        struct stones after = *stones;
        stones_add(&after, tree_edge(tree, node, i)->move, WHITE);
        stones_normalise(&after, NULL);
        write_black(writer, tree_edge(tree, node, i)->child, &after);
    }
    if (node->threat && room.position.kinds[BLACK][KIND_FIVE] == 0)
        write_rest(writer, node, stones);
}

static void write_black(struct writer *writer, uint32_t at, const struct stones *stones)
{
    const struct tree *tree = &writer->prover->tree;
    const struct node *node = &tree->node[at];
    if (node->edges == 0) {
        write_threats(writer, stones);
        return;
    }
    if (writer->failed || !is_new(writer, node->key))
        return;
    write_record(writer, stones, node->move);
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
    writer.written.key = calloc((size_t)writer.written.mask + 1, sizeof *writer.written.key);
    if (!writer.written.key)
        return false;
    if (stones_black_moves(stones))
        write_black(&writer, root, stones);
    else
        write_white(&writer, root, stones);
    free(writer.written.key);
    *records = writer.records;
    return !writer.failed && fflush(file) == 0;
}
