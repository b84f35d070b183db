# common.sh - what the scripts of the tests have in common; each reads it first, in the folder of the
# build, and ends with "exit $status".
#
# srcdir is the folder of the sources, miai the program, and scratch a folder of the script's own,
# which is removed at the end.

set -eu
LC_ALL=C
export LC_ALL

srcdir=${srcdir:-.}
miai=${MIAI:-./miai}
scratch=tests/$(basename "$0" .sh).tmp
status=0
rm -rf "$scratch"
mkdir -p "$scratch"
trap 'rm -rf "$scratch"' EXIT

# fail TEXT: says what is wrong, and how the program's output in the file out ends; goes on.
fail()
{
    echo "$1"
    [ ! -f "$scratch/out" ] || tail -c 2000 "$scratch/out"
    status=1
}

# The time in seconds.
now()
{
    date +%s
}

# quick START TITLE: less than 15 seconds have gone since the time START.
quick()
{
    [ $(($(now) - $1)) -lt 15 ] || fail "$2: too late"
}
