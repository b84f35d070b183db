/* Games of files: what is read is written as it was, or in another format; what is wrong is said.
 */
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 1 << 16 };

static miai_file file;

static miai_game_record *read_first(const char *format, const char *text, size_t length)
{
    file = (miai_file){.bytes = text, .length = length, .line = 1};
    return miai_game_record_read(format, &file);
}

static miai_game_record *read_good(const char *format, const char *text)
{
    miai_game_record *record = read_first(format, text, strlen(text));
    ck_assert_msg(record != NULL, "line %ld: %s in %s", file.fault_line, file.fault, text);
    return record;
}

static const char *written(const miai_game_record *record)
{
    static char text[TEXT];
    int length = miai_game_record_write(record, text, sizeof text);
    ck_assert_int_lt(length, TEXT);
    ck_assert_int_eq(length, (int)strlen(text));
    return text;
}

/* The text in another format, until the next call. */
static const char *converted(const char *from, const char *to, const char *text)
{
    long line = 0;
    miai_game_record *record = read_good(from, text);
    miai_game_record *other = miai_game_record_convert(engine, record, to, &line);
    ck_assert_msg(other != NULL, "line %ld: %s in %s", line,
                  miai_error_reason(engine, MIAI_NO_LOAD), text);
    miai_game_record_free(record);
    const char *result = written(other);
    miai_game_record_free(other);
    return result;
}

static int load(const char *format, const char *text)
{
    miai_game_record *record = read_good(format, text);
    int error = miai_game_record_load(engine, record, 0, NULL);
    miai_game_record_free(record);
    return error;
}

/* ---- SGF ---- */

/* In the style of servers and programs, old and new. */
static const char *const sgf_games[] = {
    /* KGS */
    "(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]\nRU[Japanese]SZ[19]HA[2]KM[0.50]TM[1800]OT[3x30 "
    "byo-yomi]\n"
    "PW[white]PB[black]WR[2k?]BR[4k]DT[2013-02-04]PC[The KGS Go Server at http://www.gokgs.com/]"
    "AB[dp][pd]RE[W+Resign]\n;W[dd]WL[1790.25]\n;B[pp]BL[1799.9]OB[3]C[black [4k\\]: "
    "hi\\\\\n]\n)\n",
    /* OGS */
    "(;FF[4]\nCA[UTF-8]\nGM[1]\nDT[2020-05-05]\nPC[OGS: https://online-go.com/game/1]\nGN[Friendly "
    "\\]]\n"
    "TM[600]OT[5x30 "
    "byo-yomi]\nRE[B+R]\nSZ[9]\nKM[5.5]\nRU[AGA]\n;B[ee]\n(;W[gc]\n(;B[cc]\n(;W[tt]\n))))",
    /* Tygem and Fox */
    "(;GM[1]FF[4]  SZ[19]  "
    "\r\nPB[\xe9\xbb\x91]PW[\xe7\x99\xbd]HA[0]KM[375]RU[Chinese]RE[B+R]\r\n;B[pd]"
    ";W[dd];B[pq];W[dp])\r\n",
    /* IGS */
    "\n\n(;\nGM[1]FF[3]\nRU[Japanese]SZ[19]HA[3]KM[0.5]\nPW[w ]\nPB[b]\nGN[b vs. w]\n"
    "DT[1999-01-01]\nOT[time:1*600]\n;AB[dp][pd][pp]\n;W[fc];B[qn])\n\n",
    /* older ones */
    "From: somebody (at a "
    "place)\n\n(;GaMe[1]VieW[]SiZe[19]Comment[one\\:two]\n;Black[pd];White[dd]\n"
    ";Black[tt] (;White[dp]TimeLeft[100])(;White[pp];B[cc](;W[dc])(;W[cd]))) trailing words\n",
    /* set-up, lists, unknown properties, white space in odd places */
    "( ;FF [4] XX[a] [b]\t[c]AB[aa:cc] [ee]\nAW[gg:ii]AE [aa]PL[W]TR[aa]\n\n[bb]  LB[cc:1]\n"
    "; W [ff]KO[] MN[1]; B[ef]ZZ[ \\\n x])",
};

