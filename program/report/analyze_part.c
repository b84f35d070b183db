/* What was found so far of a file's games: a line for each position, its fields with tabs between.
 */
#include "analyze.h"

#include "base/bytes.h"

#include "protocol/io/file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { PART_FORMAT = 3, LINE = MI_ANALYZE_PV * 2 + MIAI_MAX_POINTS + 256, FIELDS = 16 };

uint64_t mi_analyze_key(const miai_engine *engine, const char *bytes, size_t length)
{
    const miai_option *option;
    char value[256];
    uint64_t key = mi_fnv(MI_FNV_BASIS + PART_FORMAT, bytes, length);
    for (int k = 0; (option = miai_option_at(engine, k)) != NULL; k++) {
        if (option->scope == MIAI_SCOPE_GAME || option->scope == MIAI_SCOPE_CLIENT ||
            miai_get_option(engine, option->name, value, sizeof value) < 0)
            continue;
        key = mi_fnv(key, value, strlen(value));
    }
    return key;
}

void mi_analyze_keep(FILE *part, int game, int k, const struct mi_judged *judged)
{
    fprintf(part, "%d\t%d\t%d\t%.9f\t%.9f\t%s\t%s\t%d\t%.2f\t%.2f\t%d\t%d\t%d\t%s", game, k,
            judged->player, judged->value, judged->loss, judged->best, judged->pv, judged->leads,
            judged->lead, judged->cost, judged->scored, judged->score, judged->mate,
            judged->owner ? judged->owner : "");
    for (int i = 0; i < MI_ANALYZE_OTHERS; i++)
        fprintf(part, "\t%.4f %s", judged->other[i].value, judged->other[i].pv);
    fputc('\n', part);
    fflush(part);
}

/* Cuts a line at its tabs; returns how many fields there are. */
static int split(char *line, char *field[FIELDS])
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

static void recall_other(struct mi_other *other, const char *text)
{
    int read = 0;
    if (sscanf(text, "%lf %n", &other->value, &read) == 1)
        snprintf(other->pv, sizeof other->pv, "%s", text + read);
}

static void recall_details(struct mi_judged *judged, char *field[FIELDS])
{
    judged->leads = atoi(field[7]) == 1;
    judged->lead = atof(field[8]);
    judged->cost = atof(field[9]);
    judged->scored = atoi(field[10]) == 1;
    judged->score = atoi(field[11]);
    judged->mate = atoi(field[12]);
    free(judged->owner);
    judged->owner = *field[13] ? strdup(field[13]) : NULL;
    for (int i = 0; i < MI_ANALYZE_OTHERS; i++)
        recall_other(&judged->other[i], field[14 + i]);
}

/* Takes one line of what was found; a line that was cut off says nothing. */
static void recall(struct mi_judged_game *games, int count, char *line)
{
    char *field[FIELDS];
    if (!strchr(line, '\n') || split(line, field) != FIELDS)
        return;
    int game = atoi(field[0]), k = atoi(field[1]);
    double value = atof(field[3]), loss = atof(field[4]);
    if (!*field[1] || !*field[4] || game < 0 || game >= count || k < 0 || k > games[game].moves ||
        !(value >= 0 && value <= 1 && loss >= 0 && loss <= 1))
        return;
    struct mi_judged *judged = &games[game].list[k];
    judged->done = true;
    judged->player = atoi(field[2]) == 1;
    judged->value = value;
    judged->loss = loss;
    snprintf(judged->best, sizeof judged->best, "%s", field[5]);
    snprintf(judged->pv, sizeof judged->pv, "%s", field[6]);
    recall_details(judged, field);
}

/* Takes what the file says, if it is of this file and these options. */
static void recall_all(const char *name, const char *head, struct mi_judged_game *games, int count)
{
    char line[LINE], why[MI_FILE_ERROR];
    size_t length;
    FILE *part = mi_file_open(name, SIZE_MAX, &length, why, sizeof why);
    bool same = part && fgets(line, sizeof line, part) && strcmp(line, head) == 0;
    while (same && fgets(line, sizeof line, part))
        recall(games, count, line);
    if (part)
        fclose(part);
}

bool mi_analyze_open_part(struct mi_draft *part, const char *name, uint64_t key,
                          struct mi_judged_game *games, int count, char *error)
{
    char head[64];
    snprintf(head, sizeof head, "miai-analysis %016" PRIx64 "\n", key);
    recall_all(name, head, games, count);
    if (!mi_begin_file(part, name, error))
        return false;
    fputs(head, part->out);
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= games[i].moves; k++)
            if (games[i].list[k].done)
                mi_analyze_keep(part->out, i, k, &games[i].list[k]);
    return mi_place_file(part, error);
}
