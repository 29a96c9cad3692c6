#!/bin/sh
# Checks that meshio and PyVista read a run's series of frames, VTU and PLY.
#
#   scripts/test_readers.sh              writes a series that moves by a formula and compares every number
#   scripts/test_readers.sh RUN_DIR...   checks the results of runs: times, displacements, cells, bodies
#
# Makes a Python environment of its own in target/readers-venv (kept for the next time) with meshio, pyvista and
# numpy from PyPI. Needs python3; what else is missing is installed by apt-get where that is possible.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
venv="${CARGO_TARGET_DIR:-$here/target}/readers-venv"
python="$venv/bin/python"

case "${1:-}" in -h | --help) sed -n '2,8s/^# \{0,1\}//p' "$0"; exit 0 ;; esac

# install PACKAGE...: Debian packages, telling so; fails where this is not Debian or we are not root.
install() {
    echo "test_readers: installing from Debian: $*"
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
        echo "test_readers: cannot install them here; as root: apt-get install $*" >&2
        exit 3
    fi
    { apt-get install -y -q "$@" || { apt-get update -q && apt-get install -y -q "$@"; }; } >/dev/null
}

readers_work() {
    "$python" -c 'import meshio, numpy, pyvista' 2>"$venv.errors"
}

command -v python3 >/dev/null || install python3 python3-venv
if [ -x "$python" ] && readers_work; then
    echo "test_readers: using the Python environment $venv"
else
    echo "test_readers: making a Python environment in $venv (meshio, pyvista, numpy from PyPI)"
    rm -rf "$venv"
    mkdir -p "$(dirname "$venv")"
    python3 -m venv "$venv" >/dev/null 2>&1 || { install python3-venv; rm -rf "$venv"; python3 -m venv "$venv"; }
    "$python" -m pip install --quiet --disable-pip-version-check meshio pyvista numpy
    # Some builds of VTK load these libraries of the system when imported.
    readers_work || install libgl1 libx11-6 libxrender1
    readers_work || { cat "$venv.errors" >&2; exit 3; }
fi
rm -f "$venv.errors"

if [ $# -gt 0 ]; then
    for run in "$@"; do
        "$python" "$here/scripts/test_readers.py" "$run"
    done
else
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    # With --workspace cargo takes what `cargo test --workspace` has built; -p would build other features anew.
    (cd "$here" && cargo build --quiet --workspace --example write_series)
    "${CARGO_TARGET_DIR:-$here/target}/debug/examples/write_series" "$work/run" >/dev/null
    "$python" "$here/scripts/test_readers.py" --formula "$work/run"
fi
