#!/usr/bin/env bash
# All benches, with CHOLMOD on the same matrices, into benches/results.json (with the revision they were made at).
#
#   bash scripts/bench.sh
#
# Needs Debian's libsuitesparse-dev, libopenblas-dev and gcc for the comparison; installs them by apt-get when run as root.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! echo '#include <suitesparse/cholmod.h>' | cc -E -x c - >/dev/null 2>&1 && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "bench.sh: installing from Debian: gcc libsuitesparse-dev libopenblas-dev"
    apt-get update -qq && apt-get install -y -qq gcc libsuitesparse-dev libopenblas-dev
fi
cargo build --release --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
short=0
./target/release/pliant bench --suite tet --json >"$work/tet.json" || short=1
./target/release/pliant bench --suite trust --json >"$work/trust.json" || short=1
./target/release/pliant bench --suite contact --json >"$work/contact.json" || short=1
./target/release/pliant bench --suite elaston --dump "$work/elastons" --json >"$work/elaston.json" || short=1
./target/release/pliant bench --suite phyxel --json >"$work/phyxel.json" || short=1
./target/release/pliant bench --suite peridynamic --json >"$work/peridynamic.json" || short=1
sh scripts/compare_cholmod.sh "$work"/elastons/*.mtx >"$work/cholmod-elaston.json"
# Interleaved, so that both see the same machine; the minimum of each counts.
for round in 1 2 3; do
    ./target/release/pliant bench --suite solver --dump "$work/matrices" --json >"$work/solver-$round.json" || short=1
    sh scripts/compare_cholmod.sh "$work"/matrices/*.mtx >"$work/cholmod-$round.json"
done
python3 scripts/bench_results.py "$work" "$(git rev-parse HEAD)" || short=1
exit $short
