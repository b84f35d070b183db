/* What was found of a game, as its record has it. */
#include "analyze.h"

#include <string.h>

/* A move that loses so much of the value is doubtful, bad, very bad. */
static const double DOUBTFUL = 0.05, BAD = 0.1, VERY_BAD = 0.2;

static void note_position(const struct mi_judged_game *game, int k)
{
    const struct mi_judged *judged = &game->list[k], *before = k > 0 ? judged - 1 : NULL;
    char text[MI_ANALYZE_PV + 160];
    size_t n = (size_t)snprintf(text, sizeof text, "miai: %.1f%% for the first player",
                                100 * judged->value);
    if (before && before->loss > 0 && before->best[0])
        n += (size_t)snprintf(text + n, sizeof text - n, "; loss %.1f%%, best was %s",
                              100 * before->loss, before->best);
    if (judged->best[0])
        snprintf(text + n, sizeof text - n, "; now best %s (%s)", judged->best, judged->pv);
    miai_game_record_note(game->game_record, k, "comment", text);
}

/* SBKV is the property in which Sabaki keeps the chance to win. */
static void note_properties(const struct mi_judged_game *game, int k)
{
    char value[32];
    double loss = k > 0 ? game->list[k - 1].loss : 0;
    snprintf(value, sizeof value, "%.2f", 100 * game->list[k].value);
    miai_game_record_note(game->game_record, k, "SBKV", value);
    if (loss >= BAD)
        miai_game_record_note(game->game_record, k, "BM", loss >= VERY_BAD ? "2" : "1");
    else if (loss >= DOUBTFUL)
        miai_game_record_note(game->game_record, k, "DO", "");
}

static void note_assessment(const struct mi_judged_game *game, int k)
{
    double loss = k > 0 ? game->list[k - 1].loss : 0;
    if (loss >= DOUBTFUL)
        miai_game_record_note(game->game_record, k, "nag",
                              loss >= VERY_BAD ? "$4"
                              : loss >= BAD    ? "$2"
                                               : "$6");
}

/* A position in EPD has no moves behind which to stand: c9 is a comment that hardly
 * anybody else writes. */
static void note_operations(const struct mi_judged_game *game)
{
    const struct mi_judged *judged = &game->list[0];
    char text[MI_ANALYZE_PV + 160];
    size_t n = (size_t)snprintf(text, sizeof text, "\"miai: %.1f%% for the first player",
                                100 * judged->value);
    if (judged->best[0])
        n +=
            (size_t)snprintf(text + n, sizeof text - n, "; best %s (%s)", judged->best, judged->pv);
    snprintf(text + n, sizeof text - n, "\"");
    miai_game_record_note(game->game_record, 0, "c9", text);
}

void mi_analyze_note(const struct mi_judged_game *game)
{
    bool sgf = strcmp(game->format, "sgf") == 0, epd = strcmp(game->format, "epd") == 0;
    if (epd)
        note_operations(game);
    for (int k = 0; k <= game->moves && !epd; k++) {
        if (sgf)
            note_properties(game, k);
        else
            note_assessment(game, k);
        note_position(game, k);
    }
}
