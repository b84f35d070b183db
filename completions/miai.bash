# Completion of miai's command line for bash.  The program itself lists its options, values and games.

# Prints "NAME VALUE VALUE ..." for each option of --list-options; no values if they are numbers.
_miai_options()
{
    "$1" ${_miai_game:+"--game=$_miai_game"} --list-options 2>/dev/null | awk '
        /^#/ { values = ""; if (match($0, /: [^:]*$/)) values = substr($0, RSTART + 2); next }
        { gsub(/,/, "", values); print $1, (values ~ / to / ? "" : values) }'
}

# Is the value of an option a file?
_miai_is_file()
{
    _miai_options "$1" | grep -qx -e "$2 a file"
}

_miai()
{
    local program=${COMP_WORDS[0]} word name values _miai_game=
    # The values of --rules depend on the game of this command line.
    [[ ! $COMP_LINE =~ \ --game[=\ ]([a-z0-9]+)\  ]] || _miai_game=${BASH_REMATCH[1]}
    # bash splits words at "=", so take the current word from the line.
    word=${COMP_LINE:0:COMP_POINT}
    word=${word##*[[:space:]]}
    COMPREPLY=()
    case $word in
    --game=*) values=$("$program" --list-games 2>/dev/null | awk '{ print $1 }') ;;
    --mode=*) values='gtp uci analysis terminal' ;;
    --from=*) values='sgf pgn epd text' ;;
    --to=*) values='sgf pgn epd text svg png' ;;
    --config=* | --load=* | --state=*)
        mapfile -t COMPREPLY < <(compgen -f -- "${word#*=}")
        return
        ;;
    --*=*)
        name=${word#--}
        if _miai_is_file "$program" "${name%%=*}"; then
            mapfile -t COMPREPLY < <(compgen -f -- "${word#*=}")
            return
        fi
        values=$(_miai_options "$program" | sed -n "s/^${name%%=*} //p")
        ;;
    -*)
        compopt -o nospace
        values="--config= --set --load= --mode= --from= --to= --output= --each --json --region --state= --processor= --sandbox --quit-without-waiting
            --list-games --list-options --help --version $(_miai_options "$program" | awk '{ print "--" $1 "=" }')"
        mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
        return
        ;;
    *)
        if [ "$COMP_CWORD" -eq 1 ]; then
            mapfile -t COMPREPLY < <(compgen -W 'gtp uci analysis bench perft check convert analyze suite problems network
                solve match tournament regret tune book help version' \
                -- "$word")
        fi
        if [[ $COMP_LINE =~ \ (match|tournament)\  ]]; then
            compopt -o nospace
            values='games= parallel= plies= openings= balance= seed= movetime= clock= margin= patience= most=
                table= record='
            [ "${BASH_REMATCH[1]}" = match ] && values+=' sprt= alpha= beta=' || values+=' form='
        fi
        case ${COMP_WORDS[COMP_CWORD - 1]} in
        perft | check | solve) values=$("$program" --list-games 2>/dev/null | awk '{ print $1 }') ;;
        esac
        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "${values-}" -- "$word")
        [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "${word#*=}")
}

complete -F _miai miai
