/* Opening books: keys, entries, files, and the choice of moves. */
#include "game/chess/board/notation.h"
#include "game/chess/book/book.h"
#include "game/games.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

static const char start_fen[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

static struct mi_chess start_position(const char *fen)
{
    struct mi_chess p;
    ck_assert(mi_chess_read_fen(&p, false, fen));
    return p;
}

/* The test keys of book_format.html. */
START_TEST(published_keys)
{
    static const struct {
        const char *fen;
        uint64_t key;
    } tests[] = {
        {start_fen, 0x463b96181691fc9c},
        {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c9b50fd114196},
        {"rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 2", 0x0756b94461c50fb0},
        {"rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2", 0x662fafb965db29d4},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a48b5a8e47ff78},
        {"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a607ca3f242c1},
        {"rnbq1bnr/ppp1pkpp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR w - - 0 4", 0x00fdd303c946bdd9},
        {"rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c8123ea7b067637},
        {"rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f9b829b279560},
    };
    for (int i = 0; i < COUNT(tests); i++) {
        struct mi_chess p = start_position(tests[i].fen);
        ck_assert_uint_eq(mi_chess_book_key(&p), tests[i].key);
    }
}
END_TEST

/* ---- a book made by the test ---- */

enum { ENTRY = 16, ENTRIES = 64 };

static uint8_t book[ENTRY * ENTRIES];
static size_t book_size;

static void put_number(uint8_t *to, uint64_t number, int bytes)
{
    for (int i = bytes; i > 0; number >>= 8)
        to[--i] = (uint8_t)number;
}

/* Inserts an entry in the order of the keys. */
static void add_raw(uint64_t key, unsigned move, unsigned weight)
{
    uint8_t entry[ENTRY] = {0};
    size_t at = book_size;
    put_number(entry, key, 8);
    put_number(entry + 8, move, 2);
    put_number(entry + 10, weight, 2);
    ck_assert_uint_lt(book_size, sizeof book);
    for (; at > 0 && memcmp(book + at - ENTRY, entry, 8) > 0; at -= ENTRY)
        memcpy(book + at, book + at - ENTRY, ENTRY);
    memcpy(book + at, entry, ENTRY);
    book_size += ENTRY;
}

/* The square of a text such as "e4". */
static unsigned square_of(const char *text)
{
    return (unsigned)((text[1] - '1') * 8 + text[0] - 'a');
}

static void add_entry(const char *fen, const char *move, unsigned weight)
{
    static const char promotions[] = " nbrq";
    struct mi_chess p = start_position(fen);
    unsigned code = square_of(move) << 6 | square_of(move + 2);
    if (move[4])
        code |= (unsigned)(strchr(promotions, move[4]) - promotions) << 12;
    add_raw(mi_chess_book_key(&p), code, weight);
}

/* The moves that the book has, as "e2e4:3 d2d4:1". */
static const char *moves_of(const char *fen)
{
    static char text[1024];
    struct mi_chess p = start_position(fen);
    miai_move list[MIAI_MAX_LEGAL];
    uint32_t weight[MIAI_MAX_LEGAL];
    int n = mi_chess_book_moves(&p, book, book_size, list, weight), length = 0;
    *text = '\0';
    for (int i = 0; i < n; i++) {
        char move[MIAI_MOVE_TEXT];
        mi_chess_move_text(&p, list[i], move, sizeof move);
        length += sprintf(text + length, "%s%s:%u", i ? " " : "", move, weight[i]);
    }
    return text;
}

static void empty_book(void)
{
    book_size = 0;
}

START_TEST(moves_are_found)
{
    const char *castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const char *promotion = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    add_entry(castling, "e1h1", 7);
    add_entry(start_fen, "e2e4", 3);
    add_entry(castling, "e1a1", 65535);
    add_entry(start_fen, "d2d4", 1);
    add_entry(promotion, "a7a8n", 2);
    add_entry(promotion, "a7a8q", 1);
    ck_assert_str_eq(moves_of(start_fen), "e2e4:3 d2d4:1");
    ck_assert_str_eq(moves_of(castling), "e1g1:7 e1c1:65535");
    ck_assert_str_eq(moves_of(promotion), "a7a8n:2 a7a8q:1");
    ck_assert_str_eq(moves_of("8/8/8/8/8/8/P6k/K7 w - - 0 1"), "");
}
END_TEST

START_TEST(entries_that_mean_nothing)
{
    add_entry(start_fen, "e2e5", 3);
    add_entry(start_fen, "e1h1", 3);
    add_entry(start_fen, "e7e5", 3);
    add_entry(start_fen, "g1f3", 0);
    add_entry(start_fen, "a1a1", 9);
    add_raw(0x463b96181691fc9c, 0xffff, 9);
    add_entry(start_fen, "e2e4q", 3);
    add_entry(start_fen, "b1c3", 5);
    ck_assert_str_eq(moves_of(start_fen), "b1c3:5");
}
END_TEST

/* A position has more entries than legal moves. */
START_TEST(endless_entries)
{
    static uint8_t many[ENTRY * 3 * MIAI_MAX_LEGAL];
    miai_move list[MIAI_MAX_LEGAL];
    uint32_t weight[MIAI_MAX_LEGAL];
    struct mi_chess p = start_position(start_fen);
    add_entry(start_fen, "e2e4", 1);
    for (size_t i = 0; i < sizeof many; i += ENTRY)
        memcpy(many + i, book, ENTRY);
    ck_assert_int_eq(mi_chess_book_moves(&p, many, sizeof many, list, weight), MIAI_MAX_LEGAL);
}
END_TEST

START_TEST(disorder_is_no_book)
{
    add_raw(5, 1, 1);
    add_raw(5, 2, 1);
    add_raw(0xffffffffffffffff, 3, 1);
    ck_assert(mi_chess_is_book(book, book_size));
    ck_assert(!mi_chess_is_book(book, book_size - 1));
    ck_assert(!mi_chess_is_book(book, 0));
    book[2 * ENTRY] = 0;
    memset(book + 2 * ENTRY, 0, 8);
    ck_assert(!mi_chess_is_book(book, book_size));
}
END_TEST

/* ---- through the engine ---- */

static char book_name[] = "book.tmp.bin";

static void write_book(size_t bytes)
{
    FILE *file = fopen(book_name, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_uint_eq(fwrite(book, 1, bytes, file), bytes);
    ck_assert_int_eq(fclose(file), 0);
}

static void begin_with_book(void)
{
    empty_book();
    begin_engine("chess");
    set_engine_option("search", "alphabeta");
    set_engine_option("playouts", "50");
    set_engine_option("memory", "4");
    add_entry(start_fen, "a2a4", 30);
    add_entry(start_fen, "h2h4", 10);
    add_entry("rnbqkbnr/pppppppp/8/8/P7/8/1PPPPPPP/RNBQKBNR b KQkq - 0 1", "h7h5", 1);
    write_book(book_size);
}

static void end_with_book(void)
{
    end_engine();
    remove(book_name);
}

static int open_book(const char *file)
{
    return miai_set_option(engine, "book-file", file);
}

/* Plays a move, returns whether it was a book move, and undoes it. */
static bool plays_by_book(char *move)
{
    miai_info info;
    ck_assert_int_eq(miai_genmove(engine, MIAI_TURN, move, MIAI_MOVE_TEXT), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_int_eq(strncmp(info.pv, move, 4), 0);
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    return strcmp(info.search, "book") == 0;
}

START_TEST(weights_are_chances)
{
    char move[MIAI_MOVE_TEXT], again[MIAI_MOVE_TEXT];
    int heavy = 0, light = 0;
    ck_assert_int_eq(open_book(book_name), MIAI_OK);
    for (int i = 1; i <= 400; i++) {
        set_number("seed", i);
        ck_assert(plays_by_book(move) && plays_by_book(again));
        ck_assert_str_eq(move, again);
        heavy += strcmp(move, "a2a4") == 0;
        light += strcmp(move, "h2h4") == 0;
    }
    ck_assert_int_eq(heavy + light, 400);
    ck_assert_int_ge(light, 60); /* 100 expected, standard deviation 9 */
    ck_assert_int_le(light, 140);
    set_engine_option("book-best", "true");
    for (int i = 1; i <= 20; i++) {
        set_number("seed", i);
        ck_assert(plays_by_book(move));
        ck_assert_str_eq(move, "a2a4");
    }
}
END_TEST

/* With one seed the games of an engine still differ, even if only the book chose the moves. */
START_TEST(each_game_draws_anew)
{
    char move[MIAI_MOVE_TEXT];
    int heavy = 0, light = 0;
    ck_assert_int_eq(open_book(book_name), MIAI_OK);
    for (int i = 0; i < 60; i++) {
        ck_assert(plays_by_book(move));
        heavy += strcmp(move, "a2a4") == 0;
        light += strcmp(move, "h2h4") == 0;
        ck_assert_int_eq(miai_new_game(engine), MIAI_OK);
    }
    ck_assert_int_gt(heavy, 0);
    ck_assert_int_gt(light, 0);
}
END_TEST

START_TEST(book_is_asked_up_to_its_depth)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(open_book(book_name), MIAI_OK);
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, "a2a4"), MIAI_OK);
    ck_assert(plays_by_book(move));
    ck_assert_str_eq(move, "h7h5");
    set_engine_option("book-depth", "1");
    ck_assert(!plays_by_book(move));
    ck_assert_int_eq(miai_undo(engine, 1), MIAI_OK);
    ck_assert(plays_by_book(move));
    ck_assert_int_eq(miai_play(engine, MIAI_TURN, "e2e4"), MIAI_OK); /* not in the book */
    ck_assert(!plays_by_book(move));
}
END_TEST

/* A search uses the book only if allowed. */
START_TEST(searches_ask_on_demand)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    ck_assert_int_eq(open_book(book_name), MIAI_OK);
    miai_limits limits = {.playouts = 50, .book = true};
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_str_eq(info.search, "book");
    ck_assert_int_eq(miai_plies(engine), 0);
    limits.book = false;
    ck_assert_int_eq(miai_search(engine, MIAI_TURN, &limits, move, sizeof move), MIAI_OK);
    miai_last_search(engine, &info);
    ck_assert_str_eq(info.search, "alphabeta");
}
END_TEST

/* If a new book cannot be opened, the current one stays open. */
START_TEST(broken_files)
{
    char move[MIAI_MOVE_TEXT], text[64];
    ck_assert_int_eq(open_book(book_name), MIAI_OK);
    ck_assert_int_eq(open_book("no/such/file"), MIAI_NO_LOAD);
    ck_assert_int_eq(open_book("."), MIAI_NO_LOAD);
    write_book(book_size - 5);
    ck_assert_int_eq(open_book(book_name), MIAI_NO_LOAD);
    write_book(0);
    ck_assert_int_eq(open_book(book_name), MIAI_NO_LOAD);
    memset(book + ENTRY, 0xff, 8);
    write_book(book_size);
    ck_assert_int_eq(open_book(book_name), MIAI_NO_LOAD);
    ck_assert(plays_by_book(move));
    ck_assert_int_eq(miai_get_option(engine, "book-file", text, sizeof text),
                     (int)strlen(book_name));
    ck_assert_str_eq(text, book_name);
    ck_assert_int_eq(open_book(""), MIAI_OK);
    ck_assert(!plays_by_book(move));
    ck_assert_int_gt(miai_get_option(engine, "book-file", text, sizeof text), 0);
    ck_assert_str_eq(text, "none");
}
END_TEST

/* A book belongs to its game. */
START_TEST(books_and_games)
{
    char move[MIAI_MOVE_TEXT];
    ck_assert_int_eq(open_book(book_name), MIAI_OK);
    ck_assert_int_eq(miai_set_game(engine, "tictactoe"), MIAI_OK);
    ck_assert_int_eq(open_book(book_name), MIAI_NO_LOAD);
    ck_assert(!plays_by_book(move));
    ck_assert_int_eq(miai_set_game(engine, "chess"), MIAI_OK);
    ck_assert(plays_by_book(move));
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("book");
    TCase *format = add_case(suite, "format", 4);
    TCase *use = add_case(suite, "use", 4);
    tcase_add_checked_fixture(format, empty_book, NULL);
    tcase_add_test(format, published_keys);
    tcase_add_test(format, moves_are_found);
    tcase_add_test(format, entries_that_mean_nothing);
    tcase_add_test(format, endless_entries);
    tcase_add_test(format, disorder_is_no_book);
    tcase_add_checked_fixture(use, begin_with_book, end_with_book);
    tcase_add_test(use, weights_are_chances);
    tcase_add_test(use, each_game_draws_anew);
    tcase_add_test(use, book_is_asked_up_to_its_depth);
    tcase_add_test(use, searches_ask_on_demand);
    tcase_add_test(use, broken_files);
    tcase_add_test(use, books_and_games);
    return run_suite(suite);
}
