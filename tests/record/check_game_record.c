/* Records are written as they were read, and errors are reported with their lines. */
#include "tests/support/fixture.h"
#include "tests/support/records.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* ---- SGF ---- */

/* In the style of old and new servers and programs. */
static const char *const sgf_games[] = {
    /* KGS */
    record_of_kgs,
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
    miai_game_record *record = read_valid("sgf", sgf_games[_i]);
    ck_assert_str_eq(record_text(record), sgf_games[_i]);
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, NULL), MIAI_OK);
    ck_assert_str_eq(miai_game_record_format(sgf_games[_i], strlen(sgf_games[_i])), "sgf");
    miai_game_record_free(record);
    ck_assert_ptr_null(miai_game_record_read("sgf", &record_file));
    ck_assert_int_eq(record_file.fault_line, 0);
}
END_TEST

START_TEST(several_games)
{
    miai_game_record *record;
    static const char good[] = "(;SZ[9];B[aa])\n junk \n(;SZ[9];B)\n\n(;FF[4]SZ[9];B[cc]) end\n";
    miai_game_record_free(read_first("sgf", good, strlen(good)));
    ck_assert_ptr_null(miai_game_record_read("sgf", &record_file));
    ck_assert_int_eq(record_file.fault_line, 3);
    ck_assert_str_eq(record_file.fault, "property B has no value: \"[\" is missing");
    record = miai_game_record_read("sgf", &record_file);
    ck_assert_str_eq(record_text(record), "(;FF[4]SZ[9];B[cc]) end\n");
    miai_game_record_free(record);
}
END_TEST

static double komi_after(const char *before, const char *komi)
{
    char text[256];
    snprintf(text, sizeof text, "(;SZ[9]%sKM[%s])", before, komi);
    ck_assert_int_eq(load_record("sgf", text), MIAI_OK);
    return miai_komi(engine);
}

static double komi_of(const char *komi)
{
    return komi_after("", komi);
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
    ck_assert_double_eq(komi_of("325"), 6.5);
    ck_assert_double_eq(komi_of("-375"), -7.5);
    ck_assert_double_eq(komi_of("350"), 3.5);
    ck_assert_double_eq(komi_of("50"), 50);
    ck_assert_double_eq(komi_of("6 1/2"), 6.5);
    ck_assert_double_eq(komi_of("3 3/4"), 7.5);
    ck_assert_double_eq(komi_of("1/2"), 0.5);
    ck_assert_str_eq(miai_note(engine), "");
}
END_TEST

START_TEST(komi_in_other_scripts)
{
    ck_assert_double_eq(komi_of("6\302\275"), 6.5);
    ck_assert_double_eq(komi_of("-\302\275"), -0.5);
    ck_assert_double_eq(komi_of("3\302\276"), 7.5);
    ck_assert_double_eq(komi_of("7\347\233\256\345\215\212"), 7.5);
    ck_assert_double_eq(komi_of("6\347\233\256"), 6);
    ck_assert_double_eq(komi_of("\345\205\255\347\233\256\345\215\212"), 6.5);
    ck_assert_double_eq(komi_of("\357\274\225\345\215\212\347\233\256"), 5.5);
    ck_assert_double_eq(komi_of("3\345\217\2103/4\345\255\220"), 7.5);
    ck_assert_double_eq(komi_of("3.75\345\255\220"), 7.5);
    ck_assert_double_eq(komi_of("6\354\247\221\353\260\230"), 6.5);
    ck_assert_double_eq(komi_after("CA[Shift_JIS]", "7\226\332\224\274"), 7.5);
}
END_TEST

