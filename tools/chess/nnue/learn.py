#!/usr/bin/env python3
"""Makes a network of chess of the records that "train play" or "train gather" wrote: what
"train learn" does, but on a graphics processor, where there is one, by PyTorch.

All records lie in the device's memory.  The inputs of a batch are a matrix of zeros and ones, so
that the first layer is a product of two matrices.  The weights stand for what the file holds, whole
numbers (255 and 64 for 1), all the time: numbers in between, which Adam changes, are rounded
before each use, and the gradient passes through the rounding as if there were none.  In 16 bits of
floating point (where there is a graphics processor) the first layer is exact that way.

With --steps the same files, options and device give the same bytes; with --seconds the rate falls
by the clock.  The network is written each so many seconds, and at the end.  With --grow files can
be learned from that are still being written.
"""
import argparse
import math
import os
import struct
import time
import zlib

import numpy
import torch

FEATURES, BUCKETS = 768, 8
ONE, OUTPUT_ONE, OUTPUT_MAX, CENTIPAWNS = 255, 64, 127, 400  # miai-network(5)
LOGISTIC = 200  # centipawns for which the chance to win is 1 / (1 + 1 / e)
HELD_OUT = 32   # one block in so many
UNKNOWN = 3     # the result of a game that says nothing
LARGER = 8      # gradients of 16 bits, lest they vanish
EMPTY = 15      # a square, in four bits

RECORD = 32     # bytes: see train.h
LOUD = 31       # the byte that says that something hangs
AT_ONCE = 1 << 20


class Positions:
    """Positions on the device, by rows: board [n, 32], two squares a byte; score, classical,
    result and the number of men [n]."""

    def __init__(self):
        self.columns = None

    def add(self, parts):
        if self.columns:
            parts = [self.columns] + parts
        self.columns = tuple(torch.cat([part[i] for part in parts]) for i in range(5))
        self.board, self.score, self.classical, self.result, self.men = self.columns

    def __len__(self):
        return len(self.score)


def unpack(records):
    """The columns of Positions, and the blocks, of records [n, RECORD] of bytes."""
    def number(begin):
        return records[:, begin:begin + 2].contiguous().view(torch.int16)[:, 0]
    shift = torch.arange(8, device=records.device, dtype=torch.uint8)
    occupied = (records[:, :8, None] >> shift & 1).reshape(-1, 64)
    piece = records[:, 8:24]
    codes = torch.stack((piece & 15, piece >> 4), 2).reshape(-1, 32)
    place = (occupied.cumsum(1, dtype=torch.int64) - 1).clamp(0, 31)
    codes = torch.where(occupied.bool(), codes.gather(1, place), torch.full_like(occupied, EMPTY))
    board = codes[:, 0::2] | codes[:, 1::2] << 4
    men = occupied.sum(1).to(torch.uint8)
    return (board, number(28), number(26), records[:, 30].contiguous(), men), number(24)


class Files:
    """Files of records, which may grow, and their positions: to learn from, and held out."""

    def __init__(self, paths, device, loud):
        self.loud = loud
        self.read = dict.fromkeys(paths, 0)  # so many bytes of each
        self.device, self.learn, self.held_out = device, Positions(), Positions()

    def more(self):
        """Reads what has come.  False if there is nothing."""
        learn, held_out = [], []
        for path, begin in self.read.items():
            size = (os.path.getsize(path) - begin) // RECORD * RECORD
            bytes_read = numpy.fromfile(path, 'u1', size, offset=begin)
            self.read[path] += len(bytes_read)
            for part in torch.from_numpy(bytes_read).reshape(-1, RECORD).split(AT_ONCE):
                if len(part) == 0:
                    continue
                columns, block = unpack(part.to(self.device))
                hold = block % HELD_OUT == 0
                kept = part[:, LOUD].to(self.device) <= self.loud
                learn.append(tuple(x[~hold & kept] for x in columns))
                held_out.append(tuple(x[hold & kept] for x in columns))
        if learn:
            self.learn.add(learn)
            self.held_out.add(held_out)
        return bool(learn)


