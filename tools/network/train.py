#!/usr/bin/python3
"""Trains a network on positions, see README.  Training can be interrupted at any time and continues
from the last state."""

import argparse
import os
import sys
import time

import numpy
import torch
from torch.nn import functional

import network
from shards import Shards

LOSSES = ("policy", "value", "owner", "scores")
WEIGHTS = {"policy": 1.0, "value": 1.5, "owner": 0.5, "scores": 0.5}


def read_arguments():
    p = argparse.ArgumentParser(description="Trains a network on the positions of folders.")
    p.add_argument("network", help="file to write; next to it, FILE.state, from where it goes on")
    p.add_argument("samples", nargs="+", help="folders of shards")
    p.add_argument(
        "--begin", metavar="FILE", nargs="?", help="a network to begin with; else it is a new one"
    )
    p.add_argument("--grow", default="", help="further blocks for that one: o, g with pooling")
    p.add_argument("--shape", default="ogogo48", help="blocks (o, g: with pooling) and channels")
    p.add_argument("--name", default="miai")
    p.add_argument("--steps", type=int, default=20000)
    p.add_argument("--minutes", type=float, help="so long instead, which no seed repeats")
    p.add_argument("--again", action="store_true", help="take up the state for so much more")
    p.add_argument("--batch", type=int, default=256)
    p.add_argument(
        "--even", action="store_true", help="as many points in each batch as the largest board's"
    )
    p.add_argument("--rate", type=float, default=2e-3, help="of Adam; 10 times that for Muon")
    p.add_argument("--warm", type=int, default=200, help="steps in which the rate rises")
    p.add_argument("--cool", type=float, default=0.4, help="part of the steps in which it falls")
    p.add_argument("--latest", type=int, help="how many shards, the latest; otherwise all")
    p.add_argument("--result", type=float, default=0.0, help="part of the game's result in value")
    p.add_argument("--optimizer", choices=("muon", "adam"), default="muon")
    p.add_argument("--every", type=int, default=1000, help="steps between two measurements")
    p.add_argument("--device", default="cpu")
    p.add_argument("--threads", type=int, default=1)
    p.add_argument("--seed", type=int, default=1)
    p.add_argument("--floats", action="store_true", help="no 16-bit numbers")
    p.add_argument("--bytes", action="store_true", help="weights that fit into a byte each")
    arguments = p.parse_args()
    if arguments.grow.strip("og") or (arguments.grow and not arguments.begin):
        p.error("--grow is blocks, o and g, for the network of --begin")
    return arguments


# ---- optimizers ----


def orthogonal(x):
    """Approximates the nearest orthogonal matrices to [n, rows, columns] by five Newton-Schulz steps
    with Jordan's constants (Jordan and others, "Muon", 2024)."""
    tall = x.shape[1] > x.shape[2]
    x = x.mT if tall else x
    x = x / (x.norm(dim=(1, 2), keepdim=True) + 1e-7)
    for _ in range(5):
        a = x @ x.mT
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x.mT if tall else x


class Muon(torch.optim.Optimizer):
    """Momentum with orthogonalized steps, for kernels and matrices."""

    def __init__(self, parameters, rate, momentum=0.95, decay=0.0):
        super().__init__(parameters, {"lr": rate, "momentum": momentum, "decay": decay})

    def direction(self, p, momentum):
        """Nesterov momentum as a matrix."""
        state = self.state[p]
        if "mean" not in state:
            state["mean"] = torch.zeros_like(p)
        mean = state["mean"].mul_(momentum).add_(p.grad)
        return p.grad.add(mean, alpha=momentum).reshape(p.shape[0], -1)

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            shapes = {}
            for p in group["params"]:
                matrix = self.direction(p, group["momentum"])
                shapes.setdefault(matrix.shape, []).append((p, matrix))
            for shape, pairs in shapes.items():
                steps = orthogonal(torch.stack([matrix for _, matrix in pairs]))
                size = max(1, shape[0] / shape[1]) ** 0.5
                for (p, _), step in zip(pairs, steps):
                    p.mul_(1 - group["lr"] * group["decay"])
                    p.add_(step.reshape(p.shape), alpha=-group["lr"] * size)


def optimizers_of(net, arguments):
    """Muon for the trunk's kernels, Adam for the rest."""
    kernels = [p for p in net.blocks.parameters() if p.dim() == 4]
    if arguments.optimizer == "adam":
        kernels = []
    chosen = {id(p) for p in kernels}
    rest = [p for p in net.parameters() if id(p) not in chosen]
    adam = torch.optim.Adam(rest, lr=arguments.rate, betas=(0.9, 0.99))
    return [adam] + ([Muon(kernels, 10 * arguments.rate)] if kernels else [])


def set_rate(optimizers, arguments, steps, done):
    """The rate after a number of steps, and at that fraction of the training."""
    part = min(1, (steps + 1) / arguments.warm, (1 - done) / max(1e-3, arguments.cool))
    for optimizer, rate in zip(optimizers, (arguments.rate, 10 * arguments.rate)):
        for group in optimizer.param_groups:
            group["lr"] = rate * max(0, part)


