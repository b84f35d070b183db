/* The root of a record: the game, its size, komi and rules. */
#include "engine/add_game.h"
#include "game_record.h"

#include "base/text.h"
#include "contract/presentation.h"
#include "record/sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers ---- */

static bool read_number(const char *text, int64_t min, int64_t max, int *number)
{
    char digits[16];
    int64_t value;
    size_t n = 0;
    for (; *text && n + 1 < sizeof digits; text++)
        if (!isspace((unsigned char)*text))
            digits[n++] = *text;
    digits[n] = '\0';
    if (!mi_read_int(digits, min, max, &value))
        return false;
    *number = (int)value;
    return true;
}

static bool read_size(struct mi_reading *r, const char *text, const char *between)
{
    char width[16];
    size_t length = strcspn(text, between);
    if (length >= sizeof width)
        return false;
    memcpy(width, text, length);
    width[length] = '\0';
    if (!read_number(width, 1, 1000, &r->setup.width))
        return false;
    r->setup.height = r->setup.width;
    return !text[length] || read_number(text + length + 1, 1, 1000, &r->setup.height);
}

/* Reads the rules; text after a blank is ignored if needed: "Chinese rules", "AGA (area)". */
static void read_rules(struct mi_reading *r, const char *text)
{
    char first[32];
    snprintf(first, sizeof first, "%.*s", (int)strcspn(text, " (,;"), text);
    const char *const names[] = {text, first};
    int rules = -1;
    for (int i = 0; i < 2 && rules < 0; i++)
        rules = mi_find_rules(r->game, names[i]);
    if (rules >= 0) {
        r->setup.rules = rules;
        r->rules_named = true;
    }
}

/* ---- SGF ---- */

static bool find_game_by_sgf_number(struct mi_reading *r, const miai_engine *engine,
                                    const miai_game *only)
{
    char word[MI_WORD] = "1";
    int number;
    if (mi_game_record_root_value(r->record, "GM", word, sizeof word) &&
        !read_number(word, 0, MIAI_SGF_MOST, &number))
        return mi_reading_fault(r, r->record->root->line, "GM[%.20s]: not a game number", word);
    if (!read_number(word, 0, MIAI_SGF_MOST, &number))
        number = 1;
    r->game = only;
    for (int i = 0; i < engine->game_count && !r->game; i++)
        if (number && mi_records(engine->games[i])->sgf == number)
            r->game = engine->games[i];
    if (r->game && mi_records(r->game)->sgf == number)
        return true;
    if (only)
        return mi_reading_fault(r, r->record->root->line, "GM[%d]: not a record of %s", number,
                                only->title);
    return mi_reading_fault(r, r->record->root->line, "GM[%d]: no game has that number", number);
}

static bool read_komi_property(struct mi_reading *r, const char *name,
                               const struct mi_komi_source *source)
{
    const struct mi_record_property *property = mi_record_node_find(r->record->root, name);
    char *text = mi_sgf_text(r->record, property->value->raw);
    bool good = text && mi_komi_read(text, source, &r->setup.komi);
    free(text);
    return good;
}

/* The komi is in KM, in records of the Nihon Ki-in in KO. A record with an unreadable komi is still
 * accepted for its moves. */
static void read_sgf_komi(struct mi_reading *r)
{
    char word[MI_WORD], default_komi[32];
    struct mi_komi_source source = {.handicap = r->handicap};
    if (mi_game_record_root_value(r->record, "AP", word, sizeof word))
        source.fox = strncmp(word, "foxwq", 5) == 0 || strncmp(word, "SGFC", 4) == 0;
    bool km = mi_game_record_root_value(r->record, "KM", word, sizeof word) && *word;
    if (!km && !(mi_game_record_root_value(r->record, "KO", word, sizeof word) && *word))
        return;
    mi_write_real(r->setup.komi, default_komi, sizeof default_komi);
    if (!read_komi_property(r, km ? "KM" : "KO", &source))
        mi_reading_note(r, "%s[%.20s] is not a komi; %s is assumed", km ? "KM" : "KO", word,
                        default_komi);
    else if (!km)
        mi_reading_note(r, "the komi is in KO instead of KM");
}

