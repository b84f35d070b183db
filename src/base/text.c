#include "text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool mi_read_int(const char *text, int64_t min, int64_t max, int64_t *value)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    if (!is_digit(*text))
        return false;
    uint64_t n = 0;
    for (; is_digit(*text); text++) {
        if (n > (uint64_t)INT64_MAX / 10 - 1)
            return false;
        n = n * 10 + (uint64_t)(*text - '0');
    }
    int64_t number = negative ? -(int64_t)n : (int64_t)n;
    if (*text != '\0' || number < min || number > max)
        return false;
    *value = number;
    return true;
}

/* Reads the number after an "e"; false if there is none. */
static bool read_exponent(const char **text, int *exponent)
{
    const char *p = *text;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        p++;
    if (!is_digit(*p))
        return false;
    int n = 0;
    for (; is_digit(*p); p++)
        n = n < 10000 ? n * 10 + (*p - '0') : n;
    *exponent = negative ? -n : n;
    *text = p;
    return true;
}

bool mi_read_real(const char *text, double *value)
{
    bool negative = *text == '-';
    if (*text == '-' || *text == '+')
        text++;
    double mantissa = 0.0;
    int scale = 0, digits = 0, exponent = 0;
    for (; is_digit(*text); text++, digits++)
        mantissa = mantissa * 10.0 + (*text - '0');
    if (*text == '.')
        for (text++; is_digit(*text); text++, digits++, scale--)
            mantissa = mantissa * 10.0 + (*text - '0');
    if (digits == 0)
        return false;
    if ((*text == 'e' || *text == 'E') && (text++, !read_exponent(&text, &exponent)))
        return false;
    if (*text != '\0')
        return false;
    /* Divide by a power of ten, which is exact: multiplying by 1e-1 would not round 0.1
     * correctly. */
    double power = pow(10.0, fabs((double)scale + exponent));
    double number = scale + exponent < 0 ? mantissa / power : mantissa * power;
    if (!isfinite(number) || !isfinite(mantissa))
        return false;
    *value = negative ? -number : number;
    return true;
}

int mi_write_real(double value, char *text, size_t size)
{
    char digits[400];
    snprintf(digits, sizeof digits, "%.6f", value);
    char *point =
        digits +
        strspn(digits,
               "-0123456789"); /* the locale's decimal point: may be a comma or several bytes */
    *point = '.';
    memmove(point + 1, digits + strlen(digits) - 6, 7);
    char *end = digits + strlen(digits);
    while (end > digits && end[-1] == '0')
        *--end = '\0';
    if (end > digits && end[-1] == '.')
        *--end = '\0';
    return snprintf(text, size, "%s", strcmp(digits, "-0") == 0 ? "0" : digits);
}

