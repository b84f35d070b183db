/* time.h - clocks, and how long to think by them. */
#ifndef MI_SEARCH_COMMON_TIME_H
#define MI_SEARCH_COMMON_TIME_H

#include <stdbool.h>

/* What both players begin with: main time, to which each move adds its increment (Fischer), then
 * periods without end of some moves each (Canadian), or a number of periods of one move each
 * (byo-yomi), of which a move uses up one only if it takes longer.  Seconds throughout. */
struct mi_time_control {
    double main_time, increment;
    double most_left,
        most_used; /* Fischer: main time never grows above, no move is longer; 0: any */
    double period;
    int moves;   /* in each period; 0: there are none */
    int periods; /* byo-yomi: how many; 0: without end */
};

/* The clocks of a game. */
struct mi_time {
    bool limited; /* false: no clock */
    struct mi_time_control control;
    struct mi_time_left {
        double seconds; /* left in main time, or in the period */
        int moves;      /* still to play in the period; 0: in main time */
        int periods;    /* of byo-yomi that are left, the running one among them */
        bool told;      /* by time_left, which counts without settings too */
    } left[2];          /* of each player */
};

/* NULL: no clock. */
void mi_time_set(struct mi_time *time, const struct mi_time_control *control);

/* Both clocks as at the beginning. */
void mi_time_restart(struct mi_time *time);

/* A clock that was read: count is 0 in main time, and in a period the moves to be made in it, or
 * the periods left where each has one move. */
void mi_time_set_left(struct mi_time *time, int player, double seconds, int count);

/* Is there a clock for the player? */
bool mi_time_limited(const struct mi_time *time, int player);

/* Takes used seconds from a player's clock, who has made one move. */
void mi_time_spend(struct mi_time *time, int player, double used);

/* What a move may take of a clock: 0 <= soft <= hard. */
struct mi_time_budget {
    double soft; /* seconds that a move takes as a rule */
    double hard; /* and at most */
};

/* What this move may take, where the player has about `moves` more moves to make and each reply
 * comes `lag` seconds late.  soft == hard where nothing that is saved can be used later. */
struct mi_time_budget mi_time_budget_for_move(const struct mi_time *time, int player, int moves,
                                              double lag);

/* The share of a clock with so many seconds left (maybe below 0), to which increment is added after
 * each move, and a new time after to_go moves (0: never).  The game goes on for about `moves` more
 * moves, and each reply comes `lag` seconds late.  hard + lag is never more than what is left;
 * a tenth of a second is kept aside where no new time comes but the increment. */
struct mi_time_budget mi_time_budget_for_clock(double seconds, double increment, int to_go,
                                               int moves, double lag);

/* How many more moves a player may have to make after `plies` of a game in which there are now so
 * many legal moves. */
int mi_time_moves(int legal, int plies);

#endif