START_TEST(sgf_is_kept_byte_by_byte)
{
    miai_game_record *record = read_good("sgf", sgf_games[_i]);
    ck_assert_str_eq(written(record), sgf_games[_i]);
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, NULL), MIAI_OK);
    ck_assert_str_eq(miai_game_record_format(sgf_games[_i], strlen(sgf_games[_i])), "sgf");
    miai_game_record_free(record);
    ck_assert_ptr_null(miai_game_record_read("sgf", &file));
    ck_assert_int_eq(file.fault_line, 0);
}
END_TEST

START_TEST(several_games)
{
    miai_game_record *record;
    static const char good[] = "(;SZ[9];B[aa])\n junk \n(;SZ[9];B)\n\n(;FF[4]SZ[9];B[cc]) end\n";
    miai_game_record_free(read_first("sgf", good, strlen(good)));
    ck_assert_ptr_null(miai_game_record_read("sgf", &file));
    ck_assert_int_eq(file.fault_line, 3);
    ck_assert_str_eq(file.fault, "property B has no value: \"[\" is missing");
    record = miai_game_record_read("sgf", &file);
    ck_assert_str_eq(written(record), "(;FF[4]SZ[9];B[cc]) end\n");
    miai_game_record_free(record);
}
END_TEST

static double komi_of(const char *komi)
{
    char text[256];
    snprintf(text, sizeof text, "(;SZ[9]KM[%s])", komi);
    ck_assert_int_eq(load("sgf", text), MIAI_OK);
    return miai_komi(engine);
}

START_TEST(komi_as_people_write_it)
{
    ck_assert_double_eq(komi_of("6.5"), 6.5);
    ck_assert_double_eq(komi_of("0.00"), 0);
    ck_assert_double_eq(komi_of("6,5"), 6.5);
    ck_assert_double_eq(komi_of(" 7.5 points"), 7.5);
    ck_assert_double_eq(komi_of("-3.5"), -3.5);
    ck_assert_double_eq(komi_of("375"), 7.5);
    ck_assert_double_eq(komi_of("3.75"), 7.5);
    ck_assert_double_eq(komi_of("650"), 6.5);
    ck_assert_double_eq(komi_of("none"), 7.5); /* the usual one */
}
END_TEST

static void check_rules(const char *written_so, const char *meant)
{
    char text[256], rules[64];
    snprintf(text, sizeof text, "(;SZ[9]RU[%s])", written_so);
    ck_assert_int_eq(load("sgf", text), MIAI_OK);
    miai_get_option(engine, "rules", rules, sizeof rules);
    ck_assert_msg(strcmp(rules, meant) == 0, "%s: %s", written_so, rules);
}

START_TEST(rules_as_people_write_them)
{
    check_rules("Japanese", "japanese");
    check_rules("jp", "japanese");
    check_rules("Chinese rules", "chinese");
    check_rules("New Zealand", "nz");
    check_rules("NZ", "nz");
    check_rules("AGA", "aga");
    check_rules("Tromp-Taylor", "tromp-taylor");
    check_rules("\xe6\x97\xa5\xe6\x9c\xac", "japanese");
    check_rules("our own", "chinese");
}
END_TEST

START_TEST(handicap_without_stones)
{
    int8_t piece[MIAI_MAX_POINTS];
    ck_assert_int_eq(load("sgf", "(;SZ[9]HA[2];W[ee])"), MIAI_OK);
    ck_assert_int_eq(miai_board(engine, piece), MIAI_OK);
    ck_assert_int_eq(piece[2 * 9 + 2] + piece[6 * 9 + 6], 0);
    ck_assert_int_eq(piece[4 * 9 + 4], 1);
    ck_assert_int_eq(load("sgf", "(;SZ[9]HA[2];B[cc];B[gg];W[ee])"), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 3);
}
END_TEST

