/* Repetition in a search: within its path, before its root, and not across a null move, which
 * occurs only in searches. */
#include "contract/repetition.h"
#include "game/games.h"
#include "search/common/path.h"
#include "tests/support/situation.h"
#include "tests/support/suite.h"

#include <check.h>
#include <string.h>

enum { PLIES = 32 };

/* Kings and rooks that can move to and fro. */
static const char rooks_fen[] = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

static struct situation situation;
static struct mi_path search_path;
static int search_ply;

static void set_up_history(void)
{
    begin_at(&situation, &mi_chess_game, rooks_fen);
}

static void search_from_here(void)
{
    struct mi_root root = root_of(&situation);
    ck_assert(mi_path_init(&search_path, &root, PLIES));
    search_ply = 0;
}

static void tear_down(void)
{
    mi_path_free(&search_path);
}

static miai_move read_move(const void *pos, const char *text)
{
    miai_move move = mi_chess_game.notation->read_move(pos, text);
    for (miai_move m = 0; move == MIAI_NO_MOVE && m < mi_chess_game.move_count(&situation.setup);
         m++) {
        char name[MIAI_MOVE_TEXT];
        mi_chess_game.move_text(pos, m, name, sizeof name);
        if (strcmp(name, text) == 0 && mi_chess_game.legal(pos, m))
            move = m;
    }
    return move;
}

/* Plays moves of the game, before the root. */
static void play_moves(const char *moves)
{
    char copy[128];
    strcpy(copy, moves);
    for (char *move = strtok(copy, " "); move; move = strtok(NULL, " "))
        ck_assert(try_move(&situation, read_move(situation.pos, move)));
}

/* Plays moves of the search path; "pass" is a null move. Returns the result of the last one. */
static enum mi_path_step search_moves(const char *moves)
{
    enum mi_path_step step = MI_PATH_FREE;
    char copy[128];
    strcpy(copy, moves);
    for (char *move = strtok(copy, " "); move; move = strtok(NULL, " "), search_ply++) {
        ck_assert_int_eq(step, MI_PATH_FREE);
        if (strcmp(move, "pass") == 0)
            mi_path_null_move(&search_path, search_ply);
        else
            step = mi_path_play(&search_path, search_ply,
                                read_move(mi_path_at(&search_path, search_ply), move));
    }
    return step;
}

START_TEST(one_repetition_in_the_path)
{
    search_from_here();
    ck_assert_int_eq(search_moves("a1b1 a8b8 b1a1 b8a8"), MI_PATH_DRAWN);
}
END_TEST

START_TEST(root_belongs_to_the_path)
{
    play_moves("a1b1 a8b8");
    search_from_here();
    ck_assert_int_eq(search_moves("b1a1 b8a8 a1b1"), MI_PATH_FREE);
    ck_assert_int_eq(search_moves("a8b8"), MI_PATH_DRAWN);
}
END_TEST

START_TEST(two_repetitions_before_the_root)
{
    play_moves("a1b1 a8b8 b1a1");
    search_from_here();
    ck_assert_int_eq(search_moves("b8a8"), MI_PATH_FREE);
    mi_path_free(&search_path);
    play_moves("b8a8 a1b1 a8b8 b1a1");
    search_from_here();
    ck_assert_int_eq(search_moves("b8a8"), MI_PATH_DRAWN);
}
END_TEST

/* White's king moves three times and Black's rook twice, and the position is again the root's. It
 * is no repetition, because of the null move. */
START_TEST(no_repetition_across_a_null_move)
{
    search_from_here();
    ck_assert_int_eq(search_moves("e1d1 a8b8 d1d2 pass d2e1 b8a8"), MI_PATH_FREE);
    ck_assert(mi_chess_game.repetition->key(situation.pos) ==
              mi_chess_game.repetition->key(mi_path_at(&search_path, search_ply)));
    ck_assert_int_eq(search_moves("a1c1 a8c8 c1a1 c8a8"), MI_PATH_DRAWN);
}
END_TEST

/* A window over the whole path: then only the path itself excludes the null move. */
static int whole_path_window(const void *pos)
{
    (void)pos;
    return PLIES;
}

START_TEST(path_knows_null_moves)
{
    miai_game game = mi_chess_game;
    miai_repetition repetition = *mi_chess_game.repetition;
    repetition.window = whole_path_window;
    repetition.step = 0;
    game.repetition = &repetition;
    situation.game = &game;
    search_from_here();
    ck_assert_int_eq(search_moves("e1d1 a8b8 d1d2 pass d2e1 b8a8"), MI_PATH_FREE);
    ck_assert_int_eq(search_moves("a1c1 a8c8 c1a1 c8a8"), MI_PATH_DRAWN);
}
END_TEST

/* Steps of two plies find all that single steps find, even if a player moved twice in a row. */
START_TEST(steps_of_two_miss_nothing)
{
    miai_game single = mi_chess_game;
    miai_repetition repetition = *mi_chess_game.repetition;
    repetition.step = 0;
    single.repetition = &repetition;
    miai_rng rng;
    miai_rng_seed(&rng, 1);
    int found = 0;
    for (int game = 0; game < 300; game++) {
        set_up_history();
        for (int i = 0; i < 60 && !game_over(&situation); i++) {
            if (miai_rng_below(&rng, 8) == 0) {
                mi_chess_game.editing->set_turn(situation.pos, !mi_chess_game.turn(situation.pos));
                situation.keys[situation.key_count - 1] =
                    mi_chess_game.repetition->key(situation.pos);
            }
            miai_move list[MIAI_MAX_LEGAL];
            int n = mi_chess_game.moves(situation.pos, list);
            mi_chess_game.play(situation.pos, list[miai_rng_below(&rng, (uint32_t)n)]);
            int seen = mi_count_repetitions(&mi_chess_game, situation.pos, situation.keys,
                                            situation.key_count, KEYS_MAX);
            ck_assert_int_eq(seen, mi_count_repetitions(&single, situation.pos, situation.keys,
                                                        situation.key_count, KEYS_MAX));
            found += seen;
            situation.keys[situation.key_count++] = mi_chess_game.repetition->key(situation.pos);
        }
    }
    ck_assert_int_gt(found, 20);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("history");
    TCase *tests = add_case(suite, "history", 10);
    tcase_add_checked_fixture(tests, set_up_history, tear_down);
    tcase_add_test(tests, one_repetition_in_the_path);
    tcase_add_test(tests, root_belongs_to_the_path);
    tcase_add_test(tests, two_repetitions_before_the_root);
    tcase_add_test(tests, no_repetition_across_a_null_move);
    tcase_add_test(tests, path_knows_null_moves);
    tcase_add_test(tests, steps_of_two_miss_nothing);
    return run_suite(suite);
}
