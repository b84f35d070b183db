/* verify - checks that a file written by prove shows how Black wins, whatever White does.
 *
 * It knows only the rules (five in a row win on a 15x15 board) and uses no other part of this
 * program.
 *
 *     verify FILE [MOVE...]
 *
 * In each position White tries every empty point, except where the rules decide at once:
 *
 *   - Black can make five: Black does.
 *   - Black can make five on one point only and White cannot: White must play there.  On two
 * points: Black has won.
 *   - Black can create two such points with one stone, and White cannot make five: every white move
 * loses that neither makes a four nor plays on that stone's point or the two points.
 *
 * Black plays the file's move for the position.  If there is none, Black plays the move of a
 * position that differs only in White's stones: without White's last move, or with another one
 * instead.  White's answers are always tried on the actual board, so the file only makes
 * suggestions. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIDE = 15, POINTS = SIDE * SIDE, ROW = 5, ROWS = 572, ROWS_OF_POINT = 20, SYMMETRIES = 8 };
enum { BLACK, WHITE, EMPTY };
enum { FIRM = 128 };   /* in the file: added to the number of black stones */
enum { OF_WHITE = 8 }; /* a row's count is its black stones plus OF_WHITE times its white stones */

/* ---- the board ---- */

static uint8_t row_point[ROWS][ROW], turned_point[SYMMETRIES][POINTS],
    turned_back_point[SYMMETRIES][POINTS];
static uint16_t point_row[POINTS][ROWS_OF_POINT];
static uint8_t point_rows[POINTS];
static uint64_t stone_key[2][POINTS];  /* for positions of the file */
static uint64_t stone_key2[2][POINTS]; /* second hash, against collisions */

struct board {
    uint8_t stone[POINTS];
    uint8_t count[ROWS];
    uint64_t key[SYMMETRIES], key2[SYMMETRIES];
};

static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* SplitMix by Steele, Lea & Flood */
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

static void make_rows(void)
{
    static const int step[4][2] = {{1, 0}, {0, 1}, {1, 1}, {1, -1}};
    int rows = 0;
    memset(point_rows, 0, sizeof point_rows);
    for (int d = 0; d < 4; d++)
        for (int point = 0; point < POINTS; point++) {
            int x = point % SIDE + (ROW - 1) * step[d][0],
                y = point / SIDE + (ROW - 1) * step[d][1];
            if (x >= SIDE || y < 0 || y >= SIDE)
                continue;
            for (int i = 0; i < ROW; i++) {
                int at = point + i * (step[d][0] + SIDE * step[d][1]);
                row_point[rows][i] = (uint8_t)at;
                point_row[at][point_rows[at]++] = (uint16_t)rows;
            }
            rows++;
        }
    if (rows != ROWS)
        abort();
}

static void make_tables(void)
{
    uint64_t state = 1;
    make_rows();
    for (int s = 0; s < SYMMETRIES; s++)
        for (int point = 0; point < POINTS; point++) {
            int x = point % SIDE, y = point / SIDE;
            x = s & 1 ? SIDE - 1 - x : x;
            y = s & 2 ? SIDE - 1 - y : y;
            turned_point[s][point] = (uint8_t)(s & 4 ? x * SIDE + y : y * SIDE + x);
            turned_back_point[s][turned_point[s][point]] = (uint8_t)point;
        }
    for (int colour = 0; colour < 2; colour++)
        for (int point = 0; point < POINTS; point++) {
            stone_key[colour][point] = next_random(&state);
            stone_key2[colour][point] = next_random(&state);
        }
}

/* Keys are never 0, not even the empty board's. */
static void clear_board(struct board *board)
{
    memset(board, 0, sizeof *board);
    memset(board->stone, EMPTY, sizeof board->stone);
    for (int s = 0; s < SYMMETRIES; s++)
        board->key[s] = 1;
}

static void turn_keys(struct board *board, int point, int colour)
{
    for (int s = 0; s < SYMMETRIES; s++) {
        board->key[s] ^= stone_key[colour][turned_point[s][point]];
        board->key2[s] ^= stone_key2[colour][turned_point[s][point]];
    }
}

