#include "halfka.h"

#include "base/compiler.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#if defined __AVX2__
#include <immintrin.h>
#endif

enum {
    WIDTH = HALFKA_WIDTH,
    HALF = WIDTH / 2,
    KINGS = 11 * 64, /* inputs for a square of the king */
    INPUTS = 32 * KINGS,
    FIRST = 16,           /* numbers of the second layer: 15, and one that is output at once */
    SECOND = 32,          /* of the third */
    ONE = 127,            /* what stands for 1 */
    SHIFT = 6,            /* of the weights behind the first layer */
    UNITS = 16,           /* of an output, of its value */
    DIRECT = 600 * UNITS, /* what the one output at once is worth, by 1 */
    PAWN_VALUE = 361,     /* UCI's pawn in the network's values */
    VERSION = 0x7af32f20,
    MEN = 32
};

struct stack {
    int32_t bias[FIRST];
    /* By pairs of inputs, of which one vector multiplies and adds: [input / 2][output][input % 2].
     */
    _Alignas(64) int16_t weight[WIDTH / 2][FIRST][2];
    int32_t second_bias[SECOND];
    int8_t second[SECOND][32];
    int32_t output_bias;
    int8_t output[SECOND];
};

struct halfka {
    _Alignas(64) int16_t bias[WIDTH];
    _Alignas(64) int16_t weight[INPUTS][WIDTH];
    int32_t material[INPUTS][HALFKA_BUCKETS];
    struct stack stack[HALFKA_BUCKETS];
};

/* ---- the file ---- */

static bool take(gzFile file, void *to, size_t size)
{
    return gzread(file, to, (unsigned)size) == (int)size; /* numbers with the lowest byte first */
}

static bool take_stack(gzFile file, struct stack *s)
{
    uint32_t hash;
    int8_t row[WIDTH];
    if (!take(file, &hash, sizeof hash) || !take(file, s->bias, sizeof s->bias))
        return false;
    for (int o = 0; o < FIRST; o++) {
        if (!take(file, row, sizeof row))
            return false;
        for (int i = 0; i < WIDTH; i++)
            s->weight[i / 2][o][i % 2] = row[i];
    }
    return take(file, s->second_bias, sizeof s->second_bias) &&
           take(file, s->second, sizeof s->second) &&
           take(file, &s->output_bias, sizeof s->output_bias) &&
           take(file, s->output, sizeof s->output);
}

static bool take_net(gzFile file, struct halfka *net)
{
    uint32_t head[3], hash;
    if (!take(file, head, sizeof head) || head[0] != VERSION)
        return false;
    gzseek(file, (long)head[2], SEEK_CUR); /* words about it */
    if (!take(file, &hash, sizeof hash) || !take(file, net->bias, sizeof net->bias) ||
        !take(file, net->weight, sizeof net->weight) ||
        !take(file, net->material, sizeof net->material))
        return false;
    for (int i = 0; i < HALFKA_BUCKETS; i++)
        if (!take_stack(file, &net->stack[i]))
            return false;
    return gzgetc(file) == -1;
}

struct halfka *halfka_open(const char *path)
{
    size_t page = 1 << 21, size = (sizeof(struct halfka) + page - 1) / page * page;
    struct halfka *net = aligned_alloc(page, size);
    gzFile file = net ? gzopen(path, "rb") : NULL;
    bool fine = file && take_net(file, net);
    if (file)
        gzclose(file);
    if (fine)
        return net;
    free(net);
    return NULL;
}

void halfka_close(struct halfka *net)
{
    free(net);
}

/* ---- the first layer ---- */

struct view {
    int player, turned, base;
};

static struct view view_of(const struct mi_chess *p, int player)
{
    int flip = player == WHITE ? 0 : 56, king = king_square(p, player) ^ flip;
    int bucket = 4 * (7 - rank_of(king)) + edge_distance(file_of(king));
    return (struct view){player, flip ^ (file_of(king) < 4 ? 7 : 0), bucket * KINGS};
}

