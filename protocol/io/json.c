#include "json.h"

#include "base/text.h"
#include "json_walk.h"
#include "protocol/picture/chess_glyphs.h"

#include <string.h>

enum { MAX_TEXT = 512 };

bool mi_json_read(const char *text,
                  bool (*member)(void *context, const char *key, const char *value), void *context)
{
    char key[MAX_TEXT], value[MAX_TEXT];
    struct mi_json_walk walk = {.at = text};
    if (!mi_json_is_valid(text))
        return false;
    for (mi_json_open(&walk, '{'); mi_json_more(&walk, '}');) {
        mi_json_complete_text(&walk, key, sizeof key);
        mi_json_colon(&walk);
        mi_json_complete_text(&walk, value, sizeof value);
        if (walk.bad || !member(context, key, value))
            return false;
    }
    return !walk.bad;
}

static bool is_bare_json_value(const char *value)
{
    return *value && strchr("-0123456789tf", *value) && mi_json_is_valid(value);
}

/* Adds the first character, escaped for a string.  Returns how many bytes of the text it used. */
static size_t add_escaped_character(struct mi_reply *reply, const char *text)
{
    size_t length = mi_utf8_length(text, strnlen(text, 4));
    if (length == 0)
        mi_reply_add(reply, "\\ufffd");
    else if ((unsigned char)*text < ' ')
        mi_reply_format(reply, "\\u%04x", (unsigned)*text);
    else if (*text == '"' || *text == '\\')
        mi_reply_format(reply, "\\%c", *text);
    else
        mi_reply_bytes(reply, text, length);
    return length > 0 ? length : 1;
}

void mi_json_add(struct mi_reply *reply, const char *value, bool bare)
{
    if (bare && is_bare_json_value(value)) {
        mi_reply_add(reply, value);
        return;
    }
    mi_reply_add(reply, "\"");
    while (*value)
        value += add_escaped_character(reply, value);
    mi_reply_add(reply, "\"");
}

void mi_json_add_text(struct mi_reply *reply, const char *key, const char *text)
{
    mi_reply_format(reply, "\"%s\":", key);
    mi_json_add(reply, text, false);
    mi_reply_add(reply, ",");
}

void mi_json_add_piece_glyphs(struct mi_reply *reply, const miai_game *game)
{
    miai_piece piece;
    const char *separator = "";
    mi_reply_add(reply, "\"signs\":{");
    for (char c = '!'; c <= '~'; c++) {
        const char letter[] = {c, '\0'};
        if (!miai_piece_of(game, c, &piece))
            continue;
        mi_reply_add(reply, separator);
        mi_json_add(reply, letter, false);
        const struct mi_chess_glyph *glyph = mi_chess_glyph_of(piece.sign);
        mi_reply_format(reply, ":[%d,%u", piece.player, piece.sign);
        mi_reply_format(reply, glyph ? ",\"%s\",\"%s\"]" : "]", glyph ? glyph->body : "",
                        glyph ? glyph->strokes : "");
        separator = ",";
    }
    mi_reply_add(reply, "},");
}
