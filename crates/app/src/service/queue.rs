//! How many asks run at once, or uploads are read, and in what order the others wait: each owner in turn, so that nobody's
//! hundred questions stand before somebody else's one.

use crate::session::AskError;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::oneshot;
use vouch_store::Owner;

#[derive(Clone)]
pub struct Queue {
    state: Arc<Mutex<State>>,
    most_running: usize,
    most_waiting: usize,
    told: Told,
}

/// What those who are turned away are told of those who are before them: one, several, and what is done with them.
#[derive(Clone, Copy)]
pub struct Told {
    pub one: &'static str,
    pub several: &'static str,
    pub done: &'static str,
}

#[derive(Default)]
struct State {
    running: usize,
    waiting: usize,
    /// Accepted, but not in line yet: what comes before them in their session is still at work.
    admitted: usize,
    lines: HashMap<Owner, VecDeque<oneshot::Sender<Place>>>,
    /// Owners who wait, whoever is next first.
    order: VecDeque<Owner>,
}

/// Room for one more, held until it lines up. Who waits for something else meanwhile keeps nobody from running.
pub struct Admission {
    queue: Queue,
    owner: Owner,
    lined_up: bool,
}

/// A place in the queue; it becomes a [`Place`] when it is its turn.
pub struct Ticket(oneshot::Receiver<Place>);

/// The right to run; whoever waits gets it when it is dropped.
pub struct Place(Option<Queue>);

impl Queue {
    pub fn new(most_running: usize, most_waiting: usize, told: Told) -> Self {
        Self { state: Arc::default(), most_running, most_waiting, told }
    }

    /// Accepted and in line at once.
    pub fn enter(&self, owner: &Owner) -> Result<Ticket, AskError> {
        Ok(self.admit(owner)?.line_up())
    }

    /// Fails when too many run and wait already.
    pub fn admit(&self, owner: &Owner) -> Result<Admission, AskError> {
        let most = self.most_running.saturating_add(self.most_waiting);
        let mut state = self.lock();
        if state.all() >= most {
            state.forget_gone();
        }
        if state.all() >= most {
            let waiting = state.waiting + state.admitted;
            let Told { one, several, done } = self.told;
            let are = if state.running == 1 { format!("{one} is") } else { format!("{several} are") };
            let message = format!("{} {are} being {done} and {waiting} wait already", state.running);
            return Err(AskError::Busy { message });
        }
        state.admitted += 1;
        Ok(Admission { queue: self.clone(), owner: owner.clone(), lined_up: false })
    }

    pub fn running(&self) -> usize {
        self.lock().running
    }

    pub fn waiting(&self) -> usize {
        let mut state = self.lock();
        state.forget_gone();
        state.waiting + state.admitted
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Hands the place of one that ended to the next owner's first, or gives it up.
    fn release(&self) {
        loop {
            let next = {
                let mut state = self.lock();
                match state.next() {
                    Some(next) => next,
                    None => {
                        state.running = state.running.saturating_sub(1);
                        return;
                    }
                }
            };
            match next.send(Place(Some(self.clone()))) {
                Ok(()) => return,
                // They went away while they waited; their place must not be given back twice.
                Err(mut place) => drop(place.0.take()),
            }
        }
    }
}

impl State {
    fn all(&self) -> usize {
        self.running + self.waiting + self.admitted
    }

    /// Those who went away while they waited keep nobody out.
    fn forget_gone(&mut self) {
        let Self { lines, order, waiting, .. } = self;
        lines.retain(|_, line| {
            line.retain(|next| !next.is_closed());
            !line.is_empty()
        });
        order.retain(|owner| lines.contains_key(owner));
        *waiting = lines.values().map(VecDeque::len).sum();
    }

    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        let owner = self.order.pop_front()?;
        let line = self.lines.get_mut(&owner)?;
        let next = line.pop_front();
        if line.is_empty() {
            self.lines.remove(&owner);
        } else {
            self.order.push_back(owner);
        }
        self.waiting = self.waiting.saturating_sub(usize::from(next.is_some()));
        next
    }
}

impl Admission {
    pub fn line_up(mut self) -> Ticket {
        self.lined_up = true;
        let (sender, receiver) = oneshot::channel();
        let mut state = self.queue.lock();
        state.admitted = state.admitted.saturating_sub(1);
        if state.running < self.queue.most_running && state.waiting == 0 {
            state.running += 1;
            drop(state);
            // The receiver is in our hand.
            let _ = sender.send(Place(Some(self.queue.clone())));
            return Ticket(receiver);
        }
        state.waiting += 1;
        if !state.lines.contains_key(&self.owner) {
            state.order.push_back(self.owner.clone());
        }
        state.lines.entry(self.owner.clone()).or_default().push_back(sender);
        Ticket(receiver)
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        if !self.lined_up {
            let mut state = self.queue.lock();
            state.admitted = state.admitted.saturating_sub(1);
        }
    }
}

impl Ticket {
    /// Waits for the turn; `None` only if the queue itself is gone.
    pub async fn ready(self) -> Option<Place> {
        self.0.await.ok()
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(queue) = self.0.take() {
            queue.release();
        }
    }
}

#[cfg(test)]
#[path = "queue_tests.rs"]
mod tests;
