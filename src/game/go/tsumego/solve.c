/* Answers a problem of life and death by a series of questions, each a search.
 *
 * The questions differ in the ko threats of the two sides.  From one to the next the attacker has it
 * easier, so the answers are first "no", then "yes", and the status is where they change. */
#include "region.h"
#include "search.h"

#include "game/go/board/go.h"

#include <stdlib.h>

enum { QUESTIONS = 5, FIRST_NODES = 20000 };

/* The attacker's ko threats, and the defender's. */
static const uint8_t threats[QUESTIONS][2] = {
    {0, TS_ALWAYS}, {0, 0}, {1, 0}, {2, 0}, {TS_ALWAYS, 0},
};

struct solver {
    const struct mi_go *b;
    struct ts_problem problem;
    struct ts_search search;
    enum ts_answer answer[QUESTIONS];
};

static struct ts_position with_threats(const struct ts_position *pos, int question)
{
    struct ts_position set = *pos;
    for (int side = 0; side < 2; side++)
        set.threats[side] = threats[question][side];
    if (set.threats[set.turn] == TS_ALWAYS)
        set.ko = TS_NO_POINT;
    return set;
}

/* ---- the status ---- */

/* The first question that the attacker answers with yes is above `no` and at most `yes`. */
static void bounds_of(const struct solver *v, int *no, int *yes)
{
    *no = -1;
    *yes = QUESTIONS;
    for (int i = 0; i < QUESTIONS; i++) {
        if (v->answer[i] == TS_DISPROVED)
            *no = i;
        if (v->answer[i] == TS_PROVED && i < *yes)
            *yes = i;
    }
}

static void ask(struct solver *v, int question, uint64_t nodes)
{
    struct ts_position pos = with_threats(&v->problem.pos, question);
    v->search.node_limit = v->search.nodes + nodes;
    v->answer[question] = mi_ts_search_run(&v->search, &pos);
}

/* Asks the extreme questions first, in turn with more and more nodes, then those between. */
static void find_status(struct solver *v)
{
    static const int order[QUESTIONS] = {0, QUESTIONS - 1, 1, 2, 3};
    for (uint64_t nodes = FIRST_NODES; !v->search.stopped; nodes *= 3) {
        int no, yes;
        bool all = true;
        for (int i = 0; i < QUESTIONS && !v->search.stopped; i++) {
            bounds_of(v, &no, &yes);
            if (order[i] > no && order[i] < yes)
                ask(v, order[i], nodes);
        }
        bounds_of(v, &no, &yes);
        all = yes - no <= 1;
        if (all)
            return;
    }
}

/* Of a group that cannot be captured: can the defender make two eyes, without a ko? */
static enum ts_answer find_eyes(struct solver *v)
{
    struct ts_position pos = with_threats(&v->problem.pos, QUESTIONS - 1);
    v->search.prover = TS_DEFENDER;
    v->search.node_limit = UINT64_MAX;
    enum ts_answer answer = mi_ts_search_run(&v->search, &pos);
    v->search.prover = TS_ATTACKER;
    return answer;
}

/* ---- the moves ---- */

/* The question that decides whether a move reaches the status, and the answer it must have: the
 * attacker's moves must answer the first "yes" again, the defender's the last "no". */
static int question_of_moves(const struct solver *v, enum ts_answer *wanted)
{
    int no, yes;
    bool attacks = v->problem.pos.turn == TS_ATTACKER;
    bounds_of(v, &no, &yes);
    *wanted = attacks ? TS_PROVED : TS_DISPROVED;
    if (attacks)
        return yes < QUESTIONS ? yes : no == QUESTIONS - 1 ? no : -1;
    return no >= 0 ? no : yes == 0 ? 0 : -1;
}

/* Follows the table's best moves. */
static int write_line(const struct solver *v, struct ts_position pos, miai_move *line)
{
    int n = 0, move;
    while (n < MIAI_LIFE_LINE &&
           mi_ts_search_look(&v->search, &pos, &move) != TS_UNKNOWN && move != TS_NO_POINT &&
           mi_ts_play(&v->search.frame, &pos, move))
        line[n++] = mi_ts_move_of(&v->problem, v->b, move);
    return n;
}

