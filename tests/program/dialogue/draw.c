/* Draws the words of lines at random. */
#include "script.h"

#include <stdio.h>
#include <string.h>

enum { LIST_BYTES = 1 << 14 };

int drawn_number(struct script *script, int n)
{
    return (int)miai_rng_below(&script->rng, (uint32_t)n);
}

bool one_in(struct script *script, int n)
{
    return drawn_number(script, n) == 0;
}

const char *one_of(struct script *script, const char *const *texts, int n)
{
    return texts[drawn_number(script, n)];
}

static const char *edge_number(struct script *script)
{
    return ONE_OF(script, "2147483647", "2147483648", "-2147483648", "-1", "0", "1", "4294967296",
                  "9223372036854775807", "9223372036854775808", "18446744073709551616", "1e9",
                  "1e300", "-1e300", "1e-300", "0.5", "-0.5", "1e999", "nan", "inf", "0x7f", "25",
                  "26", "9007199254740991", "3.7", "-3.5", "+7", "00012", "1000000", "65536",
                  "361");
}

static const char *strange_word(struct script *script)
{
    return ONE_OF(script, "pass", "resign", "swap", "two", "#", "$", "%s%n", "\"", "{", "}", "[]",
                  "a", "Z", "\xc3\xa9", "\xe5\x9b\xb4\xe6\xa3\x8b", "\xff\xfe", "\\", "'", ",", "=",
                  "0000", "true", "false", "auto", "none", "<empty>", "B", "W", "null", "-", "...");
}

/* ---- the game ---- */

static const char *some_game(struct script *script)
{
    return miai_game_name(script->shadow, drawn_number(script, miai_game_count(script->shadow)));
}

static void add_rules(struct script *script)
{
    const miai_option *rules = miai_option_find(script->shadow, "rules");
    const char *const *names = rules ? rules->choices : NULL;
    int n = 0;
    while (names && names[n])
        n++;
    if (n > 0 && !one_in(script, 3))
        mi_reply_add(&script->line, names[drawn_number(script, n)]);
    else
        mi_reply_add(&script->line,
                     ONE_OF(script, "chinese", "japanese", "tromp-taylor", "aga", "korean",
                            "new zealand", "stone_scoring", "renju", "caro", "swap2", "freestyle",
                            "no-swap", "chess960", "discs", "standard"));
}

static void add_point(struct script *script)
{
    char text[16];
    if (one_in(script, 6)) {
        mi_reply_add(&script->line, strange_word(script));
        return;
    }
    snprintf(text, sizeof text, "%c%d",
             "ABCDEFGHJKLMNOPQRSTUVWXYZabcdefgh"[drawn_number(script, 33)],
             1 + drawn_number(script, one_in(script, 4) ? 27 : 9));
    mi_reply_add(&script->line, text);
}

/* Draws a legal move; "" if there is none. */
static void some_move(struct script *script, char move[MIAI_MOVE_TEXT])
{
    char list[LIST_BYTES];
    int length = miai_legal_moves(script->shadow, MIAI_TURN, list, sizeof list), n = 1;
    move[0] = '\0';
    if (length <= 0 || length >= LIST_BYTES)
        return;
    for (const char *at = list; *at; at++)
        n += *at == ' ';
    const char *at = list;
    for (int i = drawn_number(script, n); i > 0; i--)
        at = strchr(at, ' ') + 1;
    snprintf(move, MIAI_MOVE_TEXT, "%.*s", (int)strcspn(at, " "), at);
}

bool add_move(struct script *script)
{
    char move[MIAI_MOVE_TEXT];
    some_move(script, move);
    if (!move[0] || miai_play(script->shadow, MIAI_TURN, move) != MIAI_OK)
        return false;
    mi_reply_add(&script->line, move);
    return true;
}

static void add_legal(struct script *script)
{
    char move[MIAI_MOVE_TEXT];
    some_move(script, move);
    mi_reply_add(&script->line, move[0] ? move : "pass");
}

