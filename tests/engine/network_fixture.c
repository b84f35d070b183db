#include "network_fixture.h"

#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>

const struct net_file small_network = {.version = 8,
                                       .planes = 22,
                                       .numbers = 19,
                                       .channels = 8,
                                       .mid = 8,
                                       .pool = 4,
                                       .filter = 3,
                                       .blocks = "og",
                                       .activation = "",
                                       .binary = true,
                                       .packed = true,
                                       .seed = 5};

const char *network_file;

static void begin_with_network(void)
{
    begin_engine("go");
    ck_assert_int_eq(miai_set_size(engine, 5, 5), MIAI_OK);
    set_engine_option("network", network_file);
}

void begin_network(const char *file)
{
    struct net_file network = small_network;
    network.name = network_file = file;
    net_file_write(&network);
    begin_with_network();
    set_engine_option("playouts", "40");
}

void begin_network_again(void)
{
    end_engine();
    begin_with_network();
}

void end_network(void)
{
    end_engine();
    remove(network_file);
}

bool plays_by_network(void)
{
    miai_network_output output;
    return miai_ask_network(engine, MIAI_TURN, 0, &output) == MIAI_OK;
}

miai_network_output ask_network(int player, int symmetry)
{
    miai_network_output output;
    ck_assert_int_eq(miai_ask_network(engine, player, symmetry, &output), MIAI_OK);
    return output;
}
