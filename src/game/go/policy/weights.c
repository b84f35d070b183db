#include "weights.h"

#include "base/file.h"
#include "embedded/embedded.h"
#include "feature_checksum.h"

#include <stdio.h>
#include <stdlib.h>

enum { VERSION = 1 };

static const char weights_magic[8] = GO_WEIGHTS_MAGIC;

const struct go_weights *mi_go_weights(const void *opened)
{
    return opened ? opened : (const void *)mi_embedded_go_weights;
}

const unsigned char *mi_go_weights_builtin(size_t *length)
{
    mi_embedded_load(mi_embedded_go_weights);
    *length = MI_EMBEDDED_go_weights;
    return mi_embedded_go_weights;
}

/* ---- checking a file ---- */

static bool are_valid_strengths(const uint8_t (*number)[4], size_t count)
{
    for (size_t i = 0; i < count; i++) {
        float strength = go_number(number[i]);
        if (!(strength >= GO_STRENGTH_MIN && strength <= GO_STRENGTH_MAX))
            return false;
    }
    return true;
}

/* Are the buckets contiguous, with sorted patterns that all have a strength? */
static bool are_valid_patterns(const struct go_weights *weights)
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

static bool is_valid_content(const struct go_weights *weights)
{
    return are_valid_strengths(weights->strength, GO_FEATURES) &&
           are_valid_strengths(&weights->elsewhere, 1) &&
           are_valid_strengths(weights->shape, GO_SHAPES) && are_valid_patterns(weights);
}

static const char *header_fault(const struct go_weights *weights, size_t length)
{
    size_t known = length < sizeof weights_magic ? length : sizeof weights_magic;
    if (length == 0 || memcmp(weights->magic, weights_magic, known) != 0)
        return "it is not a file of Go weights: it must begin with MIAIGOWT";
    if (length < offsetof(struct go_weights, strength))
        return "it is too short";
    return go_word(weights->version) != VERSION ? "its version is not 1" : NULL;
}

static const char *content_fault(const struct go_weights *weights, size_t length)
{
    const size_t head = offsetof(struct go_weights, patterns);
    size_t patterns = go_word(weights->patterns);
    if (patterns > GO_PATTERNS_MAX)
        return "it has more than 1048576 patterns";
    if (length != sizeof *weights + patterns * GO_PATTERN_BYTES)
        return "its length does not match its number of patterns";
    if (mi_crc32(0, weights->patterns, length - head) != go_word(weights->crc))
        return "it is damaged: its CRC-32 does not match";
    return is_valid_content(weights)
               ? NULL
               : "its strengths are out of bounds or its patterns out of order";
}

bool mi_go_weights_fault(const unsigned char *bytes, size_t length, char *error, size_t size)
{
    const struct go_weights *weights = (const void *)bytes;
    const char *wrong = header_fault(weights, length);
    uint32_t ours = wrong ? 0 : mi_go_feature_checksum();
    if (!wrong && ours == 0)
        wrong = "not enough memory";
    if (!wrong && go_word(weights->features) != ours) {
        snprintf(error, size,
                 "it is outdated: its feature checksum is %08x, this program needs %08x",
                 (unsigned)go_word(weights->features), (unsigned)ours);
        return true;
    }
    wrong = wrong ? wrong : content_fault(weights, length);
    if (wrong)
        snprintf(error, size, "%s", wrong);
    return wrong != NULL;
}

void *mi_go_open_weights(const miai_setup *setup, const char *file, char *error, size_t size)
{
    (void)setup;
    size_t length;
    if (!file) {
        mi_embedded_load(mi_embedded_go_weights);
        return (void *)(uintptr_t)mi_embedded_go_weights;
    }
    unsigned char *bytes = mi_file_read(file, MI_MAX_WEIGHTS_FILE_BYTES, &length, error, size);
    if (!bytes)
        return NULL;
    if (!mi_go_weights_fault(bytes, length, error, size))
        return bytes;
    free(bytes);
    return NULL;
}

void mi_go_close_weights(void *opened)
{
    if (opened != mi_embedded_go_weights)
        free(opened);
}

size_t mi_go_weights_bytes(const void *opened)
{
    const struct go_weights *weights = opened;
    return opened == mi_embedded_go_weights
               ? 0
               : sizeof *weights + go_word(weights->patterns) * (size_t)GO_PATTERN_BYTES;
}
