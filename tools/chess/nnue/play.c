/* Games that the teacher's network plays by what it says of the positions behind the moves, without
 * looking further, for positions to learn from: many, and varied.  What loses material at once is
 * not considered; in each game only so many moves, drawn at random, are.
 *
 * All positions are kept but those in check, and beside each of the game what lies behind a move at
 * random and a capture in answer; where something hangs, it is noted. */
#include "game/chess/board/notation.h"
#include "game/chess/board/see.h"
#include "miai_game.h"
#include "network.h"
#include "train.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 64, /* of a block */
    MAX_PLIES = 240,
    OPENING_PLIES = 6,   /* at random, at least */
    OPENING_VARIETY = 7, /* and as many more as a number below this */
    OPENING_SCORE = 160, /* the most that an opening may be worth; */
    UNFAIR = 8,          /* one game in so many begins whatever it is worth */
    RESTLESS = 3,        /* one game in so many has moves at random throughout, */
    RANDOM_EVERY = 14,   /* one in so many plies on average */
    WON_SCORE = 500,     /* the game is given up when it stays above ... */
    WON_PLIES = 4,       /* ... for so long; */
    STUBBORN = 5,        /* one game in so many goes on to three times as much */
    LEVEL_SCORE = 8,     /* it is called a draw when it stays below ... */
    LEVEL_PLIES = 10,    /* ... for so long ... */
    LEVEL_FROM = 80,     /* ... after so many plies */
    BESIDE = 3,          /* kept beside a position of the game */
    KEPT_SCORE = 3000,   /* no position worth more is kept */
    WIDTHS = 4,
    MATE = 30000
};

/* Moves that are considered, besides captures. */
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

static uint32_t below(struct playing *s, uint32_t n)
{
    return miai_rng_below(&s->rng, n);
}

/* ---- the rules ---- */

static void end(struct game *g, int winner)
{
    g->over = true;
    g->winner = winner;
}

static bool repeated(const struct game *g, const struct mi_chess *p)
{
    for (int i = g->plies - 4; i >= 0 && i >= g->plies - p->clock; i -= 2)
        if (g->key[i] == p->key)
            return true;
    return false;
}

/* No pawn, rook or queen, and at most one minor piece. */
static bool dead(const struct mi_chess *p)
{
    return !(p->type[PAWN] | p->type[ROOK] | p->type[QUEEN]) && count_squares(occupied(p)) <= 3;
}

/* Notes that the position has come about. */
static void note(struct game *g, const struct mi_chess *p)
{
    g->key[++g->plies] = p->key;
    if (!mi_chess_has_move(p))
        end(g, p->checkers ? !p->turn : -1);
    else if (g->plies == MAX_PLIES || p->clock >= 100 || dead(p) || repeated(g, p))
        end(g, -1);
}

/* ---- what is kept ---- */

static void keep(struct playing *s, const struct node *node, bool of_game)
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

/* Makes the child what is behind the node's move. */
static void look(struct playing *s, const struct node *node, miai_move move, struct node *child)
{
    child->p = node->p;
    mi_chess_play(&child->p, move);
    child->score = child->p.checkers && !mi_chess_has_move(&child->p)
                       ? -MATE
                       : nnue_evaluator_value(&s->teacher, &child->p);
}

/* Brings one of the moves from i on to i. */
static miai_move draw(struct playing *s, miai_move *list, int i, int count)
{
    int j = i + (int)below(s, (uint32_t)(count - i));
    miai_move move = list[j];
    list[j] = list[i];
    return list[i] = move;
}

/* Makes s->best the best of the moves considered, and keeps one of the others.  False if there is
 * none that loses nothing at once. */
