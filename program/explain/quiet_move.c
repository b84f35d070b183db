/* Explains the best move of a quiet position, which captures, kills and threatens nothing: its
 * effect on the board, its value, and the difference to the next best move. */
#include "facts.h"

#include "protocol/io/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SENTENCES = 4, MAX_DISTANCE = 5 };

static const double MIN_SAFETY_GAIN =
    0.15; /* minimal change of the mean owner of a chain's points */

/* ---- stones ---- */

/* How much safer a chain becomes by the move, compared with the opponent's move, summed over its
 * points; with, without: its mean owner, from -1 to 1. */
static double safety_gain(const struct mi_explanation *w, const int *chain, int size, double *with,
                          double *without)
{
    *with = *without = 0;
    for (int i = 0; i < size; i++) {
        *with += mi_expected_owner(w, w->position, chain[i]) / size;
        *without += mi_expected_owner(w, w->next, chain[i]) / size;
    }
    return (*with - *without) * size;
}

/* A chain and its safety with the move and without it. */
struct safer_chain {
    int at, stones;
    double with, without;
};

/* Is a stone of the chain near the better move?  A change of ownership far from the
 * move is noise, or an effect that a reader cannot see. */
static bool is_near_move(const struct mi_facts *f, const int *chain, int size)
{
    int width = f->why->board.width, point = f->better.point;
    if (point == MI_NO_POINT)
        return false;
    for (int i = 0; i < size; i++)
        if (abs(chain[i] % width - point % width) + abs(chain[i] / width - point / width) <=
            MAX_DISTANCE)
            return true;
    return false;
}

/* Finds the nearby chain that gains most safety.  `at` is MI_NO_POINT if none gains enough. */
static struct safer_chain find_safer_chain(const struct mi_facts *f)
{
    const struct mi_picture *before = &f->why->board;
    bool seen[MIAI_MAX_POINTS] = {false};
    int chain[MIAI_MAX_POINTS];
    struct safer_chain safer_chain = {.at = MI_NO_POINT};
    double best_gain = 0, with, without;
    for (int p = 0; before->pieces[p]; p++) {
        if (seen[p] || mi_player_at(before, p) == MI_NO_POINT)
            continue;
        int size = mi_collect_chain(before, p, seen, chain);
        double gain = safety_gain(f->why, chain, size, &with, &without);
        if (gain <= best_gain || gain < MIN_SAFETY_GAIN * size || !is_near_move(f, chain, size))
            continue;
        best_gain = gain;
        safer_chain = (struct safer_chain){p, size, with, without};
    }
    return safer_chain;
}

static void report_safer_chain(struct mi_facts *f)
{
    const struct mi_picture *before = &f->why->board;
    const struct safer_chain safer_chain = find_safer_chain(f);
    char text[MI_FACT_TEXT], name[16];
    if (safer_chain.at == MI_NO_POINT)
        return;
    bool own = mi_player_at(before, safer_chain.at) == f->why->player;
    double lives = 50 + 50 * (own ? safer_chain.with : -safer_chain.with);
    double would = 50 + 50 * (own ? safer_chain.without : -safer_chain.without);
    mi_write_point_name(before, safer_chain.at, name);
    snprintf(text, sizeof text, "It %s %s's %d stone%s at %s: %.0f%% to live, otherwise %.0f%%.",
             own ? "strengthens" : "weakens", own ? f->name_inside : f->opponent_inside,
             safer_chain.stones, safer_chain.stones > 1 ? "s" : "", name, lives, would);
    mi_explanation_add(f->why, 0, text);
}

/* Reports the part of the board where the move gains most. */
static void report_part_gained(struct mi_facts *f, double all)
{
    char text[MI_FACT_TEXT];
    double won[9] = {0};
    int best = 0;
    for (int p = 0; f->why->board.pieces[p]; p++) {
        int part = mi_board_part(&f->why->board, p);
        won[part] += mi_expected_owner(f->why, f->why->position, p) -
                     mi_expected_owner(f->why, f->why->next, p);
        best = won[part] > won[best] ? part : best;
    }
    if (won[best] < 0.75 || won[best] < all / 4)
        return;
    snprintf(text, sizeof text, "About %.1f of these points are in the %s.", won[best],
             mi_board_part_name(best));
    mi_explanation_add(f->why, 0, text);
}

