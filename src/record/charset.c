#include "charset.h"

#include "base/text.h"
#include "config.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_ICONV
#include <iconv.h>
#endif

bool mi_is_utf8(const char *text, size_t length)
{
    size_t step;
    for (size_t i = 0; i < length; i += step)
        if ((step = mi_utf8_length(text + i, length - i)) == 0)
            return false;
    return true;
}

/* Keeps letters and digits, in lower case: "Shift_JIS" becomes "shiftjis". */
static void normalize_name(const char *name, size_t length, char *plain, size_t size)
{
    size_t n = 0;
    for (size_t i = 0; i < length && n + 1 < size; i++)
        if (isalnum((unsigned char)name[i]))
            plain[n++] = (char)tolower((unsigned char)name[i]);
    plain[n] = '\0';
}

/* Names found in files, and an iconv() encoding that contains theirs. */
static const char *const ambiguous_encodings[][2] = {
    {"gb2312", "GB18030"},   {"gbk", "GB18030"}, {"gb18030", "GB18030"}, {"cp936", "GB18030"},
    {"gb", "GB18030"},       {"big5", "BIG5"},   {"cp950", "BIG5"},      {"big5hkscs", "BIG5"},
    {"shiftjis", "CP932"},   {"sjis", "CP932"},  {"cp932", "CP932"},     {"mskanji", "CP932"},
    {"windows31j", "CP932"}, {"xsjis", "CP932"},
};

static const char *find_ambiguous_encoding(const char *name, size_t length)
{
    char plain[32];
    normalize_name(name, length, plain, sizeof plain);
    for (size_t i = 0; i < sizeof ambiguous_encodings / sizeof *ambiguous_encodings; i++)
        if (strcmp(ambiguous_encodings[i][0], plain) == 0)
            return ambiguous_encodings[i][1];
    return NULL;
}

bool mi_has_ambiguous_pairs(const char *name, size_t length)
{
    return find_ambiguous_encoding(name, length) != NULL;
}

bool mi_is_ambiguous_pair(const char *text, const char *end)
{
    return end - text >= 2 && (unsigned char)text[0] >= 0x81 && (unsigned char)text[0] <= 0xfe &&
           (unsigned char)text[1] >= 0x40;
}

/* Ends the text.  A NUL within it becomes a space, so that the rest is not lost. */
static void terminate_text(char *text, size_t length)
{
    for (char *p = text; (p = memchr(p, '\0', length - (size_t)(p - text))) != NULL;)
        *p = ' ';
    text[length] = '\0';
}

static char *latin1_to_utf8(const char *text, size_t length)
{
    char *utf8 = malloc(2 * length + 1), *to = utf8;
    for (size_t i = 0; utf8 && i < length; i++)
        to += mi_utf8_write((unsigned char)text[i], to);
    if (utf8)
        terminate_text(utf8, (size_t)(to - utf8));
    return utf8;
}

/* Converts with iconv(). Returns false if out of memory. *utf8 is NULL if the encoding is unknown
 * or the text is not valid in it. */
static bool convert_by_iconv(const char *name, const char *text, size_t length, char **utf8)
{
    *utf8 = NULL;
#ifdef HAVE_ICONV
    iconv_t converter = iconv_open("UTF-8", name);
    if (converter == (iconv_t)-1)
        return errno != ENOMEM;
    size_t space = 4 * length, left = length;
    char *converted = malloc(space + 1), *to = converted, *from = (char *)(size_t)text;
    bool good = converted && iconv(converter, &from, &left, &to, &space) != (size_t)-1;
    iconv_close(converter);
    if (good) {
        terminate_text(converted, (size_t)(to - converted));
        *utf8 = converted;
    } else {
        free(converted);
    }
    return converted != NULL;
#else
    (void)name;
    (void)text;
    (void)length;
    return true;
#endif
}

static char *copy_text(const char *text, size_t length)
{
    char *utf8 = malloc(length + 1);
    if (!utf8)
        return NULL;
    if (length > 0)
        memcpy(utf8, text, length);
    terminate_text(utf8, length);
    return utf8;
}

char *mi_to_utf8(const char *name, size_t name_length, const char *text, size_t length)
{
    char word[32] = "", *utf8 = NULL;
    if (mi_is_utf8(text, length))
        return copy_text(text, length);
    if (name_length < sizeof word && name_length > 0)
        memcpy(word, name, name_length);
    const char *other = find_ambiguous_encoding(name, name_length);
    if ((other || word[0]) && !convert_by_iconv(other ? other : word, text, length, &utf8))
        return NULL;
    return utf8 ? utf8 : latin1_to_utf8(text, length);
}
