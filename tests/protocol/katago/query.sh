#!/bin/sh
# query.sh - queries to KataGo's analysis engine, as KaTrain sends them: the members of replies,
# terminate, and errors.

. "${srcdir:-.}/tests/support/common.sh"

# ask ARGUMENT...: reads queries from standard input and writes the replies to the file out.
ask()
{
    "$miai" "$@" >$scratch/out 2>$scratch/err || fail "status $?: $(cat $scratch/err)"
    [ ! -s $scratch/err ] || fail "messages: $(cat $scratch/err)"
}

# has REGEX: checks that some reply matches.
has()
{
    grep -Eqx -e "$1" $scratch/out || fail "no answer $1"
}

board='"rules":"japanese","komi":6.5,"boardXSize":5,"boardYSize":4,"overrideSettings":{"subtreeValueBiasFactor":0.04,"maxTime":8.0,"other":[{"a":"]}"}]}'

# The first line selects the protocol.
ask <<EOF
{"id":"QUERY:1",$board,"priority":0,"analyzeTurns":[2],"maxVisits":60,"includeOwnership":true,"includeMovesOwnership":false,"includePolicy":true,"initialStones":[["B","B2"]],"initialPlayer":"W","moves":[["W","C3"],["B","D2"]]}
{"action":"query_version","id":"v"}
EOF
has '\{"id":"QUERY:1","isDuringSearch":false,"turnNumber":2,"moveInfos":\[\{"move":"[A-E][1-4]","order":0,"prior":[01]\.[0-9]+,"lcb":[01]\.[0-9]+,.*\],"rootInfo":\{"currentPlayer":"W",.*\},"ownership":\[.*\],"policy":\[.*\]\}'
has '\{"action":"query_version","id":"v","version":"[0-9.]+","git_hash":"<omitted>"\}'
has '\{"id":"QUERY:1","warning":"no effect: subtreeValueBiasFactor","field":"overrideSettings"\}'
ownership=$(sed -n 's/.*"ownership":\[\([^]]*\)\].*/\1/p' $scratch/out | tr ',' '\n')
policy=$(sed -n 's/.*"policy":\[\([^]]*\)\].*/\1/p' $scratch/out | tr ',' '\n')
echo "$ownership" | awk '$1 < -1 || $1 > 1 { bad = 1 } END { exit bad || NR != 20 }' ||
    fail "ownership: $ownership"
echo "$policy" | awk '$1 < 0 { n++; next } { sum += $1 } END { exit NR != 21 || n < 3 || sum < .99 || sum > 1.01 }' ||
    fail "policy: $policy"
# B2, C3 and D2 are occupied: the points 11, 7 and 13 from the top row.
[ "$(echo "$policy" | sed -n '8p;12p;14p' | tr '\n' ' ')" = '-1 -1 -1 ' ] || fail "occupied points: $policy"

# Values are from Black's view, whoever moves; with such a lead Black wins.
moves='["B","A2"],["W","pass"],["B","B2"],["W","pass"],["B","C2"],["W","pass"],["B","D2"],["W","pass"],["B","E2"]'
ask analysis --playouts=50 <<EOF
{"id":"both","komi":0,"boardXSize":5,"boardYSize":4,"rules":"chinese","analyzeTurns":[8,9],"moves":[$moves]}
EOF
for turn in 8 9; do
    sed -n "s/.*\"turnNumber\":$turn,.*\"rootInfo\":{\"currentPlayer\":\"[BW]\",\"winrate\":\([0-9.]*\).*/\1/p" $scratch/out |
        awk '{ exit $1 < 0.7 }' || fail "turn $turn is not won"
done

