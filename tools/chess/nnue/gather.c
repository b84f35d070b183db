/* Games of the teacher against itself, as training positions. They begin with random moves that
 * leave both sides a chance, and some have later random moves: the network must learn the value of
 * an extra piece, since quiescence search shows it every imbalance. */
#include "game/chess/board/notation.h"
#include "miai_game.h"
#include "train.h"

#include <stdlib.h>
#include <string.h>

enum {
    GAMES = 64, /* games of a block, played in parallel */
    MAX_PLIES = 240,
    OPENING_PLIES = 6,   /* minimum number of random plies */
    OPENING_VARIETY = 4, /* added at random: less than this */
    OPENING_SCORE = 120, /* maximum evaluation after the opening */
    RESTLESS = 8,        /* one game in this many has random moves later, too, */
    RANDOM_EVERY = 16,   /* one ply in this many on average */
    WON_SCORE = 800,     /* the game is adjudicated as won ... */
    WON_PLIES = 6,       /* ... after the score was above it for this long */
    LEVEL_SCORE = 8,     /* and as drawn ... */
    LEVEL_PLIES = 12,    /* ... after the score was below it for this long ... */
    LEVEL_FROM = 80      /* ... from this ply on */
};

struct game {
    struct mi_chess p;
    bool over, opened; /* the opening was evaluated */
    bool restless;     /* has later random moves */
    int plies, last_random;
    int won, level; /* plies in a row, see above */
    int winner;     /* WHITE, BLACK or -1 */
    uint64_t key[MAX_PLIES + 1];
    struct nnue_record kept[MAX_PLIES * LINES];
    struct nnue_place of[MAX_PLIES * LINES]; /* positions kept */
    int count;
};

struct gathering {
    struct nnue_teacher *teacher;
    const char *go;
    uint32_t seed, block;
    miai_rng rng;
    struct game game[GAMES];
};

static void free_gathering(struct game *g, int winner)
{
    g->over = true;
    g->winner = winner;
}

static bool has_occurred(const struct game *g)
{
    for (int i = g->plies - 4; i >= 0 && i >= g->plies - g->p.clock; i -= 2)
        if (g->key[i] == g->p.key)
            return true;
    return false;
}

/* No pawn, rook or queen, and at most one minor piece. */
static bool is_dead(const struct mi_chess *p)
{
    return !(p->type[PAWN] | p->type[ROOK] | p->type[QUEEN]) &&
           __builtin_popcountll(occupied(p)) <= 3;
}

static void play_move(struct game *g, miai_move move)
{
    mi_chess_play(&g->p, move);
    g->key[++g->plies] = g->p.key;
    if (!mi_chess_has_move(&g->p))
        free_gathering(g, g->p.checkers ? !g->p.turn : -1);
    else if (g->plies == MAX_PLIES || g->p.clock >= 100 || is_dead(&g->p) || has_occurred(g))
        free_gathering(g, -1);
}

static void play_at_random(struct gathering *s, struct game *g)
{
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_moves(&g->p, list);
    g->last_random = g->plies + 1;
    play_move(g, list[miai_rng_below(&s->rng, (uint32_t)n)]);
}

