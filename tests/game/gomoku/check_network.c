/* The network that evaluates Gomoku: its arithmetic, its file, and playing with it. */
#include "base/memory.h"
#include "game/games.h"
#include "game/gomoku/network/network.h"
#include "miai.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* As ck_assert, which takes longer than a point. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition))                                                                          \
            ck_abort_msg("%s", #condition);                                                        \
    } while (0)

/* ---- files, written here as the manual describes them ---- */

/* Where the arrays begin: the numbers of 16 bits, and those of 32 bits behind them. */
enum {
    HEAD = 16,
    AT_PAIRS = 0,
    AT_KINDS = AT_PAIRS + INPUT_PAIRS * NET_CHANNELS,
    AT_STONES = AT_KINDS + INPUT_KINDS * NET_CHANNELS,
    AT_MIDDLE = AT_STONES + 2 * NET_CHANNELS,
    AT_BESIDE = AT_MIDDLE + NET_CHANNELS,
    AT_ACROSS = AT_BESIDE + NET_CHANNELS,
    AT_BIAS = AT_ACROSS + NET_CHANNELS,
    AT_POLICY_IN = AT_BIAS + NET_CHANNELS,
    AT_POLICY_POOL = AT_POLICY_IN + NET_CHANNELS * NET_POLICY,
    AT_POLICY_OUT = AT_POLICY_POOL + NET_CHANNELS * NET_POLICY,
    AT_VALUE_IN = AT_POLICY_OUT + NET_POLICY,
    AT_VALUE_OUT = AT_VALUE_IN + NET_CHANNELS * NET_VALUE,
    SHORTS = AT_VALUE_OUT + NET_VALUE,
    AT_POLICY_BIAS = 0,
    AT_VALUE_BIAS = AT_POLICY_BIAS + NET_POLICY,
    AT_OUTPUT_BIAS = AT_VALUE_BIAS + NET_VALUE,
    LONGS = AT_OUTPUT_BIAS + 1,
    LENGTH = HEAD + 2 * SHORTS + 4 * LONGS
};

/* Weights that have a bound in common. */
enum part { PAIRS, KINDS_OF_POINTS, STONES, MIDDLE, NEAR, BIAS, LAST, LAST_BIAS, PARTS };

static const int begin_of[PARTS] = {AT_PAIRS,  AT_KINDS, AT_STONES,    AT_MIDDLE,
                                    AT_BESIDE, AT_BIAS,  AT_POLICY_IN, SHORTS};

/* The largest that are permitted: the first two share what 16 bits hold. */
static const int most_of[PARTS] = {
    INT16_MAX / (DIRECTIONS + 1),
    INT16_MAX - INT16_MAX / (DIRECTIONS + 1) * DIRECTIONS,
    INT16_MAX,
    INT16_MAX,
    2 * NET_ONE_NEAR,
    8 * NET_ONE_FEATURE,
    4 * NET_ONE_HEAD,
    1 << 24,
};

/* Few sums of these are held. */
static const int usual[PARTS] = {1500, 1500, 9000, 8000, 2000, 300, 300, 1 << 16};

struct image {
    unsigned char bytes[LENGTH];
};

static void put_word(unsigned char *at, uint32_t word)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(word >> 8 * i);
}

/* Number i of all, those of 32 bits behind those of 16. */
static void put_number(struct image *image, int i, int number)
{
    unsigned char *at = image->bytes + HEAD + 2 * i;
    if (i < SHORTS) {
        at[0] = (unsigned char)number;
        at[1] = (unsigned char)((unsigned)number >> 8);
    } else
        put_word(image->bytes + HEAD + 2 * SHORTS + 4 * (i - SHORTS), (uint32_t)number);
}

static int part_of(int i)
{
    int part = PARTS - 1;
    while (i < begin_of[part])
        part--;
    return part;
}

static void sign_image(struct image *image)
{
    put_word(image->bytes + 12, (uint32_t)crc32(0, image->bytes + HEAD, LENGTH - HEAD));
}

static void put_head(struct image *image)
{
    memcpy(image->bytes, "MIAIGOMO", 8);
    put_word(image->bytes + 8, 1);
    sign_image(image);
}

/* Random weights, none larger than its part's most. */
static void make_image(struct image *image, const int *most, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < SHORTS + LONGS; i++) {
        int bound = most[part_of(i)];
        put_number(image, i, (int)miai_rng_below(&rng, (uint32_t)(2 * bound + 1)) - bound);
    }
    put_head(image);
}

/* Each weight as large as may be; signs[] of its part tells whether above 0 (+), below (-), or this
 * or that (?). */
static void make_largest(struct image *image, const char *signs, uint64_t seed)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < SHORTS + LONGS; i++) {
        int part = part_of(i);
        char sign = signs[part] == '?' ? "+-"[miai_rng_below(&rng, 2)] : signs[part];
        put_number(image, i, sign == '+' ? most_of[part] : -most_of[part]);
    }
    put_head(image);
}

