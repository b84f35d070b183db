/* feature.h - what a move looks like before it is played: at most one feature of each group, each
 * with a learned strength (weights.h).  The strength of a move is the product (Coulom 2007). */
#ifndef MI_GAME_GO_POLICY_FEATURE_H
#define MI_GAME_GO_POLICY_FEATURE_H

#include "game/go/board/move.h"

enum {
    GO_GROUP_TAKES,    /* what it takes */
    GO_GROUP_OWN,      /* the liberties of the chains it joins, before and after */
    GO_GROUP_PRESSURE, /* the liberties it leaves a chain of the other side */
    GO_GROUP_LINE,     /* how far it is from the border */
    GO_GROUP_LAST,     /* how far it is from the last move */
    GO_GROUP_BEFORE,   /* how far it is from the move before that */
    GO_GROUP_SHAPE,    /* the 3x3 pattern */
    GO_GROUPS
};

/* How many features each group has, and where they begin; feature.c says what each stands for. */
enum {
    GO_TAKES = 17,
    GO_OWN = 32,
    GO_PRESSURE = 20,
    GO_LINES = 6,
    GO_DISTANCES = 18,
    GO_FIRST_OWN = GO_TAKES,
    GO_FIRST_PRESSURE = GO_FIRST_OWN + GO_OWN,
    GO_FIRST_LINE = GO_FIRST_PRESSURE + GO_PRESSURE,
    GO_FIRST_LAST = GO_FIRST_LINE + GO_LINES,
    GO_FIRST_BEFORE = GO_FIRST_LAST + GO_DISTANCES,
    GO_FIRST_SHAPE = GO_FIRST_BEFORE + GO_DISTANCES,
    GO_FEATURES = GO_FIRST_SHAPE + GO_SHAPES
};

/* What all moves of one position have in common. */
struct go_scene {
    const struct mi_go *b;
    uint8_t liberties[MI_GO_MAX_SPAN]; /* of the chain with that head, 4 standing for more too */
    bool lost[MI_GO_MAX_SPAN];         /* an own chain with two liberties falls to a ladder, one of
                                          the other's with one cannot escape: if nothing happens */
};

void mi_go_look(struct go_scene *scene, const struct mi_go *b);

/* The features of a stone of the player to move on the empty point p, a number for each group. */
void mi_go_features(const struct go_scene *scene, int p, uint16_t feature[GO_GROUPS]);

#endif
