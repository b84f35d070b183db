/* Evaluates one position by a network, without a search. */
#include "network_output.h"

#include "engine/error.h"
#include "engine/position.h"
#include "engine/root.h"
#include "human_network.h"
#include "network_file.h"

#include "base/fmath.h"

#include <stdlib.h>
#include <string.h>

/* An evaluation: input and output buffers. */
struct query {
    struct mi_network *network;
    const struct mi_root *root;
    struct mi_network_input input;
    struct mi_net_workspace *work;
    bool borrowed; /* work belongs to the network; otherwise it is freed here */
    void *block;
    float *plane, *transformed, *number, *policy, *optimistic, *ownership, *restored;
};

/* Weight of the optimistic policy, if the network has one, as KataGo's at the root. */
static const float OPTIMISM = 0.2f;

static void query_end(struct query *a)
{
    if (a->work && a->borrowed)
        mi_network_return_work(a->network, a->work);
    else if (a->work)
        mi_net_workspace_free(a->work);
    free(a->block);
    free(a->plane);
}

/* A work area of the network as it plays, or one with floating point. */
static struct mi_net_workspace *query_work(struct query *a, bool exact)
{
    struct mi_net *net = exact ? mi_network_exact(a->network) : a->network->net;
    a->borrowed = net == a->network->net;
    if (!net)
        return NULL;
    return a->borrowed ? mi_network_borrow_work(a->network)
                       : mi_net_workspace_new(net, a->network->width, a->network->height, 1);
}

/* Allocates the buffers. False if out of memory. */
static bool query_begin(struct query *a, bool exact)
{
    const miai_encoding *encoding = a->network->encoding;
    size_t points = (size_t)a->root->setup->width * (size_t)a->root->setup->height;
    size_t planes = (size_t)encoding->planes * points, numbers = (size_t)encoding->numbers;
    a->work = query_work(a, exact);
    a->block = malloc(mi_network_input_bytes(a->root, encoding));
    a->plane = malloc((2 * planes + numbers + 3 * (points + 1) + points) * sizeof *a->plane);
    if (!a->work || !a->block || !a->plane)
        return false;
    a->transformed = a->plane + planes;
    a->number = a->transformed + planes;
    a->policy = a->number + numbers;
    a->optimistic = a->policy + points + 1;
    a->restored = a->optimistic + points + 1;
    a->ownership = a->restored + points + 1;
    mi_network_input_init(&a->input, a->root, encoding, a->block);
    return true;
}

/* The policy index of a point: the network counts rows from the top. */
static int policy_index(const struct query *a, int p)
{
    int width = a->input.width, x = p % width, y = p / width;
    return p < a->input.points ? (a->input.height - 1 - y) * width + x : p;
}

/* Writes the softmax over the policy of legal moves, and -1 for other points. */
static void write_policy(const struct query *a, const miai_move *move, int n, const float *logit,
                         miai_network_output *output)
{
    float by_place[MIAI_MAX_POINTS + 1];
    double max = -1e30, sum = 0;
    for (int p = 0; p <= a->input.points; p++)
        by_place[p] = -1;
    for (int i = 0; i < n; i++) {
        double x = (double)logit[a->network->encoding->policy(a->root->pos, move[i])];
        max = x > max ? x : max;
    }
    for (int i = 0; i < n; i++) {
        int place = a->network->encoding->policy(a->root->pos, move[i]);
        double difference = max - (double)logit[place];
        by_place[place] = (float)mi_exp(difference < 100 ? -difference : -100);
    }
    for (int p = 0; p <= a->input.points; p++)
        sum += by_place[p] > 0 ? (double)by_place[p] : 0;
    for (int p = 0; p <= a->input.points; p++) {
        float probability = by_place[policy_index(a, p)];
        output->policy[p] = probability < 0 ? probability : (float)((double)probability / sum);
    }
}

static void write_values(const struct query *a, const struct mi_net_out *out, int player,
                         miai_network_output *output)
{
    double sign = player ? -1 : 1;
    output->win = (double)(player ? out->loss : out->win);
    output->loss = (double)(player ? out->win : out->loss);
    output->no_result = (double)out->no_result;
    output->score = sign * (double)out->score;
    output->deviation = (double)out->deviation;
    output->lead = sign * (double)out->lead;
    output->points = a->input.points;
}

static void query_run(struct query *a, struct mi_eval *leaf, int symmetry,
                      miai_network_output *output)
{
    int player = a->root->game->turn(a->root->pos), points = a->input.points;
    struct mi_net_in in = {a->transformed, a->number, mi_network_metadata(a->network, player)};
    struct mi_net_out out = {
        .policy = a->policy, .optimistic = a->optimistic, .ownership = a->ownership};
    mi_network_input_fill(&a->input, leaf, a->plane, a->number);
    mi_network_apply_symmetry(&a->input, symmetry, a->plane, a->transformed);
    mi_net_run(a->work, &in, &out, 1);
    for (int p = 0; p <= points && !in.metadata; p++) /* not for networks that imitate people */
        a->policy[p] += OPTIMISM * (a->optimistic[p] - a->policy[p]);
    write_values(a, &out, player, output);
    mi_network_undo_symmetry(&a->input, symmetry, a->ownership, a->restored);
    for (int p = 0; p < points; p++)
        output->ownership[p] =
            player ? -a->restored[policy_index(a, p)] : a->restored[policy_index(a, p)];
    mi_network_undo_symmetry(&a->input, symmetry, a->policy, a->restored);
    a->restored[points] = a->policy[points];
}

