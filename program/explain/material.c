/* Explains moves by the pieces that they win or lose, in games with pieces that move.  A line of
 * play is followed until what it wins is settled; the first move of the side that wins is named,
 * with what it attacks, and the moves up to there. */
#include "facts.h"

#include "base/text.h"
#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

enum {
    LETTER_COUNT = 128,
    GLYPH_BYTES = 64,
    WALK_PLIES = 12, /* followed */
    SETTLED_BY = 6,  /* plies by which it is won: a later gain is no reason for the move */
    FEW_PAWNS = 2,   /* a gain of at most so much is named only if it is immediate */
    SOON = 3,        /* plies until then */
    SENTENCE_BYTES = 320,
    GAIN_BYTES = 3 * SENTENCE_BYTES /* what a line wins, and its moves */
};

/* The pieces counted below must account for this share of the change in score. */
static const double MIN_SHARE_OF_SCORE = 0.35;
static const double MOST_OF_GAIN = 0.7;

/* A line of play and, after each of its plies, the pieces that are gone: by letter, compared with
 * the start, exchanges on the last square played out. */
struct material_walk {
    int plies;
    int gone[WALK_PLIES + 1][LETTER_COUNT];
    char name[WALK_PLIES][2 * MIAI_MOVE_TEXT], move[WALK_PLIES][MIAI_MOVE_TEXT];
};

/* What a side wins by a line, in all after `ply` plies. */
struct material_gain {
    int value, ply;
    char won[GLYPH_BYTES], lost[GLYPH_BYTES];
};

int mi_piece_value(unsigned sign)
{
    static const int values[] = {0, 9, 5, 3, 3, 1}; /* king, queen, rook ... in Unicode order */
    return sign >= 0x2654 && sign <= 0x265F ? values[(sign - 0x2654) % 6] : 1;
}

size_t mi_write_character(unsigned sign, char *text)
{
    size_t n = mi_utf8_write(sign, text);
    text[n] = '\0';
    return n;
}

/* ---- following a line ---- */

static void count_gone(const struct mi_explanation *w, const struct mi_picture *now, int gone[])
{
    for (const char *p = w->board.pieces; *p; p++)
        gone[*p & (LETTER_COUNT - 1)]++;
    for (const char *p = now->pieces; *p; p++)
        gone[*p & (LETTER_COUNT - 1)]--;
}

/* Counts the pieces that are gone in the engine's position, once the exchange on a square is over.
 */
static void count_after_exchange(const struct mi_explanation *w, int square, int gone[])
{
    struct mi_picture now;
    int made = mi_play_exchange(w->engine, square);
    mi_picture_read_board(w->engine, &now);
    count_gone(w, &now, gone);
    miai_undo(w->engine, made);
}

/* Follows a line from the current position, which is the same afterwards. */
static void walk_line(const struct mi_explanation *w, int player, const char *line,
                      struct material_walk *walk)
{
    char copy[MIAI_MOVE_TEXT + 1 + MI_ANALYSIS_PV], *rest = copy, *move;
    int from, to;
    snprintf(copy, sizeof copy, "%s", line);
    *walk = (struct material_walk){0};
    while (walk->plies < WALK_PLIES && (move = mi_next_word(&rest)) != NULL) {
        int side = walk->plies ? MIAI_TURN : player, ply = walk->plies;
        if (miai_write_move(w->engine, side, move, walk->name[ply], sizeof walk->name[ply]) < 0 ||
            !mi_parse_squares(&w->board, move, &from, &to) ||
            miai_play(w->engine, side, move) != MIAI_OK)
            break;
        snprintf(walk->move[ply], sizeof walk->move[ply], "%s", move);
        walk->plies++;
        count_after_exchange(w, to, walk->gone[walk->plies]);
    }
    miai_undo(w->engine, walk->plies);
}

/* ---- the net of the captures ---- */

/* Corrects for promotions: new pieces of other kinds came from the most numerous kind. */
static void discount_promotions(const struct mi_explanation *w, int player, int gone[])
{
    int standing[LETTER_COUNT] = {0}, commonest = 0;
    miai_piece piece;
    for (const char *p = w->board.pieces; *p; p++)
        standing[*p & (LETTER_COUNT - 1)]++;
    for (int c = 1; c < LETTER_COUNT; c++)
        if (standing[c] > standing[commonest] && miai_piece_of(w->board.game, (char)c, &piece) &&
            piece.player == player)
            commonest = c;
    for (int c = 1; c < LETTER_COUNT; c++)
        if (gone[c] < 0 && miai_piece_of(w->board.game, (char)c, &piece) && piece.player == player)
            gone[commonest] += gone[c];
}

