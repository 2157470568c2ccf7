use std::{future::Future, pin::Pin, task::Poll};

use sparkyard_kernel::ClientAddress;

use super::*;

type Place = Pin<Box<dyn Future<Output = Result<HashingPermit, AuthError>> + Send>>;

fn at(address: impl Into<IpAddr>) -> Requester {
    let address = ClientAddress(address.into());
    Requester::Stranger { network: address.network(), subnet: address.subnet() }
}

fn stranger(last: u8) -> Requester {
    at([203, 0, 113, last])
}

fn known(name: &str) -> Requester {
    Requester::Known(name.to_owned())
}

/// Joins the queue without blocking.
async fn stand(queue: &Arc<HashingQueue>, requester: Requester) -> Place {
    let queue = queue.clone();
    let mut place: Place = Box::pin(async move { queue.permit(&requester).await });
    assert!(look(&mut place).await.is_none(), "it is nobody's turn yet");
    place
}

async fn look(place: &mut Place) -> Option<Result<HashingPermit, AuthError>> {
    std::future::poll_fn(|cx| match place.as_mut().poll(cx) {
        Poll::Ready(permit) => Poll::Ready(Some(permit)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}

/// Returns the order in which `places` get their turns, as indices.
async fn order(permit: HashingPermit, mut places: Vec<Place>) -> Vec<usize> {
    let (mut order, mut here) = (Vec::new(), Some(permit));
    let mut left: Vec<usize> = (0..places.len()).collect();
    while here.take().is_some() {
        for number in left.clone() {
            let Some(called) = look(&mut places[number]).await else { continue };
            left.retain(|other| *other != number);
            if let Ok(permit) = called {
                order.push(number);
                here = Some(permit);
                break;
            }
        }
    }
    order
}

#[tokio::test]
async fn known_requesters_get_every_second_turn() {
    let queue = HashingQueue::new(1, 100);
    let permit = queue.permit(&stranger(1)).await.unwrap();
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(stand(&queue, stranger(1)).await);
    }
    places.push(stand(&queue, stranger(2)).await);
    places.push(stand(&queue, known("ana")).await);
    places.push(stand(&queue, known("bo")).await);
    assert_eq!(order(permit, places).await, [5, 0, 6, 4, 1, 2, 3]);
    queue.permit(&stranger(1)).await.unwrap();
}

#[tokio::test]
async fn full_queue_makes_room_for_smaller_groups() {
    let queue = HashingQueue::new(1, 4);
    let permit = queue.permit(&stranger(1)).await.unwrap();
    let mut places = Vec::new();
    for _ in 0..4 {
        places.push(stand(&queue, stranger(1)).await);
    }
    assert!(matches!(queue.permit(&stranger(1)).await, Err(AuthError::Overloaded)));
    places.push(stand(&queue, stranger(2)).await);
    let mut last = places.remove(3);
    assert!(matches!(look(&mut last).await, Some(Err(AuthError::Overloaded))));
    // Requesters with equally many requests make no room for each other.
    places.push(stand(&queue, stranger(2)).await);
    assert!(matches!(queue.permit(&stranger(2)).await, Err(AuthError::Overloaded)));
    places.push(stand(&queue, known("ana")).await);
    assert_eq!(queue.state().waiting, 4);
    drop(last);
    assert_eq!(queue.state().waiting, 4, "who was sent away leaves no place behind");
    let order = order(permit, places).await;
    assert_eq!((order.len(), order[0]), (4, 5), "{order:?}");
}

#[tokio::test]
async fn addresses_in_one_subnet_share_turns() {
    let queue = HashingQueue::new(1, 32);
    let permit = queue.permit(&stranger(1)).await.unwrap();
    // Each address is in a network of its own.
    let home = |number: u16| at([0x2001, 0xdb8, 1, number << 8, 0, 0, 0, 1]);
    let mut places = Vec::new();
    for number in 0..32 {
        places.push(stand(&queue, home(number)).await);
    }
    assert!(matches!(queue.permit(&home(200)).await, Err(AuthError::Overloaded)));
    // A requester in another subnet gets a place, and the second turn.
    places.push(stand(&queue, stranger(2)).await);
    assert_eq!(queue.state().waiting, 32);
    assert_eq!(queue.state().strangers.count(&home(0).group()), 31);
    places.push(stand(&queue, stranger(3)).await);
    let order = order(permit, places).await;
    assert_eq!((order.len(), &order[..4]), (32, &[0, 32, 1, 33][..]), "{order:?}");
    let state = queue.state();
    assert!(state.strangers.of.is_empty() && state.strangers.turns.is_empty());
}

#[tokio::test]
async fn disconnected_client_releases_its_place() {
    let queue = HashingQueue::new(1, 2);
    let permit = queue.permit(&stranger(1)).await.unwrap();
    let (first, second) = (stand(&queue, stranger(1)).await, stand(&queue, stranger(2)).await);
    drop(first);
    let third = stand(&queue, stranger(3)).await;
    // The turn is granted after the client has disconnected.
    drop(permit);
    assert_eq!(queue.state().hashing, 1);
    drop(second);
    assert_eq!(queue.state().hashing, 1, "the turn went on to the third");
    drop(third);
    let state = queue.state();
    assert_eq!((state.hashing, state.waiting), (0, 0));
}

#[tokio::test]
async fn idle_queue_without_places_grants_a_turn() {
    let queue = HashingQueue::new(1, 0);
    let permit = queue.permit(&stranger(1)).await.unwrap();
    let full = queue.permit(&known("ana")).await;
    assert!(matches!(full, Err(AuthError::Overloaded)));
    drop(permit);
    queue.permit(&known("ana")).await.unwrap();
}