START_TEST(komi_of_servers)
{
    static const char *const writers[] = {"AP[foxwq]", "AP[SGFC:1.18]"};
    for (int i = 0; i < COUNT(writers); i++) {
        ck_assert_double_eq(komi_after(writers[i], "350"), 7);
        ck_assert_double_eq(komi_after(writers[i], "325"), 6.5);
        ck_assert_double_eq(komi_after(writers[i], "375"), 7.5);
        ck_assert_double_eq(komi_after(writers[i], "650"), 6.5);
        ck_assert_double_eq(komi_after(writers[i], "50"), 0.5);
        ck_assert_double_eq(komi_after(writers[i], "0"), 0);
        ck_assert_double_eq(komi_after(writers[i], "7.5"), 7.5);
    }
    ck_assert_double_eq(komi_after("HA[2]AB[cc][gg]", "50"), 0.5);
    ck_assert_double_eq(komi_after("HA[2]AB[cc][gg]", "5"), 5);
}
END_TEST

START_TEST(komi_that_cannot_be_read)
{
    static const char *const wrong[] = {"none", "6.5.5", "1e2", "3/0", "10000", "-"};
    for (int i = 0; i < COUNT(wrong); i++) {
        ck_assert_double_eq(komi_of(wrong[i]), 7.5); /* the default */
        ck_assert_msg(strstr(miai_note(engine), "is not a komi; 7.5 is assumed"), "%s: %s",
                      wrong[i], miai_note(engine));
    }
    ck_assert_double_eq(komi_of(""), 7.5);
    ck_assert_str_eq(miai_note(engine), "");
}
END_TEST

/* In the style of the Nihon Ki-in. */
START_TEST(root_without_semicolon)
{
    static const char text[] = "( TE[x]RD[2025-01-09]KO[6\347\233\256\345\215\212]PB[a]PW[b]"
                               "SZ[9]\n;B[cc];W[gg])\n";
    ck_assert_str_eq(miai_game_record_format(text, strlen(text)), "sgf");
    ck_assert_int_eq(load_record("sgf", text), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 2);
    ck_assert_double_eq(miai_komi(engine), 6.5);
    ck_assert_str_eq(miai_note(engine), "\";\" is missing before the root's properties; "
                                        "the komi is in KO instead of KM");
    ck_assert_int_eq(load_record("sgf", "(;SZ[9]KM[5.5]KO[];B[cc])"), MIAI_OK);
    ck_assert_double_eq(miai_komi(engine), 5.5);
    ck_assert_str_eq(miai_note(engine), "");
    ck_assert_int_eq(miai_load_sgf(engine, text, strlen(text), 0), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

static void check_rules(const char *written_so, const char *meant)
{
    char text[256], rules[64];
    snprintf(text, sizeof text, "(;SZ[9]RU[%s])", written_so);
    ck_assert_int_eq(load_record("sgf", text), MIAI_OK);
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
    ck_assert_int_eq(load_record("sgf", "(;SZ[9]HA[2];W[ee])"), MIAI_OK);
    ck_assert_int_eq(miai_board(engine, piece), MIAI_OK);
    ck_assert_int_eq(piece[2 * 9 + 2] + piece[6 * 9 + 6], 0);
    ck_assert_int_eq(piece[4 * 9 + 4], 1);
    ck_assert_int_eq(load_record("sgf", "(;SZ[9]HA[2];B[cc];B[gg];W[ee])"), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 3);
}
END_TEST

/* In GBK and Shift-JIS the second byte of a character may be a bracket or a backslash. */
START_TEST(text_encodings)
{
    ck_assert_ptr_nonnull(
        strstr(converted_text("sgf", "text", "(;SZ[9]CA[GBK]PB[\x81\x5d\x84\x5c];B[aa])"),
               "black \xe4\xb9\x9a\xe5\x88\x93\n"));
    ck_assert_ptr_nonnull(
        strstr(converted_text("sgf", "text", "(;SZ[9]CA[Shift_JIS]PB[\x83\x5c];B[aa])"),
               "black \xe3\x82\xbd\n"));
    ck_assert_ptr_nonnull(strstr(
        converted_text("sgf", "text", "(;SZ[9]CA[ISO-8859-1]PW[\xfc];B[aa])"), "white \xc3\xbc\n"));
    ck_assert_ptr_nonnull(strstr(converted_text("sgf", "text", "(;SZ[9]PW[\xfc \\] \\\\];B[aa])"),
                                 "white \xc3\xbc ] \\\n"));
    ck_assert_ptr_nonnull(strstr(converted_text("sgf", "text", "(;SZ[9]CA[GBK]PW[\xc3\xbc];B[aa])"),
                                 "white \xc3\xbc\n"));
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
    miai_game_record *record = read_valid("pgn", lichess);
    char first[RECORD_TEXT];
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, NULL), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 7);
    ck_assert(miai_over(engine, NULL));
    strcpy(first, record_text(record));
    miai_game_record_free(record);
    ck_assert_ptr_nonnull(strstr(first, "[Black \"b \\\"x\\\" \\\\\"]\n"));
    ck_assert_ptr_nonnull(strstr(first, "1. e4 { [%eval 0.2] [%clk 0:03:00] } 1... e5"));
    ck_assert_ptr_nonnull(strstr(first, "(3... g6 4. Qf3 (4. Qd1 d6 $10) 4... Nf6)"));
    record = read_valid("pgn", first);
    ck_assert_str_eq(record_text(record), first);
    miai_game_record_free(record);
    ck_assert_int_eq(load_record("pgn", chess_com), MIAI_OK);
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
    ck_assert_int_eq(load_record("pgn", pgn_habits[_i].text), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), pgn_habits[_i].plies);
}
END_TEST

