/* protocol.h - the text protocols, and which one a client speaks. */
#ifndef MI_PROTOCOL_H
#define MI_PROTOCOL_H

#include "../src/miai.h"
#include "input.h"
#include "settings.h"

/* What a protocol works with; everything belongs to main(). */
struct mi_session {
    miai_engine *engine;
    const struct mi_settings_list *settings; /* that the engine was given */
    struct mi_input *input;
    int output;       /* the file that replies go to */
    bool interactive; /* a person sits at a terminal: greet and prompt */
};

struct mi_protocol {
    const char *name;
    bool (*begins)(const struct mi_line *line); /* is this how a client begins to speak it? */
    void (*run)(struct mi_session *session);    /* until quit or the end of input */
};

extern const struct mi_protocol mi_uci, mi_gtp;

/* The protocol that the first line tells, or GTP. */
const struct mi_protocol *mi_protocol_choose(struct mi_input *input);

#endif
