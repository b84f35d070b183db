#!/bin/sh
# layers_faults.sh - layers.sh reports each kind of fault, planted one at a time in a copy of the
# sources.

. "${srcdir:-.}/tests/support/common.sh"

layers=$srcdir/tests/package/layers.sh
house=$scratch/house

# fault TEXT COMMAND: after the command in a fresh copy, layers.sh fails with the text.
fault()
{
    rm -rf "$house"
    mkdir "$house"
    (cd "$srcdir" && find src protocol program -name '*.[ch]' -o -name README -o -name files.mk) |
        (cd "$srcdir" && tar -cf - -T -) | (cd "$house" && tar -xf -)
    chmod -R u+w "$house"
    (cd "$house" && eval "$2")
    if sh "$layers" "$house" >$scratch/out; then
        fail "fault not reported: $1"
    elif ! grep -q -- "$1" $scratch/out; then
        fail "reported without the text: $1"
    fi
}

# edit FILE SCRIPT: like sed -i, portably.
edit()
{
    sed "$2" "$1" >edited && mv edited "$1"
}

fault 'includes src/search/common/score.h, which the README of base does not' \
    'echo "#include \"search/common/score.h\"" >>src/base/text.h'
fault 'which is nowhere' 'echo "#include \"nowhere.h\"" >>src/base/text.h'
fault 'a cycle of modules:.* base.* contract base' '
    echo "#include \"contract/repetition.h\"" >>src/base/text.h
    edit src/base/README "s/^sees: .*/sees: contract/"'
fault 'src/base: no README' 'rm src/base/README'
fault 'src/base/README: no line "sees: ..."' 'edit src/base/README /^sees:/d'
fault 'sees nowhere, which is not a module' 'edit src/base/README "s/^sees:.*/sees: nowhere/"'
fault 'and includes nothing of it' 'edit src/contract/README "s/^sees:/sees: net/"'
fault 'there is no file gone.c' 'echo "Begin with gone.c." >>src/base/README'
fault 'the name of a game or its rules, "othello"' \
    'echo "const char *planted = \"othello\";" >>src/base/text.c'
fault 'the name of a game or its rules, "tromp-taylor"' \
    'echo "const char *planted = \"tromp-taylor\";" >>protocol/io/words.c'
fault 'the name of a game or its rules, "the squares of gomoku"' \
    'echo "const char *planted = \"the squares of gomoku\";" >>program/convert/picture.c'
fault 'src/base/planted.c: in no files.mk' 'echo >src/base/planted.c'
fault 'files are too many for one module' '
    for i in 1 2 3 4 5 6 7 8 9; do for j in 1 2 3 4; do echo >src/base/planted$i$j.h; done; done'
exit $status
