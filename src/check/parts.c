/* Checks the optional capabilities. */
#include "check.h"

#include <math.h>
#include <string.h>

/* ---- solver ---- */

/* A known result must be possible, and the same when asked again. */
static void check_known(struct mi_check *check)
{
    const miai_solver *solver = mi_solver(check->game);
    int min[2], max[2], plies[2];
    bool known[2];
    for (int i = 0; i < 2 && solver->known; i++) {
        min[i] = -MIAI_SCORE_MAX;
        max[i] = MIAI_SCORE_MAX;
        plies[i] = 0;
        known[i] = solver->known(check->pos, &min[i], &max[i], &plies[i]);
    }
    if (!solver->known || !mi_check_unchanged(check, "solver.known"))
        return;
    if (known[0] != known[1] ||
        (known[0] && (min[0] != min[1] || max[0] != max[1] || plies[0] != plies[1])))
        mi_report_fault(check, "solver.known", "() returns something else the second time");
    else if (known[0] && (min[0] > max[0] || plies[0] < 0))
        mi_report_fault(check, "solver.known", "() is true with bounds of %d to %d, in %d plies",
                        min[0], max[0], plies[0]);
}

/* A short search of an open position must narrow the bounds, and the same way when asked again. */
static void check_decide(struct mi_check *check)
{
    const miai_solver *solver = mi_solver(check->game);
    int min[2] = {-MIAI_SCORE_MAX, -MIAI_SCORE_MAX}, max[2] = {MIAI_SCORE_MAX, MIAI_SCORE_MAX};
    int plies = 0;
    bool decided[2];
    if (!solver->decide)
        return;
    if (solver->known)
        solver->known(check->pos, &min[0], &max[0], &plies);
    int least = min[1] = min[0], most = max[1] = max[0];
    if (least >= most || least > 0 || most < 0)
        return;
    for (int i = 0; i < 2; i++)
        decided[i] = solver->decide(check->pos, &min[i], &max[i]);
    if (!mi_check_unchanged(check, "solver.decide"))
        return;
    if (decided[0] != decided[1] || min[0] != min[1] || max[0] != max[1])
        mi_report_fault(check, "solver.decide", "() returns something else the second time");
    else if (min[0] > max[0] || min[0] < least || max[0] > most ||
             decided[0] == (min[0] == least && max[0] == most))
        mi_report_fault(check, "solver.decide",
                        "() is %s with bounds of %d to %d, from %d to %d before",
                        decided[0] ? "true" : "false", min[0], max[0], least, most);
}

/* ---- tactics ---- */

enum { MAX_HABIT = 1000 };

static void check_move_kind(struct mi_check *check, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    int kind = tactics->move_kind(check->pos, move);
    if (kind < 0 || kind >= tactics->kinds)
        mi_report_fault(check, "tactics.move_kind", "() is %d for %s, but kinds is %d", kind,
                        mi_move_name(check, move), tactics->kinds);
}

static void check_threat_class(struct mi_check *check, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    int risk = tactics->threat_class(tactics->threat_map(check->pos), move);
    if (risk < 0 || risk > 3)
        mi_report_fault(check, "tactics.threat_class", "() is %d for %s, and must be 0 to 3", risk,
                        mi_move_name(check, move));
}

static void check_move_tactics(struct mi_check *check, miai_move move)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    if (tactics->gives_check)
        tactics->gives_check(check->pos, move);
    if (tactics->capture_value && tactics->capture_value(check->pos, move) < 0)
        mi_report_fault(check, "tactics.capture_value", "() is below 0 for %s", mi_move_name(check, move));
    if (tactics->see_ge)
        tactics->see_ge(check->pos, move, 0);
    if (tactics->move_kind)
        check_move_kind(check, move);
    if (tactics->threat_map && tactics->threat_class)
        check_threat_class(check, move);
}

/* parts() must return the same keys each time. */
static void check_parts(struct mi_check *check)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    uint64_t key[2][MIAI_MAX_PARTS] = {{0}, {0}};
    int count[2];
    for (int i = 0; i < 2 && tactics->parts; i++)
        count[i] = tactics->parts(check->pos, key[i]);
    if (!tactics->parts || !mi_check_unchanged(check, "tactics.parts"))
        return;
    if (count[0] < 0 || count[0] > MIAI_MAX_PARTS)
        mi_report_fault(check, "tactics.parts", "() is %d, and must be 0 to %d", count[0],
                        MIAI_MAX_PARTS);
    else if (count[0] != count[1] || memcmp(key[0], key[1], sizeof key[0]) != 0)
        mi_report_fault(check, "tactics.parts", "() returns something else the second time");
}

