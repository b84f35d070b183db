#!/bin/sh
# scopes.sh - each protocol offers the options that mean something for the game and the search that
# are on, and no others: all of a scope, as --list-options has it, or none.

. "${srcdir:-.}/tests/support/common.sh"

# named TITLE: the options under that title.
named()
{
    "$miai" --list-options | awk -v title="# ---- $1 ----" '
        /^# ---- / { inside = $0 == title }
        inside && !/^#/ { print $1 }'
}

alphabeta=$(named 'Alpha-beta')
# Without libfathom chess has no tables to probe.
grep -q '^#define HAVE_FATHOM 1' config.h || alphabeta=$(printf '%s\n' "$alphabeta" | grep -vx probe-depth)
tree=$(named 'The tree of Monte Carlo')
network=$(named 'The tree with a network')
resign=$(named 'When it resigns')
game=$(named 'What is played')

# offer PROTOCOL ARGUMENT...: sets list to what a client is offered, miai's names for it.
offer()
{
    protocol=$1
    shift
    case $protocol in
    uci)
        list=$(printf 'uci\nquit\n' | "$miai" "$@" uci |
            sed -n 's/SyzygyProbeDepth/probe-depth/; s/PolicyTemperature/policy-temperature/; s/^option name \(.*\) type .*/\1/p')
        ;;
    miai-params)
        list=$(printf 'miai-params\nquit\n' | "$miai" "$@" gtp |
            sed -n 's/.*\[[a-z].*\] \([a-z-]*\) .*/\1/p')
        ;;
    miai-param)
        list=$(printf 'miai-param\nquit\n' | "$miai" "$@" gtp | sed 's/^= //; s/ .*//')
        ;;
    kata-list-params)
        list=$(printf 'kata-list-params\nquit\n' | "$miai" "$@" gtp | sed 's/^= //' | tr ' ' '\n')
        ;;
    kata-get-params)
        list=$(printf 'kata-get-params\nquit\n' | "$miai" "$@" gtp | tr ',{' '\n\n' |
            sed -n 's/^"\([^"]*\)":.*/\1/p')
        ;;
    esac
    case "$list" in
    *search*) ;;
    *) fail "$protocol $*: no list" ;;
    esac
    now="$protocol $*"
}

# count NAMES: how many of them are offered.
count()
{
    n=$(printf '%s\n' "$list" | sort -u | grep -cxF -e "$1") || :
}

all()
{
    count "$2"
    [ -n "$2" ] && [ $n -eq "$(printf '%s\n' "$2" | grep -c '')" ] ||
        fail "$now: $n of the options of $1"
}

none()
{
    count "$2"
    [ -n "$2" ] && [ $n -eq 0 ] || fail "$now: $n of the options of $1"
}

for protocol in uci miai-param kata-list-params kata-get-params miai-params; do
    for search in auto alphabeta; do
        offer $protocol --game=chess --search=$search
        all alpha-beta "$alphabeta"
        none 'the tree' "$tree"
        none networks "$network"
    done
    offer $protocol --game=chess --search=mcts
    none alpha-beta "$alphabeta"
    all 'the tree' "$tree"
    all networks "$network"
    offer $protocol --game=gomoku --search=mcts
    all 'the tree' "$tree"
    none networks "$network"

    offer $protocol --game=go
    none alpha-beta "$alphabeta"
    all 'the tree' "$tree"
    all networks "$network"
    [ $protocol = miai-params ] || all 'the position' "$(printf '%s\n' "$game" | grep -v game)"
    offer $protocol --game=go --search=alphabeta
    none 'the tree' "$tree"
    none networks "$network"

    for search in minimax flat; do
        offer $protocol --game=chess --search=$search
        none alpha-beta "$alphabeta"
        none 'the tree' "$tree"
    done

    # Resigning is said over GTP alone.
    if [ $protocol = uci ]; then
        none resigning "$resign"
    else
        all resigning "$resign"
    fi
done

# What counts changes with the game and the search; what does not is taken all the same.
printf 'setoption name search value mcts\nuci\nsetoption name UCI_Variant value othello\nuci
setoption name search value auto\nuci\nsetoption name rave value 7\nsetoption name search value mcts\nuci\n' |
    "$miai" uci | sed -n 's/^option name \(rave\|selective\|EvalFile\) type .* default \([a-z0-9]*\).*/\1 \2/p
        s/^uciok/-/p; s/^info string.*/info/p' | tr '\n' ' ' >$scratch/seen
wanted='EvalFile auto rave auto - EvalFile auto rave auto - EvalFile auto selective auto - '
wanted="${wanted}info EvalFile auto rave 7 - "
[ "$(cat $scratch/seen)" = "$wanted" ] || fail "one after the other: $(cat $scratch/seen)"

exit $status
