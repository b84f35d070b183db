/* Effects of a move that the rules show without a search: an immediate win, a defence, a threat, a
 * fork, a corner. */
#include "facts.h"

#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVES_BYTES = MIAI_MAX_LEGAL * MIAI_MOVE_TEXT, MAX_NAMED = 3, LIST_BYTES = 160 };

struct move_report {
    miai_engine *engine;
    int player;
    const char *move;
    struct mi_picture before, after;
    void (*report)(void *context, const char *sentence);
    void *context;
};

static void report_otherwise(const struct move_report *t, const char *sentence)
{
    char text[2 * LIST_BYTES];
    mi_prefix_sentence("Otherwise ", sentence, text, sizeof text);
    t->report(t->context, text);
}

/* ---- wins at once ---- */

static bool wins_at_once(miai_engine *engine, int player, const char *move)
{
    int score;
    if (miai_play(engine, player, move) != MIAI_OK)
        return false;
    bool won = miai_over(engine, &score) && (player ? -score : score) > 0;
    miai_undo(engine, 1);
    return won;
}

/* Finds the moves by which a player would win at once with the move; returns their number and
 * writes the first ones as a list. */
static int find_wins(miai_engine *engine, int player, char list[LIST_BYTES])
{
    char *moves = malloc(MOVES_BYTES), *rest = moves, *move, text[2 * MIAI_MOVE_TEXT];
    int count = 0;
    size_t length = 0;
    list[0] = '\0';
    if (moves && miai_legal_moves(engine, player, moves, MOVES_BYTES) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            if (!wins_at_once(engine, player, move))
                continue;
            if (count++ >= MAX_NAMED)
                continue;
            miai_write_move(engine, player, move, text, sizeof text);
            length += (size_t)snprintf(list + length, LIST_BYTES - length, "%s%s",
                                       count == 1 ? "" : " or ", text);
        }
    free(moves);
    return count;
}

/* True: one side wins at once, and nothing else matters. */
static bool report_wins(const struct move_report *t)
{
    char others[LIST_BYTES], left[LIST_BYTES], mine[LIST_BYTES], text[LIST_BYTES + 80];
    const char *other = t->before.look.players[!t->player];
    if (wins_at_once(t->engine, t->player, t->move)) {
        t->report(t->context, "It wins at once.");
        return true;
    }
    int prevented = find_wins(t->engine, !t->player, others);
    miai_play(t->engine, t->player, t->move);
    int open = find_wins(t->engine, !t->player, left);
    int threats = open > 0 ? 0 : find_wins(t->engine, t->player, mine);
    miai_undo(t->engine, 1);
    if (prevented > 0 && open == 0) {
        snprintf(text, sizeof text, "%s wins at once by %s.", other, others);
        report_otherwise(t, text);
    }
    if (threats > 0) {
        snprintf(text, sizeof text, "It threatens to win by %s%s.", mine,
                 threats > 1 ? ", a double threat" : "");
        t->report(t->context, text);
    }
    return prevented > 0 && open == 0;
}

/* ---- exchanges on a square, least valuable piece first (Reul 2010) ---- */

bool mi_parse_squares(const struct mi_picture *picture, const char *move, int *from, int *to)
{
    const char *second = move + 1 + (*move ? strspn(move + 1, "0123456789") : 0);
    *from = mi_picture_point(picture, move);
    *to = mi_picture_point(picture, second);
    return *from >= 0 && *to >= 0;
}

static int piece_value_at(const struct mi_picture *picture, int point)
{
    miai_piece piece;
    return miai_piece_of(picture->game, picture->pieces[point], &piece) ? mi_piece_value(piece.sign)
                                                                        : 0;
}

bool mi_find_cheapest_capture(miai_engine *engine, int point, char capture[MIAI_MOVE_TEXT])
{
    struct mi_picture picture;
    char *moves = malloc(MOVES_BYTES), *rest = moves, *move;
    int from, to, lowest_value = MI_NO_POINT;
    mi_picture_read_board(engine, &picture);
    if (moves && miai_legal_moves(engine, MIAI_TURN, moves, MOVES_BYTES) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            if (!mi_parse_squares(&picture, move, &from, &to) || to != point)
                continue;
            if (lowest_value != MI_NO_POINT && piece_value_at(&picture, from) >= lowest_value)
                continue;
            lowest_value = piece_value_at(&picture, from);
            snprintf(capture, MIAI_MOVE_TEXT, "%s", move);
        }
    free(moves);
    return lowest_value != MI_NO_POINT;
}

