/* Asks the solver about life and death, and reads its answer: see miai_solve_region(). */
#include "problem.h"

#include "protocol/io/settings.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ANSWER_MAX = 1 << 14 };

static const double DEFAULT_SECONDS = 3;

static void read_life_move(struct mi_life *life, enum mi_life_result result, const char *move,
                           const char *line)
{
    if (life->moves == MIAI_LIFE_MOVES)
        return;
    struct mi_life_move *entry = &life->move[life->moves++];
    entry->result = result;
    snprintf(entry->move, sizeof entry->move, "%s", move);
    snprintf(entry->line, sizeof entry->line, "%s", line);
    life->works += result == MI_LIFE_WORKS;
    life->fails += result == MI_LIFE_FAILS;
}

static void read_life_line(struct mi_life *life, char *line)
{
    static const char *const results[] = {"unknown", "fails", "works"};
    char *rest = line;
    const char *word = mi_next_word(&rest), *value = word ? mi_next_word(&rest) : NULL;
    if (!value)
        return;
    if (strcmp(word, "group") == 0)
        snprintf(life->group, sizeof life->group, "%s", value);
    if (strcmp(word, "status") == 0)
        snprintf(life->status, sizeof life->status, "%.*s", (int)strcspn(value, ","), value);
    life->is_part |= rest && strstr(rest, "nearest to the group");
    for (int i = 0; i < 3; i++)
        if (strcmp(word, results[i]) == 0)
            read_life_move(life, (enum mi_life_result)i, value, rest ? rest : "");
}

/* The owner of the group. */
static int find_defender(const miai_engine *engine, const struct mi_life *life)
{
    int8_t piece[MIAI_MAX_POINTS];
    miai_move point = miai_point_read(life->group, miai_width(engine), miai_height(engine));
    if (point == MIAI_NO_MOVE || miai_board(engine, piece) != MIAI_OK)
        return -1;
    return piece[point];
}

static void read_life(const miai_engine *engine, char *text, struct mi_life *life)
{
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next)
            *next++ = '\0';
        read_life_line(life, line);
    }
    life->player = miai_turn(engine);
    life->defender = find_defender(engine, life);
}

int mi_life_solve(miai_engine *engine, const char *group, uint64_t positions, struct mi_life *life)
{
    char *text = malloc(ANSWER_MAX);
    double seconds = 0;
    *life = (struct mi_life){.moves = 0};
    if (!text)
        return MIAI_NO_MEMORY;
    if (positions == 0)
        mi_settings_effort(engine, &seconds, &positions);
    if (seconds <= 0 && positions == 0)
        seconds = DEFAULT_SECONDS;
    int error =
        miai_solve_region(engine, *group ? group : NULL, seconds, positions, text, ANSWER_MAX);
    if (error == MIAI_OK)
        read_life(engine, text, life);
    free(text);
    return error;
}

bool mi_life_is_known(const struct mi_life *life)
{
    return strcmp(life->status, "unknown") != 0;
}

bool mi_life_is_settled(const struct mi_life *life)
{
    return life->works == 0 || life->fails == 0;
}

const struct mi_life_move *mi_life_find(const struct mi_life *life, const char *move)
{
    for (int i = 0; i < life->moves; i++)
        if (strcmp(life->move[i].move, move) == 0)
            return &life->move[i];
    return NULL;
}
