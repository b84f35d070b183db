/* sgf.h - reading the text of game records in SGF (FF[4], red-bean.com/sgf). */
#ifndef MI_SGF_H
#define MI_SGF_H

#include <stdbool.h>
#include <stddef.h>

/* Told of each value of the main line, in the order of the text: the number of its node, from 0,
 * the property ("AB") and one value, unescaped.  Returns false to refuse the record. */
typedef bool mi_sgf_value(void *context, int node, const char *property, const char *value);

/* Walks the main line of the first game.  False if the text is no SGF, ends too early, or a value
 * was refused.  Values are cut off at 8,191 bytes. */
bool mi_sgf_walk(const char *text, size_t length, mi_sgf_value *value, void *context);

#endif
