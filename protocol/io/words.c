#include "words.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

size_t mi_squeeze(char *line, size_t length)
{
    size_t to = 0;
    for (size_t from = 0; from < length; from++) {
        unsigned char c = (unsigned char)line[from];
        if (c == '\t')
            c = ' ';
        if (c < ' ' || c == 127 || (c == ' ' && (to == 0 || line[to - 1] == ' ')))
            continue;
        line[to++] = (char)c;
    }
    if (to > 0 && line[to - 1] == ' ')
        to--;
    line[to] = '\0';
    return to;
}

char *mi_next_word(char **rest)
{
    char *word = *rest;
    if (*word == '\0')
        return NULL;
    char *end = strchr(word, ' ');
    if (end) {
        *end = '\0';
        *rest = end + 1;
    } else {
        *rest = word + strlen(word);
    }
    return word;
}

int mi_count_words(const char *text)
{
    int count = *text != '\0';
    for (; *text; text++)
        count += *text == ' ';
    return count;
}

bool mi_read_word_int(const char *word, int *value)
{
    const char *digits = word + (*word == '-' || *word == '+');
    if (*digits == '\0' || digits[strspn(digits, "0123456789")] != '\0')
        return false;
    long number = strtol(word, NULL, 10);
    *value = number > INT_MAX ? INT_MAX : number < INT_MIN ? INT_MIN : (int)number;
    return true;
}

bool mi_read_word_count(const char *word, int min, int max, int *value)
{
    return mi_read_word_int(word, value) && *value >= min && *value <= max;
}

bool mi_read_word_seed(const char *word, unsigned long *seed)
{
    int number;
    if (!mi_read_word_count(word, 0, 2147483647, &number))
        return false;
    *seed = (unsigned long)number;
    return true;
}

bool mi_read_word_name(const char *word, char *name, size_t size)
{
    return *word && (size_t)snprintf(name, size, "%s", word) < size;
}

bool mi_read_word_real(const char *word, double *value)
{
    char *end;
    if (word[strspn(word, "0123456789+-.eE")] != '\0')
        return false;
    double number = strtod(word, &end);
    if (end == word || *end != '\0' || !isfinite(number))
        return false;
    *value = number;
    return true;
}

bool mi_read_word_player(const char *word, int *player)
{
    if (strcasecmp(word, "b") == 0 || strcasecmp(word, "black") == 0)
        *player = 0;
    else if (strcasecmp(word, "w") == 0 || strcasecmp(word, "white") == 0)
        *player = 1;
    else
        return false;
    return true;
}
