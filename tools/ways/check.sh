#!/bin/sh
# check.sh [-l] [WAY...] - tries the documented ways to build and run miai: those of the file ways, or the
# given ones with the ways that they continue.  -l lists them.
#
# Prints a line for each: PASS, FAIL with its log, or SKIP with what this machine lacks.  Updates the
# table results.md.  The exit status is 0 if none failed.
#
#   WAYS            the folder for clones, logs and the bare Debian system: ./ways.tmp
#   WAYS_SECONDS    the limit of each command: 3600
#   WAYS_RESULTS    the table to update

set -u
here=$(cd "$(dirname "$0")" && pwd)
top=$(cd "$here/../.." && pwd)
table=$here/ways
results=${WAYS_RESULTS:-$here/results.md}
LC_ALL=C.UTF-8
export LC_ALL
unset MAKEFLAGS MFLAGS MAKELEVEL CDPATH
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# field WAY KEY: the values of these lines of a way.
field()
{
    awk -v way="$1" -v key="$2" '$1 == "way" { inside = $2 == way }
        inside && $1 == key { sub(/^[a-z]+ +/, ""); print }' "$table"
}

all_ways()
{
    awk '$1 == "way" { print $2 }' "$table"
}

# The way that a way continues, or nothing.
parent()
{
    field "$1" from
}

list()
{
    for way in $(all_ways); do
        printf '%-12s %3s min  %s\n' "$way" "$(field "$way" minutes)" "$(field "$way" needs)"
    done
}

# The given ways, or all, in the order of the table, with the ways that they continue.
chosen()
{
    # shellcheck disable=SC2046 # split the names
    [ $# -gt 0 ] || set -- $(all_ways)
    for way; do
        echo "$way"
        [ -z "$(lacks "$way")" ] || continue
        while [ -n "$way" ]; do
            echo "$way"
            way=$(parent "$way")
        done
    done >"$work/chosen"
    all_ways | grep -Fx -f "$work/chosen"
}

# Is the package of that name installed, or can npm install it in the folder of the clones?
has_npm_package()
{
    node -e "require('$1')" 2>/dev/null ||
        { npm install --no-audit --no-fund --ignore-scripts --prefix "$work/npm" "$1" >"$work/npm.log" 2>&1 &&
            node -e "require('$1')" 2>/dev/null; }
}

# lacks WAY: prints what this machine lacks of a way's needs.
lacks()
{
    for need in $(field "$1" needs); do
        case $need in
        root) [ "$(id -u)" = 0 ] || echo "root rights" ;;
        system:*) [ "$(uname -s)" = "${need#*:}" ] || echo "the system ${need#*:}" ;;
        npm:*) has_npm_package "${need#*:}" || echo "the npm package ${need#*:}" ;;
        file:*) [ -e "${need#*:}" ] || echo "${need#*:}" ;;
        *) command -v "$need" >/dev/null 2>&1 || echo "$need" ;;
        esac
    done | paste -sd, - | sed 's/,/, /g'
}

# The bare Debian system, made once.
bare_root()
{
    [ -f "$work/system/made" ] || {
        rm -rf "$work/system"
        debootstrap --foreign --variant=minbase "${WAYS_RELEASE:-bookworm}" "$work/system" &&
            mkdir -p "$work/system/etc/dpkg/dpkg.cfg.d" && # no fsync() for each file: minutes
            echo force-unsafe-io >"$work/system/etc/dpkg/dpkg.cfg.d/unsafe" &&
            chroot "$work/system" /debootstrap/debootstrap --second-stage &&
            cp /etc/resolv.conf "$work/system/etc/resolv.conf" &&
            echo 'APT::Get::Assume-Yes "true";' >"$work/system/etc/apt/apt.conf.d/yes" &&
            : >"$work/system/made"
    }
}

# Sets up the folder of a way: a clone of the last commit, or that of the way which it continues.  In a
# bare system, that is a copy.
prepare()
{
    folder=$work/$(top_of "$1")/miai
    case $(field "$1" in) in
    root)
        bare_root && cp -a "$work/system" "$work/$1" && mkdir "$work/$1/build" || return
        if [ -n "$(parent "$1")" ]; then
            cp -a "$work/$(top_of "$1")/." "$work/$1/build"
        else
            git clone -q "$top" "$work/$1/build/miai"
        fi
        ;;
    bare) bare_root ;;
    esac
    [ "$(field "$1" in)" = root ] || [ -n "$(parent "$1")" ] || git clone -q "$top" "$folder"
}

# The way whose clone a way continues.
top_of()
{
    way=$1
    while [ -n "$(parent "$way")" ]; do
        way=$(parent "$way")
    done
    echo "$way"
}

