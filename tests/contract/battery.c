#include "battery.h"
#include "contract/history.h"
#include "miai.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>

static void note_fault(void *context, const char *text)
{
    (void)context;
    fprintf(stderr, "%s\n", text);
}

/* The text of each move must be read as that move, and other texts must be refused. */
static void check_texts(struct mi_history *history, const miai_move *list, int n, int player)
{
    const miai_game *game = mi_history_game(history);
    char text[MIAI_MOVE_TEXT];
    miai_move read;
    for (int i = 0; i < n; i += 1 + n / 40) {
        game->move_text(mi_history_position(history), list[i], text, sizeof text);
        ck_assert_int_eq(mi_history_read(history, player, text, &read), MI_READ_MOVE);
        ck_assert_int_eq(read, list[i]);
    }
    ck_assert_int_eq(mi_history_read(history, player, "?!", &read), MI_READ_NONE);
    ck_assert_int_eq(mi_history_read(history, player, "", &read), MI_READ_NONE);
}

static void check_reading(const miai_game *game)
{
    struct mi_history *history = mi_history_new(game, &game->setup);
    miai_move list[MIAI_MAX_LEGAL];
    miai_rng rng;
    ck_assert_ptr_nonnull(history);
    miai_rng_seed(&rng, 2026);
    for (int ply = 0; ply < 20; ply++) {
        int player = game->turn(mi_history_position(history));
        int n = mi_history_moves(history, player, list);
        check_texts(history, list, n, player);
        if (n == 0 ||
            mi_history_play(history, player, list[miai_rng_below(&rng, (uint32_t)n)]) != MI_PLAYED)
            break;
    }
    mi_history_free(history);
}

void battery_run(const miai_game *game)
{
    ck_assert_int_eq(miai_check_game(game, note_fault, NULL), 0);
    check_reading(game);
}
