/* Opening books that searches made, for the callers of the library. */
#include "game_record.h"

#include "book/book.h"
#include "contract/capability.h"
#include "engine/setup/book_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct miai_book {
    struct mi_book_tree *tree;
};

int miai_book_new(const miai_engine *engine, miai_book **book)
{
    miai_book *made = calloc(1, sizeof *made);
    if (made)
        made->tree =
            mi_book_tree_new(mi_history_game(engine->history), mi_history_setup(engine->history));
    if (made && made->tree) {
        *book = made;
        return MIAI_OK;
    }
    free(made);
    return MIAI_NO_MEMORY;
}

void miai_book_free(miai_book *book)
{
    if (book)
        mi_book_tree_free(book->tree);
    free(book);
}

int miai_book_head(const miai_book *book, char *text, size_t size)
{
    return mi_engine_book_head(book->tree->game, &book->tree->setup, text, size);
}

int miai_builtin_book(const miai_engine *engine, char *text, size_t size)
{
    size_t length;
    const unsigned char *bytes = mi_engine_builtin_book(mi_history_game(engine->history), &length);
    if (!bytes)
        return -1;
    return snprintf(text, size, "%.*s", (int)length, (const char *)bytes);
}

int miai_book_add(miai_book *book, const char *line, char *why, size_t size)
{
    char fault[MI_BOOK_FAULT] = "";
    if (!mi_book_add_line(book->tree, line, fault)) {
        snprintf(why, size, "%s", fault);
        return MIAI_BAD_VALUE;
    }
    return MIAI_OK;
}

int miai_book_back_up(miai_book *book)
{
    return mi_book_back_up(book->tree) ? MIAI_OK : MIAI_NO_MEMORY;
}

int miai_book_positions(const miai_book *book)
{
    return book->tree->positions;
}

static const struct mi_book_position *position_at(const miai_book *book, int i)
{
    return i >= 0 && i < book->tree->positions ? &book->tree->position[i] : NULL;
}

bool miai_book_position_at(const miai_book *book, int i, miai_book_position *position)
{
    const struct mi_book_position *at = position_at(book, i);
    if (!at)
        return false;
    *position = (miai_book_position){.parent = at->parent,
                                     .plies = at->plies,
                                     .player = at->player,
                                     .over = at->over,
                                     .value = at->value,
                                     .candidate_value = at->candidate.value,
                                     .visits = at->candidate.visits};
    memcpy(position->move, at->text, MIAI_MOVE_TEXT);
    memcpy(position->candidate, at->candidate.text, MIAI_MOVE_TEXT);
    for (int m = at->first_move; m >= 0; m = book->tree->move[m].next)
        position->moves++;
    return true;
}

bool miai_book_move_at(const miai_book *book, int i, int j, miai_book_move *move)
{
    const struct mi_book_tree *tree = book->tree;
    const struct mi_book_position *at = position_at(book, i);
    int m = at && j >= 0 ? at->first_move : -1;
    for (; m >= 0 && j > 0; j--)
        m = tree->move[m].next;
    if (m < 0)
        return false;
    *move = (miai_book_move){.position = tree->move[m].position,
                             .value = mi_book_move_value(tree, at, m)};
    memcpy(move->move, tree->move[m].text, MIAI_MOVE_TEXT);
    return true;
}

int miai_book_find(const miai_book *book, int i, const char *text)
{
    const struct mi_book_tree *tree = book->tree;
    const struct mi_book_position *at = position_at(book, i);
    miai_move move;
    int symmetry;
    if (!at || !mi_book_go_to(tree, i) ||
        mi_history_read(tree->line, at->player, text, &move) != MI_READ_MOVE ||
        mi_history_play(tree->line, at->player, move) != MI_PLAYED)
        return -1;
    return mi_book_find(tree, tree->line, at->plies + 1, &symmetry);
}

bool miai_book_mirrored(const miai_book *book, int i, const char *a, const char *b)
{
    const struct mi_book_tree *tree = book->tree;
    const struct mi_book_position *at = position_at(book, i);
    miai_move first, second;
    return at && mi_book_go_to(tree, i) &&
           mi_history_read(tree->line, at->player, a, &first) == MI_READ_MOVE &&
           mi_history_read(tree->line, at->player, b, &second) == MI_READ_MOVE &&
           mi_book_mirrored(tree, i, first, second);
}

/* Adds the moves from the start, the first one first. */
static void add_path(const struct mi_book_tree *tree, int i, struct mi_out *out)
{
    const struct mi_book_position *at = &tree->position[i];
    if (at->parent < 0)
        return;
    add_path(tree, at->parent, out);
    mi_out_format(out, "%s%s", at->plies > 1 ? " " : "", at->text);
}

int miai_book_path(const miai_book *book, int i, char *text, size_t size)
{
    struct mi_out out;
    mi_out_init(&out, text, size);
    if (!position_at(book, i))
        return -1;
    add_path(book->tree, i, &out);
    return mi_out_length(&out);
}

int miai_book_write(const miai_book *book, enum miai_book_format format, char *text, size_t size)
{
    const struct mi_book_tree *tree = book->tree;
    struct mi_out out;
    if (format == MIAI_BOOK_OWN)
        return mi_book_write_own(tree, text, size);
    if (!mi_records(tree->game)->sgf)
        return -1;
    mi_out_init(&out, text, size);
    mi_sgf_add_header(tree->game, &tree->setup, &out);
    if (!mi_book_write_sgf(tree, &out))
        return -1;
    mi_out_add(&out, ")\n");
    return mi_out_length(&out);
}
