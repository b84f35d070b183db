/* What lies before a leaf, played over again for the game to show it; and boards turned over. */
#include "network.h"

#include "base/cache.h"
#include "contract/capability.h"

#include <string.h>

enum { LINE_MAX = 1024 }; /* of the tree: MI_PATH_MAX */

/* ---- memory ---- */

/* The sizes of its parts, in their order in the block. */
struct layout {
    size_t stride, before, path, earlier, ply, turned;
    int ring, points;
};

static struct layout layout_of(const struct mi_root *root, const miai_encoding *encoding)
{
    size_t earlier = (size_t)encoding->earlier;
    struct layout l = {.stride = mi_cache_lines(root->size)};
    l.points = root->setup->width * root->setup->height;
    l.ring = earlier > 1 ? (int)earlier : 1;
    l.before = earlier * l.stride;
    l.path = (size_t)l.ring * l.stride;
    l.earlier = mi_cache_lines(earlier * sizeof(void *));
    l.ply = mi_cache_lines(((size_t)root->plies + LINE_MAX) * sizeof(miai_ply));
    l.turned = mi_cache_lines((size_t)l.points * sizeof(uint16_t));
    return l;
}

size_t mi_network_input_bytes(const struct mi_root *root, const miai_encoding *encoding)
{
    struct layout l = layout_of(root, encoding);
    return l.before + l.path + l.earlier + l.ply + MI_SYMMETRIES * l.turned;
}

static void *cut(char **next, size_t bytes)
{
    void *first = *next;
    *next += bytes;
    return first;
}

/* ---- symmetries ---- */

/* Where the place goes to: mirrored, flipped, transposed, in this order, and by half a turn. */
static int turn(const struct mi_network_input *input, int symmetry, int place)
{
    int x = place % input->width, y = place / input->width;
    if (symmetry & MIAI_MIRROR)
        x = input->width - 1 - x;
    if (symmetry & MIAI_FLIP)
        y = input->height - 1 - y;
    int turned = symmetry & MIAI_TRANSPOSE ? x * input->height + y : y * input->width + x;
    return symmetry & MIAI_HALF_TURN ? input->points - 1 - turned : turned;
}

int mi_network_input_symmetries(const struct mi_network_input *input)
{
    int all = mi_has_own_policy(input->encoding) ? 0 : input->encoding->symmetries;
    return input->width == input->height ? all : all & ~MIAI_TRANSPOSE;
}

void mi_network_input_turn(const struct mi_network_input *input, int symmetry, const float *plane,
                           float *turned)
{
    const uint16_t *to = input->turned[symmetry];
    for (int i = 0; i < input->encoding->planes; i++)
        for (int p = 0; p < input->points; p++)
            turned[i * input->points + to[p]] = plane[i * input->points + p];
}

void mi_network_output_turn_back(const struct mi_network_input *input, int symmetry,
                                 const float *turned, float *plane)
{
    const uint16_t *to = input->turned[symmetry];
    for (int p = 0; p < input->points; p++)
        plane[p] = turned[to[p]];
}

/* A policy that is not over the points is that of a board as it stands. */
void mi_network_policy_turn_back(const struct mi_network_input *input, int symmetry,
                                 const float *turned, float *policy)
{
    if (mi_has_own_policy(input->encoding)) {
        memcpy(policy, turned, (size_t)input->places * sizeof *policy);
        return;
    }
    mi_network_output_turn_back(input, symmetry, turned, policy);
    policy[input->points] = turned[input->points];
}

/* ---- the past ---- */

static void *at(char *positions, const struct mi_network_input *input, int i)
{
    return positions + input->stride * (size_t)i;
}

/* The player makes the move, whoever's turn it was. */
static void play(const miai_game *game, void *pos, miai_ply ply)
{
    if (game->turn(pos) != ply.player && mi_editing(game)->set_turn)
        mi_editing(game)->set_turn(pos, ply.player);
    game->play(pos, ply.move);
}

/* Plays the game over and keeps the last positions before the root.  The path's room serves. */
static void replay(struct mi_network_input *input)
{
    const struct mi_root *root = input->root;
    int wanted = input->encoding->earlier;
    void *pos = input->path;
    input->known = 0;
    if (!root->first || wanted == 0)
        return;
    memcpy(pos, root->first, root->size);
    for (int i = 0; i < root->plies; i++) {
        int back = root->plies - i;
        if (back <= wanted) {
            memcpy(at(input->before, input, back - 1), pos, root->size);
            input->known = back > input->known ? back : input->known;
        }
        play(input->game, pos, root->line[i]);
    }
}

void mi_network_input_init(struct mi_network_input *input, const struct mi_root *root,
                           const miai_encoding *encoding, void *block)
{
    struct layout l = layout_of(root, encoding);
    char *next = block;
    *input = (struct mi_network_input){.game = root->game,
                                       .root = root,
                                       .encoding = encoding,
                                       .width = root->setup->width,
                                       .height = root->setup->height,
                                       .points = l.points,
                                       .places = mi_policy_places(encoding, l.points),
                                       .stride = l.stride,
                                       .ring = l.ring};
    input->before = cut(&next, l.before);
    input->path = cut(&next, l.path);
    input->earlier = cut(&next, l.earlier);
    input->ply = cut(&next, l.ply);
    const int all = mi_network_input_symmetries(input);
    for (int s = 0; s < MI_SYMMETRIES; s++) {
        input->turned[s] = cut(&next, l.turned);
        for (int p = 0; p < l.points && (s & all) == s; p++)
            input->turned[s][p] = (uint16_t)turn(input, s, p);
    }
    if (root->first && root->plies > 0)
        memcpy(input->ply, root->line, (size_t)root->plies * sizeof *input->ply);
    replay(input);
}

/* Plays from the root to the leaf; the ring then holds the last positions before it. */
static void follow(struct mi_network_input *input, const struct mi_eval *leaf, int plies)
{
    const struct mi_root *root = input->root;
    memcpy(input->path, root->pos, root->size);
    for (int i = 0; i < leaf->line_length; i++) {
        void *pos = at(input->path, input, i % input->ring);
        miai_ply ply = {(uint16_t)leaf->line[i], (uint8_t)input->game->turn(pos), 0};
        input->ply[plies + i] = ply;
        if (i + 1 == leaf->line_length)
            break;
        void *next = at(input->path, input, (i + 1) % input->ring);
        if (next != pos)
            memcpy(next, pos, root->size);
        input->game->play(next, ply.move);
    }
}

/* Points to the positions before the leaf, the last one first; returns how many there are. */
static int point_to_earlier(struct mi_network_input *input, int length)
{
    int n = 0;
    for (; n < input->encoding->earlier; n++) {
        int depth = length - 1 - n;
        if (depth < 0 && -depth > input->known)
            break;
        input->earlier[n] = depth >= 0 ? at(input->path, input, depth % input->ring)
                                       : at(input->before, input, -depth - 1);
    }
    return n;
}

void mi_network_input_fill(struct mi_network_input *input, const struct mi_eval *leaf, float *plane,
                           float *number)
{
    const struct mi_root *root = input->root;
    int plies = root->first ? root->plies : 0;
    follow(input, leaf, plies);
    miai_past past = {.start = root->first ? root->first : root->pos,
                      .ply = input->ply,
                      .plies = plies + leaf->line_length,
                      .earlier = input->earlier,
                      .earlier_count = point_to_earlier(input, leaf->line_length),
                      .keys = leaf->keys,
                      .key_count = leaf->keys ? leaf->key_count : 0};
    input->encoding->fill(leaf->pos, &past, plane, number);
}
