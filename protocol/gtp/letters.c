/* Translates names of points for GoGui.  GoGui names the columns of every game as in Go, without I;
 * if the game's own notation has I, the letters are translated in both directions.  GoGui counts
 * rows of hexagons from the bottom, and they lean to the right downwards; Hex counts them from the
 * top.  So a client that asked for the rules, to draw the game, gets the rows in reverse order. */
#include "gtp.h"
#include "protocol/io/suggestion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The characters between points. */
static const char separators[] = " \n,";

int mi_gtp_column_letters(const miai_engine *engine)
{
    const miai_notation *notation = mi_current_game(engine)->notation;
    return notation ? notation->letters : MIAI_LETTERS_GTP;
}

static bool translates_points(const struct mi_gtp *gtp)
{
    return gtp->is_gogui && mi_gtp_column_letters(gtp->engine) == MIAI_LETTERS_ALL;
}

bool mi_gtp_flips_rows(const struct mi_gtp *gtp)
{
    return gtp->is_gogui && gtp->is_ruler &&
           mi_current_presentation(gtp->engine).grid == MIAI_GRID_HEXAGONS;
}

/* Is the word a point of the board, a letter and one or two digits?  The columns are counted with
 * or without I. */
static bool is_point_name(const miai_engine *engine, const char *word, size_t length, bool with_i)
{
    if ((length != 2 && length != 3) || !isalpha((unsigned char)word[0]) ||
        strspn(word + 1, "0123456789") < length - 1)
        return false;
    int column = toupper((unsigned char)word[0]) - 'A', row = atoi(word + 1);
    if (!with_i && column > 'I' - 'A')
        column--;
    return column < miai_width(engine) && row >= 1 && row <= miai_height(engine);
}

/* Adds a point.  Letters from first on are moved by step (-1 or 1), and the row is reversed if
 * needed. */
static void add_translated_point(const struct mi_gtp *gtp, const char *word, char first, int step,
                                 struct mi_reply *reply)
{
    char letter = (char)toupper((unsigned char)*word);
    int row = atoi(word + 1);
    if (letter >= first && letter + step <= 'Z')
        letter = (char)(letter + step);
    if (mi_gtp_flips_rows(gtp))
        row = miai_height(gtp->engine) + 1 - row;
    mi_reply_format(reply, "%c%d", letter, row);
}

/* Adds a text with its points translated. */
static void add_translated_text(const struct mi_gtp *gtp, const char *text, char first, int step,
                                struct mi_reply *reply)
{
    for (size_t length; *text; text += length) {
        length = strspn(text, separators);
        mi_reply_bytes(reply, text, length);
        text += length;
        length = strcspn(text, separators);
        if (is_point_name(gtp->engine, text, length, step > 0))
            add_translated_point(gtp, text, first, step, reply);
        else
            mi_reply_bytes(reply, text, length);
    }
}

char *mi_gtp_translate_args(const struct mi_gtp *gtp, char *args, struct mi_reply *translated)
{
    if (!translates_points(gtp) || !*args)
        return args;
    add_translated_text(gtp, args, 'J', -1, translated);
    return translated->failed ? NULL : translated->text;
}

void mi_gtp_translate_reply(const struct mi_gtp *gtp, struct mi_reply *reply,
                            struct mi_reply *translated)
{
    if (!reply->text || !translates_points(gtp))
        return;
    mi_reply_clear(translated);
    add_translated_text(gtp, reply->text, 'I', 1, translated);
    translated->failed |= reply->failed;
    struct mi_reply before = *reply;
    *reply = *translated;
    *translated = before;
}
