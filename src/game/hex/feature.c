#include "feature.h"

#include <string.h>

/* The content of a place as seen by the player: 0 own, 1 enemy, 2 empty. */
static inline int content_for(unsigned stone, unsigned player)
{
    unsigned colour = stone & HEX_COLOUR;
    return (int)(colour == HEX_EMPTY ? colour : colour ^ player);
}

/* The ring of six neighbours in two halves of three, invariant under a half turn. */
static inline int ring_index(const struct hex_feature_context *view, const uint8_t *place,
                             int *seen)
{
    unsigned border = 0;
    for (int i = 0; i < 6; i++) {
        unsigned stone = place[view->step[i]];
        seen[i] = content_for(stone, view->b->turn);
        border |= stone;
    }
    seen[6] = seen[0];
    int one = seen[0] + 3 * seen[1] + 9 * seen[2], other = seen[3] + 3 * seen[4] + 9 * seen[5];
    int ring = one < other ? one + 27 * other : other + 27 * one;
    return (border & HEX_BORDER ? 27 * 27 : 0) + ring;
}

/* The owners of the places beyond neighbours i and i + 1, the ends of bridges.  If neither
 * neighbour is empty, the owner is irrelevant, and the place may be off the board. */
static inline void read_bridge_ends(const struct hex_feature_context *view, const uint8_t *place,
                                    const int *seen, int *bridge_end)
{
    for (int i = 0; i < 6; i++)
        bridge_end[i] = seen[i] == 2 || seen[i + 1] == 2
                            ? content_for(place[view->step[i] + view->step[i + 1]], view->b->turn)
                            : 2;
}

/* Neighbours i to i + 3 and the places beyond them. */
static inline int arc_index(int i, const int *seen, const int *bridge_end)
{
    int near = seen[i] + 3 * seen[(i + 1) % 6] + 9 * seen[(i + 2) % 6] + 27 * seen[(i + 3) % 6];
    int far = bridge_end[i] + 3 * bridge_end[(i + 1) % 6] + 9 * bridge_end[(i + 2) % 6];
    return HEX_ARC * (i % 3) + near + 81 * far;
}

/* Marks the places near a stone: neighbours (1 to 3), ends of bridges (4 to 6), and places two
 * steps away in a line (7 to 9).  Near an edge some of them lie beyond the border, and may be
 * outside the array. */
static void mark_relations(const struct hex_feature_context *view, int stone, uint8_t *relation)
{
    memset(relation, 0, HEX_PLACES);
    for (int i = 0; stone > 0 && i < 6; i++) {
        const int steps[] = {view->step[i], view->step[i] + view->step[i + 1], 2 * view->step[i]};
        for (int kind = 0; kind < 3; kind++)
            if (stone + steps[kind] >= 0 && stone + steps[kind] < HEX_PLACES)
                relation[stone + steps[kind]] = (uint8_t)(1 + 3 * kind + i % 3);
    }
}

void mi_hex_feature_context_init(struct hex_feature_context *view, const struct mi_hex *b)
{
    view->b = b;
    for (int i = 0; i < 6; i++)
        view->step[i] = hex_step[b->turn == HEX_FIRST ? i : 5 - i];
    view->step[6] = view->step[0];
    mark_relations(view, b->last[!b->turn], view->relation[0]);
    mark_relations(view, b->last[b->turn], view->relation[1]);
}

static inline int min3(int a, int b, int max)
{
    int near = a < b ? a : b;
    return near < max ? near : max;
}

static inline int edge_distance_index(const struct mi_hex *b, int place)
{
    int x = place % HEX_SPAN - 1, y = place / HEX_SPAN - 1;
    int across = min3(x, b->width - 1 - x, 4), down = min3(y, b->height - 1 - y, 4);
    bool late = b->width * b->height - b->empty >= 8;
    return 25 * late + (b->turn == HEX_FIRST ? 5 * down + across : 5 * across + down);
}

void mi_hex_features(const struct hex_feature_context *view, int place, uint16_t *feature)
{
    const uint8_t *p = view->b->place + place;
    int seen[7], bridge_end[6], arcs = HEX_FEATURES_ARC;
    if (view->relation[0][place])
        arcs += 3 * HEX_ARC;
    feature[0] = (uint16_t)(HEX_FEATURES_RING + ring_index(view, p, seen));
    read_bridge_ends(view, p, seen, bridge_end);
    for (int i = 0; i < 6; i++)
        feature[1 + i] = (uint16_t)(arcs + arc_index(i, seen, bridge_end));
    feature[7] = (uint16_t)(HEX_FEATURES_OTHER + view->relation[0][place]);
    feature[8] = (uint16_t)(HEX_FEATURES_OWN + view->relation[1][place]);
    feature[9] = (uint16_t)(HEX_FEATURES_EDGE + edge_distance_index(view->b, place));
}

int mi_hex_strength_at(const struct hex_feature_context *view, int place)
{
    uint16_t feature[HEX_FEATURES_EACH];
    int sum = 0;
    mi_hex_features(view, place, feature);
    for (int i = 0; i < HEX_FEATURES_EACH; i++)
        sum += mi_hex_strength[feature[i]];
    return sum;
}
