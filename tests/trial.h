/* trial.h - a game on one set-up, as the battery tries it, and the parts of the battery. */
#ifndef TRIAL_H
#define TRIAL_H

#include "miai_game.h"

enum { TEXT_MAX = 8192 };

struct trial {
    const miai_game *game;
    const miai_setup *setup;
    size_t size;
    int move_count;
    miai_rng rng;
};

/* Positions, which free() takes. */
void *new_position(const struct trial *t);
void *copy_position(const struct trial *t, const void *pos);

bool is_over(const struct trial *t, const void *pos);
miai_move random_of(struct trial *t, const miai_move *list, int n);

/* One that ends the game in the end: not every legal move of Go does. */
miai_move random_move(struct trial *t, const void *pos);

/* ---- battery_text.c ---- */

/* The text of the position, TEXT_MAX bytes, which is cut off where it should be. */
void position_text(const struct trial *t, const void *pos, char *text);

/* Texts of moves are words, and those of the n legal moves differ. */
void check_move_texts(const struct trial *t, const void *pos, const miai_move *list, int n);

/* What is written is read as the same position. */
void check_text_of_position(struct trial *t, const void *pos);

/* The text of a move is read back. */
void check_reading(struct trial *t);

/* ---- battery_playout.c ---- */

/* The game's own playouts have the mean of the plain loop, and tell their moves right. */
void check_playouts(struct trial *t);

#endif