/* ---- faults, with their lines ---- */

static const struct {
    const char *format, *text, *fault;
    long line;
} faults[] = {
    {"sgf", "", "no game: the file is empty or has only comments", 1},
    {"sgf", "nothing", "not a game record: \"(;\" is missing", 1},
    {"sgf", "(;\n;B[aa]\n", "the file ends within a game that begins here", 1},
    {"sgf", "(;\n;B[aa\n", "the file ends within a value that begins here", 2},
    {"sgf", "(;\n\n;B)", "property B has no value: \"[\" is missing", 3},
    {"sgf", "(;\nblack[aa])", "\"black\" is not a property: its name has no capital letter", 2},
    {"sgf", "(;\n!)", "\"!\" instead of a node (\";\"), a property or \")\"", 2},
    {"sgf", "(;B[aa]())", "a variation without a node: \";\" is missing", 1},
    {"sgf", "(;SZ[9]\n;B[aa]\n;W[aa])", "move 2, aa, is not a legal move of Go", 3},
    {"sgf", "(;SZ[9]\n;B[zz])", "move 1, zz, is not a legal move of Go", 2},
    {"sgf", "(;SZ[9]\nAB[zz])", "AB[zz]: illegal stone", 1},
    {"sgf", "(;SZ[x])", "SZ[x]: not a size such as \"19\" or \"9:7\"", 1},
    {"sgf", "(;GM[3])", "GM[3]: no game has that number", 1},
    {"sgf", "(;SZ[99])", "Go is not played on 99x99", 1},
    {"pgn", "[Event x]\n", "not a tag of the form [Name \"value\"]", 1},
    {"pgn", "\n[Event \"x]\n", "a tag's value has no end: '\"' is missing", 2},
    {"pgn", "[Event \"x\"\n1. e4", "a tag has no end: \"]\" is missing", 2},
    {"pgn", "1. e4\n{ ...\n", "a comment has no end: \"}\" is missing", 2},
    {"pgn", "1. e4\n( 1. d4\n", "a variation has no end: \")\" is missing", 2},
    {"pgn", "1. e4 )", "\")\" without a \"(\" before it", 1},
    {"pgn", "( 1. e4 )", "a variation needs a move before it that it replaces", 1},
    {"pgn", "1. e4 ( ( 1. d4", "a variation needs a move before it that it replaces", 1},
    {"pgn", "1. e4 \xef\xbb\xbf", "move 1, \xef\xbb\xbf, is not a legal move of Chess", 1},
    {"pgn", "1. e4 }", "\"}\" without an opening bracket", 1},
    {"pgn", "[FEN \"4k3/8/8/8/8/8/8/R3K3 b - - 0 9\"]\n9... Kd8 10. Ra9",
     "move 10, Ra9, is not a legal move of Chess", 2},
    {"pgn", "1. e4\ne5\n2. Qh6", "move 2, Qh6, is not a legal move of Chess", 3},
    {"pgn", "1. e4 e5 2. -- Nc6 3. Zz", "move 3, Zz, is not a legal move of Chess", 1},
    {"pgn", "1. e4 -- 2. Zz", "move 2, Zz, is not a legal move of Chess", 1},
    {"pgn", "[FEN \"8/8/8 w - - 0 1\"]\n*",
     "not a position of Chess, the board has 3 ranks, not 8: 8/8/8 w - - 0 1", 1},
    {"epd", "4k3/8/8/8/8/8/4R3/4K3 w - -",
     "not a position of Chess, Black is in check, but White is to move: "
     "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
     1},
    {"pgn", "[Variant \"Atomic\"]\n*",
     "unknown game \"Atomic\" (go connect4 tictactoe chess othello hex gomoku)", 1},
    {"epd", "8/8 w", "not EPD: a line begins with board, side to move, castling and en passant", 1},
    {"epd", "\n4k3/8/8/8/8/8/8/4K3 w - - id \"x;", "operation id: '\"' is missing", 2},
    {"text", "game ches\nmoves e4",
     "unknown game \"ches\" (go connect4 tictactoe chess othello hex gomoku)", 1},
    {"text", "game go\nsize x\nD4", "size \"x\": not a size such as \"19\" or \"9x7\"", 1},
    {"text", "game go\nmoves D4\nmoves D4", "move 2, D4, is not a legal move of Go", 3},
};