static struct mi_gomoku_net *read_image(const struct image *image)
{
    char error[160] = "";
    struct mi_gomoku_net *net = mi_gomoku_net_read(image->bytes, LENGTH, error, sizeof error);
    ck_assert_msg(net != NULL, "%s", error);
    return net;
}

static void write_file(const char *file, const unsigned char *bytes, size_t length)
{
    FILE *stream = fopen(file, "wb");
    ck_assert_ptr_nonnull(stream);
    ck_assert_uint_eq(fwrite(bytes, 1, length, stream), length);
    ck_assert_int_eq(fclose(stream), 0);
}

/* ---- the slow way: from the file's bytes, by the definition ---- */

static int short_at(const struct image *image, int i)
{
    const unsigned char *at = image->bytes + HEAD + 2 * i;
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}

static int32_t long_at(const struct image *image, int i)
{
    const unsigned char *at = image->bytes + HEAD + 2 * SHORTS + 4 * i;
    return (int32_t)(at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24);
}

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
    return DIRECTIONS + 1;
}

/* What is seen of a position, with a frame of points where nothing is. */
static struct {
    bool near[GOMOKU_MAX_POINTS];
    int number[GOMOKU_MAX_SIDE + 2][GOMOKU_MAX_SIDE + 2][NET_CHANNELS];
    int feature[GOMOKU_MAX_POINTS][NET_CHANNELS];
    int pool[NET_CHANNELS];
} seen;

static int clamp(int64_t x, int most)
{
    return x < 0 ? 0 : x > most ? most : (int)x;
}

static void see_point(const struct image *image, const struct mi_gomoku *g, int point)
{
    int input[DIRECTIONS + 1], n = inputs_of(g, point, input);
    seen.near[point] = is_near(g, point);
    for (int c = 0; c < NET_CHANNELS; c++) {
        int sum = 0;
        for (int i = 0; i < n; i++)
            sum += short_at(image, AT_PAIRS + input[i] * NET_CHANNELS + c);
        REQUIRE(sum >= INT16_MIN && sum <= INT16_MAX);
        seen.number[row_of(g, point) + 1][column_of(g, point) + 1][c] =
            seen.near[point] ? clamp(sum, 2 * NET_ONE_INPUT - 1) : 0;
    }
}

/* Divided by 65536 and rounded down. */
static int upper_half(int64_t product)
{
    return (int)(product >= 0 ? product / 65536 : -((65535 - product) / 65536));
}

static int feature_of(const struct image *image, int x, int y, int c)
{
    int sum[3] = {0}; /* of the point, of those beside it, of those across */
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum[abs(dx) + abs(dy)] += seen.number[y + 1 + dy][x + 1 + dx][c];
    REQUIRE(sum[1] <= INT16_MAX && sum[2] <= INT16_MAX);
    int all = upper_half(sum[0] * short_at(image, AT_MIDDLE + c)) +
              upper_half(sum[1] * short_at(image, AT_BESIDE + c)) +
              upper_half(sum[2] * short_at(image, AT_ACROSS + c)) + short_at(image, AT_BIAS + c);
    REQUIRE(all >= INT16_MIN && all <= INT16_MAX);
    return clamp(all, 2 * NET_ONE_FEATURE - 1);
}

static void see_pool(const struct mi_gomoku *g)
{
    for (int c = 0; c < NET_CHANNELS; c++) {
        int sum = 0;
        for (int point = 0; point < g->points; point++)
            sum += seen.feature[point][c];
        seen.pool[c] = sum / NET_POOL;
    }
}

static void see(const struct image *image, const struct mi_gomoku *g)
{
    memset(&seen, 0, sizeof seen);
    for (int point = 0; point < g->points; point++)
        see_point(image, g, point);
    for (int point = 0; point < g->points; point++)
        for (int c = 0; c < NET_CHANNELS && seen.near[point]; c++)
            seen.feature[point][c] = feature_of(image, column_of(g, point), row_of(g, point), c);
    see_pool(g);
}

/* Products with weights that lie a step apart. */
static int64_t sum_of(const struct image *image, const int *number, int weights, int step)
{
    int64_t sum = 0;
    for (int c = 0; c < NET_CHANNELS; c++)
        sum += (int64_t)number[c] * short_at(image, weights + c * step);
    return sum;
}

static int hidden(int64_t sum)
{
    REQUIRE(sum >= INT32_MIN && sum <= INT32_MAX);
    return clamp(sum / NET_ONE_HEAD, INT16_MAX);
}

static int64_t slow_policy(const struct image *image, int point)
{
    int64_t all = 0;
    for (int j = 0; j < NET_POLICY; j++) {
        int64_t sum = long_at(image, AT_POLICY_BIAS + j) +
                      sum_of(image, seen.feature[point], AT_POLICY_IN + j, NET_POLICY) +
                      sum_of(image, seen.pool, AT_POLICY_POOL + j, NET_POLICY);
        all += (int64_t)hidden(sum) * short_at(image, AT_POLICY_OUT + j);
    }
    REQUIRE(all > INT32_MIN && all <= INT32_MAX);
    return all;
}

