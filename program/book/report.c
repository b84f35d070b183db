#include "book.h"

#include "base/system.h"
#include "program/page/page.h"
#include "protocol/io/file.h"
#include "protocol/io/reply.h"
#include "protocol/io/suggestion.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CANDIDATE_SIZE = 80, PATH_SIZE = 1 << 12, WORST = 5 };

/* ---- check ---- */

static void print_summary(const struct mi_open_book *open)
{
    miai_book_position position, start = {.value = 0};
    int count = miai_book_positions(open->book), moves = 0, deepest = 0, over = 0;
    miai_book_position_at(open->book, 0, &start);
    for (int i = 0; miai_book_position_at(open->book, i, &position); i++) {
        moves += position.moves;
        deepest = position.plies > deepest ? position.plies : deepest;
        over += position.over;
    }
    printf("%s: %d position%s, %d move%s, at most %d %s", open->args->file, count,
           count == 1 ? "" : "s", moves, moves == 1 ? "" : "s", deepest,
           deepest == 1 ? "ply" : "plies");
    if (over > 0)
        printf(", %d finished game%s", over, over == 1 ? "" : "s");
    if (count > 0)
        printf("; the start is worth %.1f %% for the player to move", 100 * start.value);
    putchar('\n');
}

/* The result of searching a position of the book again. */
struct again {
    int position;
    char move[MIAI_MOVE_TEXT];
    double difference; /* new value minus old value */
};

/* Searches the best move outside the book of a position again. */
static bool search_again(struct mi_open_book *open, int i, struct again *again)
{
    miai_book_position position;
    miai_book_move move;
    struct mi_reply avoid = {.text = NULL};
    char text[CANDIDATE_SIZE];
    double value = 0;
    miai_book_position_at(open->book, i, &position);
    mi_reply_format(&avoid, "%s", "");
    for (int j = 0; miai_book_move_at(open->book, i, j, &move); j++)
        mi_reply_format(&avoid, "%s%s", j ? " " : "", move.move);
    bool good = !avoid.failed && mi_book_set_up(open, i) &&
                mi_book_search(open, avoid.text, text, sizeof text) &&
                sscanf(text, "%15s %lf", again->move, &value) == 2;
    mi_reply_free(&avoid);
    again->position = i;
    again->difference = value - position.candidate_value;
    return good;
}

static int larger_first(const void *a, const void *b)
{
    double x = fabs(((const struct again *)a)->difference);
    double y = fabs(((const struct again *)b)->difference);
    return (x < y) - (x > y);
}

static void print_again(const struct mi_open_book *open, struct again *list, int count)
{
    double sum = 0;
    int same = 0;
    for (int i = 0; i < count; i++) {
        miai_book_position position;
        miai_book_position_at(open->book, list[i].position, &position);
        sum += fabs(list[i].difference);
        same += strcmp(position.candidate, list[i].move) == 0;
    }
    printf("searched again: %d positions; the same move in %d, value different by %.1f %% on "
           "average\n",
           count, same, 100 * sum / count);
    qsort(list, (size_t)count, sizeof *list, larger_first);
    for (int i = 0; i < count && i < WORST; i++) {
        char path[PATH_SIZE];
        miai_book_path(open->book, list[i].position, path, sizeof path);
        printf("  %+.1f %% after %s: now %s\n", 100 * list[i].difference,
               *path ? path : "the start", list[i].move);
    }
}

/* Searches again, with the options of the command line, at positions spread over the book. */
static bool check_searches(struct mi_open_book *open)
{
    int count = miai_book_positions(open->book), wanted = open->args->searches, done = 0;
    struct again *list = calloc((size_t)wanted + 1, sizeof *list);
    bool good = list || mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    for (int n = 0; good && n < wanted && n < count; n++) {
        miai_book_position position;
        int i = (int)((int64_t)n * count / (wanted < count ? wanted : count));
        miai_book_position_at(open->book, i, &position);
        if (!position.over && *position.candidate)
            good = search_again(open, i, &list[done++]);
    }
    if (good && done > 0)
        print_again(open, list, done);
    free(list);
    return good;
}

bool mi_book_check(struct mi_open_book *open)
{
    print_summary(open);
    return open->args->searches == 0 || check_searches(open);
}

