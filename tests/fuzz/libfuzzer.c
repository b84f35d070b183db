/* The entry points of libFuzzer, which AFL++ also supports. The program's name (fuzz_gtp) or the
 * environment variable MIAI_FUZZ (MIAI_FUZZ=gtp) selects the target. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

/* A fuzzer's process has only one target. */
static const struct fuzz_target *target;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    const char *name = getenv("MIAI_FUZZ"), *program = strrchr((*argv)[0], '/');
    (void)argc;
    program = program ? program + 1 : (*argv)[0];
    if (!name && strncmp(program, "fuzz_", 5) == 0)
        name = program + 5;
    target = name ? fuzz_find(name) : NULL;
    if (target)
        return 0;
    fprintf(stderr, "MIAI_FUZZ names no target:");
    for (int i = 0; fuzz_at(i); i++)
        fprintf(stderr, " %s", fuzz_at(i)->name);
    fprintf(stderr, "\n");
    exit(1);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    target->run(bytes, size);
    return 0;
}
