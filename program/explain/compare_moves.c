/* Explains mistakes that lose no piece and no group: facts about the move played and the better
 * one that can be counted on the board or that the searches found.  Each is true, but need not
 * be the reason, so at most two are reported, the most important first. */
#include "facts.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_FACTS = 2, MIN_ATARI = 2 };

/* The share of the points lost that the largest loss must account for, and at most. */
static const double MIN_SHARE = 0.5, MAX_SHARE = 1.6;
/* The points that a move must have lost to be explained by points, for each point of the board: 2
 * on 19x19.  Below that the mistake is something else. */
static const double MIN_WORTH = 0.0055;

bool mi_facts_at_limit(const struct mi_facts *f)
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

static void compare_boards(const struct mi_explanation *w, struct mi_tried_move *tried)
{
    tried->point = MI_NO_POINT;
    for (int i = 0; tried->board_after.pieces[i]; i++) {
        bool mine =
            mi_player_at(&tried->board_after, i) == w->player && is_disc(&tried->board_after, i);
        if (mine && w->board.pieces[i] == '.')
            tried->point = tried->point == MI_NO_POINT ? i : MI_UNREACHABLE;
        tried->turns_discs |= mine && mi_player_at(&w->board, i) == !w->player;
    }
    tried->point = tried->point == MI_UNREACHABLE ? MI_NO_POINT : tried->point;
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

bool mi_facts_try_move(const struct mi_explanation *w, const char *move,
                       struct mi_tried_move *tried)
{
    *tried = (struct mi_tried_move){.point = MI_NO_POINT};
    snprintf(tried->move, sizeof tried->move, "%s", move);
    if (miai_write_move(w->engine, w->player, move, tried->name, sizeof tried->name) < 0)
        snprintf(tried->name, sizeof tried->name, "%s", move);
    if (miai_play(w->engine, w->player, move) != MIAI_OK)
        return false;
    bool seen = mi_picture_read_board(w->engine, &tried->board_after);
    if (seen)
        compare_boards(w, tried);
    if (seen && tried->turns_discs)
        mi_count_replies(w->engine, &tried->board_after, &tried->answers);
    miai_undo(w->engine, 1);
    return seen;
}

static void find_best_reply(struct mi_facts *f)
{
    struct mi_explanation *w = f->why;
    const char *answer = f->why->next->best;
    f->same_answer = f->better.point != MI_NO_POINT && strcmp(answer, f->better.move) == 0;
    if (!*answer || miai_play(w->engine, w->player, f->played.move) != MIAI_OK)
        return;
    if (miai_write_move(w->engine, MIAI_TURN, answer, f->answer, sizeof f->answer) < 0)
        snprintf(f->answer, sizeof f->answer, "%s", answer);
    miai_undo(w->engine, 1);
}

/* ---- both players want the same point ---- */

static void report_same_answer(struct mi_facts *f)
{
    char text[MI_FACT_TEXT];
    if (!f->same_answer || f->why->kinds & MI_MISTAKE_WRONG_PART)
        return; /* the latter says so as well */
    snprintf(text, sizeof text, "%s is now also %s's best move.", f->better.name,
             f->opponent_inside);
    mi_explanation_add(f->why, 0, text);
}

/* ---- chains: liberties and connections ---- */

static int count_liberties(const struct mi_picture *picture, const int *chain, int size)
{
    bool counted[MIAI_MAX_POINTS] = {false};
    int neighbours[4], sum = 0;
    for (int i = 0; i < size; i++)
        for (int d = mi_list_neighbours(picture->width, picture->height, chain[i], neighbours);
             d-- > 0;)
            if (picture->pieces[neighbours[d]] == '.' && !counted[neighbours[d]]) {
                counted[neighbours[d]] = true;
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

/* Reports a chain that one of the two moves puts or leaves in atari. */
static void compare_atari(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], name[16];
    int size, there, by_better;
    int mine = mi_find_chain_by_liberties(&f->played.board_after, f->why->player, 1, &size);
    mi_find_chain_by_liberties(&f->better.board_after, f->why->player, 1, &by_better);
    if (mine != MI_NO_POINT && size > by_better && size >= MIN_ATARI) {
        mi_write_point_name(&f->played.board_after, mine, name);
        snprintf(text, sizeof text, "%s's %d stone%s at %s %s left in atari, with one liberty.",
                 f->name, size, size > 1 ? "s" : "", name, size > 1 ? "are" : "is");
        mi_explanation_add(f->why, 0, text);
        return;
    }
    mi_find_chain_by_liberties(&f->played.board_after, !f->why->player, 1, &there);
    mine = mi_find_chain_by_liberties(&f->better.board_after, !f->why->player, 1, &size);
    if (mine == MI_NO_POINT || size <= there || size < MIN_ATARI)
        return;
    mi_write_point_name(&f->better.board_after, mine, name);
    snprintf(text, sizeof text, "%s puts %s's %d stone%s at %s in atari.", f->better.name,
             f->opponent_inside, size, size > 1 ? "s" : "", name);
    mi_explanation_add(f->why, 0, text);
}

/* Finds two chains of a player adjacent to the better move; beside: one stone of each.  False:
 * there are fewer. */
static bool find_separate_chains(const struct mi_facts *f, int player, int adjacent_stones[2])
{
    const struct mi_picture *before = &f->why->board;
    bool seen[MIAI_MAX_POINTS] = {false};
    int chain[MIAI_MAX_POINTS], neighbours[4], n = 0;
    for (int d = mi_list_neighbours(before->width, before->height, f->better.point, neighbours);
         d-- > 0;)
        if (mi_player_at(before, neighbours[d]) == player && !seen[neighbours[d]]) {
            mi_collect_chain(before, neighbours[d], seen, chain);
            if (n < 2)
                adjacent_stones[n] = neighbours[d];
            n++;
        }
    return n >= 2;
}

void mi_facts_add_connection(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], a[16], b[16];
    int adjacent_stones[2];
    if (f->better.point == MI_NO_POINT || (f->why->move && !f->same_answer))
        return; /* a point that the opponent does not want is not about connections */
    bool joins = find_separate_chains(f, f->why->player, adjacent_stones);
    if (!joins && !find_separate_chains(f, !f->why->player, adjacent_stones))
        return;
    mi_write_point_name(&f->why->board, adjacent_stones[0], a);
    mi_write_point_name(&f->why->board, adjacent_stones[1], b);
    if (joins)
        snprintf(text, sizeof text, "%s joins %s's stones at %s and %s.", f->better.name,
                 f->name_inside, a, b);
    else
        snprintf(text, sizeof text, "%s is the point between %s's stones at %s and %s.",
                 f->better.name, f->opponent_inside, a, b);
    mi_explanation_add(f->why, 0, text);
}

/* ---- points ---- */

static bool is_worth_points(const struct mi_facts *f)
{
    const struct mi_picture *board = &f->why->board;
    return f->position->points_lost >= board->width * board->height * MIN_WORTH;
}

static void report_larger_part(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], places[2][MI_PLACE_BYTES];
    const struct mi_picture *before = &f->why->board;
    if (!is_worth_points(f) || f->better.point == MI_NO_POINT || f->played.point == MI_NO_POINT)
        return;
    int there = mi_board_part(before, f->better.point),
        here = mi_board_part(before, f->played.point);
    if (there == here)
        return;
    snprintf(text, sizeof text, "%s %s%s is worth %.1f points more than %s %s.", f->better.name,
             mi_board_part_phrase(there, places[0]), f->same_answer ? ", which both want," : "",
             f->position->points_lost, f->played.name, mi_board_part_phrase(here, places[1]));
    mi_explanation_add(f->why, MI_MISTAKE_WRONG_PART, text);
}

