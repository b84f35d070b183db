#!/bin/sh
# manual.sh - miai-game(7) shows examples/plates.c piece by piece, its output, and the whole of
# main.c.
set -eu
srcdir=${srcdir:-.}
manual=$srcdir/man/miai-game.7

# Each display marked '.\\" plates.c' is a piece of the program.
awk -v source="$srcdir/examples/plates.c" '
    BEGIN { while ((getline line < source) > 0) program = program line "\n" }
    /^\.\\" plates\.c$/ { marked = 1; next }
    marked && /^\.Bd/   { shown = 1; piece = ""; next }
    shown && /^\.Ed/    {
        if (!index(program, piece)) {
            printf "not in plates.c:\n%s", piece
            failed = 1
        }
        marked = shown = 0
        pieces++
        next
    }
    shown { gsub(/\\&/, ""); gsub(/\\e/, "\\"); piece = piece $0 "\n" }
    END { exit failed || pieces < 10 }' "$manual"

shown=$(awk '/^\.\\" main.c$/ { marked = 1; next }
    marked && /^\.Ed/ { exit }
    marked && !/^\.Bd/ { print }' "$manual")
if [ "$shown" != "$(sed 1d "$srcdir/examples/main.c")" ]; then
    printf 'not examples/main.c:\n%s\n' "$shown"
    exit 1
fi

expected=$(awk '/^\.\\" output$/ { marked = 1; next }
    marked && /^\.Ed/ { exit }
    marked && !/^\.Bd/ { print }' "$manual")
printed=$(./examples/plates)
if [ "$printed" != "$expected" ]; then
    printf 'examples/plates prints\n%s\nand the manual says\n%s\n' "$printed" "$expected"
    exit 1
fi

if command -v mandoc >/dev/null; then
    # The struct's members are functions whose names are in parentheses.
    faults=$(mandoc -Tlint -Wwarning "$srcdir"/man/*.[1-9] |
        grep -v 'WARNING: parenthesis in function name' || :)
    if [ -n "$faults" ]; then
        echo "$faults"
        exit 1
    fi
fi