static void report_new_atari(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], name[16];
    int size, before, other = !f->why->player;
    int at = mi_find_chain_by_liberties(&f->better.board_after, other, 1, &size);
    mi_find_chain_by_liberties(&f->why->board, other, 1, &before);
    if (at == MI_NO_POINT || size <= before)
        return;
    mi_write_point_name(&f->better.board_after, at, name);
    snprintf(text, sizeof text, "It puts %s's %d stone%s at %s in atari.", f->opponent_inside, size,
             size > 1 ? "s" : "", name);
    mi_explanation_add(f->why, 0, text);
}

/* ---- pieces that move ---- */

/* Counts the player's moves, and those of the piece on a point. */
static int count_moves(const struct mi_facts *f, const struct mi_picture *picture, int point,
                       int *of_piece)
{
    static const int size = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT;
    char *moves = malloc((size_t)size), *rest = moves, *move;
    int all = 0;
    *of_piece = 0;
    if (moves && miai_legal_moves(f->why->engine, f->why->player, moves, (size_t)size) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            all++;
            *of_piece += mi_picture_point(picture, move) == point;
        }
    free(moves);
    return all;
}

/* Reports the mobility gained by the piece that moves, and by the others. */
static void report_mobility(struct mi_facts *f)
{
    const char *move = f->better.move, *second = move + 1 + strspn(move + 1, "0123456789");
    int from = mi_picture_point(&f->why->board, move),
        to = mi_picture_point(&f->why->board, second);
    char text[MI_FACT_TEXT], sign[4];
    int here, there;
    miai_piece piece;
    if (from < 0 || to < 0 ||
        !miai_piece_of(f->why->board.game, f->why->board.pieces[from], &piece) || !piece.sign)
        return;
    if (strchr(f->better.name, '+'))
        mi_explanation_add(f->why, 0, "It gives check.");
    int all = count_moves(f, &f->why->board, from, &here);
    if (miai_play(f->why->engine, f->why->player, move) != MIAI_OK)
        return;
    int after = count_moves(f, &f->better.board_after, to, &there);
    miai_undo(f->why->engine, 1);
    mi_write_character(piece.sign, sign);
    if (there > here) {
        snprintf(text, sizeof text, "The %s has %d move%s there, instead of %d.", sign, there,
                 there > 1 ? "s" : "", here);
        mi_explanation_add(f->why, 0, text);
    }
    if (after - there > all - here) {
        snprintf(text, sizeof text,
                 "It frees %s's other pieces: they have %d moves, instead of %d.", f->name_inside,
                 after - there, all - here);
        mi_explanation_add(f->why, 0, text);
    }
}

/* ---- discs: connections and rows ---- */

static void report_connection(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    for (int own = 1; own >= 0; own--) {
        int player = own ? f->why->player : !f->why->player;
        int before = mi_count_missing_stones(&f->why->board, player);
        int after = mi_count_missing_stones(&f->better.board_after, player);
        if (before >= MI_UNREACHABLE || after >= MI_UNREACHABLE || before == after)
            continue;
        snprintf(text, sizeof text,
                 "%s's shortest connection then lacks %d stone%s, instead of %d.",
                 own ? f->name : f->opponent, after, after == 1 ? "" : "s", before);
        mi_explanation_add(f->why, 0, text);
    }
}

/* Writes for example "two in a row, open at both ends". */
static void write_row_phrase(int row, int open, char *text, size_t size)
{
    static const char *const numbers[] = {"two", "three", "four", "five"};
    static const char *const ends[] = {", closed at both ends", ", open at one end",
                                       ", open at both ends"};
    snprintf(text, size, "%s in a row%s", numbers[row - 2], ends[open]);
}

