#include "fixture.h"
#include "suite.h"

#include <check.h>
#include <stdio.h>

miai_engine *engine;

static void create_engine(void)
{
    engine = miai_new();
    ck_assert_ptr_nonnull(engine);
}

void begin_engine(const char *game)
{
    create_engine();
    ck_assert_int_eq(miai_set_game(engine, game), MIAI_OK);
}

void begin_go_9x9(void)
{
    create_engine();
    ck_assert_int_eq(miai_set_size(engine, 9, 9), MIAI_OK);
}

void end_engine(void)
{
    miai_free(engine);
}

void set_engine_option(const char *name, const char *value)
{
    ck_assert_msg(miai_set_option(engine, name, value) == MIAI_OK, "%s=%s", name, value);
}

void set_number(const char *name, int value)
{
    char text[16];
    snprintf(text, sizeof text, "%d", value);
    set_engine_option(name, text);
}

void play_line(const char *moves)
{
    char word[16];
    int used;
    for (int i = 0; sscanf(moves, " %15s%n", word, &used) == 1; i++, moves += used)
        ck_assert_msg(miai_play(engine, i % 2, word) == MIAI_OK, "%s", word);
}

int play_to_the_end(void)
{
    char move[MIAI_MOVE_TEXT];
    int plies = 0;
    while (miai_genmove(engine, MIAI_TURN, move, sizeof move) == MIAI_OK)
        plies++;
    return plies;
}

miai_network_output network_output_after(const char *moves)
{
    miai_network_output output;
    miai_clear(engine);
    play_line(moves);
    ck_assert_int_eq(miai_ask_network(engine, MIAI_TURN, 0, &output), MIAI_OK);
    return output;
}

bool network_is_used(void)
{
    miai_network_output output;
    int said = miai_ask_network(engine, MIAI_TURN, 0, &output);
    ck_assert(said == MIAI_OK || said == MIAI_NO_NETWORK);
    return said == MIAI_OK;
}

void check_network_on(int width, int height, bool plays)
{
    ck_assert_int_eq(miai_set_size(engine, width, height), MIAI_OK);
    ck_assert_msg(network_is_used() == plays, "%dx%d", width, height);
}

const char *board_text(void)
{
    static char text[4096];
    ck_assert_int_lt(miai_board_text(engine, text, sizeof text), (int)sizeof text);
    return text;
}
