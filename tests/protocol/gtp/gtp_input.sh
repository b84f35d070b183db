#!/bin/sh
# gtp_input.sh - input during a search, the end of input, and invalid input.
#
# Time limits are generous: a search of 30 seconds that ends within 15 was stopped.

. "${srcdir:-.}/tests/support/common.sh"

# replies COUNT TITLE: checks that out has that many complete replies.
replies()
{
    got=$(grep -c '^[=?]' $scratch/out || :)
    ends=$(grep -c '^$' $scratch/out || :)
    [ "$got" -eq "$1" ] && [ "$ends" -eq "$1" ] || fail "$2: $got replies, $ends ends, not $1"
}

# bytes COUNT CHARACTER: writes that many characters, without a newline.
bytes()
{
    awk -v n="$1" -v c="$2" 'BEGIN {
        s = c
        while (length(s) < n)
            s = s s
        printf "%s", substr(s, 1, n)
    }'
}

# These tests are about input, so they do without the network, which takes a while to load.
none=--network=none

# ---- the bytes of replies ----

printf 'name\n7 name\nclear_board\n8 clear_board\nnothing\n9 nothing\n' | "$miai" $none >$scratch/out
printf '= miai\n\n=7 miai\n\n= \n\n=8 \n\n? unknown command\n\n?9 unknown command\n\n' |
    cmp - $scratch/out || fail "bytes of replies"

# No carriage return, tab or other control character, and no empty line inside a reply.
printf 'showboard\r\nlist_commands\r\nprintsgf\r\nmiai-param\r\nmiai-stats\r\nquit\r\n' |
    "$miai" $none >$scratch/out
tr -d '\n -~' <$scratch/out >$scratch/strange
[ ! -s $scratch/strange ] || fail "control characters"
replies 6 "reports"

# ---- interrupt, quit, the end of input ----

start=$(now)
{
    printf 'genmove b\n'
    sleep 1
    printf '# interrupt\n'
    sleep 1
    printf 'name\n'
} | "$miai" $none --size=5 --time=30 >$scratch/out
replies 2 "interrupt"
quick "$start" "interrupt"

# An error of syntax names the arguments that are right, for every command.
printf 'list_commands\n' | "$miai" gtp | sed 's/^= //' | while read -r name; do
    [ -z "$name" ] || [ "$name" = gomill-savesgf ] || echo "$name ? ? ? ? ? ? ? ?"
done >$scratch/in
"$miai" $none --playouts=1 gtp <$scratch/in >$scratch/out
! grep '^? syntax error$' $scratch/out || fail "an error of syntax without the right arguments"
printf 'play b\nundo 2\n' | "$miai" gtp >$scratch/out
grep -qx '? syntax error: expected: play b|w VERTEX' $scratch/out || fail "$(cat $scratch/out)"
grep -qx '? syntax error: undo takes no arguments' $scratch/out || fail "$(cat $scratch/out)"

# The error for a file describes its content, whatever words its name contains.
echo '(;GM[1]SZ[5];B[memory])' >$scratch/memory.sgf
[ "$(echo "loadsgf $scratch/memory.sgf" | "$miai" $none)" = \
    '? cannot load file: move 1, memory, is not a legal move of Go' ] || fail "the error for a bad move"

# Live graphics for GoGui are written to standard error.
printf 'miai-params play live-gfx 1\ngenmove b\nmiai-params play live-gfx 0\ngenmove w\nquit\n' |
    "$miai" $none --size=5 --time=0.8 --ponder=false >$scratch/out 2>$scratch/err
replies 5 "live pictures"
[ "$(grep -c '^gogui-gfx:$' $scratch/err)" -ge 1 ] &&
    [ "$(grep -c '^VAR b [A-E][1-5]' $scratch/err)" -eq "$(grep -c '^gogui-gfx:$' $scratch/err)" ] &&
    [ "$(grep -c '^TEXT mcts: value ' $scratch/err)" -eq "$(grep -c '^gogui-gfx:$' $scratch/err)" ] ||
    fail "live pictures: $(cat $scratch/err)"

