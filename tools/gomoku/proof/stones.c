#include "stones.h"

static int mirrored_coordinate(int coordinate, bool mirror)
{
    return mirror ? WIDTH - 1 - coordinate : coordinate;
}

int stones_turned(int point, int symmetry)
{
    int x = mirrored_coordinate(point % WIDTH, symmetry & 1),
        y = mirrored_coordinate(point / WIDTH, symmetry & 2);
    return symmetry & 4 ? x * WIDTH + y : y * WIDTH + x;
}

int stones_turned_back(int point, int symmetry)
{
    int x = point % WIDTH, y = point / WIDTH;
    if (symmetry & 4)
        return mirrored_coordinate(x, symmetry & 2) * WIDTH + mirrored_coordinate(y, symmetry & 1);
    return mirrored_coordinate(y, symmetry & 2) * WIDTH + mirrored_coordinate(x, symmetry & 1);
}

static uint64_t key_of(const struct stones *stones, int symmetry)
{
    uint64_t key = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < stones->n[colour]; i++) {
            int point = stones_turned(stones->at[colour][i], symmetry);
            key ^= hash_of_stone(point, colour);
        }
    return key;
}

struct stones stones_turned_over(const struct stones *stones, int symmetry)
{
    struct stones other = *stones;
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < stones->n[colour]; i++)
            other.at[colour][i] = (uint8_t)stones_turned(stones->at[colour][i], symmetry);
    return other;
}

uint64_t stones_normalise(struct stones *stones, int *symmetry)
{
    uint64_t least = key_of(stones, 0);
    int best = 0;
    for (int i = 1; i < SYMMETRIES; i++) {
        uint64_t key = key_of(stones, i);
        if (key < least) {
            least = key;
            best = i;
        }
    }
    if (best > 0)
        *stones = stones_turned_over(stones, best);
    if (symmetry)
        *symmetry = best;
    return least | 1;
}

/* Computing every point anew would take as long as placing ten stones. */
static void copy_empty(struct mi_gomoku *g)
{
    static union gomoku_position_copy empty;
    if (empty.position.points == 0)
        mi_gomoku_clear(&empty.position, WIDTH, WIDTH, RULES_FREESTYLE);
    gomoku_copy(g, &empty.position);
}

void stones_place(const struct stones *stones, struct mi_gomoku *g)
{
    copy_empty(g);
    for (int colour = 0; colour < COLOURS; colour++)
        for (int i = 0; i < stones->n[colour]; i++)
            mi_gomoku_put(g, stones->at[colour][i], colour);
    g->colour = stones_black_moves(stones) ? BLACK : WHITE;
}