# ---- losses ----


def cross_entropy(target, logits):
    return -(target * functional.log_softmax(logits, 1)).sum(1).mean()


def policy_excess(batch, logits):
    """Cross entropy minus the entropy of the target; the mean over the positions with a policy."""
    known = batch.legal.any(1).float()
    logits = logits.masked_fill(~batch.legal, -1e4)
    excess = torch.special.xlogy(batch.policy, batch.policy).sum(1)
    excess = excess - (batch.policy * functional.log_softmax(logits, 1)).sum(1)
    return (excess * known).sum() / known.sum().clamp(min=1)


def losses_of(outputs, batch, result=0.0):
    """Cross entropies in nats minus the entropy of the targets; for scores the Huber loss, in units of
    20 points."""
    policy, value, scores, ownership = outputs
    wanted = batch.targets[:, :3]
    if result:
        end = batch.targets[:, 6]
        seen = torch.stack(((1 + end) / 2, (1 - end) / 2, torch.zeros_like(end)), 1)
        wanted = torch.where(torch.isnan(end)[:, None], wanted, wanted.lerp(seen, result))
    owner = (1 + batch.ownership) / 2
    points = torch.stack((scores[:, 0], functional.softplus(scores[:, 1]), scores[:, 2]), 1)
    return {
        "policy": policy_excess(batch, policy),
        "value": cross_entropy(wanted, value.float())
        + torch.special.xlogy(wanted, wanted).sum(1).mean(),
        # tanh(x) is the logistic function of 2 x, from -1 to 1
        "owner": functional.binary_cross_entropy_with_logits(2 * ownership, owner),
        "scores": functional.huber_loss(points, batch.targets[:, 3:6] / network.SCORES),
    }


# ---- a step's gradients ----


def gradients(net, batch, arguments):
    """Adds the gradients of a batch to those of the weights, and returns its losses."""
    kind = arguments.device.split(":")[0]
    with torch.autocast(kind, dtype=torch.bfloat16, enabled=not arguments.floats):
        outputs = net(batch.planes, batch.numbers)
    losses = losses_of([x.float() for x in outputs], batch, arguments.result)
    sum(WEIGHTS[key] * x for key, x in losses.items()).backward()
    return {key: x.detach() for key, x in losses.items()}


class Recorded:
    """The same for batches of one shape on a CUDA device, with a CUDA graph instead of a thousand
    commands, for which the device waited more than half of the time."""

    WARM = 3  # evaluations before recording, so that lazy initialization is done

    def __init__(self, net, batch, arguments, pool):
        self.batch = batch
        self.graph = torch.cuda.CUDAGraph()
        weights = list(net.parameters())
        aside = torch.cuda.Stream()
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            for _ in range(self.WARM):
                gradients(net, batch, arguments)
        torch.cuda.current_stream().wait_stream(aside)
        with torch.cuda.graph(self.graph, pool=pool):
            torch._foreach_zero_([p.grad for p in weights])
            self.losses = gradients(net, batch, arguments)

    def __call__(self, batch):
        for key, x in vars(self.batch).items():
            x.copy_(getattr(batch, key))
        self.graph.replay()
        return self.losses


class Gradients:
    """Computes the gradients of batches, which replace the previous ones."""

    def __init__(self, net, arguments):
        self.net, self.arguments = net, arguments
        self.recorded = {}
        on_cuda = arguments.device.startswith("cuda")
        self.pool = torch.cuda.graph_pool_handle() if on_cuda else None

    def __call__(self, batch):
        if self.pool is None:
            self.net.zero_grad()
            return gradients(self.net, batch, self.arguments)
        shape = batch.planes.shape
        if shape not in self.recorded:
            self.recorded[shape] = Recorded(self.net, batch, self.arguments, self.pool)
        return self.recorded[shape](batch)


# ---- measuring ----


@torch.no_grad()
def measure(net, shards, most=768):
    """The losses on held-out positions, and how often the most probable move is the same, by size."""
    table = {}
    for size in sorted(shards.held):
        sums, n = {}, 0
        for batch in shards.measure(size, most):
            outputs = net(batch.planes, batch.numbers)
            part = {k: float(v) for k, v in losses_of(outputs, batch).items()}
            best = outputs[0].masked_fill(~batch.legal, -1e4).argmax(1)
            known = batch.legal.any(1)
            same = (best == batch.policy.argmax(1))[known]
            part["same"] = float(same.float().mean()) if len(same) else 0.0
            win = outputs[1].softmax(1)
            gap = (win[:, 0] - win[:, 1]) / 2 - (batch.targets[:, 0] - batch.targets[:, 1]) / 2
            part["gap"] = float(gap.abs().mean())
            for key, x in part.items():
                sums[key] = sums.get(key, 0) + x * len(best)
            n += len(best)
        table[size] = {key: x / n for key, x in sums.items()}
    return table


def show(table):
    for (high, wide), row in table.items():
        words = "  ".join(f"{key} {x:.4f}" for key, x in row.items())
        print(f"  {wide}x{high}  {words}")
    sys.stdout.flush()


# ---- training ----


