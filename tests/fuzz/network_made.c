/* Networks that are sound but for some bytes: the first ones of the input say what is written, in
 * KataGo's form or lc0's, the rest what is changed in it.  So the frame holds (the layers' names
 * and sizes, how many numbers there are), and what is read comes to be used. */
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

static int below(struct fuzz_bytes *in, int n)
{
    return fuzz_take(in) % n;
}

/* ---- what is written ---- */

static void write_katago(struct fuzz_bytes *in, const char *name)
{
    static const char *const blocks[] = {"",  "o", "g", "n(o)", "n(g)o",  "n(n(o))", "og", "a",
                                         "t", "l", "f", "af",   "n(lf)t", "n(a)f",   "gtf"};
    static const char *const activations[] = {"ACTIVATION_RELU\n", "ACTIVATION_MISH\n",
                                              "ACTIVATION_SILU\n", "ACTIVATION_IDENTITY\n"};
    struct net_file file = {
        .name = name,
        .version = 3 + below(in, 15),
        .planes = 1 + below(in, 22),
        .numbers = 1 + below(in, 19),
        .channels = 1 + below(in, 9),
        .mid = 1 + below(in, 9),
        .pool = 1 + below(in, 5),
        .filter = 1 + 2 * below(in, 3),
        .blocks = blocks[below(in, sizeof blocks / sizeof *blocks)],
        .binary = true,
        .seed = fuzz_take(in),
        .attention = {1 + below(in, 3), 1, 1 + below(in, 4), 1 + below(in, 4), 1 + below(in, 6)},
        .tip = (enum net_file_tip)below(in, 3),
        .policies = 2 + 2 * below(in, 2),
    };
    file.activation = file.version >= 11 ? activations[below(in, 4)] : "";
    file.metadata = file.version >= 15 && below(in, 4) == 0;
    net_file_write(&file);
}

static void write_lc0(struct fuzz_bytes *in, const char *name)
{
    static const int structures[] = {1, 2, 3, 4, 6, 7};
    struct lc0_file file = {
        .name = name,
        .input = 1 + below(in, 5),
        .structure = structures[below(in, 6)],
        .policy = 1 + below(in, 3),
        .value = 1 + below(in, 2),
        .moves_left = below(in, 2),
        .activation = below(in, 9),
        .smolgen_activation = below(in, 9),
        .feed_activation = below(in, 9),
        .embedding = below(in, 3),
        .heads = 1 + below(in, 3),
        .depth = 1 + below(in, 3),
        .feed = 1 + below(in, 5),
        .smolgen = below(in, 4),
        .policy_encoders = below(in, 2),
        .gate = below(in, 2),
        .several_heads = below(in, 2),
        .normal = below(in, 2),
        .plain = true,
        .encoding = (enum lc0_encoding)(1 + below(in, 4)),
        .seed = fuzz_take(in),
    };
    bool attention = file.structure >= 6;
    file.channels = file.heads * file.depth;
    file.blocks = attention ? 0 : below(in, 3);
    file.encoders = attention ? 1 + below(in, 2) : 0;
    file.squeeze = attention ? 0 : 1 + below(in, 3);
    lc0_file_write(&file);
}

/* ---- what is changed ---- */

static uint8_t *read_all(const char *name, size_t *size)
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

/* A network from the input: some of its bytes are others, at most one part of it is missing. */
static void read_made(const uint8_t *bytes, size_t size)
{
    struct fuzz_bytes in = {bytes, bytes + size};
    char name[] = "/tmp/miai-fuzz-XXXXXX";
    int file = mkstemp(name);
    size_t length;
    fuzz_hold(file >= 0);
    close(file);
    (below(&in, 2) ? write_lc0 : write_katago)(&in, name);
    uint8_t *made = read_all(name, &length);
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

const struct fuzz_target fuzz_made_networks[] = {{"network_made", read_made}, {0}};