/* Takes pieces of equal value off both sides: a queen for a queen, a knight for a bishop. */
static void cancel_exchanged(const struct mi_explanation *w, int gone[])
{
    miai_piece one, other;
    for (int c = 1; c < LETTER_COUNT; c++)
        for (int d = 1; d < LETTER_COUNT; d++) {
            if (!miai_piece_of(w->board.game, (char)c, &one) || one.player != 0 || !one.sign ||
                !miai_piece_of(w->board.game, (char)d, &other) || other.player != 1 ||
                mi_piece_value(one.sign) != mi_piece_value(other.sign))
                continue;
            int exchanged = gone[c] < gone[d] ? gone[c] : gone[d];
            gone[c] -= exchanged > 0 ? exchanged : 0;
            gone[d] -= exchanged > 0 ? exchanged : 0;
        }
}

/* Lists a player's pieces that are gone; returns their value. */
static int list_gone(const struct mi_explanation *w, const int gone[], int player,
                     char text[GLYPH_BYTES])
{
    int value = 0;
    size_t length = 0;
    miai_piece piece;
    *text = '\0';
    for (int c = LETTER_COUNT - 1; c > 0; c--)
        if (miai_piece_of(w->board.game, (char)c, &piece) && piece.player == player && piece.sign)
            for (int i = 0; i < gone[c] && length + 4 < GLYPH_BYTES; i++) {
                length += mi_write_character(piece.sign, text + length);
                value += mi_piece_value(piece.sign);
            }
    return value;
}

static struct material_gain gain_after(const struct mi_explanation *w,
                                       const struct material_walk *walk, int gainer, int ply)
{
    struct material_gain gain = {.ply = ply};
    int gone[LETTER_COUNT];
    memcpy(gone, walk->gone[ply], sizeof gone);
    for (int player = 0; player < 2; player++)
        discount_promotions(w, player, gone);
    cancel_exchanged(w, gone);
    gain.value = list_gone(w, gone, !gainer, gain.won) - list_gone(w, gone, gainer, gain.lost);
    return gain;
}

/* Finds what the gainer keeps of a line whose ply `first` it makes.  What is kept from a ply on is
 * the least that is won from there to the end; the first ply that keeps most of what the best one
 * keeps is what the move is about.  Later plies are not followed: they are less certain. */
static struct material_gain settled_gain(const struct mi_explanation *w,
                                         const struct material_walk *walk, int gainer, int first)
{
    struct material_gain kept[SETTLED_BY + 1] = {{.value = 0}};
    int count = walk->plies - first < SETTLED_BY ? walk->plies - first : SETTLED_BY, most = 0, i;
    for (i = count; i > 0; i--) {
        kept[i] = gain_after(w, walk, gainer, first + i);
        if (i < count && kept[i + 1].value < kept[i].value)
            kept[i] = kept[i + 1];
        most = kept[i].value > most ? kept[i].value : most;
    }
    for (i = 1; i < count && kept[i].value < MOST_OF_GAIN * most; i++)
        continue;
    return kept[i];
}

/* ---- sentences ---- */

/* Does the next move of the line capture the piece that has just moved? */
static bool is_recaptured(const struct mi_explanation *w, const struct material_walk *walk, int ply)
{
    int from, to, next_from, next_to;
    return ply + 1 < walk->plies && mi_parse_squares(&w->board, walk->move[ply], &from, &to) &&
           mi_parse_squares(&w->board, walk->move[ply + 1], &next_from, &next_to) && to == next_to;
}

/* Writes what the move at ply `first` attacks: " gives check and", or " attacks ♜ and ♝ at once
 * and"; "" if the piece is captured in turn. */
static void write_attack(const struct mi_explanation *w, const struct material_walk *walk,
                         int first, char text[SENTENCE_BYTES])
{
    char targets[GLYPH_BYTES];
    bool check = strchr(walk->name[first], '+') != NULL;
    int made = 0, count;
    *text = '\0';
    if (is_recaptured(w, walk, first))
        return;
    for (; made < first; made++)
        miai_play(w->engine, made ? MIAI_TURN : w->player, walk->move[made]);
    count = mi_list_attacked(w->engine, walk->move[first], targets, sizeof targets);
    miai_undo(w->engine, made);
    if (check)
        snprintf(text, SENTENCE_BYTES, " gives check and");
    else if (count > 1)
        snprintf(text, SENTENCE_BYTES, " attacks %s at once and", targets);
}

/* The end of the moves that show how ply `first` wins the gain: after the last capture; if there
 * is none yet, after the next one. */
static int end_of_captures(const struct material_walk *walk, int first, int ply)
{
    int end = ply;
    while (end > first && !strchr(walk->name[end - 1], 'x'))
        end--;
    if (end == first && ply < walk->plies && strchr(walk->name[ply], 'x'))
        return ply + 1;
    return end > first ? end : first + 1;
}

