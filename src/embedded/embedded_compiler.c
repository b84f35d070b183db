/* The bytes as C strings, which a compiler reads twenty times as fast as arrays of numbers, with a
 * fifth of the memory. */
#include "embedded.h"

#include "data/embedded_strings.inc"
