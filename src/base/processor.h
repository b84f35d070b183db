/* processor.h - which instruction sets the kernels of networks may use. */
#ifndef MI_BASE_PROCESSOR_H
#define MI_BASE_PROCESSOR_H

#include <stdbool.h>

/* Classes of instruction sets, each with those before it.  arm64 has PLAIN, which includes NEON,
 * and DOTPROD; x86-64 has PLAIN and the others: AVX2 includes FMA, AVXVNNI has dot products of 256
 * bits, AVX512 includes those of 512 bits if the processor has them, and TILES is AMX. */
enum mi_processor {
    MI_PROCESSOR_PLAIN,
    MI_PROCESSOR_DOTPROD,
    MI_PROCESSOR_SSE2,
    MI_PROCESSOR_AVX2,
    MI_PROCESSOR_AVXVNNI,
    MI_PROCESSOR_AVX512,
    MI_PROCESSOR_TILES,
    MI_PROCESSORS
};

/* Their names: "plain", "dotprod", "sse2", "avx2", "avxvnni", "avx512", "tiles". */
extern const char *const mi_processor_names[MI_PROCESSORS];

/* The environment variable with the name of the highest class that kernels may use.  It makes
 * speed on a lesser processor measurable.  Without it, or with another value, all are allowed. */
#define MI_PROCESSOR_VARIABLE "MIAI_PROCESSOR"

/* May kernels use this class?  Says nothing about what the processor has. */
bool mi_processor_allows(enum mi_processor processor);

/* Does this arm64 processor have dot products of bytes?  False on other processors, and on systems
 * other than Linux and Android unless the compiler assumes them (as for Macs). */
bool mi_processor_has_dotprod(void);

/* Defined if the compiler comes with an assembler that knows AVX-VNNI. */
#if defined __x86_64__ && defined __clang__ && __clang_major__ >= 13
#define MI_AVX_VNNI
#elif defined __x86_64__ && !defined __clang__ && __GNUC__ >= 11
#define MI_AVX_VNNI
#endif

/* Does this x86-64 processor have AVX-VNNI?  The caller must check for AVX2, too. */
bool mi_processor_has_avxvnni(void);

/* Sets the variable for this process and its children, before any network is opened.  False if the
 * name is not a class, or without memory. */
bool mi_processor_limit(const char *name);

#endif
