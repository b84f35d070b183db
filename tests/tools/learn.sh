#!/bin/sh
# learn.sh - generations by tools/learn with a fake trainer: finished work is not repeated, claims
# of dead processes are void, the gate accepts and rejects, and the page reports it.

. "${srcdir:-.}/tests/support/common.sh"

python=$(command -v python3 || :)
[ -n "$python" ] || {
    echo "no python3"
    exit 77
}
export PYTHONDONTWRITEBYTECODE=1
folder=$scratch/learned

# Othello weights: the built-in ones, constant ones, and the worst.
mkdir -p $scratch/recipes
"$python" - "$srcdir/data/othello.bin" $scratch <<'EOF'
import struct, sys, zlib
good = open(sys.argv[1], "rb").read()[16:]
for name, weights in (("good", good), ("even", bytes(len(good))),
                      ("worst", bytes(-x & 255 for x in good))):
    with open(f"{sys.argv[2]}/{name}.bin", "wb") as file:
        file.write(b"MIAIOTHE" + struct.pack("<II", 1, zlib.crc32(weights)) + weights)
EOF
cat >$scratch/recipes/sham.ini <<EOF
[learn]
game = othello
option = eval-file
file = sham.bin
generations = 3
window = 2
seed = 5
begin = $scratch/worst.bin

[play]
blocks = 4
command = sh $scratch/play.sh {out} {seed} {block} {network}

[train]
command = sh $scratch/train.sh {network} {number} {files}
positions = (\d+) positions
held = loss ([0-9.]+)
losses = loss

[match]
options = --search=alphabeta --threads=1 --memory=4 --playouts=100
settings = games=10 plies=6 seed={seed}
accept = 0.5

[small]
learn.generations = 1
EOF
cat >$scratch/play.sh <<EOF
echo "\$2 \$3 \$(cksum <\$4)" >>$scratch/played
echo "\$2 \$3" >\$1/game
[ ! -e $scratch/broken ] || exit 3
EOF
cat >$scratch/train.sh <<EOF
network=\$1 number=\$2
shift 2
echo "\$# positions"
echo "loss 0.\$((9 - number))"
echo "\$number \$#" >>$scratch/trained
case \$number in 0) cat $scratch/even.bin ;; 1) cat $scratch/worst.bin ;; 2) cat $scratch/good.bin ;; esac >\$network
EOF

learn()
{
    "$python" "$srcdir/tools/learn/learn.py" --miai "$miai" --recipes $scratch/recipes sham "$@" >$scratch/out 2>&1
}

# If a block cannot be played, it stops with the reason, and resumes there.
touch $scratch/broken
! learn $folder || fail "a broken player was not reported"
grep -q 'block 0: sh .*play.sh.*: 3$' $scratch/out || fail "no reason"
rm $scratch/broken $scratch/played
games=$folder/generation.0/games
touch $games/000002.claim
"$python" -c 'import fcntl, sys, time
file = open(sys.argv[1], "a")
fcntl.lockf(file, fcntl.LOCK_EX)
open(sys.argv[2], "w").write("held\n")
time.sleep(600)' $games/000003.claim $scratch/held &
holder=$!
arrive held $scratch/held
(arrive '^5 2' $scratch/played && sleep 1 && cp $scratch/played $scratch/meanwhile && kill -9 $holder) &
learn $folder --jobs 2 || fail "learning failed"
wait $holder 2>/dev/null || :
[ "$(sort $scratch/meanwhile | cut -d ' ' -f 1,2 | tr '\n' ',')" = '5 0,5 1,5 2,' ] ||
    fail "a block claimed by another process was played: $(cat $scratch/meanwhile)"
[ "$(sort $scratch/played | cut -d ' ' -f 1,2 | tr '\n' ',')" = \
    '5 0,5 1,5 2,5 3,6 0,6 1,6 2,6 3,7 0,7 1,7 2,7 3,' ] || fail "a block is missing or repeated"
[ "$(cat $scratch/trained | tr '\n' ',')" = '0 4,1 8,2 8,' ] || fail "trained on other files than the window's"

# A rejected network plays neither training games nor is it the final product.
grep -q 'generation 1: .*: rejected' $scratch/out || fail "a weaker network was accepted"
[ "$(grep -c "^7 . $(cksum <$scratch/even.bin)" $scratch/played)" -eq 4 ] || fail "the weaker network played"
grep -q 'generation 2: .* against generation 0: accepted' $scratch/out || fail "a stronger one was not"
cmp $folder/sham.bin $scratch/good.bin || fail "not the best network"
grep -q '<svg' $folder/index.html || fail "no curves"
grep -q 'class="no"' $folder/index.html || fail "the page does not tell of the rejected one"

# When all is done, nothing is repeated, not even by a worker.
cp $scratch/played $scratch/before
learn $folder || fail "it does not end again"
learn $folder --worker || fail "a worker"
grep -q 'all blocks are there' $scratch/out || fail "a worker continues"
cmp $scratch/played $scratch/before || fail "played again"

# A worker plays only what is missing.
rm -r $folder/generation.2/games/000001
learn $folder --worker || fail "a worker"
[ "$(tail -n +13 $scratch/played | cut -d ' ' -f 1,2)" = '7 1' ] || fail "a worker repeats games"

# The match does not depend on how many games run in parallel.
rm -r $folder/generation.2/table $folder/generation.2/verdict
cp $folder/generation.1/table $scratch/table
rm $folder/generation.1/table $folder/generation.1/verdict
learn $folder --jobs 3 || fail "it does not judge again"
sort -n $scratch/table >$scratch/one
sort -n $folder/generation.1/table | cmp - $scratch/one || fail "the match differs"

# A changed recipe and invalid settings are refused.
! learn $folder play.blocks=5 || fail "a changed recipe was accepted"
grep -q 'is another recipe' $scratch/out || fail "no reason"
! learn $scratch/x play.block=5 || fail "an unknown key was accepted"
grep -q '\[play\] has no block, but blocks, command' $scratch/out || fail "not told which keys there are"
! learn $scratch/y learn.window=much || fail "an invalid number was accepted"
grep -q 'window = much is not a whole number' $scratch/out || fail "no reason"
learn $scratch/small --small || fail "--small failed"
[ ! -e $scratch/small/generation.1 ] || fail "--small played a full generation"

# Each recipe in the source tree can be read.
for recipe in "$srcdir"/tools/learn/recipes/*.ini; do
    "$python" - "$srcdir/tools/learn" "$recipe" >$scratch/out 2>&1 <<'EOF' || fail "$recipe"
import sys
sys.path.insert(0, sys.argv[1])
from recipe import Recipe
for small in (False, True):
    recipe = Recipe(sys.argv[2], (), small)
    for section in ("play", "train", "match"):
        key = "settings" if section == "match" else "command"
        words = dict(out="o", seed=1, block=2, network="n", games=["g"], files=["f"], best=[], number=0,
                     folder="f", python="p", tools="t")
        assert recipe.command(section, key, **words)
EOF
done
exit $status
