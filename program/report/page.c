/* What was found, as one page of HTML that needs nothing else: the games as JSON, and the style and
 * the program that show them (page.css and the files of the script, in their order). */
#include "analyze.h"

#include "protocol/io/json.h"

#include <string.h>

/* Line by line, made of the files of these names by the Makefile. */
static const char *const style[] = {
#include "program/report/page.css.inc"
    NULL};
static const char *const script[] = {
#include "program/report/board.js.inc"
#include "program/report/game.js.inc"
#include "program/report/quiz.js.inc"
#include "program/report/curve.js.inc"
#include "program/report/tables.js.inc"
#include "program/report/page.js.inc"
    NULL};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta name=\"color-scheme\" content=\"light dark\">\n<title>";

void mi_page_text(const char *text, FILE *page)
{
    for (; *text; text++) {
        if (strchr("&<>\"'", *text))
            fprintf(page, "&#%d;", *text);
        else
            fputc((unsigned char)*text < ' ' ? ' ' : *text, page);
    }
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

static bool write_game(miai_engine *engine, const struct mi_judged_game *game, FILE *page)
{
    struct mi_reply json = {0};
    mi_page_game(engine, game, &json);
    write_json(&json, page);
    bool whole = !json.failed;
    mi_reply_free(&json);
    return whole;
}

static bool write_data(miai_engine *engine, const struct mi_judged_game *games, int count,
                       const char *title, FILE *page)
{
    struct mi_reply json = {0};
    bool whole = true;
    mi_reply_add(&json, "{\"title\":");
    mi_json_add(&json, title, false);
    mi_reply_format(&json, ",\"program\":\"miai %s\",\"kinds\":[", miai_version());
    for (int i = 0; i < MI_WHY_KINDS; i++)
        mi_reply_format(&json, "%s\"%s\"", i ? "," : "", mi_why_names[i]);
    mi_reply_add(&json, "],\"games\":[\n");
    write_json(&json, page);
    whole = !json.failed;
    for (int i = 0; i < count && whole; i++) {
        fputs(i ? ",\n" : "", page);
        whole = write_game(engine, &games[i], page);
    }
    fputs("\n]}\n", page);
    mi_reply_free(&json);
    return whole;
}

bool mi_analyze_page(miai_engine *engine, const struct mi_judged_game *games, int count,
                     const char *title, FILE *page)
{
    mi_page_begin(title, style, page);
    fputs("<main id=\"page\"><noscript>This page is drawn by a program in "
          "it, which the browser does not let run.</noscript></main>\n"
          "<script type=\"application/json\" id=\"data\">",
          page);
    bool whole = write_data(engine, games, count, title, page);
    fputs("</script>\n<script>\n", page);
    mi_page_lines(script, page);
    fputs("</script></body></html>\n", page);
    return whole;
}
