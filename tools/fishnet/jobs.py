"""The jobs of the test server, and the checks of the answers."""

import re

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
MIDDLE = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9"
SHUFFLED = "1rkr4/pppppppp/8/8/8/8/PPPPPPPP/1RKR4 w DBdb - 0 1"
DROPS = "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/3P1N2/PPP2PPP/RNBQKB1R[] w KQkq - 1 4"
MATED = "e2e4 c7c5 c2c4 b8c6 g1e2 g8f6 b1c3 c6b4 g2g3 b4d3"


class Job:
    """A job and its state: answered, aborted, or neither."""

    def __init__(self, work, moves="", position=START, variant="standard", skip=(), **expected):
        self.work, self.moves, self.position, self.variant = work, moves.split(), position, variant
        self.skip, self.expected = list(skip), expected
        self.played = None  # the moves as the judge has them
        self.answered = self.aborted = False
        self.progress = 0
        self.began = self.seconds = self.nodes = self.slowest = 0
        self.faults = []

    def body(self):
        return {"work": self.work, "game_id": "", "position": self.position, "variant": self.variant,
                "moves": " ".join(self.moves), "skipPositions": self.skip}

    def refused(self):
        """Must a client that plays only chess reject this job?"""
        return "refused" in self.expected

    def settled(self):
        return self.answered or self.aborted


def analysis(name, nodes, milliseconds, **more):
    """The field "work" of an analysis."""
    return {"type": "analysis", "id": name, "timeout": milliseconds,
            "nodes": {"sf16": nodes, "sf15": nodes, "classical": nodes * 2}, **more}


def make(nodes, milliseconds):
    """All jobs, with the limits of nodes and time for each position."""
    def work(name, **more):
        return analysis(name, nodes, milliseconds, **more)

    clock = {"wtime": 18000, "btime": 17500, "inc": 2}
    jobs = [
        Job(work("mated"), MATED, skip=[1, 4, 5], last={"mate": 0}, before={"mate": 1}),
        Job(work("castled"), "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 d2d3 e8g8"),
        Job(work("lines", multipv=3), "c4d5 e6d5", MIDDLE),
        Job(work("deep", depth=6), "", MIDDLE),
        Job(work("shuffled"), "c1d1 c8d8", SHUFFLED, variant="chess960"),
        Job(work("stalemate"), "", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", last={"cp": 0}),
        Job(work("skipped"), "e2e4 e7e5", skip=[0, 1, 2]),
        Job(work("drops"), "", DROPS, variant="crazyhouse", refused=True),
        Job({"type": "move", "id": "only", "level": 8}, "", "7k/8/8/8/8/8/1r6/K7 w - - 0 1", move="a1b2"),
        Job({"type": "move", "id": "mate", "level": 8}, "f2f3 e7e5 g2g4", move="d8h4"),
    ]
    jobs += [Job({"type": "move", "id": f"level{level}", "level": level}, "e2e4 e7e5") for level in range(1, 9)]
    jobs.append(Job({"type": "move", "id": "clock", "level": 5, "clock": clock}, "e2e4 c7c5"))
    jobs.append(Job({"type": "move", "id": "illegal", "level": 5}, "e2e4 e2e4", move=None))
    return jobs


# ---- what must hold ----

def is_number(value, least=0, most=2 ** 63):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


class Check:
    """Checks answers; the judge provides the legal moves: see Engine.legal()."""

    def __init__(self, judge):
        self.judge = judge

    def legal(self, job, k, pv=()):
        """The legal moves in the k-th position of a job, or after further moves."""
        if job.played is None:
            job.played = self.judge.played(job.position, job.moves)
        return self.judge.legal(job.position, job.played[:k] + list(pv))

    def line(self, job, k, pv):
        """A line of play from the k-th position; its fault, or None."""
        for i, move in enumerate(pv):
            if not re.fullmatch("[a-h][1-8][a-h][1-8][nbrqk]?", move):
                return f"{move} is no move of UCI"
            if move not in self.legal(job, k, pv[:i]):
                return f"{move} is illegal after {' '.join(pv[:i]) or 'no move'}"
        return None

    def score(self, job, k, score, pv):
        """Checks a score; if the line is shown up to a reported mate, it must end in mate."""
        if not isinstance(score, dict) or len(score) != 1:
            return f"score {score}"
        kind, value = next(iter(score.items()))
        if kind not in ("cp", "mate") or not is_number(value, -100000, 100000):
            return f"score {score}"
        if kind == "mate" and len(pv) == (2 * value - 1 if value > 0 else -2 * value) > 0:
            if self.legal(job, k, pv):
                return f"no mate after {' '.join(pv)}"
        return None

    def part(self, job, k, part):
        """Adds the faults of the k-th part of an analysis."""
        work = job.work
        faults = [f"{name} {part.get(name)}" for name, most in
                  (("depth", 255), ("nodes", work["nodes"]["sf16"]), ("time", work["timeout"]))
                  if not is_number(part.get(name), 0, most)]
        job.nodes += part.get("nodes", 0)
        job.slowest = max(job.slowest, part.get("time", 0))
        if work.get("multipv"):
            faults += self.matrix(job, k, part)
        else:
            pv = part["pv"].split(" ") if "pv" in part else []
            over = not self.legal(job, k)
            faults += [self.line(job, k, pv), self.score(job, k, part.get("score"), pv)]
            faults.append("a line" if pv and over else "no line" if not pv and not over else None)
            if over != (part.get("depth") == 0):
                faults.append(f"depth {part.get('depth')}")
        job.faults += [f"position {k}: {fault}" for fault in faults if fault]

    def matrix(self, job, k, part):
        """Checks MultiPV: the lines at the last depth must begin with different moves."""
        pvs, scores = part.get("pv"), part.get("score")
        wanted = min(job.work["multipv"], len(self.legal(job, k)))
        if not isinstance(pvs, list) or not isinstance(scores, list) or not len(pvs) == len(scores) == wanted:
            return ["not all lines"]
        faults = [self.line(job, k, row[-1]) for row in pvs]
        faults += [self.score(job, k, score[-1], row[-1]) for score, row in zip(scores, pvs)]
        if len({row[-1][0] for row in pvs}) != wanted:
            faults.append("two lines begin alike")
        return faults

    def last(self, job, parts):
        """Checks the positions at the end of a game."""
        for name, k in (("last", -1), ("before", -2)):
            if name in job.expected and parts[k].get("score") != job.expected[name]:
                job.faults.append(f"the {name} position has {parts[k].get('score')}")

    def analysis(self, job, body):
        """True: it is the whole answer, and no report of progress."""
        parts = body["analysis"]
        if len(parts) != len(job.moves) + 1:
            job.faults.append(f"{len(parts)} parts")
            return True
        if parts[0] is None:
            job.progress += 1
            return False
        for k, part in enumerate(parts):
            if (part == {"skipped": True}) != (k in job.skip) or part is None:
                job.faults.append(f"position {k}: {part}")
            elif k not in job.skip:
                self.part(job, k, part)
        if not job.faults:
            self.last(job, parts)
        if job.seconds > job.work["timeout"] * len(parts) / 1000:
            job.faults.append(f"{job.seconds:.1f} s")
        return True

    def move(self, job, body):
        best = body["move"]["bestmove"]
        if "move" in job.expected:
            if best != job.expected["move"]:
                job.faults.append(f"{best}, not {job.expected['move']}")
        elif best not in self.legal(job, len(job.moves)):
            job.faults.append(f"{best} is illegal")
        if job.seconds > 7:
            job.faults.append(f"{job.seconds:.1f} s")
