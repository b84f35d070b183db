#!/bin/sh
# hostile.sh - a match against players that reply too late, too much or out of turn, that do not
# start, or that leave processes: the match continues, and no process is left.

. "${srcdir:-.}/tests/support/common.sh"

# play STATUS ARGUMENT...: runs a small game.
play()
{
    wanted=$1
    shift
    run "$wanted" --game=tictactoe --memory=8 --playouts=20 "$@"
}

# lives PROCESS: is it running? A zombie that waits for init(8) does not count.
lives()
{
    kill -0 $1 2>/dev/null && ! grep -q ') Z ' /proc/$1/stat 2>/dev/null
}

# gone FILE: waits until the processes whose ids are in the file have ended
gone()
{
    for process in $(cat $1); do
        for _ in $(seq 50); do
            lives $process || break
            sleep 0.2
        done
        ! lives $process || fail "process $process lives on"
    done
}

cat >$scratch/player.sh <<'END'
echo $$ >>$2
case $1 in
mute) exec sleep 300 ;;
orphan) sleep 300 >/dev/null 2>&1 & echo $! >>$2 ;;
esac
while read -r command rest; do
    case $1:$command in
    drip:genmove) printf '= '; while :; do printf x && sleep 0.02; done ;;
    open:genmove) printf '= A1\n'; sleep 300 ;;
    number:genmove) printf '=99999 resign\n\n' ;;
    number_play:play) printf '=7\n\n' ;;
    wait:genmove) sleep 300 ;;
    *:genmove) printf '= resign\n\n' ;;
    *) printf '=\n\n' ;;
    esac
done
END

# bad KIND TEXT: the player loses its games with that reason
bad()
{
    play 0 match games=2 plies=0 movetime=0.3 a: "bad: gtp sh $scratch/player.sh $1 $scratch/ids"
    says "bad $2"
}
: >$scratch/ids
bad drip 'loses on time: does not answer'
bad open 'loses on time: does not answer'
bad number 'replies with the id 99999, but no command had one'
bad number_play 'replies with the id 7, but no command had one'

# The time limit also applies to the first reply.
play 1 match games=2 patience=0.5 a: "mute: gtp sh $scratch/player.sh mute $scratch/ids"
says 'mute cannot start: it does not answer'

# A player that does not start: the others play their games, and it gets no results.
play 1 tournament games=4 plies=1 table=$scratch/table a: 'none: gtp nosuchprogram' b: c:
says 'none cannot start: it is not found: nosuchprogram'
says '12 of 24 games were not played because a player could not start; the same command resumes'
[ "$(sed 1d $scratch/table | grep -c .)" -eq 12 ] || fail "the games of the others: $(cat $scratch/table)"
! grep -q none $scratch/table || fail "a game of an absent player: $(cat $scratch/table)"
for player in a b c; do
    grep -q " $player  *.* 8 " $scratch/out || fail "8 games of $player: $(cat $scratch/out)"
done

# Child processes of a player end with it.
play 0 match games=2 plies=1 a: "orphan: gtp sh $scratch/player.sh orphan $scratch/ids"
gone $scratch/ids

# Under nohup, SIGHUP stays ignored, and the rest would wait forever.
if [ "$(sh -c 'kill -HUP $$; echo ignored')" = ignored ]; then
    exit $status
fi

# Closing the terminal ends the match and its players; with nohup(1) both go on.
: >$scratch/ids
"$miai" --game=tictactoe match games=2 plies=1 table=$scratch/hangup a: \
    "slow: gtp sh $scratch/player.sh wait $scratch/ids" >$scratch/out 2>$scratch/err &
process=$!
arrive '' $scratch/ids
kill -HUP $process
code=0
wait $process || code=$?
[ $code -eq 1 ] || fail "SIGHUP: status $code"
says 'stopped after '
gone $scratch/ids

exit $status