static bool consider(struct playing *s, miai_move *list, int count)
{
    const struct mi_chess *p = &s->node.p;
    int considered = 0;
    bool kept = false;
    for (int i = 0; i < count; i++) {
        miai_move move = draw(s, list, i, count);
        bool takes = p->piece[move_to(move)] != NO_PIECE && !is_castling(p, move);
        if ((considered >= s->game.width && !takes) || !mi_chess_see_ge(p, move, 0))
            continue;
        look(s, &s->node, move, &s->child);
        if (considered++ && s->child.score >= s->best.score) {
            if (!kept)
                keep(s, &s->child, false);
            kept = true;
            continue;
        }
        s->best = s->child;
    }
    return considered > 0;
}

/* Ends games that are decided. */
static bool adjudicate(struct game *g, const struct node *node)
{
    bool level = abs(node->score) <= LEVEL_SCORE && g->plies >= LEVEL_FROM;
    g->won = abs(node->score) >= g->won_score ? g->won + 1 : 0;
    g->level = level ? g->level + 1 : 0;
    if (g->won == WON_PLIES)
        end(g, node->score > 0 ? node->p.turn : !node->p.turn);
    else if (g->level == LEVEL_PLIES)
        end(g, -1);
    return g->over;
}

static void play_at_random(struct playing *s, miai_move *list, int count)
{
    look(s, &s->node, list[below(s, (uint32_t)count)], &s->best);
    s->game.last_random = s->game.plies + 1;
}

/* Keeps what is behind a move at random, and behind a capture or else a move at random there. */
static void digress(struct playing *s, const miai_move *list, int count)
{
    miai_move answers[CHESS_MAX_LEGAL];
    look(s, &s->node, list[below(s, (uint32_t)count)], &s->child);
    keep(s, &s->child, false);
    count = mi_chess_noisy(&s->child.p, answers);
    if (count == 0)
        count = mi_chess_moves(&s->child.p, answers);
    if (count == 0)
        return;
    look(s, &s->child, answers[below(s, (uint32_t)count)], &s->grandchild);
    keep(s, &s->grandchild, false);
}

static void advance(struct playing *s)
{
    struct game *g = &s->game;
    miai_move list[CHESS_MAX_LEGAL];
    int count = mi_chess_moves(&s->node.p, list);
    keep(s, &s->node, true);
    digress(s, list, count);
    if ((g->restless && below(s, RANDOM_EVERY) == 0) || !consider(s, list, count))
        play_at_random(s, list, count);
    s->node = s->best;
    note(g, &s->node.p);
}

/* Begins a game, anew if the moves at random end it or leave one side no chance. */
static void begin(struct playing *s)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    struct game *g = &s->game;
    struct node *node = &s->node;
    miai_move list[CHESS_MAX_LEGAL];
    bool unfair = below(s, UNFAIR) == 0;
    do {
        mi_chess_read_fen(&node->p, false, start);
        g->over = false;
        g->plies = g->won = g->level = g->count = 0;
        g->key[0] = node->p.key;
        for (int n = OPENING_PLIES + (int)below(s, OPENING_VARIETY); !g->over && n > 0; n--) {
            int count = mi_chess_moves(&node->p, list);
            mi_chess_play(&node->p, list[below(s, (uint32_t)count)]);
            note(g, &node->p);
        }
        node->score = nnue_evaluator_value(&s->teacher, &node->p);
    } while (g->over || (!unfair && abs(node->score) > OPENING_SCORE));
    g->last_random = g->plies;
    g->restless = below(s, RESTLESS) == 0;
    g->width = widths[below(s, WIDTHS)];
    g->won_score = below(s, STUBBORN) == 0 ? 3 * WON_SCORE : WON_SCORE;
}

static bool make_block(void *context, uint32_t block, FILE *file, size_t *count)
{
    struct playing *s = context;
    struct game *g = &s->game;
    s->block = block;
    miai_rng_seed(&s->rng, (uint64_t)s->seed << 32 | block);
    for (int i = 0; i < GAMES; i++) {
        begin(s);
        while (!g->over && !adjudicate(g, &s->node))
            advance(s);
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
    bool good =
        nnue_evaluator_open(&s->teacher, network) && nnue_make_blocks(path, blocks, make_block, s);
    nnue_evaluator_close(&s->teacher);
    free(s);
    return good;
}
