/* Checks the struct of a game for missing or invalid members. */
#include "check.h"

#include <string.h>

enum { ALL_SYMMETRIES = MIAI_MIRROR | MIAI_FLIP | MIAI_TRANSPOSE | MIAI_HALF_TURN };

static bool copy_capabilities(struct mi_check *check)
{
    bool good = true;
    for (const struct mi_capability *c = mi_capabilities; c->name; c++)
        if (!mi_copy_capability(&check->complete, c))
            good = mi_report_fault(check, c->name, ".bytes is invalid: its sizeof is %zu", c->size);
    return good;
}

#define MEMBER(name)                                                                               \
    {                                                                                              \
#name, offsetof(miai_game, name)                                                           \
    }

static const struct {
    const char *name;
    size_t offset;
} required[] = {
    MEMBER(name), MEMBER(title),     MEMBER(size),  MEMBER(move_count), MEMBER(init),
    MEMBER(turn), MEMBER(moves),     MEMBER(legal), MEMBER(play),       MEMBER(outcome),
    MEMBER(hash), MEMBER(move_text), MEMBER(text),
};

/* POSIX guarantees that all pointers have the same representation. */
static bool has_member(const miai_game *game, size_t offset)
{
    void *member;
    memcpy(&member, (const char *)game + offset, sizeof member);
    return member != NULL;
}

static bool has_required_members(struct mi_check *check, const miai_game *game)
{
    bool complete = true;
    for (size_t i = 0; i < sizeof required / sizeof *required; i++)
        if (!has_member(game, required[i].offset))
            complete = mi_report_fault(check, required[i].name, " is missing: every game needs it");
    return complete;
}

/* Checks members that later editions added to encodings. */
static bool check_policy_members(struct mi_check *check, const miai_encoding *encoding)
{
    if (MI_HAS_MEMBER(encoding, policy_size) &&
        (encoding->policy_size < 0 || encoding->policy_size > MIAI_MAX_MOVES))
        return mi_report_fault(check, "encodings.policy_size", " is %d, not from 0 to %d",
                               encoding->policy_size, MIAI_MAX_MOVES);
    if (mi_has_custom_policy(encoding) && encoding->symmetries != 0)
        return mi_report_fault(check, "encodings.symmetries",
                               " is %d, and must be 0 with a policy_size", encoding->symmetries);
    const miai_network_tuning *tuning = mi_network_tuning(encoding);
    if (tuning && !(tuning->policy_temperature >= 0.1 && tuning->policy_temperature <= 10))
        return mi_report_fault(check, "encodings.tuning",
                               ": a policy_temperature of %g, not 0.1 to 10",
                               tuning->policy_temperature);
    if (tuning && !(tuning->uct_base >= 1 && tuning->uct_constant >= 0 && tuning->uct_growth >= 0))
        return mi_report_fault(check, "encodings.tuning",
                               ": uct_base is below 1, or a constant is below 0");
    return true;
}

static bool check_encoding(struct mi_check *check, const miai_encoding *encoding)
{
    if (encoding->bytes < offsetof(miai_encoding, players) + sizeof encoding->players)
        return mi_report_fault(check, "encodings", ".bytes is %zu, not its sizeof, %zu",
                               encoding->bytes, sizeof *encoding);
    if (!encoding->name || !encoding->fill || !encoding->policy)
        return mi_report_fault(check, "encodings", ": name, fill and policy are required");
    if (encoding->planes < 1 || encoding->numbers < 0 || encoding->earlier < 0)
        return mi_report_fault(check, "encodings", ": %d planes, %d numbers, %d earlier positions",
                               encoding->planes, encoding->numbers, encoding->earlier);
    if (encoding->metadata < 0 || (encoding->metadata > 0) != (encoding->players != NULL))
        return mi_report_fault(check, "encodings",
                               ": players is required with metadata, and only then");
    if ((encoding->symmetries & ~ALL_SYMMETRIES) != 0)
        return mi_report_fault(check, "encodings.symmetries",
                               " is %d, not a sum of MIAI_MIRROR, MIAI_FLIP and so on",
                               encoding->symmetries);
    return check_policy_members(check, encoding);
}

static bool check_encodings(struct mi_check *check, const struct mi_complete_game *complete)
{
    const miai_encoding *const *encoding = complete->planes.encodings;
    bool good = true;
    for (; encoding && *encoding; encoding++)
        good = check_encoding(check, *encoding) && good;
    return good;
}

