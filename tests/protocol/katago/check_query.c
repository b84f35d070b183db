/* Broken queries to KataGo's analysis engine: whatever the input is, each line of output is a JSON
 * object in UTF-8. */
#include "miai_game.h"
#include "protocol/katago/rules.h"
#include "tests/support/client.h"
#include "tests/support/json.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { QUESTIONS = REPEATED(3000), LONGEST = 1024 };

/* ---- checking the output ---- */

static bool is_object(const char *line)
{
    return *line == '{' && is_json(line, strlen(line));
}

START_TEST(json_checker)
{
    static const char *const good[] = {
        "{}",
        "{\"a\":[1,-0.5e+3,true,null,{}],\"\":\"\\u00e4\\\"\xc3\xa4\xf0\x9f\x98\x80\"}",
    };
    static const char *const bad[] = {
        "",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,}",
        "[1]",
        "{\"a\":01}",
        "{\"a\":nan}",
        "{\"a\":\"\x80\"}",
        "{\"a\":1}}",
        "{\"a\":1",
        "{\"a\":\"\n\"}",
        "{\"\\x\":1}",
        "{\"a\":\"\xc0\xaf\"}",
        "{a:1}",
        "{\"a\":.5",
        "{\"a\":\"\xe2\x82\"}",
        "{\"a\":\"\xed\xa0\x80\"}",
    };
    for (int i = 0; i < COUNT(good); i++)
        ck_assert_msg(is_object(good[i]), "%s", good[i]);
    for (int i = 0; i < COUNT(bad); i++)
        ck_assert_msg(!is_object(bad[i]), "%s", bad[i]);
}
END_TEST

/* ---- the komi of rules ---- */

/* The rest of the text, and the komi; 99: there is none. */
static const struct {
    const char *text, *rest;
    double komi;
} rules_with_komi[] = {
    {"japanese", "japanese", 99},
    {"korean", "korean", 99},
    {"koSIMPLEscoreAREAtaxNONEsui0komi-7.5", "koSIMPLEscoreAREAtaxNONEsui0", -7.5},
    {"komi 6 koSIMPLE", "koSIMPLE", 6},
    {"{}", "{}", 99},
    {"{\"komi\":7}", "{}", 7},
    {" { \"komi\" : 0.5 , \"ko\":\"SIMPLE\"}", " { \"ko\":\"SIMPLE\"}", 0.5},
    {"{\"ko\":\"SIMPLE\", \"komi\":150}", "{\"ko\":\"SIMPLE\"}", 150},
    {"{\"a\":1,\"komi\":-150,\"b\":2}", "{\"a\":1,\"b\":2}", -150},
    {"{\"komi\":\"7\"}", "{\"komi\":\"7\"}", 99},
    {"{\"komi\"", "{\"komi\"", 99},
    {"komi", "komi", 99},
    {"komi7..5", "komi7..5", 99},
};

START_TEST(komi_in_rules)
{
    for (int i = 0; i < COUNT(rules_with_komi); i++) {
        char text[64];
        double komi = 99;
        strcpy(text, rules_with_komi[i].text);
        ck_assert(mi_rules_cut_komi(text, &komi) == (rules_with_komi[i].komi != 99));
        ck_assert_str_eq(text, rules_with_komi[i].rest);
        ck_assert_double_eq(komi, rules_with_komi[i].komi);
    }
}
END_TEST

static const struct {
    const char *text;
    double komi;
} usual_komis[] = {
    {"japanese", 6.5},
    {"ancient-territory", 6.5},
    {"chinese", 7.5},
    {"aga-button", 7},
    {"new-zealand", 7},
    {"koSITUATIONALscoreAREAtaxNONEsui1fpok1", 7.5}, /* the same rules, but no name */
    {"{\"hasButton\":true}", 7},
    {"{\"hasButton\":true,\"scoring\":\"TERRITORY\"}", 6.5},
    {"{}", 7.5},
};

