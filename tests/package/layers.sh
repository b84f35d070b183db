#!/bin/sh
# layers.sh [ROOT] - checks the modules, the folders of src/, protocol/ and program/ that have sources.  A
# module
#
#   - has a README with a line "sees: MODULE..." (names as in src/, whole names for protocol/... and
#     program/...; the public headers by their names; or "nothing"), and a files.mk with each of its files;
#   - includes only from itself and from the modules that it sees, and from each of those;
#   - is in no cycle of modules;
#   - has a README that names no missing file.
#
# Names of games and of their rules stand only in the game's own modules.  Exceptions: the list of games,
# the default game, the bench, the commands made for one game, and the words "go", "standard" and "swap".

set -eu
cd "${1:-${srcdir:-.}}"

# Files that may name games, as a REGEX of the path.
exempt='^src/game/games\.[ch]$|^src/engine/(setup/options|think/bench)\.c$|^protocol/(gomocup|katago)/|^protocol/gtp/(kata|kgs|hexgui)\.c$|^program/match/player_gomocup\.c$'

# The names of the games and of their rules, from the games themselves.
names()
{
    sed -n 's/^ *\.name = "\([a-z0-9]*\)",$/\1/p' src/game/*/*.c
    sed -n '/const rules\[\] *=/,/;/s/[^"]*"\([a-z0-9-]*\)"[^"]*/\1 /gp' src/game/*/*.c src/game/*/*/*.c |
        tr -s ' ' '\n' | grep -vx 'standard\|swap'
    sed -n 's/^ *SET([A-Z_]*, "\([a-z0-9-]*\)".*/\1/p' src/game/*/*/*.h
}

find src protocol program -name '*.[ch]' | sort >"${TMPDIR:-/tmp}/layers.$$"
trap 'rm -f "${TMPDIR:-/tmp}/layers.$$"' EXIT

NAMES=$(names | grep . | sort -u | tr '\n' ' ') EXEMPT=$exempt awk '
function folder(path)
{
    return path ~ /\// ? substr(path, 1, length(path) - length(base(path)) - 1) : "."
}

function base(path)
{
    sub(/.*\//, "", path)
    return path
}

# The module of a file, as other modules call it; the public headers are modules of their own.
function module_of(path)
{
    if (path == "src/miai_capabilities.h") # the second part of miai_game.h
        return "miai_game.h"
    if (path ~ /^src\/[^\/]*\.h$/)
        return base(path)
    path = folder(path)
    sub(/^src\//, "", path)
    return path
}

function place(module)
{
    return module ~ /^(protocol|program)(\/|$)/ ? module : "src/" module
}

function wrong(text)
{
    print text
    faults++
}

# The file that an include in a file means: in its own folder, in src/, or from the top.
function target(from, name,    path)
{
    path = folder(from) "/" name
    if (path in file)
        return path
    if ("src/" name in file)
        return "src/" name
    return name in file ? name : ""
}

function read_readme(module,    path, line, found, n, word, i)
{
    path = place(module) "/README"
    while ((getline line <path) > 0) {
        readme[module] = 1
        if (line ~ /^sees:/) {
            found = 1
            sub(/^sees: */, "", line)
            n = split(line, word, " ")
            for (i = 1; i <= n; i++)
                if (word[i] != "nothing")
                    sees[module, word[i]] = 1
        } else
            look_for_files(module, path, line)
    }
    close(path)
    if (!readme[module])
        wrong(place(module) ": no README")
    else if (!found)
        wrong(path ": no line \"sees: ...\"")
}

# Each word of a README that ends like a source must be a file, in the module or from the top.
function look_for_files(module, path, line,    word, n, i, name)
{
    n = split(line, word, /[ \t,;:()]+/)
    for (i = 1; i <= n; i++) {
        name = word[i]
        sub(/\.$/, "", name)
        if (name !~ /^[A-Za-z0-9_\/]+\.(c|h)$/)
            continue
        if (!(place(module) "/" name in file) && !("src/" name in file) && !(name in file))
            wrong(path ": there is no file " name)
    }
}

function read_list(module,    path, line)
{
    path = place(module) "/files.mk"
    while ((getline line <path) > 0) {
        gsub(/[ \t\\]/, "", line)
        listed[line] = 1
    }
    close(path)
}

function read_file(path,    line, quoted, to, from)
{
    from = module_of(path)
    while ((getline line <path) > 0) {
        if (line ~ /^ *# *include *"/) {
            split(line, quoted, "\"")
            if (quoted[2] == "config.h" || quoted[2] ~ /\.inc$/)
                continue
            includes++
            to = target(path, quoted[2])
            if (to == "")
                wrong(path ": includes " quoted[2] ", which is nowhere")
            else if (module_of(to) != from && from != "miai.h") {
                used[from, module_of(to)] = 1
                if (!((from, module_of(to)) in sees))
                    wrong(path ": includes " to ", which the README of " from " does not say it sees")
            }
        } else if (path !~ /^src\/game\// && path !~ exempt)
            look_for_names(path, line)
    }
    close(path)
}

# Names of games in the strings of a line, not in its comments.
function look_for_names(path, line,    n, part, i, word, count, j)
{
    sub(/\/\*.*|^ \*.*|\/\/.*/, "", line)
    if (line !~ /"/)
        return
    n = split(line, part, "\"")
    for (i = 2; i <= n; i += 2) {
        count = split(part[i], word, /[^a-z0-9-]+/)
        for (j = 1; j <= count; j++)
            if (word[j] in name && !(word[j] == "go" && path ~ /uci|terminal/))
                wrong(path ": the name of a game or its rules, \"" part[i] "\"")
    }
}

# Depth-first search; state 1: on the path, 2: done.
function visit(module, way,    other)
{
    state[module] = 1
    for (other in modules)
        if ((module, other) in sees) {
            if (state[other] == 1)
                wrong("a cycle of modules: " way " " module " " other)
            else if (!state[other])
                visit(other, way " " module)
        }
    state[module] = 2
}

BEGIN {
    exempt = ENVIRON["EXEMPT"]
    count = split(ENVIRON["NAMES"], list, " ")
    for (i = 1; i <= count; i++)
        name[list[i]] = 1
    if (count < 7)
        wrong("the names of the games were not found")
}

{
    file[$1] = 1
    if (module_of($1) !~ /^miai(_game)?\.h$/)
        modules[module_of($1)]++
}

END {
    for (module in modules) {
        module_count++
        read_readme(module)
        read_list(module)
        if (modules[module] > 30)
            wrong(place(module) ": " modules[module] " files are too many for one module")
    }
    for (path in file) {
        read_file(path)
        if (!(path in listed) && path !~ /^src\/miai(_game|_capabilities)?\.h$|\/main\.c$/)
            wrong(path ": in no files.mk of its module")
    }
    for (pair in sees) {
        split(pair, two, SUBSEP)
        if (!(two[2] in modules) && two[2] !~ /^miai(_game)?\.h$/)
            wrong(place(two[1]) "/README: sees " two[2] ", which is not a module")
        else if (!(pair in used))
            wrong(place(two[1]) "/README: sees " two[2] ", and includes nothing of it")
    }
    for (module in modules)
        if (!state[module])
            visit(module, "")
    printf "%d modules, %d includes, %d faults\n", module_count, includes, faults
    exit faults > 0 || includes == 0
}' "${TMPDIR:-/tmp}/layers.$$"
