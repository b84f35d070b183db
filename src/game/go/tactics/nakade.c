#include "nakade.h"

#include "game/go/board/move.h"

enum { SHAPE_MAX = 6, BOTH_COLOURS = 1 << MI_GO_BLACK | 1 << MI_GO_WHITE };

/* A connected set of points. */
struct eye_shape {
    int n;
    int edges; /* adjacent pairs */
    uint16_t point[SHAPE_MAX];
    uint8_t degree[SHAPE_MAX]; /* number of neighbours within the shape, for each point */
};

static int shape_index(const struct eye_shape *shape, int p)
{
    int i = 0;
    while (i < shape->n && shape->point[i] != p)
        i++;
    return i;
}

/* Returns false if the shape is full. */
static bool shape_add(struct eye_shape *shape, int p)
{
    if (shape_index(shape, p) < shape->n)
        return true;
    if (shape->n == SHAPE_MAX)
        return false;
    shape->point[shape->n++] = (uint16_t)p;
    return true;
}

static void shape_count_edges(struct eye_shape *shape, int stride)
{
    shape->edges = 0;
    for (int i = 0; i < shape->n; i++) {
        int degree = 0;
        for (int j = 0; j < 4; j++)
            degree +=
                shape_index(shape, shape->point[i] + go_neighbour_offset(stride, j)) < shape->n;
        shape->degree[i] = (uint8_t)degree;
        shape->edges += degree;
    }
    shape->edges /= 2;
}

/* Is a point with `degree` neighbours the vital point of the shape?  By the number of points:
 *   3  the middle
 *   4  the middle of a T
 *   5  the middle of a cross, or the point of a bulky five's square next to its fifth point
 *   6  the middle of a rabbity six */
static bool is_vital(const struct eye_shape *shape, int degree)
{
    switch (shape->n) {
    case 3:
        return degree == 2;
    case 4:
        return degree == 3;
    case 5:
        return degree == 4 || (degree == 3 && shape->edges == 5);
    case 6:
        return degree == 4 && shape->edges == 6;
    default:
        return false;
    }
}

static int shape_vital_point(const struct eye_shape *shape)
{
    for (int i = 0; i < shape->n; i++)
        if (is_vital(shape, shape->degree[i]))
            return shape->point[i];
    return MI_GO_NONE;
}

int mi_go_vital_point(const struct mi_go *b, int p)
{
    struct eye_shape shape = {.n = 0};
    int touched = 0;
    shape_add(&shape, p);
    for (int i = 0; i < shape.n; i++)
        for (int j = 0; j < 4; j++) {
            int q = shape.point[i] + go_neighbour_offset(b->stride, j), colour = b->point[q].colour;
            touched |= 1 << colour;
            if ((touched & BOTH_COLOURS) == BOTH_COLOURS ||
                (colour == MI_GO_EMPTY && !shape_add(&shape, q)))
                return MI_GO_NONE;
        }
    if (shape.n < 3)
        return MI_GO_NONE;
    shape_count_edges(&shape, b->stride);
    return shape_vital_point(&shape);
}

bool mi_go_fills_eye(const struct mi_go *b, int p, int colour)
{
    struct eye_shape shape = {.n = 0};
    shape_add(&shape, p);
    for (int i = 0; i < shape.n; i++)
        for (int j = 0; j < 4; j++) {
            int q = shape.point[i] + go_neighbour_offset(b->stride, j);
            if (b->point[q].colour == colour && !shape_add(&shape, q))
                return false;
        }
    shape_count_edges(&shape, b->stride);
    return shape.n < 3 || shape.edges == 4 * (shape.n == 4) || shape_vital_point(&shape);
}
