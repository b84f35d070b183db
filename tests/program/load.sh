#!/bin/sh
# load.sh - a game from outside the library, examples/nim.c, as a program of its own and as a module
# of the program, which only the command line can load; errors explain what is wrong.

. "${srcdir:-.}/tests/support/common.sh"

# says TITLE PATTERN COMMAND...: succeeds with a matching line.
says()
{
    title=$1
    pattern=$2
    shift 2
    "$@" <$scratch/in >$scratch/out 2>&1 || fail "$title: status $?"
    grep -Eq -e "$pattern" $scratch/out || fail "$title: no line '$pattern'"
}

# refuses PATTERN COMMAND...: status 2, one line on standard error, nothing printed.
refuses()
{
    pattern=$1
    shift
    code=0
    "$@" </dev/null >$scratch/out 2>$scratch/err || code=$?
    [ $code -eq 2 ] || fail "$*: status $code, not 2"
    [ ! -s $scratch/out ] || fail "$*: printed something"
    [ "$(grep -c '' $scratch/err)" -eq 1 ] || fail "$*: not one line on standard error"
    grep -Eq -e "$pattern" $scratch/err || fail "$*: $(cat $scratch/err)"
}

# plays COMMAND...: plays Nim if no game is named, and other games if they are.
plays()
{
    : >$scratch/in
    says "list" '^nim +Nim$' "$@" --list-games
    says "default" '^game = nim$' "$@" --list-options
    says "another game" '^game = go$' "$@" --game=go --list-options
    says "perft of another" '^1 9$' "$@" perft tictactoe 1
    says "perft" '^2 113$' "$@" perft nim 2

    printf 'list_games\nshowboard\ngenmove b\nplay w A2\nplay w c5\nundo\n' >$scratch/in
    says "list_games" '^nim$' "$@" --search=alphabeta --depth=12
    grep -q '^ 5 . . O 5$' $scratch/out || fail "showboard"
    grep -q '^= A2$' $scratch/out || fail "the move that wins"
    grep -q '^? illegal move$' $scratch/out || fail "an illegal move"
    printf 'set_game nim\nboardsize 1 3\ngenmove b\nfinal_score\n' >$scratch/in
    says "a size" '^= B\+1$' "$@" --game=go --playouts=1000
    grep -q '^= A3$' $scratch/out || fail "single heap"

    printf 'uci\nposition startpos moves a2\ngo nodes 20000\n' >$scratch/in
    says "UCI_Variant" '^option name UCI_Variant type combo default nim .* var nim$' "$@"
    grep -Eq '^bestmove [A-C][1-5]( ponder .*)?$' $scratch/out || fail "UCI: no move"
    printf 'uci\nsetoption name UCI_Variant value nim\nposition startpos\ngo depth 12\n' >$scratch/in
    says "choosing it" '^bestmove A2( |$)' "$@" --game=chess --search=alphabeta
}

plays ./examples/nim
refuses '^nim: --threads=0: unacceptable value' ./examples/nim --threads=0
: >$scratch/in

if ! grep -q '^#define HAVE_LTDL 1' config.h; then
    refuses '^miai: x.so: .*without libltdl' "$miai" --load=x.so
    exit $status
fi

# module NAME FILE: compiles a module.
module()
{
    ${CC:-cc} -shared -fPIC ${SANITIZE_FLAGS-} -I"$srcdir/src" -o $scratch/$1.so "$2"
}

# archive FILE: writes a libtool archive for it.
archive()
{
    echo '# a libtool library file'
    printf "%s='%s'\n" dlname $1 library_names $1 old_library ''
    echo installed=no
}

la=examples/nim.la
so=examples/.libs/nim.so
if ! [ -f $so ]; then # libtool makes none if libmiai is static
    la=$scratch/built/nim.la
    so=$scratch/built/.libs/nim.so
    mkdir -p $scratch/built/.libs
    sed 's/<miai.h>/"miai.h"/' "$srcdir/examples/nim.c" >$scratch/nim.c
    module built/.libs/nim $scratch/nim.c
    archive nim.so >$la
fi

plays "$miai" --load=$la
plays "$miai" --load $so

# A file name without a path is a file in the current folder.
cp $so $scratch/here.so
path=$(cd "$(dirname "$miai")" && pwd)/$(basename "$miai")
(cd $scratch && "$path" --load=here.so --list-games | grep -q '^nim ') || fail "a name alone"

# ---- only the command line loads modules ----

echo "load = $la" >$scratch/load.conf
refuses 'load.conf:1: unknown option' "$miai" --config=$scratch/load.conf
refuses 'unknown option' "$miai" --set load=$la
printf "miai-param load $la\nlist_games\n" >$scratch/in
says "GTP" '^\? unknown option$' "$miai"
! grep -Eq '(^| )nim' $scratch/out || fail "loaded over GTP"
printf "uci\nsetoption name load value $la\nisready\n" >$scratch/in
says "UCI" 'info string unknown option: load$' "$miai"
! grep -Eq '(^| )nim' $scratch/out || fail "loaded over UCI"

