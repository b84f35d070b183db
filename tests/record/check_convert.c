/* Conversion of game records between formats. */
#include "tests/support/fixture.h"
#include "tests/support/records.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

START_TEST(go_to_text_and_back)
{
    const char *text = converted_text("sgf", "text", record_of_kgs);
    ck_assert_str_eq(text, "game go\nsize 19\nkomi 0.5\nrules japanese\n"
                           "place The KGS Go Server at http://www.gokgs.com/\ndate 2013-02-04\n"
                           "black black\nwhite white\nresult W+Resign\ntime 1800\n"
                           "stones black D4 Q16\nhandicap 2\nturn white\n"
                           "moves D16 # [%clk 0:29:50]\n"
                           "moves Q4 # black [4k]: hi\\  [%clk 0:29:59]\n\n");
    char copy[RECORD_TEXT];
    strcpy(copy, text);
    text = converted_text("text", "sgf", copy);
    ck_assert_str_eq(text,
                     "(;GM[1]FF[4]CA[UTF-8]AP[miai]SZ[19]KM[0.5]RU[japanese]"
                     "PC[The KGS Go Server at http://www.gokgs.com/]DT[2013-02-04]"
                     "PB[black]PW[white]RE[W+Resign]TM[1800]AB[dp][pd]HA[2]PL[W]\n;W[dd]WL[1790]\n"
                     ";B[pp]BL[1799]C[black [4k\\]: hi\\\\])");
}
END_TEST

/* A result without a tag comes after the moves. */
START_TEST(result_after_pgn_moves)
{
    ck_assert_ptr_nonnull(strstr(converted_text("pgn", "text", "1. d4 1-0"), "result 1-0\n"));
    ck_assert_ptr_nonnull(
        strstr(converted_text("pgn", "text", "[Result \"0-1\"]\n1. d4 1-0"), "result 0-1\n"));
    ck_assert_ptr_null(strstr(converted_text("pgn", "text", "1. d4 *"), "result"));
    ck_assert_ptr_nonnull(
        strstr(converted_text("pgn", "sgf", "[Variant \"go\"]\n\n1. A1 1/2-1/2"), "RE[0]"));
}
END_TEST

/* Line ends of two bytes, and soft line breaks. */
START_TEST(blanks_of_sgf)
{
    const char *text =
        converted_text("sgf", "text", "(;SZ[9];B[aa]C[a\r\nb\tc\vd\\\r\ne\n\nf\n\rg\\\nh])");
    ck_assert_msg(strstr(text, "A9 # a b c de  f gh\n"), "%s", text);
}
END_TEST

START_TEST(go_through_pgn)
{
    char copy[RECORD_TEXT];
    strcpy(copy,
           converted_text("sgf", "pgn",
                          "(;GM[1]SZ[9]KM[5.5]RU[aga]PB[x]PW[y]RE[B+R]DT[2020-01-02];B[ee]C[a } b]"
                          "BL[61.5](;W[cc]TE[1];B[])(;W[dd](;B[aa])(;B[bb])))"));
    ck_assert_ptr_nonnull(strstr(copy, "[White \"x\"]\n[Black \"y\"]\n[Result \"1-0\"]\n"));
    ck_assert_ptr_nonnull(strstr(
        copy, "1. E5 {a ) b [%clk 0:01:01]} 1... C7 $1 (1... D6 2. A9 (2. B8)) 2. pass 1-0"));
    ck_assert_str_eq(
        converted_text("pgn", "sgf", copy),
        "(;GM[1]FF[4]CA[UTF-8]AP[miai]SZ[9]KM[5.5]RU[aga]DT[2020-01-02]PB[x]PW[y]"
        "RE[B+R]\n;B[ee]BL[61]C[a ) b]\n(;W[cc]TE[1]\n;B[])\n(;W[dd]\n(;B[aa])\n(;B[bb])))");
}
END_TEST

/* In PGN, White moves first, and 1-0 is White's win. In plain text and in SGF for games that have a
 * number there, the first player is Black. */
static const struct {
    const char *plain, *tags; /* of the same game */
    const char *back;         /* the tags after conversion to plain text and back, if different */
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
    char copy[RECORD_TEXT], result[100];
    const char *line = strstr(winners[_i].plain, "result");
    strcpy(copy, converted_text("text", "pgn", winners[_i].plain));
    ck_assert_msg(strstr(copy, winners[_i].tags) != NULL, "%s", copy);
    snprintf(result, sizeof result, "%.*s\n", (int)strcspn(line, "\n"), line);
    const char *back = converted_text("pgn", "text", copy);
    ck_assert_msg(strstr(back, winners[_i].back ? winners[_i].back : result) != NULL, "%s", back);
    bool black = strstr(winners[_i].plain, "black x") != NULL;
    ck_assert_ptr_nonnull(strstr(back, black ? "black x\nwhite y\n" : "white x\nblack y\n"));
}
END_TEST

