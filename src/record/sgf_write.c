#include "charset.h"
#include "sgf.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static void write_property(const struct mi_record_property *property, struct mi_out *out)
{
    mi_text_write(out, property->before);
    mi_text_write(out, property->name);
    for (const struct mi_record_value *value = property->value; value; value = value->next) {
        mi_text_write(out, value->before);
        mi_out_char(out, '[');
        mi_text_write(out, value->raw);
        mi_out_char(out, ']');
    }
}

static bool has_parenthesis(const struct mi_record_node *node)
{
    return node->opens || node->parent->child->next;
}

static void write_node(const struct mi_record_node *node, struct mi_out *out)
{
    if (has_parenthesis(node)) {
        if (node->fresh && node->parent)
            mi_out_char(out, '\n');
        mi_text_write(out, node->before_open);
        mi_out_char(out, '(');
    } else if (node->fresh) {
        mi_out_char(out, '\n');
    }
    mi_text_write(out, node->before);
    mi_out_char(out, ';');
    for (const struct mi_record_property *property = node->property; property;
         property = property->next)
        write_property(property, out);
}

static void write_close(const struct mi_record_node *node, struct mi_out *out)
{
    if (!has_parenthesis(node))
        return;
    mi_text_write(out, node->before_close);
    mi_out_char(out, ')');
}

void mi_sgf_write(const struct miai_game_record *record, struct mi_out *out)
{
    const struct mi_record_node *node = record->root;
    mi_text_write(out, record->before);
    for (;;) {
        write_node(node, out);
        if (node->child) {
            node = node->child;
            continue;
        }
        while (node && !node->next) {
            write_close(node, out);
            node = node->parent;
        }
        if (!node)
            break;
        write_close(node, out);
        node = node->next;
    }
    mi_text_write(out, record->after);
}

/* ---- values ---- */

/* Removes the escapes, in place. */
static void sgf_unescape(char *text)
{
    char *to = text;
    for (char *p = text; *p; p++) {
        bool escaped = *p == '\\' && p[1];
        p += escaped;
        const char c = *p; /* to may point to the same byte */
        if (c == '\r' || c == '\n') {
            if (!escaped)
                *to++ = '\n';
            if ((p[1] == '\r' || p[1] == '\n') && p[1] != c)
                p++;
        } else {
            *to++ = (char)(c == '\t' || c == '\v' ? ' ' : c);
        }
    }
    *to = '\0';
}

char *mi_sgf_text(const struct miai_game_record *record, struct mi_text raw)
{
    const struct mi_record_property *charset = mi_record_node_find(record->root, "CA");
    struct mi_text name = {"", 0};
    if (charset)
        name = charset->value->raw;
    char *text = mi_to_utf8(name.at, name.length, raw.at, raw.length);
    if (text)
        sgf_unescape(text);
    return text;
}

void mi_sgf_short_text(struct mi_text raw, char *word, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < raw.length && n + 1 < size; i++)
        if (raw.at[i] != '\\' && raw.at[i] != '\0')
            word[n++] = raw.at[i];
    while (n > 0 && isspace((unsigned char)word[n - 1]))
        n--;
    word[n] = '\0';
    size_t blanks = strspn(word, " \t\r\n\v\f");
    memmove(word, word + blanks, n - blanks + 1);
}

bool mi_sgf_add(struct miai_game_record *record, struct mi_record_node *node, const char *name,
                const char *text)
{
    char *raw = malloc(2 * strlen(text) + 1), *to = raw;
    if (!raw)
        return false;
    for (; *text; text++) {
        if (*text == ']' || *text == '\\')
            *to++ = '\\';
        *to++ = *text;
    }
    *to = '\0';
    bool added = mi_game_record_add(record, node, name, raw);
    free(raw);
    return added;
}
