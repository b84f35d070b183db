/* Explains mistakes that lose no piece and no group: facts about the move played and the better
 * one that can be counted on the board or that the searches found.  Each is true, but need not
 * be the reason, so at most two are given, the most important first. */
#include "facts.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FACTS = 2, PLACE = 48 };

bool mi_facts_are_enough(const struct mi_facts *f)
{
    return f->why->sentences >= MAX_FACTS;
}

/* ---- a move and the board after it ---- */

int mi_player_at(const struct mi_picture *picture, int point)
{
    miai_piece piece;
    return miai_piece_of(picture->game, picture->pieces[point], &piece) ? piece.player
                                                                        : MI_NO_POINT;
}

static bool is_disc(const struct mi_picture *picture, int point)
{
    miai_piece piece;
    return miai_piece_of(picture->game, picture->pieces[point], &piece) && piece.sign == 0;
}

static void compare_boards(const struct mi_explanation *w, struct mi_tried_move *made)
{
    made->point = MI_NO_POINT;
    for (int i = 0; made->then.pieces[i]; i++) {
        bool mine = mi_player_at(&made->then, i) == w->player && is_disc(&made->then, i);
        if (mine && w->before.pieces[i] == '.')
            made->point = made->point == MI_NO_POINT ? i : MI_UNREACHABLE;
        made->turns |= mine && mi_player_at(&w->before, i) == !w->player;
    }
    made->point = made->point == MI_UNREACHABLE ? MI_NO_POINT : made->point;
}

int mi_point_of_vertex(const struct mi_picture *picture, const char *move)
{
    int point = mi_picture_point(picture, move);
    bool complete = point >= 0 && move[1 + strspn(move + 1, "0123456789")] == '\0';
    return complete ? point : MI_NO_POINT;
}

void mi_count_replies(miai_engine *engine, const struct mi_picture *picture,
                      struct mi_reply_counts *answers)
{
    static const int size = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT;
    char *moves = malloc((size_t)size), *rest = moves, *move;
    *answers = (struct mi_reply_counts){0};
    if (moves && !miai_over(engine, NULL) &&
        miai_legal_moves(engine, MIAI_TURN, moves, (size_t)size) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            int point = mi_point_of_vertex(picture, move);
            answers->moves += point != MI_NO_POINT;
            answers->corners += point != MI_NO_POINT && mi_picture_is_corner(picture, point);
        }
    free(moves);
}

bool mi_facts_try_move(const struct mi_explanation *w, const char *move, struct mi_tried_move *made)
{
    *made = (struct mi_tried_move){.point = MI_NO_POINT};
    snprintf(made->move, sizeof made->move, "%s", move);
    if (miai_write_move(w->engine, w->player, move, made->name, sizeof made->name) < 0)
        snprintf(made->name, sizeof made->name, "%s", move);
    if (miai_play(w->engine, w->player, move) != MIAI_OK)
        return false;
    bool seen = mi_picture_read_board(w->engine, &made->then);
    if (seen)
        compare_boards(w, made);
    if (seen && made->turns)
        mi_count_replies(w->engine, &made->then, &made->answers);
    miai_undo(w->engine, 1);
    return seen;
}

static void set_answer(struct mi_facts *f)
{
    struct mi_explanation *w = f->why;
    const char *answer = f->why->then->best;
    f->same_answer = f->better.point != MI_NO_POINT && strcmp(answer, f->better.move) == 0;
    if (!*answer || miai_play(w->engine, w->player, f->played.move) != MIAI_OK)
        return;
    if (miai_write_move(w->engine, MIAI_TURN, answer, f->answer, sizeof f->answer) < 0)
        snprintf(f->answer, sizeof f->answer, "%s", answer);
    miai_undo(w->engine, 1);
}

/* ---- both want the same point ---- */

static void report_answer(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    if (!f->same_answer)
        return;
    snprintf(text, sizeof text, "%s is now also %s's best move.", f->better.name, f->inner_other);
    mi_explanation_add(f->why, 0, text);
}

/* ---- chains: liberties and connections ---- */

static int list_neighbours(const struct mi_picture *picture, int point, int near[4])
{
    int n = 0, width = picture->width, x = point % width, y = point / width;
    if (x > 0)
        near[n++] = point - 1;
    if (x + 1 < width)
        near[n++] = point + 1;
    if (y > 0)
        near[n++] = point - width;
    if (y + 1 < picture->height)
        near[n++] = point + width;
    return n;
}

