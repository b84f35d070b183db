/* GTP: the names of points.  GoGui names those of every game as Go does, without I; where a game's
 * own letters have one, those of GoGui are exchanged for them and back, in capitals.  Its rows of
 * hexagons are counted from below, and lean to the right downwards, as Hex has them from above:
 * whoever asked for the rules of the game, to draw it, has the rows the other way round. */
#include "gtp.h"
#include "protocol/io/suggestion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What points are parted by. */
static const char blanks[] = " \n,";

int mi_gtp_letters(const miai_engine *engine)
{
    const miai_notation *notation = mi_current_game(engine)->notation;
    return notation ? notation->letters : MIAI_LETTERS_GTP;
}

static bool exchanges(const struct mi_gtp *gtp)
{
    return gtp->by_gogui && mi_gtp_letters(gtp->engine) == MIAI_LETTERS_ALL;
}

bool mi_gtp_turns_rows(const struct mi_gtp *gtp)
{
    return gtp->by_gogui && gtp->by_mouse &&
           mi_hint_presentation(gtp->engine).grid == MIAI_GRID_HEXAGONS;
}

/* Is the word of that length a point of the board, a letter and one or two digits?  The columns are
 * counted with I, or without it. */
static bool is_point(const miai_engine *engine, const char *word, size_t length, bool with_i)
{
    if ((length != 2 && length != 3) || !isalpha((unsigned char)word[0]) ||
        strspn(word + 1, "0123456789") < length - 1)
        return false;
    int column = toupper((unsigned char)word[0]) - 'A', row = atoi(word + 1);
    if (!with_i && column > 'I' - 'A')
        column--;
    return column < miai_width(engine) && row >= 1 && row <= miai_height(engine);
}

/* Adds a point with the letter from first on for that a step before or behind, and the row as it is
 * counted from the other side. */
static void add_point(const struct mi_gtp *gtp, const char *word, char first, int step,
                      struct mi_reply *reply)
{
    char letter = (char)toupper((unsigned char)*word);
    int row = atoi(word + 1);
    if (letter >= first && letter + step <= 'Z')
        letter = (char)(letter + step);
    if (mi_gtp_turns_rows(gtp))
        row = miai_height(gtp->engine) + 1 - row;
    mi_reply_format(reply, "%c%d", letter, row);
}

/* Adds a text in which the points are named anew. */
static void add_renamed(const struct mi_gtp *gtp, const char *text, char first, int step,
                        struct mi_reply *reply)
{
    for (size_t length; *text; text += length) {
        length = strspn(text, blanks);
        mi_reply_bytes(reply, text, length);
        text += length;
        length = strcspn(text, blanks);
        if (is_point(gtp->engine, text, length, step > 0))
            add_point(gtp, text, first, step, reply);
        else
            mi_reply_bytes(reply, text, length);
    }
}

char *mi_gtp_letters_in(const struct mi_gtp *gtp, char *args, struct mi_reply *renamed)
{
    if (!exchanges(gtp) || !*args)
        return args;
    add_renamed(gtp, args, 'J', -1, renamed);
    return renamed->failed ? NULL : renamed->text;
}

void mi_gtp_letters_out(const struct mi_gtp *gtp, struct mi_reply *reply, struct mi_reply *renamed)
{
    if (!reply->text || !exchanges(gtp))
        return;
    mi_reply_clear(renamed);
    add_renamed(gtp, reply->text, 'I', 1, renamed);
    renamed->failed |= reply->failed;
    struct mi_reply before = *reply;
    *reply = *renamed;
    *renamed = before;
}
