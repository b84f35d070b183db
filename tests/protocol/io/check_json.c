/* Strict JSON: what is a valid value, what is read and what is written. */
#include "protocol/io/json.h"
#include "protocol/io/json_walk.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ---- */

/* Nested brackets of that depth around a number. */
static void parse_nested(char *text, int depth)
{
    memset(text, '[', (size_t)depth);
    text[depth] = '1';
    memset(text + depth + 1, ']', (size_t)depth);
    text[2 * depth + 1] = '\0';
}

START_TEST(valid_values)
{
    static const char *const good[] = {"0",
                                       "-0",
                                       "10",
                                       "0.5",
                                       "-1.25e3",
                                       "1E+2",
                                       "1e-2",
                                       " true ",
                                       "false",
                                       "null",
                                       "\"\"",
                                       "{}",
                                       "[]",
                                       "[ ]",
                                       "[1,\t2 , 3]",
                                       "{\"a\" : 1, \"b\":[{}]}",
                                       "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
                                       "\"\\u00e4\\uFFFF\"",
                                       "\"\\ud83d\\ude00\"",
                                       "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""};
    static const char *const bad[] = {"",
                                      " ",
                                      "01",
                                      "-",
                                      ".5",
                                      "1.",
                                      "1.e2",
                                      "1e",
                                      "1e+",
                                      "+1",
                                      "tru",
                                      "nul",
                                      "nan",
                                      "1 2",
                                      "\"",
                                      "\"\\",
                                      "\"\\x\"",
                                      "\"\\u12\"",
                                      "\"\\u12g4\"",
                                      "\"\\ud83d\"",
                                      "\"\\ud83dx\"",
                                      "\"\\ud83d\\u0041\"",
                                      "\"\\ud83d\\n\"",
                                      "\"\\ude00\"",
                                      "\"\x80\"",
                                      "\"\xc3\"",
                                      "\"\n\"",
                                      "[",
                                      "[1",
                                      "[1,",
                                      "[1,]",
                                      "[,1]",
                                      "[1 2]",
                                      "{",
                                      "{1:2}",
                                      "{\"a\"}",
                                      "{\"a\\x\":1}",
                                      "{\"a\" 1}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{\"a\":1",
                                      "]",
                                      "}",
                                      "[1}"};
    char nested[300];
    for (int i = 0; i < COUNT(good); i++)
        ck_assert_msg(mi_json_is_valid(good[i]), "%s", good[i]);
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_msg(!mi_json_is_valid(bad[i]), "%s", bad[i]);
    for (int depth = 60; depth < 70; depth++) {
        parse_nested(nested, depth);
        ck_assert_int_eq(mi_json_is_valid(nested), depth <= 64);
    }
}
END_TEST

/* ---- flat objects ---- */

/* The members read so far, "key=value;". */
static bool note_member(void *context, const char *key, const char *value)
{
    char *text = context;
    size_t n = strlen(text);
    snprintf(text + n, 100 - n, "%s=%.20s;", key, value);
    return strcmp(key, "no") != 0;
}

START_TEST(flat_objects)
{
    static const char *const good[][2] = {{"{}", ""},
                                          {" { } ", ""},
                                          {"{\"a\":1}", "a=1;"},
                                          {"\t{ \"a\" : -1.5 , \"b\":true}", "a=-1.5;b=true;"},
                                          {"{\"a\":\"x, y\",\"\":\"\"}", "a=x, y;=;"},
                                          {"{\"a\":\"\\\"\\\\\"}", "a=\"\\;"},
                                          {"{\"\\u0061\":\"\\n\\/\\u0053\"}", "a=\n/S;"},
                                          {"{\"a\":\"\\ud83d\\ude00\"}", "a=\xf0\x9f\x98\x80;"}};
    static const char *const bad[] = {"",
                                      "x",
                                      "[]",
                                      "{",
                                      "{a:1}",
                                      "{\"a\"}",
                                      "{\"a\"",
                                      "{\"a\":",
                                      "{\"a\":}",
                                      "{\"a\":,}",
                                      "{\"a\":1",
                                      "{\"a\":1 2}",
                                      "{} x",
                                      "{\"a\":1} x",
                                      "{\"a\":\"x}",
                                      "{\"a\":[1]}",
                                      "{\"a\":{}}",
                                      "{\"a\":1\"x\"}",
                                      "{\"a",
                                      "{\"a\\",
                                      "{\"a\":\"x\\",
                                      "{\"no\":1}",
                                      "{\"a\":1,\"b}",
                                      "{\"a\":x[1}",
                                      "{\"a\":\"\\x\"}",
                                      "{\"a\":\"\\u12\"}",
                                      "{\"a\":\"\\ud83d\"}",
                                      "{\"a\":1 \"b\":2}"};
    char text[2000], read[100];
    for (int i = 0; i < COUNT(good); i++) {
        read[0] = '\0';
        ck_assert_msg(mi_json_read(good[i][0], note_member, read), "%s", good[i][0]);
        ck_assert_str_eq(read, good[i][1]);
    }
    for (int i = 0; i < COUNT(bad); i++) {
        read[0] = '\0';
        ck_assert_msg(!mi_json_read(bad[i], note_member, read), "%s", bad[i]);
    }
    for (int quoted = 0; quoted < 2; quoted++) /* up to 511 characters */
        for (int length = 510; length < 514; length++) {
            const char *quote = quoted ? "\"" : "";
            read[0] = '\0';
            snprintf(text, sizeof text, "{\"a\":%s1%0*d%s}", quote, length - 1, 1, quote);
            ck_assert_int_eq(mi_json_read(text, note_member, read), length < 512);
        }
}
END_TEST

/* ---- any object ---- */

static struct mi_json_walk walk;

static void check_text(const char *text, size_t size, const char *want)
{
    char got[64];
    walk = (struct mi_json_walk){.at = text};
    mi_json_text(&walk, got, size);
    ck_assert_msg(walk.bad == !want, "%s", text);
    if (want)
        ck_assert_str_eq(got, want);
}

START_TEST(decoded_strings)
{
    check_text("\"abc\"", 64, "abc");
    check_text("\"abc\"", 3, "ab"); /* the start of the text */
    check_text("\"a\xc3\xa4\"", 3, "a");
    check_text(" \"\\\"\\/\\b\\f\\n\\r\\t\"", 64, "\"/\b\f\n\r\t");
    check_text("\"\\u0041\\u00e4\\u20ac\\ud83d\\ude00\"", 64,
               "A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80");
    check_text("\"\\u0000\"", 64, "\xef\xbf\xbd");
    /* Invalid escapes, and lone surrogates. */
    check_text("\"\\x\"", 64, NULL);
    check_text("\"\\ude00\"", 64, NULL);
    check_text("\"\\ud83d\"", 64, NULL);
    check_text("\"\\ud83d\\u0041\"", 64, NULL);
    check_text("\"\\u12\"", 64, NULL);
    check_text("\"abc", 64, NULL);
    check_text("\"abc\\", 64, NULL);
    check_text("12 ", 64, "12");
    check_text("12", 2, NULL);
    check_text("", 64, NULL);
    check_text(",", 64, NULL);
}
END_TEST

/* Reads {"a":NUMBER,"b":TRUTH,"c":anything}; returns a description of the fault, or NULL. */
static const char *read_all(const char *text)
{
    char key[8], raw[16];
    walk = (struct mi_json_walk){.at = text};
    for (mi_json_open(&walk, '{'); mi_json_more(&walk, '}');) {
        mi_json_key(&walk, key, sizeof key);
        if (strcmp(key, "a") == 0)
            mi_json_number(&walk);
        else if (strcmp(key, "b") == 0)
            mi_json_bool(&walk);
        else if (strcmp(key, "raw") == 0 && !mi_json_raw(&walk, raw, sizeof raw))
            return "too long";
        else if (strcmp(key, "raw") != 0)
            mi_json_skip(&walk);
    }
    return walk.bad ? "bad" : NULL;
}

START_TEST(objects_of_any_depth)
{
    static const char *const good[] = {"{}",
                                       "{\"a\":1}",
                                       "{\"a\":-1.5e3,\"b\":true}",
                                       "{\"b\":false,\"c\":[1,{\"d\":[]}]}",
                                       "{\"c\":null,\"d\":\"\\\"}\"}",
                                       "{\"raw\":[1,2]}",
                                       "{\"raw\":\"x\"}"};
    static const char *const bad[] = {
        "",           "[]",           "{",         "{\"a\"",      "{\"a\":",
        "{\"a\":x}",  "{\"a\":\"\"}", "{\"b\":1}", "{\"b\":tru}", "{\"c\":[1}",
        "{\"c\":[1",  "{\"c\":[\"",   "{\"c\":}",  "{a:1}",       "{\"a\" 1}",
        "{\"raw\":[1"};
    char nested[300], text[400];
    for (int i = 0; i < COUNT(good); i++)
        ck_assert_msg(read_all(good[i]) == NULL, "%s", good[i]);
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_msg(read_all(bad[i]) != NULL, "%s", bad[i]);
    ck_assert_str_eq(read_all("{\"raw\":[1,2,3,4,5,6,7,8]}"), "too long");
    for (int depth = 60; depth < 70; depth++) {
        parse_nested(nested, depth);
        snprintf(text, sizeof text, "{\"c\":%s}", nested);
        ck_assert_int_eq(read_all(text) == NULL, depth <= 64);
    }
}
END_TEST

/* ---- writing ---- */

START_TEST(written_text_is_json)
{
    static const char *const cases[][3] = {
        {"1", "1", "\"1\""}, /* the value, written bare and as a string */
        {"-0.5", "-0.5", "\"-0.5\""},
        {"true", "true", "\"true\""},
        {"false", "false", "\"false\""},
        {"truth", "\"truth\"", "\"truth\""},
        {"01", "\"01\"", "\"01\""},
        {"", "\"\"", "\"\""},
        {"a \"b\" \\", "\"a \\\"b\\\" \\\\\"", "\"a \\\"b\\\" \\\\\""},
        {"\x01\n", "\"\\u0001\\u000a\"", "\"\\u0001\\u000a\""},
        {"\xc3\xa4\xff", "\"\xc3\xa4\\ufffd\"", "\"\xc3\xa4\\ufffd\""}};
    for (int i = 0; i < COUNT(cases); i++)
        for (int bare = 0; bare < 2; bare++) {
            struct mi_reply reply = {0};
            mi_json_add(&reply, cases[i][0], bare);
            mi_reply_add(&reply, "");
            ck_assert_uint_eq(reply.length, strlen(cases[i][bare ? 1 : 2]));
            ck_assert(memcmp(reply.text, cases[i][bare ? 1 : 2], reply.length) == 0);
            mi_reply_free(&reply);
        }
}
END_TEST

/* ---- regions ---- */

/* White's three points in a row, Black to play: the structure, the text and the JSON agree. */
START_TEST(region_in_three_forms)
{
    static const char stones[] = "w a2 w b2 w c2 w d2 w d1 b a3 b b3 b c3 b d3 b e3 b e2 b e1";
    static miai_region region;
    char text[4096], same[4096], cut[8];
    struct mi_reply reply = {0};
    miai_engine *engine = miai_new();
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK);
    ck_assert_int_eq(miai_set_size(engine, 9, 9), MIAI_OK);
    ck_assert_int_eq(miai_set_stones(engine, stones), MIAI_OK);
    ck_assert_int_eq(miai_solve_group(engine, MIAI_TURN, "j10", 0, 20000, &region), MIAI_SYNTAX);
    ck_assert_int_eq(miai_solve_group(engine, MIAI_TURN, "a9", 0, 20000, &region),
                     MIAI_UNSUPPORTED);
    ck_assert_int_eq(miai_solve_group(engine, MIAI_TURN, "d1", 0, 20000, &region), MIAI_OK);
    ck_assert_int_eq(region.status, MIAI_GROUP_DEAD);
    ck_assert_int_eq(region.player, 0);
    ck_assert_int_eq(region.defender, 1);
    ck_assert(region.is_sealed && !region.is_part && !region.assumes_enclosed);
    ck_assert_str_eq(miai_region_assumes(&region), "");
    ck_assert_int_eq(region.works, 1);
    ck_assert_int_eq(region.works + region.fails, region.moves);
    ck_assert_str_eq(region.move[0].move, "B1");
    ck_assert_int_eq(region.move[0].result, MIAI_LIFE_WORKS);
    int length = miai_region_text(&region, text, sizeof text);
    ck_assert_uint_eq(strlen(text), (size_t)length);
    ck_assert_int_eq(miai_region_text(&region, NULL, 0), length);
    ck_assert_int_eq(miai_region_text(&region, cut, sizeof cut), length);
    ck_assert_str_eq(cut, "group D");
    ck_assert_int_eq(miai_solve_region(engine, MIAI_TURN, "d1", 0, 20000, same, sizeof same),
                     MIAI_OK);
    ck_assert_str_eq(text, same);
    ck_assert_ptr_nonnull(strstr(text, "\nstatus dead\nproved in "));
    mi_json_add_region(&reply, 3, &region);
    ck_assert_int_eq(miai_solve_group(engine, 2, "d1", 0, 20000, &region), MIAI_BAD_VALUE);
    ck_assert_int_eq(miai_solve_group(engine, 1, "d1", 0, 20000, &region), MIAI_OK);
    ck_assert_int_eq(region.status, MIAI_GROUP_ALIVE);
    ck_assert_int_eq(region.player, 1);
    ck_assert(strncmp(reply.text,
                      "\"turnNumber\":3,\"region\":{\"group\":\"D1\",\"status\":\"dead\",",
                      50) == 0);
    ck_assert_ptr_nonnull(strstr(reply.text, "{\"move\":\"B1\",\"result\":\"works\",\"pv\":["));
    mi_reply_free(&reply);
    miai_free(engine);
}
END_TEST

