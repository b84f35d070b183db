#!/bin/sh
# wine.sh ARGUMENT... - the program for Windows, MIAI_EXE or miai.exe here, as a program of this
# system's.

WINEDEBUG=${WINEDEBUG--all}
LC_ALL=C.UTF-8 # how Wine takes names
export WINEDEBUG LC_ALL
exec "${WINE:-wine}" "${MIAI_EXE:-./miai.exe}" "$@"
