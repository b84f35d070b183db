/* The trainer of the chess network: its records, its view of the board, gradient, file. */
#include "base/memory.h"
#include "game/chess/board/notation.h"
#include "game/chess/nnue/file.h"
#include "miai_game.h"
#include "tests/support/suite.h"
#include "tools/chess/nnue/gradient.h"
#include "tools/chess/nnue/learn.h"
#include "tools/chess/nnue/network.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { HIDDEN = 128, POSITIONS = 3000, BATCH = 128, EPOCHS = 5 };

enum { SET_AT = NNUE_HEAD + 4 }; /* index of the set for a king on e1 */

static const double LOSS = 0.06; /* on the held-out positions; 0.2 without training */

static const int piece_value[PIECE_TYPES] = {100, 300, 320, 500, 900, 0};

static struct nnue_record pack_fen(const char *fen)
{
    struct mi_chess p;
    struct nnue_record record;
    ck_assert_msg(mi_chess_read_fen(&p, false, fen), "%s", fen);
    nnue_pack(&p, &record);
    return record;
}

/* A packed position is unpacked from the view of the side to move. */
static void check_unpacked(const char *fen, const char *seen)
{
    struct nnue_record record = pack_fen(fen);
    struct mi_chess p;
    char text[100];
    ck_assert(nnue_unpack(&record, &p));
    mi_chess_write_fen(&p, text, sizeof text);
    ck_assert_str_eq(text, seen);
}

