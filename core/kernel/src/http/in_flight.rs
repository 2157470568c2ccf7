//! In-flight limit: bounds the requests that one sender may have in progress at the same time.

use std::sync::{Arc, Mutex, PoisonError};

use crate::{
    ApiError, ClientAddress, UserId,
    quota::{Quota, QuotaExceeded, Reservation, Sender},
};

/// Seconds after which a sender above the limit may retry.
const COME_BACK: u64 = 5;

/// Counts the requests in flight of each address and of each member, at any address.
#[derive(Clone, Debug)]
pub struct InFlightLimit(Arc<Quota>);

impl InFlightLimit {
    /// Allows `most` requests in flight per sender; a subnet has several shares.
    pub fn new(most: u64) -> Self {
        Self(Quota::of_shares(most))
    }

    /// Registers a request from `address`; 503 when the address is at the limit.
    pub fn begin(&self, address: ClientAddress) -> Result<InFlight, ApiError> {
        let mut held = self.0.hold(Sender::at(address));
        held.grow(1).map_err(too_many)?;
        Ok(InFlight(Arc::new(Mutex::new(held))))
    }

    /// Returns the number of requests in flight.
    pub fn under_way(&self) -> u64 {
        self.0.taken()
    }
}

/// One request in flight, counted until its last clone is dropped.
#[derive(Clone, Debug)]
pub struct InFlight(Arc<Mutex<Reservation>>);

impl InFlight {
    /// Counts the request for `member` as well; 503 when the member is at the limit.
    pub fn belongs_to(&self, member: &UserId) -> Result<(), ApiError> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.try_also_for(&Sender::Member(member.clone())).map_err(too_many)
    }
}

fn too_many(_: QuotaExceeded) -> ApiError {
    let message = "Too many requests at once from your network. Please try again shortly.";
    ApiError::new(503, "server.too_many_at_once", message).retry_after(COME_BACK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> ClientAddress {
        ClientAddress(text.parse().unwrap())
    }

    #[test]
    fn address_is_limited_independently_of_others() {
        let limit = InFlightLimit::new(3);
        let mut held: Vec<_> =
            (0..3).map(|_| limit.begin(address("198.51.100.7")).unwrap()).collect();
        let refused = limit.begin(address("198.51.100.7")).unwrap_err();
        assert_eq!((refused.status.as_u16(), refused.retry_after), (503, Some(COME_BACK)));
        limit.begin(address("198.51.100.8")).unwrap();
        held.pop();
        held.push(limit.begin(address("198.51.100.7")).unwrap());
        // The addresses of one household count as one sender.
        let many = (0..4).map_while(|host| limit.begin(address(&format!("2001:db8::{host}"))).ok());
        assert_eq!(many.collect::<Vec<_>>().len(), 3);
        drop(held);
        assert_eq!((limit.under_way(), limit.0.senders()), (0, 0), "nobody is remembered");
    }

    #[test]
    fn subnet_is_limited_to_four_shares() {
        let limit = InFlightLimit::new(3);
        let near = |home: u16| limit.begin(address(&format!("2001:db8:1:{home:x}00::7"))).ok();
        let held: Vec<_> = (0..64).map_while(near).collect();
        assert_eq!(held.len(), 12);
        limit.begin(address("2001:db8:2::7")).unwrap();
    }

    #[test]
    fn member_is_limited_across_addresses() {
        let limit = InFlightLimit::new(3);
        let (ana, bo) = (UserId::from("ana"), UserId::from("bo"));
        let mut held: Vec<_> = (0..5)
            .map(|host| limit.begin(address(&format!("198.51.100.{host}"))).unwrap())
            .collect();
        for in_flight in &held[..3] {
            in_flight.belongs_to(&ana).unwrap();
            in_flight.belongs_to(&ana).unwrap();
        }
        assert_eq!(held[3].belongs_to(&ana).unwrap_err().status.as_u16(), 503);
        held[3].belongs_to(&bo).unwrap();
        held.remove(0);
        held[3].belongs_to(&ana).unwrap();
        drop(held);
        assert_eq!((limit.under_way(), limit.0.senders()), (0, 0));
    }
}
