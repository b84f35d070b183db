#include "tablebase.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tbprobe.h>

/* The tables of one engine. */
struct tables {
    char *path; /* owned */
    struct mi_chess_materials materials;
    int pieces;     /* on the board: with more, nobody asks */
    bool draw_rule; /* fifty moves draw */
};

/* What the process shares, because libfathom does: the lock for every call of it, and the paths
 * that it was given so far, with ':' between them.  It keeps them to the end: its tb_free() leaves
 * pointers to what it has freed. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *given;

/* ---- opening and closing ---- */

/* Is it one of the paths given, or several side by side? */
static bool is_given(const char *path)
{
    size_t length = strlen(path);
    for (const char *found = given; found && (found = strstr(found, path)) != NULL; found++)
        if ((found == given || found[-1] == ':') && (!found[length] || found[length] == ':'))
            return true;
    return false;
}

/* Gives libfathom a path beside those that it has, the lock being held; false: no memory. */
static bool give(const char *path)
{
    size_t size = strlen(path) + (given ? strlen(given) : 0) + 2;
    char *paths = malloc(size);
    if (!paths)
        return false;
    snprintf(paths, size, "%s%s%s", given ? given : "", given ? ":" : "", path);
    if (!tb_init(paths)) {
        free(paths);
        return false;
    }
    free(given);
    given = paths;
    return true;
}

static bool make_known(const char *path)
{
    pthread_mutex_lock(&lock);
    bool known = is_given(path) || give(path);
    pthread_mutex_unlock(&lock);
    return known;
}

static void free_tables(struct tables *tables)
{
    free(tables->materials.list);
    free(tables->path);
    free(tables);
}

void *mi_chess_open_tables(const miai_setup *setup, const char *path, char *error, size_t size)
{
    struct tables *tables = calloc(1, sizeof *tables);
    (void)setup;
    snprintf(error, size, "not enough memory");
    if (!tables)
        return NULL;
    tables->path = strdup(path);
    tables->pieces = TABLE_PIECES;
    tables->draw_rule = true;
    if (!tables->path || !mi_chess_list_tables(path, &tables->materials, error, size) ||
        !make_known(path)) {
        free_tables(tables);
        return NULL;
    }
    return tables;
}

void mi_chess_close_tables(void *opened)
{
    free_tables(opened);
}

void mi_chess_limit_tables(void *opened, int pieces, bool draw_rule)
{
    struct tables *tables = opened;
    tables->pieces = pieces;
    tables->draw_rule = draw_rule;
}

/* ---- asking ---- */

static bool covers(const struct tables *tables, const struct mi_chess *p)
{
    int count = count_squares(occupied(p));
    return !p->castling && count <= tables->pieces && count <= tables->materials.pieces &&
           mi_chess_has_table(&tables->materials, p);
}

static unsigned en_passant_of(const struct mi_chess *p)
{
    return p->en_passant == NO_SQUARE ? 0 : p->en_passant;
}

/* A position as libfathom's functions take it. */
#define BOARD(p)                                                                                   \
    (p)->of[WHITE], (p)->of[BLACK], (p)->type[KING], (p)->type[QUEEN], (p)->type[ROOK],            \
        (p)->type[BISHOP], (p)->type[KNIGHT], (p)->type[PAWN]

/* The outcome as a score: wins and losses that take too long for fifty moves are draws with that
 * rule. */
static int score_of(int wdl, bool draw_rule)
{
    int win = draw_rule ? TB_WIN : TB_CURSED_WIN, loss = draw_rule ? TB_LOSS : TB_BLESSED_LOSS;
    return wdl >= win ? MIAI_POINT_SCORE : wdl <= loss ? -MIAI_POINT_SCORE : 0;
}

bool mi_chess_probe_tables(const void *opened, const struct mi_chess *p, int *score)
{
    const struct tables *tables = opened;
    if (fifty_count(p) > 0 || !covers(tables, p))
        return false;
    pthread_mutex_lock(&lock);
    unsigned wdl = tb_probe_wdl(BOARD(p), 0, 0, en_passant_of(p), p->turn == WHITE);
    pthread_mutex_unlock(&lock);
    if (wdl == TB_RESULT_FAILED)
        return false;
    *score = score_of((int)wdl, tables->draw_rule);
    if (p->turn == BLACK)
        *score = -*score;
    return true;
}

/* ---- the root's moves ---- */

static int promotion_of(TbMove move)
{
    static const int type[] = {
        [TB_PROMOTES_NONE] = 0,        [TB_PROMOTES_QUEEN] = QUEEN,   [TB_PROMOTES_ROOK] = ROOK,
        [TB_PROMOTES_BISHOP] = BISHOP, [TB_PROMOTES_KNIGHT] = KNIGHT,
    };
    return type[TB_MOVE_PROMOTES(move) % (sizeof type / sizeof *type)];
}

static const struct TbRootMove *find(const struct TbRootMoves *moves, miai_move move)
{
    for (unsigned i = 0; i < moves->size; i++) {
        TbMove found = moves->moves[i].move;
        if (move ==
            (promotion_of(found) << 12 | (int)(TB_MOVE_FROM(found) << 6) | (int)TB_MOVE_TO(found)))
            return &moves->moves[i];
    }
    return NULL;
}

/* By the distances, or by the results alone where those tables are missing. */
static bool ask_ranks(const struct tables *tables, const struct mi_chess *p, bool repeated,
                      struct TbRootMoves *moves)
{
    bool white = p->turn == WHITE, draw_rule = tables->draw_rule;
    unsigned clock = (unsigned)fifty_count(p), square = en_passant_of(p);
    pthread_mutex_lock(&lock);
    bool ranked =
        tb_probe_root_dtz(BOARD(p), clock, 0, square, white, repeated, draw_rule, moves) ||
        tb_probe_root_wdl(BOARD(p), clock, 0, square, white, draw_rule, moves);
    pthread_mutex_unlock(&lock);
    return ranked;
}

bool mi_chess_rank_by_tables(const void *opened, const void *pos, bool repeated,
                             const miai_move *list, int n, int *rank, int *score)
{
    enum { SURE = 900 }; /* libfathom's rank from which a win is one in spite of the fifty moves */
    const struct tables *tables = opened;
    const struct mi_chess *p = pos;
    struct TbRootMoves *moves = covers(tables, p) ? malloc(sizeof *moves) : NULL;
    bool ranked = moves && ask_ranks(tables, p, repeated, moves);
    for (int i = 0; i < n && ranked; i++) {
        const struct TbRootMove *found = find(moves, list[i]);
        int bound = tables->draw_rule ? SURE : 1;
        ranked = found != NULL;
        rank[i] = found ? found->tbRank : 0;
        score[i] = rank[i] >= bound ? MIAI_POINT_SCORE : rank[i] <= -bound ? -MIAI_POINT_SCORE : 0;
        if (p->turn == BLACK)
            score[i] = -score[i];
    }
    free(moves);
    return ranked;
}
