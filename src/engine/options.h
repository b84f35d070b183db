/* options.h - the table of options and their values. */
#ifndef MI_ENGINE_OPTIONS_H
#define MI_ENGINE_OPTIONS_H

#include "miai.h"
#include "search/alphabeta/tuning.h"
#include "search/common/search.h"

enum mi_search {
    MI_SEARCH_AUTO, /* the one that suits the game */
    MI_SEARCH_MCTS,
    MI_SEARCH_ALPHABETA,
    MI_SEARCH_MINIMAX,
    MI_SEARCH_FLAT,
    MI_SEARCH_SOLVE
};

/* The arithmetic of a network. */
enum mi_numbers { MI_NUMBERS_AUTO, MI_NUMBERS_FLOAT, MI_NUMBERS_INTEGER };

/* The data that the threads of mcts share. */
enum mi_parallel { MI_PARALLEL_TREE, MI_PARALLEL_ROOT };

/* The goal in a game with points. */
enum mi_play_goal { MI_PLAY_FOR_POINTS, MI_PLAY_FOR_RESULT };

/* Requirements of an option besides a search of its scope: capabilities of the game (tested in
 * setup/scope.c) or of the search. */
enum mi_need {
    MI_NEED_NOTHING,
    MI_NEED_SIZES,          /* boards of several sizes */
    MI_NEED_KOMI,           /* points to compensate */
    MI_NEED_RULES,          /* several rule sets */
    MI_NEED_POINTS,         /* a score in points, besides winning and losing */
    MI_NEED_LEVELS,         /* levels of play */
    MI_NEED_TABLEBASE_FILE, /* a tablebase, or another file of knowledge about positions */
    MI_NEED_TABLEBASE,      /* a tablebase with exact results for root moves */
    MI_NEED_WEIGHTS,        /* an evaluation with learned weights, and a search that uses it */
    MI_NEED_EVALUATION,     /* an evaluation */
    MI_NEED_NETWORK,        /* input planes for networks, and a search option that allows mcts */
    MI_NEED_HUMAN,          /* as MI_NEED_NETWORK, with a network that can imitate players */
    MI_NEED_MEMORY,         /* a search with threads that keeps its memory */
    MI_NEED_DEPTH,          /* a search that looks ahead */
    MI_NEED_MCTS,           /* mcts itself */
    MI_NEED_FLAT            /* flat */
};

/* A row of the table, in setup/options.c. */
struct mi_option_row {
    miai_option option;
    enum mi_need need;
    size_t offset; /* of the value in struct mi_options, or MI_NOT_IN_OPTIONS */
    /* Offset in struct mi_settings of the value that "auto" stands for, or MI_NO_SETTING. The value
     * is a double, a bool if the choices are mi_auto_names, or an enum in the order of the choices
     * after "auto". */
    size_t setting;
    /* Called after the value in struct mi_options was set; NULL: nothing to do. */
    int (*on_change)(miai_engine *engine);
    double katago_unit; /* the unit of the value under its KataGo name; 0: the same */
    /* For a value that is not in struct mi_options. Files that clients name are checked before
     * set() is called. get() writes as snprintf. */
    int (*set)(miai_engine *engine, const char *value);
    int (*get)(const miai_engine *engine, char *text, size_t size);
};

#define MI_NOT_IN_OPTIONS ((size_t)-1)
#define MI_NO_SETTING     ((size_t)-1)

/* The choices of an option that is true, false or decided by the game, in this order. */
extern const char *const mi_auto_names[];
enum { MI_IS_AUTO, MI_IS_FALSE, MI_IS_TRUE };

/* The values of all options except files and those that belong to the position (game, size, komi,
 * rules). */
struct mi_options {
    int search;   /* enum mi_search */
    int play_for; /* enum mi_play_goal */
    int64_t threads, memory, seed, playouts, depth, book_depth, probe_depth, probe_pieces;
    int64_t root_symmetries;
    double level;          /* rating to play at; NAN: full strength */
    enum miai_scale scale; /* of level */
    double time, move_overhead, book_tolerance;
    double uct_constant, fpu, rave_equivalence, prior_wins, margin, resign; /* NAN: auto */
    double uct_growth, fpu_reduction, root_fpu_reduction, network_weight;   /* the same */
    double uct_base, uct_spread, policy_temperature;                        /* the same */
    double root_temperature, root_noise, forced_playouts, temperature, score_weight, lead_weight;
    double policy_optimism, root_policy_optimism, wide_root_noise, advantage;
    double temperature_early, temperature_halflife, temperature_below, draw_subtract, draw_prune;
    double human_move, human_lambda, human_constant, human_permanent;
    double human_weightless[MI_HUMAN_PLACES], human_weightful[MI_HUMAN_PLACES];
    bool human_ignore_pass;
    int64_t resign_moves, batch, temperature_moves;
    int final_move, network_numbers;
    int playout, priors, leaf, selective, transpositions, ucb, flat;
    int64_t playout_plies, disabled_features; /* bits of enum mi_feature */
    double implicit, widening;
    int64_t virtual_loss;
    int parallel;                                                   /* enum mi_parallel */
    int64_t max_file, max_memory, max_threads, max_depth, max_size; /* ceilings for clients */
    double max_time;
    bool solver, reuse, ponder, book_best, probe_draw_rule;
    struct mi_ab_tuning_changes tuning; /* see setup/tuning_options.c */
};

/* The i-th row, or NULL after the last. */
const struct mi_option_row *mi_options_row(int i);

/* Finds a row by the option's name, its alias, or its name in UCI or KataGo, ignoring case; or
 * NULL. */
const struct mi_option_row *mi_options_find(const char *name);

/* The unit in which a value under that name of the option counts: 1, except under KataGo's name of
 * a utility. */
double mi_options_unit(const struct mi_option_row *row, const char *name);

#endif
