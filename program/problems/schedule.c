/* Spaced repetition with five boxes (Leitner 1972).
 *
 * A problem that is solved at once moves to the next box, any other one back to the first.  Each
 * box waits longer until its problems are due again.  The file has a line for each problem:
 *
 *     KEY BOX DAY
 *
 * KEY identifies position and side to move, in hexadecimal digits, so that files can be moved and
 * renamed.  DAY is the day on which it is due, counted from 1970. */
#include "problem.h"

#include "base/system.h"
#include "protocol/io/file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 4096 };

const int mi_box_days[MI_BOXES + 1] = {0, 1, 3, 7, 16, 35};

struct entry {
    uint64_t key;
    int box;
    long due;
};

struct mi_schedule {
    const char *program;
    char name[PATH_BYTES];
    struct entry *entry; /* owned */
    size_t count, capacity;
};

long mi_schedule_today(void)
{
    return (long)(time(NULL) / 86400);
}

const char *mi_schedule_name(const struct mi_schedule *schedule)
{
    return schedule->name;
}

/* ---- where the file is ---- */

/* Creates the folders of the path, except the first. */
static void make_parent_folders(char *path)
{
    for (char *c = path + 1; *c; c++)
        if (*c == '/') {
            *c = '\0';
            mi_system_make_folder(path);
            *c = '/';
        }
}

/* The file in the user's data folder; false: that is not known. */
static bool default_schedule_name(char name[PATH_BYTES])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    int length = -1;
#ifdef _WIN32
    data = getenv("APPDATA");
#endif
    if (data && *data)
        length = snprintf(name, PATH_BYTES, "%s/miai/problems", data);
    else if (home && *home)
        length = snprintf(name, PATH_BYTES, "%s/.local/share/miai/problems", home);
    return length > 0 && length < PATH_BYTES;
}

/* ---- entries ---- */

static struct entry *find_entry(const struct mi_schedule *schedule, uint64_t key)
{
    for (size_t i = 0; i < schedule->count; i++)
        if (schedule->entry[i].key == key)
            return &schedule->entry[i];
    return NULL;
}

static bool set_entry(struct mi_schedule *schedule, const struct entry *entry)
{
    struct entry *known = find_entry(schedule, entry->key);
    if (!known && schedule->count == schedule->capacity) {
        size_t capacity = schedule->capacity ? schedule->capacity * 2 : 256;
        struct entry *more = realloc(schedule->entry, capacity * sizeof *more);
        if (!more)
            return false;
        schedule->entry = more;
        schedule->capacity = capacity;
    }
    *(known ? known : &schedule->entry[schedule->count++]) = *entry;
    return true;
}

/* Reads a line; false: it has another format. */
static bool read_entry(struct mi_schedule *schedule, const char *line)
{
    struct entry entry;
    int end = 0;
    if (sscanf(line, "%16" SCNx64 " %d %ld %n", &entry.key, &entry.box, &entry.due, &end) != 3 ||
        (line[end] && line[end] != '\n') || entry.box < 1 || entry.box > MI_BOXES)
        return false;
    return set_entry(schedule, &entry);
}

static bool read_schedule(struct mi_schedule *schedule)
{
    char error[MI_FILE_MESSAGE];
    size_t length;
    long number = 0;
    if (access(schedule->name, F_OK) != 0 && errno == ENOENT)
        return true;
    char *text = mi_load_file(schedule->name, &length, error);
    if (!text) {
        mi_print_clean(stderr, "%s: %s: %s\n", schedule->program, schedule->name, error);
        return false;
    }
    bool good = true;
    for (char *line = text, *next; good && *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        number++;
        good = !*line || read_entry(schedule, line);
    }
    if (!good)
        mi_print_clean(stderr,
                       "%s: %s:%ld: not a line KEY BOX DAY; correct it, or remove the file\n",
                       schedule->program, schedule->name, number);
    free(text);
    return good;
}

static bool write_schedule(const struct mi_schedule *schedule)
{
    char error[MI_FILE_MESSAGE];
    struct mi_draft draft;
    bool good = mi_begin_file(&draft, schedule->name, error);
    if (good) {
        for (size_t i = 0; i < schedule->count; i++)
            fprintf(draft.out, "%016" PRIx64 " %d %ld\n", schedule->entry[i].key,
                    schedule->entry[i].box, schedule->entry[i].due);
        good = mi_end_file(&draft, error);
    }
    if (!good)
        mi_print_clean(stderr, "%s: %s: %s\n", schedule->program, schedule->name, error);
    return good;
}

/* ---- interface ---- */

struct mi_schedule *mi_schedule_open(const char *program, const char *name)
{
    struct mi_schedule *schedule = calloc(1, sizeof *schedule);
    if (!schedule)
        return NULL;
    schedule->program = program;
    bool named = true;
    if (name)
        snprintf(schedule->name, sizeof schedule->name, "%s", name);
    else
        named = default_schedule_name(schedule->name);
    if (!named)
        mi_print_clean(stderr, "%s: no home folder for the schedule; name a file by --state=FILE\n",
                       program);
    else if (!name)
        make_parent_folders(schedule->name);
    if (!named || !read_schedule(schedule)) {
        mi_schedule_free(schedule);
        return NULL;
    }
    return schedule;
}

void mi_schedule_free(struct mi_schedule *schedule)
{
    if (schedule)
        free(schedule->entry);
    free(schedule);
}

void mi_schedule_look_up(const struct mi_schedule *schedule, struct mi_problem *problem)
{
    const struct entry *entry = find_entry(schedule, problem->key);
    problem->box = entry ? entry->box : 0;
    problem->due = entry ? entry->due : 0;
}

bool mi_schedule_record(struct mi_schedule *schedule, struct mi_problem *problem, bool solved)
{
    long today = mi_schedule_today();
    bool due = problem->box == 0 || problem->due <= today;
    if (solved && !due)
        return true; /* practice before the day does not count */
    problem->box = !solved ? 1 : problem->box == 0 ? 2 : problem->box + (problem->box < MI_BOXES);
    problem->due = today + mi_box_days[problem->box];
    return set_entry(schedule, &(struct entry){problem->key, problem->box, problem->due}) &&
           write_schedule(schedule);
}
