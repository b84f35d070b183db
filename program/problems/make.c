/* Make: problems from recorded games.
 *
 * A position is a problem if the life of a group depends on the next move, and the move of the game
 * missed it: the solver proves that some moves work, and that the group dies after the right move
 * and lives after that of the game, or the reverse.  Death must be sealed (miai_region.is_sealed).
 * For each group the last such position counts, so games are read backwards. */
#include "problem.h"

#include "base/bytes.h"
#include "base/interrupt.h"
#include "base/system.h"
#include "program/convert/picture.h"
#include "program/convert/progress_line.h"
#include "protocol/io/file.h"
#include "protocol/io/protocol.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    STONES_MIN = 4,    /* of a chain in question */
    LIBERTIES_MAX = 7, /* chains with more are rarely in danger */
    MARGIN = 3,        /* a move farther from the chain hardly changes the question */
    FIRST_POSITIONS = 40000,
    PROOF_POSITIONS = 400000,
    STONES_BYTES = 16 * MIAI_MAX_POINTS,
    PATH_BYTES = 4200
};

struct maker {
    struct mi_problems *problems;
    const char *folder;
    const struct mi_problem_list *games;
    const struct mi_problem *game;
    int k; /* the position is the one before this move */
    int8_t piece[MIAI_MAX_POINTS];
    char stones[STONES_BYTES]; /* the position, for miai_set_stones() */
    char played[MIAI_MOVE_TEXT];
    miai_region before, after;
    /* The points of groups about which a problem was made, for the attacker and the defender. */
    bool found[2][MIAI_MAX_POINTS];
    uint64_t *seen; /* owned: hashes of the questions asked about this game */
    size_t seen_count, seen_capacity;
    struct mi_progress_line progress;
    long games_done, written;
};

static const char *plural(long count)
{
    return count == 1 ? "" : "s";
}

static void show_progress(struct maker *m)
{
    char line[160];
    if (!mi_progress_line_due(&m->progress))
        return;
    snprintf(line, sizeof line, "%ld of %zu games, %ld problem%s; searching %.40s, move %d",
             m->games_done, m->games->count, m->written, plural(m->written),
             mi_system_basename(m->game->name), m->k);
    mi_progress_line_show(&m->progress, line);
}

/* ---- the position ---- */

/* Loads the position before move k; k + 1 gives the one after it. */
static int load_position(const struct maker *m, int k)
{
    return miai_game_record_load(m->problems->engine, m->game->record, k, NULL);
}

static void list_stones(struct maker *m)
{
    const miai_engine *engine = m->problems->engine;
    int width = miai_width(engine), points = width * miai_height(engine);
    size_t n = 0;
    m->stones[0] = '\0';
    for (int i = 0; i < points; i++) {
        char name[8];
        if (m->piece[i] < 0)
            continue;
        miai_point_text(i % width, i / width, name, sizeof name);
        n += (size_t)snprintf(m->stones + n, sizeof m->stones - n, "%s%c %s", n ? " " : "",
                              m->piece[i] ? 'w' : 'b', name);
    }
}

/* Reads the position before move k, and the move. */
static int read_position(struct maker *m, int k)
{
    miai_engine *engine = m->problems->engine;
    int error = load_position(m, k + 1);
    m->k = k;
    if (error == MIAI_OK && miai_plies(engine) > 0)
        miai_move_text(engine, miai_plies(engine) - 1, NULL, m->played, sizeof m->played);
    if (error == MIAI_OK)
        error = load_position(m, k);
    if (error == MIAI_OK)
        error = miai_board(engine, m->piece);
    list_stones(m);
    return error;
}

/* Makes the position of the game the first one, as it will be in the file. */
static int set_up_problem(const struct maker *m, int player)
{
    int error = load_position(m, m->k);
    if (error == MIAI_OK)
        error = miai_set_stones(m->problems->engine, m->stones);
    return error == MIAI_OK ? miai_set_turn(m->problems->engine, player) : error;
}

/* ---- groups ---- */

struct chain {
    bool in[MIAI_MAX_POINTS]; /* its stones and liberties */
    int16_t stone[MIAI_MAX_POINTS];
    int stones, liberties;
};

