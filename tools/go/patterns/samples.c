#include "samples.h"

#include "game/go/board/go.h"
#include "game/go/board/move.h"
#include "game/go/policy/pattern.h"
#include "search/common/search.h"
#include "shapes.h"

#include <stdlib.h>
#include <string.h>

/* State of one pass over the games. */
struct reader {
    struct patterns *patterns;
    struct samples *samples; /* NULL: only count patterns */
    long number;             /* number of the game */
    int step;
    struct go_pattern_board frames;
    struct go_feature_context scene;
    uint64_t position_memory[(MI_GO_MAX_BYTES + 7) / 8];
};

static bool is_candidate(const struct mi_go *b, miai_move move)
{
    return go_fills_no_eye(b, mi_go_point_of(b, move));
}

static void read_games(struct reader *reader, const struct games *games, long from, long to,
                       game_look *look)
{
    const long progress_step = 1000;
    for (reader->number = from; reader->number < to; reader->number++) {
        games_replay(games, reader->number, (void *)reader->position_memory, look, reader);
        if (reader->number % progress_step == progress_step - 1)
            fprintf(stderr, "%ld games %s\n", reader->number + 1,
                    reader->samples ? "taken apart" : "searched for patterns");
    }
}

/* ---- patterns ---- */

static void count_patterns(void *arg, const struct mi_go *b, int ply, miai_move move)
{
    struct reader *reader = arg;
    (void)ply;
    if (!is_candidate(b, move))
        return;
    mi_go_pattern_board_init(&reader->frames, b);
    struct go_pattern_scan around = mi_go_pattern_begin(&reader->frames, mi_go_point_of(b, move));
    while (around.size < GO_PATTERN_MAX)
        harvest_count(&reader->patterns->harvest, mi_go_pattern_grow(&around));
}

void patterns_harvest(struct patterns *patterns, const struct games *games, long count,
                      uint32_t often)
{
    struct reader *reader = reallocate_or_exit(NULL, sizeof *reader);
    *patterns = (struct patterns){.count = 0};
    reader->patterns = patterns;
    reader->samples = NULL;
    read_games(reader, games, 0, count, count_patterns);
    patterns->count = harvest_number(&patterns->harvest, often);
    patterns->parent =
        reallocate_or_exit(NULL, ((size_t)patterns->count + 1) * sizeof *patterns->parent);
    for (int i = 0; i <= patterns->count; i++)
        patterns->parent[i] = -1;
    free(reader);
}

void patterns_free(struct patterns *patterns)
{
    harvest_free(&patterns->harvest);
    free(patterns->parent);
}

/* The largest selected pattern around the point, as a feature, or the 3x3 pattern.  Records which
 * patterns refine which. */
static uint32_t largest_pattern(struct reader *reader, int p, int shape)
{
    struct go_pattern_scan around = mi_go_pattern_begin(&reader->frames, p);
    uint32_t largest = (uint32_t)(GO_FIRST_SHAPE + canonical_shape(shape)), number;
    while (around.size < GO_PATTERN_MAX &&
           (number = harvest_find(&reader->patterns->harvest, mi_go_pattern_grow(&around))) > 0) {
        reader->patterns->parent[number] = (int)largest;
        largest = GO_FEATURES - 1 + number;
    }
    return largest;
}

/* ---- positions ---- */

static void add_move(struct reader *reader, const struct mi_go *b, miai_move move)
{
    struct samples *samples = reader->samples;
    if (samples->moves == samples->move_capacity) {
        samples->move_capacity = samples->move_capacity ? samples->move_capacity * 3 / 2 : 1 << 20;
        samples->move =
            reallocate_or_exit(samples->move, samples->move_capacity * sizeof *samples->move);
    }
    struct sample_move *to = &samples->move[samples->moves++];
    uint16_t feature[GO_GROUPS];
    int p = mi_go_point_of(b, move);
    mi_go_features(&reader->scene, p, feature);
    for (int group = 0; group < HAND; group++)
        to->hand[group] = (uint8_t)feature[group];
    uint32_t pattern = largest_pattern(reader, p, feature[GO_GROUP_SHAPE] - GO_FIRST_SHAPE);
    memcpy(to->pattern, &pattern, sizeof to->pattern);
}

static void end_position(struct samples *samples)
{
    if (samples->positions + 2 > samples->position_capacity) {
        samples->position_capacity =
            samples->position_capacity ? 2 * samples->position_capacity : 1 << 12;
        samples->first =
            reallocate_or_exit(samples->first, samples->position_capacity * sizeof *samples->first);
        samples->first[0] = 0;
    }
    samples->first[++samples->positions] = samples->moves;
}

static void add_position(void *arg, const struct mi_go *b, int ply, miai_move played)
{
    struct reader *reader = arg;
    miai_move list[MIAI_MAX_LEGAL];
    if ((reader->number + ply) % reader->step != 0 || !is_candidate(b, played))
        return;
    mi_go_feature_context_init(&reader->scene, b);
    mi_go_pattern_board_init(&reader->frames, b);
    add_move(reader, b, played);
    int n = mi_go_candidates(b, list);
    for (int i = 0; i < n; i++)
        if (list[i] != played && list[i] != mi_go_pass(b))
            add_move(reader, b, list[i]);
    end_position(reader->samples);
}

void samples_gather(struct samples *samples, struct patterns *patterns, const struct games *games,
                    long from, long to, int step)
{
    struct reader *reader = reallocate_or_exit(NULL, sizeof *reader);
    reader->patterns = patterns;
    reader->samples = samples;
    reader->step = step;
    read_games(reader, games, from, to, add_position);
    free(reader);
}

void samples_free(struct samples *samples)
{
    free(samples->first);
    free(samples->move);
}

int sample_features(const void *moves, size_t i, int *feature)
{
    const struct sample_move *move = (const struct sample_move *)moves + i;
    uint32_t pattern;
    for (int group = 0; group < HAND; group++)
        feature[group] = move->hand[group];
    memcpy(&pattern, move->pattern, sizeof pattern);
    feature[HAND] = (int)pattern;
    return HAND + 1;
}
