/* Nim, an example of a game: miai-game(7) describes what each function must do.
 *
 * A player takes any number of objects, at least one, from one heap; the player who takes the last
 * object wins.  A board of 3 x 5 has 3 heaps, of 3, 4 and 5 objects.  Compile this file with main.c
 * as a program, or by itself as a module that miai loads:
 *
 *     cc -o nim nim.c main.c $(pkg-config --cflags --libs miai) && ./nim
 *     cc -shared -fPIC -o nim.so nim.c $(pkg-config --cflags --libs miai) && miai --load=nim.so
 */
#include <miai.h>
#include <stdio.h>

enum { HEAPS = 8, OBJECTS = 9 }; /* maximum: columns A to H, rows 1 to 9 */

struct nim {
    int heaps, objects; /* number of heaps, and size of the largest */
    int turn;
    int left[HEAPS]; /* objects left in each heap */
};

/* The move at point (x, y) takes y + 1 objects from heap x; each column is a heap. */
static miai_move make_move(const struct nim *nim, int x, int y)
{
    return y * nim->heaps + x;
}

static size_t size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct nim);
}

static int move_count(const miai_setup *setup)
{
    return setup->width * setup->height;
}

static void init(void *pos, const miai_setup *setup)
{
    struct nim *nim = pos;
    *nim = (struct nim){.heaps = setup->width, .objects = setup->height};
    for (int x = 0; x < nim->heaps; x++) {
        int fewer = nim->heaps - 1 - x;
        nim->left[x] = nim->objects > fewer ? nim->objects - fewer : 1;
    }
}

static int turn(const void *pos)
{
    const struct nim *nim = pos;
    return nim->turn;
}

static int moves(const void *pos, miai_move *list)
{
    const struct nim *nim = pos;
    int n = 0;
    for (int x = 0; x < nim->heaps; x++)
        for (int y = 0; y < nim->left[x]; y++)
            list[n++] = make_move(nim, x, y);
    return n;
}

static bool legal(const void *pos, miai_move move)
{
    const struct nim *nim = pos;
    return move >= 0 && move / nim->heaps < nim->left[move % nim->heaps];
}

static void play(void *pos, miai_move move)
{
    struct nim *nim = pos;
    nim->left[move % nim->heaps] -= move / nim->heaps + 1;
    nim->turn = !nim->turn;
}

static bool outcome(const void *pos, int *score)
{
    const struct nim *nim = pos;
    for (int x = 0; x < nim->heaps; x++)
        if (nim->left[x] > 0)
            return false;
    *score = nim->turn == 1 ? 1 : -1; /* the opponent of the side to move took the last */
    return true;
}

static uint64_t hash(const void *pos)
{
    const struct nim *nim = pos;
    uint64_t key = miai_mix((uint64_t)nim->turn);
    for (int x = 0; x < nim->heaps; x++)
        key ^= miai_mix((uint64_t)(2 + x * (OBJECTS + 1) + nim->left[x]));
    return key;
}

static int move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct nim *nim = pos;
    return miai_point_text(move % nim->heaps, move / nim->heaps, text, size);
}

static char mark(const void *context, int x, int y)
{
    const struct nim *nim = context;
    return y < nim->left[x] ? 'O' : '.';
}

static int text_of(const void *pos, char *text, size_t size)
{
    const struct nim *nim = pos;
    return miai_board_diagram(nim->heaps, nim->objects, mark, nim, text, size);
}

static const miai_game nim = {
    .bytes = sizeof(miai_game),
    .name = "nim",
    .title = "Nim",
    .min_width = 1,
    .max_width = HEAPS,
    .min_height = 1,
    .max_height = OBJECTS,
    .setup = {.width = 3, .height = 5},
    .size = size,
    .move_count = move_count,
    .init = init,
    .turn = turn,
    .moves = moves,
    .legal = legal,
    .play = play,
    .outcome = outcome,
    .hash = hash,
    .move_text = move_text,
    .text = text_of,
};

const miai_game *const miai_games[] = {&nim, NULL};
