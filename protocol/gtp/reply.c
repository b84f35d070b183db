/* Replies of GTP, whole or piece by piece. */
#include "gtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies text without control characters and trailing newlines, a space in each empty line, for an
 * empty line would end the reply.  to has room for twice the length. */
static size_t copy_text(char *to, const char *text, size_t length)
{
    size_t n = 0;
    while (length > 0 && text[length - 1] == '\n')
        length--;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c == '\n' && i > 0 && text[i - 1] == '\n')
            to[n++] = ' ';
        if (c == '\t')
            c = ' ';
        if ((c >= ' ' && c != 127) || c == '\n')
            to[n++] = (char)c;
    }
    return n;
}

/* "=ID " or "?ID ", or nothing where that has been written; returns the length. */
static size_t write_head(const struct mi_gtp *gtp, char sign, char *to)
{
    if (gtp->begun)
        return 0;
    return (size_t)(gtp->id < 0 ? sprintf(to, "%c ", sign) : sprintf(to, "%c%d ", sign, gtp->id));
}

void mi_gtp_begin_reply(struct mi_gtp *gtp)
{
    char head[32];
    size_t n = write_head(gtp, '=', head);
    head[n++] = '\n';
    if (!mi_session_write(gtp->session, head, n))
        gtp->quit = true;
    gtp->begun = true;
}

/* A short reply needs no memory: a move that was played is told, and so is that there is none for a
 * longer one. */
void mi_gtp_send_reply(struct mi_gtp *gtp, const char *failure)
{
    enum { AROUND = 32, SHORT = 2 * MI_GTP_SHORT + AROUND };
    char few[SHORT];
    mi_gtp_letters_out(gtp, &gtp->reply, &gtp->renamed);
    if (!failure && gtp->reply.failed)
        failure = miai_error_text(MIAI_NO_MEMORY);
    const char *text = failure ? failure : gtp->reply.text ? gtp->reply.text : "";
    size_t length = failure ? strlen(failure) : gtp->reply.length;
    char *more = length > MI_GTP_SHORT ? malloc(2 * length + AROUND) : NULL;
    char *whole = more ? more : few;
    if (length > MI_GTP_SHORT && !more) {
        text = failure = miai_error_text(MIAI_NO_MEMORY);
        length = strlen(failure);
    }
    size_t head = write_head(gtp, failure ? '?' : '=', whole);
    size_t n = head + copy_text(whole + head, text, length);
    if (n > 0)
        whole[n++] = '\n';
    whole[n++] = '\n';
    if (!mi_session_write(gtp->session, whole, n))
        gtp->quit = true; /* nobody listens */
    free(more);
}
