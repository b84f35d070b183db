/* Network files: all forms give the same network; damaged ones give an error and never crash. */
#include "net/net_parts.h"
#include "tests/support/net_file.h"
#include "tests/support/suite.h"

#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

static const char network_file[] = "net_file.tmp.net";

enum { SIDE = 5, AREA = SIDE * SIDE, LARGEST = 1 << 16 };

/* Each byte of a file is tried, or one in seven in slow builds. */
enum { STEP = SANITIZED ? 7 : 1 };

static const struct net_file small_network = {.name = network_file,
                                              .version = 15,
                                              .planes = 2,
                                              .numbers = 2,
                                              .channels = 2,
                                              .mid = 2,
                                              .pool = 1,
                                              .filter = 3,
                                              .blocks = "n(g)",
                                              .activation = "ACTIVATION_MISH\n",
                                              .binary = true,
                                              .packed = false,
                                              .seed = 1};

/* A small network with all parts of a transformer. */
static const struct net_file small_transformer = {.name = network_file,
                                                  .version = 17,
                                                  .planes = 2,
                                                  .numbers = 2,
                                                  .channels = 2,
                                                  .mid = 2,
                                                  .pool = 1,
                                                  .filter = 3,
                                                  .blocks = "n(lf)t",
                                                  .activation = "ACTIVATION_SILU\n",
                                                  .binary = true,
                                                  .packed = false,
                                                  .seed = 1,
                                                  .attention = {2, 1, 2, 1, 2},
                                                  .tip = NET_FILE_BOARD,
                                                  .policies = 4};

#define SMALL(of_version, of_planes, of_blocks, ...)                                               \
    {                                                                                              \
        .name = network_file, .version = of_version, .planes = of_planes, .numbers = 1,            \
        .channels = 1, .mid = 1, .pool = 1, .filter = 1, .blocks = of_blocks, .seed = of_version,  \
        __VA_ARGS__                                                                                \
    }

/* Other networks, as small as possible because each byte is tried. */
static const struct net_file file_kinds[] = {
    SMALL(3, 1, "o", .activation = ""),
    SMALL(8, 1, "g", .activation = ""),
    SMALL(12, 1, "o", .activation = "ACTIVATION_RELU\n"),
    SMALL(15, 1, "o", .activation = "ACTIVATION_MISH\n", .metadata = true),
    SMALL(16, 1, "n(n(o))", .activation = "ACTIVATION_IDENTITY\n"),
};

enum {
    FORMS = 4,
    KINDS = 2 + COUNT(file_kinds)
}; /* forms: text and binary, each compressed or not */

static struct net_file file_of(int number)
{
    int kind = number / FORMS;
    struct net_file file = kind == 0   ? small_network
                           : kind == 1 ? small_transformer
                                       : file_kinds[kind - 2];
    file.binary = number % 2 == 1;
    file.packed = number % FORMS >= 2;
    return file;
}

static char error[200];

static void remove_file(void)
{
    remove(network_file);
}

static struct mi_net *load_network(void)
{
    strcpy(error, "nothing");
    return mi_net_load(network_file, MI_NET_FLOATS, error, sizeof error);
}

/* Evaluates inputs that are all 1. */
static void evaluate_ones(const struct mi_net *net, float policy[AREA + 1])
{
    float plane[2 * AREA], number[2] = {1.0f, 1.0f}, metadata[MI_METADATA];
    struct mi_net_in in = {plane, number, metadata};
    for (int i = 0; i < 2 * AREA; i++)
        plane[i] = 1.0f;
    for (int i = 0; i < MI_METADATA; i++)
        metadata[i] = 0.5f;
    struct mi_net_workspace *work = mi_net_workspace_new(net, SIDE, SIDE, 1);
    ck_assert_ptr_nonnull(work);
    mi_net_run(work, &in, &(struct mi_net_out){.policy = policy}, 1);
    mi_net_workspace_free(work);
}