static int64_t slow_value(const struct image *image)
{
    int64_t all = long_at(image, AT_OUTPUT_BIAS);
    for (int j = 0; j < NET_VALUE; j++) {
        int64_t sum = long_at(image, AT_VALUE_BIAS + j) +
                      sum_of(image, seen.pool, AT_VALUE_IN + j, NET_VALUE);
        all += (int64_t)hidden(sum) * short_at(image, AT_VALUE_OUT + j);
    }
    REQUIRE(all >= INT32_MIN && all <= INT32_MAX);
    return all;
}

/* ---- games at random ---- */

static const miai_setup setups[] = {
    {.width = 15, .height = 15, .rules = RULES_FREESTYLE},
    {.width = 15, .height = 15, .rules = RULES_RENJU},
    {.width = 15, .height = 15, .rules = RULES_CARO},
    {.width = 5, .height = 9, .rules = RULES_CARO},
    {.width = 5, .height = 9, .rules = RULES_RENJU},
    {.width = 9, .height = 5, .rules = RULES_FREESTYLE},
    {.width = 22, .height = 22, .rules = RULES_RENJU},
    {.width = 22, .height = 22, .rules = RULES_CARO},
    {.width = 22, .height = 22, .rules = RULES_FREESTYLE},
    {.width = 15, .height = 15, .rules = RULES_SWAP2},
};

static bool is_over(const struct mi_gomoku *g)
{
    int score;
    return mi_gomoku_game.outcome(g, &score);
}

/* Plays a random move of those worth a search; false: the game is over. */
static bool step(union gomoku_room *room, miai_rng *rng)
{
    miai_move list[MIAI_MAX_LEGAL];
    int n = mi_gomoku_game.hints->candidates(&room->position, list);
    mi_gomoku_play(&room->position, list[miai_rng_below(rng, (uint32_t)n)]);
    return !is_over(&room->position);
}

static void *zeros(void)
{
    struct mi_gomoku_net_memory *memory = mi_aligned_take(64, sizeof *memory);
    ck_assert_ptr_nonnull(memory);
    return memset(memory, 0, sizeof *memory);
}

enum { KERNELS_MAX = 4 };

/* A network as each kernel of this processor has it, with what it keeps of the position before. */
struct trial {
    struct image image;
    int kernels;
    struct mi_gomoku_net *net[KERNELS_MAX];
    struct mi_gomoku_net_memory *memory[KERNELS_MAX];
};

/* The image is there. */
static void begin_trial(struct trial *trial)
{
    trial->kernels = 0;
    for (int i = 0; mi_gomoku_kernels[i]; i++) {
        if (!mi_gomoku_kernels[i]->usable())
            continue;
        ck_assert_int_lt(trial->kernels, KERNELS_MAX);
        struct mi_gomoku_net *net = read_image(&trial->image);
        net->kernel = mi_gomoku_kernels[i];
        trial->memory[trial->kernels] = zeros();
        trial->net[trial->kernels++] = net;
    }
}

static void end_trial(struct trial *trial)
{
    for (int i = 0; i < trial->kernels; i++) {
        mi_aligned_give(trial->net[i]);
        mi_aligned_give(trial->memory[i]);
    }
}

static void check_policy(const struct trial *trial, const struct mi_gomoku *g, int point)
{
    int64_t policy = seen.near[point] ? slow_policy(&trial->image, point) : INT32_MIN;
    for (int i = 0; i < trial->kernels; i++)
        REQUIRE(mi_gomoku_net_policy(trial->net[i], trial->memory[i], g, point) == policy);
}

static void check_value(const struct trial *trial, const struct mi_gomoku *g)
{
    int64_t value = slow_value(&trial->image);
    for (int i = 0; i < trial->kernels; i++)
        ck_assert_int_eq(mi_gomoku_net_value(trial->net[i], trial->memory[i], g), value);
}

/* Each kernel comes to what the slow way does, whatever it is asked first. */
static void check_position(const struct trial *trial, const struct mi_gomoku *g)
{
    see(&trial->image, g);
    if (g->stones % 2)
        check_value(trial, g);
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0)
            check_policy(trial, g, point);
    check_value(trial, g);
}

/* The same stones, and the next one of the other colour. */
static void check_other_turn(const struct trial *trial, const union gomoku_room *room)
{
    union gomoku_room other = *room;
    other.position.colour = (uint8_t)others(other.position.colour);
    check_position(trial, &other.position);
}

/* A search looks at other moves of a position, too. */
static void check_game(const struct trial *trial, const miai_setup *setup, miai_rng *rng, int plies)
{
    union gomoku_room room, sibling;
    mi_gomoku_init(&room, setup);
    for (int ply = 0; ply < plies; ply++) {
        sibling = room;
        check_position(trial, &room.position);
        if (!step(&room, rng))
            return;
        if (ply % 3 == 0 && step(&sibling, rng))
            check_position(trial, &sibling.position);
        if (ply % 5 == 0)
            check_other_turn(trial, &room);
    }
}