static void judge_move(struct solver *v, struct ts_position pos, int bit, enum ts_answer wanted,
                       miai_life_move *entry)
{
    entry->move = mi_ts_move_of(&v->problem, v->b, bit);
    v->search.node_limit = UINT64_MAX;
    enum ts_answer answer = mi_ts_search_run(&v->search, &pos);
    entry->proved = answer != TS_UNKNOWN;
    entry->works = answer == wanted;
    entry->length = entry->proved ? write_line(v, pos, entry->line) : 0;
}

static bool goes_first(const miai_life_move *a, const miai_life_move *b)
{
    return a->works != b->works ? a->works : !b->works && a->proved < b->proved;
}

/* Inserts the move, so that those that work come first. */
static void insert_move(miai_life_answer *answer, const miai_life_move *entry)
{
    int i = answer->moves++;
    for (; i > 0 && goes_first(entry, &answer->move[i - 1]); i--)
        answer->move[i] = answer->move[i - 1];
    answer->move[i] = *entry;
}

/* The move that the search prefers comes first. */
static void judge_moves(struct solver *v, miai_life_answer *answer)
{
    enum ts_answer wanted;
    int question = question_of_moves(v, &wanted), best;
    struct ts_position pos = with_threats(&v->problem.pos, question < 0 ? 0 : question);
    struct points moves = ts_empty(&v->search.frame, &pos);
    mi_ts_search_look(&v->search, &pos, &best);
    for (bool first = true; points_any(moves); first = false) {
        miai_life_move entry = {.proved = false};
        struct ts_position next = pos;
        bool known = first && best < TS_POINTS && points_has(moves, best);
        int bit = known ? best : points_first(moves);
        moves = points_without(moves, points_of(bit));
        if (!mi_ts_play(&v->search.frame, &next, bit))
            continue;
        if (question >= 0)
            judge_move(v, next, bit, wanted, &entry);
        entry.move = mi_ts_move_of(&v->problem, v->b, bit);
        insert_move(answer, &entry);
    }
}

/* ---- the answer ---- */

static void write_status(struct solver *v, miai_life_answer *answer)
{
    int no, yes;
    bounds_of(v, &no, &yes);
    answer->threats = yes >= 1 && yes < QUESTIONS - 1 && no == yes - 1 ? yes - 1 : -1;
    if (yes == 0)
        answer->status = MIAI_GROUP_DEAD;
    else if (no >= 0 && yes < QUESTIONS)
        answer->status = MIAI_GROUP_KO;
    else if (no == QUESTIONS - 1) {
        enum ts_answer eyes = find_eyes(v);
        answer->eyes_known = eyes != TS_UNKNOWN;
        answer->status = eyes == TS_DISPROVED ? MIAI_GROUP_SEKI : MIAI_GROUP_ALIVE;
    }
}

static int find_target(const struct ts_problem *problem)
{
    return points_first(problem->frame.target);
}

const char *mi_go_solve_life(const void *pos, miai_move stone, size_t memory,
                             const miai_watch *watch, miai_life_answer *answer)
{
    struct solver v = {.b = pos};
    int point = stone == MIAI_NO_MOVE ? MI_GO_NONE : mi_go_point_of(v.b, stone);
    *answer = (miai_life_answer){.bytes = sizeof *answer, .threats = -1};
    const char *fault = mi_ts_problem_from_go(v.b, point, &v.problem);
    if (fault)
        return fault;
    if (!mi_ts_search_open(&v.search, memory))
        return "out of memory";
    v.search.frame = v.problem.frame;
    v.search.watch = watch;
    answer->defender = v.problem.defender;
    answer->stone = mi_ts_move_of(&v.problem, v.b, find_target(&v.problem));
    answer->points = points_count(ts_empty(&v.problem.frame, &v.problem.pos));
    find_status(&v);
    write_status(&v, answer);
    judge_moves(&v, answer);
    answer->nodes = v.search.nodes;
    mi_ts_search_close(&v.search);
    return NULL;
}
