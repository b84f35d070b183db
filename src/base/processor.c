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
