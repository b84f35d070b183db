/* Explains moves by the expected owners of points, before and after: stones that die or live, and
 * parts of the board that are won and lost; in games like Go also the stones that a line captures.
 * What does not account for the points that the move lost is no reason for it. */
#include "facts.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE_PLIES = 10,
    THIRDS = 3,
    PARTS = THIRDS * THIRDS,
    NEAR = 5,
    MARGIN_OF_PART = 2,
    TEXT = 400
};

/* A chain is safe if the mean owner of its points, from -1 to 1, is above this, dead below its
 * negative; and its status has changed if the mean fell by SAFE_OWNER + UNSETTLED. */
static const double SAFE_OWNER = 0.4, UNSETTLED = 0.3;
/* Points that a part of the board must lose to be reported. */
static const double MIN_AREA_LOSS = 3;
/* A dead stone, with the territory around it. */
static const double POINTS_OF_STONE = 4;
/* The share of the points lost that stones or areas must account for, and at most. */
static const double MIN_SHARE = 0.5, MAX_SHARE = 1.6, MARGIN = 2;
/* The share of what stones and areas are worth that must have been lost. */
static const double MIN_NET = 0.15;

static const char *player_name(const struct mi_explanation *w, int player)
{
    return w->look->players[player];
}

static void report_alternative(struct mi_explanation *w, int kind, const char *sentence)
{
    char text[TEXT + 16];
    mi_prefix_sentence("Otherwise ", sentence, text, sizeof text);
    mi_explanation_add(w, kind, w->move ? sentence : text);
}

/* Does this number of points agree with what the move lost, if that is known? */
static bool accounts_for_loss(const struct mi_explanation *w, double points, bool at_most)
{
    double lost = w->position->points_lost;
    if (!w->move || !w->position->leads)
        return true;
    return points >= MIN_SHARE * lost && lost >= MIN_NET * points &&
           (!at_most || points <= MAX_SHARE * lost + MARGIN);
}

/* ---- captures in the lines ---- */

static void count_captured_discs(const struct mi_picture *now, const struct mi_picture *then,
                                 int discs[2])
{
    miai_piece piece;
    for (int i = 0; now->pieces[i]; i++)
        if (then->pieces[i] == '.' && miai_piece_of(now->game, now->pieces[i], &piece) &&
            piece.sign == 0)
            discs[piece.player]++;
}

/* Counts the discs that a line removes, by player.  The position is the same afterwards. */
static void count_captures_in_line(const struct mi_explanation *w, int player, const char *line,
                                   int discs[2])
{
    struct mi_picture now = w->board, then;
    char copy[MIAI_MOVE_TEXT + 1 + MI_ANALYSIS_PV], *rest = copy, *move;
    int made = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (; made < LINE_PLIES && (move = mi_next_word(&rest)) != NULL; made++) {
        if (miai_play(w->engine, made ? MIAI_TURN : player, move) != MIAI_OK)
            break;
        mi_picture_read_board(w->engine, &then);
        count_captured_discs(&now, &then, discs);
        now = then;
    }
    miai_undo(w->engine, made);
}

static void write_captures(const char *who, int stones, char text[TEXT])
{
    snprintf(text, TEXT, "%s captures %d stone%s.", who, stones, stones > 1 ? "s" : "");
}

void mi_explain_captures(struct mi_explanation *w)
{
    char line[MIAI_MOVE_TEXT + 1 + MI_ANALYSIS_PV], text[TEXT];
    int made[2] = {0}, best[2] = {0};
    snprintf(line, sizeof line, "%s%s%s", w->move ? w->move : "", w->move ? " " : "", w->next->pv);
    count_captures_in_line(w, w->move ? w->player : !w->player, line, made);
    count_captures_in_line(w, w->player, w->position->pv, best);
    int more = made[w->player] - best[w->player];
    if (more > 0 && (!w->move || more > 1) && accounts_for_loss(w, 2 * more, false)) {
        write_captures(player_name(w, !w->player), made[w->player], text);
        report_alternative(w, MI_MISTAKE_MATERIAL, text);
    }
    if (!w->move && best[!w->player] > 0) {
        write_captures("It", best[!w->player], text);
        mi_explanation_add(w, MI_MISTAKE_MISSED_MATERIAL, text);
    }
}

/* ---- the answer ---- */

/* The point of the opponent's answer, if it is a stone there. */
static int answer_point(const struct mi_explanation *w)
{
    return mi_point_of_vertex(&w->board, w->next->best);
}

static bool is_near(const struct mi_explanation *w, int a, int b)
{
    int width = w->board.width;
    return a >= 0 && b >= 0 && abs(a % width - b % width) + abs(a / width - b / width) <= NEAR;
}

