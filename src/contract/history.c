#include "history.h"

#include "base/bytes.h"
#include "base/text.h"
#include "read_move.h"

#include <stdlib.h>
#include <string.h>

struct mi_history {
    const miai_game *game;
    miai_setup setup;
    size_t size;
    void *start;
    void *pos;     /* start after the moves of line */
    void *scratch; /* for trying moves; its contents are undefined between calls */
    miai_ply *line;
    uint64_t *keys; /* plies + 1 keys; NULL if the game has no repetition rule */
    int plies, capacity;
    int nulls; /* null moves after the last ply; included in pos */
};

/* Makes space for one more ply. */
static bool reserve_ply(struct mi_history *history)
{
    if (history->plies < history->capacity)
        return true;
    int capacity = history->capacity ? 2 * history->capacity : 256;
    miai_ply *line = realloc(history->line, (size_t)capacity * sizeof *line);
    if (!line)
        return false;
    history->line = line;
    if (mi_repetition(history->game)->key) {
        uint64_t *keys = realloc(history->keys, ((size_t)capacity + 1) * sizeof *keys);
        if (!keys)
            return false;
        history->keys = keys;
    }
    history->capacity = capacity;
    return true;
}

static void add_key(struct mi_history *history)
{
    if (history->keys)
        history->keys[history->plies] = mi_repetition(history->game)->key(history->pos);
}

static void rewind_to_start(struct mi_history *history)
{
    memcpy(history->pos, history->start, history->size);
    history->plies = history->nulls = 0;
    add_key(history);
}

bool mi_history_null(struct mi_history *history)
{
    const miai_game *game = history->game;
    int player = game->turn(history->pos);
    if (!mi_editing(game)->set_turn || history->nulls == UINT8_MAX)
        return false;
    mi_editing(game)->set_turn(history->pos, !player);
    if (game->turn(history->pos) == player)
        return false;
    history->nulls++;
    add_key(history);
    return true;
}

int mi_history_trailing_nulls(const struct mi_history *history)
{
    return history->nulls;
}

struct mi_history *mi_history_new(const miai_game *game, const miai_setup *setup)
{
    size_t size = game->size(setup);
    struct mi_history *history = size ? calloc(1, sizeof *history) : NULL;
    if (!history)
        return NULL;
    history->game = game;
    history->setup = *setup;
    history->size = size;
    history->start = calloc(1, size);
    history->pos = calloc(1, size);
    history->scratch = calloc(1, size);
    if (!history->start || !history->pos || !history->scratch || !reserve_ply(history)) {
        mi_history_free(history);
        return NULL;
    }
    mi_history_clear(history);
    return history;
}

void mi_history_free(struct mi_history *history)
{
    if (!history)
        return;
    free(history->start);
    free(history->pos);
    free(history->scratch);
    free(history->line);
    free(history->keys);
    free(history);
}

struct mi_history *mi_history_copy(const struct mi_history *history)
{
    struct mi_history *copy = mi_history_new(history->game, &history->setup);
    if (!copy)
        return NULL;
    mi_history_restart(copy, history->start);
    for (int i = 0; i < history->plies; i++) {
        for (int k = 0; k < history->line[i].nulls; k++)
            mi_history_null(copy);
        if (mi_history_replay(copy, history->line[i].player, history->line[i].move) != MI_PLAYED) {
            mi_history_free(copy);
            return NULL;
        }
    }
    while (copy->nulls < history->nulls && mi_history_null(copy))
        ;
    return copy;
}

const miai_game *mi_history_game(const struct mi_history *history)
{
    return history->game;
}

const miai_setup *mi_history_setup(const struct mi_history *history)
{
    return &history->setup;
}

const void *mi_history_position(const struct mi_history *history)
{
    return history->pos;
}

const void *mi_history_start(const struct mi_history *history)
{
    return history->start;
}

bool mi_history_has_default_start(const struct mi_history *history)
{
    history->game->init(history->scratch, &history->setup);
    return history->game->hash(history->scratch) == history->game->hash(history->start);
}

size_t mi_history_size(const struct mi_history *history)
{
    return history->size;
}

int mi_history_plies(const struct mi_history *history)
{
    return history->plies;
}

const miai_ply *mi_history_line(const struct mi_history *history)
{
    return history->line;
}

uint64_t mi_history_line_key(const struct mi_history *history, int plies)
{
    uint64_t key = mi_fnv(MI_FNV_BASIS, &history->game, sizeof history->game);
    key = mi_fnv(key, history->start, history->size);
    for (int i = 0; i < plies; i++) {
        const uint32_t ply = (uint32_t)history->line[i].nulls << 24 |
                             (uint32_t)history->line[i].move << 8 | history->line[i].player;
        key = mi_fnv(key, &ply, sizeof ply);
    }
    return key;
}

const uint64_t *mi_history_keys(const struct mi_history *history, int *count)
{
    *count = history->keys ? history->plies + 1 : 0;
    return history->keys;
}

/* Stones of the first player count as handicap while the second player has none on the board. */
static void update_handicap(const struct mi_history *history, void *pos)
{
    const miai_editing *editing = mi_editing(history->game);
    int8_t piece[MIAI_MAX_POINTS];
    int stones[2] = {0, 0};
    if (!editing->give || !editing->board)
        return;
    editing->board(pos, piece);
    for (int p = 0; p < history->setup.width * history->setup.height; p++)
        if (piece[p] >= 0)
            stones[piece[p]]++;
    editing->give(pos, stones[1] > 0 ? 0 : stones[0]);
}

/* As in KataGo, a move out of turn updates the handicap: many clients send handicap stones as
 * several moves of one player. */