/* In GBK and Shift-JIS a character's second byte may be a bracket or a backslash. */
START_TEST(encodings)
{
    ck_assert_ptr_nonnull(
        strstr(converted("sgf", "text", "(;SZ[9]CA[GBK]PB[\x81\x5d\x84\x5c];B[aa])"),
               "black \xe4\xb9\x9a\xe5\x88\x93\n"));
    ck_assert_ptr_nonnull(
        strstr(converted("sgf", "text", "(;SZ[9]CA[Shift_JIS]PB[\x83\x5c];B[aa])"),
               "black \xe3\x82\xbd\n"));
    ck_assert_ptr_nonnull(strstr(converted("sgf", "text", "(;SZ[9]CA[ISO-8859-1]PW[\xfc];B[aa])"),
                                 "white \xc3\xbc\n"));
    ck_assert_ptr_nonnull(strstr(converted("sgf", "text", "(;SZ[9]PW[\xfc \\] \\\\];B[aa])"),
                                 "white \xc3\xbc ] \\\n"));
    ck_assert_ptr_nonnull(
        strstr(converted("sgf", "text", "(;SZ[9]CA[GBK]PW[\xc3\xbc];B[aa])"), "white \xc3\xbc\n"));
}
END_TEST

/* ---- PGN ---- */

static const char lichess[] =
    "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2021.03.04\"]\n"
    "[White \"a\"]\n[Black \"b \\\"x\\\" \\\\\"]\n[Result \"1-0\"]\n[UTCDate \"2021.03.04\"]\n"
    "[TimeControl \"180+2\"]\n[ECO \"C20\"]\n\n"
    "1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5 { [%clk 0:03:00] } 2. Qh5?! Nc6 3. Bc4 Nf6?? "
    "{ (0.5 \xe2\x86\x92 M1) } (3... g6 4. Qf3 (4. Qd1 d6 $10) 4... Nf6) 4. Qxf7# 1-0\n\n\n";

static const char chess_com[] = "\xef\xbb\xbf[Event \"Live Chess\"]\r\n[Result \"0-1\"]\r\n\r\n1. "
                                "f3 {[%clk 0:09:58.1]} 1... e5 "
                                "{[%clk 0:09:59]} 2. g4 $4\r\n2... Qh4# 0-1\r\n";

START_TEST(pgn_is_read_and_written)
{
    miai_game_record *record = read_good("pgn", lichess);
    char first[TEXT];
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, NULL), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 7);
    ck_assert(miai_over(engine, NULL));
    strcpy(first, written(record));
    miai_game_record_free(record);
    ck_assert_ptr_nonnull(strstr(first, "[Black \"b \\\"x\\\" \\\\\"]\n"));
    ck_assert_ptr_nonnull(strstr(first, "1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5"));
    ck_assert_ptr_nonnull(strstr(first, "(3... g6 4. Qf3 (4. Qd1 d6 $10) 4... Nf6)"));
    record = read_good("pgn", first);
    ck_assert_str_eq(written(record), first);
    miai_game_record_free(record);
    ck_assert_int_eq(load("pgn", chess_com), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 4);
}
END_TEST

static const struct {
    const char *text;
    int plies;
} pgn_habits[] = {
    {"1.e4 e5 2.Nf3 Nc6 3.Bb5 a6", 6},
    {"1. e2-e4 e7-e5 2. Ng1-f3", 3},
    {"1. e4 e5 2 Nf3 Nc6 *", 4},
    {"1. e4 ; a comment ( { [\n1... e5 *", 2},
    {"% an escape\n1. e4 *", 1},
    {"1. e4\r% an escape\n1... e5 *", 2},
    {"1. e4 d5 2. e5 f5 3. exf6 e.p. *", 5},
    {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 O-O 1/2", 8},
    {"{before} 1. e4! e5?! ( {first} 1... c5 {then} ( 1... e6 ) 2. Nf3 ) *", 2},
    {"[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n30... Kd7 31. e4 *", 2},
    {"[Variant \"Chess960\"]\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - "
     "2 "
     "9\"]\n9. g3 *",
     1},
    {"[Variant \"connect4\"]\n1. D1 D2 2. D3 *", 3},
    {"1. e4 -- 2. d4 *", 2},
};

START_TEST(pgn_as_people_write_it)
{
    ck_assert_int_eq(load("pgn", pgn_habits[_i].text), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), pgn_habits[_i].plies);
}
END_TEST

/* ---- faults, with their lines ---- */

