/* Moves from the opening book. */
#include "book.h"

#include "engine/result/info.h"
#include "engine/root.h"
#include "engine/setup/book_file.h"

#include "book/book.h"
#include "search/common/choice.h"

#include <stdlib.h>
#include <string.h>

static uint32_t sum_weights(const uint32_t *weight, int n)
{
    uint32_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += weight[i];
    return sum;
}

/* Draws an index by weight; the same seed gives the same index. */
static int draw_index(uint64_t seed, const uint32_t *weight, int n)
{
    miai_rng rng;
    miai_rng_seed(&rng, seed);
    uint32_t rest = miai_rng_below(&rng, sum_weights(weight, n));
    int i = 0;
    while (rest >= weight[i])
        rest -= weight[i++];
    return i;
}

static int heaviest_index(const uint32_t *weight, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (weight[i] > weight[best])
            best = i;
    return best;
}

/* The moves of the book in a position. */
struct book_moves {
    int count;
    miai_move move[MIAI_MAX_LEGAL];
    uint32_t weight[MIAI_MAX_LEGAL];
    double value[MIAI_MAX_LEGAL]; /* 0.5 if the book has only weights */
};

static void fill_book_result(const struct mi_root *root, struct mi_result *result,
                             const struct book_moves *moves, int chosen)
{
    memset(result, 0, offsetof(struct mi_result, choice));
    for (int i = 0; i < moves->count; i++)
        result->choice[i] = (struct mi_choice){
            .move = moves->move[i], .visits = moves->weight[i], .value = moves->value[i]};
    result->choice_count = moves->count;
    result->owned = false;
    mi_choices_finish(root, result, MI_FINAL_VISITS);
    result->value = moves->value[chosen];
    result->move = result->pv[0] = moves->move[chosen];
    result->pv_length = 1;
}

/* Lists the moves of a book in the game's own format. */
static void list_own_moves(const struct mi_book *book, const struct mi_root *root,
                           struct book_moves *moves)
{
    moves->count =
        mi_books(book->game)->moves(root->pos, book->bytes, book->size, moves->move, moves->weight);
    for (int i = 0; i < moves->count; i++)
        moves->value[i] = 0.5;
}

/* Lists the moves of a book that miai made. It has them for the side to move only. */
static void list_tree_moves(const miai_engine *engine, const struct mi_book *book,
                            const struct mi_root *root, struct book_moves *moves)
{
    struct mi_book_choice list[MIAI_MAX_LEGAL];
    const void *pos = mi_history_position(engine->history);
    moves->count =
        root->game->turn(pos) == root->game->turn(root->pos)
            ? mi_book_recommend(book->tree, engine->history, engine->options.book_tolerance, list)
            : 0;
    for (int i = 0; i < moves->count; i++) {
        moves->move[i] = list[i].move;
        moves->weight[i] = list[i].weight;
        moves->value[i] = list[i].value;
    }
}

/* Chooses a move of the book: the heaviest, or at random by weight. */
static int choose_move(const miai_engine *engine, const struct mi_root *root,
                       const struct book_moves *moves)
{
    uint64_t seed =
        miai_mix(mi_engine_seed(engine, engine->game_number)) ^ root->game->hash(root->pos);
    return engine->options.book_best ? heaviest_index(moves->weight, moves->count)
                                     : draw_index(seed, moves->weight, moves->count);
}

/* Stores the chosen move as the result of a search. */
static void finish_book_result(miai_engine *engine, const struct mi_root *root)
{
    engine->has_searched = true;
    engine->root_is_current = false; /* no search belongs to the result */
    engine->wanted_bytes = 0;
    engine->result_search = "book";
    engine->result_player = root->game->turn(root->pos);
    engine->result_plies = root->plies;
    engine->result_path = mi_history_line_key(engine->history, engine->result_plies);
    engine->search_armed = false;
    mi_engine_write_choices(engine, root, engine->result);
    mi_engine_write_pv(engine, root, engine->result);
}

bool mi_engine_probe_book(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_options *options = &engine->options;
    struct book_moves moves;
    if (options->book_depth > 0 && root->plies >= options->book_depth)
        return false;
    const struct mi_book *book = mi_engine_book(engine);
    if (!book)
        return false;
    if (book->tree)
        list_tree_moves(engine, book, root, &moves);
    else
        list_own_moves(book, root, &moves);
    if (moves.count == 0)
        return false;
    fill_book_result(root, engine->result, &moves, choose_move(engine, root, &moves));
    finish_book_result(engine, root);
    return true;
}
