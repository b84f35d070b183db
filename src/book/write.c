#include "book.h"

#include "base/text.h"
#include "contract/sgf_move.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- SGF ---- */

/* A move that is to be written: in the book, or the best one outside (position is -1). */
struct listed_move {
    miai_move move;
    int position;
    double value; /* for the player who makes it */
};

static int best_first(const void *a, const void *b)
{
    const struct listed_move *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->move - y->move;
}

/* Lists the moves of a position, best first; the caller frees the list. NULL if out of memory. */
static struct listed_move *list_moves(const struct mi_book_tree *tree,
                                      const struct mi_book_position *at, int *count)
{
    int n = 0;
    for (int i = at->first_move; i >= 0; i = tree->move[i].next)
        n++;
    struct listed_move *list = malloc(((size_t)n + 1) * sizeof *list);
    if (!list)
        return NULL;
    n = 0;
    for (int i = at->first_move; i >= 0; i = tree->move[i].next)
        list[n++] = (struct listed_move){tree->move[i].move, tree->move[i].position,
                                         mi_book_move_value(tree, at, i)};
    if (at->candidate.move != MIAI_NO_MOVE)
        list[n++] = (struct listed_move){at->candidate.move, -1, at->candidate.value};
    qsort(list, (size_t)n, sizeof *list, best_first);
    *count = n;
    return list;
}

/* Writes a move of the current position of tree->line, and its comment. `at` is the position that
 * the move belongs to; visits are those of a move outside the book. */
static void add_sgf_move(const struct mi_book_tree *tree, struct mi_out *out,
                         const struct mi_book_position *at, const struct listed_move *move,
                         bool elsewhere)
{
    char text[256];
    mi_sgf_write_move(tree->game, &tree->setup, mi_history_position(tree->line), move->move, text,
                      sizeof text);
    mi_out_format(out, ";%c", at->player ? 'W' : 'B');
    mi_sgf_add_value(out, text);
    mi_out_format(out, "C[%.1f %% for the player who moved", 100 * move->value);
    if (move->position < 0)
        mi_out_format(out, "; %" PRIu64 " visits, not in the book", at->candidate.visits);
    if (elsewhere)
        mi_out_add(out, "; another variation continues from here");
    mi_out_char(out, ']');
}

static bool add_sgf_position(const struct mi_book_tree *tree, struct mi_out *out, int position);

static bool add_sgf_variation(const struct mi_book_tree *tree, struct mi_out *out, int position,
                              const struct listed_move *move)
{
    const struct mi_book_position *at = &tree->position[position];
    const struct mi_book_position *next =
        move->position < 0 ? NULL : &tree->position[move->position];
    bool here = next && next->parent == position && next->move == move->move;
    if (!mi_book_go_to(tree, position))
        return false;
    mi_out_add(out, "\n(");
    add_sgf_move(tree, out, at, move, next && !here);
    bool good = !here || add_sgf_position(tree, out, move->position);
    mi_out_char(out, ')');
    return good;
}

static bool add_sgf_position(const struct mi_book_tree *tree, struct mi_out *out, int position)
{
    int count;
    struct listed_move *list = list_moves(tree, &tree->position[position], &count);
    bool good = list != NULL;
    for (int i = 0; good && i < count; i++)
        good = add_sgf_variation(tree, out, position, &list[i]);
    free(list);
    return good;
}

bool mi_book_write_sgf(const struct mi_book_tree *tree, struct mi_out *out)
{
    return tree->positions == 0 || add_sgf_position(tree, out, 0);
}

/* ---- the game's own format ---- */

/* Moves up to this much worse than the best are written. */
static const double OWN_TOLERANCE = 0.03;

struct entries {
    uint8_t (*entry)[MIAI_BOOK_ENTRY];
    int count, room, size; /* size of an entry in bytes */
};

static bool add_entry(struct entries *entries, const struct mi_book_tree *tree,
                      const struct mi_book_choice *choice)
{
    if (entries->count == entries->room) {
        int room = entries->room ? 2 * entries->room : 256;
        void *larger = realloc(entries->entry, (size_t)room * sizeof *entries->entry);
        if (!larger)
            return false;
        entries->entry = larger;
        entries->room = room;
    }
    uint8_t *entry = entries->entry[entries->count++];
    memset(entry, 0, sizeof *entries->entry);
    entries->size =
        mi_books(tree->game)
            ->write_entry(mi_history_position(tree->line), choice->move, choice->weight, entry);
    return true;
}

static bool list_entries(const struct mi_book_tree *tree, struct entries *entries)
{
    struct mi_book_choice choice[MIAI_MAX_LEGAL];
    for (int i = 0; i < tree->positions; i++) {
        if (!mi_book_go_to(tree, i))
            return false;
        int n = mi_book_recommend(tree, tree->line, OWN_TOLERANCE, choice);
        for (int j = 0; j < n; j++)
            if (!add_entry(entries, tree, &choice[j]))
                return false;
    }
    return true;
}

static int compare_entries(const void *a, const void *b)
{
    return memcmp(a, b, MIAI_BOOK_ENTRY);
}

int mi_book_write_own(const struct mi_book_tree *tree, char *text, size_t size)
{
    struct entries entries = {.entry = NULL};
    const miai_books *books = mi_books(tree->game);
    int length = -1;
    if (!MI_HAS_MEMBER(books, write_entry) || !books->write_entry)
        return -1;
    if (list_entries(tree, &entries) && entries.count < INT_MAX / MIAI_BOOK_ENTRY) {
        length = entries.count * entries.size;
        if (entries.count > 0)
            qsort(entries.entry, (size_t)entries.count, sizeof *entries.entry, compare_entries);
        for (int i = 0; i < entries.count && (size_t)((i + 1) * entries.size) <= size; i++)
            memcpy(text + i * entries.size, entries.entry[i], (size_t)entries.size);
    }
    free(entries.entry);
    return length;
}
