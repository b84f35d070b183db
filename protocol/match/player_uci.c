/* A player that speaks UCI. */
#include "player.h"

#include "../reply.h"

#include <stdio.h>
#include <string.h>

/* Waits for a line that is that word. */
static bool await(struct mi_seat *seat, const char *word)
{
    char *line;
    while ((line = mi_seat_hear(seat, 0)) != NULL)
        if (strcmp(line, word) == 0)
            return true;
    return false;
}

static bool greet(struct mi_seat *seat)
{
    if (!mi_seat_send(seat, "uci") || !await(seat, "uciok"))
        return false;
    for (const char *line = seat->player->setup; *line; line += strcspn(line, "\n") + 1)
        if (!mi_seat_send(seat, "%.*s", (int)strcspn(line, "\n"), line))
            return false;
    return mi_seat_send(seat, "isready") && await(seat, "readyok");
}

static bool begin(struct mi_seat *seat, const struct mi_bout *bout)
{
    (void)bout;
    return mi_seat_send(seat, "ucinewgame") && mi_seat_send(seat, "isready") &&
           await(seat, "readyok");
}

static bool send_position(struct mi_seat *seat, const struct mi_bout *bout)
{
    struct mi_reply text = {.text = NULL};
    char move[MIAI_MOVE_TEXT];
    int player, plies = miai_plies(bout->referee);
    mi_reply_format(&text, "position %s%s", bout->set_up ? "fen " : "startpos",
                    bout->set_up ? bout->start : "");
    mi_reply_add(&text, plies > 0 ? " moves" : "");
    for (int i = 0; i < plies; i++)
        if (miai_move_text(bout->referee, i, &player, move, sizeof move) > 0)
            mi_reply_format(&text, " %s", move);
    bool good = !text.failed && mi_process_send(&seat->process, text.text);
    mi_reply_free(&text);
    if (!good)
        mi_seat_crashed(seat);
    return good;
}

/* What is left, which a program may not take if it is nothing. */
static double milliseconds(const struct mi_bout *bout, int player)
{
    return bout->left[player] > 0.001 ? 1000 * bout->left[player] : 1;
}

static bool ask(struct mi_seat *seat, const struct mi_bout *bout, int player)
{
    const struct mi_pace *pace = bout->pace;
    (void)player;
    if (!send_position(seat, bout))
        return false;
    if (seat->player->go[0])
        return mi_seat_send(seat, "go%s", seat->player->go);
    if (pace->main > 0)
        return mi_seat_send(seat, "go wtime %.0f btime %.0f winc %.0f binc %.0f",
                            milliseconds(bout, 0), milliseconds(bout, 1), 1000 * pace->increment,
                            1000 * pace->increment);
    return mi_seat_send(seat, "go movetime %.0f", 1000 * (pace->move > 0 ? pace->move : 1));
}

static int answer(struct mi_seat *seat, char *line, char move[MIAI_MOVE_TEXT])
{
    static const char word[] = "bestmove ";
    (void)seat;
    if (strncmp(line, word, sizeof word - 1) != 0)
        return 0;
    const char *text = line + sizeof word - 1;
    snprintf(move, MIAI_MOVE_TEXT, "%.*s", (int)strcspn(text, " \t"), text);
    return 1;
}

const struct mi_manner mi_manner_uci = {greet, begin, NULL, ask, answer, "quit"};
