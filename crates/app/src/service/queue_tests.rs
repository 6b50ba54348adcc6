use super::*;
use std::time::Duration;

fn owner(name: &str) -> Owner {
    Owner::from_text(name)
}

fn queue_of(most_running: usize, most_waiting: usize) -> Queue {
    Queue::new(most_running, most_waiting, Told { one: "question", several: "questions", done: "answered" })
}

async fn is_ready(ticket: &mut Ticket) -> bool {
    tokio::time::timeout(Duration::from_millis(5), &mut ticket.0).await.is_ok()
}

#[tokio::test]
async fn owners_take_turns() {
    let queue = queue_of(1, 10);
    let running = queue.enter(&owner("a")).unwrap().ready().await.unwrap();
    let tickets: Vec<(&str, Ticket)> =
        ["a1", "a2", "a3", "b1", "c1", "b2"].map(|name| (name, queue.enter(&owner(&name[..1])).unwrap())).into();
    let (sender, mut order) = tokio::sync::mpsc::unbounded_channel();
    for (name, ticket) in tickets {
        let sender = sender.clone();
        tokio::spawn(async move {
            let place = ticket.ready().await;
            sender.send(name).unwrap();
            drop(place);
        });
    }
    drop((running, sender));
    let mut seen = vec![];
    while let Some(name) = order.recv().await {
        seen.push(name);
    }
    assert_eq!(seen, ["a1", "b1", "c1", "a2", "b2", "a3"]);
    assert_eq!((queue.running(), queue.waiting()), (0, 0));
}

#[tokio::test]
async fn a_full_queue_says_so_and_who_leaves_makes_room() {
    let queue = queue_of(1, 1);
    let first = queue.enter(&owner("a")).unwrap().ready().await.unwrap();
    let waiting = queue.enter(&owner("a")).unwrap();
    assert!(matches!(queue.enter(&owner("b")), Err(AskError::Busy { .. })));
    drop(waiting);
    assert_eq!((queue.running(), queue.waiting()), (1, 0), "at once, not when its turn comes");
    drop(queue.enter(&owner("b")).unwrap());
    drop(first);
    assert_eq!((queue.running(), queue.waiting()), (0, 0));
    let mut next = queue.enter(&owner("b")).unwrap();
    assert!(is_ready(&mut next).await);
}

#[tokio::test]
async fn a_ticket_that_is_dropped_after_its_turn_came_gives_the_place_back() {
    let queue = queue_of(1, 5);
    let first = queue.enter(&owner("a")).unwrap().ready().await.unwrap();
    let second = queue.enter(&owner("a")).unwrap();
    let mut third = queue.enter(&owner("a")).unwrap();
    drop(first);
    assert!(!is_ready(&mut third).await, "the second one has the place, unread");
    drop(second);
    assert!(is_ready(&mut third).await);
}

/// Messages of one session that waited for each other while they held all places stood still for ever.
#[tokio::test]
async fn who_is_accepted_and_not_in_line_yet_keeps_nobody_from_running() {
    let queue = queue_of(1, 2);
    let later = queue.admit(&owner("a")).unwrap();
    let first = queue.enter(&owner("a")).unwrap().ready().await.unwrap();
    assert_eq!((queue.running(), queue.waiting()), (1, 1));
    let third = queue.admit(&owner("b")).unwrap();
    assert!(matches!(queue.admit(&owner("c")), Err(AskError::Busy { .. })), "it counts all the same");
    drop(third);
    let mut later = later.line_up();
    assert!(!is_ready(&mut later).await);
    drop(first);
    assert_eq!((queue.running(), queue.waiting()), (1, 0), "its turn came");
    assert!(is_ready(&mut later).await);
}
