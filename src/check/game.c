/* Plays random games and checks their positions. */
#include "check.h"

#include "base/memory.h"
#include "search/common/search.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_INTERVAL = 16 };

/* ---- the functions that every game has ---- */

/* Does init() set up the same position each time? */
static bool check_first(struct mi_check *check)
{
    struct mi_check_snapshot shown, again;
    if (check->plies > 0)
        return true;
    if (!mi_check_init(check, check->one, MI_CHECK_ZEROS) ||
        !mi_check_take_snapshot(check, check->pos, &shown) ||
        !mi_check_take_snapshot(check, check->one, &again))
        return false;
    const char *differs = mi_check_snapshot_difference(&shown, &again);
    return !differs || mi_report_fault(check, "init",
                                       "() sets up a position that differs in %s the second "
                                       "time",
                                       differs);
}

/* Bytes that init() and play() do not set must not affect the game. */
static bool check_twin(struct mi_check *check)
{
    struct mi_check_snapshot shown, twin;
    if (!mi_check_take_snapshot(check, check->pos, &shown) ||
        !mi_check_take_snapshot(check, check->twin, &twin))
        return false;
    const char *differs = mi_check_snapshot_difference(&shown, &twin);
    if (differs)
        return mi_report_fault(check, "init",
                               "() or play() leaves bytes of the position unset on which "
                               "%s depends",
                               differs);
    return true;
}

static bool check_turn(struct mi_check *check)
{
    int turn = check->game->turn(check->pos);
    if (turn != 0 && turn != 1)
        return mi_report_fault(check, "turn", "() is %d, not 0 or 1", turn);
    check->moved[turn] = true;
    return true;
}

/* Functions with a const position must not change it. */
static bool check_const(struct mi_check *check)
{
    const miai_game *game = check->game;
    int score = 0;
    game->turn(check->pos);
    bool good = mi_check_unchanged(check, "turn");
    game->outcome(check->pos, &score);
    good = mi_check_unchanged(check, "outcome") && good;
    game->hash(check->pos);
    good = mi_check_unchanged(check, "hash") && good;
    check->text[0] = '\0';
    game->text(check->pos, check->text, MI_CHECK_TEXT);
    return mi_check_unchanged(check, "text") && good;
}

/* Checks a position before the end of the game. Returns false if the random game cannot continue.
 */
static bool check_position(struct mi_check *check)
{
    memcpy(check->saved, check->pos, check->size);
    if (!check_const(check) || !check_turn(check) || !mi_check_list_moves(check) ||
        !check_first(check) || !check_twin(check) || !mi_check_moves(check))
        return false;
    mi_check_position_text(check);
    mi_check_texts(check);
    mi_check_state(check);
    mi_check_parts(check);
    mi_check_points(check);
    mi_check_board(check);
    return mi_check_unchanged(check, "one of the functions");
}

static void check_end(struct mi_check *check, int score)
{
    memcpy(check->saved, check->pos, check->size);
    if (check->plies == 0)
        mi_report_fault(check, "outcome", "() says that the game is over before it begins");
    if (!check_const(check) || !check_turn(check))
        return;
    mi_check_score(check, "outcome", score);
    check_twin(check);
    mi_check_none_legal(check);
    mi_check_equal_hashes(check);
    mi_check_position_text(check);
    mi_check_points(check);
    mi_check_unchanged(check, "legal");
}

/* ---- a game ---- */

/* Records a move, so that the message can show how to reach the position. */
static void record_move(struct mi_check *check, miai_move move)
{
    char text[MIAI_MOVE_TEXT + 1] = " ";
    check->game->move_text(check->pos, move, text + 1, MIAI_MOVE_TEXT);
    text[MIAI_MOVE_TEXT] = '\0';
    size_t length = strlen(check->line), more = strlen(text);
    if (length + more < sizeof check->line)
        memcpy(check->line + length, text, more + 1);
    if (check->plies < MI_CHECK_PLIES)
        check->ply[check->plies] =
            (miai_ply){(uint16_t)move, (uint8_t)check->game->turn(check->pos), 0};
    check->plies++;
}

