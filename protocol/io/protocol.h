/* protocol.h - what the text protocols share, and how the client's protocol is chosen. */
#ifndef MI_PROTOCOL_IO_PROTOCOL_H
#define MI_PROTOCOL_IO_PROTOCOL_H

#include "input.h"
#include "miai.h"
#include "settings.h"

/* What a protocol works with.  miai_main() owns everything in it. */
struct mi_session {
    miai_engine *engine;
    const struct mi_settings_list *settings; /* the settings that the engine was started with */
    struct mi_input *input;
    int output;                /* file descriptor for replies */
    int write_errno;           /* errno of the last failed write; 0 if none failed */
    bool quit_without_waiting; /* analysis: at the end of input, drop the queries that wait */
    bool interactive;          /* input and output are a terminal: greet and prompt */
};

struct mi_protocol {
    const char *name;
    bool (*begins)(const struct mi_line *line); /* does this first line belong to the protocol? */
    void (*run)(struct mi_session *session);    /* returns after quit or the end of input */
};

/* Writes all bytes to the output.  On failure (closed pipe, full disk) returns false and sets
 * write_errno. */
bool mi_session_write(struct mi_session *session, const char *bytes, size_t length);

/* From here to mi_interrupt_end(), an interrupt stops the engine's search (base/interrupt.h). */
void mi_interrupt_search(miai_engine *engine);

enum { MI_SHORTAGE_TEXT = 96 };

/* Writes a message, without a newline, if the search had less memory than it was configured for, or
 * too little for the weights of the evaluation; otherwise returns false. */
bool mi_write_memory_shortage(const miai_info *info, char text[MI_SHORTAGE_TEXT]);

enum { MI_FAULT_TEXT = 1024 };

/* Prints new faults of the engine's files (networks, books, tablebases) to standard error. */
void mi_report_file_faults(miai_engine *engine);

/* Each is defined next to its loop. */
extern const struct mi_protocol mi_uci_protocol, mi_gomocup_protocol, mi_katago_protocol,
    mi_gtp_protocol, mi_terminal_protocol;

/* ---- protocols.c ---- */

/* Chooses the protocol by the first line that is not blank; the default is GTP. */
const struct mi_protocol *mi_protocol_choose(struct mi_input *input);

/* Finds a protocol by name: "gtp", "uci", "gomocup" or "analysis"; NULL if unknown. */
const struct mi_protocol *mi_protocol_find(const char *name);

#endif
