/* Alpha-beta's tree, for people to look at. */
#include "engine/engine.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "engine/root.h"
#include "engine/setup/client.h"

#include "base/cache.h"
#include "base/clock.h"
#include "search/textbook/alphabeta.h"

#include <stdlib.h>
#include <string.h>

enum { CUTS_MAX = 100000 };

/* The position in front of each node of the path, so that moves can be written. */
struct writing {
    const struct mi_root *root;
    size_t stride;      /* bytes from one to the next: each is aligned, whatever its size */
    unsigned char *pos; /* [depth + 1] positions */
};

static void *at(const struct writing *writing, int depth)
{
    return writing->pos + writing->stride * (size_t)depth;
}

static void write_node(const struct writing *writing, const struct mi_cut *cut, miai_cut *told)
{
    *told = (miai_cut){.depth = cut->depth,
                       .player = cut->player,
                       .alpha = cut->alpha,
                       .beta = cut->beta,
                       .score = cut->score,
                       .moves = cut->moves,
                       .tried = cut->tried};
    if (cut->depth == 0)
        return;
    const void *before = at(writing, cut->depth - 1);
    writing->root->game->move_text(before, cut->move, told->move, sizeof told->move);
    memcpy(at(writing, cut->depth), before, writing->root->size);
    writing->root->game->play(at(writing, cut->depth), cut->move);
}

static int tell_all(const struct mi_root *root, const struct mi_cut *list, int n, int depth,
                    bool (*tell)(void *context, const miai_cut *cut), void *context)
{
    struct writing writing = {.root = root, .stride = mi_cache_lines(root->size)};
    miai_cut told;
    writing.pos = malloc(writing.stride * ((size_t)depth + 1));
    if (!writing.pos)
        return MIAI_NO_MEMORY;
    memcpy(writing.pos, root->pos, root->size);
    for (int i = 0; i < n; i++) {
        write_node(&writing, &list[i], &told);
        if (!tell(context, &told))
            break;
    }
    free(writing.pos);
    return MIAI_OK;
}

int miai_trace_alphabeta(miai_engine *engine, int depth, bool prune,
                         bool (*tell)(void *context, const miai_cut *cut), void *context)
{
    struct mi_limits limits = {.start = mi_clock()};
    struct mi_root root;
    struct mi_cut *list;
    if (depth < 1 || depth > MIAI_CUTS_DEPTH)
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    int refused = mi_engine_permit_depth(engine, depth);
    if (refused != MIAI_OK)
        return refused;
    if (miai_over(engine, NULL))
        return MIAI_OVER;
    if (!mi_engine_root(engine, miai_turn(engine), engine->scratch, &root))
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "");
    root.weights = mi_engine_weights(engine);
    mi_engine_bound(engine, &limits);
    int n = mi_cuts(&root, depth, prune, CUTS_MAX, &limits, &list);
    int error = n > 0   ? tell_all(&root, list, n, depth, tell, context)
                : n < 0 ? MIAI_STOPPED
                        : mi_engine_fail(engine, MIAI_UNSUPPORTED,
                                         "more than 100000 positions; less depth has fewer");
    free(list);
    return error;
}

int miai_walk_cuts(miai_engine *engine, int depth, bool prune,
                   bool (*tell)(void *context, const miai_cut *cut), void *context)
{
    return miai_trace_alphabeta(engine, depth, prune, tell, context);
}
