/* Checks for the dialogues of all protocols. */
#include "judge.h"

#include <string.h>
#include <sys/wait.h>

/* Messages that sanitizers print before they end the program. */
static bool has_report(const struct mi_reply *errors)
{
    static const char *const words[] = {"Sanitizer", "runtime error"};
    for (int i = 0; errors->length > 0 && i < 2; i++)
        if (strstr(errors->text, words[i]))
            return true;
    return false;
}

const char *judge_script(const struct script *script, const struct script_result *held)
{
    const char *output = held->output.length > 0 ? held->output.text : "";
    if (has_report(&held->errors))
        return "a sanitizer's report";
    if (held->late)
        return "it does not end";
    if (WIFSIGNALED(held->status))
        return "ended by a signal";
    if (!WIFEXITED(held->status) || WEXITSTATUS(held->status) != 0)
        return "ended with a status that is not 0";
    return (script->protocol == GTP ? judge_gtp : judge_lines)(script, output, held->output.length);
}
