/* The positions, and the file that stores them:
 *
 *     miai-regret GAME SIZE KOMI RULES
 *     MOVES | MOVE VALUE MOVE VALUE ...
 *
 * If a line has no values, the position is solved. */
#include "regret.h"

#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_TRIES = 1000, LIST_BYTES = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT };

static bool positions_fail(char *complaint, const char *what, const char *about)
{
    snprintf(complaint, MI_COMPLAINT, "%.250s: %.200s", what, about);
    return false;
}

/* ---- one position ---- */

bool mi_regret_set_up(miai_engine *engine, const struct mi_regret_position *position)
{
    const char *rest = position->moves;
    char move[MIAI_MOVE_TEXT];
    bool good = miai_clear(engine) == MIAI_OK;
    while (good && miai_next_move(&rest, move))
        good = miai_play(engine, MIAI_TURN, move) == MIAI_OK;
    return good;
}

/* The moves of the game so far; the caller frees them.  NULL: out of memory. */
static char *copy_game_moves(const miai_engine *engine)
{
    char move[MIAI_MOVE_TEXT], *text = calloc((size_t)miai_plies(engine) + 1, MIAI_MOVE_TEXT + 1);
    int player, length = 0;
    for (int i = 0; text && i < miai_plies(engine); i++) {
        miai_move_text(engine, i, &player, move, sizeof move);
        length += sprintf(text + length, "%s%s", i > 0 ? " " : "", move);
    }
    return text;
}

/* ---- random positions ---- */

/* Picks a random legal move, a pass only if there is no other; NULL: none. */
static const char *random_position_move(miai_engine *engine, miai_rng *rng, char *text)
{
    static char pass[] = "pass";
    char *list[MIAI_MAX_LEGAL], *rest = text;
    uint32_t n = 0;
    if (miai_legal_moves(engine, MIAI_TURN, text, LIST_BYTES) <= 0)
        return NULL;
    for (char *move; n < MIAI_MAX_LEGAL && (move = mi_next_word(&rest)) != NULL;)
        if (strcmp(move, pass) != 0)
            list[n++] = move;
    return n > 0 ? list[miai_rng_below(rng, n)] : pass;
}

/* Plays random moves from the start; false: the game ended before the last one. */
static bool play_random_position(miai_engine *engine, miai_rng *rng, int plies)
{
    char *text = malloc(LIST_BYTES);
    bool good = text && miai_clear(engine) == MIAI_OK;
    for (int i = 0; good && i < plies; i++) {
        const char *move = miai_over(engine, NULL) ? NULL : random_position_move(engine, rng, text);
        good = move && miai_play(engine, MIAI_TURN, move) == MIAI_OK;
    }
    free(text);
    return good && !miai_over(engine, NULL);
}

/* Makes and solves a random position; false: none was found. */
static bool make_position(struct mi_regret *regret, int number, miai_solving *solving)
{
    const struct mi_regret_args *args = regret->args;
    struct mi_regret_position *position = &regret->position[number];
    miai_rng rng;
    miai_rng_seed(&rng, miai_mix(args->seed) + miai_mix((uint64_t)number + 1));
    for (int i = 0; i < MAX_TRIES; i++) {
        uint32_t span = (uint32_t)(args->max_plies - args->min_plies) + 1;
        if (play_random_position(regret->engine, &rng,
                                 args->min_plies + (int)miai_rng_below(&rng, span)) &&
            mi_regret_solve(regret, position, solving)) {
            position->moves = copy_game_moves(regret->engine);
            regret->has_new_values = true;
            return position->moves != NULL;
        }
    }
    return false;
}

/* ---- the file ---- */

/* Writes the first line, which identifies the game. */
static void write_file_head(const miai_engine *engine, char *text, size_t size)
{
    static const char *const names[] = {"game", "size", "komi", "rules"};
    char value[256];
    size_t n = (size_t)snprintf(text, size, "miai-regret");
    for (int i = 0; i < 4 && n < size; i++) {
        int length = miai_get_option(engine, names[i], value, sizeof value);
        n += (size_t)snprintf(text + n, size - n, " %s", length > 0 ? value : "-");
    }
}

/* Reads the values after the bar; false: malformed. */
static bool read_values(struct mi_regret_position *position, char *text)
{
    position->list = calloc(MIAI_MAX_LEGAL, sizeof *position->list);
    for (char *move; position->list && (move = mi_next_word(&text)) != NULL;) {
        struct mi_solved_move *solved = &position->list[position->count];
        char *word = mi_next_word(&text);
        double value;
        if (!word || !mi_read_word_real(word, &value) || strlen(move) >= sizeof solved->move ||
            (value != 0 && value != 0.5 && value != 1) || position->count == MIAI_MAX_LEGAL)
            return false;
        snprintf(solved->move, sizeof solved->move, "%s", move);
        solved->half_points = (int)(2 * value);
        position->count++;
    }
    return position->list != NULL;
}

/* Are the listed moves exactly the legal ones? */
static bool lists_legal_moves(const struct mi_regret_position *position, miai_engine *engine)
{
    int size = miai_legal_moves(engine, MIAI_TURN, NULL, 0) + 1, n = 0;
    char *text = size > 1 ? malloc((size_t)size) : NULL, move[MIAI_MOVE_TEXT];
    if (!text || miai_legal_moves(engine, MIAI_TURN, text, (size_t)size) <= 0) {
        free(text);
        return false;
    }
    bool good = true;
    const char *rest = text;
    while (good && miai_next_move(&rest, move)) {
        int i = 0;
        while (i < position->count && strcmp(position->list[i].move, move) != 0)
            i++;
        good = i < position->count;
        n++;
    }
    free(text);
    return good && n == position->count;
}

