#!/usr/bin/env python3
"""Trains a chess network with PyTorch on the records of "train trees" or "train play"; on a GPU, some
millions of positions a second.

All records are in the device's memory.  On a GPU, the inputs of a batch are a matrix of zeros and ones,
so that the first layer is a matrix product, exact in 16 bits; on a CPU it is a sum of rows.  The network
always computes with the integers of the file: the numbers that Adam changes are rounded before each use,
and gradients pass through the rounding (straight-through estimator).  The sets of king squares also
share common weights, which are added to those of each set.

FILE:BLOCKS names a file that is still being written: training uses more and more of its blocks, at most
BLOCKS, and waits for those that do not exist yet.  The same files, options and device produce the same
bytes, however fast the files grow.
"""
import argparse
import functools
import math
import os
import struct
import time
import zlib

import numpy
import torch

# The file, see miai-network(5): its header, the scales, and the maximum of a number.
MAGIC, VERSION = b'MIAINNUE', 6
HEAD = struct.Struct('<8sIIII')  # magic, version, width, buckets, checksum of the rest
FEATURES, BUCKETS, FIRST, SECOND = 768, 8, 16, 32
ONE, WEIGHT_MAX = 127.5, 127  # numbers are clamped to 0..WEIGHT_MAX
PAIR_SHIFT, PAIR_ONE = 128, 127  # ONE * ONE / PAIR_SHIFT
FIRST_ONE, FIRST_MAX = 64, 127
SUM_ONE = PAIR_ONE * FIRST_ONE
SQUARE_ONE = SUM_ONE / 8192  # scale of the square of 1: shifted, not divided
SECOND_ONE, SECOND_MAX, OUTPUT_MAX = 2048, 4095, 16383
CENTIPAWNS = 400
SETS = 8
SET_OF = [3, 2, 0, 1] + [5, 5, 4, 4] + 8 * [6] + 16 * [7]  # set of a king on e1 to h1, e2 to h8

LOGISTIC = 200  # centipawns at which the winning probability is 1 / (1 + 1 / e)
HELD_OUT = 32  # one block in this many
RECORD = 32      # bytes: see train.h
BLOCK, SCORE, LOUD = 24, 28, 31
EMPTY, KING, MEN = 15, 5, 32
AT_ONCE = 1 << 20
PATIENCE = 600  # seconds that a file may stay unchanged while more is needed


class Positions:
    """Records on the device: [capacity, RECORD] bytes."""

    def __init__(self, capacity, device):
        self.records = torch.zeros((capacity, RECORD), dtype=torch.uint8, device=device)
        self.count = 0

    def add(self, records):
        if self.count + len(records) > len(self.records):
            raise SystemExit('--capacity is too small')
        self.records[self.count:self.count + len(records)] = records
        self.count += len(records)


class File:
    """A file of records: FILE, or FILE:BLOCKS for one that still grows."""

    def __init__(self, name):
        self.path, colon, blocks = name.rpartition(':')
        if not colon:
            self.path, blocks = name, 0
        self.blocks, self.read = int(blocks), 0
        if not os.path.exists(self.path):
            raise SystemExit('%s: there is no such file' % self.path)

    def __len__(self):
        return os.path.getsize(self.path) // RECORD

    def _end(self, share):
        """So many records are in the share of the blocks; None: not all are there yet."""
        size = len(self)
        if not self.blocks:
            return size
        if not size:
            return None
        records = numpy.memmap(self.path, 'u1', 'r', shape=(size, RECORD))
        block = numpy.ndarray(size, '<u2', records, BLOCK, RECORD)
        end = int(numpy.searchsorted(block, max(2, int(self.blocks * share))))  # 0 is held out
        return end if end < size else None

    def _wait(self, share):
        """The end of the share, once it is there."""
        size, since = -1, 0
        while (end := self._end(share)) is None:
            if len(self) > size:
                size, since = len(self), time.monotonic()
            elif time.monotonic() - since > PATIENCE:
                raise SystemExit('%s: nobody writes it any more' % self.path)
            time.sleep(0.2)
        return end

    def more(self, share):
        """Waits for the unread records of the share, and yields them, at most AT_ONCE at a time."""
        end = self._wait(share)
        while self.read < end:
            size = min(AT_ONCE, end - self.read)
            records = numpy.fromfile(self.path, 'u1', size * RECORD, offset=self.read * RECORD)
            self.read += size
            yield torch.from_numpy(records).view(-1, RECORD)


