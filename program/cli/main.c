/* miai - plays board games.  The library has the whole program. */
#include "miai.h"

#include <stddef.h>

int main(int argc, char **argv)
{
    return miai_main(argc, argv, NULL);
}