START_TEST(chess_to_epd_and_text)
{
    ck_assert_str_eq(converted_text("pgn", "epd", "1. e4 (1. d4) c5 *"),
                     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n"
                     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n"
                     "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n");
    ck_assert_str_eq(converted_text("pgn", "text", "[White \"x\"]\n1. e4 c5 2. Nf3 1-0"),
                     "game chess\nsize 8\nwhite x\nresult 1-0\nmoves e2e4 c7c5 g1f3\n\n");
    ck_assert_ptr_nonnull(strstr(converted_text("text", "pgn", "game chess\nmoves f3 e5 g4 Qh4#\n"),
                                 "[Result \"*\"]\n\n1. f3 e5 2. g4 Qh4# *\n"));
    const char *epd =
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";\n";
    miai_game_record *record = read_valid("epd", epd);
    ck_assert_str_eq(record_text(record), epd);
    miai_game_record_free(record);
    ck_assert_ptr_nonnull(strstr(converted_text("epd", "pgn", epd), "{bm Qg6; id \"WAC.001\";} *"));
}
END_TEST

START_TEST(information_lost_by_formats)
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
        miai_game_record *record = read_valid(none[i].from, none[i].text);
        ck_assert_ptr_null(miai_game_record_convert(engine, record, none[i].to, NULL));
        miai_game_record_free(record);
    }
}
END_TEST

static void set_up_engine(void)
{
    begin_engine("go");
}

/* Null moves change the side to move and the move number, and end the right to capture en passant.
 */
START_TEST(null_moves)
{
    ck_assert_str_eq(converted_text("pgn", "epd", "1. e4 Z0 2. Nf3 *"),
                     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - hmvc 0; fmvn 1;\n"
                     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - hmvc 0; fmvn 1;\n"
                     "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - hmvc 0; fmvn 2;\n"
                     "rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - hmvc 1; fmvn 2;\n");
    ck_assert_ptr_nonnull(strstr(
        converted_text("text", "pgn", "game chess\nmoves e2e4 @@@@ g1f3 -- f1c4 -- e1g1 --\n"),
        "1. e4 -- 2. Nf3 -- 3. Bc4 -- 4. O-O --"));
    const char *refused[] = {"1. e4 -- 2. e5 d5 3. -- -- 4. exd6 *", "1. e4 f6 2. Qh5+ -- *"};
    for (int i = 0; i < COUNT(refused); i++) {
        miai_file file = {.bytes = refused[i], .length = strlen(refused[i]), .line = 1};
        miai_game_record *record = miai_game_record_read("pgn", &file);
        ck_assert_int_eq(miai_game_record_load(engine, record, 0, NULL), MIAI_NO_LOAD);
        miai_game_record_free(record);
    }
}
END_TEST

/* Plain text keeps all NAGs. */
START_TEST(assessments_of_pgn)
{
    ck_assert_ptr_nonnull(
        strstr(converted_text("pgn", "text", "1. e4 += -- 2. e5! +- d5 $146 3. exd6ep cxd6 e.p. *"),
               "moves e2e4 # $14\nmoves -- e4e5 # $1 $18\nmoves d7d5 # $146\nmoves e5d6 c7d6\n"));
}
END_TEST

/* After a null move, moves are still written for the position before them. */
START_TEST(moves_after_null_moves)
{
    const char *pgn = "1. e4 -- 2. Nf3 Nc6 3. Bc4 -- 4. O-O -- *";
    miai_file file = {.bytes = pgn, .length = strlen(pgn), .line = 1};
    miai_game_record *record = miai_game_record_read("pgn", &file);
    char text[MIAI_MOVE_TEXT], fen[100];
    ck_assert_int_eq(miai_game_record_moves(record), 5);
    ck_assert_int_eq(miai_game_record_load(engine, record, 0, NULL), MIAI_OK);
    miai_move_written(engine, 4, text, sizeof text);
    ck_assert_str_eq(text, "O-O");
    miai_write_position(engine, fen, sizeof fen);
    ck_assert_str_eq(fen, "r1bqkbnr/pppppppp/2n5/8/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 5");
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert_int_eq(miai_plies(engine), 3);
    miai_game_record_free(record);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("convert");
    TCase *tests = add_case(suite, "convert", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, go_to_text_and_back);
    tcase_add_test(tests, result_after_pgn_moves);
    tcase_add_test(tests, blanks_of_sgf);
    tcase_add_test(tests, go_through_pgn);
    tcase_add_loop_test(tests, white_of_pgn_begins, 0, COUNT(winners));
    tcase_add_test(tests, chess_to_epd_and_text);
    tcase_add_test(tests, null_moves);
    tcase_add_test(tests, assessments_of_pgn);
    tcase_add_test(tests, moves_after_null_moves);
    tcase_add_test(tests, information_lost_by_formats);
    return run_suite(suite);
}
