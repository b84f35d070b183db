/* Records at the limits of the formats, as people and programs write them: how each game is written
 * again, and what is reported as an error. */
#include "miai.h"
#include "record/charset.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 3, TEXT = 4096 };

static miai_file file_of(const char *text)
{
    return (miai_file){.bytes = text, .length = strlen(text), .line = 1};
}

static const struct {
    const char *format, *text, *game[GAMES + 1]; /* the games of the file, as written again */
} good[] = {
    {"pgn", "[Event \"a\rb\"]\n\n1. e4 *", {"[Event \"a b\"]\n\n1. e4 *\n\n", NULL}},
    {"pgn",
     "1. e4 e5 ( {1}{2}{3}{4}{5}{6}{7}{8}{9}{10} 1... c5 ) *",
     {"1. e4 e5 ({1} {2} {3} {4} {5} {6} {7} {8} {9} {10} 1... c5) *\n\n", NULL}},
    {"pgn", "1. e4 e5 ( {of no move} ) 2. d4 *", {"1. e4 e5 2. d4 *\n\n", NULL}},
    {"pgn", "1. e4 ; of one line  \r\n e5 *", {"1. e4 { of one line} 1... e5 *\n\n", NULL}},
    {"pgn",
     "1. e4 ( 1. d4 1-0 ) ( 1. c4 * ) e5 1-0",
     {"1. e4 (1. d4) (1. c4) 1... e5 1-0\n\n", NULL}},
    {"pgn",
     "1. e4 ( 1. d4 ( 1. c4 ) ( 1. b4 ) d5 ) ( 1. a4 ) e5 *",
     {"1. e4 (1. d4 d5) (1. c4) (1. b4) (1. a4) 1... e5 *\n\n", NULL}},
    {"pgn", "1. e4?!?! e5!! ?! *", {"1. e4 e5 $3 $6 *\n\n", NULL}},
    {"pgn",
     "1. e4 += e5 =+ 2. Nf3+/- Nc6 \xc2\xb1 3. Bb5 N a6+- 4. Ba4!-+ Nf6 $146 5. O-O = *",
     {"1. e4 $14 e5 $15 2. Nf3 $16 Nc6 $16 3. Bb5 $146 a6 $18 4. Ba4 $1 $19 Nf6 $146\n"
      "5. O-O $10 *\n\n",
      NULL}},
    {"pgn", "1. e4 %e5 *", {"1. e4 %e5 *\n\n", NULL}},
    {"pgn", "1. e4 $300 {x}y *", {"1. e4 $300 {x} 1... y *\n\n", NULL}},
    {"pgn",
     "[Event \"a\"][Site \"\\a\\\"\"]\n*",
     {"[Event \"a\"]\n[Site \"\\\\a\\\"\"]\n\n*\n\n", NULL}},
    {"pgn",
     "[Event \"a\"]\n[Event \"b\"]\n*",
     {"[Event \"a\"]\n\n*\n\n", "[Event \"b\"]\n\n*\n\n", NULL}},
    {"pgn",
     "1. e4 e5\n\n[Event \"b\"]\n\n1. d4 *",
     {"1. e4 e5 *\n\n", "[Event \"b\"]\n\n1. d4 *\n\n", NULL}},
    {"pgn", "1-0", {"1-0\n\n", NULL}},
    {"pgn", "\xef\xbb", {"1. \xef\xbb *\n\n", NULL}},
    {"pgn", "e4\n%", {"1. e4 *\n\n", NULL}},
    {"pgn",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 300000\"]\n Kd7 *",
     {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 300000\"]\n\n100001... Kd7 *\n\n", NULL}},
    {"pgn",
     "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n Kd1 *",
     {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 0\"]\n\n1. Kd1 *\n\n", NULL}},
    {"epd", "4k3/8/8/8/8/8/8/4K3\tw - -\r\n", {"4k3/8/8/8/8/8/8/4K3\tw - -\n", NULL}},
    {"epd",
     "# x\n\n \r\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ; ; bm Ke2 ; id \"a;b\" ;c0 \"\"\n# end",
     {"4k3/8/8/8/8/8/8/4K3 w - - hmvc 0; fmvn 1; bm Ke2; id \"a;b\"; c0 \"\";\n", NULL}},
    {"epd", "4k3/8/8/8/8/8/8/4K3 w - - 5 x;", {"4k3/8/8/8/8/8/8/4K3 w - - hmvc 5; x;\n", NULL}},
    {"epd", "4k3/8/8/8/8/8/8/4K3 w - - 5x;", {"4k3/8/8/8/8/8/8/4K3 w - - 5x;\n", NULL}},
    {"epd",
     "4k3/8/8/8/8/8/8/4K3 w - -;\n4k3/8/8/8/8/8/8/3K4 b - -",
     {"4k3/8/8/8/8/8/8/4K3 w - -\n", "4k3/8/8/8/8/8/8/3K4 b - -\n", NULL}},
    {"sgf", "(;B2[aa])", {"(;B2[aa])", NULL}},
    {"sgf", "(;FF[4](B[aa])(;B[bb]))", {"(;FF[4](;B[aa])(;B[bb]))", NULL}},
    {"sgf", "(;B[a\\\r\nb][c\\\n\rd])", {"(;B[a\\\r\nb][c\\\n\rd])", NULL}},
    {"sgf", "(;B[aa])x(;W[bb])(;GM[1];B[cc])", {"(;B[aa])", "x(;W[bb])", "(;GM[1];B[cc])", NULL}},
    {"text", "D4 1. D5 2... ... D6 12x .", {"moves D4 D5 ... D6 12x .\n\n", NULL}},
    {"text",
     "game go\nD4 # $5 $x good\n# $1\n# second\n",
     {"game go\nmoves D4 # $5\n# $x good\n# $1\n# second\n\n", NULL}},
    {"text", "f5d6c3 e2e4 f5d6c f5d6c3x 5f", {"moves f5 d6 c3 e2e4 f5d6c f5d6c3x 5f\n\n", NULL}},
    {"text",
     "game go\nsize\nkomi   6.5 # about\nmoves\n",
     {"game go\nkomi 6.5\ncomment about\n\n", NULL}},
    {"text", "D4\n\nE5\n", {"moves D4\n\n", "moves E5\n\n", NULL}},
    {"text", "e4 Qxf7# e5 #mate", {"moves e4 Qxf7# e5 # mate\n\n", NULL}},
    {"text", "D4 # $", {"moves D4\n# $\n\n", NULL}},
    {"text", "# $3\nD4", {"comment $3\nmoves D4\n\n", NULL}},
};

