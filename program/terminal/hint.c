/* The hint command: the best moves, and why: what the best move does, and what the opponent
 * would do instead. */
#include "terminal.h"

#include "program/explain/explain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void print_reason(void *context, const char *sentence)
{
    bool *said = context;
    *said = true;
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

void mi_terminal_explain_move(struct mi_terminal *terminal, const struct mi_position_analysis *now,
                              const struct mi_position_analysis *then, const char *made)
{
    bool said = false;
    mi_explain_move(terminal->engine, now, then, made, print_reason, &said);
}

static bool is_only_move(const miai_engine *engine)
{
    char *moves = malloc(MI_TERMINAL_MOVES);
    bool one = moves && miai_legal_moves(engine, MIAI_TURN, moves, MI_TERMINAL_MOVES) > 0 &&
               !strchr(moves, ' ');
    free(moves);
    return one;
}

void mi_terminal_explain_best(struct mi_terminal *terminal, const struct mi_position_analysis *now)
{
    char name[MI_TERMINAL_NAME];
    struct mi_position_analysis then;
    bool said = false;
    if (is_only_move(terminal->engine)) {
        mi_terminal_print("  It is the only move.");
        return;
    }
    mi_terminal_analyze(terminal, !now->player, &then);
    if (!mi_explain_threats(terminal->engine, now->best, then.best, print_reason, &said))
        mi_explain_move(terminal->engine, now, &then, NULL, print_reason, &said);
    if (!said && then.best[0])
        mi_terminal_print("  There is no decisive threat or capture; if %s were to move here, %s "
                          "would have %.0f%%.",
                          mi_terminal_name(terminal, !now->player, name),
                          mi_terminal_name(terminal, !now->player, name),
                          100 * (now->player ? then.value : 1 - then.value));
    free(then.owner);
}

static void show_hint(struct mi_terminal *terminal)
{
    char text[2 * MIAI_MOVE_TEXT];
    struct mi_position_analysis now;
    if (!mi_terminal_analyze(terminal, miai_turn(terminal->engine), &now)) {
        puts(miai_error_text(MIAI_OVER));
        return;
    }
    miai_write_move(terminal->engine, MIAI_TURN, now.best, text, sizeof text);
    printf("Best is %s", text);
    mi_terminal_print_work(terminal);
    putchar('\n');
    mi_terminal_print_choices(terminal);
    mi_terminal_explain_best(terminal, &now);
    free(now.owner);
}

/* Options that bound a search, while another bound is in effect. */
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