# ---- errors ----

refuses "^miai: $scratch/none.so: cannot read the file: No such file or directory$" \
    "$miai" --load=$scratch/none.so
refuses "^miai: $scratch: cannot read the file: Is a directory$" "$miai" --load=$scratch
# The dynamic loader's own reason, whatever its text, not libltdl's general one.
refuses "nim.c: cannot load the module: .*[a-z]{3,}" "$miai" --load=$srcdir/examples/nim.c
! grep -q 'file not found' $scratch/err || fail "a text as a module: $(cat $scratch/err)"
refuses "--load" "$miai" --load
refuses "game nim: a game of that name exists already" \
    "$miai" --load=$la --load=$scratch/here.so
refuses "^nim: .*game nim: a game of that name exists already" \
    ./examples/nim --load=$la

# declares NAME DECLARATION: compiles a module that defines miai_games that way.
declares()
{
    printf '#include "miai.h"\n%s\n' "$2" >$scratch/$1.c
    module $1 $scratch/$1.c
}

# If libmiai is not found, the error says so and what helps, also for an archive.
declares miai 'int miai_of_nobody(void); int miai_of_nobody(void) { return 0; }'
mv $scratch/miai.so $scratch/libmiai.so
printf 'int miai_of_nobody(void);\nint wants(void);\nint wants(void) { return miai_of_nobody(); }\n' \
    >$scratch/wants.c
${CC:-cc} -shared -fPIC ${SANITIZE_FLAGS-} -o $scratch/wants.so $scratch/wants.c -L$scratch -lmiai
rm $scratch/libmiai.so
archive wants.so >$scratch/wants.la
mkdir $scratch/.libs
cp $scratch/wants.so $scratch/.libs
for file in wants.so wants.la; do
    refuses "$file: cannot load the module: .*libmiai.so.*; run ldconfig as root, or" \
        "$miai" --load=$scratch/$file
done

rm -r $scratch/.libs # the installed layout
refuses "wants.la: cannot load the module: .*libmiai.so.*; run ldconfig" \
    "$miai" --load=$scratch/wants.la
echo '# names no library' >$scratch/bare.la
refuses 'bare.la: cannot load the module: .*[a-z]{3,}' "$miai" --load=$scratch/bare.la

# With several modules, the first one's game is played.
sed -e 's/"nim"/"mim"/g; s/"Nim"/"Mim"/g; s/<miai.h>/"miai.h"/' "$srcdir/examples/nim.c" >$scratch/mim.c
module mim $scratch/mim.c
says "two modules" '^game = mim$' "$miai" --load=$scratch/mim.so --load=$scratch/here.so --list-options

declares other 'int something;'
refuses 'other.so: not a game module: it has no miai_games$' "$miai" --load=$scratch/other.so
declares empty 'const miai_game *const miai_games[] = {NULL};'
refuses 'empty.so: its miai_games is empty$' "$miai" --load=$scratch/empty.so
declares old 'static const miai_game old = {.bytes = 8}; const miai_game *const miai_games[] = {&old, 0};'
refuses 'old.so: game .*: miai_game.bytes is 8, not its sizeof' "$miai" --load=$scratch/old.so
declares none 'static const miai_game none = {.bytes = sizeof(miai_game), .title = "None"};
const miai_game *const miai_games[] = {&none, NULL};'
refuses 'none.so: game without a name: name is missing' "$miai" --load=$scratch/none.so
declares bare 'static const miai_game bare = {.bytes = sizeof(miai_game), .name = "bare", .title = "Bare"};
const miai_game *const miai_games[] = {&bare, NULL};'
refuses 'bare.so: game bare: size is missing: every game needs it$' "$miai" --load=$scratch/bare.so


# ---- miai check ----

: >$scratch/in
says "check" '^nim: 0 faults$' "$miai" --load=$la check
says "check by name" '^nim: 0 faults$' ./examples/nim --game=go check nim
says "check of another" '^tictactoe: 0 faults$' ./examples/nim check tictactoe
sed 's/^static const miai_game nim/static miai_move last(const miai_move *list, int n)\
{\
    return list[n - 1];\
}\
\
static int fewer(const void *pos, miai_move *list)\
{\
    int n = moves(pos, list);\
    return n > 1 \&\& last(list, n) % 2 ? n - 1 : n;\
}\
\
&/; s/\.moves = moves/.moves = fewer/; s/<miai.h>/"miai.h"/' "$srcdir/examples/nim.c" >$scratch/fewer.c
module fewer $scratch/fewer.c
code=0
"$miai" --load=$scratch/fewer.so check >$scratch/out || code=$?
[ $code -eq 1 ] || fail "check of a faulty game: status $code, not 1"
grep -q '^moves() does not list .*, which legal() allows; on a board of 3x5, a.*:$' $scratch/out ||
    fail "check of a faulty game: no fault"
grep -q '^nim: 1 fault$' $scratch/out || fail "check of a faulty game: no count"

exit $status
