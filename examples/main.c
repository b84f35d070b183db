/* The program miai with a game of one's own, which another file defines: nim.c. */
#include <miai.h>

int main(int argc, char **argv)
{
    return miai_main(argc, argv, miai_games);
}
