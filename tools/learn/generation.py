"""One generation: games by the best network so far, training on them, and a match that decides
whether what was learned plays from now on.  Each step is a file or folder, there as a whole or not
at all:

    generation.N/games/000000  ... a block of games each, or a folder with them
    generation.N/network       what was learned
    generation.N/train.log     what the trainer said
    generation.N/table         the match, game by game (miai-table)
    generation.N/verdict       what came of it, JSON"""

import fcntl
import glob
import json
import math
import os
import random
import re
import shutil
import subprocess
import time


class Generation:
    def __init__(self, recipe, folder, number):
        self.recipe, self.folder, self.number = recipe, folder, number
        self.root = os.path.join(folder, f"generation.{number}")
        self.games = os.path.join(self.root, "games")
        self.network = os.path.join(self.root, "network" + self.ending())
        self.log = os.path.join(self.root, "train.log")
        self.table = os.path.join(self.root, "table")
        self.seed = recipe.number("learn", "seed") + number
        self.claims = {}  # open files, by block

    def ending(self):
        """The extension of the network's file, by which some readers know its kind."""
        return "".join("." + part for part in self.recipe.get("learn", "file").split(".")[1:])

    # ---- games ----

    def block(self, k):
        return os.path.join(self.games, f"{k:06d}")

    def missing(self):
        done = set(os.listdir(self.games)) if os.path.isdir(self.games) else set()
        return [k for k in range(self.recipe.number("play", "blocks")) if f"{k:06d}" not in done]

    def is_played(self):
        return not self.missing()

    def play(self, best, jobs, say):
        """Plays the missing blocks, several at a time; other processes may play, too."""
        os.makedirs(self.games, exist_ok=True)
        network = best.network if best else self.recipe.get("learn", "begin", "none")
        running, began, made, waits = {}, time.time(), 0, False
        while True:
            for k in list(running):
                if running[k].poll() is not None:
                    self.finish(k, running.pop(k))
                    made += 1
            missing = self.missing()
            if not missing and not running:
                break
            fresh = [k for k in missing if k not in running]
            while len(running) < jobs and fresh:
                k = fresh.pop(0)
                if self.claim(k):
                    running[k] = self.begin(k, network)
            if not running and missing and not waits:
                waits = True
                say(f"generation {self.number}: waiting for {len(missing)} blocks of other processes")
            time.sleep(0.05 if made == 0 else 0.2)
            if made and made % 10 == 0 and time.time() - began > 60:
                left = (time.time() - began) / made * len(missing) / 60
                say(f"generation {self.number}: {len(missing)} blocks to play, {left:.0f} min")
                began, made = time.time(), 0
        for claim in glob.glob(os.path.join(self.games, "*.claim")):
            remove(claim)

    def claim(self, k):
        """Locks a block, so that no other process plays it; the lock ends with the process."""
        file = open(self.block(k) + ".claim", "a")
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            mine = not os.path.exists(self.block(k))
        except OSError:
            mine = False
        if mine:
            self.claims[k] = file
        else:
            file.close()
        return mine

    def begin(self, k, network):
        out = self.draft(k)
        shutil.rmtree(out, ignore_errors=True)
        os.makedirs(out)
        command = self.recipe.command(
            "play", "command", out=out, seed=self.seed, block=k, network=network, number=self.number
        )
        return subprocess.Popen(command, stdout=self.output(out), stderr=subprocess.PIPE)

    def output(self, out):
        """The file for standard output, which is the block unless the command has {out}."""
        if "{out}" in self.recipe.get("play", "command"):
            return subprocess.DEVNULL
        return open(os.path.join(out, "stdout"), "wb")

    def draft(self, k):
        return f"{self.block(k)}.{os.getpid()}.part"

    def finish(self, k, process):
        error = process.communicate()[1].decode(errors="replace")
        out = self.draft(k)
        if process.returncode != 0:
            raise OSError(f"block {k}: {' '.join(process.args)}: {error.strip() or process.returncode}")
        os.rename(out, self.block(k))
        self.claims.pop(k).close()

    # ---- training ----

    def train(self, best, say):
        if os.path.exists(self.network):
            return
        window = self.recipe.number("learn", "window")
        first = max(0, self.number + 1 - window)
        folders = [
            os.path.join(self.folder, f"generation.{k}", "games", f"{b:06d}")
            for k in range(first, self.number + 1)
            for b in range(self.recipe.number("play", "blocks"))
        ]
        last = self.number + 1 == self.recipe.number("learn", "generations")
        key = "last" if last and self.recipe.get("train", "last") else "command"
        draft = os.path.join(self.root, "draft" + self.ending())
        command = self.recipe.command(
            "train", key, network=draft, games=folders, files=files_in(folders),
            best=[best.network] if best else [], number=self.number, seed=self.seed,
            folder=self.root
        )
        say(f"generation {self.number}: training")
        with open(self.log, "ab") as log:
            done = subprocess.run(command, stdout=log, stderr=subprocess.STDOUT)
        if done.returncode != 0 or not os.path.exists(draft):
            raise OSError(f"training failed: {' '.join(command[:3])} ...; {self.log} says why")
        os.replace(draft, self.network)
        for state in glob.glob(draft + "*"):
            os.remove(state)

    def losses(self):
        """The held-out losses in the order of the trainer's report: [(loss, ...), ...]."""
        pattern = self.recipe.get("train", "held")
        if not pattern or not os.path.exists(self.log):
            return []
        with open(self.log, errors="replace") as log:
            found = re.findall(pattern, log.read())
        return [tuple(float(x) for x in (m if isinstance(m, tuple) else (m,))) for m in found]

    def positions(self):
        """The number of training positions; None if the trainer did not report it."""
        pattern = self.recipe.get("train", "positions")
        if not pattern or not os.path.exists(self.log):
            return None
        with open(self.log, errors="replace") as log:
            found = re.findall(pattern, log.read())
        return int(found[-1].replace(",", "")) if found else None

    # ---- the gate ----

    def gate(self, best, jobs, say):
        recipe = self.recipe
        option = recipe.get("learn", "option")
        old = best.network if best else recipe.get("match", "base", recipe.get("learn", "begin", "none"))
        say(f"generation {self.number}: a match with " +
            (f"generation {best.number}" if best else f"{option}={old}"))
        command = [recipe.words["miai"], f"--game={recipe.get('learn', 'game')}"]
        command += recipe.command("match", "options") + ["match", f"table={self.table}"]
        command += recipe.command("match", "settings", seed=self.seed)
        command += [f"parallel={jobs}"] if jobs > 1 else []
        command += [f"new: {option}={self.network}", f"old: {option}={old}"]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        if not os.path.exists(self.table):
            raise OSError(f"the match failed: {(done.stderr or done.stdout).strip()}")
        won, drawn, lost = read_table(self.table)
        games = won + drawn + lost
        if games == 0:
            raise OSError(f"the match failed: {(done.stderr or done.stdout).strip()}")
        score = (won + drawn / 2) / games
        verdict = {
            "against": best.number if best else None,
            "won": won, "drawn": drawn, "lost": lost,
            "score": score,
            "accepted": score > float(recipe.get("match", "accept", "0.5")),
        }
        verdict["elo"], verdict["error"] = elo_of(won, drawn, lost)
        with open(self.verdict_path() + ".part", "w") as file:
            json.dump(verdict, file, indent=1)
        os.replace(self.verdict_path() + ".part", self.verdict_path())

    def verdict_path(self):
        return os.path.join(self.root, "verdict")

    def is_done(self):
        return os.path.exists(self.verdict_path())

    def verdict(self):
        with open(self.verdict_path()) as file:
            return json.load(file)

    def summary(self):
        v, losses = self.verdict(), self.losses()
        names = self.recipe.get("train", "losses").split()
        shown = ", ".join(f"{n} {x:.4f}" for n, x in zip(names, losses[-1])) if losses else ""
        other = "the one before" if v["against"] is None else f"generation {v['against']}"
        return (f"generation {self.number}: {shown + '; ' if shown else ''}{100 * v['score']:.1f} % of "
                f"{v['won'] + v['drawn'] + v['lost']} games against {other}: "
                f"{'accepted' if v['accepted'] else 'rejected'}")


def files_in(folders):
    return sorted(path for folder in folders for path in glob.glob(os.path.join(folder, "*")))


def remove(path):
    try:
        os.remove(path)
    except FileNotFoundError:
        pass


def read_table(path):
    """Games won, drawn and lost by "new" in a table of miai match."""
    won = drawn = lost = 0
    with open(path) as file:
        for line in file:
            words = line.split()
            if len(words) < 4 or words[3] not in ("1-0", "0-1", "1/2-1/2"):
                continue
            if words[3] == "1/2-1/2":
                drawn += 1
            elif (words[3] == "1-0") == (words[1] == "new"):
                won += 1
            else:
                lost += 1
    return won, drawn, lost


def elo_of(won, drawn, lost):
    """The Elo difference, and its standard error."""
    n = won + drawn + lost
    score = min(max((won + drawn / 2) / n, 0.5 / n), 1 - 0.5 / n)
    variance = (won * (1 - score) ** 2 + drawn * (0.5 - score) ** 2 + lost * score**2) / n
    slope = 400 / math.log(10) / (score * (1 - score))
    return -400 * math.log10(1 / score - 1), slope * math.sqrt(max(variance, 0.25 / n) / n)
