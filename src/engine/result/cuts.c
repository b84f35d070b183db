/* The tree of a textbook alpha-beta search, for display. */
#include "engine/engine.h"
#include "engine/error.h"
#include "engine/evaluation.h"
#include "engine/root.h"
#include "engine/setup/client.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/textbook/alphabeta.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_NODES = 100000 };

/* The position before each node of the current path, for writing moves. */
struct path_writer {
    const struct mi_root *root;
    size_t stride;      /* bytes from one position to the next, aligned */
    unsigned char *pos; /* [depth + 1] positions */
};

static void *path_position(const struct path_writer *writer, int depth)
{
    return writer->pos + writer->stride * (size_t)depth;
}

static void describe_node(const struct path_writer *writer, const struct mi_cut *cut,
                          miai_cut *node)
{
    *node = (miai_cut){.depth = cut->depth,
                       .player = cut->player,
                       .alpha = cut->alpha,
                       .beta = cut->beta,
                       .score = cut->score,
                       .moves = cut->moves,
                       .tried = cut->tried};
    if (cut->depth == 0)
        return;
    const void *before = path_position(writer, cut->depth - 1);
    writer->root->game->move_text(before, cut->move, node->move, sizeof node->move);
    memcpy(path_position(writer, cut->depth), before, writer->root->size);
    writer->root->game->play(path_position(writer, cut->depth), cut->move);
}

static int report_nodes(const struct mi_root *root, const struct mi_cut *list, int n, int depth,
                        bool (*tell)(void *context, const miai_cut *cut), void *context)
{
    struct path_writer writer = {.root = root, .stride = mi_round_to_cache_lines(root->size)};
    miai_cut node;
    writer.pos = malloc(writer.stride * ((size_t)depth + 1));
    if (!writer.pos)
        return MIAI_NO_MEMORY;
    memcpy(writer.pos, root->pos, root->size);
    for (int i = 0; i < n; i++) {
        describe_node(&writer, &list[i], &node);
        if (!tell(context, &node))
            break;
    }
    free(writer.pos);
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
    int refused = mi_engine_check_depth_ceiling(engine, depth);
    if (refused != MIAI_OK)
        return refused;
    if (miai_over(engine, NULL))
        return MIAI_OVER;
    if (!mi_engine_root(engine, miai_turn(engine), engine->scratch, &root))
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "");
    root.weights = mi_engine_weights(engine);
    mi_engine_clamp_limits(engine, &limits);
    int n = mi_cuts(&root, depth, prune, MAX_NODES, &limits, &list);
    int error = n > 0   ? report_nodes(&root, list, n, depth, tell, context)
                : n < 0 ? MIAI_STOPPED
                        : mi_engine_fail(engine, MIAI_UNSUPPORTED,
                                         "more than 100000 positions; use a smaller depth");
    free(list);
    return error;
}

int miai_walk_cuts(miai_engine *engine, int depth, bool prune,
                   bool (*tell)(void *context, const miai_cut *cut), void *context)
{
    return miai_trace_alphabeta(engine, depth, prune, tell, context);
}
