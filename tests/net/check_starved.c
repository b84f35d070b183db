/* Networks without memory: whichever allocation fails, loading gives a network with the usual
 * outputs, or an error text. The linker redirects allocations to tests/support/starve.c. */
#include "net/net_parts.h"
#include "tests/support/lc0_file.h"
#include "tests/support/net_file.h"
#include "tests/support/starve.h"
#include "tests/support/suite.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char network_file[] = "net_starved.tmp.net";

enum { LARGEST = 1 << 22, INPUTS = MI_LC0_PLANES * MI_LC0_SQUARES };

#define KATAGO(of_version, of_blocks, of_activation, ...)                                          \
    {                                                                                              \
        .name = network_file, .version = of_version, .planes = 2, .numbers = 2, .channels = 2,     \
        .mid = 2, .pool = 1, .filter = 3, .seed = 1, .blocks = of_blocks,                          \
        .activation = of_activation, .binary = true, __VA_ARGS__                                   \
    }

static const struct net_file katago_networks[] = {
    KATAGO(3, "og", "", .packed = true),
    KATAGO(15, "n(g)o", "ACTIVATION_MISH\n", .packed = true),
    KATAGO(17, "n(lf)tf", "ACTIVATION_SILU\n", .attention = {2, 1, 2, 1, 2}, .tip = NET_FILE_BOARD,
           .policies = 4, .packed = true),
};

static const struct lc0_file lc0_networks[] = {
    {.name = network_file, LC0_SMALL_RESIDUAL, .encoding = LC0_LINEAR16, .normal = true, .seed = 1},
    {.name = network_file,
     LC0_SMALL_ENCODER,
     .encoding = LC0_FLOAT16,
     .policy_encoders = 1,
     .seed = 2},
    {.name = network_file, LC0_SMALL_HEADS, .encoding = LC0_FLOAT32, .seed = 3},
    {.name = network_file,
     .input = 1,
     .structure = 3,
     .policy = 1,
     .value = 1,
     .channels = 1,
     .blocks = 2,
     .encoding = LC0_BFLOAT16,
     .seed = 4},
};

enum { KINDS = COUNT(katago_networks) + COUNT(lc0_networks) };

static char error[200];
static unsigned char file_bytes[LARGEST];
static size_t length;

static void write_network(int kind)
{
    if (kind < COUNT(katago_networks))
        net_file_write(&katago_networks[kind]);
    else
        lc0_file_write(&lc0_networks[kind - COUNT(katago_networks)]);
    FILE *file = fopen(network_file, "rb");
    ck_assert_ptr_nonnull(file);
    length = fread(file_bytes, 1, LARGEST, file);
    ck_assert_uint_lt(length, LARGEST);
    fclose(file);
}

/* The outputs for a board whose inputs are all 1; false if memory is too short to evaluate. */
static bool evaluate_ones(const struct mi_net *net, float policy[MI_LC0_MOVES])
{
    static float plane[INPUTS], number[2] = {1.0f, 1.0f};
    bool chess = mi_net_describe(net)->policy != 0;
    int side = chess ? MI_LC0_SIDE : 5;
    for (int i = 0; i < INPUTS; i++)
        plane[i] = 1.0f;
    struct mi_net_workspace *work = mi_net_workspace_new(net, side, side, 1);
    if (!work)
        return false;
    memset(policy, 0, MI_LC0_MOVES * sizeof *policy);
    mi_net_run(work, &(struct mi_net_in){.plane = plane, .number = number},
               &(struct mi_net_out){.policy = policy}, 1);
    mi_net_workspace_free(work);
    return true;
}

static struct mi_net *read_network(bool packed)
{
    strcpy(error, "nothing");
    return packed ? mi_net_read(file_bytes, length, MI_NET_INTEGERS, error, sizeof error)
                  : mi_net_load(network_file, MI_NET_FASTEST, error, sizeof error);
}

/* Each kind of network, first from its file, then from the file's contents in memory. */
START_TEST(starved_reading)
{
    static float wanted[MI_LC0_MOVES], policy[MI_LC0_MOVES];
    bool packed = _i % 2, failed = true;
    write_network(_i / 2);
    struct mi_net *net = read_network(packed);
    ck_assert_msg(net, "%s", error);
    ck_assert(evaluate_ones(net, wanted));
    mi_net_free(net);
    for (int n = 1; failed; n++) {
        starve_at(n);
        net = read_network(packed);
        bool ran = net && evaluate_ones(net, policy);
        failed = stop_starving();
        ck_assert_msg(failed || ran, "%s", error);
        ck_assert_msg(net || strstr(error, "memory"), "%d: %s", n,
                      error);
        ck_assert(!ran || memcmp(policy, wanted, sizeof wanted) == 0);
        mi_net_free(net);
    }
    remove(network_file);
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("starved networks");
    TCase *tests = add_case(suite, "starved", 20);
    tcase_add_loop_test(tests, starved_reading, 0, 2 * KINDS);
    return run_suite(suite);
}
