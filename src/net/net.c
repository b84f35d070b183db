#include "net.h"

#include "net/model/content.h"
#include "net/model/lc0/lc0.h"
#include "net_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The encoding: from the file, or after an @ in the name, or from the version. */
static const char *encoding_of(const struct mi_model *model)
{
    const char *at = strchr(model->name, '@');
    return model->encoding ? model->encoding : at ? at + 1 : mi_model_encoding(model->version);
}

static void set_info(struct mi_net *net)
{
    static const char *const names[] = {
        [MI_PACK_FLOATS] = "floats", [MI_PACK_INTEGERS] = "integers", [MI_PACK_TILES] = "bfloat16"};
    const struct mi_model *model = &net->model;
    const char *arithmetic = net->plan.bytes ? "bytes" : names[net->plan.packing];
    net->info = (struct mi_net_info){.name = model->name,
                                     .encoding = encoding_of(model),
                                     .kernels = net->kernels->name,
                                     .arithmetic = arithmetic,
                                     .version = model->version,
                                     .planes = model->planes,
                                     .numbers = model->numbers,
                                     .policy = model->lc0 ? MI_LC0_MOVES : 0,
                                     .metadata = model->metadata,
                                     .blocks = model->blocks,
                                     .channels = model->channels,
                                     .weights = model->weights};
}

static enum mi_packing packing_of(const struct mi_kernels *kernels, enum mi_net_arithmetic numbers)
{
    if (numbers == MI_NET_FASTEST && kernels->conv_tiles)
        return MI_PACK_TILES;
    return numbers != MI_NET_FLOATS && kernels->integers ? MI_PACK_INTEGERS : MI_PACK_FLOATS;
}

/* Makes the plan, keeps the small parts of the model and frees the rest. */
static bool plan_network(struct mi_net *net, struct mi_model model, enum mi_net_arithmetic numbers,
                         char *error, size_t size)
{
    bool planned = mi_plan_make(&net->plan, &model, packing_of(net->kernels, numbers));
    if (!planned)
        snprintf(error, size, "out of memory");
    net->model = model;
    net->model.block = NULL;
    net->model.allocations = NULL;
    set_info(net);
    net->model.lc0 = NULL;
    mi_model_clear(&model);
    return planned;
}

/* Evaluates an empty board: is the output sensible? */
static bool output_is_sensible(const struct mi_net *net, char *error, size_t size)
{
    enum { SIDE = 5, AREA = MI_LC0_SQUARES, POLICY = MI_LC0_MOVES };
    int side = net->info.policy ? MI_LC0_SIDE : SIDE, area = side * side;
    size_t planes = (size_t)(net->model.planes * area);
    float policy[POLICY], ownership[AREA];
    float *plane = calloc(planes + (size_t)net->model.numbers, sizeof *plane);
    struct mi_net_workspace *work = plane ? mi_net_workspace_new(net, side, side, 1) : NULL;
    struct mi_net_in in = {.plane = plane, .number = plane ? plane + planes : NULL};
    struct mi_net_out out = {.policy = policy, .ownership = ownership};
    if (work) {
        for (int p = 0; p < area; p++)
            plane[p] = 1.0f; /* usually marks the board */
        mi_net_run(work, &in, &out, 1);
    }
    if (!work || out.absurd)
        snprintf(error, size, "%s",
                 work ? "its output for an empty board is out of range or not a number"
                      : "out of memory");
    mi_net_workspace_free(work);
    free(plane);
    return work && !out.absurd;
}

static struct mi_net *make_network(const struct mi_kernels *kernels, struct mi_model model,
                                   enum mi_net_arithmetic numbers, char *error, size_t size)
{
    struct mi_net *net = calloc(1, sizeof *net);
    if (!net) {
        snprintf(error, size, "out of memory");
        mi_model_clear(&model);
        return NULL;
    }
    net->kernels = kernels ? kernels : mi_kernels_best(numbers == MI_NET_FASTEST);
    if (plan_network(net, model, numbers, error, size) && output_is_sensible(net, error, size))
        return net;
    mi_net_free(net);
    return NULL;
}

/* Reads a model in either format, and closes the input. */
static bool read_model(struct mi_model *model, struct mi_content *in, const char *file)
{
    bool read = mi_lc0_is_lc0_file(in) ? mi_lc0_read(model, in, file) : mi_model_read(model, in);
    mi_content_close(in);
    return read;
}

static bool load_model(struct mi_model *model, const char *file, size_t bound, char *error,
                       size_t size)
{
    struct mi_content in;
    return mi_content_open(&in, file, bound, error, size) && read_model(model, &in, file);
}

bool mi_net_model(struct mi_model *model, const char *file, char *error, size_t size)
{
    return load_model(model, file, 0, error, size);
}

struct mi_net *mi_net_load_for(const struct mi_kernels *kernels, const char *file,
                               enum mi_net_arithmetic numbers, char *error, size_t size)
{
    struct mi_model model;
    bool read = mi_net_model(&model, file, error, size);
    return read ? make_network(kernels, model, numbers, error, size) : NULL;
}

struct mi_net *mi_net_load_bounded(const char *file, size_t bound, enum mi_net_arithmetic numbers,
                                   char *error, size_t size)
{
    struct mi_model model;
    bool read = load_model(&model, file, bound, error, size);
    return read ? make_network(NULL, model, numbers, error, size) : NULL;
}

struct mi_net *mi_net_read(const void *bytes, size_t length, enum mi_net_arithmetic numbers,
                           char *error, size_t size)
{
    struct mi_content in;
    struct mi_model model;
    bool read =
        mi_content_unpack(&in, bytes, length, error, size) && read_model(&model, &in, "unnamed");
    return read ? make_network(NULL, model, numbers, error, size) : NULL;
}

struct mi_net *mi_net_load(const char *file, enum mi_net_arithmetic numbers, char *error,
                           size_t size)
{
    return mi_net_load_bounded(file, 0, numbers, error, size);
}

void mi_net_free(struct mi_net *net)
{
    if (net)
        mi_plan_clear(&net->plan);
    free(net);
}

const struct mi_net_info *mi_net_describe(const struct mi_net *net)
{
    return &net->info;
}

size_t mi_net_bytes(const struct mi_net *net)
{
    return sizeof *net + net->plan.chunks.bytes;
}
