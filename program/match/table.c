/* The files of a match: a table, a line a game, from which the match can go on, and the records.
 *
 *     miai-table KEY
 *     NUMBER FIRST SECOND RESULT PLIES GUILTY WHY
 *
 * A line without its end is that of a game that was not done.  Before a record is added to its
 * file,
 *
 *     record OFFSET LENGTH FILE
 *
 * stands for the game; its line then takes that place.  Where the match was killed between the two,
 * the game is played again, and what there is of the record goes. */
#include "table.h"

#include "record.h"

#include "base/at.h"
#include "program/report/convert.h"
#include "protocol/io/file.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const results[] = {"0-1", "1/2-1/2", "1-0"};

static bool trouble(struct mi_match *match, const char *file, const char *what)
{
    snprintf(match->trouble, sizeof match->trouble, "%.250s: %.200s", file, what);
    return false;
}

/* ---- of which match it is ---- */

static uint64_t mix_text(uint64_t key, const char *text)
{
    for (; *text; text++)
        key = (key ^ (unsigned char)*text) * 1099511628211u; /* FNV-1a */
    return (key ^ 1) * 1099511628211u;
}

static uint64_t mix_real(uint64_t key, double value)
{
    char text[40];
    snprintf(text, sizeof text, "%.9g", value);
    return mix_text(key, text);
}

/* All that its games hang on, but for how many there are. */
static uint64_t key_of(const struct mi_match *match)
{
    const struct mi_match_words *words = match->words;
    const struct mi_openings *openings = &words->openings;
    uint64_t key = mix_text(14695981039346656037u, words->gauntlet ? "gauntlet" : "robin");
    for (int i = 0; i < words->players; i++) {
        const struct mi_player *player = &words->player[i];
        key = mix_text(key, player->name);
        for (char **argument = player->arguments + 1; *argument; argument++)
            key = mix_text(key, *argument);
        key = mix_text(mix_text(key, player->setup ? player->setup : ""), player->go);
    }
    for (int i = 0; i < match->settings->count; i++)
        key =
            mix_text(mix_text(key, match->settings->list[i].name), match->settings->list[i].value);
    key =
        mix_text(mix_real(mix_real(key, words->pace.move), words->pace.main), words->openings_file);
    key = mix_real(mix_real(key, words->pace.increment), (double)openings->seed);
    return mix_real(mix_real(mix_real(key, openings->plies), openings->balance), words->most);
}

/* ---- reading ---- */

/* Takes the line of a record that was begun; any other line says that it is whole. */
static bool recall_record(struct mi_match *match, const char *line)
{
    int at = 0;
    match->begun_bytes = 0;
    if (!strchr(line, '\n') || strncmp(line, "record ", 7) != 0 ||
        sscanf(line, "record %" SCNd64 " %" SCNd64 " %n", &match->begun_at, &match->begun_bytes,
               &at) != 2 ||
        at == 0 || strncmp(line + at, match->words->record, strcspn(line + at, "\n")) != 0)
        match->begun_bytes = 0;
    return match->begun_bytes > 0;
}

/* Takes one line; one that is broken says nothing. */
static void recall(struct mi_match *match, const char *line)
{
    long number;
    char first[MI_PLAYER_NAME], second[MI_PLAYER_NAME], result[8];
    int plies, guilty, at = 0;
    if (!strchr(line, '\n') ||
        sscanf(line, "%ld %31s %31s %7s %d %d %n", &number, first, second, result, &plies, &guilty,
               &at) != 6 ||
        number < 1 || number > match->count || at == 0)
        return;
    struct mi_game game = mi_match_game(match, number - 1);
    if (strcmp(first, match->words->player[game.first].name) != 0 ||
        strcmp(second, match->words->player[game.second].name) != 0)
        return;
    struct mi_outcome *outcome = &match->outcome[number - 1];
    for (int i = 0; i < 3; i++)
        if (strcmp(result, results[i]) == 0)
            *outcome =
                (struct mi_outcome){.points = (int8_t)i,
                                    .guilty = guilty == 0 || guilty == 1 ? (int8_t)guilty : -1,
                                    .plies = plies};
    snprintf(outcome->why, MI_WHY, "%.*s", (int)strcspn(line + at, "\n"), line + at);
}

static void write_line(struct mi_match *match, long number)
{
    struct mi_game game = mi_match_game(match, number);
    const struct mi_outcome *outcome = &match->outcome[number];
    fprintf(match->table.out, "%ld %s %s %s %d %d %s\n", number + 1,
            match->words->player[game.first].name, match->words->player[game.second].name,
            results[outcome->points], outcome->plies, outcome->guilty, outcome->why);
}