/* Loads the file; it must give a network that runs, or an error text of one line. */
static bool network_or_error(void)
{
    float policy[AREA + 1];
    struct mi_net *net = load_network();
    if (net) {
        evaluate_ones(net, policy);
        mi_net_free(net);
        return true;
    }
    ck_assert_str_ne(error, "nothing");
    ck_assert_str_ne(error, "");
    ck_assert_ptr_null(strchr(error, '\n'));
    return false;
}

static size_t read_file(char *data)
{
    FILE *file = fopen(network_file, "rb");
    ck_assert_ptr_nonnull(file);
    size_t size = fread(data, 1, LARGEST, file);
    ck_assert_uint_lt(size, LARGEST);
    fclose(file);
    return size;
}

static void write_file(const char *data, size_t size)
{
    FILE *file = fopen(network_file, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(data, 1, size, file), size);
    ck_assert_int_eq(fclose(file), 0);
}

static void write_text(const char *text)
{
    write_file(text, strlen(text));
}

START_TEST(text_and_binary_packed_and_not)
{
    float wanted[AREA + 1], policy[AREA + 1];
    for (int form = 0; form < 4; form++) {
        struct net_file file = small_network;
        file.binary = form % 2 == 1;
        file.packed = form >= 2;
        net_file_write(&file);
        struct mi_net *net = load_network();
        ck_assert_msg(net, "%s", error);
        evaluate_ones(net, form == 0 ? wanted : policy);
        mi_net_free(net);
        ck_assert(form == 0 || memcmp(wanted, policy, sizeof policy) == 0);
    }
}
END_TEST

START_TEST(every_version)
{
    static const char *const encodings[] = {"katago-3", "katago-3", "katago-4",
                                            "katago-5", "katago-6", "katago-7"};
    for (int version = 1; version <= 19; version++) {
        struct net_file file = small_network;
        file.version = version;
        net_file_write(&file);
        struct mi_net *net = load_network();
        ck_assert_msg(!net == (version < 3 || version > 17), "%d: %s", version, error);
        if (net)
            ck_assert_str_eq(mi_net_describe(net)->encoding,
                             encodings[version < 8 ? version - 3 : 5]);
        else
            ck_assert_ptr_nonnull(strstr(error, "version"));
        mi_net_free(net);
    }
}
END_TEST

/* The encoding may follow an @ in the name; a network may have no input numbers. */
START_TEST(other_encodings)
{
    static const struct {
        const char *title, *encoding;
    } cases[] = {{"some", "katago-7"}, {"some@connect4-1", "connect4-1"}, {"@a_B-2", "a_B-2"}};
    for (int i = 0; i < COUNT(cases); i++) {
        float policy[AREA + 1];
        struct net_file file = small_network;
        file.numbers = i;
        net_file_write_as(&file, cases[i].title);
        struct mi_net *net = load_network();
        ck_assert_msg(net, "%s", error);
        ck_assert_str_eq(mi_net_describe(net)->encoding, cases[i].encoding);
        ck_assert_str_eq(mi_net_describe(net)->name, cases[i].title);
        ck_assert_int_eq(mi_net_describe(net)->numbers, i);
        evaluate_ones(net, policy);
        mi_net_free(net);
    }
}
END_TEST

/* Overwrites a byte of the file. */
static void change_byte(int file, size_t at, char byte)
{
    ck_assert_int_eq((int)pwrite(file, &byte, 1, (off_t)at), 1);
}

static void change_all_bytes(const struct net_file *form)
{
    static char data[LARGEST];
    net_file_write(form);
    size_t size = read_file(data);
    int file = open(network_file, O_RDWR);
    ck_assert_int_ge(file, 0);
    for (size_t i = 0; i < size; i += STEP) {
        const char other[] = {(char)(data[i] ^ (1 << i % 8)), '9', ' ', '-'};
        change_byte(file, i, other[i % 4]);
        network_or_error();
        change_byte(file, i, data[i]);
    }
    close(file);
}

