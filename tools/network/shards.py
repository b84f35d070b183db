"""Positions to learn from, as `samples` writes them (shard.h)."""

import glob
import os
import struct

import numpy
import torch

HEAD = 64
HELD_OUT = 24  # one of so many shards is for measuring alone
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
        self.record = numpy.dtype(
            [
                ("planes", "u1", (self.planes * points + 7) // 8),
                ("numbers", "<f4", self.numbers),
                ("targets", "<f4", 7),
                ("policy", "<u2", points + 1),
                ("ownership", "i1", points),
            ]
        )
        self.count = (os.path.getsize(path) - HEAD) // self.record.itemsize
        self.rows = numpy.memmap(path, self.record, "r", HEAD, self.count) if self.count else []


class Batch:
    """Positions of one size, turned over in one way."""

    def __init__(self, shard, rows, turn=0):
        high, wide, n = shard.height, shard.width, len(rows)
        bits = numpy.unpackbits(rows["planes"], 1, shard.planes * high * wide, "little")
        planes = torch.from_numpy(bits.reshape(n, shard.planes, high, wide)).float()
        policy = torch.from_numpy(rows["policy"].astype(numpy.float32))
        ownership = torch.from_numpy(rows["ownership"].astype(numpy.float32) / 127)
        points = policy[:, :-1].reshape(n, high, wide)
        planes, points, ownership = (
            turned(x, turn) for x in (planes, points, ownership.reshape(n, high, wide))
        )
        policy = torch.cat((points.reshape(n, -1), policy[:, -1:]), 1)
        self.planes = planes.contiguous(memory_format=torch.channels_last)
        self.numbers = torch.from_numpy(rows["numbers"].copy())
        self.legal = policy > 0
        self.policy = policy / policy.sum(1, keepdim=True)
        self.ownership = ownership
        self.targets = torch.from_numpy(rows["targets"].copy())

    def to(self, device):
        for key, tensor in vars(self).items():
            setattr(self, key, tensor.to(device))
        return self


def turned(x, turn):
    if turn & MIRROR:
        x = x.flip(-1)
    if turn & FLIP:
        x = x.flip(-2)
    if turn & TRANSPOSE:
        x = x.transpose(-1, -2)
    return x.flip(-1, -2) if turn & HALF_TURN else x


class Shards:
    """All shards of folders, or the latest ones, by size.  Those whose number is a multiple of
    HELD_OUT are left for measuring."""

    def __init__(self, folders, latest=None):
        self.folders, self.latest = folders, latest
        self.sizes, self.held, self.seen = {}, {}, set()
        self.read()

    def read(self):
        """Takes in the shards that have come."""
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
                where.setdefault((shard.height, shard.width), []).append(shard)

    def positions(self):
        return sum(shard.count for shards in self.sizes.values() for shard in shards)

    @property
    def any(self):
        return next(iter(self.sizes.values()))[0]

    def draw(self, rng, count):
        """A batch of any size, each position as likely as any other of all sizes."""
        sizes = sorted(self.sizes)
        counts = numpy.array([sum(s.count for s in self.sizes[size]) for size in sizes], float)
        size = sizes[rng.choice(len(sizes), p=counts / counts.sum())]
        shards = self.sizes[size]
        ends = numpy.cumsum([shard.count for shard in shards])
        rows = []
        for at in numpy.sort(rng.integers(ends[-1], size=count)):
            i = int(numpy.searchsorted(ends, at, "right"))
            rows.append(shards[i].rows[at - ends[i]])
        ways = [w for w in range(16) if w & shards[0].symmetries == w]
        if size[0] != size[1]:
            ways = [w for w in ways if not w & TRANSPOSE]
        return Batch(shards[0], numpy.array(rows, shards[0].record), int(rng.choice(ways)))

    def measure(self, size, most):
        """Batches of what is held out of a size, the same each time."""
        rows = numpy.concatenate([numpy.asarray(shard.rows) for shard in self.held[size]])
        rows = rows[:: max(1, len(rows) // most)]
        for i in range(0, len(rows), 256):
            yield Batch(self.held[size][0], rows[i : i + 256])