START_TEST(faults_are_reported)
{
    long line = 0;
    miai_game_record *record =
        read_first(faults[_i].format, faults[_i].text, strlen(faults[_i].text));
    if (record_file.fault_line) {
        miai_game_record_free(record);
        ck_assert_str_eq(record_file.fault, faults[_i].fault);
        ck_assert_int_eq(record_file.fault_line, faults[_i].line);
        return;
    }
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, &line), MIAI_NO_LOAD);
    const char *reason = strchr(miai_error_reason(engine, MIAI_NO_LOAD), ':') + 2;
    ck_assert_str_eq(reason, faults[_i].fault);
    ck_assert_int_eq(line, faults[_i].line);
    miai_game_record_free(record);
}
END_TEST

/* ---- other contents ---- */

/* Truncated files. */
START_TEST(truncated_records)
{
    static const char cut[] = "(;SZ[9];B[aa](;W[bb]\n";
    miai_game_record *record = read_first("sgf", cut, strlen(cut));
    ck_assert_int_eq(record_file.fault_line, 1);
    ck_assert_str_eq(record_text(record), "(;SZ[9];B[aa](;W[bb]))");
    miai_game_record_free(record);
}
END_TEST

START_TEST(variation_count)
{
    miai_game_record *record =
        read_valid("sgf", "(;SZ[9](;B[aa](;W[bb];B[dd])(;W[cc](;B[ee])(;B[ff])))(;B[gg]))");
    ck_assert_int_eq(miai_game_record_variations(record), 3);
    miai_game_record_free(record);
}
END_TEST

