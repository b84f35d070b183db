/* Counts move sequences of a given length and compares them with perft.txt. */
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t count_leaves(const miai_game *game, size_t size, const void *pos, int depth)
{
    miai_move list[MIAI_MAX_LEGAL];
    int score;
    uint64_t count = 0;
    if (depth == 0)
        return 1;
    if (game->outcome(pos, &score))
        return 0;
    int n = game->moves(pos, list);
    if (depth == 1)
        return (uint64_t)n;
    void *next = malloc(size);
    ck_assert_ptr_nonnull(next);
    for (int i = 0; i < n; i++) {
        memcpy(next, pos, size);
        game->play(next, list[i]);
        count += count_leaves(game, size, next, depth - 1);
    }
    free(next);
    return count;
}

static const miai_game *find_game(const char *name)
{
    for (int i = 0; mi_games[i]; i++)
        if (strcmp(mi_games[i]->name, name) == 0)
            return mi_games[i];
    ck_abort_msg("no game %s", name);
    return NULL;
}

static int find_rules(const miai_game *game, const char *name)
{
    for (int i = 0; game->rules && game->rules[i]; i++)
        if (strcmp(game->rules[i], name) == 0)
            return i;
    ck_abort_msg("%s has no rules %s", game->name, name);
    return 0;
}

/* A line is "game WxH depth count"; the game may be "game:rules". */
static void check_line(const char *line)
{
    char name[32], rules[32] = "";
    int width, height, depth;
    uint64_t expected;
    int read = sscanf(line, "%31[^: ]:%31s %dx%d %d %" SCNu64, name, rules, &width, &height, &depth,
                      &expected);
    if (read != 6)
        read = 1 + sscanf(line, "%31s %dx%d %d %" SCNu64, name, &width, &height, &depth, &expected);
    ck_assert_msg(read == 6, "cannot read: %s", line);
    const miai_game *game = find_game(name);
    miai_setup setup = game->setup;
    setup.width = width;
    setup.height = height;
    if (rules[0])
        setup.rules = find_rules(game, rules);
    size_t size = game->size(&setup);
    ck_assert_msg(size > 0, "not played: %s", line);
    void *pos = malloc(size);
    ck_assert_ptr_nonnull(pos);
    game->init(pos, &setup);
    uint64_t count = count_leaves(game, size, pos, depth);
    ck_assert_msg(count == expected, "counted %" PRIu64 ": %s", count, line);
    free(pos);
}

START_TEST(known_leaf_counts)
{
    const char *folder = getenv("srcdir");
    char path[4096], line[256];
    int lines = 0;
    snprintf(path, sizeof path, "%s/tests/contract/perft.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot open %s", path);
    while (fgets(line, sizeof line, file))
        if (line[0] != '#' && line[0] != '\n') {
            check_line(line);
            lines++;
        }
    fclose(file);
    ck_assert_int_gt(lines, 0);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("perft");
    TCase *tests = add_case(suite, "perft", 120);
    tcase_add_test(tests, known_leaf_counts);
    return run_suite(suite);
}
