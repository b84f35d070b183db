#include "definition.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

static bool is_near(const struct mi_gomoku *g, int point)
{
    for (int stone = 0; stone < g->points; stone++) {
        int dx = abs(column_of(g, stone) - column_of(g, point));
        int dy = abs(row_of(g, stone) - row_of(g, point));
        bool close = dx <= 2 && dy <= 2, straight = dx == 0 || dy == 0 || dx == dy;
        if ((close || (straight && dx <= 3 && dy <= 3)) && stone_on(g, stone) >= 0)
            return true;
    }
    return false;
}

/* The content of the four points of a side, nearest first: a ternary number of those on the board,
 * after all numbers of longer sides. */
static int side_of(const struct mi_gomoku *g, int point, int dx, int dy)
{
    static const int behind[] = {120, 117, 108, 81, 0};
    int x = column_of(g, point), y = row_of(g, point), number = 0, points = 0;
    while (points < 4) {
        x += dx;
        y += dy;
        if (x < 0 || x >= g->width || y < 0 || y >= g->height)
            break;
        int stone = stone_on(g, y * g->width + x);
        number = 3 * number + (stone < 0 ? 0 : stone == g->colour ? 1 : 2);
        points++;
    }
    return behind[points] + number;
}

/* Pairs of 121 sides, lower number first: (0, 0), (0, 1) ... (1, 1), (1, 2) ... */
static int line_of_sides(int a, int b)
{
    int line = 0, low = a < b ? a : b, high = a < b ? b : a;
    for (int i = 0; i < low; i++)
        line += 121 - i;
    return line + high - low;
}

static int inputs_of(const struct mi_gomoku *g, int point, int *input)
{
    int own = g->colour, other = !g->colour, stone = stone_on(g, point);
    if (stone >= 0) {
        input[0] = INPUT_PAIRS + INPUT_KINDS + (stone == own ? 0 : 1);
        return 1;
    }
    for (int d = 0; d < DIRECTIONS; d++)
        input[d] = SHAPES * (gomoku_shape(g, own)[point] >> 4 * d & 15) +
                   (gomoku_shape(g, other)[point] >> 4 * d & 15);
    input[DIRECTIONS] =
        INPUT_PAIRS + KINDS * gomoku_kind(g, own)[point] + gomoku_kind(g, other)[point];
    static const int step[DIRECTIONS][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    for (int d = 0; d < DIRECTIONS; d++) {
        int dx = step[d][0], dy = step[d][1];
        input[DIRECTIONS + 1 + d] =
            INPUT_PAIRS + INPUT_KINDS + 2 +
            line_of_sides(side_of(g, point, dx, dy), side_of(g, point, -dx, -dy));
    }
    return 2 * DIRECTIONS + 1;
}

/* The inputs of a position, with an empty frame. */
static struct {
    bool near[GOMOKU_MAX_POINTS];
    int number[GOMOKU_MAX_SIDE + 2][GOMOKU_MAX_SIDE + 2][NET_CHANNELS];
    int feature[GOMOKU_MAX_POINTS][NET_CHANNELS];
    int pool[NET_CHANNELS];
} seen;

static int clamp_sum(int64_t x, int most)
{
    return x < 0 ? 0 : x > most ? most : (int)x;
}

static void compute_point(const struct image *image, const struct mi_gomoku *g, int point)
{
    int input[2 * DIRECTIONS + 1], n = inputs_of(g, point, input);
    seen.near[point] = is_near(g, point);
    for (int c = 0; c < NET_CHANNELS; c++) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += short_at(image, AT_PAIRS + input[i] * NET_CHANNELS + c);
        REQUIRE(sum >= INT16_MIN && sum <= INT16_MAX);
        seen.number[row_of(g, point) + 1][column_of(g, point) + 1][c] =
            seen.near[point] ? clamp_sum(sum, 2 * NET_ONE_INPUT - 1) : 0;
    }
}

/* Divided by 65536 and rounded down. */
static int upper_half(int64_t product)
{
    return (int)(product >= 0 ? product / 65536 : -((65535 - product) / 65536));
}

static int feature_of(const struct image *image, int x, int y, int c)
{
    int sum[3] = {0}; /* weights of the point, its orthogonal and its diagonal neighbours */
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum[abs(dx) + abs(dy)] += seen.number[y + 1 + dy][x + 1 + dx][c];
    REQUIRE(sum[1] <= INT16_MAX && sum[2] <= INT16_MAX);
    int all = upper_half(sum[0] * short_at(image, AT_MIDDLE + c)) +
              upper_half(sum[1] * short_at(image, AT_BESIDE + c)) +
              upper_half(sum[2] * short_at(image, AT_ACROSS + c)) + short_at(image, AT_BIAS + c);
    REQUIRE(all >= INT16_MIN && all <= INT16_MAX);
    return clamp_sum(all, 2 * NET_ONE_FEATURE - 1);
}

static void compute_pool(const struct mi_gomoku *g)
{
    for (int c = 0; c < NET_CHANNELS; c++) {
        int sum = 0;
        for (int point = 0; point < g->points; point++)
            sum += seen.feature[point][c];
        seen.pool[c] = sum / NET_POOL;
    }
}

void set_image_position(const struct image *image, const struct mi_gomoku *g)
{
    memset(&seen, 0, sizeof seen);
    for (int point = 0; point < g->points; point++)
        compute_point(image, g, point);
    for (int point = 0; point < g->points; point++)
        for (int c = 0; c < NET_CHANNELS && seen.near[point]; c++)
            seen.feature[point][c] = feature_of(image, column_of(g, point), row_of(g, point), c);
    compute_pool(g);
}

/* A scalar product with weights at a stride. */
static int64_t sum_of(const struct image *image, const int *number, int weights, int step)
{
    int64_t sum = 0;
    for (int c = 0; c < NET_CHANNELS; c++)
        sum += (int64_t)number[c] * short_at(image, weights + c * step);
    return sum;
}

static int hidden_layer(int64_t sum)
{
    REQUIRE(sum >= INT32_MIN && sum <= INT32_MAX);
    return clamp_sum(sum / NET_ONE_HEAD, INT16_MAX);
}

int64_t slow_policy(const struct image *image, int point)
{
    int64_t all = 0;
    for (int j = 0; j < NET_POLICY; j++) {
        int64_t sum = long_at(image, AT_POLICY_BIAS + j) +
                      sum_of(image, seen.feature[point], AT_POLICY_IN + j, NET_POLICY) +
                      sum_of(image, seen.pool, AT_POLICY_POOL + j, NET_POLICY);
        all += (int64_t)hidden_layer(sum) * short_at(image, AT_POLICY_OUT + j);
    }
    REQUIRE(all > INT32_MIN && all <= INT32_MAX);
    return all;
}

int64_t slow_value(const struct image *image)
{
    int64_t all = long_at(image, AT_OUTPUT_BIAS);
    for (int j = 0; j < NET_VALUE; j++) {
        int64_t sum = long_at(image, AT_VALUE_BIAS + j) +
                      sum_of(image, seen.pool, AT_VALUE_IN + j, NET_VALUE);
        all += (int64_t)hidden_layer(sum) * short_at(image, AT_VALUE_OUT + j);
    }
    REQUIRE(all >= INT32_MIN && all <= INT32_MAX);
    return all;
}

bool is_in_sight(int point)
{
    return seen.near[point];
}
