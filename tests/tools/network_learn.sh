#!/bin/sh
# network_learn.sh - train.py trains on shards of a game with input numbers besides planes, and of
# one without: the same bytes each time, the held-out loss is printed, and the program reads the
# network.

. "${srcdir:-.}/tests/support/common.sh"
need_torch

# For each game two shards of random positions; the first of 24 shards is held out.
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
            --steps 3 --every 3 --batch 16 --floats >$scratch/out 2>&1 || fail "$game: training failed"
        grep -q 'held out' $scratch/out || fail "$game: no loss"
    done
    cmp $scratch/$game.first.bin.gz $scratch/$game.second.bin.gz || fail "$game: other bytes"
    "$miai" network $scratch/$game.first.bin.gz >$scratch/out 2>&1 || fail "$game: not read"
    grep -q "^plays *$game " $scratch/out || fail "$game: not its network"
done

# Weights quantized to bytes, trained or rounded: those of the trunk's convolutions of more than 32
# channels only.
learn_wide()
{
    name=$1
    shift
    "$python" "$srcdir/tools/network/train.py" $scratch/$name.bin.gz $scratch/go --shape o40 --name go \
        --steps 3 --every 3 --batch 16 --floats "$@" >$scratch/out 2>&1 || fail "$name: training failed"
}

learn_wide learned --bytes
learn_wide plain
"$python" "$srcdir/tools/network/whole.py" $scratch/plain.bin.gz $scratch/rounded.bin.gz || fail "not rounded"
"$python" - "$srcdir/tools/network" $scratch <<'EOP' || fail "bytes: other weights"
import sys
sys.path.insert(0, sys.argv[1])
import network

def fit(name):
    net = network.Network.read(f"{sys.argv[2]}/{name}.bin.gz")
    convs = (net.first, net.blocks[0].conv1, net.blocks[0].conv2)
    return [bool((conv.weight == network.whole(conv.weight)).all()) for conv in convs]

for name, fits in (("learned", True), ("plain", False), ("rounded", True)):
    assert fit(name) == [False, fits, fits], name
EOP

# New blocks do not change the outputs at first, and can be trained.
"$python" - "$srcdir/tools/network" $scratch/plain.bin.gz <<'EOP' || fail "new blocks change what there was"
import sys
sys.path.insert(0, sys.argv[1])
import network, torch
net = network.Network.read(sys.argv[2])
planes, numbers = torch.ones(2, net.planes, 7, 7), torch.ones(2, net.numbers)
before = net(planes, numbers)
net.grow("og")
assert len(net.blocks) == 3
assert all(torch.equal(a, b) for a, b in zip(before, net(planes, numbers)))
EOP
learn_wide grown --begin $scratch/plain.bin.gz --grow g
"$miai" network $scratch/grown.bin.gz >$scratch/out 2>&1 || fail "a grown network is not read"
grep -q "2 blocks" $scratch/out || fail "it has not grown"
exit $status
