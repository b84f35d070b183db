#include "check.h"

#include <string.h>

/* Value that no game writes, used to detect writes past the end of a list. */
enum { GUARD_MOVE = -1234567, GUARD_MOVES = 64 };

static void fill_list_guard(struct mi_list *list)
{
    for (int i = 0; i < GUARD_MOVES; i++)
        list->move[MIAI_MAX_LEGAL + i] = GUARD_MOVE;
}

static bool is_list_guard_intact(const struct mi_list *list)
{
    for (int i = 0; i < GUARD_MOVES; i++)
        if (list->move[MIAI_MAX_LEGAL + i] != GUARD_MOVE)
            return false;
    return true;
}

bool mi_check_list(struct mi_check *check, const char *function,
                   int (*moves)(const void *pos, miai_move *list), const void *pos,
                   struct mi_list *list)
{
    fill_list_guard(list);
    list->count = moves(pos, list->move);
    if (list->count < 0 || list->count > MIAI_MAX_LEGAL)
        return mi_report_fault(check, function, "() returns %d moves; the maximum is %d",
                               list->count, MIAI_MAX_LEGAL);
    if (!is_list_guard_intact(list))
        return mi_report_fault(check, function, "() writes past the %d moves that a list holds",
                               MIAI_MAX_LEGAL);
    for (int i = 0; i < list->count; i++)
        if (list->move[i] < 0 || list->move[i] >= check->move_count)
            return mi_report_fault(check, function, "() lists move %d, but move_count() is %d",
                                   list->move[i], check->move_count);
    return true;
}

/* Marks the listed moves in check->listed; none may occur twice. */
static bool mark_listed(struct mi_check *check, const char *function, const struct mi_list *list)
{
    bool good = true;
    memset(check->listed, 0, sizeof check->listed);
    for (int i = 0; i < list->count; i++) {
        if (check->listed[list->move[i]])
            good = mi_report_fault(check, function, "() lists %s twice",
                                   mi_move_name(check, list->move[i]));
        check->listed[list->move[i]] = true;
    }
    return good;
}

/* legal() and the list must agree about every integer. */
static bool check_legal(struct mi_check *check)
{
    bool good = true;
    for (miai_move move = -2; move < check->move_count + 2; move++) {
        bool listed = move >= 0 && move < check->move_count && check->listed[move];
        bool legal = check->game->legal(check->pos, move);
        if (legal && (move < 0 || move >= check->move_count))
            good = mi_report_fault(check, "legal", "() accepts move %d, but move_count() is %d",
                                   move, check->move_count);
        else if (legal && !listed)
            good = mi_report_fault(check, "moves", "() does not list %s, which legal() allows",
                                   mi_move_name(check, move));
        else if (!legal && listed)
            good = mi_report_fault(check, "legal", "() refuses %s, which moves() lists",
                                   mi_move_name(check, move));
    }
    return good;
}

/* The second list must be the same. */
static bool check_same_list(struct mi_check *check, const char *function,
                            int (*moves)(const void *pos, miai_move *list),
                            const struct mi_list *list)
{
    struct mi_list *again = &check->again;
    if (!mi_check_list(check, function, moves, check->pos, again))
        return false;
    if (again->count == list->count &&
        memcmp(again->move, list->move, (size_t)list->count * sizeof *list->move) == 0)
        return true;
    return mi_report_fault(check, function,
                           "() returns another list, or another order, the second time");
}

bool mi_check_list_moves(struct mi_check *check)
{
    return mi_check_list(check, "moves", check->game->moves, check->pos, &check->list) &&
           mi_check_unchanged(check, "moves") &&
           check_same_list(check, "moves", check->game->moves, &check->list);
}

bool mi_check_moves(struct mi_check *check)
{
    if (check->list.count == 0)
        return mi_report_fault(check, "outcome",
                               "() says that the game goes on, but moves() lists no move: a player "
                               "without a move must lose or pass, or the game must be over");
    bool marked = mark_listed(check, "moves", &check->list);
    bool legal = check_legal(check);
    return mi_check_unchanged(check, "legal") && marked && legal;
}

bool mi_check_subset(struct mi_check *check, const char *function,
                     int (*moves)(const void *pos, miai_move *list), int min_count)
{
    struct mi_list *part = &check->part;
    if (!moves)
        return true;
    if (!mi_check_list(check, function, moves, check->pos, part))
        return false;
    if (!mi_check_unchanged(check, function))
        return false;
    if (part->count < min_count)
        return mi_report_fault(check, function, "() lists no move");
    if (!mark_listed(check, function, part))
        return false;
    for (int i = 0; i < part->count; i++)
        if (!check->game->legal(check->pos, part->move[i]))
            return mi_report_fault(check, function, "() lists %s, which is not legal",
                                   mi_move_name(check, part->move[i]));
    return check_same_list(check, function, moves, part);
}

void mi_check_none_legal(struct mi_check *check)
{
    for (miai_move move = -2; move < check->move_count + 2; move++)
        if (check->game->legal(check->pos, move))
            mi_report_fault(check, "legal",
                            "() allows %s, but outcome() says that the game is over",
                            mi_move_name(check, move));
}

miai_move mi_check_draw(struct mi_check *check, const struct mi_list *list)
{
    return list->move[miai_rng_below(&check->rng, (uint32_t)list->count)];
}