/* Checks members that require each other. */
static bool check_pairs(struct mi_check *check, const struct mi_complete_game *complete)
{
    bool good = true;
    if (!complete->notation.write_position != !complete->notation.read_position)
        good = mi_report_fault(
            check, "notation",
            ": write_position and read_position must both be present or both missing");
    if (complete->notation.position_refusal && !complete->notation.read_position)
        good = mi_report_fault(check, "notation", ": position_refusal requires read_position");
    if (complete->game.repetition &&
        (!complete->repetition.rule || !complete->repetition.key || !complete->repetition.window))
        good = mi_report_fault(check, "repetition", ": rule, key and window are required");
    if (complete->tactics.move_kind && complete->tactics.kinds <= 0)
        good = mi_report_fault(check, "tactics.kinds", " is %d, but the game has a move_kind()",
                               complete->tactics.kinds);
    if (!complete->tactics.threat_map != !complete->tactics.threat_class)
        good = mi_report_fault(check, "tactics",
                               ": threat_map and threat_class must both be present or both missing");
    if (!complete->tablebase.open != !complete->tablebase.close)
        good = mi_report_fault(check, "tablebase",
                               ": open and close must both be present or both missing");
    if (complete->evaluation.open &&
        (!complete->evaluation.close || !complete->evaluation.held || !complete->evaluation.memory))
        good = mi_report_fault(check, "evaluation", ": open requires close, held and memory");
    if (!complete->solver.open != !complete->solver.close ||
        !complete->solver.open != !complete->solver.solve)
        good = mi_report_fault(check, "solver",
                               ": open, close and solve must all be present or all missing");
    if (!complete->solver.solve_endgame != !complete->solver.endgame_cost)
        good = mi_report_fault(
            check, "solver",
            ": solve_endgame and endgame_cost must both be present or both missing");
    if (complete->planes.levels_without && complete->planes.level_network)
        good = mi_report_fault(check, "planes",
                               ": levels_without and level_network exclude each other");
    if (!complete->books.is_book != !complete->books.moves)
        good = mi_report_fault(check, "books",
                               ": is_book and moves must both be present or both missing");
    if (complete->books.write_entry && !complete->books.is_book)
        good = mi_report_fault(check, "books", ": write_entry requires is_book and moves");
    if ((complete->books.symmetries & ~ALL_SYMMETRIES) != 0)
        good = mi_report_fault(check, "books.symmetries",
                               " is %d, not a sum of MIAI_MIRROR, MIAI_FLIP and so on",
                               complete->books.symmetries);
    return good;
}

static void check_name(struct mi_check *check, const miai_game *game)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-_";
    if (game->name[0] == '\0' || game->name[strspn(game->name, letters)] != '\0')
        mi_report_fault(check, "name", " is \"%.40s\", not one lower-case word", game->name);
    if (game->title[0] == '\0' || strpbrk(game->title, "\t\r\n"))
        mi_report_fault(check, "title", " is not one line");
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
        return mi_report_fault(check, "min_width to max_height",
                               ": not valid bounds of a board, from 1 on");
    if (setup->width < game->min_width || setup->width > game->max_width ||
        setup->height < game->min_height || setup->height > game->max_height)
        return mi_report_fault(check, "setup", ": %dx%d is outside the bounds of the board",
                               setup->width, setup->height);
    if (setup->rules < 0 || setup->rules >= (rules > 0 ? rules : 1))
        return mi_report_fault(check, "setup.rules", " is %d, but there are only %d rule sets",
                               setup->rules, rules);
    if (!(setup->komi >= -9999.0 && setup->komi <= 9999.0))
        return mi_report_fault(check, "setup.komi", " is outside -9999 to 9999");
    if (game->points < 0 || game->points >= MIAI_SCORE_MAX)
        return mi_report_fault(check, "points", " is %d, outside 0 to %d", game->points,
                               MIAI_SCORE_MAX - 1);
    return true;
}

bool mi_check_form(struct mi_check *check, const miai_game *game)
{
    struct mi_complete_game *complete = &check->complete;
    check->game = &complete->game;
    if (mi_game_size_fault(game))
        return mi_report_fault(check, "miai_game", ".bytes is %zu, not its sizeof, %zu",
                               game->bytes, sizeof *game);
    mi_copy_game(complete, game);
    if (!copy_capabilities(check) || !has_required_members(check, &complete->game))
        return false;
    check_name(check, &complete->game);
    mi_check_presentation(check);
    return check_pairs(check, complete) && check_encodings(check, complete) &&
           check_setup(check, &complete->game);
}
