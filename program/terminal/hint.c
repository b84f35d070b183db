/* The hint command: the best moves, what the best one does, and what the opponent would do if it
 * were the opponent's turn. */
#include "terminal.h"

#include "program/explain/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_reason(void *context, const char *sentence)
{
    bool *printed = context;
    *printed = true;
    mi_terminal_print("  %s", sentence);
}

bool mi_terminal_analyze(struct mi_terminal *terminal, int player,
                         struct mi_position_analysis *position)
{
    const miai_analysis_request request = mi_analysis_search_request(terminal->engine);
    miai_info info;
    *position = (struct mi_position_analysis){.player = player};
    miai_request_analysis(terminal->engine, &request);
    bool searched = mi_terminal_think_for(terminal, player, position->best) == MIAI_OK;
    miai_request_analysis(terminal->engine, NULL);
    if (!searched)
        return false;
    miai_last_search(terminal->engine, &info);
    position->value = player ? 1 - info.value : info.value;
    snprintf(position->pv, sizeof position->pv, "%s", info.pv ? info.pv : "");
    mi_analysis_copy_findings(terminal->engine, position);
    return true;
}

void mi_terminal_explain_move(struct mi_terminal *terminal,
                              const struct mi_position_analysis *position,
                              const struct mi_position_analysis *next, const char *move)
{
    bool printed = false;
    mi_explain_move(terminal->engine, position, next, move, print_reason, &printed);
}

static bool is_only_move(const miai_engine *engine)
{
    char *moves = malloc(MI_TERMINAL_MOVES);
    bool only = moves && miai_legal_moves(engine, MIAI_TURN, moves, MI_TERMINAL_MOVES) > 0 &&
                !strchr(moves, ' ');
    free(moves);
    return only;
}

void mi_terminal_explain_best(struct mi_terminal *terminal,
                              const struct mi_position_analysis *position)
{
    char name[MI_TERMINAL_NAME];
    struct mi_position_analysis next;
    bool printed = false;
    if (is_only_move(terminal->engine)) {
        mi_terminal_print("  It is the only move.");
        return;
    }
    mi_terminal_analyze(terminal, !position->player, &next);
    if (!mi_explain_threats(terminal->engine, position->best, next.best, print_reason, &printed))
        mi_explain_move(terminal->engine, position, &next, NULL, print_reason, &printed);
    if (!printed && next.best[0])
        mi_terminal_print("  There is no decisive threat or capture; if %s were to move here, %s "
                          "would have %.0f%%.",
                          mi_terminal_name(terminal, !position->player, name),
                          mi_terminal_name(terminal, !position->player, name),
                          100 * (position->player ? next.value : 1 - next.value));
    free(next.owner);
}

static void show_hint(struct mi_terminal *terminal)
{
    char text[2 * MIAI_MOVE_TEXT];
    struct mi_position_analysis position;
    if (!mi_terminal_analyze(terminal, miai_turn(terminal->engine), &position)) {
        puts(miai_error_text(MIAI_OVER));
        return;
    }
    miai_write_move(terminal->engine, MIAI_TURN, position.best, text, sizeof text);
    printf("Best is %s", text);
    mi_terminal_print_effort(terminal);
    putchar('\n');
    mi_terminal_print_choices(terminal);
    mi_terminal_explain_best(terminal, &position);
    free(position.owner);
}

/* The options that limit a search, saved while "hint SECONDS" uses other limits. */
struct saved_limits {
    char time[64], playouts[64], depth[64];
};

static void save_limits(miai_engine *engine, struct saved_limits *saved)
{
    miai_get_option(engine, "time", saved->time, sizeof saved->time);
    miai_get_option(engine, "playouts", saved->playouts, sizeof saved->playouts);
    miai_get_option(engine, "depth", saved->depth, sizeof saved->depth);
}

static void restore_limits(miai_engine *engine, const struct saved_limits *saved)
{
    miai_set_option(engine, "time", saved->time);
    miai_set_option(engine, "playouts", saved->playouts);
    miai_set_option(engine, "depth", saved->depth);
}

void mi_terminal_hint(struct mi_terminal *terminal, char *args)
{
    struct saved_limits saved;
    if (!*args) {
        show_hint(terminal);
        return;
    }
    save_limits(terminal->engine, &saved);
    if (atof(args) > 0 && miai_set_option(terminal->engine, "time", args) == MIAI_OK) {
        miai_set_option(terminal->engine, "playouts", "0");
        miai_set_option(terminal->engine, "depth", "0");
        show_hint(terminal);
    } else {
        puts("usage: hint [SECONDS], with the seconds to think, as in \"hint 5\"");
    }
    restore_limits(terminal->engine, &saved);
}
