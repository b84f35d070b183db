#!/bin/sh
# nnue_learn.sh - the PyTorch trainer of the chess network uses the same records as the one in C:
# damaged ones, and positions with hanging pieces, have no effect.

. "${srcdir:-.}/tests/support/common.sh"
need_torch

# good.bin; bad.bin: the same with other records in between; none.bin: no held-out block.
"$python" - $scratch <<'EOP'
import random, struct, sys

KINGS = {4: 5, 60: 13}

def record(men, block, score=0, loud=0):
    """men: codes by squares."""
    codes = [men[square] for square in sorted(men)] + [0] * 32
    pieces = bytes(codes[i] | codes[i + 1] << 4 for i in range(0, 32, 2))
    return struct.pack("<Q16sHhhBB", sum(1 << square for square in men), pieces, block, 0, score, 3, loud)

def damaged(block):
    """More men than can be, kinds that are none, a king too few and one too many."""
    yield record({square: 0 for square in range(8, 41)} | KINGS, block)
    yield from (record(KINGS | {20: code}, block, 900) for code in (6, 7, 14, 15, 5, 13))
    yield from (record({square: code}, block, 900) for square, code in KINGS.items())
    yield record({}, block)
    yield record(KINGS | {20: 4}, block, 900, loud=1)

rng = random.Random(1)
parts = {"good": b"", "bad": b"", "none": b""}
for i in range(200):
    men = KINGS | {rng.randrange(8, 56): rng.choice((0, 1, 2, 3, 4, 8, 9, 10, 11, 12)) for _ in range(8)}
    sound, block = record(men, i // 5, rng.randrange(-500, 500)), i // 5
    parts["good"] += sound
    parts["bad"] += sound + b"".join(damaged(block) if i % 10 == 0 else ())
    parts["none"] += sound if block % 32 else b""
for name, records in parts.items():
    open(f"{sys.argv[1]}/{name}.bin", "wb").write(records)
EOP

for name in good bad none; do
    "$python" "$srcdir/tools/chess/nnue/learn.py" $scratch/$name.nnue $scratch/$name.bin --hidden 64 --batch 32 \
        --steps 4 --cpu --threads 1 >$scratch/$name.out 2>$scratch/err || fail "$name: $(cat $scratch/err)"
done
cmp $scratch/good.nnue $scratch/bad.nnue || fail "excluded records were used"
grep -q '; held out 0\.[0-9]*$' $scratch/good.out || fail "no loss: $(cat $scratch/good.out)"
grep -q '; nothing held out$' $scratch/none.out || fail "not reported: $(cat $scratch/none.out)"
for name in good none; do
    "$miai" --game=chess --eval-file=$scratch/$name.nnue --playouts=10 gtp >$scratch/out 2>&1 <<EOG || fail "not read"
genmove b
EOG
    grep -q '^= [a-h][1-8]' $scratch/out || fail "$name.nnue: $(cat $scratch/out)"
done
exit $status
