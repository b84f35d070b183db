/* time.h - clocks and time management. */
#ifndef MI_SEARCH_COMMON_TIME_H
#define MI_SEARCH_COMMON_TIME_H

#include <stdbool.h>

/* Time control of both players: main time, to which each move adds an increment (Fischer), then
 * overtime periods. Canadian: any number of periods of several moves each. Byo-yomi: a fixed number
 * of periods of one move each; a move that exceeds its period uses it up.  All times in seconds. */
struct mi_time_control {
    double main_time, increment;
    double max_left, max_used; /* Fischer: maximum of the main time, and of a move; 0: none */
    double period;
    int moves;   /* in each period; 0: no periods */
    int periods; /* byo-yomi: number of periods; 0: Canadian */
};

/* The clocks of a game. */
struct mi_time {
    bool limited; /* false: no clock */
    struct mi_time_control control;
    struct mi_time_left {
        double seconds; /* left in main time, or in the period */
        int moves;      /* left to play in the period; 0: in main time */
        int periods;    /* byo-yomi periods left, including the current one */
        bool reported;  /* the client has set this clock (time_left), even without a time control */
    } left[2];          /* of each player */
};

/* NULL: no clock. */
void mi_time_set(struct mi_time *time, const struct mi_time_control *control);

/* Resets both clocks. */
void mi_time_restart(struct mi_time *time);

/* Sets a clock.  count: 0 in main time; in a period the moves left in it, or in byo-yomi the
 * periods left. */
void mi_time_set_left(struct mi_time *time, int player, double seconds, int count);

/* Is there a clock for the player? */
bool mi_time_limited(const struct mi_time *time, int player);

/* Subtracts the time of one move from a player's clock. */
void mi_time_spend(struct mi_time *time, int player, double used);

/* Time budget of a move: 0 <= soft <= hard. */
struct mi_time_budget {
    double soft; /* seconds that a move normally uses */
    double hard; /* maximum */
};

/* The budget of this move, if the player has about `moves` more moves to make and each reply
 * arrives `lag` seconds late.  soft == hard if saved time cannot be used later. */
struct mi_time_budget mi_time_budget_for_move(const struct mi_time *time, int player, int moves,
                                              double lag);

/* The budget for a clock with that many seconds left (may be negative). Each move adds the
 * increment, and after to_go moves there is new time (0: never).  About `moves` more moves will be
 * played, and each reply arrives `lag` seconds late.  hard + lag never exceeds the time left. A
 * tenth of a second is kept in reserve unless new time will be added. */
struct mi_time_budget mi_time_budget_for_clock(double seconds, double increment, int to_go,
                                               int moves, double lag);

/* Estimated number of moves left for a player after `plies` of a game, with that many legal moves
 * now. */
int mi_time_moves(int legal, int plies);

#endif
