/* kernel_dotprod.c - the first layer by NEON's dot products (ARMv8.2; ARMv8.4 requires them).
 *
 * The matrix products of ARMv8.6 (i8mm) multiply two rows by two columns.  An evaluation has a
 * single row, so they would do no more in an instruction. */
#if defined __aarch64__
#include <arm_neon.h>
#if defined __clang__
#pragma clang attribute push(__attribute__((target("dotprod"))), apply_to = function)
#else
#pragma GCC target("arch=armv8.2-a+dotprod")
#endif

#include "base/processor.h"
#include "neon.h"

#define KERNEL mi_nnue_dotprod
#define NAME   "neon-dotprod"

#define FIRST_LANES        16
#define WAYS               2
#define vx                 int8x16_t
#define v_group(at)        vreinterpretq_s8_s32(load_group(at))
#define v_dot4(sum, x, at) (vi) dot_bytes((int32x4_t)(sum), x, vld1q_s8(at))
#define v_first(sum, v)    (sum)[v]

/* The bytes of x are at most 127, so they may count as signed.  clang before version 17 has the
 * function vdotq_s32() only if all processors of the target have the instruction. */
static inline int32x4_t dot_bytes(int32x4_t sum, int8x16_t x, int8x16_t weight)
{
#if defined __clang__ && !defined __ARM_FEATURE_DOTPROD
    __asm__("sdot %0.4s, %1.16b, %2.16b" : "+w"(sum) : "w"(x), "w"(weight));
    return sum;
#else
    return vdotq_s32(sum, x, weight);
#endif
}

static bool usable(void)
{
    return mi_processor_allows(MI_PROCESSOR_DOTPROD) && mi_processor_has_dotprod();
}

#include "kernel.h"

#if defined __clang__
#pragma clang attribute pop
#endif
#else
typedef int mi_no_nnue_dotprod; /* ISO C forbids an empty translation unit */
#endif
