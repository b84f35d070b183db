#include "processor.h"

#include <stdlib.h>
#include <string.h>

const char *const mi_processor_names[MI_PROCESSORS] = {"plain", "sse2", "avx2", "avx512", "tiles"};

bool mi_processor_allows(enum mi_processor processor)
{
    const char *highest = getenv(MI_PROCESSOR_VARIABLE);
    for (int i = 0; highest && i < (int)processor; i++)
        if (strcmp(highest, mi_processor_names[i]) == 0)
            return false;
    return true;
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
