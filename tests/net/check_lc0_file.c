/* lc0 files: all valid forms load; damaged ones give an error and never crash. */
#include "net/net_parts.h"
#include "tests/support/lc0_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char network_file[] = "lc0_file.tmp.net";

enum { LARGEST = 1 << 20, POLICY = MI_LC0_MOVES, INPUTS = MI_LC0_PLANES * MI_LC0_SQUARES };

/* Each byte of the first part of a file is tried, but only some of the weights. */
enum { BEGINNING = 200, SOME = SANITIZED ? 50 : 400 };

/* Only one of LAYERS layers is tried. */
enum { LAYERS = SANITIZED ? 7 : 1 };

static const struct lc0_file file_kinds[] = {
    {.name = network_file, LC0_SMALL_RESIDUAL, .encoding = LC0_LINEAR16, .plain = true, .seed = 1},
    {.name = network_file, LC0_SMALL_ENCODER, .encoding = LC0_LINEAR16, .plain = true, .seed = 2},
    {.name = network_file, LC0_SMALL_HEADS, .encoding = LC0_LINEAR16, .seed = 3},
};

static char error[300];

static void remove_file(void)
{
    remove(network_file);
}

/* Loads the file; it must give a network that runs, or an error text of one line. */
static bool network_or_error(void)
{
    static float plane[INPUTS], policy[POLICY];
    strcpy(error, "nothing");
    struct mi_net *net = mi_net_load(network_file, MI_NET_FLOATS, error, sizeof error);
    if (!net) {
        ck_assert_str_ne(error, "nothing");
        ck_assert_str_ne(error, "");
        ck_assert_ptr_null(strchr(error, '\n'));
        return false;
    }
    if (mi_net_describe(net)->policy == POLICY) {
        struct mi_net_workspace *work = mi_net_workspace_new(net, 8, 8, 1);
        ck_assert_ptr_nonnull(work);
        mi_net_run(work, &(struct mi_net_in){.plane = plane},
                   &(struct mi_net_out){.policy = policy}, 1);
        mi_net_workspace_free(work);
    }
    mi_net_free(net);
    return true;
}