START_TEST(usual_komi_of_rules)
{
    miai_engine *engine = miai_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(miai_set_option(engine, "game", "go"), MIAI_OK);
    for (int i = 0; i < COUNT(usual_komis); i++) {
        const char *text = usual_komis[i].text;
        ck_assert_int_eq(mi_rules_set(engine, text), MIAI_OK);
        ck_assert_double_eq(mi_rules_usual_komi(engine, text, 99), usual_komis[i].komi);
    }
    ck_assert_int_eq(miai_set_option(engine, "game", "hex"), MIAI_OK);
    ck_assert_double_eq(mi_rules_usual_komi(engine, "swap", 99), 99);
    miai_free(engine);
}
END_TEST

/* ---- broken queries ---- */

/* Numbers have one digit, so that no change makes them large. */
static const char *const queries[] = {
    "{\"id\":\"q1\",\"moves\":[[\"B\",\"C3\"],[\"W\",\"(1,2)\"]],\"rules\":\"japanese\",\"komi\":6,"
    "\"boardXSize\":5,\"boardYSize\":4,\"analyzeTurns\":[0,2],\"maxVisits\":3,\"priority\":1,"
    "\"includeOwnership\":true,\"includePolicy\":true}",
    "{\"id\":{\"k\":[\"\xc3\xa4\",1]},\"moves\":[],\"rules\":{\"ko\":\"SIMPLE\",\"scoring\":"
    "\"TERRITORY\"},\"boardXSize\":4,\"boardYSize\":4,\"initialStones\":[[\"B\",\"B2\"]],"
    "\"initialPlayer\":\"W\",\"maxVisits\":2,\"includePVVisits\":true,\"overrideSettings\":"
    "{\"analysisPVLen\":3,\"reportAnalysisWinratesAs\":\"WHITE\",\"wideRootNoise\":0}}",
    "{\"id\":4,\"moves\":[[\"W\",\"A1\"]],\"boardXSize\":3,\"boardYSize\":3,\"maxVisits\":2,"
    "\"avoidMoves\":[{\"moves\":[\"A2\"],\"player\":\"B\",\"untilDepth\":1}],"
    "\"includeMovesOwnership\":true,\"priorities\":[7]}",
    "{\"id\":\"v\\\"\\u00e4\",\"action\":\"query_version\"}",
    "{\"id\":\"t\",\"action\":\"terminate\",\"terminateId\":\"q1\",\"turnNumbers\":[0]}",
    "{\"id\":\"c\",\"action\":\"clear_cache\"}",
};

/* Any byte except digits. */
static char any_byte(miai_rng *rng)
{
    static const char signs[] = "{}[]:,\"\\ -.eun\t\r\x80\xc3\xe2\xf0\xff\x01";
    char c;
    if (miai_rng_below(rng, 2))
        return signs[miai_rng_below(rng, sizeof signs - 1)];
    do
        c = (char)miai_rng_below(rng, 256);
    while (c == '\n' || (c >= '0' && c <= '9'));
    return c;
}

/* Changes, adds or removes bytes, or truncates the line. */
static size_t break_line(miai_rng *rng, char *line, size_t length)
{
    size_t at = miai_rng_below(rng, (uint32_t)length), gone = 1 + miai_rng_below(rng, 9);
    switch (miai_rng_below(rng, 8)) {
    case 0:
        return at + 1;
    case 1:
        gone = gone < length - at ? gone : length - at - 1;
        memmove(line + at, line + at + gone, length - at - gone);
        return length - gone;
    case 2:
    case 3:
        memmove(line + at + 1, line + at, length - at);
        length++;
    }
    line[at] = any_byte(rng);
    return length;
}

