/* Tests of src/base: random numbers, clock, mathematics, numbers and text. */
#include "base/clock.h"
#include "base/fmath.h"
#include "base/text.h"
#include "miai_game.h"
#include "tests/support/suite.h"

#include <check.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- random numbers ---- */

/* Computed by hand from the state 1, 2, 3, 4: the result is rotl(s1 * 5, 7) * 9. */
START_TEST(rng_first_numbers)
{
    miai_rng rng = {{1, 2, 3, 4}};
    ck_assert_uint_eq(miai_rng_next(&rng), 11520);
    ck_assert_uint_eq(miai_rng_next(&rng), 0);
    ck_assert_uint_eq(miai_rng_next(&rng), 1509978240);
    ck_assert_uint_eq(miai_rng_next(&rng), UINT64_C(1215971899390074240));
}
END_TEST

/* The first number of splitmix64 from seed 0, as published. */
START_TEST(mix_published_number)
{
    ck_assert_uint_eq(miai_mix(0), UINT64_C(0xe220a8397b1dcdaf));
}
END_TEST

START_TEST(rng_seeds)
{
    miai_rng a, b, c;
    miai_rng_seed(&a, 7);
    miai_rng_seed(&b, 7);
    miai_rng_seed(&c, 8);
    for (int i = 0; i < 100; i++) {
        uint64_t number = miai_rng_next(&a);
        ck_assert_uint_eq(number, miai_rng_next(&b));
        ck_assert_uint_ne(number, miai_rng_next(&c));
    }
}
END_TEST

/* Chi-squared with 6 degrees of freedom exceeds 22.5 once in a thousand times. */
START_TEST(rng_below_uniform)
{
    enum { N = 7, DRAWS = 70000 };
    int count[N] = {0};
    double chi = 0.0, expected = (double)DRAWS / N;
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    for (int i = 0; i < DRAWS; i++) {
        uint32_t number = miai_rng_below(&rng, N);
        ck_assert_uint_lt(number, N);
        count[number]++;
    }
    for (int i = 0; i < N; i++)
        chi += (count[i] - expected) * (count[i] - expected) / expected;
    ck_assert_double_lt(chi, 22.5);
    ck_assert_uint_eq(miai_rng_below(&rng, 1), 0);
}
END_TEST

/* ---- clock ---- */

START_TEST(clock_never_runs_backwards)
{
    struct timespec pause = {0, 20000000};
    double start = mi_clock(), last = start;
    nanosleep(&pause, NULL);
    for (int i = 0; i < 1000; i++) {
        double now = mi_clock();
        ck_assert_double_ge(now, last);
        last = now;
    }
    ck_assert_double_ge(last - start, 0.02);
    ck_assert_double_lt(last - start, 20.0);
}
END_TEST

/* ---- logarithm and exponential ---- */

static void check_ln(double x)
{
    double expected = log(x), error = fabs(mi_ln(x) - expected);
    ck_assert_msg(error <= 1e-15 * fabs(expected) || error <= 1e-15 * 1e-3,
                  "ln %.17g: %.17g, not %.17g", x, mi_ln(x), expected);
}

START_TEST(ln_as_libm)
{
    ck_assert_double_eq(mi_ln(1.0), 0.0);
    for (int i = 1; i <= 200000; i++)
        check_ln(i);
    for (double x = 1e-300; x < 1e300; x *= 1.37)
        check_ln(x);
    for (double x = 0.5; x < 2.0; x += 1.0 / 4096)
        check_ln(x);
}
END_TEST

START_TEST(exp_as_libm)
{
    ck_assert_double_eq(mi_exp(0.0), 1.0);
    for (double x = -100; x <= 100; x += 1.0 / 64)
        ck_assert_double_eq_tol(mi_exp(x) / exp(x), 1.0, 1e-12);
}
END_TEST

/* ---- whole numbers ---- */

START_TEST(integers_are_read)
{
    int64_t value = 42;
    ck_assert(mi_read_int("17", 0, 100, &value) && value == 17);
    ck_assert(mi_read_int("-17", -20, 0, &value) && value == -17);
    ck_assert(mi_read_int("+5", 0, 5, &value) && value == 5);
    ck_assert(mi_read_int("007", 0, 7, &value) && value == 7);
    ck_assert(mi_read_int("1000000000000", 0, INT64_MAX, &value) && value == 1000000000000);
}
END_TEST