START_TEST(kernels_agree_with_the_definition)
{
    static struct trial trial;
    miai_rng rng;
    make_image(&trial.image, usual, 7);
    begin_trial(&trial);
    miai_rng_seed(&rng, 3);
    for (int game = 0; game < 2 * COUNT(setups); game++)
        check_game(&trial, &setups[game % COUNT(setups)], &rng, REPEATED(40));
    end_trial(&trial);
}
END_TEST

/* The same points, one after the other, on boards of other sizes and by other rules. */
START_TEST(boards_are_told_apart)
{
    static const int stones[] = {16, 2, 17, 7, 18, 12};
    static struct trial trial;
    make_image(&trial.image, usual, 8);
    begin_trial(&trial);
    for (int n = 1; n <= COUNT(stones); n++)
        for (int i = 0; i < COUNT(setups); i++) {
            union gomoku_room room;
            mi_gomoku_init(&room, &setups[i]);
            for (int stone = 0; stone < n; stone++)
                mi_gomoku_put(&room.position, stones[stone], stone % 2);
            check_position(&trial, &room.position);
        }
    end_trial(&trial);
}
END_TEST

/* ---- the largest numbers ---- */

/* On the largest board: all points are seen, by themselves or where half of them have stones. */
static void check_largest_board(const struct trial *trial)
{
    union gomoku_room room;
    miai_rng rng;
    miai_rng_seed(&rng, 4);
    for (int one_in = 2; one_in <= 20; one_in += 9) {
        mi_gomoku_clear(&room.position, GOMOKU_MAX_SIDE, GOMOKU_MAX_SIDE, RULES_FREESTYLE);
        for (int point = 0; point < room.position.points; point++)
            if (miai_rng_below(&rng, (uint32_t)one_in) == 0)
                mi_gomoku_put(&room.position, point, (int)miai_rng_below(&rng, COLOURS));
        check_position(trial, &room.position);
        check_other_turn(trial, &room);
    }
}

/* No sum leaves its bits: the slow way makes sure of that, and the kernels come to the same. */
START_TEST(largest_weights)
{
    static const char *const signs[] = {"++++++++", "++++++--", "++++++-+", "++++++??",
                                        "???+++??", "++++-+??", "+++-----", "+++-+-??",
                                        "????????", "--++++??", "--------"};
    static struct trial trial;
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    for (int i = 0; i < COUNT(signs); i++) {
        make_largest(&trial.image, signs[i], (uint64_t)i);
        begin_trial(&trial);
        check_largest_board(&trial);
        check_game(&trial, &setups[i % COUNT(setups)], &rng, 10);
        end_trial(&trial);
    }
}
END_TEST

/* With all weights as large as may be, the greatest value is as great as can be. */
START_TEST(largest_value)
{
    static struct trial trial;
    union gomoku_room room;
    make_largest(&trial.image, "++++++++", 1);
    begin_trial(&trial);
    mi_gomoku_init(&room, &setups[8]);
    for (int point = 0; point < room.position.points; point += 2)
        mi_gomoku_put(&room.position, point, point / 2 % 2);
    int64_t most = (int64_t)NET_VALUE * INT16_MAX * most_of[LAST] + most_of[LAST_BIAS];
    for (int i = 0; i < trial.kernels; i++)
        ck_assert_int_eq(mi_gomoku_net_value(trial.net[i], trial.memory[i], &room.position), most);
    end_trial(&trial);
}
END_TEST

static void check_refusal(const struct image *image, size_t length, const char *words)
{
    char error[160] = "";
    ck_assert_ptr_null(mi_gomoku_net_read(image->bytes, length, error, sizeof error));
    ck_assert_msg(strstr(error, words) != NULL, "\"%s\" does not say \"%s\"", error, words);
}

static void check_too_large(int i, int number, const char *words)
{
    struct image image;
    make_largest(&image, "++++++++", 1);
    free(read_image(&image));
    put_number(&image, i, number);
    sign_image(&image);
    check_refusal(&image, LENGTH, words);
}

START_TEST(no_weight_may_be_larger)
{
    static const int begin[] = {AT_BESIDE,
                                AT_ACROSS,
                                AT_BIAS,
                                AT_POLICY_IN,
                                AT_POLICY_POOL,
                                AT_POLICY_OUT,
                                AT_VALUE_IN,
                                AT_VALUE_OUT,
                                SHORTS,
                                SHORTS + AT_VALUE_BIAS,
                                SHORTS + AT_OUTPUT_BIAS,
                                SHORTS + LONGS};
    for (int i = 0; i < COUNT(begin) - 1; i++) {
        const char *layer = begin[i] < AT_POLICY_IN ? "second layer" : "last layers";
        int most = most_of[part_of(begin[i])];
        check_too_large(begin[i], most + 1, layer);
        check_too_large(begin[i + 1] - 1, -most - 1, layer);
    }
    for (int i = AT_PAIRS; i < AT_STONES; i += (AT_STONES - 1) / 3) {
        check_too_large(i, most_of[part_of(i)] + 1, "first layer");
        check_too_large(i, -most_of[part_of(i)] - 1, "first layer");
        check_too_large(i, INT16_MIN, "first layer");
    }
}
END_TEST

