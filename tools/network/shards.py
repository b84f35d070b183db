"""Training positions in the format of `samples` (shard.h)."""

import glob
import os
import struct

import numpy
import torch

HEAD = 64
HELD_OUT = 24  # one shard of 24 is held out
MIRROR, FLIP, TRANSPOSE, HALF_TURN = 1, 2, 4, 8


class Shard:
    def __init__(self, path):
        with open(path, "rb") as file:
            head = file.read(HEAD)
        shape = struct.unpack("<8s5i24s", head[:52])
        if shape[0] != b"miaishd1":
            raise ValueError(f"{path} is no shard")
        self.width, self.height, self.planes, self.numbers, self.symmetries = shape[1:6]
        self.encoding = shape[6].rstrip(b"\0").decode()
        points = self.width * self.height
        parts = (
            ("planes", (self.planes * points + 7) // 8),
            ("numbers", 4 * self.numbers),
            ("targets", 4 * 7),
            ("policy", 2 * (points + 1)),
            ("ownership", points),
        )
        self.parts, self.bytes = {}, 0
        for key, count in parts:
            self.parts[key] = slice(self.bytes, self.bytes + count)
            self.bytes += count
        self.path, self.count = path, (os.path.getsize(path) - HEAD) // self.bytes

    def rows(self):
        """The positions' bytes [count, bytes]."""
        rows = numpy.fromfile(self.path, "u1", self.count * self.bytes, offset=HEAD)
        return torch.from_numpy(rows.reshape(self.count, self.bytes))


class Table:
    """All positions of one size, on the training device, which also unpacks them."""

    def __init__(self, device):
        self.device, self.shard, self.count = device, None, 0
        self.rows = None
        self.coming = []

    def add(self, shard):
        self.shard = shard
        self.count += shard.count
        self.coming.append(shard)

    def take(self, which):
        """The bytes of positions, by an array of indices [n] or a slice."""
        if self.coming:
            rows = torch.empty((self.count, self.shard.bytes), dtype=torch.uint8, device=self.device)
            at = 0 if self.rows is None else len(self.rows)
            if at:
                rows[:at] = self.rows
            for shard in self.coming:
                rows[at : at + shard.count] = shard.rows()
                at += shard.count
            self.rows, self.coming = rows, []
        return self.rows[which]


class Batch:
    """Unpacks positions of one size from bytes [n, bytes], with one symmetry."""

    def __init__(self, shard, rows, turn=0):
        high, wide, n = shard.height, shard.width, len(rows)

        def part(key, kind=torch.uint8):
            own = rows[:, shard.parts[key]].clone(memory_format=torch.contiguous_format)
            return own.view(kind) if own.numel() else own.to(kind)  # empty: nothing to reinterpret

        bits = part("planes")[:, :, None] >> torch.arange(8, dtype=torch.uint8, device=rows.device)
        planes = (bits & 1).flatten(1)[:, : shard.planes * high * wide].float()
        policy = (part("policy", torch.int16).int() & 0xFFFF).float()
        ownership = part("ownership", torch.int8).float() / 127
        points = policy[:, :-1].reshape(n, high, wide)
        planes, points, ownership = (
            turned(x, turn)
            for x in (
                planes.reshape(n, shard.planes, high, wide),
                points,
                ownership.reshape(n, high, wide),
            )
        )
        policy = torch.cat((points.reshape(n, -1), policy[:, -1:]), 1)
        self.planes = planes.contiguous(memory_format=torch.channels_last)
        self.numbers = part("numbers", torch.float32)
        self.legal = policy > 0
        self.policy = policy / policy.sum(1, keepdim=True).clamp(min=1)  # 0: only a value
        self.ownership = ownership
        self.targets = part("targets", torch.float32)


def turned(x, turn):
    if turn & MIRROR:
        x = x.flip(-1)
    if turn & FLIP:
        x = x.flip(-2)
    if turn & TRANSPOSE:
        x = x.transpose(-1, -2)
    return x.flip(-1, -2) if turn & HALF_TURN else x


class Shards:
    """All shards of some folders, or the latest ones, by size.  Those whose number is a multiple of
    HELD_OUT are held out."""

    def __init__(self, folders, latest=None, device="cpu", even=False):
        self.folders, self.latest, self.device, self.even = folders, latest, device, even
        self.sizes, self.held, self.seen = {}, {}, set()
        self.read()

    def read(self):
        """Reads new shards."""
        paths = [
            path
            for folder in self.folders
            for path in sorted(glob.glob(os.path.join(folder, "*.shard")))
        ]
        for path in paths[-self.latest :] if self.latest else paths:
            if path in self.seen:
                continue
            self.seen.add(path)
            shard, number = Shard(path), int(os.path.basename(path).split(".")[0])
            if shard.count:
                where = self.held if number % HELD_OUT == 0 else self.sizes
                size = (shard.height, shard.width)
                where.setdefault(size, Table(self.device)).add(shard)

    def positions(self):
        return sum(table.count for table in self.sizes.values())

    @property
    def any(self):
        return next(iter(self.sizes.values())).shard

    def counts(self, sizes, count):
        """How many positions of each size make a batch: as many, or as many points as `count` have
        on the largest board."""
        most = max(high * wide for high, wide in sizes)
        return [round(count * most / (size[0] * size[1])) if self.even else count for size in sizes]

    def draw(self, rng, count):
        """A batch of a random board size, so that all positions are equally likely."""
        sizes = sorted(self.sizes)
        counts = self.counts(sizes, count)
        parts = numpy.array([self.sizes[size].count / n for size, n in zip(sizes, counts)])
        i = rng.choice(len(sizes), p=parts / parts.sum())
        table = self.sizes[sizes[i]]
        which = numpy.sort(rng.integers(table.count, size=counts[i]))
        ways = [w for w in range(16) if w & table.shard.symmetries == w]
        if sizes[i][0] != sizes[i][1]:
            ways = [w for w in ways if not w & TRANSPOSE]
        turn = int(rng.choice(ways))
        return Batch(table.shard, table.take(torch.from_numpy(which).to(self.device)), turn)

    def measure(self, size, most):
        """Batches of the held-out positions of one size, always the same."""
        table = self.held[size]
        rows = table.take(slice(None, None, max(1, table.count // most)))
        for i in range(0, len(rows), 256):
            yield Batch(table.shard, rows[i : i + 256])