static const char *const invalid_integers[] = {
    "",    " 1",  "1 ",  "1.0",  "0x1", "-",  "+",
    "--1", "1e3", "a",   "1a",   "101", "-1", "99999999999999999999999",
    "١",   "1\n", "nan", "1,000"};

START_TEST(invalid_integers_are_refused)
{
    int64_t value = 42;
    ck_assert_msg(!mi_read_int(invalid_integers[_i], 0, 100, &value), "%s", invalid_integers[_i]);
    ck_assert_int_eq(value, 42);
}
END_TEST

/* ---- real numbers ---- */

static const struct {
    const char *text;
    double value;
    const char *written;
} reals[] = {
    {"6.5", 6.5, "6.5"},        {"7", 7.0, "7"},          {"-3.5", -3.5, "-3.5"},
    {"1e1", 10.0, "10"},        {"0.1", 0.1, "0.1"},      {"+.25", 0.25, "0.25"},
    {"5.", 5.0, "5"},           {"1E-2", 0.01, "0.01"},   {"-0", 0.0, "0"},
    {"-0.0000001", -1e-7, "0"}, {"1e+3", 1000.0, "1000"}, {"0.123456", 0.123456, "0.123456"},
    {"375.0", 375.0, "375"},    {"100", 100.0, "100"},    {"0", 0.0, "0"},
};

static void check_reals(void)
{
    for (int i = 0; i < COUNT(reals); i++) {
        double value;
        char text[64];
        ck_assert_msg(mi_read_real(reals[i].text, &value), "%s", reals[i].text);
        ck_assert_msg(value == reals[i].value, "%s read as %.17g", reals[i].text, value);
        ck_assert_int_eq(mi_write_real(value, text, sizeof text), (int)strlen(reals[i].written));
        ck_assert_str_eq(text, reals[i].written);
    }
}

START_TEST(reals_read_and_written)
{
    check_reals();
}
END_TEST

/* Locales whose decimal point is a comma, or has two bytes. */
START_TEST(reals_in_any_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "ru_RU.UTF-8",
                                        "ps_AF.UTF-8"};
    for (int i = 0; i < COUNT(names); i++)
        if (setlocale(LC_ALL, names[i]))
            check_reals();
    setlocale(LC_ALL, "C");
}
END_TEST

static const char *const invalid_reals[] = {"",
                                            ".",
                                            "-",
                                            "nan",
                                            "inf",
                                            "infinity",
                                            "0x10",
                                            "1,5",
                                            "1.5 ",
                                            " 1.5",
                                            "1e",
                                            "1e+",
                                            "1.2.3",
                                            "--1",
                                            "e5",
                                            "1e9999",
                                            "six",
                                            "1.5a",
                                            "1e99999999999999999999"};

START_TEST(invalid_reals_are_refused)
{
    double value = 42.0;
    ck_assert_msg(!mi_read_real(invalid_reals[_i], &value), "%s", invalid_reals[_i]);
    ck_assert_double_eq(value, 42.0);
}
END_TEST

START_TEST(reals_in_short_buffers)
{
    char text[3];
    ck_assert_int_eq(mi_write_real(-12.5, text, sizeof text), 5);
    ck_assert_str_eq(text, "-1");
    ck_assert_int_eq(mi_write_real(-12.5, NULL, 0), 5);
}
END_TEST

/* ---- points ---- */

START_TEST(points_written_and_read)
{
    char text[8];
    for (int y = 0; y < 25; y++)
        for (int x = 0; x < 25; x++) {
            ck_assert_int_eq(miai_point_text(x, y, text, sizeof text), (int)strlen(text));
            ck_assert_ptr_null(strchr(text, 'I'));
            ck_assert_int_eq(miai_point_read(text, 25, 25), y * 25 + x);
            text[0] = (char)(text[0] - 'A' + 'a');
            ck_assert_int_eq(miai_point_read(text, 25, 25), y * 25 + x);
        }
    miai_point_text(8, 18, text, sizeof text);
    ck_assert_str_eq(text, "J19");
}
END_TEST