bool mi_history_position_for(const struct mi_history *history, int player, void *pos)
{
    const miai_game *game = history->game;
    int score;
    memcpy(pos, history->pos, history->size);
    bool over = game->outcome(pos, &score), in_turn = game->turn(pos) == player;
    if (!over && in_turn)
        return true;
    if (!mi_editing(game)->set_turn)
        return false;
    mi_editing(game)->set_turn(pos, player);
    if (!in_turn)
        update_handicap(history, pos);
    return game->turn(pos) == player && !game->outcome(pos, &score);
}

static bool is_tolerated(const miai_game *game, const void *pos, miai_move move)
{
    return mi_editing(game)->tolerates && mi_editing(game)->tolerates(pos, move);
}

/* Plays the move in scratch if it is legal apart from repetition.  recorded: or if the game
 * tolerates it in a record. */
static bool try_move_ignoring_repetition(const struct mi_history *history, int player,
                                         miai_move move, bool recorded)
{
    const miai_game *game = history->game;
    if (!mi_history_position_for(history, player, history->scratch) ||
        !(game->legal(history->scratch, move) ||
          (recorded && is_tolerated(game, history->scratch, move))))
        return false;
    game->play(history->scratch, move);
    return true;
}

static bool try_move(const struct mi_history *history, int player, miai_move move)
{
    return try_move_ignoring_repetition(history, player, move, false) &&
           !mi_superko_forbids(history->game, history->scratch, history->keys, history->plies + 1);
}

bool mi_history_legal(const struct mi_history *history, int player, miai_move move)
{
    return try_move(history, player, move);
}

int mi_history_moves(const struct mi_history *history, int player, miai_move *list)
{
    if (!mi_history_position_for(history, player, history->scratch))
        return 0;
    int n = history->game->moves(history->scratch, list), kept = 0;
    for (int i = 0; i < n; i++)
        if (try_move(history, player, list[i]))
            list[kept++] = list[i];
    return kept;
}

/* Makes the key of the last position one with this player to move, who may be out of turn. */
static void set_turn_of_last_key(struct mi_history *history, int player)
{
    const miai_game *game = history->game;
    if (game->turn(history->pos) == player || !mi_editing(game)->set_turn)
        return;
    mi_editing(game)->set_turn(history->pos, player);
    add_key(history);
}

/* Adds the move that was tried last: scratch has the position after it. */
static enum mi_play_result add_move(struct mi_history *history, int player, miai_move move)
{
    if (!reserve_ply(history))
        return MI_PLAY_NO_MEMORY;
    set_turn_of_last_key(history, player);
    memcpy(history->pos, history->scratch, history->size);
    history->line[history->plies++] =
        (miai_ply){(uint16_t)move, (uint8_t)player, (uint8_t)history->nulls};
    history->nulls = 0;
    add_key(history);
    return MI_PLAYED;
}

enum mi_play_result mi_history_play(struct mi_history *history, int player, miai_move move)
{
    return try_move(history, player, move) ? add_move(history, player, move) : MI_PLAY_ILLEGAL;
}

enum mi_play_result mi_history_replay(struct mi_history *history, int player, miai_move move)
{
    return try_move_ignoring_repetition(history, player, move, true)
               ? add_move(history, player, move)
               : MI_PLAY_ILLEGAL;
}

/* Replays the first plies of the line, without checking legality again. */
static void replay_line(struct mi_history *history, int plies)
{
    const miai_game *game = history->game;
    rewind_to_start(history);
    while (history->plies < plies) {
        miai_ply ply = history->line[history->plies];
        for (int k = 0; k < ply.nulls; k++)
            mi_history_null(history);
        history->nulls = 0;
        mi_history_position_for(history, ply.player, history->scratch);
        set_turn_of_last_key(history, ply.player);
        memcpy(history->pos, history->scratch, history->size);
        game->play(history->pos, ply.move);
        history->plies++;
        add_key(history);
    }
}

bool mi_history_undo(struct mi_history *history, int n)
{
    if (n < 0 || n > history->plies)
        return false;
    replay_line(history, history->plies - n);
    return true;
}

void mi_history_clear(struct mi_history *history)
{
    history->game->init(history->start, &history->setup);
    rewind_to_start(history);
}

void mi_history_restart(struct mi_history *history, const void *pos)
{
    memmove(history->start, pos, history->size);
    update_handicap(history, history->start);
    rewind_to_start(history);
}

bool mi_history_outcome(const struct mi_history *history, int *score)
{
    const miai_game *game = history->game;
    if (game->outcome(history->pos, score))
        return true;
    if (!mi_repetition(game)->rule || mi_repetition(game)->rule(history->pos) != MIAI_REPEAT_DRAW ||
        mi_count_repetitions(game, history->pos, history->keys, history->plies, 2) < 2)
        return false;
    *score = 0;
    return true;
}

const char *mi_history_ending(const struct mi_history *history)
{
    const miai_notation *notation = mi_notation(history->game);
    int score;
    if (!mi_history_outcome(history, &score))
        return NULL;
    if (!history->game->outcome(history->pos, &score))
        return "the same position for the third time";
    return notation->ending ? notation->ending(history->pos) : NULL;
}

enum mi_read mi_history_read(const struct mi_history *history, int player, const char *text,
                             miai_move *move)
{
    bool open = mi_history_position_for(history, player, history->scratch);
    *move = mi_read_move(history->game, &history->setup, history->scratch, open, text);
    if (*move == MIAI_NO_MOVE)
        return MI_READ_NONE;
    return mi_history_legal(history, player, *move) ? MI_READ_MOVE : MI_READ_ILLEGAL;
}
