/* The appearance of a game and the names of its parts, with defaults if the game sets none.
 */
#include "presentation.h"

#include "base/text.h"
#include "capability.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* The game's presentation, limited to the members that this library knows. */
static miai_presentation game_presentation(const miai_game *game)
{
    miai_presentation own = {.bytes = sizeof own};
    bool has = game->bytes > offsetof(miai_game, presentation) && game->presentation;
    if (has) {
        size_t bytes = game->presentation->bytes;
        memcpy(&own, game->presentation, bytes < sizeof own ? bytes : sizeof own);
    } else if (mi_records(game)->sgf) { /* in SGF, Black is the first player */
        own.black_begins = true;
        own.players[0] = "Black";
        own.players[1] = "White";
    }
    return own;
}

static void set_default(const char **member, const char *default_value)
{
    if (!*member)
        *member = default_value;
}

void miai_presentation_of(const miai_game *game, miai_presentation *presentation)
{
    miai_presentation p = game_presentation(game);
    if (p.grid < MIAI_GRID_SQUARES || p.grid > MIAI_GRID_HEXAGONS)
        p.grid = MIAI_GRID_SQUARES;
    set_default(&p.board, "#dde");
    set_default(&p.dark, "");
    set_default(&p.line, "#889");
    set_default(&p.colours[0], "#000");
    set_default(&p.colours[1], "#fff");
    set_default(&p.players[0], "The first player");
    set_default(&p.players[1], "The second player");
    p.bytes = presentation->bytes;
    memcpy(presentation, &p, p.bytes < sizeof p ? p.bytes : sizeof p);
}

/* Default: X and O are discs; upper-case letters belong to the first player. */
static bool default_piece(char letter, miai_piece *piece)
{
    bool first = letter == 'X' || letter == 'x', second = letter == 'O' || letter == 'o';
    if (!isalpha((unsigned char)letter))
        return false;
    piece->letter = letter;
    piece->player = first ? 0 : second ? 1 : islower((unsigned char)letter) != 0;
    piece->sign = first || second ? 0 : (unsigned char)letter;
    return true;
}

bool miai_piece_of(const miai_game *game, char letter, miai_piece *piece)
{
    const miai_piece *own = game_presentation(game).pieces;
    if (!own)
        return default_piece(letter, piece);
    for (; own->letter; own++)
        if (own->letter == letter) {
            *piece = *own;
            return true;
        }
    return false;
}

/* ---- names ---- */

const miai_variant *miai_find_variant(const miai_game *game, const char *name)
{
    const miai_variant *variant = mi_presentation(game)->variants;
    for (; variant && variant->name; variant++)
        if (mi_same_words(variant->name, name))
            return variant;
    return NULL;
}

int mi_find_own_rules(const miai_game *game, const char *name)
{
    for (int i = 0; game->rules && game->rules[i]; i++)
        if (mi_same_words(game->rules[i], name))
            return i;
    return -1;
}

int mi_find_rules(const miai_game *game, const char *name)
{
    const miai_rules_name *other = mi_presentation(game)->rules_names;
    int own = mi_find_own_rules(game, name);
    for (; own < 0 && other && other->name; other++)
        if (mi_same_words(other->name, name))
            return mi_find_own_rules(game, other->rules);
    if (own < 0 && mi_presentation(game)->read_rules)
        return mi_presentation(game)->read_rules(name);
    return own;
}

int mi_write_rules(const miai_game *game, int rules, char *text, size_t size)
{
    if (mi_presentation(game)->write_rules)
        return mi_presentation(game)->write_rules(rules, text, size);
    return snprintf(text, size, "%s", game->rules ? game->rules[rules] : "");
}

int mi_variant_rules(const miai_game *game, const miai_variant *variant)
{
    int rules = variant->rules ? mi_find_own_rules(game, variant->rules) : -1;
    return rules < 0 ? game->setup.rules : rules;
}
