"""A network in the format of miai-network(5): creates, reads, evaluates and writes it."""

import gzip

import numpy
import torch
from torch import nn
from torch.nn import functional

VERSION = 8
DEFAULT_ENCODING = "katago-7"
SCORES = 20.0  # unit of the outputs score, deviation and lead
SIDE = 14.0  # pooling scales by (side - SIDE) / 10
EPSILON = 1e-20
BFLOAT16_TILE = 32  # inputs of a tile; of bytes twice as many


class Broken(Exception):
    """The file is not a network, or not one that this program supports."""


class Reader:
    """Reads the words and the blocks of numbers of a file in order."""

    def __init__(self, path):
        with gzip.open(path, "rb") as file:
            self.data = file.read()
        self.at = 0

    def word(self):
        data, at = self.data, self.at
        while data[at : at + 1].isspace():
            at += 1
        end = at
        while end < len(data) and not data[end : end + 1].isspace():
            end += 1
        if end == at:
            raise Broken("it ends too early")
        self.at = end
        return data[at:end].decode("ascii", "replace")

    def whole(self):
        word = self.word()
        if not word.isdigit():
            raise Broken(f"'{word}' where a number is expected")
        return int(word)

    def block(self, *shape):
        count = int(numpy.prod(shape))
        start = self.data.find(b"@BIN@", self.at, self.at + 16)
        self.at = start + 5 + 4 * count
        if start < 0 or self.at > len(self.data):
            raise Broken("a block of numbers is missing or short")
        numbers = numpy.frombuffer(self.data, "<f4", count, start + 5)
        return torch.from_numpy(numbers.astype(numpy.float32).reshape(shape))


class Writer:
    """Writes words and blocks.  Numbers are rounded to 12 bits, which compresses better."""

    def __init__(self):
        self.parts = []

    def words(self, *words):
        self.parts.append("".join(f"{word}\n" for word in words).encode("ascii"))

    def block(self, tensor):
        bits = tensor.detach().float().cpu().contiguous().numpy().view(numpy.uint32)
        bits = (bits + numpy.uint32(0x7FF) + ((bits >> 12) & 1)) & numpy.uint32(0xFFFFF000)
        self.parts.append(b"@BIN@" + bits.astype("<u4").tobytes() + b"\n")

    def save(self, path):
        with open(path, "wb") as file:
            file.write(gzip.compress(b"".join(self.parts), 9, mtime=0))


# ---- layers ----


def whole(weight):
    """Rounds the weights of each output to multiples of a power of two, at most 127 times, so that
    kernels for bytes multiply them exactly (src/net/plan/pack.h)."""
    most = weight.detach().abs().amax((1, 2, 3), keepdim=True).clamp(min=2.0**-40)
    unit = torch.ldexp(torch.ones_like(most), torch.ceil(torch.log2(most / 127)))
    return torch.round(weight.detach() / unit) * unit