/* Evaluates a leaf that has the same player to move as the root. Leaves the logits, in the board's
 * orientation, in a->back. */
static int evaluate_leaf(miai_engine *engine, struct mi_network *network,
                         const struct mi_root *root, struct mi_eval *leaf, int symmetry, bool exact,
                         struct query *a, miai_network_output *output)
{
    leaf->keys = root->keys;
    leaf->key_count = root->keys ? root->key_count - 1 : 0;
    *a = (struct query){.network = network, .root = root};
    mi_engine_settings(engine, root, (size_t)engine->options.memory << 20, 0);
    int error = query_begin(a, exact) ? MIAI_OK : MIAI_NO_MEMORY;
    if (error == MIAI_OK && (symmetry & ~mi_network_input_symmetries(&a->input)) != 0)
        error = mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    if (error == MIAI_OK)
        query_run(a, leaf, symmetry, output);
    return error;
}

/* Does the policy map to the points of the board? */
static bool policy_is_over_points(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return !mi_has_custom_policy(mi_network_encoding(engine->network, game));
}

/* Evaluates the current position with player to move. */
static int evaluate_position(miai_engine *engine, struct mi_network *network, int player,
                             int symmetry, miai_network_output *output)
{
    struct query a;
    struct mi_root root;
    miai_move list[MIAI_MAX_LEGAL];
    if (!mi_engine_root(engine, player, engine->pos, &root))
        return mi_engine_root_error(engine);
    struct mi_eval leaf = {.pos = engine->pos};
    bool exact = engine->options.network_numbers != MI_NUMBERS_INTEGER;
    int error = evaluate_leaf(engine, network, &root, &leaf, symmetry, exact, &a, output);
    if (error == MIAI_OK)
        write_policy(&a, list, mi_history_moves(engine->history, player, list), a.restored, output);
    query_end(&a);
    return error;
}

int miai_ask_network(miai_engine *engine, int player, int symmetry, miai_network_output *output)
{
    player = mi_engine_player(engine, player);
    if (player < 0)
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    mi_engine_update_builtin_network(engine);
    if (!mi_engine_has_network(engine))
        return MIAI_NO_NETWORK;
    if (!policy_is_over_points(engine))
        return mi_engine_fail(engine, MIAI_UNSUPPORTED,
                              "the network's policy does not map to points of the board");
    return evaluate_position(engine, engine->network, player, symmetry, output);
}

/* ---- the human network ---- */

int miai_ask_human_network(miai_engine *engine, int player, int symmetry,
                           miai_network_output *output)
{
    player = mi_engine_player(engine, player);
    if (player < 0)
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    if (!mi_engine_has_human(engine))
        return MIAI_NO_NETWORK;
    return evaluate_position(engine, engine->human_network, player, symmetry, output);
}

/* Evaluates a root with the human network. */
static int evaluate_human_root(miai_engine *engine, const struct mi_root *root,
                               struct mi_human_output *human)
{
    struct query a;
    struct mi_eval leaf = {.pos = engine->scratch};
    memcpy(engine->scratch, root->pos, root->size);
    int error =
        evaluate_leaf(engine, engine->human_network, root, &leaf, 0, false, &a, &human->output);
    human->count = root->game->moves(root->pos, human->move);
    if (error == MIAI_OK)
        write_policy(&a, human->move, human->count, a.restored, &human->output);
    for (int i = 0; error == MIAI_OK && i < human->count; i++) {
        int place = a.network->encoding->policy(root->pos, human->move[i]);
        human->prior[i] = human->output.policy[policy_index(&a, place)];
    }
    query_end(&a);
    return error;
}

void mi_engine_evaluate_human(miai_engine *engine, const struct mi_root *root)
{
    struct mi_human_output *human = engine->human_output;
    if (human)
        human->valid = false;
    if (mi_engine_has_human(engine))
        human->valid = evaluate_human_root(engine, root, human) == MIAI_OK;
}

/* ---- after two passes ---- */

/* The position after two passes from the root, with the same player to move again. */
static struct mi_eval pass_twice(const struct mi_root *root, void *pos, miai_move line[2])
{
    const miai_game *game = root->game;
    memcpy(pos, root->pos, root->size);
    line[0] = line[1] = mi_editing(game)->pass(pos);
    game->play(pos, line[0]);
    game->play(pos, line[1]);
    mi_editing(game)->set_turn(pos, game->turn(root->pos));
    return (struct mi_eval){.pos = pos, .line = line, .line_length = 2};
}

bool mi_engine_network_ownership(miai_engine *engine, int player, float *owner, double *lead)
{
    const miai_editing *editing = mi_editing(mi_history_game(engine->history));
    struct query a;
    struct mi_root root;
    miai_network_output output;
    miai_move line[2];
    if (!mi_engine_has_network(engine) || !policy_is_over_points(engine) || !editing->pass ||
        !editing->set_turn)
        return false;
    void *pos = malloc(mi_history_size(engine->history));
    bool found = pos && mi_engine_root(engine, player, pos, &root);
    if (found) {
        struct mi_eval leaf = pass_twice(&root, engine->scratch, line);
        found =
            evaluate_leaf(engine, engine->network, &root, &leaf, 0, false, &a, &output) == MIAI_OK;
        query_end(&a);
    }
    for (int p = 0; found && p < output.points; p++)
        owner[p] = output.ownership[p];
    if (found)
        *lead = output.lead;
    free(pos);
    return found;
}
