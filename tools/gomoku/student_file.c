/* The line network's file (miai-network(5)) as floats. */
#include "student.h"

#include "base/file.h"
#include "miai_game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One array of the file. */
struct part {
    float *number;
    int rows, columns;         /* in the network */
    int old_rows, old_columns; /* in the file that is read: fewer channels */
    float one;                 /* the integer that stands for 1 */
    int bytes;                 /* of an integer */
    float random;              /* size of the weights that the file does not have */
};

enum { PARTS = 13 };

/* The arrays in the order of the file, which has that number of channels. */
static void list_parts(struct student *s, int channels, struct part part[PARTS])
{
    enum { C = NET_CHANNELS, P = NET_POLICY, V = NET_VALUE };
    const float input = NET_ONE_INPUT, near = NET_ONE_NEAR, feature = NET_ONE_FEATURE,
                head = NET_ONE_HEAD, output = NET_ONE_OUTPUT;
    const struct part list[PARTS] = {{*s->input, INPUTS, C, INPUTS, channels, input, 2, 0.2F},
                                     {s->middle, 1, C, 1, channels, near, 2, 0.7F},
                                     {s->orthogonal, 1, C, 1, channels, near, 2, 0.1F},
                                     {s->diagonal, 1, C, 1, channels, near, 2, 0.1F},
                                     {s->bias, 1, C, 1, channels, feature, 2, 0.1F},
                                     {*s->policy_in, C, P, channels, P, head, 2, 0.05F},
                                     {*s->policy_pool, C, P, channels, P, head, 2, 0.05F},
                                     {s->policy_out, 1, P, 1, P, head, 2, 0},
                                     {*s->value_in, C, V, channels, V, head, 2, 0.05F},
                                     {s->value_out, 1, V, 1, V, head, 2, 0},
                                     {s->policy_bias, 1, P, 1, P, output, 4, 0},
                                     {s->value_bias, 1, V, 1, V, output, 4, 0},
                                     {&s->output_bias, 1, 1, 1, 1, output, 4, 0}};
    memcpy(part, list, sizeof list);
}

static size_t file_bytes(const struct part part[PARTS])
{
    size_t bytes = MI_WEIGHTS_HEADER_BYTES;
    for (int i = 0; i < PARTS; i++)
        bytes += (size_t)(part[i].old_rows * part[i].old_columns * part[i].bytes);
    return bytes;
}

static void clamp_range(float *number, int count, float max)
{
    for (int i = 0; i < count; i++)
        number[i] = number[i] > max ? max : number[i] < -max ? -max : number[i];
}

void student_clamp(struct student *s)
{
    const float pairs = 1.1F, kinds = 1.55F, lines = 0.5F, near = 1.9F, head = 3.9F, bias = 7.9F;
    clamp_range(s->input[0], INPUT_PAIRS * NET_CHANNELS, pairs);
    clamp_range(s->input[INPUT_PAIRS], (INPUT_LINES - INPUT_PAIRS) * NET_CHANNELS, kinds);
    clamp_range(s->input[INPUT_LINES], INPUT_BOTH * NET_CHANNELS, lines);
    clamp_range(s->middle, NET_CHANNELS, head);
    clamp_range(s->orthogonal, NET_CHANNELS, near);
    clamp_range(s->diagonal, NET_CHANNELS, near);
    clamp_range(s->bias, NET_CHANNELS, bias);
    clamp_range(*s->policy_in, NET_CHANNELS * NET_POLICY, head);
    clamp_range(*s->policy_pool, NET_CHANNELS * NET_POLICY, head);
    clamp_range(s->policy_out, NET_POLICY, head);
    clamp_range(*s->value_in, NET_CHANNELS * NET_VALUE, head);
    clamp_range(s->value_out, NET_VALUE, head);
}

/* ---- reading ---- */

static float random_weight(miai_rng *rng, float size)
{
    uint32_t third = (uint32_t)1 << 24;
    float sum = 0; /* nearly normal, of variance 1 */
    for (int i = 0; i < 12; i++)
        sum += (float)miai_rng_below(rng, third) / (float)third;
    return size * (sum - 6);
}

