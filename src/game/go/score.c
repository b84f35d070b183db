/* Counting a game: areas, territories, prisoners. */
#include "go.h"
#include "move.h"

#include <string.h>

struct map {
    const struct mi_go *b;
    uint8_t colour[MI_GO_MAX_SPAN]; /* what is left on the board */
    int8_t owner[MI_GO_MAX_SPAN];
    bool seki[MI_GO_MAX_SPAN]; /* stones that live in seki */
    bool seen[MI_GO_MAX_SPAN]; /* empty points whose region is known */
};

enum { SEKI = 1 << (MI_GO_BORDER + 1) };

/* Collects the empty region of p; returns how many points it has.  *touched has bit 1 << colour for
 * each colour beside it, and SEKI for a stone that lives so. */
static int flood(struct map *map, int p, uint16_t *region, int *touched)
{
    int n = 0;
    region[n++] = (uint16_t)p;
    map->seen[p] = true;
    *touched = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            int q = region[i] + go_step(map->b->stride, j);
            *touched |= 1 << map->colour[q] | (map->seki[q] ? SEKI : 0);
            if (map->colour[q] == MI_GO_EMPTY && !map->seen[q]) {
                map->seen[q] = true;
                region[n++] = (uint16_t)q;
            }
        }
    return n;
}

/* By the rules of territory an eye in seki is nobody's. */
static int8_t owner_of_region(const struct mi_go *b, int touched)
{
    if (b->territory && (touched & SEKI))
        return 0;
    int stones = touched & (1 << MI_GO_BLACK | 1 << MI_GO_WHITE);
    return (int8_t)(stones == 1 << MI_GO_BLACK ? 1 : stones == 1 << MI_GO_WHITE ? -1 : 0);
}

static void fill_map(struct map *map, const struct mi_go *b, const int8_t *life)
{
    uint16_t region[MI_GO_MAX_SPAN];
    map->b = b;
    for (int p = 0; p < b->span; p++) {
        map->colour[p] = b->point[p].colour;
        map->seen[p] = map->seki[p] = false;
    }
    for (int move = 0; life && move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move);
        if (map->colour[p] == MI_GO_EMPTY)
            continue;
        map->seki[p] = life[move] == MIAI_SEKI;
        if (life[move] == MIAI_DEAD)
            map->colour[p] = MI_GO_EMPTY;
    }
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (map->colour[p] < MI_GO_EMPTY)
            map->owner[p] = map->colour[p] == MI_GO_BLACK ? 1 : -1;
        if (map->colour[p] != MI_GO_EMPTY || map->seen[p])
            continue;
        int touched, n = flood(map, p, region, &touched);
        while (n > 0)
            map->owner[region[--n]] = owner_of_region(b, touched);
    }
}

void mi_go_owners(const struct mi_go *b, const int8_t *life, int8_t *owner)
{
    struct map map;
    fill_map(&map, b, life);
    for (int move = 0; move < mi_go_pass(b); move++)
        owner[move] = map.owner[mi_go_point_of(b, move)];
}

int mi_go_less_komi(const struct mi_go *b, int score)
{
    int max = MIAI_SCORE_MAX - 1;
    score -= b->komi;
    return score > max ? max : score < -max ? -max : score;
}

/* Black's points less White's by area, if each empty point stands alone, as it does when a game was
 * played out. */
static bool count_played_out(const struct mi_go *b, int *points)
{
    static const int8_t worth[] = {[MI_GO_BLACK] = 1, [MI_GO_WHITE] = -1, [MI_GO_BORDER] = 0};
    *points = 0;
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (b->point[p].colour != MI_GO_EMPTY)
            *points += worth[b->point[p].colour];
        else if (mi_go_empty_around(b, p) > 0)
            return false;
        else
            *points += mi_go_enclosed(b, p, MI_GO_BLACK) - mi_go_enclosed(b, p, MI_GO_WHITE);
    }
    return true;
}

/* ---- points that have to be filled ---- */

/* How many points of territory the chain of the stone on p touches; ALL_SAFE if it lives in seki.
 */
static int territory_beside(const struct map *map, int p)
{
    enum { ALL_SAFE = MI_GO_MAX_SPAN };
    int stones = 0, points = 0;
    bool seen[MI_GO_MAX_SPAN] = {false};
    uint16_t chain[MI_GO_MAX_SPAN];
    seen[p] = true;
    chain[stones++] = (uint16_t)p;
    for (int i = 0; i < stones; i++) {
        if (map->seki[chain[i]])
            return ALL_SAFE;
        for (int j = 0; j < 4; j++) {
            int q = chain[i] + go_step(map->b->stride, j);
            if (seen[q])
                continue;
            seen[q] = true;
            if (map->colour[q] == map->colour[p])
                chain[stones++] = (uint16_t)q;
            else if (map->colour[q] == MI_GO_EMPTY)
                points += map->owner[q] != 0;
        }
    }
    return points;
}

/* Once the dame are filled, is a chain beside the empty point p in atari there, so that its owner
 * must fill it, too? */
static bool must_be_filled(const struct map *map, int p)
{
    if (map->b->point[p].colour != MI_GO_EMPTY || map->colour[p] != MI_GO_EMPTY || !map->owner[p])
        return false;
    for (int j = 0; j < 4; j++) {
        int q = p + go_step(map->b->stride, j);
        if (map->colour[q] < MI_GO_EMPTY && territory_beside(map, q) == 1)
            return true;
    }
    return false;
}

/* Such a point is no territory.  Filling it may leave another chain with one liberty. */
static void fill_where_needed(struct map *map)
{
    const struct mi_go *b = map->b;
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (!must_be_filled(map, p))
            continue;
        map->colour[p] = map->owner[p] > 0 ? MI_GO_BLACK : MI_GO_WHITE;
        p = b->stride - 1; /* from the start again */
    }
}

int mi_go_settle(const void *pos, const int8_t *life)
{
    const struct mi_go *b = pos;
    struct map map;
    int points;
    if (b->all_alive)
        life = NULL;
    if (!life && !b->territory && count_played_out(b, &points))
        return mi_go_less_komi(b, points * MIAI_POINT_SCORE);
    fill_map(&map, b, life);
    if (life && b->territory)
        fill_where_needed(&map);
    points = b->territory ? b->prisoners[MI_GO_BLACK] - b->prisoners[MI_GO_WHITE] : 0;
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (map.colour[p] == MI_GO_BORDER)
            continue;
        if (map.colour[p] == MI_GO_EMPTY || !b->territory)
            points += map.owner[p];
        bool dead = map.colour[p] == MI_GO_EMPTY && b->point[p].colour != MI_GO_EMPTY;
        if (b->territory && dead) /* a prisoner more */
            points += b->point[p].colour == MI_GO_WHITE ? 1 : -1;
    }
    return mi_go_less_komi(b, points * MIAI_POINT_SCORE);
}
