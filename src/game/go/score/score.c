/* Scoring: area, territory, prisoners. */
#include "area.h"
#include "game/go/board/encore.h"
#include "game/go/board/go.h"

#include <string.h>

struct score_map {
    const struct mi_go *b;
    uint8_t colour[MI_GO_MAX_SPAN]; /* after dead stones are removed */
    int8_t owner[MI_GO_MAX_SPAN];
    bool seki[MI_GO_MAX_SPAN]; /* stones that live in seki */
    bool seen[MI_GO_MAX_SPAN]; /* empty points already assigned to a region */
};

enum { TOUCHES_SEKI = 1 << (MI_GO_BORDER + 1) };

/* Collects the empty region of p and returns its size.  *touched gets bit 1 << colour for each
 * adjacent colour, and SEKI if an adjacent stone is in seki. */
static int flood_empty_region(struct score_map *score_map, int p, uint16_t *region, int *touched)
{
    int n = 0;
    region[n++] = (uint16_t)p;
    score_map->seen[p] = true;
    *touched = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 4; j++) {
            int q = region[i] + go_neighbour_offset(score_map->b->stride, j);
            *touched |= 1 << score_map->colour[q] | (score_map->seki[q] ? TOUCHES_SEKI : 0);
            if (score_map->colour[q] == MI_GO_EMPTY && !score_map->seen[q]) {
                score_map->seen[q] = true;
                region[n++] = (uint16_t)q;
            }
        }
    return n;
}

/* With a tax, eyes in seki belong to nobody. */
static int8_t owner_of_region(const struct mi_go *b, int touched)
{
    if (b->rules.tax != MI_GO_TAX_NONE && (touched & TOUCHES_SEKI))
        return 0;
    int stones = touched & (1 << MI_GO_BLACK | 1 << MI_GO_WHITE);
    return (int8_t)(stones == 1 << MI_GO_BLACK ? 1 : stones == 1 << MI_GO_WHITE ? -1 : 0);
}

static void build_score_map(struct score_map *score_map, const struct mi_go *b, const int8_t *life)
{
    uint16_t region[MI_GO_MAX_SPAN];
    score_map->b = b;
    for (int p = 0; p < b->span; p++) {
        score_map->colour[p] = b->point[p].colour;
        score_map->seen[p] = score_map->seki[p] = false;
    }
    for (int move = 0; life && move < mi_go_pass(b); move++) {
        int p = mi_go_point_of(b, move);
        if (score_map->colour[p] == MI_GO_EMPTY)
            continue;
        score_map->seki[p] = life[move] == MIAI_SEKI;
        if (life[move] == MIAI_DEAD)
            score_map->colour[p] = MI_GO_EMPTY;
    }
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (score_map->colour[p] < MI_GO_EMPTY)
            score_map->owner[p] = score_map->colour[p] == MI_GO_BLACK ? 1 : -1;
        if (score_map->colour[p] != MI_GO_EMPTY || score_map->seen[p])
            continue;
        int touched, n = flood_empty_region(score_map, p, region, &touched);
        while (n > 0)
            score_map->owner[region[--n]] = owner_of_region(b, touched);
    }
}

static int8_t sign_of_colour(int colour)
{
    return (int8_t)((colour == MI_GO_BLACK) - (colour == MI_GO_WHITE));
}

static void write_encore_ownership(const struct mi_go *b, int8_t *owner)
{
    uint8_t area[MI_GO_MAX_SPAN];
    mi_go_encore_area(b, area);
    for (int move = 0; move < mi_go_pass(b); move++)
        owner[move] = sign_of_colour(area[mi_go_point_of(b, move)]);
}

void mi_go_ownership(const struct mi_go *b, const int8_t *life, int8_t *owner)
{
    struct score_map score_map;
    if (!life && b->phase == 2) {
        write_encore_ownership(b, owner);
        return;
    }
    build_score_map(&score_map, b, life);
    for (int move = 0; move < mi_go_pass(b); move++)
        owner[move] = score_map.owner[mi_go_point_of(b, move)];
}

int mi_go_handicap_compensation(const struct mi_go *b)
{
    if (b->handicap < 2 || b->rules.bonus == MI_GO_BONUS_NONE)
        return 0;
    return b->rules.bonus == MI_GO_BONUS_N ? b->handicap : b->handicap - 1;
}

/* The button, in 1/100 of a point for Black.  The side to move gets it if nobody has taken it. */
static int button_score(const struct mi_go *b)
{
    const int half = MIAI_POINT_SCORE / 2;
    return b->button ? (b->turn == MI_GO_BLACK ? half : -half) : b->button_score;
}

