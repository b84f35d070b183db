/* feature_checksum.h - a checksum of the features and their meaning. */
#ifndef MI_GAME_GO_POLICY_FEATURE_CHECKSUM_H
#define MI_GAME_GO_POLICY_FEATURE_CHECKSUM_H

#include <stdint.h>

/* A checksum of the feature numbering and of the features in a few hundred random positions.
 * Weights learned with another checksum are unusable.  0: not enough memory. */
uint32_t mi_go_feature_checksum(void);

#endif
