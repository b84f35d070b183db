#!/usr/bin/python3
"""Evaluates positions for `samples through=...`: reads them from standard input (judge.c), and uses a
network in 16-bit floats on the processor or a GPU."""

import argparse
import sys

import numpy
import torch
from torch.nn import functional

import network

# inputs of katago-7 that show whether a game can end without a result
SUPERKO, TERRITORY = 6, 9


def read_arguments():
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("network")
    p.add_argument("--device", default="cpu")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--floats", action="store_true", help="32-bit floats")
    return p.parse_args()


def numbers_from(file, kind, *shape):
    numbers = numpy.empty(shape, kind)
    file.readinto(numbers.data.cast("B"))
    return torch.from_numpy(numbers)


def to_processor(answer):
    """Sleeps until the GPU is done; cpu() would keep a core busy while it waits."""
    if answer.is_cuda:
        done = torch.cuda.Event(blocking=True)
        done.record()
        done.synchronize()
    return answer.cpu().contiguous().numpy()


def judged(net, planes, numbers):
    policy, value, scores, ownership = (x.float() for x in net(planes, numbers))
    if net.encoding == "katago-7":
        may = (numbers[:, SUPERKO] == 0) | (numbers[:, TERRITORY] != 0)
        value[:, 2].masked_fill_(~may, -1e5)
    value = value.softmax(1)
    some = 1 - value[:, 2:]
    deviation = functional.softplus(scores[:, 1:2])
    scores = network.SCORES * torch.cat((scores[:, :1] * some, deviation, scores[:, 2:3] * some), 1)
    return torch.cat((policy, ownership.tanh().flatten(1), value, scores), 1)


def main():
    a, source, sink = read_arguments(), sys.stdin.buffer, sys.stdout.buffer
    torch.set_num_threads(a.threads)
    net = network.Network.read(a.network).to(a.device, memory_format=torch.channels_last)
    sink.write(f"{net.encoding} {net.planes} {net.numbers}\n".encode())
    sink.flush()
    with torch.no_grad(), torch.autocast(
        a.device.split(":")[0], dtype=torch.bfloat16, enabled=not a.floats
    ):
        while len(head := source.read(12)) == 12:
            count, high, wide = (int(x) for x in numpy.frombuffer(head, "i4"))
            planes = numbers_from(source, "u1", count, net.planes, high, wide).to(a.device)
            planes = planes.float().contiguous(memory_format=torch.channels_last)
            answer = judged(net, planes, numbers_from(source, "f4", count, net.numbers).to(a.device))
            sink.write(to_processor(answer).tobytes())
            sink.flush()


if __name__ == "__main__":
    main()