static void report_row(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], row[64];
    for (int own = 1; own >= 0; own--) {
        int open = 0, player = own ? f->why->player : !f->why->player;
        int n = mi_row_through(&f->why->board, f->better.point, player, &open);
        if (n < (own ? 2 : 3) || n > 5)
            continue;
        write_row_phrase(n, open, row, sizeof row);
        if (own)
            snprintf(text, sizeof text, "It makes %s.", row);
        else
            snprintf(text, sizeof text, "It keeps %s from %s.", f->opponent_inside, row);
        mi_explanation_add(f->why, 0, text);
    }
}

/* ---- comparison with other moves ---- */

/* Writes for example "Black leads by 3.5"; lead: for the player. */
static void write_lead(const struct mi_facts *f, double lead, bool would, char *text, size_t size)
{
    snprintf(text, size, "%s %s by %.1f", lead < 0 ? f->opponent_inside : f->name_inside,
             would ? "would lead" : "leads", fabs(lead));
}

static double to_player_view(const struct mi_facts *f, double first, double total)
{
    return f->why->player ? total - first : first;
}

/* Reports the value of the turn: the position compared with the one where the opponent is to move.
 */
static void report_value_of_move(struct mi_facts *f)
{
    const struct mi_position_analysis *now = f->why->position, *then = f->why->next;
    char text[MI_FACT_TEXT], leads[2][MI_FACT_NAME + 32];
    if (!then->best[0])
        return;
    if (now->leads && then->leads) {
        double with = to_player_view(f, now->lead, 0), without = to_player_view(f, then->lead, 0);
        write_lead(f, with, false, leads[0], sizeof leads[0]);
        write_lead(f, without, true, leads[1], sizeof leads[1]);
        if (with - without < 0.05)
            return;
        snprintf(text, sizeof text, "It is worth about %.1f points: %s; if %s were to move, %s.",
                 with - without, leads[0], f->opponent_inside, leads[1]);
        mi_explanation_add(f->why, 0, text);
        if (mi_explanation_has_owners(f->why) && f->why->sentences < MAX_SENTENCES)
            report_part_gained(f, with - without);
        return;
    }
    long with = lround(100 * to_player_view(f, now->value, 1)),
         without = lround(100 * to_player_view(f, then->value, 1));
    if (with == without)
        return;
    snprintf(text, sizeof text, "If %s were to move, %s would have %ld%% here, not %ld%%.",
             f->opponent_inside, f->name_inside, without, with);
    mi_explanation_add(f->why, 0, text);
}

static void report_next_best_move(struct mi_facts *f)
{
    const struct mi_alternative *next = &f->why->position->alternatives[0];
    char text[MI_FACT_TEXT], copy[sizeof next->pv], *rest = copy, name[MI_FACT_NAME];
    snprintf(copy, sizeof copy, "%s", next->pv);
    const char *move = mi_next_word(&rest);
    if (!move || strcmp(move, f->better.move) == 0)
        return;
    double less =
        100 * (to_player_view(f, f->why->position->value, 1) - to_player_view(f, next->value, 1));
    if (miai_write_move(f->why->engine, f->why->player, move, name, sizeof name) < 0)
        snprintf(name, sizeof name, "%s", move);
    if (less < 0.5)
        snprintf(text, sizeof text, "%s, the next best, is about as good.", name);
    else
        snprintf(text, sizeof text, "%s, the next best, leaves %.0f%% less.", name, less);
    mi_explanation_add(f->why, 0, text);
}

void mi_explain_quiet_move(struct mi_explanation *why)
{
    struct mi_facts f;
    if (!mi_facts_init(&f, why))
        return;
    bool put = f.better.point != MI_NO_POINT;
    if (mi_explanation_has_chains(why)) {
        report_new_atari(&f);
        mi_facts_add_connection(&f);
        if (mi_explanation_has_owners(why) && why->sentences < MAX_SENTENCES)
            report_safer_chain(&f);
    } else if (put && why->look->sides) {
        report_connection(&f);
    } else if (put && !f.better.turns_discs) {
        report_row(&f);
    } else if (!put) {
        report_mobility(&f);
    }
    if (why->sentences < MAX_SENTENCES &&
        !f.better.turns_discs) /* a second move would turn everything */
        report_value_of_move(&f);
    if (why->sentences < MAX_SENTENCES)
        report_next_best_move(&f);
}
