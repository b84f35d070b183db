/* Syzygy tablebases in the engine, with the three-piece tables in tests/game/chess/syzygy. */
#include "config.h"
#include "miai.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LOSS = 1, DRAW = 2, WIN = 3 }; /* value of miai_info.proof */

static const char *table_folder(void)
{
    static char name[1024];
    const char *source = getenv("srcdir");
    snprintf(name, sizeof name, "%s/tests/game/chess/syzygy", source ? source : ".");
    return name;
}

static miai_engine *new_engine(const char *path)
{
    miai_engine *engine = miai_new();
    ck_assert_ptr_nonnull(engine);
    ck_assert_int_eq(miai_set_option(engine, "game", "chess"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "memory", "4"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "playouts", "300"), MIAI_OK);
    ck_assert_int_eq(miai_set_option(engine, "knowledge-file", path), MIAI_OK);
    return engine;
}

static miai_info search_value(miai_engine *engine, const char *fen, char *move)
{
    miai_info info;
    ck_assert_int_eq(miai_read_position(engine, fen), MIAI_OK);
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, NULL, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    return info;
}

static void set_option_value(miai_engine *engine, const char *name, const char *value)
{
    ck_assert_int_eq(miai_set_option(engine, name, value), MIAI_OK);
}

/* Only one move wins, and the other side is lost, with either search. */
START_TEST(known_roots)
{
    static const char *const searches[] = {"alphabeta", "mcts"};
    char move[MIAI_MOVE_TEXT];
    miai_engine *engine = new_engine(table_folder());
    for (int i = 0; i < 2; i++) {
        set_option_value(engine, "search", searches[i]);
        miai_info info = search_value(engine, "8/2k5/8/8/8/8/4P3/4K3 w - - 0 1", move);
        ck_assert_str_eq(move, "e1f2");
        ck_assert_int_eq(info.proof, WIN);
        ck_assert_uint_gt(info.hits, 0);
        info = search_value(engine, "3k4/8/3K4/3P4/8/8/8/8 b - - 0 1", move);
        ck_assert_int_eq(info.proof, LOSS);
    }
    miai_free(engine);
}
END_TEST

/* With four pieces the tables are probed after the capture. */
START_TEST(probes_below_the_root)
{
    char move[MIAI_MOVE_TEXT];
    miai_engine *engine = new_engine(table_folder());
    miai_info info = search_value(engine, "8/8/8/8/8/3k4/3p4/3KR3 w - - 0 1", move);
    ck_assert_uint_gt(info.hits, 0);
    set_option_value(engine, "probe-pieces", "2");
    miai_forget(engine);
    info = search_value(engine, "8/8/8/8/8/3k4/3p4/3KR3 w - - 0 1", move);
    ck_assert_uint_eq(info.hits, 0);
    miai_free(engine);
}
END_TEST

/* The fifty-move clock turns a longer win into a draw. */
START_TEST(fifty_moves)
{
    static const char late[] = "8/8/8/3k4/8/8/8/R3K3 w - - 90 100";
    char move[MIAI_MOVE_TEXT];
    miai_engine *engine = new_engine(table_folder());
    ck_assert_int_eq(search_value(engine, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", move).proof, WIN);
    ck_assert_int_eq(search_value(engine, late, move).proof, DRAW);
    set_option_value(engine, "probe-draw-rule", "false");
    ck_assert_int_eq(search_value(engine, late, move).proof, WIN);
    miai_free(engine);
}
END_TEST

/* A won endgame is won in play. */
START_TEST(won_endgame_is_won)
{
    char move[MIAI_MOVE_TEXT];
    int score = 0, plies = 0;
    miai_engine *engine = new_engine(table_folder());
    ck_assert_int_eq(miai_read_position(engine, "8/2k5/8/8/8/8/4P3/4K3 w - - 0 1"), MIAI_OK);
    set_option_value(engine, "resign", "0");
    while (!miai_over(engine, &score) && ++plies < 200)
        ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, sizeof move), MIAI_OK);
    ck_assert_int_gt(score, 0);
    miai_free(engine);
}
END_TEST

/* ---- paths ---- */

static void check_refused(miai_engine *engine, const char *path, const char *why)
{
    char text[2048];
    ck_assert_int_eq(miai_set_option(engine, "knowledge-file", path), MIAI_NO_LOAD);
    ck_assert_ptr_nonnull(strstr(miai_error_reason(engine, MIAI_NO_LOAD), why));
    miai_get_option(engine, "knowledge-file", text, sizeof text);
    ck_assert_str_eq(text, table_folder()); /* the old value stays */
}