/* threats() must list exactly the moves for which threatens() is true, in the order of moves(). */
static void check_threats(struct mi_check *check)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    const struct mi_list *list = &check->list, *part = &check->part;
    int n = 0;
    if (!tactics->threats || !mi_check_subset(check, "tactics.threats", tactics->threats, 0))
        return;
    for (int i = 0; i < list->count; i++) {
        miai_move move = list->move[i];
        bool threatens = tactics->gives_check && tactics->gives_check(check->pos, move);
        bool listed = n < part->count && part->move[n] == move;
        if (listed != threatens) {
            mi_report_fault(check, "tactics.threats",
                            threatens
                                ? "() does not list %s, for which threatens() is true, in its place"
                                : "() lists %s, for which threatens() is false",
                            mi_move_name(check, move));
            return;
        }
        n += listed;
    }
    if (n < part->count)
        mi_report_fault(check, "tactics.threats", "() lists %s in another order than moves()",
                        mi_move_name(check, part->move[n]));
}

/* The position is not finished. */
static void check_quick_outcome(struct mi_check *check)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    int score;
    if (tactics->quick_outcome && tactics->quick_outcome(check->pos, &score))
        mi_report_fault(check, "tactics.quick_outcome", "() ends a game that outcome() does not");
}

static bool is_listed(const struct mi_list *list, miai_move move)
{
    int i = 0;
    while (i < list->count && list->move[i] != move)
        i++;
    return i < list->count;
}

/* Compares an entry of quiets() with the next quiet move and the functions for one move. */
static bool check_quiet(struct mi_check *check, miai_move move, const miai_quiet *quiet)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    const void *pos = check->pos;
    if (quiet->move != move)
        return mi_report_fault(check, "tactics.quiets", "() does not list %s in its place",
                               mi_move_name(check, move));
    if (quiet->kind != tactics->move_kind(pos, move) ||
        quiet->score != tactics->quiet_score(pos, move) ||
        quiet->threat_class != tactics->threat_class(tactics->threat_map(pos), move))
        return mi_report_fault(check, "tactics.quiets",
                               "() has other numbers for %s than the functions for one move",
                               mi_move_name(check, move));
    return true;
}

/* quiets() must list exactly the moves that noisy() does not list, in the order of moves(). */
static void check_quiets(struct mi_check *check)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    miai_quiet quiet[MIAI_MAX_LEGAL];
    if (!tactics->quiets)
        return;
    if (!tactics->noisy || !tactics->quiet_score || !tactics->move_kind || !tactics->threat_map ||
        !tactics->threat_class) {
        mi_report_fault(check, "tactics.quiets",
                        "() requires noisy(), quiet_score(), move_kind(), threat_map() and "
                        "threat_class()");
        return;
    }
    int count = tactics->quiets(check->pos, tactics->threat_map(check->pos), quiet), n = 0;
    if (!mi_check_unchanged(check, "tactics.quiets") ||
        !mi_check_subset(check, "tactics.noisy", tactics->noisy, 0))
        return;
    for (int i = 0; i < check->list.count; i++) {
        if (is_listed(&check->part, check->list.move[i]))
            continue;
        if (n < count && !check_quiet(check, check->list.move[i], &quiet[n]))
            return;
        n++;
    }
    if (n != count)
        mi_report_fault(check, "tactics.quiets", "() lists %d moves, but %d are quiet", count, n);
}

static void check_tactics(struct mi_check *check)
{
    const miai_tactics *tactics = mi_tactics(check->game);
    if (tactics->in_check)
        tactics->in_check(check->pos);
    if (tactics->may_null_move)
        tactics->may_null_move(check->pos);
    check_quick_outcome(check);
    for (int i = 0; i < check->list.count; i++)
        check_move_tactics(check, check->list.move[i]);
    mi_check_unchanged(check, "one of the functions of tactics");
}

/* ---- editing ---- */

static void check_set_turn(struct mi_check *check)
{
    int player = check->game->turn(check->pos);
    if (!mi_editing(check->game)->set_turn)
        return;
    memcpy(check->one, check->pos, check->size);
    mi_editing(check->game)->set_turn(check->one, !player);
    if (!mi_check_guard(check, "editing.set_turn", check->one))
        return;
    int turn = check->game->turn(check->one);
    if (turn != 0 && turn != 1)
        mi_report_fault(check, "editing.set_turn", "() leads to a turn() of %d", turn);
    else if (turn != player && check->game->hash(check->one) == check->game->hash(check->pos))
        mi_report_fault(check, "hash", "() is the same when editing.set_turn() changes the turn");
}

