/* The files of a match: the table, from which it resumes and which processes share, and the game
 * records.
 *
 *     miai-table KEY
 *     NUMBER FIRST SECOND RESULT PLIES FORFEIT_BY REASON
 *
 * The ledger ensures that a game has both its line in the table and its record, or neither. */
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

static bool set_match_error(struct mi_match *match, const char *file, const char *what)
{
    snprintf(match->error, sizeof match->error, "%.250s: %.200s", file, what);
    return false;
}

/* ---- identity of the match ---- */

static uint64_t mix_real_into_key(uint64_t key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return mi_fnv_text(key, text);
}

/* Hashes everything that the games depend on except their number. */
static uint64_t match_key(const struct mi_match *match)
{
    const struct mi_match_args *args = match->args;
    const struct mi_openings *openings = &args->openings;
    uint64_t key = mi_fnv_text(MI_FNV_BASIS, args->gauntlet ? "gauntlet" : "robin");
    for (int i = 0; i < args->players; i++) {
        const struct mi_player *player = &args->player[i];
        key = mi_fnv_text(key, player->name);
        for (char **argument = player->arguments + 1; *argument; argument++)
            key = mi_fnv_text(key, *argument);
        key = mi_fnv_text(mi_fnv_text(key, player->setup ? player->setup : ""), player->go);
    }
    for (int i = 0; i < match->settings->count; i++)
        key = mi_fnv_text(mi_fnv_text(key, match->settings->list[i].name),
                          match->settings->list[i].value);
    key = mi_fnv_text(
        mix_real_into_key(mix_real_into_key(key, args->time_control.move), args->time_control.main),
        args->openings_file);
    key = mix_real_into_key(mix_real_into_key(key, args->time_control.increment),
                            (double)openings->seed);
    return mix_real_into_key(
        mix_real_into_key(mix_real_into_key(key, openings->plies), openings->balance),
        args->max_moves);
}

/* ---- reading and writing ---- */

/* Reads a line of a game; ignores malformed lines. */
static void read_result_line(void *context, char *line)
{
    struct mi_match *match = context;
    long number;
    char first[MI_PLAYER_NAME], second[MI_PLAYER_NAME], result[8];
    int plies, forfeit_by, reason_begin = 0;
    if (sscanf(line, "%ld %31s %31s %7s %d %d %n", &number, first, second, result, &plies,
               &forfeit_by, &reason_begin) != 6 ||
        number < 1 || number > match->count || reason_begin == 0 ||
        match->results[number - 1].points >= 0)
        return;
    struct mi_match_pairing game = mi_match_pairing_of(match, number - 1);
    if (strcmp(first, match->args->player[game.first].name) != 0 ||
        strcmp(second, match->args->player[game.second].name) != 0)
        return;
    forfeit_by = forfeit_by == 0 || forfeit_by == 1 ? forfeit_by : -1;
    for (int i = 0; i < 3; i++)
        if (strcmp(result, results[i]) == 0)
            mi_match_add_result(match, number - 1,
                                (struct mi_stored_result){(int8_t)i, (int8_t)forfeit_by});
}

static void write_result_line(const struct mi_match *match, long number,
                              const struct mi_match_outcome *outcome, char *line, size_t size)
{
    struct mi_match_pairing game = mi_match_pairing_of(match, number);
    snprintf(line, size, "%ld %s %s %s %d %d %s", number + 1, match->args->player[game.first].name,
             match->args->player[game.second].name, results[outcome->points], outcome->plies,
             outcome->forfeit_by, outcome->reason);
}

/* The name of the files in error messages. */
static const char *file_name(const struct mi_match *match)
{
    return match->args->table[0] ? match->args->table : match->args->record;
}

static bool choose_record_format(struct mi_match *match)
{
    const char *name = match->args->record;
    char reason[MI_MATCH_REASON];
    match->record_format = mi_format_by_extension(name);
    if (!match->record_format)
        return set_match_error(match, name,
                               "unknown format; use the extension .sgf, .pgn, .epd or .txt");
    return mi_match_can_record(match, reason) || set_match_error(match, name, reason);
}

bool mi_match_open_files(struct mi_match *match)
{
    const struct mi_match_args *args = match->args;
    const char *table = args->table[0] ? args->table : NULL;
    const char *record = args->record[0] ? args->record : NULL;
    char head[40], error[MI_FILE_ERROR];
    if (record && !choose_record_format(match))
        return false;
    match->ledger.on_line = read_result_line;
    match->ledger.context = match;
    snprintf(head, sizeof head, "miai-table %016" PRIx64, match_key(match));
    if (mi_ledger_open(&match->ledger, table, head, record, error, sizeof error))
        return true;
    if (match->ledger.first_line_differs)
        return set_match_error(
            match, table,
            "the table of another match; use a new file, or the options of that match");
    return set_match_error(match, match->ledger.second < 0 && record ? record : table, error);
}

void mi_match_close_files(struct mi_match *match)
{
    if (!mi_ledger_close(&match->ledger) && !match->error[0])
        set_match_error(match, file_name(match), strerror(errno));
}

bool mi_match_lock_files(struct mi_match *match)
{
    enum mi_ledger_state state = mi_ledger_begin(&match->ledger, 1);
    if (state == MI_LEDGER_FAILED && !match->error[0])
        set_match_error(match, file_name(match), strerror(errno));
    return state == MI_LEDGER_HELD;
}

void mi_match_unlock_files(struct mi_match *match)
{
    mi_ledger_end(&match->ledger);
}

bool mi_match_store_result(struct mi_match *match, long number,
                           const struct mi_match_outcome *outcome, const miai_engine *referee,
                           const char *start)
{
    char line[MI_MATCH_REASON + 200], why[MI_MATCH_REASON];
    struct mi_reply record = {.text = NULL};
    if (match->args->record[0] &&
        !mi_match_write_record(match, number, outcome, referee, start, &record, why)) {
        mi_reply_free(&record);
        return set_match_error(match, match->args->record, why);
    }
    write_result_line(match, number, outcome, line, sizeof line);
    bool good = mi_ledger_write(&match->ledger, line, record.text, record.length) ||
                set_match_error(match, file_name(match), strerror(errno));
    mi_reply_free(&record);
    return good;
}
