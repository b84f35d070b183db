/* Moves from the opening book. */
#include "book.h"

#include "engine/result/info.h"
#include "engine/root.h"

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

/* A result for a book position. Only the weights are known, so the value is even. */
static void fill_book_result(const struct mi_root *root, struct mi_result *result,
                             const miai_move *list, const uint32_t *weight, int n, int chosen)
{
    memset(result, 0, offsetof(struct mi_result, choice));
    for (int i = 0; i < n; i++)
        result->choice[i] = (struct mi_choice){.move = list[i], .visits = weight[i], .value = 0.5};
    result->choice_count = n;
    result->owned = false;
    mi_choices_finish(root, result, MI_FINAL_VISITS);
    result->move = result->pv[0] = list[chosen];
    result->pv_length = 1;
}

bool mi_engine_probe_book(miai_engine *engine, const struct mi_root *root)
{
    const struct mi_book *book = &engine->book;
    const struct mi_options *options = &engine->options;
    miai_move list[MIAI_MAX_LEGAL];
    uint32_t weight[MIAI_MAX_LEGAL];
    if (!book->bytes || book->game != mi_history_game(engine->history) ||
        (options->book_depth > 0 && root->plies >= options->book_depth))
        return false;
    int n = mi_books(book->game)->moves(root->pos, book->bytes, book->size, list, weight);
    if (n == 0)
        return false;
    uint64_t seed =
        miai_mix(mi_engine_seed(engine, engine->game_number)) ^ root->game->hash(root->pos);
    fill_book_result(root, engine->result, list, weight, n,
                     options->book_best ? heaviest_index(weight, n) : draw_index(seed, weight, n));
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
    return true;
}
