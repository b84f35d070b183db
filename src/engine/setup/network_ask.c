/* The network itself, asked about one position. */
#include "network_ask.h"

#include "engine/position.h"
#include "engine/root.h"
#include "network_file.h"

#include "base/fmath.h"

#include <stdlib.h>
#include <string.h>

/* Inputs and outputs, and the room of all of them. */
struct asking {
    struct mi_network *network;
    const struct mi_root *root;
    struct mi_input input;
    struct mi_net_work *work;
    bool lent; /* by the network; otherwise it is one's own */
    void *block;
    float *plane, *turned, *number, *policy, *ownership, *back;
};

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
    a->block = malloc(mi_input_bytes(a->root, encoding));
    a->plane = malloc((2 * planes + numbers + 2 * (points + 1) + points) * sizeof *a->plane);
    if (!a->work || !a->block || !a->plane)
        return false;
    a->turned = a->plane + planes;
    a->number = a->turned + planes;
    a->policy = a->number + numbers;
    a->back = a->policy + points + 1;
    a->ownership = a->back + points + 1;
    mi_input_init(&a->input, a->root, encoding, a->block);
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
                        miai_verdict *verdict)
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
        verdict->policy[p] = chance < 0 ? chance : (float)((double)chance / sum);
    }
}

static void tell(const struct asking *a, const struct mi_net_out *out, int player,
                 miai_verdict *verdict)
{
    double sign = player ? -1 : 1;
    verdict->win = (double)(player ? out->loss : out->win);
    verdict->loss = (double)(player ? out->win : out->loss);
    verdict->no_result = (double)out->no_result;
    verdict->score = sign * (double)out->score;
    verdict->deviation = (double)out->deviation;
    verdict->lead = sign * (double)out->lead;
    verdict->points = a->input.points;
}

static void ask(struct asking *a, struct mi_eval *leaf, int symmetry, miai_verdict *verdict)
{
    int player = a->root->game->turn(a->root->pos), points = a->input.points;
    struct mi_net_in in = {a->turned, a->number};
    struct mi_net_out out = {.policy = a->policy, .ownership = a->ownership};
    mi_input_fill(&a->input, leaf, a->plane, a->number);
    mi_input_turn(&a->input, symmetry, a->plane, a->turned);
    mi_net_run(a->work, &in, &out, 1);
    tell(a, &out, player, verdict);
    mi_output_turn_back(&a->input, symmetry, a->ownership, a->back);
    for (int p = 0; p < points; p++)
        verdict->ownership[p] = player ? -a->back[place_of(a, p)] : a->back[place_of(a, p)];
    mi_output_turn_back(&a->input, symmetry, a->policy, a->back);
    a->back[points] = a->policy[points];
}

/* About a leaf behind the root with the same player to move.  Leaves the logits, turned back, in
 * a->back. */
static int ask_about(miai_engine *engine, const struct mi_root *root, struct mi_eval *leaf,
                     int symmetry, bool exact, struct asking *a, miai_verdict *verdict)
{
    leaf->keys = root->keys;
    leaf->key_count = root->keys ? root->key_count - 1 : 0;
    *a = (struct asking){.network = engine->network, .root = root};
    mi_engine_settings(engine, root, (size_t)engine->options.memory << 20, 0);
    int error = begin(a, exact) ? MIAI_OK : MIAI_NO_MEMORY;
    if (error == MIAI_OK && (symmetry & ~mi_input_symmetries(&a->input)) != 0)
        error = MIAI_BAD_VALUE;
    if (error == MIAI_OK)
        ask(a, leaf, symmetry, verdict);
    return error;
}

int miai_ask_network(miai_engine *engine, int player, int symmetry, miai_verdict *verdict)
{
    struct asking a;
    struct mi_root root;
    miai_move list[MIAI_MAX_LEGAL];
    player = mi_engine_player(engine, player);
    if (player < 0)
        return MIAI_BAD_VALUE;
    mi_engine_ready_network(engine);
    if (!mi_engine_has_network(engine))
        return MIAI_NO_NETWORK;
    if (!mi_engine_root(engine, player, engine->pos, &root))
        return mi_engine_no_root(engine);
    struct mi_eval leaf = {.pos = engine->pos};
    bool exact = engine->options.network_numbers != MI_NUMBERS_INTEGER;
    int error = ask_about(engine, &root, &leaf, symmetry, exact, &a, verdict);
    if (error == MIAI_OK)
        tell_policy(&a, list, mi_record_moves(engine->record, player, list), a.back, verdict);
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

bool mi_engine_ask_owners(miai_engine *engine, int player, float *owner, double *lead)
{
    const miai_editing *editing = mi_editing(mi_record_game(engine->record));
    struct asking a;
    struct mi_root root;
    miai_verdict verdict;
    miai_move line[2];
    if (!mi_engine_has_network(engine) || !editing->pass || !editing->set_turn)
        return false;
    void *pos = malloc(mi_record_size(engine->record));
    bool told = pos && mi_engine_root(engine, player, pos, &root);
    if (told) {
        struct mi_eval leaf = pass_twice(&root, engine->scratch, line);
        told = ask_about(engine, &root, &leaf, 0, false, &a, &verdict) == MIAI_OK;
        end(&a);
    }
    for (int p = 0; told && p < verdict.points; p++)
        owner[p] = verdict.ownership[p];
    if (told)
        *lead = verdict.lead;
    free(pos);
    return told;
}
