/* The three plates, an example of a game; miai-game(7) explains this file step by step.
 *
 * There are three notes on each of the plates A, B and C.  The first player picks a plate, the
 * second player takes two of its notes, and the first player keeps one of those two: its value is
 * the score. */
#include <miai.h>

#include <stdio.h>
#include <stdlib.h>

static const int notes[3][3] = {{1, 20, 50}, {5, 10, 100}, {1, 5, 20}};
static const int pairs[3][2] = {{0, 1}, {0, 2}, {1, 2}};

/* Moves: plate p; the pair i of plate p's notes; note j of plate p. */
enum { PICK = 0, TAKE = 3, KEEP = 12, MOVES = 21 };

struct plates {
    int ply;  /* moves made */
    int last; /* the last of them */
};

static size_t size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct plates);
}

static int move_count(const miai_setup *setup)
{
    (void)setup;
    return MOVES;
}

static void init(void *pos, const miai_setup *setup)
{
    (void)setup;
    *(struct plates *)pos = (struct plates){.ply = 0, .last = MIAI_NO_MOVE};
}

static int turn(const void *pos)
{
    const struct plates *p = pos;
    return p->ply % 2;
}

static int moves(const void *pos, miai_move *list)
{
    const struct plates *p = pos;
    int n = 0;
    if (p->ply == 0)
        for (int plate = 0; plate < 3; plate++)
            list[n++] = PICK + plate;
    else if (p->ply == 1)
        for (int pair = 0; pair < 3; pair++)
            list[n++] = TAKE + 3 * (p->last - PICK) + pair;
    else
        for (int i = 0; i < 2; i++) {
            int plate = (p->last - TAKE) / 3, pair = (p->last - TAKE) % 3;
            list[n++] = KEEP + 3 * plate + pairs[pair][i];
        }
    return n;
}

static bool legal(const void *pos, miai_move move)
{
    const struct plates *p = pos;
    miai_move list[3];
    for (int i = p->ply < 3 ? moves(pos, list) : 0; i > 0; i--)
        if (list[i - 1] == move)
            return true;
    return false;
}

static void play(void *pos, miai_move move)
{
    struct plates *p = pos;
    p->ply++;
    p->last = move;
}

static bool outcome(const void *pos, int *score)
{
    const struct plates *p = pos;
    if (p->ply < 3)
        return false;
    *score = notes[(p->last - KEEP) / 3][(p->last - KEEP) % 3];
    return true;
}

static uint64_t hash(const void *pos)
{
    const struct plates *p = pos;
    return miai_mix((uint64_t)(p->last + 1));
}

static int move_text(const void *pos, miai_move move, char *text, size_t size)
{
    (void)pos;
    if (move < TAKE)
        return snprintf(text, size, "%c", "ABC"[move - PICK]);
    int plate = (move < KEEP ? move - TAKE : move - KEEP) / 3, i = move % 3;
    if (move < KEEP)
        return snprintf(text, size, "%d+%d", notes[plate][pairs[i][0]], notes[plate][pairs[i][1]]);
    return snprintf(text, size, "%d", notes[plate][i]);
}

static int text_of(const void *pos, char *text, size_t size)
{
    const struct plates *p = pos;
    char last[MIAI_MOVE_TEXT] = "none";
    if (p->ply > 0)
        move_text(pos, p->last, last, sizeof last);
    return snprintf(text, size, "A: 1 20 50\nB: 5 10 100\nC: 1 5 20\nlast move: %s", last);
}

static const miai_game plates = {
    .bytes = sizeof(miai_game),
    .name = "plates",
    .title = "The three plates",
    .min_width = 1,
    .max_width = 1,
    .min_height = 1,
    .max_height = 1,
    .setup = {.width = 1, .height = 1},
    .points = 100,
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

static void check(const miai_engine *engine, int error)
{
    if (error != MIAI_OK) {
        fprintf(stderr, "plates: %s\n", miai_error_reason(engine, error));
        exit(EXIT_FAILURE);
    }
}

static void search_with(miai_engine *engine, const char *search)
{
    const miai_limits no_limit = {0};
    char move[MIAI_MOVE_TEXT];
    miai_info info;
    check(engine, miai_set_option(engine, "search", search));
    check(engine, miai_search(engine, MIAI_TURN, &no_limit, move, sizeof move));
    miai_last_search(engine, &info);
    printf("%s: value %d by plate %s, %llu leaves\n", search, info.score, move,
           (unsigned long long)info.leaves);
}

int main(void)
{
    miai_engine *engine = miai_new();
    if (!engine)
        return EXIT_FAILURE;
    check(engine, miai_add_game(engine, &plates));
    check(engine, miai_set_game(engine, "plates"));
    search_with(engine, "minimax");
    search_with(engine, "alphabeta");
    miai_free(engine);
    return EXIT_SUCCESS;
}
