/* Planted faults in the struct, the rules, turns and hashes. */
#include "miai.h"
#include "planted.h"

#define miai_games rules_games
#include "examples/nim.c"
#undef miai_games

#include <limits.h>
#include <string.h>

/* ---- the struct ---- */

static void no_outcome(miai_game *game)
{
    game->outcome = NULL;
}

static void no_text(miai_game *game)
{
    game->text = NULL;
}

static void no_bytes(miai_game *game)
{
    game->bytes = 0;
}

static void two_words(miai_game *game)
{
    game->name = "Nim of mine";
}

static void no_board(miai_game *game)
{
    game->setup.width = 99;
}

static void part_without_bytes(miai_game *game)
{
    static const miai_hints hints = {.bytes = 0};
    game->hints = &hints;
}

static void half_a_pair(miai_game *game)
{
    static const miai_notation notation = {.bytes = sizeof notation, .write_position = text_of};
    game->notation = &notation;
}

/* ---- sizes ---- */

static size_t no_size(const miai_setup *setup)
{
    (void)setup;
    return 0;
}
PLANT(size, no_size)

static size_t small_size(const miai_setup *setup)
{
    (void)setup;
    return sizeof(struct nim) - sizeof(int);
}
PLANT(size, small_size)

static int no_moves_at_all(const miai_setup *setup)
{
    (void)setup;
    return 0;
}
PLANT(move_count, no_moves_at_all)

static int few_moves(const miai_setup *setup)
{
    return setup->width * setup->height - 1;
}
PLANT(move_count, few_moves)

/* ---- the first position ---- */

static void turn_unset(void *pos, const miai_setup *setup)
{
    struct nim *p = pos;
    int before = p->turn;
    init(pos, setup);
    p->turn = before;
}
PLANT(init, turn_unset)

static void at_random(void *pos, const miai_setup *setup)
{
    static int calls;
    struct nim *p = pos;
    init(pos, setup);
    if (p->left[0] > 1)
        p->left[0] -= calls++ / 2 % 2;
}
PLANT(init, at_random)

static void over_at_once(void *pos, const miai_setup *setup)
{
    struct nim *p = pos;
    init(pos, setup);
    memset(p->left, 0, sizeof p->left);
}
PLANT(init, over_at_once)

/* ---- lists of moves ---- */

static int too_many(const void *pos, miai_move *list)
{
    (void)pos;
    for (int i = 0; i < MIAI_MAX_LEGAL + 100; i++)
        list[i] = 0;
    return MIAI_MAX_LEGAL + 100;
}
PLANT(moves, too_many)

static int behind_the_list(const void *pos, miai_move *list)
{
    list[MIAI_MAX_LEGAL] = 0;
    return moves(pos, list);
}
PLANT(moves, behind_the_list)

static int negative_count(const void *pos, miai_move *list)
{
    moves(pos, list);
    return -1;
}
PLANT(moves, negative_count)

static int no_such_move(const void *pos, miai_move *list)
{
    int n = moves(pos, list);
    list[n] = INT_MAX;
    return n + 1;
}
PLANT(moves, no_such_move)

static int one_twice(const void *pos, miai_move *list)
{
    int n = moves(pos, list);
    list[n] = list[0];
    return n + 1;
}
PLANT(moves, one_twice)

static int one_illegal(const void *pos, miai_move *list)
{
    const struct nim *p = pos;
    int n = moves(pos, list);
    if (p->left[0] < p->objects)
        list[n++] = make_move(p, 0, p->objects - 1);
    return n;
}
PLANT(moves, one_illegal)

static int one_left_out(const void *pos, miai_move *list)
{
    int n = moves(pos, list);
    return n > 1 ? n - 1 : n;
}
PLANT(moves, one_left_out)

static int another_order(const void *pos, miai_move *list)
{
    static unsigned calls;
    int n = moves(pos, list);
    if (n > 1 && calls++ % 2) {
        miai_move first = list[0];
        list[0] = list[1];
        list[1] = first;
    }
    return n;
}
PLANT(moves, another_order)

static int changes_position(const void *pos, miai_move *list)
{
    struct nim *p = (struct nim *)(uintptr_t)pos;
    p->left[HEAPS - 1] ^= 16;
    return moves(pos, list);
}
PLANT(moves, changes_position)

static int none_in_the_end(const void *pos, miai_move *list)
{
    const struct nim *p = pos;
    return p->left[0] == 0 ? 0 : moves(pos, list);
}
PLANT(moves, none_in_the_end)

/* ---- the end ---- */

static bool never_over(const void *pos, int *score)
{
    (void)pos;
    (void)score;
    return false;
}
PLANT(outcome, never_over)

static bool legal_at_the_end(const void *pos, miai_move move)
{
    int score;
    return legal(pos, move) || (outcome(pos, &score) && move == 0);
}
PLANT(legal, legal_at_the_end)

static bool legal_below_zero(const void *pos, miai_move move)
{
    return move == MIAI_NO_MOVE || legal(pos, move);
}
PLANT(legal, legal_below_zero)

static bool huge_score(const void *pos, int *score)
{
    bool over = outcome(pos, score);
    if (over)
        *score *= 2 * MIAI_SCORE_MAX;
    return over;
}
PLANT(outcome, huge_score)

static bool two_points(const void *pos, int *score)
{
    bool over = outcome(pos, score);
    if (over)
        *score *= 2;
    return over;
}
static void into_two_points(miai_game *game)
{
    game->outcome = two_points;
    game->points = 1;
}

/* When all heaps are empty, they are refilled. */
static void refill_empty_heaps(void *pos, miai_move move)
{
    struct nim *p = pos;
    int score;
    play(pos, move);
    if (outcome(pos, &score))
        p->left[0] = p->objects;
}
PLANT(play, refill_empty_heaps)