static char lower_case(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool mi_same_text(const char *a, const char *b)
{
    while (*a && lower_case(*a) == lower_case(*b))
        a++, b++;
    return lower_case(*a) == lower_case(*b);
}

bool mi_same_words(const char *a, const char *b)
{
    static const char separators[] = " \t-_";
    do {
        a += strspn(a, separators);
        b += strspn(b, separators);
        if (lower_case(*a) != lower_case(*b))
            return false;
    } while (*a++ && *b++);
    return true;
}

size_t mi_utf8_length(const char *bytes, size_t length)
{
    static const struct {
        unsigned char first_min, first_max, second_min,
            second_max; /* bounds of the first and the second byte */
        size_t length;
    } forms[] = {
        {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
        {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4},
        {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    const unsigned char *text = (const unsigned char *)bytes;
    if (length == 0 || text[0] < 0x80)
        return length > 0;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (text[0] < forms[i].first_min || text[0] > forms[i].first_max)
            continue;
        if (length < forms[i].length || text[1] < forms[i].second_min ||
            text[1] > forms[i].second_max)
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if ((text[k] & 0xc0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

void mi_text_clean(char *text)
{
    for (size_t length; *text; text += length) {
        length = mi_utf8_length(text, strnlen(text, 4));
        if (length == 0) {
            *text = '?';
            length = 1;
        } else if ((unsigned char)*text < ' ' || *text == 127 ||
                   (*text == '\xc2' && (unsigned char)text[1] < 0xa0)) {
            memset(text, ' ', length);
        }
    }
}

size_t mi_utf8_write(unsigned character, char *text)
{
    static const unsigned char first[] = {0, 0xc0, 0xe0, 0xf0};
    int more = character < 0x80 ? 0 : character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    text[0] = (char)(first[more] | character >> 6 * more);
    for (int i = 1; i <= more; i++)
        text[i] = (char)(0x80 | (character >> 6 * (more - i) & 0x3f));
    return (size_t)more + 1;
}

bool mi_read_word(const char **text, char *word, size_t size)
{
    const char *start = *text + strspn(*text, " "), *end = start + strcspn(start, " ");
    size_t length = (size_t)(end - start) < size ? (size_t)(end - start) : size - 1;
    memcpy(word, start, length);
    word[length] = '\0';
    *text = end;
    return end > start;
}

void mi_out_init(struct mi_out *out, char *text, size_t size)
{
    out->text = text;
    out->size = size;
    out->length = 0;
    if (size > 0)
        text[0] = '\0';
}

void mi_out_add(struct mi_out *out, const char *text)
{
    for (; *text; text++)
        mi_out_char(out, *text);
}

void mi_out_char(struct mi_out *out, char c)
{
    if (out->length + 1 < out->size) {
        out->text[out->length] = c;
        out->text[out->length + 1] = '\0';
    }
    out->length++;
}

void mi_out_format(struct mi_out *out, const char *format, ...)
{
    size_t rest = out->length < out->size ? out->size - out->length : 0;
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(rest ? out->text + out->length : NULL, rest, format, arguments);
    va_end(arguments);
    if (length > 0)
        out->length += (size_t)length;
}

int mi_out_length(const struct mi_out *out)
{
    return (int)out->length;
}

/* ---- byte-order marks and UTF-16 ---- */

enum { REPLACEMENT = 0xfffd };

size_t mi_utf8_mark(const char *text, size_t length)
{
    return length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool mi_has_utf16_mark(const char *text, size_t length)
{
    return length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0);
}

static unsigned read_utf16_unit(const char *text, bool big_endian)
{
    unsigned first = (unsigned char)text[0], second = (unsigned char)text[1];
    return big_endian ? first << 8 | second : second << 8 | first;
}

/* Reads the character at *i, which has one or two units, and advances *i. If it is invalid, returns
 * REPLACEMENT and increments *broken. */
static unsigned read_utf16_character(const char *text, size_t length, bool big_endian, size_t *i,
                                     long *broken)
{
    unsigned unit = length - *i >= 2 ? read_utf16_unit(text + *i, big_endian) : 0xdfff;
    *i += length - *i >= 2 ? 2 : 1;
    if (unit >> 11 != 0xd800 >> 11)
        return unit;
    unsigned second = length - *i >= 2 ? read_utf16_unit(text + *i, big_endian) : 0;
    if (unit >> 10 == 0xd800 >> 10 && second >> 10 == 0xdc00 >> 10) {
        *i += 2;
        return 0x10000 + ((unit & 0x3ff) << 10 | (second & 0x3ff));
    }
    ++*broken;
    return REPLACEMENT;
}

char *mi_utf16_decode(const char *text, size_t *length, long *broken)
{
    bool big_endian = (unsigned char)text[0] == 0xfe;
    char *decoded = malloc(*length / 2 * 3 + 4), *to = decoded;
    *broken = 0;
    if (!decoded)
        return NULL;
    for (size_t i = 2; i < *length;)
        to += mi_utf8_write(read_utf16_character(text, *length, big_endian, &i, broken), to);
    *to = '\0';
    *length = (size_t)(to - decoded);
    return decoded;
}