/* False, with trouble: it is of another match. */
static bool read_table(struct mi_match *match, FILE *table, uint64_t key)
{
    char line[MI_PATH_TEXT + MI_WHY + 200], head[40];
    snprintf(head, sizeof head, "miai-table %016" PRIx64 "\n", key);
    if (fgets(line, sizeof line, table) && strcmp(line, head) != 0)
        return trouble(match, match->words->table,
                       "the table of another match; name a new file, or repeat its command");
    while (fgets(line, sizeof line, table))
        if (!recall_record(match, line))
            recall(match, line);
    return true;
}

/* Writes what was read anew, without what is broken, and puts it in the place of the old one. */
static bool renew_table(struct mi_match *match, uint64_t key)
{
    char error[MI_FILE_WORDS];
    if (!mi_begin_file(&match->table, match->words->table, error))
        return trouble(match, match->words->table, error);
    fprintf(match->table.out, "miai-table %016" PRIx64 "\n", key);
    for (long i = 0; i < match->count; i++)
        if (match->outcome[i].points >= 0)
            write_line(match, i);
    return mi_place_file(&match->table, error) || trouble(match, match->words->table, error);
}

static bool open_table(struct mi_match *match)
{
    uint64_t key = key_of(match);
    const char *name = match->words->table;
    char why[MI_FILE_ERROR];
    size_t length;
    if (access(name, F_OK) != 0 && errno == ENOENT)
        return renew_table(match, key);
    FILE *old = mi_file_open(name, SIZE_MAX, &length, why, sizeof why);
    if (!old)
        return trouble(match, name, why);
    bool good = read_table(match, old, key);
    fclose(old);
    return good && renew_table(match, key);
}

static void cut_file(const char *name, int64_t length)
{
    int file = open(name, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    if (file < 0)
        return;
    (void)!ftruncate(file, length);
    close(file);
}

/* Takes away a record that was begun, unless something else stands behind it. */
static void cut_record(const struct mi_match *match)
{
    const char *name = match->words->record;
    struct stat status;
    if (match->begun_bytes > 0 && match->begun_at >= 0 && stat(name, &status) == 0 &&
        S_ISREG(status.st_mode) && status.st_size > match->begun_at &&
        status.st_size <= match->begun_at + match->begun_bytes)
        cut_file(name, match->begun_at);
}

static bool open_record(struct mi_match *match)
{
    const char *name = match->words->record;
    char why[MI_FILE_ERROR], trying[MI_WHY];
    match->record_format = mi_format_of(name);
    if (!match->record_format)
        return trouble(match, name, "in what format? End its name with .sgf, .pgn, .epd or .txt");
    if (!mi_match_can_record(match, trying))
        return trouble(match, name, trying);
    cut_record(match);
    match->record = mi_file_append(name, why, sizeof why);
    return match->record || trouble(match, name, why);
}

bool mi_match_open(struct mi_match *match)
{
    return (!match->words->table[0] || open_table(match)) &&
           (!match->words->record[0] || open_record(match));
}

void mi_match_close(struct mi_match *match)
{
    char error[MI_FILE_WORDS];
    if (match->table.out && !mi_end_file(&match->table, error) && !match->trouble[0])
        trouble(match, match->words->table, error);
    if (match->record && fclose(match->record) != 0)
        trouble(match, match->words->record, strerror(errno));
    match->record = NULL;
}

/* ---- writing ---- */

bool mi_match_begin_record(struct mi_match *match, size_t length)
{
    struct stat status;
    match->mark = -1;
    if (!match->table.out || fstat(fileno(match->record), &status) != 0)
        return true;
    match->mark = ftell(match->table.out);
    fprintf(match->table.out, "record %" PRId64 " %zu %s\n", (int64_t)status.st_size, length,
            match->words->record);
    return fflush(match->table.out) == 0;
}

/* Puts the line of a game where the table says that its record was begun. */
static bool end_record(struct mi_match *match, long number)
{
    FILE *out = match->table.out;
    bool placed = match->mark >= 0 && fseek(out, match->mark, SEEK_SET) == 0;
    write_line(match, number);
    return fflush(out) == 0 && (!placed || ftruncate(fileno(out), ftell(out)) == 0);
}

bool mi_match_keep(struct mi_match *match, long number, const miai_engine *referee,
                   const char *start)
{
    char why[MI_WHY] = "";
    match->mark = -1;
    if (match->record && !mi_match_write_record(match, number, referee, start, why))
        return trouble(match, match->words->record, why);
    if (!match->table.out)
        return true;
    return end_record(match, number) || trouble(match, match->words->table, strerror(errno));
}