static size_t read_file(unsigned char *data)
{
    FILE *file = fopen(network_file, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(data, 1, LARGEST, file);
    ck_assert_uint_lt(size, LARGEST);
    fclose(file);
    return size;
}

/* The distance to the next byte to try. */
static size_t next_distance(size_t at, size_t size)
{
    return at < BEGINNING ? 1 : size / SOME + 1;
}

START_TEST(each_byte_changed)
{
    static unsigned char data[LARGEST];
    lc0_file_write(&file_kinds[_i]);
    ck_assert_msg(network_or_error(), "%s", error);
    size_t size = read_file(data);
    int file = open(network_file, O_RDWR);
    ck_assert_int_ge(file, 0);
    for (size_t i = 0; i < size; i += next_distance(i, size)) {
        const unsigned char other[] = {(unsigned char)(data[i] ^ (1 << i % 8)), 0xff, 0, 0x80};
        ck_assert_int_eq((int)pwrite(file, &other[i % 4], 1, (off_t)i), 1);
        network_or_error();
        ck_assert_int_eq((int)pwrite(file, &data[i], 1, (off_t)i), 1);
    }
    close(file);
}
END_TEST

START_TEST(truncated_files)
{
    static unsigned char data[LARGEST];
    lc0_file_write(&file_kinds[_i]);
    size_t size = read_file(data);
    for (size_t cut = 1; cut + BEGINNING <= size; cut += next_distance(BEGINNING, size)) {
        ck_assert_int_eq(truncate(network_file, (off_t)(size - cut)), 0);
        ck_assert_msg(!network_or_error(), "%zu of %zu", size - cut, size);
    }
}
END_TEST

/* The error names what is not supported. */
START_TEST(unsupported_parts)
{
#define MEMBER(network_file) offsetof(struct lc0_file, network_file)
    static const struct {
        int kind;
        size_t member;
        int value;
        const char *word;
    } refused[] = {
        {0, MEMBER(input), 9, "inputs"},
        {0, MEMBER(structure), 5, "ONNX"},
        {0, MEMBER(structure), 8, "structure"},
        {0, MEMBER(structure), 9, "structure"},
        {0, MEMBER(policy), 4, "policy"},
        {1, MEMBER(policy), 1, "attention body"},
        {0, MEMBER(value), 3, "value"},
        {0, MEMBER(moves_left), 2, "moves left"},
        {0, MEMBER(activation), 2, "default activation"},
        {1, MEMBER(smolgen_activation), 9, "unknown activation, 9"},
        {1, MEMBER(feed_activation), 200, "unknown activation, 200"},
        {1, MEMBER(heads), 257, "heads"},
        {1, MEMBER(heads), 0, "heads"},
        {0, MEMBER(minor), 33, "requires"},
        {0, MEMBER(major), 1, "requires"},
        {0, MEMBER(major), 96, "requires"},
    };
    for (int i = 0; i < COUNT(refused); i++) {
        struct lc0_file file = file_kinds[refused[i].kind];
        *(int *)((char *)&file + refused[i].member) = refused[i].value;
        lc0_file_write(&file);
        ck_assert_msg(!network_or_error() && strstr(error, refused[i].word), "%d: %s", i, error);
    }
    struct lc0_file file = file_kinds[0];
    file.onnx = true;
    lc0_file_write(&file);
    ck_assert_msg(!network_or_error() && strstr(error, "ONNX"), "%s", error);
}
END_TEST

/* Supported lc0 versions, including its development version. */
START_TEST(supported_versions)
{
    static const int known[][2] = {{0, 0}, {0, 24}, {0, 32}, {97, 0}, {97, 99}};
    for (int i = 0; i < COUNT(known); i++) {
        struct lc0_file file = file_kinds[i % COUNT(file_kinds)];
        file.major = known[i][0];
        file.minor = known[i][1];
        lc0_file_write(&file);
        ck_assert_msg(network_or_error(), "%d: %s", i, error);
    }
}
END_TEST

static const struct lc0_file unsupported_kinds[] = {
    {.structure = 3, .policy = 1, .value = 1, .channels = 2, .blocks = 1, .normal = true},
    {.structure = 4,
     .policy = 3,
     .value = 2,
     .channels = 2,
     .blocks = 1,
     .policy_encoders = 1,
     .heads = 1,
     .depth = 2,
     .feed = 2},
    {.structure = 6,
     .policy = 3,
     .value = 2,
     .channels = 2,
     .blocks = 1,
     .squeeze = 1,
     .encoders = 1,
     .heads = 2,
     .depth = 1,
     .feed = 1,
     .smolgen = 2,
     .policy_encoders = 1,
     .moves_left = 1,
     .embedding = 2},
    {LC0_SMALL_HEADS, .shared = LC0_AMONG_HEADS},
    {LC0_SMALL_HEADS, .shared = LC0_AMONG_WEIGHTS},
    {LC0_SMALL_ENCODER, .smolgen_activation = 6, .feed_activation = 7, .smolgen = 1},
};

/* Network number i of file_kinds and then unsupported_kinds, in the given encoding. */
static struct lc0_file network_kind(int i, enum lc0_encoding encoding)
{
    struct lc0_file file =
        i < COUNT(file_kinds) ? file_kinds[i] : unsupported_kinds[i - COUNT(file_kinds)];
    file.name = network_file;
    file.plain = true;
    file.encoding = encoding;
    return file;
}

/* Each layer in turn has too many, too few, or no numbers. */
START_TEST(wrong_number_counts)
{
    struct lc0_file file = network_kind(_i, LC0_FLOAT16);
    int layers = lc0_file_write(&file), accepted = 0;
    ck_assert_msg(network_or_error(), "%s", error);
    for (file.odd = 1; file.odd <= layers; file.odd += LAYERS) {
        const int by[] = {1, -1, file.smolgen, -(1 << 30)};
        for (int i = 0; i < COUNT(by); i++) {
            file.odd_by = by[i];
            lc0_file_write(&file);
            if (by[i] != 0 && network_or_error())
                ck_assert_msg(i == 3, "layer %d of %d by %d", file.odd, layers, by[i]);
            accepted += by[i] != 0 && strcmp(error, "nothing") == 0;
        }
    }
    ck_assert_int_lt(accepted, 8); /* a gate, or means without scales, are optional */
}
END_TEST

/* Each layer with biases in turn has one output more than the next layer has inputs. */
START_TEST(wrong_output_counts)
{
    struct lc0_file file = network_kind(_i, LC0_LINEAR16);
    int layers = lc0_file_write(&file), refused = 0;
    for (file.wide = 1; file.wide <= layers; file.wide += LAYERS)
        for (file.wide_by = -1; file.wide_by <= 64; file.wide_by += file.wide_by < 1 ? 2 : 63) {
            lc0_file_write(&file);
            refused += !network_or_error();
        }
    ck_assert_int_ge(refused, 10 / LAYERS);
}
END_TEST

START_TEST(invalid_numbers)
{
    static const char *const word[] = {[LC0_ENCODING] = "",
                                       [LC0_LIMITS] = "limits",
                                       [LC0_NUMBER] = "",
                                       [LC0_BROKEN] = "malformed"};
    struct lc0_file file = network_kind(_i, LC0_FLOAT32);
    int layers = lc0_file_write(&file);
    for (file.wrong = 1; file.wrong <= layers; file.wrong += LAYERS)
        for (int how = LC0_ENCODING; how <= LC0_BROKEN; how++) {
            file.wrong_how = (enum lc0_wrong)how;
            lc0_file_write(&file);
            ck_assert_msg(!network_or_error(), "layer %d of %d: %d", file.wrong, layers, how);
            ck_assert_msg(strstr(error, word[how]), "layer %d of %d: %s", file.wrong, layers,
                          error);
        }
}
END_TEST

/* The names of the input formats. */
START_TEST(input_format_names)
{
    static const struct {
        int input;
        const char *encoding;
    } known[] = {
        {1, "lc0-112"},
        {2, "lc0-112-castling"},
        {3, "lc0-112-canonical"},
        {4, "lc0-112-hectoplies"},
        {132, "lc0-112-hectoplies-armageddon"},
        {5, "lc0-112-canonical-hectoplies"},
        {133, "lc0-112-canonical-armageddon"},
    };
    for (int i = 0; i < COUNT(known); i++) {
        struct lc0_file file = file_kinds[0];
        file.input = known[i].input;
        file.plain = i % 2 == 0;
        lc0_file_write(&file);
        struct mi_net *net = mi_net_load(network_file, MI_NET_FLOATS, error, sizeof error);
        ck_assert_msg(net, "%s", error);
        ck_assert_str_eq(mi_net_describe(net)->encoding, known[i].encoding);
        mi_net_free(net);
    }
}
END_TEST

int main(void)
{
    keep_freed_memory();
    Suite *suite = suite_create("lc0_file");
    TCase *tests = add_case(suite, "files", 120);
    tcase_add_checked_fixture(tests, NULL, remove_file);
    tcase_add_loop_test(tests, each_byte_changed, 0, COUNT(file_kinds));
    tcase_add_loop_test(tests, truncated_files, 0, COUNT(file_kinds));
    tcase_add_test(tests, unsupported_parts);
    tcase_add_test(tests, supported_versions);
    tcase_add_loop_test(tests, wrong_number_counts, 0,
                        COUNT(file_kinds) + COUNT(unsupported_kinds));
    tcase_add_loop_test(tests, wrong_output_counts, 0,
                        COUNT(file_kinds) + COUNT(unsupported_kinds));
    tcase_add_loop_test(tests, invalid_numbers, 0, COUNT(file_kinds) + COUNT(unsupported_kinds));
    tcase_add_test(tests, input_format_names);
    return run_suite(suite);
}
