/* Answers a problem of life and death by a series of questions, each a search.
 *
 * Each question is: can the attacker win with these numbers of ko threats for the two sides? Each
 * is easier for the attacker than the one before, so the answers are first "no", then "yes". The
 * status is given by where they change. */
#include "region.h"
#include "search.h"

#include "game/go/board/go.h"

#include <stdlib.h>
#include <string.h>

enum { QUESTIONS = 7, NO_THREATS = 3, FIRST_NODES = 20000 };

/* To tell kos apart that need more threats than the questions below have: see sort_kos(). */
enum { FINER_THREATS = 4, FINER_NODES = 500000 };

/* The attacker's and the defender's ko threats in each question. */
static const uint8_t question_threats[QUESTIONS][2] = {
    {0, TS_ALWAYS}, {0, 2}, {0, 1}, {0, 0}, {1, 0}, {2, 0}, {TS_ALWAYS, 0},
};

struct life_solver {
    const struct mi_go *b;
    struct ts_problem problem;
    struct ts_search search;
    enum ts_answer answer[QUESTIONS];
    /* Positions searched after each first move, in the longest search for each question. */
    uint64_t work[QUESTIONS][TS_POINTS + 1];
    uint64_t most_work[QUESTIONS];
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
    uint64_t before = v->search.nodes, *work = v->work[question];
    v->search.node_limit = before + nodes;
    v->answer[question] = mi_ts_search_run(&v->search, &pos);
    if (v->search.nodes - before > v->most_work[question]) {
        v->most_work[question] = v->search.nodes - before;
        memcpy(work, v->search.root_work, sizeof v->search.root_work);
    }
}

/* Asks the extreme questions first, then those between; repeats this with three times the nodes
 * until the status is known.  A question between them is asked only once both are answered, since
 * most answers follow from theirs. */
