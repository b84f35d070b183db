/* The results so far of a file's games: a line per position, fields separated by tabs. */
#include "analysis.h"

#include "base/bytes.h"
#include "protocol/io/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { CHECKPOINT_FORMAT = 6, LINE = MI_ANALYSIS_PV * 2 + MIAI_MAX_POINTS + 256, FIELDS = 17 };

/* Adds an option to the key; false: out of memory.  Options of the game are skipped, since a
 * record sets its own. */
static bool mix_option(const miai_engine *engine, const miai_option *option, uint64_t *key)
{
    if (option->scope == MIAI_SCOPE_GAME)
        return true;
    char short_value[256], *value = short_value;
    int length = miai_get_option(engine, option->name, short_value, sizeof short_value);
    if (length < 0)
        return true;
    if (length >= (int)sizeof short_value) {
        value = malloc((size_t)length + 1);
        if (!value)
            return false;
        miai_get_option(engine, option->name, value, (size_t)length + 1);
    }
    *key = mi_fnv_text(mi_fnv_text(*key, option->name), value);
    if (value != short_value)
        free(value);
    return true;
}

bool mi_analysis_key(const miai_engine *engine, const char *bytes, size_t length, uint64_t *key)
{
    const miai_option *option;
    bool good = true;
    *key = mi_fnv(MI_FNV_BASIS + CHECKPOINT_FORMAT, bytes, length);
    for (int k = 0; good && (option = miai_option_at(engine, k)) != NULL; k++)
        good = mix_option(engine, option, key);
    return good;
}

/* Splits a line at its tabs; returns the number of fields. */
static int split_fields(char *line, char *field[FIELDS])
{
    int n = 0;
    line[strcspn(line, "\n")] = '\0';
    while (n < FIELDS) {
        field[n++] = line;
        line += strcspn(line, "\t");
        if (!*line)
            break;
        *line++ = '\0';
    }
    while (n < FIELDS)
        field[n++] = line; /* "" */
    return n;
}

static void parse_alternative(struct mi_alternative *alternative, const char *text)
{
    int length = 0;
    if (sscanf(text, "%lf %n", &alternative->value, &length) == 1)
        snprintf(alternative->pv, sizeof alternative->pv, "%s", text + length);
}

static void parse_details(struct mi_position_analysis *position, char *field[FIELDS])
{
    position->leads = atoi(field[7]) == 1;
    position->lead = atof(field[8]);
    position->points_lost = atof(field[9]);
    position->scored = atoi(field[10]) == 1;
    position->score = atoi(field[11]);
    position->mate = atoi(field[12]);
    free(position->owner);
    position->owner = *field[13] ? strdup(field[13]) : NULL;
    for (int i = 0; i < MI_ANALYSIS_ALTERNATIVES; i++)
        parse_alternative(&position->alternatives[i], field[14 + i]);
    position->certain = atoi(field[14 + MI_ANALYSIS_ALTERNATIVES]) == 1;
}

/* Reads one line of results. */
static void parse_position(struct mi_game_analysis *game, char *line)
{
    char *field[FIELDS];
    split_fields(line, field);
    int k = atoi(field[1]);
    double value = atof(field[3]), loss = atof(field[4]);
    if (!*field[1] || !*field[4] || k < 0 || k > game->moves ||
        !(value >= 0 && value <= 1 && loss >= 0 && loss <= 1))
        return;
    struct mi_position_analysis *position = &game->list[k];
    position->done = true;
    position->player = atoi(field[2]) == 1;
    position->value = value;
    position->loss = loss;
    snprintf(position->best, sizeof position->best, "%s", field[5]);
    snprintf(position->pv, sizeof position->pv, "%s", field[6]);
    parse_details(position, field);
}

