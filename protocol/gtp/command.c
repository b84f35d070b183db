/* Helpers for the commands of GTP. */
#include "gtp.h"

#include "protocol/io/words.h"

#include <stdio.h>
#include <string.h>

const char mi_gtp_syntax_error[] = "syntax error";

const struct mi_gtp_command *mi_gtp_command_at(const struct mi_gtp *gtp, int i)
{
    for (const struct mi_gtp_command *const *table = gtp->tables; *table; table++)
        for (const struct mi_gtp_command *command = *table; command->name; command++)
            if (i-- == 0)
                return command;
    return NULL;
}

const struct mi_gtp_command *mi_gtp_find_command(const struct mi_gtp *gtp, const char *name)
{
    const struct mi_gtp_command *command;
    for (int i = 0; (command = mi_gtp_command_at(gtp, i)) != NULL; i++)
        if (strcmp(command->name, name) == 0)
            break;
    return command;
}

const char *mi_gtp_error_text(int error)
{
    return error == MIAI_OK ? NULL : miai_error_text(error);
}

const char *mi_gtp_error_reason(const struct mi_gtp *gtp, int error)
{
    return error == MIAI_OK ? NULL : miai_error_reason(gtp->engine, error);
}

/* An option may have several KataGo names, separated by spaces. */
static void offer_katago_names(struct mi_nearest *nearest, const char *names)
{
    char text[128], *rest = text, *name;
    snprintf(text, sizeof text, "%s", names);
    while ((name = mi_next_word(&rest)) != NULL)
        mi_nearest_offer(nearest, name);
}

const char *mi_gtp_explain_no_option(struct mi_gtp *gtp, const char *name)
{
    struct mi_nearest nearest = {.name = name};
    const miai_option *option;
    for (int i = 0; (option = miai_option_at(gtp->engine, i)) != NULL; i++) {
        mi_nearest_offer(&nearest, option->name);
        if (option->katago)
            offer_katago_names(&nearest, option->katago);
    }
    if (!nearest.best)
        return miai_error_text(MIAI_NO_OPTION);
    snprintf(gtp->failure_text, sizeof gtp->failure_text, "%s; did you mean %s?",
             miai_error_text(MIAI_NO_OPTION), nearest.best);
    return gtp->failure_text;
}

const char *mi_gtp_explain_bad_value(struct mi_gtp *gtp, const char *name, const char *value,
                                     int error)
{
    if (error == MIAI_OK)
        return NULL;
    mi_suggest_option(gtp->engine, name, value, error, gtp->failure_text);
    return gtp->failure_text;
}

const char *mi_gtp_reply_option_value(struct mi_gtp *gtp, const char *name)
{
    char value[256];
    if (miai_get_option(gtp->engine, name, value, sizeof value) < 0)
        return mi_gtp_explain_no_option(gtp, name);
    mi_reply_add(&gtp->reply, value);
    return NULL;
}

const char *mi_gtp_set_option(struct mi_gtp *gtp, const char *name, const char *value)
{
    int error = miai_set_option(gtp->engine, name, value);
    mi_report_file_faults(gtp->engine);
    return error == MIAI_NO_OPTION ? mi_gtp_explain_no_option(gtp, name)
                                   : mi_gtp_explain_bad_value(gtp, name, value, error);
}

struct engine_writer {
    int (*write)(const miai_engine *engine, char *text, size_t size);
    const miai_engine *engine;
};

static int write_from_engine(const void *context, char *text, size_t size)
{
    const struct engine_writer *engine_writer = context;
    return engine_writer->write(engine_writer->engine, text, size);
}

const char *mi_gtp_reply_written(struct mi_gtp *gtp,
                                 int (*write)(const miai_engine *engine, char *text, size_t size))
{
    struct engine_writer engine_writer = {write, gtp->engine};
    return mi_reply_add_written(&gtp->reply, write_from_engine, &engine_writer)
               ? NULL
               : miai_error_text(MIAI_UNSUPPORTED);
}
