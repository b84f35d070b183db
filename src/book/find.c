#include "book.h"

#include "base/fmath.h"
#include "contract/capability.h"

#include <math.h>
#include <stdlib.h>

enum { SYMMETRIES = 16 };

static const double FULL_WEIGHT = 1000;
static const double LN2 = 0.693147180559945309417;
/* Values are written with four digits; this is less than their unit. */
static const double ROUNDING = 1e-6;

static int symmetries_of(const miai_game *game, const miai_setup *setup)
{
    int all = MI_HAS_MEMBER(mi_books(game), symmetries) ? mi_books(game)->symmetries : 0;
    return mi_symmetries_on(all, setup->width, setup->height);
}

/* A move after a symmetry of the board. Moves that are not points stay the same. */
static miai_move transform(const miai_setup *setup, int symmetry, miai_move move)
{
    bool point = move >= 0 && move < setup->width * setup->height;
    return point ? mi_transform_point(setup->width, setup->height, symmetry, move) : move;
}

static int find_hash(const struct mi_book_tree *tree, uint64_t hash, int plies)
{
    int found = -1;
    if (tree->buckets == 0)
        return -1;
    for (int i = tree->bucket[hash % (uint64_t)tree->buckets]; i >= 0;
         i = tree->position[i].same_bucket) {
        const struct mi_book_position *at = &tree->position[i];
        if (at->hash == hash && (plies < 0 || at->plies == plies) &&
            (found < 0 || at->plies < tree->position[found].plies))
            found = i;
    }
    return found;
}

/* The hash after the moves of a history, each transformed. False if it has no such counterpart:
 * the moves are illegal then, or began at another position. */
static bool hash_transformed(const struct mi_book_tree *tree, const struct mi_history *history,
                             int symmetry, struct mi_history *scratch, uint64_t *hash)
{
    const miai_ply *ply = mi_history_line(history);
    mi_history_clear(scratch);
    for (int i = 0; i < mi_history_plies(history); i++)
        if (mi_history_play(scratch, ply[i].player,
                            transform(&tree->setup, symmetry, ply[i].move)) != MI_PLAYED)
            return false;
    *hash = tree->game->hash(mi_history_position(scratch));
    return true;
}

int mi_book_find(const struct mi_book_tree *tree, const struct mi_history *history, int plies,
                 int *symmetry)
{
    int all = symmetries_of(tree->game, &tree->setup);
    int found = find_hash(tree, tree->game->hash(mi_history_position(history)), plies);
    *symmetry = 0;
    if (found >= 0 || all == 0 || !mi_history_has_default_start(history))
        return found;
    struct mi_history *scratch = mi_history_new(tree->game, &tree->setup);
    for (int s = 1; scratch && found < 0 && s <= all; s++) {
        uint64_t hash;
        if ((s & ~all) != 0 || !hash_transformed(tree, history, s, scratch, &hash))
            continue;
        found = find_hash(tree, hash, plies);
        *symmetry = s;
    }
    mi_history_free(scratch);
    return found;
}

/* Stores the symmetries that turn the moves of a history into ones that reach a position with this
 * hash, and returns their number. */
static int list_symmetries(const struct mi_book_tree *tree, const struct mi_history *history,
                           uint64_t hash, int list[SYMMETRIES])
{
    int all = symmetries_of(tree->game, &tree->setup), count = 0;
    if (tree->game->hash(mi_history_position(history)) == hash)
        list[count++] = 0;
    if (all == 0 || !mi_history_has_default_start(history))
        return count;
    struct mi_history *scratch = mi_history_new(tree->game, &tree->setup);
    for (int s = 1; scratch && s <= all; s++) {
        uint64_t other;
        if ((s & ~all) == 0 && hash_transformed(tree, history, s, scratch, &other) && other == hash)
            list[count++] = s;
    }
    mi_history_free(scratch);
    return count;
}

bool mi_book_mirrored(const struct mi_book_tree *tree, int position, miai_move a, miai_move b)
{
    int list[SYMMETRIES];
    if (!mi_book_go_to(tree, position))
        return a == b;
    int count = list_symmetries(tree, tree->line, tree->position[position].hash, list);
    for (int i = 0; i < count; i++)
        if (transform(&tree->setup, list[i], a) == b)
            return true;
    return false;
}

/* ---- recommended moves ---- */

/* Stores the value of a move in a position; false if the book does not know the move. */
static bool find_value(const struct mi_book_tree *tree, const struct mi_book_position *at,
                       miai_move move, double *value)
{
    for (int i = at->first_move; i >= 0; i = tree->move[i].next)
        if (tree->move[i].move == move) {
            *value = mi_book_move_value(tree, at, i);
            return true;
        }
    *value = at->candidate.value;
    return at->candidate.move == move;
}

/* The symmetries under which the current position is one of the book. */
struct view {
    const struct mi_book_position *at;
    int symmetry[SYMMETRIES], symmetries;
};

/* Fills in a choice for a legal move. False if the book knows none of the move's mirror images. */
static bool make_choice(const struct mi_book_tree *tree, const struct view *view, miai_move move,
                        struct mi_book_choice *choice)
{
    choice->move = move;
    for (int i = 0; i < view->symmetries; i++) {
        choice->known = transform(&tree->setup, view->symmetry[i], move);
        if (find_value(tree, view->at, choice->known, &choice->value))
            return true;
    }
    return false;
}

static int better_first(const void *a, const void *b)
{
    const struct mi_book_choice *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? 1 : -1;
    return x->move - y->move;
}

static bool same_setup(const struct mi_book_tree *tree, const struct mi_history *history)
{
    const miai_setup *a = &tree->setup, *b = mi_history_setup(history);
    return mi_history_game(history) == tree->game && a->width == b->width &&
           a->height == b->height && a->komi == b->komi && a->rules == b->rules;
}

/* The number of choices that are mirror images of one. */
static int count_images(const struct mi_book_choice *list, int count, int i)
{
    int images = 0;
    for (int j = 0; j < count; j++)
        images += list[j].known == list[i].known;
    return images;
}

/* Weighs a sorted list, and returns the number of moves within the tolerance. Mirror images share
 * the weight of one move. */
static int weigh_choices(struct mi_book_choice *list, int count, double tolerance)
{
    const double limit = tolerance + ROUNDING;
    for (int i = 0; i < count; i++) {
        double loss = list[0].value - list[i].value;
        if (loss > limit)
            return i;
        list[i].weight = (uint32_t)lround(FULL_WEIGHT * mi_exp(-3 * LN2 * loss / limit) /
                                          count_images(list, count, i));
    }
    return count;
}

int mi_book_recommend(const struct mi_book_tree *tree, const struct mi_history *history,
                      double tolerance, struct mi_book_choice *list)
{
    miai_move legal[MIAI_MAX_LEGAL];
    struct view view;
    int symmetry, n = 0;
    int found = same_setup(tree, history) ? mi_book_find(tree, history, -1, &symmetry) : -1;
    if (found < 0 || tree->position[found].over)
        return 0;
    view.at = &tree->position[found];
    view.symmetries = list_symmetries(tree, history, view.at->hash, view.symmetry);
    int player = tree->game->turn(mi_history_position(history));
    int count = mi_history_moves(history, player, legal);
    for (int i = 0; i < count; i++)
        n += make_choice(tree, &view, legal[i], &list[n]);
    qsort(list, (size_t)n, sizeof *list, better_first);
    return weigh_choices(list, n, tolerance);
}