/* Those of stones, which stand alone, and of the middle may be anything. */
START_TEST(some_weights_have_no_bound)
{
    static struct trial trial;
    make_image(&trial.image, usual, 9);
    for (int i = AT_STONES; i < AT_BESIDE; i++)
        put_number(&trial.image, i, i % 3 ? INT16_MIN : INT16_MAX);
    sign_image(&trial.image);
    begin_trial(&trial);
    check_largest_board(&trial);
    end_trial(&trial);
}
END_TEST

/* ---- the board turned over ---- */

enum { MIRROR = 1, FLIP = 2, TRANSPOSE = 4, WAYS = 8 };

static int turned_point(const struct mi_gomoku *g, int way, int point)
{
    int x = column_of(g, point), y = row_of(g, point);
    x = way & MIRROR ? g->width - 1 - x : x;
    y = way & FLIP ? g->height - 1 - y : y;
    return way & TRANSPOSE ? x * g->height + y : y * g->width + x;
}

static void turn_over(const struct mi_gomoku *g, int way, struct mi_gomoku *turned)
{
    bool transposed = way & TRANSPOSE;
    mi_gomoku_clear(turned, transposed ? g->height : g->width, transposed ? g->width : g->height,
                    g->rules);
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) >= 0)
            mi_gomoku_put(turned, turned_point(g, way, point), stone_on(g, point));
    turned->colour = g->colour;
}

static void check_turned(const struct mi_gomoku_net *net, void *const *memory,
                         const struct mi_gomoku *g, int way)
{
    union gomoku_room turned;
    turn_over(g, way, &turned.position);
    for (int point = 0; point < g->points; point++)
        if (stone_on(g, point) < 0)
            REQUIRE(mi_gomoku_net_policy(net, memory[0], g, point) ==
                    mi_gomoku_net_policy(net, memory[1], &turned.position,
                                         turned_point(g, way, point)));
    ck_assert_int_eq(mi_gomoku_net_value(net, memory[0], g),
                     mi_gomoku_net_value(net, memory[1], &turned.position));
}

START_TEST(a_board_turned_over_is_the_same)
{
    struct image image;
    miai_rng rng;
    make_image(&image, usual, 11);
    miai_rng_seed(&rng, 6);
    struct mi_gomoku_net *net = read_image(&image);
    void *memory[2] = {zeros(), zeros()};
    for (int game = 0; game < COUNT(setups); game++) {
        union gomoku_room room;
        mi_gomoku_init(&room, &setups[game]);
        for (int ply = 0; ply < 40 && step(&room, &rng); ply++)
            check_turned(net, memory, &room.position, ply % WAYS);
    }
    mi_aligned_give(memory[0]);
    mi_aligned_give(memory[1]);
    mi_aligned_give(net);
}
END_TEST

/* ---- by the contract ---- */

static void check_evaluation(const struct mi_gomoku_net *net, void *memory,
                             const struct mi_gomoku *g)
{
    enum { MOST = 5000 };
    int64_t value = (int64_t)mi_gomoku_net_value(net, memory, g) * GOMOKU_ODDS / NET_ONE_OUTPUT;
    int held = (int)(value > MOST ? MOST : value < -MOST ? -MOST : value);
    int told = mi_gomoku_evaluation.evaluate(net, memory, g);
    if (g->opening != OPENING_OVER)
        ck_assert_int_eq(abs(told), abs(held));
    else
        ck_assert_int_eq(told, mi_gomoku_turn(g) == 0 ? held : -held);
}

/* What the network says of a move; of those it does not see 0. */
static int32_t look_of(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g,
                       miai_move move)
{
    int32_t look = move < g->points ? mi_gomoku_net_policy(net, memory, g, move) : INT32_MIN;
    return look == INT32_MIN ? 0 : look;
}

/* All above 0, 1 in sum, and the better a move looks the higher; returns how many they are. */
static int check_priors(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g)
{
    miai_move list[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL];
    double sum = 0;
    int n = mi_gomoku_moves(g, list);
    mi_gomoku_evaluation.priors(net, memory, g, list, n, prior);
    for (int i = 0; i < n; i++) {
        REQUIRE(prior[i] > 0 && prior[i] <= 1);
        sum += (double)prior[i];
        if (look_of(net, memory, g, list[i]) >= look_of(net, memory, g, list[0]))
            REQUIRE(prior[i] >= prior[0]);
        else
            REQUIRE(prior[i] <= prior[0]);
    }
    ck_assert_double_eq_tol(sum, 1, 1e-5);
    return n;
}

static void check_contract(const struct mi_gomoku_net *net, void *memory)
{
    miai_rng rng;
    miai_rng_seed(&rng, 8);
    for (int game = 0; game < COUNT(setups); game++) {
        union gomoku_room room;
        mi_gomoku_init(&room, &setups[game]);
        do {
            check_priors(net, memory, &room.position);
            check_evaluation(net, memory, &room.position);
        } while (step(&room, &rng) && room.position.stones < 40);
    }
}

