/* The list of protocols; choosing one by the first line. */
#include "protocol.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* In the order in which they are tried; the last one accepts every line. */
static const struct mi_protocol *const protocols[] = {&mi_uci_protocol, &mi_gomocup_protocol,
                                                      &mi_katago_protocol, &mi_gtp_protocol};

enum { PROTOCOL_COUNT = sizeof protocols / sizeof *protocols };

static bool is_blank(const struct mi_line *line)
{
    return strspn(line->text, " \t\r") == line->length;
}

const struct mi_protocol *mi_protocol_choose(struct mi_input *input)
{
    const struct mi_line *line = mi_input_peek(input);
    while (line && is_blank(line)) { /* means nothing in any protocol */
        free(mi_input_next(input));
        line = mi_input_peek(input);
    }
    for (int i = 0; line && i < PROTOCOL_COUNT - 1; i++)
        if (protocols[i]->begins(line))
            return protocols[i];
    return protocols[PROTOCOL_COUNT - 1];
}

const struct mi_protocol *mi_protocol_find(const char *name)
{
    for (int i = 0; i < PROTOCOL_COUNT; i++)
        if (strcasecmp(protocols[i]->name, name) == 0)
            return protocols[i];
    return NULL;
}
