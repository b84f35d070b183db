/* What was found, as one page of HTML that needs nothing else: the games as JSON, and the style and
 * the program that show them (page.css and the files of the script, in their order). */
#include "page.h"

#include "base/system.h"
#include "base/text.h"
#include "program/explain/explain.h"
#include "protocol/io/json.h"

#include <ctype.h>
#include <string.h>

/* Line by line, made of the files of these names by the Makefile. */
static const char *const style[] = {
#include "program/page/page.css.inc"
    NULL};
static const char *const script[] = {
#include "program/page/board.js.inc"
#include "program/page/curve.js.inc"
#include "program/page/game.js.inc"
#include "program/page/page.js.inc"
#include "program/page/quiz.js.inc"
#include "program/page/tables.js.inc"
    NULL};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";

void mi_page_text(const char *text, FILE *page)
{
    for (size_t length; *text; text += length) {
        length = mi_utf8_length(text, strnlen(text, 4));
        if (length == 0)
            fputs("&#xfffd;", page);
        else if (strchr("&<>\"'", *text))
            fprintf(page, "&#%d;", *text);
        else if ((unsigned char)*text < ' ')
            fputc(' ', page);
        else
            fwrite(text, 1, length, page);
        length += length == 0;
    }
}

void mi_page_link(const char *text, FILE *page)
{
    for (; *text; text++)
        if (isalnum((unsigned char)*text) || strchr("-._~/", *text))
            fputc(*text, page);
        else
            fprintf(page, "%%%02X", (unsigned char)*text);
}

void mi_page_lines(const char *const *line, FILE *page)
{
    for (; *line; line++) {
        fputs(*line, page);
        fputc('\n', page);
    }
}

void mi_page_begin(const char *title, const char *const *lines, FILE *page)
{
    fputs(head, page);
    mi_page_text(title, page);
    fputs("</title>\n<style>\n", page);
    mi_page_lines(lines, page);
    fputs("</style></head><body>\n", page);
}

/* JSON in HTML: no "<" may stand in it that an end of the script or a comment begins with. */
static void write_json(const struct mi_reply *json, FILE *page)
{
    const char *text = json->text ? json->text : "";
    for (; *text; text++) {
        if (*text == '<')
            fputs("\\u003c", page);
        else
            fputc(*text, page);
    }
}

/* ---- several pages ---- */

void mi_analyze_page_name(char *to, const char *name, int number)
{
    char ending[24] = ".html";
    if (number >= MI_PAGE_GAMES)
        snprintf(ending, sizeof ending, "-%d.html", number / MI_PAGE_GAMES + 1);
    mi_analyze_name(to, name, ending);
}

/* Where the other games of the file are. */
static void write_others(const char *file, int first, int count, FILE *page)
{
    char name[MI_ANALYZE_PATH];
    int last = first + MI_PAGE_GAMES < count ? first + MI_PAGE_GAMES : count;
    if (count <= MI_PAGE_GAMES)
        return;
    fprintf(page, "<nav class=\"pages\" aria-label=\"Pages\">Games %d to %d of %d", first + 1, last,
            count);
    for (int at = 0; at < count; at += MI_PAGE_GAMES) {
        mi_analyze_page_name(name, mi_system_basename(file), at);
        if (at == first) {
            fprintf(page, " <strong aria-current=\"page\">%d</strong>", at / MI_PAGE_GAMES + 1);
            continue;
        }
        fputs(" <a href=\"", page);
        mi_page_link(name, page);
        fprintf(page, "\">%d</a>", at / MI_PAGE_GAMES + 1);
    }
    fputs("</nav>\n", page);
}

/* ---- the page ---- */

static bool write_head(const char *title, int first, FILE *page)
{
    struct mi_reply json = {0};
    mi_reply_add(&json, "{\"title\":");
    mi_json_add(&json, title, false);
    mi_reply_format(&json, ",\"program\":\"miai %s\",\"first\":%d,\"kinds\":[", miai_version(),
                    first);
    for (int i = 0; i < MI_WHY_KINDS; i++)
        mi_reply_format(&json, "%s\"%s\"", i ? "," : "", mi_why_names[i]);
    mi_reply_add(&json, "],\"games\":[\n");
    write_json(&json, page);
    bool whole = !json.failed;
    mi_reply_free(&json);
    return whole;
}

bool mi_page_open(const char *file, int first, int count, FILE *page)
{
    mi_page_begin(file, style, page);
    write_others(file, first, count, page);
    fputs("<main id=\"page\"><noscript>This page is drawn by a program in "
          "it, which the browser does not let run.</noscript></main>\n"
          "<script type=\"application/json\" id=\"data\">",
          page);
    return write_head(file, first, page);
}

bool mi_page_add(miai_engine *engine, const struct mi_judged_game *game, int number, FILE *page)
{
    struct mi_reply json = {0};
    mi_page_game(engine, game, &json);
    fputs(number % MI_PAGE_GAMES ? ",\n" : "", page);
    write_json(&json, page);
    bool whole = !json.failed;
    mi_reply_free(&json);
    return whole;
}

void mi_page_end(FILE *page)
{
    fputs("\n]}\n</script>\n<script>\n", page);
    mi_page_lines(script, page);
    fputs("</script></body></html>\n", page);
}
