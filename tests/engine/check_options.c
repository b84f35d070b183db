/* The table of options, row by row; and each option in every game with every search: it applies if
 * its scope includes the search and everything it needs is there. */
#include "config.h"
#include "tests/support/fixture.h"
#include "tests/support/suite.h"

#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- what is expected ---- */

static const char *const searches[] = {"auto", "mcts", "alphabeta", "minimax", "flat", "solve"};

/* The search that "auto" stands for, if it is not mcts. */
static const char *const auto_search[][2] = {
    {"chess", "alphabeta"}, {"othello", "alphabeta"}, {"connect4", "solve"}};

#define ANY   "mcts alphabeta minimax flat solve"
#define KEEPS "mcts alphabeta solve"
#define LOOKS "mcts alphabeta minimax solve"

static const char *const searches_of_scope[] = {
    [MIAI_SCOPE_GAME] = ANY,
    [MIAI_SCOPE_LIMITS] = ANY,
    [MIAI_SCOPE_MACHINE] = ANY,
    [MIAI_SCOPE_PLAY] = ANY,
    [MIAI_SCOPE_RESIGN] = ANY,
    [MIAI_SCOPE_KNOWLEDGE] = ANY,
    [MIAI_SCOPE_ALPHABETA] = "alphabeta",
    [MIAI_SCOPE_MONTE_CARLO] = "mcts flat solve",
    [MIAI_SCOPE_TREE] = "mcts solve",
    [MIAI_SCOPE_NETWORK] = "mcts",
    [MIAI_SCOPE_HUMAN] = "mcts",
    [MIAI_SCOPE_CLIENT] = ANY,
};

enum { SCOPES = sizeof searches_of_scope / sizeof *searches_of_scope };

#define ALL     "go connect4 tictactoe chess othello hex gomoku"
#define JUDGED  "go connect4 chess othello hex gomoku" /* with an evaluation */
#define NETWORK "go chess connect4 hex gomoku"

/* Options that need something that not every game or search of their scope has. In searches, "auto"
 * means the default search. */
static const struct narrow {
    const char *name, *games, *searches;
} narrow[] = {
    {"size", "go connect4 othello hex gomoku", ANY},
    {"komi", "go", ANY},
    {"rules", "go chess othello hex gomoku", ANY},
    {"depth", ALL, LOOKS},
    {"ponder", ALL, KEEPS},
    {"threads", ALL, KEEPS},
    {"reuse", ALL, KEEPS},
    {"play-for", "othello", ANY},
    {"level", ALL, ANY},
    {"book-file", ALL, ANY},
    {"book-depth", ALL, ANY},
    {"book-tolerance", ALL, ANY},
    {"book-best", ALL, ANY},
    {"eval-file", "go chess othello gomoku", LOOKS},
    {"network", NETWORK, "auto mcts"},
    {"human-network", "go", "auto mcts"},
    {"knowledge-file", "chess", ANY},
    {"probe-pieces", "chess", ANY},
    {"probe-draw-rule", "chess", ANY},
    {"probe-depth", "chess", "alphabeta"},
    {"selective", JUDGED, "alphabeta"},
    {"flat", ALL, "flat"},
    {"implicit", JUDGED, "mcts solve"},
    {"leaf", JUDGED, "mcts solve"},
    {"playout-plies", JUDGED, "mcts solve"},
    {"parallel", ALL, "mcts"},
};

