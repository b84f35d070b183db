#!/bin/sh
# completions.sh - shell completions: the words that bash and fish offer, if they are installed; zsh
# must be able to read its file.

. "${srcdir:-.}/tests/support/common.sh"
folder=$srcdir/completions
mkdir "$scratch/bin"
printf '#!/bin/sh\nexec "%s" "$@"\n' "$(cd "$(dirname "$miai")" && pwd)/$(basename "$miai")" \
    >"$scratch/bin/miai"
chmod +x "$scratch/bin/miai"
PATH=$PWD/$scratch/bin:$PATH
export PATH

# offers SHELL WANTED LINE: the shell completes the line by these words, separated by spaces.
offers()
{
    case $1 in
    bash)
        bash --norc -c '. "$1"; compopt() { :; }; COMP_LINE=$2; COMP_POINT=${#2}
            read -r -a COMP_WORDS <<<"$2"; COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _miai; printf "%s " "${COMPREPLY[@]}"' - "$folder/miai.bash" "$3" >$scratch/out
        ;;
    fish)
        HOME=$PWD/$scratch fish --no-config -c 'source $argv[1]; complete -C $argv[2]' \
            "$folder/miai.fish" "$3" | cut -f 1 | sed 's/^--[a-z]*=\(.\)/\1/' | tr '\n' ' ' >$scratch/out
        ;;
    esac
    grep -qx "$2" $scratch/out || fail "$1 offers for \"$3\", instead of \"$2\": $(cat $scratch/out)"
}

for shell in bash fish; do
    if ! command -v $shell >/dev/null; then
        echo "$shell is not installed: skipped"
        continue
    fi
    offers $shell 'connect4 ' 'miai --game=con'
    offers $shell "$srcdir/NEWS " "miai --network=$srcdir/NEW"
    offers $shell 'mcts ' 'miai --search=mc'
    offers $shell '.*-list-games ' 'miai --list-ga'
    offers $shell '.*-book-depth=* ' 'miai --book-d'
    offers $shell 'svg ' 'miai --to=sv'
    offers $shell 'analyze ' 'miai analyz'
    offers $shell 'tictactoe ' 'miai perft tic'
    offers $shell 'renju ' 'miai --game=gomoku --rules=ren'
    offers $shell 'movetime= ' 'miai match movet'
    offers $shell 'sprt= ' 'miai match games=2 spr'
done
if command -v zsh >/dev/null; then
    zsh -n "$folder/_miai" || fail "zsh cannot read its file"
fi

exit $status
