#!/usr/bin/python3
"""Builds, benches and plays miai with the code of an OpenBench client, see README:
loopback.py [--fastchess=PROGRAM] [--control=CONTROL] [--patience=SECONDS] CLIENT [SOURCES]"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile

import server


def first_words(program):
    """The reply to uci; nothing may be printed before it."""
    done = subprocess.run([program], input="uci\nisready\nquit\n", capture_output=True, text=True)
    lines = done.stdout.splitlines()
    options = [line.split(" type ")[0][12:] for line in lines if line.startswith("option name ")]
    silent = subprocess.run([program], input="", capture_output=True, text=True)
    assert silent.stdout == "", f"before uci it says {silent.stdout}"
    assert lines[0].startswith("id name "), lines[0]
    assert lines[-1] == "readyok" and "uciok" in lines
    assert {"Threads", "Hash"} <= set(options), options
    return lines[0]


def kill_own(name):
    """Replaces the client's function, which kills all processes of that name, of any user."""
    import psutil
    for process in psutil.Process().children(recursive=True):
        if process.name().startswith(os.path.basename(name)[:15]):
            process.kill()


def build(url, out):
    """Downloads, builds, and benches twice on two threads."""
    from bench import run_benchmark
    from utils import prepare_engine
    os.makedirs("Engines", exist_ok=True)
    prepare_engine("miai", None, "HEAD", url, server.ENGINE["path"], out, False, "gcc")
    speed, nodes = run_benchmark(out, 2, 2)
    print(f"{nodes} nodes, {speed} nodes a second")


def work(served, fastchess):
    """Runs the client's loop for one workload."""
    import worker
    shutil.copy(fastchess, "fastchess-ob")
    served.done = lambda: open("openbench.exit", "w").close()
    worker.reload_local_imports = lambda: None
    worker.TIMEOUT_WORKLOAD = 1
    sys.argv = ["worker", "--threads", "1", "--nsockets", "1"]
    try:
        worker.run_openbench_worker(argparse.Namespace(username="miai", password="", server=served.url()))
    except SystemExit:
        pass


def judge(served):
    """Checks and prints the reported results of the match."""
    total = server.results(served.requests)
    games = 2 * server.PAIRS
    print(f"reported: {total}")
    failures = [fields for name, fields in served.requests if name in ("clientSubmitError", "clientBenchError")]
    assert not failures, failures
    assert sum(total["trinomial"]) == games and sum(total["pentanomial"]) == server.PAIRS, total
    assert not (total["crashes"] or total["timelosses"] or total["illegals"]), total
    assert served.pgn.count("[Result ") == games, served.pgn
    assert "{unknown}" not in served.pgn, "a move without score, depth, time, nodes or seldepth"
    speeds = [int(fields["nps"]) for name, fields in served.requests if name == "clientSubmitNPS"]
    assert len(speeds) == 1 and speeds[0] > 0, speeds


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--fastchess", help="the program that plays; without it there is no match")
    parser.add_argument("--control", default="N=5000", help="time control, as OpenBench writes it (%(default)s)")
    parser.add_argument("--patience", type=int, default=60, help="seconds that a bench may take (%(default)s)")
    parser.add_argument("client", help="the folder Client of OpenBench")
    parser.add_argument("sources", nargs="?", help="a clone, of which what is committed counts (this one)",
                        default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    args = parser.parse_args()
    if args.fastchess and not os.access(args.fastchess, os.X_OK):
        parser.error(f"no program: {args.fastchess}")
    sys.stdout.reconfigure(line_buffering=True)
    archive = subprocess.run(["git", "-C", args.sources, "archive", "--format=zip", "--prefix=miai-HEAD/", "HEAD"],
                             check=True, capture_output=True).stdout
    fastchess = args.fastchess and os.path.abspath(args.fastchess)
    served = server.Server(archive, args.control)
    with tempfile.TemporaryDirectory() as folder:
        client = os.path.join(folder, "Client")
        shutil.copytree(args.client, client)
        sys.path.insert(0, client)
        os.chdir(client)
        import bench
        import utils
        bench.MAX_BENCH_TIME_SECONDS = args.patience
        utils.kill_process_by_name = kill_own
        out = os.path.join("Engines", utils.engine_binary_name("miai", "0" * 40, None))
        build(served.url("/miai.zip"), out)
        print(first_words("./" + out))
        if fastchess:
            work(served, fastchess)
            judge(served)


if __name__ == "__main__":
    main()
