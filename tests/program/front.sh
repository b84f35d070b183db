#!/bin/sh
# front.sh - KataGo's JSON protocol with several engines: each position is answered once, by any
# free engine, even if engines end early; errors are reported once; terminate works.

. "${srcdir:-.}/tests/support/common.sh"

board='"rules":"japanese","komi":6.5,"boardXSize":7,"boardYSize":7'
moves='"moves":[["B","D4"],["W","C3"],["B","E5"],["W","C5"],["B","E3"],["W","D5"]]'
cat >$scratch/questions <<EOF
{ "id" : "a", $board,"analyzeTurns":[0,1,2,3,4,5,6],"maxVisits":60,$moves}
{"id":"b\"2",$board,"overrideSettings":{"subtreeValueBiasFactor":0.1},"analyzeTurns":[0,1],"priority":7,"maxVisits":50,$moves}
{"id":"bad",$board,"analyzeTurns":[0,1,2],"maxVisits":50,"moves":[["B","D4"],["W","D4"]]}
nonsense

{"id":"none",$board,"maxVisits":20,"moves":[]}
{"action":"query_version","id":"v"}
{"action":"nothing","id":"n"}
EOF

# front COMMAND...: the replies without search results, sorted
front()
{
    code=0
    timeout 100 "$miai" analysis "$@" <$scratch/in >$scratch/out 2>$scratch/err || code=$?
    sed 's/,"moveInfos":.*/}/' $scratch/out | sort >$scratch/answers
}

cp $scratch/questions $scratch/in
front
cp $scratch/answers $scratch/wanted
[ "$(wc -l <$scratch/wanted)" -eq 15 ] || fail "a single engine: $(cat $scratch/wanted)"
front "$miai analysis" "$miai --playouts=9 analysis" "$miai analysis"
[ $code -eq 0 ] || fail "status $code: $(cat $scratch/err)"
diff $scratch/wanted $scratch/answers >&2 || fail "replies differ from those of one engine"

# The first engine ends during its first reply, every time; the second ends at once; the third
# answers everything.
printf '%s\n' 'read -r line' "printf '{\"id\":\"1\",\"isDuringSe'" >$scratch/broken.sh
front "sh $scratch/broken.sh" false "$miai analysis"
[ $code -eq 0 ] || fail "two broken engines: status $code"
diff $scratch/wanted $scratch/answers >&2 || fail "two broken engines: other replies"
front "sh $scratch/broken.sh" false
[ $code -eq 1 ] || fail "no engine left: status $code"
grep -q "ends without an answer: sh $scratch/broken.sh" $scratch/err || fail "not reported: $(cat $scratch/err)"
grep -q '^{"id":"none","error":"no engine is left"}$' $scratch/out || fail "not reported to the client"
[ "$(grep -c '"id":"a"' $scratch/out)" -eq 1 ] || fail "reported more than once"

# An engine killed during a search is restarted, and gets the query again.
cat >$scratch/once.sh <<EOF
[ ! -e $scratch/killed ] || exec $miai analysis
touch $scratch/killed
exec 3<&0
$miai analysis <&3 &
sleep 0.5
kill -9 \$!
EOF
printf '{"id":"k",%s,"analyzeTurns":[0,1,2],"maxVisits":1500,"moves":[["B","D4"],["W","C3"]]}\n' "$board" \
    >$scratch/in
front "sh $scratch/once.sh"
[ $code -eq 0 ] && [ "$(grep -c '"id":"k","isDuringSearch":false' $scratch/out)" -eq 3 ] ||
    fail "killed: status $code"

# Two unlimited searches and a waiting query: all are terminated.
{
    printf '{"id":"x",%s,"analyzeTurns":[0,1,2],"maxVisits":100000000,%s}\n' "$board" "$moves"
    sleep 2
    echo '{"id":"t","action":"terminate","terminateId":"x"}'
} | timeout 100 "$miai" analysis "$miai analysis" "$miai analysis" >$scratch/out 2>$scratch/err ||
    fail "terminate: status $?"
[ "$(grep -c '"id":"x","isDuringSearch":false' $scratch/out)" -eq 3 ] ||
    fail "terminate: $(cut -c 1-200 $scratch/out)"
grep -q '"id":"x","isDuringSearch":false,"noResults":true,"turnNumber":2' $scratch/out ||
    fail "the waiting query is not terminated"
grep -q '^{"id":"t","action":"terminate","terminateId":"x"}$' $scratch/out || fail "no echo"

# -quit-without-waiting: the end of input drops all searches without a reply.
{
    printf '{"id":"x",%s,"analyzeTurns":[0,1,2],"maxVisits":100000000,%s}\n' "$board" "$moves"
    echo '{"id":"v","action":"query_version"}'
    sleep 1
} | timeout 100 "$miai" analysis -quit-without-waiting "$miai analysis" "$miai analysis" >$scratch/out ||
    fail "quit without waiting: status $?"
grep -q '"id":"v"' $scratch/out || fail "no version: $(cat $scratch/out)"
! grep -q '"id":"x"' $scratch/out || fail "waited: $(cut -c 1-200 $scratch/out)"
exit $status