static void cut_at_all_bytes(const struct net_file *form)
{
    static char data[LARGEST];
    net_file_write(form);
    size_t size = read_file(data);
    for (size_t i = size - 1; i >= STEP; i -= STEP) {
        ck_assert_int_eq(truncate(network_file, (off_t)i), 0);
        bool whole = network_or_error();
        /* A text may lose its last digits and blanks. */
        ck_assert_msg(!whole || i + 16 > size, "%zu of %zu", i, size);
    }
}

START_TEST(each_byte_changed)
{
    struct net_file form = file_of(_i);
    change_all_bytes(&form);
}
END_TEST

START_TEST(cut_at_each_byte)
{
    struct net_file form = file_of(_i);
    cut_at_all_bytes(&form);
}
END_TEST

/* Each integer of the header and of the layers in turn is increased by 1, set to 0, and too large.
 */
START_TEST(each_size_changed)
{
    static char data[LARGEST], text[LARGEST + 8];
    static const char digits[] = "0123456789", blanks[] = " \n";
    struct net_file form = file_of(FORMS * _i);
    int refused = 0, sizes = 0;
    net_file_write(&form);
    size_t size = read_file(data);
    data[size] = '\0';
    for (size_t at = strcspn(data, blanks); at < size; at += strcspn(data + at, blanks)) {
        at += strspn(data + at, blanks);
        size_t length = strcspn(data + at, blanks);
        if (length == 0 || length > 4 || strspn(data + at, digits) != length || sizes++ % STEP != 0)
            continue;
        const int other[] = {atoi(data + at) + 1, 0, 9999};
        for (int i = 0; i < COUNT(other); i++) {
            snprintf(text, sizeof text, "%.*s%d%s", (int)at, data, other[i], data + at + length);
            write_text(text);
            refused += !network_or_error();
        }
    }
    ck_assert_int_ge(refused, 40 / STEP);
}
END_TEST

START_TEST(foreign_files)
{
    static const char *const texts[] = {
        "",
        "\n",
        "hello world",
        "x",
        "x 8",
        "x 8 22 19 trunk 1 4096 1 1 1 1 conv 3 3 22 4096 1 1 0 0",
        "x 8 22 19 trunk 1000 4096 1 1 1 1 conv 9 9 4096 4096 1 1 @BIN@",
        "\x1f\x8b",
        "(;GM[1]FF[4]SZ[19])",
        "x 99 1 1",
        "x 8 -1 19",
        "x 8 99999999999999999999 19",
    };
    for (int i = 0; i < COUNT(texts); i++) {
        write_text(texts[i]);
        ck_assert_msg(!network_or_error(), "%s", texts[i]);
    }
    remove(network_file);
    ck_assert(!network_or_error());
    ck_assert_ptr_null(mi_net_load(".", MI_NET_FLOATS, error, sizeof error));
}
END_TEST

/* A trunk of one channel and one block; the block follows. */
#define TRUNK                                                                                      \
    "x 17 1 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 t 1 1 1 1 1 1 1 0 0 0 0 0 c 1 1 1 1 1 1 0 d 1 1 0"
#define ATTENTION TRUNK " transformer_attention_block b"