/* Is the answer, the better move or the move played near the point?  If none is near any of the
 * stones that die, that is noise of the searches. */
static bool is_near_a_move(const struct mi_explanation *w, int point)
{
    return !w->move || is_near(w, answer_point(w), point) ||
           is_near(w, mi_point_of_vertex(&w->board, w->position->best), point) ||
           is_near(w, mi_point_of_vertex(&w->board, w->move), point);
}

/* ---- stones that die or live ---- */

/* The chains of a player whose status changes: their stones, and the largest of them. */
struct changed_chains {
    int stones, largest, at;
    bool unsettled; /* before, the largest was neither safe nor dead */
};

/* Has the status of the chain changed, and was it unsettled before? */
static bool is_changed(const struct mi_explanation *w, const int *chain, int size, bool *unsettled)
{
    double before = 0, after = 0;
    for (int i = 0; i < size; i++) {
        before += mi_expected_owner(w, w->position, chain[i]) / size;
        after += mi_expected_owner(w, w->next, chain[i]) / size;
    }
    *unsettled = before < SAFE_OWNER;
    return after <= -SAFE_OWNER && before - after >= SAFE_OWNER + UNSETTLED;
}

static struct changed_chains find_changed_chains(const struct mi_explanation *w, int player)
{
    struct changed_chains changed = {.at = MI_NO_POINT};
    bool seen[MIAI_MAX_POINTS] = {false}, near = false, unsettled;
    int chain[MIAI_MAX_POINTS];
    for (int p = 0; w->board.pieces[p]; p++) {
        if (seen[p] || mi_player_at(&w->board, p) != player)
            continue;
        int size = mi_collect_chain(&w->board, p, seen, chain);
        if (!is_changed(w, chain, size, &unsettled))
            continue;
        for (int i = 0; i < size; i++)
            near |= is_near_a_move(w, chain[i]);
        changed.stones += size;
        if (size > changed.largest)
            changed = (struct changed_chains){changed.stones, size, p, unsettled};
    }
    return near ? changed : (struct changed_chains){.at = MI_NO_POINT};
}

/* Writes for example "White's 9 stones at E6 die". */
static void write_chains(const struct mi_explanation *w, int player, const struct changed_chains *c,
                         bool die, char text[TEXT])
{
    char name[16];
    const char *before = !c->unsettled ? die ? "" : ", nearly dead before," : ", unsettled before,";
    mi_write_point_name(&w->board, c->at, name);
    snprintf(text, TEXT, "%s's %d stone%s at %s%s %s%s", player_name(w, player), c->stones,
             c->stones > 1 ? "s" : "", name, before, die ? "die" : "live",
             c->stones > 1 ? "" : "s");
}

/* The player's stones that die after the move, and the opponent's that live; with the answer if it
 * is near. */
static void report_dead_stones(struct mi_explanation *w)
{
    struct changed_chains dead = find_changed_chains(w, w->player),
                          saved = find_changed_chains(w, !w->player);
    char text[3 * TEXT], lost[TEXT] = "", won[TEXT] = "";
    if (w->move && dead.largest < 2 && saved.largest < 2)
        return; /* a single stone is rarely what a move is about */
    if (dead.stones > 0)
        write_chains(w, w->player, &dead, true, lost);
    if (saved.stones > 0)
        write_chains(w, !w->player, &saved, !w->move, won);
    if (!accounts_for_loss(w, POINTS_OF_STONE * (dead.stones + saved.stones), false))
        return;
    if (!w->move) {
        snprintf(text, sizeof text, "%s.", lost);
        if (dead.stones > 0)
            report_alternative(w, MI_MISTAKE_DEAD_GROUP, text);
        snprintf(text, sizeof text, "%s.", won);
        if (saved.stones > 0)
            mi_explanation_add(w, MI_MISTAKE_DEAD_GROUP, text);
        return;
    }
    if (dead.stones + saved.stones == 0)
        return;
    bool near = is_near(w, answer_point(w), dead.at) || is_near(w, answer_point(w), saved.at);
    snprintf(text, sizeof text, "%s%s%s%s%s%s.", near ? "After the answer " : "",
             near ? w->next->best : "", near ? " " : "", lost, *lost && *won ? ", and " : "", won);
    mi_explanation_add(w, MI_MISTAKE_DEAD_GROUP, text);
}

/* ---- areas ---- */

int mi_board_part(const struct mi_picture *picture, int point)
{
    int x = point % picture->width, y = point / picture->width;
    return y * THIRDS / picture->height * THIRDS + x * THIRDS / picture->width;
}

