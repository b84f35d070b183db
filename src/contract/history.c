#include "history.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

struct mi_record {
    const miai_game *game;
    miai_setup setup;
    size_t size;
    void *start;   /* the first position */
    void *pos;     /* the current one: start with line played */
    void *scratch; /* for trying a move; its contents mean nothing between calls */
    miai_ply *line;
    uint64_t *keys; /* plies + 1 of them, or NULL where the game knows no repetition */
    int plies, capacity;
};

/* Room for one more ply. */
static bool reserve(struct mi_record *record)
{
    if (record->plies < record->capacity)
        return true;
    int capacity = record->capacity ? 2 * record->capacity : 256;
    miai_ply *line = realloc(record->line, (size_t)capacity * sizeof *line);
    if (!line)
        return false;
    record->line = line;
    if (mi_repetition(record->game)->key) {
        uint64_t *keys = realloc(record->keys, ((size_t)capacity + 1) * sizeof *keys);
        if (!keys)
            return false;
        record->keys = keys;
    }
    record->capacity = capacity;
    return true;
}

static void add_key(struct mi_record *record)
{
    if (record->keys)
        record->keys[record->plies] = mi_repetition(record->game)->key(record->pos);
}

static void rewind_to_start(struct mi_record *record)
{
    memcpy(record->pos, record->start, record->size);
    record->plies = 0;
    add_key(record);
}

struct mi_record *mi_record_new(const miai_game *game, const miai_setup *setup)
{
    size_t size = game->size(setup);
    struct mi_record *record = size ? calloc(1, sizeof *record) : NULL;
    if (!record)
        return NULL;
    record->game = game;
    record->setup = *setup;
    record->size = size;
    record->start = calloc(1, size);
    record->pos = calloc(1, size);
    record->scratch = calloc(1, size);
    if (!record->start || !record->pos || !record->scratch || !reserve(record)) {
        mi_record_free(record);
        return NULL;
    }
    mi_record_clear(record);
    return record;
}

void mi_record_free(struct mi_record *record)
{
    if (!record)
        return;
    free(record->start);
    free(record->pos);
    free(record->scratch);
    free(record->line);
    free(record->keys);
    free(record);
}

struct mi_record *mi_record_copy(const struct mi_record *record)
{
    struct mi_record *copy = mi_record_new(record->game, &record->setup);
    if (!copy)
        return NULL;
    mi_record_restart(copy, record->start);
    for (int i = 0; i < record->plies; i++) {
        if (mi_record_replay(copy, record->line[i].player, record->line[i].move) != MI_PLAYED) {
            mi_record_free(copy);
            return NULL;
        }
    }
    return copy;
}

const miai_game *mi_record_game(const struct mi_record *record)
{
    return record->game;
}

const miai_setup *mi_record_setup(const struct mi_record *record)
{
    return &record->setup;
}

const void *mi_record_position(const struct mi_record *record)
{
    return record->pos;
}

const void *mi_record_start(const struct mi_record *record)
{
    return record->start;
}

size_t mi_record_size(const struct mi_record *record)
{
    return record->size;
}

int mi_record_plies(const struct mi_record *record)
{
    return record->plies;
}

const miai_ply *mi_record_line(const struct mi_record *record)
{
    return record->line;
}

const uint64_t *mi_record_keys(const struct mi_record *record, int *count)
{
    *count = record->keys ? record->plies + 1 : 0;
    return record->keys;
}

bool mi_record_prepare(const struct mi_record *record, int player, void *pos)
{
    const miai_game *game = record->game;
    int score;
    memcpy(pos, record->pos, record->size);
    bool over = game->outcome(pos, &score);
    if (!over && game->turn(pos) == player)
        return true;
    if (!mi_editing(game)->set_turn)
        return false;
    mi_editing(game)->set_turn(pos, player);
    return game->turn(pos) == player && !game->outcome(pos, &score);
}

/* Leaves the position behind the move in scratch, whatever was there before. */
static bool try_anew(const struct mi_record *record, int player, miai_move move)
{
    if (!mi_record_prepare(record, player, record->scratch) ||
        !record->game->legal(record->scratch, move))
        return false;
    record->game->play(record->scratch, move);
    return true;
}

static bool try_move(const struct mi_record *record, int player, miai_move move)
{
    return try_anew(record, player, move) &&
           !mi_forbidden(record->game, record->scratch, record->keys, record->plies + 1);
}