START_TEST(records_of_other_programs)
{
    char text[TEXT];
    miai_file file = file_of(good[_i].text);
    for (int i = 0; i <= GAMES; i++) {
        miai_game_record *record = miai_game_record_read(good[_i].format, &file);
        ck_assert_int_eq(file.fault_line, 0);
        ck_assert_msg(!record == !good[_i].game[i], "game %d of %s", i + 1, good[_i].text);
        if (!record)
            return;
        ck_assert_int_lt(miai_game_record_write(record, text, sizeof text), TEXT);
        ck_assert_str_eq(text, good[_i].game[i]);
        miai_game_record_free(record);
    }
}
END_TEST

static const struct {
    const char *format, *text, *fault;
    long line;
} bad[] = {
    {"pgn", "1. e4 ( ( 1. d4 ) ) *", "a variation needs a move before it that it replaces", 1},
    {"pgn", "1. e4 $ *", "\"$\" without a number", 1},
    {"pgn", "1. e4 {a\nb} e5\n{c}d} *", "\"}\" without an opening bracket", 3},
    {"pgn", "%\n", "no game: the file is empty or has only comments", 1},
    {"epd", "4k3/8/8/8/8/8/8/4K3 w - - averyverylongnameofanoperation \"x",
     "operation averyverylongnameofa: '\"' is missing", 1},
    {"sgf", "(;2B[aa])", "\"2\" instead of a node (\";\"), a property or \")\"", 1},
    {"sgf", "(;averylongnamewithoutacapital[aa])",
     "\"averylongnamewithout\" is not a property: its name has no capital letter", 1},
    {"sgf", "(;FF[4]\1)", "byte 1 instead of a node (\";\"), a property or \")\"", 1},
    {"sgf", "(;CA[GBK", "the file ends within a value that begins here", 1},
    {"sgf", " \r\n", "no game: the file is empty or has only comments", 1},
    {"sgf", "((", "not a game record: \"(;\" is missing", 1},
    {"text", "", "no game: the file is empty or has only comments", 1},
    {"text", " \r\n\n", "no game: the file is empty or has only comments", 1},
    {"epd", "\n# end", "no game: the file is empty or has only comments", 1},
};

START_TEST(faulty_records)
{
    miai_file file = file_of(bad[_i].text);
    ck_assert_ptr_null(miai_game_record_read(bad[_i].format, &file));
    ck_assert_str_eq(file.fault, bad[_i].fault);
    ck_assert_int_eq(file.fault_line, bad[_i].line);
}
END_TEST

/* A UTF-8 game that declares GBK is read as UTF-8, whether the sample that is checked ends within a
 * character or between two. In GBK its last byte would form a character with the bracket. */
START_TEST(utf8_that_claims_gbk)
{
    enum { CHARACTERS = 30001, BYTES = 3 };
    static char text[CHARACTERS * BYTES + 100];
    size_t length = (size_t)sprintf(text, "(;SZ[9]CA[GBK]C[%.*s", _i, "aaa");
    for (int i = 0; i < CHARACTERS; i++, length += BYTES)
        memcpy(text + length, "\xe5\xad\x97", BYTES);
    strcpy(text + length, "];B[aa];W[bb])");
    miai_file file = file_of(text);
    miai_game_record *record = miai_game_record_read("sgf", &file);
    ck_assert_msg(record != NULL, "%s", file.fault);
    ck_assert_int_eq(miai_game_record_moves(record), 2);
    miai_game_record_free(record);
}
END_TEST

/* A NUL does not cut the text of a comment. */
START_TEST(nul_in_a_comment)
{
    static const char *const encodings[] = {"UTF-8", "Latin-1", "GBK"};
    static const char *const letters[] = {"\xc3\xbc", "\xfc", "\xd7\xd6"};
    static const char *const expected[] = {"\xc3\xbc b", "\xc3\xbc b", "\xe5\xad\x97 b"};
    char text[4] = "";
    size_t length = strlen(letters[_i]);
    memcpy(text, letters[_i], length);
    memcpy(text + length, "\0b", 2);
    char *utf8 = mi_to_utf8(encodings[_i], strlen(encodings[_i]), text, length + 2);
    ck_assert_str_eq(utf8, expected[_i]);
    free(utf8);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("habits");
    TCase *tests = add_case(suite, "habits", 10);
    tcase_add_loop_test(tests, records_of_other_programs, 0, COUNT(good));
    tcase_add_loop_test(tests, faulty_records, 0, COUNT(bad));
    tcase_add_loop_test(tests, utf8_that_claims_gbk, 0, 4);
    tcase_add_loop_test(tests, nul_in_a_comment, 0, 3);
    return run_suite(suite);
}
