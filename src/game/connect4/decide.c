/* A short exact search for wins, draws and losses.
 *
 * The tree search calls it for each new position, as often as it plays a playout.  The solver
 * (solve.c) is too expensive there: it finds exact scores, and its table does not fit the cache. */
#include "decide.h"

#include <string.h>

enum { TABLE_SIZE = 256 };

/* What the table knows about a position: the answers to "at least 0?" and "at least 1?". */
enum { IS_ANSWERED = 1, IS_YES = 2, BITS_OF_QUESTION = 2 };

struct decision {
    struct mi_c4_shape shape;
    int nodes_left; /* negative: there were too few, and the answer means nothing */
    uint64_t key[TABLE_SIZE];
    uint8_t answers[TABLE_SIZE]; /* 0: an empty entry */
};

/* A move, and the points where the player who made it threatens to win. */
struct decision_move {
    uint64_t point, threats;
    int count; /* of these points */
};

static bool decide_standard(struct decision *d, struct mi_c4_board b, uint64_t threats, int result);
static bool decide_any(struct decision *d, struct mi_c4_board b, uint64_t threats, int result);

/* ---- the table ---- */

static bool recall_answer(const struct decision *d, uint64_t key, int result, bool *yes)
{
    uint64_t slot = miai_mix(key) % TABLE_SIZE;
    int answer = d->answers[slot] >> result * BITS_OF_QUESTION;
    *yes = answer & IS_YES;
    return (answer & IS_ANSWERED) && d->key[slot] == key;
}

static void store_answer(struct decision *d, uint64_t key, int result, bool yes)
{
    uint64_t slot = miai_mix(key) % TABLE_SIZE;
    int others = d->answers[slot] && d->key[slot] == key ? d->answers[slot] : 0;
    int answer = IS_ANSWERED | (yes ? IS_YES : 0);
    d->key[slot] = key;
    d->answers[slot] = (uint8_t)(others | answer << result * BITS_OF_QUESTION);
}

/* ---- the search ---- */

/* The column that comes i-th, from the middle outwards. */
MI_C4_INLINE int central_column(const struct mi_c4_shape *shape, int i)
{
    int step = (i + 1) / 2;
    return (shape->width - 1) / 2 + ((i + shape->width) % 2 ? step : -step);
}

/* Lists the moves, those that make the most threats first. */
MI_C4_INLINE int list_decision_moves(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                     uint64_t moves, struct decision_move *list)
{
    int n = 0;
    for (int i = 0; i < shape->width; i++) {
        uint64_t point = moves & mi_c4_column(shape, central_column(shape, i));
        if (!point)
            continue;
        uint64_t threats = mi_c4_threats(shape, b.mine | point, b.taken | point);
        int count = __builtin_popcountll(threats), place = n++;
        for (; place > 0 && list[place - 1].count < count; place--)
            list[place] = list[place - 1];
        list[place] = (struct decision_move){point, threats, count};
    }
    return n;
}

/* Does counting already show that one of the moves leads to the result? */
MI_C4_INLINE bool counting_answers(const struct mi_c4_shape *shape, struct mi_c4_board b,
                                   const struct decision_move *list, int n, int result)
{
    for (int i = 0; i < n; i++)
        if (mi_c4_upper_bound(shape, mi_c4_after(b, list[i].point), list[i].threats) <= -result)
            return true;
    return false;
}

/* Does one of the moves lead to the result, so that the opponent does not reach 1 - result? */
MI_C4_INLINE bool search_answers(struct decision *d, const struct mi_c4_shape *shape,
                                 struct mi_c4_board b, const struct decision_move *list, int n,
                                 int result)
{
    for (int i = 0; i < n && d->nodes_left >= 0; i++) {
        struct mi_c4_board next = mi_c4_after(b, list[i].point);
        bool refuted = shape == &mi_c4_standard_shape
                           ? decide_standard(d, next, list[i].threats, 1 - result)
                           : decide_any(d, next, list[i].threats, 1 - result);
        if (!refuted)
            return true;
    }
    return false;
}

/* Can the side to move reach at least this result, 0 or 1?  It cannot win at once.  threats: where
 * the opponent threatens to win. */
MI_C4_INLINE bool decide_node(struct decision *d, const struct mi_c4_shape *shape,
                              struct mi_c4_board b, uint64_t threats, int result)
{
    uint64_t moves = mi_c4_safe_moves(shape, mi_c4_playable(shape, b.taken), threats);
    struct decision_move list[MI_C4_MAX_WIDTH];
    bool yes;
    if (!moves)
        return false;
    if (b.left <= 2)
        return result <= 0;
    if (--d->nodes_left < 0)
        return false;
    uint64_t key = mi_c4_key(shape, b.mine, b.taken);
    if (recall_answer(d, key, result, &yes))
        return yes;
    int n = list_decision_moves(shape, b, moves, list);
    yes =
        counting_answers(shape, b, list, n, result) || search_answers(d, shape, b, list, n, result);
    if (d->nodes_left >= 0)
        store_answer(d, key, result, yes);
    return yes;
}

static bool decide_standard(struct decision *d, struct mi_c4_board b, uint64_t threats, int result)
{
    return decide_node(d, &mi_c4_standard_shape, b, threats, result);
}

static bool decide_any(struct decision *d, struct mi_c4_board b, uint64_t threats, int result)
{
    return decide_node(d, &d->shape, b, threats, result);
}

/* ---- interface ---- */

/* Can the side to move reach at least this result?  False: that took too many nodes. */
static bool answer_question(struct decision *d, struct mi_c4_board b, int result, int nodes,
                            bool *yes)
{
    uint64_t threats = mi_c4_threats(&d->shape, b.mine ^ b.taken, b.taken);
    d->nodes_left = nodes;
    *yes = mi_c4_is_standard(&d->shape) ? decide_standard(d, b, threats, result)
                                        : decide_any(d, b, threats, result);
    return d->nodes_left >= 0;
}

struct mi_c4_result mi_c4_decide(const struct mi_c4_shape *shape, struct mi_c4_board board,
                                 int nodes)
{
    struct mi_c4_result result = {-1, 1};
    struct decision d;
    bool yes;
    if (mi_c4_playable(shape, board.taken) & mi_c4_threats(shape, board.mine, board.taken))
        return (struct mi_c4_result){1, 1};
    d.shape = *shape;
    memset(d.answers, 0, sizeof d.answers);
    if (answer_question(&d, board, 1, nodes, &yes)) {
        result.max = yes;
        if (yes)
            return (struct mi_c4_result){1, 1};
    }
    if (answer_question(&d, board, 0, nodes, &yes)) {
        if (!yes)
            return (struct mi_c4_result){-1, -1};
        result.min = 0;
    }
    return result;
}
