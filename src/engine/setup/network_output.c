/* The network itself, asked about one position. */
#include "network_output.h"

#include "engine/error.h"
#include "engine/position.h"
#include "engine/root.h"
#include "human_network.h"
#include "network_file.h"

#include "base/fmath.h"

#include <stdlib.h>
#include <string.h>

/* Inputs and outputs, and the room of all of them. */
struct asking {
    struct mi_network *network;
    const struct mi_root *root;
    struct mi_network_input input;
    struct mi_net_work *work;
    bool lent; /* by the network; otherwise it is one's own */
    void *block;
    float *plane, *turned, *number, *policy, *optimistic, *ownership, *back;
};

/* How much the optimistic policy counts where a network has one, as for KataGo at the root. */
static const float OPTIMISM = 0.2f;

static void end(struct asking *a)
{
    if (a->work && a->lent)
        mi_network_return_work(a->network, a->work);
    else if (a->work)
        mi_net_work_free(a->work);
    free(a->block);
    free(a->plane);
}

/* A work of the network as it plays, or in floats. */
static struct mi_net_work *work_for(struct asking *a, bool exact)
{
    struct mi_net *net = exact ? mi_network_exact(a->network) : a->network->net;
    a->lent = net == a->network->net;
    if (!net)
        return NULL;
    return a->lent ? mi_network_take_work(a->network)
                   : mi_net_work_new(net, a->network->width, a->network->height, 1);
}

/* False: no memory. */
static bool begin(struct asking *a, bool exact)
{
    const miai_encoding *encoding = a->network->encoding;
    size_t points = (size_t)a->root->setup->width * (size_t)a->root->setup->height;
    size_t planes = (size_t)encoding->planes * points, numbers = (size_t)encoding->numbers;
    a->work = work_for(a, exact);
    a->block = malloc(mi_network_input_bytes(a->root, encoding));
    a->plane = malloc((2 * planes + numbers + 3 * (points + 1) + points) * sizeof *a->plane);
    if (!a->work || !a->block || !a->plane)
        return false;
    a->turned = a->plane + planes;
    a->number = a->turned + planes;
    a->policy = a->number + numbers;
    a->optimistic = a->policy + points + 1;
    a->back = a->optimistic + points + 1;
    a->ownership = a->back + points + 1;
    mi_network_input_init(&a->input, a->root, encoding, a->block);
    return true;
}

/* The place of a point, whose rows the network counts from the top. */
static int place_of(const struct asking *a, int p)
{
    int width = a->input.width, x = p % width, y = p / width;
    return p < a->input.points ? (a->input.height - 1 - y) * width + x : p;
}

/* The softmax over the places of legal moves; below 0 for the others. */
static void tell_policy(const struct asking *a, const miai_move *move, int n, const float *logit,
                        miai_network_output *output)
{
    float by_place[MIAI_MAX_POINTS + 1];
    double most = -1e30, sum = 0;
    for (int p = 0; p <= a->input.points; p++)
        by_place[p] = -1;
    for (int i = 0; i < n; i++) {
        double x = (double)logit[a->network->encoding->policy(a->root->pos, move[i])];
        most = x > most ? x : most;
    }
    for (int i = 0; i < n; i++) {
        int place = a->network->encoding->policy(a->root->pos, move[i]);
        double behind = most - (double)logit[place];
        by_place[place] = (float)mi_exp(behind < 100 ? -behind : -100);
    }
    for (int p = 0; p <= a->input.points; p++)
        sum += by_place[p] > 0 ? (double)by_place[p] : 0;
    for (int p = 0; p <= a->input.points; p++) {
        float chance = by_place[place_of(a, p)];
        output->policy[p] = chance < 0 ? chance : (float)((double)chance / sum);
    }
}

