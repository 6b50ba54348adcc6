use super::*;
use std::sync::mpsc::channel;
use std::thread::{self, ThreadId};

fn ran_on() -> ThreadId {
    let (say, said) = channel();
    start(move || say.send(thread::current().id()).unwrap()).unwrap();
    said.recv().unwrap()
}

#[test]
fn jobs_run_beside_each_other_however_many_wait() {
    let (go, gone): (Vec<_>, Vec<_>) = (0..2 * MOST_IDLE).map(|_| channel::<()>()).unzip();
    let (say, said) = channel();
    for gone in gone {
        let say = say.clone();
        start(move || {
            say.send(()).unwrap();
            // Held until all have begun: one thread could never do this.
            let _ = gone.recv();
        })
        .unwrap();
    }
    (0..2 * MOST_IDLE).for_each(|_| said.recv().unwrap());
    drop(go);
}

#[test]
fn a_panic_costs_nobody_else_anything() {
    let (held, dropped) = channel::<()>();
    start(move || {
        let _held = held;
        panic!("as engines never should");
    })
    .unwrap();
    assert!(dropped.recv().is_err());
    ran_on();
}

#[test]
fn threads_are_used_again() {
    let mut seen: Vec<ThreadId> = Vec::new();
    for _ in 0..200 {
        let thread = ran_on();
        if !seen.contains(&thread) {
            seen.push(thread);
        }
        thread::yield_now();
    }
    assert!(seen.len() < 100, "{} threads for 200 jobs one after the other", seen.len());
}
