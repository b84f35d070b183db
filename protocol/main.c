/* miai - plays board games.  The library has the whole program. */
#include "../src/miai.h"

#include <stddef.h>

int main(int argc, char **argv)
{
    return miai_main(argc, argv, NULL);
}