START_TEST(added_notes)
{
    miai_game_record *record = read_valid("sgf", "(;SZ[9];B[aa]C[x];W[bb])");
    ck_assert_int_eq(miai_game_record_variations(record), 0);
    ck_assert_int_eq(miai_game_record_note(record, 0, "V", "1"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 1, "comment", "y ]"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 2, "comment", "z"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 3, "comment", "z"), MIAI_BAD_VALUE);
    ck_assert_str_eq(record_text(record), "(;SZ[9]V[1];B[aa]C[x\ny \\]];W[bb]C[z])");
    miai_game_record_free(record);
    record = read_valid("pgn", "1. e4 {x} e5 *");
    ck_assert_int_eq(miai_game_record_note(record, 1, "comment", "y"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_note(record, 2, "comment", "z"), MIAI_OK);
    ck_assert_str_eq(record_text(record), "1. e4 {x y} 1... e5 {z} *\n\n");
    miai_game_record_free(record);
}
END_TEST

/* A variation in the format's notation, as far as its moves are legal. */
START_TEST(variation_notation)
{
    miai_game_record *record = read_valid("pgn", "1. e4 e5 *");
    ck_assert_int_eq(miai_game_record_load(engine, record, 2, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_line(engine, record, 1, "c7c5 g1f3 e1e5"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_line(engine, record, 2, "g1f3"), MIAI_BAD_VALUE);
    ck_assert_str_eq(record_text(record), "1. e4 e5 (1... c5 2. Nf3) *\n\n");
    char text[16];
    ck_assert_int_eq(miai_write_move(engine, MIAI_TURN, "g8f6", text, sizeof text), 3);
    ck_assert_str_eq(text, "Nf6");
    ck_assert_int_eq(miai_write_move(engine, MIAI_TURN, "g8g6", text, sizeof text), -1);
    miai_game_record_free(record);
    record = read_valid("sgf", "(;SZ[9];B[aa];W[bb])");
    ck_assert_int_eq(miai_game_record_load(engine, record, 1, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_line(engine, record, 0, "C3 pass"), MIAI_OK);
    ck_assert_int_eq(miai_game_record_variations(record), 1);
    ck_assert_ptr_nonnull(strstr(record_text(record), ";B[cg]\n;W[])"));
    miai_game_record_free(record);
}
END_TEST

/* Players are assigned by who moves first, whatever the format calls them. */
START_TEST(reported_players)
{
    char text[32];
    miai_game_record *record =
        read_valid("pgn", "[White \"A\"]\n[Black \"B\"]\n[Date \"????.??.??\"]\n\n1. e4 *");
    ck_assert_int_eq(miai_game_record_load(engine, record, 1, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_tell(engine, record, "first", text, sizeof text), 1);
    ck_assert_str_eq(text, "A");
    ck_assert_int_eq(miai_game_record_tell(engine, record, "date", text, sizeof text), -1);
    ck_assert_int_eq(miai_game_record_tell(engine, record, "nothing", text, sizeof text), -1);
    miai_game_record_free(record);
    record = read_valid("sgf", "(;SZ[9]PB[C]PW[D]RE[B+2.5])");
    ck_assert_int_eq(miai_game_record_load(engine, record, 1, NULL), MIAI_OK);
    ck_assert_int_eq(miai_game_record_tell(engine, record, "first", text, sizeof text), 1);
    ck_assert_str_eq(text, "C");
    ck_assert_int_eq(miai_game_record_tell(engine, record, "result", text, sizeof text), 5);
    miai_game_record_free(record);
}
END_TEST

START_TEST(blanks_of_text)
{
    ck_assert_int_eq(load_record("text", "game\tgo\r\nsize \t9\r\nmoves A1\tB2 \r\n"), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 2);
}
END_TEST

static void set_up_engine(void)
{
    begin_engine("go");
}

int main(void)
{
    Suite *suite = suite_create("game_record");
    TCase *tests = add_case(suite, "game_record", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_loop_test(tests, sgf_is_kept_byte_by_byte, 0, COUNT(sgf_games));
    tcase_add_test(tests, several_games);
    tcase_add_test(tests, komi_as_people_write_it);
    tcase_add_test(tests, komi_in_other_scripts);
    tcase_add_test(tests, komi_of_servers);
    tcase_add_test(tests, komi_that_cannot_be_read);
    tcase_add_test(tests, root_without_semicolon);
    tcase_add_test(tests, rules_as_people_write_them);
    tcase_add_test(tests, handicap_without_stones);
    tcase_add_test(tests, text_encodings);
    tcase_add_test(tests, pgn_is_read_and_written);
    tcase_add_loop_test(tests, pgn_as_people_write_it, 0, COUNT(pgn_habits));
    tcase_add_loop_test(tests, faults_are_reported, 0, COUNT(faults));
    tcase_add_test(tests, truncated_records);
    tcase_add_test(tests, variation_count);
    tcase_add_test(tests, added_notes);
    tcase_add_test(tests, variation_notation);
    tcase_add_test(tests, reported_players);
    tcase_add_test(tests, blanks_of_text);
    return run_suite(suite);
}
