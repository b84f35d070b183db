/* The rules of GTP 2: each command that is a line has one answer with its id, and an empty line
 * ends it. */
#include "judge.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

/* What is left of the output, and whether an answer in it was wrong. */
struct answers {
    const char *at, *end;
    const char *fault;
};

/* The line of a client as the draft wants it seen, in text, which has room for it; its length. */
static size_t prepare(char *text, const char *line, size_t length)
{
    const char *comment = length > 0 ? memchr(line, '#', length) : NULL;
    length = comment ? (size_t)(comment - line) : length;
    memcpy(text, line, length);
    return mi_squeeze(text, length);
}

/* The id, which is what an answer begins with; -1: none, -2: what an engine makes of it is free. */
static long id_of(const char *text, const char **rest)
{
    char *end;
    *rest = text;
    if (*text < '0' || *text > '9')
        return -1;
    unsigned long long id = strtoull(text, &end, 10);
    if (id > 2147483647 || (*end != ' ' && *end != '\0'))
        return -2;
    *rest = end + (*end == ' ');
    return (long)id;
}

static bool has_controls(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' && text[i] != '\n')
            return true;
    return false;
}

/* Where the paragraph that comes next ends, before its empty line; NULL: nowhere. */
static const char *end_of_paragraph(const struct answers *answers)
{
    for (const char *at = answers->at; answers->end - at > 1; at++)
        if (at[0] == '\n' && at[1] == '\n')
            return at;
    return NULL;
}

/* What HexGui draws stands before the answer. */
static void skip_pictures(struct answers *answers)
{
    static const char picture[] = "gogui-gfx: ";
    const char *end;
    while ((size_t)(answers->end - answers->at) >= strlen(picture) &&
           memcmp(answers->at, picture, strlen(picture)) == 0 &&
           (end = end_of_paragraph(answers)) != NULL)
        answers->at = end + 2;
}

/* Takes the next answer, which is to have an id. */
static const char *take_answer(struct answers *answers, long id)
{
    const char *rest;
    skip_pictures(answers);
    const char *begin = answers->at, *end = end_of_paragraph(answers);
    if (!end)
        return answers->end > begin ? "an answer without an empty line behind it"
                                    : "a command without an answer";
    answers->at = end + 2;
    if (*begin != '=' && *begin != '?')
        return "an answer that begins with neither = nor ?";
    size_t word = strcspn(begin + 1, " \n");
    char number[32] = "";
    if (word < sizeof number)
        memcpy(number, begin + 1, word);
    if (id != -2 && id_of(number, &rest) != id)
        return "an answer with another id";
    return has_controls(begin, (size_t)(end - begin)) ? "control characters in an answer" : NULL;
}

/* One line of the client's; true if it ends the program. */
static bool follow(struct answers *answers, const char *line, size_t length)
{
    char *text = malloc(length + 1);
    const char *rest;
    bool quits = false;
    if (text && prepare(text, line, length) > 0) {
        long id = id_of(text, &rest);
        answers->fault = take_answer(answers, id);
        quits = strcmp(rest, "quit") == 0;
    }
    free(text);
    return quits;
}

const char *judge_gtp(const struct script *script, const char *output, size_t length)
{
    struct answers answers = {output, output + length, NULL};
    const char *at = script->input.text, *end = at + script->input.length;
    bool quits = false;
    while (at < end && !quits && !answers.fault) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline ? newline : end) - at);
        quits = follow(&answers, at, size);
        at += size + 1;
    }
    if (answers.fault)
        return answers.fault;
    return answers.at == answers.end ? NULL : "more than the answers to the commands";
}
