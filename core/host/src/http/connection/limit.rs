//! Limits connections per address and per subnet. Nobody can take the connections of all others,
//! not even with many neighbouring addresses.

use std::{net::IpAddr, sync::Arc};

use prometheus::{IntCounter, IntGauge, core::Collector};
use sparkyard_kernel::{
    ClientAddress,
    client::NEIGHBOURS,
    quota::{Quota, Reservation, Sender},
};

use crate::{
    config::{LimitsConfig, ServerConfig},
    http::client::Proxies,
};

/// Fraction of all connections (one quarter) that one subnet may hold, and at least the limit of
/// one address. Some forty homes with an open page use it up; all others have three times as many.
const OF_ALL: u64 = 4;

/// Counts open connections per address and per subnet.
pub struct ConnectionLimit {
    enabled: bool,
    open: Arc<Quota>,
    /// Trusted proxies; exempt, because they carry the connections of many clients.
    proxies: Proxies,
    connections: IntGauge,
    refused: IntCounter,
}

/// An open connection, counted until dropped.
pub(in crate::http) struct Admitted {
    _share: Reservation,
    connections: IntGauge,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        self.connections.dec();
    }
}

impl ConnectionLimit {
    /// Creates the limit from the configuration; an error names the invalid setting.
    pub fn new(server: &ServerConfig, limits: &LimitsConfig) -> anyhow::Result<Arc<Self>> {
        let one = u64::from(limits.connections_per_address.get());
        let all = u64::try_from(server.max_connections).unwrap_or(u64::MAX) / OF_ALL;
        let nearby = one.saturating_mul(NEIGHBOURS.into()).min(all).max(one);
        let open = Quota::of_shares_within(one, nearby);
        let proxies = Proxies::new(server.proxies()?);
        let connections = "sparkyard_http_connections_open";
        let connections = IntGauge::new(connections, "Open connections.")?;
        let refused = IntCounter::new(
            "sparkyard_http_connections_refused_total",
            "Connections closed at once, as their network had too many.",
        )?;
        Ok(Arc::new(Self { enabled: limits.enabled, open, proxies, connections, refused }))
    }

    /// Returns the numbers of open and refused connections, for metrics.
    pub fn collectors(&self) -> Vec<Box<dyn Collector>> {
        vec![Box::new(self.connections.clone()), Box::new(self.refused.clone())]
    }

    /// Returns a permit for a connection of `peer`, or `None` at a limit.
    pub(in crate::http) fn admit(&self, peer: IpAddr) -> Option<Admitted> {
        let Some(share) = self.share(peer) else {
            self.refused.inc();
            return None;
        };
        self.connections.inc();
        Some(Admitted { _share: share, connections: self.connections.clone() })
    }

    fn share(&self, peer: IpAddr) -> Option<Reservation> {
        let address = ClientAddress(peer.to_canonical());
        let senders = Sender::at(address);
        if self.enabled && !self.proxies.trusts(address.0) {
            let mut permit = self.open.hold(senders);
            return permit.grow(1).ok().map(|()| permit);
        }
        // Counted, but never refused.
        let mut permit = self.open.hold(Vec::new());
        permit.grow(1).ok()?;
        for sender in &senders {
            permit.also_for(sender);
        }
        Some(permit)
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
        assert_eq!(limit.open.senders(), 0, "who is gone is forgotten");
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
