"""Runs a UCI engine with the same lines, in the same order, that fishnet's client sends to Stockfish."""

import subprocess


# Castling written as the king's move, and as the king onto its rook.
CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}


class Fault(Exception):
    """The program sent a line that fishnet's client rejects, or exited."""


class Engine:
    """A running program; ends by close(), or by kill() from another thread."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        bufsize=1)
        self.say("setoption name UCI_Chess960 value true", "isready")
        while (line := self.read()) != "readyok":
            if not line.startswith("Stockfish "):
                raise Fault(f"before readyok: {line}")

    def say(self, *lines):
        try:
            self.process.stdin.write("".join(line + "\n" for line in lines))
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Fault("it has ended") from None

    def read(self):
        line = self.process.stdout.readline()
        if not line.endswith("\n"):
            raise Fault("it has ended")
        return line[:-1]

    def begin(self, multipv, skill):
        """Starts a new chunk of positions."""
        self.say("ucinewgame", f"setoption name MultiPV value {multipv}",
                 f"setoption name Skill Level value {skill}")

    def go(self, fen, moves, words):
        """Searches; returns the reported lines, and the move or None."""
        self.say(f"position fen {fen} moves {' '.join(moves)}", "go " + " ".join(map(str, words)))
        found = Found()
        while True:
            line = self.read()
            word, _, rest = line.partition(" ")
            if word == "bestmove":
                best = rest.split(" ")[0]
                return found, None if best == "(none)" else best
            if word != "info":
                raise Fault(f"neither info nor bestmove: {line}")
            found.take(rest)

    def legal(self, fen, moves):
        """The legal moves of a position."""
        self.say(f"position fen {fen} moves {' '.join(moves)}", "go perft 1")
        found = set()
        while not (line := self.read()).startswith("Nodes searched"):
            move, colon, _ = line.partition(": ")
            if colon and not line.startswith("info "):
                found.add(move)
        self.say("isready")
        while self.read() != "readyok":
            pass
        return found

    def played(self, fen, moves):
        """The moves of a game, castling written as the king onto the rook; None: one is illegal."""
        made = []
        for move in moves:
            legal = self.legal(fen, made)
            if move not in legal:
                move = CASTLING.get(move)
            if move not in legal:
                return None
            made.append(move)
        return made

    def memory(self):
        """The peak memory in MiB, or None if the system does not report it."""
        try:
            with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
                return next(int(line.split()[1]) / 1024 for line in status if line.startswith("VmHWM:"))
        except (OSError, StopIteration):
            return None

    def kill(self):
        self.process.kill()

    def close(self):
        try:
            self.say("quit")
            self.process.wait(5)
        except (Fault, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()


NUMBERS = {"depth": 255, "multipv": 255, "nodes": 2 ** 64 - 1, "time": 2 ** 64 - 1, "nps": 2 ** 32 - 1}


class Found:
    """The lines "info" of a search: scores and lines of play by MultiPV and depth, and the last numbers."""

    def __init__(self):
        self.scores, self.pvs = {}, {}
        self.numbers = {"depth": 0, "nodes": 0, "time": 0}

    def take(self, text):
        words = iter(text.split(" "))
        fields, score, pv, bound = {"multipv": 1}, None, None, False
        for word in words:
            if word in NUMBERS:
                fields[word] = int(next(words))
                if not (word == "multipv") <= fields[word] <= NUMBERS[word]:
                    raise Fault(f"{word} {fields[word]}")
            elif word == "score":
                kind = next(words)
                if kind not in ("cp", "mate"):
                    raise Fault(f"score {kind}")
                score = {kind: int(next(words))}
            elif word in ("lowerbound", "upperbound"):
                bound = True
            elif word == "pv":
                pv = list(words)
            elif word == "string":
                break
        line = fields.pop("multipv")
        for word in ("nodes", "time", "nps"):
            if word in fields:
                self.numbers[word] = fields[word]
        if "depth" not in fields or (bound and line == 1):
            return
        if line == 1:
            self.numbers["depth"] = fields["depth"]
        if score:
            self.scores.setdefault(line, {})[fields["depth"]] = score
        if pv:
            self.pvs.setdefault(line, {})[fields["depth"]] = pv

    def part(self, matrix):
        """The element of the answer: the best line at the last depth, or all lines at all depths."""
        if 1 not in self.scores:
            raise Fault("a move without a score")
        if matrix:
            return {"pv": rows(self.pvs), "score": rows(self.scores), **self.numbers}
        part = {"score": self.scores[1][max(self.scores[1])], **self.numbers}
        if 1 in self.pvs:
            part["pv"] = " ".join(self.pvs[1][max(self.pvs[1])])
        return part


def rows(found):
    """[MultiPV from 1][depth from 0], None for lines that were not reported."""
    return [[found.get(line, {}).get(depth) for depth in range(max(found.get(line, {0: 0})) + 1)]
            for line in range(1, max(found, default=0) + 1)]
