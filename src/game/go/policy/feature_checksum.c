/* A checksum of the features and their meaning.
 *
 * A list of names and counts would not notice that a feature has changed its meaning, for example
 * because ladders are read differently.  So this computes the features of all moves in random
 * positions, which depend only on the rules. */
#include "feature_checksum.h"

#include "base/file.h"
#include "game/go/board/go.h"
#include "pattern.h"

#include <stdlib.h>

enum { PLIES = 120, PLIES_PER_SAMPLE = 3 };

struct checksum_game {
    struct go_feature_context context;
    struct go_pattern_board board;
    uint64_t position[(MI_GO_MAX_BYTES + 7) / 8];
};

static uint32_t checksum_add_word(uint32_t checksum, uint64_t word)
{
    unsigned char byte[8];
    for (int i = 0; i < 8; i++)
        byte[i] = (unsigned char)(word >> 8 * i);
    return mi_crc32(checksum, byte, sizeof byte);
}

static uint32_t checksum_add_move(struct checksum_game *sample, int p, uint32_t checksum)
{
    uint16_t feature[GO_GROUPS];
    struct go_pattern_scan around = mi_go_pattern_begin(&sample->board, p);
    mi_go_features(&sample->context, p, feature);
    for (int group = 0; group < GO_GROUPS; group++)
        checksum = checksum_add_word(checksum, feature[group]);
    while (around.size < GO_PATTERN_MAX)
        checksum = checksum_add_word(checksum, mi_go_pattern_grow(&around));
    return checksum;
}

static uint32_t checksum_add_game(struct checksum_game *sample, const miai_setup *setup,
                                  uint32_t checksum)
{
    struct mi_go *b = (void *)sample->position;
    miai_move list[MIAI_MAX_LEGAL];
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)setup->width);
    mi_go_init(b, setup);
    for (int ply = 0; ply < PLIES; ply++) {
        int n = mi_go_candidates(b, list) - 1; /* without the pass, which comes last */
        if (n == 0)
            break;
        if (ply % PLIES_PER_SAMPLE == 0) {
            mi_go_feature_context_init(&sample->context, b);
            mi_go_pattern_board_init(&sample->board, b);
            for (int i = 0; i < n; i++)
                checksum = checksum_add_move(sample, mi_go_point_of(b, list[i]), checksum);
        }
        mi_go_play(b, list[miai_rng_below(&rng, (uint32_t)n)]);
    }
    return checksum;
}

uint32_t mi_go_feature_checksum(void)
{
    static const int count[] = {
        GO_CAPTURE_FEATURES, GO_OWN_FEATURES, GO_PRESSURE_FEATURES, GO_LINES,
        GO_DISTANCES,        GO_SHAPES,       GO_PATTERN_MIN,       GO_PATTERN_MAX};
    struct checksum_game *sample = malloc(sizeof *sample);
    uint32_t checksum = 0;
    if (!sample)
        return 0;
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        checksum = checksum_add_word(checksum, (uint64_t)count[i]);
    for (int side = 7; side <= 13; side += 2)
        checksum = checksum_add_game(
            sample, &(miai_setup){.width = side, .height = side, .rules = MI_GO_SIMPLE_KO},
            checksum);
    free(sample);
    return checksum;
}