/* The error names what is not supported. */
START_TEST(unsupported_parts)
{
    static const struct {
        const char *text, *word;
    } refused[] = {
        {"x 15 2 2 1 1 1 1 1 1 1 2 0 0 0 0 0 0 0", "header"},
        {"x 15 2 2 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 t 1 1 1 1 1 1 0 0 0 0 0 0 c 1 1 2 1 1 1 1 1 "
         "d 2 1 1 1 e 191 x",
         "192 to 192"},
        {"x 8 1 1 t 1 1 1 1 1 1 c 1 1 1 1 1 1 0 d 1 1 0 some_block", "some_block"},
        {ATTENTION " 3 2 1 1 0 0", "multiple"},
        {ATTENTION " 1 1 1 1 1 0", "even number"},
        {ATTENTION " 128 1 64 1 1 0", "too many channels"},
        {ATTENTION " 999 1 1 1 1 0", "128"},
        {ATTENTION " 1 1 2 1 1 0 n 1 2", "epsilon"},
        {ATTENTION " 1 1 2 1 1 0 n 1 0", "epsilon"},
        {ATTENTION " 1 1 2 1 1 0 n 1 1e-6 1 q 1 3 0 0 0", "channels"},
        {ATTENTION " 1 1 2 1 1 0 n 1 1e-6 1 q 1 2 0 0 k 1 2 0 0 v 1 1 0 o 1 1 0 r 0", "theta"},
        {ATTENTION " 1 1 2 1 1 1 n 1 1e-6 1 q 1 2 0 0 k 1 2 0 0 v 1 1 0 o 1 1 0 r 1 2 2", "1 to 1"},
        {TRUNK " transformer_ffn_block b 1 1 0", "without a gate"},
        {TRUNK " transformer_ffn_block b 1 1 1 n 1 1e-6 1 d 1 1 0 g 1 1 0 o 1 1 0 n 1 1e-6 0 3",
         "groups"},
        {TRUNK
         " transformer_ffn_block b 1 1 1 n 1 1e-6 1 d 1 1 0 g 1 1 0 o 1 1 0 n 1 1e-6 0 0 1 1 a "
         "ACTIVATION_SILU p 3",
         "not 2 or 4"},
        {TRUNK
         " transformer_ffn_block b 1 1 1 n 1 1e-6 1 d 1 1 0 g 1 1 0 o 1 1 0 n 1 1e-6 0 0 1 1 a "
         "ACTIVATION_SILU p 2 0 0 1 0",
         "0 to 0"},
        {"x 8 1 1 t 1 1 1 1 1 1 c 2 1 1 1 1 1 0 0", "odd"},
        {"x 8 1 1 t 1 1 1 1 1 1 c 1 1 2 1 1 1 0 0", "channels"},
        {"x 11 1 1 t 1 1 1 1 1 1 c 1 1 1 1 1 1 0 d 1 1 0 ordinary_block b n 1 0.1 0 0 0 1 a "
         "ACTIVATION_TANH",
         "ACTIVATION_TANH"},
    };
    for (int i = 0; i < COUNT(refused); i++) {
        write_text(refused[i].text);
        ck_assert(!network_or_error());
        ck_assert_msg(strstr(error, refused[i].word), "%s", error);
    }
}
END_TEST

/* Opening a FIFO must not block, and devices are not read. */
START_TEST(irregular_files_are_refused)
{
    ck_assert_int_eq(mkfifo(network_file, 0666), 0);
    ck_assert(!network_or_error());
    ck_assert_str_eq(error, "not a regular file");
    ck_assert_ptr_null(mi_net_load("/dev/zero", MI_NET_FLOATS, error, sizeof error));
    ck_assert_str_eq(error, "not a regular file");
}
END_TEST

/* Compresses a head and a repeated text, and cuts off the last bytes of the file. */
static void compress_head(const char *first, const char *text, int times, int cut)
{
    gzFile file = gzopen(network_file, "wb1");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_ge(gzputs(file, first), 0);
    for (int i = 0; i < times; i++)
        ck_assert_int_gt(gzputs(file, text), 0);
    ck_assert_int_eq(gzclose(file), Z_OK);
    int packed = open(network_file, O_RDWR);
    ck_assert_int_ge(packed, 0);
    ck_assert_int_eq(ftruncate(packed, lseek(packed, 0, SEEK_END) - cut), 0);
    close(packed);
}

