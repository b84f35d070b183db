#include "json.h"

#include <string.h>

struct reading {
    const char *at, *end;
};

enum { DEPTH_MAX = 200 };

static bool read_value(struct reading *in, int depth);

static char next_byte(const struct reading *in)
{
    return in->at < in->end ? *in->at : '\0';
}

static void skip_blanks(struct reading *in)
{
    while (in->at < in->end && strchr(" \t\r\n", *in->at) && *in->at)
        in->at++;
}

static bool take_byte(struct reading *in, char byte)
{
    if (in->at == in->end || *in->at != byte)
        return false;
    in->at++;
    return true;
}

static bool take_text(struct reading *in, const char *text)
{
    size_t length = strlen(text);
    if ((size_t)(in->end - in->at) < length || memcmp(in->at, text, length) != 0)
        return false;
    in->at += length;
    return true;
}

static bool read_digits(struct reading *in)
{
    const char *begin = in->at;
    while (next_byte(in) >= '0' && next_byte(in) <= '9')
        in->at++;
    return in->at > begin;
}

static bool read_number(struct reading *in)
{
    take_byte(in, '-');
    if (!take_byte(in, '0') && !read_digits(in))
        return false;
    if (take_byte(in, '.') && !read_digits(in))
        return false;
    if (!take_byte(in, 'e') && !take_byte(in, 'E'))
        return true;
    if (!take_byte(in, '+'))
        take_byte(in, '-');
    return read_digits(in);
}

static bool read_escape(struct reading *in)
{
    if (in->at == in->end || !*in->at || !strchr("\"\\/bfnrtu", *in->at))
        return false;
    if (*in->at++ != 'u')
        return true;
    for (int i = 0; i < 4; i++, in->at++)
        if (in->at == in->end || !*in->at || !strchr("0123456789abcdefABCDEF", *in->at))
            return false;
    return true;
}

/* Reads a UTF-8 character (RFC 3629): shortest form, no surrogates. */
static bool read_character(struct reading *in)
{
    unsigned char first = (unsigned char)*in->at++;
    unsigned code = first;
    int more = first < 0x80 ? 0 : first < 0xc2 ? -1 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
    if (more < 0 || first > 0xf4 || first < ' ')
        return false;
    if (more > 0)
        code = first & (0x3fu >> more);
    for (int i = 0; i < more; i++, in->at++) {
        if (in->at == in->end || ((unsigned char)*in->at & 0xc0) != 0x80)
            return false;
        code = code << 6 | ((unsigned char)*in->at & 0x3f);
    }
    static const unsigned least[] = {0, 0x80, 0x800, 0x10000};
    return code >= least[more] && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
}

static bool read_string(struct reading *in)
{
    if (!take_byte(in, '"'))
        return false;
    while (in->at < in->end && *in->at != '"')
        if (take_byte(in, '\\') ? !read_escape(in) : !read_character(in))
            return false;
    return take_byte(in, '"');
}

static bool read_members(struct reading *in, char last, int depth)
{
    skip_blanks(in);
    if (take_byte(in, last))
        return true;
    do {
        skip_blanks(in);
        if (last == '}') {
            if (!read_string(in))
                return false;
            skip_blanks(in);
            if (!take_byte(in, ':'))
                return false;
        }
        if (!read_value(in, depth))
            return false;
    } while (take_byte(in, ','));
    return take_byte(in, last);
}

static bool read_value(struct reading *in, int depth)
{
    skip_blanks(in);
    char first = next_byte(in);
    bool good = depth < DEPTH_MAX && (take_byte(in, '{')   ? read_members(in, '}', depth + 1)
                                      : take_byte(in, '[') ? read_members(in, ']', depth + 1)
                                      : first == '"'       ? read_string(in)
                                      : first == 't'       ? take_text(in, "true")
                                      : first == 'f'       ? take_text(in, "false")
                                      : first == 'n'       ? take_text(in, "null")
                                                           : read_number(in));
    skip_blanks(in);
    return good;
}

bool is_json(const char *text, size_t length)
{
    struct reading in = {text, text + length};
    return read_value(&in, 0) && in.at == in.end;
}
