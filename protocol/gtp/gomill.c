/* GTP commands of gomill's ringmaster and referees. */
#include "gtp.h"

#include "protocol/io/file.h"
#include "protocol/io/words.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_PV_MOVES = 12 }; /* moves of a principal variation in a comment */

/* ---- moves ---- */

static bool has_keyword(char *keywords, const char *wanted)
{
    const char *word;
    while ((word = mi_next_word(&keywords)) != NULL)
        if (strcmp(word, wanted) == 0)
            return true;
    return false;
}

static bool is_proven_win(const miai_engine *engine)
{
    enum { WIN = 3 };
    miai_info info;
    miai_last_search(engine, &info);
    return info.proof == WIN;
}

/* gomill-genmove_ex: lists the keywords.  gomill-genmove_ex COLOR [KEYWORD ...]: replies with a
 * move, or with "claim" if that keyword is given and the win is proven. */
static const char *gtp_genmove_ex(struct mi_gtp *gtp, char *args)
{
    char move[MIAI_MOVE_TEXT];
    int player;
    const char *color = mi_next_word(&args);
    if (!color) {
        mi_reply_add(&gtp->reply, "claim");
        return NULL;
    }
    if (!mi_read_word_player(color, &player))
        return mi_gtp_syntax_error;
    int error = miai_choose(gtp->engine, player, move, sizeof move);
    if (error == MIAI_OK && has_keyword(args, "claim") && is_proven_win(gtp->engine))
        snprintf(move, sizeof move, "claim");
    else if (error == MIAI_OK && strcmp(move, "resign") != 0)
        error = miai_play(gtp->engine, player, move);
    if (error == MIAI_OK) {
        mi_game_result_move(&gtp->game_result, gtp->engine, player, move);
        mi_reply_add(&gtp->reply, move);
    }
    return mi_gtp_error_text(error);
}

static void add_pv_start(struct mi_reply *reply, const char *pv)
{
    int moves = 0;
    const char *end = pv;
    while (*end && moves < MAX_PV_MOVES)
        if (*end++ == ' ')
            moves++;
    mi_reply_format(reply, "%.*s", (int)(end - pv), pv);
}

static const char *gtp_explain_last_move(struct mi_gtp *gtp, char *args)
{
    miai_info info;
    (void)args;
    miai_last_search(gtp->engine, &info);
    if (!info.search)
        return NULL;
    uint64_t n = info.playouts ? info.playouts : info.nodes;
    mi_reply_format(&gtp->reply, "%s: value %.3f, %" PRIu64 " %s in %.1f s, line ", info.search,
                    info.value, n, info.playouts ? "playouts" : "nodes", info.seconds);
    add_pv_start(&gtp->reply, info.pv);
    return NULL;
}

/* ---- the engine ---- */

/* The name and version, and the options that apply and differ from their defaults. */
static const char *gtp_describe_engine(struct mi_gtp *gtp, char *args)
{
    char value[256];
    const miai_option *option;
    (void)args;
    mi_reply_format(&gtp->reply, "miai %s\n", miai_version());
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++)
        if (miai_option_applies(gtp->engine, option->name) &&
            miai_get_option(gtp->engine, option->name, value, sizeof value) > 0 &&
            strcmp(value, option->initial) != 0)
            mi_reply_format(&gtp->reply, "%s %s\n", option->name, value);
    return NULL;
}

/* ---- records ---- */

/* Adds a property value.  In the argument, "\_" is a space, and a backslash before any other
 * character stands for that character.  In SGF, brackets and backslashes are escaped by a
 * backslash. */
static void add_sgf_value(struct mi_reply *sgf, const char *value)
{
    for (; *value; value++) {
        char c = *value;
        if (c == '\\' && value[1])
            c = *++value == '_' ? ' ' : *value;
        mi_reply_format(sgf, "%s%c", c == ']' || c == '\\' ? "\\" : "", c);
    }
}

static bool is_property_name(const char *word)
{
    return *word && !word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")] && strlen(word) <= 8;
}

/* Does the record, which begins with "(;", seem to have that property? */
static bool has_property(const char *record, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = record; (at = strstr(at, name)) != NULL; at += length)
        if (at[length] == '[' && !isupper((unsigned char)at[-1]))
            return true;
    return false;
}

/* Adds the arguments NAME=VALUE as properties of the first node, unless the record has them; the
 * first of equal names counts. */
static void add_properties(struct mi_reply *sgf, const char *record, char *words)
{
    char *word;
    while ((word = mi_next_word(&words)) != NULL) {
        char *value = strchr(word, '=');
        if (!value)
            continue;
        *value++ = '\0';
        if (sgf->failed || !is_property_name(word) || has_property(record, word) ||
            has_property(sgf->text, word))
            continue;
        mi_reply_format(sgf, "%s[", word);
        add_sgf_value(sgf, value);
        mi_reply_add(sgf, "]");
    }
}

/* gomill-savesgf FILE [NAME=VALUE ...] */
static const char *gtp_savesgf(struct mi_gtp *gtp, char *args)
{
    static const char beginning[] = "(;";
    struct mi_reply record = {0}, sgf = {0};
    const char *name = mi_next_word(&args), *failure = NULL;
    _Static_assert(MI_FILE_MESSAGE <= sizeof gtp->failure_text, "the error message fits");
    if (!mi_reply_add_sgf(&record, gtp->engine)) {
        failure = miai_error_text(MIAI_UNSUPPORTED);
    } else if (record.failed) {
        failure = miai_error_text(MIAI_NO_MEMORY);
    } else {
        mi_reply_add(&sgf, beginning);
        add_properties(&sgf, record.text, args);
        mi_reply_add(&sgf, record.text + 2);
        mi_reply_add(&sgf, "\n");
        mi_game_result_add(&gtp->game_result, gtp->engine, &sgf);
        if (sgf.failed)
            failure = miai_error_text(MIAI_NO_MEMORY);
        else if (!mi_write_client_sgf(gtp->engine, name, sgf.text, sgf.length, gtp->failure_text))
            failure = gtp->failure_text;
    }
    mi_reply_free(&record);
    mi_reply_free(&sgf);
    return failure;
}

const struct mi_gtp_command mi_gtp_gomill_commands[] = {
    {"gomill-genmove_ex", "[b|w [claim]]", 0, MI_GTP_ANY_ARGS, gtp_genmove_ex},
    {"gomill-explain_last_move", "", 0, 0, gtp_explain_last_move},
    {"gomill-describe_engine", "", 0, 0, gtp_describe_engine},
    {"gomill-savesgf", "FILE [NAME=VALUE ...]", 1, MI_GTP_ANY_ARGS, gtp_savesgf},
    {0},
};
