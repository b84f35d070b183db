/* Training positions from games that the teacher's network plays by evaluating the positions after
 * each move, without search: many and varied. Moves that lose material at once are not considered;
 * each game considers only some random moves.
 *
 * All positions without check are kept, and for each one a position after a random move and a
 * capture in reply. Positions with hanging pieces are marked. */
#include "game/chess/board/notation.h"
#include "game/chess/board/see.h"
#include "miai_game.h"
#include "network.h"
#include "train.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 64, /* games of a block */
    MAX_PLIES = 240,
    OPENING_PLIES = 6,   /* minimum number of random plies */
    OPENING_VARIETY = 7, /* added at random: less than this */
    OPENING_SCORE = 160, /* maximum evaluation after the opening; */
    UNFAIR = 8,          /* one game in this many begins with any evaluation */
    RESTLESS = 3,        /* one game in this many has random moves throughout, */
    RANDOM_EVERY = 14,   /* one ply in this many on average */
    WON_SCORE = 500,     /* the game is adjudicated as won when the score is above ... */
    WON_PLIES = 4,       /* ... for this long; */
    STUBBORN = 5,        /* one game in this many continues to three times that */
    LEVEL_SCORE = 8,     /* adjudicated as drawn when the score is below ... */
    LEVEL_PLIES = 10,    /* ... for this long ... */
    LEVEL_FROM = 80,     /* ... from this ply on */
    BESIDE = 3,          /* neighbours kept for each position of the game */
    KEPT_SCORE = 3000,   /* positions with a higher score are not kept */
    WIDTHS = 4,
    MATE = 30000
};

/* Number of moves considered, in addition to captures. */
static const int widths[WIDTHS] = {4, 7, 12, 20};

/* A position with the teacher's evaluation. */
struct node {
    struct mi_chess p;
    int score; /* from the view of the side to move */
};

struct game {
    bool over, restless;
    int plies, last_random, width, won_score;
    int won, level; /* plies in a row, see above */
    int winner;     /* WHITE, BLACK or -1 */
    uint64_t key[MAX_PLIES + 1];
    struct nnue_record kept[MAX_PLIES * (1 + BESIDE)];
    struct nnue_place of[MAX_PLIES * (1 + BESIDE)];
    int count;
};

struct playing {
    struct nnue_evaluator teacher;
    uint32_t seed, block;
    miai_rng rng;
    struct node node, child, grandchild, best;
    struct game game;
};

static uint32_t random_below(struct playing *s, uint32_t n)
{
    return miai_rng_below(&s->rng, n);
}

/* ---- the rules ---- */

static void free_playing(struct game *g, int winner)
{
    g->over = true;
    g->winner = winner;
}

static bool has_occurred(const struct game *g, const struct mi_chess *p)
{
    for (int i = g->plies - 4; i >= 0 && i >= g->plies - p->clock; i -= 2)
        if (g->key[i] == p->key)
            return true;
    return false;
}

/* No pawn, rook or queen, and at most one minor piece. */
static bool is_dead(const struct mi_chess *p)
{
    return !(p->type[PAWN] | p->type[ROOK] | p->type[QUEEN]) && count_squares(occupied(p)) <= 3;
}

/* Records the position for repetitions. */
static void record_position(struct game *g, const struct mi_chess *p)
{
    g->key[++g->plies] = p->key;
    if (!mi_chess_has_move(p))
        free_playing(g, p->checkers ? !p->turn : -1);
    else if (g->plies == MAX_PLIES || p->clock >= 100 || is_dead(p) || has_occurred(g, p))
        free_playing(g, -1);
}

/* ---- kept positions ---- */

static void keep_position(struct playing *s, const struct node *node, bool of_game)
{
    struct game *g = &s->game;
    struct nnue_record *record = &g->kept[g->count];
    if (node->p.checkers || abs(node->score) > KEPT_SCORE)
        return;
    nnue_note(&node->p, node->score, s->block, record);
    record->loud = nnue_is_loud(&node->p);
    g->of[g->count].ply = of_game ? g->plies : -1;
    g->of[g->count++].turn = node->p.turn;
}

/* ---- moves ---- */

/* Sets the child to the position after the move. */
static void make_child(struct playing *s, const struct node *node, miai_move move,
                       struct node *child)
{
    child->p = node->p;
    mi_chess_play(&child->p, move);
    child->score = child->p.checkers && !mi_chess_has_move(&child->p)
                       ? -MATE
                       : nnue_evaluator_value(&s->teacher, &child->p);
}

/* Swaps a random move from i on to place i. */
static miai_move draw_move(struct playing *s, miai_move *list, int i, int count)
{
    int j = i + (int)random_below(s, (uint32_t)(count - i));
    miai_move move = list[j];
    list[j] = list[i];
    return list[i] = move;
}

/* Sets s->best to the best of the considered moves, and keeps one of the others. Returns false if
 * all lose material at once. */