static const struct {
    const char *format, *text, *fault;
    long line;
} faults[] = {
    {"sgf", "", "no game: the file is empty", 1},
    {"sgf", "nothing", "no game record: \"(;\" is missing", 1},
    {"sgf", "(;\n;B[aa]\n", "the file ends within a game that begins here", 1},
    {"sgf", "(;\n;B[aa\n", "the file ends within a value that begins here", 2},
    {"sgf", "(;\n\n;B)", "property B has no value: \"[\" is missing", 3},
    {"sgf", "(;\nblack[aa])", "\"black\" is no property: its name has no capital letter", 2},
    {"sgf", "(;\n!)", "\"!\" instead of a node (\";\"), a property or \")\"", 2},
    {"sgf", "(;B[aa]())", "a variation without a node: \";\" is missing", 1},
    {"sgf", "(;SZ[9]\n;B[aa]\n;W[aa])", "move 2, aa, is not legal", 3},
    {"sgf", "(;SZ[9]\n;B[zz])", "move 1, zz, is no move of the game", 2},
    {"sgf", "(;SZ[9]\nAB[zz])", "AB[zz]: no stone can stand there", 1},
    {"sgf", "(;SZ[x])", "SZ[x]: not a size, as \"19\" and \"9:7\" are", 1},
    {"sgf", "(;GM[3])", "GM[3]: no game here has that number", 1},
    {"sgf", "(;SZ[99])", "Go is not played on 99x99", 1},
    {"pgn", "[Event x]\n", "not a tag of the form [Name \"value\"]", 1},
    {"pgn", "\n[Event \"x]\n", "a tag's value has no end: '\"' is missing", 2},
    {"pgn", "[Event \"x\"\n1. e4", "a tag has no end: \"]\" is missing", 2},
    {"pgn", "1. e4\n{ ...\n", "a comment has no end: \"}\" is missing", 2},
    {"pgn", "1. e4\n( 1. d4\n", "a variation has no end: \")\" is missing", 2},
    {"pgn", "1. e4 )", "\")\" without a \"(\" before it", 1},
    {"pgn", "( 1. e4 )", "a variation without a move before it to replace", 1},
    {"pgn", "1. e4 ( ( 1. d4", "a variation without a move before it to replace", 1},
    {"pgn", "1. e4 \xef\xbb\xbf", "move 2, \xef\xbb\xbf, is no move of the game", 1},
    {"pgn", "1. e4 }", "\"}\" without its opening one", 1},
    {"pgn", "1. e4\ne5\n2. Qh6", "move 3, Qh6, is no move of the game", 3},
    {"pgn", "[FEN \"8/8/8 w - - 0 1\"]\n*",
     "not a position of Chess, the board has 3 ranks, not 8: 8/8/8 w - - 0 1", 1},
    {"epd", "4k3/8/8/8/8/8/4R3/4K3 w - -",
     "not a position of Chess, Black is in check, and White is to move: "
     "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
     1},
    {"pgn", "[Variant \"Atomic\"]\n*",
     "no game \"Atomic\" here (go connect4 tictactoe chess othello hex gomoku)", 1},
    {"epd", "8/8 w", "no EPD: board, player, castling and en passant are to come first", 1},
    {"epd", "\n4k3/8/8/8/8/8/8/4K3 w - - id \"x;", "operation id: '\"' is missing", 2},
    {"text", "game ches\nmoves e4",
     "no game \"ches\" here (go connect4 tictactoe chess othello hex gomoku)", 1},
    {"text", "game go\nsize x\nD4", "size \"x\": not a size, as \"19\" and \"9x7\" are", 1},
    {"text", "game go\nmoves D4\nmoves D4", "move 2, D4, is not legal", 3},
};

START_TEST(faults_are_told)
{
    long line = 0;
    miai_game_record *record =
        read_first(faults[_i].format, faults[_i].text, strlen(faults[_i].text));
    if (file.fault_line) {
        miai_game_record_free(record);
        ck_assert_str_eq(file.fault, faults[_i].fault);
        ck_assert_int_eq(file.fault_line, faults[_i].line);
        return;
    }
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, &line), MIAI_NO_LOAD);
    const char *reason = strchr(miai_error_reason(engine, MIAI_NO_LOAD), ':') + 2;
    ck_assert_str_eq(reason, faults[_i].fault);
    ck_assert_int_eq(line, faults[_i].line);
    miai_game_record_free(record);
}
END_TEST

