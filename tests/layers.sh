#!/bin/sh
# layers.sh - each include goes in the direction of the arrows: a layer sees those below it alone.

set -eu
cd "${srcdir:-.}"

find src protocol -name '*.[ch]' | sort | xargs grep -n '^ *# *include *"' /dev/null | awk -F: '
# The layer that a file belongs to.
function layer(path)
{
    if (path == "src/miai_game.h")
        return "contract"
    if (path == "src/miai.h")
        return "api"
    if (path ~ /^src\/(history|parts|record)\.[ch]$/)
        return substr(path, 5, length(path) - 6)
    if (path ~ /^src\/game\/[^\/]*\//) {   # a game with a folder of its own
        sub(/^src\//, "", path)
        sub(/\/[^\/]*$/, "", path)
        return path
    }
    if (path ~ /^src\/[a-z]*\//) {
        split(path, part, "/")
        return part[2]
    }
    if (path == "protocol/main.c")
        return "main"
    return path ~ /^protocol\// ? "protocol" : "none"
}

# folder/../name and the like, without the dots.
function plain(path)
{
    while (sub(/[^\/.]+\/\.\.\//, "", path))
        ;
    return path
}

function exists(path,    line, found)
{
    found = (getline line <path) >= 0
    close(path)
    return found
}

# The file that an include in the file named from means.
function target(from, name,    path)
{
    path = from
    sub(/[^\/]*$/, "", path)
    path = plain(path name)
    return exists(path) || !exists("src/" name) ? path : "src/" name
}

BEGIN {
    sees["base"]     = "base contract"
    sees["game"]     = "game base contract"
    sees["parts"]    = "contract"
    sees["history"]  = "history parts base contract"
    sees["net"]      = "net base contract"
    sees["search"]   = "search history parts base contract"
    sees["record"]   = "record history parts base contract"
    sees["check"]    = "check api search history parts base contract"
    sees["api"]      = "api contract"
    sees["engine"]   = "engine api record search net game history parts base contract"
    sees["protocol"] = "protocol api base contract"
    sees["main"]     = "api contract"
}

{
    from = layer($1)
    split($3, quoted, "\"")
    if (quoted[2] == "config.h" || quoted[2] ~ /\.inc$/)
        next
    file = target($1, quoted[2])
    to = layer(file)
    allowed = from ~ /^game\// ? from " " sees["game"] : sees[from]
    if (!exists(file) || index(" " allowed " ", " " to " ") == 0) {
        printf "%s:%d: %s includes %s, %s\n", $1, $2, from, to, file
        wrong++
    }
    seen++
}

END {
    printf "%d includes, %d in a wrong direction\n", seen, wrong
    exit wrong > 0 || seen == 0
}'
