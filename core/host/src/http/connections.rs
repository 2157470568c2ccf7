//! How many connections one address may hold, so that no visitor takes the places of all others.

use std::{
    collections::HashMap,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
};

use sparkyard_kernel::ClientAddress;

use super::client::Proxies;
use crate::config::{LimitsConfig, ServerConfig};

/// Counts the open connections of each address.
pub struct ConnectionLimit {
    /// None when nothing is limited.
    most: Option<usize>,
    /// They bring the connections of many.
    proxies: Proxies,
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// The place of one connection; free again when dropped.
pub(super) struct Place {
    limit: Arc<ConnectionLimit>,
    network: IpAddr,
}

impl ConnectionLimit {
    /// As configured; an error names the setting that makes no sense.
    pub fn new(server: &ServerConfig, limits: &LimitsConfig) -> anyhow::Result<Arc<Self>> {
        let most = limits.connections_per_address.get();
        let most = limits.enabled.then(|| usize::try_from(most).unwrap_or(usize::MAX));
        let proxies = Proxies::new(server.proxies()?);
        Ok(Arc::new(Self { most, proxies, open: Mutex::default() }))
    }

    /// A place for one more connection of `peer`, if it has one left.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Option<Place> {
        let address = ClientAddress(peer.to_canonical());
        let (is_trusted, network) = (self.proxies.trusts(address.0), address.network());
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(network).or_default();
        if !is_trusted && self.most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(Place { limit: self.clone(), network })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.limit.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
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
        assert!(limit.open.lock().unwrap().is_empty(), "nobody is remembered who is gone");
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
