/* why.h - what the sentences on a mistake are made from; of why.c and what is beside it alone. */
#ifndef MI_PROGRAM_REPORT_WHY_H
#define MI_PROGRAM_REPORT_WHY_H

#include "analyze.h"
#include "program/picture/picture.h"

struct mi_why {
    miai_engine *engine;                /* in the position before the move */
    const struct mi_judged *now, *then; /* that position, and the one that is compared with it */
    const char *made; /* leads there; NULL: none was made, the other player moves instead */
    int player, kinds;
    const miai_presentation *look;
    struct mi_picture before; /* the move */
    void (*say)(void *context, const char *sentence);
    void *context;
    int told; /* sentences */
};

/* Says a sentence, of a kind of mistake or 0. */
void mi_why_tell(struct mi_why *why, int kind, const char *sentence);

/* Is the game Go, as far as this room may know: are stones taken off at its end that are dead? */
bool mi_why_has_chains(const struct mi_why *why);

/* Whose a point is after the position of judged, from -1 to 1, in the player's view. */
double mi_why_owner(const struct mi_why *why, const struct mi_judged *judged, int point);
/* Are the owners of all points known before the move and behind it? */
bool mi_why_has_owners(const struct mi_why *why);

/* The ninth of the board that a point is in, from 0 at the upper left, and its name. */
int mi_why_part(const struct mi_picture *picture, int point);
const char *mi_why_part_name(int part);

/* Collects the chain that a point is of; returns its size. */
int mi_why_chain(const struct mi_picture *picture, int point, bool *seen, int *chain);
void mi_why_point_name(const struct mi_picture *picture, int point, char name[16]);

/* ---- threats.c ---- */

/* Where the move of a man begins and ends: "e2e4".  False: it is another kind of move. */
bool mi_why_squares(const struct mi_picture *picture, const char *move, int *from, int *to);
/* The capture on a point, of the player to move, by the least man; false: there is none. */
bool mi_why_capture(miai_engine *engine, int point, char capture[MIAI_MOVE_TEXT]);
/* Plays what is taken there and taken back, as far as that pays; returns how many moves. */
int mi_why_exchange(miai_engine *engine, int point);

/* ---- why_facts.c ---- */

/* What else is known of the move that was made and the better one, for a mistake of which nothing
 * was told yet.
 */
void mi_why_facts(struct mi_why *why);

enum { MI_WHY_NONE = -1, MI_WHY_FAR = 9999, MI_WHY_NAME = 2 * MIAI_MOVE_TEXT, MI_WHY_TEXT = 320 };

/* Moves of a player's that put a disc on a point: all, and those in corners. */
struct mi_answers {
    int moves, corners;
};

/* A move of the two, or the answer, and the board behind it. */
struct mi_made_move {
    char move[MIAI_MOVE_TEXT], name[MI_WHY_NAME];
    int point;  /* where its disc or stone was put, or MI_WHY_NONE: it is another kind of move */
    bool turns; /* discs of the other player's became the mover's, as in Othello */
    struct mi_answers answers; /* the other player's, where discs are turned */
    struct mi_picture then;
};

struct mi_facts {
    struct mi_why *why;
    const struct mi_judged *now;
    const char *who, *other; /* the players' names, as a sentence begins */
    char inner_who[MI_WHY_NAME], inner_other[MI_WHY_NAME]; /* and within one */
    struct mi_made_move played, better;
    char answer[MI_WHY_NAME]; /* of the other player's to the move played; "": not known */
    bool same_answer;         /* it is the better move */
};

/* The players and the better move; false: there is none. */
bool mi_why_begin_facts(struct mi_facts *facts, struct mi_why *why);
/* Plays the move in the position that is on, looks, and takes it back; false: it cannot be played.
 */
bool mi_why_make(const struct mi_why *why, const char *move, struct mi_made_move *made);
/* Counts those of the player to move in the position that is on; none if the game is over. */
void mi_why_count_answers(miai_engine *engine, const struct mi_picture *picture,
                          struct mi_answers *answers);
/* The largest chain of a player that has so many liberties, or MI_WHY_NONE; its size. */
int mi_why_find_short(const struct mi_picture *picture, int player, int liberties, int *size);
/* Which stones the better move joins, or keeps from being joined. */
void mi_why_tell_of_joint(struct mi_facts *facts);

/* Are there enough of them? */
bool mi_why_is_told(const struct mi_facts *facts);
/* Whose piece stands on a point, or MI_WHY_NONE. */
int mi_why_player_at(const struct mi_picture *picture, int point);
/* The point of a vertex such as "D4", or MI_WHY_NONE. */
int mi_why_point_of(const struct mi_picture *picture, const char *move);

/* ---- why_board.c ---- */

/* Corners that can be taken, and how many moves are left; rows that are made; what is lacking from
 * side to side. */
void mi_why_tell_of_moves(struct mi_facts *facts);
void mi_why_tell_of_rows(struct mi_facts *facts);
void mi_why_tell_of_ways(struct mi_facts *facts);

/* The longest row of a player's discs that a point is in if that player puts one there, and how
 * many of its two ends are empty. */
int mi_why_row_through(const struct mi_picture *picture, int point, int player, int *open);
/* How many stones a player lacks for the nearest way between his two sides, if nobody else moved;
 * or MI_WHY_FAR: there is none. */
int mi_why_count_lacking(const struct mi_picture *picture, int player);

/* ---- why_quiet.c ---- */

/* What the best move does where nothing is taken, dies or is forced: on the board, and beside the
 * next best one and the other player's. */
void mi_why_quiet(struct mi_why *why);

#endif
