/* Answers a problem of life and death by a series of questions, each a search.
 *
 * Each question is: can the attacker win with these numbers of ko threats for the two sides? Each
 * is easier for the attacker than the one before, so the answers are first "no", then "yes". The
 * status is given by where they change. */
#include "region.h"
#include "search.h"

#include "game/go/board/go.h"

#include <stdlib.h>

enum { QUESTIONS = 5, FIRST_NODES = 20000 };

/* The attacker's and the defender's ko threats in each question. */
static const uint8_t question_threats[QUESTIONS][2] = {
    {0, TS_ALWAYS}, {0, 0}, {1, 0}, {2, 0}, {TS_ALWAYS, 0},
};

struct life_solver {
    const struct mi_go *b;
    struct ts_problem problem;
    struct ts_search search;
    enum ts_answer answer[QUESTIONS];
};

static struct ts_position set_question_threats(const struct ts_position *pos, int question)
{
    struct ts_position set = *pos;
    for (int side = 0; side < 2; side++)
        set.threats[side] = question_threats[question][side];
    if (set.threats[set.turn] == TS_ALWAYS)
        set.ko = TS_NO_POINT;
    return set;
}

/* ---- the status ---- */

/* The question with the first "yes" is known to be after last_no, and at most first_yes. */
static void find_status_bounds(const struct life_solver *v, int *last_no, int *first_yes)
{
    *last_no = -1;
    *first_yes = QUESTIONS;
    for (int i = 0; i < QUESTIONS; i++) {
        if (v->answer[i] == TS_DISPROVED)
            *last_no = i;
        if (v->answer[i] == TS_PROVED && i < *first_yes)
            *first_yes = i;
    }
}

static void ask_question(struct life_solver *v, int question, uint64_t nodes)
{
    struct ts_position pos = set_question_threats(&v->problem.pos, question);
    v->search.node_limit = v->search.nodes + nodes;
    v->answer[question] = mi_ts_search_run(&v->search, &pos);
}

/* Asks the extreme questions first, then those between; repeats this with three times the nodes
 * until the status is known. */
static void find_status(struct life_solver *v)
{
    static const int order[QUESTIONS] = {0, QUESTIONS - 1, 1, 2, 3};
    for (uint64_t nodes = FIRST_NODES; !v->search.stopped; nodes *= 3) {
        int last_no, first_yes;
        bool all = true;
        for (int i = 0; i < QUESTIONS && !v->search.stopped; i++) {
            find_status_bounds(v, &last_no, &first_yes);
            if (order[i] > last_no && order[i] < first_yes)
                ask_question(v, order[i], nodes);
        }
        find_status_bounds(v, &last_no, &first_yes);
        all = first_yes - last_no <= 1;
        if (all)
            return;
    }
}

/* For a group that cannot be captured: can the defender make two eyes without a ko? */
static enum ts_answer search_two_eyes(struct life_solver *v)
{
    struct ts_position pos = set_question_threats(&v->problem.pos, QUESTIONS - 1);
    v->search.prover = TS_DEFENDER;
    v->search.node_limit = UINT64_MAX;
    enum ts_answer answer = mi_ts_search_run(&v->search, &pos);
    v->search.prover = TS_ATTACKER;
    return answer;
}

/* ---- the moves ---- */

/* The question that decides whether a move works, and the answer that it must get: for the
 * attacker, the first question with "yes" must stay "yes"; for the defender, the last with "no"
 * must stay "no". */
static int find_move_question(const struct life_solver *v, enum ts_answer *wanted_answer)
{
    int last_no, first_yes;
    bool attacks = v->problem.pos.turn == TS_ATTACKER;
    find_status_bounds(v, &last_no, &first_yes);
    *wanted_answer = attacks ? TS_PROVED : TS_DISPROVED;
    if (attacks)
        return first_yes < QUESTIONS ? first_yes : last_no == QUESTIONS - 1 ? last_no : -1;
    return last_no >= 0 ? last_no : first_yes == 0 ? 0 : -1;
}

/* Writes the line of the table's best moves; returns its length. */
static int write_best_line(const struct life_solver *v, struct ts_position pos, miai_move *line)
{
    int n = 0, move;
    while (n < MIAI_LIFE_LINE &&
           mi_ts_search_look(&v->search, &pos, &move) != TS_UNKNOWN && move != TS_NO_POINT &&
           mi_ts_play(&v->search.frame, &pos, move))
        line[n++] = mi_ts_move_of(&v->problem, v->b, move);
    return n;
}

static void judge_move(struct life_solver *v, struct ts_position pos, int bit,
                       enum ts_answer wanted_answer, miai_life_move *entry)
{
    entry->move = mi_ts_move_of(&v->problem, v->b, bit);
    v->search.node_limit = UINT64_MAX;
    enum ts_answer answer = mi_ts_search_run(&v->search, &pos);
    entry->proved = answer != TS_UNKNOWN;
    entry->works = answer == wanted_answer;
    entry->length = entry->proved ? write_best_line(v, pos, entry->line) : 0;
}

static bool is_listed_before(const miai_life_move *a, const miai_life_move *b)
{
    return a->works != b->works ? a->works : !b->works && a->proved < b->proved;
}

/* Inserts the move; moves that work come first. */
static void insert_move(miai_life_answer *answer, const miai_life_move *entry)
{
    int i = answer->moves++;
    for (; i > 0 && is_listed_before(entry, &answer->move[i - 1]); i--)
        answer->move[i] = answer->move[i - 1];
    answer->move[i] = *entry;
}

/* Judges all moves, beginning with the one that the search prefers. */
static void judge_moves(struct life_solver *v, miai_life_answer *answer)
{
    enum ts_answer wanted_answer;
    int question = find_move_question(v, &wanted_answer), best;
    struct ts_position pos = set_question_threats(&v->problem.pos, question < 0 ? 0 : question);
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
            judge_move(v, next, bit, wanted_answer, &entry);
        entry.move = mi_ts_move_of(&v->problem, v->b, bit);
        insert_move(answer, &entry);
    }
}

/* ---- the answer ---- */

static void write_status(struct life_solver *v, miai_life_answer *answer)
{
    int last_no, first_yes;
    find_status_bounds(v, &last_no, &first_yes);
    answer->threats = first_yes >= 1 && first_yes < QUESTIONS - 1 && last_no == first_yes - 1
                          ? first_yes - 1
                          : -1;
    if (first_yes == 0)
        answer->status = MIAI_GROUP_DEAD;
    else if (last_no >= 0 && first_yes < QUESTIONS)
        answer->status = MIAI_GROUP_KO;
    else if (last_no == QUESTIONS - 1) {
        enum ts_answer eyes = search_two_eyes(v);
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
    struct life_solver v = {.b = pos};
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