static void find_status(struct life_solver *v)
{
    static const int order[QUESTIONS] = {0, QUESTIONS - 1, NO_THREATS, 2, 4, 1, 5};
    int last_no = -1, first_yes = QUESTIONS;
    for (uint64_t nodes = FIRST_NODES; first_yes - last_no > 1; nodes *= 3)
        for (int i = 0; i < QUESTIONS; i++) {
            bool is_extreme = i < 2, is_ko = last_no >= 0 && first_yes < QUESTIONS;
            if (order[i] > last_no && order[i] < first_yes && (is_extreme || is_ko))
                ask_question(v, order[i], nodes);
            if (v->search.stopped)
                return;
            find_status_bounds(v, &last_no, &first_yes);
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

static bool status_is_known(const struct life_solver *v)
{
    int last_no, first_yes;
    find_status_bounds(v, &last_no, &first_yes);
    return first_yes == 0 || last_no == QUESTIONS - 1 || (last_no >= 0 && first_yes < QUESTIONS);
}

/* The question that decides whether a move works.  For the attacker, the first question with "yes"
 * must stay "yes"; for the defender, the last with "no" must stay "no".  If the status is unknown:
 * the best result for the side to move that is not ruled out. */
static int find_move_question(const struct life_solver *v)
{
    int last_no, first_yes;
    find_status_bounds(v, &last_no, &first_yes);
    if (v->problem.pos.turn == TS_ATTACKER && !status_is_known(v))
        return last_no < 0 ? 0 : QUESTIONS - 1;
    if (v->problem.pos.turn == TS_ATTACKER)
        return first_yes < QUESTIONS ? first_yes : QUESTIONS - 1;
    if (!status_is_known(v))
        return first_yes == QUESTIONS ? QUESTIONS - 1 : 0;
    return last_no >= 0 ? last_no : 0;
}

/* Writes the line of the table's best moves; returns its length. */
static int write_best_line(const struct life_solver *v, struct ts_position pos, miai_move *line)
{
    int n = 0, move;
    while (n < MIAI_LIFE_LINE && mi_ts_search_look(&v->search, &pos, &move) != TS_UNKNOWN &&
           move != TS_NO_POINT && mi_ts_play(&v->search.frame, &pos, move))
        line[n++] = mi_ts_move_of(&v->problem, v->b, move);
    return n;
}

static void judge_move(struct life_solver *v, struct ts_position pos, miai_life_move *entry)
{
    bool attacks = v->problem.pos.turn == TS_ATTACKER;
    v->search.node_limit = UINT64_MAX;
    enum ts_answer answer = mi_ts_search_run(&v->search, &pos);
    entry->proved = answer != TS_UNKNOWN;
    entry->works = answer == (attacks ? TS_PROVED : TS_DISPROVED);
    entry->length = entry->proved ? write_best_line(v, pos, entry->line) : 0;
}

/* How promising a move is whose result is not known: the search spends most of its work on the
 * moves that are the hardest to refute. */
static uint64_t rank_of_move(const struct life_solver *v, const struct ts_position *next,
                             const uint64_t *work, int bit)
{
    const struct ts_entry *entry =
        mi_ts_search_find(&v->search, next, mi_ts_search_key(&v->search, next));
    return entry && entry->phi == 0 ? 0 : 1 + work[bit];
}

static bool is_listed_before(const miai_life_move *a, uint64_t rank_of_a, const miai_life_move *b,
                             uint64_t rank_of_b)
{
    if (a->works != b->works)
        return a->works;
    if (a->proved != b->proved)
        return b->proved;
    return !a->proved && rank_of_a > rank_of_b;
}

/* Inserts the move; moves that work come first, then the most promising. rank[i]: of move i. */
static void insert_move(miai_life_answer *answer, const miai_life_move *entry, uint64_t *rank,
                        uint64_t entry_rank)
{
    int i = answer->moves++;
    for (; i > 0 && is_listed_before(entry, entry_rank, &answer->move[i - 1], rank[i - 1]); i--) {
        answer->move[i] = answer->move[i - 1];
        rank[i] = rank[i - 1];
    }
    answer->move[i] = *entry;
    rank[i] = entry_rank;
}

/* Judges all moves, beginning with the one that the search prefers. */
static void judge_moves(struct life_solver *v, miai_life_answer *answer)
{
    uint64_t rank[MIAI_LIFE_MOVES];
    int question = find_move_question(v);
    struct ts_position pos = set_question_threats(&v->problem.pos, question);
    struct points moves = ts_empty(&v->search.frame, &pos);
    bool judges = status_is_known(v);
    int best;
    mi_ts_search_look(&v->search, &pos, &best);
    for (bool first = true; points_any(moves); first = false) {
        miai_life_move entry = {.proved = false};
        struct ts_position next = pos;
        bool known = first && best < TS_POINTS && points_has(moves, best);
        int bit = known ? best : points_first(moves);
        moves = points_without(moves, points_of(bit));
        if (!mi_ts_play(&v->search.frame, &next, bit))
            continue;
        uint64_t promise = rank_of_move(v, &next, v->work[question], bit);
        if (judges)
            judge_move(v, next, &entry);
        entry.move = mi_ts_move_of(&v->problem, v->b, bit);
        insert_move(answer, &entry, rank, promise);
    }
}

/* ---- kos ---- */

/* If a side needs more threats than are counted, the moves that work may lead to kos of different
 * worth.  Sets the threats that tell these kos apart. */
static bool find_finer_threats(int question, bool attacks, uint8_t threats[2])
{
    bool many_of_defender = question == (attacks ? 1 : 0),
         many_of_attacker = question == (attacks ? QUESTIONS - 1 : QUESTIONS - 2);
    threats[TS_ATTACKER] = many_of_attacker ? FINER_THREATS : 0;
    threats[TS_DEFENDER] = many_of_defender ? FINER_THREATS : 0;
    return many_of_attacker || many_of_defender;
}

/* Does the move reach the better result as well? */
static bool wins_finer_ko(struct life_solver *v, miai_move move, const uint8_t threats[2])
{
    struct ts_position pos = v->problem.pos;
    bool attacks = pos.turn == TS_ATTACKER;
    memcpy(pos.threats, threats, sizeof pos.threats);
    if (!mi_ts_play(&v->search.frame, &pos, mi_ts_bit_of(&v->problem, v->b, move)))
        return false;
    return mi_ts_search_run(&v->search, &pos) == (attacks ? TS_PROVED : TS_DISPROVED);
}

/* Puts the moves that lead to the best ko first, as far as few positions show which they are. */
static void sort_kos(struct life_solver *v, miai_life_answer *answer)
{
    uint8_t threats[2];
    int place = 0;
    bool attacks = v->problem.pos.turn == TS_ATTACKER;
    if (answer->status != MIAI_GROUP_KO || !answer->move[1].works ||
        !find_finer_threats(find_move_question(v), attacks, threats))
        return;
    v->search.node_limit = v->search.nodes + FINER_NODES;
    for (int i = 0; i < answer->moves && answer->move[i].works; i++)
        if (wins_finer_ko(v, answer->move[i].move, threats)) {
            const miai_life_move better = answer->move[i];
            memmove(answer->move + place + 1, answer->move + place,
                    (size_t)(i - place) * sizeof better);
            answer->move[place++] = better;
        }
}

/* ---- the answer ---- */

/* Neither side needs threats in the question NO_THREATS; each question further on, one more. */
static void write_threats(int last_no, int first_yes, miai_life_answer *answer)
{
    int attacker = first_yes - NO_THREATS, defender = NO_THREATS - last_no;
    bool exact = last_no == first_yes - 1;
    if (exact || attacker <= 0)
        answer->attacker_threats = attacker > 0 ? attacker : 0;
    if (exact || defender <= 0)
        answer->defender_threats = defender > 0 ? defender : 0;
}

static void write_status(struct life_solver *v, miai_life_answer *answer)
{
    int last_no, first_yes;
    find_status_bounds(v, &last_no, &first_yes);
    if (first_yes == 0)
        answer->status = MIAI_GROUP_DEAD;
    else if (last_no >= 0 && first_yes < QUESTIONS) {
        answer->status = MIAI_GROUP_KO;
        write_threats(last_no, first_yes, answer);
    } else if (last_no == QUESTIONS - 1) {
        enum ts_answer eyes = search_two_eyes(v);
        answer->eyes_known = eyes != TS_UNKNOWN;
        answer->status = eyes == TS_DISPROVED ? MIAI_GROUP_SEKI : MIAI_GROUP_ALIVE;
    }
}

static int find_target(const struct ts_problem *problem)
{
    return points_first(problem->frame.target);
}

const char *mi_ts_solve_problem(const struct ts_problem *problem, const struct mi_go *b,
                                size_t memory, const miai_watch *watch, miai_life_answer *answer)
{
    struct life_solver v = {.b = b, .problem = *problem}; /* 10 KB */
    *answer =
        (miai_life_answer){.bytes = sizeof *answer, .attacker_threats = -1, .defender_threats = -1};
    if (!mi_ts_search_open(&v.search, memory))
        return "out of memory";
    v.search.frame = problem->frame;
    v.search.watch = watch;
    answer->defender = problem->defender;
    answer->stone = mi_ts_move_of(problem, b, find_target(problem));
    answer->points = points_count(ts_empty(&problem->frame, &problem->pos));
    answer->is_part = problem->is_part;
    find_status(&v);
    write_status(&v, answer);
    answer->assumes_enclosed =
        problem->is_open && (answer->status == MIAI_GROUP_DEAD || answer->status == MIAI_GROUP_KO);
    judge_moves(&v, answer);
    sort_kos(&v, answer);
    answer->nodes = v.search.nodes;
    mi_ts_search_close(&v.search);
    return NULL;
}