# Live graphics for HexGui precede the reply, until HexGui interrupts.
start=$(now)
{
    printf 'gogui-gfx-analyze black\n'
    arrive '^gogui-gfx: kata info'
    printf '# interrupt\n'
    sleep 1
    printf 'name\n'
} | "$miai" $none --game=hex --size=7 >$scratch/out
quick "$start" "drawn search"
info='info move [a-g][1-7] visits [0-9]* winrate [01][.][0-9]* scoreLead 0 order [0-9]*'
[ "$(grep -c "^gogui-gfx: kata\( $info\)*\$" $scratch/out)" -ge 2 ] &&
    grep -q "^gogui-gfx: kata $info" $scratch/out || fail "drawn search: its pictures"
[ "$(grep '^[=?]' $scratch/out | sed 's/[0-9.]*%, visits .*/%/')" = "$(
    printf '= %s: %%\n= miai' "$(sed -n 's/^= \([a-g][1-7]\):.*/\1/p' $scratch/out)"
)" ] || fail "drawn search: its reply"

# An interrupt while idle does not stop later searches.
start=$(now)
{
    printf '# interrupt\n'
    sleep 1
    printf 'genmove b\n'
} | "$miai" $none --size=9 --time=2 >$scratch/out
replies 1 "idle interrupt"
[ $(($(now) - start)) -ge 2 ] || fail "idle interrupt: the search was cut short"

# A quit after a pause stops the search, which still replies with its move.
start=$(now)
{
    printf '1 genmove b\n'
    sleep 1
    printf '2 quit\n'
    sleep 1
} | "$miai" $none --size=5 --time=30 >$scratch/out
replies 2 "quit while searching"
quick "$start" "quit while searching"
grep -q '^=2 $' $scratch/out || fail "quit while searching: no reply to quit"

# The same if the line of quit is unfinished.
start=$(now)
{
    printf '1 genmove b\n'
    sleep 1
    printf '2 quit'
} | "$miai" $none --size=5 --time=30 >$scratch/out
replies 2 "unfinished quit while searching"
quick "$start" "unfinished quit while searching"

# In a script, quit waits for earlier commands, however the script is split into reads.
start=$(now)
{
    sleep 1
    echo 'genmove b'
    echo 'genmove w'
    echo 'quit'
} | "$miai" $none --size=9 --time=1 >$scratch/out
replies 3 "script"
[ $(($(now) - start)) -ge 2 ] || fail "script: the searches were cut short"

# The end of input lets a search finish.
start=$(now)
printf 'genmove b' | "$miai" $none --size=9 --time=1.5 >$scratch/out
replies 1 "end of input"
[ $(($(now) - start)) -ge 1 ] || fail "end of input: the search was cut short"

# Commands that arrive during a search are answered in order.
{
    printf '1 genmove b\n'
    sleep 1
    printf '2 name\n3 showboard\n'
} | "$miai" $none --size=5 --time=2 >$scratch/out
sed -n 's/^\(=[0-9]*\).*/\1/p' $scratch/out | tr -d '\n' >$scratch/ids
[ "$(cat $scratch/ids)" = '=1=2=3' ] || fail "order of replies"

printf 'name' | "$miai" $none >$scratch/out
replies 1 "unfinished last line"

# Any input ends an analysis: the end of input, quit, a closed output.
start=$(now)
printf 'kata-analyze 5' | "$miai" $none --size=9 >$scratch/out
replies 1 "analysis: end of input"
rm $scratch/out
{
    printf 'lz-analyze 5\n'
    arrive '^info move '
    printf 'quit\n'
} | "$miai" --game=connect4 >$scratch/out
replies 2 "analysis: quit"
grep -q '^info move ' $scratch/out || fail "analysis: no report"
rm $scratch/out
{
    printf 'analyze 5\n'
    arrive '^info move '
} | "$miai" $none --size=9 | head -n 2 >$scratch/out
grep -q '^info move ' $scratch/out || fail "analysis: no report to a reader who goes"
quick "$start" "analysis"

for input in '' '\n' '#' '# interrupt' '   ' '\n\n\n'; do
    printf "$input" | "$miai" $none >$scratch/out
    [ ! -s $scratch/out ] || fail "input without a command"
