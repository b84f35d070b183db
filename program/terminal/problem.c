/* The problem command: can a group be captured or saved, whoever plays first? */
#include "terminal.h"

#include "protocol/io/reply.h"
#include "protocol/io/settings.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double DEFAULT_SECONDS = 5; /* for each player, unless options limit a search */

enum { MOST_FAILS = 6 }; /* moves that fail, with their refutations */

static const char *player_name(const struct mi_terminal *terminal, int player)
{
    return mi_current_presentation(terminal->engine).players[player];
}

/* ---- one player first ---- */

static void add_threats(const struct mi_terminal *terminal, int player, int threats,
                        struct mi_reply *text)
{
    bool more = threats > MIAI_LIFE_THREATS;
    int count = more ? MIAI_LIFE_THREATS : threats;
    if (threats > 0)
        mi_reply_format(text, ", for which %s needs %s%d ko threat%s",
                        player_name(terminal, player), more ? "more than " : "", count,
                        count == 1 ? "" : "s");
}

static void add_ko(const struct mi_terminal *terminal, const miai_region *life,
                   struct mi_reply *text)
{
    mi_reply_add(text, "there is a ko");
    add_threats(terminal, !life->defender, life->attacker_threats, text);
    add_threats(terminal, life->defender, life->defender_threats, text);
}

static void add_status(const struct mi_terminal *terminal, const miai_region *life,
                       struct mi_reply *text)
{
    if (life->status == MIAI_GROUP_UNKNOWN)
        mi_reply_format(text, "nothing is proved in %" PRIu64 " positions", life->nodes);
    else if (life->status == MIAI_GROUP_ESCAPES)
        mi_reply_add(text, "it escapes");
    else if (life->status == MIAI_GROUP_KO)
        add_ko(terminal, life, text);
    else
        mi_reply_format(text, "it is %s",
                        life->status == MIAI_GROUP_SEKI ? "alive in seki"
                                                        : miai_region_status(life));
    if (life->is_part)
        mi_reply_format(text, " within its nearest %d empty points", life->points);
    if (life->assumes_enclosed)
        mi_reply_format(text, ", provided that %s", miai_region_assumes(life));
}

/* Adds the moves with this result, at most `most`. */
static void add_moves(const miai_region *life, int result, int most, struct mi_reply *text)
{
    int shown = 0, all = result == MIAI_LIFE_WORKS ? life->works : life->fails;
    for (int i = 0; i < life->moves && shown < most; i++) {
        const miai_region_move *move = &life->move[i];
        if (move->result != result)
            continue;
        mi_reply_format(text, shown++ ? ", %s" : " %s", move->move);
        if (move->line[0])
            mi_reply_format(text, " (then %s)", move->line);
    }
    mi_reply_add(text, shown < all ? ", ..." : ".");
}

/* Prints for example "If White plays first, it is dead: E4 (then D4)." and the moves that fail. */
static void print_answer(const struct mi_terminal *terminal, const miai_region *life)
{
    struct mi_reply text = {0};
    mi_reply_format(&text, "If %s plays first, ", player_name(terminal, life->player));
    add_status(terminal, life, &text);
    if (life->works > 0 && life->works == life->moves) {
        mi_reply_add(&text, " after any move.");
    } else if (life->works > 0) {
        mi_reply_add(&text, ":");
        add_moves(life, MIAI_LIFE_WORKS, MIAI_LIFE_MOVES, &text);
    } else {
        mi_reply_add(&text, ".");
    }
    if (life->fails > 0) {
        mi_reply_add(&text, "  These fail:");
        add_moves(life, MIAI_LIFE_FAILS, MOST_FAILS, &text);
    }
    mi_terminal_print("%s", text.failed ? miai_error_text(MIAI_NO_MEMORY) : text.text);
    mi_reply_free(&text);
}

/* ---- both players ---- */

static int solve_group(const struct mi_terminal *terminal, int player, const char *point,
                       miai_region *life)
{
    double seconds;
    uint64_t positions;
    mi_settings_effort(terminal->engine, &seconds, &positions);
    if (seconds <= 0 && positions == 0)
        seconds = DEFAULT_SECONDS;
    return miai_solve_group(terminal->engine, player, point, seconds, positions, life);
}

static void print_fault(const struct mi_terminal *terminal, int error)
{
    if (error == MIAI_SYNTAX)
        puts("usage: problem [POINT]; POINT is a stone of the group, for example d4");
    else
        mi_terminal_print("%s", mi_error_details(terminal->engine, error));
}

/* Prints the answers.  The group that was found for the first player is the second one's too. */
static int answer_both(const struct mi_terminal *terminal, const char *point, miai_region *life)
{
    char group[MIAI_MOVE_TEXT];
    int error = solve_group(terminal, MIAI_TURN, point, life);
    if (error != MIAI_OK)
        return error;
    snprintf(group, sizeof group, "%s", life->group);
    printf("The group at %s is %s's.\n", group, player_name(terminal, life->defender));
    print_answer(terminal, life);
    fflush(stdout);
    error = solve_group(terminal, !life->player, group, life);
    if (error == MIAI_OK)
        print_answer(terminal, life);
    return error;
}

void mi_terminal_problem(struct mi_terminal *terminal, char *args)
{
    miai_region *life = malloc(sizeof *life);
    const char *point = mi_next_word(&args);
    int error = MIAI_NO_MEMORY;
    if (life)
        error = answer_both(terminal, point, life);
    if (error != MIAI_OK)
        print_fault(terminal, error);
    free(life);
}
