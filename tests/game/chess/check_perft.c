/* Move generation, checked by perft counts. */
#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_MAX_LENGTH = 256, POSITION_MAX = 512 };

static uint64_t count_moves(const void *pos, size_t size, int depth)
{
    miai_move list[MIAI_MAX_LEGAL];
    _Alignas(16) char next[POSITION_MAX];
    uint64_t sum = 0;
    int n = mi_chess_game.moves(pos, list);
    if (depth == 1)
        return (uint64_t)n;
    for (int i = 0; i < n; i++) {
        memcpy(next, pos, size);
        mi_chess_game.play(next, list[i]);
        sum += count_moves(next, size, depth - 1);
    }
    return sum;
}

/* "rule set; position; depth; count" */
static void check_line(char *line)
{
    _Alignas(16) char pos[POSITION_MAX];
    miai_setup setup = mi_chess_game.setup;
    const char *name = strtok(line, ";"), *fen = strtok(NULL, ";"), *depth = strtok(NULL, ";"),
               *count = strtok(NULL, ";");
    ck_assert_ptr_nonnull(count);
    while (strcmp(name, mi_chess_game.rules[setup.rules]) != 0)
        ck_assert_ptr_nonnull(mi_chess_game.rules[++setup.rules]);
    size_t size = mi_chess_game.size(&setup);
    ck_assert_uint_le(size, POSITION_MAX);
    ck_assert_msg(mi_chess_game.notation->read_position(pos, &setup, fen), "%s", fen);
    uint64_t counted = count_moves(pos, size, (int)strtol(depth, NULL, 10));
    ck_assert_msg(counted == strtoull(count, NULL, 10), "%s: %llu instead of%s", fen,
                  (unsigned long long)counted, count);
}

START_TEST(known_leaf_counts)
{
    char path[LINE_MAX_LENGTH], line[LINE_MAX_LENGTH];
    const char *folder = getenv("srcdir");
    snprintf(path, sizeof path, "%s/tests/game/chess/perft.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    ck_assert_msg(file != NULL, "cannot read %s", path);
    int lines = 0;
    for (; fgets(line, sizeof line, file); lines += line[0] != '#')
        if (line[0] != '#')
            check_line(line);
    fclose(file);
    ck_assert_int_gt(lines, 40);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("chess perft");
    TCase *tests = add_case(suite, "perft", 300);
    tcase_add_test(tests, known_leaf_counts);
    return run_suite(suite);
}