/* ---- from one format to another ---- */

START_TEST(go_to_text_and_back)
{
    const char *text = converted("sgf", "text", sgf_games[0]);
    ck_assert_str_eq(text, "game go\nsize 19\nkomi 0.5\nrules japanese\n"
                           "place The KGS Go Server at http://www.gokgs.com/\ndate 2013-02-04\n"
                           "black black\nwhite white\nresult W+Resign\ntime 1800\n"
                           "stones black D4 Q16\nhandicap 2\nturn white\n"
                           "moves D16 # [%clk 0:29:50]\n"
                           "moves Q4 # black [4k]: hi\\  [%clk 0:29:59]\n\n");
    char copy[TEXT];
    strcpy(copy, text);
    text = converted("text", "sgf", copy);
    ck_assert_str_eq(text,
                     "(;GM[1]FF[4]CA[UTF-8]AP[miai]SZ[19]KM[0.5]RU[japanese]"
                     "PC[The KGS Go Server at http://www.gokgs.com/]DT[2013-02-04]"
                     "PB[black]PW[white]RE[W+Resign]TM[1800]AB[dp][pd]HA[2]PL[W]\n;W[dd]WL[1790]\n"
                     ";B[pp]BL[1799]C[black [4k\\]: hi\\\\])");
}
END_TEST

/* A result that no tag has stands behind the moves. */
START_TEST(last_word_of_pgn)
{
    ck_assert_ptr_nonnull(strstr(converted("pgn", "text", "1. d4 1-0"), "result 1-0\n"));
    ck_assert_ptr_nonnull(
        strstr(converted("pgn", "text", "[Result \"0-1\"]\n1. d4 1-0"), "result 0-1\n"));
    ck_assert_ptr_null(strstr(converted("pgn", "text", "1. d4 *"), "result"));
    ck_assert_ptr_nonnull(
        strstr(converted("pgn", "sgf", "[Variant \"go\"]\n\n1. A1 1/2-1/2"), "RE[0]"));
}
END_TEST

/* Lines that end in two bytes, or are broken for the eye alone. */
START_TEST(blanks_of_sgf)
{
    const char *text =
        converted("sgf", "text", "(;SZ[9];B[aa]C[a\r\nb\tc\vd\\\r\ne\n\nf\n\rg\\\nh])");
    ck_assert_msg(strstr(text, "A9 # a b c de  f gh\n"), "%s", text);
}
END_TEST

START_TEST(go_through_pgn)
{
    char copy[TEXT];
    strcpy(copy, converted("sgf", "pgn",
                           "(;GM[1]SZ[9]KM[5.5]RU[aga]PB[x]PW[y]RE[B+R]DT[2020-01-02];B[ee]C[a } b]"
                           "BL[61.5](;W[cc]TE[1];B[])(;W[dd](;B[aa])(;B[bb])))"));
    ck_assert_ptr_nonnull(strstr(copy, "[White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n"));
    ck_assert_ptr_nonnull(strstr(
        copy, "1. E5 {a ) b [%clk 0:01:01]} 1... C7 $1 (1... D6 2. A9 (2. B8)) 2. pass 1-0"));
    ck_assert_str_eq(
        converted("pgn", "sgf", copy),
        "(;GM[1]FF[4]CA[UTF-8]AP[miai]SZ[9]KM[5.5]RU[aga]DT[2020-01-02]PB[x]PW[y]"
        "RE[B+R]\n;B[ee]BL[61]C[a ) b]\n(;W[cc]TE[1]\n;B[])\n(;W[dd]\n(;B[aa])\n(;B[bb])))");
}
END_TEST

/* White is who begins, and 1-0 his win; in plain text and SGF that is Black where SGF has the game.
 */
