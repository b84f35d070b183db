/* The tables of one engine: implements miai_tablebase. */
#include "tablebase.h"

#include "syzygy.h"

#include <stdio.h>
#include <stdlib.h>

struct engine_tables {
    struct mi_syzygy *syzygy; /* owned; has its own lock */
    int pieces;               /* positions with more pieces are not probed */
    bool draw_rule;           /* the fifty-move rule applies */
};

/* ---- opening and closing ---- */

/* Lists the tables.  Fails if no file is usable; the error text is the first fault, if any. */
static bool list_tables(struct mi_syzygy *syzygy, const char *path, char *error, size_t size)
{
    if (!mi_syzygy_list(syzygy, path)) {
        snprintf(error, size, "not enough memory");
        return false;
    }
    if (syzygy->pieces > 0)
        return true;
    if (!mi_syzygy_next_fault(syzygy, error, size))
        snprintf(error, size, "no Syzygy tables (files such as KQvK.rtbw) there");
    return false;
}

static struct mi_syzygy *open_syzygy(const char *path, char *error, size_t size)
{
    struct mi_syzygy *syzygy = calloc(1, sizeof *syzygy);
    if (!syzygy || pthread_mutex_init(&syzygy->lock, NULL) != 0) {
        free(syzygy);
        return NULL;
    }
    mi_syzygy_fill_codes(&syzygy->codes);
    if (list_tables(syzygy, path, error, size))
        return syzygy;
    mi_syzygy_free(syzygy);
    pthread_mutex_destroy(&syzygy->lock);
    free(syzygy);
    return NULL;
}

void *mi_chess_open_tables(const miai_setup *setup, const char *path, char *error, size_t size)
{
    struct engine_tables *tables = calloc(1, sizeof *tables);
    (void)setup;
    snprintf(error, size, "not enough memory");
    if (!tables)
        return NULL;
    *tables = (struct engine_tables){open_syzygy(path, error, size), TABLE_PIECES, true};
    if (tables->syzygy)
        return tables;
    free(tables);
    return NULL;
}

void mi_chess_close_tables(void *opened)
{
    struct engine_tables *tables = opened;
    mi_syzygy_free(tables->syzygy);
    pthread_mutex_destroy(&tables->syzygy->lock);
    free(tables->syzygy);
    free(tables);
}

void mi_chess_limit_tables(void *opened, int pieces, bool draw_rule)
{
    struct engine_tables *tables = opened;
    tables->pieces = pieces;
    tables->draw_rule = draw_rule;
}

bool mi_chess_table_fault(void *opened, char *text, size_t size)
{
    struct engine_tables *tables = opened;
    return mi_syzygy_next_fault(tables->syzygy, text, size);
}

/* ---- probing ---- */

static bool can_probe(const struct engine_tables *tables, const struct mi_chess *p)
{
    int count = count_squares(occupied(p));
    return !p->castling && count <= tables->pieces && count <= tables->syzygy->pieces;
}

/* The outcome as a score.  With the fifty-move rule, cursed wins and blessed losses are draws. */
static int score_of_wdl(int wdl, bool draw_rule)
{
    int min = draw_rule ? WDL_WIN : WDL_CURSED_WIN;
    return wdl >= min ? MIAI_POINT_SCORE : wdl <= -min ? -MIAI_POINT_SCORE : 0;
}

bool mi_chess_probe_tables(const void *opened, const struct mi_chess *p, int *score)
{
    const struct engine_tables *tables = opened;
    int wdl;
    if (fifty_count(p) > 0 || !can_probe(tables, p) ||
        !mi_syzygy_probe_wdl(tables->syzygy, p, &wdl))
        return false;
    *score = score_of_wdl(p->turn == WHITE ? wdl : -wdl, tables->draw_rule);
    return true;
}

/* ---- root moves ---- */

/* A rank of RANK_WIN or more is a win despite the fifty-move rule. */
enum { RANK_WIN = 900, RANK_WIN_MAX = 1000 };

/* The rank of a move by its distance and the clock before it.  The distance may be one ply too
 * small; after a repetition it is therefore not trusted to keep the win. */
static int rank_distance(int dtz, int clock, bool repeated)
{
    if (dtz > 0)
        return dtz + clock < FIFTY_MOVES && !repeated ? RANK_WIN_MAX : RANK_WIN_MAX - (dtz + clock);
    if (dtz < 0)
        return -2 * dtz + clock < FIFTY_MOVES ? -RANK_WIN_MAX : -RANK_WIN_MAX - dtz + clock;
    return 0;
}

static bool rank_by_dtz(const struct engine_tables *tables, const struct mi_chess *p, bool repeated,
                        const miai_move *moves, int n, int *rank)
{
    int dtz;
    for (int i = 0; i < n; i++) {
        if (!mi_syzygy_probe_move_dtz(tables->syzygy, p, moves[i], &dtz))
            return false;
        rank[i] = rank_distance(dtz, fifty_count(p), repeated);
    }
    return true;
}

/* Ranks by outcome, used if DTZ tables are missing. */
static bool rank_by_wdl(const struct engine_tables *tables, const struct mi_chess *p,
                        const miai_move *moves, int n, int *rank)
{
    static const int ranks[] = {-RANK_WIN_MAX, -RANK_WIN + 1, 0, RANK_WIN - 1, RANK_WIN_MAX};
    int wdl;
    for (int i = 0; i < n; i++) {
        struct mi_chess after = *p;
        mi_chess_play(&after, moves[i]);
        if (!mi_syzygy_probe_wdl(tables->syzygy, &after, &wdl))
            return false;
        if (!tables->draw_rule)
            wdl = wdl > 0 ? WDL_WIN : wdl < 0 ? WDL_LOSS : WDL_DRAW;
        rank[i] = ranks[-wdl - WDL_LOSS];
    }
    return true;
}

bool mi_chess_rank_by_tables(const void *opened, const void *pos, bool repeated,
                             const miai_move *moves, int n, int *rank, int *score)
{
    const struct engine_tables *tables = opened;
    const struct mi_chess *p = pos;
    if (!can_probe(tables, p) || (!rank_by_dtz(tables, p, repeated, moves, n, rank) &&
                                  !rank_by_wdl(tables, p, moves, n, rank)))
        return false;
    for (int i = 0; i < n; i++) {
        int bound = tables->draw_rule ? RANK_WIN : 1;
        int won = rank[i] >= bound ? MIAI_POINT_SCORE : rank[i] <= -bound ? -MIAI_POINT_SCORE : 0;
        score[i] = p->turn == WHITE ? won : -won;
    }
    return true;
}
