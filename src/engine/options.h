/* options.h - the one table of options. */
#ifndef MI_OPTIONS_H
#define MI_OPTIONS_H

#include "miai.h"
#include "search/common/search.h"

enum mi_search {
    MI_SEARCH_AUTO, /* what suits the game */
    MI_SEARCH_MCTS,
    MI_SEARCH_ALPHABETA,
    MI_SEARCH_MINIMAX,
    MI_SEARCH_FLAT,
    MI_SEARCH_SOLVE
};

/* What a network calculates in. */
enum mi_numbers { MI_NUMBERS_AUTO, MI_NUMBERS_FLOAT, MI_NUMBERS_INTEGER };

/* What the threads of mcts share. */
enum mi_parallel { MI_PARALLEL_TREE, MI_PARALLEL_ROOT };

/* What a game of points is played for. */
enum mi_aim { MI_FOR_POINTS, MI_FOR_RESULT };

/* The values of those options that are no part of the position (game, size, komi, rules), and no
 * file. */
struct mi_options {
    int search;   /* enum mi_search */
    int play_for; /* enum mi_aim */
    int64_t threads, memory, seed, playouts, depth, book_depth, elo, probe_depth, probe_pieces;
    double time, lag, uct_constant, fpu, rave, prior_wins, margin, resign; /* NAN: auto */
    double uct_growth, fpu_reduction, root_fpu_reduction, network_weight;  /* likewise */
    double uct_base, uct_spread, root_temperature, root_noise, temperature, score_weight,
        lead_weight;
    int64_t resign_moves, batch, temperature_moves;
    int final_move, network_numbers;
    int playout, priors, leaf, selective, transpositions, ucb, flat;
    int64_t playout_plies, without; /* without: enum mi_part */
    double implicit, widening;
    int64_t virtual_loss;
    int parallel; /* enum mi_parallel */
    bool solver, reuse, ponder, book_best, probe_draw_rule;
};

/* Sets every option to its default. */
void mi_options_init(struct mi_options *options);

/* The i-th option, or NULL behind the last. */
const miai_option *mi_options_at(int i);

/* The index of a name, or -1. */
int mi_options_index(const char *name);

/* Is the option kept here?  The game, what is set up and the files are not. */
bool mi_options_kept(int i);

/* Reads a value; false if it is none or out of range. */
bool mi_options_set(struct mi_options *options, int i, const char *value);

/* Writes a value, as snprintf. */
int mi_options_get(const struct mi_options *options, int i, char *text, size_t size);

/* The search of that game, with a network that knows it or without; never MI_SEARCH_AUTO. */
enum mi_search mi_options_search(const struct mi_options *options, const miai_game *game,
                                 bool network);

/* The value below which a position is given up in that game; 0: never. */
double mi_options_resign(const struct mi_options *options, const miai_game *game, bool network);

/* What the searches take of it for that game, which decides where an option says "auto".  network:
 * what a network's value counts for where the option is one of those; 0: no network plays. */
struct mi_settings mi_options_settings(const struct mi_options *options, const miai_game *game,
                                       double network);

#endif
