/* Reads a komi as people and servers write it. */
#include "game_record.h"

#include "base/text.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { MAX_KOMI = 9999 };

/* Codes that stand for Chinese, Japanese and Korean words. */
#define HALF   "\1"
#define POINTS "\2"
#define STONES "\3" /* Chinese counting: a stone of each side, that is two points */

static const struct {
    const char *text, *meaning;
} synonyms[] = {
    {"\357\274\220", "0"},    {"\357\274\221", "1"},    {"\357\274\222", "2"},
    {"\357\274\223", "3"},    {"\357\274\224", "4"},    {"\357\274\225", "5"},
    {"\357\274\226", "6"},    {"\357\274\227", "7"},    {"\357\274\230", "8"},
    {"\357\274\231", "9"},    {"\357\274\216", "."}, /* full-width digits */
    {"\344\270\200", "1"},    {"\344\272\214", "2"},    {"\344\270\211", "3"},
    {"\345\233\233", "4"},    {"\344\272\224", "5"},    {"\345\205\255", "6"},
    {"\344\270\203", "7"},    {"\345\205\253", "8"},    {"\344\271\235", "9"}, /* Chinese digits */
    {"\302\275", " 1/2"},     {"\302\274", " 1/4"},     {"\302\276", " 3/4"},
    {"\345\217\210", " "},    {"\345\215\212", HALF},   {"\353\260\230", HALF},
    {"\347\233\256", POINTS}, {"\354\247\221", POINTS}, {"\345\255\220", STONES},
};

struct komi {
    double value;
    bool plain; /* an integer without fraction or unit: it may be in hundredths */
};

static size_t find_synonym(const char *text, const char **meaning)
{
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        size_t length = strlen(synonyms[i].text);
        if (strncmp(text, synonyms[i].text, length) == 0) {
            *meaning = synonyms[i].meaning;
            return length;
        }
    }
    return 0;
}

/* Replaces synonyms and drops other characters outside ASCII. */
static void to_ascii(const char *text, char *plain, size_t size)
{
    struct mi_out out;
    const char *meaning;
    mi_out_init(&out, plain, size);
    while (*text) {
        size_t length = find_synonym(text, &meaning);
        if (length > 0)
            mi_out_add(&out, meaning);
        else if (isprint((unsigned char)*text))
            mi_out_format(&out, "%c", *text);
        text += length > 0 ? length : 1;
    }
}

/* Reads digits with at most one point or comma; NULL if there are none. */
static const char *read_decimal(const char *at, struct komi *komi)
{
    char number[32];
    size_t n = 0;
    for (; *at && n + 1 < sizeof number && strchr("0123456789.,", *at); at++)
        number[n++] = (char)(*at == ',' ? '.' : *at);
    number[n] = '\0';
    komi->plain = strchr(number, '.') == NULL;
    return mi_read_real(number, &komi->value) ? at : NULL;
}

/* Reads a fraction such as "3/4"; NULL if there is none. */
static const char *read_fraction(const char *at, double *value)
{
    if (!isdigit((unsigned char)at[0]) || at[1] != '/' || !isdigit((unsigned char)at[2]) ||
        at[2] == '0' || isdigit((unsigned char)at[3]))
        return NULL;
    *value = (double)(at[0] - '0') / (at[2] - '0');
    return at + 3;
}

/* Reads "6", "6.5", "6 1/2" or "1/2"; NULL for anything else. */
static const char *read_mixed_number(const char *at, struct komi *komi)
{
    double fraction = 0;
    const char *rest = read_fraction(at, &fraction);
    if (rest) {
        *komi = (struct komi){.value = fraction};
        return rest;
    }
    if ((at = read_decimal(at, komi)) == NULL)
        return NULL;
    if (komi->plain && (rest = read_fraction(at + strspn(at, " "), &fraction)) != NULL) {
        *komi = (struct komi){.value = komi->value + fraction};
        at = rest;
    }
    return at;
}

static const char *read_units(const char *at, struct komi *komi)
{
    bool stones = false;
    for (; *at && strchr(HALF POINTS STONES, *at); at++) {
        komi->value += *at == *HALF ? 0.5 : 0;
        stones |= *at == *STONES;
        komi->plain = false;
    }
    komi->value *= stones ? 2 : 1;
    return at;
}

/* Fox and Tygem write hundredths of points or, with Chinese rules, of stones: 650, 375. Fox also
 * writes 350 for 7 points; with handicap, 50 is half a point. */
static double read_hundredths(double value, const struct mi_komi_source *source)
{
    bool small = source->fox || (source->handicap && fabs(value) == 50);
    if (fmod(value, 25) != 0 || (fabs(value) < 100 && !small))
        return value;
    return source->fox && fabs(value) == 350 ? value / 50 : value / 100;
}

bool mi_komi_read(const char *text, const struct mi_komi_source *source, double *komi)
{
    char plain[128];
    struct komi parts;
    to_ascii(text, plain, sizeof plain);
    const char *at = plain + strspn(plain, " ");
    double sign = *at == '-' ? -1 : 1;
    at += *at == '-' || *at == '+';
    at = read_mixed_number(at + strspn(at, " "), &parts);
    if (!at || parts.value > MAX_KOMI)
        return false;
    at = read_units(at, &parts);
    bool power = (*at == 'e' || *at == 'E') && at[1] && strchr("+-0123456789", at[1]);
    if (isdigit((unsigned char)*at) || *at == '/' || power)
        return false;
    double value = sign * (parts.plain ? read_hundredths(parts.value, source) : parts.value);
    if (fmod(fabs(value), 0.5) == 0.25)
        value *= 2; /* it was in stones */
    *komi = value + 0.0;
    return true;
}