static bool read_position_line(struct mi_regret *regret, char *line, miai_solving *solving)
{
    struct mi_regret_position *position = &regret->position[regret->positions];
    char *bar = strchr(line, '|');
    if (bar)
        *bar = '\0';
    mi_squeeze(line, strlen(line));
    position->moves = strdup(line);
    regret->positions++;
    if (!position->moves || !mi_regret_set_up(regret->engine, position))
        return false;
    regret->has_new_values |= !bar;
    if (!bar)
        return mi_regret_solve(regret, position, solving);
    mi_squeeze(bar + 1, strlen(bar + 1));
    return read_values(position, bar + 1) && lists_legal_moves(position, regret->engine);
}

/* Splits off the next line; NULL: there is none. */
static char *split_next_line(char **rest)
{
    char *line = *rest, *end = line ? strchr(line, '\n') : NULL;
    *rest = end ? end + 1 : NULL;
    if (line)
        line[strcspn(line, "\r\n")] = '\0';
    return line;
}

/* Keeps this line and the following ones unchanged; false: out of memory. */
static bool store_unused_lines(struct mi_regret *regret, const char *line, const char *rest)
{
    size_t size = strlen(line) + (rest ? strlen(rest) : 0) + 2;
    regret->unused_lines = malloc(size);
    if (regret->unused_lines)
        snprintf(regret->unused_lines, size, "%s\n%s", line, rest ? rest : "");
    return regret->unused_lines != NULL;
}

static bool read_position_lines(struct mi_regret *regret, char *text, miai_solving *solving,
                                char *complaint)
{
    char head[MI_COMPLAINT], about[MI_ARG_NAME_SIZE + 32], *rest = text;
    int number = 1;
    write_file_head(regret->engine, head, sizeof head);
    char *line = split_next_line(&rest);
    if (!line || strcmp(line, head) != 0)
        return positions_fail(complaint, regret->args->file,
                              "not positions of this game, size, komi and rules");
    while ((line = split_next_line(&rest)) != NULL) {
        number++;
        if (*line == '\0')
            continue;
        if (regret->positions == regret->args->positions)
            return store_unused_lines(regret, line, rest) ||
                   positions_fail(complaint, regret->args->file, miai_error_text(MIAI_NO_MEMORY));
        snprintf(about, sizeof about, "%s:%d", regret->args->file, number);
        if (!read_position_line(regret, line, solving))
            return positions_fail(
                complaint, about,
                "expected MOVES | MOVE VALUE ... with all legal moves, and solvable in time");
    }
    return true;
}

static void write_position_line(const struct mi_regret_position *position, FILE *out)
{
    fprintf(out, "%s |", position->moves);
    for (int i = 0; i < position->count; i++)
        fprintf(out, " %s %g", position->list[i].move, position->list[i].half_points / 2.0);
    fputc('\n', out);
}

static bool write_positions_file(const struct mi_regret *regret, char *complaint)
{
    const char *name = regret->args->file;
    char head[MI_COMPLAINT], error[MI_FILE_MESSAGE];
    struct mi_draft draft;
    if (!mi_begin_file(&draft, name, error))
        return positions_fail(complaint, name, error);
    write_file_head(regret->engine, head, sizeof head);
    fprintf(draft.out, "%s\n", head);
    for (int i = 0; i < regret->positions; i++)
        write_position_line(&regret->position[i], draft.out);
    fputs(regret->unused_lines ? regret->unused_lines : "", draft.out);
    return mi_end_file(&draft, error) || positions_fail(complaint, name, error);
}

/* ---- all positions ---- */

static bool read_positions_file(struct mi_regret *regret, miai_solving *solving, char *complaint)
{
    char error[MI_FILE_MESSAGE];
    size_t length;
    if (access(regret->args->file, F_OK) != 0 && errno == ENOENT)
        return true;
    char *text = mi_load_file(regret->args->file, &length, error);
    bool good = text ? read_position_lines(regret, text, solving, complaint)
                     : positions_fail(complaint, regret->args->file, error);
    free(text);
    return good;
}

static bool read_or_make_positions(struct mi_regret *regret, miai_solving *solving, char *complaint)
{
    const struct mi_regret_args *args = regret->args;
    if (args->file[0] && !read_positions_file(regret, solving, complaint))
        return false;
    for (; regret->positions < args->positions; regret->positions++) {
        mi_regret_print_progress(regret, "positions", regret->positions, args->positions);
        if (!make_position(regret, regret->positions, solving))
            return positions_fail(
                complaint, "positions",
                "no random position could be solved and has moves of different value; try "
                "other plies, a smaller board or more patience");
    }
    return !args->file[0] || !regret->has_new_values || write_positions_file(regret, complaint);
}

bool mi_regret_find(struct mi_regret *regret, char *complaint)
{
    miai_solving *solving = NULL;
    regret->position = calloc((size_t)regret->args->positions, sizeof *regret->position);
    if (!regret->position)
        return positions_fail(complaint, "positions", miai_error_text(MIAI_NO_MEMORY));
    int error = miai_solving_new(regret->engine, &solving);
    bool good = error == MIAI_OK ? read_or_make_positions(regret, solving, complaint)
                                 : positions_fail(complaint, miai_current_game(regret->engine),
                                                  miai_error_reason(regret->engine, error));
    miai_solving_free(solving);
    return good;
}

void mi_regret_free_positions(struct mi_regret *regret)
{
    for (int i = 0; regret->position && i < regret->args->positions; i++) {
        free(regret->position[i].moves);
        free(regret->position[i].list);
    }
    free(regret->position);
    free(regret->unused_lines);
}
