/* unroll.h - loops written out by the compiler, each of which has words of its own for that.
 *
 * UNROLLED(most): the whole loop that follows, whose rounds are a constant and so many at the most.
 * UNROLLED_BY(count): so many rounds of it at once.
 *
 * Sanitizers make such code many times as long: where they watch, loops stay loops. */
#ifndef MI_BASE_UNROLL_H
#define MI_BASE_UNROLL_H

#include "sanitizer.h"

#define MI_PRAGMA(words) _Pragma(#words)
#if SANITIZED
#define UNROLLED(most)
#define UNROLLED_BY(count)
#elif defined __clang__
#define UNROLLED(most)     MI_PRAGMA(clang loop unroll(full))
#define UNROLLED_BY(count) MI_PRAGMA(clang loop unroll_count(count))
#else
#define UNROLLED(most)     MI_PRAGMA(GCC unroll most)
#define UNROLLED_BY(count) MI_PRAGMA(GCC unroll count)
#endif

#endif
