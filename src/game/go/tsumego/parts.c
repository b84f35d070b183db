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

/* Life near the group is the most common answer, and the cheapest.  A group that dies there even
 * though each way out saves it needs no larger part. */
static const struct part parts[] = {
    {10, 100000, TS_EXITS_NONE},         {10, 100000, TS_EXITS_ALL},  {14, 500000, TS_EXITS_NONE},
    {14, 500000, TS_EXITS_ALL},          {10, 100000, TS_EXITS_OPEN}, {14, 500000, TS_EXITS_OPEN},
    {18, 2000000, TS_EXITS_NONE},        {18, 2000000, TS_EXITS_ALL}, {18, 2000000, TS_EXITS_OPEN},
    {INT_MAX, UINT64_MAX, TS_EXITS_NONE}};

enum { PARTS = sizeof parts / sizeof parts[0], SMALLEST_PART = 10 };

/* One question of the series. */
struct part_solver {
    const struct mi_go *b;
    int stone;
    bool named; /* by the user; otherwise it was found */
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

static struct ts_part part_size(const struct part_solver *p, int most_empty, enum ts_exits exits)
{
    return (struct ts_part){.most_empty = most_empty,
                            .exits = exits,
                            .target = p->named ? TS_TARGET_GROUP : TS_TARGET_FOUND};
}

/* Can a named group leave the points next to it? */
static bool group_has_exits(const struct part_solver *p)
{
    struct ts_problem problem;
    const struct ts_part size = part_size(p, SMALLEST_PART, TS_EXITS_OPEN);
    return p->named && !mi_ts_problem_from_go(p->b, p->stone, &size, &problem) &&
           has_exits(&problem.frame);
}

/* Solves a part of the region.  *found stays without moves if exits are wanted and there are
 * none. */
static const char *solve_part(struct part_solver *p, const struct part *part,
                              miai_life_answer *found)
{
    struct ts_problem problem;
    const struct ts_part size = part_size(p, part->most_empty, part->exits);
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
 * moves that only work because the group had no exits. */
static void take_sealed_moves(miai_life_answer *answer, const miai_life_answer *sealed, int turn,
                              bool has_exits)
{
    const miai_life_answer before = *answer;
    *answer = *sealed;
    if (turn == answer->defender)
        return;
    for (int i = 0; i < answer->moves; i++) {
        miai_life_move *move = &answer->move[i];
        int place = find_move(&before, move->move);
        bool known = place < before.moves && before.move[place].proved &&
                     !((before.is_part || has_exits) && before.move[place].works);
        if (!move->works)
            *move = known ? before.move[place] : (miai_life_move){.move = move->move};
    }
}

/* Takes the answer for a part with TS_EXITS_ALL. */
static void take_sealed(const struct part_solver *p, miai_life_answer *answer,
                        const miai_life_answer *found)
{
    if (found->status != MIAI_GROUP_DEAD)
        return;
    take_sealed_moves(answer, found, p->b->turn, group_has_exits(p));
    answer->is_part = answer->assumes_enclosed = false;
    answer->is_sealed = true;
}

/* ---- the contract ---- */

/* Is the part worth asking, given the answer so far?  Once the whole region is known, only a group
 * that dies there may still escape.  A group that is not named is the one that a problem is about:
 * its diagram may leave out outer stones, so whether it can leave the region is asked last, and it
 * does not escape. */
static bool is_worth_asking(const struct part_solver *p, const struct part *part,
                            const miai_life_answer *answer, bool is_last)
{
    bool is_dead = answer->status == MIAI_GROUP_DEAD;
    if (answer->is_sealed || is_alive(answer))
        return false;
    if (part->exits == TS_EXITS_ALL)
        return is_dead && p->named != is_last;
    bool is_whole = !answer->is_part && answer->status != MIAI_GROUP_UNKNOWN;
    bool may_escape = part->exits == TS_EXITS_OPEN && p->named;
    return !is_last &&
           (part->exits == TS_EXITS_NONE ? !is_whole : may_escape && (!is_whole || is_dead));
}

static void ask_part(struct part_solver *p, const struct part *part, miai_life_answer *answer,
                     const char **fault)
{
    miai_life_answer found;
    *fault = solve_part(p, part, &found);
    if (*fault)
        return;
    if (part->exits == TS_EXITS_ALL)
        take_sealed(p, answer, &found);
    else if (part->exits == TS_EXITS_NONE)
        take_answer(answer, &found);
    else if (found.moves > 0)
        take_exits(answer, &found);
}

const char *mi_go_solve_life(const void *pos, miai_move stone, size_t memory,
                             const miai_watch *watch, miai_life_answer *answer)
{
    const struct mi_go *b = pos;
    const char *fault = NULL;
    struct part_solver p = {
        .b = b, .named = stone != MIAI_NO_MOVE, .memory = memory, .watch = watch};
    p.stone = p.named ? mi_go_point_of(b, stone) : mi_ts_find_group(b);
    if (p.stone == MI_GO_NONE)
        return "no group is enclosed; name a stone of the group";
    *answer = (miai_life_answer){.bytes = sizeof *answer, .is_part = true};
    for (int i = 0; i < 2 * PARTS && !(i > 0 && is_stopped(&p)); i++)
        if (is_worth_asking(&p, &parts[i % PARTS], answer, i >= PARTS))
            ask_part(&p, &parts[i % PARTS], answer, &fault);
    answer->nodes = p.before;
    return answer->nodes > 0 ? NULL : fault;
}