# execute WAY COMMAND: runs it by the shell in the way's folder.
execute()
{
    if [ "$(field "$1" in)" = root ]; then
        HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin MAKEFLAGS=-j$jobs WAY=/build/miai/tools/ways \
            timeout "${WAYS_SECONDS:-3600}" unshare --mount --pid --fork --kill-child \
            --root="$work/$1" --mount-proc sh -c "cd /build/miai && $2"
    else
        (cd "$folder" && MAKEFLAGS=-j$jobs WAY=$here WAY_LOG=$log WAY_BARE=$work/system \
            timeout "${WAYS_SECONDS:-3600}" sh -c "$2")
    fi </dev/null
}

# Runs the commands of a way; the first fault is in $fault.
try()
{
    fault=
    prepare "$1" >>"$log" 2>&1 || fault="the clone or the bare system was not made"
    field "$1" run >"$work/$1.commands"
    while [ -z "$fault" ] && IFS= read -r command <&3; do
        echo "\$ $command" >>"$log"
        execute "$1" "$command" >>"$log" 2>&1 || fault="$command: status $?"
    done 3<"$work/$1.commands"
    field "$1" prints >"$work/$1.prints"
    while [ -z "$fault" ] && IFS= read -r pattern <&3; do
        grep -v '^\$ ' "$log" | grep -Eq -e "$pattern" || fault="no line of the output is like $pattern"
    done 3<"$work/$1.prints"
}

# What the way's line "measure" prints: sizes.
measure()
{
    command=$(field "$1" measure)
    [ -z "$command" ] || execute "$1" "$command" 2>>"$log" | tr -s '\n' ' ' | sed 's/ $//'
}

# report WAY RESULT TEXT: prints the line, and stores it for the table.
report()
{
    printf '%-4s %-12s %s\n' "$2" "$1" "$3"
    printf '%s\t%s\t%s\t%s\n' "$1" "$(date +%F)" "$commit" "$2${3:+: $3}" >>"$work/new"
}

run_way()
{
    log=$work/$1.log
    : >"$log"
    before=$(parent "$1")
    missing=$(lacks "$1")
    if [ -n "$missing" ]; then
        report "$1" SKIP "this machine lacks $missing"
        return
    elif [ -n "$before" ] && ! grep -q "^$before	.*	PASS" "$work/new"; then
        report "$1" SKIP "the way $before did not pass"
        return
    fi
    began=$(date +%s)
    try "$1"
    if [ -n "$fault" ]; then
        report "$1" FAIL "$fault"
        echo "     $log ends:"
        tail -n 12 "$log" | sed 's/^/     /' | cut -c 1-160
    else
        sizes=$(measure "$1")
        report "$1" PASS "$(($(date +%s) - began)) s${sizes:+; $sizes}"
    fi
}

# Writes the table anew: new results, and the old ones of ways that were not run.
write_results()
{
    {
        sed '/^| /,$d' "$results" 2>/dev/null
        echo '| way | commands | date | commit | result |'
        echo '| --- | --- | --- | --- | --- |'
        for way in $(all_ways); do
            new=$(awk -F '\t' -v way="$way" '$1 == way { print $2 " | " $3 " | " $4 }' "$work/new" | tr -d '`')
            old=$(sed -n "s/^| $way | .* | \([^|]* | [^|]* | [^|]*\) |\$/\1/p" "$results" 2>/dev/null)
            case $old in
            '' | *'never run') old=" | | $(field "$way" otherwise)" ;;
            esac
            case $old in
            *' | ') old=' | | never run' ;;
            esac
            printf '| %s | %s | %s |\n' "$way" "$(field "$way" shown)" "${new:-$old}"
        done
    } >"$work/results" && cp "$work/results" "$results"
}

case ${1-} in
-l) list; exit ;;
-*) sed -n '2,/^$/s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
for way; do
    all_ways | grep -Fqx -e "$way" || { echo "check.sh: no such way: $way (-l lists them)" >&2; exit 2; }
done
commit=$(git -C "$top" rev-parse --short=8 HEAD) || {
    echo "check.sh: the ways begin with a clone: run it in a git repository" >&2
    exit 2
}
mkdir -p "${WAYS:-ways.tmp}" && work=$(cd "${WAYS:-ways.tmp}" && pwd) || exit 2
# With a compiler cache, the clones share what they have in common.
[ ! -d /usr/lib/ccache ] || PATH=/usr/lib/ccache:$PATH
export CCACHE_NOHASHDIR=1
NODE_PATH=${NODE_PATH-}:$work/npm/node_modules
export PATH NODE_PATH
: >"$work/new"
chosen "$@" >"$work/order"
while read -r way <&4; do
    rm -rf "${work:?}/$way"
    run_way "$way"
done 4<"$work/order"
while read -r way; do
    ! grep -q "^$way	.*	PASS" "$work/new" || rm -rf "${work:?}/$way"
done <"$work/order"
write_results
awk -F '\t' '{ n[substr($4, 1, 4)]++ }
    END { print "Testsuite summary for the documented ways"
          print "# PASS: " n["PASS"] + 0; print "# SKIP: " n["SKIP"] + 0; print "# FAIL: " n["FAIL"] + 0
          print "# ERROR: 0"
          exit n["FAIL"] > 0 }' "$work/new"
