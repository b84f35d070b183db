/* Rates the last move: why it is good, or what was better. */
#include "terminal.h"

#include "program/explain/explain.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double NEGLIGIBLE_LOSS = 0.02; /* a negligible difference */
static const double BLUNDER_LOSS = 0.15;    /* a loss that causes a warning */

/* The move played and the best move. */
struct verdict {
    int player;
    char move[2 * MIAI_MOVE_TEXT], best[2 * MIAI_MOVE_TEXT], line[MI_TERMINAL_LINE];
    double value, best_value; /* the player's win probability */
    char made[MIAI_MOVE_TEXT];
    struct mi_position_analysis before, after; /* the analysed positions; owns their `owner` */
};

static void free_verdict(struct verdict *verdict)
{
    free(verdict->before.owner);
    free(verdict->after.owner);
}

bool mi_terminal_value(struct mi_terminal *terminal, double *value)
{
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    int error = mi_terminal_think(terminal, move);
    if (error != MIAI_OK) {
        puts(miai_error_text(error));
        return false;
    }
    miai_last_search(terminal->engine, &info);
    *value = info.value;
    return true;
}

/* The value for the player who has just moved. */
static bool evaluate_last_move(struct mi_terminal *terminal, struct verdict *verdict)
{
    int score;
    if (miai_over(terminal->engine, &score)) {
        int sign = (score > 0) - (score < 0);
        verdict->value = 0.5 + 0.5 * (verdict->player == 0 ? sign : -sign);
        return true;
    }
    if (!mi_terminal_analyze(terminal, !verdict->player, &verdict->after))
        return false;
    verdict->value = verdict->player ? 1 - verdict->after.value : verdict->after.value;
    return true;
}

/* Rates the last move; the position is the same afterwards. */
static bool rate_last_move(struct mi_terminal *terminal, struct verdict *verdict)
{
    char *move = verdict->made;
    const struct mi_position_analysis *before = &verdict->before;
    int last = miai_plies(terminal->engine) - 1;
    if (miai_move_text(terminal->engine, last, &verdict->player, move, sizeof verdict->made) < 0) {
        puts("No moves yet.");
        return false;
    }
    miai_undo(terminal->engine, 1);
    bool good = mi_terminal_analyze(terminal, verdict->player, &verdict->before);
    if (good) {
        verdict->best_value = verdict->value = verdict->player ? 1 - before->value : before->value;
        mi_terminal_write_line(terminal->engine, before->pv, verdict->line);
        miai_write_move(terminal->engine, verdict->player, before->best, verdict->best,
                        sizeof verdict->best);
        miai_write_move(terminal->engine, verdict->player, move, verdict->move,
                        sizeof verdict->move);
    }
    miai_play(terminal->engine, verdict->player, move);
    return good && (strcmp(move, before->best) == 0 || evaluate_last_move(terminal, verdict));
}

static void print_verdict(const struct mi_terminal *terminal, const struct verdict *verdict)
{
    char name[MI_TERMINAL_NAME];
    const char *player = mi_terminal_name(terminal, verdict->player, name);
    double value = 100 * verdict->value, best = 100 * verdict->best_value;
    if (strcmp(verdict->move, verdict->best) == 0)
        mi_terminal_print("%s is the best move I can find: %.0f%% for %s, with %s", verdict->move,
                          best, player, verdict->line);
    else if (verdict->best_value - verdict->value < NEGLIGIBLE_LOSS)
        mi_terminal_print("%s is as good as %s, which I would play: %.0f%% for %s.", verdict->move,
                          verdict->best, value, player);
    else
        mi_terminal_print("%s leaves %.0f%% for %s; %s was better: %.0f%%, with %s", verdict->move,
                          value, player, verdict->best, best, verdict->line);
}

/* Explains the mistake, or the best move. */
static void print_reasons(struct mi_terminal *terminal, const struct verdict *verdict)
{
    const struct mi_position_analysis *before = &verdict->before;
    bool best = strcmp(verdict->move, verdict->best) == 0;
    if (!best && verdict->best_value - verdict->value < NEGLIGIBLE_LOSS)
        return;
    miai_undo(terminal->engine, 1);
    if (best)
        mi_terminal_explain_best(terminal, before);
    else
        mi_terminal_explain_move(terminal, before, &verdict->after, verdict->made);
    miai_play(terminal->engine, verdict->player, verdict->made);
}

void mi_terminal_why(struct mi_terminal *terminal, char *args)
{
    struct verdict verdict = {0};
    (void)args;
    if (rate_last_move(terminal, &verdict)) {
        print_verdict(terminal, &verdict);
        print_reasons(terminal, &verdict);
    }
    free_verdict(&verdict);
}

void mi_terminal_take_back(struct mi_terminal *terminal, char *args)
{
    struct verdict verdict = {0};
    (void)args;
    if (terminal->replies && !miai_over(terminal->engine, NULL) && miai_plies(terminal->engine) > 1)
        miai_undo(terminal->engine, 1);
    bool position = rate_last_move(terminal, &verdict);
    if (miai_undo(terminal->engine, 1) == MIAI_OK)
        mi_terminal_show_board(terminal);
    if (position) {
        print_verdict(terminal, &verdict);
        miai_play(terminal->engine, verdict.player, verdict.made);
        print_reasons(terminal, &verdict);
        miai_undo(terminal->engine, 1);
    }
    free_verdict(&verdict);
}

bool mi_terminal_warn(struct mi_terminal *terminal, const char *typed)
{
    struct verdict verdict = {0};
    bool is_repeated = strcmp(terminal->refused_input, typed) == 0;
    terminal->refused_input[0] = '\0';
    bool warned = terminal->warns_of_blunders && !is_repeated &&
                  rate_last_move(terminal, &verdict) &&
                  verdict.best_value - verdict.value >= BLUNDER_LOSS;
    if (warned) {
        print_verdict(terminal, &verdict);
        print_reasons(terminal, &verdict);
        miai_undo(terminal->engine, 1);
        snprintf(terminal->refused_input, sizeof terminal->refused_input, "%s", typed);
        puts("It was not played: type it again if you mean it.");
    }
    free_verdict(&verdict);
    return warned;
}
