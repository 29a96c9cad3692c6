#!/usr/bin/env python3
"""Our direct solver beside CHOLMOD on the matrices of `pliant bench --suite elaston`.

    cargo build --release
    scripts/compare_cholmod.py [--rounds N] [--pliant FILE] [BODY...]

Installs nothing. Needs Debian's gcc, libsuitesparse-dev and libopenblas-dev (compare_cholmod.sh says so if they are missing).
Prints a line a body: unknowns, numeric factorisation and solve of ours (the bench's `solve` row: one thread, processor time, to
1e-6) and of CHOLMOD (METIS, supernodal, one thread, processor time), in milliseconds, and their ratio beside its limit: 1.3 up to
6000 unknowns, 1.6 up to 16000. Both take turns; the least of all rounds counts. Ends with 1 if a limit is not kept.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

BODIES = ["plectoneme", "wire-dog", "perversion", "plant", "buckling", "flag-low-res", "flag", "cube-cut", "plastic-cuboid",
          "fish", "squeeze-bunnies"]
HERE = pathlib.Path(__file__).resolve().parent


def ours(pliant, body, folder):
    command = [pliant, "bench", "--suite", f"elaston/{body}", "--json", "--dump", folder]
    # The bench ends with 1 if any of its own limits is not kept; its rows are there all the same.
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False).stdout
    for row in rows_of(json.loads(text)):
        if row.get("id") == f"elaston/{body}/solve":
            return 1e3 * row["value"]
    sys.exit(f"error: the bench printed no row elaston/{body}/solve; is {pliant} built from this tree?")


def rows_of(bench):
    return bench if isinstance(bench, list) else bench["rows"]


def cholmod(matrix):
    command = [HERE / "compare_cholmod.sh", matrix]
    environment = {"REPEATS": "4" if matrix.stat().st_size > 5e7 else "40", **os.environ}
    line = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout
    found = json.loads(line)
    return found["refactor_cpu_ms"] + found["solve_cpu_ms"], found["unknowns"]


def limit_of(unknowns):
    return 1.3 if unknowns <= 6000 else 1.6 if unknowns <= 16000 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--pliant", default=HERE.parent / "target/release/pliant")
    parser.add_argument("bodies", nargs="*", metavar="BODY", default=BODIES)
    arguments = parser.parse_args()
    missed = False
    print(f"{'body':16} {'unknowns':>8} {'ours':>10} {'CHOLMOD':>10} {'ratio':>6} {'limit':>6}")
    for body in arguments.bodies:
        with tempfile.TemporaryDirectory() as folder:
            least, theirs, unknowns = float("inf"), float("inf"), 0
            for _ in range(max(1, arguments.rounds)):
                least = min(least, ours(arguments.pliant, body, folder))
                time, unknowns = cholmod(pathlib.Path(folder) / f"elaston-{body}.mtx")
                theirs = min(theirs, time)
        limit, ratio = limit_of(unknowns), least / theirs
        missed |= limit is not None and ratio > limit
        print(f"{body:16} {unknowns:8} {least:10.3f} {theirs:10.3f} {ratio:6.2f} {limit or '-':>6}", flush=True)
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