/* ---- show ---- */

/* The number of positions that a position leads to, including itself, each counted once. */
static int count_below(const miai_book *book, int i, bool *seen)
{
    miai_book_move move;
    int count = 1;
    if (seen[i])
        return 0;
    seen[i] = true;
    for (int j = 0; miai_book_move_at(book, i, j, &move); j++)
        count += count_below(book, move.position, seen);
    return count;
}

static int better_first(const void *a, const void *b)
{
    const miai_book_move *x = a, *y = b;
    return (x->value < y->value) - (x->value > y->value);
}

static void print_moves(const struct mi_open_book *open, const miai_book_position *position,
                        miai_book_move *move, bool *seen)
{
    int count = miai_book_positions(open->book), most = position->moves;
    qsort(move, (size_t)most, sizeof *move, better_first);
    printf("%-8s %8s %10s\n", "move", "value", "positions");
    for (int j = 0; j < most; j++) {
        memset(seen, 0, (size_t)count);
        printf("%-8s %6.1f %% %10d\n", move[j].move, 100 * move[j].value,
               count_below(open->book, move[j].position, seen));
    }
    if (*position->candidate)
        printf("%-8s %6.1f %%          - best move outside the book, %" PRIu64 " visits\n",
               position->candidate, 100 * position->candidate_value, position->visits);
}

bool mi_book_show(struct mi_open_book *open)
{
    miai_book_position position;
    int i = mi_book_follow(open, open->args->moves);
    if (i < 0)
        return false;
    if (!miai_book_position_at(open->book, i, &position))
        return mi_book_fail(open, "the book is empty");
    miai_book_move *move = calloc((size_t)position.moves + 1, sizeof *move);
    bool *seen = calloc((size_t)miai_book_positions(open->book), sizeof *seen);
    bool good = (move && seen) || mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    for (int j = 0; good && j < position.moves; j++)
        miai_book_move_at(open->book, i, j, &move[j]);
    if (good && position.over)
        puts("the game is over here");
    else if (good)
        print_moves(open, &position, move, seen);
    free(move);
    free(seen);
    return good;
}

/* ---- export ---- */

static bool export_page(struct mi_open_book *open)
{
    char error[MI_FILE_MESSAGE];
    struct mi_draft draft;
    if (!mi_begin_file(&draft, open->args->output, error))
        return mi_book_fail_in(open, open->args->output, 0, error);
    int result =
        mi_page_book(open->engine, open->book, mi_system_basename(open->args->file), draft.out);
    if (result != MIAI_OK)
        mi_draft_discard(&draft);
    return result != MIAI_OK
               ? mi_book_fail(open, miai_error_reason(open->engine, result))
               : mi_end_file(&draft, error) || mi_book_fail_in(open, open->args->output, 0, error);
}

static bool fail_format(const struct mi_open_book *open)
{
    char why[160];
    snprintf(why, sizeof why, "books of %.60s cannot be written as %s; .html works for each game",
             mi_current_game(open->engine)->title, strrchr(open->args->output, '.'));
    return mi_book_fail_in(open, open->args->output, 0, why);
}

static bool export_text(struct mi_open_book *open, enum miai_book_format format)
{
    char error[MI_FILE_MESSAGE];
    int length = miai_book_write(open->book, format, NULL, 0);
    if (length < 0)
        return fail_format(open);
    char *text = malloc((size_t)length + 1);
    if (!text)
        return mi_book_fail(open, miai_error_text(MIAI_NO_MEMORY));
    miai_book_write(open->book, format, text, (size_t)length + 1);
    bool good = mi_write_file(open->args->output, text, (size_t)length, error);
    free(text);
    return good || mi_book_fail_in(open, open->args->output, 0, error);
}

bool mi_book_export(struct mi_open_book *open)
{
    const char *output = open->args->output;
    if (mi_has_extension(output, ".html"))
        return export_page(open);
    if (mi_has_extension(output, ".sgf"))
        return export_text(open, MIAI_BOOK_SGF);
    if (mi_has_extension(output, ".bin"))
        return export_text(open, MIAI_BOOK_OWN);
    return mi_book_fail_in(open, output, 0,
                           "the name of the output must end with .html, .sgf, or .bin for the "
                           "format of the game (Polyglot)");
}
