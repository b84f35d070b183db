/* Explains mistakes and best moves by what was measured: proven ends, captures in the lines of
 * play, and the owners of points with and without the move. */
#include "facts.h"

#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <string.h>

enum { SENTENCE_BYTES = 416 };

const char *const mi_mistake_names[MI_MISTAKE_KINDS] = {
    "missed forced wins", "forced wins allowed", "pieces lost",           "groups lost",
    "areas lost",         "pieces not won",      "larger moves elsewhere"};

void mi_explanation_add(struct mi_explanation *w, int kind, const char *sentence)
{
    w->report(w->context, sentence);
    w->sentences++;
    w->kinds |= kind;
}

void mi_prefix_sentence(const char *words, const char *sentence, char *text, size_t size)
{
    bool article = strncmp(sentence, "The ", 4) == 0;
    snprintf(text, size, "%s%c%s", words, article ? 't' : sentence[0], sentence + 1);
}

/* Reports a consequence in the other position: of the move played, or of not playing the best
 * move ("Otherwise ..."). */
static void report_alternative(struct mi_explanation *w, int kind, const char *sentence)
{
    char text[SENTENCE_BYTES];
    mi_prefix_sentence("Otherwise ", sentence, text, sizeof text);
    mi_explanation_add(w, kind, w->move ? sentence : text);
}

static const char *explained_player_name(const struct mi_explanation *w, int player)
{
    return w->look->players[player];
}

/* ---- proven ends ---- */

/* Writes the first move of a forced win as ": Qxf7#": the best move of the position, or the answer
 * to the move played; "" if it is not known. */
static void write_first_move(const struct mi_explanation *w, bool answer, char text[48])
{
    const char *move = answer ? w->next->best : w->position->best;
    char name[2 * MIAI_MOVE_TEXT];
    bool played = answer && w->move && miai_play(w->engine, w->player, w->move) == MIAI_OK;
    int side = answer ? !w->player : w->player;
    *text = '\0';
    if (*move && miai_write_move(w->engine, side, move, name, sizeof name) > 0)
        snprintf(text, 48, ": %.40s", name);
    miai_undo(w->engine, played);
}

static void write_forced_end(const struct mi_explanation *w, const char *wins, int player,
                             int plies, const char *first_move, char text[160])
{
    if (plies > 2) /* proven, but a faster win may exist */
        snprintf(text, 160, "%s %s by force in at most %d moves%s.",
                 explained_player_name(w, player), wins, (plies + 1) / 2, first_move);
    else
        snprintf(text, 160, "%s %s by force in 1 move%s.", explained_player_name(w, player), wins,
                 first_move);
}

static void report_proven_ends(struct mi_explanation *w)
{
    int sign = w->player ? -1 : 1, missed = sign * w->position->mate,
        allowed = -sign * w->next->mate;
    char text[200], end[160], first[48];
    if (missed > 0 && (!w->move || sign * w->next->mate <= 0)) {
        write_first_move(w, false, first);
        write_forced_end(w, w->move ? "had a win" : "wins", w->player, missed, w->move ? first : "",
                         text);
        mi_explanation_add(w, MI_MISTAKE_MISSED_WIN, text);
    }
    if (allowed > 0 && missed >= 0) {
        write_first_move(w, true, first);
        write_forced_end(w, w->move ? "now wins" : "wins", !w->player, allowed, first, text);
        report_alternative(w, MI_MISTAKE_ALLOWED_WIN, text);
    }
    if (missed < 0 && !w->move) {
        write_forced_end(w, "wins", !w->player, -missed, "", end);
        mi_prefix_sentence("Whatever is played, ", end, text, sizeof text);
        mi_explanation_add(w, MI_MISTAKE_ALLOWED_WIN, text);
    }
}

/* A proven loss whose distance is unknown. */
static void report_proven_loss(struct mi_explanation *w)
{
    char text[160];
    double now = mi_value_for_player(w->player, w->position->value);
    double then = mi_value_for_player(w->player, w->next->value);
    if (!w->move || !w->position->certain || w->next->mate != 0 || !w->next->pv[0] || now <= 0 ||
        then > 0)
        return;
    snprintf(text, sizeof text, "%s now wins in every line that was searched.",
             explained_player_name(w, !w->player));
    mi_explanation_add(w, MI_MISTAKE_ALLOWED_WIN, text);
}