static const struct {
    const char *plain, *tags; /* of the same game */
    const char *back;         /* what becomes of the tags as plain text, if not the same */
} winners[] = {
    {"game tictactoe\nsize 3\nwhite x\nblack y\nresult 1-0\nmoves A1 A2 B1 B2 C1\n\n",
     "[White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n[Variant \"tictactoe\"]\n", NULL},
    {"game connect4\nsize 7x6\nwhite x\nblack y\nresult 0-1\nmoves A1 B1 A2 B2 C1 B3 C2 B4\n\n",
     "[White \"x\"]\n[Black \"y\"]\n[Result \"0-1\"]\n[Variant \"connect4\"]\n", NULL},
    {"game othello\nsize 8\nblack x\nwhite y\nresult W+2\nmoves d3 c5\n\n",
     "[White \"x\"]\n[Black \"y\"]\n[Result \"0-1\"]\n[ResultText \"W+2\"]\n", NULL},
    {"game gomoku\nsize 15\nblack x\nwhite y\nresult 1-0\nmoves A1 B1\n\n",
     "[White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n[Variant \"gomoku\"]\n", "result B+\n"},
};

START_TEST(white_of_pgn_begins)
{
    char copy[TEXT], result[100];
    const char *line = strstr(winners[_i].plain, "result");
    strcpy(copy, converted("text", "pgn", winners[_i].plain));
    ck_assert_msg(strstr(copy, winners[_i].tags) != NULL, "%s", copy);
    snprintf(result, sizeof result, "%.*s\n", (int)strcspn(line, "\n"), line);
    const char *back = converted("pgn", "text", copy);
    ck_assert_msg(strstr(back, winners[_i].back ? winners[_i].back : result) != NULL, "%s", back);
    bool black = strstr(winners[_i].plain, "black x") != NULL;
    ck_assert_ptr_nonnull(strstr(back, black ? "black x\nwhite y\n" : "white x\nblack y\n"));
}
END_TEST

START_TEST(chess_to_epd_and_text)
{
    ck_assert_str_eq(converted("pgn", "epd", "1. e4 (1. d4) c5 *"),
                     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n"
                     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n"
                     "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n");
    ck_assert_str_eq(converted("pgn", "text", "[White \"x\"]\n1. e4 c5 2. Nf3 1-0"),
                     "game chess\nsize 8\nwhite x\nresult 1-0\nmoves e2e4 c7c5 g1f3\n\n");
    ck_assert_ptr_nonnull(strstr(converted("text", "pgn", "game chess\nmoves f3 e5 g4 Qh4#\n"),
                                 "[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n"));
    const char *epd =
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n";
    miai_game_record *record = read_good("epd", epd);
    ck_assert_str_eq(written(record), epd);
    miai_game_record_free(record);
    ck_assert_ptr_nonnull(strstr(converted("epd", "pgn", epd), "{bm Qg6; id \"WAC.001\";} *"));
}
END_TEST

START_TEST(what_a_format_has_no_word_for)
{
    static const struct {
        const char *from, *to, *text;
    } none[] = {
        {"sgf", "pgn", "(;SZ[9]AB[aa])"},
        {"sgf", "text", "(;SZ[9];B[aa];AB[bb])"},
        {"sgf", "epd", "(;SZ[9];B[aa])"},
        {"pgn", "sgf", "1. e4 *"},
        {"sgf", "pgn", "(;SZ[9];B[aa](;W[bb])(;W[aa]))"},
        {"pgn", "nothing", "1. e4 *"},
        {"pgn", "pgn", "1. e4 *"},
    };
    for (int i = 0; i < COUNT(none); i++) {
        miai_game_record *record = read_good(none[i].from, none[i].text);
        ck_assert_ptr_null(miai_game_record_convert(engine, record, none[i].to, NULL));
        miai_game_record_free(record);
    }
}
END_TEST

/* Files that were cut off. */
START_TEST(the_end_is_missing)
{
    static const char cut[] = "(;SZ[9];B[aa](;W[bb]\n";
    miai_game_record *record = read_first("sgf", cut, strlen(cut));
    ck_assert_int_eq(file.fault_line, 1);
    ck_assert_str_eq(written(record), "(;SZ[9];B[aa](;W[bb]))");
    miai_game_record_free(record);
}
END_TEST

START_TEST(variations)
{
    miai_game_record *record =
        read_good("sgf", "(;SZ[9](;B[aa](;W[bb];B[dd])(;W[cc](;B[ee])(;B[ff])))(;B[gg]))");
    ck_assert_int_eq(miai_game_record_variations(record), 3);
    miai_game_record_free(record);
}
END_TEST