/* A piece put on an empty point must be on the board, and not after its removal. */
static void check_put(struct mi_check *check)
{
    const miai_editing *editing = mi_editing(check->game);
    int8_t piece[MIAI_MAX_POINTS];
    int points = check->setup.width * check->setup.height;
    if (!editing->put || !editing->board || points > MIAI_MAX_POINTS)
        return;
    miai_move point = (miai_move)miai_rng_below(&check->rng, (uint32_t)points);
    int player = (int)miai_rng_below(&check->rng, 2);
    editing->board(check->pos, piece);
    if (piece[point] != -1)
        return;
    memcpy(check->one, check->pos, check->size);
    bool stands = editing->put(check->one, point, player);
    if (!mi_check_guard(check, "editing.put", check->one))
        return;
    editing->board(check->one, piece);
    if (!stands && memcmp(check->one, check->pos, check->size) != 0)
        mi_report_fault(check, "editing.put", "() returns false and changes the position");
    else if (stands && piece[point] != player)
        mi_report_fault(check, "editing.put", "() of player %d on point %d is not on the board",
                        player, point);
    else if (stands && (!editing->put(check->one, point, -1) ||
                        (editing->board(check->one, piece), piece[point] != -1)))
        mi_report_fault(check, "editing.put", "() does not remove what it put on point %d", point);
}

static void check_pass(struct mi_check *check)
{
    if (!mi_editing(check->game)->pass)
        return;
    miai_move pass = mi_editing(check->game)->pass(check->pos);
    if (mi_check_unchanged(check, "editing.pass") &&
        (pass < MIAI_NO_MOVE || pass >= check->move_count))
        mi_report_fault(check, "editing.pass", "() is %d, neither a move nor MIAI_NO_MOVE", pass);
}

static void check_handicap(struct mi_check *check)
{
    const miai_editing *editing = mi_editing(check->game);
    if (!editing->handicap || check->plies > 0)
        return;
    for (int n = 2; n <= 9; n++) {
        struct mi_list *list = &check->part;
        list->count = editing->handicap(&check->setup, n, list->move);
        if (list->count != 0 && list->count != n)
            mi_report_fault(check, "editing.handicap", "() returns %d points for a handicap of %d",
                            list->count, n);
        for (int i = 0; i < list->count; i++)
            if (list->move[i] < 0 || list->move[i] >= check->setup.width * check->setup.height)
                mi_report_fault(check, "editing.handicap", "() returns %d, which is not a point",
                                list->move[i]);
    }
}

/* ---- repetition ---- */

static void check_repetition(struct mi_check *check)
{
    const miai_repetition *repetition = mi_repetition(check->game);
    if (!repetition->rule)
        return;
    int rule = repetition->rule(check->pos), window = repetition->window(check->pos);
    repetition->key(check->pos);
    if (rule < MIAI_REPEAT_FREE || rule > MIAI_REPEAT_DRAW)
        mi_report_fault(check, "repetition.rule", "() is %d, not one of MIAI_REPEAT_...", rule);
    if (window < 0)
        mi_report_fault(check, "repetition.window", "() is %d, below 0", window);
    mi_check_unchanged(check, "one of the functions of repetition");
}

static void check_habit(struct mi_check *check)
{
    const miai_hints *hints = mi_hints(check->game);
    for (int i = 0; hints->habit && i < check->list.count; i++) {
        double habit = hints->habit(check->pos, check->list.move[i]);
        if (!(habit > 0 && habit <= MAX_HABIT))
            mi_report_fault(check, "hints.habit",
                            "() is %g for %s, and must be above 0 and at most %d", habit,
                            mi_move_name(check, check->list.move[i]), MAX_HABIT);
    }
    mi_check_unchanged(check, "hints.habit");
}

void mi_check_parts(struct mi_check *check)
{
    const miai_game *game = check->game;
    mi_check_subset(check, "hints.candidates", mi_hints(game)->candidates, 1);
    mi_check_subset(check, "playouts.moves", mi_playouts(game)->moves, 1);
    mi_check_subset(check, "tactics.noisy", mi_tactics(game)->noisy, 0);
    mi_check_evaluation(check, NULL, NULL);
    mi_check_learned(check);
    check_known(check);
    check_decide(check);
    check_habit(check);
    check_tactics(check);
    check_threats(check);
    check_quiets(check);
    check_parts(check);
    check_pass(check);
    check_set_turn(check);
    check_put(check);
    check_handicap(check);
    mi_check_notation(check);
    check_repetition(check);
    mi_check_records(check);
    mi_check_planes(check);
}
