/* kernel_avx512.c - the network kernel with AVX-512. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2,avx512f,avx512bw,avx512vl"))),            \
                             apply_to = function)
#else
#pragma GCC target("avx2,avx512f,avx512bw,avx512vl")
#endif

#include "base/processor.h"

#include <stdbool.h>

#define KERNEL mi_gomoku_avx512
#define NAME   "avx512"

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_AVX512) && __builtin_cpu_supports("avx2") &&
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl");
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_gomoku_avx512; /* ISO C forbids an empty translation unit */
#endif
