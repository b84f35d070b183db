/* protocol.h - what the text protocols share, and which one a client speaks. */
#ifndef MI_PROTOCOL_IO_PROTOCOL_H
#define MI_PROTOCOL_IO_PROTOCOL_H

#include "input.h"
#include "miai.h"
#include "settings.h"

/* What a protocol works with; everything belongs to miai_main(). */
struct mi_session {
    miai_engine *engine;
    const struct mi_settings_list *settings; /* that the engine was given */
    struct mi_input *input;
    int output;                /* the file that replies go to */
    int trouble;               /* errno of a write to it that failed; 0: none did */
    bool quit_without_waiting; /* analysis: the end of input ends what was asked, unanswered */
    bool interactive;          /* a person sits at a terminal: greet and prompt */
};

struct mi_protocol {
    const char *name;
    bool (*begins)(const struct mi_line *line); /* is this how a client begins to speak it? */
    void (*run)(struct mi_session *session);    /* until quit or the end of input */
};

/* Writes all bytes to the output; false, with trouble, if they cannot be written: nobody reads
 * them, or there is no room for them. */
bool mi_session_write(struct mi_session *session, const char *bytes, size_t length);

enum { MI_SHORTAGE_TEXT = 64 };

/* Writes what there is to say of a search that did with less memory than it was to have, without a
 * newline; false if that is nothing. */
bool mi_write_shortage(const miai_info *info, char text[MI_SHORTAGE_TEXT]);

enum { MI_FAULT_TEXT = 1024 };

/* Prints the faults of the engine's files that were not reported yet, to standard error. */
void mi_report_file_faults(miai_engine *engine);

/* Defined each beside its loop. */
extern const struct mi_protocol mi_uci_protocol, mi_gomocup_protocol, mi_katago_protocol,
    mi_gtp_protocol, mi_terminal_protocol;

/* ---- protocols.c ---- */

/* The protocol that the first line tells, or GTP. */
const struct mi_protocol *mi_protocol_choose(struct mi_input *input);

/* The one of that name, "gtp", "uci", "gomocup" or "analysis"; NULL: there is none. */
const struct mi_protocol *mi_protocol_find(const char *name);

#endif