static bool is_among(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

static bool is_expected(const miai_option *option, const char *game, const char *search)
{
    const char *by = strcmp(search, "auto") == 0 ? "mcts" : search;
    for (size_t i = 0; i < sizeof auto_search / sizeof *auto_search; i++)
        if (strcmp(search, "auto") == 0 && strcmp(game, auto_search[i][0]) == 0)
            by = auto_search[i][1];
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        if (strcmp(narrow[i].name, option->name) == 0)
            return is_among(narrow[i].games, game) &&
                   (is_among(narrow[i].searches, by) || is_among(narrow[i].searches, search));
    return is_among(searches_of_scope[option->scope], by) &&
           (option->scope != MIAI_SCOPE_NETWORK || is_among(NETWORK, game)) &&
           (option->scope != MIAI_SCOPE_HUMAN || strcmp(game, "go") == 0);
}

/* ---- tests ---- */

static void set_up_engine(void)
{
    begin_engine("go");
}

START_TEST(each_row_is_complete)
{
    const miai_option *option, *last = NULL;
    bool seen[SCOPES] = {false};
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++) {
        ck_assert_msg(*option->name && *option->help && !strchr(option->help, '\n'), "%s",
                      option->name);
        ck_assert_int_lt(option->scope, SCOPES);
        if (!last || last->scope != option->scope)
            ck_assert_msg(!seen[option->scope], "%s is not in the section of its scope",
                          option->name);
        seen[option->scope] = true;
        last = option;
    }
    for (int i = 0; i < SCOPES; i++)
        ck_assert_msg(seen[i] && miai_scope_title((enum miai_scope)i), "scope %d", i);
    ck_assert_ptr_null(miai_scope_title((enum miai_scope)SCOPES));
}
END_TEST

static void find_option(const miai_option *option, const char *name)
{
    ck_assert_msg(miai_option_find(engine, name) == option, "%s is not %s", name, option->name);
}

/* No name or alias stands for two options. */
START_TEST(names_are_found)
{
    const miai_option *option;
    char names[80];
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++) {
        find_option(option, option->name);
        if (option->uci)
            find_option(option, option->uci);
        snprintf(names, sizeof names, "%s", option->katago ? option->katago : "");
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " "))
            find_option(option, name);
    }
    ck_assert_ptr_null(miai_option_find(engine, ""));
    ck_assert_ptr_null(miai_option_find(engine, "maxPlayouts maxVisits"));
    ck_assert(!miai_option_applies(engine, "nonsense"));
    set_engine_option("hash", "17");
    set_engine_option("MaxVisits", "18");
    char value[16];
    miai_get_option(engine, "memory", value, sizeof value);
    ck_assert_str_eq(value, "17");
    miai_get_option(engine, "maxPlayouts", value, sizeof value);
    ck_assert_str_eq(value, "18");
}
END_TEST

/* The words of file options are no names of files, in upper case either. */
START_TEST(words_in_any_case)
{
    const miai_option *option;
    char word[16], value[16];
    int words = 0;
    for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
        for (int j = 0; option->type == MIAI_OPTION_FILE && option->choices && option->choices[j];
             j++) {
            snprintf(word, sizeof word, "%s", option->choices[j]);
            word[0] = (char)toupper((unsigned char)word[0]);
            set_engine_option(option->name, word);
            ck_assert_int_gt(miai_get_option(engine, option->name, value, sizeof value), 0);
            ck_assert_str_eq(value, option->choices[j]);
            words++;
        }
    ck_assert_int_ge(words, 6);
}
END_TEST

START_TEST(options_apply_where_their_scope_says)
{
    const miai_option *option;
    int games = 0;
    for (; miai_game_name(engine, games); games++)
        ck_assert_msg(is_among(ALL, miai_game_name(engine, games)), "an unknown game");
    ck_assert_int_eq(games, 7);
    for (int k = 0; k < games; k++) {
        const char *game = miai_game_name(engine, k);
        set_engine_option("game", game);
        set_engine_option("search", searches[_i]);
        for (int i = 0; (option = miai_option_at(engine, i)) != NULL; i++)
            ck_assert_msg(miai_option_applies(engine, option->name) ==
                              is_expected(option, game, searches[_i]),
                          "%s in %s by %s", option->name, game, searches[_i]);
    }
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("options");
    TCase *tests = add_case(suite, "options", 60);
    tcase_add_checked_fixture(tests, set_up_engine, end_engine);
    tcase_add_test(tests, each_row_is_complete);
    tcase_add_test(tests, names_are_found);
    tcase_add_test(tests, words_in_any_case);
    tcase_add_loop_test(tests, options_apply_where_their_scope_says, 0, COUNT(searches));
    return run_suite(suite);
}
