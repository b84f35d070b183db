/* miai - plays board games.  The library has the whole program. */
#include "miai.h"

#include <stddef.h>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#include <stdio.h>

/* The page that has begun it does not wait for what it returns. */
static int end(int status)
{
    fflush(NULL);
    emscripten_force_exit(status);
}
#else
static int end(int status)
{
    return status;
}
#endif

int main(int argc, char **argv)
{
    return end(miai_main(argc, argv, NULL));
}
