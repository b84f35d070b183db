/* Plays a game move by move, supervised by a referee. */
#include "game.h"

#include "base/text.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The current game. */
struct running_game {
    const struct mi_match *match;
    struct mi_player_process *proc[2]; /* player 0 moves first */
    struct mi_player_game game_state;
    struct mi_match_outcome *outcome;
};

static const char *name_of_player(const struct running_game *game, int player)
{
    return game->proc[player]->player->name;
}

/* Ends the game.  margin: the part of the SGF result after "B+" or "W+". */
static void end_game(struct running_game *game, int points, const char *margin, const char *format,
                     const char *name, const char *what)
{
    struct mi_match_outcome *outcome = game->outcome;
    snprintf(outcome->result, sizeof outcome->result, "%s%.20s",
             points == 2   ? "B+"
             : points == 0 ? "W+"
                           : "0",
             points == 1 ? "" : margin);
    outcome->points = (int8_t)points;
    outcome->forfeit_by = -1;
    outcome->plies = miai_plies(game->game_state.referee);
    snprintf(outcome->reason, sizeof outcome->reason, format, name, what);
}

/* The player forfeits: on time, or for another fault. */
static void forfeit_game(struct running_game *game, int player, bool late, const char *what)
{
    end_game(game, player == 0 ? 0 : 2, late ? "T" : "F", "%s %s", name_of_player(game, player),
             what);
    game->outcome->forfeit_by = (int8_t)player;
}

/* Scores the final position.  If the game counts points, dead stones are removed first; other games
 * may report how the game ended. */
static void score_final_position(struct running_game *game)
{
    char text[64], how[64] = "";
    int score = 0;
    miai_engine *referee = game->game_state.referee;
    bool counted = mi_current_game(referee)->scoring &&
                   miai_final_score(referee, text, sizeof text) == MIAI_OK;
    miai_over(referee, &score);
    if (!counted && miai_ending(referee))
        snprintf(how, sizeof how, " (%.60s)", miai_ending(referee));
    if (counted && strchr("BW", text[0]))
        end_game(game, text[0] == 'B' ? 2 : 0, text + 2, "%s wins by %s",
                 name_of_player(game, text[0] == 'W'), text + 2);
    else if (counted || score == 0)
        end_game(game, 1, "", "%s%s", "a draw", how);
    else
        end_game(game, score > 0 ? 2 : 0, "", "%s wins%s", name_of_player(game, score < 0), how);
}

/* Makes the move on the referee's board and sends it to the opponent.  False: the game has
 * ended. */
static bool make_move(struct running_game *game, int player, const char *move)
{
    char text[MIAI_MOVE_TEXT], what[MI_FAULT];
    miai_engine *referee = game->game_state.referee;
    if (strcasecmp(move, "resign") == 0) {
        end_game(game, player == 0 ? 0 : 2, "R", "%s %s", name_of_player(game, player), "resigns");
        return false;
    }
    if (miai_play(referee, player, move) != MIAI_OK) {
        snprintf(what, sizeof what, "plays \"%.40s\", which is illegal", move);
        forfeit_game(game, player, false, what);
        return false;
    }
    int mover;
    miai_move_text(referee, miai_plies(referee) - 1, &mover, text, sizeof text);
    if (mi_player_process_send_move(game->proc[1 - player], &game->game_state, player, text))
        return true;
    forfeit_game(game, 1 - player, false, game->proc[1 - player]->fault);
    return false;
}

/* Requests and plays one move; false: the game has ended. */
static bool play_ply(struct running_game *game)
{
    struct mi_player_game *game_state = &game->game_state;
    int player = miai_turn(game_state->referee);
    char move[MIAI_MOVE_TEXT];
    double used = 0;
    enum mi_player_answer answer =
        mi_player_process_request_move(game->proc[player], game_state, player, move, &used);
    game_state->seconds_left[player] += game_state->time_control->increment - used;
    if (answer == MI_ANSWER_MOVE)
        return make_move(game, player, move);
    char what[MI_FAULT + 20];
    snprintf(what, sizeof what, "%s%s", answer == MI_ANSWER_LATE ? "loses on time: " : "",
             game->proc[player]->fault);
    forfeit_game(game, player, answer == MI_ANSWER_LATE, what);
    return false;
}

static bool begin_match_game(struct running_game *game, const struct mi_match_pairing *pairing,
                             char start[MI_OPENING_START])
{
    struct mi_player_game *game_state = &game->game_state;
    int error = mi_opening_play(&game->match->args->openings, pairing->opening, game_state->referee,
                                start, &game_state->set_up);
    if (error != MIAI_OK)
        snprintf(game->outcome->reason, MI_MATCH_REASON, "opening %lu: %.120s",
                 pairing->opening + 1, miai_error_text(error));
    if (error != MIAI_OK)
        return false;
    game_state->start = start;
    game_state->opening_plies = miai_plies(game_state->referee);
    for (int i = 0; i < 2; i++) {
        game_state->seconds_left[i] = game_state->time_control->main;
        game_state->seed = 2 * game_state->seed + (unsigned long)i;
        if (mi_player_process_start_game(game->proc[i], game_state))
            continue;
        game->outcome->not_started = (int8_t)i;
        snprintf(game->outcome->reason, MI_MATCH_REASON, "%s cannot start: it %.120s",
                 name_of_player(game, i), game->proc[i]->fault);
        return false;
    }
    return true;
}

/* Has the game ended by the rules or by the move limit?  If so, sets the outcome. */
static bool check_game_end(struct running_game *game)
{
    const struct mi_player_game *game_state = &game->game_state;
    int max_moves = game->match->args->max_moves;
    if (miai_over(game_state->referee, NULL))
        score_final_position(game);
    else if (max_moves > 0 &&
             miai_plies(game_state->referee) - game_state->opening_plies >= max_moves)
        end_game(game, 1, "", "%s%s", "too many moves", "");
    else
        return false;
    return true;
}

static void play_to_end(struct running_game *game, const struct mi_match_pairing *pairing,
                        char start[MI_OPENING_START])
{
    const atomic_bool *stop = &game->match->stop;
    if (!begin_match_game(game, pairing, start)) {
        game->outcome->fatal = true;
        return;
    }
    while (!atomic_load(stop)) {
        if (check_game_end(game))
            return;
        if (!play_ply(game))
            break;
    }
    if (atomic_load(stop)) /* an aborted game has no result */
        game->outcome->points = -1;
}

void mi_match_play_game(const struct mi_match *match, long number, struct mi_player_process *procs,
                        miai_engine *referee, struct mi_match_outcome *outcome,
                        char start[MI_OPENING_START])
{
    struct mi_match_pairing pairing = mi_match_pairing_of(match, number);
    struct running_game game = {
        .match = match,
        .proc = {&procs[pairing.first], &procs[pairing.second]},
        .game_state = {.referee = referee,
                       .time_control = &match->args->time_control,
                       .seed = (unsigned long)number + 1},
        .outcome = outcome,
    };
    start[0] = '\0';
    *outcome = (struct mi_match_outcome){.points = -1, .forfeit_by = -1, .not_started = -1};
    play_to_end(&game, &pairing, start);
    mi_text_clean(outcome->reason);
}
