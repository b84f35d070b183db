#include "diagram.h"

#include "game/games.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int status_lines(char line[][STATUS_LINE], int room, const char *skipped)
{
    char path[1024];
    const char *folder = getenv("srcdir");
    int lines = 0;
    snprintf(path, sizeof path, "%s/tests/game/go/status.txt", folder ? folder : ".");
    FILE *file = fopen(path, "r");
    ck_assert_ptr_nonnull(file);
    while (lines < room && fgets(line[lines], STATUS_LINE, file))
        lines += *line[lines] != '\n' && !strchr(skipped, *line[lines]);
    fclose(file);
    ck_assert_int_gt(lines, 50);
    return lines;
}

miai_setup board_setup(int width, int height, int rules)
{
    return (miai_setup){.width = width, .height = height, .komi = 0, .rules = rules};
}

struct mi_go *board_start(const miai_setup *setup)
{
    struct mi_go *b = malloc(mi_go_game.size(setup));
    ck_assert_ptr_nonnull(b);
    mi_go_game.init(b, setup);
    return b;
}

struct mi_go *board_draw(const miai_setup *setup, const char *rows)
{
    struct mi_go *b = board_start(setup);
    for (int x = 0, y = setup->height - 1; *rows; rows++, x++) {
        if (strchr("XxOo", *rows))
            ck_assert(
                mi_go_game.editing->put(b, y * setup->width + x, strchr("Oo", *rows) != NULL));
        if (*rows == '/') {
            x = -1;
            y--;
        }
    }
    return b;
}

int board_mark(const struct mi_go *b, const char *rows, const char *marks)
{
    int x = 0, y = b->height - 1;
    for (; !strchr(marks, *rows); rows++) {
        x = *rows == '/' ? 0 : x + 1;
        y -= *rows == '/';
    }
    return mi_go_point_at(b, x, y);
}

miai_move board_point(const miai_setup *setup, const char *text)
{
    if (strcmp(text, "pass") == 0)
        return setup->width * setup->height;
    miai_move move = miai_point_read(text, setup->width, setup->height);
    ck_assert_int_ne(move, MIAI_NO_MOVE);
    return move;
}

bool board_legal(const miai_setup *setup, const void *pos, const char *text)
{
    return mi_go_game.legal(pos, board_point(setup, text));
}

void board_play(const miai_setup *setup, void *pos, const char *moves)
{
    char text[MIAI_MOVE_TEXT];
    for (int n; sscanf(moves, "%15s%n", text, &n) == 1; moves += n) {
        ck_assert_msg(board_legal(setup, pos, text), "%s", text);
        mi_go_game.play(pos, board_point(setup, text));
    }
}

bool is_move_listed(const miai_setup *setup, const miai_move *list, int n, const char *text)
{
    for (int i = 0; i < n; i++)
        if (list[i] == board_point(setup, text))
            return true;
    return false;
}
