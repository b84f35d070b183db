/* The index page of a folder. */
#include "batch.h"

#include "program/page/page.h"

#include <stdlib.h>
#include <string.h>

static const char *const style[] = {
#include "program/page/page.css.inc"
#include "program/page/shared.css.inc"
    NULL};
static const char *const script[] = {
#include "program/page/index.js.inc"
    NULL};

static const char *const column_titles[] = {
    "file", "first", "second", "result", "moves", "accuracy", "accuracy", "bad moves", "bad moves"};

/* Links to the page that has the game. */
static void write_file_link(const char *file, int number, FILE *page)
{
    char name[MI_COLLECTION_PATH];
    mi_page_file_name(name, file, number);
    fputs("<a href=\"", page);
    mi_page_link(name, page);
    fputs("\">", page);
    mi_page_text(file, page);
    fputs("</a>", page);
}

static void write_game_row(const char *file, int number, char *const *field, int fields, FILE *page)
{
    fputs("<tr><td>", page);
    if (fields > 0)
        write_file_link(file, number, page);
    else
        mi_page_text(file, page);
    for (int i = 0; i < MI_COLLECTION_FIELDS; i++) {
        fputs("</td><td>", page);
        if (i < fields)
            mi_page_text(field[i], page);
    }
    fputs("</td></tr>\n", page);
}

/* Writes a row for each game of a file, or one if it has none. */
static void write_file_rows(char *line, FILE *page)
{
    char *head[MI_COLLECTION_HEAD + 1], *field[MI_COLLECTION_FIELDS + 1];
    int n = mi_collection_split(line, head, MI_COLLECTION_HEAD + 1);
    if (n >= MI_COLLECTION_HEAD)
        mi_collection_read_name(head[2]);
    if (n == MI_COLLECTION_HEAD)
        write_game_row(head[2], 0, NULL, 0, page);
    int number = 0;
    for (char *rest = n > MI_COLLECTION_HEAD ? head[3] : NULL; rest; number++) {
        n = mi_collection_split(rest, field, MI_COLLECTION_FIELDS + 1);
        write_game_row(head[2], number, field, n > MI_COLLECTION_FIELDS ? MI_COLLECTION_FIELDS : n,
                       page);
        rest = n > MI_COLLECTION_FIELDS ? field[MI_COLLECTION_FIELDS] : NULL;
    }
}

/* ---- sorting ---- */

/* The file name, after two tabs. */
static const char *file_name_in(const char *line)
{
    const char *tab = strchr(line, '\t');
    tab = tab ? strchr(tab + 1, '\t') : NULL;
    return tab ? tab + 1 : line;
}

/* Compares strings that end at a tab. */
static int compare_name_fields(const char *a, const char *b)
{
    while (*a && *a == *b && *a != '\t') {
        a++;
        b++;
    }
    int x = *a == '\t' ? 0 : (unsigned char)*a, y = *b == '\t' ? 0 : (unsigned char)*b;
    return x - y;
}

/* Sorts by name, then by line number. */
struct index_entry {
    char *line;
    size_t line_number;
};

static int compare_entries(const void *a, const void *b)
{
    const struct index_entry *x = a, *y = b;
    int order = compare_name_fields(file_name_in(x->line), file_name_in(y->line));
    return order ? order : (x->line_number > y->line_number) - (x->line_number < y->line_number);
}

static void write_files(char **line, size_t count, FILE *page)
{
    struct index_entry *list = calloc(count + 1, sizeof *list);
    for (size_t i = 0; list && i < count; i++)
        list[i] = (struct index_entry){line[i], i};
    if (list)
        qsort(list, count, sizeof *list, compare_entries);
    for (size_t i = 0; list && i < count; i++)
        if (i + 1 == count ||
            compare_name_fields(file_name_in(list[i].line), file_name_in(list[i + 1].line)) != 0)
            write_file_rows(list[i].line, page);
    free(list);
}

void mi_collection_index(char **line, size_t count, const char *folder, FILE *page)
{
    mi_page_begin(folder, style, page);
    fputs("<main><h1>", page);
    mi_page_text(folder, page);
    fprintf(page,
            "</h1>\n<p class=\"faint\">miai %s; all positions: <a href=\"analysis.csv\">"
            "analysis.csv</a></p>\n<div class=\"table\"><table><thead><tr>",
            miai_version());
    for (size_t i = 0; i < sizeof column_titles / sizeof *column_titles; i++)
        fprintf(page, "<th scope=\"col\">%s</th>", column_titles[i]);
    fputs("</tr></thead><tbody>\n", page);
    write_files(line, count, page);
    fputs("</tbody></table></div></main>\n<script>\n", page);
    mi_page_lines(script, page);
    fputs("</script></body></html>\n", page);
}