static void add_position(struct script *script)
{
    char text[LIST_BYTES];
    if (miai_write_position(script->shadow, text, sizeof text) >= 0)
        mi_reply_add(&script->line, text);
}

void begin_game(struct script *script, const char *game)
{
    miai_set_game(script->shadow, game);
    int width = 2 + drawn_number(script, 12),
        height = one_in(script, 3) ? 2 + drawn_number(script, 12) : width;
    if (one_in(script, 2))
        miai_set_size(script->shadow, width, height);
}

/* ---- options ---- */

/* Options that limit a search, its memory or its threads are not changed. */
static bool is_limit_option(const char *name)
{
    static const char *const names[] = {"playouts", "time",    "depth",
                                        "memory",   "threads", "move-overhead"};
    for (int i = 0; i < (int)(sizeof names / sizeof *names); i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void add_value(struct script *script, const miai_option *option)
{
    char text[32];
    int n = 0;
    while (option && option->choices && option->choices[n])
        n++;
    if (!option || one_in(script, 5)) {
        mi_reply_add(&script->line, one_in(script, 2) ? edge_number(script) : strange_word(script));
    } else if (n > 0) {
        mi_reply_add(&script->line, option->choices[drawn_number(script, n)]);
    } else if (option->type == MIAI_OPTION_BOOL) {
        mi_reply_add(&script->line, one_in(script, 2) ? "true" : "false");
    } else if (option->type == MIAI_OPTION_TEXT) {
        mi_reply_add(&script->line, one_in(script, 2) ? option->initial : strange_word(script));
    } else {
        double part =
            one_in(script, 3) ? drawn_number(script, 2) : drawn_number(script, 100) / 99.0;
        double max = option->max < 1000 ? option->max : 1000;
        snprintf(text, sizeof text, option->type == MIAI_OPTION_INT ? "%.0f" : "%.3f",
                 option->min + part * (max - option->min));
        mi_reply_add(&script->line, text);
    }
}

static void add_option(struct script *script)
{
    const miai_option *option;
    int n = 0;
    while (miai_option_at(script->shadow, n))
        n++;
    do
        option = miai_option_at(script->shadow, drawn_number(script, n));
    while (is_limit_option(option->name));
    mi_reply_format(&script->line, "%s ", option->name);
    add_value(script, option);
}

/* ---- lines ---- */

static void add_drawn_number(struct script *script, int min, int n)
{
    mi_reply_format(&script->line, "%d", min + drawn_number(script, n));
}

static void add_drawn(struct script *script, char what)
{
    struct mi_reply *line = &script->line;
    switch (what) {
    case 'b':
        mi_reply_add(line, some_game(script));
        break;
    case 'c':
        mi_reply_add(line, ONE_OF(script, "b", "w", "B", "w", "black", "WHITE"));
        break;
    case 'e':
        mi_reply_add(line, edge_number(script));
        break;
    case 'f':
        mi_reply_add(line, ONE_OF(script, "game.sgf", ".", "/dev/null", "nowhere", ""));
        break;
    case 'k':
        mi_reply_add(line, ONE_OF(script, "7.5", "0", "-20", "6", "0.5", "1e3", "3.25"));
        break;
    case 'l':
        add_legal(script);
        break;
    case 'n':
        add_drawn_number(script, 1, 12);
        break;
    case 'o':
        add_option(script);
        break;
    case 'p':
        add_position(script);
        break;
    case 'r':
        add_rules(script);
        break;
    case 's':
        add_drawn_number(script, 2, one_in(script, 5) ? 25 : 10);
        break;
    case 't':
        add_drawn_number(script, 0, 41);
        break;
    case 'v':
        add_point(script);
        break;
    case 'w':
        mi_reply_add(line, strange_word(script));
        break;
    default:
        add_value(script, NULL);
    }
}

void add_text(struct script *script, const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "$");
        mi_reply_bytes(&script->line, text, length);
        text += length;
        if (!*text)
            break;
        add_drawn(script, text[1]);
        text += 2;
    }
}