done

# ---- clocks ----

# Each colour has its own clock; clear_board restarts both, and boardsize keeps the settings.
{
    printf 'time_settings 20 0 0\nboardsize 9\ntime_left b 0 0\n'
    printf 'genmove w\n11 miai-stats\ngenmove b\n12 miai-stats\n'
    printf 'clear_board\ngenmove b\n13 miai-stats\n'
} | "$miai" $none --time=30 >$scratch/out
awk '/^=1[123] / { id = substr($1, 2) }
     /^seconds /  { used[id] = $2 }
     END          { exit !(used[11] > 0.2 && used[12] < used[11] && used[13] > 0.2) }' \
    $scratch/out || fail "clocks"

# ---- pondering ----

# pondered: succeeds if the program used more than 0.3 CPU seconds between its replies 2 and 5.
pondered()
{
    awk '/^=2 / { before = $2 }
         /^=5 / { after = $2 }
         END    { exit !(after - before > 0.3) }' $scratch/out
}

# ponder SECONDS ARGUMENT...: the program thinks on the opponent's time after its first generated move,
# but not after an undo or clear_board.  Any input is answered at once, and pondering writes nothing.
# The CPU time and the output are left in the file used.  Pondering may take up to that many seconds to
# show, since a busy machine may give the program little time.
ponder()
{
    seconds=$1
    shift
    start=$(now)
    {
        printf '1 cputime\nplay b c3\n'
        sleep 1
        printf '2 cputime\n3 genmove w\n4 miai-stats\n'
        asked=0
        while [ $asked -lt "$seconds" ] && ! pondered; do
            sleep 1
            printf '5 cputime\n'
            asked=$((asked + 1))
        done
        echo $asked >$scratch/asked
        printf '\n\n6 miai-stats\nplay b d2\ngenmove w\n7 name\n'
        sleep 1
        printf 'undo\n8 cputime\n'
        sleep 1
        printf '9 cputime\nclear_board\n'
        sleep 1
        printf '10 cputime\ngenmove b\n'
    } | "$miai" $none --size=9 --playouts=20 "$@" >$scratch/out
    asked=$(cat $scratch/asked)
    quick $((start + asked - 2)) "pondering"
    replies $((15 + asked)) "pondering"
    awk '/^=[0-9]+ [0-9.]+$/ { used[substr($1, 2)] = $2 }
         /^=[0-9]+ search/   { id = substr($1, 2) }
         /^playouts /        { playouts[id] = $2 }
         END {
             print used[2] - used[1], used[5] - used[2], used[9] - used[8], used[10] - used[9],
                   playouts[4], playouts[6]
         }' $scratch/out >$scratch/used
}

ponder 60 --ponder=true
awk '{ exit !($1 < 0.3 && $2 > 0.3 && $3 < 0.3 && $4 < 0.3 && $5 == 20 && $6 == 20) }' \
    $scratch/used || fail "pondering: $(cat $scratch/used)"
ponder 2
awk '{ exit !($2 < 0.3) }' $scratch/used || fail "no pondering: $(cat $scratch/used)"

# The end of input ends pondering, too.
start=$(now)
printf 'genmove b\n' | "$miai" $none --size=9 --playouts=50 --ponder=true >$scratch/out
{
    printf 'genmove b\n'
    sleep 1
} | "$miai" $none --size=9 --playouts=50 --ponder=true >$scratch/out
quick "$start" "end of input while pondering"

# ---- closed files ----

"$miai" $none </dev/null >$scratch/out 2>&1
[ ! -s $scratch/out ] || fail "no input"
"$miai" $none <&- >$scratch/out 2>&1 || fail "closed input: status $?"
[ ! -s $scratch/out ] || fail "closed input"
code=0
printf 'name\nshowboard\n' | "$miai" $none >&- 2>$scratch/out || code=$?
[ $code -eq 1 ] || fail "closed output: status $code"
grep -q 'cannot write to standard output' $scratch/out || fail "closed output: no message"

