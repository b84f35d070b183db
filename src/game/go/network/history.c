/* The history of a position, as far as it affects a network's inputs. */
#include "history.h"

#include "game/go/board/move.h"
#include "planes.h"

/* ---- earlier positions ---- */

enum { PLIES_SCANNED = GO_MOVES_SHOWN + 1 };

static bool is_pass_ply(const struct mi_go *b, const miai_ply *ply)
{
    return ply->move == mi_go_pass(b);
}

bool mi_go_network_stones(const struct mi_go *b, const struct go_network_history *line, int ply,
                          uint64_t *stones)
{
    const miai_past *past = line->past;
    int i = past->key_count - past->plies + ply;
    *stones = b->stones;
    if (ply == past->plies)
        return true;
    if (i < 0 || i >= past->key_count)
        return false;
    *stones = past->keys[i];
    if (mi_go_keys_have_turn(b))
        *stones ^= miai_mix(past->ply[ply].player);
    return true;
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

/* The ply after the first pass, which took the button. */
static int ply_after_button(const struct mi_go *b, const miai_past *past, int first_ply)
{
    for (int i = first_ply; i < past->plies; i++)
        if (is_pass_ply(b, &past->ply[i]))
            return i + 1;
    return first_ply;
}

/* ---- the end of the game ---- */

/* The number of consecutive passes that lead to the position after `plies` plies. */
static int passes_before(const struct mi_go *b, const struct go_network_history *line, int plies)
{
    int n = 0;
    while (plies - n > line->first_counted && is_pass_ply(b, &line->past->ply[plies - n - 1]))
        n++;
    return n;
}

/* After `plies` plies, would a pass of the player end the game, because the player has passed
 * before with the same stones on the board? */
static bool would_repeat_pass(const struct mi_go *b, const struct go_network_history *line,
                              int plies, int player)
{
    uint64_t stones, before;
    if (!mi_go_passes_count(b) || !mi_go_network_stones(b, line, plies, &stones))
        return false;
    for (int i = plies - 1; i >= line->first_counted; i--) {
        const miai_ply *ply = &line->past->ply[i];
        if (is_pass_ply(b, ply) && ply->player == player &&
            mi_go_network_stones(b, line, i, &before) && before == stones)
            return true;
    }
    return false;
}

/* With simple ko: do the same stones stand for the third time since the last pass?  Then the game
 * has no result. */
static bool is_third_repetition(const struct mi_go *b, const struct go_network_history *line,
                                int plies)
{
    uint64_t stones, before;
    int found = 1;
    if (b->rules.ko != MI_GO_KO_SIMPLE || !mi_go_network_stones(b, line, plies, &stones))
        return false;
    for (int i = plies - 1; i >= line->first_ply && !is_pass_ply(b, &line->past->ply[i]); i--)
        if ((plies - i) % 2 == 0 && mi_go_network_stones(b, line, i, &before))
            found += before == stones;
    return found >= 3;
}

/* Was the game already over after `plies` plies, although it went on? */
static bool was_game_over(const struct mi_go *b, const struct go_network_history *line, int plies)
{
    if (plies <= line->first_ply)
        return false;
    if (b->rules.ko != MI_GO_KO_SPIGHT && passes_before(b, line, plies) >= 2)
        return true;
    const miai_ply *last = &line->past->ply[plies - 1];
    bool counts = plies > line->first_counted && is_pass_ply(b, last);
    return is_pass_ply(b, last) ? counts && would_repeat_pass(b, line, plies - 1, last->player)
                                : is_third_repetition(b, line, plies);
}

/* The number of moves to show.  If the game was over before, only the move that ended it counts. */
static int count_shown_moves(const struct mi_go *b, const struct go_network_history *line)
{
    int plies = line->past->plies, n = 0;
    for (int i = plies > PLIES_SCANNED ? plies - PLIES_SCANNED : 0; i < plies; i++) {
        if (i < line->first_ply)
            continue;
        n = n > 1 && was_game_over(b, line, i) ? 1 : n;
        n++;
    }
    n = n > 1 && was_game_over(b, line, plies) ? 1 : n;
    return n < GO_MOVES_SHOWN ? n : GO_MOVES_SHOWN;
}

/* A phase of the encore begins a new history. */
static void show_encore_history(const struct mi_go *b, struct go_network_history *line)
{
    int plies = line->past->plies, first = plies - b->phase_plies;
    line->first_counted = first > line->first_ply ? first : line->first_ply;
    int passes = passes_before(b, line, plies), n = plies - line->first_counted;
    passes = passes > b->passes ? passes : b->passes;
    n = passes >= 2 && n > 1 ? 1 : n;
    line->pass_ends = passes >= 1 || mi_go_pass_repeats(b);
    line->moves_shown = n < GO_MOVES_SHOWN ? n : GO_MOVES_SHOWN;
}

/* If the players agree on dead stones, the second pass does not end the game: KataGo hides the
 * history then. */
struct go_network_history mi_go_network_history(const struct mi_go *b, const miai_past *past)
{
    struct go_network_history line = {.past = past, .first_ply = ignored_plies(b, past)};
    if (b->phase > 0) {
        show_encore_history(b, &line);
        return line;
    }
    line.first_counted =
        b->rules.button ? ply_after_button(b, past, line.first_ply) : line.first_ply;
    int passes = passes_before(b, &line, past->plies);
    passes = passes > b->passes ? passes : b->passes;
    passes = b->rules.ko == MI_GO_KO_SPIGHT ? 0 : passes;
    bool repeats = would_repeat_pass(b, &line, past->plies, b->turn);
    bool continues = !b->rules.territory && b->rules.friendly && passes == 1 && !repeats;
    line.pass_ends = (passes >= 1 || repeats) && !continues;
    line.moves_shown = continues ? 0 : count_shown_moves(b, &line);
    return line;
}
