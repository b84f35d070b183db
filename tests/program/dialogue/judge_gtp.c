/* The rules of GTP 2: each command gets one reply with its id, ended by an empty line. */
#include "judge.h"

#include "protocol/io/words.h"

#include <stdlib.h>
#include <string.h>

/* The rest of the output, and the first fault found. */
struct replies {
    const char *at, *end;
    const char *fault;
};

/* Preprocesses a client's line as the GTP draft demands.  text must hold it; returns its length. */
static size_t preprocess_line(char *text, const char *line, size_t length)
{
    const char *comment = length > 0 ? memchr(line, '#', length) : NULL;
    length = comment ? (size_t)(comment - line) : length;
    memcpy(text, line, length);
    return mi_squeeze(text, length);
}

/* Parses the id of a reply: -1 for none, -2 if the draft does not define it. */
static long parse_id(const char *text, const char **rest)
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

static bool has_control_characters(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ' && text[i] != '\n')
            return true;
    return false;
}

/* The end of the next paragraph, before its empty line; NULL if it has none. */
static const char *find_paragraph_end(const struct replies *replies)
{
    for (const char *at = replies->at; replies->end - at > 1; at++)
        if (at[0] == '\n' && at[1] == '\n')
            return at;
    return NULL;
}

/* Skips graphics for HexGui, which precede the reply. */
static void skip_pictures(struct replies *replies)
{
    static const char picture[] = "gogui-gfx: ";
    const char *end;
    while ((size_t)(replies->end - replies->at) >= strlen(picture) &&
           memcmp(replies->at, picture, strlen(picture)) == 0 &&
           (end = find_paragraph_end(replies)) != NULL)
        replies->at = end + 2;
}

/* Reads the next reply, which must have the id.  Returns a fault or NULL. */
static const char *check_reply(struct replies *replies, long id)
{
    const char *rest;
    skip_pictures(replies);
    const char *begin = replies->at, *end = find_paragraph_end(replies);
    if (!end)
        return replies->end > begin ? "a reply without an empty line after it"
                                    : "a command without a reply";
    replies->at = end + 2;
    if (*begin != '=' && *begin != '?')
        return "a reply that begins with neither = nor ?";
    size_t word = strcspn(begin + 1, " \n");
    char number[32] = "";
    if (word < sizeof number)
        memcpy(number, begin + 1, word);
    if (id != -2 && parse_id(number, &rest) != id)
        return "a reply with another id";
    return has_control_characters(begin, (size_t)(end - begin)) ? "control characters in a reply"
                                                                : NULL;
}

/* Checks the reply to one line of the client; true if the line ends the program. */
static bool check_command(struct replies *replies, const char *line, size_t length)
{
    char *text = malloc(length + 1);
    const char *rest;
    bool quits = false;
    if (text && preprocess_line(text, line, length) > 0) {
        long id = parse_id(text, &rest);
        replies->fault = check_reply(replies, id);
        quits = strcmp(rest, "quit") == 0;
    }
    free(text);
    return quits;
}

const char *judge_gtp(const struct script *script, const char *output, size_t length)
{
    struct replies replies = {output, output + length, NULL};
    const char *at = script->input.text, *end = at + script->input.length;
    bool quits = false;
    while (at < end && !quits && !replies.fault) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = (size_t)((newline ? newline : end) - at);
        quits = check_command(&replies, at, size);
        at += size + 1;
    }
    if (replies.fault)
        return replies.fault;
    return replies.at == replies.end ? NULL : "surplus output after the last reply";
}