static void find_chain(const struct maker *m, int stone, struct chain *chain)
{
    int width = miai_width(m->problems->engine), height = miai_height(m->problems->engine);
    int next[4];
    memset(chain, 0, sizeof *chain);
    chain->in[stone] = true;
    chain->stone[chain->stones++] = (int16_t)stone;
    for (int i = 0; i < chain->stones; i++)
        for (int j = mi_list_neighbours(width, height, chain->stone[i], next); j-- > 0;) {
            int q = next[j];
            if (chain->in[q] || (m->piece[q] >= 0 && m->piece[q] != m->piece[stone]))
                continue;
            chain->in[q] = true;
            if (m->piece[q] < 0)
                chain->liberties++;
            else
                chain->stone[chain->stones++] = (int16_t)q;
        }
}

/* A hash of the stones around the chain, the side to move, and the move of the game there. */
static uint64_t hash_question(const struct maker *m, const struct chain *chain)
{
    const miai_engine *engine = m->problems->engine;
    int width = miai_width(engine), height = miai_height(engine);
    int turn = miai_turn(engine), x0 = width, x1 = 0, y0 = height, y1 = 0;
    miai_move played = miai_point_read(m->played, width, height);
    for (int i = 0; i < chain->stones; i++) {
        int x = chain->stone[i] % width, y = chain->stone[i] / width;
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0;
        y1 = y > y1 ? y : y1;
    }
    uint64_t hash = mi_fnv(MI_FNV_BASIS, &turn, sizeof turn);
    for (int y = y0 > MARGIN ? y0 - MARGIN : 0; y <= y1 + MARGIN && y < height; y++)
        for (int x = x0 > MARGIN ? x0 - MARGIN : 0; x <= x1 + MARGIN && x < width; x++) {
            int p = y * width + x, cell[3] = {p, m->piece[p], p == played};
            hash = mi_fnv(hash, cell, sizeof cell);
        }
    return hash;
}

/* Remembers the question; false: it was asked before in this game. */
static bool is_new_question(struct maker *m, uint64_t question)
{
    for (size_t i = 0; i < m->seen_count; i++)
        if (m->seen[i] == question)
            return false;
    if (m->seen_count == m->seen_capacity) {
        size_t capacity = m->seen_capacity ? 2 * m->seen_capacity : 256;
        uint64_t *more = realloc(m->seen, capacity * sizeof *more);
        if (!more)
            return true;
        m->seen = more;
        m->seen_capacity = capacity;
    }
    m->seen[m->seen_count++] = question;
    return true;
}

/* ---- what was missed ---- */

/* Is the answer proved for the whole board?  A group that escapes may still die outside. */
static bool is_certain(const miai_region *life)
{
    return life->status == MIAI_GROUP_SEKI || life->status == MIAI_GROUP_ALIVE ||
           (life->status == MIAI_GROUP_DEAD && life->is_sealed);
}

/* Does the status depend on the move, and is the game's not among those that work? */
static bool is_at_stake(const struct maker *m, bool certain)
{
    const miai_region *life = &m->before;
    const miai_region_move *played = mi_life_find(life, m->played);
    bool wins = life->player == life->defender ? life->status >= MIAI_GROUP_SEKI
                                               : life->status == MIAI_GROUP_DEAD;
    return wins && !mi_life_is_settled(life) && (!certain || is_certain(life)) &&
           (!played || played->result != MIAI_LIFE_WORKS);
}

/* Solves the position before move k, as it will be in the file. */
static bool solve_before(struct maker *m, const char *group, int player, uint64_t positions)
{
    return set_up_problem(m, player) == MIAI_OK &&
           mi_life_solve(m->problems->engine, group, positions, &m->before) == MIAI_OK;
}

/* Is the group's life at stake, and did the move of the game miss it? */
static bool was_missed(struct maker *m, const char *group)
{
    miai_engine *engine = m->problems->engine;
    int player = miai_turn(engine);
    if (!solve_before(m, group, player, FIRST_POSITIONS) || !is_at_stake(m, false) ||
        !solve_before(m, group, player, PROOF_POSITIONS) || !is_at_stake(m, true) ||
        load_position(m, m->k + 1) != MIAI_OK ||
        mi_life_solve(engine, group, PROOF_POSITIONS, &m->after) != MIAI_OK ||
        !is_certain(&m->after))
        return false;
    return (m->before.status == MIAI_GROUP_DEAD) != (m->after.status == MIAI_GROUP_DEAD);
}

/* ---- the file ---- */

