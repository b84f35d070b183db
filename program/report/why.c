/* Why a move was a mistake, in words, by what was measured: proven ends, pieces that the lines of
 * play take, and whose the points were before and behind the move. */
#include "why.h"

#include "protocol/io/json.h"
#include "protocol/io/suggestion.h"
#include "protocol/io/words.h"

#include <string.h>

enum { PLIES = 10, LETTERS = 128, SIGNS = 128, THIRDS = 3 };

static const double SURE = 0.4; /* of a point's owner, from -1 to 1 */
static const double LAND = 3;   /* points that a part of the board has to lose to be told of */

const char *const mi_why_names[MI_WHY_KINDS] = {
    "missed forced wins", "forced wins allowed", "pieces lost",           "groups lost",
    "areas lost",         "pieces not won",      "larger moves elsewhere"};

/* Pieces that a line of play takes from each player. */
struct taken {
    int count[LETTERS]; /* by letter: how many fewer there are */
    int discs[2];       /* by player: how many are gone from their points */
};

void mi_why_tell(struct mi_why *w, int kind, const char *sentence)
{
    mi_reply_add(w->reply, w->told++ ? "," : "");
    mi_json_add(w->reply, sentence, false);
    w->kinds |= kind;
}

static const char *name_of(const struct mi_why *w, int player)
{
    return w->look->players[player];
}

/* ---- proven ends ---- */

static void tell_of_ends(struct mi_why *w)
{
    const struct mi_judged *now = &w->game->list[w->k], *then = now + 1;
    int sign = w->player ? -1 : 1, missed = sign * now->mate, allowed = -sign * then->mate;
    char text[160];
    if (missed > 0 && sign * then->mate <= 0) {
        snprintf(text, sizeof text, "%s had a win by force in %d %s.", name_of(w, w->player),
                 (missed + 1) / 2, missed > 2 ? "moves" : "move");
        mi_why_tell(w, MI_WHY_MISSED, text);
    }
    if (allowed > 0 && missed >= 0) {
        snprintf(text, sizeof text, "%s now wins by force in %d %s.", name_of(w, !w->player),
                 (allowed + 1) / 2, allowed > 2 ? "moves" : "move");
        mi_why_tell(w, MI_WHY_ALLOWED, text);
    }
}

/* ---- pieces ---- */

static void count_letters(const struct mi_picture *picture, int sign, int count[LETTERS])
{
    for (const char *p = picture->pieces; *p; p++)
        count[*p & (LETTERS - 1)] += sign;
}

static void count_gone(const struct mi_picture *now, const struct mi_picture *then, int discs[2])
{
    miai_piece piece;
    for (int i = 0; now->pieces[i]; i++)
        if (then->pieces[i] == '.' && miai_piece_of(now->game, now->pieces[i], &piece) &&
            piece.sign == 0)
            discs[piece.player]++;
}

/* Plays a line from the position that is on, and on while pieces are taken; what it has taken. */
static void follow(miai_engine *engine, const char *line, int plies, struct taken *taken)
{
    struct mi_picture now, then;
    char copy[MI_ANALYZE_PV], *rest = copy, *move;
    snprintf(copy, sizeof copy, "%s", line);
    mi_picture_see(engine, &now);
    for (int i = 0; i < plies && (move = mi_next_word(&rest)) != NULL; i++) {
        if (miai_play(engine, MIAI_TURN, move) != MIAI_OK)
            break;
        mi_picture_see(engine, &then);
        count_gone(&now, &then, taken->discs);
        now = then;
    }
    count_letters(&now, -1, taken->count);
}

/* U+0080 to U+FFFF in UTF-8, or ASCII; returns the length. */
static size_t write_sign(unsigned sign, char *text)
{
    size_t n = 0;
    if (sign < 0x80) {
        text[n++] = (char)sign;
    } else if (sign < 0x800) {
        text[n++] = (char)(0xC0 | sign >> 6);
    } else {
        text[n++] = (char)(0xE0 | sign >> 12);
        text[n++] = (char)(0x80 | (sign >> 6 & 0x3F));
    }
    if (sign >= 0x80)
        text[n++] = (char)(0x80 | (sign & 0x3F));
    text[n] = '\0';
    return n;
}

