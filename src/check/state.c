/* Checks hashes and copies of positions. */
#include "check.h"

#include <string.h>

enum { FURTHER_MOVES = 20 }; /* moves played on a copy */

/* Plays up to FURTHER_MOVES random legal moves. Returns their number. */
static int play_random_moves(struct mi_check *check, void *pos, miai_move *played)
{
    int score, n = 0;
    while (n < FURTHER_MOVES && !check->game->outcome(pos, &score)) {
        if (!mi_check_list(check, "moves", check->game->moves, pos, &check->part) ||
            check->part.count == 0)
            break;
        miai_move move = mi_check_draw(check, &check->part);
        if (!check->game->legal(pos, move) || !mi_check_play(check, pos, move))
            break;
        played[n++] = move;
    }
    return n;
}

/* A copy must stay unchanged while the original is played on, and then reach the same positions. */
static void check_copy(struct mi_check *check)
{
    miai_move played[FURTHER_MOVES];
    struct mi_check_snapshot before, after, end;
    memcpy(check->one, check->pos, check->size);
    memcpy(check->two, check->pos, check->size);
    if (!mi_check_take_snapshot(check, check->one, &before))
        return;
    int n = play_random_moves(check, check->two, played);
    if (!mi_check_take_snapshot(check, check->one, &after) ||
        !mi_check_take_snapshot(check, check->two, &end))
        return;
    const char *differs = mi_check_snapshot_difference(&before, &after);
    if (differs) {
        mi_report_fault(check, "play",
                        "() changes %s of a copy of the position: a position must be "
                        "plain memory, without pointers or external state",
                        differs);
        return;
    }
    for (int i = 0; i < n; i++)
        if (!mi_check_play(check, check->one, played[i]))
            return;
    if (!mi_check_take_snapshot(check, check->one, &after))
        return;
    differs = mi_check_snapshot_difference(&after, &end);
    if (differs)
        mi_report_fault(check, "play",
                        "() of the same moves on two copies of a position leads to "
                        "positions that differ in %s",
                        differs);
}

static bool is_pass(const struct mi_check *check, const void *pos, miai_move move)
{
    const miai_editing *editing = mi_editing(check->game);
    return editing->pass && editing->pass(pos) == move;
}

/* Plays three moves if they are legal, are not passes, and do not end the game. */
static bool play_three_moves(struct mi_check *check, void *pos, miai_move a, miai_move b,
                             miai_move c)
{
    int score;
    miai_move moves[] = {a, b, c};
    memcpy(pos, check->pos, check->size);
    for (int i = 0; i < 3; i++)
        if (moves[i] == MIAI_NO_MOVE || check->game->outcome(pos, &score) ||
            !check->game->legal(pos, moves[i]) || is_pass(check, pos, moves[i]) ||
            !mi_check_play(check, pos, moves[i]))
            return false;
    return true;
}

/* A random reply to a move. */
static miai_move random_reply(struct mi_check *check, miai_move move)
{
    miai_move played[FURTHER_MOVES];
    memcpy(check->one, check->pos, check->size);
    return mi_check_play(check, check->one, move) &&
                   play_random_moves(check, check->one, played) > 0
               ? played[0]
               : MIAI_NO_MOVE;
}

/* If the moves a, x, b and b, x, a lead to the same position, the hashes must be equal. */
static void check_transposition(struct mi_check *check)
{
    struct mi_check_snapshot one, two;
    miai_move a = mi_check_draw(check, &check->list), b = mi_check_draw(check, &check->list);
    miai_move reply = random_reply(check, a);
    if (a == b || !play_three_moves(check, check->one, a, reply, b) ||
        !play_three_moves(check, check->two, b, reply, a) ||
        !mi_check_take_snapshot(check, check->one, &one) ||
        !mi_check_take_snapshot(check, check->two, &two))
        return;
    const char *differs = mi_check_snapshot_difference(&one, &two);
    if (differs && strcmp(differs, "hash()") == 0)
        mi_report_fault(check, "hash",
                        "() differs for a position that is reached in two ways: by %s and "
                        "%s, in either order",
                        mi_move_name(check, a), mi_move_name(check, b));
}

/* A summary of what positions with equal hashes must have in common; 0 is not compared. 2: the game
 * is over and not drawn. Draws are not compared, since many keys omit the move count on purpose. */
static uint64_t position_summary(const struct mi_check_snapshot *shown)
{
    if (shown->over)
        return shown->score != 0 ? 2 : 0;
    return shown->moves * 4 + (uint64_t)shown->turn;
}

void mi_check_equal_hashes(struct mi_check *check)
{
    struct mi_check_snapshot shown;
    if (!mi_check_take_snapshot(check, check->pos, &shown) || position_summary(&shown) == 0)
        return;
    uint64_t summary = position_summary(&shown);
    size_t i = shown.hash % (sizeof check->seen / sizeof *check->seen);
    uint64_t before = check->seen[i].key == shown.hash ? check->seen[i].summary : 0;
    if (before != 0 && before != summary)
        mi_report_fault(check, "hash", "() was the same for another position, whose %s differs",
                        before == 2 || summary == 2 ? "outcome()"
                        : (before ^ summary) == 1   ? "turn()"
                                                    : "turn() or list of moves()");
    check->seen[i].key = shown.hash;
    check->seen[i].summary = summary;
}

void mi_check_state(struct mi_check *check)
{
    mi_check_equal_hashes(check);
    check_copy(check);
    for (int i = 0; i < 4; i++)
        check_transposition(check);
}
