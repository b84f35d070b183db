/* The history of a position, as far as it affects a network's inputs. */
#include "history.h"

#include "planes.h"

/* ---- rules ---- */

const struct go_katago_rules *mi_go_katago_rules(const struct mi_go *b)
{
    static const struct go_katago_rules table[] = {
        [MI_GO_CHINESE] = {.clean_up = true},
        [MI_GO_TROMP_TAYLOR] = {.superko = true, .suicide = true},
        [MI_GO_JAPANESE] = {.territory = true},
        [MI_GO_SIMPLE_KO] = {.clean_up = false},
        [MI_GO_AGA] = {.superko = true, .situational = true, .clean_up = true},
        [MI_GO_NZ] = {.superko = true, .situational = true, .suicide = true, .clean_up = true},
        [MI_GO_CHINESE_OGS] = {.superko = true, .clean_up = true},
    };
    int rules = b->territory     ? MI_GO_JAPANESE
                : !b->superko    ? MI_GO_SIMPLE_KO
                : b->situational ? (b->suicide ? MI_GO_NZ : MI_GO_AGA)
                : b->all_alive   ? MI_GO_TROMP_TAYLOR
                : b->network_superko        ? MI_GO_CHINESE_OGS
                                 : MI_GO_CHINESE;
    return &table[rules];
}

/* ---- earlier positions ---- */

enum { PLIES_SCANNED = GO_MOVES_SHOWN + 1 };

static bool is_pass_ply(const struct mi_go *b, const miai_ply *ply)
{
    return ply->move == mi_go_pass(b);
}

bool mi_go_network_history_key(const struct go_network_history *line, int ply, uint64_t *key)
{
    const miai_past *past = line->past;
    int i = past->key_count - past->plies + ply;
    if (i < 0 || i >= past->key_count)
        return false;
    *key = past->keys[i];
    return true;
}

/* Like mi_go_network_history_key(), but includes the current position. */
static bool history_key_at(const struct mi_go *b, const struct go_network_history *line, int ply,
                           uint64_t *key)
{
    *key = b->stones;
    return ply == line->past->plies || mi_go_network_history_key(line, ply, key);
}

/* The number of plies at the start of the history that are ignored: all up to the last time a
 * player moved, or is to move, out of turn. */
static int ignored_plies(const struct mi_go *b, const miai_past *past)
{
    int turn = b->turn;
    for (int i = past->plies; i > 0; i--) {
        if (past->ply[i - 1].player == turn)
            return i;
        turn = !turn;
    }
    return 0;
}

/* ---- the end of the game ---- */

/* The number of consecutive passes that lead to the position after `plies` plies. */
static int passes_before(const struct mi_go *b, const struct go_network_history *line, int plies)
{
    int n = 0;
    while (plies - n > line->since && is_pass_ply(b, &line->past->ply[plies - n - 1]))
        n++;
    return n;
}

/* With simple ko: after `plies` plies, has the player passed before with the same stones on the
 * board?  Passing again then ends the game. */
static bool would_repeat_pass(const struct mi_go *b, const struct go_network_history *line,
                              int plies, int player)
{
    uint64_t key, before;
    if (!history_key_at(b, line, plies, &key))
        return false;
    for (int i = plies - 1; i >= line->since; i--) {
        const miai_ply *ply = &line->past->ply[i];
        if (is_pass_ply(b, ply) && ply->player == player &&
            mi_go_network_history_key(line, i, &before) && before == key)
            return true;
    }
    return false;
}

/* With simple ko: do the same stones stand for the third time since the last pass?  Then the game
 * has no result. */
static bool is_third_repetition(const struct mi_go *b, const struct go_network_history *line,
                                int plies)
{
    uint64_t key, before;
    int found = 1;
    if (!history_key_at(b, line, plies, &key))
        return false;
    for (int i = plies - 1; i >= line->since && !is_pass_ply(b, &line->past->ply[i]); i--)
        if ((plies - i) % 2 == 0 && mi_go_network_history_key(line, i, &before))
            found += before == key;
    return found >= 3;
}

/* Was the game already over after `plies` plies, although it went on? */
static bool was_over(const struct mi_go *b, const struct go_katago_rules *terms,
                     const struct go_network_history *line, int plies)
{
    if (plies <= line->since)
        return false;
    if (passes_before(b, line, plies) >= 2)
        return true;
    if (terms->superko)
        return false;
    const miai_ply *last = &line->past->ply[plies - 1];
    return is_pass_ply(b, last) ? would_repeat_pass(b, line, plies - 1, last->player)
                                : is_third_repetition(b, line, plies);
}

/* The number of moves to show.  If the game was over before, only the move that ended it counts. */
static int count_shown_moves(const struct mi_go *b, const struct go_katago_rules *terms,
                             const struct go_network_history *line)
{
    int plies = line->past->plies, n = 0;
    for (int i = plies > PLIES_SCANNED ? plies - PLIES_SCANNED : 0; i < plies; i++) {
        if (i < line->since)
            continue;
        n = n > 1 && was_over(b, terms, line, i) ? 1 : n;
        n++;
    }
    n = n > 1 && was_over(b, terms, line, plies) ? 1 : n;
    return n < GO_MOVES_SHOWN ? n : GO_MOVES_SHOWN;
}

struct go_network_history mi_go_network_history(const struct mi_go *b,
                                                const struct go_katago_rules *terms,
                                                const miai_past *past)
{
    struct go_network_history line = {.past = past, .since = ignored_plies(b, past)};
    int passes = passes_before(b, &line, past->plies);
    passes = passes > b->passes ? passes : b->passes;
    bool repeats_pass = !terms->superko && would_repeat_pass(b, &line, past->plies, b->turn);
    bool continues = !terms->territory && terms->clean_up && passes == 1 && !repeats_pass;
    line.pass_ends = (passes >= 1 || repeats_pass) && !continues;
    line.shown = continues ? 0 : count_shown_moves(b, terms, &line);
    return line;
}