class Files:
    """Files of records, with the positions for training and the held-out ones."""

    def __init__(self, names, capacity, device):
        self.files = [File(name) for name in names]
        capacity = capacity or sum(len(file) for file in self.files)
        self.learn = Positions(capacity, device)
        self.held_out = Positions(capacity // 16 + AT_ONCE, device)

    def more(self, share):
        for file in self.files:
            for part in file.more(share):
                part = part.to(self.learn.records.device)
                part = part[(part[:, LOUD] == 0) & are_sound(part)]
                held_out = part[:, BLOCK] % HELD_OUT == 0
                self.learn.add(part[~held_out])
                self.held_out.add(part[held_out])


@functools.lru_cache
def sets_on(device):
    """SET_OF by squares a1 to h8 [64]."""
    return torch.tensor([s for i in range(0, 32, 4) for s in 4 * [0] + SET_OF[i:i + 4]],
                        device=device)


def men_of(records):
    """Occupied squares, 0 or 1 [n, 64], and the codes of the pieces, lowest square first [n, 32]."""
    shift = torch.arange(8, device=records.device, dtype=torch.uint8)
    occupied = (records[:, :8, None] >> shift & 1).reshape(-1, 64)
    piece = records[:, 8:24]
    return occupied, torch.stack((piece & 15, piece >> 4), 2).reshape(-1, MEN)


def are_sound(records):
    """Have they no more men than can be, all of known kinds, and one king each [n]?"""
    occupied, codes = men_of(records)
    count = occupied.sum(1)
    there = torch.arange(MEN, device=records.device) < count[:, None]
    unknown = ((codes & 7) > KING) & there
    kings = [((codes == king) & there).sum(1) for king in (KING, KING + 8)]
    return (count <= MEN) & ~unknown.any(1) & (kings[0] == 1) & (kings[1] == 1)


def inputs_of(records):
    """The inputs that are 1, [n, 2, 64] by squares, the player to move's and the other's; where
    there is none, one after the last.  And the bucket [n]."""
    device = records.device
    square = torch.arange(64, device=device)
    occupied, codes = men_of(records)
    code = codes.long().gather(1, (occupied.cumsum(1, dtype=torch.int64) - 1).clamp(0, MEN - 1))
    code = torch.where(occupied.bool(), code, torch.full_like(code, EMPTY))
    king = torch.stack((((code == KING) * square).sum(1), ((code == KING + 8) * square).sum(1) ^ 56),
                       1)
    mirror = ((king & 7) < 4) * 7
    sets = sets_on(device)[king ^ mirror]
    kind = code - 2 * (code >= 8)  # 6 kinds of a player, not 8
    kinds = torch.stack((kind, (kind + 6) % 12), 1)
    seen = torch.stack((square, square ^ 56)) ^ mirror[:, :, None]
    index = (sets * FEATURES)[:, :, None] + 64 * kinds + seen
    index = torch.where((code == EMPTY)[:, None, :], torch.full_like(index, SETS * FEATURES), index)
    bucket = ((occupied.sum(1) - 2) // 4).clamp(max=BUCKETS - 1)
    return index, bucket


class Pairs(torch.autograd.Function):
    """Clips the accumulators [n, H] to 0 to 1, and multiplies their two halves."""

    @staticmethod
    def forward(context, sums):
        context.save_for_backward(sums)
        a, b = sums.clamp(0, WEIGHT_MAX).float().chunk(2, 1)
        return (a * b / PAIR_SHIFT).floor()

    @staticmethod
    def backward(context, slope):
        sums, = context.saved_tensors
        a, b = sums.clamp(0, WEIGHT_MAX).float().chunk(2, 1)
        slope = slope / PAIR_SHIFT
        inside = (sums > 0) & (sums < WEIGHT_MAX)
        return torch.cat((slope * b, slope * a), 1).to(sums.dtype) * inside


def whole(x, one, most):
    """The integer that the file stores for x, as a floating-point number."""
    x = x * one
    return x + (x.round().clamp(-most, most) - x).detach()


class Network:
    """The numbers that are learned, in units of what stands for 1."""

    def __init__(self, hidden, device, seed):
        def scatter(size, *shape):
            return ((torch.rand(*shape, generator=random) * 2 - 1) * size).to(device)
        random = torch.Generator().manual_seed(seed)
        self.hidden = hidden
        self.common = scatter(0.1, FEATURES, hidden)
        self.weight = torch.zeros(SETS, FEATURES, hidden, device=device)
        self.bias = torch.full((hidden,), 0.3, device=device)
        self.first = scatter(0.1, FIRST, hidden).repeat(BUCKETS, 1)
        self.first_bias = torch.zeros(BUCKETS * FIRST, device=device)
        self.second = scatter(0.2, SECOND, 2 * FIRST).repeat(BUCKETS, 1)
        self.second_bias = torch.full((BUCKETS * SECOND,), 0.1, device=device)
        self.output = scatter(0.15, 1, SECOND + 2 * FIRST).repeat(BUCKETS, 1)
        self.output_bias = torch.zeros(BUCKETS, device=device)
        self.kind = torch.bfloat16 if self.bias.is_cuda else torch.float32
        for x in self.parameters():
            x.requires_grad_()

    def parameters(self):
        return [self.common, self.weight, self.bias, self.first, self.first_bias, self.second,
                self.second_bias, self.output, self.output_bias]

    def input_weights(self):
        return whole(self.common + self.weight, ONE, WEIGHT_MAX).view(-1, self.hidden)

    def sums(self, index):
        """The accumulators [2 n, H], in 1 / ONE.  Below 256, whole numbers of 16 bits are exact."""
        weight, bias = self.input_weights(), whole(self.bias, ONE, WEIGHT_MAX)
        index = index.view(-1, 64)
        if not index.is_cuda:
            none = torch.zeros(1, self.hidden)
            return bias + torch.nn.functional.embedding_bag(
                index, torch.cat((weight, none)), mode='sum', padding_idx=len(weight))
        inputs = torch.zeros((len(index), len(weight) + 64), dtype=self.kind, device=index.device)
        inputs.scatter_(1, index, 1)
        return torch.addmm(bias.to(self.kind), inputs[:, :len(weight)], weight.to(self.kind))

    def run(self, records):
        """The outputs [n]."""
        index, bucket = inputs_of(records)
        mask = (bucket[:, None] == torch.arange(BUCKETS, device=bucket.device)).float()

        def chosen(x):
            return (x.view(len(mask), BUCKETS, -1) * mask[:, :, None]).sum(1)
        pairs = Pairs.apply(self.sums(index)).view(len(mask), -1)
        first = whole(self.first, FIRST_ONE, FIRST_MAX)
        y = chosen(pairs @ first.t() / SUM_ONE + self.first_bias).clamp(-1, 1)
        y = torch.cat((y * y * SQUARE_ONE, y.relu()), 1)
        second = whole(self.second, SECOND_ONE, SECOND_MAX) / SECOND_ONE
        z = torch.cat((chosen(y @ second.t() + self.second_bias).clamp(0, 1), y), 1)
        output = whole(self.output, SECOND_ONE, OUTPUT_MAX) / SECOND_ONE
        return chosen(z @ output.t() + self.output_bias)[:, 0]

    @torch.no_grad()
    def bound(self):
        """No number wanders far from what the file can hold; a sum of two is held when it is
        rounded."""
        for x, most in ((self.common, WEIGHT_MAX / ONE), (self.weight, 2 * WEIGHT_MAX / ONE),
                        (self.bias, WEIGHT_MAX / ONE), (self.first, FIRST_MAX / FIRST_ONE),
                        (self.second, SECOND_MAX / SECOND_ONE),
                        (self.output, OUTPUT_MAX / SECOND_ONE)):
            x.clamp_(-most, most)

    def parts(self, weights):
        """The parts of the file, each with what stands for 1 and the type of its numbers."""
        return [(weights, ONE, 'i1'), (self.bias, ONE, 'i1'), (self.first, FIRST_ONE, 'i1'),
                (self.second, SECOND_ONE, '<i2'), (self.output, SECOND_ONE, '<i2'),
                (self.first_bias, SUM_ONE, '<i4'), (self.second_bias, SUM_ONE * SECOND_ONE, '<i4'),
                (self.output_bias, SUM_ONE * SECOND_ONE, '<i4')]

    @torch.no_grad()
    def read(self, path):
        """Makes the numbers those of a file; what the sets have in common is their mean."""
        with open(path, 'rb') as file:
            magic, version, hidden, buckets, check = HEAD.unpack(file.read(HEAD.size))
            body = file.read()
        sets = struct.pack('<I32B', SETS, *SET_OF)
        if (magic, version, hidden, buckets) != (MAGIC, VERSION, self.hidden, BUCKETS):
            raise SystemExit('%s: it is no network of version %d and width %d' %
                             (path, VERSION, self.hidden))
        if zlib.crc32(body) != check or not body.startswith(sets):
            raise SystemExit('%s: it is damaged, or has other sets of squares' % path)
        whole_sets = torch.empty(SETS, FEATURES, self.hidden)
        at = len(sets)
        for x, one, kind in self.parts(whole_sets):
            part = numpy.frombuffer(body, kind, x.numel(), at)
            x.copy_(torch.from_numpy(part / one).view(x.shape))
            at += part.nbytes
        self.common.copy_(whole_sets.mean(0))
        self.weight.copy_(whole_sets.to(self.weight.device) - self.common)

    @torch.no_grad()
    def write(self, path):
        body = struct.pack('<I32B', SETS, *SET_OF)
        for x, one, kind in self.parts(self.input_weights() / ONE):
            body += (x * one).round().cpu().numpy().astype(kind).tobytes()
        head = HEAD.pack(MAGIC, VERSION, self.hidden, BUCKETS, zlib.crc32(body))
        with open(path + '.new', 'wb') as file:
            file.write(head + body)
        os.replace(path + '.new', path)


def errors(network, records, scale):
    """The predicted winning probabilities minus the targets [n]."""
    score = records[:, SCORE:SCORE + 2].contiguous().view(torch.int16)[:, 0].float()
    return (torch.sigmoid(network.run(records) * (CENTIPAWNS / LOGISTIC)) -
            torch.sigmoid(score * (scale / LOGISTIC)))


class Order:
    """An order of the positions: steps of one length, another in each epoch."""

    def __init__(self, batch, device):
        self.begin, self.count, self.epoch = 0, 0, 0
        self.places = torch.arange(batch, device=device)

    def restart(self, count):
        self.count, self.begin = count, 0
        self.epoch += 1
        random = numpy.random.RandomState(self.epoch)
        self.step = int(random.randint(count))
        while math.gcd(self.step, count) != 1:
            self.step = int(random.randint(count))

    def next(self):
        if self.begin + len(self.places) > self.count:
            self.restart(self.count)
        index = (self.places + self.begin) * self.step % self.count
        self.begin += len(self.places)
        return index


class Trainer:
    """Adam, and a step of it, which a graphics processor keeps as one graph of its work."""

    def __init__(self, network, positions, options):
        self.network, self.positions, self.options = network, positions, options
        self.device = network.bias.device
        self.fast = network.bias.is_cuda
        self.index = torch.zeros(options.batch, dtype=torch.int64, device=self.device)
        self.total = torch.zeros((), device=self.device)
        rate = torch.tensor(options.rate, device=self.device) if self.fast else options.rate
        self.adam = torch.optim.Adam(network.parameters(), lr=rate,
                                     **({'fused': True, 'capturable': True} if self.fast else {}))
        self.graph = None

    def _step(self):
        error = errors(self.network, self.positions.records[self.index], self.options.scale)
        loss = (error.abs() ** self.options.power).mean()
        loss.backward()
        self.adam.step()
        self.network.bound()
        self.total += loss.detach()

    def _capture(self):
        """Three steps without, as PyTorch wants it; the numbers are as before."""
        before = [x.detach().clone() for x in self.network.parameters()]
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                self.adam.zero_grad(set_to_none=True)
                self._step()
        torch.cuda.current_stream().wait_stream(stream)
        self.adam.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self._step()
        with torch.no_grad():
            for x, kept in zip(self.network.parameters(), before):
                x.copy_(kept)
            for state in self.adam.state.values():
                for x in state.values():
                    x.zero_()
            self.total.zero_()

    def step(self, index, rate):
        self.index.copy_(index)
        if not self.fast:
            self.adam.param_groups[0]['lr'] = rate
            self.adam.zero_grad()
            self._step()
            return
        if not self.graph:
            self._capture()
        self.adam.param_groups[0]['lr'].fill_(rate)
        self.graph.replay()


@torch.no_grad()
def judge(network, positions, options):
    """Prints the mean squared error of the held-out positions."""
    count = min(positions.count, options.judged)
    if not count:
        return 'nothing held out'
    sums = 0.0
    for begin in range(0, count, options.batch):
        records = positions.records[begin:min(begin + options.batch, count)]
        sums += float(errors(network, records, options.scale).double().square().sum())
    return 'held out %.6f' % (sums / count)


def share_at(step, options):
    """The fraction of the files' blocks that a step can use."""
    return min(1, options.lead + (1 - options.lead) * step / (options.grow * options.steps))


def learn(network, files, options):
    trainer, begun, steps = Trainer(network, files.learn, options), time.monotonic(), 0
    order, share = Order(options.batch, network.bias.device), 0
    for step in range(options.stop or options.steps):
        if step % options.look == 0 and share < 1:
            share = share_at(step, options)
            files.more(share)
            if not files.learn.count:
                raise SystemExit('there is nothing to learn from: one block in %d is held out' %
                                 HELD_OUT)
            order.restart(files.learn.count)
        fall = (1 + math.cos(math.pi * step / options.steps)) / 2
        rate = options.last_rate + (options.rate - options.last_rate) * fall
        trainer.step(order.next(), rate)
        steps += 1
        if steps == options.every or step + 1 == (options.stop or options.steps):
            loss = float(trainer.total) / steps
            network.write(options.network)
            print('%.0f s, step %d, epoch %d of %.1f million, %.2f million a second, rate %.6f: '
                  'loss %.6f; %s' %
                  (time.monotonic() - begun, step + 1, order.epoch, order.count / 1e6,
                   (step + 1) * options.batch / (time.monotonic() - begun) / 1e6, rate, loss,
                   judge(network, files.held_out, options)), flush=True)
            trainer.total.zero_()
            steps = 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('network')
    parser.add_argument('files', nargs='+', metavar='FILE[:BLOCKS]')
    parser.add_argument('--hidden', type=int, default=1024, help='a multiple of 64')
    parser.add_argument('--begin', metavar='NETWORK', help='that it goes on from')
    parser.add_argument('--batch', type=int, default=16384)
    parser.add_argument('--steps', type=int, default=10000)
    parser.add_argument('--stop', type=int, default=0, help='after so many steps; 0: all')
    parser.add_argument('--scale', type=float, default=0.9, help='of the scores')
    parser.add_argument('--power', type=float, default=2.5, help='of the error')
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--last-rate', type=float, default=5e-6)
    parser.add_argument('--every', type=int, default=2000, help='steps between networks')
    parser.add_argument('--lead', type=float, default=0.1, help='the share of the blocks at first')
    parser.add_argument('--grow', type=float, default=0.7, help='the share of the steps at whose '
                        'end all blocks are learned from')
    parser.add_argument('--look', type=int, default=500, help='steps between looks for more')
    parser.add_argument('--capacity', type=int, default=0, help='positions there will be, at most')
    parser.add_argument('--judged', type=int, default=1 << 20, help='positions held out, at most')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--threads', type=int, default=0, help='of a processor')
    parser.add_argument('--cpu', action='store_true')
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    device = 'cuda' if torch.cuda.is_available() and not options.cpu else 'cpu'
    os.environ.setdefault('CUBLAS_WORKSPACE_CONFIG', ':4096:8')
    torch.use_deterministic_algorithms(True, warn_only=True)
    if device == 'cuda':
        torch.utils.deterministic.fill_uninitialized_memory = False
        torch.backends.cuda.matmul.allow_tf32 = True
        torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction = False
    files = Files(options.files, options.capacity, device)
    network = Network(options.hidden, device, options.seed)
    if options.begin:
        network.read(options.begin)
    learn(network, files, options)


if __name__ == '__main__':
    main()
