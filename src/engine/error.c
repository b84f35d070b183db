/* Error codes with their reasons. */
#include "error.h"

#include <stdio.h>

const char *miai_error_text(int error)
{
    static const char *const texts[] = {
#define MIAI_ERROR_TEXT(code, text) text,
        MIAI_ERRORS(MIAI_ERROR_TEXT)
#undef MIAI_ERROR_TEXT
    };
    return error >= 0 && error < (int)(sizeof texts / sizeof *texts) ? texts[error]
                                                                     : "unknown error";
}

int mi_engine_fail(miai_engine *engine, int error, const char *why)
{
    engine->reason_error = *why ? error : MIAI_OK;
    snprintf(engine->reason, sizeof engine->reason, "%s: %s", miai_error_text(error), why);
    return error;
}

const char *miai_note(const miai_engine *engine)
{
    return engine->note;
}

const char *miai_error_reason(const miai_engine *engine, int error)
{
    return error != MIAI_OK && error == engine->reason_error ? engine->reason
                                                             : miai_error_text(error);
}
