/* Breakthrough, a game from outside the library, in three editions: one with only the mandatory
 * functions and the letters W and b; one that also has a presentation; and one with an SGF number.
 *
 * The first player to reach the last row wins. A piece moves one square forward, straight to an
 * empty square, or diagonally, also capturing an opposing piece. */
#include <miai.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 8, FIELDS = SIDE * SIDE, WAYS = 3 };

static const char piece_letters[] = "Wb";

struct breakthrough {
    int width, height, turn;
    bool over;
    char field[FIELDS];
};

static size_t breakthrough_size(const miai_setup *setup)
{
    return setup->width * setup->height <= FIELDS ? sizeof(struct breakthrough) : 0;
}

static int move_count(const miai_setup *setup)
{
    return WAYS * setup->width * setup->height;
}

static void init(void *pos, const miai_setup *setup)
{
    struct breakthrough *b = pos;
    *b = (struct breakthrough){.width = setup->width, .height = setup->height};
    for (int i = 0; i < b->width * b->height; i++) {
        int y = i / b->width;
        b->field[i] = y < 2 ? piece_letters[0] : y >= b->height - 2 ? piece_letters[1] : '.';
    }
}

static int turn(const void *pos)
{
    return ((const struct breakthrough *)pos)->turn;
}

/* The target square of a move from a square, or -1 if it is outside the board. */
static int target_field(const struct breakthrough *b, int from, int way, int player)
{
    int x = from % b->width + way - 1, y = from / b->width + (player ? -1 : 1);
    return x >= 0 && x < b->width && y >= 0 && y < b->height ? y * b->width + x : -1;
}

static bool legal(const void *pos, miai_move move)
{
    const struct breakthrough *b = pos;
    if (b->over || move < 0 || move >= WAYS * b->width * b->height)
        return false;
    int from = move / WAYS, way = move % WAYS, to = target_field(b, from, way, b->turn);
    return to >= 0 && b->field[from] == piece_letters[b->turn] &&
           (b->field[to] == '.' || (way != 1 && b->field[to] == piece_letters[!b->turn]));
}

static int moves(const void *pos, miai_move *list)
{
    const struct breakthrough *b = pos;
    int n = 0;
    for (miai_move move = 0; move < WAYS * b->width * b->height; move++)
        if (legal(b, move))
            list[n++] = move;
    return n;
}

static void play(void *pos, miai_move move)
{
    struct breakthrough *b = pos;
    miai_move list[WAYS * FIELDS];
    int to = target_field(b, move / WAYS, move % WAYS, b->turn), y = to / b->width;
    b->field[move / WAYS] = '.';
    b->field[to] = piece_letters[b->turn];
    b->turn = !b->turn;
    b->over = y == 0 || y == b->height - 1 || moves(b, list) == 0;
}

static bool outcome(const void *pos, int *score)
{
    const struct breakthrough *b = pos;
    if (b->over)
        *score = b->turn ? 1 : -1;
    return b->over;
}

static uint64_t hash(const void *pos)
{
    const struct breakthrough *b = pos;
    uint64_t key = (uint64_t)b->turn;
    for (int i = 0; i < b->width * b->height; i++)
        key ^= b->field[i] == '.' ? 0 : miai_mix((uint64_t)(256 * (i + 1) + b->field[i]));
    return key;
}

static int move_text(const void *pos, miai_move move, char *text, size_t size)
{
    const struct breakthrough *b = pos;
    int from = move / WAYS, x = from % b->width, y = from / b->width, to = x + move % WAYS - 1;
    return snprintf(text, size, "%c%d%c", 'a' + x, y + 1, to < 0 ? '-' : 'a' + to);
}

static char field_mark(const void *context, int x, int y)
{
    const struct breakthrough *b = context;
    return b->field[y * b->width + x];
}

static int text_of(const void *pos, char *text, size_t size)
{
    const struct breakthrough *b = pos;
    return miai_board_diagram(b->width, b->height, field_mark, b, text, size);
}

#define BREAKTHROUGH                                                                               \
    .bytes = sizeof(miai_game), .min_width = 2, .max_width = SIDE, .min_height = 5,                \
    .max_height = SIDE, .setup = {.width = SIDE, .height = SIDE}, .size = breakthrough_size,       \
    .move_count = move_count, .init = init, .turn = turn, .moves = moves, .legal = legal,          \
    .play = play, .outcome = outcome, .hash = hash, .move_text = move_text, .text = text_of

static const miai_game plain = {
    .name = "breakthrough",
    .title = "Breakthrough",
    BREAKTHROUGH,
};

static const miai_piece pieces[] = {{'W', 0, 0}, {'b', 1, 0x25b2}, {0, 0, 0}};

static const miai_variant variants[] = {
    {.name = "bt", .in_uci = true, .in_pgn = true},
    {.name = "break through"},
    {.name = NULL},
};

static const miai_presentation presentation = {
    .bytes = sizeof(miai_presentation),
    .board = "#ecc",
    .dark = "#a66",
    .line = "none",
    .colours = {"#ffe", "#321"},
    .players = {"Chalk", "Coal"},
    .small_letters = true,
    .pieces = pieces,
    .variants = variants,
};

static const miai_game presented = {
    .name = "shown",
    .title = "Breakthrough in Colours",
    BREAKTHROUGH,
    .presentation = &presentation,
};

/* SGF has no notation for its moves, so they are written as in the game. */
static const miai_records records = {.bytes = sizeof(miai_records), .sgf = 1001};

static const miai_game recorded = {
    .name = "kept",
    .title = "Breakthrough in Records",
    BREAKTHROUGH,
    .records = &records,
};

const miai_game *const miai_games[] = {&plain, &presented, &recorded, NULL};
