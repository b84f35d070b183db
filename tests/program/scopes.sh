#!/bin/sh
# scopes.sh - each protocol offers exactly the options that apply to the current game and search:
# all of a scope of --list-options, or none.

. "${srcdir:-.}/tests/support/common.sh"

"$miai" --list-options >$scratch/options
# named TITLE: the options under that title.
named()
{
    awk -v title="# ---- $1 ----" '
        /^# ---- / { inside = $0 == title }
        inside && !/^#/ { print $1 }' $scratch/options
}

alphabeta=$(named 'Alpha-beta')
tree=$(named 'The tree of Monte Carlo')
network=$(named 'The tree with a network')
resign=$(named 'When it resigns')
game_options=$(named 'What is played')

# list_offered CONFIGURATION ARGUMENT...: what a client is offered, as lines "PROTOCOL CONFIGURATION
# OPTION", with miai's names.
list_offered()
{
    configuration=$1
    shift
    printf 'uci\nquit\n' | "$miai" "$@" uci | sed -n "
        s/SyzygyProbeDepth/probe-depth/; s/PolicyTemperature/policy-temperature/
        s/^option name \(.*\) type .*/uci $configuration \1/p" >>$scratch/offered
    printf '1 miai-params\n2 miai-param\n3 kata-list-params\n4 kata-get-params\nquit\n' | "$miai" "$@" gtp |
        awk -v end="$configuration" '
            function offer(name) { print protocol, end, name }
            sub(/^=1 /, "") { protocol = "miai-params" }
            sub(/^=2 /, "") { protocol = "miai-param" }
            sub(/^=3 /, "") { protocol = "kata-list-params" }
            sub(/^=4 /, "") { protocol = "kata-get-params" }
            protocol == "miai-params" && match($0, /\[[a-z].*\] [a-z-]* /) {
                sub(/.*\[[a-z].*\] /, "")
                offer($1)
            }
            protocol == "miai-param" { offer($1) }
            protocol == "kata-list-params" { for (i = 1; i <= NF; i++) offer($i) }
            protocol == "kata-get-params" {
                n = split($0, part, /[,{]/)
                for (i = 1; i <= n; i++)
                    if (split(part[i], word, "\"") >= 3 && word[1] == "")
                        offer(word[2])
            }' >>$scratch/offered
}

for what in chess-auto chess-alphabeta chess-mcts chess-minimax chess-flat gomoku-mcts othello-mcts go-auto go-alphabeta; do
    list_offered $what --game=${what%-*} --search=${what#*-}
done

# scope TITLE NAMES: exactly one of the titles applies.
scope()
{
    [ -n "$2" ] || fail "no options of $1"
    printf '%s\n' "$2" | sed "s/^/$1 /" >>$scratch/scopes
}

scope alpha-beta "$alphabeta"
scope tree "$tree"
scope network "$network"
scope resign "$resign"
scope position "$(printf '%s\n' "$game_options" | grep -vx game)"

# What each should be offered: the configuration, "all" or "none", and scopes.
cat >$scratch/wanted <<'END'
chess-auto all alpha-beta
chess-auto none tree network
chess-alphabeta all alpha-beta
chess-alphabeta none tree network
chess-mcts all tree network
chess-mcts none alpha-beta
gomoku-mcts all tree
gomoku-mcts all network
othello-mcts all tree
othello-mcts none network
go-auto all tree network position
go-auto none alpha-beta
go-alphabeta none tree network
chess-minimax none alpha-beta tree
chess-flat none alpha-beta tree
chess-flat all resign
END
# GoGui's dialog does not include the position, and resigning exists in GTP only.
awk '
    FNR == 1 { file++ }
    file == 1 { member[$1, ++size[$1]] = $2; next }
    file == 2 { offered[$1, $2, $3] = 1; count[$1, $2]++; next }
    {
        for (p = split("uci miai-param kata-list-params kata-get-params miai-params", protocol, " "); p > 0; p--) {
            if (count[protocol[p], $1] < 5 || !offered[protocol[p], $1, "search"])
                print protocol[p] " " $1 ": no list"
            for (i = 3; i <= NF; i++) {
                n = 0
                for (k = 1; k <= size[$i]; k++)
                    n += (protocol[p], $1, member[$i, k]) in offered
                wanted = $2 == "all" ? size[$i] : 0
                if (protocol[p] == "miai-params" && $i == "position")
                    continue
                if (protocol[p] == "uci" && $i == "resign")
                    wanted = 0
                if (n != wanted)
                    print protocol[p] " " $1 ": " n " of the " size[$i] " options of " $i
            }
        }
    }' $scratch/scopes $scratch/offered $scratch/wanted >$scratch/wrong
[ ! -s $scratch/wrong ] || fail "$(cat $scratch/wrong)"

# The options offered change with the game and the search; the others can be set all the same.
printf 'setoption name search value mcts\nuci\nsetoption name UCI_Variant value othello\nuci
setoption name search value auto\nuci\nsetoption name rave-equivalence value 7\nsetoption name search value mcts\nuci\n' |
    "$miai" uci | sed -n 's/^option name \(rave-equivalence\|selective\|EvalFile\) type .* default \([a-z0-9]*\).*/\1 \2/p
        s/^uciok/-/p; s/^info string.*/info/p' | tr '\n' ' ' >$scratch/seen
wanted='EvalFile auto rave-equivalence auto - EvalFile auto rave-equivalence auto - EvalFile auto selective auto - '
wanted="${wanted}info EvalFile auto rave-equivalence 7 - "
[ "$(cat $scratch/seen)" = "$wanted" ] || fail "one after the other: $(cat $scratch/seen)"

exit $status