class Conv(nn.Module):
    def __init__(self, name, size, inputs, outputs, gain=2.0):
        super().__init__()
        self.name = name
        self.whole = False
        spread = (gain / (inputs * size * size)) ** 0.5
        self.weight = nn.Parameter(torch.randn(outputs, inputs, size, size) * spread)

    @staticmethod
    def read(reader):
        name = reader.word()
        high, wide, inputs, outputs, *dilation = (reader.whole() for _ in range(6))
        if high != wide or high % 2 == 0 or dilation != [1, 1]:
            raise Broken(f"a convolution of a shape not known: {name}")
        conv = Conv(name, high, inputs, outputs)
        conv.weight.data = reader.block(high, wide, inputs, outputs).permute(3, 2, 0, 1).contiguous()
        return conv

    def write(self, writer):
        outputs, inputs, high, wide = self.weight.shape
        writer.words(self.name, high, wide, inputs, outputs, 1, 1)
        weight = whole(self.weight) if self.whole else self.weight
        writer.block(weight.permute(2, 3, 1, 0))

    def forward(self, x, bias=None):
        weight = self.weight
        if self.whole:  # straight-through: gradients of the rounded weights
            weight = weight + (whole(weight) - weight).detach()
        return functional.conv2d(x, weight, bias, padding=weight.shape[2] // 2)


class Norm(nn.Module):
    """A bias for each channel, optionally a scale, then ReLU.  New networks have no scale, because the
    weights before and after it can do the same."""

    def __init__(self, name, channels):
        super().__init__()
        self.name = name
        self.scale = None
        self.bias = nn.Parameter(torch.zeros(channels))

    @staticmethod
    def read(reader):
        norm = Norm(reader.word(), reader.whole())
        channels, epsilon = len(norm.bias), float(reader.word())
        has_scale, has_bias = reader.whole(), reader.whole()
        mean, variance = reader.block(channels), reader.block(channels)
        scale = reader.block(channels) if has_scale else torch.ones(channels)
        bias = reader.block(channels) if has_bias else torch.zeros(channels)
        scale = scale / torch.sqrt(variance + epsilon)
        norm.bias.data = bias - scale * mean
        if not torch.equal(scale, torch.ones(channels)):
            norm.scale = nn.Parameter(scale)
        reader.word()  # the name of the activation
        return norm

    def write(self, writer):
        channels = len(self.bias)
        writer.words(self.name, channels, EPSILON, 1, 1)
        ones = torch.ones(channels)
        for block in (torch.zeros(channels), ones, ones if self.scale is None else self.scale):
            writer.block(block)
        writer.block(self.bias)
        writer.words(self.name + "/actv")

    def forward(self, x):
        shape = (1, -1, 1, 1)
        if self.scale is not None:
            x = x * self.scale.to(x.dtype).view(shape)
        return functional.relu(x + self.bias.to(x.dtype).view(shape))


def conv_norm(conv, norm, x, more=None):
    """Computes norm(conv(x) + more) in as few operations as possible."""
    if norm.scale is None and more is None:
        return functional.relu(conv(x, norm.bias))
    x = conv(x)
    return norm(x if more is None else x + more.to(x.dtype)[:, :, None, None])


class Matrix(nn.Module):
    def __init__(self, name, inputs, outputs, gain=1.0):
        super().__init__()
        self.name = name
        self.weight = nn.Parameter(torch.randn(inputs, outputs) * (gain / max(1, inputs)) ** 0.5)

    @staticmethod
    def read(reader):
        matrix = Matrix(reader.word(), reader.whole(), reader.whole())
        matrix.weight.data = reader.block(*matrix.weight.shape)
        return matrix

    def write(self, writer):
        writer.words(self.name, *self.weight.shape)
        writer.block(self.weight)

    def forward(self, x):
        return x @ self.weight


class Bias(nn.Module):
    def __init__(self, name, channels):
        super().__init__()
        self.name = name
        self.bias = nn.Parameter(torch.zeros(channels))

    @staticmethod
    def read(reader):
        bias = Bias(reader.word(), reader.whole())
        bias.bias.data = reader.block(len(bias.bias))
        return bias

    def write(self, writer):
        writer.words(self.name, len(self.bias))
        writer.block(self.bias)

    def forward(self, x):
        return x + self.bias


# ---- pooling ----


def side_of(x):
    return (x.shape[2] * x.shape[3]) ** 0.5 - SIDE


def pool_with_most(x):
    """[n, c, h, w] to [n, 3 c]: the mean, the mean scaled by the board's side, the maximum."""
    mean = x.mean((2, 3), dtype=torch.float32)
    return torch.cat((mean, mean * (side_of(x) / 10), x.amax((2, 3)).float()), 1)


def pool_for_value(x):
    """[n, c, h, w] to [n, 3 c]: the mean, and the mean scaled by the board's side and its square."""
    mean, side = x.mean((2, 3), dtype=torch.float32), side_of(x)
    return torch.cat((mean, mean * (side / 10), mean * (side * side / 100 - 0.1)), 1)


# ---- blocks ----


class Parts(nn.Module):
    """Consecutive layers of a file, named by KINDS."""

    KINDS = {}

    def __init__(self, name, parts):
        super().__init__()
        self.name = name
        for key, part in parts.items():
            setattr(self, key, part)

    @classmethod
    def read(cls, reader):
        return cls(reader.word(), {key: kind.read(reader) for key, kind in cls.KINDS.items()})

    def write(self, writer):
        writer.words(self.name)
        for key in self.KINDS:
            getattr(self, key).write(writer)


class Block(Parts):
    KIND = "ordinary_block"
    KINDS = {"norm1": Norm, "conv1": Conv, "norm2": Norm, "conv2": Conv}

    @classmethod
    def new(cls, name, channels):
        return cls(
            name,
            {
                "norm1": Norm(name + "/norm1", channels),
                "conv1": Conv(name + "/w1", 3, channels, channels),
                "norm2": Norm(name + "/norm2", channels),
                "conv2": Conv(name + "/w2", 3, channels, channels, 0.0),
            },
        )

    def forward(self, x):
        return x + self.conv2(conv_norm(self.conv1, self.norm2, self.norm1(x)))


class PoolBlock(Parts):
    KIND = "gpool_block"
    KINDS = {
        "norm1": Norm,
        "conv1": Conv,
        "conv_pool": Conv,
        "norm_pool": Norm,
        "pooled": Matrix,
        "norm2": Norm,
        "conv2": Conv,
    }

    @classmethod
    def new(cls, name, channels, pooled):
        return cls(
            name,
            {
                "norm1": Norm(name + "/norm1", channels),
                "conv1": Conv(name + "/w1a", 3, channels, channels - pooled),
                "conv_pool": Conv(name + "/w1b", 3, channels, pooled),
                "norm_pool": Norm(name + "/norm1b", pooled),
                "pooled": Matrix(name + "/w1r", 3 * pooled, channels - pooled, 0.3),
                "norm2": Norm(name + "/norm2", channels - pooled),
                "conv2": Conv(name + "/w2", 3, channels - pooled, channels, 0.0),
            },
        )

    def forward(self, x):
        x1 = self.norm1(x)
        pooled = self.pooled(pool_with_most(conv_norm(self.conv_pool, self.norm_pool, x1)))
        return x + self.conv2(conv_norm(self.conv1, self.norm2, x1, pooled))


def new_block(kind, i, channels, pooled):
    """The i-th block of a trunk; before training it returns its input."""
    name = f"rconv{i + 1}"
    return Block.new(name, channels) if kind == "o" else PoolBlock.new(name, channels, pooled)


class Policy(Parts):
    KINDS = {
        "conv1": Conv,
        "conv_pool": Conv,
        "norm_pool": Norm,
        "pooled": Matrix,
        "norm1": Norm,
        "conv2": Conv,
        "other": Matrix,
    }

    @classmethod
    def new(cls, channels, head):
        return cls(
            "policyhead",
            {
                "conv1": Conv("p1/w", 1, channels, head),
                "conv_pool": Conv("g1/w", 1, channels, head),
                "norm_pool": Norm("g1/norm", head),
                "pooled": Matrix("matmulg2w", 3 * head, head, 0.3),
                "norm1": Norm("p1/norm", head),
                "conv2": Conv("p2/w", 1, head, 1, 0.1),
                "other": Matrix("matmulpass", 3 * head, 1, 0.1),
            },
        )

    def forward(self, x):
        pool = pool_with_most(conv_norm(self.conv_pool, self.norm_pool, x))
        points = self.conv2(conv_norm(self.conv1, self.norm1, x, self.pooled(pool)))
        return torch.cat((points.float().flatten(1), self.other(pool)), 1)


class Value(Parts):
    KINDS = {
        "conv1": Conv,
        "norm1": Norm,
        "hidden": Matrix,
        "hidden_bias": Bias,
        "value": Matrix,
        "value_bias": Bias,
        "scores": Matrix,
        "scores_bias": Bias,
        "ownership": Conv,
    }

    @classmethod
    def new(cls, channels, head, hidden):
        return cls(
            "valuehead",
            {
                "conv1": Conv("v1/w", 1, channels, head),
                "norm1": Norm("v1/norm", head),
                "hidden": Matrix("v2/w", 3 * head, hidden, 2.0),
                "hidden_bias": Bias("v2/b", hidden),
                "value": Matrix("v3/w", hidden, 3, 0.1),
                "value_bias": Bias("v3/b", 3),
                "scores": Matrix("sv3/w", hidden, 4, 0.1),
                "scores_bias": Bias("sv3/b", 4),
                "ownership": Conv("vownership/w", 1, head, 1, 0.1),
            },
        )

    @classmethod
    def read(cls, reader):
        name, parts = reader.word(), {}
        for key, kind in cls.KINDS.items():
            parts[key] = kind.read(reader)
            if key == "hidden_bias":
                reader.word()  # the name of the activation
        return cls(name, parts)

    def write(self, writer):
        writer.words(self.name)
        for key in self.KINDS:
            getattr(self, key).write(writer)
            if key == "hidden_bias":
                writer.words("v2/actv")

    def forward(self, x):
        x = conv_norm(self.conv1, self.norm1, x)
        hidden = functional.relu(self.hidden_bias(self.hidden(pool_for_value(x))))
        value = self.value_bias(self.value(hidden))
        return value, self.scores_bias(self.scores(hidden)), self.ownership(x).float()[:, 0]


# ---- the network ----


class Network(nn.Module):
    def __init__(self, name, planes, numbers, pooled, parts):
        super().__init__()
        self.name, self.planes, self.numbers, self.pool_channels = name, planes, numbers, pooled
        self.first, self.first_numbers, blocks, self.last, self.policy, self.value = parts
        self.blocks = nn.ModuleList(blocks)

    @property
    def encoding(self):
        return self.name.split("@")[1] if "@" in self.name else DEFAULT_ENCODING

    @staticmethod
    def new(name, planes, numbers, shape):
        """shape: the trunk's blocks, o ordinary and g with pooling, and its channels: oogoo48."""
        kinds = shape.rstrip("0123456789")
        channels = int(shape[len(kinds) :])
        pooled, head = max(8, channels // 3 // 8 * 8), max(16, channels // 2 // 8 * 8)
        blocks = [new_block(kind, i, channels, pooled) for i, kind in enumerate(kinds)]
        first = Conv("conv1", 3, planes, channels, 4.0)
        first_numbers = Matrix("ginputw", numbers, channels)
        parts = (first, first_numbers, blocks, Norm("trunk/norm", channels))
        parts += (Policy.new(channels, head), Value.new(channels, head, 2 * head))
        return Network(name, planes, numbers, pooled, parts)

    @staticmethod
    def read(path):
        reader = Reader(path)
        name, version, planes, numbers = reader.word(), *(reader.whole() for _ in range(3))
        if version != VERSION:
            raise Broken(f"{path} is of version {version}, not {VERSION}")
        reader.word()  # "trunk"
        count, _, _, _, _, pooled = (reader.whole() for _ in range(6))
        parts = [Conv.read(reader), Matrix.read(reader), []]
        kinds = {kind.KIND: kind for kind in (Block, PoolBlock)}
        for _ in range(count):
            kind = reader.word()
            if kind not in kinds:
                raise Broken(f"a block of a kind not known: {kind}")
            parts[2].append(kinds[kind].read(reader))
        parts += (Norm.read(reader), Policy.read(reader), Value.read(reader))
        return Network(name, planes, numbers, pooled, parts)

    def grow(self, kinds):
        """Appends new blocks, which do not change the output before they are trained."""
        channels = self.first.weight.shape[0]
        for kind in kinds:
            self.blocks.append(new_block(kind, len(self.blocks), channels, self.pool_channels))

    def suit_bytes(self):
        """Restricts weights to bytes from now on, in convolutions for which tiles of bytes are faster."""
        for conv in self.blocks.modules():
            if isinstance(conv, Conv):
                _, inputs, high, _ = conv.weight.shape
                conv.whole = high > 1 and inputs > BFLOAT16_TILE

    def write(self, path):
        writer, channels = Writer(), self.first.weight.shape[0]
        writer.words(self.name, VERSION, self.planes, self.numbers, "trunk", len(self.blocks))
        writer.words(channels, channels, channels - self.pool_channels, 0, self.pool_channels)
        self.first.write(writer)
        self.first_numbers.write(writer)
        for block in self.blocks:
            writer.words(block.KIND)
            block.write(writer)
        for part in (self.last, self.policy, self.value):
            part.write(writer)
        writer.save(path)

    def forward(self, planes, numbers):
        """planes[n, planes, h, w], numbers[n, numbers].  Gives the logits of the policy [n, h w + 1]
        and of win, loss and no result [n, 3]; score, deviation and lead as parts of SCORES [n, 4],
        the deviation before softplus and the last unused; ownership before tanh [n, h, w]."""
        x = self.first(planes)
        x = x + self.first_numbers(numbers).to(x.dtype)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = self.last(x)
        return self.policy(x), *self.value(x)