/* What the side to move wins by capturing on the point, if that pays; 0 otherwise. */
static int exchange_value(miai_engine *engine, int point)
{
    struct mi_picture picture;
    char capture[MIAI_MOVE_TEXT];
    mi_picture_read_board(engine, &picture);
    if (!mi_find_cheapest_capture(engine, point, capture) ||
        miai_play(engine, MIAI_TURN, capture) != MIAI_OK)
        return 0;
    int gain = piece_value_at(&picture, point) - exchange_value(engine, point);
    miai_undo(engine, 1);
    return gain > 0 ? gain : 0;
}

int mi_play_exchange(miai_engine *engine, int point)
{
    char capture[MIAI_MOVE_TEXT];
    int made = 0;
    while (exchange_value(engine, point) > 0 && mi_find_cheapest_capture(engine, point, capture) &&
           miai_play(engine, MIAI_TURN, capture) == MIAI_OK)
        made++;
    return made;
}

/* ---- forks ---- */

/* Would the piece that has moved gain by this capture? */
static bool capture_pays(const struct move_report *t, const char *capture, int from, int to)
{
    miai_piece moved_piece, victim;
    char answer[MIAI_MOVE_TEXT];
    if (!miai_piece_of(t->after.game, t->after.pieces[from], &moved_piece) ||
        !miai_piece_of(t->after.game, t->after.pieces[to], &victim) || victim.player == t->player)
        return false;
    int gain = mi_piece_value(victim.sign) - mi_piece_value(moved_piece.sign);
    if (gain > 0 || miai_play(t->engine, t->player, capture) != MIAI_OK)
        return gain > 0;
    bool undefended = !mi_find_cheapest_capture(t->engine, to, answer);
    miai_undo(t->engine, 1);
    return undefended;
}

/* Lists the pieces that the piece which moves to `here` would gain by capturing, in the position
 * after the move. */
static int list_paying_captures(const struct move_report *t, int here, char *list, size_t size)
{
    char *moves = malloc(MOVES_BYTES), *rest = moves, *move;
    int from, to, count = 0, last = MI_NO_POINT;
    size_t length = 0;
    miai_piece piece;
    if (moves && miai_legal_moves(t->engine, t->player, moves, MOVES_BYTES) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            /* A capture that promotes is listed once for each piece: the moves follow each other.
             */
            if (!mi_parse_squares(&t->after, move, &from, &to) || from != here || to == last ||
                !capture_pays(t, move, from, to) || length + 16 > size)
                continue;
            last = to;
            miai_piece_of(t->after.game, t->after.pieces[to], &piece);
            length += (size_t)snprintf(list + length, size - length, "%s", count ? " and " : "");
            length += mi_write_character(piece.sign, list + length);
            count++;
        }
    free(moves);
    return count;
}

/* For games with pieces that move. */
static int list_attacked(struct move_report *t, char *list, size_t size)
{
    int from, here, count = 0;
    *list = '\0';
    if (!mi_parse_squares(&t->before, t->move, &from, &here) ||
        miai_play(t->engine, t->player, t->move) != MIAI_OK)
        return 0;
    if (mi_picture_read_board(t->engine, &t->after))
        count = list_paying_captures(t, here, list, size);
    miai_undo(t->engine, 1);
    return count;
}

int mi_list_attacked(miai_engine *engine, const char *move, char *list, size_t size)
{
    struct move_report t = {.engine = engine, .player = miai_turn(engine), .move = move};
    *list = '\0';
    return mi_picture_read_board(engine, &t.before) ? list_attacked(&t, list, size) : 0;
}

static void report_forks(struct move_report *t)
{
    char list[LIST_BYTES], text[LIST_BYTES + 48];
    int count = list_attacked(t, list, sizeof list);
    snprintf(text, sizeof text, "It attacks %s%s", list, count > 1 ? " at once: a fork." : ".");
    if (count > 0)
        t->report(t->context, text);
}

