/* facts.h - facts about positions and moves, shared by the files of this folder. */
#ifndef MI_PROGRAM_EXPLAIN_FACTS_H
#define MI_PROGRAM_EXPLAIN_FACTS_H

#include "explain.h"
#include "program/convert/picture.h"

/* An explanation in progress. */
struct mi_explanation {
    miai_engine *engine; /* has the position before the move */
    const struct mi_position_analysis *position; /* its analysis */
    const struct mi_position_analysis *next;     /* that of the position after the move */
    const char *move; /* the move played; NULL: in `next` the opponent moves instead */
    int player, kinds;
    const miai_presentation *look;
    struct mi_picture board; /* the board before the move */
    void (*report)(void *context, const char *sentence);
    void *context;
    int sentences; /* reported so far */
};

/* Adds a sentence; kind: the kind of mistake, or 0. */
void mi_explanation_add(struct mi_explanation *why, int kind, const char *sentence);

/* Prefixes a sentence with some words. */
void mi_prefix_sentence(const char *words, const char *sentence, char *text, size_t size);

/* Is it a game like Go, in which dead stones are removed at the end? */
bool mi_explanation_has_chains(const struct mi_explanation *why);

/* The expected owner of a point in a position, from -1 (opponent) to 1 (the player). */
double mi_expected_owner(const struct mi_explanation *why,
                         const struct mi_position_analysis *position, int point);
/* Are the owners known for both positions? */
bool mi_explanation_has_owners(const struct mi_explanation *why);

/* Collects the points of the chain at a point; returns its size. */
int mi_collect_chain(const struct mi_picture *picture, int point, bool *seen, int *chain);
void mi_write_point_name(const struct mi_picture *picture, int point, char name[16]);

/* The value of a piece by its character: chess pieces 9, 5, 3, 3, 1; any other piece 1. */
int mi_piece_value(unsigned sign);

/* Writes a character up to U+FFFF as UTF-8; returns the length. */
size_t mi_write_character(unsigned sign, char *text);

/* ---- owners.c ---- */

enum { MI_PLACE_BYTES = 48 };

/* Reports stones that die or live, and parts of the board that are lost. */
void mi_explain_owners(struct mi_explanation *why);
/* Reports stones that the lines capture. */
void mi_explain_captures(struct mi_explanation *why);

/* The part of the board, one of 3 by 3, that contains a point, from 0 at the upper left; its name;
 * and for example "in the upper left corner", "on the left side". */
int mi_board_part(const struct mi_picture *picture, int point);
const char *mi_board_part_name(int part);
const char *mi_board_part_phrase(int part, char text[MI_PLACE_BYTES]);

/* Is the point in that part, or at most two lines from it? */
bool mi_touches_part(const struct mi_picture *picture, int part, int point);

/* ---- material.c ---- */

/* Reports the pieces that the opponent's answer wins, and those that the best move would win. */
void mi_explain_material(struct mi_explanation *why);

/* ---- threats.c ---- */

/* Lists the opponent's pieces that a move of the side to move attacks with gain, such as "♜ and ♝";
 * returns their number. */
int mi_list_attacked(miai_engine *engine, const char *move, char *list, size_t size);

/* Parses a move such as "e2e4" into its two points.  False: it is another kind of move. */
bool mi_parse_squares(const struct mi_picture *picture, const char *move, int *from, int *to);
/* Finds the capture on a point by the side to move with its least valuable piece; false: none. */
bool mi_find_cheapest_capture(miai_engine *engine, int point, char capture[MIAI_MOVE_TEXT]);
/* Plays out captures and recaptures on a point while they pay; returns the number of moves. */
int mi_play_exchange(miai_engine *engine, int point);

/* ---- compare_moves.c ---- */

/* Compares the move played with the better move; used if there is no stronger explanation. */
void mi_explain_mistake(struct mi_explanation *why);

enum {
    MI_NO_POINT = -1,
    MI_UNREACHABLE = 9999,
    MI_FACT_NAME = 2 * MIAI_MOVE_TEXT,
    MI_FACT_TEXT = 320
};

/* A player's moves that put a disc on a point: all, and those in corners. */
struct mi_reply_counts {
    int moves, corners;
};

/* A move and the board after it. */
struct mi_tried_move {
    char move[MIAI_MOVE_TEXT], name[MI_FACT_NAME];
    int point;  /* where it put a disc or stone; MI_NO_POINT: another kind of move */
    bool turns_discs;               /* it turned discs over, as in Othello */
    struct mi_reply_counts answers; /* the opponent's moves, if it turned discs */
    struct mi_picture board_after;
};

struct mi_facts {
    struct mi_explanation *why;
    const struct mi_position_analysis *position;
    const char *name, *opponent; /* the players' names at the start of a sentence */
    char name_inside[MI_FACT_NAME], opponent_inside[MI_FACT_NAME]; /* the same within a sentence */
    struct mi_tried_move played, better;
    char answer[MI_FACT_NAME]; /* the opponent's best reply to the move played; "": unknown */
    bool same_answer;          /* that reply is the same move as the better one */
};

/* Sets the players and the better move; false: there is no better move. */
bool mi_facts_init(struct mi_facts *facts, struct mi_explanation *why);
/* Plays the move in the current position, reads the board and undoes the move; false: illegal. */
bool mi_facts_try_move(const struct mi_explanation *why, const char *move,
                       struct mi_tried_move *tried);
/* Counts the moves of the side to move; 0 if the game is over. */
void mi_count_replies(miai_engine *engine, const struct mi_picture *picture,
                      struct mi_reply_counts *answers);
/* Finds the player's largest chain with exactly this number of liberties; MI_NO_POINT: none. */
int mi_find_chain_by_liberties(const struct mi_picture *picture, int player, int liberties,
                               int *size);
/* Adds a sentence on the chains that the better move connects or separates. */
void mi_facts_add_connection(struct mi_facts *facts);

/* Has the explanation reached its maximum of sentences? */
bool mi_facts_at_limit(const struct mi_facts *facts);
/* The owner of the piece on a point, or MI_NO_POINT. */
int mi_player_at(const struct mi_picture *picture, int point);
/* The point of a vertex such as "D4", or MI_NO_POINT. */
int mi_point_of_vertex(const struct mi_picture *picture, const char *move);

/* ---- board_facts.c ---- */

/* Compare the two moves by corners and mobility, by rows, or by the shortest connection between
 * two sides. */
void mi_facts_add_mobility(struct mi_facts *facts);
void mi_facts_add_rows(struct mi_facts *facts);
void mi_facts_add_paths(struct mi_facts *facts);

/* The length of the longest row that a player's disc on the point would make; open: how many of its
 * two ends are empty. */
int mi_row_through(const struct mi_picture *picture, int point, int player, int *open);
/* How many stones the player's shortest connection between the two sides lacks; MI_UNREACHABLE: it
 * is blocked. */
int mi_count_missing_stones(const struct mi_picture *picture, int player);

/* ---- quiet_move.c ---- */

/* Adds what a quiet best move does on the board, and how it compares with the next best move and
 * with giving the opponent the turn. */
void mi_explain_quiet_move(struct mi_explanation *why);

#endif
