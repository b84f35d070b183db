/* The weights that tools/othello has learned, data/othello.bin: for each stage, a number of
 * MI_OTHELLO_UNIT for each feature of pattern.h. */
#include "eval.h"

const int8_t mi_othello_weights[MI_OTHELLO_STAGES * MI_OTHELLO_WEIGHTS] = {
#include "data/othello.inc"
};
