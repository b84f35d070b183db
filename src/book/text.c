#include "book.h"

#include "base/text.h"
#include "contract/read_move.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char no_memory[] = "not enough memory";

/* The words of a line that are left, and the message if one is wrong. */
struct book_line {
    const char *left;
    char *fault;
};

static bool line_fault(struct book_line *line, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool line_fault(struct book_line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line->fault, MI_BOOK_FAULT, format, arguments);
    va_end(arguments);
    return false;
}

static bool read_word(struct book_line *line, const char *what, char *word, size_t size)
{
    return mi_read_word(&line->left, word, size) ||
           line_fault(line, "the line ends where %s should be", what);
}

/* A move of the last position of tree->line, by its text. */
static bool read_move(const struct mi_book_tree *tree, struct book_line *line, const char *word,
                      miai_move *move)
{
    int player = tree->game->turn(mi_history_position(tree->line));
    return mi_history_read(tree->line, player, word, move) == MI_READ_MOVE ||
           line_fault(line, "%.16s is not a legal move there", word);
}

/* "CANDIDATE VALUE VISITS" in the last position of tree->line. */
static bool read_candidate(const struct mi_book_tree *tree, struct book_line *line,
                           struct mi_book_candidate *candidate)
{
    char word[3][32];
    int64_t visits;
    for (int i = 0; i < 3; i++)
        if (!read_word(line, i ? "a value or the visits" : "a move", word[i], sizeof word[i]))
            return false;
    candidate->move = MIAI_NO_MOVE;
    candidate->text[0] = '\0';
    if (strcmp(word[0], "-") != 0) {
        if (!read_move(tree, line, word[0], &candidate->move))
            return false;
        tree->game->move_text(mi_history_position(tree->line), candidate->move, candidate->text,
                              sizeof candidate->text);
    }
    if (!mi_read_real(word[1], &candidate->value) || candidate->value < 0 || candidate->value > 1)
        return line_fault(line, "the value %.30s is not from 0 to 1", word[1]);
    if (!mi_read_int(word[2], 0, INT64_MAX, &visits))
        return line_fault(line, "the visits %.30s are not a number", word[2]);
    candidate->visits = (uint64_t)visits;
    return true;
}

static bool end_line(struct book_line *line)
{
    char word[32];
    return !mi_read_word(&line->left, word, sizeof word) ||
           line_fault(line, "%.30s: the line should have ended", word);
}

static bool is_book_move(const struct mi_book_tree *tree, int position, miai_move move)
{
    for (int i = tree->position[position].first_move; i >= 0; i = tree->move[i].next)
        if (tree->move[i].move == move)
            return true;
    return false;
}

/* ---- lines ---- */

static bool add_start_line(struct mi_book_tree *tree, struct book_line *line)
{
    struct mi_book_candidate candidate;
    mi_history_clear(tree->line);
    if (tree->positions > 0)
        return line_fault(line, "only the second line is \"start\"");
    return read_candidate(tree, line, &candidate) && end_line(line) &&
           (mi_book_add_start(tree, &candidate) || line_fault(line, no_memory));
}

/* The number of a known position. */
static bool read_position(const struct mi_book_tree *tree, struct book_line *line, const char *word,
                          int *position)
{
    int64_t number;
    if (!mi_read_int(word, 0, tree->positions - 1, &number))
        return line_fault(line, "%.30s is not the number of an earlier position", word);
    *position = (int)number;
    return true;
}

/* Plays the move of a line; the candidate of the parent must be read before. */
static bool play_line_move(struct mi_book_tree *tree, struct book_line *line, int parent,
                           miai_move move)
{
    return mi_history_play(tree->line, tree->position[parent].player, move) == MI_PLAYED ||
           line_fault(line, no_memory);
}

/* Does the move lead to this position, or to it mirrored? */
static bool leads_to(const struct mi_book_tree *tree, struct book_line *line, int position)
{
    int symmetry;
    return mi_book_find(tree, tree->line, mi_history_plies(tree->line), &symmetry) == position ||
           line_fault(line, "the move does not lead to position %d", position);
}

/* The result of a game that is over must be what the line says. */
static bool check_result(const struct mi_book_tree *tree, struct book_line *line,
                         const struct mi_book_candidate *candidate)
{
    int score;
    if (!mi_history_outcome(tree->line, &score))
        return candidate->move != MIAI_NO_MOVE ||
               line_fault(line, "a position that is not over has no move");
    if (tree->game->turn(mi_history_position(tree->line)) != 0)
        score = -score;
    double value = score > 0 ? 1 : score < 0 ? 0 : 0.5;
    if (candidate->move != MIAI_NO_MOVE)
        return line_fault(line, "the game is over, but there is a move");
    return candidate->value == value || line_fault(line, "the result should be %g", value);
}

/* The new candidate of the parent: not a move in the book. */
static bool read_parent_candidate(struct mi_book_tree *tree, struct book_line *line, int parent,
                                  miai_move move, struct mi_book_candidate *candidate)
{
    if (!mi_book_go_to(tree, parent))
        return line_fault(line, no_memory);
    if (!read_candidate(tree, line, candidate) || !end_line(line))
        return false;
    return (candidate->move != move && !is_book_move(tree, parent, candidate->move)) ||
           line_fault(line, "the best move outside the book is in the book");
}

/* Reads the position after a move: a known one, or a new one with its candidate (*known is -1). */
static bool read_child(struct mi_book_tree *tree, struct book_line *line, int *known,
                       struct mi_book_candidate *candidate)
{
    const char *begin = line->left;
    char word[32];
    int symmetry;
    if (!read_word(line, "a move", word, sizeof word))
        return false;
    if (strcmp(word, "=") == 0)
        return read_word(line, "a position", word, sizeof word) &&
               read_position(tree, line, word, known) && leads_to(tree, line, *known);
    line->left = begin;
    *known = -1;
    if (mi_book_find(tree, tree->line, mi_history_plies(tree->line), &symmetry) >= 0)
        return line_fault(line, "the position is in the book already");
    return read_candidate(tree, line, candidate) && check_result(tree, line, candidate);
}

static bool add_move_line(struct mi_book_tree *tree, struct book_line *line, const char *number)
{
    struct mi_book_candidate candidate = {.move = MIAI_NO_MOVE}, parent_candidate;
    miai_move move;
    char word[32];
    int parent = 0, known = -1;
    if (!read_position(tree, line, number, &parent) ||
        !read_word(line, "a move", word, sizeof word))
        return false;
    if (!mi_book_go_to(tree, parent))
        return line_fault(line, no_memory);
    if (!read_move(tree, line, word, &move))
        return false;
    if (is_book_move(tree, parent, move))
        return line_fault(line, "%.16s is in the book already", word);
    if (!play_line_move(tree, line, parent, move) || !read_child(tree, line, &known, &candidate) ||
        !read_parent_candidate(tree, line, parent, move, &parent_candidate))
        return false;
    if (!(known < 0 ? mi_book_add_position(tree, parent, move, &candidate)
                    : mi_book_add_move(tree, parent, move, known)))
        return line_fault(line, no_memory);
    tree->position[parent].candidate = parent_candidate;
    return true;
}

bool mi_book_add_line(struct mi_book_tree *tree, const char *text, char *fault)
{
    struct book_line line = {text, fault};
    char word[32];
    if (!read_word(&line, "\"start\" or a position", word, sizeof word))
        return false;
    return strcmp(word, "start") == 0 ? add_start_line(tree, &line)
                                      : add_move_line(tree, &line, word);
}
