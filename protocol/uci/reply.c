/* What UCI writes. */
#include "uci.h"

void mi_uci_send(struct mi_uci *uci, const struct mi_reply *reply)
{
    pthread_mutex_lock(&uci->writing);
    bool written = !reply->text || mi_session_write(uci->session, reply->text, reply->length);
    pthread_mutex_unlock(&uci->writing);
    if (!written)
        atomic_store_explicit(&uci->deaf, true, memory_order_relaxed);
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