static const unsigned char *read_part(const unsigned char *at, struct part *part, miai_rng *rng)
{
    for (int row = 0; row < part->rows; row++)
        for (int column = 0; column < part->columns; column++) {
            float *number = &part->number[row * part->columns + column];
            if (row >= part->old_rows || column >= part->old_columns) {
                *number = random_weight(rng, part->random);
                continue;
            }
            uint32_t bits = 0;
            for (int i = 0; i < part->bytes; i++)
                bits |= (uint32_t)*at++ << 8 * i;
            int32_t whole = part->bytes == 2 ? (int16_t)(uint16_t)bits : (int32_t)bits;
            *number = (float)whole / part->one;
        }
    return at;
}

/* Lines that never occur must add nothing. */
static void clear_new_lines(struct student *s, int channels)
{
    for (int input = INPUT_LINES; input < INPUTS; input++)
        for (int i = channels; i < NET_CHANNELS; i++)
            s->input[input][i] = 0;
}

/* Returns the number of channels of a file of this length, and lists its arrays.  If no number
 * matches, it is the next larger one. */
static int list_old_parts(struct student *student, size_t length, struct part part[PARTS])
{
    int channels = 1;
    list_parts(student, channels, part);
    while (channels < NET_CHANNELS && file_bytes(part) < length)
        list_parts(student, ++channels, part);
    return channels;
}

static void read_parts(struct student *student, const unsigned char *bytes, int channels,
                       struct part part[PARTS], uint64_t seed)
{
    const unsigned char *at = bytes + MI_WEIGHTS_HEADER_BYTES;
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < PARTS; i++)
        at = read_part(at, &part[i], &rng);
    clear_new_lines(student, channels);
}

bool student_read(struct student *student, const char *file, uint64_t seed)
{
    struct part part[PARTS];
    char error[MI_FILE_ERROR];
    size_t length = 0;
    unsigned char *bytes =
        mi_file_read(file, MI_MAX_WEIGHTS_FILE_BYTES, &length, error, sizeof error);
    const char *wrong = error;
    if (bytes) {
        int channels = list_old_parts(student, length, part);
        wrong = mi_gomoku_net_file_fault(bytes, length, file_bytes(part));
        if (!wrong)
            read_parts(student, bytes, channels, part, seed);
    }
    if (wrong)
        fprintf(stderr, "distil: %s: %s\n", file, wrong);
    free(bytes);
    return !wrong;
}

/* ---- writing ---- */

static unsigned char *write_part(unsigned char *at, const struct part *part)
{
    for (int i = 0; i < part->rows * part->columns; i++) {
        int32_t whole = (int32_t)lrintf(part->number[i] * part->one);
        for (int b = 0; b < part->bytes; b++)
            *at++ = (unsigned char)((uint32_t)whole >> 8 * b);
    }
    return at;
}

static unsigned char *write_u32(unsigned char *at, uint32_t number)
{
    for (int b = 0; b < 4; b++)
        *at++ = (unsigned char)(number >> 8 * b);
    return at;
}

bool student_write(const struct student *student, const char *file)
{
    enum { VERSION = 1 };
    struct part part[PARTS];
    list_parts((struct student *)student, NET_CHANNELS, part);
    size_t length = file_bytes(part);
    unsigned char *bytes = calloc(1, length);
    FILE *out = bytes ? fopen(file, "wb") : NULL;
    bool fine = out != NULL;
    if (fine) {
        unsigned char *at = bytes + MI_WEIGHTS_HEADER_BYTES;
        for (int i = 0; i < PARTS; i++)
            at = write_part(at, &part[i]);
        memcpy(bytes, "MIAIGOMO", 8);
        write_u32(write_u32(bytes + 8, VERSION),
                  mi_crc32(0, bytes + MI_WEIGHTS_HEADER_BYTES, length - MI_WEIGHTS_HEADER_BYTES));
        fine = fwrite(bytes, 1, length, out) == length;
        fine = fclose(out) == 0 && fine;
    }
    if (!fine)
        perror(file);
    free(bytes);
    return fine;
}
