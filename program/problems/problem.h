/* problem.h - a problem, the solver's answer to it, and a list of problems. */
#ifndef MI_PROGRAM_PROBLEMS_PROBLEM_H
#define MI_PROGRAM_PROBLEMS_PROBLEM_H

#include "problems.h"

#include "miai_game.h"

#include <stddef.h>

struct mi_problem {
    char *name;               /* owned: the file, and the number of the game if it has several */
    int number;               /* of the game in its file, from 1 */
    miai_game_record *record; /* owned */
    uint64_t key;             /* identifies the position and the side to move */
    int box;                  /* see schedule.c; 0: never asked */
    long due;                 /* the day on which it is due */
};

struct mi_problem_list {
    struct mi_problem *problem; /* owned */
    size_t count, capacity;
    char **bytes; /* owned: the files, to which the records refer */
    size_t files;
    bool games; /* games rather than problems: they may begin with an empty board */
};

/* ---- collection.c ---- */

/* Adds the problems of all paths: of files, and of the game files below folders.  Reports what
 * cannot be read, and counts it in the faults.  Returns a miai_error. */
int mi_problem_list_read(struct mi_problem_list *list, struct mi_problems *problems);
/* Removes and returns the last of the problems' paths, the output. */
char *mi_problems_take_output(struct mi_problems *problems);
/* Undoes mi_interrupt_search(); an interrupt is reported, and counted in the faults. */
void mi_problems_end_search(struct mi_problems *problems);
void mi_problem_list_free(struct mi_problem_list *list);

/* Sets up the position of the problem. */
int mi_problem_load(miai_engine *engine, const struct mi_problem *problem);

/* Loads the problem, and writes the first move of the file's solution, "" if there is none.  The
 * position is the one before it. */
int mi_problem_solution(miai_engine *engine, const struct mi_problem *problem, char *move);

/* ---- life.c ---- */

/* Solves the position for the group; "": the solver looks for one.  positions: limits the search; 1
 * finds only the group and its region; 0: the engine's limits, or a few seconds. */
int mi_life_solve(miai_engine *engine, const char *group, uint64_t positions, miai_region *life);

/* Has the solver found the status?  A group that nothing saves in a part of its region may still
 * live outside of that part. */
bool mi_life_is_known(const miai_region *life);
/* Does every move work? */
bool mi_life_needs_no_move(const miai_region *life);
/* Is there nothing left to do, since every move works or none does? */
bool mi_life_is_settled(const miai_region *life);

/* The move in the answer; NULL: it is not among them. */
const miai_region_move *mi_life_find(const miai_region *life, const char *move);

/* ---- diagram.c ---- */

/* Prints the part of the board with stones. */
void mi_problem_print_board(const miai_engine *engine);

/* ---- ask.c ---- */

enum mi_problem_result {
    MI_PROBLEM_SOLVED,
    MI_PROBLEM_HELPED, /* solved after a wrong move or a hint */
    MI_PROBLEM_MISSED, /* not solved */
    MI_PROBLEM_SKIPPED,
    MI_PROBLEM_QUIT
};

/* Asks the problem, whose title is printed first. */
enum mi_problem_result mi_problem_ask(miai_engine *engine, const struct mi_problem *problem,
                                      const char *title);

/* ---- schedule.c ---- */

struct mi_schedule;

/* Reads the file; name NULL: the one in the user's data folder.  A missing file is empty.  Returns
 * NULL, with the reason printed, if it cannot be read. */
struct mi_schedule *mi_schedule_open(const char *program, const char *name);
void mi_schedule_free(struct mi_schedule *schedule);
const char *mi_schedule_name(const struct mi_schedule *schedule);
long mi_schedule_today(void);

/* Days until a problem of the box is due again; box 0 means never asked. */
enum { MI_BOXES = 5 };
extern const int mi_box_days[MI_BOXES + 1];

/* Sets box and due of the problem. */
void mi_schedule_look_up(const struct mi_schedule *schedule, struct mi_problem *problem);

/* Decides when the problem is due again, and saves the file.  False, with the reason printed, if
 * that failed. */
bool mi_schedule_record(struct mi_schedule *schedule, struct mi_problem *problem, bool solved);

#endif