START_TEST(contract_is_kept)
{
    static const char *const signs[] = {"++++++++", "++++++??", "????????", "++++-+??"};
    struct image image;
    void *memory = zeros();
    ck_assert_uint_eq(mi_gomoku_evaluation.bytes, sizeof(miai_evaluation));
    for (int i = 0; i <= COUNT(signs); i++) {
        if (i < COUNT(signs))
            make_largest(&image, signs[i], 1);
        else
            make_image(&image, usual, 13);
        struct mi_gomoku_net *net = read_image(&image);
        ck_assert_uint_ge(mi_gomoku_evaluation.held(net), LENGTH - HEAD);
        ck_assert_uint_eq(mi_gomoku_evaluation.memory(net), sizeof(struct mi_gomoku_net_memory));
        check_contract(net, memory);
        mi_gomoku_evaluation.close(net);
        memset(memory, 0, sizeof(struct mi_gomoku_net_memory));
    }
    mi_aligned_give(memory);
}
END_TEST

static float prior_of(const struct mi_gomoku_net *net, void *memory, const struct mi_gomoku *g,
                      miai_move wanted)
{
    miai_move list[MIAI_MAX_LEGAL];
    float prior[MIAI_MAX_LEGAL];
    int n = mi_gomoku_moves(g, list), i = 0;
    mi_gomoku_evaluation.priors(net, memory, g, list, n, prior);
    while (i < n && list[i] != wanted)
        i++;
    ck_assert_int_lt(i, n);
    return prior[i];
}

/* The choices have priors as moves have that the network does not see, in the same sum. */
START_TEST(choices_of_colours_have_priors)
{
    enum { SIDE = 16, POINTS = SIDE * SIDE, CORNER = 0, MIDDLE_POINT = POINTS / 2 + SIDE / 2 };
    const miai_setup setup = {.width = SIDE, .height = SIDE, .rules = RULES_SWAP2};
    union gomoku_room room;
    struct mi_gomoku *g = &room.position;
    struct image image;
    make_image(&image, usual, 14);
    struct mi_gomoku_net *net = read_image(&image);
    void *memory = zeros();
    mi_gomoku_init(g, &setup);
    ck_assert_int_eq(check_priors(net, memory, g), POINTS);
    for (int stone = 0; stone < 3; stone++)
        mi_gomoku_play(g, MIDDLE_POINT + stone);
    ck_assert_int_eq(check_priors(net, memory, g), POINTS - 3 + 2);
    float unseen = prior_of(net, memory, g, CORNER);
    ck_assert_float_eq(prior_of(net, memory, g, POINTS), unseen);
    ck_assert_float_eq(prior_of(net, memory, g, POINTS + 1), unseen);
    mi_gomoku_play(g, POINTS + 1);
    mi_gomoku_play(g, MIDDLE_POINT + 3);
    mi_gomoku_play(g, MIDDLE_POINT + 4);
    ck_assert_int_eq(check_priors(net, memory, g), POINTS - 5 + 1);
    ck_assert_float_eq(prior_of(net, memory, g, POINTS), prior_of(net, memory, g, CORNER));
    mi_aligned_give(memory);
    mi_aligned_give(net);
}
END_TEST

START_TEST(game_brings_one_along)
{
    char error[160] = "";
    void *net = mi_gomoku_evaluation.open(&setups[0], NULL, error, sizeof error);
    ck_assert_msg(net != NULL, "%s", error);
    void *memory = zeros();
    check_contract(net, memory);
    mi_aligned_give(memory);
    mi_gomoku_evaluation.close(net);
}
END_TEST

/* ---- broken files ---- */

/* Reads the bytes, and evaluates if they are a network; returns whether they are. */
static bool try_bytes(const unsigned char *bytes, size_t length)
{
    char error[160] = "";
    union gomoku_room room;
    struct mi_gomoku_net *net = mi_gomoku_net_read(bytes, length, error, sizeof error);
    if (!net) {
        ck_assert_str_ne(error, "");
        return false;
    }
    void *memory = zeros();
    mi_gomoku_init(&room, &setups[0]);
    for (int stone = 0; stone < 9; stone++) {
        check_priors(net, memory, &room.position);
        check_evaluation(net, memory, &room.position);
        mi_gomoku_play(&room.position, 80 + 13 * stone);
    }
    mi_aligned_give(memory);
    mi_aligned_give(net);
    return true;
}

/* The bytes lie at the end of a block of their own, where nothing may be read behind them. */
static bool try_cut(const struct image *image, size_t length)
{
    unsigned char *bytes = malloc(length ? length : 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, image->bytes, length);
    bool read = try_bytes(bytes, length);
    free(bytes);
    return read;
}

START_TEST(no_byte_may_be_another)
{
    struct image image;
    make_image(&image, usual, 5);
    ck_assert(try_cut(&image, LENGTH));
    for (int i = 0; i < LENGTH; i += i < HEAD || i > LENGTH - 4 ? 1 : 7 * REPEATED(10)) {
        for (int bit = 0; bit < 8; bit++) {
            image.bytes[i] ^= (unsigned char)(1u << bit);
            ck_assert_msg(!try_bytes(image.bytes, LENGTH), "byte %d", i);
            image.bytes[i] ^= (unsigned char)(1u << bit);
        }
    }
    for (size_t length = 0; length < LENGTH; length += length < HEAD + 8 ? 1 : 97)
        ck_assert(!try_cut(&image, length));
    ck_assert(!try_cut(&image, LENGTH - 1));
}
END_TEST

