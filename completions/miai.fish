# Completion of miai's command line for fish.  The program itself lists its options, values and games.

function __miai_games
    miai --list-games 2>/dev/null | string replace -r '^(\S+)\s+' '$1\t'
end

# The options as "NAME<tab>DESCRIPTION".
function __miai_options
    # The values of --rules depend on the game of this command line.
    miai (commandline -opc | string match -r -- '^--game=.*') --list-options 2>/dev/null | awk '/^#/ { help = substr($0, 3); next }
        { print $1 "\t" help }'
end

# The values of an option; none if they are numbers.
function __miai_values
    __miai_options | string match -r "^$argv[1]\t.*: [^:]* to .*" -q
    or __miai_options | string replace -rf "^$argv[1]\t.*: ([^:]*)\$" '$1' | string split ', '
end

for line in (__miai_options)
    set -l part (string split \t -- $line)
    switch $line
        case 'game	*'
            complete -c miai -x -l game -d $part[2] -a '(__miai_games)'
        case '*: a file'
            complete -c miai -r -F -l $part[1] -d (string replace -r ': a file$' '' -- $part[2])
        case '*'
            complete -c miai -x -l $part[1] -d $part[2] -a "(__miai_values $part[1])"
    end
end
complete -c miai -r -F -l config -d 'read options from a file'
complete -c miai -x -l set -d 'set an option by name'
complete -c miai -r -F -l load -d 'add the games of a module'
complete -c miai -x -l mode -d 'protocol' -a 'gtp uci analysis terminal'
complete -c miai -x -l from -d 'format of IN' -a 'sgf pgn epd text'
complete -c miai -x -l to -d 'format of OUT' -a 'sgf pgn epd text svg png'
complete -c miai -f -l each -d 'solve: also give the result after each move'
complete -c miai -f -l output -r -d 'analyze: folder for the results'
complete -c miai -l json -d 'solve --region: answer as JSON'
complete -c miai -l region -d 'solve: life and death of the group at a point'
complete -c miai -r -F -l state -d 'solve: file to resume from'
complete -c miai -x -l processor -d 'use no better instructions for networks' -a 'plain sse2 avx2 avxvnni avx512 tiles'
complete -c miai -f -l sandbox -d 'give up access to the network and other programs'
complete -c miai -f -l quit-without-waiting -d 'analysis: at the end of input, drop unanswered queries'
complete -c miai -f -l list-games -d 'list the games'
complete -c miai -f -l list-options -d 'list the options and their values'
complete -c miai -f -s h -l help -d 'print help'
complete -c miai -f -s v -l version -d 'print the version'
complete -c miai -n __fish_use_subcommand -a 'gtp uci analysis bench perft check convert analyze suite problems network solve match tournament regret tune book help version'
complete -c miai -f -n '__fish_seen_subcommand_from match tournament' -a 'games= parallel= plies= openings= balance= seed= movetime= clock= margin= patience= most= table= record='
complete -c miai -f -n '__fish_seen_subcommand_from match' -a 'sprt= alpha= beta='
complete -c miai -f -n '__fish_seen_subcommand_from tournament' -a 'form=robin form=gauntlet'
complete -c miai -f -n '__fish_seen_subcommand_from perft check solve' -a '(__miai_games)'