static void plays_nothing(void *pos, miai_move move)
{
    (void)pos;
    (void)move;
}
PLANT(play, plays_nothing)

static void plays_differently(void *pos, miai_move move)
{
    static int calls;
    struct nim *p = pos;
    play(pos, move);
    if (p->left[0] > 0)
        p->left[0] -= calls++ % 2;
}
PLANT(play, plays_differently)

static int gives_up(const void *pos, miai_move move, char *text, size_t size)
{
    return move == 0 ? snprintf(text, size, "resign") : move_text(pos, move, text, size);
}
PLANT(move_text, gives_up)

/* ---- turns and hashes ---- */

static int third_player(const void *pos)
{
    return turn(pos) + 1;
}
PLANT(turn, third_player)

static int always_first(const void *pos)
{
    (void)pos;
    return 0;
}
PLANT(turn, always_first)

/* The turn is stored outside the position. */
static int turn_outside;

static void play_outside(void *pos, miai_move move)
{
    play(pos, move);
    turn_outside = !turn_outside;
}

static int look_outside(const void *pos)
{
    (void)pos;
    return turn_outside;
}

static void into_state_outside(miai_game *game)
{
    game->play = play_outside;
    game->turn = look_outside;
}

static uint64_t same_for_all(const void *pos)
{
    (void)pos;
    return 1;
}
PLANT(hash, same_for_all)

static uint64_t without_turn(const void *pos)
{
    struct nim p = *(const struct nim *)pos;
    p.turn = 0;
    return hash(&p);
}
PLANT(hash, without_turn)

/* The game ends after three moves, but the hash does not include the move count. */
static bool ends_early(const void *pos, int *score)
{
    const struct nim *p = pos;
    *score = 1;
    return outcome(pos, score) || p->left[HEAPS - 1] == 3;
}

/* Stores the move count in the place of an unused heap. */
static void play_and_count(void *pos, miai_move move)
{
    struct nim *p = pos;
    play(pos, move);
    p->left[HEAPS - 1] += p->heaps < HEAPS;
}

static bool legal_early(const void *pos, miai_move move)
{
    int score;
    return !ends_early(pos, &score) && legal(pos, move);
}

static void into_without_end(miai_game *game)
{
    game->play = play_and_count;
    game->outcome = ends_early;
    game->legal = legal_early;
}

/* Stores the last move in the place of an unused heap, so that it enters the hash. */
static void play_and_note(void *pos, miai_move move)
{
    struct nim *p = pos;
    play(pos, move);
    p->left[HEAPS - 1] = p->heaps < HEAPS ? move : p->left[HEAPS - 1];
}

static uint64_t with_last_move(const void *pos)
{
    const struct nim *p = pos;
    return miai_mix(hash(pos) + (uint64_t)p->left[HEAPS - 1]);
}

static void into_hash_of_the_way(miai_game *game)
{
    game->play = play_and_note;
    game->hash = with_last_move;
}

const struct plant planted_rules[] = {
    {no_outcome, "outcome is missing"},
    {no_text, "text is missing"},
    {no_bytes, "miai_game.bytes is 0, not its sizeof"},
    {two_words, "name is \"Nim of mine\", not one lower-case word"},
    {no_board, "setup: 99x5 is outside the bounds"},
    {part_without_bytes, "hints.bytes is invalid"},
    {half_a_pair, "notation: write_position and read_position"},
    {into_no_size, "size() is 0 for the game's own set-up"},
    {into_small_size, "init() writes past the"},
    {into_no_moves_at_all, "move_count() is 0, not from 1"},
    {into_few_moves, "moves() lists move 14, but move_count() is 14"},
    {into_turn_unset, "init() or play() leaves bytes of the position unset on which turn()"},
    {into_at_random, "init() sets up a position that differs in moves() the second time"},
    {into_plays_differently, "play() of the last move leads to another hash()"},
    {into_gives_up, "move_text() writes \"resign\" for move 0"},
    {into_over_at_once, "outcome() says that the game is over before it begins"},
    {into_too_many, "moves() returns 1124 moves; the maximum is 1024"},
    {into_behind_the_list, "moves() writes past the 1024 moves"},
    {into_negative_count, "moves() returns -1 moves"},
    {into_no_such_move, "moves() lists move 2147483647, but move_count() is 15"},
    {into_one_twice, "moves() lists A1 (move 0) twice"},
    {into_one_illegal, "legal() refuses A5 (move 12), which moves() lists"},
    {into_one_left_out, "moves() does not list C5 (move 14), which legal() allows"},
    {into_another_order, "moves() returns another list, or another order"},
    {into_changes_position, "moves() changes the position"},
    {into_none_in_the_end, "outcome() says that the game goes on, but moves() lists no move"},
    {into_never_over, "outcome() says that the game goes on, but moves() lists no move"},
    {into_legal_at_the_end, "legal() allows A1 (move 0), but outcome() says that the game is over"},
    {into_legal_below_zero, "legal() accepts move -1"},
    {into_huge_score, "outcome() returns the score"},
    {into_two_points, "outside the 1 points"},
    {into_refill_empty_heaps, "outcome() does not end the game within"},
    {into_plays_nothing, "play() of the last move does not change the position"},
    {into_third_player, "turn() is 2, not 0 or 1"},
    {into_always_first, "turn() is 0 in all games: the other player never moves"},
    {into_state_outside, "play() changes turn() of a copy"},
    {into_same_for_all, "hash() is the same before and after the last move"},
    {into_without_turn, "hash() was the same for another position, whose turn() differs"},
    {into_without_end, "hash() was the same for another position, whose outcome() differs"},
    {into_hash_of_the_way, "hash() differs for a position that is reached in two ways"},
    {NULL, NULL},
};
