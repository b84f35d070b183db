/* randomnet - writes networks of any shape with random weights, to measure the cost of a network
 * before training it.
 *
 *     make tools/network/randomnet
 *     tools/network/randomnet FILE b18c384nbt
 *     tools/network/randomnet FILE blocks='n(og)tf' [NAME=NUMBER ...]
 *
 * Blocks as in tests/support/net_file.h; a following "x6" repeats them. */
#include "tests/support/net_file.h"

#include "base/text.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS_TEXT = 4000, TIMES_MAX = 100 };

/* Existing shapes, by KataGo's names. */
static const struct {
    const char *name, *blocks;
    struct net_file file;
} shapes[] = {
    {"b6c96",
     "oogogo",
     {.version = 8, .channels = 96, .mid = 96, .pool = 32, .activation = "ACTIVATION_RELU\n"}},
    {"b18c384nbt",
     "n(oo)n(oo)n(go)x6",
     {.version = 15, .channels = 384, .mid = 192, .pool = 64, .activation = "ACTIVATION_MISH\n"}},
    {"b28c512nbt",
     "n(oo)n(oo)n(go)x9n(oo)",
     {.version = 15, .channels = 512, .mid = 256, .pool = 64, .activation = "ACTIVATION_MISH\n"}},
    {"b10c384h6nbttflrs",
     "n(lflf)x10",
     {.version = 17,
      .channels = 384,
      .mid = 192,
      .pool = 48,
      .activation = "ACTIVATION_SILU\n",
      .attention = {6, 6, 32, 32, 512}}},
    {"b10c384h6tfrs",
     "tfx10",
     {.version = 17,
      .channels = 384,
      .mid = 192,
      .pool = 48,
      .activation = "ACTIVATION_SILU\n",
      .attention = {6, 6, 64, 64, 1024},
      .tip = NET_FILE_BOARD}},
};

/* Expands "x6": repeats what precedes it, up to the previous expansion. */
static bool expand_repeats(const char *blocks, char *out, size_t capacity)
{
    size_t length = 0, from = 0;
    while (*blocks) {
        int64_t times = 1;
        if (*blocks != 'x') {
            if (length + 1 >= capacity)
                return false;
            out[length++] = *blocks++;
            continue;
        }
        char number[8] = "";
        size_t digits = strspn(++blocks, "0123456789"), part = length - from;
        memcpy(number, blocks, digits < sizeof number ? digits : 0);
        if (!mi_read_int(number, 1, TIMES_MAX, &times) || length + part * (size_t)times >= capacity)
            return false;
        for (; times > 1; times--, length += part)
            memcpy(out + length, out + from, part);
        from = length;
        blocks += digits;
    }
    out[length] = '\0';
    return true;
}

static bool set_number(struct net_file *file, const char *name, size_t length, int value)
{
    const struct {
        const char *name;
        int *at;
    } numbers[] = {
        {"version", &file->version},
        {"channels", &file->channels},
        {"mid", &file->mid},
        {"pool", &file->pool},
        {"filter", &file->filter},
        {"planes", &file->planes},
        {"numbers", &file->numbers},
        {"heads", &file->attention.heads},
        {"groups", &file->attention.groups},
        {"query", &file->attention.query},
        {"value", &file->attention.value},
        {"hidden", &file->attention.hidden},
        {"policies", &file->policies},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (strlen(numbers[i].name) == length && strncmp(numbers[i].name, name, length) == 0) {
            *numbers[i].at = value;
            return true;
        }
    return false;
}

/* A shape's name, blocks, or a number. */
static bool set_shape(struct net_file *file, const char *word, const char **blocks)
{
    const char *equals = strchr(word, '=');
    int64_t value = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(word, shapes[i].name) == 0) {
            const char *name = file->name;
            *file = shapes[i].file;
            file->name = name;
            *blocks = shapes[i].blocks;
            return true;
        }
    if (strncmp(word, "blocks=", 7) == 0) {
        *blocks = word + 7;
        return true;
    }
    return equals && mi_read_int(equals + 1, 0, 4096, &value) &&
           set_number(file, word, (size_t)(equals - word), (int)value);
}

int main(int argc, char **argv)
{
    static char blocks[BLOCKS_TEXT];
    struct net_file file = shapes[0].file;
    const char *short_blocks = NULL;
    bool good = argc > 2;
    file.name = argc > 1 ? argv[1] : NULL;
    for (int i = 2; i < argc; i++)
        good = set_shape(&file, argv[i], &short_blocks) && good;
    if (!good || !short_blocks || !expand_repeats(short_blocks, blocks, sizeof blocks)) {
        fprintf(stderr, "usage: randomnet FILE SHAPE [NAME=NUMBER ...]\n");
        return 2;
    }
    file.blocks = blocks;
    file.planes = file.planes ? file.planes : 22;
    file.numbers = file.numbers ? file.numbers : 19;
    file.filter = file.filter ? file.filter : 3;
    file.binary = file.packed = true;
    file.seed = 1;
    net_file_write(&file);
    return 0;
}
