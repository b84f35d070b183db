/* time.h - how long to think. */
#ifndef MI_TIME_H
#define MI_TIME_H

#include <stdbool.h>

/* A game's clock, as GTP sets it: main time, then `stones` moves in each period of `byoyomi`
 * seconds (Canadian).  Seconds throughout. */
struct mi_time {
    bool limited; /* false: no clock */
    double main_time, byoyomi;
    int stones;
    struct {
        double seconds; /* left in main time, or in the period */
        int stones;     /* still to play in the period; 0: in main time */
        bool told;      /* by time_left, which counts without settings too */
    } left[2];          /* of each player */
};

/* byoyomi > 0 with no stones means no limit. */
void mi_time_set(struct mi_time *time, double main_time, double byoyomi, int stones);

/* Both clocks as at the beginning. */
void mi_time_restart(struct mi_time *time);

/* Is there a clock for the player? */
bool mi_time_limited(const struct mi_time *time, int player);

/* Takes used seconds from a player's clock, who has made one move. */
void mi_time_spend(struct mi_time *time, int player, double used);

/* The seconds to think about this move, at least 0, where the player has about `moves` more moves
 * to make and each reply comes `lag` seconds late. */
double mi_time_budget(const struct mi_time *time, int player, int moves, double lag);

/* What a move may take of a clock that gives something back for each move: 0 <= soft <= hard. */
struct mi_share {
    double soft; /* seconds that a move takes as a rule */
    double hard; /* and at most */
};

/* The share of a clock with so many seconds left (maybe below 0), to which increment is added after
 * each move, and a new time after to_go moves (0: never).  The game goes on for about `moves` more
 * moves, and each reply comes `lag` seconds late.  hard + lag is never more than what is left. */
struct mi_share mi_time_share(double seconds, double increment, int to_go, int moves, double lag);

#endif
