#!/usr/bin/env bash
# Every check there is; the build server calls the same through .ci/run.
#
#   bash scripts/test.sh            everything
#   bash scripts/test.sh NAME...    only these: fmt clippy test doc validate readers
#
# Needs Rust (with rustfmt and clippy) and Python 3. What it installs: rustfmt and clippy by rustup if they are missing,
# and for `readers` meshio, pyvista and numpy from PyPI into target/readers-venv. On Debian, as root, a missing python3-venv is
# installed by apt-get; elsewhere the script stops and says what to install. Everything else stays in target/.
set -euo pipefail
cd "$(dirname "$0")/.."

# A build server must see the committed lock file; a developer may be changing it.
locked=()
if [ "${CI:-}" = true ]; then locked=(--locked); fi
# The program the tests have built: the dev profile is optimised, and a release build would compile everything once more.
pliant() { cargo run --quiet "${locked[@]}" -- "$@"; }

need_components() {
    local missing=()
    cargo fmt --version >/dev/null 2>&1 || missing+=(rustfmt)
    cargo clippy --version >/dev/null 2>&1 || missing+=(clippy)
    if [ ${#missing[@]} -eq 0 ]; then return; fi
    if ! command -v rustup >/dev/null; then
        echo "test.sh: cargo has no ${missing[*]}. Install Rust by https://rustup.rs, or your system's packages of that name." >&2
        exit 3
    fi
    echo "test.sh: installing by rustup: ${missing[*]}"
    rustup component add "${missing[@]}"
}

# Each of these ends with the status of its last command; `&&` where there are several, since `set -e` rests inside `if`.
run_fmt() { cargo fmt --all --check; }
run_clippy() { cargo clippy --workspace --all-targets "${locked[@]}" -- -D warnings; }
run_test() { cargo test --workspace "${locked[@]}"; }
run_doc() { RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps "${locked[@]}"; }
run_validate() { pliant validate --quick && pliant validate --recover --restep --quick; }
run_readers() {
    pliant gallery run swinging-beam --quiet -o target/test-run &&
        sh scripts/test_readers.sh &&
        sh scripts/test_readers.sh target/test-run
}

checks=("$@")
if [ ${#checks[@]} -eq 0 ]; then checks=(fmt clippy test doc validate readers); fi
for check in "${checks[@]}"; do
    if ! declare -F "run_$check" >/dev/null; then
        echo "test.sh: there is no check \"$check\"; there are: fmt clippy test doc validate readers" >&2
        exit 2
    fi
done

need_components
times=()
for check in "${checks[@]}"; do
    echo "== $check"
    start=$SECONDS
    if ! "run_$check"; then
        echo "test.sh: FAILED at $check. Once more, alone: bash scripts/test.sh $check" >&2
        exit 1
    fi
    times+=("$check $((SECONDS - start)) s")
done
printf -v list '%s, ' "${times[@]}"
echo "test.sh: all checks passed in $SECONDS s (${list%, })"