void mi_checkpoint_restore(struct mi_checkpoint *checkpoint, int number,
                           struct mi_game_analysis *game)
{
    while (checkpoint->old_results) {
        if (!checkpoint->is_later_line && !fgets(checkpoint->line, LINE, checkpoint->old_results)) {
            fclose(checkpoint->old_results);
            checkpoint->old_results = NULL;
            return;
        }
        int line_number = atoi(checkpoint->line);
        checkpoint->is_later_line = line_number > number;
        if (checkpoint->is_later_line)
            return;
        if (line_number == number)
            parse_position(game, checkpoint->line);
    }
}

void mi_checkpoint_store(struct mi_checkpoint *checkpoint, int number, int k,
                         const struct mi_position_analysis *position)
{
    FILE *out = checkpoint->draft.out;
    fprintf(out, "%d\t%d\t%d\t%.17g\t%.17g\t%s\t%s\t%d\t%.17g\t%.17g\t%d\t%d\t%d\t%s", number, k,
            position->player, position->value, position->loss, position->best, position->pv,
            position->leads, position->lead, position->points_lost, position->scored,
            position->score, position->mate, position->owner ? position->owner : "");
    for (int i = 0; i < MI_ANALYSIS_ALTERNATIVES; i++)
        fprintf(out, "\t%.17g %s", position->alternatives[i].value, position->alternatives[i].pv);
    fprintf(out, "\t%d\n", position->certain);
    fflush(out);
}

/* ---- the file ---- */

/* Is the line complete?  An incomplete last line is ignored. */
static bool is_complete_line(const char *line)
{
    int tabs = 0;
    for (const char *c = line; *c; c++)
        tabs += *c == '\t';
    return tabs == FIELDS - 1 && strchr(line, '\n');
}

/* Opens the old file after its first line, if that has the key of this file and these options;
 * NULL otherwise. */
static FILE *open_old_results(const char *name, const char *head, char *line)
{
    char why[MI_FILE_ERROR];
    size_t length;
    FILE *old_results = mi_file_open(name, SIZE_MAX, &length, why, sizeof why);
    if (old_results && fgets(line, LINE, old_results) && (!head || strcmp(line, head) == 0))
        return old_results;
    if (old_results)
        fclose(old_results);
    return NULL;
}

/* Copies the valid results to the new file. */
static void copy_old_results(struct mi_checkpoint *checkpoint, const char *name, const char *head)
{
    FILE *old_results = open_old_results(name, head, checkpoint->line);
    fputs(head, checkpoint->draft.out);
    while (old_results && fgets(checkpoint->line, LINE, old_results))
        if (is_complete_line(checkpoint->line)) {
            fputs(checkpoint->line, checkpoint->draft.out);
            checkpoint->count++;
        }
    if (old_results)
        fclose(old_results);
}

bool mi_checkpoint_open(struct mi_checkpoint *checkpoint, const char *name, uint64_t key,
                        char *error)
{
    char head[64];
    snprintf(head, sizeof head, "miai-analysis %016" PRIx64 "\n", key);
    snprintf(error, MI_FILE_MESSAGE, "%s", miai_error_text(MIAI_NO_MEMORY));
    checkpoint->line = malloc(LINE);
    if (!checkpoint->line || !mi_begin_file(&checkpoint->draft, name, error))
        return false;
    copy_old_results(checkpoint, name, head);
    return mi_commit_file(&checkpoint->draft, error) &&
           mi_checkpoint_rewind(checkpoint, name, error);
}

bool mi_checkpoint_rewind(struct mi_checkpoint *checkpoint, const char *name, char *error)
{
    if (checkpoint->old_results)
        fclose(checkpoint->old_results);
    checkpoint->is_later_line = false;
    checkpoint->old_results =
        fflush(checkpoint->draft.out) == 0 ? open_old_results(name, NULL, checkpoint->line) : NULL;
    if (!checkpoint->old_results)
        snprintf(error, MI_FILE_MESSAGE, "cannot reread the file just written");
    return checkpoint->old_results != NULL;
}

bool mi_checkpoint_close(struct mi_checkpoint *checkpoint, char *error)
{
    if (checkpoint->old_results)
        fclose(checkpoint->old_results);
    free(checkpoint->line);
    return checkpoint->draft.out && mi_end_file(&checkpoint->draft, error);
}