/* Are there pieces that move, not only discs? */
static bool has_moving_pieces(const struct mi_explanation *w)
{
    miai_piece piece;
    return w->look->pieces && miai_piece_of(w->board.game, w->look->pieces->letter, &piece) &&
           piece.sign;
}

/* ---- owners of points ---- */

double mi_expected_owner(const struct mi_explanation *w,
                         const struct mi_position_analysis *position, int point)
{
    double first = (position->owner[point] - 'A') / 10.0 - 1;
    return w->player ? -first : first;
}

int mi_collect_chain(const struct mi_picture *picture, int point, bool *seen, int *chain)
{
    int n = 0, width = picture->width, all = width * picture->height;
    char letter = picture->pieces[point];
    seen[point] = true;
    chain[n++] = point;
    for (int i = 0; i < n; i++) {
        const int x = chain[i] % width, p = chain[i];
        const int next[] = {x > 0 ? p - 1 : -1, x + 1 < width ? p + 1 : -1, p - width, p + width};
        for (int d = 0; d < 4; d++)
            if (next[d] >= 0 && next[d] < all && !seen[next[d]] &&
                picture->pieces[next[d]] == letter) {
                seen[next[d]] = true;
                chain[n++] = next[d];
            }
    }
    return n;
}

void mi_write_point_name(const struct mi_picture *picture, int point, char name[16])
{
    int y = point / picture->width;
    snprintf(name, 16, "%c%d", picture->columns[point % picture->width],
             picture->from_top ? y + 1 : picture->height - y);
}

bool mi_explanation_has_owners(const struct mi_explanation *w)
{
    size_t points = strlen(w->board.pieces);
    return w->position->owner && w->next->owner && strlen(w->position->owner) == points &&
           strlen(w->next->owner) == points;
}

bool mi_explanation_has_chains(const struct mi_explanation *w)
{
    return w->board.game->scoring && w->board.game->scoring->settle;
}

static int explain_all(struct mi_explanation *w)
{
    if (!mi_picture_read_board(w->engine, &w->board))
        return 0;
    w->look = &w->board.look;
    report_proven_ends(w);
    report_proven_loss(w);
    if (!w->move && w->sentences) /* nothing else matters then */
        return w->kinds;
    if (has_moving_pieces(w) && w->sentences == 0)
        mi_explain_material(w);
    mi_explain_owners(w);
    if (!has_moving_pieces(w) && !(w->move && w->sentences))
        mi_explain_captures(w);
    if (w->sentences == 0)
        (w->move ? mi_explain_mistake : mi_explain_quiet_move)(w);
    return w->kinds;
}

struct sentences {
    struct mi_reply *reply;
    bool begun;
};

static void add_sentence(void *context, const char *sentence)
{
    struct sentences *sentences = context;
    mi_reply_add(sentences->reply, sentences->begun ? "," : "");
    mi_json_add(sentences->reply, sentence, false);
    sentences->begun = true;
}

int mi_explain_game_move(miai_engine *engine, const struct mi_game_analysis *game, int k,
                         struct mi_reply *reply)
{
    struct sentences sentences = {.reply = reply};
    struct mi_explanation w = {.engine = engine,
                               .position = &game->list[k],
                               .next = &game->list[k + 1],
                               .move = game->list[k].played,
                               .player = game->list[k].player,
                               .report = add_sentence,
                               .context = &sentences};
    if (miai_game_record_load(engine, game->game_record, k + 1, NULL) != MIAI_OK)
        return 0;
    return explain_all(&w);
}

void mi_explain_move(miai_engine *engine, const struct mi_position_analysis *position,
                     const struct mi_position_analysis *next, const char *move,
                     void (*report)(void *context, const char *sentence), void *context)
{
    struct mi_explanation w = {.engine = engine,
                               .position = position,
                               .next = next,
                               .move = move,
                               .player = position->player,
                               .report = report,
                               .context = context};
    explain_all(&w);
}
