#!/usr/bin/python3
"""Trains the Gomoku network on positions written by tools/gomoku/games; see README.  The same positions
and arguments give the same bytes with the same torch on the same kind of processor."""

import argparse
import glob
import os
import struct
import time
import zlib

import numpy
import torch
from torch import nn
from torch.nn import functional

SIDE, SHAPES = 15, 5
POINTS = SIDE * SIDE
PAIRS = KINDS = 14 * 14
# As in src/game/gomoku/network/input.h; NOTHING is an input without weights.
REACH, SIDES = 4, 121
OWN, OTHER, LINES = 392, 393, 394
NOTHING = LINES + SIDES * (SIDES + 1) // 2
PARTS, INPUTS = SHAPES + 4, NOTHING + 1
SAMPLE = POINTS * SHAPES + POINTS + 2

CHANNELS, POLICY, VALUE = 32, 16, 32
# The scales of 1, as in src/game/gomoku/network/network.h.
ONE_INPUT, ONE_NEAR, ONE_FEATURE, ONE_HEAD = 4096, 8192, 512, 256
MOST = 2.0  # upper clamp of a feature


# ---- positions ----


def read_positions(folders):
    files = sorted(f for folder in folders for f in glob.glob(os.path.join(folder, "*.bin")))
    rows = [numpy.fromfile(f, numpy.uint8).reshape(-1, SAMPLE) for f in files]
    held = numpy.concatenate([r for i, r in enumerate(rows) if i % 24 == 0])
    return numpy.concatenate([r for i, r in enumerate(rows) if i % 24 != 0]), held