static void count_stone(struct board *board, int point, int change)
{
    for (int i = 0; i < point_rows[point]; i++) {
        uint8_t *count = &board->count[point_row[point][i]];
        *count = (uint8_t)(*count + change);
    }
}

static void put_stone(struct board *board, int point, int colour)
{
    board->stone[point] = (uint8_t)colour;
    count_stone(board, point, colour == BLACK ? 1 : OF_WHITE);
    turn_keys(board, point, colour);
}

static void take_stone(struct board *board, int point)
{
    int colour = board->stone[point];
    board->stone[point] = EMPTY;
    count_stone(board, point, colour == BLACK ? -1 : -OF_WHITE);
    turn_keys(board, point, colour);
}

static bool has_row(const struct board *board, int count)
{
    return memchr(board->count, count, ROWS) != NULL;
}

/* Lists up to two points where one stone completes five in a row whose count is that of four. */
static int five_points(const struct board *board, int count, int five[2])
{
    int n = 0;
    for (const uint8_t *row = board->count, *end = board->count + ROWS;
         n < 2 && (row = memchr(row, count, (size_t)(end - row))) != NULL; row++)
        for (int i = 0; i < ROW; i++) {
            int point = row_point[row - board->count][i];
            if (board->stone[point] == EMPTY && !(n > 0 && five[0] == point))
                five[n++] = point;
        }
    return n;
}

/* ---- sets of points ---- */

struct points {
    uint64_t word[4];
};

static void add_point(struct points *set, int point)
{
    set->word[point >> 6] |= (uint64_t)1 << (point & 63);
}

static bool has_point(const struct points *set, int point)
{
    return set->word[point >> 6] >> (point & 63) & 1;
}

/* Finds White's possible defences against Black stones that would create two points for five; false
 * if there is no such stone. */
static bool find_defences(const struct board *board, struct points *defence)
{
    static const uint8_t three = 3;
    uint16_t other[POINTS][ROWS_OF_POINT];
    uint8_t n[POINTS] = {0};
    bool found = false;
    memset(defence, 0xff, sizeof *defence);
    for (const uint8_t *row = board->count, *end = board->count + ROWS;
         (row = memchr(row, three, (size_t)(end - row))) != NULL; row++) {
        int empty[2], k = 0;
        for (int i = 0; i < ROW; i++)
            if (board->stone[row_point[row - board->count][i]] == EMPTY)
                empty[k++ & 1] = row_point[row - board->count][i];
        other[empty[0]][n[empty[0]]++] = (uint16_t)empty[1];
        other[empty[1]][n[empty[1]]++] = (uint16_t)empty[0];
    }
    for (int point = 0; point < POINTS; point++) {
        int second = -1, third = -1;
        for (int i = 1; i < n[point]; i++) {
            int five = other[point][i];
            if (five != other[point][0] && second < 0)
                second = five;
            else if (five != other[point][0] && five != second)
                third = five;
        }
        if (second < 0)
            continue;
        struct points way = {{0}};
        found = true;
        add_point(&way, point);
        if (third < 0) {
            add_point(&way, other[point][0]);
            add_point(&way, second);
        }
        for (int i = 0; i < 4; i++)
            defence->word[i] &= way.word[i];
    }
    return found;
}

/* Adds the points where White makes a four. */
static void add_fours(const struct board *board, struct points *set)
{
    for (const uint8_t *row = board->count, *end = board->count + ROWS;
         (row = memchr(row, 3 * OF_WHITE, (size_t)(end - row))) != NULL; row++)
        for (int i = 0; i < ROW; i++)
            if (board->stone[row_point[row - board->count][i]] == EMPTY)
                add_point(set, row_point[row - board->count][i]);
}

/* ---- the file, and verified positions ---- */

struct entry {
    uint64_t key, key2; /* 0: none */
    uint8_t move;       /* the file's move, in the orientation of the smallest key */
    bool firm;          /* takes precedence over another record */
};

/* A table of positions up to symmetry. */
struct table {
    struct entry *entry; /* [mask + 1] */
    uint64_t mask, count;
};

struct verifier {
    struct table file;
    struct table won;    /* verified by the file's own record */
    uint64_t positions;  /* positions with Black to move that were checked */
    struct board actual; /* the actual board, */
    struct board
        recorded; /* and the board looked up in the file; they differ only in White's stones */
};