/* Reports the part of the board with the largest loss, also if it is less than MIN_AREA_LOSS of
 * explain.c. */
static void report_largest_loss(struct mi_facts *f)
{
    char text[MI_FACT_TEXT], place[MI_PLACE_BYTES];
    double lost[9] = {0};
    int worst = 0;
    if (!mi_explanation_has_owners(f->why) || !is_worth_points(f))
        return;
    for (int p = 0; f->why->board.pieces[p]; p++) {
        int part = mi_board_part(&f->why->board, p);
        lost[part] +=
            mi_expected_owner(f->why, f->position, p) - mi_expected_owner(f->why, f->why->next, p);
        worst = lost[part] > lost[worst] ? part : worst;
    }
    bool there = mi_touches_part(&f->why->board, worst, f->better.point);
    bool answered =
        mi_touches_part(&f->why->board, worst, mi_point_of_vertex(&f->why->board, f->answer));
    double loss = f->position->points_lost;
    if (lost[worst] < 0.75 || lost[worst] < MIN_SHARE * loss ||
        lost[worst] > MAX_SHARE * loss + 1 || (!there && (f->why->sentences > 0 || !answered)))
        return;
    snprintf(text, sizeof text, "The largest loss is %s: about %.1f points.",
             mi_board_part_phrase(worst, place), lost[worst]);
    mi_explanation_add(f->why, 0, text);
}

/* ---- any game ---- */

static void explain_by_points(struct mi_facts *f)
{
    void (*const facts[])(struct mi_facts *) = {report_larger_part, report_same_answer,
                                                report_largest_loss, compare_atari,
                                                mi_facts_add_connection};
    for (size_t i = 0; i < sizeof facts / sizeof *facts && !mi_facts_at_limit(f); i++)
        facts[i](f);
}

/* Does the move put a disc on the point it names? */
static bool puts_named_disc(const struct mi_facts *f, const struct mi_tried_move *tried)
{
    return tried->point != MI_NO_POINT &&
           mi_point_of_vertex(&f->why->board, tried->move) == tried->point;
}

static void explain_by_board(struct mi_facts *f)
{
    bool put = puts_named_disc(f, &f->played) && puts_named_disc(f, &f->better);
    if (put && f->played.turns_discs && f->better.turns_discs)
        mi_facts_add_mobility(f);
    else if (put && f->why->look->sides)
        mi_facts_add_paths(f);
    else if (put)
        mi_facts_add_rows(f);
    if (put && !mi_facts_at_limit(f) && !f->played.turns_discs)
        report_same_answer(f);
}

/* Lower-cases "The" for use within a sentence: "the first player"; "Black" stays. */
static void write_name_inside(const char *name, char inside[MI_FACT_NAME])
{
    snprintf(inside, MI_FACT_NAME, "%s", name);
    if (strncmp(name, "The ", 4) == 0)
        inside[0] = 't';
}

bool mi_facts_init(struct mi_facts *facts, struct mi_explanation *why)
{
    *facts = (struct mi_facts){.why = why,
                               .position = why->position,
                               .name = why->look->players[why->player],
                               .opponent = why->look->players[!why->player]};
    write_name_inside(facts->name, facts->name_inside);
    write_name_inside(facts->opponent, facts->opponent_inside);
    return facts->position->best[0] &&
           mi_facts_try_move(why, facts->position->best, &facts->better);
}

void mi_explain_mistake(struct mi_explanation *why)
{
    struct mi_facts f;
    if (!mi_facts_init(&f, why) || !mi_facts_try_move(why, why->move, &f.played))
        return;
    find_best_reply(&f);
    if (mi_explanation_has_chains(why))
        explain_by_points(&f);
    else
        explain_by_board(&f); /* says nothing rather than what is true of any move */
}
