#!/bin/sh
# Times CHOLMOD (METIS order, supernodal, one thread) on Matrix Market files, one JSON line each.
#
#   cargo run --release -- bench --suite solver --dump DIR
#   scripts/compare_cholmod.sh DIR/*.mtx        (REPEATS=n, default 15: the fastest counts)
#
# Needs Debian's libsuitesparse-dev, libopenblas-dev and gcc.
set -eu

[ $# -gt 0 ] || { sed -n '2,7s/^# \{0,1\}//p' "$0"; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
if ! echo '#include <suitesparse/cholmod.h>' | cc -E -x c - >/dev/null 2>&1; then
    echo "CHOLMOD is missing. On Debian: apt-get install gcc libsuitesparse-dev libopenblas-dev" >&2
    exit 3
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc -O2 -I/usr/include/suitesparse "$here/cholmod_times.c" -o "$work/cholmod_times" -lcholmod
# OpenBLAS 0.3.21 takes processors it does not know for one of 2004 (three times as slow): name the kind by its instructions.
if [ -z "${OPENBLAS_CORETYPE:-}" ]; then
    if grep -qw avx512f /proc/cpuinfo; then OPENBLAS_CORETYPE=SkylakeX
    elif grep -qw avx2 /proc/cpuinfo; then OPENBLAS_CORETYPE=Haswell
    fi
fi
[ -z "${OPENBLAS_CORETYPE:-}" ] || export OPENBLAS_CORETYPE
# Debian's CHOLMOD asks OpenMP for four threads whatever OMP_NUM_THREADS says; the limit holds it to one.
OMP_THREAD_LIMIT=1 OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 "$work/cholmod_times" "${REPEATS:-15}" "$@"
