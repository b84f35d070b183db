#include "net.h"

#include "net_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the name says behind an @, or what the version means. */
static const char *encoding_of(const struct mi_model *model)
{
    const char *at = strchr(model->name, '@');
    return at ? at + 1 : mi_model_encoding(model->version);
}

static void set_info(struct mi_net *net)
{
    const struct mi_model *model = &net->model;
    net->info = (struct mi_net_info){.name = model->name,
                                     .encoding = encoding_of(model),
                                     .kernels = net->kernels->name,
                                     .version = model->version,
                                     .planes = model->planes,
                                     .numbers = model->numbers,
                                     .blocks = model->blocks,
                                     .channels = model->channels,
                                     .weights = model->weights};
}

static bool load(struct mi_net *net, const char *file, enum mi_net_numbers numbers, char *error,
                 size_t size)
{
    struct mi_model model;
    if (!mi_model_read(&model, file, error, size))
        return false;
    bool planned =
        mi_plan_make(&net->plan, &model, numbers == MI_NET_INTEGERS && net->kernels->integers);
    if (!planned)
        snprintf(error, size, "no memory for it");
    net->model = model;
    net->model.block = NULL;
    net->model.held = NULL;
    mi_model_clear(&model);
    set_info(net);
    return planned;
}

struct mi_net *mi_net_load_for(const struct mi_kernels *kernels, const char *file,
                               enum mi_net_numbers numbers, char *error, size_t size)
{
    struct mi_net *net = calloc(1, sizeof *net);
    if (!net) {
        snprintf(error, size, "no memory for it");
        return NULL;
    }
    net->kernels = kernels ? kernels : mi_kernels_best();
    if (load(net, file, numbers, error, size))
        return net;
    mi_net_free(net);
    return NULL;
}

struct mi_net *mi_net_load(const char *file, enum mi_net_numbers numbers, char *error, size_t size)
{
    return mi_net_load_for(NULL, file, numbers, error, size);
}

void mi_net_free(struct mi_net *net)
{
    if (net)
        mi_plan_clear(&net->plan);
    free(net);
}

const struct mi_net_info *mi_net_info(const struct mi_net *net)
{
    return &net->info;
}

size_t mi_net_bytes(const struct mi_net *net)
{
    return sizeof *net + net->plan.bytes;
}
