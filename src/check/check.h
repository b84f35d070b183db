/* check.h - declarations shared by the files that check a game. The README lists the files.
 *
 * The game is not trusted: buffers for lists and texts are larger than needed, positions are
 * followed by guard bytes, and every random game has a bound. Nothing that the game returns is used
 * before it has been checked. */
#ifndef MI_CHECK_CHECK_H
#define MI_CHECK_CHECK_H

#include "contract/capability.h"

enum {
    MI_CHECK_KINDS = 128,               /* kinds of faults; each is reported once */
    MI_CHECK_LIST = 2 * MIAI_MAX_MOVES, /* capacity of a list: more than MIAI_MAX_LEGAL */
    MI_CHECK_TEXT = 1 << 14,            /* bytes of a position's text */
    MI_CHECK_ALIGNMENT = 1 << 14,       /* the distance between positions is a multiple of this */
    MI_CHECK_GUARD = 64,                /* guard bytes after a position */
    MI_CHECK_MESSAGE = 1 << 16,         /* bytes of a fault's message */
    MI_CHECK_PLIES = 1 << 12            /* moves of a game that are recorded */
};

struct mi_list {
    int count;
    miai_move move[MI_CHECK_LIST];
};

/* Values of the position's bytes before it is initialized. */
enum { MI_CHECK_ZEROS = 0, MI_CHECK_ONES = 1 };

struct mi_check {
    struct mi_complete_game complete;
    const miai_game *game; /* &complete.game */

    /* ---- reporting ---- */
    void (*report)(void *context, const char *text);
    void *context;
    int faults;
    struct {
        const char *function, *format;
    } reported[MI_CHECK_KINDS];
    char names[2][64]; /* of moves, used alternately */
    int name;

    /* ---- the current set-up; positions have size bytes and then a guard ---- */
    miai_setup setup;
    size_t size;
    int move_count;
    miai_rng rng;
    void *memory;     /* owned: memory of all positions */
    void *pos;        /* the current position of the random game; NULL between games */
    void *twin;       /* the same position, in memory with other initial bytes */
    void *saved;      /* copy of pos, to detect changes */
    void *one, *two;  /* scratch positions */
    void *weights;    /* built-in weights of a learned evaluation, or NULL */
    void *learned[2]; /* owned: two memories for that evaluation */
    /* The moves of the current game as text, separated by spaces. */
    int plies;
    char line[MI_CHECK_MESSAGE];
    miai_ply ply[MI_CHECK_PLIES]; /* the same moves, as many as fit */

    struct mi_list list, again, part;
    bool listed[MIAI_MAX_MOVES];
    char text[2 * MI_CHECK_TEXT], cut[2 * MI_CHECK_TEXT];
    char texts[MIAI_MAX_LEGAL][MIAI_MOVE_TEXT];
    bool moved[2]; /* has this player ever been to move? */
    /* Summaries of the positions seen before, by hash. */
    struct {
        uint64_t key, summary;
    } seen[1 << 12];
    char sentence[MI_CHECK_MESSAGE];
};

/* ---- fault.c ---- */

/* Reports a fault: the name of the function, then a text such as "() lists ...", then the position.
 * Each fault of a function is reported only once. Both strings must be static. Returns false. */
bool mi_report_fault(struct mi_check *check, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* The name of a move for a message; valid for two calls. */
const char *mi_move_name(struct mi_check *check, miai_move move);

/* ---- form.c ---- */

/* Copies the game into check->complete. Returns false if it cannot be played at all. */
bool mi_check_form(struct mi_check *check, const miai_game *game);

/* ---- presentation.c ---- */

void mi_check_presentation(struct mi_check *check);

/* ---- game.c ---- */

/* Plays the given number of random games with check->setup. */
void mi_check_games(struct mi_check *check, int games);

/* ---- position.c ---- */

/* Allocates all positions, of check->size bytes. Returns false if out of memory. */
bool mi_check_allocate(struct mi_check *check);

/* Plays a legal move in a position and checks that only the position's bytes were written. */
bool mi_check_play(struct mi_check *check, void *pos, miai_move move);

/* Sets up the first position in memory filled with the given byte value. */
bool mi_check_init(struct mi_check *check, void *pos, int bytes);

/* Did the function leave the guard bytes after pos unchanged? If not, reports it and restores them.
 */
bool mi_check_guard(struct mi_check *check, const char *function, void *pos);

/* Did the function leave check->pos unchanged? If not, reports it and restores the position. */
bool mi_check_unchanged(struct mi_check *check, const char *function);

/* Is this a possible score of the game? */
bool mi_check_score(struct mi_check *check, const char *function, int score);

/* ---- snapshot.c ---- */

/* Everything that the game's functions report about a position, for comparisons. */
struct mi_check_snapshot {
    int turn, count, score;
    bool over;
    uint64_t hash, moves, text;
};

/* Returns false if the game's list of moves is invalid. */
bool mi_check_take_snapshot(struct mi_check *check, const void *pos,
                            struct mi_check_snapshot *snapshot);

/* Returns the name of the function that differs for the two positions, or NULL. */
const char *mi_check_snapshot_difference(const struct mi_check_snapshot *a,
                                         const struct mi_check_snapshot *b);

/* ---- evaluation.c ---- */

/* Opens the game's built-in learned evaluation for a set-up, if it has one. */
void mi_check_open_learned(struct mi_check *check);
void mi_check_close_learned(struct mi_check *check);

/* ---- list.c ---- */

/* Fills a list by moves() or a similar function. Returns false if the list is invalid. */
bool mi_check_list(struct mi_check *check, const char *function,
                   int (*moves)(const void *pos, miai_move *list), const void *pos,
                   struct mi_list *list);

/* Lists the legal moves of pos twice into check->list; both lists must be equal. */
bool mi_check_list_moves(struct mi_check *check);

/* Compares check->list with legal(), at pos. */
bool mi_check_moves(struct mi_check *check);

/* Checks a function that lists a subset of the legal moves, with at least min_count moves. */
bool mi_check_subset(struct mi_check *check, const char *function,
                     int (*moves)(const void *pos, miai_move *list), int min_count);

/* Checks that no move is legal at pos, a finished game. */
void mi_check_none_legal(struct mi_check *check);

/* A random move of a list. */
miai_move mi_check_draw(struct mi_check *check, const struct mi_list *list);

/* ---- checks of the current position; check->list holds its legal moves ---- */

void mi_check_texts(struct mi_check *check);
void mi_check_position_text(struct mi_check *check);
void mi_check_state(struct mi_check *check);
void mi_check_equal_hashes(
    struct mi_check *check); /* compares positions with equal hashes, also finished ones */
void mi_check_parts(struct mi_check *check);
/* Checks the evaluation, with weights and memory or with NULL. */
void mi_check_evaluation(struct mi_check *check, const void *weights, void *memory);
void mi_check_learned(struct mi_check *check);
void mi_check_points(struct mi_check *check);
void mi_check_board(struct mi_check *check);
void mi_check_notation(struct mi_check *check);
void mi_check_records(struct mi_check *check);
void mi_check_planes(struct mi_check *check);
void mi_check_playouts(struct mi_check *check);

#endif
