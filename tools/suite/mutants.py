#!/usr/bin/env python3
"""mutants.py - mutation testing: plants faults in the sources, and runs the tests that could detect them.

    mutants.py make FOLDER [COUNT [SEED]]    copies the sources and plants COUNT faults, drawn by SEED
    mutants.py run FOLDER                    builds the copy, runs the suite without a fault, then each
                                             fault with the tests that execute its line
    mutants.py list FOLDER                   lists the faults and their results

All faults are compiled into one build, and MI_MUTANT selects one by its number (mutant schemata:
Untch, Offutt, Harrold 1993).  A program that executes the place of a fault records this in the file
MI_MUTANT_TRACE.  Each fault gets only the tests that execute it, the shortest first, until one fails.
Tests that fail without a fault are excluded.  "list" shows the faults that no test detects.

After an interruption, run it again.  Tests that take more than MUTANT_SECONDS without a fault, if it is
set, are excluded.  Needs Python 3.9 and what ./bootstrap installs.
"""
import json
import os
import random
import re
import subprocess
import sys
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# The subjects of the faults, with an equal share for each, as git pathspecs.
SUBJECTS = {
    "rules": ["src/game/*/*.c", "src/game/*/board/*.c", "src/contract/*.c"],
    "search": ["src/search/*.c", "src/game/go/tactics/*.c", "src/game/gomoku/threat/*.c"],
    "counting": ["src/game/go/life/*.c", "src/game/go/score/*.c", "src/engine/scoring/*.c"],
    "protocols": ["protocol/*.c", "src/record/*.c"],
}

HEAD = """\
extern char mi_mutant_reached[];
extern int mi_mutant_on;
#define MUTANT(n) (mi_mutant_reached[n] = 1, mi_mutant_on == (n))
"""

SWITCH = """
/* ---- faults: tools/mutants ---- */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int mi_mutant_on;
char mi_mutant_reached[%d];
static void __attribute__((constructor)) mutant_begin(void)
{
    const char *number = getenv("MI_MUTANT");
    mi_mutant_on = number ? atoi(number) : 0;
}
static void __attribute__((destructor)) mutant_end(void)
{
    const char *name = getenv("MI_MUTANT_TRACE");
    int file = name ? open(name, O_WRONLY | O_CREAT | O_APPEND, 0666) : -1;
    char line[16];
    for (int i = 1; i < %d && file >= 0; i++)
        if (mi_mutant_reached[i])
            (void)!write(file, line, (size_t)snprintf(line, sizeof line, "%%d\\n", i));
    if (file >= 0)
        close(file);
}
"""

# ---- faults ----

# A pattern within a line of a function's body, and its replacement; M is the switch.
KINDS = [
    (r" (<|<=|>|>=) (?=[\w(])", r" \1 M + ", "one more at a comparison"),
    (r" (==|!=) (?=[\w(])", r" - M \1 ", "one less at a comparison"),
    (r" && (?=[\w!(])", r" && M | ", "a condition left out of &&"),
    (r" \|\| (?=[\w!(])", r" || !M && ", "a condition left out of ||"),
    (r"(?<=[\w)\]]) \+ (?=[\w(])", r" + (1 - 2 * M) * ", "- for +"),
    (r"(?<=[\w)\]]) - (?=[\w(])", r" - (1 - 2 * M) * ", "+ for -"),
    (r"(?<=[(\[ ])(\d+)(?=[;,)\] ])", r"(\1 + M)", "a number and one more"),
    (r"\breturn true;", "return !M;", "false for true"),
    (r"\breturn false;", "return M;", "true for false"),
    (r"(?<=if )\((.*)\)( \{)?$", r"(M ^ !!(\1))\2", "the opposite of a condition"),
    (r"^( +)(?=[a-z_]\w*\(.*\);$)", r"\1if (!M) ", "a call left out"),
    (r"^( +)(?=[\w.\[\]>-]+(\[.*\])? ([-+|&^]|<<|>>)?= .*;$)", r"\1if (!M) ", "an assignment left out"),
    (r"^( +)(?=(continue|break);$)", r"\1if (!M) ", "goes on"),
]


def bodies(lines):
    """The numbers of the lines that are code of functions, without constant expressions."""
    inside = constant = False
    for i, line in enumerate(lines):
        if line == "{":
            inside = True
        elif line.startswith("}"):
            inside = False
        elif inside:
            word = line.strip()
            constant = constant or word.startswith(("static", "enum", "case ", "#", "/*", "*", "const "))
            after = lines[i + 1].strip() if i + 1 < len(lines) else ""
            if not constant and '"' not in line and "'" not in line and not after.startswith("else"):
                yield i
            if word.endswith((";", ":", "*/")) or word.startswith("#"):
                constant = False


def places(name):
    """All possible faults in a file: line, columns, new text, kind."""
    with open(os.path.join(TOP, name), encoding="utf-8") as file:
        lines = file.read().split("\n")
    for i in bodies(lines):
        code = lines[i].split("/*")[0].rstrip()
        for pattern, text, title in KINDS:
            for found in re.finditer(pattern, code):
                yield {"file": name, "line": i + 1, "from": found.start(), "to": found.end(),
                       "new": found.expand(text), "kind": title, "code": lines[i].strip()}


