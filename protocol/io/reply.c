#include "reply.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void mi_reply_free(struct mi_reply *reply)
{
    free(reply->text);
    *reply = (struct mi_reply){0};
}

void mi_reply_clear(struct mi_reply *reply)
{
    reply->length = 0;
    reply->failed = false;
    if (reply->text)
        reply->text[0] = '\0';
}

bool mi_reply_reserve(struct mi_reply *reply, size_t bytes)
{
    if (reply->size - reply->length >= bytes)
        return true;
    size_t size = (reply->length + bytes) * 2;
    char *text = realloc(reply->text, size);
    if (!text) {
        reply->failed = true;
        return false;
    }
    reply->text = text;
    reply->text[reply->length] = '\0';
    reply->size = size;
    return true;
}

void mi_reply_bytes(struct mi_reply *reply, const char *text, size_t length)
{
    if (!mi_reply_reserve(reply, length + 1))
        return;
    memcpy(reply->text + reply->length, text, length);
    reply->length += length;
    reply->text[reply->length] = '\0';
}

void mi_reply_add(struct mi_reply *reply, const char *text)
{
    mi_reply_bytes(reply, text, strlen(text));
}

void mi_reply_format(struct mi_reply *reply, const char *format, ...)
{
    char text[512];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    mi_reply_add(reply, text);
}

bool mi_reply_add_written(struct mi_reply *reply,
                          int (*write)(const void *context, char *text, size_t size),
                          const void *context)
{
    size_t size = 4096;
    while (mi_reply_reserve(reply, size)) {
        int length = write(context, reply->text + reply->length, size);
        if (length >= 0 && (size_t)length < size) {
            reply->length += (size_t)length;
            return true;
        }
        reply->text[reply->length] = '\0'; /* not written */
        if (length < 0)
            return false;
        size = (size_t)length + 1;
    }
    return true; /* out of memory: see reply->failed */
}

struct side {
    const miai_engine *engine;
    int player;
};

static int write_legal(const void *context, char *text, size_t size)
{
    const struct side *side = context;
    return miai_legal_moves(side->engine, side->player, text, size);
}

void mi_reply_add_legal_moves(struct mi_reply *reply, const miai_engine *engine, int player)
{
    mi_reply_add_written(reply, write_legal, &(struct side){engine, player});
}

static int write_region(const void *region, char *text, size_t size)
{
    return miai_region_text(region, text, size);
}

void mi_reply_add_region(struct mi_reply *reply, const miai_region *region)
{
    mi_reply_add_written(reply, write_region, region);
}

static int write_sgf(const void *engine, char *text, size_t size)
{
    return miai_save_sgf(engine, text, size);
}

bool mi_reply_add_sgf(struct mi_reply *reply, const miai_engine *engine)
{
    return mi_reply_add_written(reply, write_sgf, engine);
}

static int write_game_record(const void *record, char *text, size_t size)
{
    return miai_game_record_write(record, text, size);
}

bool mi_reply_add_game_record(struct mi_reply *reply, const miai_game_record *record)
{
    return mi_reply_add_written(reply, write_game_record, record);
}

miai_game_record *mi_reply_read_record(const struct mi_reply *reply, const char *format)
{
    miai_file file = {.bytes = reply->text, .length = reply->length, .line = 1};
    return reply->text && !reply->failed ? miai_game_record_read(format, &file) : NULL;
}

void mi_reply_replace_by_record(struct mi_reply *reply, const miai_game_record *record)
{
    struct mi_reply written = {0};
    mi_reply_add_game_record(&written, record);
    mi_reply_free(reply);
    *reply = written;
}

void mi_reply_csv(struct mi_reply *reply, const char *text)
{
    static const char formula[] = "=+-@\t\r";
    const char *quote = strpbrk(text, ",\"\r\n") ? "\"" : "";
    mi_reply_add(reply, quote);
    if (*text && strchr(formula, *text))
        mi_reply_add(reply, "'");
    for (; *text; text++)
        mi_reply_bytes(reply, *text == '"' ? "\"\"" : text, *text == '"' ? 2 : 1);
    mi_reply_add(reply, quote);
}