static void write_queries(FILE *file, uint64_t seed)
{
    char line[LONGEST];
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    for (int i = 0; i < QUESTIONS; i++) {
        const char *question = queries[miai_rng_below(&rng, COUNT(queries))];
        size_t length = strlen(question);
        memcpy(line, question, length);
        for (uint32_t changes = miai_rng_below(&rng, 4); changes > 0; changes--)
            length = break_line(&rng, line, length);
        fwrite(line, 1, length, file);
        fputc('\n', file);
    }
    fclose(file);
}

/* The program's replies to the file. */
static FILE *replies_to(const char *name)
{
    char words[LONGEST];
    const char *program = getenv("MIAI") ? getenv("MIAI") : "./miai";
    snprintf(words, sizeof words, "'%s' --playouts=2 --size=5 analysis <%s", program, name);
    return popen(words, "r");
}

START_TEST(every_reply_is_json)
{
    static char line[1 << 20];
    char name[] = "/tmp/miai-query-XXXXXX";
    int file = mkstemp(name), errors = 0, results = 0, warnings = 0;
    ck_assert_int_ge(file, 0);
    write_queries(fdopen(file, "w"), (uint64_t)_i + 1);
    FILE *answers = replies_to(name);
    ck_assert_ptr_nonnull(answers);
    while (fgets(line, sizeof line, answers)) {
        line[strcspn(line, "\n")] = '\0';
        if (!is_object(line))
            ck_abort_msg("seed %d: %s", _i + 1, line);
        errors += strstr(line, "\"error\"") != NULL;
        warnings += strstr(line, "\"warning\"") != NULL;
        /* How many searches a "terminate" stops depends on the machine's load. */
        results += strstr(line, "\"rootInfo\"") || strstr(line, "\"noResults\"");
    }
    ck_assert_int_eq(pclose(answers), 0);
    unlink(name);
    ck_assert_int_gt(errors, QUESTIONS / 10); /* there was some output */
    ck_assert_int_gt(warnings, QUESTIONS / 100);
    ck_assert_int_gt(results, QUESTIONS / 10);
}
END_TEST

/* ---- terminate ---- */

/* A query whose position takes some time to set up, and whose search would never end. */
static void write_endless(char *text, size_t size)
{
    size_t length = (size_t)snprintf(text, size,
                                     "{\"id\":\"q\",\"boardXSize\":19,\"boardYSize\":19,"
                                     "\"maxVisits\":1000000000,\"moves\":[");
    for (int i = 0; i < 300; i++)
        length += (size_t)snprintf(text + length, size - length, "%s[\"%c\",\"(%d,%d)\"]",
                                   i ? "," : "", i % 2 ? 'W' : 'B', i % 19, i / 19);
    snprintf(text + length, size - length, "]}");
}

/* The terminate arrives a little later each time: while the query waits, during its setup, and
 * during its search. */
START_TEST(terminate_at_any_time)
{
    static char question[1 << 14], line[2][1 << 18];
    struct client client = start_client((const char *[]){"--memory=16", "analysis", NULL});
    write_endless(question, sizeof question);
    for (int i = 0; i < 300; i++) {
        send_line(&client, question);
        usleep((useconds_t)(i * 10));
        send_line(&client, "{\"id\":\"t\",\"action\":\"terminate_all\"}");
        for (int k = 0; k < 2; k++)
            receive_line(&client, line[k], sizeof line[k]);
        ck_assert_msg(strstr(line[0], "{\"id\":\"q\"") == line[0] ||
                          strstr(line[1], "{\"id\":\"q\"") == line[1],
                      "%d: %.200s\n%.200s", i, line[0], line[1]);
    }
    fclose(client.to);
    waitpid(client.process, NULL, 0);
    fclose(client.from);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("query");
    TCase *c = add_case(suite, "query", 120);
    tcase_add_test(c, json_checker);
    tcase_add_test(c, komi_in_rules);
    tcase_add_test(c, usual_komi_of_rules);
    tcase_add_loop_test(c, every_reply_is_json, 0, 3);
    tcase_add_test(c, terminate_at_any_time);
    return run_suite(suite);
}
