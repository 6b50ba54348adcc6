//! `vouch completions`: a script that teaches a shell our commands.

use super::{Failure, Outcome};
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::Write;

#[derive(clap::Args)]
pub struct Arguments {
    /// bash, zsh, fish, elvish or powershell
    shell: Shell,
}

pub fn run(arguments: &Arguments) -> Result<Outcome, Failure> {
    // Into memory first: the generator panics when its pipe is closed.
    let mut script = vec![];
    clap_complete::generate(arguments.shell, &mut super::Arguments::command(), "vouch", &mut script);
    std::io::stdout().lock().write_all(&script)?;
    Ok(Outcome::Success)
}
