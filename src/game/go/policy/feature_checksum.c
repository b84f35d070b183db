/* Which features there are and what they mean, in one number.
 *
 * A list of names and counts would not see that one of them has come to mean something else, say
 * because ladders are read otherwise.  So this looks at what they are for all moves of positions
 * that come up at random, which the rules alone decide. */
#include "feature_checksum.h"

#include "base/file.h"
#include "game/go/board/go.h"
#include "pattern.h"

#include <stdlib.h>

enum { PLIES = 120, PASSED_BY = 3 };

struct positions {
    struct go_scene scene;
    struct go_frames frames;
    uint64_t room[(MI_GO_MAX_BYTES + 7) / 8];
};

static uint32_t add_word(uint32_t checksum, uint64_t word)
{
    unsigned char byte[8];
    for (int i = 0; i < 8; i++)
        byte[i] = (unsigned char)(word >> 8 * i);
    return mi_crc32(checksum, byte, sizeof byte);
}

static uint32_t add_move(const struct positions *at, int p, uint32_t checksum)
{
    uint16_t feature[GO_GROUPS];
    struct go_around around = mi_go_around(&at->frames, p);
    mi_go_features(&at->scene, p, feature);
    for (int group = 0; group < GO_GROUPS; group++)
        checksum = add_word(checksum, feature[group]);
    while (around.size < GO_PATTERN_MOST)
        checksum = add_word(checksum, mi_go_look_further(&around));
    return checksum;
}

static uint32_t add_game(struct positions *at, const miai_setup *setup, uint32_t checksum)
{
    struct mi_go *b = (void *)at->room;
    miai_move list[MIAI_MAX_LEGAL];
    miai_rng rng;
    miai_rng_seed(&rng, (uint64_t)setup->width);
    mi_go_init(b, setup);
    for (int ply = 0; ply < PLIES; ply++) {
        int n = mi_go_candidates(b, list) - 1; /* without the pass, the last one */
        if (n == 0)
            break;
        if (ply % PASSED_BY == 0) {
            mi_go_look(&at->scene, b);
            mi_go_make_frames(&at->frames, b);
            for (int i = 0; i < n; i++)
                checksum = add_move(at, mi_go_point_of(b, list[i]), checksum);
        }
        mi_go_play(b, list[miai_rng_below(&rng, (uint32_t)n)]);
    }
    return checksum;
}

uint32_t mi_go_feature_checksum(void)
{
    static const int count[] = {GO_TAKES,     GO_OWN,    GO_PRESSURE,      GO_LINES,
                                GO_DISTANCES, GO_SHAPES, GO_PATTERN_LEAST, GO_PATTERN_MOST};
    struct positions *at = malloc(sizeof *at);
    uint32_t checksum = 0;
    if (!at)
        return 0;
    for (size_t i = 0; i < sizeof count / sizeof *count; i++)
        checksum = add_word(checksum, (uint64_t)count[i]);
    for (int side = 7; side <= 13; side += 2)
        checksum = add_game(
            at, &(miai_setup){.width = side, .height = side, .rules = MI_GO_SIMPLE_KO}, checksum);
    free(at);
    return checksum;
}