static const char *player_of(const struct maker *m, int player)
{
    return mi_current_presentation(m->problems->engine).players[player];
}

static void describe_problem(const struct maker *m, char *text, size_t size)
{
    const miai_region *life = &m->before;
    snprintf(
        text, size,
        "%s to play and %s the group at %s.  From %s, move %d: %s played %s.  Status after it: %s; "
        "after the best move: %s.",
        player_of(m, life->player), life->player == life->defender ? "save" : "kill", life->group,
        mi_system_basename(m->game->name), m->k, player_of(m, life->player), m->played,
        miai_region_status(&m->after), miai_region_status(life));
}

/* Plays a move and the moves after it, as far as they are legal: the solver may use ko threats.
 * Writes them to `line`.  Returns the number of moves played. */
static int play_line(const struct maker *m, const miai_region_move *move, char *line, size_t size)
{
    char next[MIAI_MOVE_TEXT];
    const char *rest = move->line;
    int n = 0;
    size_t used = 0;
    snprintf(next, sizeof next, "%s", move->move);
    do {
        if (miai_play(m->problems->engine, MIAI_TURN, next) != MIAI_OK)
            break;
        used += (size_t)snprintf(line + used, size - used, "%s%s", n++ ? " " : "", next);
    } while (miai_next_move(&rest, next));
    return n;
}

/* Adds the other moves: those that work as well, and those that fail with their refutations. */
static int add_variations(const struct maker *m, miai_game_record *record)
{
    char line[sizeof m->before.move[0].line + MIAI_MOVE_TEXT + 1];
    int error = MIAI_OK;
    for (int i = 1; i < m->before.moves && error == MIAI_OK; i++) {
        int plies = play_line(m, &m->before.move[i], line, sizeof line);
        miai_undo(m->problems->engine, plies);
        if (plies > 0)
            error = miai_game_record_line(m->problems->engine, record, 0, line);
    }
    return error;
}

/* The problem as a record: the main line is a solution.  The record refers to sgf. */
static miai_game_record *make_record(const struct maker *m, struct mi_reply *sgf)
{
    char text[PATH_BYTES + 256];
    miai_game_record *record = NULL;
    if (set_up_problem(m, m->before.player) != MIAI_OK)
        return NULL;
    int plies = play_line(m, &m->before.move[0], text, sizeof text);
    if (mi_reply_add_sgf(sgf, m->problems->engine))
        record = mi_reply_read_record(sgf, "sgf");
    miai_undo(m->problems->engine, plies);
    describe_problem(m, text, sizeof text);
    if (record && (add_variations(m, record) != MIAI_OK ||
                   miai_game_record_note(record, 0, "comment", text) != MIAI_OK ||
                   miai_game_record_note(record, 1, "comment", "RIGHT") != MIAI_OK)) {
        miai_game_record_free(record);
        record = NULL;
    }
    return record;
}

/* FOLDER/GAME-MOVE.sgf, with the number of the game if it is not the first of its file. */
static void name_problem_file(const struct maker *m, char path[PATH_BYTES])
{
    char number[16] = "";
    const char *name = mi_system_basename(m->game->name);
    if (m->game->number > 1)
        snprintf(number, sizeof number, "-%d", m->game->number);
    snprintf(path, PATH_BYTES, "%s/%.*s%s-%d-%s.sgf", m->folder, (int)strcspn(name, "."), name,
             number, m->k, m->before.group);
}

static int write_problem(struct maker *m)
{
    char path[PATH_BYTES], error[MI_FILE_MESSAGE];
    struct mi_reply sgf = {0}, text = {0};
    miai_game_record *record = make_record(m, &sgf);
    bool complete = record && mi_reply_add_game_record(&text, record);
    miai_game_record_free(record);
    name_problem_file(m, path);
    mi_progress_line_erase(&m->progress);
    if (complete && mi_write_file(path, text.text, text.length, error)) {
        m->written++;
        mi_print_clean(stdout, "%s: %s %s: %s; in the game %s: %s\n", path,
                       player_of(m, m->before.player), m->before.move[0].move,
                       miai_region_status(&m->before), m->played, miai_region_status(&m->after));
    } else if (complete) {
        mi_print_clean(stderr, "%s: %s: %s\n", m->problems->program, path, error);
        m->problems->faults++;
    }
    fflush(stdout);
    mi_reply_free(&sgf);
    mi_reply_free(&text);
    return complete ? MIAI_OK : MIAI_NO_MEMORY;
}