/* With a checksum that is right, a byte is as good as another, or told to be too large. */
START_TEST(any_weights_do_or_are_refused)
{
    struct image image;
    miai_rng rng;
    int taken = 0, refused = 0;
    make_image(&image, usual, 5);
    miai_rng_seed(&rng, 2);
    for (int i = 0; i < REPEATED(400); i++) {
        uint32_t at = HEAD + miai_rng_below(&rng, LENGTH - HEAD);
        image.bytes[at] ^= (unsigned char)(1u << miai_rng_below(&rng, 8));
        sign_image(&image);
        bool read = try_bytes(image.bytes, LENGTH);
        taken += read;
        refused += !read;
        if (!read)
            make_image(&image, usual, 5);
    }
    ck_assert_int_gt(taken, 0);
    ck_assert_int_gt(refused, 0);
}
END_TEST

START_TEST(random_bytes_are_refused)
{
    struct image image;
    miai_rng rng;
    miai_rng_seed(&rng, 3);
    for (int i = 0; i < LENGTH; i++)
        image.bytes[i] = (unsigned char)miai_rng_below(&rng, 256);
    check_refusal(&image, LENGTH, "MIAIGOMO");
    put_head(&image);
    check_refusal(&image, LENGTH, "first layer");
}
END_TEST

START_TEST(errors_say_what_is_wrong)
{
    struct {
        struct image image;
        unsigned char more;
    } longer;
    struct image *image = &longer.image;
    make_image(image, usual, 5);
    longer.more = 0;
    check_refusal(image, LENGTH + 1, "too long");
    check_refusal(image, LENGTH - 1, "too short");
    check_refusal(image, HEAD, "too short");
    check_refusal(image, HEAD - 1, "too short");
    check_refusal(image, 8, "too short");
    check_refusal(image, 0, "MIAIGOMO");
    image->bytes[HEAD + 99] ^= 1;
    check_refusal(image, LENGTH, "checksum");
    put_word(image->bytes + 8, 2);
    check_refusal(image, LENGTH, "version");
    image->bytes[7] = 'U';
    check_refusal(image, LENGTH, "MIAIGOMO");
}
END_TEST

/* ---- engines ---- */

static const char *const one_file = "check_gomoku_one.net",
                         *const other_file = "check_gomoku_two.net",
                         *const bad_file = "check_gomoku_bad.net";

static miai_engine *new_engine(const char *file)
{
    static const char *const options[][2] = {
        {"game", "gomoku"}, {"memory", "4"}, {"playouts", "300"}};
    miai_engine *engine = miai_new();
    ck_assert_ptr_nonnull(engine);
    for (int i = 0; i < COUNT(options); i++)
        ck_assert_int_eq(miai_set_option(engine, options[i][0], options[i][1]), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "eval-file", file), MIAI_OK);
    return engine;
}

static void begin_files(void)
{
    struct image image;
    make_image(&image, usual, 21);
    write_file(one_file, image.bytes, LENGTH);
    make_image(&image, usual, 22);
    write_file(other_file, image.bytes, LENGTH);
}

static void end_files(void)
{
    remove(one_file);
    remove(other_file);
    remove(bad_file);
}

static void set(miai_engine *engine, const char *name, const char *value)
{
    ck_assert_msg(miai_set_option(engine, name, value) == MIAI_OK, "%s=%s", name, value);
}

static const char *eval_file(const miai_engine *engine)
{
    static char name[64];
    ck_assert_int_ge(miai_get_option(engine, "eval-file", name, sizeof name), 0);
    return name;
}

