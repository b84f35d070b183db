#!/bin/sh
# network_learn.sh - train.py learns from shards of a game with numbers beside its planes and of one
# without: the same bytes twice, the loss of what is held out is told, and the program reads the network.

. "${srcdir:-.}/tests/support/common.sh"
need_torch

# For each game two shards of random positions; of 24 shards the first is held out.
"$python" - $scratch <<'EOP'
import os, random, struct, sys

def shard(path, encoding, side, planes, numbers, symmetries, seed):
    rng, points = random.Random(seed), side[0] * side[1]
    with open(path, "wb") as file:
        file.write(struct.pack("<8s5i24s12x", b"miaishd1", *side, planes, numbers, symmetries, encoding))
        for _ in range(64):
            won = rng.randrange(2)
            file.write(rng.randbytes((planes * points + 7) // 8))
            file.write(struct.pack(f"<{numbers}f", *(rng.random() for _ in range(numbers))))
            file.write(struct.pack("<7f", won, 1 - won, 0, 0, 1, 0, 2 * won - 1))
            file.write(struct.pack(f"<{points + 1}H", *(rng.randrange(1, 999) for _ in range(points + 1))))
            file.write(rng.randbytes(points).replace(b"\x80", b"\0"))

for game, *shape in (("connect4", b"connect4-2", (7, 6), 7, 0, 1),
                     ("go", b"katago-7", (7, 7), 22, 19, 7)):
    os.mkdir(f"{sys.argv[1]}/{game}")
    for i in range(2):
        shard(f"{sys.argv[1]}/{game}/{i:06}.shard", *shape, i)
EOP

for game in connect4 go; do
    for name in first second; do
        "$python" "$srcdir/tools/network/train.py" $scratch/$game.$name.bin.gz $scratch/$game --shape og16 --name $game \
            --steps 3 --every 3 --batch 16 --floats >$scratch/out 2>&1 || fail "$game: it does not learn"
        grep -q 'held out' $scratch/out || fail "$game: no loss"
    done
    cmp $scratch/$game.first.bin.gz $scratch/$game.second.bin.gz || fail "$game: other bytes"
    "$miai" network $scratch/$game.first.bin.gz >$scratch/out 2>&1 || fail "$game: not read"
    grep -q "^plays *$game " $scratch/out || fail "$game: not its network"
done

# Weights that fit into bytes: of the trunk's convolutions of more than 32 channels, and of no others.
"$python" "$srcdir/tools/network/train.py" $scratch/bytes.bin.gz $scratch/go --shape o40 --name go --bytes \
    --steps 3 --every 3 --batch 16 --floats >$scratch/out 2>&1 || fail "bytes: it does not learn"
"$python" - "$srcdir/tools/network" $scratch/bytes.bin.gz <<'EOP' || fail "bytes: other weights"
import sys
sys.path.insert(0, sys.argv[1])
import network
net = network.Network.read(sys.argv[2])
def fits(conv):
    return bool((conv.weight == network.whole(conv.weight)).all())
block = net.blocks[0]
sys.exit(not (fits(block.conv1) and fits(block.conv2) and not fits(net.first)))
EOP
exit $status
