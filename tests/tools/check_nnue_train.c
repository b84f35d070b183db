/* The trainer of the chess network: its records, its view of the board, gradient, file. */
#include "game/chess/board/notation.h"
#include "miai_game.h"
#include "tests/support/suite.h"
#include "tools/chess/nnue/learn.h"
#include "tools/chess/nnue/network.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { HIDDEN = 128, POSITIONS = 3000, BATCH = 128, EPOCHS = 5 };

static const double LOSS = 0.165; /* of what is held out; at first it is 0.2 */

static const int worth[PIECE_TYPES] = {100, 300, 320, 500, 900, 0};

static struct nnue_record packed(const char *fen)
{
    struct mi_chess p;
    struct nnue_record record;
    ck_assert_msg(mi_chess_read_fen(&p, false, fen), "%s", fen);
    nnue_pack(&p, &record);
    return record;
}

/* What is packed comes back, seen by the player to move. */
static void check_record(const char *fen, const char *seen)
{
    struct nnue_record record = packed(fen);
    struct mi_chess p;
    char text[100];
    ck_assert(nnue_unpack(&record, &p));
    mi_chess_write_fen(&p, text, sizeof text);
    ck_assert_str_eq(text, seen);
}

START_TEST(records)
{
    ck_assert_uint_eq(sizeof(struct nnue_record), 32);
    check_record("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                 "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1");
    check_record("4k3/p7/8/8/3R4/8/7q/1K6 b - - 3 40", "1k6/7Q/8/3r4/8/8/P7/4K3 w - - 0 1");
}
END_TEST

START_TEST(damaged_records)
{
    struct nnue_record record = packed("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    struct nnue_input input;
    struct mi_chess p;
    ck_assert(nnue_features(&record, &input));
    record.piece[0] = PAWN | KING << 4; /* one king alone */
    ck_assert(!nnue_features(&record, &input));
    ck_assert(!nnue_unpack(&record, &p));
    memset(&record, 255, sizeof record); /* 64 men of no kind */
    ck_assert(!nnue_features(&record, &input));
}
END_TEST

static bool has(const struct nnue_input *input, int side, int feature)
{
    for (int i = 0; i < input->count; i++)
        if (input->feature[side][i] == feature)
            return true;
    return false;
}

START_TEST(features)
{
    struct nnue_record record = packed("4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    struct nnue_input input;
    ck_assert(nnue_features(&record, &input));
    ck_assert_int_eq(input.count, 3);
    ck_assert_int_eq(input.bucket, 0);
    ck_assert(has(&input, 0, 8) && has(&input, 0, 320 + 4) && has(&input, 0, 384 + 320 + 60));
    ck_assert(has(&input, 1, 384 + 48) && has(&input, 1, 320 + 4));
    record = packed("4k3/8/8/8/8/8/P7/2K5 w - - 0 1"); /* mirrored for White alone */
    ck_assert(nnue_features(&record, &input));
    ck_assert(has(&input, 0, 15) && has(&input, 0, 320 + 5) && has(&input, 0, 384 + 320 + 59));
    ck_assert(has(&input, 1, 384 + 48) && has(&input, 1, 384 + 320 + 58));
    record = packed("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    ck_assert(nnue_features(&record, &input));
    ck_assert_int_eq(input.bucket, BUCKETS - 1);
}
END_TEST

/* The derivative by a parameter against a difference; the output is of the second degree in it. */
static void check_parameter(struct nnue_model *m, struct nnue_chunk *chunk, size_t i)
{
    const float step = 1.0f / 256;
    struct nnue_model gradient;
    ck_assert(nnue_model_make(&gradient, HIDDEN));
    chunk->slope[0] = 1;
    nnue_model_run(m, chunk);
    nnue_model_back(m, chunk, &gradient);
    float before = m->weight[i];
    m->weight[i] = before + step;
    nnue_model_run(m, chunk);
    float above = chunk->output[0];
    m->weight[i] = before - step;
    nnue_model_run(m, chunk);
    m->weight[i] = before;
    ck_assert_float_eq_tol(gradient.weight[i], (above - chunk->output[0]) / (2 * step), 2e-3f);
    nnue_model_free(&gradient);
}

START_TEST(gradient)
{
    static struct nnue_chunk chunk = {.count = 1};
    struct nnue_record record = packed("r3k3/pp6/8/8/2N5/8/PP6/2K4R w - - 0 1");
    struct nnue_input *input = &chunk.input[0];
    struct nnue_model m;
    chunk.sum = aligned_alloc(32, 2 * HIDDEN * sizeof(float));
    ck_assert(nnue_features(&record, input));
    ck_assert(nnue_model_make(&m, HIDDEN));
    nnue_model_begin(&m, 3);
    for (int i = 0; i < HIDDEN; i++) /* far from where the clipping has no derivative */
        m.bias[i] = 0.5f;
    for (int i = 0; i < FEATURES * HIDDEN; i++)
        m.weight[i] /= 8;
    for (int unit = 0; unit < HIDDEN; unit += 9) {
        check_parameter(&m, &chunk, nnue_weight_at(input->feature[0][3], unit));
        check_parameter(&m, &chunk, nnue_weight_at(input->feature[1][5], unit));
        check_parameter(&m, &chunk, (size_t)(FEATURES * HIDDEN + unit));
        check_parameter(&m, &chunk, (size_t)((FEATURES + 1 + 2 * input->bucket) * HIDDEN + unit));
    }
    check_parameter(&m, &chunk, (size_t)(m.output_bias - m.weight + input->bucket));
    nnue_model_free(&m);
    free(chunk.sum);
}
END_TEST

/* Pieces at random, worth what they count. */
static void scatter(miai_rng *rng, struct nnue_record *record, uint32_t block)
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
            score += player == WHITE ? worth[type] : -worth[type];
        }
    }
    nnue_pack(&p, record);
    record->block = (uint16_t)block;
    record->score = (int16_t)score;
    record->result = UNKNOWN_RESULT;
}

static const char network_file[] = "check_nnue_train.tmp.nnue";
static const char state_file[] = "check_nnue_train.tmp.nnue.state";

static float output_of(const struct nnue_model *m, struct nnue_chunk *chunk)
{
    chunk->sum = aligned_alloc(32, CHUNK * 2 * (size_t)m->hidden * sizeof(float));
    nnue_model_run(m, chunk);
    free(chunk->sum);
    return chunk->output[0];
}

/* Networks side by side say their mean: here, twice the same, what it says. */
START_TEST(networks_beside)
{
    static struct nnue_chunk chunk = {.count = 1};
    struct nnue_record record = packed("r3k3/pp6/8/8/2N5/8/PP6/2K4R w - - 0 1");
    struct nnue_network network;
    struct nnue_model one, two;
    ck_assert(nnue_features(&record, &chunk.input[0]));
    ck_assert(nnue_model_make(&one, UNIT) && nnue_model_make(&two, 2 * UNIT));
    nnue_model_begin(&one, 3);
    ck_assert(nnue_round(&one, &network) && nnue_write(&network, network_file));
    nnue_network_free(&network);
    ck_assert_int_eq(nnue_take(&two, 0, 0.5f, network_file), UNIT);
    ck_assert_int_eq(nnue_take(&two, UNIT, 0.5f, network_file), UNIT);
    ck_assert_int_eq(nnue_take(&two, 2 * UNIT, 0.5f, network_file), 0); /* no room */
    ck_assert_float_eq_tol(output_of(&one, &chunk), output_of(&two, &chunk), 0.02f);
    remove(network_file);
    nnue_model_free(&one);
    nnue_model_free(&two);
}
END_TEST

START_TEST(loud_records)
{
    struct nnue_record record[3] = {{.score = 1}, {.score = 2, .loud = 1}, {.score = 3}};
    struct nnue_samples samples = {0};
    FILE *file = fopen(network_file, "wb");
    ck_assert(file && fwrite(record, sizeof *record, 3, file) == 3 && fclose(file) == 0);
    ck_assert(nnue_read(&samples, network_file));
    ck_assert_uint_eq(samples.count, 2);
    ck_assert_int_eq(samples.record[1].score, 3);
    nnue_samples_free(&samples);
    remove(network_file);
}
END_TEST

/* Returns the checksum of the network that is learned. */
static uint32_t learned(int threads, int stops)
{
    struct nnue_samples samples = {.count = POSITIONS};
    struct nnue_settings settings = {
        .hidden = UNIT, .threads = threads, .batch = BATCH, .scale = 1, .result_share = 0.1};
    unsigned char bytes[24 + 2 * UNIT * (FEATURES + 1 + 2 * BUCKETS) + 4 * BUCKETS + 1];
    miai_rng rng;
    miai_rng_seed(&rng, 5);
    samples.record = malloc(POSITIONS * sizeof *samples.record);
    for (uint32_t i = 0; i < POSITIONS; i++)
        scatter(&rng, &samples.record[i], i / 10);
    nnue_hold_out(&samples);
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
    ck_assert_uint_eq(fread(bytes, 1, sizeof bytes, file), sizeof bytes - 1);
    fclose(file);
    remove(network_file);
    remove(state_file);
    ck_assert_int_eq(memcmp(bytes, "MIAINNUE\1\0\0\0\100\0\0\0\10\0\0\0", 20), 0);
    uint32_t sum = (uint32_t)crc32(0, bytes + 24, (uInt)(sizeof bytes - 1 - 24));
    for (int i = 0; i < 4; i++)
        ck_assert_uint_eq(bytes[20 + i], sum >> 8 * i & 255);
    return sum;
}

/* The same bytes by any number of threads, and in one go or two. */
START_TEST(reproducible)
{
    ck_assert_uint_eq(learned(1, 0), learned(3, 2));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("nnue_train");
    TCase *tests = add_case(suite, "core", 60);
    mi_chess_fill_tables();
    tcase_add_test(tests, records);
    tcase_add_test(tests, damaged_records);
    tcase_add_test(tests, features);
    tcase_add_test(tests, gradient);
    tcase_add_test(tests, networks_beside);
    tcase_add_test(tests, loud_records);
    tcase_add_test(tests, reproducible);
    return run_suite(suite);
}
