#include "pattern.h"

#include "weights.h"

#include <stdlib.h>

/* One point of each distance and direction, by distance; the others are its images. */
static const struct {
    int8_t x, y;
} corner[] = {{1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}, {3, 0}, {3, 1},
              {3, 2}, {4, 0}, {3, 3}, {4, 1}, {4, 2}, {5, 0}};

/* How many points lie within a distance. */
static const uint8_t within[GO_PATTERN_MOST + 1] = {0, 0, 4, 8, 12, 20, 28, 36, 48, 60, 72};

/* The point (*x, *y) in one of the eight frames. */
static void turn(int frame, int *x, int *y)
{
    int a = *x, c = *y;
    *x = (frame & 4 ? c : a) * (frame & 1 ? -1 : 1);
    *y = (frame & 4 ? a : c) * (frame & 2 ? -1 : 1);
}

static void place_points(struct go_frames *frames)
{
    int n = 0;
    for (size_t i = 0; i < sizeof corner / sizeof *corner; i++)
        for (int frame = 0; frame < 8; frame++) {
            int x = corner[i].x, y = corner[i].y;
            bool twice = (x == y && frame & 4) || (y == 0 && frame & (frame & 4 ? 1 : 2));
            turn(frame, &x, &y);
            if (twice)
                continue;
            frames->dx[n] = (int8_t)x;
            frames->dy[n++] = (int8_t)y;
        }
}

void mi_go_make_frames(struct go_frames *frames)
{
    uint64_t grid[2 * GO_PATTERN_REACH + 1][2 * GO_PATTERN_REACH + 1];
    place_points(frames);
    for (int i = 0; i < GO_PATTERN_POINTS; i++) {
        int x = frames->dx[i] + GO_PATTERN_REACH, y = frames->dy[i] + GO_PATTERN_REACH;
        grid[x][y] = miai_mix((uint64_t)(i + 1));
    }
    for (int i = 0; i < GO_PATTERN_POINTS; i++)
        for (int frame = 0; frame < 8; frame++) {
            int x = frames->dx[i], y = frames->dy[i];
            turn(frame, &x, &y);
            frames->key[i][frame] = grid[x + GO_PATTERN_REACH][y + GO_PATTERN_REACH];
        }
}

struct go_around mi_go_around(const struct go_frames *frames, const struct mi_go *b, int p)
{
    int move = mi_go_move_of(b, p);
    return (struct go_around){.frames = frames,
                              .b = b,
                              .p = p,
                              .x = move % b->width,
                              .y = move / b->width,
                              .size = GO_PATTERN_LEAST - 1};
}

/* How often the key of a point counts: 0 empty, 1 own, 2 the other's, 3 border. */
static int weight(const struct go_around *around, int dx, int dy)
{
    const struct mi_go *b = around->b;
    static const uint8_t of[2][4] = {{1, 2, 0, 3}, {2, 1, 0, 3}};
    if ((unsigned)(around->x + dx) >= b->width || (unsigned)(around->y + dy) >= b->height)
        return 3;
    return of[b->turn][b->point[around->p + dy * b->stride + dx].colour];
}

static uint64_t least(const uint64_t sum[8])
{
    uint64_t least = sum[0];
    for (int i = 1; i < 8; i++)
        least = sum[i] < least ? sum[i] : least;
    return least;
}

uint64_t mi_go_look_further(struct go_around *around)
{
    const struct go_frames *frames = around->frames;
    int from = around->size < GO_PATTERN_LEAST ? 0 : within[around->size];
    around->size++;
    for (int i = from; i < within[around->size]; i++)
        for (int n = weight(around, frames->dx[i], frames->dy[i]); n > 0; n--)
            for (int frame = 0; frame < 8; frame++)
                around->sum[frame] += frames->key[i][frame];
    return miai_mix(least(around->sum) + (uint64_t)around->size);
}

/* The strength of the pattern with that hash, or 0.  An entry lies at the slot that its upper bits
 * name, or behind it where others are in the way. */
static float known(uint64_t hash)
{
    const uint64_t *entry = &mi_go_pattern[hash >> (64 - GO_PATTERN_BITS)];
    while (*entry && *entry >> GO_STRENGTH_BITS < hash >> GO_STRENGTH_BITS)
        entry++;
    if (*entry >> GO_STRENGTH_BITS != hash >> GO_STRENGTH_BITS)
        return 0;
    return (float)(*entry & ((1 << GO_STRENGTH_BITS) - 1)) * (1.0F / GO_STRENGTH_UNIT);
}

float mi_go_pattern_strength(const struct go_frames *frames, const struct mi_go *b, int p)
{
    struct go_around around = mi_go_around(frames, b, p);
    float largest = 0, strength;
    while (around.size < GO_PATTERN_MOST && (strength = known(mi_go_look_further(&around))) > 0)
        largest = strength;
    return largest;
}
