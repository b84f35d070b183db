#!/bin/sh
# wine.sh ARGUMENT... - runs the Windows program, MIAI_EXE or miai.exe here, like a native one.

WINEDEBUG=${WINEDEBUG--all}
LC_ALL=C.UTF-8 # the encoding of names for Wine
export WINEDEBUG LC_ALL
exec "${WINE:-wine}" "${MIAI_EXE:-./miai.exe}" "$@"
