#include "processor.h"

#include <stdlib.h>
#include <string.h>
#if defined __x86_64__
#include <cpuid.h>
#elif defined __aarch64__ && defined __linux__
#include <sys/auxv.h>
#endif

const char *const mi_processor_names[MI_PROCESSORS] = {"plain",   "dotprod", "sse2", "avx2",
                                                       "avxvnni", "avx512",  "tiles"};

bool mi_processor_allows(enum mi_processor processor)
{
    const char *highest = getenv(MI_PROCESSOR_VARIABLE);
    for (int i = 0; highest && i < (int)processor; i++)
        if (strcmp(highest, mi_processor_names[i]) == 0)
            return false;
    return true;
}

bool mi_processor_has_dotprod(void)
{
#if defined __ARM_FEATURE_DOTPROD
    return true;
#elif defined __aarch64__ && defined __linux__
    const unsigned long asimddp = 1UL << 20; /* HWCAP_ASIMDDP */
    return getauxval(AT_HWCAP) & asimddp;
#else
    return false;
#endif
}

bool mi_processor_has_avxvnni(void)
{
#if defined __x86_64__
    unsigned a = 0, b, c, d;
    return __get_cpuid_count(7, 1, &a, &b, &c, &d) && a & 1U << 4;
#else
    return false;
#endif
}

bool mi_processor_limit(const char *name)
{
    for (int i = 0; i < MI_PROCESSORS; i++)
        if (strcmp(name, mi_processor_names[i]) == 0)
#ifdef _WIN32
            return _putenv_s(MI_PROCESSOR_VARIABLE, name) == 0;
#else
            return setenv(MI_PROCESSOR_VARIABLE, name, 1) == 0;
#endif
    return false;
}
