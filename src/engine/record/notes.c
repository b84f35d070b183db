/* Annotations of moves when a record is converted: comments, assessments and clocks. */
#include "game_record.h"

#include "base/text.h"
#include "record/charset.h"
#include "record/sgf.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Assessments of a move in SGF and in PGN. */
static const struct assessment_code {
    const char *sgf, *value, *nag, *sign;
} assessments[] = {
    {"TE", "1", "$1", "!"},  {"BM", "1", "$2", "?"}, {"TE", "2", "$3", "!!"},
    {"BM", "2", "$4", "??"}, {"IT", "", "$5", "!?"}, {"DO", "", "$6", "?!"},
};

static bool has_assessment_value(const struct mi_record_property *p, const char *value)
{
    return p->value &&
           (mi_text_is(p->value->raw, value) || (*value == '1' && !mi_text_is(p->value->raw, "2")));
}

/* Copies the NAGs of a node. A sign such as "!?" becomes its number. */
static bool copy_nags(const struct mi_record_node *from, struct miai_game_record *to,
                      struct mi_record_node *node)
{
    for (const struct mi_record_property *p = from->property; p; p = p->next) {
        if (!mi_record_property_is(p, MI_NAG) || !p->value)
            continue;
        struct mi_text nag = p->value->raw;
        for (size_t i = 0; i < sizeof assessments / sizeof *assessments; i++)
            if (mi_text_is(nag, assessments[i].sign))
                nag = mi_text_of(assessments[i].nag);
        char text[32];
        mi_sgf_short_text(nag, text, sizeof text);
        if (!mi_game_record_add(to, node, MI_NAG, text))
            return false;
    }
    return true;
}

static bool write_assessments(const struct mi_reading *r, const struct mi_record_node *from,
                              struct miai_game_record *to, struct mi_record_node *node)
{
    bool sgf = r->record->format == MI_SGF;
    if (!sgf && to->format != MI_SGF)
        return copy_nags(from, to, node);
    for (const struct mi_record_property *p = from->property; p; p = p->next)
        for (size_t i = 0; i < sizeof assessments / sizeof *assessments; i++) {
            const struct assessment_code *a = &assessments[i];
            bool same =
                sgf ? mi_record_property_is(p, a->sgf) &&
                          (!*a->value || has_assessment_value(p, a->value))
                    : mi_record_property_is(p, MI_NAG) && p->value &&
                          (mi_text_is(p->value->raw, a->nag) || mi_text_is(p->value->raw, a->sign));
            if (same && !(to->format == MI_SGF ? mi_game_record_add(to, node, a->sgf, a->value)
                                               : mi_game_record_add(to, node, MI_NAG, a->nag)))
                return false;
        }
    return true;
}

/* Writes SGF's clock, in seconds, as PGN's command in comments. */
static void add_clock(const struct mi_record_node *from, int player, struct mi_out *out)
{
    char word[32];
    double seconds;
    const struct mi_record_property *p = mi_record_node_find(from, player ? "WL" : "BL");
    if (!p || !p->value)
        return;
    mi_sgf_short_text(p->value->raw, word, sizeof word);
    if (!mi_read_real(word, &seconds) || seconds < 0 || seconds > 1e6)
        return;
    long total = (long)seconds;
    mi_out_format(out, "%s[%%clk %ld:%02ld:%02ld]", out->length ? " " : "", total / 3600,
                  total / 60 % 60, total % 60);
}

/* Removes a clock command from a comment and reads it. */
static bool extract_clock(char *text, long *seconds)
{
    long h, m, s;
    int length = 0;
    char *at = strstr(text, "[%clk ");
    if (!at || sscanf(at, "[%%clk %ld:%ld:%ld%n", &h, &m, &s, &length) != 3)
        return false;
    char *end = strchr(at + length, ']');
    if (!end || h < 0 || h > 1000 || m < 0 || m > 59 || s < 0 || s > 59)
        return false;
    *seconds = 3600 * h + 60 * m + s;
    for (end++; *end == ' '; end++)
        ;
    memmove(at, end, strlen(end) + 1);
    return true;
}

static char *trim_blanks(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && isspace((unsigned char)text[n - 1]))
        text[--n] = '\0';
    return text + strspn(text, " \t\r\n");
}

/* Appends the other operations of an EPD line unchanged. */
static void add_operations(const struct mi_record_node *root, struct mi_out *out)
{
    for (const struct mi_record_property *p = root->property; p; p = p->next)
        if (!mi_record_property_is(p, "position") && !mi_record_property_is(p, "hmvc") &&
            !mi_record_property_is(p, "fmvn"))
            mi_out_format(out, "%s%.*s %.*s;", out->length ? " " : "", (int)p->name.length,
                          p->name.at, (int)p->value->raw.length, p->value->raw.at);
}

/* Joins the comments of a node, in UTF-8. False if out of memory. */
static bool join_comments(const struct mi_reading *r, const struct mi_record_node *from, int player,
                          struct mi_out *out)
{
    bool sgf = r->record->format == MI_SGF;
    for (const struct mi_record_property *p = from->property; p; p = p->next) {
        bool wanted =
            sgf ? mi_record_property_is(p, "C")
                : mi_record_property_is(p, MI_COMMENT) || mi_record_property_is(p, MI_BEFORE);
        if (!wanted || !p->value)
            continue;
        struct mi_text raw = p->value->raw;
        char *text = sgf ? mi_sgf_text(r->record, raw) : mi_to_utf8("", 0, raw.at, raw.length);
        if (!text)
            return false;
        mi_out_add(out, out->length ? " " : "");
        mi_out_add(out, text);
        free(text);
    }
    if (!from->parent && r->record->format == MI_EPD)
        add_operations(r->record->root, out);
    if (sgf)
        add_clock(from, player, out);
    return true;
}

static bool write_comment(char *text, int player, struct miai_game_record *to,
                          struct mi_record_node *node)
{
    long seconds;
    char clock[32];
    if (to->format == MI_SGF && extract_clock(text, &seconds)) {
        snprintf(clock, sizeof clock, "%ld", seconds);
        if (!mi_game_record_add(to, node, player ? "WL" : "BL", clock))
            return false;
    }
    text = trim_blanks(text);
    return !*text ||
           mi_game_record_put_text(to, node, to->format == MI_SGF ? "C" : MI_COMMENT, text);
}

bool mi_game_record_write_notes(const struct mi_reading *r, const struct mi_record_node *from,
                                int player, struct miai_game_record *to,
                                struct mi_record_node *node)
{
    struct mi_out out;
    if (!write_assessments(r, from, to, node))
        return false;
    mi_out_init(&out, NULL, 0);
    if (!join_comments(r, from, player, &out))
        return false;
    if (out.length == 0)
        return true;
    size_t size = out.length + 1;
    char *text = malloc(size);
    if (!text)
        return false;
    mi_out_init(&out, text, size);
    bool good = join_comments(r, from, player, &out) && write_comment(text, player, to, node);
    free(text);
    return good;
}
