/* Training positions from self-play games. */
#include "game/chess/board/notation.h"
#include "game/chess/eval/eval.h"
#include "miai.h"
#include "tune.h"

#include <stdlib.h>
#include <string.h>

enum {
    FEN_SIZE = 100,
    MAX_PLIES = 300,     /* length at which a game is drawn */
    RANDOM_PLIES = 8,    /* plies of the opening, or one more */
    OPENING_SCORE = 250, /* maximum evaluation after the opening */
    WON_SCORE = 1000,    /* the game is adjudicated when the score is above ... */
    WON_PLIES = 6        /* ... for this long */
};

struct selfplay {
    miai_engine *engine;
    miai_limits limits;
    miai_rng rng;
    struct {
        char fen[FEN_SIZE];
        int score;     /* score of the search, for White */
    } kept[MAX_PLIES]; /* moves of the game */
    int count;
};

/* Does a sequence of captures give the side to move more than alpha? */
static bool gains_by_captures(const struct mi_chess *p, int alpha)
{
    int score = mi_chess_evaluate(p);
    if ((p->turn == WHITE ? score : -score) > alpha)
        return true;
    miai_move list[CHESS_MAX_LEGAL];
    int n = mi_chess_noisy(p, list);
    for (int victim = QUEEN; victim >= PAWN; victim--)
        for (int i = 0; i < n; i++) {
            int piece = p->piece[move_to(list[i])];
            if ((piece == NO_PIECE ? PAWN : piece_type(piece)) != victim)
                continue;
            struct mi_chess child = *p;
            mi_chess_play(&child, list[i]);
            if (!gains_by_captures(&child, -alpha - 1))
                return true;
        }
    return false;
}

static bool is_noisy(const struct mi_chess *p, miai_move move)
{
    miai_move list[CHESS_MAX_LEGAL];
    for (int i = mi_chess_noisy(p, list); i-- > 0;)
        if (list[i] == move)
            return true;
    return false;
}

/* Is the position quiet, as the evaluation requires? */
static bool is_quiet(const struct mi_chess *p, miai_move best)
{
    int score = mi_chess_evaluate(p);
    return !p->checkers && !is_noisy(p, best) &&
           !gains_by_captures(p, p->turn == WHITE ? score : -score);
}

/* Keeps the current position if it is a valid sample. */
static void keep_position(struct selfplay *s, const char *best, int score)
{
    struct mi_chess p;
    char *fen = s->kept[s->count].fen;
    s->kept[s->count].score = score;
    miai_write_position(s->engine, fen, FEN_SIZE);
    s->count += mi_chess_read_fen(&p, false, fen) && is_quiet(&p, mi_chess_read_move(&p, best));
}

static bool random_move(struct selfplay *s)
{
    char text[CHESS_MAX_LEGAL * 8];
    miai_legal_moves(s->engine, MIAI_TURN, text, sizeof text);
    int n = 0;
    for (const char *c = text; *c; c++)
        n += *c == ' ';
    char *word = strtok(text, " ");
    for (uint32_t i = miai_rng_below(&s->rng, (uint32_t)n + 1); word && i > 0; i--)
        word = strtok(NULL, " ");
    return word && miai_play(s->engine, MIAI_TURN, word) == MIAI_OK;
}

/* Searches; *score is for the side to move. */
static bool search_position(struct selfplay *s, char move[MIAI_MOVE_TEXT], int *score)
{
    if (miai_search(s->engine, MIAI_TURN, &s->limits, move, MIAI_MOVE_TEXT) != MIAI_OK)
        return false;
    miai_info info;
    miai_last_search(s->engine, &info);
    *score = info.mate > 0 ? 2 * WON_SCORE : info.mate < 0 ? -2 * WON_SCORE : info.score;
    return true;
}

/* Begins a game with random moves that leave both sides a chance. */
static bool open_game(struct selfplay *s)
{
    for (;;) {
        char move[MIAI_MOVE_TEXT];
        int score;
        miai_clear(s->engine);
        miai_forget(s->engine);
        for (int plies = RANDOM_PLIES + (int)miai_rng_below(&s->rng, 2); plies > 0; plies--)
            if (miai_over(s->engine, NULL) || !random_move(s))
                break;
        if (miai_over(s->engine, NULL))
            continue;
        if (!search_position(s, move, &score))
            return false;
        if (abs(score) <= OPENING_SCORE)
            return true;
    }
}

/* Plays the game to its end. Returns the result for White in half points, or -1 on failure. */
static int finish_game(struct selfplay *s)
{
    int won = 0, score = 0;
    s->count = 0;
    while (!miai_over(s->engine, &score) && miai_plies(s->engine) < MAX_PLIES) {
        char move[MIAI_MOVE_TEXT];
        if (!search_position(s, move, &score))
            return -1;
        won = abs(score) >= WON_SCORE ? won + 1 : 0;
        score = miai_turn(s->engine) == WHITE ? score : -score;
        if (won == WON_PLIES)
            break;
        if (won == 0)
            keep_position(s, move, score);
        if (miai_play(s->engine, MIAI_TURN, move) != MIAI_OK)
            return -1;
        score = 0;
    }
    return 1 + (score > 0) - (score < 0);
}

bool tune_selfplay(int games, long nodes, long seed, FILE *file)
{
    struct selfplay s = {0};
    static const char *const results[] = {"0", "0.5", "1"};
    s.engine = miai_new();
    s.limits.playouts = (uint64_t)nodes;
    miai_rng_seed(&s.rng, (uint64_t)seed);
    bool fine = s.engine && miai_set_game(s.engine, "chess") == MIAI_OK &&
                miai_set_option(s.engine, "search", "alphabeta") == MIAI_OK &&
                miai_set_option(s.engine, "memory", "8") == MIAI_OK;
    for (int game = 0; fine && game < games; game++) {
        int result = open_game(&s) ? finish_game(&s) : -1;
        fine = result >= 0;
        for (int i = 0; fine && i < s.count; i++)
            fprintf(file, "%s;%s;%d\n", s.kept[i].fen, results[result], s.kept[i].score);
        fine = fine && fflush(file) == 0;
    }
    miai_free(s.engine);
    return fine;
}
