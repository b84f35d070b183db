/* The struct of a game: what is missing in it, or makes no sense. */
#include "check.h"

#include <string.h>

static bool take_capabilities(struct mi_check *check)
{
    bool good = true;
    for (const struct mi_capability *c = mi_capabilities; c->name; c++)
        if (!mi_copy_capability(&check->whole, c))
            good = mi_fault(check, c->name, ".bytes is no size: its sizeof is %zu", c->size);
    return good;
}

#define MEMBER(name)                                                                               \
    {                                                                                              \
#name, offsetof(miai_game, name)                                                           \
    }

static const struct {
    const char *name;
    size_t offset;
} needed[] = {
    MEMBER(name), MEMBER(title),     MEMBER(size),  MEMBER(move_count), MEMBER(init),
    MEMBER(turn), MEMBER(moves),     MEMBER(legal), MEMBER(play),       MEMBER(outcome),
    MEMBER(hash), MEMBER(move_text), MEMBER(text),
};

/* All pointers are alike to look at, as POSIX has it. */
static bool is_there(const miai_game *game, size_t offset)
{
    void *member;
    memcpy(&member, (const char *)game + offset, sizeof member);
    return member != NULL;
}

static bool is_complete(struct mi_check *check, const miai_game *game)
{
    bool complete = true;
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        if (!is_there(game, needed[i].offset))
            complete = mi_fault(check, needed[i].name, " is missing: every game has it");
    return complete;
}

/* What came to encodings later. */
static bool is_policy(struct mi_check *check, const miai_encoding *encoding)
{
    if (MI_HAS(encoding, policy_size) &&
        (encoding->policy_size < 0 || encoding->policy_size > MIAI_MAX_MOVES))
        return mi_fault(check, "encodings.policy_size", " is %d, not from 0 to %d",
                        encoding->policy_size, MIAI_MAX_MOVES);
    if (mi_has_own_policy(encoding) && encoding->symmetries != 0)
        return mi_fault(check, "encodings.symmetries", " is %d beside a policy_size, not 0",
                        encoding->symmetries);
    const miai_network_tuning *tuning = mi_network_tuning(encoding);
    if (tuning && !(tuning->policy_temperature >= 0.1 && tuning->policy_temperature <= 10))
        return mi_fault(check, "encodings.tuning", ": a policy_temperature of %g, not 0.1 to 10",
                        tuning->policy_temperature);
    if (tuning && !(tuning->uct_base >= 1 && tuning->uct_constant >= 0 && tuning->uct_growth >= 0))
        return mi_fault(check, "encodings.tuning", ": an uct_base below 1, or a constant below 0");
    return true;
}

static bool is_encoding(struct mi_check *check, const miai_encoding *encoding)
{
    const int all = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE | MIAI_HALF_TURN;
    if (encoding->bytes < offsetof(miai_encoding, players) + sizeof encoding->players)
        return mi_fault(check, "encodings", ".bytes is %zu, not its sizeof, %zu", encoding->bytes,
                        sizeof *encoding);
    if (!encoding->name || !encoding->fill || !encoding->policy)
        return mi_fault(check, "encodings", ": name, fill and policy are all there");
    if (encoding->planes < 1 || encoding->numbers < 0 || encoding->earlier < 0)
        return mi_fault(check, "encodings", ": %d planes, %d numbers, %d earlier positions",
                        encoding->planes, encoding->numbers, encoding->earlier);
    if (encoding->metadata < 0 || (encoding->metadata > 0) != (encoding->players != NULL))
        return mi_fault(check, "encodings",
                        ": players writes metadata, and is there if there is any");
    if ((encoding->symmetries & ~all) != 0)
        return mi_fault(check, "encodings.symmetries", " is %d, no sum of MIAI_MIRROR ...",
                        encoding->symmetries);
    return is_policy(check, encoding);
}

static bool has_encodings(struct mi_check *check, const struct mi_complete_game *whole)
{
    const miai_encoding *const *encoding = whole->planes.encodings;
    bool good = true;
    for (; encoding && *encoding; encoding++)
        good = is_encoding(check, *encoding) && good;
    return good;
}

