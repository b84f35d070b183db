#!/bin/sh
# examples.sh - miai accepts each command that a manual shows in a display.  Most of them would run for
# minutes, so each gets a second: a command line that is wrong ends at once, with status 2.  Networks
# and other files that the examples name need not exist.  Modules, which not every build loads, are left
# out.

. "${srcdir:-.}/tests/support/common.sh"

mkdir $scratch/bin
printf '#!/bin/sh\nexec "%s" "$@"\n' \
    "$(cd "$(dirname "$miai")" && pwd)/$(basename "$miai")" >$scratch/bin/miai
chmod +x $scratch/bin/miai

# Joins continued lines, and leaves out mpirun and its options.
awk '
/^\.Bd/ { inside = 1; next }
/^\.Ed/ { inside = 0; line = "" }
!inside { next }
{
    gsub(/\\&/, ""); gsub(/\\-/, "-")
    continued = sub(/\\e$/, "")
    gsub(/\\e/, "\\")
    line = line $0
    if (continued)
        next
    sub(/^mpirun .* miai /, "miai ", line)
    if (line ~ /^miai / && line !~ /^miai [0-9]|--load=/)
        print line
    line = ""
}' "$srcdir"/man/*.[0-9] >$scratch/commands
[ "$(wc -l <$scratch/commands)" -ge 20 ] || fail "only $(wc -l <$scratch/commands) commands"

PATH=$PWD/$scratch/bin:$PATH
export PATH
# With exec, timeout waits for miai itself, whose last words would else be taken for the next command's.
while IFS= read -r command; do
    code=0
    (cd $scratch && timeout 1 sh -c "exec $command") </dev/null >$scratch/out 2>$scratch/err || code=$?
    [ $code -ne 2 ] || grep -q 'No such file' $scratch/err ||
        fail "$command: $(cat $scratch/err)"
done <$scratch/commands

exit $status