START_TEST(packed_records)
{
    ck_assert_uint_eq(sizeof(struct nnue_record), 32);
    check_unpacked("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    check_unpacked("4k3/p7/8/8/3R4/8/7q/1K6 b - - 3 40", "1k6/7Q/8/3r4/8/8/P7/4K3 w - - 0 1");
}
END_TEST

START_TEST(damaged_records)
{
    struct nnue_record record = pack_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    struct mi_chess p;
    ck_assert(nnue_is_sound(&record));
    record.piece[0] = PAWN | KING << 4; /* only one king */
    ck_assert(!nnue_is_sound(&record));
    ck_assert(!nnue_unpack(&record, &p));
    memset(&record, 255, sizeof record); /* 64 pieces of an unknown type */
    ck_assert(!nnue_is_sound(&record));
}
END_TEST

/* Does the side, whose king selects the set, see a piece on a square? Own types are 0 to 5, the
 * opponent's 6 to 11. */
static bool has_feature(const struct nnue_input *input, int side, int set, int kind, int square)
{
    for (int i = 0; i < input->count; i++)
        if (input->feature[side][i] == INPUTS * set + 64 * kind + square)
            return true;
    return false;
}

START_TEST(record_features)
{
    enum { OTHER = 6 };
    struct nnue_record record = pack_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    struct nnue_input input;
    nnue_features(&record, &input);
    ck_assert_int_eq(input.count, 3);
    ck_assert_int_eq(input.bucket, 0);
    ck_assert(has_feature(&input, 0, 3, PAWN, 8) && has_feature(&input, 0, 3, KING, 4));
    ck_assert(has_feature(&input, 0, 3, KING + OTHER, 60));
    ck_assert(has_feature(&input, 1, 3, PAWN + OTHER, 48) && has_feature(&input, 1, 3, KING, 4));
    record = pack_fen("4k3/8/8/8/8/8/P7/2K5 w - - 0 1"); /* mirrored for White only */
    nnue_features(&record, &input);
    ck_assert(has_feature(&input, 0, 2, PAWN, 15) && has_feature(&input, 0, 2, KING, 5));
    ck_assert(has_feature(&input, 0, 2, KING + OTHER, 59));
    ck_assert(has_feature(&input, 1, 3, PAWN + OTHER, 48) &&
              has_feature(&input, 1, 3, KING + OTHER, 58));
    record = pack_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    nnue_features(&record, &input);
    ck_assert_int_eq(input.bucket, BUCKETS - 1);
}
END_TEST

/* King positions: castled, in the corner, next to it, at home; before castling; further up. */
START_TEST(king_sets)
{
    static const uint8_t set[32] = {3, 2, 0, 1, 5, 5, 4, 4, 6, 6, 6, 6, 6, 6, 6, 6,
                                    7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    for (int i = 0; i < COUNT(set); i++)
        ck_assert_int_eq(nnue_set_of(i / 4 * 8 + 4 + i % 4), set[i]);
}
END_TEST

/* A group as in a file: a game, neighbours of its positions, another game. */
static const char *const group[GROUP] = {
    "r3k3/pp6/8/8/2N5/8/PP6/2K4R w - - 0 1", "r3k3/pp6/8/8/2N5/8/PP6/2KR4 b - - 0 1",
    "r3k3/pp6/8/8/2N5/8/PPK5/7R b - - 0 1",  "r3k3/pp6/8/8/2N5/8/PP6/2K4R w - - 0 1",
    "r3k3/pp6/8/8/2N5/8/PP6/2K4R w - - 0 1", "2kr4/pp6/8/8/2N5/8/PP6/2K4R w - - 0 1",
    "5rk1/5ppp/8/8/8/2N5/PP6/1K6 w - - 0 1", "5r1k/5Npp/8/8/8/8/PP6/1K6 b - - 0 1",
};

/* A part of one group, with what it is computed by. */
struct run {
    struct nnue_model m, gradient;
    struct nnue_rounded rounded;
    struct nnue_part part;
    struct nnue_input input[GROUP];
    float output[GROUP], slope[GROUP];
};

static void begin_run(struct run *run, uint64_t seed)
{
    ck_assert(nnue_model_make(&run->m, HIDDEN) && nnue_model_make(&run->gradient, HIDDEN));
    ck_assert(nnue_rounded_make(&run->rounded, &run->m) && nnue_part_make(&run->part, HIDDEN));
    nnue_model_begin(&run->m, seed);
    for (int i = 0; i < GROUP; i++) {
        struct nnue_record record = pack_fen(group[i]);
        nnue_features(&record, &run->input[i]);
        run->slope[i] = (float)(i + 1) / GROUP;
    }
}

static void end_run(struct run *run)
{
    nnue_model_free(&run->m);
    nnue_model_free(&run->gradient);
    nnue_rounded_free(&run->rounded);
    nnue_part_free(&run->part);
}

/* Computes the outputs, and adds the gradient of their sum, weighted by the slopes. */
static void run_group(struct run *run)
{
    struct nnue_head head;
    uint8_t product[HIDDEN];
    run->part.count = GROUP;
    nnue_model_round(&run->m, &run->rounded);
    nnue_list_changes(run->input, &run->part.group[0]);
    for (int unit = 0; unit < HIDDEN / UNIT; unit++)
        nnue_unit_run(&run->rounded, &run->part, unit);
    for (int i = 0; i < GROUP; i++) {
        int bucket = run->input[i].bucket;
        nnue_gather_products(&run->part, i, product);
        run->output[i] = nnue_head_run(&run->m, &run->rounded, bucket, product, &head);
        nnue_head_back(&run->m, bucket, &head, run->slope[i], &run->gradient, &run->part.slopes[i]);
    }
    for (int unit = 0; unit < HIDDEN / UNIT; unit++)
        nnue_unit_back(&run->rounded, &run->part, unit, &run->gradient);
}

static double clamp(double x, double low, double high)
{
    return x < low ? low : x > high ? high : x;
}

static double sum_of(const struct nnue_model *m, const struct nnue_input *input, int side, int i)
{
    double sum = m->bias[nnue_place(m, i)];
    for (int j = 0; j < input->count; j++)
        sum += m->weight[nnue_weight_at(m, input->feature[side][j], i)];
    return clamp(sum, 0, 1);
}

/* The network of miai-network(5) without its rounding, for one position. */
static double plain_output(const struct nnue_model *m, const struct nnue_input *input)
{
    double product[HIDDEN], last[LAST];
    const int half = HIDDEN / 2, bucket = input->bucket;
    for (int i = 0; i < HIDDEN; i++)
        product[i] =
            sum_of(m, input, i / half, i % half) * sum_of(m, input, i / half, i % half + half);
    for (int i = 0; i < FIRST; i++) {
        double x = m->first_bias[bucket * FIRST + i];
        for (int j = 0; j < HIDDEN; j++)
            x += m->first[(bucket * FIRST + i) * HIDDEN + j] * product[j];
        last[SECOND + i] = clamp(x, -1, 1) * clamp(x, -1, 1) * NNUE_LAYER_ONE / 8192.0;
        last[SECOND + FIRST + i] = clamp(x, 0, 1);
    }
    double output = m->output_bias[bucket];
    for (int i = 0; i < SECOND; i++) {
        double x = m->second_bias[bucket * SECOND + i];
        for (int j = 0; j < SQUARED; j++)
            x += m->second[(bucket * SECOND + i) * SQUARED + j] * last[SECOND + j];
        last[i] = clamp(x, 0, 1);
    }
    for (int i = 0; i < LAST; i++)
        output += m->output[bucket * LAST + i] * last[i];
    return output;
}

/* The weighted sum of the outputs, whose derivative is the gradient. */
static double weighted_output(const struct run *run)
{
    double sum = 0;
    for (int i = 0; i < GROUP; i++)
        sum += (double)run->slope[i] * plain_output(&run->m, &run->input[i]);
    return sum;
}

/* Compares the derivative with a difference quotient; they differ by the rounding. */
static void check_parameter(struct run *run, size_t i)
{
    const float step = 1.0f / 1024, before = run->m.weight[i];
    run->m.weight[i] = before + step;
    double above = weighted_output(run);
    run->m.weight[i] = before - step;
    double below = weighted_output(run);
    run->m.weight[i] = before;
    double quotient = (above - below) / (2 * step);
    ck_assert_double_eq_tol(run->gradient.weight[i], quotient, 0.002 + 0.12 * fabs(quotient));
}

/* Checks every `step`-th parameter of a part. */
static void check_part(struct run *run, const float *part, const float *end, int step)
{
    for (; part < end; part += step)
        check_parameter(run, (size_t)(part - run->m.weight));
}

START_TEST(gradient_is_slope)
{
    struct run run;
    struct nnue_model *m = &run.m;
    begin_run(&run, 3);
    for (int i = 0; i < HIDDEN; i++) /* far from the points where clipping has no derivative */
        m->bias[i] = 0.5f;
    for (float *weight = m->weight; weight < m->bias; weight++)
        *weight /= 8;
    for (float *weight = m->first; weight < m->first_bias; weight++)
        *weight = (float)lrintf(*weight * NNUE_FIRST_ONE) / NNUE_FIRST_ONE;
    run_group(&run);
    for (int i = 0; i < GROUP; i++)
        for (int unit = i; unit < HIDDEN; unit += 9)
            for (int side = 0; side < 2; side++)
                check_parameter(&run,
                                nnue_weight_at(m, run.input[i].feature[side][3 + side], unit));
    check_part(&run, m->bias, m->first, 5);
    check_part(&run, m->first, m->first_bias, 41);
    check_part(&run, m->first_bias, m->second, 3);
    check_part(&run, m->second, m->second_bias, 41);
    check_part(&run, m->second_bias, m->output, 5);
    check_part(&run, m->output, m->output_bias + BUCKETS, 3);
    end_run(&run);
}
END_TEST

static const char network_file[] = "check_nnue_train.tmp.nnue";
static const char state_file[] = "check_nnue_train.tmp.nnue.state";

static void write_network(const struct nnue_model *m)
{
    size_t length;
    unsigned char *bytes = nnue_file(m, &length);
    ck_assert(bytes && nnue_write(bytes, length, network_file));
    free(bytes);
}

/* The engine's evaluation with the network's file. */
static float engine_evaluation(const struct mi_nnue *network, const char *fen)
{
    struct mi_chess p;
    size_t size = (mi_nnue_memory(network) + 63) / 64 * 64;
    void *memory = mi_aligned_alloc(64, size);
    ck_assert(memory && mi_chess_read_fen(&p, false, fen));
    memset(memory, 0, size);
    float value = (float)mi_nnue_evaluate(network, memory, &p);
    mi_aligned_free(memory);
    return value;
}

static const struct nnue_span *find_span(const struct nnue_group *changes, int player, int row)
{
    for (int i = 0; i < changes->spans[player]; i++)
        if (changes->span[player][i].row == row)
            return &changes->span[player][i];
    return NULL;
}

/* The outputs are those of the positions one by one, but for rounding, and of the engine. */
START_TEST(grouped_evaluation)
{
    struct run run;
    char error[200] = "";
    begin_run(&run, 4);
    run_group(&run);
    write_network(&run.m);
    struct mi_nnue *network = mi_nnue_open(network_file, error, sizeof error);
    ck_assert_msg(network != NULL, "%s", error);
    for (int i = 0; i < GROUP; i++) {
        ck_assert_double_eq_tol(plain_output(&run.m, &run.input[i]), run.output[i], 0.02);
        ck_assert_float_eq_tol(NNUE_CENTIPAWNS * run.output[i],
                               engine_evaluation(network, group[i]), 8);
    }
    mi_aligned_free(network);
    remove(network_file);
    end_run(&run);
}
END_TEST

/* A move changes a feature or two, whoever is to move. */
START_TEST(changes_of_a_group)
{
    struct run run;
    begin_run(&run, 4);
    const struct nnue_group *changes = &run.part.group[0];
    nnue_list_changes(run.input, &run.part.group[0]);
    for (int player = 0; player < 2; player++) {
        const uint16_t *first = changes->list[player], *second = first + 2 + *first;
        ck_assert_int_eq(first[0], run.input[0].count);
        ck_assert_int_eq(first[1], 0);
        ck_assert_int_eq(second[0], 1); /* a rook moves */
        ck_assert_int_eq(second[1], 1);
        const struct nnue_span *gone = find_span(changes, player, second[3]);
        ck_assert(gone && gone->begin == 0 && gone->end == 1);
    }
    ck_assert_int_eq(changes->turn[1], 1);
    end_run(&run);
}
END_TEST

/* Changes a byte of the network's file and corrects the checksum. */
static void set_byte(long at, int byte)
{
    FILE *file = fopen(network_file, "r+b");
    ck_assert(file && fseek(file, 0, SEEK_END) == 0);
    long length = ftell(file);
    unsigned char *bytes = malloc((size_t)length);
    ck_assert_ptr_nonnull(bytes);
    rewind(file);
    ck_assert_uint_eq(fread(bytes, 1, (size_t)length, file), (size_t)length);
    bytes[at] = (unsigned char)byte;
    uint32_t sum = (uint32_t)crc32(0, bytes + NNUE_HEAD, (uInt)(length - NNUE_HEAD));
    for (int i = 0; i < 4; i++)
        bytes[NNUE_CHECKSUM_AT + i] = (unsigned char)(sum >> 8 * i);
    rewind(file);
    ck_assert_uint_eq(fwrite(bytes, 1, (size_t)length, file), (size_t)length);
    ck_assert_int_eq(fclose(file), 0);
    free(bytes);
}

/* A loaded network equals the one that was written, apart from rounding. */
START_TEST(networks_are_loaded)
{
    struct nnue_model m, taken, other;
    ck_assert(nnue_model_make(&m, 2 * UNIT) && nnue_model_make(&taken, 2 * UNIT));
    ck_assert(nnue_model_make(&other, UNIT));
    nnue_model_begin(&m, 5);
    write_network(&m);
    ck_assert(nnue_take(&taken, network_file));
    for (size_t i = 0; i < m.count; i++)
        ck_assert_float_eq_tol(taken.weight[i], m.weight[i], 1.0f / 127);
    ck_assert(!nnue_take(&other, network_file)); /* wider */
    set_byte(SET_AT, 2);
    ck_assert(!nnue_take(&taken, network_file)); /* e1 is in the set of f1 */
    remove(network_file);
    ck_assert(!nnue_take(&taken, network_file)); /* missing */
    nnue_model_free(&m);
    nnue_model_free(&taken);
    nnue_model_free(&other);
}
END_TEST

START_TEST(networks_have_a_mean)
{
    static char second[] = "check_nnue_train.tmp.2.nnue", first[] = "check_nnue_train.tmp.nnue";
    char *networks[] = {first, second, NULL};
    struct nnue_model m, other, mean;
    ck_assert(nnue_model_make(&m, UNIT) && nnue_model_make(&other, UNIT));
    ck_assert(nnue_model_make(&mean, UNIT));
    nnue_model_begin(&other, 6);
    write_network(&other);
    ck_assert_int_eq(rename(first, second), 0);
    nnue_model_begin(&m, 5);
    write_network(&m);
    ck_assert(nnue_mean(UNIT, networks, first));
    ck_assert(nnue_take(&mean, first));
    for (ptrdiff_t i = 0; i < m.first - m.weight; i++) /* later ones are rounded more */
        ck_assert_float_eq_tol(mean.weight[i], (m.weight[i] + other.weight[i]) / 2, 1.5f / 127);
    remove(second);
    ck_assert(!nnue_mean(UNIT, networks, first)); /* missing */
    remove(first);
    nnue_model_free(&m);
    nnue_model_free(&other);
    nnue_model_free(&mean);
}
END_TEST

/* Random pieces; the score is the material. */
static void random_material_position(miai_rng *rng, struct nnue_record *record, uint32_t block)
{
    struct mi_chess p;
    int score = 0;
    mi_chess_clear(&p, false);
    mi_chess_put(&p, make_piece(WHITE, KING), 4);
    mi_chess_put(&p, make_piece(BLACK, KING), 60);
    for (int i = 0; i < 14; i++) {
        int square = 8 + (int)miai_rng_below(rng, 48), type = (int)miai_rng_below(rng, KING);
        int player = (int)miai_rng_below(rng, 2);
        if (p.piece[square] == NO_PIECE) {
            mi_chess_put(&p, make_piece(player, type), square);
            score += player == WHITE ? piece_value[type] : -piece_value[type];
        }
    }
    nnue_pack(&p, record);
    record->block = (uint16_t)block;
    record->score = (int16_t)score;
    record->result = UNKNOWN_RESULT;
}

/* A group belongs to one block; loud (unless asked for) or damaged records and incomplete groups
 * are left out. */
START_TEST(records_in_groups)
{
    struct nnue_record record[3 * GROUP + 3] = {0};
    struct nnue_samples samples = {0};
    for (int i = 0; i < COUNT(record); i++) {
        record[i] = pack_fen(group[i % GROUP]);
        record[i].score = (int16_t)i;
        record[i].block = i >= GROUP + 4; /* the first block has a group and three more */
    }
    record[2].loud = 1;
    record[GROUP + 5].occupied = 0;
    FILE *file = fopen(network_file, "wb");
    ck_assert(file && fwrite(record, sizeof *record, COUNT(record), file) == COUNT(record));
    ck_assert_int_eq(fclose(file), 0);
    ck_assert(nnue_read(&samples, NNUE_QUIET, network_file));
    ck_assert_uint_eq(samples.count, 2 * GROUP);
    ck_assert_int_eq(samples.record[2].score, 3);
    ck_assert_int_eq(samples.record[GROUP - 1].score, GROUP);
    ck_assert_int_eq(samples.record[GROUP].score, GROUP + 4);
    ck_assert_int_eq(samples.record[GROUP + 1].score, GROUP + 6);
    nnue_samples_free(&samples);
    samples = (struct nnue_samples){0};
    ck_assert(nnue_read(&samples, NNUE_ALL, network_file));
    ck_assert_uint_eq(samples.count, 2 * GROUP);
    ck_assert_int_eq(samples.record[2].score, 2);
    nnue_samples_free(&samples);
    samples = (struct nnue_samples){0};
    ck_assert(!nnue_read(&samples, NNUE_LOUD, network_file)); /* no whole group */
    nnue_samples_free(&samples);
    remove(network_file);
}
END_TEST

/* The caller frees the samples. */
static struct nnue_samples random_samples(size_t count, uint32_t first_block)
{
    struct nnue_samples samples = {.count = count};
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    samples.record = malloc(count * sizeof *samples.record);
    ck_assert_ptr_nonnull(samples.record);
    for (uint32_t i = 0; i < count; i++)
        random_material_position(&rng, &samples.record[i], first_block + i / 10);
    nnue_hold_out(&samples);
    return samples;
}

/* Trains a network and returns its checksum. */
static uint32_t train_network(int threads, int stops)
{
    struct nnue_samples samples = random_samples(POSITIONS, 0);
    struct nnue_settings settings = {
        .hidden = HIDDEN, .threads = threads, .batch = BATCH, .scale = 1, .result_share = 0.1};
    static unsigned char bytes[64 + HIDDEN * (FEATURES + 1 + BUCKETS * FIRST) +
                               4 * BUCKETS * (SECOND * SQUARED + LAST + 64)];
    remove(state_file);
    settings.epochs = EPOCHS;
    settings.stop = stops;
    double held_out = nnue_learn(&samples, &settings, network_file);
    if (stops) {
        settings.stop = 0;
        held_out = nnue_learn(&samples, &settings, network_file);
    }
    ck_assert_double_ge(held_out, 0);
    ck_assert_double_lt(held_out, LOSS);
    nnue_samples_free(&samples);
    FILE *file = fopen(network_file, "rb");
    ck_assert_ptr_nonnull(file);
    size_t length = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    remove(network_file);
    remove(state_file);
    ck_assert_int_eq(memcmp(bytes, "MIAINNUE", 8), 0);
    ck_assert_int_eq(bytes[8], NNUE_VERSION);
    ck_assert_int_eq(memcmp(bytes + 9, "\0\0\0\200\0\0\0\10\0\0\0", 11), 0);
    uint32_t sum = (uint32_t)crc32(0, bytes + 24, (uInt)(length - 24));
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(bytes[20 + i], sum >> 8 * i & 255);
    return sum;
}

/* The same bytes with any number of threads, and with or without an interruption. */
START_TEST(training_is_reproducible)
{
    ck_assert_uint_eq(train_network(1, 0), train_network(3, 60));
}
END_TEST

/* The first of every 32 blocks is held out. Without held-out positions, all epochs are trained. */
START_TEST(nothing_held_out)
{
    struct nnue_samples samples = random_samples(240, 1);
    const struct nnue_settings settings = {
        .hidden = HIDDEN, .threads = 1, .epochs = 2, .batch = BATCH, .scale = 1};
    remove(state_file);
    ck_assert_uint_eq(samples.learned, samples.count);
    ck_assert_double_eq(nnue_learn(&samples, &settings, network_file), 0);
    nnue_samples_free(&samples);
    ck_assert_int_eq(remove(network_file), 0);
    ck_assert_int_eq(remove(state_file), 0);
}
END_TEST

/* The checksum at the head of the network's file, which is removed. */
static uint32_t take_checksum(void)
{
    unsigned char head[NNUE_HEAD];
    FILE *file = fopen(network_file, "rb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fread(head, 1, sizeof head, file), sizeof head);
    fclose(file);
    remove(network_file);
    uint32_t sum = 0;
    for (int i = 0; i < 4; i++)
        sum |= (uint32_t)head[NNUE_CHECKSUM_AT + i] << 8 * i;
    return sum;
}

START_TEST(finished_state_writes_its_network)
{
    struct nnue_samples samples = random_samples(600, 0);
    struct nnue_settings settings = {
        .hidden = HIDDEN, .threads = 1, .epochs = 2, .batch = BATCH, .scale = 1};
    remove(state_file);
    double held_out = nnue_learn(&samples, &settings, network_file);
    uint32_t sum = take_checksum();
    for (settings.epochs = 2; settings.epochs > 0; settings.epochs--) {
        ck_assert_double_eq(nnue_learn(&samples, &settings, network_file), held_out);
        ck_assert_uint_eq(take_checksum(), sum);
    }
    nnue_samples_free(&samples);
    ck_assert_int_eq(remove(state_file), 0);
}
END_TEST

/* The state has the parameters of the network. */
START_TEST(states_have_a_mean)
{
    struct nnue_samples samples = random_samples(600, 0);
    const struct nnue_settings settings = {
        .hidden = HIDDEN, .threads = 1, .epochs = 1, .batch = BATCH, .scale = 1};
    char path[sizeof state_file];
    char *states[] = {strcpy(path, state_file), path, NULL};
    remove(state_file);
    ck_assert_double_ge(nnue_learn(&samples, &settings, network_file), 0);
    uint32_t sum = take_checksum();
    ck_assert(nnue_mean(HIDDEN, states, network_file));
    ck_assert_uint_eq(take_checksum(), sum);
    ck_assert(!nnue_mean(2 * HIDDEN, states, network_file)); /* another width */
    ck_assert_int_eq(truncate(state_file, 1000), 0);
    ck_assert(!nnue_mean(HIDDEN, states, network_file));
    nnue_samples_free(&samples);
    ck_assert_int_eq(remove(state_file), 0);
}
END_TEST

/* A network without weights says that all positions are even. */
START_TEST(losses_by_men)
{
    struct nnue_samples samples = random_samples(240, 1);
    const struct nnue_settings settings = {.scale = 1};
    struct nnue_losses losses;
    struct nnue_model m;
    size_t count = 0;
    ck_assert(nnue_model_make(&m, HIDDEN));
    write_network(&m);
    ck_assert(nnue_measure(&samples, 40, 200, network_file, &settings, &losses));
    for (int men = 0; men <= MEN; men++) {
        double sum = 0;
        for (size_t i = 40; i < 200; i++)
            if (__builtin_popcountll(samples.record[i].occupied) == men)
                sum += pow(1 / (1 + exp(-samples.record[i].score / 200.0)) - 0.5, 2);
        ck_assert_double_eq_tol(losses.sum[men], sum, 1e-3);
        count += losses.count[men];
    }
    ck_assert_uint_eq(count, 160);
    ck_assert_double_gt(nnue_mean_loss(&losses), 0.01);
    ck_assert_int_eq(remove(network_file), 0);
    ck_assert(!nnue_measure(&samples, 0, 1, network_file, &settings, &losses));
    nnue_model_free(&m);
    nnue_samples_free(&samples);
}
END_TEST

/* The search's score has its share of the teacher's, and the result its share of the whole. */
START_TEST(searches_share_the_target)
{
    const struct nnue_settings settings = {.scale = 1, .search_share = 0.25, .result_share = 0.5};
    struct nnue_record record = {.score = 0, .searched = 200, .result = UNKNOWN_RESULT};
    const float searched = nnue_winning_probability(200);
    ck_assert_float_eq_tol(nnue_target(&settings, &record), 0.375f + searched / 4, 1e-6f);
    record.result = LOST;
    ck_assert_float_eq_tol(nnue_target(&settings, &record), 0.1875f + searched / 8, 1e-6f);
    record.searched = 0; /* there was no search */
    ck_assert_float_eq_tol(nnue_target(&settings, &record), 0.25f, 1e-6f);
}
END_TEST

static const char positions_file[] = "check_nnue_train.tmp.bin";
static const char labelled_file[] = "check_nnue_train.tmp.labelled.bin";

enum { LABELLED = 6, LATER = 4000 /* a block */ };

static void write_positions(void)
{
    static const char *const fens[LABELLED] = {
        "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",                                         /* stalemate */
        "4k3/8/8/8/3r4/8/8/R3K3 b - - 0 1",  "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", /* mate in one */
        "r5k1/8/8/8/8/8/5PPP/6K1 w - - 0 1",
    };
    FILE *file = fopen(positions_file, "wb");
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < LABELLED; i++) {
        struct nnue_record record = pack_fen(fens[i]);
        record.block = i < 3 ? LATER : LATER + 2;
        record.loud = i == 1;
        record.score = (int16_t)i;
        ck_assert_uint_eq(fwrite(&record, sizeof record, 1, file), 1);
    }
    ck_assert_int_eq(fclose(file), 0);
}

/* Continues after `done` records. */
static void label_positions(struct nnue_record *record, int done)
{
    FILE *file = fopen(labelled_file, "wb");
    ck_assert(file && fwrite(record, sizeof *record, (size_t)done, file) == (size_t)done);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert(nnue_label(network_file, "100", positions_file, labelled_file));
    ck_assert_ptr_nonnull(file = fopen(labelled_file, "rb"));
    ck_assert_uint_eq(fread(record, sizeof *record, LABELLED + 1, file), LABELLED);
    ck_assert_int_eq(fclose(file), 0);
}

/* Quiet positions get the score of a search, wherever the work was interrupted. */
START_TEST(positions_are_labelled)
{
    struct nnue_record record[LABELLED + 1] = {{0}}, again[LABELLED + 1];
    struct nnue_model m;
    ck_assert(nnue_model_make(&m, HIDDEN));
    write_network(&m); /* all positions are even unless a search decides them */
    write_positions();
    label_positions(record, 0);
    ck_assert_int_ne(record[0].searched, 0);
    ck_assert_int_eq(record[1].searched, 0); /* loud */
    ck_assert_int_eq(record[2].searched, 0); /* the game is over */
    ck_assert_int_eq(record[4].searched, 3000);
    for (int i = 0; i < LABELLED; i++)
        ck_assert_int_eq(record[i].score, i); /* the teacher's */
    memcpy(again, record, sizeof again);
    label_positions(again, 5);
    ck_assert_mem_eq(again, record, LABELLED * sizeof *record);
    ck_assert(!nnue_label(network_file, "100", state_file, labelled_file)); /* missing */
    nnue_model_free(&m);
    remove(network_file);
    remove(positions_file);
    remove(labelled_file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nnue_train");
    TCase *tests = add_case(suite, "core", 60);
    mi_chess_fill_tables();
    tcase_add_test(tests, packed_records);
    tcase_add_test(tests, damaged_records);
    tcase_add_test(tests, record_features);
    tcase_add_test(tests, king_sets);
    tcase_add_test(tests, gradient_is_slope);
    tcase_add_test(tests, grouped_evaluation);
    tcase_add_test(tests, changes_of_a_group);
    tcase_add_test(tests, networks_are_loaded);
    tcase_add_test(tests, networks_have_a_mean);
    tcase_add_test(tests, records_in_groups);
    tcase_add_test(tests, training_is_reproducible);
    tcase_add_test(tests, nothing_held_out);
    tcase_add_test(tests, finished_state_writes_its_network);
    tcase_add_test(tests, states_have_a_mean);
    tcase_add_test(tests, losses_by_men);
    tcase_add_test(tests, searches_share_the_target);
    tcase_add_test(tests, positions_are_labelled);
    return run_suite(suite);
}
