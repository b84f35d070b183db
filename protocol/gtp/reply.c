/* Writes the replies of GTP, complete or in pieces. */
#include "gtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies text without control characters and trailing newlines.  Empty lines get a space, since an
 * empty line ends a reply.  to must hold twice the length. */
static size_t copy_reply_text(char *to, const char *text, size_t length)
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

/* Writes "=ID " or "?ID ", or nothing if the reply was begun.  Returns the length. */
static size_t write_reply_head(const struct mi_gtp *gtp, char sign, char *to)
{
    if (gtp->reply_begun)
        return 0;
    return (size_t)(gtp->id < 0 ? sprintf(to, "%c ", sign) : sprintf(to, "%c%d ", sign, gtp->id));
}

void mi_gtp_begin_reply(struct mi_gtp *gtp)
{
    char head[32];
    size_t n = write_reply_head(gtp, '=', head);
    head[n++] = '\n';
    if (!mi_session_write(gtp->session, head, n))
        gtp->quit = true;
    gtp->reply_begun = true;
}

/* Short replies need no memory, so that a move that was played can always be reported. */
void mi_gtp_send_reply(struct mi_gtp *gtp, const char *failure)
{
    enum { OVERHEAD = 32, SHORT_BUFFER = 2 * MI_GTP_SHORT + OVERHEAD };
    char short_buffer[SHORT_BUFFER];
    mi_gtp_translate_reply(gtp, &gtp->reply, &gtp->translated_reply);
    if (!failure && gtp->reply.failed)
        failure = miai_error_text(MIAI_NO_MEMORY);
    const char *text = failure ? failure : gtp->reply.text ? gtp->reply.text : "";
    size_t length = failure ? strlen(failure) : gtp->reply.length;
    char *long_buffer = length > MI_GTP_SHORT ? malloc(2 * length + OVERHEAD) : NULL;
    char *buffer = long_buffer ? long_buffer : short_buffer;
    if (length > MI_GTP_SHORT && !long_buffer) {
        text = failure = miai_error_text(MIAI_NO_MEMORY);
        length = strlen(failure);
    }
    size_t head = write_reply_head(gtp, failure ? '?' : '=', buffer);
    size_t n = head + copy_reply_text(buffer + head, text, length);
    if (n > 0)
        buffer[n++] = '\n';
    buffer[n++] = '\n';
    if (!mi_session_write(gtp->session, buffer, n))
        gtp->quit = true; /* the client has closed the pipe */
    free(long_buffer);
}
