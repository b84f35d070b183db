#include "pattern.h"

#include "base/unroll.h"

#include <string.h>

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

enum { GRID = 2 * GO_PATTERN_REACH + 1 };

/* The points in order, as places in a grid around the middle; returns how many. */
static int list_points(int8_t point[GO_PATTERN_POINTS][2])
{
    int n = 0;
    for (size_t i = 0; i < sizeof corner / sizeof *corner; i++)
        for (int frame = 0; frame < 8; frame++) {
            int x = corner[i].x, y = corner[i].y;
            bool twice = (x == y && frame & 4) || (y == 0 && frame & (frame & 4 ? 1 : 2));
            turn(frame, &x, &y);
            if (twice)
                continue;
            point[n][0] = (int8_t)x;
            point[n++][1] = (int8_t)y;
        }
    return n;
}

/* A key counts 0 to 3 times, by what stands on the point: to add nothing costs less than to ask. */
static void make_keys(struct go_frames *frames)
{
    int8_t point[GO_PATTERN_POINTS][2];
    uint8_t grid[GRID * GRID], *number = grid + GRID * GRID / 2;
    uint64_t key[GO_PATTERN_POINTS];
    int n = list_points(point);
    for (int i = 0; i < n; i++) {
        number[point[i][0] + point[i][1] * GRID] = (uint8_t)i;
        key[i] = miai_mix((uint64_t)(i + 1));
    }
    for (int i = 0; i < n; i++) {
        frames->step[i] = (int16_t)(point[i][0] + point[i][1] * GO_PATTERN_SIDE);
        for (int frame = 0; frame < 8; frame++) {
            int x = point[i][0], y = point[i][1];
            turn(frame, &x, &y);
            for (unsigned stands = 0; stands < GO_PATTERN_STANDS; stands++)
                frames->key[stands][i].frame[frame] = stands * key[number[x + y * GRID]];
        }
    }
}

void mi_go_make_frames(struct go_frames *frames, const struct mi_go *b)
{
    static const uint8_t of[2][3] = {{1, 2, 0}, {2, 1, 0}};
    make_keys(frames);
    frames->b = b;
    memset(frames->stands, 3, sizeof frames->stands);
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++)
            frames->stands[x + GO_PATTERN_REACH + (y + GO_PATTERN_REACH) * GO_PATTERN_SIDE] =
                of[b->turn][b->point[mi_go_point_at(b, x, y)].colour];
}

struct go_around mi_go_around(const struct go_frames *frames, int p)
{
    int move = mi_go_move_of(frames->b, p), width = frames->b->width;
    int x = move % width + GO_PATTERN_REACH, y = move / width + GO_PATTERN_REACH;
    return (struct go_around){.frames = frames,
                              .middle = frames->stands + x + y * GO_PATTERN_SIDE,
                              .size = GO_PATTERN_LEAST - 1};
}

static uint64_t least(const struct go_lanes *sum)
{
    uint64_t least = sum->frame[0];
    for (int i = 1; i < 8; i++)
        least = sum->frame[i] < least ? sum->frame[i] : least;
    return least;
}

/* The least is taken from what is stored, so that the sum stays in registers. */
uint64_t mi_go_look_further(struct go_around *around)
{
    const struct go_frames *frames = around->frames;
    struct go_lanes sum = around->sum;
    int from = around->size < GO_PATTERN_LEAST ? 0 : within[around->size];
    around->size++;
    for (int i = from; i < within[around->size]; i++) {
        const struct go_lanes *key = &frames->key[around->middle[frames->step[i]]][i];
        UNROLLED_BY(8)
        for (int frame = 0; frame < 8; frame++)
            sum.frame[frame] += key->frame[frame];
    }
    around->sum = sum;
    return miai_mix(least(&around->sum) + (uint64_t)around->size);
}

/* ---- strengths ---- */

/* Points that are looked at side by side: so many that what was asked for first has come when the
 * last has asked. */
enum { ABREAST = 64 };

/* One of them. */
struct seeker {
    struct go_around around;
    uint64_t hash;
    float *strength;
};

/* Lets each of them look one distance further.  What they will ask for is loaded meanwhile: most of
 * it lies far from the processor. */
static void look_further(const struct go_weights *weights, struct seeker *seeker, int n)
{
    for (int i = 0; i < n; i++) {
        seeker[i].hash = mi_go_look_further(&seeker[i].around);
        go_prefetch_bucket(weights, seeker[i].hash);
    }
    for (int i = 0; i < n; i++)
        go_prefetch_pattern(weights, seeker[i].hash);
}

/* Asks for the patterns; returns how many of the points have one that is known, and may have a
 * larger one. */
static int ask(const struct go_weights *weights, struct seeker *seeker, int n)
{
    int left = 0;
    for (int i = 0; i < n; i++) {
        float known = go_known_pattern(weights, seeker[i].hash);
        if (known == 0)
            continue;
        *seeker[i].strength = known;
        if (seeker[i].around.size < GO_PATTERN_MOST)
            seeker[left++] = seeker[i];
    }
    return left;
}

void mi_go_pattern_strengths(const struct go_weights *weights, const struct go_frames *frames,
                             const uint16_t *point, int n, float *strength)
{
    struct seeker seeker[ABREAST];
    while (n > 0) {
        int abreast = n < ABREAST ? n : ABREAST, left = abreast;
        for (int i = 0; i < abreast; i++) {
            seeker[i] =
                (struct seeker){.around = mi_go_around(frames, point[i]), .strength = &strength[i]};
            strength[i] = 0;
        }
        while (left > 0) {
            look_further(weights, seeker, left);
            left = ask(weights, seeker, left);
        }
        point += abreast;
        strength += abreast;
        n -= abreast;
    }
}
