/* turns.h - the end of a turn, where threads take turns. */
#ifndef MI_BASE_TURNS_TURNS_H
#define MI_BASE_TURNS_TURNS_H

/* Whoever works for long calls this often, with the time of mi_clock(): now and then the page and
 * the other threads go on before it returns. */
void mi_turn(double seconds);

#endif