static int input_of(const struct view *view, int piece, int square)
{
    int type = piece_type(piece), theirs = piece_player(piece) != view->player;
    int kind = type == KING ? 10 : 2 * type + theirs;
    return view->base + 64 * kind + (square ^ view->turned);
}

struct changes {
    int adds, removes;
    int added[MEN], removed[MEN];
};

/* Of two positions in which the player's king stands on the same square. */
static void list_changes(const struct mi_chess *was, const struct mi_chess *p, int player,
                         struct changes *c)
{
    const struct view view = view_of(p, player);
    bitboard differ = (was->of[WHITE] ^ p->of[WHITE]) | (was->of[BLACK] ^ p->of[BLACK]);
    for (int type = PAWN; type <= KING; type++)
        differ |= was->type[type] ^ p->type[type];
    c->adds = c->removes = 0;
    while (differ) {
        int square = pop_lsb(&differ);
        if (was->piece[square] != NO_PIECE)
            c->removed[c->removes++] = input_of(&view, was->piece[square], square);
        if (p->piece[square] != NO_PIECE)
            c->added[c->adds++] = input_of(&view, p->piece[square], square);
    }
}

static void list_all(const struct mi_chess *p, int player, struct changes *c)
{
    const struct view view = view_of(p, player);
    c->adds = c->removes = 0;
    for (bitboard rest = occupied(p); rest;) {
        int square = pop_lsb(&rest);
        c->added[c->adds++] = input_of(&view, p->piece[square], square);
    }
}

/* The vectors may be one, which stops no compiler that knows this. */
#if defined __GNUC__ && !defined __clang__
#define IN_PLACE _Pragma("GCC ivdep")
#else
#define IN_PLACE
#endif

/* Numbers of a vector, without a sign, so that sums wrap, and vectors that stay in registers. */
enum { LANES = 16, MANY = 8 };
typedef uint16_t lanes __attribute__((vector_size(2 * LANES), may_alias));

/* A move that captures, or does not: the most frequent by far. */
static void move_rows(int16_t *to, const int16_t *from, const int16_t *add, const int16_t *remove,
                      const int16_t *captured)
{
    if (captured) {
        IN_PLACE
        for (int i = 0; i < WIDTH; i++)
            to[i] = (int16_t)(from[i] + add[i] - remove[i] - captured[i]);
        return;
    }
    IN_PLACE
    for (int i = 0; i < WIDTH; i++)
        to[i] = (int16_t)(from[i] + add[i] - remove[i]);
}

static void change_part(const struct halfka *net, int16_t *to, const int16_t *from,
                        const struct changes *c, int part)
{
    lanes sum[MANY];
    UNROLLED_BY(8)
    for (int v = 0; v < MANY; v++)
        sum[v] = ((const lanes *)(from + part))[v];
    for (int j = 0; j < c->adds; j++) {
        const lanes *row = (const lanes *)(net->weight[c->added[j]] + part);
        UNROLLED_BY(8)
        for (int v = 0; v < MANY; v++)
            sum[v] += row[v];
    }
    for (int j = 0; j < c->removes; j++) {
        const lanes *row = (const lanes *)(net->weight[c->removed[j]] + part);
        UNROLLED_BY(8)
        for (int v = 0; v < MANY; v++)
            sum[v] -= row[v];
    }
    UNROLLED_BY(8)
    for (int v = 0; v < MANY; v++)
        ((lanes *)(to + part))[v] = sum[v];
}

static void change_rows(const struct halfka *net, int16_t *to, const int16_t *from,
                        const struct changes *c)
{
    for (int part = 0; part < WIDTH; part += MANY * LANES)
        change_part(net, to, from, c, part);
}