/* Begins a game; starts again if random moves end it. */
static void begin_game(struct gathering *s, struct game *g)
{
    static const char start[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    do {
        memset(g, 0, sizeof *g);
        mi_chess_read_fen(&g->p, false, start);
        g->key[0] = g->p.key;
        g->restless = miai_rng_below(&s->rng, RESTLESS) == 0;
        int plies = OPENING_PLIES + (int)miai_rng_below(&s->rng, OPENING_VARIETY);
        while (!g->over && g->plies < plies)
            play_at_random(s, g);
    } while (g->over);
}

static bool is_noisy(const struct mi_chess *p, miai_move move)
{
    miai_move list[CHESS_MAX_LEGAL];
    for (int i = mi_chess_noisy(p, list); i-- > 0;)
        if (list[i] == move)
            return true;
    return false;
}

static void keep_position(struct gathering *s, struct game *g, const struct mi_chess *p, int score,
                          bool of_game)
{
    nnue_note(p, score, s->block, &g->kept[g->count]);
    g->of[g->count].ply = of_game ? g->plies : -1;
    g->of[g->count++].turn = p->turn;
}

/* Keeps the position and those after the unplayed moves, if they are quiet. */
static void keep_quiet(struct gathering *s, struct game *g, const struct nnue_answer *answer)
{
    for (int i = 0; i < answer->count; i++) {
        const struct nnue_line *line = &answer->line[i];
        miai_move move = mi_chess_read_move(&g->p, line->move);
        if (line->mate || move == MIAI_NO_MOVE)
            continue;
        if (i == 0) {
            if (!g->p.checkers && !is_noisy(&g->p, move))
                keep_position(s, g, &g->p, line->score, true);
        } else if (line->last) {
            struct mi_chess child = g->p;
            mi_chess_play(&child, move);
            if (!child.checkers && mi_chess_has_move(&child))
                keep_position(s, g, &child, -line->score, false);
        }
    }
}

/* Ends decided games. */
static bool adjudicate(struct game *g, const struct nnue_line *best)
{
    bool won = best->mate || abs(best->score) >= WON_SCORE;
    bool level = !best->mate && abs(best->score) <= LEVEL_SCORE && g->plies >= LEVEL_FROM;
    g->won = won ? g->won + 1 : 0;
    g->level = level ? g->level + 1 : 0;
    if (g->won == WON_PLIES)
        free_gathering(g, best->score > 0 ? g->p.turn : !g->p.turn);
    else if (g->level == LEVEL_PLIES)
        free_gathering(g, -1);
    return g->over;
}

/* Does the opening leave both sides a chance? Later random moves are not checked. */
static bool is_fair_opening(const struct game *g, const struct nnue_line *best)
{
    return g->opened || (!best->mate && abs(best->score) <= OPENING_SCORE);
}

/* Plays the teacher's move or a random one. Returns false if the teacher's move is illegal. */
static bool advance_game(struct gathering *s, struct game *g, const struct nnue_answer *answer)
{
    miai_move move = mi_chess_read_move(&g->p, answer->line[0].move);
    if (move == MIAI_NO_MOVE)
        return false;
    if (!is_fair_opening(g, &answer->line[0])) {
        begin_game(s, g);
        return true;
    }
    g->opened = true;
    if (adjudicate(g, &answer->line[0]))
        return true;
    keep_quiet(s, g, answer);
    if (g->restless && miai_rng_below(&s->rng, RANDOM_EVERY) == 0)
        play_at_random(s, g);
    else
        play_move(g, move);
    return true;
}

/* Asks the teacher about all games at once. */
static bool play_block(struct gathering *s)
{
    const struct mi_chess *position[GAMES];
    struct nnue_answer answer[GAMES];
    struct game *asked[GAMES];
    for (int i = 0; i < GAMES; i++)
        begin_game(s, &s->game[i]);
    for (;;) {
        int count = 0;
        for (int i = 0; i < GAMES; i++)
            if (!s->game[i].over) {
                asked[count] = &s->game[i];
                position[count++] = &s->game[i].p;
            }
        if (!count)
            return true;
        if (!nnue_ask(s->teacher, s->go, position, count, answer))
            return false;
        for (int i = 0; i < count; i++)
            if (!advance_game(s, asked[i], &answer[i]))
                return false;
    }
}

static bool make_block(void *context, uint32_t block, FILE *file, size_t *count)
{
    struct gathering *s = context;
    s->block = block;
    miai_rng_seed(&s->rng, (uint64_t)s->seed << 32 | block);
    if (!nnue_forget(s->teacher) || !play_block(s))
        return false;
    for (int i = 0; i < GAMES; i++) {
        struct game *g = &s->game[i];
        *count += (size_t)g->count;
        if (!nnue_write_game(g->kept, g->of, g->count, g->last_random, g->winner, file))
            return false;
    }
    return true;
}

bool nnue_gather(const char *program, const char *go, uint32_t seed, uint32_t blocks,
                 const char *path)
{
    struct gathering *s = calloc(1, sizeof *s);
    if (!s)
        return false;
    s->go = go;
    s->seed = seed;
    s->teacher = nnue_hire(program);
    bool fine = s->teacher && nnue_make_blocks(path, 0, blocks, make_block, s);
    nnue_dismiss(s->teacher);
    free(s);
    return fine;
}
