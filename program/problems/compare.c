/* Check: compares the solutions in the files with the solver's. */
#include "problem.h"

#include "base/interrupt.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    long all, agreed, several, wrong, unproved, refused;
};

/* Lists the moves that work, besides the file's. */
static void list_other_moves(const miai_region *life, const char *file_move, char *text,
                             size_t size)
{
    size_t used = 0;
    *text = '\0';
    for (int i = 0; i < life->moves; i++)
        if (life->move[i].result == MIAI_LIFE_WORKS && strcmp(life->move[i].move, file_move) != 0 &&
            used < size)
            used += (size_t)snprintf(text + used, size - used, " %s", life->move[i].move);
}

/* Writes the status, and what it assumes: "dead, if the group cannot leave the region". */
static void write_status(const miai_region *life, char *text, size_t size)
{
    snprintf(text, size, "%s%s%s", miai_region_status(life), life->assumes_enclosed ? ", if " : "",
             miai_region_assumes(life));
}

/* Compares the answer with the file's first move. */
static void compare_moves(struct counts *counts, const char *name, const miai_region *life,
                          const char *file_move)
{
    char others[512], status[80];
    const miai_region_move *entry = mi_life_find(life, file_move);
    list_other_moves(life, file_move, others, sizeof others);
    write_status(life, status, sizeof status);
    bool has_status = mi_life_is_known(life);
    bool works = entry && entry->result == MIAI_LIFE_WORKS;
    bool open = !has_status || (entry && entry->result == MIAI_LIFE_UNKNOWN);
    if (open) {
        counts->unproved++;
        mi_print_clean(stdout, "%s: not proved%s%s\n", name, file_move[0] ? "; the file has " : "",
                       file_move);
    } else if (life->works == 0) {
        counts->wrong++;
        mi_print_clean(stdout, "%s: no move works: %s\n", name, status);
    } else if (mi_life_needs_no_move(life)) {
        counts->wrong++;
        mi_print_clean(stdout, "%s: no move is needed: %s\n", name, status);
    } else if (file_move[0] && !works) {
        counts->wrong++;
        mi_print_clean(stdout, "%s: %s fails%s%s; works:%s (%s)\n", name, file_move,
                       entry && entry->line[0] ? ", answer " : "", entry ? entry->line : "", others,
                       status);
    } else if (others[0] && (file_move[0] || life->works > 1)) {
        counts->several++;
        mi_print_clean(stdout, "%s: %s works, and also:%s (%s)\n", name,
                       file_move[0] ? file_move : life->move[0].move,
                       file_move[0] ? others : others + 1 + strlen(life->move[0].move), status);
    } else {
        counts->agreed++;
        mi_print_clean(stdout, "%s: %s (%s)\n", name, life->move[0].move, status);
    }
    fflush(stdout);
}

static int compare_problem(struct mi_problems *problems, const struct mi_problem *problem,
                           struct counts *counts)
{
    char file_move[MIAI_MOVE_TEXT];
    miai_region *life = malloc(sizeof *life);
    if (!life)
        return MIAI_NO_MEMORY;
    int error = mi_problem_solution(problems->engine, problem, file_move);
    if (error == MIAI_OK)
        error = mi_life_solve(problems->engine, "", 0, life);
    if (error == MIAI_OK && !mi_interrupted()) {
        counts->all++;
        compare_moves(counts, problem->name, life, file_move);
    } else if (error != MIAI_OK && error != MIAI_NO_MEMORY) {
        counts->refused++;
        mi_print_clean(stdout, "%s: %s\n", problem->name,
                       mi_error_details(problems->engine, error));
        error = MIAI_OK;
    }
    free(life);
    return error;
}

static void print_counts(const struct counts *counts)
{
    printf("%ld problem%s: %ld with one solution, %ld with several, %ld wrong, %ld not proved\n",
           counts->all, counts->all == 1 ? "" : "s", counts->agreed, counts->several, counts->wrong,
           counts->unproved);
    if (counts->refused > 0)
        printf("%ld position%s without a problem of life and death\n", counts->refused,
               counts->refused == 1 ? "" : "s");
}

int mi_problems_check(struct mi_problems *problems)
{
    struct mi_problem_list list = {.count = 0};
    struct counts counts = {.all = 0};
    int error = mi_problem_list_read(&list, problems);
    mi_interrupt_search(problems->engine);
    for (size_t i = 0; i < list.count && error == MIAI_OK && !mi_interrupted(); i++)
        error = compare_problem(problems, &list.problem[i], &counts);
    mi_problems_end_search(problems);
    if (error == MIAI_OK)
        print_counts(&counts);
    mi_problem_list_free(&list);
    return error;
}