/* Members of one part of which one asks for the other. */
static bool has_pairs(struct mi_check *check, const struct mi_complete_game *whole)
{
    bool good = true;
    if (!whole->notation.write_position != !whole->notation.read_position)
        good = mi_fault(check, "notation",
                        ": write_position and read_position are there together or not at all");
    if (whole->notation.position_refusal && !whole->notation.read_position)
        good = mi_fault(check, "notation", ": position_refusal goes with read_position");
    if (whole->game.repetition &&
        (!whole->repetition.rule || !whole->repetition.key || !whole->repetition.window))
        good = mi_fault(check, "repetition", ": rule, key and window are all there");
    if (whole->tactics.move_kind && whole->tactics.kinds <= 0)
        good = mi_fault(check, "tactics.kinds", " is %d, though there is a move_kind()",
                        whole->tactics.kinds);
    if (!whole->tactics.danger != !whole->tactics.risk)
        good = mi_fault(check, "tactics", ": danger and risk are there together or not at all");
    if (!whole->tablebase.open != !whole->tablebase.close)
        good = mi_fault(check, "tablebase", ": open and close are there together or not at all");
    if (whole->evaluation.open &&
        (!whole->evaluation.close || !whole->evaluation.held || !whole->evaluation.memory))
        good = mi_fault(check, "evaluation", ": with open, close, held and memory are there, too");
    if (!whole->solver.open != !whole->solver.close || !whole->solver.open != !whole->solver.solve)
        good =
            mi_fault(check, "solver", ": open, close and solve are there together or not at all");
    if (!whole->solver.solve_endgame != !whole->solver.endgame_cost)
        good = mi_fault(check, "solver",
                        ": solve_endgame and endgame_cost are there together or not at all");
    if (whole->planes.levels_without && whole->planes.level_network)
        good = mi_fault(check, "planes", ": levels_without and level_network exclude each other");
    if (!whole->books.is_book != !whole->books.moves)
        good = mi_fault(check, "books", ": is_book and moves are there together or not at all");
    return good;
}

static void check_name(struct mi_check *check, const miai_game *game)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    if (game->name[0] == '\0' || game->name[strspn(game->name, letters)] != '\0')
        mi_fault(check, "name", " is \"%.40s\", not one lower-case word", game->name);
    if (game->title[0] == '\0' || strpbrk(game->title, "\t\r\n"))
        mi_fault(check, "title", " is not one line");
}

static bool check_setup(struct mi_check *check, const miai_game *game)
{
    const miai_setup *setup = &game->setup;
    int rules = 0;
    while (game->rules && game->rules[rules])
        rules++;
    if (game->min_width < 1 || game->max_width < game->min_width || game->min_height < 1 ||
        game->max_height < game->min_height || game->max_width > MIAI_MAX_POINTS ||
        game->max_height > MIAI_MAX_POINTS)
        return mi_fault(check, "min_width to max_height", ": no bounds of a board from 1 on");
    if (setup->width < game->min_width || setup->width > game->max_width ||
        setup->height < game->min_height || setup->height > game->max_height)
        return mi_fault(check, "setup", ": %dx%d is outside of the bounds of the board",
                        setup->width, setup->height);
    if (setup->rules < 0 || setup->rules >= (rules > 0 ? rules : 1))
        return mi_fault(check, "setup.rules", " is %d, and there are %d rules", setup->rules,
                        rules);
    if (!(setup->komi >= -9999.0 && setup->komi <= 9999.0))
        return mi_fault(check, "setup.komi", " is outside of -9999 to 9999");
    if (game->points < 0 || game->points >= MIAI_SCORE_MAX)
        return mi_fault(check, "points", " is %d, outside of 0 to %d", game->points,
                        MIAI_SCORE_MAX - 1);
    return true;
}

bool mi_check_form(struct mi_check *check, const miai_game *game)
{
    struct mi_complete_game *whole = &check->whole;
    check->game = &whole->game;
    if (mi_game_size_fault(game))
        return mi_fault(check, "miai_game", ".bytes is %zu, not its sizeof, %zu", game->bytes,
                        sizeof *game);
    mi_copy_game(whole, game);
    if (!take_capabilities(check) || !is_complete(check, &whole->game))
        return false;
    check_name(check, &whole->game);
    mi_check_presentation(check);
    return has_pairs(check, whole) && has_encodings(check, whole) &&
           check_setup(check, &whole->game);
}
