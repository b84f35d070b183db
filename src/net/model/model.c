#include "model.h"

#include <math.h>
#include <stdlib.h>

struct mi_model_allocation {
    struct mi_model_allocation *next;
    max_align_t data[];
};

void *mi_model_alloc(struct mi_model *model, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - sizeof(struct mi_model_allocation)) / size)
        return NULL;
    struct mi_model_allocation *allocation = calloc(1, sizeof *allocation + count * size);
    if (!allocation)
        return NULL;
    allocation->next = model->allocations;
    model->allocations = allocation;
    return allocation->data;
}

void mi_model_clear(struct mi_model *model)
{
    while (model->allocations) {
        struct mi_model_allocation *next = model->allocations->next;
        free(model->allocations);
        model->allocations = next;
    }
    *model = (struct mi_model){.allocations = NULL};
}

static float sigmoid(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

static float selu(float x)
{
    const float scale = 1.05070098f, alpha = 1.67326324f;
    return x > 0.0f ? scale * x : scale * alpha * expm1f(x);
}

float mi_activated(enum mi_activation activation, float x)
{
    switch (activation) {
    case MI_RELU:
        return x < 0.0f ? 0.0f : x;
    case MI_MISH:
        return x * tanhf(x > 20.0f ? x : log1pf(expf(x)));
    case MI_SILU:
        return x * sigmoid(x);
    case MI_SELU:
        return selu(x);
    case MI_SQUARED_RELU:
        return x < 0.0f ? 0.0f : x * x;
    case MI_SIGMOID:
        return sigmoid(x);
    case MI_TANH:
        return tanhf(x);
    case MI_IDENTITY:
        break;
    }
    return x;
}

const char *mi_model_encoding(int version)
{
    return version >= 8   ? "katago-7"
           : version == 7 ? "katago-6"
           : version == 6 ? "katago-5"
           : version == 5 ? "katago-4"
                          : "katago-3";
}
