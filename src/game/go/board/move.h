/* move.h - making moves.  The rules of one move are inline.  Game moves and playouts differ only in
 * the hash, which playouts do not update. */
#ifndef MI_GAME_GO_BOARD_MOVE_H
#define MI_GAME_GO_BOARD_MOVE_H

#include "base/compiler.h"
#include "shape.h"

/* Offset from a point to its i-th neighbour, i from 0 to 3.  Loops over the neighbours are unrolled
 * and avoid branches, since the surroundings of a random point are unpredictable. */
static inline int go_neighbour_offset(int stride, int i)
{
    return i == 0 ? -stride : i == 1 ? -1 : i == 2 ? 1 : stride;
}

/* Is p adjacent to the chain with that head? */
static inline bool go_touches_chain(const struct mi_go *b, int p, int head)
{
    for (int i = 0; i < 4; i++)
        if (b->point[p + go_neighbour_offset(b->stride, i)].head == head)
            return true;
    return false;
}

/* Is the empty point p, which has no empty neighbour, legal for the side to move?  It is if the
 * stone captures a chain or joins one with another liberty. */
static inline bool go_legal_without_empty_neighbour(const struct mi_go *b, int p)
{
    if (p == b->ko)
        return false;
    int stride = b->stride, turn = b->turn;
    bool friends = false, legal = false;
    UNROLLED(4)
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &b->point[p + go_neighbour_offset(stride, i)];
        bool own = q->colour == turn, last = mi_go_is_only_liberty(b->point[q->head].sums, p);
        legal |= (own != last) & (q->colour != MI_GO_BORDER);
        friends |= own;
    }
    return legal || (friends && b->rules.suicide);
}

/* Is the empty point p an eye of that colour that is unlikely to become false?  All neighbours must
 * be of the colour, with at most one diagonal point of the other colour, and none at the edge. */
static inline bool go_true_eye(const struct mi_go *b, int p, int colour)
{
    if (!mi_go_enclosed(b, p, colour))
        return false;
    int s = b->stride, diagonal[4] = {p - s - 1, p - s + 1, p + s - 1, p + s + 1};
    int others = 0, border = 0;
    UNROLLED(4)
    for (int i = 0; i < 4; i++) {
        others += b->point[diagonal[i]].colour == !colour;
        border |= b->point[diagonal[i]].colour == MI_GO_BORDER;
    }
    return others + border < 2;
}

/* Is the empty point p legal for the side to move and not one of its own eyes? */
static inline bool go_fills_no_eye(const struct mi_go *b, int p)
{
    return mi_go_empty_around(b, p) > 0 ||
           (!go_true_eye(b, p, b->turn) && go_legal_without_empty_neighbour(b, p));
}

/* Does a stone of the side to move on the empty point p legally capture a chain? */
static inline bool go_captures(const struct mi_go *b, int p)
{
    int stride = b->stride;
    bool takes = false;
    UNROLLED(4)
    for (int i = 0; i < 4; i++) {
        const struct mi_go_point *q = &b->point[p + go_neighbour_offset(stride, i)];
        takes |= q->colour == !b->turn && mi_go_is_only_liberty(b->point[q->head].sums, p);
    }
    return takes && p != b->ko;
}

/* After a pass in a playout, may the side to move only capture or pass?  Under territory scoring it
 * may: the player who passed has only chains with two eyes or in atari, and any other move would
 * fill one's own territory.  In the second phase of the encore moves cost nothing. */
static inline bool go_only_captures(const struct mi_go *b)
{
    return b->passes > 0 && b->rules.territory && b->phase < 2;
}

/* The hash key of a stone. */
static inline uint64_t go_stone_key(int p, int colour)
{
    return miai_mix((uint64_t)(2 * p + colour));
}

static inline void go_add_empty(struct mi_go *b, int p)
{
    b->point[p].link = b->empties;
    mi_go_empty_list(b)[b->empties++] = (uint16_t)p;
}

static inline void go_remove_empty(struct mi_go *b, int p)
{
    uint16_t *list = mi_go_empty_list(b);
    uint16_t last = list[--b->empties];
    list[b->point[p].link] = last;
    b->point[last].link = b->point[p].link;
}

/* Merges the chains with the two heads; the larger one keeps its head. */
static inline void go_merge_chains(struct mi_go *b, int a, int c)
{
    struct mi_go_point *point = b->point;
    if (a == c)
        return;
    int into = (point[a].sums & MI_GO_STONES) < (point[c].sums & MI_GO_STONES) ? c : a;
    int from = a + c - into, stone = from;
    do {
        point[stone].head = (uint16_t)into;
        stone = point[stone].link;
    } while (stone != from);
    uint16_t link = point[into].link;
    point[into].link = point[from].link;
    point[from].link = link;
    point[into].sums += point[from].sums;
}

/* Removes the chain with that head from the board and returns its number of stones. */
static inline int go_remove_chain(struct mi_go *b, int head, bool hashed)
{
    int colour = b->point[head].colour, stones = 0, stone = head;
    int stride = b->stride, change = (1 << 8) - (1 << 4 * colour);
    do {
        int next = b->point[stone].link;
        UNROLLED(4)
        for (int i = 0; i < 4; i++) {
            int q = stone + go_neighbour_offset(stride, i);
            b->point[q].around = (uint16_t)(b->point[q].around + change);
            b->point[b->point[q].head].sums += mi_go_liberty_sums(stone);
        }
        b->point[stone].colour = MI_GO_EMPTY;
        b->point[stone].head = 0;
        go_shape_update(b, stone, colour, false);
        go_add_empty(b, stone);
        if (hashed)
            b->stones ^= go_stone_key(stone, colour);
        stones++;
        stone = next;
    } while (stone != head);
    return stones;
}