/* A file with a bad start is rejected without reading the rest. */
START_TEST(read_no_further_than_needed)
{
    static char blanks[100001];
    memset(blanks, ' ', sizeof blanks - 1);
    compress_head("(;GM[1] ", "no network ", 1000000, 1000);
    ck_assert(!network_or_error());
    ck_assert_str_eq(error, "it is not a network of KataGo or lc0; other learned weights, such "
                            "as Stockfish's, belong to the option eval-file");
    compress_head("x ", blanks, 100, 1000);
    ck_assert(!network_or_error());
    ck_assert_msg(strstr(error, "blanks in a row"), "%s", error);
    memset(blanks, 'x', sizeof blanks - 1);
    compress_head("x 8 22 19 ", blanks, 100, 1000);
    ck_assert(!network_or_error());
    ck_assert_msg(strstr(error, "a word of more than"), "%s", error);
}
END_TEST

/* A small file may decompress to a large network. */
START_TEST(decompression_is_bounded)
{
    static char data[LARGEST];
    for (int i = 0; i < KINDS * FORMS; i++) {
        struct net_file file = file_of(i);
        file.packed = false;
        net_file_write(&file);
        size_t length = read_file(data);
        file.packed = i % FORMS >= 2;
        net_file_write(&file);
        struct mi_net *net =
            mi_net_load_bounded(network_file, length, MI_NET_FLOATS, error, sizeof error);
        ck_assert_msg(net, "%d: %s", i, error);
        mi_net_free(net);
        ck_assert_ptr_null(
            mi_net_load_bounded(network_file, length - 1, MI_NET_FLOATS, error, sizeof error));
        ck_assert_msg(strstr(error, file.packed ? "decompressed" : "bytes"), "%d: %s", i, error);
    }
}
END_TEST

/* A weight of two characters needs four bytes of memory. */
START_TEST(memory_is_bounded)
{
    compress_head("x 8 1 1 t 1 1 1 1 1 1 c 1 1 1 4096 1 1 ", "0 ", 4096, 0);
    ck_assert_ptr_null(mi_net_load_bounded(network_file, 9000, MI_NET_FLOATS, error, sizeof error));
    ck_assert_msg(strstr(error, "memory"), "%s", error);
    compress_head("x 8 4096 1 t 1 1 1 1 1 1 c 9 9 4096 1 1 1 ", "0 ", 1 << 20, 0);
    ck_assert_ptr_null(
        mi_net_load_bounded(network_file, 1 << 20, MI_NET_FLOATS, error, sizeof error));
    ck_assert_msg(strstr(error, "memory"), "%s", error);
}
END_TEST

START_TEST(trailing_data_is_refused)
{
    static char data[LARGEST];
    net_file_write(&small_network);
    size_t size = read_file(data);
    memcpy(data + size, "\n \n", 3);
    write_file(data, size + 3);
    ck_assert_msg(network_or_error(), "%s", error);
    memcpy(data + size, "\nx\n", 3);
    write_file(data, size + 3);
    ck_assert(!network_or_error());
    ck_assert_msg(strstr(error, "more data after"), "%s", error);
}
END_TEST

/* Writes the small network as text and replaces one word, counted from the end: 1 is the weight of
 * the ownership, 12 the network's offset of the lead, 32 that of the no-result logit. */
static void write_with(int place, const char *word)
{
    static char data[LARGEST], changed[LARGEST + 100];
    struct net_file text = small_network;
    text.binary = false;
    net_file_write(&text);
    size_t size = read_file(data), end = size;
    for (;; place--) {
        while (data[end - 1] == ' ' || data[end - 1] == '\n')
            end--;
        size_t start = end;
        while (data[start - 1] != ' ' && data[start - 1] != '\n')
            start--;
        if (place == 1) {
            int n = snprintf(changed, sizeof changed, "%.*s%s%.*s", (int)start, data, word,
                             (int)(size - end), data + end);
            write_file(changed, (size_t)n);
            return;
        }
        end = start;
    }
}