static bool consider_moves(struct playing *s, miai_move *list, int count)
{
    const struct mi_chess *p = &s->node.p;
    int considered = 0;
    bool kept = false;
    for (int i = 0; i < count; i++) {
        miai_move move = draw_move(s, list, i, count);
        bool takes = p->piece[move_to(move)] != NO_PIECE && !is_castling(p, move);
        if ((considered >= s->game.width && !takes) || !mi_chess_see_ge(p, move, 0))
            continue;
        make_child(s, &s->node, move, &s->child);
        if (considered++ && s->child.score >= s->best.score) {
            if (!kept)
                keep_position(s, &s->child, false);
            kept = true;
            continue;
        }
        s->best = s->child;
    }
    return considered > 0;
}

/* Ends decided games. */
static bool adjudicate(struct game *g, const struct node *node)
{
    bool level = abs(node->score) <= LEVEL_SCORE && g->plies >= LEVEL_FROM;
    g->won = abs(node->score) >= g->won_score ? g->won + 1 : 0;
    g->level = level ? g->level + 1 : 0;
    if (g->won == WON_PLIES)
        free_playing(g, node->score > 0 ? node->p.turn : !node->p.turn);
    else if (g->level == LEVEL_PLIES)
        free_playing(g, -1);
    return g->over;
}

static void play_at_random(struct playing *s, miai_move *list, int count)
{
    make_child(s, &s->node, list[random_below(s, (uint32_t)count)], &s->best);
    s->game.last_random = s->game.plies + 1;
}

/* Keeps the position after a random move, and the one after a capture or else a random move
 * there. */
static void keep_neighbours(struct playing *s, const miai_move *list, int count)
{
    miai_move answers[CHESS_MAX_LEGAL];
    make_child(s, &s->node, list[random_below(s, (uint32_t)count)], &s->child);
    keep_position(s, &s->child, false);
    count = mi_chess_noisy(&s->child.p, answers);
    if (count == 0)
        count = mi_chess_moves(&s->child.p, answers);
    if (count == 0)
        return;
    make_child(s, &s->child, answers[random_below(s, (uint32_t)count)], &s->grandchild);
    keep_position(s, &s->grandchild, false);
}

static void advance_game(struct playing *s)
{
    struct game *g = &s->game;
    miai_move list[CHESS_MAX_LEGAL];
    int count = mi_chess_moves(&s->node.p, list);
    keep_position(s, &s->node, true);
    keep_neighbours(s, list, count);
    if ((g->restless && random_below(s, RANDOM_EVERY) == 0) || !consider_moves(s, list, count))
        play_at_random(s, list, count);
    s->node = s->best;
    record_position(g, &s->node.p);
}

/* Begins a game; starts again if random moves end it or leave one side no chance. */
static void begin_game(struct playing *s)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    struct game *g = &s->game;
    struct node *node = &s->node;
    miai_move list[CHESS_MAX_LEGAL];
    bool unfair = random_below(s, UNFAIR) == 0;
    do {
        mi_chess_read_fen(&node->p, false, start);
        g->over = false;
        g->plies = g->won = g->level = g->count = 0;
        g->key[0] = node->p.key;
        for (int n = OPENING_PLIES + (int)random_below(s, OPENING_VARIETY); !g->over && n > 0;
             n--) {
            int count = mi_chess_moves(&node->p, list);
            mi_chess_play(&node->p, list[random_below(s, (uint32_t)count)]);
            record_position(g, &node->p);
        }
        node->score = nnue_evaluator_value(&s->teacher, &node->p);
    } while (g->over || (!unfair && abs(node->score) > OPENING_SCORE));
    g->last_random = g->plies;
    g->restless = random_below(s, RESTLESS) == 0;
    g->width = widths[random_below(s, WIDTHS)];
    g->won_score = random_below(s, STUBBORN) == 0 ? 3 * WON_SCORE : WON_SCORE;
}

static bool make_block(void *context, uint32_t block, FILE *file, size_t *count)
{
    struct playing *s = context;
    struct game *g = &s->game;
    s->block = block;
    miai_rng_seed(&s->rng, (uint64_t)s->seed << 32 | block);
    for (int i = 0; i < GAMES; i++) {
        begin_game(s);
        while (!g->over && !adjudicate(g, &s->node))
            advance_game(s);
        *count += (size_t)g->count;
        if (!nnue_write_game(g->kept, g->of, g->count, g->last_random, g->winner, file))
            return false;
    }
    return true;
}

bool nnue_play(const char *network, uint32_t seed, uint32_t blocks, const char *path)
{
    struct playing *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->seed = seed;
    bool good = nnue_evaluator_open(&s->teacher, network) &&
                nnue_make_blocks(path, 0, blocks, make_block, s);
    nnue_evaluator_close(&s->teacher);
    free(s);
    return good;
}
