#include "nakade.h"

#include "game/go/board/move.h"

enum { LARGEST = 6, BOTH = 1 << MI_GO_BLACK | 1 << MI_GO_WHITE };

/* Points that hang together. */
struct shape {
    int n;
    int edges; /* pairs of neighbours */
    uint16_t point[LARGEST];
    uint8_t degree[LARGEST]; /* of each point, its neighbours within */
};

static int find(const struct shape *shape, int p)
{
    int i = 0;
    while (i < shape->n && shape->point[i] != p)
        i++;
    return i;
}

/* False if there is no room. */
static bool add(struct shape *shape, int p)
{
    if (find(shape, p) < shape->n)
        return true;
    if (shape->n == LARGEST)
        return false;
    shape->point[shape->n++] = (uint16_t)p;
    return true;
}

static void count_edges(struct shape *shape, int stride)
{
    shape->edges = 0;
    for (int i = 0; i < shape->n; i++) {
        int degree = 0;
        for (int j = 0; j < 4; j++)
            degree += find(shape, shape->point[i] + go_step(stride, j)) < shape->n;
        shape->degree[i] = (uint8_t)degree;
        shape->edges += degree;
    }
    shape->edges /= 2;
}

/* Is the point with so many neighbours the one that decides?  Of three points the middle, of four
 * the middle of a T, of five that of a cross or the one where the block of a bulky five meets its
 * fifth point, of six the middle of a flower. */
static bool decides(const struct shape *shape, int degree)
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

static int deciding_point(const struct shape *shape)
{
    for (int i = 0; i < shape->n; i++)
        if (decides(shape, shape->degree[i]))
            return shape->point[i];
    return MI_GO_NONE;
}

int mi_go_vital_point(const struct mi_go *b, int p)
{
    struct shape shape = {.n = 0};
    int touched = 0;
    add(&shape, p);
    for (int i = 0; i < shape.n; i++)
        for (int j = 0; j < 4; j++) {
            int q = shape.point[i] + go_step(b->stride, j), colour = b->point[q].colour;
            touched |= 1 << colour;
            if ((touched & BOTH) == BOTH || (colour == MI_GO_EMPTY && !add(&shape, q)))
                return MI_GO_NONE;
        }
    if (shape.n < 3)
        return MI_GO_NONE;
    count_edges(&shape, b->stride);
    return deciding_point(&shape);
}

bool mi_go_fills_eye(const struct mi_go *b, int p, int colour)
{
    struct shape shape = {.n = 0};
    add(&shape, p);
    for (int i = 0; i < shape.n; i++)
        for (int j = 0; j < 4; j++) {
            int q = shape.point[i] + go_step(b->stride, j);
            if (b->point[q].colour == colour && !add(&shape, q))
                return false;
        }
    count_edges(&shape, b->stride);
    return shape.n < 3 || shape.edges == 4 * (shape.n == 4) || deciding_point(&shape);
}
