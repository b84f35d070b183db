/* Network inputs: replays the moves before a leaf for the game to encode, and applies
 * symmetries. */
#include "network.h"

#include "base/memory.h"
#include "contract/capability.h"

#include <string.h>

enum { LINE_MAX = 1024 }; /* longest line in the tree: MI_PATH_MAX */

/* ---- memory ---- */

/* The sizes of the block's parts, in order. */
struct input_layout {
    size_t stride, before, path, earlier, ply, turned;
    int ring, points;
};

static struct input_layout input_layout_of(const struct mi_root *root,
                                           const miai_encoding *encoding)
{
    size_t earlier = (size_t)encoding->earlier;
    struct input_layout l = {.stride = mi_round_to_cache_lines(root->size)};
    l.points = root->setup->width * root->setup->height;
    l.ring = earlier > 1 ? (int)earlier : 1;
    l.before = earlier * l.stride;
    l.path = (size_t)l.ring * l.stride;
    l.earlier = mi_round_to_cache_lines(earlier * sizeof(void *));
    l.ply = mi_round_to_cache_lines(((size_t)root->plies + LINE_MAX) * sizeof(miai_ply));
    l.turned = mi_round_to_cache_lines((size_t)l.points * sizeof(uint16_t));
    return l;
}

size_t mi_network_input_bytes(const struct mi_root *root, const miai_encoding *encoding)
{
    struct input_layout l = input_layout_of(root, encoding);
    return l.before + l.path + l.earlier + l.ply + MI_SYMMETRIES * l.turned;
}

/* ---- symmetries ---- */

int mi_network_input_symmetries(const struct mi_network_input *input)
{
    int all = mi_has_custom_policy(input->encoding) ? 0 : input->encoding->symmetries;
    return mi_symmetries_on(all, input->width, input->height);
}

void mi_network_apply_symmetry(const struct mi_network_input *input, int symmetry,
                               const float *plane, float *turned)
{
    const uint16_t *to = input->turned[symmetry];
    for (int i = 0; i < input->encoding->planes; i++)
        for (int p = 0; p < input->points; p++)
            turned[i * input->points + to[p]] = plane[i * input->points + p];
}

void mi_network_undo_symmetry(const struct mi_network_input *input, int symmetry,
                              const float *turned, float *plane)
{
    const uint16_t *to = input->turned[symmetry];
    for (int p = 0; p < input->points; p++)
        plane[p] = turned[to[p]];
}

/* A policy that does not cover the points needs no change: such boards are never transformed. */
void mi_network_undo_policy_symmetry(const struct mi_network_input *input, int symmetry,
                                     const float *turned, float *policy)
{
    if (mi_has_custom_policy(input->encoding)) {
        memcpy(policy, turned, (size_t)input->places * sizeof *policy);
        return;
    }
    mi_network_undo_symmetry(input, symmetry, turned, policy);
    policy[input->points] = turned[input->points];
}

/* ---- earlier positions ---- */

static void *position_at(char *positions, const struct mi_network_input *input, int i)
{
    return positions + input->stride * (size_t)i;
}

/* Plays a move of the player, even if it is the other's turn. */
static void play_as(const miai_game *game, void *pos, miai_ply ply)
{
    if (game->turn(pos) != ply.player && mi_editing(game)->set_turn)
        mi_editing(game)->set_turn(pos, ply.player);
    game->play(pos, ply.move);
}

/* Replays the game and keeps the last positions before the root. Uses path as a buffer. */
static void replay_game(struct mi_network_input *input)
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
            memcpy(position_at(input->before, input, back - 1), pos, root->size);
            input->known = back > input->known ? back : input->known;
        }
        play_as(input->game, pos, root->line[i]);
    }
}

void mi_network_input_init(struct mi_network_input *input, const struct mi_root *root,
                           const miai_encoding *encoding, void *block)
{
    struct input_layout l = input_layout_of(root, encoding);
    char *next = block;
    *input = (struct mi_network_input){.game = root->game,
                                       .root = root,
                                       .encoding = encoding,
                                       .width = root->setup->width,
                                       .height = root->setup->height,
                                       .points = l.points,
                                       .places = mi_policy_length(encoding, l.points),
                                       .stride = l.stride,
                                       .ring = l.ring};
    input->before = mi_carve(&next, l.before);
    input->path = mi_carve(&next, l.path);
    input->earlier = mi_carve(&next, l.earlier);
    input->ply = mi_carve(&next, l.ply);
    const int all = mi_network_input_symmetries(input);
    for (int s = 0; s < MI_SYMMETRIES; s++) {
        input->turned[s] = mi_carve(&next, l.turned);
        for (int p = 0; p < l.points && (s & all) == s; p++)
            input->turned[s][p] = (uint16_t)mi_transform_point(input->width, input->height, s, p);
    }
    if (root->first && root->plies > 0)
        memcpy(input->ply, root->line, (size_t)root->plies * sizeof *input->ply);
    replay_game(input);
}

/* Plays from the root to the leaf. Then path holds the last positions before the leaf. */
static void replay_line(struct mi_network_input *input, const struct mi_eval *leaf, int plies)
{
    const struct mi_root *root = input->root;
    memcpy(input->path, root->pos, root->size);
    for (int i = 0; i < leaf->line_length; i++) {
        void *pos = position_at(input->path, input, i % input->ring);
        miai_ply ply = {(uint16_t)leaf->line[i], (uint8_t)input->game->turn(pos), 0};
        input->ply[plies + i] = ply;
        if (i + 1 == leaf->line_length)
            break;
        void *next = position_at(input->path, input, (i + 1) % input->ring);
        if (next != pos)
            memcpy(next, pos, root->size);
        input->game->play(next, ply.move);
    }
}

/* Sets the pointers to the positions before the leaf, the last one first. Returns their number. */
static int set_earlier(struct mi_network_input *input, int length)
{
    int n = 0;
    for (; n < input->encoding->earlier; n++) {
        int depth = length - 1 - n;
        if (depth < 0 && -depth > input->known)
            break;
        input->earlier[n] = depth >= 0 ? position_at(input->path, input, depth % input->ring)
                                       : position_at(input->before, input, -depth - 1);
    }
    return n;
}

void mi_network_input_fill(struct mi_network_input *input, const struct mi_eval *leaf, float *plane,
                           float *number)
{
    const struct mi_root *root = input->root;
    int plies = root->first ? root->plies : 0;
    replay_line(input, leaf, plies);
    miai_past past = {.start = root->first ? root->first : root->pos,
                      .ply = input->ply,
                      .plies = plies + leaf->line_length,
                      .earlier = input->earlier,
                      .earlier_count = set_earlier(input, leaf->line_length),
                      .keys = leaf->keys,
                      .key_count = leaf->keys ? leaf->key_count : 0};
    input->encoding->fill(leaf->pos, &past, plane, number);
}
