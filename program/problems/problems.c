/* The session: which problems are asked, in which order, and the count at the end. */
#include "problem.h"

#include "protocol/io/file.h"

#include <stdio.h>
#include <stdlib.h>

enum { TITLE_BYTES = 4200 };

struct session {
    struct mi_problems *problems;
    struct mi_problem_list list;
    struct mi_schedule *schedule;
    long count[MI_PROBLEM_QUIT + 1]; /* by result */
    bool unsaved;                    /* the schedule could not be written; this was reported */
};

/* Due ones first, then new ones, then those that are due on a later day. */
static int rank_of(const struct mi_problem *problem)
{
    return problem->box == 0 ? 1 : problem->due <= mi_schedule_today() ? 0 : 2;
}

/* A stable order: of the same rank, the one that was due earlier; new ones as in their files. */
static void sort_problems(struct mi_problem_list *list)
{
    for (size_t i = 1; i < list->count; i++) {
        struct mi_problem problem = list->problem[i];
        size_t j = i;
        for (; j > 0; j--) {
            const struct mi_problem *before = &list->problem[j - 1];
            int rank = rank_of(&problem), rank_before = rank_of(before);
            if (rank > rank_before || (rank == rank_before && problem.due >= before->due))
                break;
            list->problem[j] = list->problem[j - 1];
        }
        list->problem[j] = problem;
    }
}

static void print_welcome(const struct session *s)
{
    long of_rank[3] = {0};
    for (size_t i = 0; i < s->list.count; i++)
        of_rank[rank_of(&s->list.problem[i])]++;
    printf("%zu problem%s: %ld to repeat today, %ld new, %ld for later days.\n", s->list.count,
           s->list.count == 1 ? "" : "s", of_rank[0], of_rank[1], of_rank[2]);
    puts("Type a move, \"hint\", \"solution\", \"skip\" or \"quit\"; ? for help.");
}

/* Asks one problem; false: the session is over. */
static bool session_ask(struct session *s, size_t i)
{
    char title[TITLE_BYTES];
    struct mi_problem *problem = &s->list.problem[i];
    snprintf(title, sizeof title, "\nProblem %zu of %zu: %s", i + 1, s->list.count, problem->name);
    enum mi_problem_result result = mi_problem_ask(s->problems->engine, problem, title);
    s->count[result]++;
    if (result == MI_PROBLEM_QUIT)
        return false;
    if (result != MI_PROBLEM_SKIPPED &&
        !mi_schedule_record(s->schedule, problem, result == MI_PROBLEM_SOLVED)) {
        s->problems->faults++;
        s->unsaved = true;
    }
    return true;
}

static void print_totals(const struct session *s)
{
    const long *count = s->count;
    long all = count[MI_PROBLEM_SOLVED] + count[MI_PROBLEM_HELPED] + count[MI_PROBLEM_MISSED];
    printf("\nSolved at once: %ld of %ld. With help: %ld. Not solved: %ld. Skipped: %ld.\n",
           count[MI_PROBLEM_SOLVED], all, count[MI_PROBLEM_HELPED], count[MI_PROBLEM_MISSED],
           count[MI_PROBLEM_SKIPPED]);
    if (all > 0 && !s->unsaved)
        mi_print_clean(stdout, "What to repeat, and when, is in %s.\n",
                       mi_schedule_name(s->schedule));
}

static int session_run(struct session *s)
{
    int error = mi_problem_list_read(&s->list, s->problems);
    if (error != MIAI_OK)
        return error;
    if (s->list.count == 0) {
        puts("No problems found.");
        return MIAI_OK;
    }
    for (size_t i = 0; i < s->list.count; i++)
        mi_schedule_look_up(s->schedule, &s->list.problem[i]);
    sort_problems(&s->list);
    print_welcome(s);
    for (size_t i = 0; i < s->list.count && session_ask(s, i); i++)
        ;
    print_totals(s);
    return MIAI_OK;
}

int mi_problems_ask(struct mi_problems *problems)
{
    struct session s = {.problems = problems};
    int error = MIAI_OK;
    s.schedule = mi_schedule_open(problems->program, problems->state);
    if (s.schedule)
        error = session_run(&s);
    else
        problems->faults++;
    mi_problem_list_free(&s.list);
    mi_schedule_free(s.schedule);
    return error;
}
