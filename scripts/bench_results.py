"""Puts the rows of `pliant bench` and CHOLMOD's times together: prints them and writes benches/results.json.

Usage: bench_results.py FOLDER REVISION, with tet.json, trust.json, contact.json, elaston.json, phyxel.json, peridynamic.json, solver-N.json and cholmod-*.json in
FOLDER.
"""
import glob
import json
import os
import sys

LIMIT = 1.2  # refactor over CHOLMOD with METIS
ELASTON_LIMITS = [(6_000, 1.3), (16_000, 1.6)]  # the same for elastons, up to so many unknowns


def limit_of(matrix, unknowns):
    """The limit of a matrix; None for elastons with more unknowns than any limit is for."""
    if not matrix.startswith("elaston-"):
        return LIMIT
    return next((limit for most, limit in ELASTON_LIMITS if unknowns <= most), None)


def main(folder, revision):
    rows = [row for suite in ("tet", "trust", "contact", "elaston", "phyxel", "peridynamic") for row in json.load(open(os.path.join(folder, suite + ".json")))]
    rounds = [json.load(open(f)) for f in sorted(glob.glob(os.path.join(folder, "solver-*.json")))]
    best = {}
    for row in (row for rows_of_round in rounds for row in rows_of_round):
        known = best.setdefault(row["id"], row)
        # A speed-up is best when largest, a time when smallest.
        better = max if row["unit"] == "x" else min
        if better(row["value"], known["value"]) != known["value"]:
            best[row["id"]] = row
    cholmod, unknowns = {}, {}
    for name in glob.glob(os.path.join(folder, "cholmod-*.json")):
        for line in open(name):
            entry = json.loads(line)
            matrix = os.path.splitext(os.path.basename(entry["file"]))[0]
            unknowns[matrix] = entry["unknowns"]
            cholmod[matrix] = min(entry["refactor_wall_ms"], cholmod.get(matrix, float("inf")))
    for matrix, time in sorted(cholmod.items()):
        own = best.get(matrix + "/refactor") or next(row for row in rows if row["id"] == matrix + "/refactor")
        own.update(baseline="CHOLMOD with METIS, one thread, same run", baseline_value=time, ratio=own["value"] / time)
        limit = limit_of(matrix, unknowns[matrix])
        if limit is not None:
            own.update(limit={"ratio": limit}, **{"pass": own["value"] / time <= limit})
    rows += best.values()
    for row in rows:
        verdict = {True: "ok", False: "SHORT", None: ""}[row["pass"]]
        ratio = "" if row["ratio"] is None else f"  {row['ratio']:.3f} x {row['baseline']}"
        print(f"{verdict:<5} {row['id']:<26} {row['value']:>12.4f} {row['unit']:<3} {row['what']}{ratio}")
    os.makedirs("benches", exist_ok=True)
    with open("benches/results.json", "w") as out:
        json.dump({"revision": revision, "rows": rows}, out, indent=1)
        out.write("\n")
    return 1 if any(row["pass"] is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
