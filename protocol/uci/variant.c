/* UCI for games other than chess, as in Cute Chess: UCI_Variant names the game, and a move may be
 * written as a drop, "P@e4" for the engine's "E4". */
#include "uci.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static miai_presentation game_presentation(const miai_game *game)
{
    miai_presentation p = {.bytes = sizeof p};
    miai_presentation_of(game, &p);
    return p;
}

/* The first variant, starting with this one, that has a UCI name; NULL if there is none. */
static const miai_variant *first_uci_variant(const miai_variant *variant)
{
    while (variant && variant->name && !variant->in_uci)
        variant++;
    return variant && variant->name ? variant : NULL;
}

const char *mi_uci_variant_name(const miai_game *game, const char *rules)
{
    const miai_variant *variant = first_uci_variant(game_presentation(game).variants);
    while (variant && variant->rules && strcmp(variant->rules, rules) != 0)
        variant = first_uci_variant(variant + 1);
    return variant ? variant->name : game->name;
}

const char *mi_uci_variant_name_at(const miai_game *game, int n)
{
    const miai_variant *variant = first_uci_variant(game_presentation(game).variants);
    while (variant && n-- > 0)
        variant = first_uci_variant(variant + 1);
    return variant ? variant->name : NULL;
}

const miai_variant *mi_uci_find_check_variant(const miai_game *game, const char *option)
{
    const miai_variant *variant = game_presentation(game).variants;
    for (; variant && variant->name; variant++)
        if (variant->check && strcmp(variant->check, option) == 0)
            return variant;
    return NULL;
}

int mi_uci_set_option(miai_engine *engine, const char *name, const char *value)
{
    int error = miai_set_option(engine, name, value);
    if (error != MIAI_ILLEGAL)
        return error;
    miai_clear(engine);
    return miai_set_option(engine, name, value);
}

/* Selects the game, unless it is the current one, and its rules, unless they are NULL. */
static int set_game_and_rules(miai_engine *engine, const char *name, const char *rules)
{
    bool same = strcasecmp(name, miai_current_game(engine)) == 0;
    int error = same ? MIAI_OK : miai_set_game(engine, name);
    return error == MIAI_OK && rules ? mi_uci_set_option(engine, "rules", rules) : error;
}

int mi_uci_set_variant(miai_engine *engine, const char *name)
{
    for (int i = 0; i < miai_game_count(engine); i++) {
        const miai_game *game = miai_game_at(engine, i);
        const miai_variant *variant = first_uci_variant(game_presentation(game).variants);
        for (; variant; variant = first_uci_variant(variant + 1))
            if (strcasecmp(variant->name, name) == 0)
                return set_game_and_rules(engine, game->name, variant->rules);
    }
    return set_game_and_rules(engine, name, NULL);
}

static bool writes_drops(const miai_engine *engine)
{
    return mi_current_presentation(engine).drops;
}

/* Selects the game that UCI clients assume: chess. */
int mi_uci_set_default_game(miai_engine *engine)
{
    for (int i = 0; i < miai_game_count(engine); i++)
        if (game_presentation(miai_game_at(engine, i)).assumed)
            return miai_set_game(engine, miai_game_name(engine, i));
    return MIAI_OK;
}

void mi_uci_move_to_engine(const miai_engine *engine, const char *from, char *to)
{
    bool drop = writes_drops(engine) && (from[0] == 'P' || from[0] == 'p') && from[1] == '@';
    snprintf(to, MIAI_MOVE_TEXT, "%s", drop ? from + 2 : from);
}

void mi_uci_move_from_engine(const miai_engine *engine, const char *from, char *to)
{
    bool drop = writes_drops(engine);
    snprintf(to, MIAI_MOVE_TEXT, "%s%s", drop ? "P@" : "", from);
    for (char *c = to + 2; drop && *c; c++)
        *c = (char)tolower((unsigned char)*c);
}
