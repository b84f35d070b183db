#include "file_errors.h"

#include "base/text.h"
#include "protocol/io/file.h"

#include <stdio.h>
#include <string.h>

/* bytes of messages held back: a file with millions of errors must not fill the memory */
#define MAX_HELD_BACK 65536

void mi_file_errors_add(struct mi_file_errors *errors, long line, const char *what)
{
    errors->count++;
    if (errors->file_is_usable) {
        mi_print_clean(stderr, "%s: %s:%ld: %s\n", errors->program, errors->file, line, what);
        return;
    }
    if (errors->held_back.length > MAX_HELD_BACK) {
        errors->omitted++;
        return;
    }
    size_t begin = errors->held_back.length;
    mi_reply_add(&errors->held_back, errors->program);
    mi_reply_add(&errors->held_back, ": ");
    mi_reply_add(&errors->held_back, errors->file);
    mi_reply_format(&errors->held_back, ":%ld: ", line);
    mi_reply_add(&errors->held_back, what);
    if (errors->held_back.length > begin)
        mi_text_clean(errors->held_back.text + begin);
    mi_reply_add(&errors->held_back, "\n");
}

void mi_file_errors_release(struct mi_file_errors *errors)
{
    errors->file_is_usable = true;
    if (errors->held_back.length > 0)
        fputs(errors->held_back.text, stderr);
    if (errors->omitted > 0)
        mi_print_clean(stderr, "%s: %s: %ld more errors up to here\n", errors->program,
                       errors->file, errors->omitted);
    errors->omitted = 0;
    mi_reply_clear(&errors->held_back);
}

void mi_file_errors_finish(struct mi_file_errors *errors)
{
    if (errors->held_back.length > 0)
        fprintf(stderr, "%.*s", (int)strcspn(errors->held_back.text, "\n"), errors->held_back.text);
    if (errors->held_back.length > 0 && errors->count > 1)
        mi_print_clean(stderr, " (the first of %ld errors: nothing in the file could be used)",
                       errors->count);
    if (errors->held_back.length > 0)
        fputc('\n', stderr);
    mi_reply_free(&errors->held_back);
}
