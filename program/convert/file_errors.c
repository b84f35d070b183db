#include "file_errors.h"

#include "base/text.h"
#include "protocol/io/file.h"

#include <stdio.h>
#include <string.h>

/* bytes of messages held back: a file with millions of errors must not fill the memory */
#define KEPT 65536

void mi_file_errors_add(struct mi_file_errors *c, long line, const char *what)
{
    c->count++;
    if (c->useful) {
        mi_print_clean(stderr, "%s: %s:%ld: %s\n", c->program, c->file, line, what);
        return;
    }
    if (c->kept.length > KEPT) {
        c->left_out++;
        return;
    }
    size_t begin = c->kept.length;
    mi_reply_add(&c->kept, c->program);
    mi_reply_add(&c->kept, ": ");
    mi_reply_add(&c->kept, c->file);
    mi_reply_format(&c->kept, ":%ld: ", line);
    mi_reply_add(&c->kept, what);
    if (c->kept.length > begin)
        mi_text_clean(c->kept.text + begin);
    mi_reply_add(&c->kept, "\n");
}

void mi_file_errors_release(struct mi_file_errors *c)
{
    c->useful = true;
    if (c->kept.length > 0)
        fputs(c->kept.text, stderr);
    if (c->left_out > 0)
        mi_print_clean(stderr, "%s: %s: %ld more errors up to here\n", c->program, c->file,
                       c->left_out);
    c->left_out = 0;
    mi_reply_clear(&c->kept);
}

void mi_file_errors_finish(struct mi_file_errors *c)
{
    if (c->kept.length > 0)
        fprintf(stderr, "%.*s", (int)strcspn(c->kept.text, "\n"), c->kept.text);
    if (c->kept.length > 0 && c->count > 1)
        mi_print_clean(stderr, " (the first of %ld errors: nothing in the file could be used)",
                       c->count);
    if (c->kept.length > 0)
        fputc('\n', stderr);
    mi_reply_free(&c->kept);
}