/* Writes the moves of a line up to a ply. */
static void write_moves(const struct material_walk *walk, int first, int end,
                        char text[SENTENCE_BYTES])
{
    size_t length = 0;
    *text = '\0';
    for (int i = first; i < end && length + sizeof walk->name[i] + 4 < SENTENCE_BYTES; i++)
        length += (size_t)snprintf(text + length, SENTENCE_BYTES - length, "%s%s",
                                   i == first ? ": " : " ", walk->name[i]);
}

/* Writes what ply `first` of the line wins, without the move's name: " takes ♝." or
 * " gives check and wins ♜ for ♘: Nc7+ Ke7 Nxa8 Bd6." */
static void write_gain(const struct mi_explanation *w, const struct material_walk *walk, int first,
                       const struct material_gain *gain, char text[GAIN_BYTES])
{
    char how[SENTENCE_BYTES] = "", moves[SENTENCE_BYTES] = "";
    int end = end_of_captures(walk, first, gain->ply);
    if (end == first + 1 && !*gain->lost && strchr(walk->name[first], 'x')) {
        snprintf(text, GAIN_BYTES, " takes %s.", gain->won);
        return;
    }
    if (w->move)
        write_attack(w, walk, first, how);
    if (end > first + 1)
        write_moves(walk, first, end, moves);
    snprintf(text, GAIN_BYTES, "%s wins %s%s%s%s.", how, gain->won, *gain->lost ? " for " : "",
             gain->lost, moves);
}

/* Is the gain worth a sentence?  A pawn or two that fall after a long line say little about a move.
 */
static bool is_worth_saying(const struct material_walk *walk, int first,
                            const struct material_gain *gain)
{
    int end = end_of_captures(walk, first, gain->ply);
    if (gain->value <= 0)
        return false;
    return gain->value > FEW_PAWNS || (end <= first + SOON && strchr(walk->name[end - 1], 'x'));
}

/* The opponent's gain in the other position: "The answer Nc7+ wins ♜ ...". */
static void report_loss(struct mi_explanation *w, const struct material_walk *made,
                        const struct material_gain *gain)
{
    char what[GAIN_BYTES], text[GAIN_BYTES + SENTENCE_BYTES];
    int first = w->move ? 1 : 0;
    write_gain(w, made, first, gain, what);
    snprintf(text, sizeof text, "%s%s%s", w->move ? "The answer " : "Otherwise ", made->name[first],
             what);
    mi_explanation_add(w, MI_MISTAKE_MATERIAL, text);
}

/* The gain of the best move: "Better was axb4, which takes ♞." or "It takes ♞." */
static void report_missed(struct mi_explanation *w, const struct material_walk *best,
                          const struct material_gain *gain)
{
    char what[GAIN_BYTES], text[GAIN_BYTES + SENTENCE_BYTES];
    write_gain(w, best, 0, gain, what);
    if (w->move)
        snprintf(text, sizeof text, "Better was %s, which%s", best->name[0], what);
    else
        snprintf(text, sizeof text, "It%s", what);
    mi_explanation_add(w, MI_MISTAKE_MISSED_MATERIAL, text);
}

/* Is the difference in pieces about what the scores say?  If not, the move was good or bad for
 * another reason, or the lines end too early. */
static bool agrees_with_scores(const struct mi_explanation *w, int difference)
{
    const struct mi_position_analysis *now = w->position, *then = w->next;
    if (!w->move || !now->scored || !then->scored || now->mate || then->mate)
        return true;
    double change = (now->score - then->score) / (double)MIAI_POINT_SCORE;
    double lost = w->player ? -change : change;
    return difference >= MIN_SHARE_OF_SCORE * lost && difference <= 2 * lost + 2;
}

void mi_explain_material(struct mi_explanation *w)
{
    struct material_walk *made = malloc(sizeof *made), *best = malloc(sizeof *best);
    char line[MIAI_MOVE_TEXT + 1 + MI_ANALYSIS_PV];
    if (made && best) {
        snprintf(line, sizeof line, "%s%s%s", w->move ? w->move : "", w->move ? " " : "",
                 w->next->pv);
        walk_line(w, w->move ? w->player : !w->player, line, made);
        walk_line(w, w->player, w->position->pv, best);
        struct material_gain loss = settled_gain(w, made, !w->player, w->move ? 1 : 0),
                             gain = settled_gain(w, best, w->player, 0);
        bool agrees = agrees_with_scores(w, loss.value + gain.value);
        if (agrees && is_worth_saying(made, w->move ? 1 : 0, &loss) && -loss.value < gain.value)
            report_loss(w, made, &loss);
        if (agrees && is_worth_saying(best, 0, &gain) && (-loss.value < gain.value || !w->move))
            report_missed(w, best, &gain);
    }
    free(made);
    free(best);
}