# After its output is closed the program ends quietly, even if more input would come.
{
    {
        printf 'name\n'
        sleep 1
        printf 'name\nname\nname\n'
    } | "$miai" $none 2>$scratch/out
    echo $? >$scratch/code
} | head -n 1 >/dev/null
[ ! -s $scratch/out ] || fail "broken pipe"
[ "$(cat $scratch/code)" = 0 ] || fail "broken pipe: status $(cat $scratch/code)"

# ---- invalid input ----

# unharmed TITLE FILE: checks that the input changes neither the board nor the numbering of lines: each
# showboard is answered, with the same board before and after it.
unharmed()
{
    {
        printf 'boardsize 7\nplay b d4\n1001 showboard\n'
        cat "$2"
        printf '\n1002 showboard\n'
    } | "$miai" $none --playouts=20 >$scratch/out || fail "$1: status $?"
    sed -n '/^=1001/,/^$/p' $scratch/out | sed 1d >$scratch/before
    sed -n '/^=1002/,/^$/p' $scratch/out | sed 1d >$scratch/after
    [ -s $scratch/before ] && cmp $scratch/before $scratch/after || fail "$1: another board"
}

# refused TITLE FILE: like unharmed, and every reply in between must be a failure.
refused()
{
    unharmed "$1" "$2"
    sed -n '/^=1001/,/^=1002/p' $scratch/out | grep '^=' | sed '1d;$d' >$scratch/accepted
    [ ! -s $scratch/accepted ] || fail "$1: accepted"
}

bytes 1000000 x >$scratch/in
refused "a word of a megabyte" $scratch/in

{
    printf 'play b '
    bytes 1000000 a
} >$scratch/in
refused "a vertex of a megabyte" $scratch/in

{
    printf 'set_free_handicap'
    bytes 1000000 ' a1'
} >$scratch/in
refused "a list of a megabyte" $scratch/in

{
    printf '123'
    bytes 1000000 ' '
    printf 'nothing'
    bytes 1000000 ' x'
} >$scratch/in
refused "blanks of a megabyte" $scratch/in
grep -q '^?123 unknown command' $scratch/out || fail "blanks of a megabyte: wrong reply"

{
    printf '#'
    bytes 1000000 x
    printf '\nboardsize '
    bytes 1000000 9
    printf '\nkomi '
    bytes 1000000 9
    printf '\nkomi 1e'
    bytes 1000000 9
    printf '\nfixed_handicap -'
    bytes 1000000 9
    printf '\ngg-undo '
    bytes 1000000 9
    printf '\ntime_left b '
    bytes 1000000 9
    printf ' 0\n'
    bytes 1000000 1
    printf ' name\nloadsgf '
    bytes 1000000 /
} >$scratch/in
refused "numbers of a megabyte" $scratch/in

# 65 MiB in one line: too long.
{
    printf '77 play b a1 '
    bytes 68157440 a
} >$scratch/in
refused "a line of 65 MiB" $scratch/in
grep -q '^?77 line too long' $scratch/out || fail "a line of 65 MiB: wrong reply"

# Every byte at every position of a move to an occupied point, and noise.
awk 'BEGIN {
    for (i = 1; i < 256; i++)
        printf "%c", i
    printf "\n"
    for (i = 1; i < 256; i++)
        printf "play b %c\n%c play b d4\nplay %c d4\n", i, i, i
    srand(1)
    for (i = 0; i < 100000; i++)
        printf "%c", int(rand() * 256)
}' >$scratch/in
unharmed "noise" $scratch/in

head -c 300000 "$miai" >$scratch/in
unharmed "a program as input" $scratch/in

# A record truncated anywhere is refused, or it loads.
record='(;GM[1]FF[4]SZ[9]KM[5.5]AB[aa][bb:cd]PL[W];W[dd];B[ee]C[x\]y](;W[ff])(;W[gg]))'
cuts=1
while [ $cuts -lt ${#record} ]; do
    printf '%s' "$record" | cut -c 1-$cuts | tr -d '\n' >$scratch/$cuts.sgf
    echo "loadsgf $scratch/$cuts.sgf"
    cuts=$((cuts + 1))
done >$scratch/in
refused "cut records" $scratch/in

exit $status
