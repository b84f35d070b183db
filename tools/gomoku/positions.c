#include "positions.h"

#include "student.h"

#include "base/file.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

enum { HELD_OUT = 24 };

/* Prints why a file of positions cannot be read. */
static bool refuse_file(const char *file, const char *why)
{
    fprintf(stderr, "distil: %s: %s\n", file, why);
    return false;
}

static const char *read_leaves(struct positions *positions, FILE *in, size_t count)
{
    struct leaf *leaf = realloc(positions->leaf, (positions->count + count) * sizeof *leaf);
    if (!leaf)
        return "not enough memory";
    positions->leaf = leaf;
    leaf += positions->count;
    if (fread(leaf, sizeof *leaf, count, in) != count)
        return "cannot be read to its end";
    for (size_t i = 0; i < count; i++)
        if (!leaf_is_valid(&leaf[i]))
            return "it must contain positions that leaves wrote; at least one is invalid";
    positions->count += count;
    return NULL;
}

static bool add_file(struct positions *positions, const char *file)
{
    char why[MI_FILE_ERROR];
    size_t length;
    FILE *in = mi_file_open(file, SIZE_MAX / 4, &length, why, sizeof why);
    const char *wrong = in ? NULL : why;
    if (in && length % sizeof(struct leaf) != 0) {
        snprintf(why, sizeof why, "its size must be a multiple of %zu bytes, those of a position",
                 sizeof(struct leaf));
        wrong = why;
    } else if (in && length > 0)
        wrong = read_leaves(positions, in, length / sizeof(struct leaf));
    if (in)
        fclose(in);
    return !wrong || refuse_file(file, wrong);
}

static bool add_folder(struct positions *learned, struct positions *held, const char *folder,
                       size_t *files)
{
    char pattern[600];
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/*.bin", folder);
    bool fine = glob(pattern, 0, NULL, &found) == 0;
    if (!fine)
        fprintf(stderr, "distil: %s: no positions there\n", folder);
    for (size_t i = 0; fine && i < found.gl_pathc; i++, ++*files)
        fine = add_file(*files % HELD_OUT == 0 ? held : learned, found.gl_pathv[i]);
    globfree(&found);
    return fine;
}

bool positions_read(char **folders, struct positions *learned, struct positions *held)
{
    size_t files = 0;
    bool fine = true;
    for (; fine && *folders; folders++)
        fine = add_folder(learned, held, *folders, &files);
    if (fine && (learned->count == 0 || held->count == 0))
        fprintf(stderr, "distil: too few positions: at least two files are needed\n");
    return fine && learned->count > 0 && held->count > 0;
}
