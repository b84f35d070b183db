/* Dialogues of Gomocup's protocol. */
#include "script.h"

#include <stdio.h>

static const char *const unanswered_lines[] = {
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

/* Lines that get a reply. */
static const char *const replied_lines[] = {
    "ABOUT",      "START $s",   "START $e", "RECTSTART $s,$s", "RECTSTART $e,$e", "RESTART",
    "TURN $n,$n", "TURN $n,$e", "TURN $w",  "TAKEBACK $n,$n",  "PLAY $n,$n",      "XYZ $w",
    "BEGIN",      "TURN $n,$n", "TURN",     "TURN $n,$n",      "TURN $n,$n",      "BEGIN",
};

static void add_replied_line(struct script *script)
{
    put_line(script, one_of(script, replied_lines, sizeof replied_lines / sizeof *replied_lines));
    wait_here(script, one_in(script, 6) ? drawn_number(script, 10) : 0);
}

/* Adds a list of stones, usually in turn. */
static void add_stone_list(struct script *script)
{
    const char *name = ONE_OF(script, "BOARD", "BOARD", "YXBOARD", "SWAP2BOARD", "SWAP2BOARD");
    int stones = name[0] == 'S' ? drawn_number(script, 3) * 2 - 1 : drawn_number(script, 12);
    mi_reply_add(&script->line, name);
    end_line(script);
    if (stones == 1 || one_in(script, 8))
        stones = 3;
    for (int i = 0; i < stones; i++) {
        mi_reply_format(&script->line, "%d,%d", drawn_number(script, one_in(script, 9) ? 25 : 8),
                        drawn_number(script, 8));
        if (name[0] != 'S' || one_in(script, 4))
            mi_reply_format(&script->line, ",%d", one_in(script, 20) ? 3 : 1 + i % 2);
        end_line(script);
    }
    put_line(script, "DONE");
}

static void add_limit_or_stop(struct script *script)
{
    put_sure_line(script, ONE_OF(script, "INFO max_node $n", "INFO thread_num 2",
                                 "INFO thread_num 1", "YXSTOP", "STOP"));
}

void write_gomocup(struct script *script)
{
    if (!one_in(script, 6))
        put_line(script, one_in(script, 2) ? "START $s" : "START 15");
    for (int i = 1 + drawn_number(script, 20); i > 0; i--)
        switch (drawn_number(script, 8)) {
        case 0:
            add_limit_or_stop(script);
            break;
        case 1:
            add_stone_list(script);
            break;
        case 2:
        case 3:
            put_line(script, one_of(script, unanswered_lines,
                                    sizeof unanswered_lines / sizeof *unanswered_lines));
            break;
        default:
            add_replied_line(script);
        }
    put_sure_line(script, "DONE"); /* ends an unfinished list */
    put_sure_line(script, "ABOUT");
    if (!one_in(script, 8))
        put_sure_line(script, "END");
}