def draw(count, seed):
    """COUNT faults, with an equal share for each subject, and at most one per file if possible."""
    dice, chosen = random.Random(seed), []
    for n, (subject, patterns) in enumerate(SUBJECTS.items()):
        names = subprocess.run(["git", "ls-files", *patterns], cwd=TOP, check=True, text=True,
                               stdout=subprocess.PIPE).stdout.split()
        known = {subject_file["file"] for subject_file in chosen}
        of_file = {name: list(places(name)) for name in names if name not in known}
        pool = [name for name in of_file for _ in range(len(of_file[name]) // 20 + 1) if of_file[name]]
        share = count * (n + 1) // len(SUBJECTS) - count * n // len(SUBJECTS)
        lines = set()
        while share > 0:
            place = dice.choice(of_file[dice.choice(pool)])
            if (place["file"], place["line"]) not in lines:
                lines.add((place["file"], place["line"]))
                chosen.append(dict(place, subject=subject))
                share -= 1
    return chosen


def write_faulty(folder, faults):
    """The sources with the enabled faults, each with its number."""
    by_file = {}
    for fault in faults:
        if "dropped" not in fault:
            by_file.setdefault(fault["file"], []).append(fault)
    for name, some in by_file.items():
        with open(os.path.join(TOP, name), encoding="utf-8") as file:
            lines = file.read().split("\n")
        for fault in some:
            line = lines[fault["line"] - 1]
            new = re.sub(r"\bM\b", "MUTANT(%d)" % fault["n"], fault["new"])
            lines[fault["line"] - 1] = line[:fault["from"]] + new + line[fault["to"]:]
        with open(os.path.join(folder, "source", name), "w", encoding="utf-8") as file:
            file.write(HEAD + '#line 1\n' + "\n".join(lines))


def save(folder, state):
    with open(os.path.join(folder, "faults.json.new"), "w", encoding="utf-8") as file:
        json.dump(state, file, indent=1)
    os.replace(os.path.join(folder, "faults.json.new"), os.path.join(folder, "faults.json"))


def load(folder):
    with open(os.path.join(folder, "faults.json"), encoding="utf-8") as file:
        return json.load(file)


def make(folder, count=100, seed=1):
    """Copies the committed files, plants faults that compile, and configures the copy."""
    source, build = os.path.join(folder, "source"), os.path.join(folder, "build")
    os.makedirs(source)
    os.makedirs(build)
    subprocess.run("git ls-files -z | tar cf - --null -T - | tar xf - -C '%s'" % source, shell=True,
                   cwd=TOP, check=True)
    subprocess.run(["autoreconf", "-i"], cwd=source, check=True, stderr=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL)
    subprocess.run([source + "/configure", "-q", "--disable-shared", "CFLAGS=-O1 -w"], cwd=build,
                   check=True)
    faults = draw(int(count) * 5 // 4, int(seed))  # some do not compile
    for n, fault in enumerate(faults):
        fault["n"] = n + 1
    with open(os.path.join(source, "src/base/text.c"), "a", encoding="utf-8") as file:
        file.write(SWITCH % (len(faults) + 1, len(faults) + 1))
    drop_what_fails(folder, faults)
    left = {subject: int(count) // len(SUBJECTS) for subject in SUBJECTS}
    for fault in faults:
        left[fault["subject"]] -= "dropped" not in fault
        if left[fault["subject"]] < 0 and "dropped" not in fault:
            fault["dropped"] = "enough"
    write_faulty(folder, faults)
    save(folder, {"faults": faults})


def drop_what_fails(folder, faults):
    """Removes faults that do not compile or do not change a single expression."""
    source, build = os.path.join(folder, "source"), os.path.join(folder, "build")
    write_faulty(folder, faults)
    flags = ["gcc", "-std=gnu11", "-w", "-fsyntax-only", "-D_GNU_SOURCE", "-DHAVE_CONFIG_H", "-I" + build,
             "-I" + source, "-I" + source + "/src"]
    for name in sorted({fault["file"] for fault in faults}):
        for _ in range(20):
            found = subprocess.run([*flags, name], cwd=source, text=True, stderr=subprocess.PIPE,
                                   check=False).stderr
            bad = {int(n) for n in re.findall(r"^%s:(\d+):\d+: error" % re.escape(name), found, re.M)}
            dropped = [fault for fault in faults if fault["file"] == name and fault["line"] in bad]
            for fault in dropped:
                fault["dropped"] = "does not compile"
            if not dropped:
                break
            if all("dropped" in fault for fault in faults if fault["file"] == name):
                with open(os.path.join(TOP, name), "rb") as file:
                    text = file.read()
                with open(os.path.join(source, name), "wb") as file:
                    file.write(text)
            write_faulty(folder, [fault for fault in faults if fault["file"] == name])


# ---- tests ----

# Tests of builds, packages and texts, which these faults cannot affect.
NEVER = ("tests/package/", "tests/windows/", "tests/wasm/", "tests/program/mpi.sh")


def tests_of(folder):
    text = subprocess.run(["make", "-s", "-f", "-", "print"], cwd=os.path.join(folder, "build"),
                          check=True, text=True, stdout=subprocess.PIPE,
                          input="include Makefile\nprint:\n\t@echo $(TESTS)\n").stdout.split()
    source = os.path.join(folder, "source") + "/"
    names = [name[len(source):] if name.startswith(source) else name for name in text]
    names = [re.sub(r"^\.\./source/", "", name) for name in names]
    return [name for name in names if not name.startswith(NEVER)]


def run_test(folder, name, seconds, **variables):
    """The failure ("" if it passed) and the time it took."""
    source, build = os.path.join(folder, "source"), os.path.join(folder, "build")
    command = ["sh", os.path.join(source, name)] if name.endswith(".sh") else [os.path.join(build, name)]
    env = dict(os.environ, srcdir="../source", CC="gcc", MAKE="make", NM="nm", PKG_CONFIG="pkg-config",
               SANITIZE_FLAGS="", CK_TIMEOUT_MULTIPLIER="3", **variables)
    began = time.monotonic()
    with open(os.path.join(folder, "log"), "wb") as log:
        process = subprocess.Popen(command, cwd=build, env=env, stdin=subprocess.DEVNULL, stdout=log,
                                   stderr=log, start_new_session=True)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = "does not end"
        # A test program's tests are in process groups of their own, but in its session.
        subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
        process.wait()
    return "" if status in (0, 77) else str(status), time.monotonic() - began


def trace(folder, state):
    """Runs the suite without a fault, and records which faults each test executes."""
    state.setdefault("tests", {})
    path = os.path.join(folder, "trace")
    for name in tests_of(folder):
        if name in state["tests"]:
            continue
        if os.path.exists(path):
            os.remove(path)
        ended, seconds = run_test(folder, name, 600, MI_MUTANT_TRACE=path)
        reached = set()
        if os.path.exists(path):
            with open(path, encoding="ascii") as file:
                reached = {int(line) for line in file if line.strip().isdigit()}
        state["tests"][name] = {"fails": ended, "seconds": seconds, "reached": sorted(reached)}
        print("%-50s %6.1f s %3d %s" % (name, seconds, len(reached), ended), flush=True)
        save(folder, state)


def near(module, test):
    """Is the test in the folder that mirrors this module, or in one of its parents?"""
    folder = os.path.dirname(test)
    return folder != "tests" and (module + "/").startswith(folder + "/")


def meet(folder, state, fault):
    """Runs the tests that execute the fault and have not run with it, until one fails: those of its
    module first, shorter ones before longer ones."""
    module = "tests/" + os.path.dirname(fault["file"]).replace("src/", "", 1)
    most = float(os.environ.get("MUTANT_SECONDS", "inf"))
    all_tests = [(test["seconds"], name) for name, test in state["tests"].items()
                 if not test["fails"] and fault["n"] in test["reached"]]
    fault["tests"] = len(all_tests)
    fault.setdefault("met", [])
    for seconds, name in sorted(all_tests, key=lambda test: (not near(room, test[1]), test)):
        if seconds > most or name in fault["met"]:
            continue
        ended, _ = run_test(folder, name, 60 + 6 * seconds, MI_MUTANT=str(fault["n"]))
        if ended:
            fault["seen"] = "%s (%s)" % (name, ended)
            return
        fault["met"].append(name)
        save(folder, state)


def run(folder, *numbers):
    """Runs the faults with these numbers again, with the current tests."""
    folder = os.path.abspath(folder)
    state = load(folder)
    subprocess.run("make -s -j2 && make -s -j2 check TESTS=", shell=True, check=True,
                   cwd=os.path.join(folder, "build"), stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    trace(folder, state)
    for fault in state["faults"]:
        if str(fault["n"]) in numbers:
            fault.pop("seen", None)
            fault["met"] = []
        if "dropped" in fault or fault.get("seen"):
            continue
        meet(folder, state, fault)
        save(folder, state)
        print(describe(fault), flush=True)


def describe(fault):
    return "%3d %-9s %s:%d: %s: %s\n    %s" % (
        fault["n"], fault["subject"], fault["file"], fault["line"], fault["kind"],
        fault["code"], fault.get("seen") or
        "SURVIVES %d of %d tests" % (len(fault.get("met", [])), fault.get("tests", 0)))


def show(folder):
    faults = [fault for fault in load(folder)["faults"] if "dropped" not in fault]
    for fault in faults:
        print(describe(fault))
    for subject in SUBJECTS:
        of = [fault for fault in faults if fault["subject"] == subject]
        print("%s: %d of %d seen" % (subject, sum(bool(fault.get("seen")) for fault in of), len(of)))


if __name__ == "__main__":
    {"make": make, "run": run, "list": show}[sys.argv[1]](*sys.argv[2:])
