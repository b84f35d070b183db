/* The results so far of a file's games: a line per position, fields separated by tabs. */
#include "analysis.h"

#include "base/bytes.h"
#include "protocol/io/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PART_FORMAT = 6, LINE = MI_ANALYSIS_PV * 2 + MIAI_MAX_POINTS + 256, FIELDS = 17 };

/* Adds an option to the key; false: out of memory.  Options of the game are skipped, since a
 * record sets its own. */
static bool mix_option(const miai_engine *engine, const miai_option *option, uint64_t *key)
{
    if (option->scope == MIAI_SCOPE_GAME)
        return true;
    char brief[256], *value = brief;
    int length = miai_get_option(engine, option->name, brief, sizeof brief);
    if (length < 0)
        return true;
    if (length >= (int)sizeof brief) {
        value = malloc((size_t)length + 1);
        if (!value)
            return false;
        miai_get_option(engine, option->name, value, (size_t)length + 1);
    }
    *key = mi_fnv_text(mi_fnv_text(*key, option->name), value);
    if (value != brief)
        free(value);
    return true;
}

bool mi_analysis_key(const miai_engine *engine, const char *bytes, size_t length, uint64_t *key)
{
    const miai_option *option;
    bool good = true;
    *key = mi_fnv(MI_FNV_BASIS + PART_FORMAT, bytes, length);
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

static void parse_alternative(struct mi_alternative *other, const char *text)
{
    int read = 0;
    if (sscanf(text, "%lf %n", &other->value, &read) == 1)
        snprintf(other->pv, sizeof other->pv, "%s", text + read);
}

static void recall_details(struct mi_position_analysis *position, char *field[FIELDS])
{
    position->leads = atoi(field[7]) == 1;
    position->lead = atof(field[8]);
    position->cost = atof(field[9]);
    position->scored = atoi(field[10]) == 1;
    position->score = atoi(field[11]);
    position->mate = atoi(field[12]);
    free(position->owner);
    position->owner = *field[13] ? strdup(field[13]) : NULL;
    for (int i = 0; i < MI_ANALYSIS_ALTERNATIVES; i++)
        parse_alternative(&position->other[i], field[14 + i]);
    position->certain = atoi(field[14 + MI_ANALYSIS_ALTERNATIVES]) == 1;
}

/* Reads one line of results. */
static void recall_position(struct mi_game_analysis *game, char *line)
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
    recall_details(position, field);
}

void mi_checkpoint_restore(struct mi_checkpoint *part, int number, struct mi_game_analysis *game)
{
    while (part->known) {
        if (!part->waits && !fgets(part->line, LINE, part->known)) {
            fclose(part->known);
            part->known = NULL;
            return;
        }
        int of = atoi(part->line);
        part->waits = of > number;
        if (part->waits)
            return;
        if (of == number)
            recall_position(game, part->line);
    }
}

void mi_checkpoint_store(struct mi_checkpoint *part, int number, int k,
                         const struct mi_position_analysis *position)
{
    FILE *out = part->draft.out;
    fprintf(out, "%d\t%d\t%d\t%.17g\t%.17g\t%s\t%s\t%d\t%.17g\t%.17g\t%d\t%d\t%d\t%s", number, k,
            position->player, position->value, position->loss, position->best, position->pv,
            position->leads, position->lead, position->cost, position->scored, position->score,
            position->mate, position->owner ? position->owner : "");
    for (int i = 0; i < MI_ANALYSIS_ALTERNATIVES; i++)
        fprintf(out, "\t%.17g %s", position->other[i].value, position->other[i].pv);
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
    FILE *known = mi_file_open(name, SIZE_MAX, &length, why, sizeof why);
    if (known && fgets(line, LINE, known) && (!head || strcmp(line, head) == 0))
        return known;
    if (known)
        fclose(known);
    return NULL;
}

/* Copies the valid results to the new file. */
static void copy_known(struct mi_checkpoint *part, const char *name, const char *head)
{
    FILE *known = open_old_results(name, head, part->line);
    fputs(head, part->draft.out);
    while (known && fgets(part->line, LINE, known))
        if (is_complete_line(part->line)) {
            fputs(part->line, part->draft.out);
            part->count++;
        }
    if (known)
        fclose(known);
}

bool mi_checkpoint_open(struct mi_checkpoint *part, const char *name, uint64_t key, char *error)
{
    char head[64];
    snprintf(head, sizeof head, "miai-analysis %016" PRIx64 "\n", key);
    snprintf(error, MI_FILE_MESSAGE, "%s", miai_error_text(MIAI_NO_MEMORY));
    part->line = malloc(LINE);
    if (!part->line || !mi_begin_file(&part->draft, name, error))
        return false;
    copy_known(part, name, head);
    return mi_commit_file(&part->draft, error) && mi_checkpoint_rewind(part, name, error);
}

bool mi_checkpoint_rewind(struct mi_checkpoint *part, const char *name, char *error)
{
    if (part->known)
        fclose(part->known);
    part->waits = false;
    part->known = fflush(part->draft.out) == 0 ? open_old_results(name, NULL, part->line) : NULL;
    if (!part->known)
        snprintf(error, MI_FILE_MESSAGE, "cannot reread the file just written");
    return part->known != NULL;
}

bool mi_checkpoint_close(struct mi_checkpoint *part, char *error)
{
    if (part->known)
        fclose(part->known);
    free(part->line);
    return part->draft.out && mi_end_file(&part->draft, error);
}
