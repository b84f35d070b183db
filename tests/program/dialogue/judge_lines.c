/* The rules of the protocols whose replies are lines: UCI, Gomocup and the analysis engine. */
#include "judge.h"

#include "protocol/io/words.h"
#include "tests/support/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls call() for each line of a text, including an unfinished last line, until it returns a
 * fault. */
static const char *for_each_line(const char *text, size_t length, void *context,
                                 const char *(*call)(void *context, const char *line,
                                                     size_t length))
{
    const char *end = text + length, *fault = NULL;
    while (text < end && !fault) {
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        size_t size = (size_t)((newline ? newline : end) - text);
        fault = call(context, text, size);
        text += size + 1;
    }
    return fault;
}

static bool begins_with(const char *line, size_t length, const char *word)
{
    size_t size = strlen(word);
    return length >= size && memcmp(line, word, size) == 0;
}

static bool ends_with(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    return length >= size && memcmp(text + length - size, word, size) == 0;
}

/* ---- UCI ---- */

struct uci_count {
    int ready, best; /* isready and go commands that were not answered yet */
    bool quits;
};

/* Finds the command; words before it are skipped. */
static const char *uci_command(char **rest)
{
    static const char *const names[] = {"uci",        "debug", "isready", "setoption", "register",
                                        "go",         "stop",  "quit",    "ponderhit", "position",
                                        "ucinewgame", "d",     "eval"};
    const char *word;
    while ((word = mi_next_word(rest)) != NULL)
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcmp(word, names[i]) == 0)
                return names[i];
    return "";
}

static const char *count_uci_command(void *context, const char *line, size_t length)
{
    struct uci_count *count = context;
    char *text = malloc(length + 1), *rest = text;
    if (!text || count->quits) {
        free(text);
        return NULL;
    }
    memcpy(text, line, length);
    mi_squeeze(text, length);
    const char *command = uci_command(&rest);
    count->ready += strcmp(command, "isready") == 0;
    count->best += strcmp(command, "go") == 0 && !strstr(rest, "perft");
    count->quits = strcmp(command, "quit") == 0;
    free(text);
    return NULL;
}

static const char *count_uci_reply(void *context, const char *line, size_t length)
{
    struct uci_count *count = context;
    count->ready -= length == strlen("readyok") && begins_with(line, length, "readyok");
    count->best -= begins_with(line, length, "bestmove ");
    return NULL;
}

static const char *judge_uci(const struct script *script, const char *output, size_t length)
{
    struct uci_count count = {0};
    for_each_line(script->input.text, script->input.length, &count, count_uci_command);
    for_each_line(output, length, &count, count_uci_reply);
    if (count.ready != 0)
        return "isready and readyok do not agree";
    return count.best != 0 ? "go and bestmove do not agree" : NULL;
}

/* ---- Gomocup ---- */

static const char *check_gomocup_line(void *context, const char *line, size_t length)
{
    static const char *const words[] = {"OK",     "MESSAGE ", "ERROR ", "UNKNOWN ",
                                        "DEBUG ", "name=\"",  "SWAP"};
    (void)context;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (begins_with(line, length, words[i]))
            return NULL;
    for (size_t i = 0; i < length; i++)
        if (!strchr("0123456789, ", line[i]))
            return "a line that Gomocup's protocol does not have";
    return length > 2 ? NULL : "an empty line";
}

/* The last line of the client is ABOUT. */
static const char *judge_gomocup(const char *output, size_t length)
{
    static const char last[] = "author=\"the miai authors\"\n";
    const char *fault = for_each_line(output, length, NULL, check_gomocup_line);
    if (fault)
        return fault;
    return ends_with(output, length, last) ? NULL : "ABOUT without a reply";
}

/* ---- the analysis engine ---- */

struct output {
    const char *text;
};

static const char *check_json_line(void *context, const char *line, size_t length)
{
    (void)context;
    if (!is_json(line, length))
        return "a reply that is not JSON";
    return length > 0 && *line == '{' ? NULL : "a reply that is not an object";
}

static bool line_contains(const char *line, size_t length, const char *text)
{
    for (size_t i = 0; i < length; i++)
        if (begins_with(line + i, length - i, text))
            return true;
    return false;
}

/* Valid JSON with an id must be answered with that id, unless it asks for no turns. */
static const char *check_query_is_answered(void *context, const char *line, size_t length)
{
    const struct output *output = context;
    char id[24], number[8] = "";
    int end = 0;
    if (!is_json(line, length) || line_contains(line, length, "\"analyzeTurns\":[]"))
        return NULL;
    if (sscanf(line, "{\"id\":\"q%7[0-9]\",%n", number, &end) != 1 || end == 0)
        return NULL;
    snprintf(id, sizeof id, "\"id\":\"q%s\"", number);
    return strstr(output->text, id) ? NULL : "a query without a reply";
}

static const char *judge_analysis(const struct script *script, const char *text, size_t length)
{
    struct output output = {text};
    const char *fault = for_each_line(text, length, NULL, check_json_line);
    return fault ? fault
                 : for_each_line(script->input.text, script->input.length, &output,
                                 check_query_is_answered);
}

const char *judge_lines(const struct script *script, const char *output, size_t length)
{
    if (length > 0 && output[length - 1] != '\n')
        return "the last line has no newline";
    return script->protocol == UCI       ? judge_uci(script, output, length)
           : script->protocol == GOMOCUP ? judge_gomocup(output, length)
                                         : judge_analysis(script, output, length);
}
