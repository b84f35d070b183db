/* Explains mistakes and best moves by what was measured: proven ends, captures in the lines of
 * play, and the owners of points with and without the move. */
#include "facts.h"

#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <string.h>

enum { LINE_PLIES = 10, SENTENCE_BYTES = 416, THIRDS = 3 };

/* A chain is safe if the mean owner of its points, from -1 to 1, is above this. */
static const double SAFE_OWNER = 0.4;
/* Points that a part of the board must lose to be reported. */
static const double MIN_AREA_LOSS = 3;

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

/* ---- stones ---- */

/* Counts the discs that a line removes, by player.  The position is the same afterwards. */
static void count_captured_discs(const struct mi_picture *now, const struct mi_picture *then,
                                 int discs[2])
{
    miai_piece piece;
    for (int i = 0; now->pieces[i]; i++)
        if (then->pieces[i] == '.' && miai_piece_of(now->game, now->pieces[i], &piece) &&
            piece.sign == 0)
            discs[piece.player]++;
}

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

static void write_captures(const char *who, int stones, char text[160])
{
    snprintf(text, 160, "%s captures %d stone%s.", who, stones, stones > 1 ? "s" : "");
}

static void report_stones(struct mi_explanation *w)
{
    char line[MIAI_MOVE_TEXT + 1 + MI_ANALYSIS_PV], text[160];
    int made[2] = {0}, best[2] = {0};
    snprintf(line, sizeof line, "%s%s%s", w->move ? w->move : "", w->move ? " " : "", w->next->pv);
    count_captures_in_line(w, w->move ? w->player : !w->player, line, made);
    count_captures_in_line(w, w->player, w->position->pv, best);
    if (made[w->player] > best[w->player]) {
        write_captures(explained_player_name(w, !w->player), made[w->player], text);
        report_alternative(w, MI_MISTAKE_MATERIAL, text);
    }
    if (!w->move && best[!w->player] > 0) {
        write_captures("It", best[!w->player], text);
        mi_explanation_add(w, MI_MISTAKE_MISSED_MATERIAL, text);
    }
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

/* Does the move lose the player's chain? */
static bool loses_chain(const struct mi_explanation *w, const int *chain, int size)
{
    double before = 0, after = 0;
    for (int i = 0; i < size; i++) {
        before += mi_expected_owner(w, w->position, chain[i]) / size;
        after += mi_expected_owner(w, w->next, chain[i]) / size;
    }
    return before > SAFE_OWNER && after < -SAFE_OWNER;
}

void mi_write_point_name(const struct mi_picture *picture, int point, char name[16])
{
    int y = point / picture->width;
    snprintf(name, 16, "%c%d", picture->columns[point % picture->width],
             picture->from_top ? y + 1 : picture->height - y);
}

/* Counts a player's stones that change hands; of_largest: a point of the largest such chain. */
static int count_changed(const struct mi_explanation *w, int player, int *of_largest)
{
    bool seen[MIAI_MAX_POINTS] = {false};
    int chain[MIAI_MAX_POINTS], sum = 0, largest = 0;
    miai_piece piece;
    for (int p = 0; w->board.pieces[p]; p++) {
        if (seen[p] || !miai_piece_of(w->board.game, w->board.pieces[p], &piece) ||
            piece.player != player)
            continue;
        int size = mi_collect_chain(&w->board, p, seen, chain);
        if (!loses_chain(w, chain, size))
            continue;
        sum += size;
        if (size > largest) {
            largest = size;
            *of_largest = p;
        }
    }
    return sum;
}

static void report_dead_stones(struct mi_explanation *w)
{
    int at = 0;
    char text[160], name[16];
    int dead = count_changed(w, w->player, &at);
    mi_write_point_name(&w->board, at, name);
    if (dead > 0) {
        snprintf(text, sizeof text, "%s's %d stone%s at %s die%s.",
                 explained_player_name(w, w->player), dead, dead > 1 ? "s" : "", name,
                 dead > 1 ? "" : "s");
        report_alternative(w, MI_MISTAKE_DEAD_GROUP, text);
    }
    int saved = count_changed(w, !w->player, &at);
    mi_write_point_name(&w->board, at, name);
    if (saved > 0 && !w->move) {
        snprintf(text, sizeof text, "%s's %d stone%s at %s die%s.",
                 explained_player_name(w, !w->player), saved, saved > 1 ? "s" : "", name,
                 saved > 1 ? "" : "s");
        mi_explanation_add(w, MI_MISTAKE_DEAD_GROUP, text);
    } else if (saved > 0) {
        snprintf(text, sizeof text, "%s's %d stone%s at %s, nearly dead before, live%s.",
                 explained_player_name(w, !w->player), saved, saved > 1 ? "s" : "", name,
                 saved > 1 ? "" : "s");
        mi_explanation_add(w, MI_MISTAKE_DEAD_GROUP, text);
    }
}

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

static void report_territory(struct mi_explanation *w)
{
    double lost[THIRDS * THIRDS] = {0};
    int worst = 0;
    char text[160];
    for (int p = 0; w->board.pieces[p]; p++) {
        int part = mi_board_part(&w->board, p);
        lost[part] += mi_expected_owner(w, w->position, p) - mi_expected_owner(w, w->next, p);
        worst = lost[part] > lost[worst] ? part : worst;
    }
    if (lost[worst] < MIN_AREA_LOSS)
        return;
    snprintf(text, sizeof text, "The %s goes to %s: about %.0f points.", mi_board_part_name(worst),
             explained_player_name(w, !w->player), lost[worst]);
    report_alternative(w, MI_MISTAKE_TERRITORY, text);
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

static void report_owner_changes(struct mi_explanation *w)
{
    if (!mi_explanation_has_owners(w))
        return;
    if (mi_explanation_has_chains(w))
        report_dead_stones(w);
    report_territory(w);
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
    else if (!has_moving_pieces(w))
        report_stones(w);
    report_owner_changes(w);
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
