use std::{future::Future, pin::Pin, task::Poll};

use sparkyard_kernel::ClientAddress;

use super::*;

type Place = Pin<Box<dyn Future<Output = Result<Turn, AuthError>> + Send>>;

fn at(address: impl Into<IpAddr>) -> Requester {
    let address = ClientAddress(address.into());
    Requester::Stranger { network: address.network(), neighbourhood: address.neighbourhood() }
}

fn stranger(last: u8) -> Requester {
    at([203, 0, 113, last])
}

fn known(name: &str) -> Requester {
    Requester::Known(name.to_owned())
}

/// Stands in the queue without holding anybody up.
async fn stand(queue: &Arc<HashingQueue>, requester: Requester) -> Place {
    let queue = queue.clone();
    let mut place: Place = Box::pin(async move { queue.turn(&requester).await });
    assert!(look(&mut place).await.is_none(), "it is nobody's turn yet");
    place
}

async fn look(place: &mut Place) -> Option<Result<Turn, AuthError>> {
    std::future::poll_fn(|cx| match place.as_mut().poll(cx) {
        Poll::Ready(turn) => Poll::Ready(Some(turn)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// Who comes when, by their number in `places`.
async fn order(turn: Turn, mut places: Vec<Place>) -> Vec<usize> {
    let (mut order, mut here) = (Vec::new(), Some(turn));
    let mut left: Vec<usize> = (0..places.len()).collect();
    while here.take().is_some() {
        for number in left.clone() {
            let Some(called) = look(&mut places[number]).await else { continue };
            left.retain(|other| *other != number);
            if let Ok(turn) = called {
                order.push(number);
                here = Some(turn);
                break;
            }
        }
    }
    order
}

#[tokio::test]
async fn lines_take_turns_and_known_ones_have_every_second() {
    let queue = HashingQueue::new(1, 100);
    let turn = queue.turn(&stranger(1)).await.unwrap();
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(stand(&queue, stranger(1)).await);
    }
    places.push(stand(&queue, stranger(2)).await);
    places.push(stand(&queue, known("ana")).await);
    places.push(stand(&queue, known("bo")).await);
    assert_eq!(order(turn, places).await, [5, 0, 6, 4, 1, 2, 3]);
    queue.turn(&stranger(1)).await.unwrap();
}

#[tokio::test]
async fn a_full_queue_makes_room_for_whoever_has_less() {
    let queue = HashingQueue::new(1, 4);
    let turn = queue.turn(&stranger(1)).await.unwrap();
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(stand(&queue, stranger(1)).await);
    }
    assert!(matches!(queue.turn(&stranger(1)).await, Err(AuthError::Overloaded)));
    places.push(stand(&queue, stranger(2)).await);
    let mut last = places.remove(3);
    assert!(matches!(look(&mut last).await, Some(Err(AuthError::Overloaded))));
    // Those who have as much already make no room for each other.
    places.push(stand(&queue, stranger(2)).await);
    assert!(matches!(queue.turn(&stranger(2)).await, Err(AuthError::Overloaded)));
    places.push(stand(&queue, known("ana")).await);
    assert_eq!(queue.state().waiting, 4);
    drop(last);
    assert_eq!(queue.state().waiting, 4, "who was sent away leaves no place behind");
    let order = order(turn, places).await;
    assert_eq!((order.len(), order[0]), (4, 5), "{order:?}");
}

#[tokio::test]
async fn somebody_with_many_addresses_waits_for_themself() {
    let queue = HashingQueue::new(1, 32);
    let turn = queue.turn(&stranger(1)).await.unwrap();
    // Each from a network of its own.
    let home = |number: u16| at([0x2001, 0xdb8, 1, number << 8, 0, 0, 0, 1]);
    let mut places = Vec::new();
    for number in 0..32 {
        places.push(stand(&queue, home(number)).await);
    }
    assert!(matches!(queue.turn(&home(200)).await, Err(AuthError::Overloaded)));
    // Whoever is elsewhere has a place, and comes second.
    places.push(stand(&queue, stranger(2)).await);
    assert_eq!(queue.state().waiting, 32);
    assert_eq!(queue.state().strangers.count(&home(0).group()), 31);
    places.push(stand(&queue, stranger(3)).await);
    let order = order(turn, places).await;
    assert_eq!((order.len(), &order[..4]), (32, &[0, 32, 1, 33][..]), "{order:?}");
    let state = queue.state();
    assert!(state.strangers.of.is_empty() && state.strangers.turns.is_empty());
}

#[tokio::test]
async fn whoever_leaves_gives_their_place_back() {
    let queue = HashingQueue::new(1, 2);
    let turn = queue.turn(&stranger(1)).await.unwrap();
    let (first, second) = (stand(&queue, stranger(1)).await, stand(&queue, stranger(2)).await);
    drop(first);
    let third = stand(&queue, stranger(3)).await;
    // Called, but gone before they heard it.
    drop(turn);
    assert_eq!(queue.state().hashing, 1);
    drop(second);
    assert_eq!(queue.state().hashing, 1, "the turn went on to the third");
    drop(third);
    let state = queue.state();
    assert_eq!((state.hashing, state.waiting), (0, 0));
}

#[tokio::test]
async fn no_place_to_wait_is_still_a_turn_when_nobody_hashes() {
    let queue = HashingQueue::new(1, 0);
    let turn = queue.turn(&stranger(1)).await.unwrap();
    let full = queue.turn(&known("ana")).await;
    assert!(matches!(full, Err(AuthError::Overloaded)));
    drop(turn);
    queue.turn(&known("ana")).await.unwrap();
}