START_TEST(points_with_all_letters)
{
    char text[8];
    for (int x = 0; x < 26; x++) {
        miai_point_text_in(MIAI_LETTERS_ALL, x, 11, text, sizeof text);
        ck_assert_int_eq(text[0], 'A' + x);
        ck_assert_int_eq(miai_point_read_in(MIAI_LETTERS_ALL, text, 26, 12), 11 * 26 + x);
    }
    ck_assert_int_eq(miai_point_read_in(MIAI_LETTERS_ALL, "i1", 9, 9), 8);
    ck_assert_int_eq(miai_point_read_in(MIAI_LETTERS_ALL, "j1", 9, 9), MIAI_NO_MOVE);
    ck_assert_int_eq(miai_point_read_in(MIAI_LETTERS_GTP, "j1", 9, 9), 8);
}
END_TEST

static const char *const invalid_points[] = {
    "",     "A",    "1",  "I5", "i5",  "A0",        "A-1",
    "A+1",  "K1",   "A8", "AA", "1A",  "A1 ",       " A1",
    "pass", "A1.0", "@1", "[1", "A 1", "\303\2041", "A99999999999999999999"};

START_TEST(invalid_points_are_refused)
{
    ck_assert_msg(miai_point_read(invalid_points[_i], 9, 7) == MIAI_NO_MOVE, "%s",
                  invalid_points[_i]);
}
END_TEST

static char mark_one_point(const void *context, int x, int y)
{
    const char *rows = context;
    return rows[y * 3 + x];
}

START_TEST(board_diagram_is_drawn)
{
    static const char expected[] = "   A B C\n 2 . O . 2\n 1 X . . 1\n   A B C";
    char text[64];
    int length = miai_board_diagram(3, 2, mark_one_point, "X...O.", text, sizeof text);
    ck_assert_str_eq(text, expected);
    ck_assert_int_eq(length, (int)strlen(expected));
    ck_assert_int_eq(miai_board_diagram(3, 2, mark_one_point, "X...O.", NULL, 0), length);
}
END_TEST

/* ---- text ---- */

START_TEST(same_text)
{
    ck_assert(mi_same_text("Pass", "pASS"));
    ck_assert(mi_same_text("", ""));
    ck_assert(!mi_same_text("pass", "pas"));
    ck_assert(!mi_same_text("pas", "pass"));
    ck_assert(!mi_same_text("[", "{"));
}
END_TEST

