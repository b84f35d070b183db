#!/bin/sh
# uci_input.sh - UCI: the end of input, long lines, closed files, and nonsense lines.

. "${srcdir:-.}/tests/support/common.sh"

# answers COUNT TITLE: checks that out has that many bestmove lines.
answers()
{
    got=$(grep -c '^bestmove ' $scratch/out || :)
    [ "$got" -eq "$1" ] || fail "$2: $got answers, not $1"
}

# ---- the end of input ----

start=$(now)
printf 'go movetime 2000' | "$miai" --memory=16 >$scratch/out
answers 1 "end of input"
[ $(($(now) - start)) -ge 1 ] || fail "end of input: the search was cut short"

start=$(now)
printf 'go perft 2\n' | "$miai" --game=chess >$scratch/out
grep -q '^Nodes searched: 400$' $scratch/out || fail "end of input: the count was cut short"
printf 'go perft 3\nposition startpos moves e2e4\nquit\n' | "$miai" --game=chess >$scratch/out
grep -q '^Nodes searched: 8902$' $scratch/out || fail "a command after perft: $(tail -n 2 $scratch/out)"
{
    printf 'go perft 12\n'
    sleep 1
    printf 'stop\nquit\n'
} | "$miai" --game=chess >$scratch/out
grep -q '^info string .*the sum is incomplete$' $scratch/out || fail "perft, stopped: $(tail -n 2 $scratch/out)"

for go in 'go infinite' 'go' 'go ponder movetime 10' 'go infinite depth 1'; do
    start=$(now)
    printf '%s\n' "$go" | "$miai" --memory=16 >$scratch/out
    answers 1 "end of input: $go"
    quick "$start" "end of input: $go"
done

# quit does not wait.
start=$(now)
{
    printf 'uci\nposition startpos\ngo movetime 60000\n'
    sleep 1
    printf 'quit\n'
    sleep 1
} | "$miai" --memory=16 >$scratch/out
answers 1 "quit"
quick "$start" "quit"

printf 'uci\nquit' | "$miai" >$scratch/out
grep -q '^uciok$' $scratch/out || fail "quit straight after uci"

# An increment below a second counts: without it the move would take 50 ms.
printf 'position startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 winc 900 binc 900\n' |
    "$miai" --game=chess >$scratch/out
grep -o ' time [0-9]*' $scratch/out | tail -n 1 | awk '$2 < 150 { exit 1 }' || fail "an increment was forgotten"

# ---- closed files ----

{
    printf 'uci\nisready\n'
    sleep 1
    printf 'isready\nisready\n'
} | "$miai" 2>$scratch/out | head -n 1 >/dev/null
[ ! -s $scratch/out ] || fail "broken pipe"
code=0
printf 'uci\nposition startpos\ngo depth 1\n' | "$miai" >&- 2>$scratch/out || code=$?
[ $code -eq 1 ] || fail "closed output: status $code"

# ---- long lines ----

# 20000 moves: the game went on after many repetitions.
{
    printf 'position startpos moves'
    awk 'BEGIN { for (i = 0; i < 5000; i++) printf " g1f3 g8f6 f3g1 f6g8" }'
    printf ' e2e4\ngo depth 2 searchmoves e7e5\n'
} | "$miai" >$scratch/out || fail "long game: status $?"
answers 1 "long game"
grep -q '^bestmove e7e5' $scratch/out || fail "long game: another position"

awk 'BEGIN {
    x = "x"
    while (length(x) < 1000000)
        x = x x
    print "isready"
    print "position fen " x
    print "position startpos moves " x
    print "setoption name " x " value " x
    print "go depth 1 searchmoves " x
    print "go depth 1" x
    print "go nodes 9" x
    print x
    gsub("x", " 9", x)
    print "go wtime" x
}' >$scratch/in
"$miai" <$scratch/in >$scratch/out || fail "long words: status $?"
answers 4 "long words"

head -c 300000 "$miai" | { echo isready; cat; } >$scratch/in
"$miai" <$scratch/in >$scratch/out || fail "a program as input: status $?"

# ---- lines of random words, always the same ones ----

# One best move for each line whose first command is go.
awk -v counts=$scratch/count '
function random(n)
{
    seed = (seed * 16807) % 2147483647
    return seed % n
}

BEGIN {
    seed = 20061
    commands = "position go position go position go uci isready setoption ucinewgame stop " \
               "ponderhit debug register d"
    words = "startpos fen moves name value infinite ponder wtime btime winc binc movestogo depth " \
            "nodes movetime mate searchmoves e2e4 e7e5 g1f3 e1g1 e7e8q 0000 a7a8 (none) 0 1 -1 5 " \
            "40 99999999999 1e3 0x10 nan - / w b KQkq 8/8/8/8/8/8/8/K1k5 " \
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 8/P7/8/8/8/8/8/k1K5 MultiPV 3 true " \
            "false UCI_Chess960 UCI_ShowWDL UCI_AnalyseMode Clear Ponder <empty> xyzzy bestmove " \
            "info string on off later quit stop go position"
    command_count = split(commands, command)
    word_count = split(words, word)
    for (i = 1; i <= command_count; i++)
        is_command[command[i]] = 1
    print "uci"
    for (n = 0; n < 1500; n++) {
        line = random(10) == 0 ? "xyzzy " : ""
        first = random(40) == 0 ? "" : command[1 + random(command_count)]
        line = line first
        for (length_left = random(14); length_left > 0; length_left--) {
            next_word = word[1 + random(word_count)]
            if (first == "" && next_word == "quit")
                continue
            if (first == "" && next_word in is_command)
                first = next_word
            line = line (random(9) == 0 ? "\t  " : " ") next_word
        }
        print line
        answers += first == "go"
    }
    print "isready"
    print answers >counts
}' >$scratch/in
start=$(now)
"$miai" <$scratch/in >$scratch/out || fail "random words: status $?"
answers "$(cat $scratch/count)" "random words"
[ "$(grep -c '^bestmove [a-h(]' $scratch/out)" -eq "$(cat $scratch/count)" ] ||
    fail "random words: a reply that is no move"
tail -n 3 $scratch/out | grep -q '^readyok$' || fail "random words: it does not answer at the end"
grep -v -e '^info ' -e '^id ' -e '^option ' -e '^uciok$' -e '^readyok$' -e '^bestmove ' \
    -e '^   A B C D E F G H$' -e '^ [1-8] .* [1-8]$' -e '^[^ ]* [wb] [^ ]* [^ ]* [0-9]* [0-9]*$' \
    $scratch/out >$scratch/strange || :
[ ! -s $scratch/strange ] || fail "random words: $(head -n 3 $scratch/strange)"

# An endless line is reported, and the next line is obeyed.
{
    head -c 70000000 /dev/zero | tr '\0' x
    printf '\nisready\nquit\n'
} | "$miai" uci >$scratch/out
printf 'info string line too long\nreadyok\n' | cmp - $scratch/out || fail "endless line"

# A position that is too long is rejected, and the one before is not searched.
{
    printf 'position startpos
position startpos moves '
    head -c 70000000 /dev/zero | tr '\0' x
    printf '\nd\ngo depth 1\nquit\n'
} | "$miai" uci >$scratch/out
cat >$scratch/wanted <<END
info string line too long
info string the last position was invalid, so nothing is shown
info string the last position was invalid, so nothing is searched
info depth 0 score cp 0
bestmove (none)
END
cmp $scratch/wanted $scratch/out || fail "long position: $(cat $scratch/out)"

exit $status
