/* check.h - a game tried as a stranger's: what it does wrong is told in words.
 *
 *     setups.c    the set-ups, and miai_check_game()
 *     form.c      the struct: what is missing in it, or makes no sense
 *     fault.c     telling
 *     game.c      games at random, and what is done at each position
 *     position.c  positions, left alone and not written behind
 *     look.c      what a position shows, to compare two
 *     list.c      lists of moves
 *     text.c      texts of moves and positions
 *     state.c     hashes, copies, turns
 *     parts.c     the optional capabilities
 *     evaluation.c   an evaluation with weights and memory
 *     points.c    the points of a board
 *     presentation.c  looks and names
 *     records.c   moves in records of games
 *     planes.c    what networks are shown
 *     playout.c   the game's own playouts beside the plain loop
 *
 * Nothing that the game gives is used before it was found good: lists and texts have room behind
 * them, positions a guard, and every game at random a bound. */
#ifndef MI_CHECK_CHECK_H
#define MI_CHECK_CHECK_H

#include "contract/capability.h"

enum {
    MI_CHECK_KINDS = 128,               /* of faults, that are told once each */
    MI_CHECK_LIST = 2 * MIAI_MAX_MOVES, /* room for a list: more than MIAI_MAX_LEGAL */
    MI_CHECK_TEXT = 1 << 14,            /* bytes for the text of a position */
    MI_CHECK_ROOM = 1 << 14,            /* positions lie so far apart, or a multiple of it */
    MI_CHECK_GUARD = 64,                /* bytes behind a position that nobody writes */
    MI_CHECK_TELL = 1 << 16,            /* bytes of a fault's text */
    MI_CHECK_PLIES = 1 << 12            /* of a game that are remembered */
};

struct mi_list {
    int count;
    miai_move move[MI_CHECK_LIST];
};

/* Two ways of writing the position's bytes before it is set up. */
enum { MI_CHECK_ZEROS = 0, MI_CHECK_ONES = 1 };

struct mi_check {
    struct mi_complete_game whole;
    const miai_game *game; /* &whole.game */

    /* ---- telling ---- */
    void (*tell)(void *context, const char *text);
    void *context;
    int faults;
    struct {
        const char *function, *format;
    } told[MI_CHECK_KINDS];
    char names[2][64]; /* of moves, in turn */
    int name;

    /* ---- the set-up that is tried; all positions are as long as size, with a guard behind ---- */
    miai_setup setup;
    size_t size;
    int move_count;
    miai_rng rng;
    void *memory;     /* of all the positions, owned */
    void *pos;        /* the position of the game that is played, or NULL between games */
    void *twin;       /* the same, in memory with other bytes before it was set up */
    void *saved;      /* pos, to see whether a function changed it */
    void *one, *two;  /* for trying things */
    void *weights;    /* of a learned evaluation, that the game brings along, or NULL */
    void *learned[2]; /* its memory, owned */
    /* The moves of the game as text, with spaces between. */
    int plies;
    char line[MI_CHECK_TELL];
    miai_ply ply[MI_CHECK_PLIES]; /* the same, as far as there is room */

    struct mi_list list, again, part;
    bool listed[MIAI_MAX_MOVES];
    char text[2 * MI_CHECK_TEXT], cut[2 * MI_CHECK_TEXT];
    char texts[MIAI_MAX_LEGAL][MIAI_MOVE_TEXT];
    bool moved[2]; /* has the player ever been to move? */
    /* Positions that were met: what of a position shows, by its key. */
    struct {
        uint64_t key, shows;
    } met[1 << 12];
    char sentence[MI_CHECK_TELL];
};

/* ---- fault.c ---- */

/* Tells what a function does wrong: its name, and behind that a text, such as "() lists ..."; then
 * the position.  The same of one function only once.  Both strings live for ever.  Returns false.
 */
bool mi_fault(struct mi_check *check, const char *function, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* How a move is called in a fault's text: what it returns stays for two calls. */
const char *mi_move_name(struct mi_check *check, miai_move move);

/* ---- form.c ---- */

/* Takes the game into check->whole.  False if it cannot be played at all. */
bool mi_check_form(struct mi_check *check, const miai_game *game);

/* ---- presentation.c ---- */

void mi_check_presentation(struct mi_check *check);

/* ---- game.c ---- */

/* Tries the set-up in check->setup, with so many games. */
void mi_check_games(struct mi_check *check, int games);

/* ---- position.c ---- */

/* Memory for all positions of check->size; false: there is none. */
bool mi_check_take_memory(struct mi_check *check);

/* Plays a legal move in a position, and looks whether it kept to the position's bytes. */
bool mi_check_play(struct mi_check *check, void *pos, miai_move move);

/* Sets up the first position. */
bool mi_check_init(struct mi_check *check, void *pos, int bytes);

/* Did a function keep to a position's bytes?  If not, those behind it are put right again. */
bool mi_check_guard(struct mi_check *check, const char *function, void *pos);

/* Was pos left alone by a function that takes it as const?  If not, it is put right again. */
bool mi_check_unchanged(struct mi_check *check, const char *function);

/* Is the score one that the game may give? */
bool mi_check_score(struct mi_check *check, const char *function, int score);

/* ---- look.c ---- */

/* What a position shows to who asks. */
struct mi_check_look {
    int turn, count, score;
    bool over;
    uint64_t hash, moves, text;
};

/* False if its lists are broken. */
bool mi_check_look_at(struct mi_check *check, const void *pos, struct mi_check_look *look);

/* The function in which two positions differ, or NULL. */
const char *mi_check_look_differs(const struct mi_check_look *a, const struct mi_check_look *b);

/* ---- evaluation.c ---- */

/* What the game has learned, for the games of a set-up; nothing where it brings nothing along. */
void mi_check_open_learned(struct mi_check *check);
void mi_check_close_learned(struct mi_check *check);

/* ---- list.c ---- */

/* Fills in a list by moves() or a function like it.  False if the list itself is broken. */
bool mi_check_list(struct mi_check *check, const char *function,
                   int (*moves)(const void *pos, miai_move *list), const void *pos,
                   struct mi_list *list);

/* The legal moves at pos into check->list, twice alike. */
bool mi_check_list_moves(struct mi_check *check);

/* check->list against legal(), at pos. */
bool mi_check_moves(struct mi_check *check);

/* Parts of the legal moves, of at least so many. */
bool mi_check_part(struct mi_check *check, const char *function,
                   int (*moves)(const void *pos, miai_move *list), int least);

/* No move is legal at pos, where the game is over. */
void mi_check_nothing_legal(struct mi_check *check);

/* One of a list at random. */
miai_move mi_check_draw(struct mi_check *check, const struct mi_list *list);

/* ---- the rest, each at pos; check->list holds its legal moves ---- */

void mi_check_texts(struct mi_check *check);
void mi_check_position_text(struct mi_check *check);
void mi_check_state(struct mi_check *check);
void mi_check_met(struct mi_check *check); /* by hash; the end of a game too */
void mi_check_parts(struct mi_check *check);
/* The evaluation with weights and memory, or without (NULL). */
void mi_check_evaluation(struct mi_check *check, const void *weights, void *memory);
void mi_check_learned(struct mi_check *check);
void mi_check_points(struct mi_check *check);
void mi_check_board(struct mi_check *check);
void mi_check_notation(struct mi_check *check);
void mi_check_records(struct mi_check *check);
void mi_check_planes(struct mi_check *check);
void mi_check_playouts(struct mi_check *check);

#endif
