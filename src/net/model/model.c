#include "model.h"

#include <math.h>
#include <stdlib.h>

struct mi_held {
    struct mi_held *next;
    max_align_t data[];
};

void *mi_model_hold(struct mi_model *model, size_t count, size_t size)
{
    if (size != 0 && count > (SIZE_MAX - sizeof(struct mi_held)) / size)
        return NULL;
    struct mi_held *held = calloc(1, sizeof *held + count * size);
    if (!held)
        return NULL;
    held->next = model->held;
    model->held = held;
    return held->data;
}

void mi_model_clear(struct mi_model *model)
{
    while (model->held) {
        struct mi_held *next = model->held->next;
        free(model->held);
        model->held = next;
    }
    *model = (struct mi_model){.held = NULL};
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