START_TEST(numbers_out_of_range)
{
    static const struct {
        int place;
        const char *word, *error;
    } cases[] = {
        {1, "0.25", NULL},
        {12, "0.25", NULL},
        {32, "-2000", NULL},
        {1, "4.7e30", "out of range"},
        {1, "-4.7e30", "out of range"},
        {1, "1e39", "out of range"},
        {1, "nan", "a number is missing"},
        {1, "inf", "a number is missing"},
        {12, "9e8", "empty board is out of range"},
        {12, "-9e8", "empty board is out of range"},
        {32, "-9e8", "empty board is out of range"},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        write_with(cases[i].place, cases[i].word);
        ck_assert_msg(network_or_error() == !cases[i].error, "%s: %s", cases[i].word, error);
        ck_assert_msg(!cases[i].error || strstr(error, cases[i].error), "%s: %s", cases[i].word,
                      error);
    }
}
END_TEST

static void check_within(const float *x, int n, float least, float most)
{
    for (int i = 0; i < n; i++)
        ck_assert_msg(x[i] >= least && x[i] <= most, "%g", (double)x[i]);
}

/* Whatever the layers compute, the outputs are within bounds. */
START_TEST(absurd_outputs_are_bounded)
{
    static const float inputs[] = {1.0f, 1e30f, -1e30f, 3e38f};
    float plane[2 * AREA], number[2] = {1.0f, 1.0f}, policy[AREA + 1], ownership[AREA];
    net_file_write(&small_network);
    struct mi_net *net = load_network();
    ck_assert_msg(net, "%s", error);
    struct mi_net_workspace *work = mi_net_workspace_new(net, SIDE, SIDE, 1);
    ck_assert_ptr_nonnull(work);
    for (int i = 0; i < COUNT(inputs); i++) {
        struct mi_net_out out = {.policy = policy, .ownership = ownership};
        for (int p = 0; p < 2 * AREA; p++)
            plane[p] = p % 3 ? inputs[i] : -inputs[i];
        mi_net_run(work, &(struct mi_net_in){.plane = plane, .number = number}, &out, 1);
        ck_assert_int_eq(out.absurd, i > 0);
        check_within(policy, AREA + 1, -20000.0f, 20000.0f);
        check_within(ownership, AREA, -1.0f, 1.0f);
        check_within((float[]){out.win, out.loss, out.no_result}, 3, 0.0f, 1.0f);
        ck_assert_float_eq_tol(out.win + out.loss + out.no_result, 1.0f, 1e-5f);
        check_within((float[]){out.score, out.deviation, out.lead}, 3, -20000.0f, 20000.0f);
    }
    mi_net_workspace_free(work);
    mi_net_free(net);
}
END_TEST

int main(void)
{
    keep_freed_memory();
    Suite *suite = suite_create("net file");
    TCase *tests = add_case(suite, "net file", 60);
    tcase_add_checked_fixture(tests, NULL, remove_file);
    tcase_add_test(tests, text_and_binary_packed_and_not);
    tcase_add_test(tests, every_version);
    tcase_add_test(tests, other_encodings);
    tcase_add_loop_test(tests, each_byte_changed, 0, KINDS * FORMS);
    tcase_add_loop_test(tests, cut_at_each_byte, 0, KINDS * FORMS);
    tcase_add_loop_test(tests, each_size_changed, 0, KINDS);
    tcase_add_test(tests, foreign_files);
    tcase_add_test(tests, unsupported_parts);
    tcase_add_test(tests, irregular_files_are_refused);
    tcase_add_test(tests, read_no_further_than_needed);
    tcase_add_test(tests, decompression_is_bounded);
    tcase_add_test(tests, memory_is_bounded);
    tcase_add_test(tests, trailing_data_is_refused);
    tcase_add_test(tests, numbers_out_of_range);
    tcase_add_test(tests, absurd_outputs_are_bounded);
    return run_suite(suite);
}
