/* The files of a match: a table, a line a game, from which the match can go on and which processes
 * share, and the records.
 *
 *     miai-table KEY
 *     NUMBER FIRST SECOND RESULT PLIES GUILTY WHY
 *
 * That a game has its line and its record, or neither, is the ledger's to care for. */
#include "table.h"

#include "record.h"

#include "base/bytes.h"
#include "program/convert/convert.h"
#include "protocol/io/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};

static bool trouble(struct mi_match *match, const char *file, const char *what)
{
    snprintf(match->trouble, sizeof match->trouble, "%.250s: %.200s", file, what);
    return false;
}

/* ---- of which match it is ---- */

static uint64_t mix_real(uint64_t key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return mi_fnv_text(key, text);
}

/* Of all that the games depend on, except how many there are. */
static uint64_t key_of(const struct mi_match *match)
{
    const struct mi_match_words *words = match->words;
    const struct mi_openings *openings = &words->openings;
    uint64_t key = mi_fnv_text(MI_FNV_BASIS, words->gauntlet ? "gauntlet" : "robin");
    for (int i = 0; i < words->players; i++) {
        const struct mi_player *player = &words->player[i];
        key = mi_fnv_text(key, player->name);
        for (char **argument = player->arguments + 1; *argument; argument++)
            key = mi_fnv_text(key, *argument);
        key = mi_fnv_text(mi_fnv_text(key, player->setup ? player->setup : ""), player->go);
    }
    for (int i = 0; i < match->settings->count; i++)
        key = mi_fnv_text(mi_fnv_text(key, match->settings->list[i].name),
                          match->settings->list[i].value);
    key = mi_fnv_text(mix_real(mix_real(key, words->pace.move), words->pace.main),
                      words->openings_file);
    key = mix_real(mix_real(key, words->pace.increment), (double)openings->seed);
    return mix_real(mix_real(mix_real(key, openings->plies), openings->balance), words->most);
}

/* ---- reading and writing ---- */

/* Takes one line; one that is broken says nothing. */
static void take_line(void *context, char *line)
{
    struct mi_match *match = context;
    long number;
    char first[MI_PLAYER_NAME], second[MI_PLAYER_NAME], result[8];
    int plies, guilty, at = 0;
    if (sscanf(line, "%ld %31s %31s %7s %d %d %n", &number, first, second, result, &plies, &guilty,
               &at) != 6 ||
        number < 1 || number > match->count || at == 0 || match->ending[number - 1].points >= 0)
        return;
    struct mi_match_pairing game = mi_match_game(match, number - 1);
    if (strcmp(first, match->words->player[game.first].name) != 0 ||
        strcmp(second, match->words->player[game.second].name) != 0)
        return;
    guilty = guilty == 0 || guilty == 1 ? guilty : -1;
    for (int i = 0; i < 3; i++)
        if (strcmp(result, results[i]) == 0)
            mi_match_note(match, number - 1, (struct mi_stored_result){(int8_t)i, (int8_t)guilty});
}

static void write_line(const struct mi_match *match, long number,
                       const struct mi_match_outcome *outcome, char *line, size_t size)
{
    struct mi_match_pairing game = mi_match_game(match, number);
    snprintf(line, size, "%ld %s %s %s %d %d %s", number + 1, match->words->player[game.first].name,
             match->words->player[game.second].name, results[outcome->points], outcome->plies,
             outcome->guilty, outcome->why);
}

/* What to call the files by. */
static const char *name_of(const struct mi_match *match)
{
    return match->words->table[0] ? match->words->table : match->words->record;
}

static bool prepare_record(struct mi_match *match)
{
    const char *name = match->words->record;
    char trying[MI_WHY];
    match->record_format = mi_format_of(name);
    if (!match->record_format)
        return trouble(match, name, "in what format? End its name with .sgf, .pgn, .epd or .txt");
    return mi_match_can_record(match, trying) || trouble(match, name, trying);
}

bool mi_match_open(struct mi_match *match)
{
    const struct mi_match_words *words = match->words;
    const char *table = words->table[0] ? words->table : NULL;
    const char *record = words->record[0] ? words->record : NULL;
    char head[40], error[MI_FILE_ERROR];
    if (record && !prepare_record(match))
        return false;
    match->ledger.take = take_line;
    match->ledger.context = match;
    snprintf(head, sizeof head, "miai-table %016" PRIx64, key_of(match));
    if (mi_ledger_open(&match->ledger, table, head, record, error, sizeof error))
        return true;
    if (match->ledger.alien)
        return trouble(match, table,
                       "the table of another match; name a new file, or repeat its command");
    return trouble(match, match->ledger.second < 0 && record ? record : table, error);
}

void mi_match_close(struct mi_match *match)
{
    if (!mi_ledger_close(&match->ledger) && !match->trouble[0])
        trouble(match, name_of(match), strerror(errno));
}

bool mi_match_enter(struct mi_match *match)
{
    enum mi_ledger_state state = mi_ledger_begin(&match->ledger, 1);
    if (state == MI_LEDGER_FAILED && !match->trouble[0])
        trouble(match, name_of(match), strerror(errno));
    return state == MI_LEDGER_HELD;
}

void mi_match_leave(struct mi_match *match)
{
    mi_ledger_end(&match->ledger);
}

bool mi_match_keep(struct mi_match *match, long number, const struct mi_match_outcome *outcome,
                   const miai_engine *referee, const char *start)
{
    char line[MI_WHY + 200], why[MI_WHY];
    struct mi_reply record = {.text = NULL};
    if (match->words->record[0] &&
        !mi_match_record(match, number, outcome, referee, start, &record, why)) {
        mi_reply_free(&record);
        return trouble(match, match->words->record, why);
    }
    write_line(match, number, outcome, line, sizeof line);
    bool good = mi_ledger_write(&match->ledger, line, record.text, record.length) ||
                trouble(match, name_of(match), strerror(errno));
    mi_reply_free(&record);
    return good;
}