/* The same without two of Black's stones: what is assumed is part of the text and the JSON. */
START_TEST(region_with_a_gap)
{
    static const char stones[] = "w a2 w b2 w c2 w d2 w d1 b a3 b b3 b c3 b d3 b e3";
    static miai_region region;
    char text[4096];
    struct mi_reply reply = {0};
    miai_engine *engine = miai_new();
    ck_assert_int_eq(miai_set_game(engine, "go"), MIAI_OK);
    ck_assert_int_eq(miai_set_stones(engine, stones), MIAI_OK);
    ck_assert_int_eq(miai_solve_group(engine, MIAI_TURN, NULL, 0, 20000, &region), MIAI_OK);
    ck_assert_int_eq(region.status, MIAI_GROUP_DEAD);
    ck_assert(region.assumes_enclosed);
    miai_region_text(&region, text, sizeof text);
    ck_assert_ptr_nonnull(
        strstr(text, " positions, if the group cannot leave the region\nworks B1"));
    mi_json_add_region(&reply, 0, &region);
    ck_assert_ptr_nonnull(strstr(reply.text, "\"proved\":false,"));
    ck_assert_ptr_nonnull(
        strstr(reply.text, ",\"assumes\":\"the group cannot leave the region\","));
    mi_reply_free(&reply);
    miai_free(engine);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("json");
    TCase *tests = add_case(suite, "json", 10);
    tcase_add_test(tests, valid_values);
    tcase_add_test(tests, flat_objects);
    tcase_add_test(tests, decoded_strings);
    tcase_add_test(tests, objects_of_any_depth);
    tcase_add_test(tests, written_text_is_json);
    tcase_add_test(tests, region_in_three_forms);
    tcase_add_test(tests, region_with_a_gap);
    return run_suite(suite);
}
