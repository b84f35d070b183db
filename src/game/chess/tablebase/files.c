/* Lists the tables in the folders of a path, and collects faults. */
#include "base/file.h"
#include "base/folder.h"
#include "base/system.h"
#include "syzygy.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- material ---- */

uint32_t mi_syzygy_material_of(const struct mi_chess *p, int player)
{
    uint32_t material = 0;
    for (int type = PAWN; type < MATERIAL_TYPES; type++)
        material += (uint32_t)count_squares(pieces(p, player, type)) << MATERIAL_BITS * type;
    return material;
}

/* The sort key of tables: the material of both sides, the larger number first. */
static uint32_t material_key(uint32_t a, uint32_t b)
{
    const int bits = MATERIAL_TYPES * MATERIAL_BITS;
    return a > b ? a << bits | b : b << bits | a;
}

static uint32_t table_key(const struct mi_syzygy_table *table)
{
    return material_key(table->material[0], table->material[1]);
}

/* The index of the first table whose key is not below `key`. */
static int table_position(const struct mi_syzygy *syzygy, uint32_t key)
{
    int low = 0, high = syzygy->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table_key(&syzygy->table[middle]) < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct mi_syzygy_table *mi_syzygy_find(const struct mi_syzygy *syzygy, const struct mi_chess *p)
{
    uint32_t key = material_key(mi_syzygy_material_of(p, WHITE), mi_syzygy_material_of(p, BLACK));
    int place = table_position(syzygy, key);
    bool found = place < syzygy->count && table_key(&syzygy->table[place]) == key;
    return found ? &syzygy->table[place] : NULL;
}

/* ---- names ---- */

/* Reads one side of a table's name, "KQP". */
static bool read_name_material(const char **name, uint32_t *side, int *count)
{
    static const char letters[] = "PNBRQ";
    const char *letter;
    *side = 0;
    if (*(*name)++ != 'K')
        return false;
    for (++*count; **name && (letter = strchr(letters, **name)) != NULL; ++*name, ++*count)
        if (*count < TABLE_PIECES)
            *side += 1u << MATERIAL_BITS * (letter - letters);
    return *count <= TABLE_PIECES;
}

/* Reads a name such as "KQPvKR", followed by the suffix. */
static bool read_table_name(const char *name, const char *suffix, struct mi_syzygy_table *table)
{
    uint32_t first, second;
    table->count = 0;
    if (!read_name_material(&name, &first, &table->count) || *name++ != 'v' ||
        !read_name_material(&name, &second, &table->count) || strcmp(name, suffix) != 0)
        return false;
    table->material[0] = first > second ? first : second;
    table->material[1] = first > second ? second : first;
    return table->count > 2;
}

/* ---- faults ---- */

/* Adds a line to the notices; false if out of memory. */
static bool add_notice(struct mi_syzygy *syzygy, const char *name, const char *why)
{
    size_t before = syzygy->notices ? strlen(syzygy->notices) : 0;
    size_t size = before + strlen(name) + strlen(why) + 4;
    char *notices = realloc(syzygy->notices, size);
    if (!notices)
        return false;
    snprintf(notices + before, size - before, "%s: %s\n", name, why);
    syzygy->notices = notices;
    return true;
}

/* Removes the first line of the notices and copies it to text. */
static bool pop_notice(struct mi_syzygy *syzygy, char *text, size_t size)
{
    if (!syzygy->notices || !*syzygy->notices)
        return false;
    size_t length = strcspn(syzygy->notices, "\n");
    snprintf(text, size, "%.*s", (int)length, syzygy->notices);
    memmove(syzygy->notices, syzygy->notices + length + 1,
            strlen(syzygy->notices + length + 1) + 1);
    return true;
}

static bool pop_fault(struct mi_syzygy_file *file, char *text, size_t size)
{
    mi_fault fault = atomic_load(&file->fault);
    if (!fault || file->reported)
        return false;
    snprintf(text, size, "%s: %s", file->path, fault);
    return file->reported = true;
}

bool mi_syzygy_next_fault(struct mi_syzygy *syzygy, char *text, size_t size)
{
    pthread_mutex_lock(&syzygy->lock);
    bool taken = pop_notice(syzygy, text, size);
    for (int i = 0; i < syzygy->count && !taken; i++)
        for (int kind = 0; kind < TABLE_KINDS && !taken; kind++)
            taken = pop_fault(&syzygy->table[i].file[kind], text, size);
    pthread_mutex_unlock(&syzygy->lock);
    return taken;
}

/* ---- the list ---- */

/* Finds or adds the table of that material; NULL if out of memory. */
static struct mi_syzygy_table *add_table(struct mi_syzygy *syzygy,
                                         const struct mi_syzygy_table *table)
{
    int place = table_position(syzygy, table_key(table));
    if (place < syzygy->count && table_key(&syzygy->table[place]) == table_key(table))
        return &syzygy->table[place];
    if (syzygy->count == syzygy->capacity) {
        int capacity = syzygy->capacity ? 2 * syzygy->capacity : 64;
        struct mi_syzygy_table *list = realloc(syzygy->table, (size_t)capacity * sizeof *list);
        if (!list)
            return NULL;
        syzygy->table = list;
        syzygy->capacity = capacity;
    }
    struct mi_syzygy_table *added = &syzygy->table[place];
    memmove(added + 1, added, (size_t)(syzygy->count++ - place) * sizeof *added);
    *added = *table;
    return added;
}

/* A kind of table: suffix and magic number of its files. */
static const struct table_kind {
    const char *suffix;
    unsigned char magic[4];
} kinds[TABLE_KINDS] = {
    [WDL_TABLE] = {".rtbw", {0x71, 0xe8, 0x23, 0x5d}},
    [DTZ_TABLE] = {".rtbz", {0xd7, 0x66, 0x0c, 0xa5}},
};

/* Is the file complete?  It starts with the magic number and has 16 bytes more than a multiple of
 * 64. */
static bool is_complete(const char *path, const struct table_kind *kind)
{
    unsigned char begin[sizeof kind->magic];
    char why[MI_FILE_ERROR];
    size_t length;
    FILE *stream = mi_file_open(path, SIZE_MAX, &length, why, sizeof why);
    if (!stream)
        return false;
    bool complete = length % 64 == 16 && fread(begin, sizeof begin, 1, stream) == 1 &&
                    memcmp(begin, kind->magic, sizeof begin) == 0;
    fclose(stream);
    return complete;
}

/* The path of a file in a folder, owned by the caller; NULL if out of memory. */
static char *table_path(const char *folder, const char *name)
{
    size_t size = strlen(folder) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", folder, name);
    return path;
}

/* Adds the file to the list, unless an earlier folder has the same table. */
static bool list_table_file(struct mi_syzygy *syzygy, struct mi_syzygy_table *table, int kind,
                            const char *folder, const char *name)
{
    char *path = table_path(folder, name);
    if (!path)
        return false;
    if (!is_complete(path, &kinds[kind])) {
        bool noticed = add_notice(syzygy, path, "it is not a complete Syzygy table");
        free(path);
        return noticed;
    }
    struct mi_syzygy_table *added = add_table(syzygy, table);
    if (!added || added->file[kind].path) {
        free(path);
        return added != NULL;
    }
    added->file[kind].path = path;
    if (kind == WDL_TABLE && added->count > syzygy->pieces)
        syzygy->pieces = added->count;
    return true;
}

static bool list_tables_in_folder(struct mi_syzygy *syzygy, const char *path)
{
    struct mi_folder folder;
    bool good = true;
    if (!mi_folder_read(&folder, path))
        return errno != ENOMEM && add_notice(syzygy, path, strerror(errno));
    for (size_t i = 0; i < folder.count && good; i++)
        for (int kind = 0; kind < TABLE_KINDS && good; kind++) {
            struct mi_syzygy_table table = {.count = 0};
            if (read_table_name(folder.name[i], kinds[kind].suffix, &table))
                good = list_table_file(syzygy, &table, kind, path, folder.name[i]);
        }
    mi_folder_free(&folder);
    return good;
}

bool mi_syzygy_list(struct mi_syzygy *syzygy, const char *path)
{
    char *copy = strdup(path), *rest = NULL;
    bool good = copy != NULL;
    for (char *folder = good ? strtok_r(copy, mi_system_path_separator, &rest) : NULL;
         folder && good; folder = strtok_r(NULL, mi_system_path_separator, &rest))
        good = list_tables_in_folder(syzygy, folder);
    free(copy);
    return good;
}

void mi_syzygy_free(struct mi_syzygy *syzygy)
{
    for (int i = 0; i < syzygy->count; i++)
        for (int kind = 0; kind < TABLE_KINDS; kind++)
            mi_syzygy_close_file(&syzygy->table[i].file[kind]);
    free(syzygy->table);
    free(syzygy->notices);
}
