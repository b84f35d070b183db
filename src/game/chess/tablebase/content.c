/* Opens table files on demand, and looks up positions in them. */
#include "base/file.h"
#include "base/system.h"
#include "syzygy.h"

#include <stdlib.h>
#include <unistd.h>

/* ---- opening ---- */

static void content_free(struct mi_syzygy_content *content)
{
    if (!content)
        return;
    for (int file = 0; file < 4; file++)
        for (int side = 0; side < 2; side++)
            free(content->part[file][side].pairs.expanded);
    if (content->bytes)
        mi_system_unmap_file(content->bytes, content->length);
    free(content);
}

static mi_fault content_map_file(struct mi_syzygy_content *content, const char *path)
{
    char why[MI_FILE_ERROR];
    int file = mi_file_descriptor(path, SIZE_MAX, &content->length, why, sizeof why);
    if (file < 0)
        return "it cannot be opened";
    content->bytes = content->length > 0 ? mi_system_map_file(file, content->length) : NULL;
    close(file);
    return content->bytes ? NULL : "it cannot be read";
}

static struct mi_syzygy_content *content_new(const struct mi_syzygy *syzygy,
                                             const struct mi_syzygy_table *table, int kind,
                                             mi_fault *fault)
{
    struct mi_syzygy_content *content = calloc(1, sizeof *content);
    *fault = "out of memory";
    if (!content)
        return NULL;
    content->kind = kind;
    content->count = table->count;
    *fault = content_map_file(content, table->file[kind].path);
    if (!*fault)
        *fault = mi_syzygy_read_header(&syzygy->codes, content, table->material);
    if (!*fault)
        return content;
    content_free(content);
    return NULL;
}

/* Opens the file unless another thread has done so in the meantime. */
static void open_once(struct mi_syzygy *syzygy, struct mi_syzygy_table *table, int kind)
{
    struct mi_syzygy_file *file = &table->file[kind];
    pthread_mutex_lock(&syzygy->lock);
    if (!atomic_load(&file->content) && !atomic_load(&file->fault)) {
        mi_fault fault;
        struct mi_syzygy_content *content = content_new(syzygy, table, kind, &fault);
        atomic_store(&file->fault, fault);
        atomic_store(&file->content, content);
    }
    pthread_mutex_unlock(&syzygy->lock);
}

/* The content of the position's table, or NULL.  Content stays in memory until the tables are
 * closed, even if a fault is found in it, because other threads may still read it. */
static const struct mi_syzygy_content *open_content(struct mi_syzygy *syzygy,
                                                    const struct mi_chess *p, int kind,
                                                    struct mi_syzygy_file **found)
{
    struct mi_syzygy_table *table = mi_syzygy_find(syzygy, p);
    if (!table || !table->file[kind].path)
        return NULL;
    struct mi_syzygy_file *file = *found = &table->file[kind];
    if (!atomic_load_explicit(&file->content, memory_order_acquire))
        open_once(syzygy, table, kind);
    return atomic_load_explicit(&file->fault, memory_order_relaxed)
               ? NULL
               : atomic_load_explicit(&file->content, memory_order_acquire);
}

static bool mark_damaged(struct mi_syzygy_file *file)
{
    atomic_store(&file->fault, "its values are damaged");
    return false;
}

void mi_syzygy_close_file(struct mi_syzygy_file *file)
{
    content_free(atomic_load(&file->content));
    free(file->path);
}

/* ---- looking up ---- */

/* How a position is transformed so that its colours match the table. */
struct colour_match {
    bool swapped; /* White and Black are exchanged */
    int side;     /* the side to move after the exchange */
};

static struct colour_match match_table_colours(const struct mi_syzygy_content *content,
                                               const struct mi_chess *p)
{
    bool black = p->turn == BLACK;
    if (content->symmetric)
        return (struct colour_match){black, WHITE};
    bool swapped = mi_syzygy_material_of(p, WHITE) != content->white;
    return (struct colour_match){swapped, black != swapped};
}