def sides_of():
    """The index of each side by its points in base 4, nearest point highest: 0 empty, 1 own, 2 enemy, 3 off
    the board."""
    side = numpy.zeros(4**REACH, numpy.int64)
    for code in range(4**REACH):
        points = [code // 4**i % 4 for i in reversed(range(REACH))]
        on_board = points.index(3) if 3 in points else REACH
        number = 0
        for point in points[:on_board]:
            number = 3 * number + point
        side[code] = sum(3**i for i in range(on_board + 1, REACH + 1)) + number
    return side


SIDE_OF = sides_of()


def lines_of(kind):
    """[n][POINTS][4]: the lines through each point, from the kinds of samples."""
    n = len(kind)
    board = numpy.full((n, SIDE + 2 * REACH, SIDE + 2 * REACH), 3)
    stone = numpy.where(kind == 253, 1, numpy.where(kind == 254, 2, 0))
    board[:, REACH:-REACH, REACH:-REACH] = stone.reshape(n, SIDE, SIDE)

    def side(dy, dx):
        code = numpy.zeros((n, SIDE, SIDE), numpy.int64)
        for i in range(1, REACH + 1):
            y, x = REACH + i * dy, REACH + i * dx
            code = 4 * code + board[:, y : y + SIDE, x : x + SIDE]
        return SIDE_OF[code].reshape(n, POINTS)

    lines = []
    for dy, dx in ((0, 1), (1, 0), (1, 1), (1, -1)):
        one, other = side(dy, dx), side(-dy, -dx)
        low, high = numpy.minimum(one, other), numpy.maximum(one, other)
        lines.append(LINES + low * (2 * SIDES - 1 - low) // 2 + high)
    return numpy.stack(lines, 2)


def inputs_of(rows):
    """[n][POINTS][PARTS] indices of inputs."""
    raw = rows[:, : POINTS * SHAPES].reshape(-1, POINTS, SHAPES)
    kind = raw[:, :, 4]
    index = numpy.concatenate([raw.astype(numpy.int64), lines_of(kind)], 2)
    index[:, :, 4] += PAIRS
    index[kind >= 253] = NOTHING
    index[:, :, 4][kind == 253] = OWN
    index[:, :, 4][kind == 254] = OTHER
    return torch.from_numpy(index)


class Batch:
    def __init__(self, rows, result):
        self.inputs = inputs_of(rows)
        self.seen = self.inputs[:, :, 4] != NOTHING
        self.empty = self.inputs[:, :, 4] < OWN
        share = torch.from_numpy(rows[:, POINTS * SHAPES : -2].astype(numpy.float32))
        share = share * self.empty
        self.policy = share / share.sum(1, keepdim=True).clamp(min=1)
        end = torch.from_numpy(rows[:, -2].astype(numpy.float32)) / 2
        search = torch.from_numpy(rows[:, -1].astype(numpy.float32)) / 255
        self.value = search.lerp(end, result)
        self.end = end


# ---- the network ----


class Network(nn.Module):
    def __init__(self):
        super().__init__()
        self.table = nn.Parameter(torch.randn(INPUTS, CHANNELS) * 0.2)
        self.table.data[LINES:] = 0  # lines that never occur add nothing
        self.near = nn.Parameter(torch.randn(3, CHANNELS) * torch.tensor([[0.7], [0.1], [0.1]]))
        self.bias = nn.Parameter(torch.full((CHANNELS,), 0.1))
        self.policy_in = nn.Linear(CHANNELS, POLICY)
        self.policy_pool = nn.Linear(CHANNELS, POLICY, bias=False)
        self.policy_out = nn.Linear(POLICY, 1, bias=False)
        self.value_in = nn.Linear(CHANNELS, VALUE)
        self.value_out = nn.Linear(VALUE, 1)

    def forward(self, inputs, seen):
        n = inputs.shape[0]
        points = functional.embedding_bag(
            inputs.view(-1, PARTS), self.table, mode="sum", padding_idx=NOTHING
        )
        points = points.clamp(0, MOST).view(n, SIDE, SIDE, CHANNELS).permute(0, 3, 1, 2)
        centre, orthogonal, diagonal = self.near
        # the sums of the four orthogonal and of the four diagonal neighbours
        kernel = torch.stack((diagonal, orthogonal, diagonal, orthogonal, centre, orthogonal, diagonal, orthogonal,
                              diagonal), 1)
        mixed = functional.conv2d(
            points, kernel.view(CHANNELS, 1, 3, 3), self.bias, padding=1, groups=CHANNELS
        )
        features = mixed.clamp(0, MOST).permute(0, 2, 3, 1).reshape(n, POINTS, CHANNELS)
        features = features * seen[:, :, None]
        pool = features.sum(1) / 32
        hidden = self.policy_in(features) + self.policy_pool(pool)[:, None, :]
        logits = self.policy_out(hidden.relu())[:, :, 0]
        value = self.value_out(self.value_in(pool).relu())[:, 0]
        return logits, value

    @torch.no_grad()
    def hold(self):
        """Clamps the weights to what the integers can represent."""
        self.table.data[:PAIRS].clamp_(-1.1, 1.1)
        self.table.data[PAIRS:LINES].clamp_(-1.55, 1.55)
        self.table.data[LINES:].clamp_(-0.5, 0.5)
        self.near.data[0].clamp_(-3.9, 3.9)
        self.near.data[1:].clamp_(-1.9, 1.9)
        self.bias.data.clamp_(-8, 8)
        for layer in self.children():
            layer.weight.data.clamp_(-3.9, 3.9)
            if layer.bias is not None:
                layer.bias.data.clamp_(-100, 100)


def losses_of(net, batch):
    logits, value = net(batch.inputs, batch.seen)
    logits = logits.masked_fill(~batch.empty, -1e4)
    policy = -(batch.policy * functional.log_softmax(logits, 1)).sum(1).mean()
    return policy, functional.binary_cross_entropy_with_logits(value, batch.value), logits, value


@torch.no_grad()
def measure(net, held):
    sums, n = numpy.zeros(4), 0
    for i in range(0, min(len(held), 8192), 512):
        batch = Batch(held[i : i + 512], 1.0)
        policy, loss, logits, value = losses_of(net, batch)
        same = (logits.argmax(1) == batch.policy.argmax(1)).float().mean()
        off = ((torch.sigmoid(value) - batch.end) ** 2).mean()
        k = len(batch.end)
        sums += k * numpy.array([float(policy), float(loss), float(same), float(off)])
        n += k
    return sums / n


# ---- the file ----


def parts_of(net):
    """The arrays of the file in order: tensor, scale of 1, and number type."""
    short, long = numpy.int16, numpy.int32
    return [
        (net.table.data[:NOTHING], ONE_INPUT, short),
        (net.near.data, ONE_NEAR, short),
        (net.bias.data, ONE_FEATURE, short),
        (net.policy_in.weight.data.t(), ONE_HEAD, short),
        (net.policy_pool.weight.data.t(), ONE_HEAD, short),
        (net.policy_out.weight.data, ONE_HEAD, short),
        (net.value_in.weight.data.t(), ONE_HEAD, short),
        (net.value_out.weight.data, ONE_HEAD, short),
        (net.policy_in.bias.data, ONE_FEATURE * ONE_HEAD, long),
        (net.value_in.bias.data, ONE_FEATURE * ONE_HEAD, long),
        (net.value_out.bias.data, ONE_FEATURE * ONE_HEAD, long),
    ]


def whole(x, one, kind):
    limit = numpy.iinfo(kind)
    number = numpy.rint(x.contiguous().numpy().astype(numpy.float64) * one)
    return number.clip(limit.min, limit.max).astype("<" + numpy.dtype(kind).str[1:])


def write(net, file):
    content = b"".join(whole(*part).tobytes() for part in parts_of(net))
    with open(file + ".part", "wb") as out:
        out.write(b"MIAIGOMO" + struct.pack("<II", 1, zlib.crc32(content)) + content)
    os.replace(file + ".part", file)


def read(net, file):
    """Networks from before the line inputs are shorter."""
    with open(file, "rb") as stream:
        content = stream.read()[16:]
    lines, before = 2 * CHANNELS * (NOTHING - LINES), 2 * CHANNELS * LINES
    if len(content) < lines:
        content = content[:before] + bytes(lines) + content[before:]
    at = 0
    for tensor, one, kind in parts_of(net):
        numbers = numpy.frombuffer(content, "<" + numpy.dtype(kind).str[1:], tensor.numel(), at)
        tensor.copy_(torch.from_numpy(numbers / one).view(tensor.shape))
        at += numbers.nbytes


# ---- training ----


class Training:
    """Training steps, which depend only on the seed and the positions, and can be interrupted."""

    def __init__(self, arguments, count):
        self.a, self.step, self.count = arguments, 0, count
        torch.manual_seed(arguments.seed)
        self.dice = numpy.random.default_rng(arguments.seed)
        self.net = Network()
        if arguments.begin:
            read(self.net, arguments.begin)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=arguments.rate, betas=(0.9, 0.99))
        self.order, self.at = self.dice.permutation(count), 0
        self.state = arguments.network + ".state"
        if os.path.exists(self.state):
            self.take_up(torch.load(self.state))

    def take_up(self, kept):
        if kept["count"] != self.count:
            return
        self.step, self.at, self.order = kept["step"], kept["at"], kept["order"]
        self.dice.bit_generator.state = kept["dice"]
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])

    def keep(self):
        kept = {
            "count": self.count,
            "step": self.step,
            "at": self.at,
            "order": self.order,
            "dice": self.dice.bit_generator.state,
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        torch.save(kept, self.state + ".part")
        os.replace(self.state + ".part", self.state)
        write(self.net, self.a.network)

    def draw(self, rows):
        if self.at + self.a.batch > self.count:
            self.order, self.at = self.dice.permutation(self.count), 0
        self.at += self.a.batch
        return Batch(rows[self.order[self.at - self.a.batch : self.at]], self.a.result)

    def one(self, rows):
        part = self.step / self.a.steps
        rate = 0.02 + 0.98 * (1 + numpy.cos(numpy.pi * part)) / 2
        for group in self.optimizer.param_groups:
            group["lr"] = self.a.rate * min(1, (self.step + 1) / 100) * rate
        policy, value, _, _ = losses_of(self.net, self.draw(rows))
        self.optimizer.zero_grad()
        (policy + self.a.value * value).backward()
        self.optimizer.step()
        self.net.hold()
        self.step += 1
        return numpy.array((float(policy), float(value)))

    def run(self, rows, held):
        sums, steps, began = numpy.zeros(2), 0, time.time()
        while self.step < self.a.steps:
            sums, steps = sums + self.one(rows), steps + 1
            if self.step % 500 != 0 and self.step != self.a.steps:
                continue
            m, seen = measure(self.net, held), sums / steps
            print(
                f"step {self.step}, {time.time() - began:.0f} s: policy {seen[0]:.4f} value "
                f"{seen[1]:.4f}, held out policy {m[0]:.4f} same move {100 * m[2]:.1f} % "
                f"value {m[1]:.4f} squared error {m[3]:.4f}",
                flush=True,
            )
            sums, steps = numpy.zeros(2), 0
            self.keep()


def main():
    p = argparse.ArgumentParser(description="Trains the network of Gomoku.")
    p.add_argument("network", help="file to write")
    p.add_argument("samples", nargs="+", help="folders of positions")
    p.add_argument("--begin", metavar="NETWORK", help="file whose weights it begins with")
    p.add_argument("--steps", type=int, default=8000)
    p.add_argument("--batch", type=int, default=256)
    p.add_argument("--rate", type=float, default=4e-3)
    p.add_argument("--result", type=float, default=0.6, help="part of the result in the value")
    p.add_argument("--value", type=float, default=2.0, help="weight of its loss")
    p.add_argument("--seed", type=int, default=1)
    a = p.parse_args()
    torch.set_num_threads(1)
    rows, held = read_positions(a.samples)
    print(f"{len(rows)} positions, {len(held)} held out", flush=True)
    Training(a, len(rows)).run(rows, held)


main()
