/* check_dialogues [FIRST [COUNT [SECONDS]]] - the program in dialogues drawn at random.
 *
 * COUNT dialogues (1, but for SECONDS fewer where the time is over) by the seeds from FIRST on, in
 * all games and protocols, half of them with faults that a broken client might make.  None may
 * crash the program, nor hang it, nor bring it to answers that are not the protocol's.  What does
 * is printed: its seed repeats it, as far as no threads have a part in it.  Without arguments it is
 * some of those that all machines hold. */
#include "judge.h"
#include "tests/support/suite.h"

#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAULTS_MAX = 5, SOME = 100 };

struct place {
    char program[PATH_MAX], folder[PATH_MAX], record[PATH_MAX + 16];
};

/* ---- reports ---- */

/* As printf's escapes have it, within single quotes. */
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

static void print_end(const char *title, const struct mi_reply *text, size_t most)
{
    size_t length = text->length < most ? text->length : most;
    if (length > 0)
        printf("---- %s:\n%s\n", title, text->text + text->length - length);
}

static void report(unsigned long seed, const struct script *script, const struct held *held,
                   const char *fault)
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

static bool write_record(const struct place *place, const struct script *script)
{
    FILE *file = fopen(place->record, "wb");
    if (!file)
        return false;
    if (script->record.length > 0)
        fwrite(script->record.text, 1, script->record.length, file);
    return fclose(file) == 0;
}

/* False: there is a fault. */
static bool hold_seed(const struct place *place, miai_engine *shadow, unsigned long seed)
{
    struct script script = {.shadow = shadow};
    struct held held = {0};
    script_write(&script, seed);
    bool done = write_record(place, &script) && hold(&script, place->program, place->folder, &held);
    const char *fault = done ? judge(&script, &held) : "it could not be held";
    if (fault)
        report(seed, &script, &held, fault);
    held_free(&held);
    script_free(&script);
    return !fault;
}

static bool find_place(struct place *place)
{
    const char *program = getenv("MIAI") ? getenv("MIAI") : "./miai";
    const char *parent = getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp";
    snprintf(place->folder, sizeof place->folder, "%s/dialogues.XXXXXX", parent);
    if (!realpath(program, place->program) || !mkdtemp(place->folder))
        return false;
    snprintf(place->record, sizeof place->record, "%s/game.sgf", place->folder);
    return true;
}

/* What is to be drawn: by the program's words, or by those of MIAI_DIALOGUES. */
struct wish {
    unsigned long first, count;
    double seconds;
};

static struct wish read_wish(int argc, char **argv)
{
    struct wish wish = {1, REPEATED(SOME), 1e9};
    const char *words = getenv("MIAI_DIALOGUES");
    if (argc > 1)
        wish = (struct wish){strtoul(argv[1], NULL, 10), 1, 1e9};
    if (argc > 2)
        wish.count = strtoul(argv[2], NULL, 10);
    if (argc > 3)
        wish.seconds = strtod(argv[3], NULL);
    if (argc == 1 && words)
        sscanf(words, "%lu %lu %lf", &wish.first, &wish.count, &wish.seconds);
    return wish;
}

int main(int argc, char **argv)
{
    const struct wish wish = read_wish(argc, argv);
    unsigned long done = 0;
    double began = now();
    int faults = 0;
    struct place place;
    miai_engine *shadow = miai_new();
    signal(SIGPIPE, SIG_IGN);
    setenv("UBSAN_OPTIONS", "print_stacktrace=1", 0);
    if (!shadow || !find_place(&place)) {
        perror("check_dialogues");
        return EXIT_FAILURE;
    }
    for (; done < wish.count && faults < FAULTS_MAX && now() - began < wish.seconds; done++)
        faults += !hold_seed(&place, shadow, wish.first + done);
    printf("%lu dialogues, %d faults, %.1f s\n", done, faults, now() - began);
    miai_free(shadow);
    remove(place.record);
    remove(place.folder);
    return faults ? EXIT_FAILURE : EXIT_SUCCESS;
}
