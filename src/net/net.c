#include "net.h"

#include "direct.h"
#include "model.h"

#include <stdio.h>
#include <stdlib.h>

struct mi_net {
    struct mi_model model;
    struct mi_net_info info;
};

struct mi_net_work {
    const struct mi_net *net;
    int width, height;
};

struct mi_net *mi_net_load(const char *file, enum mi_net_numbers numbers, char *error, size_t size)
{
    struct mi_net *net = calloc(1, sizeof *net);
    (void)numbers;
    if (!net || !mi_model_read(&net->model, file, error, size)) {
        if (!net)
            snprintf(error, size, "no memory for it");
        free(net);
        return NULL;
    }
    const struct mi_model *model = &net->model;
    net->info = (struct mi_net_info){.name = model->name,
                                     .encoding = mi_model_encoding(model->version),
                                     .kernels = "direct",
                                     .version = model->version,
                                     .planes = model->planes,
                                     .numbers = model->numbers,
                                     .blocks = model->blocks,
                                     .channels = model->channels,
                                     .weights = model->weights};
    return net;
}

void mi_net_free(struct mi_net *net)
{
    if (net)
        mi_model_clear(&net->model);
    free(net);
}

const struct mi_net_info *mi_net_info(const struct mi_net *net)
{
    return &net->info;
}

size_t mi_net_bytes(const struct mi_net *net)
{
    return sizeof *net + net->model.weights * sizeof(float);
}

size_t mi_net_work_bytes(const struct mi_net *net, int width, int height, int batch)
{
    (void)batch;
    return sizeof(struct mi_net_work) +
           (size_t)(8 * net->info.channels * width * height) * sizeof(float);
}

struct mi_net_work *mi_net_work_new(const struct mi_net *net, int width, int height, int batch)
{
    struct mi_net_work *work = malloc(sizeof *work);
    (void)batch;
    if (work)
        *work = (struct mi_net_work){net, width, height};
    return work;
}

void mi_net_work_free(struct mi_net_work *work)
{
    free(work);
}

void mi_net_run(struct mi_net_work *work, const struct mi_net_in *in, struct mi_net_out *out, int n)
{
    for (int i = 0; i < n; i++)
        mi_direct_run(&work->net->model, work->width, work->height, &in[i], &out[i]);
}