/* ---- corners ---- */

static bool names_corner(const struct mi_picture *picture, const char *move)
{
    int point = mi_picture_point(picture, move);
    return point >= 0 && mi_picture_is_corner(picture, point);
}

/* Does the move turn the opponent's discs?  Swapping sides does not. */
static bool turns_discs(struct move_report *t)
{
    miai_piece was, is;
    bool turned = false;
    if (mi_picture_point(&t->before, t->move) < 0 ||
        miai_play(t->engine, t->player, t->move) != MIAI_OK)
        return false;
    mi_picture_read_board(t->engine, &t->after);
    miai_undo(t->engine, 1);
    for (int p = 0; t->before.pieces[p] && !turned; p++)
        turned = miai_piece_of(t->before.game, t->before.pieces[p], &was) &&
                 miai_piece_of(t->before.game, t->after.pieces[p], &is) && was.player != is.player;
    return turned;
}

/* Counts the opponent's moves after a move. */
static int count_opponent_moves(const struct move_report *t, const char *move)
{
    struct mi_reply_counts answers = {0};
    if (miai_play(t->engine, t->player, move) == MIAI_OK) {
        mi_count_replies(t->engine, &t->before, &answers);
        miai_undo(t->engine, 1);
    }
    return answers.moves;
}

/* In games that turn discs mobility matters: a player with few moves has to make bad ones. */
static void report_opponent_mobility(const struct move_report *t)
{
    char *moves = malloc(MOVES_BYTES), *rest = moves, *move, text[LIST_BYTES];
    int count = count_opponent_moves(t, t->move), lowest = count, highest = count;
    if (moves && miai_legal_moves(t->engine, t->player, moves, MOVES_BYTES) > 0)
        while ((move = mi_next_word(&rest)) != NULL) {
            int other = count_opponent_moves(t, move);
            lowest = other < lowest ? other : lowest;
            highest = other > highest ? other : highest;
        }
    free(moves);
    snprintf(text, sizeof text, "It leaves %d move%s to %s", count, count == 1 ? "" : "s",
             t->before.look.players[!t->player]);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length,
             lowest < highest ? "; other moves leave %d to %d." : ".", lowest, highest);
    if (lowest < highest)
        t->report(t->context, text);
}

/* Discs turned by the last move stay. */
static void report_fields_left(const struct move_report *t)
{
    enum { MAX_FIELDS_LEFT = 16 };
    char text[LIST_BYTES];
    int empty = -1; /* not counting this move's point */
    for (const char *p = t->before.pieces; *p; p++)
        empty += *p == '.';
    if (empty < 1 || empty > MAX_FIELDS_LEFT)
        return;
    snprintf(text, sizeof text, "Then %d field%s left; if nobody passes, %s makes the last move.",
             empty, empty == 1 ? " is" : "s are",
             t->before.look.players[empty % 2 ? !t->player : t->player]);
    t->report(t->context, text);
}

static void report_disc_turns(struct move_report *t, const char *answer)
{
    char text[LIST_BYTES];
    if (names_corner(&t->before, t->move)) {
        snprintf(text, sizeof text, "It takes the corner %.8s.", t->move);
        t->report(t->context, text);
    }
    if (names_corner(&t->before, answer)) {
        snprintf(text, sizeof text, "%s takes the corner %.8s.", t->before.look.players[!t->player],
                 answer);
        report_otherwise(t, text);
    }
    report_opponent_mobility(t);
    report_fields_left(t);
}

bool mi_explain_threats(miai_engine *engine, const char *move, const char *answer,
                        void (*report)(void *context, const char *sentence), void *context)
{
    struct move_report t = {.engine = engine,
                            .player = miai_turn(engine),
                            .move = move,
                            .report = report,
                            .context = context};
    miai_piece piece;
    if (!mi_picture_read_board(engine, &t.before))
        return false;
    if (!mi_game_is_scored_by_points(engine) && report_wins(&t))
        return true;
    const miai_piece *pieces = t.before.look.pieces;
    if (pieces && miai_piece_of(t.before.game, pieces->letter, &piece) && piece.sign)
        report_forks(&t);
    else if (turns_discs(&t))
        report_disc_turns(&t, answer);
    return false;
}
