//! Limits connections per address and per subnet. Nobody can take the connections of all others,
//! not even with many neighbouring addresses.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use sparkyard_kernel::{ClientAddress, client::NEIGHBOURS};

use super::client::Proxies;
use crate::config::{LimitsConfig, ServerConfig};

/// Fraction of all connections (one quarter) that one subnet may hold, and at least the limit of
/// one address. Some forty homes with an open page use it up; all others have three times as many.
const OF_ALL: usize = 4;

/// Counts open connections per address and per subnet.
pub struct ConnectionLimit {
    /// Maximum per address and per subnet; `None` when limits are off.
    most: Option<(usize, usize)>,
    /// Trusted proxies; exempt, because they carry the connections of many clients.
    proxies: Proxies,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    networks: HashMap<IpAddr, usize>,
    subnets: HashMap<IpAddr, usize>,
}

/// Permit for one connection; released on drop.
pub(super) struct Place {
    limit: Arc<ConnectionLimit>,
    address: ClientAddress,
}

impl ConnectionLimit {
    /// Creates the limit from the configuration; an error names the invalid setting.
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

    /// Returns a permit for a connection of `peer`, or `None` at a limit.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let address = ClientAddress(peer.to_canonical());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let (here, nearby) = open.near(address);
        let is_full = |(one, all)| here >= one || nearby >= all;
        if !self.proxies.trusts(address.0) && self.most.is_some_and(is_full) {
            return None;
        }
        *open.networks.entry(address.network()).or_default() += 1;
        *open.subnets.entry(address.subnet()).or_default() += 1;
        Some(Place { limit: self.clone(), address })
    }
}

impl Open {
    /// Returns the numbers of connections of the address and of its subnet.
    fn near(&self, address: ClientAddress) -> (usize, usize) {
        let count = |counts: &HashMap<_, usize>, key| counts.get(&key).copied().unwrap_or_default();
        let here = count(&self.networks, address.network());
        (here, count(&self.subnets, address.subnet()))
    }
}

/// Decrements a count; removes it at zero.
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
        leave(&mut open.subnets, self.address.subnet());
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
    fn connections_per_address_are_limited() {
        let limit = limit(true);
        let mut held: Vec<_> = (0..64).map(|_| limit.admit(ip("198.51.100.7")).unwrap()).collect();
        assert!(limit.admit(ip("198.51.100.7")).is_none());
        assert!(limit.admit(ip("::ffff:198.51.100.7")).is_none(), "the same in other words");
        assert!(limit.admit(ip("198.51.100.8")).is_some());
        held.pop();
        assert!(limit.admit(ip("198.51.100.7")).is_some());
        drop(held);
        let open = limit.open.lock().unwrap();
        assert!(open.networks.is_empty() && open.subnets.is_empty(), "who is gone is forgotten");
    }

    #[test]
    fn connections_per_subnet_are_limited() {
        let limit = limit(true);
        let homes = (0..1024u16).map(|n| ip(&format!("2001:db8:1:{:x}::1", (n % 256) << 8)));
        let near: Vec<_> = homes.filter_map(|home| limit.admit(home)).collect();
        assert_eq!(near.len(), 256, "a quarter of all");
        let rented = (0..1024u16).map(|n| ip(&format!("198.51.100.{}", n % 256)));
        assert_eq!(rented.filter_map(|home| limit.admit(home)).collect::<Vec<_>>().len(), 256);
        assert!(limit.admit(ip("2001:db8:2::1")).is_some());
        // A trusted proxy in the same subnet is exempt.
        assert!(limit.admit(ip("10.1.2.3")).is_some());
    }

    #[test]
    fn a_household_counts_once_and_proxies_are_exempt() {
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
    fn disabled_limits_admit_everyone() {
        let limit = limit(false);
        let held: Vec<_> = (0..100).map_while(|_| limit.admit(ip("198.51.100.7"))).collect();
        assert_eq!(held.len(), 100);
    }
}
