/* Hashes and copies. */
#include "check.h"

#include <string.h>

enum { FURTHER = 20 }; /* moves that a copy is played on */

/* Up to FURTHER legal moves from a position; how many. */
static int play_on(struct mi_check *check, void *pos, miai_move *made)
{
    int score, n = 0;
    while (n < FURTHER && !check->game->outcome(pos, &score)) {
        if (!mi_check_list(check, "moves", check->game->moves, pos, &check->part) ||
            check->part.count == 0)
            break;
        miai_move move = mi_check_draw(check, &check->part);
        if (!check->game->legal(pos, move) || !mi_check_play(check, pos, move))
            break;
        made[n++] = move;
    }
    return n;
}

/* A copy stays as it is while the original is played on, and then goes the same way. */
static void check_copy(struct mi_check *check)
{
    miai_move made[FURTHER];
    struct mi_check_look before, after, end;
    memcpy(check->one, check->pos, check->size);
    memcpy(check->two, check->pos, check->size);
    if (!mi_check_look_at(check, check->one, &before))
        return;
    int n = play_on(check, check->two, made);
    if (!mi_check_look_at(check, check->one, &after) || !mi_check_look_at(check, check->two, &end))
        return;
    const char *differs = mi_check_look_differs(&before, &after);
    if (differs) {
        mi_fault(check, "play",
                 "() changes what %s tells of a copy of the position: positions "
                 "are plain memory, without pointers, and nothing lies outside of them",
                 differs);
        return;
    }
    for (int i = 0; i < n; i++)
        if (!mi_check_play(check, check->one, made[i]))
            return;
    if (!mi_check_look_at(check, check->one, &after))
        return;
    differs = mi_check_look_differs(&after, &end);
    if (differs)
        mi_fault(check, "play",
                 "() leads two copies of a position by the same moves to two that "
                 "differ in %s",
                 differs);
}

static bool is_pass(const struct mi_check *check, const void *pos, miai_move move)
{
    const miai_editing *editing = mi_editing(check->game);
    return editing->pass && editing->pass(pos) == move;
}

/* Plays three moves, if they are legal and the game goes on. */
static bool play_three(struct mi_check *check, void *pos, miai_move a, miai_move b, miai_move c)
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

/* A reply to a move at random. */
static miai_move reply_to(struct mi_check *check, miai_move move)
{
    miai_move made[FURTHER];
    memcpy(check->one, check->pos, check->size);
    return mi_check_play(check, check->one, move) && play_on(check, check->one, made) > 0
               ? made[0]
               : MIAI_NO_MOVE;
}

/* a, x, b and b, x, a lead to positions of one hash, where they lead to the same position. */
static void check_transposition(struct mi_check *check)
{
    struct mi_check_look one, two;
    miai_move a = mi_check_draw(check, &check->list), b = mi_check_draw(check, &check->list);
    miai_move reply = reply_to(check, a);
    if (a == b || !play_three(check, check->one, a, reply, b) ||
        !play_three(check, check->two, b, reply, a) || !mi_check_look_at(check, check->one, &one) ||
        !mi_check_look_at(check, check->two, &two))
        return;
    const char *differs = mi_check_look_differs(&one, &two);
    if (differs && strcmp(differs, "hash()") == 0)
        mi_fault(check, "hash",
                 "() differs for a position that is reached in two ways: by %s and "
                 "%s, in either order",
                 mi_move_name(check, a), mi_move_name(check, b));
}

/* What positions of one hash have in common.  2 is the end of a game; that it is drawn (by a count
 * of moves) is left out of many a key on purpose, and not compared. */
static uint64_t shown_by(const struct mi_check_look *look)
{
    if (look->over)
        return look->score != 0 ? 2 : 0;
    return look->moves * 4 + (uint64_t)look->turn;
}

void mi_check_met(struct mi_check *check)
{
    struct mi_check_look look;
    if (!mi_check_look_at(check, check->pos, &look) || shown_by(&look) == 0)
        return;
    uint64_t shows = shown_by(&look);
    size_t i = look.hash % (sizeof check->met / sizeof *check->met);
    uint64_t before = check->met[i].key == look.hash ? check->met[i].shows : 0;
    if (before != 0 && before != shows)
        mi_fault(check, "hash", "() was the same for another position, whose %s differs",
                 before == 2 || shows == 2 ? "outcome()"
                 : (before ^ shows) == 1   ? "turn()"
                                           : "turn() or list of moves()");
    check->met[i].key = look.hash;
    check->met[i].shows = shows;
}

void mi_check_state(struct mi_check *check)
{
    mi_check_met(check);
    check_copy(check);
    for (int i = 0; i < 4; i++)
        check_transposition(check);
}
