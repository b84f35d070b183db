/* The program miai; everything else is in the library. */
#include "miai.h"

#include <stddef.h>

#ifdef __EMSCRIPTEN__
#include <emscripten.h>
#include <stdio.h>

/* Ends the process: the web page that started it does not wait for the return value. */
static int exit_process(int status)
{
    fflush(NULL);
    emscripten_force_exit(status);
}
#else
static int exit_process(int status)
{
    return status;
}
#endif

int main(int argc, char **argv)
{
    return exit_process(miai_main(argc, argv, NULL));
}
