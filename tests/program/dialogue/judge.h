/* judge.h - checks the program's replies. */
#ifndef MI_TESTS_PROGRAM_DIALOGUE_JUDGE_H
#define MI_TESTS_PROGRAM_DIALOGUE_JUDGE_H

#include "hold.h"

/* Returns a description of the first fault, or NULL. */
const char *judge_script(const struct script *script, const struct script_result *held);

/* ---- the rules of each protocol ---- */

const char *judge_gtp(const struct script *script, const char *output, size_t length);
const char *judge_lines(const struct script *script, const char *output, size_t length);

#endif
