#!/bin/sh
# unload.sh - a program that loads the library, uses much memory and unloads it at once.

. "${srcdir:-.}/tests/support/common.sh"

if [ -n "${SANITIZE_FLAGS-}" ] || [ ! -f .libs/libmiai.so ]; then
    echo "no shared library that a program could load"
    exit 77
fi

cat >$scratch/unload.c <<'END'
#include <dlfcn.h>
#include <miai.h>
#include <time.h>

#define FIND(function) __typeof__(function) *p_##function = \
    (__typeof__(function) *)dlsym(library, #function)

static void wait_for(long milliseconds)
{
    struct timespec time = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

int main(int argc, char **argv)
{
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library)
        return 2;
    FIND(miai_new);
    FIND(miai_free);
    FIND(miai_prepare);
    FIND(miai_set_option);
    miai_engine *engine = p_miai_new();
    p_miai_set_option(engine, "game", "chess");
    p_miai_set_option(engine, "search", "alphabeta");
    p_miai_set_option(engine, "memory", "1024");
    p_miai_prepare(engine);
    wait_for(1000);
    p_miai_free(engine);
    dlclose(library);
    wait_for(200);
    return 0;
}
END

${CC:-cc} -I"$srcdir/src" -o $scratch/unload $scratch/unload.c -ldl ||
    fail "the program cannot be built"
[ $status -ne 0 ] || $scratch/unload "$(pwd)/.libs/libmiai.so" || fail "the program fails: $?"

exit $status
