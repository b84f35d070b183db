#!/bin/sh
# problems.sh - problems asked at the terminal, what is repeated, and checked solutions.

. "${srcdir:-.}/tests/support/common.sh"

mkdir $scratch/set
# White's three points in a row: Black kills at B1, White lives there; the second solution is wrong.
# The third needs no move: two points are dead.
cat >$scratch/set/three.sgf <<'END'
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei]PL[B];B[bi])
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei]PL[W];W[ai])
END
cat >$scratch/set/two.sgf <<'END'
(;GM[1]SZ[9]AB[ag][bg][cg][dg][dh][di]AW[ah][bh][ch][ci]PL[B])
END

# problems STATUS INPUT ARGUMENT...
problems()
{
    wanted=$1
    input=$2
    shift 2
    code=0
    printf "$input" | "$miai" --playouts=20000 --memory=4 --state=$scratch/days problems "$@" \
        >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq $wanted ] || fail "problems $*: status $code: $(cat $scratch/err)"
}

has()
{
    grep -q -e "$1" $scratch/$2 || fail "no \"$1\" in: $(cat $scratch/$2)"
}

# A move that is not legal, one elsewhere, a wrong one, then the right one; the next at once.
problems 0 'j9j\ne5\na1\nb1\nb1\nd1\n' $scratch/set
has '^3 problems: 0 to repeat today, 3 new, 0 for later days' out
has "^Black to play and kill White's group at D1" out
has '^ *2 O O O O X' out
has '^j9j is not a legal move; type an empty point' out
has '^E5 is outside the fight' out
has '^A1 fails. White answers B1' out
has '^Solved. The group at D1 is dead' out
has '^White to play and save the group at D1' out
has '^Solved. The group at D1 is alive' out
has '^Skipped, since no move makes a difference. The group at C1 is dead' out
has '^Solved at once: 1 of 2. With help: 1. Not solved: 0. Skipped: 1' out
[ "$(awk '{ print $2 }' $scratch/days | tr '\n' ' ')" = '1 2 ' ] || fail "$(cat $scratch/days)"

# Not due today: a right answer changes nothing, the solution brings it back to the first box.  The
# new problem is asked before them.
cp $scratch/days $scratch/before
problems 0 'skip\nb1\nquit\n' $scratch/set
has '^3 problems: 0 to repeat today, 1 new, 2 for later days' out
cmp $scratch/days $scratch/before
problems 0 'skip\nskip\nhint\nhint\nsolution\n' $scratch/set
has '^1 move works here' out
has '^Look at column B' out
has '^Solution: B1' out
[ "$(awk '{ print $2 }' $scratch/days | tr '\n' ' ')" = '1 1 ' ] || fail "$(cat $scratch/days)"

# Due: it comes first, and a solved problem moves to the next box.
sed '2s/ 1 .*/ 1 10/' $scratch/days >$scratch/due
mv $scratch/due $scratch/days
problems 0 'b1\nquit\n' $scratch/set
has '^3 problems: 1 to repeat today, 1 new, 1 for later days' out
[ "$(awk '{ print $2 }' $scratch/days | tr '\n' ' ')" = '1 2 ' ] || fail "$(cat $scratch/days)"

# Check.
problems 0 '' check $scratch/set
has 'three.sgf: B1 (dead)$' out
has 'three.sgf, game 2: A1 fails.*; works: B1 (alive)$' out
has 'two.sgf: no move is needed: dead$' out
has '^3 problems: 1 with one solution, 0 with several, 2 wrong, 0 not proved' out

# The page: the answer to each move, and no problem without one.
problems 0 '' page $scratch/set $scratch/page.html
has 'two.sgf: left out: no move is needed$' err
has '^2 problems on the page, 1 left out$' out
head -c 15 $scratch/page.html | grep -q '<!DOCTYPE html>' || fail 'not a page'
[ "$(grep -c '"key":"' $scratch/page.html)" -eq 2 ] || fail 'not two problems on the page'
page()
{
    grep -qF "$1" $scratch/page.html || fail "not on the page: $1"
}
page '"p":0,"defender":1,"proved":1,"group":"D1","status":"dead","moves":[{"result":"works","line":[["B1",[73,"X"]]'
page '{"result":"fails","line":[["A1",[72,"X"]],["B1",[72,".",73,"O"]]'
page '"days":[0,1,3,7,16,35]'
page 'startProblems()'

# What cannot be proved is asked if the file has a solution.  Without problems, no page.
cp $scratch/page.html $scratch/before.html
printf '' | "$miai" --playouts=2 --memory=4 problems page $scratch/set/three.sgf $scratch/page.html \
    >$scratch/out 2>$scratch/err
page '"proved":0'
page '{"result":"file","line":[["A1",'
# The terminal and the page say the same.
printf 'skip\nc1\na1\n' | "$miai" --playouts=2 --memory=4 --state=$scratch/other-days problems \
    $scratch/set/three.sgf >$scratch/out 2>$scratch/err
for words in 'is not the solution of the file, and the solver has no proof. Try again.' \
    'Right: it is the solution of the file.'; do
    has "$words" out
    page "$words"
done
problems 1 '' page $scratch/set/two.sgf $scratch/page.html
has '^0 problems on the page, 1 left out$' out
page '"proved":0'

# A forgotten name of the page: the last problem is not replaced.
cp $scratch/set/three.sgf $scratch/three.sgf
problems 1 '' page $scratch/set/two.sgf $scratch/three.sgf
has 'three.sgf: not the name of a page; it must end with .html' err
cmp $scratch/set/three.sgf $scratch/three.sgf || fail "a problem was replaced"

# Problems from a game: Black leaves White's three points alone three times, White fills one of them.
mkdir $scratch/games
cat >$scratch/games/game.sgf <<'END'
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei];B[hb];W[bi];B[gc])
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei];B[bi])
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei];B[hb];W[ai])
(;GM[1]SZ[9]AW[ah][bh][ch][dh][di]AB[ag][bg][cg][dg][eg][eh][ei];B[ib];W[ia];B[bi])
END
problems 0 '' make $scratch/games $scratch/made
has '^5 problems from 4 games$' out
has 'game-1-D1.sgf: Black B1: dead; in the game H8: alive$' out
has 'game-3-2-D1.sgf: White B1: alive; in the game A1: dead$' out
problems 0 '' check $scratch/made
has '^5 problems: 5 with one solution, 0 with several, 0 wrong, 0 not proved' out
grep -q 'From game.sgf, move 1: Black played H8.  Status after it: alive; after the best move: dead.' $scratch/made/game-1-D1.sgf || fail 'no comment'

