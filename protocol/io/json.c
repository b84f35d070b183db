#include "json.h"

#include "words.h"

#include <string.h>

enum { TEXT_MAX = 512 };

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Reads a string with its quotes; returns what is behind it, or NULL. */
static const char *read_string(const char *text, char *value)
{
    size_t n = 0;
    if (*text++ != '"')
        return NULL;
    for (; *text != '"'; text++) {
        if (*text == '\\')
            text++;
        if (*text == '\0' || n == TEXT_MAX - 1)
            return NULL;
        value[n++] = *text;
    }
    value[n] = '\0';
    return text + 1;
}

static const char *read_value(const char *text, char *value)
{
    if (*text == '"')
        return read_string(text, value);
    size_t n = strcspn(text, ",} \t");
    if (n == 0 || n >= TEXT_MAX || strcspn(text, "\"[{") < n)
        return NULL;
    memcpy(value, text, n);
    value[n] = '\0';
    return text + n;
}

static bool is_end(const char *text)
{
    return *skip_blanks(text) == '\0';
}

bool mi_json_read(const char *text,
                  bool (*member)(void *context, const char *key, const char *value), void *context)
{
    char key[TEXT_MAX], value[TEXT_MAX];
    text = skip_blanks(text);
    if (*text != '{')
        return false;
    text = skip_blanks(text + 1);
    if (*text == '}')
        return is_end(text + 1);
    for (;;) {
        if ((text = read_string(text, key)) == NULL || *(text = skip_blanks(text)) != ':' ||
            (text = read_value(skip_blanks(text + 1), value)) == NULL ||
            !member(context, key, value))
            return false;
        text = skip_blanks(text);
        if (*text == '}')
            return is_end(text + 1);
        if (*text != ',')
            return false;
        text = skip_blanks(text + 1);
    }
}

static bool is_bare(const char *value)
{
    double number;
    return strcmp(value, "true") == 0 || strcmp(value, "false") == 0 ||
           mi_read_word_real(value, &number);
}

void mi_json_add(struct mi_reply *reply, const char *value, bool bare)
{
    if (bare && is_bare(value)) {
        mi_reply_add(reply, value);
        return;
    }
    mi_reply_add(reply, "\"");
    for (; *value; value++)
        mi_reply_format(reply, "%s%c", *value == '"' || *value == '\\' ? "\\" : "", *value);
    mi_reply_add(reply, "\"");
}