bool mi_record_legal(const struct mi_record *record, int player, miai_move move)
{
    return try_move(record, player, move);
}

int mi_record_moves(const struct mi_record *record, int player, miai_move *list)
{
    if (!mi_record_prepare(record, player, record->scratch))
        return 0;
    int n = record->game->moves(record->scratch, list), kept = 0;
    for (int i = 0; i < n; i++)
        if (try_move(record, player, list[i]))
            list[kept++] = list[i];
    return kept;
}

/* Adds the move that has been tried. */
static enum mi_played add_move(struct mi_record *record, int player, miai_move move)
{
    if (!reserve(record))
        return MI_PLAY_NO_MEMORY;
    memcpy(record->pos, record->scratch, record->size);
    record->line[record->plies++] = (miai_ply){(uint16_t)move, (uint8_t)player};
    add_key(record);
    return MI_PLAYED;
}

enum mi_played mi_record_play(struct mi_record *record, int player, miai_move move)
{
    return try_move(record, player, move) ? add_move(record, player, move) : MI_PLAY_ILLEGAL;
}

enum mi_played mi_record_replay(struct mi_record *record, int player, miai_move move)
{
    return try_anew(record, player, move) ? add_move(record, player, move) : MI_PLAY_ILLEGAL;
}

/* Plays the first plies of the line anew, without asking whether they are legal: they were. */
static void replay(struct mi_record *record, int plies)
{
    const miai_game *game = record->game;
    rewind_to_start(record);
    while (record->plies < plies) {
        miai_ply ply = record->line[record->plies];
        mi_record_prepare(record, ply.player, record->scratch);
        memcpy(record->pos, record->scratch, record->size);
        game->play(record->pos, ply.move);
        record->plies++;
        add_key(record);
    }
}

bool mi_record_undo(struct mi_record *record, int n)
{
    if (n < 0 || n > record->plies)
        return false;
    replay(record, record->plies - n);
    return true;
}

void mi_record_clear(struct mi_record *record)
{
    record->game->init(record->start, &record->setup);
    rewind_to_start(record);
}

void mi_record_restart(struct mi_record *record, const void *pos)
{
    memmove(record->start, pos, record->size);
    rewind_to_start(record);
}

bool mi_record_outcome(const struct mi_record *record, int *score)
{
    const miai_game *game = record->game;
    if (game->outcome(record->pos, score))
        return true;
    if (!mi_repetition(game)->rule || mi_repetition(game)->rule(record->pos) != MIAI_REPEAT_DRAW ||
        mi_repeats(game, record->pos, record->keys, record->plies, 2) < 2)
        return false;
    *score = 0;
    return true;
}

/* The first of the n moves listed whose text in pos is the given one. */
static miai_move find_text(const miai_game *game, const void *pos, const miai_move *list, int n,
                           const char *text)
{
    char name[MIAI_MOVE_TEXT];
    for (int i = 0; i < n; i++) {
        game->move_text(pos, list[i], name, sizeof name);
        if (mi_same_text(name, text))
            return list[i];
    }
    return MIAI_NO_MOVE;
}

/* A move that need not be legal: by the game's further spellings, or the text of any move at all.
 */
static miai_move find_any(const struct mi_record *record, const void *pos, const char *text)
{
    const miai_game *game = record->game;
    miai_move move =
        mi_notation(game)->read_move ? mi_notation(game)->read_move(pos, text) : MIAI_NO_MOVE;
    int count = game->move_count(&record->setup);
    for (miai_move i = 0; i < count && move == MIAI_NO_MOVE; i++)
        move = find_text(game, pos, &i, 1, text);
    return move;
}

enum mi_read mi_record_read(const struct mi_record *record, int player, const char *text,
                            miai_move *move)
{
    const miai_game *game = record->game;
    void *pos = record->scratch;
    miai_move list[MIAI_MAX_LEGAL];
    *move = MIAI_NO_MOVE;
    if (mi_record_prepare(record, player, pos))
        *move = find_text(game, pos, list, game->moves(pos, list), text);
    if (*move == MIAI_NO_MOVE)
        *move = find_any(record, pos, text);
    if (*move == MIAI_NO_MOVE)
        return MI_READ_NONE;
    return mi_record_legal(record, player, *move) ? MI_READ_MOVE : MI_READ_ILLEGAL;
}