/* Places a stone on an empty point, joins it to its neighbours, and removes chains of the other
 * colour that lose their last liberty.  Returns the number of captured stones; *taken is the head
 * of the last chain captured. */
static inline int go_place(struct mi_go *b, int p, int colour, int *taken, bool hashed)
{
    struct mi_go_point *point = b->point;
    int stride = b->stride, change = (1 << 4 * colour) - (1 << 8), captured = 0;
    unsigned friends = 0, dead = 0; /* bit i: the i-th neighbour's chain */
    uint16_t chain[4];
    uint64_t sums = MI_GO_STONE, liberty = mi_go_liberty_sums(p);
    UNROLLED(4)
    for (int i = 0; i < 4; i++) {
        int q = p + go_neighbour_offset(stride, i);
        chain[i] = point[q].head;
        point[q].around = (uint16_t)(point[q].around + change);
        point[chain[i]].sums -= liberty;
        sums += mi_go_liberty_sums(q) & -(uint64_t)(point[q].colour == MI_GO_EMPTY);
        friends |= (unsigned)(point[q].colour == colour) << i;
        dead |= (unsigned)((point[q].colour == !colour) & !(point[chain[i]].sums & MI_GO_LIBERTIES))
                << i;
    }
    go_remove_empty(b, p);
    go_shape_update(b, p, colour, true);
    point[p].colour = (uint8_t)colour;
    point[p].head = point[p].link = (uint16_t)p;
    point[p].sums = sums;
    for (; friends; friends &= friends - 1)
        go_merge_chains(b, point[p].head, point[chain[__builtin_ctz(friends)]].head);
    for (; dead; dead &= dead - 1) {
        *taken = chain[__builtin_ctz(dead)];
        captured += go_remove_chain(b, *taken, hashed);
    }
    if (hashed)
        b->stones ^= go_stone_key(p, colour);
    return captured;
}

static inline void go_record_move(struct mi_go *b, int p)
{
    b->last[1] = b->last[0];
    b->last[0] = (uint16_t)p;
}

/* Plays a legal stone of the side to move. */
static inline void go_play(struct mi_go *b, int p, bool hashed)
{
    int colour = b->turn, taken = MI_GO_NONE;
    bool enclosed = mi_go_enclosed(b, p, !colour);
    int captured = go_place(b, p, colour, &taken, hashed);
    b->prisoners[colour] += captured;
    if (!(b->point[b->point[p].head].sums & MI_GO_LIBERTIES))
        b->prisoners[!colour] += go_remove_chain(b, b->point[p].head, hashed);
    b->ko = (uint16_t)(captured == 1 && enclosed ? taken : MI_GO_NONE);
    b->passes = 0;
    go_record_move(b, p);
    b->turn = (uint8_t)!colour;
}

/* Counts handicap stones as KataGo does, before the side to move plays a stone: Black's stones
 * before White's first, with White's passes ignored. */
static inline void go_count_handicap(struct mi_go *b)
{
    b->handicap = (uint16_t)(b->handicap + (b->opening && b->turn == MI_GO_BLACK));
    b->opening = b->opening && b->turn == MI_GO_BLACK;
}

/* Playouts do not count handicap stones, for speed: only the first move can be one. */
static inline void go_begin_playout(struct mi_go *b)
{
    go_count_handicap(b);
    b->opening = false;
}

/* The first pass takes the button and does not count. */
static inline void go_pass(struct mi_go *b)
{
    b->ko = MI_GO_NONE;
    go_record_move(b, MI_GO_NONE);
    b->passes++;
    if (b->button) {
        b->button_score = b->turn == MI_GO_BLACK ? MIAI_POINT_SCORE / 2 : -MIAI_POINT_SCORE / 2;
        b->button = false;
        b->passes = 0;
    }
    b->turn = !b->turn;
}

/* ---- move.c ---- */

size_t mi_go_size(const miai_setup *setup);
void mi_go_init(void *pos, const miai_setup *setup);
void mi_go_set_rules(void *pos, const miai_setup *setup);

/* Does a pass that repeats an earlier one of the same player, with the same stones on the board,
 * end the game under these rules? */
static inline bool mi_go_passes_count(const struct mi_go *b)
{
    return b->phase > 0 || b->rules.ko == MI_GO_KO_SIMPLE || b->rules.ko == MI_GO_KO_SPIGHT;
}

/* Would a pass of the side to move be such a pass? */
bool mi_go_pass_repeats(const struct mi_go *b);

/* Is a stone of the side to move legal on p?  p may be any point of the board, also an occupied
 * one.  The encore has rules of its own (encore.h): here it is played like the main game. */
bool mi_go_legal_point(const struct mi_go *b, int p);

/* Plays a legal move of the side to move, a stone or a pass. */
void mi_go_play(void *pos, miai_move move);

/* Sets a point to a player's stone, or to empty if player is -1, and rebuilds the position. Returns
 * false, with nothing changed, if that would leave a chain without liberties. */
bool mi_go_edit_point(void *pos, miai_move move, int player);

/* Sets the number of handicap stones on the board and forgets the history: passes, the button, and
 * what happened in the encore. */
void mi_go_set_handicap_count(void *pos, int stones);

/* Size of this position. */
size_t mi_go_bytes(const struct mi_go *b);

/* Memory for a copy of any position. */
union mi_go_copy {
    struct mi_go b;
    char bytes[MI_GO_MAX_BYTES];
};

void mi_go_copy(union mi_go_copy *copy, const struct mi_go *b);

#endif