static void apply(const struct halfka *net, int16_t *to, const int16_t *from, int32_t *material,
                  const int32_t *material_before, const struct changes *c)
{
    int32_t value[HALFKA_BUCKETS];
    memcpy(value, material_before, sizeof value);
    for (int j = 0; j < c->adds; j++)
        for (int i = 0; i < HALFKA_BUCKETS; i++)
            value[i] += net->material[c->added[j]][i];
    for (int j = 0; j < c->removes; j++)
        for (int i = 0; i < HALFKA_BUCKETS; i++)
            value[i] -= net->material[c->removed[j]][i];
    memcpy(material, value, sizeof value);
    if (c->adds == 1 && (c->removes == 1 || c->removes == 2))
        move_rows(to, from, net->weight[c->added[0]], net->weight[c->removed[0]],
                  c->removes == 2 ? net->weight[c->removed[1]] : NULL);
    else
        change_rows(net, to, from, c);
}

/* The sums of a side whose king has moved, from the cache, which is brought up to date. */
static void refresh_side(const struct halfka *net, struct halfka_cache *cache,
                         const struct mi_chess *p, int player, struct halfka_sums *to)
{
    static const int32_t nothing[HALFKA_BUCKETS];
    struct changes c;
    int king = king_square(p, player);
    int16_t *sum = cache->entry[player][king].sum;
    int32_t *material = cache->entry[player][king].material;
    if (cache->entry[player][king].known) {
        list_changes(&cache->entry[player][king].p, p, player, &c);
        apply(net, sum, sum, material, material, &c);
    } else {
        list_all(p, player, &c);
        apply(net, sum, net->bias, material, nothing, &c);
    }
    cache->entry[player][king].known = true;
    cache->entry[player][king].p = *p;
    memcpy(to->sum[player], sum, sizeof to->sum[player]);
    memcpy(to->material[player], material, sizeof to->material[player]);
}

void halfka_update(const struct halfka *net, struct halfka_cache *cache, const struct mi_chess *was,
                   const struct halfka_sums *from, const struct mi_chess *p, struct halfka_sums *to)
{
    struct changes c;
    for (int player = WHITE; player <= BLACK; player++)
        if (was && king_square(was, player) == king_square(p, player)) {
            list_changes(was, p, player, &c);
            apply(net, to->sum[player], from->sum[player], to->material[player],
                  from->material[player], &c);
        } else {
            refresh_side(net, cache, p, player, to);
        }
}

/* ---- what is behind it ---- */

static int held(int x, int most)
{
    return x < 0 ? 0 : x > most ? most : x;
}

/* The products of one side's halves. */
static void multiply(const int16_t *restrict sum, int16_t *restrict to)
{
    for (int i = 0; i < HALF; i++) {
        int16_t a = sum[i] < 0 ? 0 : sum[i] > ONE ? ONE : sum[i];
        int16_t b = sum[HALF + i] < 0 ? 0 : sum[HALF + i] > ONE ? ONE : sum[HALF + i];
        to[i] = (int16_t)((uint16_t)(a * b) >> 7);
    }
}

static int pair_at(const int16_t *x, int i)
{
    int pair;
    memcpy(&pair, x + 2 * i, sizeof pair);
    return pair;
}

/* The pairs of numbers that are not both zero, four at once where all of them are. */
static int list_pairs(const int16_t *x, uint16_t *list)
{
    int count = 0;
    for (int i = 0; i < WIDTH / 2; i += 4) {
        uint64_t four[2];
        memcpy(four, x + 2 * i, sizeof four);
        if (!(four[0] | four[1]))
            continue;
        for (int j = i; j < i + 4; j++) {
            list[count] = (uint16_t)j;
            count += pair_at(x, j) != 0;
        }
    }
    return count;
}

