/* options.h - the one table of options, and what becomes of their values. */
#ifndef MI_ENGINE_OPTIONS_H
#define MI_ENGINE_OPTIONS_H

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

/* What an option may need beside a search of its scope: of the game (setup/scope.c says how it is
 * told), or of the search. */
enum mi_need {
    MI_NEED_NOTHING,
    MI_NEED_SIZES,          /* boards of several sizes */
    MI_NEED_KOMI,           /* points to compensate */
    MI_NEED_RULES,          /* several rule sets */
    MI_NEED_POINTS,         /* a score that counts for more than its sign */
    MI_NEED_LEVELS,         /* players to imitate */
    MI_NEED_BOOKS,          /* a format of books */
    MI_NEED_TABLEBASE_FILE, /* a file that knowledge comes from */
    MI_NEED_TABLEBASE,      /* such a file, with exact results */
    MI_NEED_WEIGHTS,        /* weights from a file, and a search that evaluates */
    MI_NEED_EVALUATION,     /* any evaluation */
    MI_NEED_NETWORK, /* positions as networks see them, and no other search wanted than mcts */
    MI_NEED_HUMAN,   /* the same, and that they may be told whose play to imitate */
    MI_NEED_MEMORY,  /* a search that keeps what it found, and has threads */
    MI_NEED_DEPTH,   /* a search that looks ahead */
    MI_NEED_MCTS,    /* mcts itself */
    MI_NEED_FLAT     /* flat */
};

/* A row of the table. */
struct mi_option_row {
    miai_option option;
    enum mi_need need;
    size_t offset; /* of the value in struct mi_options, or MI_NOT_KEPT */
    /* Of what "auto" comes to, in struct mi_settings, or MI_NO_SETTING: a double, a bool of
     * mi_auto_names, or an enum in the order of the choices behind "auto". */
    size_t setting;
};

#define MI_NOT_KEPT   ((size_t)-1)
#define MI_NO_SETTING ((size_t)-1)

/* The choices of those that are true, false or what suits the game, in this order. */
extern const char *const mi_auto_names[];
enum { MI_IS_AUTO, MI_IS_FALSE, MI_IS_TRUE };

/* The values of those options that are no part of the position (game, size, komi, rules), and no
 * file. */
struct mi_options {
    int search;   /* enum mi_search */
    int play_for; /* enum mi_aim */
    int64_t threads, memory, seed, playouts, depth, book_depth, probe_depth, probe_pieces;
    int64_t root_symmetries;
    double level; /* the rating to play at; NAN: as well as it can */
    enum miai_scale scale; /* of that */
    double time, move_overhead;
    double uct_constant, fpu, rave_equivalence, prior_wins, margin, resign; /* NAN: auto */
    double uct_growth, fpu_reduction, root_fpu_reduction, network_weight;  /* likewise */
    double uct_base, uct_spread, policy_temperature;                       /* likewise */
    double root_temperature, root_noise, forced_playouts, temperature, score_weight, lead_weight;
    double policy_optimism, root_policy_optimism;
    double temperature_early, temperature_halflife, temperature_below, draw_subtract, draw_prune;
    double human_move, human_lambda, human_constant, human_permanent;
    double human_weightless[MI_HUMAN_PLACES], human_weightful[MI_HUMAN_PLACES];
    bool human_ignore_pass;
    int64_t resign_moves, batch, temperature_moves;
    int final_move, network_numbers;
    int playout, priors, leaf, selective, transpositions, ucb, flat;
    int64_t playout_plies, disabled_features; /* the latter: bits of enum mi_feature */
    double implicit, widening;
    int64_t virtual_loss;
    int parallel;                                                   /* enum mi_parallel */
    int64_t max_file, max_memory, max_threads, max_depth, max_size; /* what clients may have */
    double max_time;
    bool solver, reuse, ponder, book_best, probe_draw_rule;
};

/* The i-th row, or NULL behind the last. */
const struct mi_option_row *mi_options_row(int i);

/* The row of a name, the option's own or another program's, in either case; or NULL. */
const struct mi_option_row *mi_options_find(const char *name);

#endif
