/* Solves a problem in ever larger parts of its region.
 *
 * A group that lives in a part of the region lives in all of it: there it has more moves, and the
 * attacker has fewer stones.  A group that dies in a part may live in all of it, or run away: then
 * the part is asked again with exits. */
#include "region.h"

#include "game/go/board/go.h"

#include <limits.h>
#include <string.h>

struct part {
    int most_empty;
    uint64_t nodes; /* limit */
    enum ts_exits exits;
};

/* Life near the group is the most common answer, and the cheapest. */
static const struct part parts[] = {
    {10, 100000, TS_EXITS_NONE},     {14, 500000, TS_EXITS_NONE},  {10, 100000, TS_EXITS_OPEN},
    {14, 500000, TS_EXITS_OPEN},     {18, 2000000, TS_EXITS_NONE}, {18, 2000000, TS_EXITS_OPEN},
    {INT_MAX, UINT64_MAX, TS_EXITS_NONE}};

/* Asked about a group that is dead in a part. */
static const struct part sealed_parts[] = {
    {10, 100000, TS_EXITS_ALL}, {14, 500000, TS_EXITS_ALL}, {18, 2000000, TS_EXITS_ALL}};

enum {
    PARTS = sizeof parts / sizeof parts[0],
    SEALED_PARTS = sizeof sealed_parts / sizeof sealed_parts[0]
};

/* One question of the series. */
struct part_solver {
    const struct mi_go *b;
    int stone;
    size_t memory;
    const miai_watch *watch; /* or NULL */
    uint64_t limit, before;  /* of positions in this part, and those visited in other parts */
};

static bool part_is_over(void *context, uint64_t nodes, double share)
{
    const struct part_solver *p = context;
    return nodes >= p->limit ||
           (p->watch && p->watch->over(p->watch->context, p->before + nodes, share));
}

static bool is_stopped(const struct part_solver *p)
{
    return p->watch && p->watch->over(p->watch->context, p->before, 0);
}

static bool is_alive(const miai_life_answer *answer)
{
    return answer->status >= MIAI_GROUP_SEKI;
}

/* ---- which answer counts ---- */

static int find_move(const miai_life_answer *answer, miai_move move)
{
    int i = 0;
    while (i < answer->moves && answer->move[i].move != move)
        i++;
    return i;
}

/* Sorts the moves that work by their places in another answer. */
static void sort_working_moves(miai_life_answer *answer, const miai_life_answer *other)
{
    for (int i = 1; i < answer->moves && answer->move[i].works; i++) {
        const miai_life_move move = answer->move[i];
        int place = find_move(other, move.move), j = i;
        for (; j > 0 && find_move(other, answer->move[j - 1].move) > place; j--)
            answer->move[j] = answer->move[j - 1];
        answer->move[j] = move;
    }
}

/* Takes the answer for a larger part.  If that is unknown, the one for the smaller part stays, but
 * the larger part ranks the moves that work, or all moves if none works. */
static void take_answer(miai_life_answer *answer, const miai_life_answer *found)
{
    bool works = answer->moves > 0 && answer->move[0].works;
    if (found->status != MIAI_GROUP_UNKNOWN || answer->status == MIAI_GROUP_UNKNOWN)
        *answer = *found;
    else if (works)
        sort_working_moves(answer, found);
    else {
        memcpy(answer->move, found->move, sizeof answer->move);
        answer->moves = found->moves;
    }
}

/* Takes what the part with exits adds.  If the group cannot leave it, only a better status for the
 * group counts: in both parts the points outside are the attacker's. */
static void take_exits(miai_life_answer *answer, const miai_life_answer *found)
{
    if (is_alive(found)) {
        *answer = *found;
        answer->status = MIAI_GROUP_ESCAPES;
    } else if (found->status > answer->status)
        *answer = *found;
}

/* ---- one part ---- */

static bool has_exits(const struct ts_frame *f)
{
    return points_any(points_or(f->exit, f->friends));
}

/* Solves a part of the region.  *found stays without moves if exits are wanted and there are
 * none. */
