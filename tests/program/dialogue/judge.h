/* judge.h - what the program has answered. */
#ifndef MI_TESTS_PROGRAM_DIALOGUE_JUDGE_H
#define MI_TESTS_PROGRAM_DIALOGUE_JUDGE_H

#include "hold.h"

/* What is wrong, in words; NULL: nothing. */
const char *judge(const struct script *script, const struct held *held);

/* ---- each protocol's rules ---- */

const char *judge_gtp(const struct script *script, const char *output, size_t length);
const char *judge_lines(const struct script *script, const char *output, size_t length);

#endif
