//! Queue of deliveries, with limits on concurrent ones.

use std::collections::{HashMap, HashSet, VecDeque};

use sparkyard_kernel::UserId;

/// Maximum numbers of concurrent deliveries: in total, per push service and per member. A stalled
/// service, or a member with such devices, leaves slots for all others.
const AT_ONCE: usize = 16;
const OF_SERVICE: usize = 8;
const OF_MEMBER: usize = 2;

/// A device with pending messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Delivery {
    pub(super) device: String,
    pub(super) user: UserId,
    /// Origin of the push service; empty if the address cannot be read.
    pub(super) service: String,
    /// Expiry of the lease, in milliseconds.
    pub(super) leased_ms: i64,
}

/// Devices that wait for a slot or hold one.
#[derive(Debug, Default)]
pub(super) struct DeliveryQueue {
    waiting: VecDeque<Delivery>,
    known: HashSet<String>,
    taken: usize,
    of_service: HashMap<String, usize>,
    of_member: HashMap<UserId, usize>,
}

impl DeliveryQueue {
    pub(super) fn knows(&self, device: &str) -> bool {
        self.known.contains(device)
    }

    pub(super) fn len(&self) -> usize {
        self.known.len()
    }

    pub(super) fn add(&mut self, delivery: Delivery) {
        self.known.insert(delivery.device.clone());
        self.waiting.push_back(delivery);
    }

    /// Gives a slot to the first waiting device within the limits.
    pub(super) fn next(&mut self) -> Option<Delivery> {
        if self.taken >= AT_ONCE {
            return None;
        }
        let delivery = self.waiting.iter().position(|delivery| {
            count(&self.of_service, &delivery.service) < OF_SERVICE
                && count(&self.of_member, &delivery.user) < OF_MEMBER
        });
        let delivery = self.waiting.remove(delivery?)?;
        self.taken += 1;
        *self.of_service.entry(delivery.service.clone()).or_default() += 1;
        *self.of_member.entry(delivery.user.clone()).or_default() += 1;
        Some(delivery)
    }

    /// Releases the slot of a device.
    pub(super) fn end(&mut self, delivery: &Delivery) {
        self.known.remove(&delivery.device);
        self.taken -= 1;
        uncount(&mut self.of_service, &delivery.service);
        uncount(&mut self.of_member, &delivery.user);
    }
}

fn count<K: std::hash::Hash + Eq>(counts: &HashMap<K, usize>, key: &K) -> usize {
    counts.get(key).copied().unwrap_or_default()
}

fn uncount<K: std::hash::Hash + Eq>(counts: &mut HashMap<K, usize>, key: &K) {
    if let Some(left) = counts.get_mut(key) {
        *left -= 1;
        if *left == 0 {
            counts.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots(all: impl IntoIterator<Item = (usize, &'static str, String)>) -> DeliveryQueue {
        let mut slots = DeliveryQueue::default();
        for (number, user, service) in all {
            let (device, user) = (number.to_string(), user.into());
            slots.add(Delivery { device, user, service, leased_ms: 0 });
        }
        slots
    }

    fn begun(slots: &mut DeliveryQueue) -> Vec<String> {
        std::iter::from_fn(|| slots.next()).map(|delivery| delivery.device).collect()
    }

    #[test]
    fn slots_per_member_are_limited() {
        let mine = (0..10).map(|number| (number, "eve", format!("https://{number}.example")));
        let mut slots = slots(mine.chain([(10, "ana", "https://push.example".to_owned())]));
        assert_eq!(begun(&mut slots), ["0", "1", "10"]);
        let first = Delivery {
            device: "0".to_owned(),
            user: "eve".into(),
            service: "https://0.example".to_owned(),
            leased_ms: 0,
        };
        slots.end(&first);
        assert!(!slots.knows("0") && slots.knows("2"));
        assert_eq!(begun(&mut slots), ["2"]);
    }

    #[test]
    fn slots_per_service_are_limited() {
        const USERS: [&str; 12] = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"];
        let slow = USERS
            .into_iter()
            .enumerate()
            .map(|(number, user)| (number, user, "https://slow.example".to_owned()));
        let mut slots = slots(slow.chain([(99, "ana", "https://push.example".to_owned())]));
        assert_eq!(begun(&mut slots), ["0", "1", "2", "3", "4", "5", "6", "7", "99"]);
    }
}
