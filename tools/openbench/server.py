"""A server like OpenBench's for one workload: a match of the sources against themselves."""

import bz2
import hashlib
import http.server
import io
import json
import threading
import zipfile
from urllib.parse import parse_qsl

# The openings and settings of the games.
BOOK = "\n".join((
    "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    "rnbqkb1r/pppp1ppp/4pn2/8/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3",
    "rnbqkbnr/pp2pppp/3p4/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
    "rnbqkbnr/ppp2ppp/4p3/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 3")) + "\n"
PAIRS = 2
ENGINE = {"private": False, "cpuflags": [], "systems": ["Linux"], "compilers": ["gcc", "clang"],
          "path": "tools/openbench"}


class Server(http.server.ThreadingHTTPServer):
    """requests has the client's requests by name; pgn has the games."""

    daemon_threads = True

    def __init__(self, archive, control):
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = {"/miai.zip": archive, "/book.zip": zipped("loopback.epd", BOOK)}
        self.control, self.handed = control, False
        self.requests, self.pgn = [], ""
        self.done = lambda: None  # called when the client comes for another workload
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def url(self, path=""):
        return f"http://127.0.0.1:{self.server_port}{path}"

    def side(self, options):
        return {"id": 1, "name": "HEAD", "source": self.url("/miai.zip"), "sha": "0" * 40, "bench": 0,
                "engine": "miai", "options": options, "network": "", "netname": "",
                "time_control": self.control, "build": ENGINE, "private": False}

    def workload(self):
        book = {"name": "loopback.epd", "source": self.url("/book.zip"),
                "sha": hashlib.sha256(BOOK.encode()).hexdigest()}
        test = {"id": 1, "type": "SPRT", "syzygy_wdl": "DISABLED", "syzygy_adj": "DISABLED",
                "win_adj": "None", "draw_adj": "None", "workload_size": PAIRS, "upload_pgns": "VERBOSE",
                "genfens_args": "", "play_reverses": True, "scale_method": "BOTH", "scale_nps": 1000000,
                "book": book, "book_seed": 1, "book_index": 1,
                "dev": self.side("Threads=1 Hash=16"), "base": self.side("Threads=1 Hash=8")}
        return {"result": {"id": 1}, "test": test, "spsa": None, "reporting_type": "",
                "distribution": {"runner-count": 1, "concurrency-per": 1, "rounds-per-runner": PAIRS}}


def zipped(name, text):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(name, text)
    return archive.getvalue()


class Handler(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def answer_json(self, answer):
        self.answer(200, json.dumps(answer).encode())

    def do_GET(self):
        if self.path == "/clientGetBuildInfo/":
            self.answer_json({"miai": ENGINE})
        elif self.path in self.server.files:
            self.answer(200, self.server.files[self.path])
        else:
            self.answer(404, b"")

    def do_POST(self):
        name = self.path.strip("/")
        body = self.rfile.read(int(self.headers["Content-Length"]))
        multipart = self.headers["Content-Type"].startswith("multipart/")
        fields = {} if multipart else dict(parse_qsl(body.decode(), keep_blank_values=True))
        self.server.requests.append((name, fields))
        if name == "clientMatchRunnerVersionRef":
            self.answer_json({"fastchess_min_version": "1.0"})
        elif name == "clientWorkerInfo":
            self.answer_json({"machine_id": 1, "secret": "loopback"})
        elif name == "clientGetWorkload":
            first, self.server.handed = not self.server.handed, True
            if not first:
                self.server.done()
            self.answer_json({"workload": self.server.workload()} if first else {})
        else:
            if name == "clientSubmitPGN":
                games = bz2.BZ2Decompressor().decompress(body[body.index(b"BZh"):])
                self.server.pgn = games.decode()
            self.answer_json({})


def results(requests):
    """The client's report: games lost, drawn and won, pairs, and errors."""
    total = {"trinomial": [0] * 3, "pentanomial": [0] * 5, "crashes": 0, "timelosses": 0, "illegals": 0}
    for name, fields in requests:
        if name != "clientSubmitResults":
            continue
        for key in total:
            numbers = list(map(int, fields[key].split()))
            total[key] = [a + b for a, b in zip(total[key], numbers)] if " " in fields[key] else \
                total[key] + numbers[0]
    return total
