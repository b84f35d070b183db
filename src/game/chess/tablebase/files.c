#include "tablebase.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- material as a number: three bits for how many of each type, the stronger side first ---- */

enum { COUNT_BITS = 3, SIDE_BITS = 5 * COUNT_BITS };

static uint32_t ordered(uint32_t a, uint32_t b)
{
    return a > b ? a << SIDE_BITS | b : b << SIDE_BITS | a;
}

static uint32_t material_of(const struct mi_chess *p)
{
    uint32_t side[2] = {0, 0};
    for (int player = WHITE; player <= BLACK; player++)
        for (int type = PAWN; type < KING; type++)
            side[player] += (uint32_t)count_squares(pieces(p, player, type)) << COUNT_BITS * type;
    return ordered(side[WHITE], side[BLACK]);
}

/* Reads one side of a table's name, "KQP", and counts its pieces; false: it is none. */
static bool read_side(const char **name, uint32_t *side, int *count)
{
    static const char letters[] = "PNBRQ";
    const char *letter;
    *side = 0;
    if (*(*name)++ != 'K')
        return false;
    for (++*count; **name && (letter = strchr(letters, **name)) != NULL; ++*name, ++*count)
        if (*count < TABLE_PIECES)
            *side += 1u << COUNT_BITS * (letter - letters);
    return *count <= TABLE_PIECES;
}

/* Reads "KQPvKR", and nothing behind it but the suffix. */
static bool read_name(const char *name, const char *suffix, uint32_t *material, int *count)
{
    uint32_t first, second;
    *count = 0;
    if (!read_side(&name, &first, count) || *name++ != 'v' || !read_side(&name, &second, count) ||
        strcmp(name, suffix) != 0)
        return false;
    *material = ordered(first, second);
    return true;
}

/* ---- the list ---- */

static bool add(struct mi_chess_materials *materials, uint32_t material, int count)
{
    if (materials->count == materials->capacity) {
        int capacity = materials->capacity ? 2 * materials->capacity : 64;
        uint32_t *list = realloc(materials->list, (size_t)capacity * sizeof *list);
        if (!list)
            return false;
        materials->list = list;
        materials->capacity = capacity;
    }
    materials->list[materials->count++] = material;
    if (count > materials->pieces)
        materials->pieces = count;
    return true;
}

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

bool mi_chess_has_table(const struct mi_chess_materials *materials, const struct mi_chess *p)
{
    uint32_t material = material_of(p);
    return bsearch(&material, materials->list, (size_t)materials->count, sizeof material, compare);
}

/* ---- files ---- */

/* A kind of table: its suffix, and how its files begin. */
static const struct kind {
    const char *suffix;
    unsigned char magic[4];
} kinds[] = {
    {".rtbw", {0x71, 0xe8, 0x23, 0x5d}}, /* win, draw or loss: the one that counts */
    {".rtbz", {0xd7, 0x66, 0x0c, 0xa5}}, /* the distance to a move that cannot be taken back */
};

/* A whole table has the magic number, and 16 bytes more than a multiple of 64.  libfathom would
 * print a complaint, or end the process. */
static bool is_whole(const char *file, const struct kind *kind)
{
    unsigned char begin[sizeof kind->magic];
    char why[MI_FILE_ERROR];
    size_t length;
    FILE *stream = mi_file_open(file, SIZE_MAX, &length, why, sizeof why);
    if (!stream)
        return false;
    bool whole = length % 64 == 16 && fread(begin, sizeof begin, 1, stream) == 1 &&
                 memcmp(begin, kind->magic, sizeof begin) == 0;
    fclose(stream);
    return whole;
}

static bool take_file(struct mi_chess_materials *materials, const char *folder, const char *name,
                      char *error, size_t size)
{
    char file[4096];
    uint32_t material;
    int count;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!read_name(name, kinds[i].suffix, &material, &count))
            continue;
        if (snprintf(file, sizeof file, "%s/%s", folder, name) >= (int)sizeof file ||
            !is_whole(file, &kinds[i])) {
            snprintf(error, size, "%s is no whole Syzygy table", name);
            return false;
        }
        if (i == 0 && !add(materials, material, count)) {
            snprintf(error, size, "not enough memory");
            return false;
        }
    }
    return true;
}

static bool take_folder(struct mi_chess_materials *materials, const char *folder, char *error,
                        size_t size)
{
    DIR *directory = opendir(folder);
    struct dirent *entry;
    bool good = true;
    if (!directory) {
        snprintf(error, size, "%s: %s", folder, strerror(errno));
        return false;
    }
    while (good && (entry = readdir(directory)) != NULL)
        good = take_file(materials, folder, entry->d_name, error, size);
    closedir(directory);
    return good;
}

bool mi_chess_list_tables(const char *path, struct mi_chess_materials *materials, char *error,
                          size_t size)
{
    char *copy = strdup(path), *rest = NULL;
    *materials = (struct mi_chess_materials){.list = NULL};
    if (!copy) {
        snprintf(error, size, "not enough memory");
        return false;
    }
    bool good = true;
    for (char *folder = strtok_r(copy, ":", &rest); folder && good;
         folder = strtok_r(NULL, ":", &rest))
        good = take_folder(materials, folder, error, size);
    free(copy);
    if (good && materials->count == 0) {
        snprintf(error, size, "no Syzygy tables (KQvK.rtbw and the like) there");
        return false;
    }
    if (good)
        qsort(materials->list, (size_t)materials->count, sizeof *materials->list, compare);
    return good;
}