START_TEST(notes)
{
    miai_game_record *record = read_good("sgf", "(;SZ[9];B[aa]C[x];W[bb])");
    ck_assert_int_eq(miai_game_record_variations(record), 0);
    ck_assert_int_eq(miai_game_record_note(record, 0, "V", "1"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 1, "comment", "y ]"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 2, "comment", "z"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 3, "comment", "z"), MIAI_BAD_VALUE);
    ck_assert_str_eq(written(record), "(;SZ[9]V[1];B[aa]C[x\ny \\]];W[bb]C[z])");
    miai_game_record_free(record);
    record = read_good("pgn", "1. e4 {x} e5 *");
    ck_assert_int_eq(miai_game_record_note(record, 1, "comment", "y"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 2, "comment", "z"), MIAI_OK);
    ck_assert_str_eq(written(record), "1. e4 {x y} 1... e5 {z} *\n\n");
    miai_game_record_free(record);
}
END_TEST

/* A line beside the main one, as the format writes moves, and as far as they are legal. */
START_TEST(lines)
{
    miai_game_record *record = read_good("pgn", "1. e4 e5 *");
    ck_assert_int_eq(miai_game_record_load(engine, record, 2, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_line(engine, record, 1, "c7c5 g1f3 e1e5"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_line(engine, record, 2, "g1f3"), MIAI_BAD_VALUE);
    ck_assert_str_eq(written(record), "1. e4 e5 (1... c5 2. Nf3) *\n\n");
    char text[16];
    ck_assert_int_eq(miai_write_move(engine, MIAI_TURN, "g8f6", text, sizeof text), 3);
    ck_assert_str_eq(text, "Nf6");
    ck_assert_int_eq(miai_write_move(engine, MIAI_TURN, "g8g6", text, sizeof text), -1);
    miai_game_record_free(record);
    record = read_good("sgf", "(;SZ[9];B[aa];W[bb])");
    ck_assert_int_eq(miai_game_record_load(engine, record, 1, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_line(engine, record, 0, "C3 pass"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_variations(record), 1);
    ck_assert_ptr_nonnull(strstr(written(record), ";B[cg]\n;W[])"));
    miai_game_record_free(record);
}
END_TEST

/* Names by who begins, whatever the format calls them. */
START_TEST(told_heads)
{
    char text[32];
    miai_game_record *record =
        read_good("pgn", "[White \"A\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n\n1. e4 *");
    ck_assert_int_eq(miai_game_record_load(engine, record, 1, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_tell(engine, record, "first", text, sizeof text), 1);
    ck_assert_str_eq(text, "A");
    ck_assert_int_eq(miai_game_record_tell(engine, record, "date", text, sizeof text), -1);
    ck_assert_int_eq(miai_game_record_tell(engine, record, "nothing", text, sizeof text), -1);
    miai_game_record_free(record);
    record = read_good("sgf", "(;SZ[9]PB[C]PW[D]RE[B+2.5])");
    ck_assert_int_eq(miai_game_record_load(engine, record, 1, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_tell(engine, record, "first", text, sizeof text), 1);
    ck_assert_str_eq(text, "C");
    ck_assert_int_eq(miai_game_record_tell(engine, record, "result", text, sizeof text), 5);
    miai_game_record_free(record);
}
END_TEST

/* ---- anything at all ---- */

/* Reads all games, does with each what can be done. */
static void try_all(const char *format, const char *bytes, size_t length)
{
    static const char *const formats[] = {"sgf", "pgn", "epd", "text"};
    static char text[TEXT];
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
        char *cut = malloc(i + 1); /* so that a byte too many is seen */
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

/* Trees as deep, and as wide, as files can be. */
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
        miai_game_record *record = read_good("sgf", text);
        ck_assert_int_eq(miai_game_record_write(record, NULL, 0), (int)n);
        miai_game_record_free(record);
    }
    size_t n = 0;
    for (int i = 0; i < NODES; i++)
        n += (size_t)sprintf(text + n, "a (");
    miai_game_record_free(read_first("pgn", text, n));
    ck_assert_int_eq(file.fault_line, 1);
}
END_TEST

/* Reads as many games as there are; how many were broken. */
static int broken_games(const char *format, const char *text, size_t length)
{
    int broken = 0;
    file = (miai_file){.bytes = text, .length = length, .line = 1};
    while (file.offset < length) {
        miai_game_record *record = miai_game_record_read(format, &file);
        broken += !record && file.fault_line > 0;
        miai_game_record_free(record);
        file.fault_line = 0;
    }
    return broken;
}

/* Behind what is broken the next game is found at once: all that followed was looked at for each
 * "(;". */
START_TEST(broken_at_length)
{
    enum { PAIRS = 400000 };
    static char text[2 * PAIRS + 64];
    for (int end = 0; end < 2; end++) {
        size_t n = (size_t)sprintf(text, "(;x");
        for (int i = 0; i < PAIRS; i++, n += 2)
            memcpy(text + n, i % 1000 ? "(;" : "(\n", 2);
        n += (size_t)sprintf(text + n, end ? "(\n;\nFF[4])" : "");
        ck_assert_int_eq(broken_games("sgf", text, n), 1);
        ck_assert_int_eq(file.line, end ? 403 : 401);
    }
}
END_TEST

/* Behind a broken PGN the next game is that behind an empty line and a tag. */
START_TEST(broken_pgn)
{
    static const char text[] = "1. e4 }\n\n1. d4 d5\n \n[Event \"x\"]\n\n1. c4 *";
    ck_assert_int_eq(broken_games("pgn", text, sizeof text - 1), 1);
    miai_game_record *record = read_first("pgn", text, sizeof text - 1);
    ck_assert_ptr_null(record);
    record = miai_game_record_read("pgn", &file);
    ck_assert_int_eq(miai_game_record_moves(record), 1);
    miai_game_record_free(record);
}
END_TEST

START_TEST(blanks_of_text)
{
    ck_assert_int_eq(load("text", "game\tgo\r\nsize \t9\r\nmoves A1\tB2 \r\n"), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

/* Small games that claim an encoding, each of which had much behind it looked at. */
START_TEST(many_claims)
{
    enum { GAMES = 30000 };
    static const char game[] = "(;CA[GBK])";
    static char text[GAMES * (sizeof game - 1)];
    for (size_t i = 0; i < GAMES; i++)
        memcpy(text + i * (sizeof game - 1), game, sizeof game - 1);
    ck_assert_int_eq(broken_games("sgf", text, sizeof text), 0);
}
END_TEST

static void begin(void)
{
    begin_engine("go");
}

int main(void)
{
    Suite *suite = suite_create("game_record");
    TCase *tests = add_case(suite, "game_record", 60);
    tcase_add_checked_fixture(tests, begin, end_engine);
    tcase_add_loop_test(tests, sgf_is_kept_byte_by_byte, 0, COUNT(sgf_games));
    tcase_add_test(tests, several_games);
    tcase_add_test(tests, komi_as_people_write_it);
    tcase_add_test(tests, rules_as_people_write_them);
    tcase_add_test(tests, handicap_without_stones);
    tcase_add_test(tests, encodings);
    tcase_add_test(tests, pgn_is_read_and_written);
    tcase_add_loop_test(tests, pgn_as_people_write_it, 0, COUNT(pgn_habits));
    tcase_add_loop_test(tests, faults_are_told, 0, COUNT(faults));
    tcase_add_test(tests, go_to_text_and_back);
    tcase_add_test(tests, last_word_of_pgn);
    tcase_add_test(tests, blanks_of_sgf);
    tcase_add_test(tests, go_through_pgn);
    tcase_add_loop_test(tests, white_of_pgn_begins, 0, COUNT(winners));
    tcase_add_test(tests, chess_to_epd_and_text);
    tcase_add_test(tests, what_a_format_has_no_word_for);
    tcase_add_test(tests, the_end_is_missing);
    tcase_add_test(tests, variations);
    tcase_add_test(tests, notes);
    tcase_add_test(tests, lines);
    tcase_add_test(tests, told_heads);
    tcase_add_loop_test(tests, every_byte_changed_or_cut, 0, COUNT(small));
    tcase_add_test(tests, long_and_wide);
    tcase_add_test(tests, broken_at_length);
    tcase_add_test(tests, broken_pgn);
    tcase_add_test(tests, blanks_of_text);
    tcase_add_test(tests, many_claims);
    return run_suite(suite);
}
