//! The program `vouch`; everything is in the library beside it.

fn main() -> std::process::ExitCode {
    vouch::main()
}