/* What a search behind some stones finds: its score, its nodes, its line, as one text. */
static const char *search(miai_engine *engine)
{
    static const char *const stones[] = {"c3", "d4", "c4", "d3", "e5"};
    static char text[2][600];
    static int turn;
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    turn = !turn;
    ck_assert_int_eq(miai_clear(engine), MIAI_OK);
    for (int i = 0; i < COUNT(stones); i++)
        ck_assert_int_eq(miai_play(engine, i % 2, stones[i]), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    snprintf(text[turn], sizeof text[turn], "%d %g %llu %s", info.score, info.value,
             (unsigned long long)info.nodes, info.pv);
    return text[turn];
}

static const char *const searches[] = {"mcts", "alphabeta"};

START_TEST(engines_have_their_own)
{
    miai_engine *first = new_engine(one_file), *second = new_engine(other_file);
    for (int i = 0; i < COUNT(searches); i++) {
        set(first, "search", searches[i]);
        set(second, "search", searches[i]);
        set(first, "eval-file", one_file);
        set(second, "eval-file", other_file);
        ck_assert_str_ne(search(first), search(second));
        set(second, "eval-file", "none");
        ck_assert_str_ne(search(first), search(second));
        set(second, "eval-file", "auto");
        ck_assert_str_ne(search(first), search(second));
        set(first, "eval-file", "none");
        ck_assert_str_ne(search(first), search(second));
        set(first, "eval-file", one_file); /* and nothing is kept */
        set(second, "eval-file", one_file);
        ck_assert_str_eq(search(first), search(second));
    }
    miai_free(first);
    miai_free(second);
}
END_TEST

/* The tree goes by the evaluation's priors even where playouts value its leaves. */
START_TEST(priors_guide_playouts)
{
    miai_engine *first = new_engine(one_file), *second = new_engine("none");
    set(first, "search", "mcts");
    set(second, "search", "mcts");
    set(first, "leaf", "playout");
    set(second, "leaf", "playout");
    ck_assert_str_ne(search(first), search(second));
    set(first, "priors", "false");
    set(second, "priors", "false");
    ck_assert_str_eq(search(first), search(second));
    miai_free(first);
    miai_free(second);
}
END_TEST

START_TEST(threads_have_memory_of_their_own)
{
    miai_engine *engine = new_engine(one_file);
    set(engine, "threads", "3");
    set(engine, "playouts", "1500");
    for (int i = 0; i < COUNT(searches); i++) {
        set(engine, "search", searches[i]);
        search(engine);
    }
    miai_free(engine);
}
END_TEST

static void check_no_load(miai_engine *engine, const char *file, const char *words)
{
    ck_assert_int_eq(miai_set_option(engine, "eval-file", file), MIAI_NO_LOAD);
    const char *reason = miai_error_reason(engine, MIAI_NO_LOAD);
    ck_assert_msg(strstr(reason, words) != NULL, "\"%s\" does not say \"%s\"", reason, words);
    ck_assert_str_eq(eval_file(engine), one_file);
}

START_TEST(bad_files_change_nothing)
{
    struct image image;
    miai_engine *engine = new_engine(one_file);
    set(engine, "search", "mcts");
    const char *before = search(engine);
    make_image(&image, usual, 5);
    write_file(bad_file, image.bytes, LENGTH - 1);
    check_no_load(engine, bad_file, "too short");
    check_no_load(engine, "/nowhere/at.all", "");
    check_no_load(engine, "/", "");
    check_no_load(engine, "/dev/zero", "");
    miai_forget(engine);
    ck_assert_str_eq(before, search(engine));
    miai_free(engine);
}
END_TEST

/* One that begins as chess networks do, longer than a network of Gomoku or shorter. */
START_TEST(chess_networks_are_refused)
{
    static const size_t lengths[] = {8, 24, LENGTH, 400000};
    unsigned char *bytes = calloc(1, lengths[COUNT(lengths) - 1]);
    miai_engine *engine = new_engine(one_file);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, "MIAINNUE\1", 9);
    for (int i = 0; i < COUNT(lengths); i++) {
        write_file(bad_file, bytes, lengths[i]);
        check_no_load(engine, bad_file, "MIAIGOMO");
    }
    free(bytes);
    miai_free(engine);
}
END_TEST

/* One file serves all boards and rules, and no other game. */
START_TEST(boards_change_and_games)
{
    miai_engine *engine = new_engine(one_file);
    set(engine, "search", "mcts");
    set(engine, "rules", "renju");
    search(engine);
    set(engine, "size", "9");
    search(engine);
    ck_assert_str_eq(eval_file(engine), one_file);
    set(engine, "game", "othello");
    ck_assert_str_eq(eval_file(engine), "auto");
    set(engine, "game", "chess");
    ck_assert_int_eq(miai_set_option(engine, "eval-file", one_file), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), "MIAINNUE"));
    miai_free(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("gomoku_net");
    TCase *numbers = add_case(suite, "numbers", 60), *engines = add_case(suite, "engines", 20);
    tcase_add_test(numbers, kernels_agree_with_the_definition);
    tcase_add_test(numbers, boards_are_told_apart);
    tcase_add_test(numbers, largest_weights);
    tcase_add_test(numbers, largest_value);
    tcase_add_test(numbers, no_weight_may_be_larger);
    tcase_add_test(numbers, some_weights_have_no_bound);
    tcase_add_test(numbers, a_board_turned_over_is_the_same);
    tcase_add_test(numbers, contract_is_kept);
    tcase_add_test(numbers, choices_of_colours_have_priors);
    tcase_add_test(numbers, game_brings_one_along);
    tcase_add_test(numbers, no_byte_may_be_another);
    tcase_add_test(numbers, any_weights_do_or_are_refused);
    tcase_add_test(numbers, random_bytes_are_refused);
    tcase_add_test(numbers, errors_say_what_is_wrong);
    tcase_add_checked_fixture(engines, begin_files, end_files);
    tcase_add_test(engines, engines_have_their_own);
    tcase_add_test(engines, priors_guide_playouts);
    tcase_add_test(engines, threads_have_memory_of_their_own);
    tcase_add_test(engines, bad_files_change_nothing);
    tcase_add_test(engines, chess_networks_are_refused);
    tcase_add_test(engines, boards_change_and_games);
    return run_suite(suite);
}
