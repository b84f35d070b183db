#!/usr/bin/python3
"""Builds and benches miai by the code of an OpenBench client, see README: loopback.py CLIENT [SOURCES]"""

import functools
import http.server
import os
import subprocess
import sys
import tempfile
import threading


def serve(folder):
    """A server of the folder's files on loopback; its address."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    handler.log_message = lambda *_: None
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}"


def first_words(program):
    """What the program says to uci, of which nothing may come before."""
    done = subprocess.run([program], input="uci\nisready\nquit\n", capture_output=True, text=True)
    lines = done.stdout.splitlines()
    options = [line.split(" type ")[0][12:] for line in lines if line.startswith("option name ")]
    silent = subprocess.run([program], input="", capture_output=True, text=True)
    assert silent.stdout == "", f"before uci it says {silent.stdout}"
    assert lines[0].startswith("id name "), lines[0]
    assert lines[-1] == "readyok" and "uciok" in lines
    assert {"Threads", "Hash"} <= set(options), options
    return lines[0]


def main():
    client = os.path.abspath(sys.argv[1])
    sources = os.path.abspath(sys.argv[2] if len(sys.argv) > 2 else os.path.join(
        os.path.dirname(__file__), "..", ".."))
    sys.path.insert(0, client)
    from bench import run_benchmark
    from utils import prepare_engine

    with tempfile.TemporaryDirectory() as folder:
        archive = os.path.join(folder, "miai.zip")
        subprocess.run(["git", "-C", sources, "archive", "--prefix=miai-HEAD/", "-o", archive, "HEAD"],
                       check=True)
        os.makedirs(os.path.join(folder, "Engines"))
        os.chdir(folder)
        out = os.path.join("Engines", "miai-HEAD")
        prepare_engine("miai", None, "HEAD", serve(folder) + "/miai.zip", "tools/openbench", out,
                       False, "gcc")
        speed, nodes = run_benchmark(out, 2, 2)
        print(f"{nodes} nodes, {speed} nodes a second")
        print(first_words("./" + out))


if __name__ == "__main__":
    main()