const char *mi_board_part_name(int part)
{
    static const char *const parts[] = {"upper left corner", "upper side", "upper right corner",
                                        "left side",         "centre",     "right side",
                                        "lower left corner", "lower side", "lower right corner"};
    return parts[part];
}

const char *mi_board_part_phrase(int part, char text[MI_PLACE_BYTES])
{
    const char *name = mi_board_part_name(part);
    snprintf(text, MI_PLACE_BYTES, "%s the %s", strstr(name, "side") ? "on" : "in", name);
    return text;
}

bool mi_touches_part(const struct mi_picture *picture, int part, int point)
{
    int width = picture->width, height = picture->height;
    for (int dy = -MARGIN_OF_PART; point >= 0 && dy <= MARGIN_OF_PART; dy++)
        for (int dx = -MARGIN_OF_PART; dx <= MARGIN_OF_PART; dx++) {
            int x = point % width + dx, y = point / width + dy;
            if (x >= 0 && x < width && y >= 0 && y < height &&
                mi_board_part(picture, y * width + x) == part)
                return true;
        }
    return false;
}

static bool parts_touch(int a, int b)
{
    return abs(a % THIRDS - b % THIRDS) <= 1 && abs(a / THIRDS - b / THIRDS) <= 1;
}

/* The part that loses most, and the neighbour that loses most after it, or itself. */
struct lost_parts {
    int part, other;
    double lost, lost_other;
};

static struct lost_parts find_lost_parts(const struct mi_explanation *w)
{
    double lost[PARTS] = {0};
    struct lost_parts found = {0, 0, 0, 0};
    for (int p = 0; w->board.pieces[p]; p++)
        lost[mi_board_part(&w->board, p)] +=
            mi_expected_owner(w, w->position, p) - mi_expected_owner(w, w->next, p);
    for (int part = 0; part < PARTS; part++)
        if (lost[part] > lost[found.part])
            found.part = part;
    found.other = found.part;
    found.lost = lost[found.part];
    for (int part = 0; part < PARTS; part++)
        if (part != found.part && parts_touch(part, found.part) && lost[part] > found.lost_other) {
            found.other = part;
            found.lost_other = lost[part];
        }
    return found;
}

static bool touches_parts(const struct mi_explanation *w, const struct lost_parts *parts, int point)
{
    return mi_touches_part(&w->board, parts->part, point) &&
           mi_touches_part(&w->board, parts->other, point);
}

/* What the loss there comes from: the answer, or the better move that was not played.  False: no
 * move is in each of the parts, so that the loss is noise of the searches. */
static bool write_cause(const struct mi_explanation *w, const struct lost_parts *parts,
                        char text[TEXT])
{
    const char *answer = w->next->best, *better = w->position->best;
    const char *opponent = player_name(w, !w->player);
    if (touches_parts(w, parts, answer_point(w))) {
        bool same = w->move && strcmp(answer, better) == 0;
        snprintf(text, TEXT, "%s%s%s gains %s", w->move ? "The answer " : "", answer,
                 same ? ", the best point for both," : "", opponent);
        return true;
    }
    if (w->move)
        snprintf(text, TEXT, "Without %s %s gains", better, opponent);
    else
        snprintf(text, TEXT, "%s gains", opponent);
    return touches_parts(w, parts, mi_point_of_vertex(&w->board, better));
}

/* "The answer D15 gains White about 13 points in the upper left corner, for about 5 elsewhere." */
static void report_areas(struct mi_explanation *w)
{
    struct lost_parts parts = find_lost_parts(w);
    char text[2 * TEXT], places[2][MI_PLACE_BYTES], cause[TEXT], elsewhere[64] = "";
    double points = parts.lost;
    bool both = !accounts_for_loss(w, points, false);
    if (both)
        points += parts.lost_other;
    else
        parts.other = parts.part;
    if (points < MIN_AREA_LOSS || !accounts_for_loss(w, points, true) ||
        !write_cause(w, &parts, cause))
        return;
    double back = points - w->position->points_lost;
    if (w->move && w->position->leads && back >= MIN_AREA_LOSS)
        snprintf(elsewhere, sizeof elsewhere, ", for about %.0f elsewhere", back);
    snprintf(text, sizeof text, "%s about %.0f points %s%s%s%s.", cause, points,
             mi_board_part_phrase(parts.part, places[0]), both ? " and " : "",
             both ? mi_board_part_phrase(parts.other, places[1]) : "", elsewhere);
    report_alternative(w, MI_MISTAKE_TERRITORY, text);
}

void mi_explain_owners(struct mi_explanation *w)
{
    if (!mi_explanation_has_owners(w))
        return;
    if (mi_explanation_has_chains(w))
        report_dead_stones(w);
    report_areas(w);
}