static void tell(const struct asking *a, const struct mi_net_out *out, int player,
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

static void ask(struct asking *a, struct mi_eval *leaf, int symmetry, miai_network_output *output)
{
    int player = a->root->game->turn(a->root->pos), points = a->input.points;
    struct mi_net_in in = {a->turned, a->number, mi_network_metadata(a->network, player)};
    struct mi_net_out out = {
        .policy = a->policy, .optimistic = a->optimistic, .ownership = a->ownership};
    mi_network_input_fill(&a->input, leaf, a->plane, a->number);
    mi_network_input_turn(&a->input, symmetry, a->plane, a->turned);
    mi_net_run(a->work, &in, &out, 1);
    for (int p = 0; p <= points && !in.metadata; p++) /* people are no optimists */
        a->policy[p] += OPTIMISM * (a->optimistic[p] - a->policy[p]);
    tell(a, &out, player, output);
    mi_network_output_turn_back(&a->input, symmetry, a->ownership, a->back);
    for (int p = 0; p < points; p++)
        output->ownership[p] = player ? -a->back[place_of(a, p)] : a->back[place_of(a, p)];
    mi_network_output_turn_back(&a->input, symmetry, a->policy, a->back);
    a->back[points] = a->policy[points];
}

/* About a leaf behind the root with the same player to move.  Leaves the logits, turned back, in
 * a->back. */
static int ask_about(miai_engine *engine, struct mi_network *network, const struct mi_root *root,
                     struct mi_eval *leaf, int symmetry, bool exact, struct asking *a,
                     miai_network_output *output)
{
    leaf->keys = root->keys;
    leaf->key_count = root->keys ? root->key_count - 1 : 0;
    *a = (struct asking){.network = network, .root = root};
    mi_engine_settings(engine, root, (size_t)engine->options.memory << 20, 0);
    int error = begin(a, exact) ? MIAI_OK : MIAI_NO_MEMORY;
    if (error == MIAI_OK && (symmetry & ~mi_network_input_symmetries(&a->input)) != 0)
        error = mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    if (error == MIAI_OK)
        ask(a, leaf, symmetry, output);
    return error;
}

/* Is its policy one over the points of the board? */
static bool has_points(const miai_engine *engine)
{
    const miai_game *game = mi_history_game(engine->history);
    return !mi_has_own_policy(mi_network_encoding(engine->network, game));
}

/* Of the position that is on, with that player to move. */
static int ask_now(miai_engine *engine, struct mi_network *network, int player, int symmetry,
                   miai_network_output *output)
{
    struct asking a;
    struct mi_root root;
    miai_move list[MIAI_MAX_LEGAL];
    if (!mi_engine_root(engine, player, engine->pos, &root))
        return mi_engine_no_root(engine);
    struct mi_eval leaf = {.pos = engine->pos};
    bool exact = engine->options.network_numbers != MI_NUMBERS_INTEGER;
    int error = ask_about(engine, network, &root, &leaf, symmetry, exact, &a, output);
    if (error == MIAI_OK)
        tell_policy(&a, list, mi_history_moves(engine->history, player, list), a.back, output);
    end(&a);
    return error;
}

int miai_ask_network(miai_engine *engine, int player, int symmetry, miai_network_output *output)
{
    player = mi_engine_player(engine, player);
    if (player < 0)
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    mi_engine_ready_network(engine);
    if (!mi_engine_has_network(engine))
        return MIAI_NO_NETWORK;
    if (!has_points(engine))
        return mi_engine_fail(engine, MIAI_UNSUPPORTED, "its policy is not over points");
    return ask_now(engine, engine->network, player, symmetry, output);
}

/* ---- the network that knows how people play ---- */

int miai_ask_human_network(miai_engine *engine, int player, int symmetry,
                           miai_network_output *output)
{
    player = mi_engine_player(engine, player);
    if (player < 0)
        return mi_engine_fail(engine, MIAI_BAD_VALUE, "");
    if (!mi_engine_has_human(engine))
        return MIAI_NO_NETWORK;
    return ask_now(engine, engine->human, player, symmetry, output);
}

int mi_engine_human_output(miai_engine *engine, const struct mi_root *root, int symmetry,
                           struct mi_human_root *human)
{
    struct asking a;
    struct mi_eval leaf = {.pos = engine->scratch};
    memcpy(engine->scratch, root->pos, root->size);
    int error = ask_about(engine, engine->human, root, &leaf, symmetry, false, &a, &human->output);
    human->count = root->game->moves(root->pos, human->move);
    if (error == MIAI_OK)
        tell_policy(&a, human->move, human->count, a.back, &human->output);
    for (int i = 0; error == MIAI_OK && i < human->count; i++) {
        int place = a.network->encoding->policy(root->pos, human->move[i]);
        human->prior[i] = human->output.policy[place_of(&a, place)];
    }
    end(&a);
    return error;
}

/* ---- after two passes ---- */

/* The position behind two passes from the root, with the same player to move again. */
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
    struct asking a;
    struct mi_root root;
    miai_network_output output;
    miai_move line[2];
    if (!mi_engine_has_network(engine) || !has_points(engine) || !editing->pass ||
        !editing->set_turn)
        return false;
    void *pos = malloc(mi_history_size(engine->history));
    bool told = pos && mi_engine_root(engine, player, pos, &root);
    if (told) {
        struct mi_eval leaf = pass_twice(&root, engine->scratch, line);
        told = ask_about(engine, engine->network, &root, &leaf, 0, false, &a, &output) == MIAI_OK;
        end(&a);
    }
    for (int p = 0; told && p < output.points; p++)
        owner[p] = output.ownership[p];
    if (told)
        *lead = output.lead;
    free(pos);
    return told;
}