/* ---- games ---- */

/* Was a later problem made about this group, for the side to move? */
static bool was_found(const struct maker *m, const struct chain *chain)
{
    const bool *found = m->found[m->piece[chain->stone[0]] == miai_turn(m->problems->engine)];
    for (int i = 0; i < chain->stones; i++)
        if (found[chain->stone[i]])
            return true;
    return false;
}

static void mark_found(struct maker *m, const struct chain *chain)
{
    for (int i = 0; i < chain->stones; i++)
        m->found[m->before.player == m->before.defender][chain->stone[i]] = true;
}

/* Looks at the chain, in the position before move k. */
static int examine_chain(struct maker *m, const struct chain *chain)
{
    char group[8];
    int width = miai_width(m->problems->engine), stone = chain->stone[0], error = MIAI_OK;
    miai_point_text(stone % width, stone / width, group, sizeof group);
    if (chain->stones < STONES_MIN || chain->liberties > LIBERTIES_MAX || was_found(m, chain) ||
        !is_new_question(m, hash_question(m, chain)))
        return MIAI_OK;
    if (was_missed(m, group)) {
        mark_found(m, chain);
        error = write_problem(m);
    }
    return error == MIAI_OK ? load_position(m, m->k) : error;
}

/* Looks at all chains of some stones. */
static int examine_position(struct maker *m)
{
    bool done[MIAI_MAX_POINTS] = {false};
    int points = miai_width(m->problems->engine) * miai_height(m->problems->engine);
    int error = MIAI_OK;
    struct chain *chain = malloc(sizeof *chain);
    if (!chain)
        return MIAI_NO_MEMORY;
    for (int i = 0; i < points && error == MIAI_OK && !mi_interrupted(); i++) {
        if (m->piece[i] < 0 || done[i])
            continue;
        find_chain(m, i, chain);
        for (int j = 0; j < chain->stones; j++)
            done[chain->stone[j]] = true;
        error = examine_chain(m, chain);
    }
    free(chain);
    return error;
}

static int examine_game(struct maker *m)
{
    int error = MIAI_OK, moves = miai_game_record_moves(m->game->record);
    m->seen_count = 0;
    memset(m->found, 0, sizeof m->found);
    for (int k = moves; k > 0 && error == MIAI_OK && !mi_interrupted(); k--) {
        error = read_position(m, k);
        show_progress(m);
        if (error == MIAI_OK)
            error = examine_position(m);
    }
    m->games_done += !mi_interrupted();
    if (error == MIAI_OK || error == MIAI_NO_MEMORY)
        return error;
    mi_progress_line_erase(&m->progress);
    mi_print_clean(stderr, "%s: %s: %s\n", m->problems->program, m->game->name,
                   miai_error_reason(m->problems->engine, error));
    m->problems->faults++;
    return MIAI_OK;
}

static int examine_games(struct maker *m)
{
    int error = MIAI_OK;
    char why[MI_FILE_MESSAGE];
    if (!mi_make_folder(m->folder, why)) {
        mi_print_clean(stderr, "%s: %s: %s\n", m->problems->program, m->folder, why);
        m->problems->faults++;
        return MIAI_OK;
    }
    mi_interrupt_search(m->problems->engine);
    for (size_t i = 0; i < m->games->count && error == MIAI_OK && !mi_interrupted(); i++) {
        m->game = &m->games->problem[i];
        error = examine_game(m);
    }
    mi_progress_line_erase(&m->progress);
    mi_problems_end_search(m->problems);
    printf("%ld problem%s from %ld game%s\n", m->written, plural(m->written), m->games_done,
           plural(m->games_done));
    return error;
}

int mi_problems_make(struct mi_problems *problems)
{
    struct mi_problem_list list = {.games = true};
    struct maker *m = calloc(1, sizeof *m); /* 300 KB */
    const char *folder = mi_problems_take_output(problems);
    int error = m ? mi_problem_list_read(&list, problems) : MIAI_NO_MEMORY;
    if (error == MIAI_OK) {
        m->problems = problems;
        m->folder = folder;
        m->games = &list;
        m->progress.overwrite = isatty(STDERR_FILENO);
        error = examine_games(m);
    }
    if (m)
        free(m->seen);
    free(m);
    mi_problem_list_free(&list);
    return error;
}
