/* Records without memory: whichever allocation fails, a game is read, written and converted
 * completely, or not at all with an error. The linker redirects allocations to
 * tests/support/starve.c. */
#include "base/text.h"
#include "record/charset.h"
#include "tests/support/fixture.h"
#include "tests/support/starve.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Records allocate blocks of 16 KiB. The filler before the game shifts the place in the game where
 * a block ends. */
static const struct {
    const char *format, *begin, *pad, *end;
    int least, most;
} shapes[] = {
    {"sgf", "(;SZ[9]XX", "[p]",
     "AB[aa]AW[bb]CA[GBK]PB[\x81\x5d]C[\x81\x5d];B[cc]C[x](;W[dd]N[y](;B[ff])(;B[gg]))(;W[ee]TE[1])"
     ")",
     300, 345},
    {"pgn", "", "[P \"p\"]\n",
     "[White \"a\"]\n[ResultText \"W+R\"]\n[Result \"*\"]\n\n{a} 1. e4 $1 {b} (1. d4 {c} d5 (1... "
     "Nf6!? 2. c4) {d}) 1... {e} e5 *",
     115, 150},
    {"epd", "4k3/8/8/8/8/8/8/R3K3 w Q - ", "c0 p; ", "bm Ra8+; id \"a\";", 115, 150},
    {"text", "", "event p\n",
     "game chess\nblack a\n# b\nmoves e4 e5 # $1 $2 c\n# d\nmoves Nf3 Nc6 # e\nf3d4c5\n", 115, 150},
};

static void write_filler(struct mi_out *out, int shape, int pads)
{
    mi_out_add(out, shapes[shape].begin);
    for (int i = 0; i < pads; i++)
        mi_out_add(out, shapes[shape].pad);
    mi_out_add(out, shapes[shape].end);
}

static miai_file file;

static miai_game_record *read_text(int shape, const char *text)
{
    file = (miai_file){.bytes = text, .length = strlen(text), .line = 1};
    return miai_game_record_read(shapes[shape].format, &file);
}

static const char *written_text(const miai_game_record *record)
{
    static char text[1 << 14];
    ck_assert_int_lt(miai_game_record_write(record, text, sizeof text), (int)sizeof text);
    return text;
}

/* Each allocation while reading fails in turn. */
static void starve_reader(int shape, const char *text)
{
    bool failed = true;
    char whole[1 << 14];
    miai_game_record *record = read_text(shape, text);
    ck_assert_msg(record != NULL, "%s", file.fault);
    strcpy(whole, written_text(record));
    miai_game_record_free(record);
    for (int n = 1; failed; n++) {
        starve_at(n);
        record = read_text(shape, text);
        failed = stop_starving();
        ck_assert(failed || record);
        if (record)
            ck_assert_str_eq(written_text(record), whole);
        else
            ck_assert_msg(file.fault_line > 0 && strstr(file.fault, "memory"), "%s", file.fault);
        ck_assert_uint_le(file.offset, file.length);
        miai_game_record_free(record);
    }
}

START_TEST(reading_without_memory)
{
    char text[1 << 14];
    for (int pads = shapes[_i].least; pads <= shapes[_i].most; pads++) {
        struct mi_out out;
        mi_out_init(&out, text, sizeof text);
        write_filler(&out, _i, pads);
        ck_assert_int_lt(mi_out_length(&out), (int)sizeof text);
        starve_reader(_i, text);
    }
}
END_TEST

/* A note that cannot be allocated leaves the record unchanged. */
START_TEST(notes_without_memory)
{
    char text[1 << 14], kept[1 << 14];
    for (int pads = shapes[_i].least - 10; pads <= shapes[_i].most; pads++) {
        struct mi_out out;
        bool failed = true;
        mi_out_init(&out, text, sizeof text);
        write_filler(&out, _i, pads);
        for (int n = 1; failed; n++) {
            miai_game_record *record = read_text(_i, text);
            int moves = miai_game_record_moves(record);
            starve_at(n);
            int error = miai_game_record_note(record, 0, "comment", "a note]\\");
            failed = stop_starving();
            ck_assert(failed || error != MIAI_NO_MEMORY);
            strcpy(kept, written_text(record));
            miai_game_record_free(record);
            record = read_text(_i, kept);
            ck_assert_msg(record != NULL, "%s", file.fault);
            ck_assert_int_eq(miai_game_record_moves(record), moves);
            miai_game_record_free(record);
        }
    }
}
END_TEST

/* The record in another format, or "" on failure; the n-th allocation fails. */
static const char *starved_conversion(const miai_game_record *record, const char *format, int n)
{
    long line = 0;
    starve_at(n);
    miai_game_record *other = miai_game_record_convert(engine, record, format, &line);
    const char *text = other ? written_text(other) : "";
    miai_game_record_free(other);
    return text;
}

START_TEST(converting_without_memory)
{
    static const char *const formats[] = {"sgf", "pgn", "epd", "text"};
    char text[1 << 14], whole[1 << 14];
    struct mi_out out;
    mi_out_init(&out, text, sizeof text);
    write_filler(&out, _i, 2);
    miai_game_record *record = read_text(_i, text);
    for (int to = 0; to < COUNT(formats); to++) {
        bool failed = true;
        strcpy(whole, starved_conversion(record, formats[to], 0));
        for (int n = 1; failed; n++) {
            const char *made = starved_conversion(record, formats[to], n);
            failed = stop_starving();
            if (!failed || *made)
                ck_assert_msg(strcmp(made, whole) == 0, "%s, allocation %d: %s", formats[to], n,
                              made);
        }
    }
    miai_game_record_free(record);
}
END_TEST

/* Lack of memory must not change a text. */
START_TEST(encodings_without_memory)
{
    static const struct {
        const char *name, *text, *utf8;
    } texts[] = {
        {"GBK", "\xd7\xd6", "\xe5\xad\x97"},
        {"", "\xfc", "\xc3\xbc"},
        {"none such", "\xfc", "\xc3\xbc"},
        {"UTF-8", "\xc3\xbc", "\xc3\xbc"},
        {"an encoding with a name that is longer than all", "\xfc", "\xc3\xbc"},
        {"Shift_JIS", "\xfc", "\xc3\xbc"}, /* not valid in this encoding */
    };
    for (int i = 0; i < COUNT(texts); i++) {
        bool failed = true;
        for (int n = 1; failed; n++) {
            starve_at(n);
            char *utf8 = mi_to_utf8(texts[i].name, strlen(texts[i].name), texts[i].text,
                                    strlen(texts[i].text));
            failed = stop_starving();
            ck_assert(failed == !utf8);
            if (utf8)
                ck_assert_str_eq(utf8, texts[i].utf8);
            free(utf8);
        }
    }
}
END_TEST

static void set_up_engine(void)
{
    begin_engine("chess");
}

int main(void)
{
    Suite *suite = suite_create("starved records");
    TCase *tests = add_case(suite, "starved", 20);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_loop_test(tests, reading_without_memory, 0, COUNT(shapes));
    tcase_add_loop_test(tests, notes_without_memory, 0, COUNT(shapes));
    tcase_add_loop_test(tests, converting_without_memory, 0, COUNT(shapes));
    tcase_add_test(tests, encodings_without_memory);
    return run_suite(suite);
}
