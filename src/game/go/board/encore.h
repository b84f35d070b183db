/* encore.h - the encore of territory rules, as KataGo plays it: two phases after the main game, in
 * which disputes about dead stones are played out.
 *
 * The main game and each phase end by two passes in a row, or by a pass that repeats an earlier one
 * of the same player in the same position.  Phase 1 settles ko fights, and a move costs a point as
 * before: it fills territory or gives a prisoner.  In phase 2 moves cost nothing, so dead stones
 * can be captured.  Then the board is counted (mi_go_encore_area() in go.h): areas that live
 * without help count fully.  Elsewhere, only stones from before phase 2 count.
 *
 * Ko threats do not help in the encore.  A stone that takes a ko gets a mark.  It cannot be retaken
 * while it has the mark: the attempt, or a move on the stone itself, only lifts the mark ("pass for
 * ko").  In each phase, a player may take a ko only once with the same stones on the board. */
#ifndef MI_GAME_GO_BOARD_ENCORE_H
#define MI_GAME_GO_BOARD_ENCORE_H

#include "move.h"

/* mi_go_encore_points(): the colour of the stone at the start of phase 2, plus 1, or 0; and the ko
 * mark. */
enum { MI_GO_ENCORE_COLOUR = 3, MI_GO_KO_MARK = 4 };

static inline bool mi_go_has_ko_mark(const struct mi_go *b, int p)
{
    return mi_go_encore_points(b)[p] & MI_GO_KO_MARK;
}

/* Has this stone been on the board since before phase 2? */
static inline bool mi_go_stood_before_phase_2(const struct mi_go *b, int p)
{
    int before = mi_go_encore_points(b)[p] & MI_GO_ENCORE_COLOUR;
    return b->point[p].colour <= MI_GO_WHITE && before == b->point[p].colour + 1;
}

/* Does a phase of the encore follow if the game, or its current phase, ends? */
static inline bool mi_go_encore_follows(const struct mi_go *b)
{
    return b->rules.encore && b->rules.territory && b->phase < 2;
}

static inline void mi_go_count_encore_ply(struct mi_go *b)
{
    b->phase_plies = (uint8_t)(b->phase_plies + (b->phase > 0 && b->phase_plies < UINT8_MAX));
}

/* Starts the next phase. */
void mi_go_begin_phase(struct mi_go *b);

/* Forgets what happened in this phase, including the main game: passes and repetitions, ko marks,
 * kos taken.  Phase 2 starts from the current stones. */
void mi_go_restart_phase(struct mi_go *b);

/* Has the side to move already taken the ko at p in this phase, with the same stones on the
 * board? */
bool mi_go_encore_forbids(const struct mi_go *b, int p);

/* Is a move on p legal in the encore?  p may be any point of the board. */
bool mi_go_encore_legal(const struct mi_go *b, int p);

/* Is a move on p legal? */
static inline bool mi_go_legal_move(const struct mi_go *b, int p)
{
    return b->phase > 0 ? mi_go_encore_legal(b, p) : mi_go_legal_point(b, p);
}

/* Plays a legal move on p in the encore. */
void mi_go_encore_play(struct mi_go *b, int p);

/* Black's moves minus White's.  Setup stones count as moves.  Territory plus prisoners is area
 * minus moves. */
int mi_go_move_difference(const struct mi_go *b);

/* The moves of mi_go_move_difference() that cost a point: those before phase 2. */
int mi_go_paid_moves(const struct mi_go *b);

#endif