static int least_symmetry(const struct board *board)
{
    int least = 0;
    for (int s = 1; s < SYMMETRIES; s++)
        if (board->key[s] < board->key[least])
            least = s;
    return least;
}

static void *allocate_items(uint64_t n, size_t size)
{
    void *memory = calloc((size_t)n, size);
    if (!memory) {
        fputs("verify: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static void open_table(struct table *table, uint64_t mask)
{
    table->mask = mask;
    table->entry = allocate_items(mask + 1, sizeof *table->entry);
}

static struct entry *entry_of(const struct table *table, uint64_t key, uint64_t key2)
{
    uint64_t i = key & table->mask;
    while (table->entry[i].key && (table->entry[i].key != key || table->entry[i].key2 != key2))
        i = (i + 1) & table->mask;
    return &table->entry[i];
}

static struct entry *find_entry(const struct table *table, const struct board *board, int symmetry)
{
    return entry_of(table, board->key[symmetry], board->key2[symmetry]);
}

static void widen_table(struct table *table)
{
    struct table old = *table;
    open_table(table, 2 * old.mask + 1);
    for (uint64_t i = 0; i <= old.mask; i++)
        if (old.entry[i].key)
            *entry_of(table, old.entry[i].key, old.entry[i].key2) = old.entry[i];
    free(old.entry);
}

/* The entry of a board, created if necessary. */
static struct entry *enter_position(struct table *table, const struct board *board, int symmetry)
{
    if (2 * table->count >= table->mask)
        widen_table(table);
    struct entry *entry = find_entry(table, board, symmetry);
    table->count += entry->key == 0;
    entry->key = board->key[symmetry];
    entry->key2 = board->key2[symmetry];
    return entry;
}

/* The file's move on a board, or -1. */
static int file_move(const struct verifier *verifier, const struct board *board)
{
    int symmetry = least_symmetry(board);
    const struct entry *entry = find_entry(&verifier->file, board, symmetry);
    return entry->key ? turned_back_point[symmetry][entry->move] : -1;
}

static void print_result(struct verifier *verifier, const struct board *board, int move, bool firm)
{
    int symmetry = least_symmetry(board);
    struct entry *entry = enter_position(&verifier->file, board, symmetry);
    if (firm || !entry->firm) {
        entry->move = turned_point[symmetry][move];
        entry->firm = firm;
    }
}

/* ---- the game ---- */

static bool white_loses(struct verifier *verifier);

static void put_both(struct verifier *verifier, int point, int colour)
{
    put_stone(&verifier->actual, point, colour);
    put_stone(&verifier->recorded, point, colour);
}

static void take_both(struct verifier *verifier, int point)
{
    take_stone(&verifier->actual, point);
    take_stone(&verifier->recorded, point);
}

/* Black to move: does the file's move win? */
static bool black_wins(struct verifier *verifier)
{
    struct points defence;
    verifier->positions++;
    if (has_row(&verifier->actual, 4))
        return true;
    if (!has_row(&verifier->actual, 4 * OF_WHITE) && find_defences(&verifier->actual, &defence))
        return true;
    int move = file_move(verifier, &verifier->recorded);
    if (move < 0 || verifier->actual.stone[move] != EMPTY ||
        verifier->recorded.stone[move] != EMPTY)
        return false;
    put_both(verifier, move, BLACK);
    bool won = white_loses(verifier);
    take_both(verifier, move);
    return won;
}

/* The same for a position with its own record; the result is kept. */
static bool black_wins_by_record(struct verifier *verifier)
{
    int symmetry = least_symmetry(&verifier->actual);
    if (find_entry(&verifier->won, &verifier->actual, symmetry)->key)
        return true;
    struct board recorded = verifier->recorded;
    verifier->recorded = verifier->actual;
    bool won = black_wins(verifier);
    verifier->recorded = recorded;
    if (won)
        enter_position(&verifier->won, &verifier->actual, symmetry);
    return won;
}

/* White has moved: does the file's answer to another white move win? */
static bool wins_by_other_answer(struct verifier *verifier)
{
    for (int point = 0; point < POINTS; point++) {
        if (verifier->recorded.stone[point] != EMPTY)
            continue;
        put_stone(&verifier->recorded, point, WHITE);
        bool won = file_move(verifier, &verifier->recorded) >= 0 && black_wins(verifier);
        take_stone(&verifier->recorded, point);
        if (won)
            return true;
    }
    return false;
}

static bool loses_with(struct verifier *verifier, int move)
{
    bool won = false, can_tell = verifier->recorded.stone[move] == EMPTY;
    bool same = verifier->recorded.key2[0] == verifier->actual.key2[0];
    put_stone(&verifier->actual, move, WHITE);
    if (has_row(&verifier->actual, 4))
        won = true;
    else if (file_move(verifier, &verifier->actual) >= 0)
        won = black_wins_by_record(verifier);
    if (!won && can_tell) {
        put_stone(&verifier->recorded, move, WHITE);
        won = black_wins(verifier);
        take_stone(&verifier->recorded, move);
    }
    if (!won)
        won = black_wins(verifier);
    if (!won && (same || !can_tell))
        won = wins_by_other_answer(verifier);
    take_stone(&verifier->actual, move);
    return won;
}

/* White to move: do all moves lose? */
static bool white_loses(struct verifier *verifier)
{
    const struct board *board = &verifier->actual;
    struct points tries;
    int five[2];
    if (has_row(board, 4 * OF_WHITE))
        return false;
    int n = five_points(board, 4, five);
    if (n > 0)
        return n > 1 || loses_with(verifier, five[0]);
    if (find_defences(board, &tries))
        add_fours(board, &tries);
    for (int point = 0; point < POINTS; point++)
        if (board->stone[point] == EMPTY && has_point(&tries, point) &&
            !loses_with(verifier, point))
            return false;
    return true;
}

/* ---- the program ---- */

static bool read_file(struct verifier *verifier, FILE *file)
{
    int blacks, whites;
    while ((blacks = getc(file)) != EOF && (whites = getc(file)) != EOF) {
        struct board board;
        bool firm = blacks & FIRM;
        blacks &= ~FIRM;
        clear_board(&board);
        for (int i = 0; i < blacks + whites; i++) {
            int point = getc(file);
            if (point < 0 || point >= POINTS || board.stone[point] != EMPTY)
                return false;
            put_stone(&board, point, i < blacks ? BLACK : WHITE);
        }
        int move = getc(file);
        if (move < 0 || move >= POINTS || board.stone[move] != EMPTY)
            return false;
        print_result(verifier, &board, move, firm);
    }
    return !ferror(file);
}

static bool play_moves(struct verifier *verifier, char **text, int n)
{
    for (int i = 0; i < n; i++) {
        int x = text[i][0] - 'a', y = atoi(text[i] + 1) - 1;
        if (x < 0 || x >= SIDE || y < 0 || y >= SIDE ||
            verifier->actual.stone[y * SIDE + x] != EMPTY)
            return false;
        put_both(verifier, y * SIDE + x, i & 1);
    }
    return true;
}

int main(int argc, char **argv)
{
    enum { FIRST_MASK = (1 << 20) - 1 };
    struct verifier verifier = {.positions = 0};
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!file) {
        fputs("usage: verify FILE [MOVE...]\n", stderr);
        return 2;
    }
    open_table(&verifier.file, FIRST_MASK);
    open_table(&verifier.won, FIRST_MASK);
    make_tables();
    clear_board(&verifier.actual);
    clear_board(&verifier.recorded);
    bool well = read_file(&verifier, file) && play_moves(&verifier, argv + 2, argc - 2);
    fclose(file);
    if (!well) {
        fputs("verify: the file or a move is invalid\n", stderr);
        free(verifier.file.entry);
        free(verifier.won.entry);
        return 2;
    }
    bool won = argc % 2 == 0 ? black_wins(&verifier) : white_loses(&verifier);
    printf("%s: %llu positions in the file, %llu checked\n",
           won ? "Black wins" : "the file does not show how Black wins",
           (unsigned long long)verifier.file.count, (unsigned long long)verifier.positions);
    free(verifier.file.entry);
    free(verifier.won.entry);
    return won ? 0 : 1;
}
