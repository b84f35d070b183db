/* Counting a game: areas, territories, prisoners. */
#include "game/go/board/go.h"
#include "game/go/board/move.h"

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

void mi_go_ownership(const struct mi_go *b, const int8_t *life, int8_t *owner)
{
    struct map map;
    fill_map(&map, b, life);
    for (int move = 0; move < mi_go_pass(b); move++)
        owner[move] = map.owner[mi_go_point_of(b, move)];
}

int mi_go_compensation(const struct mi_go *b)
{
    if (b->handicap < 2 || b->bonus == MI_GO_BONUS_NONE)
        return 0;
    return b->bonus == MI_GO_BONUS_N ? b->handicap : b->handicap - 1;
}

int mi_go_less_komi(const struct mi_go *b, int score)
{
    int max = MIAI_SCORE_MAX - 1;
    score -= b->komi + mi_go_compensation(b) * MIAI_POINT_SCORE;
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

/* By territory: what is left empty, when the dead are off and what has to be filled is; with NULL,
 * as it stands. */
static int count_territory(const struct mi_go *b, const int8_t *life)
{
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    int points = 0;
    mi_go_ownership(b, life, owner);
    if (life)
        mi_go_teire(b, life, owner);
    for (int move = 0; move < mi_go_pass(b); move++) {
        int stands = b->point[mi_go_point_of(b, move)].colour;
        bool taken = life && stands != MI_GO_EMPTY && life[move] == MIAI_DEAD;
        if (stands == MI_GO_EMPTY || taken)
            points += owner[move];
        if (taken) /* a prisoner */
            points += stands == MI_GO_WHITE ? 1 : -1;
    }
    return points;
}

int mi_go_settle(const void *pos, const int8_t *life)
{
    const struct mi_go *b = pos;
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    int points;
    if (b->all_alive)
        life = NULL;
    if (!life && !b->territory && count_played_out(b, &points))
        return mi_go_less_komi(b, points * MIAI_POINT_SCORE);
    if (b->territory) {
        points = b->prisoners[MI_GO_BLACK] - b->prisoners[MI_GO_WHITE] + count_territory(b, life);
    } else {
        points = 0;
        mi_go_ownership(b, life, owner);
        for (int move = 0; move < mi_go_pass(b); move++)
            points += owner[move];
    }
    return mi_go_less_komi(b, points * MIAI_POINT_SCORE);
}

/* ---- a position that was played on from ---- */

/* Are all points beside the point, which is whose owner[] says, the same player's? */
static bool is_inside(const struct mi_go *b, const int8_t *owner, miai_move move)
{
    int p = mi_go_point_of(b, move);
    for (int i = 0; i < 4; i++) {
        int q = p + go_step(b->stride, i);
        if (b->point[q].colour != MI_GO_BORDER && owner[mi_go_move_of(b, q)] != owner[move])
            return false;
    }
    return true;
}

/* By territory it does not matter how much was played in between inside of what belongs to one
 * player, nor who took the dame.  A point beside one that is not the same player's takes a stone of
 * his; all others are his land, and stones on them that are not his are prisoners. */
int mi_go_count(const void *pos, const int8_t *owner)
{
    const struct mi_go *b = pos;
    int points = 0;
    for (int move = 0; move < mi_go_pass(b); move++) {
        int stands = b->point[mi_go_point_of(b, move)].colour, own = owner[move];
        int other = own > 0 ? MI_GO_WHITE : MI_GO_BLACK;
        if (!b->territory)
            points += own;
        else if (own != 0 && stands != !other)
            points += ((stands == other) + is_inside(b, owner, move)) * own;
    }
    if (b->territory)
        points += b->prisoners[MI_GO_BLACK] - b->prisoners[MI_GO_WHITE];
    return mi_go_less_komi(b, points * MIAI_POINT_SCORE);
}