/* Examples of RFC 3629, section 7, and the first and last character of each length. */
START_TEST(characters_written)
{
    static const struct {
        unsigned character;
        const char *bytes;
    } cases[] = {
        {'A', "A"},
        {0x7f, "\x7f"},
        {0x80, "\xc2\x80"},
        {0x7ff, "\xdf\xbf"},
        {0x800, "\xe0\xa0\x80"},
        {0x2262, "\xe2\x89\xa2"},
        {0xffff, "\xef\xbf\xbf"},
        {0x10000, "\xf0\x90\x80\x80"},
        {0x233b4, "\xf0\xa3\x8e\xb4"},
        {0x10ffff, "\xf4\x8f\xbf\xbf"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[5] = "xxxx";
        size_t length = mi_utf8_write(cases[i].character, text);
        ck_assert_uint_eq(length, strlen(cases[i].bytes));
        ck_assert_uint_eq(length, mi_utf8_length(text, sizeof text));
        ck_assert_mem_eq(text, cases[i].bytes, length);
        ck_assert(length == 4 || text[length] == 'x');
    }
}
END_TEST

START_TEST(out_in_long_and_short_buffers)
{
    for (size_t size = 0; size <= 12; size++) {
        char text[16];
        struct mi_out out;
        memset(text, '#', sizeof text);
        mi_out_init(&out, size ? text : NULL, size);
        mi_out_add(&out, "ab");
        mi_out_char(&out, '-');
        mi_out_format(&out, "%d/%s", 12, "xyz");
        ck_assert_int_eq(mi_out_length(&out), 9);
        if (size > 0)
            ck_assert_int_eq(strncmp(text, "ab-12/xyz", size - 1), 0);
        if (size > 0)
            ck_assert_uint_eq(strlen(text), size - 1 < 9 ? size - 1 : 9);
        ck_assert_int_eq(text[size], '#');
    }
}
END_TEST

/* A formatted text of any length fits. */
START_TEST(out_long_piece)
{
    static char piece[3000], text[4000];
    struct mi_out out;
    memset(piece, 'x', sizeof piece - 1);
    mi_out_init(&out, text, sizeof text);
    mi_out_format(&out, "<%s>", piece);
    ck_assert_int_eq(mi_out_length(&out), (int)sizeof piece + 1);
    ck_assert_int_eq(text[sizeof piece], '>');
}
END_TEST

static char print_dot(const void *context, int x, int y)
{
    (void)context, (void)x, (void)y;
    return '.';
}

START_TEST(diagram_with_all_letters)
{
    char text[64];
    miai_board_diagram_in(MIAI_LETTERS_ALL, 9, 1, print_dot, NULL, text, sizeof text);
    ck_assert_ptr_nonnull(strstr(text, "A B C D E F G H I\n"));
}
END_TEST

START_TEST(utf16_is_converted)
{
    static const struct {
        const char *bytes;
        size_t length;
        const char *text;
        long broken;
    } cases[] = {
        {"\xff\xfe", 2, "", 0},
        {"\xff\xfe\x41\x00\xac\x20", 6, "A\xe2\x82\xac", 0},
        {"\xfe\xff\xd8\x3d\xde\x00", 6, "\xf0\x9f\x98\x80", 0},
        /* An unpaired low surrogate, an unpaired high surrogate at the end, and half a unit. */
        {"\xfe\xff\xde\x00\x00\x41\xd8\x3d", 8,
         "\xef\xbf\xbd"
         "A"
         "\xef\xbf\xbd",
         2},
        {"\xff\xfe\x41", 3, "\xef\xbf\xbd", 1},
    };
    for (int i = 0; i < COUNT(cases); i++) {
        size_t length = cases[i].length;
        long broken;
        ck_assert(mi_has_utf16_mark(cases[i].bytes, length));
        char *text = mi_utf16_decode(cases[i].bytes, &length, &broken);
        ck_assert_str_eq(text, cases[i].text);
        ck_assert_uint_eq(length, strlen(text));
        ck_assert_int_eq(broken, cases[i].broken);
        free(text);
    }
    ck_assert(!mi_has_utf16_mark("\xff\xfe", 1));
    ck_assert_uint_eq(mi_utf8_mark("\xef\xbb\xbfx", 4), 3);
    ck_assert_uint_eq(mi_utf8_mark("\xef\xbb\xbf", 2), 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("base");
    TCase *tests = add_case(suite, "base", 4);
    tcase_add_test(tests, rng_first_numbers);
    tcase_add_test(tests, mix_published_number);
    tcase_add_test(tests, rng_seeds);
    tcase_add_test(tests, rng_below_uniform);
    tcase_add_test(tests, clock_never_runs_backwards);
    tcase_add_test(tests, ln_as_libm);
    tcase_add_test(tests, exp_as_libm);
    tcase_add_test(tests, integers_are_read);
    tcase_add_loop_test(tests, invalid_integers_are_refused, 0, COUNT(invalid_integers));
    tcase_add_test(tests, reals_read_and_written);
    tcase_add_test(tests, reals_in_any_locale);
    tcase_add_loop_test(tests, invalid_reals_are_refused, 0, COUNT(invalid_reals));
    tcase_add_test(tests, reals_in_short_buffers);
    tcase_add_test(tests, points_written_and_read);
    tcase_add_test(tests, points_with_all_letters);
    tcase_add_loop_test(tests, invalid_points_are_refused, 0, COUNT(invalid_points));
    tcase_add_test(tests, board_diagram_is_drawn);
    tcase_add_test(tests, diagram_with_all_letters);
    tcase_add_test(tests, same_text);
    tcase_add_test(tests, characters_written);
    tcase_add_test(tests, out_in_long_and_short_buffers);
    tcase_add_test(tests, out_long_piece);
    tcase_add_test(tests, utf16_is_converted);
    return run_suite(suite);
}
