#!/usr/bin/python3
"""Tests a fishnet client with a server on the loopback interface, see README:
loopback.py [OPTION]... COMMAND...; the words URL and KEY in COMMAND are replaced"""

import argparse
import http.server
import json
import re
import shlex
import signal
import subprocess
import sys
import threading
import time
from urllib.parse import parse_qs, urlsplit

import jobs
from uci import Engine

KEY = "loopback"


class Server(http.server.ThreadingHTTPServer):
    """Hands out the jobs of a list, each once."""

    daemon_threads = True

    def __init__(self, check):
        super().__init__(("127.0.0.1", 0), Handler)
        self.check, self.lock = check, threading.Lock()
        self.waiting, self.handed = [], {}
        self.key, self.refusals, self.faults = KEY, 0, []
        self.idle = 0  # how often a client has asked for a job in vain
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self):
        return f"http://127.0.0.1:{self.server_port}/fishnet"

    def acquire(self):
        """The body of the next job, or None."""
        if not self.waiting:
            self.idle += 1
            return None
        job = self.waiting.pop(0)
        job.began = time.monotonic()
        self.handed[job.work["id"]] = job
        return job.body()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=None):
        text = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def trusted(self):
        """Answers those who do not say who they are."""
        if not re.match(r"\S+/\S+", self.headers.get("User-Agent", "")):
            self.server.faults.append(f"User-Agent: {self.headers.get('User-Agent')}")
        if self.headers.get("Authorization") == f"Bearer {self.server.key}":
            return True
        self.server.refusals += 1
        self.answer(401, {"error": "unknown key"})
        return False

    def do_GET(self):
        with self.server.lock:
            if self.path == "/fishnet/key":
                if self.trusted():
                    self.answer(204)
            elif self.path == "/fishnet/status":
                queue = {"acquired": 0, "queued": len(self.server.waiting), "oldest": 1}
                self.answer(200, {"analysis": {"user": queue, "system": queue}})
            else:
                self.answer(404, {})

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        path = urlsplit(self.path)
        words = path.path.split("/")[2:]
        with self.server.lock:
            if not self.trusted():
                return
            if words == ["acquire"]:
                self.hand_out()
                return
            job = self.server.handed.get(words[1]) if len(words) == 2 else None
            if not job or job.settled() or words[0] not in (job.work["type"], "abort"):
                self.server.faults.append(f"POST {self.path}")
                self.answer(404, {})
            elif words[0] == "abort":
                job.aborted = True
                self.answer(204)
            else:
                self.take(job, body, parse_qs(path.query).get("stop") == ["true"])

    def hand_out(self):
        body = self.server.acquire()
        self.answer(202 if body else 204, body)

    def take(self, job, body, last):
        """An answer, for which there is another job unless the client wants none."""
        job.seconds = time.monotonic() - job.began
        try:
            if job.work["type"] == "move":
                self.server.check.move(job, body)
                job.answered = True
            else:
                job.answered = self.server.check.analysis(job, body)
        except (AttributeError, KeyError, IndexError, TypeError) as fault:
            job.faults.append(f"{fault!r}: {json.dumps(body)[:200]}")
            job.answered = True
        if last or not job.answered:
            self.answer(204)
        else:
            self.hand_out()


def start(server, command):
    return subprocess.Popen([{"URL": server.url(), "KEY": KEY}.get(word, word) for word in command],
                            stdin=subprocess.DEVNULL)


def wait(client, seconds, done):
    """Waits until the job is done, the client has ended or the time is over; returns whether it is done."""
    until = time.monotonic() + seconds
    while not done() and client.poll() is None and time.monotonic() < until:
        time.sleep(0.05)
    return done()


def end(client, how):
    """How it ended, by a signal or None; "": well."""
    if how:
        client.send_signal(how)
    try:
        code = client.wait(60)
    except subprocess.TimeoutExpired:
        client.kill()
        client.wait()
        return "it goes on"
    return f"status {code}" if code and how else ""


def print_result(job):
    end = "answered" if job.answered else "given back" if job.aborted else "left"
    numbers = f", {job.nodes:9} nodes, slowest position {job.slowest:5} ms" if job.nodes else ""
    faults = "".join("; " + fault for fault in job.faults)
    print(f"{job.work['id']:10} {job.work['type']:8} {end:10} {job.seconds:6.2f} s{numbers}{faults}", flush=True)


def try_jobs(server, command, todo, milliseconds):
    """Hands out all jobs, then asks the client to end."""
    server.waiting = list(todo)
    client = start(server, command)
    longest = 60 + sum(milliseconds * (len(job.moves) + 1) / 1000 for job in todo)
    # With one engine it asks for a job when it has none, also if it has dropped one.
    wait(client, longest, lambda: server.idle > 1 or not server.waiting and all(job.settled() for job in todo))
    faults = []
    for job in todo:
        print_result(job)
        if job.faults or job.answered == job.refused():
            faults.append(f"job {job.work['id']}")
    ended = end(client, signal.SIGINT)
    return faults + ([f"SIGINT: {ended}"] if ended else [])


def try_abort(server, command, milliseconds):
    """Checks that a client returns a long job when it has to end."""
    job = jobs.Job(jobs.analysis("long", 2 ** 31, milliseconds * 1000), jobs.MATED)
    server.waiting = [job]
    client = start(server, command)
    if wait(client, 60, lambda: job.began):
        time.sleep(1)
    ended = end(client, signal.SIGTERM)
    print_result(job)
    return [] if job.aborted and not ended else [f"SIGTERM: {ended or 'not given back'}"]


def try_key(server, command):
    """Checks that a client with an unknown key asks once and ends."""
    server.key = "another"
    client = start(server, command)
    ended = end(client, None)
    return [] if server.refusals == 1 and not ended else [f"a key refused {server.refusals} times: {ended}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nodes", type=int, default=2000000, help="of each position (%(default)s)")
    parser.add_argument("--timeout", type=int, default=7000, help="milliseconds a position (%(default)s)")
    parser.add_argument("--jobs", help="those that are handed out, their names with commas between (all)")
    parser.add_argument("--judge", default="stockfish", help="a UCI program that lists legal moves by "
                        "\"go perft 1\" (%(default)s)")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    args = parser.parse_args()
    judge = Engine(shlex.split(args.judge))
    server = Server(jobs.Check(judge))
    names = args.jobs and args.jobs.split(",")
    todo = [job for job in jobs.make(args.nodes, args.timeout) if not names or job.work["id"] in names]
    faults = try_jobs(server, args.command, todo, args.timeout)
    faults += try_abort(server, args.command, args.timeout)
    faults += try_key(server, args.command) + server.faults
    judge.close()
    print("\n".join(faults) if faults else "all jobs as they should be")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