class Batch:
    """Inputs and what is to be said of them.  inputs: [n * 2, FEATURES], the player to move's and
    the other's by turns."""

    def __init__(self, positions, index, kind, options):
        device = index.device
        board = positions.board[index]
        code = torch.stack((board & 15, board >> 4), 2).reshape(-1, 64)
        square = torch.arange(64, device=device)
        other = torch.where(code == EMPTY, code, code ^ 8)[:, square ^ 56]
        both = torch.stack((code, other), 1).reshape(-1, 64)
        west = (square & 7) < 4
        turned = ((both == 5) & west).any(1, keepdim=True)  # the own king stands there
        both = torch.where(turned, both[:, square ^ 7], both)
        kinds = torch.tensor([0, 1, 2, 3, 4, 5, 8, 9, 10, 11, 12, 13], device=device,
                             dtype=torch.uint8)
        self.inputs = (both[:, None, :] == kinds[:, None]).to(kind).reshape(-1, FEATURES)
        bucket = ((positions.men[index].long() - 2) // 4).clamp(max=BUCKETS - 1)
        self.bucket = (bucket[:, None] == torch.arange(BUCKETS, device=device)).float()
        self.classical = positions.classical[index].float()
        expected = torch.sigmoid(positions.score[index].float() * (options.scale / LOGISTIC))
        result = positions.result[index]
        share = (result != UNKNOWN).float() * options.results
        self.target = expected + share * (result.float() / 2 - expected)


class Network:
    """The numbers that are learned, in units of what stands for 1."""

    def __init__(self, hidden, kind, device, seed):
        def scatter(*shape):
            return ((torch.rand(*shape, generator=random) * 2 - 1) * 0.1).to(device)
        random = torch.Generator().manual_seed(seed)
        self.hidden, self.kind = hidden, kind
        self.weight = scatter(FEATURES, hidden)
        self.bias = torch.full((hidden,), 0.2, device=device)
        self.output = scatter(BUCKETS, 2 * hidden)
        self.output_bias = torch.zeros(BUCKETS, device=device)
        self.largest = {'weight': 2 * OUTPUT_MAX / ONE, 'output': OUTPUT_MAX / OUTPUT_ONE}

    def parameters(self):
        return [self.weight, self.bias, self.output, self.output_bias]

    def whole(self):
        """The file's numbers."""
        return ((self.weight * ONE).round(), (self.bias * ONE).round(),
                (self.output * OUTPUT_ONE).round(),
                (self.output_bias * (ONE * OUTPUT_ONE)).round())

    def run(self, batch):
        """The output [n], and what back() needs."""
        weight, bias, output, output_bias = self.whole()
        sums = torch.addmm(bias.to(self.kind), batch.inputs, weight.to(self.kind))
        active = sums.clamp(0, ONE) / ONE
        square = (active * active).view(-1, 2 * self.hidden)
        output = (output / OUTPUT_ONE).to(self.kind)
        all_buckets = (square @ output.t()).float() + output_bias / (ONE * OUTPUT_ONE)
        return (all_buckets * batch.bucket).sum(1), (sums, active, square, output)

    def back(self, batch, kept, slope):
        """Sets the gradients, of which slope [n] is that of the output."""
        sums, active, square, output = kept
        rows = batch.bucket * slope[:, None]
        self.output_bias.grad = rows.sum(0)
        rows = (rows * LARGER).to(self.kind)
        self.output.grad = (rows.t() @ square).float() / LARGER
        slopes = (rows @ output).view(-1, self.hidden)
        slopes = slopes * active * 2 * ((sums > 0) & (sums < ONE))
        self.bias.grad = slopes.sum(0, dtype=torch.float32) / LARGER
        self.weight.grad = (batch.inputs.t() @ slopes).float() / LARGER

    def bound(self):
        for name, largest in self.largest.items():
            getattr(self, name).clamp_(-largest, largest)

    def write(self, path, alone):
        weight, bias, output, output_bias = (x.cpu().numpy() for x in self.whole())
        body = b''.join(x.astype('<i2').tobytes() for x in (weight, bias, output))
        body += output_bias.astype('<i4').tobytes()
        head = struct.pack('<8sIIII', b'MIAINNUE', 2 if alone else 1, self.hidden, BUCKETS,
                           zlib.crc32(body))
        with open(path + '.new', 'wb') as file:
            file.write(head + body)
        os.replace(path + '.new', path)


def error(output, batch, by_mean):
    """The chance to win seen, less what was to be, and the slope of the chance by the output."""
    centipawns = output * CENTIPAWNS
    parts = 2 if by_mean else 1
    if by_mean:
        centipawns = (centipawns + batch.classical) / 2
    seen = torch.sigmoid(centipawns / LOGISTIC)
    return seen - batch.target, seen * (1 - seen) * (CENTIPAWNS / LOGISTIC / parts)


class Order:
    """An order of the positions: steps of one length, another in each epoch."""

    def __init__(self, batch, device):
        self.batch, self.begin, self.count, self.epoch = batch, 0, 0, 0
        self.places = torch.arange(batch, device=device)

    def restart(self, count):
        self.count, self.begin = count, 0
        self.epoch += 1
        random = numpy.random.RandomState(self.epoch)
        self.step = int(random.randint(count))
        while math.gcd(self.step, count) != 1:
            self.step = int(random.randint(count))

    def next(self):
        if self.begin + self.batch > self.count:
            self.restart(self.count)
        index = (self.places + self.begin) * self.step % self.count
        self.begin += self.batch
        return index


@torch.no_grad()
def judge(network, positions, options):
    """The mean squared error of what is held out: of the network, of its mean with the classical
    evaluation, and of the latter."""
    sums = torch.zeros(3, dtype=torch.float64, device=positions.score.device)
    count = min(len(positions), options.judged)
    for begin in range(0, count, options.batch):
        index = torch.arange(begin, min(begin + options.batch, count), device=sums.device)
        batch = Batch(positions, index, network.kind, options)
        output, _ = network.run(batch)
        for i, x in enumerate((output, (output + batch.classical / CENTIPAWNS) / 2,
                               batch.classical / CENTIPAWNS)):
            sums[i] += error(x, batch, False)[0].double().square().sum()
    return (sums / count).tolist()


class Progress:
    """How far it is, 0 to 1: by steps, or by the clock."""

    def __init__(self, options):
        self.options, self.begun, self.done, self.step = options, time.monotonic(), 0, 0

    def seconds(self):
        return time.monotonic() - self.begun

    def advance(self):
        self.step += 1
        if self.options.steps:
            self.done = self.step / self.options.steps
        elif self.step % 20 == 0:
            if torch.cuda.is_available():
                torch.cuda.synchronize()  # or it would run ahead of the device
            self.done = self.seconds() / self.options.seconds


@torch.no_grad()
def learn(network, files, options):
    parameters, fast = network.parameters(), network.weight.is_cuda
    rate = torch.tensor(options.rate, device=network.weight.device) if fast else options.rate
    adam = torch.optim.Adam(parameters, lr=rate, **({'fused': True} if fast else {}))
    order = Order(options.batch, network.weight.device)
    order.restart(len(files.learn))
    progress, total, steps = Progress(options), torch.zeros((), device=order.places.device), 0
    written = grown = 0  # when, in seconds
    while progress.done < 1:
        by_mean = progress.done >= 1 - options.mean
        fall = (1 + math.cos(math.pi * progress.done)) / 2
        now = options.last_rate + (options.rate - options.last_rate) * fall
        if fast:
            adam.param_groups[0]['lr'].fill_(now)
        else:
            adam.param_groups[0]['lr'] = now
        batch = Batch(files.learn, order.next(), network.kind, options)
        output, kept = network.run(batch)
        wrong, steep = error(output, batch, by_mean)
        loss = wrong.abs() ** options.power
        slope = options.power * wrong.sign() * wrong.abs() ** (options.power - 1) * steep
        network.back(batch, kept, slope)
        for x in parameters:
            x.grad /= len(slope)
        adam.step()
        network.bound()
        total += loss.mean()
        steps += 1
        progress.advance()
        if progress.done >= 1 or progress.seconds() - written >= options.every:
            written = progress.seconds()
            network.write(options.network, options.mean == 0)
            print('%.0f s, step %d, epoch %d, %.2f million a second, rate %.6f: loss %.6f; held out '
                  '%.6f, mean with the classical %.6f (that alone %.6f)' %
                  (progress.seconds(), progress.step, order.epoch,
                   progress.step * options.batch / progress.seconds() / 1e6, now,
                   float(total) / steps, *judge(network, files.held_out, options)), flush=True)
            total.zero_()
            steps = 0
        if options.grow and progress.seconds() - grown >= options.grow:
            grown = progress.seconds()
            if files.more():
                order.restart(len(files.learn))
                print('%d positions, %d held out' % (len(files.learn), len(files.held_out)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    parser.add_argument('network')
    parser.add_argument('files', nargs='+')
    parser.add_argument('--hidden', type=int, default=512)
    parser.add_argument('--batch', type=int, default=16384)
    parser.add_argument('--steps', type=int, default=0)
    parser.add_argument('--seconds', type=float, default=200, help='without --steps')
    parser.add_argument('--mean', type=float, default=0, help='the share of the steps, the last, in '
                        'which the mean with the classical evaluation is to become right; 0: the '
                        'network is to stand alone')
    parser.add_argument('--scale', type=float, default=0.9, help='of the scores')
    parser.add_argument('--results', type=float, default=0, help='their share, where known')
    parser.add_argument('--power', type=float, default=2.5, help='of the error')
    parser.add_argument('--rate', type=float, default=1e-3)
    parser.add_argument('--last-rate', type=float, default=5e-6)
    parser.add_argument('--every', type=float, default=30, help='seconds between networks')
    parser.add_argument('--grow', type=float, default=0, help='seconds between looks whether the '
                        'files have grown; 0: they have not')
    parser.add_argument('--loud', action='store_true', help='positions too where something hangs')
    parser.add_argument('--judged', type=int, default=1 << 20, help='positions held out, at most')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--cpu', action='store_true')
    options = parser.parse_args()
    os.environ.setdefault('CUBLAS_WORKSPACE_CONFIG', ':4096:8')
    cuda = torch.cuda.is_available() and not options.cpu
    device, kind = ('cuda', torch.float16) if cuda else ('cpu', torch.float32)
    torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction = False
    begun = time.monotonic()
    files = Files(options.files, device, options.loud)
    while not files.more() or len(files.learn) < options.batch or not len(files.held_out):
        time.sleep(1)
    print('%d positions, %d held out; read in %.0f s, on %s' %
          (len(files.learn), len(files.held_out), time.monotonic() - begun,
           torch.cuda.get_device_name() if cuda else 'the processor'), flush=True)
    torch.use_deterministic_algorithms(True, warn_only=True)
    network = Network(options.hidden, kind, device, options.seed)
    learn(network, files, options)


if __name__ == '__main__':
    main()
