/* What the commands of GTP share. */
#include "gtp.h"

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

const struct mi_gtp_command *mi_gtp_find(const struct mi_gtp *gtp, const char *name)
{
    const struct mi_gtp_command *command;
    for (int i = 0; (command = mi_gtp_command_at(gtp, i)) != NULL; i++)
        if (strcmp(command->name, name) == 0)
            break;
    return command;
}

const char *mi_gtp_failure(int error)
{
    return error == MIAI_OK ? NULL : miai_error_text(error);
}

const char *mi_gtp_reason(const struct mi_gtp *gtp, int error)
{
    return error == MIAI_OK ? NULL : miai_error_reason(gtp->engine, error);
}

struct written {
    int (*write)(const miai_engine *engine, char *text, size_t size);
    const miai_engine *engine;
};

static int write_from_engine(const void *context, char *text, size_t size)
{
    const struct written *written = context;
    return written->write(written->engine, text, size);
}

const char *mi_gtp_add_written(struct mi_gtp *gtp,
                               int (*write)(const miai_engine *engine, char *text, size_t size))
{
    struct written written = {write, gtp->engine};
    return mi_reply_written(&gtp->reply, write_from_engine, &written)
               ? NULL
               : miai_error_text(MIAI_UNSUPPORTED);
}