problems 1 '' make $scratch/games/game.sgf $scratch/three.sgf
has 'three.sgf: cannot make the folder: there is a file with this name' err

# Dead in the points next to it: what happens in the rest of the region is not proved.
cat >$scratch/part.sgf <<'END'
(;GM[1]SZ[13]AB[gf][gg][gh]
AW[bc:lc][bk:lk][bd:bj][ld:lj])
END
problems 0 '' check $scratch/part.sgf
has 'part.sgf: not proved' out
problems 0 'f7\n' $scratch/part.sgf
has '^F7: not known; the solver needs more time' out

# Outer stones are left out: the answer says what it assumes.
cat >$scratch/gap.sgf <<'END'
(;GM[1]SZ[19]AW[ar][br][cr][dr][ds]AB[aq][bq][cq][dq][eq]PL[B];B[bs])
END
problems 0 '' check $scratch/gap.sgf
has 'gap.sgf: B1 (dead, if the group cannot leave the region)$' out
problems 0 'solution\n' $scratch/gap.sgf
has '^The group at D1 is dead, provided that the group cannot leave the region.$' out
problems 0 '' page $scratch/gap.sgf $scratch/gap.html
grep -qF '"status":"dead","assumes":"the group cannot leave the region","moves":' $scratch/gap.html ||
    fail 'not on the page: what is assumed'

# An interrupt, in problems that take longer than a minute.
cp $scratch/set/two.sgf $scratch/slow.sgf
cat >>$scratch/slow.sgf <<'END'
(;GM[1]SZ[9]AB[aa][ab][ac][ad][ae][af][ag][ah][ai][ba][bi][ca][ci][da][di][ea][ed][eh][ei][fa][fd][fe][fi][ga][gi][ha][hc][hi][ia][ib][ic][id][ie][if][ig][ih][ii]
AW[bg][cb][cd][ch][ge][gh][hb][hd]PL[B])
(;GM[1]SZ[9]AB[aa][ab][ac][ad][ae][af][ag][ah][ai][ba][bi][ca][ch][ci][da][db][dh][di][ea][ei][fa][fb][fi][ga][gf][gi][ha][hf][hh][hi][ia][ib][ic][id][ie][if][ig][ih][ii]
AW[bf][ce][cg][de][ef][hg]PL[W])
END
"$miai" --time=60 --memory=4 problems check $scratch/slow.sgf >$scratch/out 2>$scratch/err &
while ! grep -q 'no move is needed' $scratch/out && kill -0 $!; do
    sleep 0.1
done
kill -TERM $!
code=0
wait $! || code=$?
[ $code -eq 1 ] || fail "interrupted: status $code"
has '^miai: interrupted$' err

# Errors.
echo '(;GM[1]SZ[9];B[ee])' >$scratch/set/game.sgf
problems 1 '' check $scratch/set $scratch/none.sgf
has 'game.sgf:1: no stones before the first move; a problem begins with its stones' err
has 'none.sgf: cannot read the file' err
echo 'Not a record, since it is a letter.' >$scratch/letter
cp $scratch/letter $scratch/letter.sgf
problems 1 '' check $scratch/letter $scratch/letter.sgf
has 'letter:1: no record of games (SGF, PGN, EPD' err
has 'letter.sgf:1: not a game record: "(;" is missing' err
problems 2 '' check
has 'usage: miai problems \[check\] FILE' err
problems 2 '' page $scratch/set
has 'usage: miai problems \[check\] FILE' err
echo nonsense >$scratch/days
problems 1 '' $scratch/set
has 'days:1: not a line KEY BOX DAY' err
printf 'b1\n' | (ulimit -f 0 && "$miai" --playouts=20000 --state=$scratch/full problems $scratch/set/three.sgf) 2>&1 |
    cat >$scratch/out
has 'full: cannot write the file' out
! grep -q 'What to repeat' $scratch/out || fail "a file that was not written is named"

exit $status
