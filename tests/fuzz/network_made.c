/* Valid networks with a few bytes changed. The first input bytes choose a network in KataGo's or
 * lc0's format, the rest choose the changes. The structure stays valid (names and sizes of layers,
 * number counts), so that the fuzzer reaches more of the reader's code. */
#include "fuzz.h"
#include "tests/support/lc0_file.h"
#include "tests/support/net_file.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CHANGES = 16 };

static int take_below(struct fuzz_bytes *in, int n)
{
    return fuzz_take(in) % n;
}

/* ---- writing a network ---- */

static void write_katago(struct fuzz_bytes *in, const char *name)
{
    static const char *const blocks[] = {"",  "o", "g", "n(o)", "n(g)o",  "n(n(o))", "og", "a",
                                         "t", "l", "f", "af",   "n(lf)t", "n(a)f",   "gtf"};
    static const char *const activations[] = {"ACTIVATION_RELU\n", "ACTIVATION_MISH\n",
                                              "ACTIVATION_SILU\n", "ACTIVATION_IDENTITY\n"};
    struct net_file file = {
        .name = name,
        .version = 3 + take_below(in, 15),
        .planes = 1 + take_below(in, 22),
        .numbers = 1 + take_below(in, 19),
        .channels = 1 + take_below(in, 9),
        .mid = 1 + take_below(in, 9),
        .pool = 1 + take_below(in, 5),
        .filter = 1 + 2 * take_below(in, 3),
        .blocks = blocks[take_below(in, sizeof blocks / sizeof *blocks)],
        .binary = true,
        .seed = fuzz_take(in),
        .attention = {1 + take_below(in, 3), 1, 1 + take_below(in, 4), 1 + take_below(in, 4),
                      1 + take_below(in, 6)},
        .tip = (enum net_file_tip)take_below(in, 3),
        .policies = 2 + 2 * take_below(in, 2),
    };
    file.activation = file.version >= 11 ? activations[take_below(in, 4)] : "";
    file.metadata = file.version >= 15 && take_below(in, 4) == 0;
    net_file_write(&file);
}

static void write_lc0(struct fuzz_bytes *in, const char *name)
{
    static const int structures[] = {1, 2, 3, 4, 6, 7};
    struct lc0_file file = {
        .name = name,
        .input = 1 + take_below(in, 5),
        .structure = structures[take_below(in, 6)],
        .policy = 1 + take_below(in, 3),
        .value = 1 + take_below(in, 2),
        .moves_left = take_below(in, 2),
        .activation = take_below(in, 9),
        .smolgen_activation = take_below(in, 9),
        .feed_activation = take_below(in, 9),
        .embedding = take_below(in, 3),
        .heads = 1 + take_below(in, 3),
        .depth = 1 + take_below(in, 3),
        .feed = 1 + take_below(in, 5),
        .smolgen = take_below(in, 4),
        .policy_encoders = take_below(in, 2),
        .gate = take_below(in, 2),
        .several_heads = take_below(in, 2),
        .normal = take_below(in, 2),
        .plain = true,
        .encoding = (enum lc0_encoding)(1 + take_below(in, 4)),
        .seed = fuzz_take(in),
    };
    bool attention = file.structure >= 6;
    file.channels = file.heads * file.depth;
    file.blocks = attention ? 0 : take_below(in, 3);
    file.encoders = attention ? 1 + take_below(in, 2) : 0;
    file.squeeze = attention ? 0 : 1 + take_below(in, 3);
    lc0_file_write(&file);
}

/* ---- changing a network ---- */

static uint8_t *read_whole_file(const char *name, size_t *size)
{
    struct stat status;
    int file = open(name, O_RDONLY);
    fuzz_hold(file >= 0 && fstat(file, &status) == 0);
    uint8_t *bytes = malloc((size_t)status.st_size + 1);
    fuzz_hold(bytes && read(file, bytes, (size_t)status.st_size) == status.st_size);
    close(file);
    *size = (size_t)status.st_size;
    return bytes;
}

/* Makes a network from the input, changes some of its bytes and may truncate it. */
static void read_changed_network(const uint8_t *bytes, size_t size)
{
    struct fuzz_bytes in = {bytes, bytes + size};
    char name[] = "/tmp/miai-fuzz-XXXXXX";
    int file = mkstemp(name);
    size_t length;
    fuzz_hold(file >= 0);
    close(file);
    (take_below(&in, 2) ? write_lc0 : write_katago)(&in, name);
    uint8_t *made = read_whole_file(name, &length);
    unlink(name);
    for (int i = 0; i < CHANGES && in.at < in.end && length > 0; i++) {
        size_t at = fuzz_take_word(&in) % length;
        made[at] = fuzz_take(&in);
    }
    if (in.at < in.end && fuzz_take(&in) == 1)
        length = fuzz_take_word(&in) % (length + 1);
    fuzz_read_network(made, length);
    free(made);
}

const struct fuzz_target fuzz_made_networks[] = {{"network_made", read_changed_network}, {0}};