def name_of(arguments, shard):
    """The network's name, with that of the encoding if it is not KataGo's."""
    kept = shard.encoding == network.DEFAULT_ENCODING
    return arguments.name if kept else f"{arguments.name}@{shard.encoding}"


class Training:
    def __init__(self, arguments):
        self.arguments, self.step, self.first = arguments, 0, 0
        self.began, self.begun_at = time.time(), 0
        self.shards = Shards(
            arguments.samples, arguments.latest, arguments.device, arguments.even
        )
        any_shard = self.shards.any
        torch.manual_seed(arguments.seed)
        if arguments.begin:
            self.net = network.Network.read(arguments.begin)
            self.net.name = name_of(arguments, any_shard)
            self.net.grow(arguments.grow)
        else:
            self.net = network.Network.new(
                name_of(arguments, any_shard),
                any_shard.planes,
                any_shard.numbers,
                arguments.shape,
            )
        if arguments.bytes:
            self.net.suit_bytes()
        self.net = self.net.to(arguments.device, memory_format=torch.channels_last)
        self.mean = [p.detach().clone() for p in self.net.parameters()]
        self.gradients = Gradients(self.net, arguments)
        self.optimizers = optimizers_of(self.net, arguments)
        self.state = arguments.network + ".state"
        if os.path.exists(self.state):
            self.take_up(torch.load(self.state, map_location=arguments.device))
        if arguments.again:
            self.first = self.step
        self.begun_at = self.step

    def take_up(self, state):
        self.step, self.first, self.mean = state["step"], state.get("first", 0), state["mean"]
        self.net.load_state_dict(state["net"])
        for optimizer, kept in zip(self.optimizers, state["optimizers"]):
            optimizer.load_state_dict(kept)

    def keep(self):
        state = {
            "step": self.step,
            "first": self.first,
            "mean": self.mean,
            "net": self.net.state_dict(),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
        }
        torch.save(state, self.state + ".part")
        os.replace(self.state + ".part", self.state)
        with Averaged(self):
            self.net.write(self.arguments.network + ".part")
        os.replace(self.arguments.network + ".part", self.arguments.network)

    def done(self):
        """The completed fraction of the training."""
        a = self.arguments
        if a.minutes:
            return min(1, (time.time() - self.began) / 60 / a.minutes)
        return (self.step - self.first) / a.steps

    def one(self):
        """Makes a step.  Its positions depend on the seed, the number of the step and the shards."""
        rng = numpy.random.default_rng((self.arguments.seed, self.step))
        set_rate(self.optimizers, self.arguments, self.step - self.first, self.done())
        losses = self.gradients(self.shards.draw(rng, self.arguments.batch))
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 5.0)
        for optimizer in self.optimizers:
            optimizer.step()
        self.step += 1
        part = max(1e-3, 4 / (self.step + 4))
        with torch.no_grad():
            torch._foreach_mul_(self.mean, 1 - part)
            torch._foreach_add_(self.mean, list(self.net.parameters()), alpha=part)
        return losses

    def run(self):
        a, shown = self.arguments, {key: 0.0 for key in LOSSES}
        self.began = kept = time.time()
        done = self.done()
        while done < 1:
            losses = self.one()
            done = self.done()
            part = max(0.01, 1 / (self.step - self.begun_at))
            shown = {key: x + part * (losses[key] - x) for key, x in shown.items()}
            if self.step % 20 == 0 or done == 1:
                self.progress(shown, done)
            if self.step % a.every == 0 or done == 1 or time.time() > kept + 300:
                self.keep()
                kept = time.time()
            if self.step % a.every == 0 or done == 1:
                print(f"\n{self.shards.positions()} positions, held out:")
                with Averaged(self):
                    show(measure(self.net, self.shards))
                self.shards.read()

    def progress(self, shown, done):
        a, passed = self.arguments, time.time() - self.began
        words = "  ".join(f"{key} {float(x):.3f}" for key, x in shown.items())
        each = passed / (self.step - self.begun_at)
        left = (a.minutes * 60 - passed if a.minutes else each * a.steps * (1 - done)) / 60
        print(
            f"\rstep {self.step}, {100 * done:.0f} %  {words}  {a.batch / each:.0f}/s  "
            f"{left:.0f} min left  ",
            end="",
            flush=True,
        )


class Averaged:
    """Inside, the network has the mean of its weights over the last quarter of the steps, or the last
    1000: the first steps are far from what came of them."""

    def __init__(self, training):
        self.training = training

    def exchange(self):
        for mean, p in zip(self.training.mean, self.training.net.parameters()):
            kept = p.data
            p.data = mean.data
            mean.data = kept

    def __enter__(self):
        self.exchange()

    def __exit__(self, *_):
        self.exchange()


def main():
    arguments = read_arguments()
    torch.set_num_threads(arguments.threads)
    os.environ.setdefault("CUBLAS_WORKSPACE_CONFIG", ":4096:8")  # else products differ by a run
    torch.use_deterministic_algorithms(True)
    torch.set_flush_denormal(True)  # into which the momentum of a head without targets falls
    Training(arguments).run()


if __name__ == "__main__":
    main()
