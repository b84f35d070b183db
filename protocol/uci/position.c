/* UCI's position.  Clients send the whole game each time: where it only goes on, the new moves
 * alone are played. */
#include "uci.h"

#include "base/text.h"
#include "protocol/io/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mi_uci_forget_position(struct mi_uci *uci)
{
    free(uci->start);
    free(uci->moves);
    uci->start = uci->moves = NULL;
}

/* Ends a squeezed text before a word, and returns what stands behind that: nothing if the word is
 * not there. */
static char *cut_at(char *text, const char *word)
{
    size_t length = strlen(word);
    for (char *found = text; (found = strstr(found, word)) != NULL; found += length) {
        bool begins = found == text || found[-1] == ' ';
        if (!begins || (found[length] != ' ' && found[length] != '\0'))
            continue;
        char *behind = found + length + (found[length] == ' ');
        found[found == text ? 0 : -1] = '\0';
        return behind;
    }
    return text + strlen(text);
}

/* "startpos" or the FEN; words before them mean nothing.  NULL: neither. */
static const char *read_start(char *text)
{
    const char *word;
    while ((word = mi_next_word(&text)) != NULL) {
        if (strcmp(word, "startpos") == 0)
            return word;
        if (strcmp(word, "fen") == 0)
            return text;
    }
    return NULL;
}

/* Puts a first position on the board; after an error everything is as it was. */
static int set_up(struct mi_uci *uci, const char *start)
{
    if (strcmp(start, "startpos") == 0)
        return miai_clear(uci->engine);
    return miai_read_position(uci->engine, start);
}

/* How much of the text of the moves the board shows already; -1: it shows something else. */
static long shown(const struct mi_uci *uci, const char *start, const char *moves)
{
    if (!uci->start || !uci->moves || strcmp(uci->start, start) != 0)
        return -1;
    size_t length = strlen(uci->moves);
    if (strncmp(uci->moves, moves, length) != 0)
        return -1;
    if (length > 0 && moves[length] != ' ' && moves[length] != '\0')
        return -1;
    return (long)length + (moves[length] == ' ');
}

/* ---- what would have been right ---- */

static int write_position(const void *engine, char *text, size_t size)
{
    return miai_write_position(engine, text, size);
}

/* Offers the legal moves in UCI's words; the first one is in example, "" where there is none.
 * False: there is no memory for them. */
static bool offer_legal(const struct mi_uci *uci, struct mi_nearest *nearest,
                        char example[MIAI_MOVE_TEXT])
{
    struct mi_reply legal = {0};
    const char *move;
    example[0] = '\0';
    mi_reply_legal(&legal, uci->engine, MIAI_TURN);
    for (char *rest = legal.text; rest && (move = mi_next_word(&rest)) != NULL;) {
        char text[MIAI_MOVE_TEXT];
        mi_uci_move_out(uci->engine, move, text);
        mi_nearest_offer(nearest, text);
        if (!example[0])
            snprintf(example, MIAI_MOVE_TEXT, "%s", text);
    }
    bool whole = !legal.failed;
    mi_reply_free(&legal);
    return whole;
}

/* Adds which legal move is like the word, or how moves are written. */
static void suggest_move(const struct mi_uci *uci, const char *word, struct mi_reply *about)
{
    struct mi_nearest nearest = {.name = word};
    char example[MIAI_MOVE_TEXT];
    if (!offer_legal(uci, &nearest, example)) {
        about->failed = true;
        return;
    }
    mi_nearest_write(&nearest, about);
    if (!example[0])
        mi_reply_add(about, "; there is no legal one");
    else if (!nearest.best)
        mi_reply_format(about, "; moves are written like %s", example);
}

void mi_uci_refuse_move(struct mi_uci *uci, const char *word, int error)
{
    struct mi_reply about = {0};
    bool illegal = error == MIAI_SYNTAX || error == MIAI_ILLEGAL;
    mi_reply_format(&about, "%.100s", word);
    if (illegal)
        suggest_move(uci, word, &about);
    mi_uci_complain(uci, miai_error_text(illegal ? MIAI_ILLEGAL : error), mi_uci_about(&about));
    mi_reply_free(&about);
}

/* The position that is on, which stays, is one that is written well. */
static void refuse_position(struct mi_uci *uci, const char *text, int error)
{
    struct mi_reply about = {0}, example = {0};
    mi_reply_format(&about, "%.100s", text);
    if (error == MIAI_BAD_VALUE && mi_reply_written(&example, write_position, uci->engine) &&
        example.text) {
        mi_reply_add(&about, "; positions are written like ");
        mi_reply_add(&about, example.text);
    }
    mi_uci_complain(uci, miai_error_reason(uci->engine, error), mi_uci_about(&about));
    mi_reply_free(&example);
    mi_reply_free(&about);
}

/* ---- moves ---- */

enum { WORD = 128 }; /* bytes for one that is told; of a longer one the beginning */

/* Plays the moves as far as they are legal; returns how long the text of those is. */
static size_t play(struct mi_uci *uci, const char *moves)
{
    char word[WORD], move[MIAI_MOVE_TEXT];
    size_t played = 0;
    for (const char *rest = moves; mi_read_word(&rest, word, sizeof word);) {
        mi_uci_move_in(uci->engine, word, move);
        int error = miai_play(uci->engine, MIAI_TURN, move);
        if (error != MIAI_OK) {
            mi_uci_refuse_move(uci, word, error);
            break;
        }
        played = (size_t)(rest - moves);
    }
    return played;
}

void mi_uci_position(struct mi_uci *uci, char *args)
{
    const char *moves = cut_at(args, "moves"), *start = read_start(args);
    if (!start) {
        uci->refused = true;
        mi_uci_complain(uci, "position without startpos or fen", NULL);
        return;
    }
    long kept = shown(uci, start, moves);
    int error = kept < 0 ? set_up(uci, start) : MIAI_OK;
    if (error != MIAI_OK) {
        uci->refused = true;
        refuse_position(uci, start, error);
        return;
    }
    if (kept < 0 && strcmp(start, "startpos") != 0 && *miai_note(uci->engine))
        mi_uci_complain(uci, miai_note(uci->engine), NULL);
    size_t length = kept < 0 ? 0 : (size_t)kept;
    length += play(uci, moves + length);
    mi_uci_forget_position(uci);
    uci->refused = false;
    uci->start = strdup(start);
    uci->moves = malloc(length + 1);
    if (uci->moves)
        snprintf(uci->moves, length + 1, "%s", moves);
}
