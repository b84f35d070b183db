/* UCI's position command.  Clients send the whole game each time, so if it continues the game on
 * the board, only the new moves are played. */
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

/* Splits a squeezed text before a word and returns the text after it; NULL if the word is missing.
 */
static char *split_at_word(char *text, const char *word)
{
    size_t length = strlen(word);
    for (char *found = text; (found = strstr(found, word)) != NULL; found += length) {
        bool begins = found == text || found[-1] == ' ';
        if (!begins || (found[length] != ' ' && found[length] != '\0'))
            continue;
        char *rest = found + length + (found[length] == ' ');
        found[found == text ? 0 : -1] = '\0';
        return rest;
    }
    return NULL;
}

/* Returns "startpos" or the FEN; unknown words before them are skipped.  NULL if neither is there.
 * *excess is the text after "startpos". */
static const char *parse_start_position(char *text, const char **excess)
{
    const char *word;
    *excess = "";
    while ((word = mi_next_word(&text)) != NULL) {
        if (strcmp(word, "startpos") == 0) {
            *excess = text;
            return word;
        }
        if (strcmp(word, "fen") == 0)
            return text;
    }
    return NULL;
}

/* Sets up the first position; after an error the board is unchanged. */
static int set_up_start(struct mi_uci *uci, const char *start)
{
    if (strcmp(start, "startpos") == 0)
        return miai_clear(uci->engine);
    return miai_read_position(uci->engine, start);
}

/* The length of the moves that are already on the board, with the space after them; -1 if the board
 * has another game. */
static long length_on_board(const struct mi_uci *uci, const char *start, const char *moves)
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

/* ---- hints ---- */

static int write_position(const void *engine, char *text, size_t size)
{
    return miai_write_position(engine, text, size);
}

/* Offers the legal moves in UCI notation; example becomes the first one, "" if there is none.
 * False if memory runs out. */
static bool offer_legal_moves(const struct mi_uci *uci, struct mi_nearest *nearest,
                              char example[MIAI_MOVE_TEXT])
{
    struct mi_reply legal = {0};
    const char *move;
    example[0] = '\0';
    mi_reply_add_legal_moves(&legal, uci->engine, MIAI_TURN);
    for (char *rest = legal.text; rest && (move = mi_next_word(&rest)) != NULL;) {
        char text[MIAI_MOVE_TEXT];
        mi_uci_move_from_engine(uci->engine, move, text);
        mi_nearest_offer(nearest, text);
        if (!example[0])
            snprintf(example, MIAI_MOVE_TEXT, "%s", text);
    }
    bool complete = !legal.failed;
    mi_reply_free(&legal);
    return complete;
}

/* Adds the nearest legal move, or an example. */
static void suggest_move(const struct mi_uci *uci, const char *word, struct mi_reply *about)
{
    struct mi_nearest nearest = {.name = word};
    char example[MIAI_MOVE_TEXT];
    if (!offer_legal_moves(uci, &nearest, example)) {
        about->failed = true;
        return;
    }
    mi_nearest_write(&nearest, about);
    if (!example[0])
        mi_reply_add(about, "; there are no legal moves");
    else if (!nearest.best)
        mi_reply_format(about, "; example: %s", example);
}

void mi_uci_refuse_move(struct mi_uci *uci, const char *word, int error)
{
    struct mi_reply about = {0};
    bool illegal = error == MIAI_SYNTAX || error == MIAI_ILLEGAL;
    mi_reply_format(&about, "%.100s", word);
    if (illegal)
        suggest_move(uci, word, &about);
    mi_uci_complain(uci, miai_error_text(illegal ? MIAI_ILLEGAL : error),
                    mi_uci_complaint_text(&about));
    mi_reply_free(&about);
}

/* Complains about a position; the current one serves as an example. */
static void refuse_position(struct mi_uci *uci, const char *text, int error)
{
    struct mi_reply about = {0}, example = {0};
    mi_reply_format(&about, "%.100s", text);
    if (error == MIAI_BAD_VALUE && mi_reply_add_written(&example, write_position, uci->engine) &&
        example.text) {
        mi_reply_add(&about, *text ? "; example: " : "example: ");
        mi_reply_add(&about, example.text);
    }
    mi_uci_complain(uci, miai_error_reason(uci->engine, error), mi_uci_complaint_text(&about));
    mi_reply_free(&example);
    mi_reply_free(&about);
}

/* Complains about the words of the command.  excess: the text after "startpos", or "". */
static void refuse_syntax(struct mi_uci *uci, const char *excess)
{
    char about[160];
    snprintf(about, sizeof about, "%.100s; write \"moves\" before the moves", excess);
    if (*excess)
        mi_uci_complain(uci, "unexpected text after startpos", about);
    else
        mi_uci_complain(uci, "position needs startpos or fen", NULL);
}

/* ---- moves ---- */

enum { WORD = 128 }; /* bytes of a word for error messages; longer ones are truncated */

/* Plays the moves until one is illegal; returns the length of the text of those played. */
static size_t play_moves(struct mi_uci *uci, const char *moves)
{
    char word[WORD], move[MIAI_MOVE_TEXT];
    size_t played = 0;
    for (const char *rest = moves; mi_read_word(&rest, word, sizeof word);) {
        mi_uci_move_to_engine(uci->engine, word, move);
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
    const char *moves = split_at_word(args, "moves"), *excess;
    const char *start = parse_start_position(args, &excess);
    if (!start || (!moves && *excess)) {
        uci->refused = true;
        refuse_syntax(uci, excess);
        return;
    }
    moves = moves ? moves : "";
    long on_board = length_on_board(uci, start, moves);
    int error = on_board < 0 ? set_up_start(uci, start) : MIAI_OK;
    if (error != MIAI_OK) {
        uci->refused = true;
        refuse_position(uci, start, error);
        return;
    }
    if (on_board < 0 && strcmp(start, "startpos") != 0 && *miai_note(uci->engine))
        mi_uci_complain(uci, miai_note(uci->engine), NULL);
    size_t length = on_board < 0 ? 0 : (size_t)on_board;
    length += play_moves(uci, moves + length);
    mi_uci_forget_position(uci);
    uci->refused = false;
    uci->start = strdup(start);
    uci->moves = malloc(length + 1);
    if (uci->moves)
        snprintf(uci->moves, length + 1, "%s", moves);
}
