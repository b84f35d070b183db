/* A game, move by move, under the eyes of a referee. */
#include "game.h"

#include "base/text.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The game that is on. */
struct table {
    const struct mi_match *match;
    struct mi_player_process *seat[2]; /* by player: 0 begins */
    struct mi_player_game bout;
    struct mi_match_outcome *outcome;
};

static const char *name_of(const struct table *table, int player)
{
    return table->seat[player]->player->name;
}

/* margin: by how much or how, as SGF has it. */
static void end(struct table *table, int points, const char *margin, const char *format,
                const char *name, const char *what)
{
    struct mi_match_outcome *outcome = table->outcome;
    snprintf(outcome->result, sizeof outcome->result, "%s%.20s",
             points == 2   ? "B+"
             : points == 0 ? "W+"
                           : "0",
             points == 1 ? "" : margin);
    outcome->points = (int8_t)points;
    outcome->guilty = -1;
    outcome->plies = miai_plies(table->bout.referee);
    snprintf(outcome->why, sizeof outcome->why, format, name, what);
}

/* The player has lost by its own fault: on time, or else by forfeit. */
static void fail(struct table *table, int player, bool late, const char *what)
{
    end(table, player == 0 ? 0 : 2, late ? "T" : "F", "%s %s", name_of(table, player), what);
    table->outcome->guilty = (int8_t)player;
}

/* The result by the rules, with what is dead taken off where points are counted; elsewhere how the
 * game has ended, if it tells. */
static void count_result(struct table *table)
{
    char text[64], how[64] = "";
    int score = 0;
    miai_engine *referee = table->bout.referee;
    bool counted = mi_current_game(referee)->scoring &&
                   miai_final_score(referee, text, sizeof text) == MIAI_OK;
    miai_over(referee, &score);
    if (!counted && miai_ending(referee))
        snprintf(how, sizeof how, " (%.60s)", miai_ending(referee));
    if (counted && strchr("BW", text[0]))
        end(table, text[0] == 'B' ? 2 : 0, text + 2, "%s wins by %s",
            name_of(table, text[0] == 'W'), text + 2);
    else if (counted || score == 0)
        end(table, 1, "", "%s%s", "a draw", how);
    else
        end(table, score > 0 ? 2 : 0, "", "%s wins%s", name_of(table, score < 0), how);
}

/* Where it goes on: false, and the outcome is there. */
static bool make_move(struct table *table, int player, const char *move)
{
    char text[MIAI_MOVE_TEXT], what[MI_FAULT];
    miai_engine *referee = table->bout.referee;
    if (strcasecmp(move, "resign") == 0) {
        end(table, player == 0 ? 0 : 2, "R", "%s %s", name_of(table, player), "resigns");
        return false;
    }
    if (miai_play(referee, player, move) != MIAI_OK) {
        snprintf(what, sizeof what, "plays \"%.40s\", which is illegal", move);
        fail(table, player, false, what);
        return false;
    }
    int mover;
    miai_move_text(referee, miai_plies(referee) - 1, &mover, text, sizeof text);
    if (mi_player_process_send_move(table->seat[1 - player], &table->bout, player, text))
        return true;
    fail(table, 1 - player, false, table->seat[1 - player]->fault);
    return false;
}

/* One move; false: the game has ended. */
static bool step(struct table *table)
{
    struct mi_player_game *bout = &table->bout;
    int player = miai_turn(bout->referee);
    char move[MIAI_MOVE_TEXT];
    double used = 0;
    enum mi_player_answer answer =
        mi_player_process_request_move(table->seat[player], bout, player, move, &used);
    bout->left[player] += bout->pace->increment - used;
    if (answer == MI_ANSWER_MOVE)
        return make_move(table, player, move);
    char what[MI_FAULT + 20];
    snprintf(what, sizeof what, "%s%s", answer == MI_ANSWER_LATE ? "loses on time: " : "",
             table->seat[player]->fault);
    fail(table, player, answer == MI_ANSWER_LATE, what);
    return false;
}

static bool begin(struct table *table, const struct mi_match_pairing *game,
                  char start[MI_OPENING_START])
{
    struct mi_player_game *bout = &table->bout;
    int error = mi_opening_play(&table->match->words->openings, game->opening, bout->referee, start,
                                &bout->set_up);
    if (error != MIAI_OK)
        snprintf(table->outcome->why, MI_WHY, "opening %lu: %.120s", game->opening + 1,
                 miai_error_text(error));
    if (error != MIAI_OK)
        return false;
    bout->start = start;
    bout->begun = miai_plies(bout->referee);
    for (int i = 0; i < 2; i++) {
        bout->left[i] = bout->pace->main;
        bout->seed = 2 * bout->seed + (unsigned long)i;
        if (mi_player_process_start_game(table->seat[i], bout))
            continue;
        table->outcome->absent = (int8_t)i;
        snprintf(table->outcome->why, MI_WHY, "%s cannot begin: it %.120s", name_of(table, i),
                 table->seat[i]->fault);
        return false;
    }
    return true;
}

/* Has it ended by the rules, or is it too long?  Then the outcome is there. */
static bool has_ended(struct table *table)
{
    const struct mi_player_game *bout = &table->bout;
    int most = table->match->words->most;
    if (miai_over(bout->referee, NULL))
        count_result(table);
    else if (most > 0 && miai_plies(bout->referee) - bout->begun >= most)
        end(table, 1, "", "%s%s", "too many moves", "");
    else
        return false;
    return true;
}

static void play(struct table *table, const struct mi_match_pairing *game,
                 char start[MI_OPENING_START])
{
    const atomic_bool *stop = &table->match->stop;
    if (!begin(table, game, start)) {
        table->outcome->fatal = true;
        return;
    }
    while (!atomic_load(stop)) {
        if (has_ended(table))
            return;
        if (!step(table))
            break;
    }
    if (atomic_load(stop)) /* a seat that was told to stop has lost nothing */
        table->outcome->points = -1;
}

void mi_match_play(const struct mi_match *match, long number, struct mi_player_process *seats,
                   miai_engine *referee, struct mi_match_outcome *outcome,
                   char start[MI_OPENING_START])
{
    struct mi_match_pairing game = mi_match_game(match, number);
    struct table table = {
        .match = match,
        .seat = {&seats[game.first], &seats[game.second]},
        .bout = {.referee = referee,
                 .pace = &match->words->pace,
                 .seed = (unsigned long)number + 1},
        .outcome = outcome,
    };
    start[0] = '\0';
    *outcome = (struct mi_match_outcome){.points = -1, .guilty = -1, .absent = -1};
    play(&table, &game, start);
    mi_text_clean(outcome->why);
}
