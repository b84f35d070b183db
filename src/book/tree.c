#include "book.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM = 64 }; /* of a new array */

struct mi_book_tree *mi_book_tree_new(const miai_game *game, const miai_setup *setup)
{
    struct mi_book_tree *tree = calloc(1, sizeof *tree);
    if (!tree)
        return NULL;
    tree->game = game;
    tree->setup = *setup;
    tree->line = mi_history_new(game, setup);
    if (tree->line)
        return tree;
    mi_book_tree_free(tree);
    return NULL;
}

void mi_book_tree_free(struct mi_book_tree *tree)
{
    if (!tree)
        return;
    mi_history_free(tree->line);
    free(tree->position);
    free(tree->move);
    free(tree->bucket);
    free(tree);
}

/* ---- adding ---- */

/* Makes room for one more element of an array. */
static bool make_room(void **array, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int more = *room ? 2 * *room : ROOM;
    void *larger = realloc(*array, (size_t)more * size);
    if (!larger)
        return false;
    *array = larger;
    *room = more;
    return true;
}

static void put_into_bucket(struct mi_book_tree *tree, int i)
{
    int *bucket = &tree->bucket[tree->position[i].hash % (uint64_t)tree->buckets];
    tree->position[i].same_bucket = *bucket;
    *bucket = i;
}

/* Makes as many buckets as there is room for positions. */
static bool renew_buckets(struct mi_book_tree *tree)
{
    if (tree->buckets == tree->position_room)
        return true;
    int *bucket = realloc(tree->bucket, (size_t)tree->position_room * sizeof *bucket);
    if (!bucket)
        return false;
    tree->bucket = bucket;
    tree->buckets = tree->position_room;
    for (int i = 0; i < tree->buckets; i++)
        bucket[i] = -1;
    for (int i = 0; i < tree->positions; i++)
        put_into_bucket(tree, i);
    return true;
}

/* The text of a move in the current position of tree->line. */
static void write_move(const struct mi_book_tree *tree, miai_move move, char text[MIAI_MOVE_TEXT])
{
    tree->game->move_text(mi_history_position(tree->line), move, text, MIAI_MOVE_TEXT);
}

/* Adds the current position of tree->line. */
static bool add_current(struct mi_book_tree *tree, int parent, miai_move move,
                        const struct mi_book_candidate *candidate)
{
    if (!make_room((void **)&tree->position, tree->positions, &tree->position_room,
                   sizeof *tree->position) ||
        !renew_buckets(tree))
        return false;
    const void *pos = mi_history_position(tree->line);
    int score;
    tree->position[tree->positions] =
        (struct mi_book_position){.parent = parent,
                                  .move = move,
                                  .plies = mi_history_plies(tree->line),
                                  .player = tree->game->turn(pos),
                                  .over = mi_history_outcome(tree->line, &score),
                                  .candidate = *candidate,
                                  .value = candidate->value,
                                  .first_move = -1,
                                  .hash = tree->game->hash(pos)};
    put_into_bucket(tree, tree->positions++);
    return true;
}

bool mi_book_add_start(struct mi_book_tree *tree, const struct mi_book_candidate *candidate)
{
    mi_history_clear(tree->line);
    return add_current(tree, -1, MIAI_NO_MOVE, candidate);
}

bool mi_book_add_move(struct mi_book_tree *tree, int parent, miai_move move, int position)
{
    if (!make_room((void **)&tree->move, tree->moves, &tree->move_room, sizeof *tree->move))
        return false;
    if (!mi_book_go_to(tree, parent))
        return false;
    int *first = &tree->position[parent].first_move;
    struct mi_book_move *added = &tree->move[tree->moves];
    *added = (struct mi_book_move){.move = move, .position = position, .next = *first};
    write_move(tree, move, added->text);
    *first = tree->moves++;
    return true;
}

bool mi_book_add_position(struct mi_book_tree *tree, int parent, miai_move move,
                          const struct mi_book_candidate *candidate)
{
    int player = tree->position[parent].player;
    if (!mi_book_add_move(tree, parent, move, tree->positions))
        return false;
    if (mi_history_play(tree->line, player, move) == MI_PLAYED &&
        add_current(tree, parent, move, candidate)) {
        memcpy(tree->position[tree->positions - 1].text, tree->move[tree->moves - 1].text,
               MIAI_MOVE_TEXT);
        return true;
    }
    tree->position[parent].first_move = tree->move[--tree->moves].next;
    return false;
}

bool mi_book_go_to(const struct mi_book_tree *tree, int position)
{
    if (position == 0) {
        mi_history_clear(tree->line);
        return true;
    }
    const struct mi_book_position *at = &tree->position[position];
    return mi_book_go_to(tree, at->parent) &&
           mi_history_play(tree->line, tree->position[at->parent].player, at->move) == MI_PLAYED;
}

/* ---- values ---- */

double mi_book_move_value(const struct mi_book_tree *tree, const struct mi_book_position *position,
                          int i)
{
    const struct mi_book_position *next = &tree->position[tree->move[i].position];
    return next->player == position->player ? next->value : 1 - next->value;
}

/* The value of a position whose moves lead to positions with known values. */
static double best_value(const struct mi_book_tree *tree, const struct mi_book_position *at)
{
    double best = at->over || at->candidate.move != MIAI_NO_MOVE ? at->candidate.value : 0;
    for (int i = at->first_move; i >= 0; i = tree->move[i].next) {
        double value = mi_book_move_value(tree, at, i);
        best = value > best ? value : best;
    }
    return best;
}

/* A move leads to a position with one ply more, so the positions with the most plies come first. */
bool mi_book_back_up(struct mi_book_tree *tree)
{
    int most = 0, *place;
    for (int i = 0; i < tree->positions; i++)
        most = tree->position[i].plies > most ? tree->position[i].plies : most;
    place = calloc((size_t)most + 1 + (size_t)tree->positions, sizeof *place);
    if (!place)
        return false;
    int *order = place + most + 1, before = 0;
    for (int i = 0; i < tree->positions; i++)
        place[tree->position[i].plies]++;
    for (int plies = most; plies >= 0; plies--) {
        int count = place[plies];
        place[plies] = before;
        before += count;
    }
    for (int i = 0; i < tree->positions; i++)
        order[place[tree->position[i].plies]++] = i;
    for (int i = 0; i < tree->positions; i++)
        tree->position[order[i]].value = best_value(tree, &tree->position[order[i]]);
    free(place);
    return true;
}