/* Takes off what became another piece: as many as came of other kinds, of the most numerous one. */
static void take_promoted(const struct mi_why *w, struct taken *taken, int player)
{
    int standing[LETTERS] = {0}, most = 0;
    miai_piece piece;
    count_letters(&w->before, 1, standing);
    for (int c = 1; c < LETTERS; c++)
        if (standing[c] > standing[most] && miai_piece_of(w->before.game, (char)c, &piece) &&
            piece.player == player)
            most = c;
    for (int c = 1; c < LETTERS; c++)
        if (taken->count[c] < 0 && miai_piece_of(w->before.game, (char)c, &piece) &&
            piece.player == player)
            taken->count[most] += taken->count[c];
}

/* What a piece is worth: of chess' men as usual, of all others alike. */
static int worth_of(unsigned sign)
{
    static const int men[] = {0, 9, 5, 3, 3, 1}; /* king, queen, rook... in Unicode's order */
    return sign >= 0x2654 && sign <= 0x265F ? men[(sign - 0x2654) % 6] : 1;
}

/* The pieces of a player that were taken, as signs; returns what they are worth. */
static int list_taken(const struct mi_why *w, struct taken *taken, int player, char text[SIGNS])
{
    int worth = 0;
    size_t length = 0;
    miai_piece piece;
    *text = '\0';
    take_promoted(w, taken, player);
    for (int c = LETTERS - 1; c > 0; c--)
        if (miai_piece_of(w->before.game, (char)c, &piece) && piece.player == player && piece.sign)
            for (int i = 0; i < taken->count[c] && length + 4 < SIGNS; i++) {
                length += write_sign(piece.sign, text + length);
                worth += worth_of(piece.sign);
            }
    return worth;
}

static void take_lines(struct mi_why *w, struct taken *made, struct taken *best)
{
    const struct mi_judged *now = &w->game->list[w->k];
    miai_game_record_load(w->engine, w->game->game_record, w->k + 2, NULL);
    struct mi_picture then;
    mi_picture_see(w->engine, &then);
    count_gone(&w->before, &then, made->discs);
    follow(w->engine, now[1].pv, PLIES - 1, made);
    count_letters(&w->before, 1, made->count);
    miai_game_record_load(w->engine, w->game->game_record, w->k + 1, NULL);
    follow(w->engine, now->pv, PLIES, best);
    count_letters(&w->before, 1, best->count);
}

static void tell_of_pieces(struct mi_why *w)
{
    struct taken made = {{0}, {0}}, best = {{0}, {0}};
    char lost[SIGNS], won[SIGNS], text[2 * SIGNS + 128], better[2 * SIGNS + 128];
    take_lines(w, &made, &best);
    int costs = list_taken(w, &best, w->player, lost);
    int best_gain = list_taken(w, &best, !w->player, won) - costs;
    if (best_gain > 0)
        snprintf(better, sizeof better, "The better line wins %s%s%s.", won, *lost ? " for " : "",
                 lost);
    costs = list_taken(w, &made, w->player, lost);
    int gain = list_taken(w, &made, !w->player, won) - costs;
    if (gain < 0 && gain < best_gain) {
        snprintf(text, sizeof text, "%s takes %s%s%s.", name_of(w, !w->player), lost,
                 *won ? " for " : "", won);
        mi_why_tell(w, MI_WHY_MATERIAL, text);
    }
    if (best_gain > 0 && gain < best_gain)
        mi_why_tell(w, MI_WHY_WON, better);
    int stones = made.discs[w->player];
    if (stones > best.discs[w->player]) {
        snprintf(text, sizeof text, "%s captures %d stone%s.", name_of(w, !w->player), stones,
                 stones > 1 ? "s" : "");
        mi_why_tell(w, MI_WHY_MATERIAL, text);
    }
}

/* ---- whose the points are ---- */

/* From -1 to 1, in the player's view. */
double mi_why_owner(const struct mi_why *w, const struct mi_judged *judged, int point)
{
    double first = (judged->owner[point] - 'A') / 10.0 - 1;
    return w->player ? -first : first;
}

/* Collects the chain that a point is of; returns its size. */
int mi_why_chain(const struct mi_picture *picture, int point, bool *seen, int *chain)
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

/* Does the chain change hands by the move? */
static bool changes(const struct mi_why *w, const int *chain, int size)
{
    const struct mi_judged *now = &w->game->list[w->k];
    double before = 0, behind = 0;
    for (int i = 0; i < size; i++) {
        before += mi_why_owner(w, now, chain[i]) / size;
        behind += mi_why_owner(w, now + 1, chain[i]) / size;
    }
    return before > SURE && behind < -SURE;
}