/* Picks a random playout move: playouts always end, whereas random legal moves of Go may not. */
static bool pick_move(struct mi_check *check, miai_move *move)
{
    const miai_playouts *playouts = mi_playouts(check->game);
    struct mi_list *list = &check->list;
    const char *function = playouts->moves ? "playouts.moves" : "moves";
    if (!mi_check_list(check, function, playouts->moves ? playouts->moves : check->game->moves,
                       check->pos, list))
        return false;
    if (list->count == 0)
        return playouts->moves ? mi_report_fault(check, function, "() lists no move")
                               : mi_check_moves(check);
    *move = mi_check_draw(check, list);
    return check->game->legal(check->pos, *move) ||
           mi_report_fault(check, "legal", "() refuses %s, which %s() lists",
                           mi_move_name(check, *move), function);
}

/* Plays a random move in the position and in its twin. */
static bool play_random_move(struct mi_check *check)
{
    miai_move move = MIAI_NO_MOVE;
    if (!pick_move(check, &move))
        return false;
    uint64_t before = check->game->hash(check->pos);
    memcpy(check->saved, check->pos, check->size);
    record_move(check, move);
    if (!mi_check_play(check, check->pos, move) || !mi_check_play(check, check->twin, move))
        return false;
    if (memcmp(check->saved, check->pos, check->size) == 0)
        return mi_report_fault(check, "play", "() of the last move does not change the position");
    if (!mi_check_play(check, check->saved, move) ||
        check->game->hash(check->saved) != check->game->hash(check->pos))
        return mi_report_fault(check, "play",
                               "() of the last move leads to another hash() the second "
                               "time");
    if (check->game->hash(check->pos) == before)
        mi_report_fault(check, "hash", "() is the same before and after the last move");
    return true;
}

static void begin_game(struct mi_check *check)
{
    check->plies = 0;
    check->line[0] = '\0';
}

/* Plays one random game and checks about twenty of its positions, and its end. */
static void check_game(struct mi_check *check)
{
    int bound = mi_playout_max(check->game, &check->setup), score = 0;
    int interval =
        check->move_count < 20 * MAX_INTERVAL ? 1 + check->move_count / 20 : MAX_INTERVAL;
    begin_game(check);
    if (!mi_check_init(check, check->pos, MI_CHECK_ZEROS) ||
        !mi_check_init(check, check->twin, MI_CHECK_ONES))
        return;
    while (!check->game->outcome(check->pos, &score)) {
        if (check->plies == bound) {
            mi_report_fault(check, "outcome", "() does not end the game within %d random moves",
                            bound);
            return;
        }
        if ((check->plies % interval == 0 && !check_position(check)) || !play_random_move(check))
            return;
    }
    check_end(check, score);
}

static bool check_counts(struct mi_check *check)
{
    const miai_game *game = check->game;
    check->move_count = game->move_count(&check->setup);
    if (check->move_count < 1 || check->move_count > MIAI_MAX_MOVES)
        return mi_report_fault(check, "move_count", "() is %d, not from 1 to %d", check->move_count,
                               MIAI_MAX_MOVES);
    if (game->size(&check->setup) != check->size ||
        game->move_count(&check->setup) != check->move_count)
        return mi_report_fault(check, "size", "() or move_count() is another the second time");
    return true;
}

void mi_check_games(struct mi_check *check, int games)
{
    memset(check->seen, 0, sizeof check->seen);
    miai_rng_seed(&check->rng, 2026);
    if (!check_counts(check) || !mi_check_allocate(check))
        return;
    mi_check_open_learned(check);
    for (int i = 0; i < games; i++)
        check_game(check);
    mi_check_close_learned(check);
    if (check->faults == 0) {
        begin_game(check);
        mi_check_init(check, check->pos, MI_CHECK_ZEROS);
        mi_check_playouts(check);
    }
    mi_aligned_free(check->memory);
    check->memory = check->pos = NULL;
}