#if defined __AVX512BW__
static void multiply_pairs(const struct stack *s, const int16_t *x, const uint16_t *list, int count,
                           int32_t *to)
{
    __m512i sum = _mm512_loadu_si512(s->bias);
    for (int k = 0; k < count; k++)
        sum = _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_set1_epi32(pair_at(x, list[k])),
                                                      _mm512_load_si512(s->weight[list[k]])));
    _mm512_storeu_si512(to, sum);
}
#elif defined __AVX2__
static void multiply_pairs(const struct stack *s, const int16_t *x, const uint16_t *list, int count,
                           int32_t *to)
{
    const __m256i *bias = (const void *)s->bias;
    __m256i low = _mm256_loadu_si256(bias), high = _mm256_loadu_si256(bias + 1);
    for (int k = 0; k < count; k++) {
        const __m256i *weight = (const void *)s->weight[list[k]];
        __m256i pair = _mm256_set1_epi32(pair_at(x, list[k]));
        low = _mm256_add_epi32(low, _mm256_madd_epi16(pair, _mm256_load_si256(weight)));
        high = _mm256_add_epi32(high, _mm256_madd_epi16(pair, _mm256_load_si256(weight + 1)));
    }
    _mm256_storeu_si256((void *)to, low);
    _mm256_storeu_si256((void *)(to + 8), high);
}
#else
static void multiply_pairs(const struct stack *s, const int16_t *restrict x,
                           const uint16_t *restrict list, int count, int32_t *restrict to)
{
    int32_t sum[FIRST];
    memcpy(sum, s->bias, sizeof sum);
    for (int k = 0; k < count; k++) {
        const int16_t *weight = s->weight[list[k]][0];
        int16_t a = x[2 * list[k]], b = x[2 * list[k] + 1];
        for (int o = 0; o < FIRST; o++)
            sum[o] += a * weight[2 * o] + b * weight[2 * o + 1];
    }
    memcpy(to, sum, sizeof sum);
}
#endif

static int propagate(const struct stack *s, const int16_t *x)
{
    int32_t first[FIRST], output = s->output_bias;
    uint16_t list[WIDTH / 2];
    int16_t next[32] = {0};
    multiply_pairs(s, x, list, list_pairs(x, list), first);
    for (int i = 0; i < FIRST - 1; i++) {
        int64_t square = (int64_t)first[i] * first[i] >> (2 * SHIFT + 7);
        next[i] = (int16_t)(square > ONE ? ONE : square);
        next[FIRST - 1 + i] = (int16_t)held(first[i] >> SHIFT, ONE);
    }
    for (int o = 0; o < SECOND; o++) {
        int32_t sum = s->second_bias[o];
        for (int i = 0; i < 32; i++)
            sum += next[i] * s->second[o][i];
        output += held(sum >> SHIFT, ONE) * s->output[o];
    }
    return output + (int)((int64_t)first[FIRST - 1] * DIRECT / (ONE << SHIFT));
}

static void run(const struct halfka *net, const struct mi_chess *p, const struct halfka_sums *sums,
                int bucket, int *material, int *position)
{
    int16_t x[WIDTH];
    multiply(sums->sum[p->turn], x);
    multiply(sums->sum[!p->turn], x + HALF);
    *material = (sums->material[p->turn][bucket] - sums->material[!p->turn][bucket]) / 2;
    *position = propagate(&net->stack[bucket], x);
}

void halfka_parts(const struct halfka *net, const struct mi_chess *p,
                  const struct halfka_sums *sums, int bucket, int *material, int *position)
{
    run(net, p, sums, bucket, material, position);
    *material /= UNITS;
    *position /= UNITS;
}

static int count_of(const struct mi_chess *p, int type)
{
    return __builtin_popcountll(p->type[type]);
}

/* The more pieces, the more counts the position, and the larger is a value. */
int halfka_centipawns(const struct halfka *net, const struct mi_chess *p,
                      const struct halfka_sums *sums)
{
    int material, position, bucket = (__builtin_popcountll(occupied(p)) - 1) / 4;
    int heavy = 781 * count_of(p, KNIGHT) + 825 * count_of(p, BISHOP) + 1276 * count_of(p, ROOK) +
                2538 * count_of(p, QUEEN);
    int shift = 24 - heavy / 9560, scale = 1064 + 106 * heavy / 5120;
    run(net, p, sums, bucket, &material, &position);
    int64_t both = (int64_t)(1024 - shift) * material + (int64_t)(1024 + shift) * position;
    int value = (int)(both / (1024 * UNITS)) * scale / 1024;
    return value * 195 / 211 * 100 / PAWN_VALUE; /* no plies without progress */
}