# Life and death in a region: White's three points in a row.
stones='[["W","A2"],["W","B2"],["W","C2"],["W","D2"],["W","D1"],["B","A3"],["B","B3"],["B","C3"],["B","D3"],["B","E3"],["B","E2"],["B","E1"]]'
gap='[["W","A2"],["W","B2"],["W","C2"],["W","D2"],["W","D1"],["B","A3"],["B","B3"],["B","C3"],["B","D3"],["B","E3"]]'
ask analysis <<EOF
{"id":"kill","boardXSize":9,"boardYSize":9,"rules":"chinese","maxVisits":20000,"solveRegion":true,"initialPlayer":"B","initialStones":$stones,"moves":[]}
{"id":"live","boardXSize":9,"boardYSize":9,"rules":"chinese","maxVisits":20000,"solveRegion":"D1","initialStones":$stones,"moves":[["W","B1"]]}
{"id":"gap","maxVisits":20000,"rules":"chinese","solveRegion":true,"initialPlayer":"B","initialStones":$gap,"moves":[]}
{"id":"off","boardXSize":9,"boardYSize":9,"solveRegion":"Z9","moves":[]}
{"id":"empty","boardXSize":9,"boardYSize":9,"solveRegion":"A9","moves":[]}
{"id":"number","solveRegion":7,"moves":[]}
EOF
has '\{"id":"kill","isDuringSearch":false,"turnNumber":0,"region":\{"group":"D1","status":"dead","proved":true,"positions":[0-9]+,"moves":\[\{"move":"B1","result":"works","pv":\[\]\},\{"move":"A1","result":"fails","pv":\["B1"\]\},.*\]\}\}'
has '\{"id":"live","isDuringSearch":false,"turnNumber":1,"region":\{.*"status":"alive","proved":true,.*'
has '\{"id":"gap",.*"status":"dead","proved":false,"positions":[0-9]+,"assumes":"the group cannot leave the region","moves":.*'
has '\{"id":"off","error":"must be true or a point of the group","field":"solveRegion"\}'
has '\{"id":"empty","error":"the point is empty; name a stone of the group","field":"solveRegion"\}'
has '\{"id":"number","error":"value of the wrong type","field":"solveRegion"\}'

# Deviations of ownership, results without a winner, visits of edges, and the networks.
ask analysis <<EOF
{"id":"more","komi":6.5,"boardXSize":3,"boardYSize":2,"maxVisits":20,"moves":[],"includeOwnershipStdev":true,"includeMovesOwnershipStdev":true,"includeNoResultValue":true,"includePVVisits":true}
{"id":"models","action":"query_models"}
EOF
for member in '"ownershipStdev":\[([01]\.[0-9]{4},?){6}\]\}' '"noResultValue":0\.0*,"ownershipStdev":\[([01]\.[0-9]{4},?){6}\]\}' \
    '"pvVisits":\[([0-9,]*)\],"pvEdgeVisits":\[\1\]'; do
    grep -Eq "$member" $scratch/out || fail "no $member: $(cat $scratch/out)"
done
! grep -q '"ownership":' $scratch/out || fail "an ownership that nobody asked for"
has '\{"id":"models","action":"query_models","models":\[\{"name":"miai-go-[0-9]*",.*\}\]\}'
ask analysis --threads=1 <<EOF
{"id":"first","komi":6.5,"boardXSize":9,"boardYSize":9,"moves":[],"overrideSettings":{"maxTime":1.2},"maxVisits":100000000,"firstReportDuringSearchAfter":0.3}
EOF
[ "$(grep -c '"isDuringSearch":true' $scratch/out)" -eq 1 ] || fail "not one first report: $(grep -c '' $scratch/out)"

# avoidMoves, each with a depth.
ask analysis <<EOF
{"id":"roi",$board,"maxVisits":40,"moves":[],"avoidMoves":[{"moves":["A1","B1","C1","D1","E1","A2","B2","C2","D2"],"player":"B","untilDepth":1}]}
EOF
! grep -Eq '"move":"([A-E]1|[A-D]2)"' $scratch/out || fail "an avoided move"

# Options for one query, with KataGo's names.  An invalid value is an error and sets nothing.
small5='"boardXSize":5,"boardYSize":5,"maxVisits":3,"moves":[]'
ask analysis <<EOF
{"id":"set",$small5,"overrideSettings":{"humanSLChosenMoveProp":0.5,"humanSLChosenMoveIgnorePass":true,"chosenMoveTemperature":0.2,"ignorePreRootHistory":false}}
{"id":"bad",$small5,"overrideSettings":{"chosenMoveTemperature":0.2,"humanSLCpuctExploration":-1}}
{"id":"profile",$small5,"overrideSettings":{"humanSLProfile":"rank_30k"}}
{"id":"file",$small5,"overrideSettings":{"human-model":"x"}}
EOF
has '\{"id":"set","isDuringSearch":false,.*"edgeVisits":.*'
! grep -q '"id":"set","warning"' $scratch/out || fail "warning for a setting that has an effect"
has '\{"id":"bad","error":"humanSLCpuctExploration: .*","field":"overrideSettings"\}'
has '\{"id":"profile","error":"humanSLProfile: .*","field":"overrideSettings"\}'
has '\{"id":"file","warning":"no effect: human-model","field":"overrideSettings"\}'