int mi_go_subtract_komi(const struct mi_go *b, int score)
{
    int max = MIAI_SCORE_MAX - 1;
    score += button_score(b);
    score -= b->komi + mi_go_handicap_compensation(b) * MIAI_POINT_SCORE;
    return score > max ? max : score < -max ? -max : score;
}

/* Fast path for finished playouts, in which every empty point is a single-point eye: writes Black's
 * area minus White's.  Returns false if two empty points are adjacent. */
static bool count_played_out(const struct mi_go *b, int *points)
{
    static const int8_t stone_value[] = {[MI_GO_BLACK] = 1, [MI_GO_WHITE] = -1, [MI_GO_BORDER] = 0};
    *points = 0;
    for (int p = b->stride; p < b->span - b->stride; p++) {
        if (b->point[p].colour != MI_GO_EMPTY)
            *points += stone_value[b->point[p].colour];
        else if (mi_go_empty_around(b, p) > 0)
            return false;
        else
            *points += mi_go_enclosed(b, p, MI_GO_BLACK) - mi_go_enclosed(b, p, MI_GO_WHITE);
    }
    return true;
}

/* ---- taxes ---- */

/* Is there a stone in seki in the region around this point, all of which has one owner?  Marks its
 * points as seen. */
static bool walk_owned_region(const struct mi_go *b, const int8_t *owner, const int8_t *life,
                              miai_move move, bool *seen)
{
    uint16_t list[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    int n = 0;
    bool seki = false;
    list[n++] = (uint16_t)move;
    seen[move] = true;
    for (int i = 0; i < n; i++) {
        seki |= life && life[list[i]] == MIAI_SEKI;
        for (int j = 0; j < 4; j++) {
            int q = mi_go_point_of(b, list[i]) + go_neighbour_offset(b->stride, j);
            miai_move next = b->point[q].colour == MI_GO_BORDER ? move : mi_go_move_of(b, q);
            if (owner[next] != owner[move] || seen[next])
                continue;
            seen[next] = true;
            list[n++] = (uint16_t)next;
        }
    }
    return seki;
}

int mi_go_group_tax(const struct mi_go *b, const int8_t *owner, const int8_t *life)
{
    bool seen[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE] = {false};
    int groups = 0;
    if (b->rules.tax != MI_GO_TAX_ALL)
        return 0;
    for (int move = 0; move < mi_go_pass(b); move++)
        if (owner[move] != 0 && !seen[move] && !walk_owned_region(b, owner, life, move, seen))
            groups += owner[move];
    return -2 * groups;
}

/* ---- territory ---- */

/* Territory after removing the dead stones and filling the teire points, plus dead stones as
 * prisoners.  life NULL: counts the position as it stands.  In phase 2 of the encore, filling is
 * free. */
static int count_territory(const struct mi_go *b, const int8_t *life)
{
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    int points = 0;
    mi_go_ownership(b, life, owner);
    if (life && b->phase < 2)
        mi_go_find_teire(b, life, owner);
    for (int move = 0; move < mi_go_pass(b); move++) {
        int stands = b->point[mi_go_point_of(b, move)].colour;
        bool taken = life && stands != MI_GO_EMPTY && life[move] == MIAI_DEAD;
        if (stands == MI_GO_EMPTY || taken)
            points += owner[move];
        if (taken)
            points += stands == MI_GO_WHITE ? 1 : -1;
    }
    return points + mi_go_group_tax(b, owner, life);
}

/* ---- area ---- */

/* The area of the board as it stands: by colours, in span points. */
static void find_area(const struct mi_go *b, uint8_t *area)
{
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    if (!b->rules.all_alive) {
        mi_go_area(b, b->rules.suicide, area);
        return;
    }
    memset(area, MI_GO_EMPTY, b->span);
    mi_go_ownership(b, NULL, owner);
    for (int move = 0; move < mi_go_pass(b); move++)
        if (owner[move] != 0)
            area[mi_go_point_of(b, move)] = owner[move] > 0 ? MI_GO_BLACK : MI_GO_WHITE;
}

/* The area as KataGo counts it, without pass-dead stones.  With a tax, stones count, and territory
 * only in regions that live without help. */
static int count_area_as_it_stands(const struct mi_go *b)
{
    uint8_t area[MI_GO_MAX_SPAN], life[MI_GO_MAX_SPAN];
    bool taxed = b->rules.tax != MI_GO_TAX_NONE;
    int points = 0, groups = 0;
    find_area(b, area);
    if (taxed)
        groups = mi_go_independent_life(b, area, life);
    for (int p = b->stride; p < b->span - b->stride; p++) {
        bool counts = !taxed || life[p] != MI_GO_EMPTY || b->point[p].colour == area[p];
        if (counts && b->point[p].colour != MI_GO_BORDER)
            points += (area[p] == MI_GO_BLACK) - (area[p] == MI_GO_WHITE);
    }
    return b->rules.tax == MI_GO_TAX_ALL ? points - 2 * groups : points;
}

/* The area without dead stones. */
static int count_area(const struct mi_go *b, const int8_t *life)
{
    int8_t owner[MI_GO_MAX_SIDE * MI_GO_MAX_SIDE];
    int points = 0;
    mi_go_ownership(b, life, owner);
    for (int move = 0; move < mi_go_pass(b); move++)
        points += owner[move];
    return points + mi_go_group_tax(b, owner, life);
}

/* Is plain area scoring enough: no tax, and no pass-dead stones to remove? */
static bool area_is_plain(const struct mi_go *b)
{
    return b->rules.tax == MI_GO_TAX_NONE && (b->rules.friendly || b->rules.all_alive);
}

/* ---- the encore ---- */

/* The board at the end of phase 2. */
static int count_encore(const struct mi_go *b)
{
    uint8_t area[MI_GO_MAX_SPAN];
    int groups = mi_go_encore_area(b, area), points = -b->paid_moves;
    for (int p = b->stride; p < b->span - b->stride; p++)
        points += sign_of_colour(area[p]);
    return b->rules.tax == MI_GO_TAX_ALL ? points - 2 * groups : points;
}

/* Dead stones are only removed before the encore has ended. */
static int final_territory(const struct mi_go *b, const int8_t *life)
{
    int prisoners = b->prisoners[MI_GO_BLACK] - b->prisoners[MI_GO_WHITE];
    if (b->phase < 2)
        return prisoners + count_territory(b, life);
    if (!life || b->passes == 2)
        return count_encore(b);
    int free_moves = mi_go_move_difference(b) - b->paid_moves;
    return prisoners + count_territory(b, life) + free_moves;
}

static int final_points(const struct mi_go *b, const int8_t *life)
{
    int points;
    if (b->rules.territory)
        return final_territory(b, life);
    if (!b->rules.friendly)
        life = NULL;
    if (!life && !area_is_plain(b))
        return count_area_as_it_stands(b);
    return !life && count_played_out(b, &points) ? points : count_area(b, life);
}

int mi_go_final_score(const void *pos, const int8_t *life)
{
    const struct mi_go *b = pos;
    return mi_go_subtract_komi(b, final_points(b, life) * MIAI_POINT_SCORE);
}

int mi_go_playout_score(const struct mi_go *b)
{
    int points;
    bool plain = !b->rules.territory && b->rules.tax == MI_GO_TAX_NONE;
    if (!plain || !count_played_out(b, &points))
        points = final_points(b, NULL);
    return mi_go_subtract_komi(b, points * MIAI_POINT_SCORE);
}

/* ---- scoring by given owners ---- */

/* Does the owner of this point also own all adjacent points? */
static bool is_interior(const struct mi_go *b, const int8_t *owner, miai_move move)
{
    int p = mi_go_point_of(b, move);
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(b->stride, i);
        if (b->point[q].colour != MI_GO_BORDER && owner[mi_go_move_of(b, q)] != owner[move])
            return false;
    }
    return true;
}

/* Under territory rules, the result must not depend on moves played inside one player's area, nor
 * on who took the dame.  So a point adjacent to a point with another owner counts as a stone of its
 * owner, and every other point as territory.  Enemy stones on owned points are prisoners. */
int mi_go_score_by_owners(const void *pos, const int8_t *owner)
{
    const struct mi_go *b = pos;
    int points = 0;
    for (int move = 0; move < mi_go_pass(b); move++) {
        int stands = b->point[mi_go_point_of(b, move)].colour, own = owner[move];
        int other = own > 0 ? MI_GO_WHITE : MI_GO_BLACK;
        if (!b->rules.territory || b->phase == 2)
            points += own;
        else if (own != 0 && stands != !other)
            points += ((stands == other) + is_interior(b, owner, move)) * own;
    }
    if (b->phase == 2)
        points -= b->paid_moves;
    else if (b->rules.territory)
        points += b->prisoners[MI_GO_BLACK] - b->prisoners[MI_GO_WHITE];
    points += mi_go_group_tax(b, owner, NULL);
    return mi_go_subtract_komi(b, points * MIAI_POINT_SCORE);
}
