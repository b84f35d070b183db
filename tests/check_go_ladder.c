/* Ladders on drawn boards: in which the chain with the small letter is hunted. */
#include "game/go/go.h"
#include "game/go/ladder.h"
#include "suite.h"

#include <check.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 9 };

struct drawing {
    bool hunted; /* whether the hunted or the hunter is to move */
    bool lost;
    const char *rows; /* from the top, X black, O white */
};

static const struct drawing drawings[] = {
    /* down to the right on an empty board */
    {false, true,
     "........."
     "..X......"
     ".Xo......"
     ".X......."
     "........."
     "........."
     "........."
     "........."
     "........."},
    /* a stone breaks the one that goes right; the other direction is closed */
    {false, false,
     "........."
     "..X......"
     ".Xo......"
     ".X......."
     "........."
     "........."
     "......O.."
     "........."
     "........."},
    /* the hunter's stone there does not */
    {false, true,
     "........."
     "..X......"
     ".Xo......"
     ".X......."
     "........."
     "........."
     "......X.."
     "........."
     "........."},
    /* in atari, and the owner to move: it runs, and is taken at the edge */
    {true, true,
     "........."
     "..X......"
     ".XoX....."
     ".X......."
     "........."
     "........."
     "........."
     "........."
     "........."},
    /* or reaches a friend */
    {true, false,
     "........."
     "..X......"
     ".XoX....."
     ".X......."
     "........."
     "....O...."
     "........."
     "........."
     "........."},
    /* in atari, and the hunter to move */
    {
        false,
        true,
        "........."
        "..X......"
        ".XoX....."
        ".........",
    },
    /* three liberties */
    {
        false,
        false,
        "........."
        "........."
        "..o......"
        "..X......",
    },
    /* no room */
    {
        true,
        true,
        ".XoX....."
        ".X.X....."
        "........."
        ".........",
    },
    /* no room, but it takes a hunter */
    {
        true,
        false,
        "..XoOX..."
        "..OX.X..."
        "....X...."
        ".........",
    },
    {
        true,
        false,
        "OXX......"
        "OXoX....."
        ".O.X....."
        "..O......",
    },
};

static struct mi_go *draw(const struct drawing *drawing, int exchanged, int *prey)
{
    miai_setup setup = {.width = SIDE, .height = SIDE};
    struct mi_go *b = malloc(mi_go_size(&setup));
    ck_assert_ptr_nonnull(b);
    mi_go_init(b, &setup);
    for (int i = 0; drawing->rows[i]; i++) {
        int c = toupper(drawing->rows[i]), p = mi_go_point_at(b, i % SIDE, SIDE - 1 - i / SIDE);
        if (c == 'X' || c == 'O')
            ck_assert(mi_go_put(b, mi_go_move_of(b, p), (c == 'O') ^ exchanged));
        if (c != drawing->rows[i])
            *prey = p;
    }
    return b;
}

START_TEST(ladders)
{
    const struct drawing *drawing = &drawings[_i / 2];
    int prey = MI_GO_NONE, exchanged = _i % 2;
    struct mi_go *b = draw(drawing, exchanged, &prey), *before = draw(drawing, exchanged, &prey);
    int owner = b->point[prey].colour;
    /* whoever passes is the other one */
    b->turn = before->turn = (uint8_t)(drawing->hunted ? !owner : owner);
    ck_assert_msg(mi_go_ladder(b, MI_GO_NONE, prey) == drawing->lost, "drawing %d", _i / 2);
    ck_assert_int_eq(memcmp(b, before, sizeof *b + b->span * sizeof *b->point), 0);
    free(b);
    free(before);
}
END_TEST

/* A stone played into a ladder is lost, and one that gives the atari takes. */
START_TEST(after_a_move)
{
    int prey = MI_GO_NONE;
    struct mi_go *b = draw(&drawings[3], 0, &prey);
    int below = prey - b->stride;
    b->turn = 1;
    ck_assert(mi_go_ladder(b, below, below));
    free(b);
    b = draw(&drawings[0], 0, &prey);
    b->turn = 0;
    ck_assert(mi_go_ladder(b, prey + 1, prey));
    free(b);
    b = draw(&drawings[1], 0, &prey);
    b->turn = 0;
    ck_assert(!mi_go_ladder(b, prey + 1, prey));
    free(b);
}
END_TEST

/* Who has just retaken a ko is not taken at once. */
START_TEST(ko)
{
    static const struct drawing drawing = {false, false,
                                           ".XO......"
                                           "X.xO....."
                                           ".XO......"};
    int prey = MI_GO_NONE;
    struct mi_go *b = draw(&drawing, 0, &prey);
    b->turn = 1;
    ck_assert(!mi_go_ladder(b, prey - 1, prey - 1));
    free(b);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("go_ladder");
    TCase *tests = add_case(suite, "go_ladder", 4);
    tcase_add_loop_test(tests, ladders, 0, 2 * (int)(sizeof drawings / sizeof *drawings));
    tcase_add_test(tests, after_a_move);
    tcase_add_test(tests, ko);
    return run_suite(suite);
}
