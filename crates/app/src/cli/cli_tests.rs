use super::Arguments;
use clap::CommandFactory;

#[test]
fn the_arguments_are_consistent() {
    Arguments::command().debug_assert();
}
