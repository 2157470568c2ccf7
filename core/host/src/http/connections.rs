//! How many connections one address may hold, so that no visitor takes the places of all others;
//! nor does somebody who has many addresses that are next to each other.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use sparkyard_kernel::{ClientAddress, client::NEIGHBOURS};

use super::client::Proxies;
use crate::config::{LimitsConfig, ServerConfig};

/// The part of all connections that one neighbourhood may hold, but always as many as one address:
/// with a page open in some forty homes it is used up, and all others have three times as many.
const OF_ALL: usize = 4;

/// Counts the open connections of each address, and of each neighbourhood.
pub struct ConnectionLimit {
    /// Of an address, and of a neighbourhood; none when nothing is limited.
    most: Option<(usize, usize)>,
    /// They bring the connections of many.
    proxies: Proxies,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    networks: HashMap<IpAddr, usize>,
    neighbourhoods: HashMap<IpAddr, usize>,
}

/// The place of one connection; free again when dropped.
pub(super) struct Place {
    limit: Arc<ConnectionLimit>,
    address: ClientAddress,
}

impl ConnectionLimit {
    /// As configured; an error names the setting that makes no sense.
    pub fn new(server: &ServerConfig, limits: &LimitsConfig) -> anyhow::Result<Arc<Self>> {
        let most = limits.connections_per_address.get();
        let most = limits.enabled.then(|| {
            let one = usize::try_from(most).unwrap_or(usize::MAX);
            let all = server.max_connections / OF_ALL;
            (one, one.saturating_mul(NEIGHBOURS as usize).min(all).max(one))
        });
        let proxies = Proxies::new(server.proxies()?);
        Ok(Arc::new(Self { most, proxies, open: Mutex::default() }))
    }

    /// A place for one more connection of `peer`, if it has one left.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let address = ClientAddress(peer.to_canonical());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (here, nearby) = open.near(address);
        let is_full = |(one, all)| here >= one || nearby >= all;
        if !self.proxies.trusts(address.0) && self.most.is_some_and(is_full) {
            return None;
        }
        *open.networks.entry(address.network()).or_default() += 1;
        *open.neighbourhoods.entry(address.neighbourhood()).or_default() += 1;
        Some(Place { limit: self.clone(), address })
    }
}

impl Open {
    /// How many the network of `address` has, and how many its neighbourhood.
    fn near(&self, address: ClientAddress) -> (usize, usize) {
        let count = |counts: &HashMap<_, usize>, key| counts.get(&key).copied().unwrap_or_default();
        let here = count(&self.networks, address.network());
        (here, count(&self.neighbourhoods, address.neighbourhood()))
    }
}

/// One less; whoever has none is forgotten.
fn leave(counts: &mut HashMap<IpAddr, usize>, key: IpAddr) {
    if let Some(count) = counts.get_mut(&key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(&key);
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.limit.open.lock().unwrap_or_else(PoisonError::into_inner);
        leave(&mut open.networks, self.address.network());
        leave(&mut open.neighbourhoods, self.address.neighbourhood());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(enabled: bool) -> Arc<ConnectionLimit> {
        let server =
            ServerConfig { trusted_proxies: vec!["10.0.0.0/8".to_owned()], ..Default::default() };
        let limits = LimitsConfig { enabled, ..Default::default() };
        ConnectionLimit::new(&server, &limits).unwrap()
    }

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn an_address_gets_so_many_and_leaves_the_rest_to_others() {
        let limit = limit(true);
        let mut held: Vec<_> = (0..64).map(|_| limit.admit(ip("198.51.100.7")).unwrap()).collect();
        assert!(limit.admit(ip("198.51.100.7")).is_none());
        assert!(limit.admit(ip("::ffff:198.51.100.7")).is_none(), "the same in other words");
        assert!(limit.admit(ip("198.51.100.8")).is_some());
        held.pop();
        assert!(limit.admit(ip("198.51.100.7")).is_some());
        drop(held);
        let open = limit.open.lock().unwrap();
        assert!(
            open.networks.is_empty() && open.neighbourhoods.is_empty(),
            "who is gone is forgotten"
        );
    }

    #[test]
    fn somebody_with_many_addresses_leaves_most_places_to_others() {
        let limit = limit(true);
        let homes = (0..1024u16).map(|n| ip(&format!("2001:db8:1:{:x}::1", (n % 256) << 8)));
        let near: Vec<_> = homes.filter_map(|home| limit.admit(home)).collect();
        assert_eq!(near.len(), 256, "a quarter of all");
        let rented = (0..1024u16).map(|n| ip(&format!("198.51.100.{}", n % 256)));
        assert_eq!(rented.filter_map(|home| limit.admit(home)).collect::<Vec<_>>().len(), 256);
        assert!(limit.admit(ip("2001:db8:2::1")).is_some());
        // A proxy that somebody trusts may be next to them.
        assert!(limit.admit(ip("10.1.2.3")).is_some());
    }

    #[test]
    fn a_household_counts_as_one_and_a_proxy_as_many() {
        let limit = limit(true);
        let many = |prefix: &str| {
            let hosts = (0..65).map(|host| ip(&format!("{prefix}{host:x}")));
            hosts.map_while(|host| limit.admit(host)).collect::<Vec<_>>().len()
        };
        assert_eq!(many("2001:db8:1:2::"), 64);
        assert_eq!(many("2001:db8:1:3::"), 64);
        let proxied: Vec<_> = (0..100).map_while(|_| limit.admit(ip("10.1.2.3"))).collect();
        assert_eq!(proxied.len(), 100);
    }

    #[test]
    fn nothing_is_limited_where_limits_are_off() {
        let limit = limit(false);
        let held: Vec<_> = (0..100).map_while(|_| limit.admit(ip("198.51.100.7"))).collect();
        assert_eq!(held.len(), 100);
    }
}
