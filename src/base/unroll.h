/* unroll.h - loop unrolling, for which each compiler has its own pragma.
 *
 * UNROLLED(max_rounds): unrolls the following loop fully; its number of rounds is a constant of at
 * most max_rounds. UNROLLED_BY(count): unrolls count rounds.
 *
 * With sanitizers, unrolled code would become far too large, so loops are left as they are. */
#ifndef MI_BASE_UNROLL_H
#define MI_BASE_UNROLL_H

#include "sanitizer.h"

#define MI_PRAGMA(text) _Pragma(#text)
#if SANITIZED
#define UNROLLED(max_rounds)
#define UNROLLED_BY(count)
#elif defined __clang__
#define UNROLLED(max_rounds) MI_PRAGMA(clang loop unroll(full))
#define UNROLLED_BY(count) MI_PRAGMA(clang loop unroll_count(count))
#else
#define UNROLLED(max_rounds) MI_PRAGMA(GCC unroll max_rounds)
#define UNROLLED_BY(count) MI_PRAGMA(GCC unroll count)
#endif

#endif
