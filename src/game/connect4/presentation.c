#include "presentation.h"

/* As Cute Chess calls it. */
static const miai_variant variants[] = {{.name = "cfour", .in_uci = true}, {.name = NULL}};

const miai_presentation mi_connect4_presentation = {
    .bytes = sizeof(miai_presentation),
    .variants = variants,
    .drops = true,
};