void mi_why_point_name(const struct mi_picture *picture, int point, char name[16])
{
    int y = point / picture->width;
    snprintf(name, 16, "%c%d", picture->columns[point % picture->width],
             picture->from_top ? y + 1 : picture->height - y);
}

/* The stones of a player that change hands, and one of the largest chain of them. */
static int count_changed(const struct mi_why *w, int player, int *of_largest)
{
    bool seen[MIAI_MAX_POINTS] = {false};
    int chain[MIAI_MAX_POINTS], sum = 0, largest = 0;
    miai_piece piece;
    for (int p = 0; w->before.pieces[p]; p++) {
        if (seen[p] || !miai_piece_of(w->before.game, w->before.pieces[p], &piece) ||
            piece.player != player)
            continue;
        int size = mi_why_chain(&w->before, p, seen, chain);
        if (!changes(w, chain, size))
            continue;
        sum += size;
        if (size > largest) {
            largest = size;
            *of_largest = p;
        }
    }
    return sum;
}

static void tell_of_death(struct mi_why *w)
{
    int at = 0;
    char text[160], name[16];
    int dead = count_changed(w, w->player, &at);
    mi_why_point_name(&w->before, at, name);
    if (dead > 0) {
        snprintf(text, sizeof text, "%s's %d stone%s at %s die%s.", name_of(w, w->player), dead,
                 dead > 1 ? "s" : "", name, dead > 1 ? "" : "s");
        mi_why_tell(w, MI_WHY_DEATH, text);
    }
    int saved = count_changed(w, !w->player, &at);
    mi_why_point_name(&w->before, at, name);
    if (saved > 0) {
        snprintf(text, sizeof text, "%s's %d stone%s at %s, as good as dead before, live%s.",
                 name_of(w, !w->player), saved, saved > 1 ? "s" : "", name, saved > 1 ? "" : "s");
        mi_why_tell(w, MI_WHY_DEATH, text);
    }
}

int mi_why_part(const struct mi_picture *picture, int point)
{
    int x = point % picture->width, y = point / picture->width;
    return y * THIRDS / picture->height * THIRDS + x * THIRDS / picture->width;
}

const char *mi_why_part_name(int part)
{
    static const char *const parts[] = {"upper left corner", "upper side", "upper right corner",
                                        "left side",         "centre",     "right side",
                                        "lower left corner", "lower side", "lower right corner"};
    return parts[part];
}

static void tell_of_land(struct mi_why *w)
{
    const struct mi_judged *now = &w->game->list[w->k];
    double lost[THIRDS * THIRDS] = {0};
    int worst = 0;
    char text[160];
    for (int p = 0; w->before.pieces[p]; p++) {
        int part = mi_why_part(&w->before, p);
        lost[part] += mi_why_owner(w, now, p) - mi_why_owner(w, now + 1, p);
        worst = lost[part] > lost[worst] ? part : worst;
    }
    if (lost[worst] < LAND)
        return;
    snprintf(text, sizeof text, "The %s goes to %s: about %.0f points.", mi_why_part_name(worst),
             name_of(w, !w->player), lost[worst]);
    mi_why_tell(w, MI_WHY_LAND, text);
}

bool mi_why_has_owners(const struct mi_why *w)
{
    const struct mi_judged *now = &w->game->list[w->k];
    size_t points = strlen(w->before.pieces);
    return now->owner && now[1].owner && strlen(now->owner) == points &&
           strlen(now[1].owner) == points;
}

bool mi_why_has_chains(const struct mi_why *w)
{
    return w->before.game->scoring && w->before.game->scoring->settle;
}

static void tell_of_owners(struct mi_why *w)
{
    if (!mi_why_has_owners(w))
        return;
    if (mi_why_has_chains(w))
        tell_of_death(w);
    tell_of_land(w);
}

int mi_why(miai_engine *engine, const struct mi_judged_game *game, int k, struct mi_reply *reply)
{
    struct mi_why w = {
        .engine = engine, .game = game, .k = k, .player = game->list[k].player, .reply = reply};
    if (miai_game_record_load(engine, game->game_record, k + 1, NULL) != MIAI_OK ||
        !mi_picture_see(engine, &w.before))
        return 0;
    w.look = &w.before.look;
    tell_of_ends(&w);
    tell_of_pieces(&w);
    tell_of_owners(&w);
    if (w.told == 0)
        mi_why_facts(&w);
    return w.kinds;
}