# A terminated search ends at once, and waiting ones never begin; reports arrive meanwhile.
mkfifo $scratch/pipe
"$miai" analysis <$scratch/pipe >$scratch/out &
process=$!
exec 7>$scratch/pipe
printf '{"id":"long",%s,"moves":[],"maxVisits":1000000000,"reportDuringSearchEvery":0.1}\n' \
    "$(echo "$board" | sed 's/"maxTime":8.0/"maxTime":1000/')" >&7
printf '{"id":"next",%s,"moves":[],"maxVisits":1000000000}\n' "$board" >&7
arrive '"isDuringSearch":true'
printf '{"id":"x","action":"terminate","terminateId":"next"}\n{"id":"y","action":"terminate","terminateId":"long"}\n' >&7
exec 7>&-
begun=$(now)
wait $process || fail "status after terminate"
quick $begun "the end"
has '\{"id":"long","isDuringSearch":true,.*'
has '\{"id":"long","isDuringSearch":false,.*"rootInfo".*'
has '\{"id":"next","isDuringSearch":false,"noResults":true,"turnNumber":0\}'
has '\{"id":"y","action":"terminate","terminateId":"long"\}'

# terminate_all ends all earlier queries; their ids may be used again.
ask <<EOF
{"id":"1",$board,"moves":[],"maxVisits":1000000000}
{"id":"2",$board,"moves":[],"maxVisits":1000000000}
{"id":"z","action":"terminate_all"}
{"id":"2","moves":[],"maxVisits":1000000000,"boardXSize":5,"boardYSize":5}
{"id":"t","action":"terminate","terminateId":"2"}
{"id":"2",$board,"moves":[],"maxVisits":20}
EOF
has '\{"id":"z","action":"terminate_all"\}'
tail -n 1 $scratch/out | grep -q '"id":"2".*rootInfo' || fail "an id cannot be used again"

# The highest priority is searched first, then the earlier query; replies without a search come before
# all.  The first query waits for the others: its limit is a time.
small='"rules":"chinese","komi":0,"boardXSize":5,"boardYSize":4,"maxVisits":3'
ask analysis <<EOF
{"id":"now","rules":"chinese","boardXSize":5,"boardYSize":4,"overrideSettings":{"maxTime":1},"maxVisits":1000000000,"priority":99,"moves":[]}
{"id":"low",$small,"moves":[["B","C3"],["W","C2"]],"analyzeTurns":[0,1,2],"priorities":[-1,4,-1]}
{"id":"same",$small,"moves":[],"priority":4}
{"id":"high",$small,"moves":[],"priority":7}
{"id":"version","action":"query_version"}
EOF
order=$(sed 's/.*"id":"\([a-z]*\)".*"turnNumber":\([0-9]*\).*/\1 \2/; s/.*"version".*/version/' $scratch/out | grep -v '^now' | tr '\n' ',')
[ "$order" = 'version,high 0,low 1,same 0,low 0,low 2,' ] || fail "in the order $order"

# terminate for some turns of a query leaves the others.
ask analysis <<EOF
{"id":"1",$small,"moves":[["B","C3"],["W","C2"]],"analyzeTurns":[0,1,2]}
{"id":"t","action":"terminate","terminateId":"1","turnNumbers":[0,2]}
EOF
has '\{"id":"t","action":"terminate","terminateId":"1","turnNumbers":\[0,2\]\}'
has '\{"id":"1","isDuringSearch":false,"turnNumber":1,.*'

# As Ogatak uses the program: it asks for the version and whether boards of 29x29 are supported, sends
# one query at a time from the view of the side to move, with reports, and the next when the first has
# ended.  It reads replies that have moves and rootInfo.
printf '# as an engine has one\n' >$scratch/analysis.cfg
mkfifo $scratch/ogatak
"$miai" analysis -config $scratch/analysis.cfg -quit-without-waiting --memory=16 <$scratch/ogatak >$scratch/out &
process=$!
exec 7>$scratch/ogatak
node='"komi":6.5,"boardXSize":5,"boardYSize":5,"reportDuringSearchEvery":0.1,"includeOwnership":true,"includeMovesOwnership":true,"overrideSettings":{"reportAnalysisWinratesAs":"SIDETOMOVE","wideRootNoise":0},"initialStones":[]'
printf '{"id":"query_version","action":"query_version"}\n{"id":"test_bs29","rules":"Chinese","boardXSize":29,"boardYSize":29,"maxVisits":1,"moves":[]}\n' >&7
printf '{"id":"node_1:1","rules":"Chinese",%s,"maxVisits":1000000,"moves":[],"initialPlayer":"B"}\n' "$node" >&7
arrive '"id":"node_1:1","isDuringSearch":true'
printf '{"id":"stop!node_1:1","action":"terminate","terminateId":"node_1:1"}\n' >&7
arrive '"id":"node_1:1","isDuringSearch":false'
printf '{"id":"node_2:2","rules":"Chinese",%s,"maxVisits":20,"moves":[["B","C3"],["W","pass"]]}\n' "$node" >&7
arrive '"id":"node_2:2","isDuringSearch":false'
exec 7>&-
wait $process || fail "Ogatak's engine ended otherwise"
has '\{"id":"query_version","action":"query_version","version":"[0-9]+\.[0-9]+\.[0-9]+",.*'
has '\{"id":"test_bs29","error":.*'
has '\{"id":"stop!node_1:1","action":"terminate","terminateId":"node_1:1"\}'
for id in node_1:1 node_2:2; do
    has "\\{\"id\":\"$id\",\"isDuringSearch\":false,.*\"moveInfos\":\\[\\{.*\"ownership\":\\[.*\"rootInfo\":\\{.*\"ownership\":\\[.*"
