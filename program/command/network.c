#include "network.h"

#include "base/file.h"
#include "protocol/io/file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#define MEBI (1024.0 * 1024)

static const double MEASURE_SECONDS = 1;

static void print_speed(const miai_network_facts *facts)
{
    printf("speed      %.*f evaluations per second per thread (%dx%d, %s, %s)\n", facts->rate < 100,
           facts->rate, facts->width, facts->height, facts->arithmetic, facts->kernels);
    printf("work       %.1f million multiplications per evaluation", (double)facts->products / 1e6);
    if (facts->peak > 0)
        printf("; %.0f %% of this processor's peak",
               100 * facts->rate * (double)facts->products / facts->peak);
    putchar('\n');
}

/* The checksum of gzip and of the command crc32. */
static void print_checksum(const char *file)
{
    char error[MI_FILE_MESSAGE];
    size_t length;
    char *bytes = mi_load_large(file, &length, error);
    if (bytes)
        printf("checksum   %08" PRIx32 " (CRC-32 of the file, %.1f MiB)\n",
               mi_crc32(0, bytes, length), (double)length / MEBI);
    free(bytes);
}

bool mi_print_network(miai_engine *engine, const char *file, const char *program)
{
    miai_network_facts facts;
    int error = miai_describe_network(engine, file, MEASURE_SECONDS, &facts);
    if (error != MIAI_OK) {
        mi_print_clean(stderr, "%s: %s: %s\n", program, file, miai_error_reason(engine, error));
        return false;
    }
    mi_print_clean(stdout, "file       %s\n", file);
    printf("kind       %s\n", facts.kind);
    if (facts.name[0])
        mi_print_clean(stdout, "name       %s\n", facts.name);
    printf("plays      %s (it sees %s)\n", facts.games, facts.encoding);
    if (facts.metadata > 0)
        puts("players    human: select them by --human-profile; --human-network combines it with "
             "another network");
    printf("shape      %d blocks of %d channels, %" PRIu64 " weights\n", facts.blocks,
           facts.channels, facts.weights);
    printf("memory     %.1f MiB, plus %.1f MiB per thread\n", (double)facts.bytes / MEBI,
           (double)facts.thread_bytes / MEBI);
    print_speed(&facts);
    print_checksum(file);
    return true;
}
