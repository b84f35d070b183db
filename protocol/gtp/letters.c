/* GTP: the letters of columns.  GoGui names the points of every game as Go does, without I; where a
 * game's own letters have one, those of GoGui are exchanged for them and back, in capitals. */
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

/* Exchanges the letters from first on for those a step before or behind. */
static void exchange(const miai_engine *engine, char *text, char first, int step)
{
    for (size_t length; *text; text += length) {
        text += strspn(text, blanks);
        length = strcspn(text, blanks);
        if (!is_point(engine, text, length, step > 0))
            continue;
        char letter = (char)toupper((unsigned char)*text);
        *text = (char)(letter >= first && letter + step <= 'Z' ? letter + step : letter);
    }
}

void mi_gtp_letters_in(const struct mi_gtp *gtp, char *args)
{
    if (exchanges(gtp))
        exchange(gtp->engine, args, 'J', -1);
}

void mi_gtp_letters_out(const struct mi_gtp *gtp, char *text)
{
    if (text && exchanges(gtp))
        exchange(gtp->engine, text, 'I', 1);
}