done
! grep -v '^{' $scratch/out || fail "a line that is no object"

# At the end of input all queries are still answered.  With -quit-without-waiting only those that need
# no search are; waiting and running searches are dropped.
cat >$scratch/asked <<EOF
{"id":"long",$(echo "$small" | sed 's/"maxVisits":3/"maxVisits":100000000/'),"moves":[]}
{"id":"next",$small,"moves":[]}
{"id":"v","action":"query_version"}
EOF
sed 's/100000000/200/' $scratch/asked | "$miai" analysis >$scratch/out || fail "the end of input"
for id in long next; do
    has "\{\"id\":\"$id\",\"isDuringSearch\":false,.*"
done
"$miai" analysis -quit-without-waiting <$scratch/asked >$scratch/out || fail "quits without waiting"
has '\{"id":"v","action":"query_version",.*'
! grep -q '"id":"\(long\|next\)"' $scratch/out || fail "it waited: $(cat $scratch/out)"
{
    cat $scratch/asked
    sleep 0.5
} | "$miai" analysis -quit-without-waiting >$scratch/out || fail "quits while it searches"
! grep -q '"id":"\(long\|next\)"' $scratch/out || fail "it answered: $(cat $scratch/out)"

# Points by column and row, ids echoed unchanged, the point of view of values, truncated variations.
ask analysis <<EOF
{"id":"\\u00e4\\"",$(echo "$small" | sed 's/"maxVisits":3/"maxVisits":500/'),"initialStones":[["W","(0,0)"],["W","(4,3)"]],"moves":[["B","(1,3)"]],"includePVVisits":true,"includePolicy":true,"overrideSettings":{"analysisPVLen":1,"reportAnalysisWinratesAs":"WHITE"}}
{"id":"short",$(echo "$small" | sed 's/"maxVisits":3/"maxVisits":500/'),"moves":[],"analysisPVLen":2}
{"id":2,"rules":{"koRule":"SIMPLE","scoringRule":"TERRITORY","taxRule":"SEKI"},"boardXSize":5,"boardYSize":4,"komi":0.5,"maxVisits":3,"moves":[]}
EOF
has '\{"id":"\\u00e4\\"","isDuringSearch":false,"turnNumber":1,"moveInfos":\[\{.*,"pv":\["[A-E][1-4]","[A-E][1-4]"\],"pvVisits":\[[0-9]+,[0-9]+\],"pvEdgeVisits":\[[0-9]+,[0-9]+\]\}.*'
has '\{"id":2,"isDuringSearch":false,.*'
has '\{"id":"short","isDuringSearch":false,"turnNumber":0,"moveInfos":\[\{[^{}]*,"pv":\[("[A-E][1-4]",){2}"[A-E][1-4]"\]\}.*'
policy=$(sed -n 's/.*"policy":\[\([^]]*\)\].*/\1/p' $scratch/out | tr ',' '\n')
# A4, B1 and E1: the points 0, 16 and 19 from the top row.
[ "$(echo "$policy" | sed -n '1p;17p;20p' | tr '\n' ' ')" = '-1 -1 -1 ' ] || fail "occupied points: $policy"
sed -n 's/.*"currentPlayer":"W","winrate":\([0-9.]*\).*/\1/p' $scratch/out |
    awk '{ exit !($1 > 0.5) }' || fail "white has three stones to one"

# Rules by any of KataGo's names, and rules that are only approximately the same.
long=$(printf 'x%.0s' $(seq 2000))
small='"boardXSize":5,"boardYSize":4,"maxVisits":2,"moves":[]'
ask analysis <<EOF
{"id":"nz","rules":"New Zealand",$small}
{"id":"goe","rules":"goe",$small}
{"id":"stone","rules":"stone_scoring",$small}
{"id":"ing","rules":"ing",$small}
{"id":"text","rules":"koSPIGHTscoreAREAtaxALLsui1button1whbN",$small}
{"id":"mixture","rules":{"ko":"POSITIONAL","scoring":"AREA","tax":"SEKI","suicide":false,"hasButton":true},$small}
EOF
has '\{"id":"nz","isDuringSearch":false,.*'
has '\{"id":"goe","isDuringSearch":false,.*'
has '\{"id":"ing","warning":"played as ing, without Ing.s ko rule .positional superko instead.","field":"rules"\}'
for id in stone ing text mixture; do
    has "\\{\"id\":\"$id\",\"isDuringSearch\":false,.*"
done
[ "$(wc -l <$scratch/out)" -eq 7 ] || fail "rules: $(cat $scratch/out)"

# Rules and komi that a query does not give are those of the options, not those of the query before.
size='"boardXSize":5,"boardYSize":4,"maxVisits":2'
kill='"initialStones":[["B","A1"],["W","B1"],["W","B2"],["W","A3"]],"initialPlayer":"B","moves":[],"allowMoves":[{"player":"B","moves":["A2"],"untilDepth":1}]' # suicide of two
ask --komi=0.5 analysis <<EOF
{"id":"far","rules":"tromp-taylor","komi":300,$size,$kill}
{"id":"none",$size,$kill}
{"id":"far","rules":"tromp-taylor","komi":300,$size,$kill}
{"id":"open","rules":{"ko":"POSITIONAL"},$size,$kill}
{"id":"komi",$size,"moves":[["B","C3"]]}
{"id":"inside","rules":{"suicide":true,"komi":150},$size,$kill}
{"id":"both","rules":{"suicide":true,"komi":150},"komi":-150,$size,$kill}
EOF
[ "$(grep -c '"id":"far".*"winrate":0.000000' $scratch/out)" -eq 2 ] || fail "it is far: $(cat $scratch/out)"
has '\{"id":"none","error":"illegal move: .*'
has '\{"id":"open","isDuringSearch":false,.*' # what an object leaves out is as in KataGo
has '\{"id":"inside",.*"winrate":0.000000.*' # black's, with a komi in the rules
has '\{"id":"both",.*"winrate":1.000000.*'
! grep -q '"id":"komi".*"rootInfo":.*"winrate":0.000000' $scratch/out || fail "the komi of another question"

# Escapes in names and values are decoded; a long line is echoed completely.
long=$(printf '%0600d' 0)
ask analysis <<EOF
{"\\u0069d":"u","\\u0061ction":"query_\\u0076ersion","more":"$long"}
{"id":"v",$small,"\\u00e4\\ud83d\\ude00\\n":1}
EOF
has '\{"\\u0069d":"u",.*,"more":"0{600}","version":"[0-9.]+","git_hash":"<omitted>"\}'
has '\{"id":"v","warning":"no effect","field":"ä😀\\u000a"\}'

# The side to move at turn 0: the player of the first move, White after handicap stones, otherwise
# Black.
ask analysis <<EOF2
{"id":"first","rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"maxVisits":2,"moves":[["W","C3"],["B","D4"]],"analyzeTurns":[0]}
{"id":"handicap","rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"maxVisits":2,"moves":[],"initialStones":[["B","B2"],["B","D4"]]}
{"id":"handicap-black","rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"maxVisits":2,"moves":[["B","C3"]],"initialStones":[["B","B2"],["B","D4"]],"analyzeTurns":[0]}
{"id":"lone","rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"maxVisits":2,"moves":[],"initialStones":[["B","B2"]]}
{"id":"both","rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"maxVisits":2,"moves":[],"initialStones":[["B","B2"],["B","D4"],["W","C3"]]}
{"id":"asked","rules":"chinese","komi":7,"boardXSize":5,"boardYSize":5,"maxVisits":2,"moves":[],"initialPlayer":"B","initialStones":[["B","B2"],["B","D4"]]}
EOF2
for first in first:W handicap:W handicap-black:B lone:B both:B asked:B; do
    has "\\{\"id\":\"${first%:*}\",.*\"turnNumber\":0,.*\"currentPlayer\":\"${first#*:}\".*"
done

# Illegal superko moves in a game record: the third move repeats the first position.
stones='[["B","B1"],["B","C2"],["B","D1"],["W","A2"],["W","B2"]]'
ask analysis <<EOF2
{"id":"superko","rules":"chinese","komi":7,"boardXSize":4,"boardYSize":3,"maxVisits":2,"initialStones":$stones,"moves":[["B","A1"],["W","C1"],["B","B1"],["W","A1"]],"analyzeTurns":[0,3,4]}
EOF2
[ "$(grep -c '"id":"superko","isDuringSearch":false' $scratch/out)" -eq 3 ] || fail "superko: $(cat $scratch/out)"

# A recorded move may retake a ko at once, or be suicide of two stones.
ko='"initialStones":[["B","A2"],["B","B1"],["B","B3"],["W","C1"],["W","C3"],["W","D2"],["B","C2"]],"initialPlayer":"W"'
ask analysis <<EOF2
{"id":"retake","rules":"aga","komi":7,"boardXSize":5,"boardYSize":4,"maxVisits":2,$ko,"moves":[["W","B2"],["B","C2"],["W","B2"]]}
{"id":"suicide","rules":"aga","komi":7,"boardXSize":5,"boardYSize":4,"maxVisits":2,"initialStones":[["B","A1"],["W","B1"],["W","B2"],["W","A3"]],"moves":[["B","A2"],["W","A1"]]}
{"id":"single","rules":"aga","komi":7,"boardXSize":5,"boardYSize":4,"maxVisits":2,"initialStones":[["W","B1"],["W","A2"]],"moves":[["B","A1"]]}
EOF2
has '\{"id":"retake","isDuringSearch":false,.*'
has '\{"id":"suicide","isDuringSearch":false,.*'
has '\{"id":"single","error":"Illegal move 0: A1","field":"moves"\}'

# White's bonus for handicap stones, by the member or in the rules.
ended='"komi":3.5,"boardXSize":5,"boardYSize":5,"maxVisits":2,"initialStones":[["B","C5"],["B","C1"]],"moves":[["W","B3"],["B","C3"],["W","B2"],["B","C2"],["W","B4"],["B","C4"],["W","B1"],["B","D5"],["W","B5"],["B","pass"],["W","pass"]]'
ask analysis <<EOF2
{"id":"bad","rules":"chinese","whiteHandicapBonus":"2",$ended}
{"id":"same","rules":"chinese","whiteHandicapBonus":"N-1",$ended}
EOF2
has '\{"id":"bad","error":"must be 0, N or N-1","field":"whiteHandicapBonus"\}'
has '\{"id":"same","isDuringSearch":false,.*'
! grep -q warning $scratch/out || fail "warned: $(cat $scratch/out)"

# Errors are reported and have no other effect.
ask analysis <<EOF
hello
{"id":"a","moves":[["B","E5"],["W","E5"]],"maxVisits":5}
{"id":"b","moves":[["B","E5"]
{"id":"c","moves":[["X","E5"]]}
{"id":"d","moves":[],"rules":"klingon"}
{"id":"e","moves":[],"boardXSize":99,"boardYSize":99}
{"id":"e1","moves":[],"boardXSize":9}
{"id":"e2","moves":[],"boardXSize":9.5,"boardYSize":9}
{"id":"e3","moves":[],"boardXSize":9,"boardYSize":"9"}
{"id":"e4","moves":[],"maxVisits":1.5}
{"id":"e5","moves":[],"boardXSize":9,"boardYSize":9,"initialStones":[["b","C3"],["w","c3"]]}
{"id":"e6","moves":[["b","D4"]],"boardXSize":9,"boardYSize":9,"allowMoves":[{"player":"W","moves":["D4"],"untilDepth":1}]}
{"id":"e7","action":"terminate"}
{"id":"e8","moves":[],"reportDuringSearchEvery":-1}
{"id":"f","moves":[],"analyzeTurns":[3]}
{"id":"g","action":"dance"}
{"id":"h","moves":[],"maxVisits":-5}
{"id":"i","moves":[],"avoidMoves":[{"moves":["A1"],"player":"B","untilDepth":1e300}]}
{"id":"j","moves":[],"avoidMoves":[{"moves":["A1"],"player":"B","untilDepth":
{"id":"k","moves":[],"analyzeTurns":[0],"priorities":[1,2]}
{"moves":[]}
{"id":,,"moves":[]}
{"id":"l","moves":[],,"komi":6}
{"id":01,"moves":[],"maxVisits":-1}
{"id":"m\\ud800","moves":[]}
{"id":"n","moves":[]} {}
{"id":"o","moves":[],"komi":"x"}
{"id":"p","moves":[],"includePolicy":3}
{"id":"s","moves":[],"avoidMoves":"x"}
{"boardXSize":"x","id":"t","moves":[]}
{"id":"q\"uote",$board,"moves":[],"maxVisits":5}
EOF
has '\{"error":"expected a JSON object.*"\}'
has '\{"id":"a","error":"Illegal move 1: E5","field":"moves"\}'
has '\{"id":"c","error":"a player must be B or W","field":"moves"\}'
has '\{"id":"d","error":"unknown rules; known: .*","field":"rules"\}'
has '\{"id":"e","error":"unacceptable size: Go boards are 2x2 to 25x25","field":"boardXSize"\}'
has '\{"id":"e1","error":"missing: both sides of the board are needed","field":"boardYSize"\}'
has '\{"id":"e2","error":"must be an integer, the board size","field":"boardXSize"\}'
has '\{"id":"e3","error":"must be an integer, the board size","field":"boardYSize"\}'
has '\{"id":"e4","error":"must be an integer from 1","field":"maxVisits"\}'
has '\{"id":"e5","error":"illegal move: two stones on c3","field":"initialStones"\}'
has '\{"id":"e6","error":"illegal move: none of the allowed moves is legal","field":"allowMoves"\}'
has '\{"id":"e7","error":"missing: the id of a query","field":"terminateId"\}'
has '\{"id":"e8","error":"must not be negative \(seconds\)","field":"reportDuringSearchEvery"\}'
has '\{"id":"o","error":"value of the wrong type","field":"komi"\}'
has '\{"id":"p","error":"value of the wrong type","field":"includePolicy"\}'
has '\{"id":"s","error":"value of the wrong type","field":"avoidMoves"\}'
has '\{"id":"t","error":"must be an integer, the board size","field":"boardXSize"\}'
has '\{"id":"f","error":"a turn after the last move","field":"analyzeTurns"\}'
has '\{"id":"g","error":"must be query_version, .*","field":"action"\}'
has '\{"id":"h","error":"must be an integer from 1","field":"maxVisits"\}'
has '\{"id":"i","error":"must be from 1 to 1e9","field":"untilDepth"\}'
has '\{"id":"k","error":"needs one number for each of analyzeTurns","field":"priorities"\}'
[ "$(grep -cx '{"error":"expected a JSON object.*"}' $scratch/out)" -eq 4 ] || fail "four without an id"
has '\{"id":"l","error":"expected a JSON object.*"\}'
has '\{"id":"n","error":"expected a JSON object.*"\}'
has '\{"error":"missing: each query needs an id","field":"id"\}'
has '\{"id":"q\\"uote","isDuringSearch":false,.*'

# Values of the wrong type, out of range, or too many: FIELD, the error message, and the start of the
# query.
small='"boardXSize":5,"boardYSize":4,"maxVisits":2,"moves":[]'
while IFS='|' read -r field words question; do
    printf '%s' "{\"id\":\"w\",$question}" >>$scratch/questions
    echo >>$scratch/questions
    echo "{\"id\":\"w\",\"error\":\"$words\",\"field\":\"$field\"}" >>$scratch/wanted
done <<EOF
moves|move 0, (5,0), is not a move of the game|"boardXSize":5,"boardYSize":4,"moves":[["B","(5, 0)"]]
moves|move 1, (0,4), is not a move of the game|"boardXSize":5,"boardYSize":4,"moves":[["B","(0,3)"],["W","(0,4)"]]
moves|move 0, (0,1)x, is not a move of the game|"boardXSize":5,"boardYSize":4,"moves":[["B","(0,1)x"]]
moves|value of the wrong type|"moves":[["B","A 1"]]
moves|value of the wrong type|"moves":[["B","A1","A2"]]
moves|value of the wrong type|"moves":[["B"]]
analyzeTurns|expected at most 2048 integers up to 1000000|$small,"analyzeTurns":[-1]
analyzeTurns|expected at most 2048 integers up to 1000000|$small,"analyzeTurns":[1000001]
analyzeTurns|expected at most 2048 integers up to 1000000|$small,"analyzeTurns":[0.5]
analyzeTurns|expected at most 2048 integers up to 1000000|$small,"analyzeTurns":[$(printf '0,%.0s' $(seq 2048))0]
untilDepth|must be from 1 to 1e9|$small,"avoidMoves":[{"player":"B","moves":["A1"],"untilDepth":1000000001}]
untilDepth|must be from 1 to 1e9|$small,"avoidMoves":[{"player":"B","moves":["A1"],"untilDepth":0}]
avoidMoves|each needs a player and moves|$small,"avoidMoves":[{"player":"B"}]
allowMoves|each needs a player and moves|$small,"allowMoves":[{"moves":["A1"],"untilDepth":1}]
allowMoves|each player may have one allowMoves, or avoidMoves|$small,"allowMoves":[{"player":"B","moves":["A1"]},{"player":"B","moves":["B1"]}]
allowMoves|each player may have one allowMoves, or avoidMoves|$small,"avoidMoves":[{"player":"W","moves":["A1"]}],"allowMoves":[{"player":"W","moves":["B1"]}]
analysisPVLen|must not be negative|$small,"analysisPVLen":-1
avoidMoves|at most 8 entries are allowed|"avoidMoves":[$(printf '{"player":"B","moves":["A1"]},%.0s' 1 2 3 4 5 6 7 8){}],$small
overrideSettings|reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE|$small,"overrideSettings":{"reportAnalysisWinratesAs":"NOBODY"}
boardXSize|must be an integer, the board size|"boardXSize":0,"moves":[]
boardYSize|must be an integer, the board size|"boardYSize":100,"moves":[]
maxVisits|must be an integer from 1|"moves":[],"maxVisits":1e18
maxVisits|must be an integer from 1|"moves":[],"maxVisits":0
maxVisits|must be an integer from 1|$small,"overrideSettings":{"maxVisits":0}
avoidMoves|illegal move: all legal moves are avoided; leave at least one|"boardXSize":2,"boardYSize":2,"moves":[],"avoidMoves":[{"player":"B","moves":["A1","A2","B1","B2","pass"],"untilDepth":1}]
avoidMoves|illegal move: all legal moves are avoided; leave at least one|"boardXSize":2,"boardYSize":2,"moves":[],"avoidMoves":[{"player":"B","moves":["A1","A2"],"untilDepth":1},{"player":"B","moves":["B1","B2","pass"],"untilDepth":9}]
maxTime|must not be negative (seconds)|$small,"overrideSettings":{"maxTime":-1}
analysisPVLen|must not be negative|$small,"overrideSettings":{"analysisPVLen":-1}
priority|must be from -1e15 to 1e15|$small,"priority":1e16
rules|the object is too long|$small,"rules":{"ko":"$long"}
rules|value of the wrong type|$small,"rules":[1]
maxVisits|must be an integer from 1|$small,"overrideSettings":{"maxPlayouts":-1}
reportDuringSearchEvery|must not be negative (seconds)|$small,"reportDuringSearchEvery":-1
initialPlayer|a player must be B or W|$small,"initialPlayer":"Z"
komi|unacceptable value: komi must be from -9999 to 9999|$small,"komi":1e9
terminateId|must have at most 255 bytes|"action":"terminate","terminateId":"$long"
EOF
ask analysis <$scratch/questions
sort $scratch/out >$scratch/sorted
sort $scratch/wanted | diff - $scratch/sorted >$scratch/differ || fail "error messages: $(cat $scratch/differ)"

# Unknown rules, as an object or by name.
for rules in '{"ko":"MAYBE"}' '{"whiteHandicapBonus":"N-2"}' '{"suicide":"perhaps"}' '{"what":1}' \
    '{"scoring":"AREA","tax":"GROUP"}' '{"hasButton":2}' '{"scoring":"SEKI"}' "\"$long\""; do
    echo "{\"id\":\"r\",$small,\"rules\":$rules}"
done >$scratch/questions
ask analysis <$scratch/questions
[ "$(grep -cx '{"id":"r","error":"unknown rules; known: .*","field":"rules"}' $scratch/out)" -eq 8 ] ||
    fail "rules: $(cat $scratch/out)"

# More settings than are stored, and the limits of allowMoves.
settings=$(for i in $(seq 100); do printf '"a%d":1,' "$i"; done)
allow='{"player":"B","moves":["A1"],"untilDepth":1},{"player":"W","moves":["A1","B1"],"untilDepth":9}'
ask analysis <<EOF2
{"id":"s",$small,"overrideSettings":{$settings"b":[2]}}
{"id":"t",$small,"allowMoves":[$allow]}
{"id":"u",$small,"avoidMoves":[{"player":"B","moves":["pass"],"untilDepth":1000000000}]}
EOF2
[ "$(grep -c '"id":"s","warning":' $scratch/out)" -ge 32 ] || fail "settings: $(cat $scratch/out)"
has '\{"id":"t","isDuringSearch":false,"turnNumber":0,"moveInfos":\[\{"move":"A1",.*'
has '\{"id":"u","isDuringSearch":false,.*'

exit $status
