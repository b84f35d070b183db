/* A player that speaks Gomocup's protocol: the board is told whole when it asks for a move. */
#include "player.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool greet(struct mi_player_process *seat)
{
    (void)seat;
    return true;
}

static bool refuse(struct mi_player_process *seat, const char *what)
{
    snprintf(seat->fault, sizeof seat->fault, "%s", what);
    return false;
}

/* The protocol's number of the rules; -1: it has none. */
static int number_of_rules(const miai_engine *referee)
{
    static const struct {
        const char *name;
        int number;
    } rules[] = {{"freestyle", 0}, {"standard", 1}, {"renju", 4}, {"caro", 8}};
    char name[40] = "";
    miai_get_option(referee, "rules", name, sizeof name);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (strcasecmp(rules[i].name, name) == 0)
            return rules[i].number;
    return -1;
}

/* Waits for OK. */
static bool await(struct mi_player_process *seat)
{
    char *line;
    double deadline = mi_player_reply_deadline(seat);
    while ((line = mi_player_process_read_line(seat, deadline)) != NULL) {
        if (strncasecmp(line, "OK", 2) == 0)
            return true;
        if (strncasecmp(line, "ERROR", 5) == 0) {
            snprintf(seat->fault, sizeof seat->fault, "says \"%.80s\"", line);
            return false;
        }
    }
    return false;
}

static bool start(struct mi_player_process *seat)
{
    bool sent = seat->width == seat->height
                    ? mi_player_process_send(seat, "START %d", seat->width)
                    : mi_player_process_send(seat, "RECTSTART %d,%d", seat->width, seat->height);
    return sent && await(seat);
}

static bool begin(struct mi_player_process *seat, const struct mi_player_game *bout)
{
    const struct mi_match_time_control *pace = bout->pace;
    int rules = number_of_rules(bout->referee);
    seat->width = miai_width(bout->referee);
    seat->height = miai_height(bout->referee);
    if (strcmp(miai_current_game(bout->referee), "gomoku") != 0 || bout->set_up || rules < 0)
        return refuse(seat, "speaks a protocol of Gomoku from the empty board, freestyle, "
                            "standard, renju or caro");
    double move = pace->move > 0 ? pace->move : pace->main > 0 ? pace->main : 1;
    return start(seat) && mi_player_process_send(seat, "INFO rule %d", rules) &&
           mi_player_process_send(seat, "INFO game_type 1") &&
           mi_player_process_send(seat, "INFO timeout_turn %.0f", 1000 * move) &&
           mi_player_process_send(seat, "INFO timeout_match %.0f", 1000 * pace->main);
}

/* Columns from the left, rows from above; 1 is the player who is asked. */
static bool send_board(struct mi_player_process *seat, const struct mi_player_game *bout, int asked)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    bool good = mi_player_process_send(seat, "BOARD");
    for (int i = 0; good && i < miai_plies(bout->referee); i++) {
        miai_move_text(bout->referee, i, &player, move, sizeof move);
        int point = miai_point_read_in(MIAI_LETTERS_ALL, move, seat->width, seat->height);
        good =
            mi_player_process_send(seat, "%d,%d,%d", point % seat->width,
                                   seat->height - 1 - point / seat->width, player == asked ? 1 : 2);
    }
    return good && mi_player_process_send(seat, "DONE");
}

static bool ask(struct mi_player_process *seat, const struct mi_player_game *bout, int player)
{
    const struct mi_match_time_control *pace = bout->pace;
    if (pace->main > 0 &&
        !mi_player_process_send(seat, "INFO time_left %.0f",
                                1000 * (bout->left[player] > 0 ? bout->left[player] : 0)))
        return false;
    return miai_plies(bout->referee) == 0 ? mi_player_process_send(seat, "BEGIN")
                                          : send_board(seat, bout, player);
}

/* "X,Y"; all else but an error is talk. */
static int answer(struct mi_player_process *seat, char *line, double deadline,
                  char move[MIAI_MOVE_TEXT])
{
    int x, y, end = 0;
    (void)deadline;
    if (strncasecmp(line, "ERROR", 5) == 0 || strncasecmp(line, "UNKNOWN", 7) == 0) {
        snprintf(seat->fault, sizeof seat->fault, "says \"%.80s\"", line);
        return -1;
    }
    if (sscanf(line, "%d,%d %n", &x, &y, &end) != 2 || line[end] != '\0')
        return 0;
    if (x < 0 || x >= seat->width || y < 0 || y >= seat->height) {
        snprintf(seat->fault, sizeof seat->fault, "plays %d,%d", x, y);
        return -1;
    }
    miai_point_text_in(MIAI_LETTERS_ALL, x, seat->height - 1 - y, move, MIAI_MOVE_TEXT);
    return 1;
}

const struct mi_player_protocol mi_player_gomocup = {greet, begin, NULL, ask, answer, "END"};
