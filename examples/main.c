/* The program miai with a game of your own, which another file defines, such as nim.c. */
#include <miai.h>

int main(int argc, char **argv)
{
    return miai_main(argc, argv, miai_games);
}