/* Stores the squares of pieces i to end - 1 in the order of the groups. */
static void find_squares(const struct mi_chess *p, const struct mi_syzygy_groups *groups,
                         bool swapped, int i, int end, uint8_t *square)
{
    while (i < end) {
        int piece = groups->piece[i];
        bitboard set = pieces(p, (piece >> 3) != swapped, (piece & 7) - 1);
        while (set && i < end)
            square[i++] = (uint8_t)(pop_lsb(&set) ^ (swapped ? 56 : 0));
    }
}

/* Returns the part that contains the position, and stores the squares of the pieces. */
static const struct mi_syzygy_part *find_part(const struct mi_syzygy *syzygy,
                                              const struct mi_syzygy_content *content,
                                              const struct mi_chess *p,
                                              const struct colour_match *view, uint8_t *square)
{
    const struct mi_syzygy_groups *groups = &content->part[0][0].groups;
    int side = content->kind == WDL_TABLE ? view->side : 0, leading = 0, file = 0;
    if (content->pawns) {
        leading = groups->first[1];
        find_squares(p, groups, view->swapped, 0, leading, square);
        file = mi_syzygy_leading_pawn(&syzygy->codes, square, leading);
    }
    groups = &content->part[file][side].groups;
    find_squares(p, groups, view->swapped, leading, content->count, square);
    return &content->part[file][side];
}

/* Reads the value that a part has for pieces on these squares. */
static bool read_part_value(const struct mi_syzygy *syzygy, const struct mi_syzygy_part *part,
                            uint8_t *square, int *value)
{
    uint64_t index = mi_syzygy_index(&syzygy->codes, &part->groups, square);
    return index < part->groups.size && mi_syzygy_value(&part->pairs, index, value);
}

bool mi_syzygy_lookup_wdl(struct mi_syzygy *syzygy, const struct mi_chess *p, int *wdl)
{
    struct mi_syzygy_file *file;
    const struct mi_syzygy_content *content = open_content(syzygy, p, WDL_TABLE, &file);
    uint8_t square[TABLE_PIECES];
    if (!content)
        return false;
    struct colour_match view = match_table_colours(content, p);
    const struct mi_syzygy_part *part = find_part(syzygy, content, p, &view, square);
    if (!read_part_value(syzygy, part, square, wdl) || *wdl > WDL_WIN - WDL_LOSS)
        return mark_damaged(file);
    *wdl += WDL_LOSS;
    return true;
}

/* If the part stores indices, replaces the index *value by the entry in the list of the outcome. */
static bool map_part_value(const struct mi_syzygy_pairs *pairs, int wdl, int *value)
{
    static const uint8_t of[] = {1, 3, 0, 2, 0}; /* list of each outcome, from loss to win */
    int map = of[wdl - WDL_LOSS];
    if (!(pairs->flags & PART_MAPPED))
        return true;
    if (*value >= pairs->map_count[map])
        return false;
    const unsigned char *list = pairs->map[map];
    *value = pairs->flags & PART_WIDE ? list[2 * *value] | list[2 * *value + 1] << 8 : list[*value];
    return true;
}

/* Cursed wins and blessed losses are always counted in moves. */
static bool counts_plies(const struct mi_syzygy_pairs *pairs, int wdl)
{
    return (wdl == WDL_WIN && pairs->flags & PART_WIN_PLIES) ||
           (wdl == WDL_LOSS && pairs->flags & PART_LOSS_PLIES);
}

enum mi_dtz_lookup mi_syzygy_lookup_dtz(struct mi_syzygy *syzygy, const struct mi_chess *p, int wdl,
                                        int *dtz)
{
    struct mi_syzygy_file *file;
    const struct mi_syzygy_content *content = open_content(syzygy, p, DTZ_TABLE, &file);
    uint8_t square[TABLE_PIECES];
    if (!content)
        return DTZ_FAILED;
    struct colour_match view = match_table_colours(content, p);
    const struct mi_syzygy_part *part = find_part(syzygy, content, p, &view, square);
    if ((int)(part->pairs.flags & PART_BLACK) != view.side && !content->symmetric)
        return DTZ_OTHER_SIDE;
    if (!read_part_value(syzygy, part, square, dtz) || !map_part_value(&part->pairs, wdl, dtz)) {
        mark_damaged(file);
        return DTZ_FAILED;
    }
    if (!counts_plies(&part->pairs, wdl))
        *dtz *= 2;
    return DTZ_KNOWN;
}
