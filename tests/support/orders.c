#include "orders.h"

#include <stdlib.h>
#include <string.h>

enum { WRITES = 12 };

/* For each location, the number of the oldest write that may be read. */
struct view {
    unsigned char at[ORDERS_PLACES];
};

struct write {
    int value;
    struct view view; /* carried by its release */
};

struct state {
    struct write write[ORDERS_PLACES][WRITES];
    int count[ORDERS_PLACES];
    struct view certain; /* view of the sequentially consistent operations so far */
    struct thread {
        int line, reg[ORDERS_REGISTERS];
        struct view view;
    } thread[ORDERS_THREADS];
};

static void join_views(struct view *view, const struct view *other)
{
    for (int i = 0; i < ORDERS_PLACES; i++)
        if (other->at[i] > view->at[i])
            view->at[i] = other->at[i];
}

static bool order_acquires(enum orders_order order)
{
    return order == ACQUIRE || order == ACQ_REL || order == SEQ_CST;
}

static bool order_releases(enum orders_order order)
{
    return order == RELEASE || order == ACQ_REL || order == SEQ_CST;
}

static void read_write(struct state *state, struct thread *thread, const struct orders_line *line,
                       int n)
{
    const struct write *write = &state->write[line->place][n];
    thread->reg[line->reg] = write->value;
    thread->view.at[line->place] = (unsigned char)n;
    if (order_acquires(line->order))
        join_views(&thread->view, &write->view);
}

/* handed: the view that an exchange inherits from the release that it read. */
static void add_write(struct state *state, struct thread *thread, const struct orders_line *line,
                      int value, const struct view *handed)
{
    int n = state->count[line->place]++;
    if (n == WRITES)
        abort();
    struct write *write = &state->write[line->place][n];
    thread->view.at[line->place] = (unsigned char)n;
    *write = (struct write){.value = value};
    write->view.at[line->place] = (unsigned char)n;
    if (handed)
        join_views(&write->view, handed);
    if (order_releases(line->order))
        join_views(&write->view, &thread->view);
    if (line->order == SEQ_CST)
        state->certain.at[line->place] = (unsigned char)n;
}

static void run_exchange(struct state *state, struct thread *thread, const struct orders_line *line)
{
    int last = state->count[line->place] - 1;
    const struct view handed = state->write[line->place][last].view;
    read_write(state, thread, line, last);
    add_write(state, thread, line, line->what == ORDERS_LOOK ? thread->reg[line->reg] : line->value,
              &handed);
}

static void run_fence(struct state *state, struct thread *thread)
{
    join_views(&thread->view, &state->certain);
    join_views(&state->certain, &thread->view);
}

static bool run_threads(const struct orders_program *program, const struct state *state,
                        long *ends);

/* Tries every write that the load may read. */
static bool run_load(const struct orders_program *program, const struct state *state, int t,
                     const struct orders_line *line, long *ends)
{
    int from = state->thread[t].view.at[line->place];
    if (line->order == SEQ_CST && state->certain.at[line->place] > from)
        from = state->certain.at[line->place];
    for (int n = from; n < state->count[line->place]; n++) {
        struct state next = *state;
        next.thread[t].line++;
        read_write(&next, &next.thread[t], line, n);
        if (!run_threads(program, &next, ends))
            return false;
    }
    return true;
}

/* Executes the next instruction of a thread. */
static bool run_step(const struct orders_program *program, const struct state *state, int t,
                     long *ends)
{
    const struct orders_line *line = &program->thread[t][state->thread[t].line];
    struct state next = *state;
    struct thread *thread = &next.thread[t];
    if (line->what == ORDERS_LOAD)
        return run_load(program, state, t, line, ends);
    thread->line++;
    if (line->what == ORDERS_STORE)
        add_write(&next, thread, line, line->value, NULL);
    else if (line->what == ORDERS_EXCHANGE || line->what == ORDERS_LOOK)
        run_exchange(&next, thread, line);
    else if (line->what == ORDERS_FENCE)
        run_fence(&next, thread);
    else if (line->what == ORDERS_UNLESS && thread->reg[line->reg] != line->value)
        thread->line = ORDERS_LINES - 1;
    else if (line->what == ORDERS_EXPECT && thread->reg[line->reg] != line->value)
        return false;
    return run_threads(program, &next, ends);
}

static bool run_threads(const struct orders_program *program, const struct state *state, long *ends)
{
    bool any = false;
    for (int t = 0; t < ORDERS_THREADS; t++) {
        if (program->thread[t][state->thread[t].line].what == ORDERS_END)
            continue;
        any = true;
        if (!run_step(program, state, t, ends))
            return false;
    }
    *ends += !any;
    return true;
}

bool orders_hold(const struct orders_program *program, long *ends)
{
    struct state state;
    memset(&state, 0, sizeof state);
    for (int i = 0; i < ORDERS_PLACES; i++) {
        state.write[i][0].value = program->first[i];
        state.count[i] = 1;
    }
    *ends = 0;
    return run_threads(program, &state, ends);
}
