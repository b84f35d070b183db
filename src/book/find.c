#include "book.h"

#include "contract/capability.h"

#include <math.h>
#include <stdlib.h>

/* A recommended move is at most so much worse than the best; the weight halves each time that it is
 * worse by another HALF. */
static const double WORST = 0.03, HALF = 0.01;
static const double FULL_WEIGHT = 1000;

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

/* ---- recommended moves ---- */

/* The value of a move in a position of the book; NAN: the book does not know it. */
static double value_of(const struct mi_book_tree *tree, const struct mi_book_position *at,
                       miai_move move)
{
    for (int i = at->first_move; i >= 0; i = tree->move[i].next)
        if (tree->move[i].move == move)
            return mi_book_move_value(tree, at, i);
    return at->candidate.move == move ? at->candidate.value : NAN;
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

int mi_book_recommend(const struct mi_book_tree *tree, const struct mi_history *history,
                      struct mi_book_choice *list)
{
    miai_move legal[MIAI_MAX_LEGAL];
    int symmetry, n = 0, kept = 0;
    int found = same_setup(tree, history) ? mi_book_find(tree, history, -1, &symmetry) : -1;
    if (found < 0 || tree->position[found].over)
        return 0;
    int player = tree->game->turn(mi_history_position(history));
    int count = mi_history_moves(history, player, legal);
    for (int i = 0; i < count; i++) {
        double value =
            value_of(tree, &tree->position[found], transform(&tree->setup, symmetry, legal[i]));
        if (!isnan(value))
            list[n++] = (struct mi_book_choice){.move = legal[i], .value = value};
    }
    qsort(list, (size_t)n, sizeof *list, better_first);
    for (; kept < n && list[0].value - list[kept].value <= WORST; kept++)
        list[kept].weight =
            (uint32_t)lround(FULL_WEIGHT * exp2((list[kept].value - list[0].value) / HALF));
    return kept;
}