static const char *solve_part(struct part_solver *p, const struct part *part,
                              miai_life_answer *found)
{
    struct ts_problem problem;
    const struct ts_part size = {.most_empty = part->most_empty,
                                 .exits = part->exits,
                                 .target =
                                     p->stone == MI_GO_NONE ? TS_TARGET_FOUND : TS_TARGET_GROUP};
    const miai_watch watch = {.bytes = sizeof watch, .over = part_is_over, .context = p};
    found->status = MIAI_GROUP_UNKNOWN;
    found->moves = 0;
    const char *fault = mi_ts_problem_from_go(p->b, p->stone, &size, &problem);
    if (fault || (part->exits == TS_EXITS_OPEN && !has_exits(&problem.frame)))
        return fault;
    p->limit = problem.is_part ? part->nodes : UINT64_MAX;
    fault = mi_ts_solve_problem(&problem, p->b, p->memory, &watch, found);
    if (!fault)
        p->before += found->nodes;
    return fault;
}

/* ---- death for certain ---- */

/* Takes the proof that the group dies even if each way out saves it.  The attacker's moves that
 * fail there only let the group reach a way out.  What was proved about them before stays, but for
 * moves that only work in a part without exits. */
static void take_sealed_moves(miai_life_answer *answer, const miai_life_answer *sealed, int turn)
{
    const miai_life_answer before = *answer;
    *answer = *sealed;
    if (turn == answer->defender)
        return;
    for (int i = 0; i < answer->moves; i++) {
        miai_life_move *move = &answer->move[i];
        int place = find_move(&before, move->move);
        bool known = place < before.moves && before.move[place].proved &&
                     !(before.is_part && before.move[place].works);
        if (!move->works)
            *move = known ? before.move[place] : (miai_life_move){.move = move->move};
    }
}

/* Tries to prove that the group dies even if each way out of a part saves it. */
static void confirm_death(struct part_solver *p, miai_life_answer *answer)
{
    miai_life_answer found;
    for (int i = 0; i < SEALED_PARTS && !answer->is_sealed && !is_stopped(p); i++)
        if (!solve_part(p, &sealed_parts[i], &found) && found.status == MIAI_GROUP_DEAD) {
            take_sealed_moves(answer, &found, p->b->turn);
            answer->is_part = false;
            answer->is_sealed = true;
        }
}

/* ---- the contract ---- */

/* Is the part worth asking, given the answer so far?  Once the whole region is known, only a group
 * that dies there although it is to move may still escape.  A group that is not named is the one
 * that a problem is about: its diagram may leave out outer stones, so it does not escape. */
static bool is_worth_asking(const struct part_solver *p, const struct part *part,
                            const miai_life_answer *answer)
{
    if (part->exits == TS_EXITS_OPEN && p->stone == MI_GO_NONE)
        return false;
    bool is_whole = !answer->is_part && answer->status != MIAI_GROUP_UNKNOWN;
    bool is_lost = answer->status == MIAI_GROUP_DEAD;
    return !is_alive(answer) && (!is_whole || (part->exits == TS_EXITS_OPEN && is_lost));
}

const char *mi_go_solve_life(const void *pos, miai_move stone, size_t memory,
                             const miai_watch *watch, miai_life_answer *answer)
{
    const struct mi_go *b = pos;
    int point = stone == MIAI_NO_MOVE ? MI_GO_NONE : mi_go_point_of(b, stone);
    struct part_solver p = {.b = b, .stone = point, .memory = memory, .watch = watch};
    const char *fault = NULL;
    miai_life_answer found;
    *answer = (miai_life_answer){.bytes = sizeof *answer, .is_part = true};
    for (int i = 0; i < PARTS && !(i > 0 && is_stopped(&p)); i++) {
        if (!is_worth_asking(&p, &parts[i], answer))
            continue;
        fault = solve_part(&p, &parts[i], &found);
        if (!fault && parts[i].exits == TS_EXITS_NONE)
            take_answer(answer, &found);
        else if (!fault && found.moves > 0)
            take_exits(answer, &found);
    }
    if (answer->status == MIAI_GROUP_DEAD)
        confirm_death(&p, answer);
    answer->nodes = p.before;
    return answer->nodes > 0 ? NULL : fault;
}
