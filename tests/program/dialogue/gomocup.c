/* Dialogues of Gomocup's protocol. */
#include "script.h"

#include <stdio.h>

static const char *const lines[] = {
    "INFO timeout_turn $e",
    "INFO timeout_match $e",
    "INFO time_left $e",
    "INFO max_memory $e",
    "INFO game_type $n",
    "INFO rule $n",
    "INFO rule $e",
    "INFO evaluate $n,$n",
    "INFO folder $w",
    "INFO max_depth $n",
    "INFO hash_size $n",
    "INFO $w $e",
    "INFO",
    "info rule 0",
    "",
    "INFO rule $w",
    "INFO timeout_turn $t",
    "INFO time_left $t",
    "INFO rule 4",
    "INFO rule 1",
    "INFO rule 8",
};

/* Each of these has an answer. */
static const char *const questions[] = {
    "ABOUT",      "START $s",   "START $e", "RECTSTART $s,$s", "RECTSTART $e,$e", "RESTART",
    "TURN $n,$n", "TURN $n,$e", "TURN $w",  "TAKEBACK $n,$n",  "PLAY $n,$n",      "XYZ $w",
    "BEGIN",      "TURN $n,$n", "TURN",     "TURN $n,$n",      "TURN $n,$n",      "BEGIN",
};

static void ask(struct script *script)
{
    say(script, one_of(script, questions, sizeof questions / sizeof *questions));
    wait_here(script, one_in(script, 6) ? drawn(script, 10) : 0);
}

/* Stones, which the client has in turn, or not. */
static void list(struct script *script)
{
    const char *name = ONE_OF(script, "BOARD", "BOARD", "YXBOARD", "SWAP2BOARD", "SWAP2BOARD");
    int stones = name[0] == 'S' ? drawn(script, 3) * 2 - 1 : drawn(script, 12);
    mi_reply_add(&script->line, name);
    end_line(script);
    if (stones == 1 || one_in(script, 8))
        stones = 3;
    for (int i = 0; i < stones; i++) {
        mi_reply_format(&script->line, "%d,%d", drawn(script, one_in(script, 9) ? 25 : 8),
                        drawn(script, 8));
        if (name[0] != 'S' || one_in(script, 4))
            mi_reply_format(&script->line, ",%d", one_in(script, 20) ? 3 : 1 + i % 2);
        end_line(script);
    }
    say(script, "DONE");
}

static void bound(struct script *script)
{
    say_surely(script, ONE_OF(script, "INFO max_node $n", "INFO thread_num 2", "INFO thread_num 1",
                              "YXSTOP", "STOP"));
}

void write_gomocup(struct script *script)
{
    if (!one_in(script, 6))
        say(script, one_in(script, 2) ? "START $s" : "START 15");
    for (int i = 1 + drawn(script, 20); i > 0; i--)
        switch (drawn(script, 8)) {
        case 0:
            bound(script);
            break;
        case 1:
            list(script);
            break;
        case 2:
        case 3:
            say(script, one_of(script, lines, sizeof lines / sizeof *lines));
            break;
        default:
            ask(script);
        }
    say_surely(script, "DONE"); /* of a list that has no end */
    say_surely(script, "ABOUT");
    if (!one_in(script, 8))
        say_surely(script, "END");
}
