/* check_dialogues [FIRST [COUNT [SECONDS]]] - runs the program in random dialogues.
 *
 * Runs COUNT dialogues (default 1; fewer after SECONDS) with the seeds from FIRST on, in all games
 * and protocols.  Half of them have faults that a broken client might make.  No dialogue may crash
 * or hang the program, or make it violate the protocol.  Those that do are printed; their seed
 * repeats them, unless they depend on threads.  Without arguments, runs a fixed set of dialogues.
 */
#include "judge.h"
#include "tests/support/suite.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MAX_FAULTS = 5, DEFAULT_COUNT = 100 };

struct workplace {
    char program[PATH_MAX], folder[PATH_MAX], record[PATH_MAX + 16];
};

/* ---- reports ---- */

/* Prints the input with printf's escapes, for use in single quotes. */
static void print_input(const struct script *script)
{
    for (size_t i = 0; i < script->input.length; i++) {
        unsigned char byte = (unsigned char)script->input.text[i];
        if (byte == '\n')
            printf("\\n'\\\n'");
        else if (byte < ' ' || byte >= 127 || byte == '\'')
            printf("\\%03o", byte);
        else
            printf(byte == '%' ? "%%%%" : byte == '\\' ? "\\\\" : "%c", byte);
    }
}

static void print_end(const char *title, const struct mi_reply *text, size_t max)
{
    size_t length = text->length < max ? text->length : max;
    if (length > 0)
        printf("---- %s:\n%s\n", title, text->text + text->length - length);
}

static void report_fault(unsigned long seed, const struct script *script,
                         const struct script_result *held, const char *fault)
{
    printf("==== check_dialogues %lu: %s (status %#x)\nprintf '", seed, fault, held->status);
    print_input(script);
    printf("' | miai");
    for (int i = 0; i < script->arguments; i++)
        printf(" %s", script->argument[i]);
    printf("\n");
    print_end("game.sgf", &script->record, 2000);
    print_end("the end of its output", &held->output, 1000);
    print_end("the end of its errors", &held->errors, 6000);
    fflush(stdout);
}

/* ---- a dialogue ---- */

static bool write_record(const struct workplace *workplace, const struct script *script)
{
    FILE *file = fopen(workplace->record, "wb");
    if (!file)
        return false;
    if (script->record.length > 0)
        fwrite(script->record.text, 1, script->record.length, file);
    return fclose(file) == 0;
}

/* Runs the dialogue of a seed; false if there is a fault. */
static bool run_seed(const struct workplace *workplace, miai_engine *shadow, unsigned long seed)
{
    struct script script = {.shadow = shadow};
    struct script_result held = {0};
    script_write(&script, seed);
    bool done = write_record(workplace, &script) &&
                run_script(&script, workplace->program, workplace->folder, &held);
    const char *fault = done ? judge_script(&script, &held) : "the dialogue could not be run";
    if (fault)
        report_fault(seed, &script, &held, fault);
    script_result_free(&held);
    script_free(&script);
    return !fault;
}

static bool make_workplace(struct workplace *workplace)
{
    const char *program = getenv("MIAI") ? getenv("MIAI") : "./miai";
    const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(workplace->folder, sizeof workplace->folder, "%s/dialogues.XXXXXX", parent);
    if (!realpath(program, workplace->program) || !mkdtemp(workplace->folder))
        return false;
    snprintf(workplace->record, sizeof workplace->record, "%s/game.sgf", workplace->folder);
    return true;
}

/* Which dialogues to run: from the arguments, or from MIAI_DIALOGUES. */
struct selection {
    unsigned long first, count;
    double seconds;
};

static struct selection read_selection(int argc, char **argv)
{
    struct selection selection = {1, REPEATED(DEFAULT_COUNT), 1e9};
    const char *words = getenv("MIAI_DIALOGUES");
    if (argc > 1)
        selection = (struct selection){strtoul(argv[1], NULL, 10), 1, 1e9};
    if (argc > 2)
        selection.count = strtoul(argv[2], NULL, 10);
    if (argc > 3)
        selection.seconds = strtod(argv[3], NULL);
    if (argc == 1 && words)
        sscanf(words, "%lu %lu %lf", &selection.first, &selection.count, &selection.seconds);
    return selection;
}

int main(int argc, char **argv)
{
    const struct selection selection = read_selection(argc, argv);
    unsigned long done = 0;
    double began = now();
    int faults = 0;
    struct workplace workplace;
    miai_engine *shadow = miai_new();
    signal(SIGPIPE, SIG_IGN);
    setenv("UBSAN_OPTIONS", "print_stacktrace=1", 0);
    if (!shadow || !make_workplace(&workplace)) {
        perror("check_dialogues");
        return EXIT_FAILURE;
    }
    for (; done < selection.count && faults < MAX_FAULTS && now() - began < selection.seconds;
         done++)
        faults += !run_seed(&workplace, shadow, selection.first + done);
    printf("%lu dialogues, %d faults, %.1f s\n", done, faults, now() - began);
    miai_free(shadow);
    remove(workplace.record);
    remove(workplace.folder);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
