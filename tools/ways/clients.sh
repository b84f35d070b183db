#!/bin/sh
# clients.sh - starts ./miai with each command of examples/clients and of README's table of board
# programs, and sends the first lines of the client's protocol.  Prints the number of commands that
# answered.

set -eu
top=$(cd "$(dirname "$0")/../.." && pwd)
clients=$top/examples/clients
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
ln -s "$PWD/miai" "$scratch/miai"
ln -s "$PWD/miai" "$scratch/pbrain-miai"
PATH=$scratch:$PATH

for file in "$clients"/*.json; do
    python3 -m json.tool "$file" >/dev/null
done

# The commands, one a line.
commands()
{
    sed -n 's/.*CommandLine = //p' "$clients/cgos.cfg"
    sed -n 's/^engine=//p' "$clients/kgsGtp.properties"
    sed -n "s/.*Player('\(miai[^']*\)').*/\1/p" "$clients/gomill.ctl"
    sed -n 's/.*"engine-command": "\([^"]*\)".*/\1/p' "$clients/lizzie-config.json"
    sed -n 's/.*command: \[\(.*\)\].*/\1/p' "$clients/gtp2ogs.json5" | tr -d '",'
    sed -n 's/.*"args": "\([^"]*\)".*/miai \1/p' "$clients/sabaki.json"
    sed -n "s/.*-black '\([^']*\)'.*/\1/p" "$clients/match-go.sh"
    echo 'miai uci' # cutechess.json, match-*.sh
    sed -n '/^| program | games/,/^$/p' "$top/README.md" | grep -o '`miai[^`]*`\|"miai [^"]*"\|`pbrain-miai`' |
        tr -d '`"'
}

# hello COMMAND: the input of a client.
hello()
{
    case $1 in
    *analysis) echo '{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":5}' ;;
    *uci) printf 'uci\nisready\nposition startpos\ngo nodes 100\n' && sleep 2 && echo quit ;;
    pbrain*) printf 'START 15\nABOUT\nEND\n' ;;
    *) printf 'boardsize 9\ngenmove b\nquit\n' ;;
    esac
}

commands | sort -u >"$scratch/commands"
count=0
while IFS= read -r command; do
    # shellcheck disable=SC2086 # split the command
    hello "$command" | timeout 60 $command >"$scratch/out" 2>&1 &&
        grep -Eq '^= [A-J][1-9]|"id":"a"|^bestmove|name="miai"|^= [a-z][0-9]' "$scratch/out" || {
        echo "clients: \"$command\" does not answer:"
        cat "$scratch/out"
        exit 1
    }
    echo "answers: $command"
    count=$((count + 1))
done <"$scratch/commands"
[ $count -ge 8 ] || echo "clients: the commands were not found"
echo "clients: $count commands answered"