static bool read_sgf_head(struct mi_reading *r)
{
    char word[MI_WORD];
    if (r->record->note)
        mi_reading_note(r, "%s", r->record->note);
    if (r->game->max_width >= 19 && r->game->max_height >= 19)
        r->setup.width = r->setup.height = 19; /* SGF's default without SZ */
    if (mi_game_record_root_value(r->record, "SZ", word, sizeof word) && !read_size(r, word, ":"))
        return mi_reading_fault(r, r->record->root->line,
                                "SZ[%.20s]: not a size such as \"19\" or \"9:7\"", word);
    if (mi_game_record_root_value(r->record, "RU", word, sizeof word))
        read_rules(r, word);
    if (mi_game_record_root_value(r->record, "HA", word, sizeof word))
        r->handicap = read_number(word, 2, MIAI_MAX_POINTS, &r->handicap_stones);
    read_sgf_komi(r);
    return true;
}

/* ---- the other formats ---- */

static const miai_game *find_game_by_name(const miai_engine *engine, const char *name)
{
    int i = mi_engine_find_game(engine, name);
    for (int k = 0; k < engine->game_count && i < 0; k++)
        if (mi_same_text(engine->games[k]->title, name))
            i = k;
    return i < 0 ? NULL : engine->games[i];
}

static void write_game_names(const miai_engine *engine, char *text, size_t size)
{
    struct mi_out out;
    mi_out_init(&out, text, size);
    for (int i = 0; i < engine->game_count; i++)
        mi_out_format(&out, "%s%s", i ? " " : "", engine->games[i]->name);
}

/* Finds the game of that name, or the game that has a variant of that name, with its rules. */
static void find_game_or_variant(struct mi_reading *r, const miai_engine *engine, const char *name)
{
    const miai_variant *variant = NULL;
    r->game = find_game_by_name(engine, name);
    for (int i = 0; i < engine->game_count && !r->game; i++)
        if ((variant = miai_find_variant(engine->games[i], name)) != NULL)
            r->game = engine->games[i];
    if (r->game)
        r->setup = r->game->setup;
    if (variant) {
        r->setup.rules = mi_variant_rules(r->game, variant);
        r->rules_named = true;
    }
}

static bool require_game(struct mi_reading *r, const miai_engine *engine, const char *name,
                         const miai_game *only)
{
    char names[MI_WORD];
    find_game_or_variant(r, engine, name);
    if (only && r->game != only)
        return mi_reading_fault(r, r->record->root->line, "a record of %.30s, not of %s", name,
                                only->title);
    write_game_names(engine, names, sizeof names);
    return r->game ||
           mi_reading_fault(r, r->record->root->line, "unknown game \"%.30s\" (%s)", name, names);
}

static bool read_size_komi_rules(struct mi_reading *r)
{
    bool pgn = r->record->format == MI_PGN;
    char word[MI_WORD];
    if (mi_game_record_root_value(r->record, pgn ? "Size" : "size", word, sizeof word) &&
        !read_size(r, word, "xX"))
        return mi_reading_fault(r, r->record->root->line,
                                "size \"%.20s\": not a size such as \"19\" or \"9x7\"", word);
    if (mi_game_record_root_value(r->record, pgn ? "Komi" : "komi", word, sizeof word) &&
        !mi_komi_read(word, &(struct mi_komi_source){0}, &r->setup.komi))
        return mi_reading_fault(r, r->record->root->line, "komi \"%.20s\": not a number", word);
    if (mi_game_record_root_value(r->record, pgn ? "Rules" : "rules", word, sizeof word))
        read_rules(r, word);
    return true;
}

/* The game of a file that does not name one: the current game for plain text, otherwise the one
 * that PGN and EPD assume. */
static const miai_game *default_game(const miai_engine *engine, bool plain)
{
    const miai_game *now = mi_history_game(engine->history);
    for (int i = 0; i < engine->game_count && !plain; i++)
        if (mi_presentation(engine->games[i])->assumed)
            return engine->games[i];
    return now;
}

bool mi_reading_head(struct mi_reading *r, const miai_engine *engine, const miai_game *only)
{
    char name[MI_WORD];
    if (r->record->format == MI_SGF) {
        if (!find_game_by_sgf_number(r, engine, only))
            return false;
        r->setup = only ? *mi_history_setup(engine->history) : r->game->setup;
        return read_sgf_head(r);
    }
    bool plain = r->record->format == MI_PLAIN;
    const char *tag = plain ? "game" : r->record->format == MI_PGN ? "Variant" : "";
    if (!mi_game_record_root_value(r->record, tag, name, sizeof name))
        snprintf(name, sizeof name, "%s", default_game(engine, plain)->name);
    if (!require_game(r, engine, name, only))
        return false;
    const bool epd = r->record->format == MI_EPD; /* EPD cannot name rules */
    if (epd && r->game == engine->rules_game)
        r->setup.rules = engine->rules;
    return read_size_komi_rules(r);
}