static int count_liberties(const struct mi_picture *picture, const int *chain, int size)
{
    bool counted[MIAI_MAX_POINTS] = {false};
    int near[4], sum = 0;
    for (int i = 0; i < size; i++)
        for (int d = list_neighbours(picture, chain[i], near); d-- > 0;)
            if (picture->pieces[near[d]] == '.' && !counted[near[d]]) {
                counted[near[d]] = true;
                sum++;
            }
    return sum;
}

int mi_find_chain_by_liberties(const struct mi_picture *picture, int player, int liberties,
                               int *size)
{
    bool seen[MIAI_MAX_POINTS] = {false};
    int chain[MIAI_MAX_POINTS], found = MI_NO_POINT;
    *size = 0;
    for (int p = 0; picture->pieces[p]; p++) {
        if (seen[p] || mi_player_at(picture, p) != player)
            continue;
        int n = mi_collect_chain(picture, p, seen, chain);
        if (n > *size && count_liberties(picture, chain, n) == liberties) {
            *size = n;
            found = p;
        }
    }
    return found;
}

/* A chain that one of the two moves puts or leaves in atari. */
static void report_atari(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], name[16];
    int size, there, by_better;
    int mine = mi_find_chain_by_liberties(&f->played.then, f->why->player, 1, &size);
    mi_find_chain_by_liberties(&f->better.then, f->why->player, 1, &by_better);
    if (mine != MI_NO_POINT && size > by_better) {
        mi_write_point_name(&f->played.then, mine, name);
        snprintf(text, sizeof text, "%s's %d stone%s at %s %s left in atari, with one liberty.",
                 f->who, size, size > 1 ? "s" : "", name, size > 1 ? "are" : "is");
        mi_explanation_add(f->why, 0, text);
        return;
    }
    mi_find_chain_by_liberties(&f->played.then, !f->why->player, 1, &there);
    mine = mi_find_chain_by_liberties(&f->better.then, !f->why->player, 1, &size);
    if (mine == MI_NO_POINT || size <= there)
        return;
    mi_write_point_name(&f->better.then, mine, name);
    snprintf(text, sizeof text, "%s puts %s's %d stone%s at %s in atari.", f->better.name,
             f->inner_other, size, size > 1 ? "s" : "", name);
    mi_explanation_add(f->why, 0, text);
}

/* Finds two chains of a player adjacent to the better move; beside: one stone of each.  False:
 * there are fewer. */
static bool find_separate_chains(const struct mi_facts *f, int player, int beside[2])
{
    const struct mi_picture *before = &f->why->before;
    bool seen[MIAI_MAX_POINTS] = {false};
    int chain[MIAI_MAX_POINTS], near[4], n = 0;
    for (int d = list_neighbours(before, f->better.point, near); d-- > 0;)
        if (mi_player_at(before, near[d]) == player && !seen[near[d]]) {
            mi_collect_chain(before, near[d], seen, chain);
            if (n < 2)
                beside[n] = near[d];
            n++;
        }
    return n >= 2;
}

void mi_facts_add_connection(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], a[16], b[16];
    int beside[2];
    if (f->better.point == MI_NO_POINT)
        return;
    bool joins = find_separate_chains(f, f->why->player, beside);
    if (!joins && !find_separate_chains(f, !f->why->player, beside))
        return;
    mi_write_point_name(&f->why->before, beside[0], a);
    mi_write_point_name(&f->why->before, beside[1], b);
    if (joins)
        snprintf(text, sizeof text, "%s joins %s's stones at %s and %s.", f->better.name,
                 f->inner_who, a, b);
    else
        snprintf(text, sizeof text, "%s is the point between %s's stones at %s and %s.",
                 f->better.name, f->inner_other, a, b);
    mi_explanation_add(f->why, 0, text);
}

/* ---- points ---- */

static void report_lead(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    double lead = f->why->player ? -f->now->lead : f->now->lead, then = lead - f->now->points_lost;
    if (!f->now->leads || lead < 0.05 || then > -0.05)
        return;
    snprintf(text, sizeof text, "%s led by %.1f; after it %s leads by %.1f.", f->who, lead,
             f->inner_other, -then);
    mi_explanation_add(f->why, 0, text);
}

/* Writes and returns for example "in the upper left corner", "on the left side". */
static const char *place_phrase(int part, char text[PLACE])
{
    const char *name = mi_board_part_name(part);
    snprintf(text, PLACE, "%s the %s", strstr(name, "side") ? "on" : "in", name);
    return text;
}

