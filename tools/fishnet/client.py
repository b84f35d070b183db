#!/usr/bin/python3
"""A client of fishnet's protocol for one engine, see README: client.py --endpoint URL --key KEY ENGINE..."""

import argparse
import json
import platform
import signal
import sys
import threading
import time
import urllib.error
import urllib.request

from uci import Engine, Fault

POSITIONS = 6  # of a chunk, the one before its first among them
STANDARD = ("standard", "chess960", "fromPosition")
# By level: Skill Level, milliseconds, depth.
LEVELS = {1: (-9, 50, 5), 2: (-5, 100, 5), 3: (-1, 150, 5), 4: (3, 200, 5), 5: (7, 300, 5), 6: (11, 400, 8),
          7: (16, 500, 13), 8: (20, 1000, 22)}
REJECTED = (400, 401, 403, 406)


class Stop(Exception):
    """A signal requests the end of the client."""


class Refused(Exception):
    """A job that this engine cannot do."""


class Client:
    def __init__(self, endpoint, key, command):
        self.endpoint, self.key, self.command = endpoint.rstrip("/"), key, command
        self.engine = None
        self.last = False  # no job after this one
        self.memory = 0

    # ---- the server ----

    def post(self, path, body):
        """Returns the status and the body of the response."""
        agent = f"miai-fishnet-{platform.system().lower()}-{platform.machine()}/1"
        request = urllib.request.Request(f"{self.endpoint}/{path}", json.dumps(body).encode(), method="POST",
                                         headers={"Content-Type": "application/json", "User-Agent": agent,
                                                  "Authorization": f"Bearer {self.key}"})
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                text = answer.read()
                return answer.status, json.loads(text) if text else None
        except urllib.error.HTTPError as error:
            with error:
                return error.code, None

    # ---- the engine ----

    def started(self):
        if not self.engine:
            self.engine = Engine(self.command)
        return self.engine

    def drop(self):
        if self.engine:
            self.engine.kill()
            self.engine.close()
        self.engine = None

    # ---- jobs ----

    def chunks(self, count, skipped):
        """Positions from the last to the first, in chunks that begin with the position before them."""
        backwards = list(range(count))[::-1]
        before = [backwards[0]] + backwards[:-1]
        for at in range(0, count, POSITIONS - 1):
            chunk = []
            for prev, current in list(zip(before, backwards))[at:at + POSITIONS - 1]:
                if current in skipped:
                    continue
                if prev in skipped or not chunk:
                    chunk.append((prev, False))
                chunk.append((current, True))
            if chunk:
                yield chunk

    def analyse(self, job, moves):
        work, skipped = job["work"], set(job.get("skipPositions", []))
        parts = [{"skipped": True} if k in skipped else None for k in range(len(moves) + 1)]
        words = ["nodes", work["nodes"]["sf16"] * POSITIONS // (POSITIONS + 1)]
        if work.get("depth"):
            words += ["depth", work["depth"]]
        reported = time.monotonic()
        for chunk in self.chunks(len(parts), skipped):
            self.started().begin(work.get("multipv") or 1, 20)
            for k, counts in chunk:
                found, _ = self.engine.go(job["position"], moves[:k], words)
                if counts:
                    parts[k] = found.part(bool(work.get("multipv")))
            if None in parts and not work.get("multipv") and time.monotonic() - reported >= 3:
                reported = time.monotonic()
                self.submit(work["id"], [None] + parts[1:])
        self.submit(work["id"], parts)

    def submit(self, name, parts):
        self.post(f"analysis/{name}?slow=false&stop=true", {"stockfish": {"flavor": "nnue"}, "analysis": parts})

    def move(self, job, moves):
        """The next job, if the response contains one."""
        skill, milliseconds, depth = LEVELS[job["work"]["level"]]
        words = ["movetime", milliseconds, "depth", depth]
        clock = job["work"].get("clock")
        if clock:
            words += ["wtime", clock["wtime"] * 10, "btime", clock["btime"] * 10,
                      "winc", clock["inc"] * 1000, "binc", clock["inc"] * 1000]
        self.started().begin(1, skill)
        found, best = self.engine.go(job["position"], moves, words)
        found.part(False)
        status, following = self.post(f"move/{job['work']['id']}", {"move": {"bestmove": best}})
        return following if status in (200, 202) else None

    def do(self, job):
        """Answers a job or returns it to the server; returns the next one, if any."""
        work = job["work"]
        moves = job["moves"].split()
        milliseconds = work["timeout"] * (len(moves) + 1) if work["type"] == "analysis" else 7000
        self.started()
        alarm = threading.Timer(milliseconds / 1000, self.engine.kill)
        alarm.start()
        try:
            if job.get("variant", "standard") not in STANDARD:
                raise Refused(job["variant"])
            moves = self.engine.played(job["position"], moves)
            if moves is None:
                raise Refused("an illegal move")
            return self.move(job, moves) if work["type"] == "move" else self.analyse(job, moves)
        except (Fault, ValueError) as fault:
            print(f"{work['id']}: {fault}", file=sys.stderr)
            self.drop()  # and lets the job time out, so that it does not stop the next client, too
        except Refused as why:
            print(f"{work['id']}: refused: {why}", file=sys.stderr)
            if work["type"] == "move":
                self.post(f"move/{work['id']}", {"move": {"bestmove": None}})
            else:
                self.post(f"abort/{work['id']}", {})
        except Stop:
            self.post(f"abort/{work['id']}", {})
            raise
        finally:
            alarm.cancel()
            if self.engine:
                self.memory = max(self.memory, self.engine.memory() or 0)
        return None

    def run(self):
        """Works until a signal, or until the server rejects the client (then returns False)."""
        job, pause = None, 0.1
        while not self.last:
            if not job:
                status, job = self.post("acquire?slow=false", {})
                if status in REJECTED:
                    return False
            if job:
                job, pause = self.do(job), 0.1
            else:
                time.sleep(pause)
                pause = min(2 * pause, 2)
        return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--endpoint", required=True)
    parser.add_argument("--key", required=True)
    parser.add_argument("engine", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    client = Client(args.endpoint, args.key, args.engine)

    def soon(*_):
        client.last = True

    def now(*_):
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        raise Stop

    signal.signal(signal.SIGINT, soon)
    signal.signal(signal.SIGTERM, now)
    try:
        good = client.run()
    except Stop:
        good = True
    if client.engine:
        client.drop()
    print(f"the engine had {client.memory:.1f} MiB", file=sys.stderr)
    sys.exit(not good)


if __name__ == "__main__":
    main()
