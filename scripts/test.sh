#!/usr/bin/env bash
# Every check there is; the build server calls the same through .ci/run.
#
#   bash scripts/test.sh            everything
#   bash scripts/test.sh NAME...    only these: fmt clippy test doc validate readers page browser
#
# Needs Rust (with rustfmt and clippy) and Python 3. What it installs: rustfmt and clippy by rustup if they are missing,
# and for `readers` meshio, pyvista and numpy from PyPI into target/readers-venv. On Debian, as root, a missing python3-venv is
# installed by apt-get; elsewhere the script stops and says what to install. For `page` and `browser` Node.js 20 or later with npm, and for
# `browser` Chromium: both by apt-get where they are missing, as above; packages of npm go to crates/pliant-viewer/web/node_modules.
# Everything else stays in target/.
set -euo pipefail
cd "$(dirname "$0")/.."

# A build server must see the committed lock file; a developer may be changing it. It also compiles once, in a fresh clone: what incremental
# builds keep would only fill its disk (half of target/), and so would line numbers for a debugger, which take time, too.
locked=()
if [ "${CI:-}" = true ]; then
    locked=(--locked)
    export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=false
fi
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

# Installs a Debian package for a program that is missing, or says what to do.
need_program() {
    local program=$1 package=$2
    if command -v "$program" >/dev/null; then return; fi
    if ! command -v apt-get >/dev/null || [ "$(id -u)" -ne 0 ]; then
        echo "test.sh: there is no $program. Install it (on Debian: apt-get install $package) and try again." >&2
        return 1
    fi
    echo "test.sh: installing $package by apt-get"
    { apt-get install -y -q $package || { apt-get update -q && apt-get install -y -q $package; }; } >/dev/null
}
web=crates/pliant-viewer/web
need_packages() { need_program npm "nodejs npm" && (cd $web && { [ -d node_modules ] || npm ci --silent --no-audit --no-fund; }); }
# The page: is the bundle what its sources give, and do its parts do what they should?
run_page() { need_packages && (cd $web && npm run --silent lint && npm test --silent && npm run --silent check-bundle); }
# The page in a browser, against a server without a simulation and against the program the tests have built.
run_browser() {
    need_packages && need_program chromium chromium && cargo build --quiet "${locked[@]}" &&
        (cd $web && PLIANT="${CARGO_TARGET_DIR:-$PWD/../../../target}/debug/pliant" npm run --silent e2e)
}

checks=("$@")
if [ ${#checks[@]} -eq 0 ]; then checks=(fmt clippy page test doc validate readers browser); fi
for check in "${checks[@]}"; do
    if ! declare -F "run_$check" >/dev/null; then
        echo "test.sh: there is no check \"$check\"; there are: fmt clippy page test doc validate readers browser" >&2
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
