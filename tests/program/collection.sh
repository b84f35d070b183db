#!/bin/sh
# collection.sh [FILES [KILLS]] - a folder of records, analyzed by two processes and by ranks of
# mpirun. However often they are killed, each record is analyzed once, also in the table of all
# positions, an index is written, and changed records are analyzed again. FILES records (default
# 60), KILLS kills of each process (default 3).

. "${srcdir:-.}/tests/support/common.sh"
files=${1:-60}
kills=${2:-3}
folder=$scratch/games
mkdir -p $folder/more

# Different games of tic-tac-toe, half of them in a subfolder.
awk -v files="$files" -v folder=$folder 'BEGIN {
    srand(7)
    split("A1 A2 A3 B1 B2 B3 C1 C2 C3", point, " ")
    for (i = 1; i <= files; i++) {
        line = "game tictactoe\nblack x" i "\nmoves"
        count = split("1 2 3 4 5 6 7 8 9", left, " ")
        for (k = 0; k < 3 + i % 2; k++) {
            j = int(rand() * count) + 1
            line = line " " point[left[j]]
            left[j] = left[count--]
        }
        file = sprintf("%s/%s%06d.txt", folder, i % 2 ? "" : "more/", i)
        print line >file
        close(file)
    }
}'

# worker NUMBER
worker()
{
    exec "$miai" --playouts=5 analyze $folder >$scratch/out"$1" 2>$scratch/err"$1" </dev/null
}

# The peak memory of a process, in kB.
memory()
{
    sed -n 's/^VmHWM:[^0-9]*\([0-9]*\) kB/\1/p' /proc/"$1"/status 2>/dev/null || :
}

# done_files: the number of files in the table
done_files()
{
    cat $folder/analysis.table 2>/dev/null | sed 1,2d | wc -l
}

began=$(date +%s)
for round in $(seq 0 "$kills"); do
    worker 1 &
    first=$!
    worker 2 &
    second=$!
    if [ "$round" -lt "$kills" ]; then
        goal=$((files * (round + 1) / (kills + 2)))
        while [ "$(done_files)" -lt $goal ] && kill -0 $first 2>/dev/null; do sleep 0.2; done
        echo "$(done_files) of $files, $(memory $first) kB"
        kill -9 $first $second 2>/dev/null || :
        wait $first $second 2>/dev/null || :
        continue
    fi
    while kill -0 $first 2>/dev/null && [ "$(done_files)" -lt $((files - 3)) ]; do sleep 0.2; done
    echo "$(done_files) of $files, $(memory $first) kB"
    for process in $first $second; do
        wait "$process" || fail "status $?: $(cat $scratch/err1 $scratch/err2)"
    done
done
echo "$files records by two processes in $(($(date +%s) - began)) s, each killed $kills times"

# once: each record is once in the table and its positions once in the CSV
once()
{
    sed 1,2d $folder/analysis.table | cut -f 3 | sort >$scratch/there
    (cd $folder && find . -name '*.txt' ! -name '*-analysis.txt') | sed 's,^\./,,' | sort |
        diff - $scratch/there >&2 || fail "a record is missing or repeated"
    awk -F '[\t]' 'NR > 2 { print $3, $7 + 1 }' $folder/analysis.table | sort >$scratch/wanted
    sed 1d $folder/analysis.csv | cut -d , -f 1 | sort | uniq -c | awk '{ print $2, $1 }' |
        diff $scratch/wanted - >&2 || fail "a position is missing or repeated"
    [ "$(head -n 1 $folder/analysis.csv | cut -d , -f 1-5)" = file,game,move,player,played ] ||
        fail "no column titles"
    [ "$(grep -c '^<tr><td><a href="[^"]*-analysis.html">' $folder/analysis.html)" -eq "$files" ] ||
        fail "a record is missing in the index"
}
once
[ "$(find $folder -name '*-analysis.txt' | wc -l)" -eq "$files" ] || fail "a record is not written"
[ -z "$(find $folder -name '*.part')" ] || fail "partial files left: $(find $folder -name '*.part' | head)"

# A second run has nothing to do. Other options are refused, and a changed record is analyzed again.
cp $folder/analysis.csv $scratch/before
(worker 1) || fail "second run: status $?"
cmp $folder/analysis.csv $scratch/before || fail "analysed again"
code=0
"$miai" --playouts=6 analyze $folder >$scratch/out 2>$scratch/err || code=$?
[ $code -eq 1 ] && grep -q 'analysis.table: made with other options' $scratch/err || fail "other options: $code"
printf 'game tictactoe\nmoves B2 A1 A2\n' >$folder/000001.txt
(worker 1) || fail "changed: status $?"
[ "$(grep -c '	000001.txt	' $folder/analysis.table)" -eq 2 ] || fail "the changed record is not analyzed"
[ "$(grep -c '"000001-analysis.html"' $folder/analysis.html)" -eq 1 ] || fail "the index has it twice"

# Each process reports a malformed record, although only one reads it.
printf 'game tictactoe\nmoves B2 B2\n' >$folder/000001.txt
for said in '000001.txt:2: ' 'files with errors: 1;'; do
    code=0
    (worker 1) || code=$?
    [ $code -eq 1 ] || fail "malformed record: status $code"
    grep -q "$said" $scratch/err1 || fail "malformed record: $(cat $scratch/err1)"
done
grep -q '^<tr><td>000001.txt</td>' $folder/analysis.html || fail "malformed record in the index"

# Another folder for the results: the records are counted, and nothing is written beside them.
mkdir -p $scratch/own/below
printf 'game tictactoe\nmoves B2 A1\n' | tee $scratch/own/one.txt >$scratch/own/below/two.txt
"$miai" --playouts=5 --output=$scratch/results analyze $scratch/own >$scratch/out 2>$scratch/err </dev/null ||
    fail "--output: status $?: $(cat $scratch/err)"
grep -q 'own: 2 records; the output folder is .*results:' $scratch/err || fail "--output: $(cat $scratch/err)"
[ "$(find $scratch/own -type f | wc -l)" -eq 2 ] || fail "--output: written beside the records"
for file in analysis.html analysis.csv analysis.table one-analysis.html below/two-analysis.txt; do
    [ -s $scratch/results/$file ] || fail "--output: no $file"
done

# Ranks.
. "$srcdir/tests/support/ranks.sh"
rm $folder/analysis.* $folder/000001.txt
files=$((files - 1))
mpirun -n 2 "$miai" --playouts=5 analyze $folder >$scratch/out 2>$scratch/err </dev/null ||
    fail "ranks: status $?: $(cat $scratch/err)"
[ ! -s $scratch/out ] || fail "ranks print: $(cat $scratch/out)"
once
exit $status