static void report_elsewhere(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], places[2][PLACE];
    const struct mi_picture *before = &f->why->before;
    if (f->now->points_lost < 0.05 || f->better.point == MI_NO_POINT ||
        f->played.point == MI_NO_POINT)
        return;
    int there = mi_board_part(before, f->better.point),
        here = mi_board_part(before, f->played.point);
    if (there == here)
        return;
    snprintf(text, sizeof text, "%s %s%s is worth %.1f points more than %s %s.", f->better.name,
             place_phrase(there, places[0]), f->same_answer ? ", which both want," : "",
             f->now->points_lost, f->played.name, place_phrase(here, places[1]));
    mi_explanation_add(f->why, MI_MISTAKE_WRONG_PART, text);
}

/* The part of the board with the largest loss, below the threshold of explain.c. */
static void report_part_of_board(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], place[PLACE];
    double lost[9] = {0};
    int worst = 0;
    if (!mi_explanation_has_owners(f->why))
        return;
    for (int p = 0; f->why->before.pieces[p]; p++) {
        int part = mi_board_part(&f->why->before, p);
        lost[part] +=
            mi_expected_owner(f->why, f->now, p) - mi_expected_owner(f->why, f->why->then, p);
        worst = lost[part] > lost[worst] ? part : worst;
    }
    bool there =
        f->better.point != MI_NO_POINT && mi_board_part(&f->why->before, f->better.point) == worst;
    if (lost[worst] < 0.75 || (f->why->sentences > 0 && !there))
        return;
    snprintf(text, sizeof text, "The largest loss is %s: about %.1f points.",
             place_phrase(worst, place), lost[worst]);
    mi_explanation_add(f->why, 0, text);
}

/* ---- any game ---- */

static void report_checks(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    if (strchr(f->answer, '+') && !strchr(f->better.name, '+')) {
        snprintf(text, sizeof text, "%s's best answer, %s, gives check.", f->other, f->answer);
        mi_explanation_add(f->why, 0, text);
    }
    if (strchr(f->better.name, '+')) {
        snprintf(text, sizeof text, "The better move, %s, gives check.", f->better.name);
        mi_explanation_add(f->why, 0, text);
    }
}

static void report_points(struct mi_facts *f)
{
    void (*const facts[])(struct mi_facts *) = {report_lead,   report_elsewhere,
                                                report_answer, report_part_of_board,
                                                report_atari,  mi_facts_add_connection};
    for (size_t i = 0; i < sizeof facts / sizeof *facts && !mi_facts_are_enough(f); i++)
        facts[i](f);
}

/* Does the move put a disc on the point it names? */
static bool puts_disc(const struct mi_facts *f, const struct mi_tried_move *made)
{
    return made->point != MI_NO_POINT &&
           mi_point_of_vertex(&f->why->before, made->move) == made->point;
}

static void report_by_board(struct mi_facts *f)
{
    bool put = puts_disc(f, &f->played) && puts_disc(f, &f->better);
    if (!put)
        report_checks(f);
    else if (f->played.turns && f->better.turns)
        mi_facts_add_mobility(f);
    else if (f->why->look->sides)
        mi_facts_add_paths(f);
    else
        mi_facts_add_rows(f);
    if (put && !mi_facts_are_enough(f) && !f->played.turns)
        report_answer(f);
}

/* Lower-cases "The" for use within a sentence: "the first player"; "Black" stays. */
static void write_inner_name(const char *name, char inside[MI_FACT_NAME])
{
    snprintf(inside, MI_FACT_NAME, "%s", name);
    if (strncmp(name, "The ", 4) == 0)
        inside[0] = 't';
}

bool mi_facts_init(struct mi_facts *facts, struct mi_explanation *why)
{
    *facts = (struct mi_facts){.why = why,
                               .now = why->now,
                               .who = why->look->players[why->player],
                               .other = why->look->players[!why->player]};
    write_inner_name(facts->who, facts->inner_who);
    write_inner_name(facts->other, facts->inner_other);
    return facts->now->best[0] && mi_facts_try_move(why, facts->now->best, &facts->better);
}

void mi_explain_mistake(struct mi_explanation *why)
{
    struct mi_facts f;
    if (!mi_facts_init(&f, why) || !mi_facts_try_move(why, why->made, &f.played))
        return;
    set_answer(&f);
    if (mi_explanation_has_chains(why))
        report_points(&f);
    else
        report_by_board(&f); /* maybe nothing: a reason that is true of any move is none */
}