/* A folder with one table, cut off after a number of bytes. */
static void copy_cut_table(const char *to, long bytes)
{
    char from[1100], name[64], content[4096];
    snprintf(from, sizeof from, "%s/KRvK.rtbw", table_folder());
    snprintf(name, sizeof name, "%s/KRvK.rtbw", to);
    FILE *in = fopen(from, "rb"), *out = fopen(name, "wb");
    ck_assert(in && out);
    size_t n = fread(content, 1, (size_t)bytes, in);
    ck_assert_uint_eq(fwrite(content, 1, n, out), n);
    fclose(in);
    fclose(out);
}

/* An unusable table is reported once, and the rest is used. */
static void expect_fault(miai_engine *engine, const char *what)
{
    char text[1024];
    ck_assert(miai_next_fault(engine, text, sizeof text));
    ck_assert_msg(strstr(text, what), "%s", text);
    ck_assert(!miai_next_fault(engine, text, sizeof text));
}

START_TEST(faulty_tables_are_reported)
{
    static const char pawn[] = "8/2k5/8/8/8/8/4P3/4K3 w - - 0 1";
    static const char rook[] = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
    char own[] = "/tmp/miai-tables-XXXXXX", file[64], both[1200], move[MIAI_MOVE_TEXT];
    ck_assert_ptr_nonnull(mkdtemp(own));
    snprintf(file, sizeof file, "%s/KRvK.rtbw", own);
    miai_engine *engine = new_engine(table_folder());
    snprintf(both, sizeof both, "/no/such/folder:%s", table_folder());
    set_option_value(engine, "knowledge-file", both);
    expect_fault(engine, "/no/such/folder: ");
    ck_assert_uint_gt(search_value(engine, pawn, move).hits, 0);

    copy_cut_table(own, 100);
    snprintf(both, sizeof both, "%s:%s", own, table_folder());
    set_option_value(engine, "knowledge-file", both);
    expect_fault(engine, "KRvK.rtbw: it is not a complete");
    ck_assert_uint_gt(search_value(engine, rook, move).hits, 0);

    copy_cut_table(own, 4096);
    FILE *stream = fopen(file, "r+b");
    ck_assert(stream && fseek(stream, 6, SEEK_SET) == 0 && fputc(0x7f, stream) != EOF);
    fclose(stream);
    set_option_value(engine, "knowledge-file", both);
    ck_assert_uint_eq(search_value(engine, rook, move).hits, 0);
    expect_fault(engine, "KRvK.rtbw: its pieces");
    ck_assert_uint_gt(search_value(engine, pawn, move).hits, 0);
    miai_free(engine);
    unlink(file);
    rmdir(own);
}
END_TEST

START_TEST(table_paths_are_checked)
{
    char own[] = "/tmp/miai-tables-XXXXXX", file[64], both[1200], move[MIAI_MOVE_TEXT];
    ck_assert_ptr_nonnull(mkdtemp(own));
    snprintf(file, sizeof file, "%s/KRvK.rtbw", own);
    miai_engine *engine = new_engine(table_folder());
    check_refused(engine, "/no/such/folder", "/no/such/folder");
    check_refused(engine, own, "no Syzygy tables");
    copy_cut_table(own, 100);
    check_refused(engine, own, "KRvK.rtbw: it is not a complete");
    copy_cut_table(own, sizeof both);

    /* Two engines: each knows only its own tables. */
    miai_engine *rook = new_engine(own);
    ck_assert_uint_gt(search_value(rook, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", move).hits, 0);
    ck_assert_uint_eq(search_value(rook, "8/2k5/8/8/8/8/4P3/4K3 w - - 0 1", move).hits, 0);
    ck_assert_uint_gt(search_value(engine, "8/2k5/8/8/8/8/4P3/4K3 w - - 0 1", move).hits, 0);
    snprintf(both, sizeof both, "%s:%s", own, table_folder());
    set_option_value(rook, "knowledge-file", both);
    ck_assert_uint_gt(search_value(rook, "8/2k5/8/8/8/8/4P3/4K3 w - - 0 1", move).hits, 0);
    set_option_value(rook, "knowledge-file", "");
    ck_assert_uint_eq(search_value(rook, "8/8/8/3k4/8/8/8/R3K3 w - - 0 1", move).hits, 0);
    miai_free(rook);
    miai_free(engine);
    unlink(file);
    rmdir(own);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("tablebase");
    TCase *tcase = add_case(suite, "tablebase", 4);
    tcase_add_test(tcase, known_roots);
    tcase_add_test(tcase, probes_below_the_root);
    tcase_add_test(tcase, fifty_moves);
    tcase_add_test(tcase, won_endgame_is_won);
    tcase_add_test(tcase, faulty_tables_are_reported);
    tcase_add_test(tcase, table_paths_are_checked);
    return run_suite(suite);
}
