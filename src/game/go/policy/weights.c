#include "weights.h"

#include "base/file.h"
#include "feature_checksum.h"

#include <stdio.h>
#include <stdlib.h>

enum { VERSION = 1 };

static const char magic[8] = GO_WEIGHTS_MAGIC;

static const unsigned char brought[] = {
#include "data/go_weights.inc"
};

const struct go_weights *mi_go_weights(const void *opened)
{
    return opened ? opened : (const void *)brought;
}

const unsigned char *mi_go_weights_builtin(size_t *length)
{
    *length = sizeof brought - 1;
    return brought;
}

/* ---- what a file must not be ---- */

static bool sound_numbers(const uint8_t (*number)[4], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float strength = go_number(number[i]);
        if (!(strength >= GO_STRENGTH_MIN && strength <= GO_STRENGTH_MAX))
            return false;
    }
    return true;
}

/* Are the buckets one behind the other, their patterns in order, each with a strength? */
static bool sound_patterns(const struct go_weights *weights)
{
    uint32_t at = 0, all = go_word(weights->patterns);
    for (int bucket = 0; bucket < GO_BUCKETS; bucket++) {
        uint32_t first = go_word(weights->first[bucket]), end = go_word(weights->first[bucket + 1]);
        if (first != at || end < first || end > all)
            return false;
        for (; at < end; at++) {
            const uint8_t *entry = weights->pattern[at];
            if ((at > first && go_word(entry) <= go_word(entry - GO_PATTERN_BYTES)) ||
                (entry[4] | entry[5]) == 0)
                return false;
        }
    }
    return at == all;
}

static bool sound(const struct go_weights *weights)
{
    return sound_numbers(weights->strength, GO_FEATURES) && sound_numbers(&weights->elsewhere, 1) &&
           sound_numbers(weights->shape, GO_SHAPES) && sound_patterns(weights);
}

static const char *wrong_head(const struct go_weights *weights, size_t length)
{
    size_t known = length < sizeof magic ? length : sizeof magic;
    if (length == 0 || memcmp(weights->magic, magic, known) != 0)
        return "it has no weights of Go: such a file begins with MIAIGOWT";
    if (length < offsetof(struct go_weights, strength))
        return "it is too short";
    return go_word(weights->version) != VERSION ? "it has another version than 1" : NULL;
}

static const char *wrong_content(const struct go_weights *weights, size_t length)
{
    const size_t head = offsetof(struct go_weights, patterns);
    size_t patterns = go_word(weights->patterns);
    if (patterns > GO_PATTERNS_MAX)
        return "it has more than 1048576 patterns";
    if (length != sizeof *weights + patterns * GO_PATTERN_BYTES)
        return "it has not the length that it tells";
    if (mi_crc32(0, weights->patterns, length - head) != go_word(weights->crc))
        return "it is damaged: its CRC-32 is another";
    return sound(weights) ? NULL : "its strengths or patterns are not in bounds and in order";
}

bool mi_go_weights_wrong(const unsigned char *bytes, size_t length, char *error, size_t size)
{
    const struct go_weights *weights = (const void *)bytes;
    const char *wrong = wrong_head(weights, length);
    uint32_t ours = wrong ? 0 : mi_go_feature_checksum();
    if (!wrong && ours == 0)
        wrong = "not enough memory";
    if (!wrong && go_word(weights->features) != ours) {
        snprintf(error, size,
                 "it is stale: learned for features of the checksum %08x, those here have %08x",
                 (unsigned)go_word(weights->features), (unsigned)ours);
        return true;
    }
    wrong = wrong ? wrong : wrong_content(weights, length);
    if (wrong)
        snprintf(error, size, "%s", wrong);
    return wrong != NULL;
}

void *mi_go_open_weights(const miai_setup *setup, const char *file, char *error, size_t size)
{
    (void)setup;
    size_t length;
    if (!file) /* those of the program need no opening */
        return NULL;
    unsigned char *bytes = mi_file_read(file, MI_FILE_LEARNED, &length, error, size);
    if (!bytes)
        return NULL;
    if (!mi_go_weights_wrong(bytes, length, error, size))
        return bytes;
    free(bytes);
    return NULL;
}

size_t mi_go_weights_held(const void *opened)
{
    const struct go_weights *weights = opened;
    return sizeof *weights + go_word(weights->patterns) * (size_t)GO_PATTERN_BYTES;
}

size_t mi_go_weights_memory(const void *opened)
{
    (void)opened;
    return 0;
}
