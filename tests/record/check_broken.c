/* Malformed game records: readers must not crash, and must end soon. */
#include "tests/support/fixture.h"
#include "tests/support/records.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads all games and applies each operation to them. */
static void try_all(const char *format, const char *bytes, size_t length)
{
    static const char *const formats[] = {"sgf", "pgn", "epd", "text"};
    static char text[RECORD_TEXT];
    miai_file all = {.bytes = bytes, .length = length, .line = 1};
    for (int games = 0; games < 100; games++) {
        miai_game_record *record = miai_game_record_read(format, &all);
        if (!record && all.fault_line == 0)
            return;
        for (int i = 0; record && i < COUNT(formats); i++)
            miai_game_record_free(miai_game_record_convert(engine, record, formats[i], NULL));
        if (record) {
            miai_game_record_write(record, text, sizeof text);
            miai_game_record_load(engine, record, 0, NULL);
        }
        miai_game_record_free(record);
    }
    ck_abort_msg("no end");
}

static const struct {
    const char *format, *text;
} small[] = {
    {"sgf",
     "(;FF[4]CA[GBK]SZ[5]KM[6,5]RU[jp]HA[2]AB[aa:bb]AW[ee]C[a\\]b];W[cc](;B[dd]TE[1])(;B[]))"},
    {"pgn", "[White \"a\\\"\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4! {x} (1. e3 $2) "
            "Kd7 *\n"},
    {"epd", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 bm e4; id \"x;y\";\n"},
    {"text", "game go\nsize 5\nstones black A1 B2\nturn white\nmoves C3 -- D4 # x\n"},
};

START_TEST(every_byte_changed_or_cut)
{
    static const char bytes[] = "\0[](){};\\\"\n $1aA\x81\xff";
    const char *text = small[_i].text;
    size_t length = strlen(text);
    char *copy = malloc(length);
    for (size_t i = 0; i < length; i++) {
        char *cut = malloc(i + 1); /* exact size, so that a sanitizer detects a read past the end */
        memcpy(cut, text, i);
        try_all(small[_i].format, cut, i);
        free(cut);
        for (size_t k = 0; k < sizeof bytes - 1; k++) {
            memcpy(copy, text, length);
            copy[i] = bytes[k];
            try_all(small[_i].format, copy, length);
        }
        memmove(copy, text, length);
        memmove(copy + i, text + i + 1, length - i - 1);
        try_all(small[_i].format, copy, length - 1);
        miai_game_record_format(copy, length - 1);
    }
    free(copy);
}
END_TEST

/* Trees as deep or as wide as a file can hold. */
START_TEST(long_and_wide)
{
    enum { NODES = 50000 };
    static char text[8 * NODES + 16];
    for (int shape = 0; shape < 2; shape++) {
        size_t n = (size_t)sprintf(text, "(;SZ[9]");
        for (int i = 0; i < NODES; i++)
            n += (size_t)sprintf(text + n, shape ? "(;)" : "(;");
        for (int i = 0; i < NODES && !shape; i++)
            text[n++] = ')';
        text[n++] = ')';
        text[n] = '\0';
        miai_game_record *record = read_valid("sgf", text);
        ck_assert_int_eq(miai_game_record_write(record, NULL, 0), (int)n);
        miai_game_record_free(record);
    }
    size_t n = 0;
    for (int i = 0; i < NODES; i++)
        n += (size_t)sprintf(text + n, "a (");
    miai_game_record_free(read_first("pgn", text, n));
    ck_assert_int_eq(record_file.fault_line, 1);
}
END_TEST

/* Reads all games. Returns how many were malformed. */
static int broken_games(const char *format, const char *text, size_t length)
{
    int broken = 0;
    record_file = (miai_file){.bytes = text, .length = length, .line = 1};
    while (record_file.offset < length) {
        miai_game_record *record = miai_game_record_read(format, &record_file);
        broken += !record && record_file.fault_line > 0;
        miai_game_record_free(record);
        record_file.fault_line = 0;
    }
    return broken;
}

/* The time to find the game after a malformed one is linear in the text: the rest must not be
 * scanned for each "(;". */
START_TEST(broken_sgf_is_skipped_quickly)
{
    enum { PAIRS = 400000 };
    static char text[2 * PAIRS + 64];
    for (int end = 0; end < 2; end++) {
        size_t n = (size_t)sprintf(text, "(;x");
        for (int i = 0; i < PAIRS; i++, n += 2)
            memcpy(text + n, i % 1000 ? "(;" : "(\n", 2);
        n += (size_t)sprintf(text + n, end ? "(\n;\nFF[4])" : "");
        ck_assert_int_eq(broken_games("sgf", text, n), 1);
        ck_assert_int_eq(record_file.line, end ? 403 : 401);
    }
}
END_TEST

/* After a malformed PGN game, the next one begins at a tag that follows an empty line. */
START_TEST(broken_pgn)
{
    static const char text[] = "1. e4 }\n\n1. d4 d5\n \n[Event \"x\"]\n\n1. c4 *";
    ck_assert_int_eq(broken_games("pgn", text, sizeof text - 1), 1);
    miai_game_record *record = read_first("pgn", text, sizeof text - 1);
    ck_assert_ptr_null(record);
    record = miai_game_record_read("pgn", &record_file);
    ck_assert_int_eq(miai_game_record_moves(record), 1);
    miai_game_record_free(record);
}
END_TEST

/* Small games that declare an encoding: the following text must not be scanned for each. */
START_TEST(many_encodings_declared)
{
    enum { GAMES = 30000 };
    static const char game[] = "(;CA[GBK])";
    static char text[GAMES * (sizeof game - 1)];
    for (size_t i = 0; i < GAMES; i++)
        memcpy(text + i * (sizeof game - 1), game, sizeof game - 1);
    ck_assert_int_eq(broken_games("sgf", text, sizeof text), 0);
}
END_TEST

static void set_up_engine(void)
{
    begin_engine("go");
}

int main(void)
{
    Suite *suite = suite_create("broken");
    TCase *tests = add_case(suite, "broken", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_loop_test(tests, every_byte_changed_or_cut, 0, COUNT(small));
    tcase_add_test(tests, long_and_wide);
    tcase_add_test(tests, broken_sgf_is_skipped_quickly);
    tcase_add_test(tests, broken_pgn);
    tcase_add_test(tests, many_encodings_declared);
    return run_suite(suite);
}
