#include "pgn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 79 };

struct writer {
    struct mi_out *out;
    size_t column;
    long first;  /* ply of the game, from White's first move: 0, 1, 2 ... */
    long depth;  /* of the next move in the tree, from 0 */
    bool number; /* the next move needs its number though it is Black's */
    bool tight;  /* nothing lies between this word and the next: "(" */
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

static void add_word(struct writer *w, const char *text, size_t length)
{
    if (w->column > 0 && !w->tight) {
        bool fits = w->column + 1 + length <= WIDTH;
        mi_out_char(w->out, fits ? ' ' : '\n');
        w->column = fits ? w->column + 1 : 0;
    }
    for (size_t i = 0; i < length; i++)
        mi_out_char(w->out, text[i]);
    w->column += length;
    w->tight = false;
}

/* A comment as it was read, line breaks and all: they may mean something. */
static void add_comment(struct writer *w, struct mi_text text)
{
    add_word(w, "{", 1);
    for (size_t i = 0; i < text.length; i++) {
        mi_out_char(w->out, text.at[i] == '}' ? ')' : text.at[i]);
        w->column = text.at[i] == '\n' ? 0 : w->column + 1;
    }
    mi_out_char(w->out, '}');
    w->column++;
}

/* Adds all comments of that name; returns whether there are any. */
static bool add_all(struct writer *w, const struct mi_record_node *node, const char *name)
{
    bool any = false;
    for (const struct mi_record_property *p = node->property; p; p = p->next) {
        if (!mi_text_is(p->name, name))
            continue;
        add_comment(w, p->value->raw);
        any = true;
    }
    return any;
}

/* What the signs mean as numbers; "!" is $1. */
static struct mi_text nag_of(struct mi_text marks)
{
    static const char *const numbers[][2] = {{"!", "$1"},  {"?", "$2"},  {"!!", "$3"},
                                             {"??", "$4"}, {"!?", "$5"}, {"?!", "$6"}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (mi_text_is(marks, numbers[i][0]))
            return mi_text_of(numbers[i][1]);
    return marks;
}

static bool add_nags(struct writer *w, const struct mi_record_node *node)
{
    bool any = false;
    for (const struct mi_record_property *p = node->property; p; p = p->next) {
        if (!mi_text_is(p->name, MI_NAG))
            continue;
        struct mi_text nag = nag_of(p->value->raw);
        if (nag.at[0] != '$')
            continue; /* "?!?!": no word of PGN */
        add_word(w, nag.at, nag.length);
        any = true;
    }
    return any;
}

static void add_number(struct writer *w)
{
    char number[32];
    long ply = w->first + w->depth;
    bool black = ply % 2 != 0;
    if (black && !w->number)
        return;
    int n = snprintf(number, sizeof number, "%ld%s", ply / 2 + 1, black ? "..." : ".");
    add_word(w, number, (size_t)n);
}

static void add_move(struct writer *w, const struct mi_record_node *node)
{
    const struct mi_record_property *move = mi_record_node_find(node, MI_MOVE);
    w->number |= add_all(w, node, MI_BEFORE);
    if (move) {
        add_number(w);
        add_word(w, move->value->raw.at, move->value->raw.length);
        w->number = false;
    }
    add_nags(w, node);
    w->number |= add_all(w, node, MI_COMMENT);
}

/* ---- the tree ---- */

/* Behind the last move of a line: closes variations until one of them, or the line around them,
 * goes on.  Returns where; NULL at the end. */
static const struct mi_record_node *go_on(struct writer *w, const struct mi_record_node *node)
{
    for (;;) {
        for (; node->parent && node == node->parent->child; w->depth--)
            node = node->parent; /* to the first move of the variation */
        if (!node->parent)
            return NULL;
        w->tight = true;
        add_word(w, ")", 1);
        w->number = true;
        if (node->next)
            return node->next;
        node = node->parent->child; /* what the variations replace */
        if (node->child) {
            w->depth++;
            return node->child;
        }
    }
}

static const struct mi_record_node *write_step(struct writer *w, const struct mi_record_node *node)
{
    bool variation = node != node->parent->child;
    if (variation) {
        add_word(w, "(", 1);
        w->tight = w->number = true;
    }
    add_move(w, node);
    if (!variation && node->next)
        return node->next;
    if (!node->child)
        return go_on(w, node);
    w->depth++;
    return node->child;
}

/* The ply that the game begins with, by its tag FEN: its second and sixth field. */
static long first_ply(const struct mi_record_node *root)
{
    const struct mi_record_property *tag = mi_record_node_find(root, "FEN");
    char fen[128], turn[4] = "w", number[16] = "1";
    if (!tag || tag->value->raw.length >= sizeof fen)
        return 0;
    memcpy(fen, tag->value->raw.at, tag->value->raw.length);
    fen[tag->value->raw.length] = '\0';
    sscanf(fen, "%*s %3s %*s %*s %*s %15s", turn, number);
    long n = strtol(number, NULL, 10);
    return 2 * (n < 1 ? 0 : n > 100000 ? 100000 : n - 1) + (turn[0] == 'b');
}

void mi_pgn_write(const struct miai_game_record *record, struct mi_out *out)
{
    const struct mi_record_node *root = record->root;
    struct writer w = {.out = out, .first = first_ply(root), .number = true};
    const struct mi_record_property *result = mi_record_node_find(root, "result");
    int tags = 0;
    for (const struct mi_record_property *p = root->property; p; p = p->next)
        if (is_tag(p)) {
            write_tag(out, p->name, p->value->raw);
            tags++;
        }
    if (tags > 0)
        mi_out_char(out, '\n');
    add_all(&w, root, MI_COMMENT);
    for (const struct mi_record_node *node = root->child; node;)
        node = write_step(&w, node);
    if (result)
        add_word(&w, result->value->raw.at, result->value->raw.length);
    else
        add_word(&w, "*", 1);
    mi_out_add(out, "\n\n");
}
