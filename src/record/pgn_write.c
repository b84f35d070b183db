#include "pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_WIDTH = 79 };

struct pgn_writer {
    struct mi_out *out;
    size_t column;
    long first_ply;    /* ply of the first move: 0, 1, 2 ... from White's first move */
    long depth;        /* depth of the next move in the tree, from 0 */
    bool needs_number; /* write the next move's number even if Black moves */
    bool no_space;     /* no space before the next word: after "(" */
};

/* ---- tags ---- */

static void write_tag(struct mi_out *out, struct mi_text name, struct mi_text value)
{
    mi_out_format(out, "[%.*s \"", (int)name.length, name.at);
    for (size_t i = 0; i < value.length; i++) {
        if (value.at[i] == '"' || value.at[i] == '\\')
            mi_out_char(out, '\\');
        mi_out_char(out, value.at[i] == '\n' || value.at[i] == '\r' ? ' ' : value.at[i]);
    }
    mi_out_add(out, "\"]\n");
}

static bool is_tag(const struct mi_record_property *property)
{
    return !mi_text_is(property->name, MI_COMMENT) && !mi_text_is(property->name, "result") &&
           !mi_text_is(property->name, MI_NAG);
}

/* ---- words in lines ---- */

static void write_word(struct pgn_writer *w, const char *text, size_t length)
{
    if (w->column > 0 && !w->no_space) {
        bool fits = w->column + 1 + length <= LINE_WIDTH;
        mi_out_char(w->out, fits ? ' ' : '\n');
        w->column = fits ? w->column + 1 : 0;
    }
    for (size_t i = 0; i < length; i++)
        mi_out_char(w->out, text[i]);
    w->column += length;
    w->no_space = false;
}

/* Writes a comment unchanged, including line breaks, which may be significant. */
static void write_comment(struct pgn_writer *w, struct mi_text text)
{
    write_word(w, "{", 1);
    for (size_t i = 0; i < text.length; i++) {
        mi_out_char(w->out, text.at[i] == '}' ? ')' : text.at[i]);
        w->column = text.at[i] == '\n' ? 0 : w->column + 1;
    }
    mi_out_char(w->out, '}');
    w->column++;
}

/* Adds all comments with that name. Returns whether there were any. */
static bool write_comments(struct pgn_writer *w, const struct mi_record_node *node,
                           const char *name)
{
    bool any = false;
    for (const struct mi_record_property *p = node->property; p; p = p->next) {
        if (!mi_text_is(p->name, name))
            continue;
        write_comment(w, p->value->raw);
        any = true;
    }
    return any;
}

/* The NAG for marks: "!" is $1. */
static struct mi_text nag_of(struct mi_text marks)
{
    static const char *const mark_nags[][2] = {{"!", "$1"},  {"?", "$2"},  {"!!", "$3"},
                                               {"??", "$4"}, {"!?", "$5"}, {"?!", "$6"}};
    for (size_t i = 0; i < sizeof mark_nags / sizeof *mark_nags; i++)
        if (mi_text_is(marks, mark_nags[i][0]))
            return mi_text_of(mark_nags[i][1]);
    return marks;
}

static bool write_nags(struct pgn_writer *w, const struct mi_record_node *node)
{
    bool any = false;
    for (const struct mi_record_property *p = node->property; p; p = p->next) {
        if (!mi_text_is(p->name, MI_NAG))
            continue;
        struct mi_text nag = nag_of(p->value->raw);
        if (nag.at[0] != '$')
            continue; /* "?!?!" does not exist in PGN */
        write_word(w, nag.at, nag.length);
        any = true;
    }
    return any;
}

static void write_move_number(struct pgn_writer *w)
{
    char needs_number[32];
    long ply = w->first_ply + w->depth;
    bool black = ply % 2 != 0;
    if (black && !w->needs_number)
        return;
    int n = snprintf(needs_number, sizeof needs_number, "%ld%s", ply / 2 + 1, black ? "..." : ".");
    write_word(w, needs_number, (size_t)n);
}

static void write_move(struct pgn_writer *w, const struct mi_record_node *node)
{
    const struct mi_record_property *move = mi_record_node_find(node, MI_MOVE);
    w->needs_number |= write_comments(w, node, MI_BEFORE);
    if (move) {
        write_move_number(w);
        write_word(w, move->value->raw.at, move->value->raw.length);
        w->needs_number = false;
    }
    write_nags(w, node);
    w->needs_number |= write_comments(w, node, MI_COMMENT);
}

/* ---- the tree ---- */

/* After the last move of a line: closes variations until one of them, or the enclosing line, has
 * more moves. Returns the node to continue with; NULL at the end. */
static const struct mi_record_node *close_variations(struct pgn_writer *w,
                                                     const struct mi_record_node *node)
{
    for (;;) {
        for (; node->parent && node == node->parent->child; w->depth--)
            node = node->parent; /* to the first move of the variation */
        if (!node->parent)
            return NULL;
        w->no_space = true;
        write_word(w, ")", 1);
        w->needs_number = true;
        if (node->next)
            return node->next;
        node = node->parent->child; /* the move that the variations replace */
        if (node->child) {
            w->depth++;
            return node->child;
        }
    }
}

static const struct mi_record_node *write_node(struct pgn_writer *w,
                                               const struct mi_record_node *node)
{
    bool variation = node != node->parent->child;
    if (variation) {
        write_word(w, "(", 1);
        w->no_space = w->needs_number = true;
    }
    write_move(w, node);
    if (!variation && node->next)
        return node->next;
    if (!node->child)
        return close_variations(w, node);
    w->depth++;
    return node->child;
}

long mi_pgn_first_ply(const struct mi_record_node *root)
{
    const struct mi_record_property *tag = mi_record_node_find(root, "FEN");
    char fen[128], turn[4] = "w", needs_number[16] = "1";
    if (!tag || tag->value->raw.length >= sizeof fen)
        return 0;
    memcpy(fen, tag->value->raw.at, tag->value->raw.length);
    fen[tag->value->raw.length] = '\0';
    sscanf(fen, "%*s %3s %*s %*s %*s %15s", turn, needs_number);
    long n = strtol(needs_number, NULL, 10);
    return 2 * (n < 1 ? 0 : n > 100000 ? 100000 : n - 1) + (turn[0] == 'b');
}

void mi_pgn_write(const struct miai_game_record *record, struct mi_out *out)
{
    const struct mi_record_node *root = record->root;
    struct pgn_writer w = {.out = out, .first_ply = mi_pgn_first_ply(root), .needs_number = true};
    const struct mi_record_property *result = mi_record_node_find(root, "result");
    int tags = 0;
    for (const struct mi_record_property *p = root->property; p; p = p->next)
        if (is_tag(p)) {
            write_tag(out, p->name, p->value->raw);
            tags++;
        }
    if (tags > 0)
        mi_out_char(out, '\n');
    write_comments(&w, root, MI_COMMENT);
    for (const struct mi_record_node *node = root->child; node;)
        node = write_node(&w, node);
    if (result)
        write_word(&w, result->value->raw.at, result->value->raw.length);
    else
        write_word(&w, "*", 1);
    mi_out_add(out, "\n\n");
}
