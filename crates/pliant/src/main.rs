//! The `pliant` program: see [`pliant::cli`].

fn main() -> std::process::ExitCode {
    pliant::cli::main()
}
