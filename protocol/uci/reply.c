/* Writes the replies of UCI. */
#include "uci.h"

#include <stdio.h>
#include <string.h>

static void write_locked(struct mi_uci *uci, const char *lines, size_t length)
{
    pthread_mutex_lock(&uci->writing);
    bool written = length == 0 || mi_session_write(uci->session, lines, length);
    pthread_mutex_unlock(&uci->writing);
    if (!written)
        atomic_store_explicit(&uci->client_gone, true, memory_order_relaxed);
}

void mi_uci_write_lines(struct mi_uci *uci, const char *lines)
{
    write_locked(uci, lines, strlen(lines));
}

void mi_uci_send(struct mi_uci *uci, const struct mi_reply *reply)
{
    if (reply->failed)
        mi_uci_write_lines(uci, "info string out of memory\n");
    else
        write_locked(uci, reply->text, reply->length);
}

void mi_uci_complain(struct mi_uci *uci, const char *what, const char *about)
{
    struct mi_reply reply = {0};
    mi_reply_format(&reply, "info string %.400s", what);
    if (about) {
        mi_reply_add(&reply, ": ");
        mi_reply_add(&reply, about);
    }
    mi_reply_add(&reply, "\n");
    mi_uci_send(uci, &reply);
    mi_reply_free(&reply);
}

void mi_uci_report_faults(struct mi_uci *uci)
{
    char text[MI_FAULT_TEXT];
    while (miai_next_fault(uci->engine, text, sizeof text))
        mi_uci_complain(uci, "not used", text);
}

const char *mi_uci_complaint_text(const struct mi_reply *about)
{
    return about->failed ? miai_error_text(MIAI_NO_MEMORY) : about->text;
}

bool mi_uci_was_refused(struct mi_uci *uci, const char *what)
{
    char text[80];
    if (!uci->refused)
        return false;
    snprintf(text, sizeof text, "the last position was invalid, so nothing is %s", what);
    mi_uci_complain(uci, text, NULL);
    return true;
}
