/* feature_checksum.h - which features there are and what they mean, in one number. */
#ifndef MI_GAME_GO_POLICY_FEATURE_CHECKSUM_H
#define MI_GAME_GO_POLICY_FEATURE_CHECKSUM_H

#include <stdint.h>

/* A number for which features there are, how they are numbered, and what they are in some hundred
 * positions of games at random: weights that were learned for another number are of no use.  0: not
 * enough memory. */
uint32_t mi_go_feature_checksum(void);

#endif
