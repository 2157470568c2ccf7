//! Where a request comes from, and how much its sender may ask for.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use poem::{FromRequest, Request, RequestBody};

use crate::{ApiError, UserId};

/// How many bits of an IPv6 address its owner chooses: providers hand out a /56, some more.
const OWN_BITS: u32 = 128 - 56;

/// How many bits of an IPv6 address whoever has a /48 chooses, and of an IPv4 address whoever has a
/// /24: tunnel brokers give the one away, and small hosts rent out the other.
const NEARBY_BITS: u32 = 128 - 48;
const NEARBY_BITS_V4: u32 = 32 - 24;
/// How many networks may be using their whole shares at once in one [neighbourhood].
///
/// Neighbours are mostly strangers to each other: a village may have one provider, and a mobile
/// provider puts some hundred customers behind each address of a /24. A share is what a school needs
/// that sits behind one address, so four are enough for a hundred homes of which each uses a
/// twenty-fifth of one, as homes do: a page or two open, a code a day. Whoever has all addresses of
/// a neighbourhood gets no more than four strangers with one each.
///
/// [neighbourhood]: ClientAddress::neighbourhood
pub const NEIGHBOURS: u32 = 4;

/// The address of whoever sent the request: the peer's, or the one that a trusted proxy names.
/// A call from inside the process comes from 127.0.0.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// What the host found out about `request`, or the peer of its connection.
    pub fn of(request: &Request) -> Self {
        request.data::<Self>().copied().unwrap_or_else(|| Self::peer(request))
    }

    /// The other end of the connection, proxy or not. An IPv4 address stays one, also on a
    /// socket that speaks both.
    pub fn peer(request: &Request) -> Self {
        let peer = request.remote_addr().as_socket_addr();
        Self(peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip().to_canonical()))
    }

    /// What one household or machine cannot easily change: the whole IPv4 address, the first 56
    /// bits of an IPv6 address, since a line at home has the rest to choose from.
    #[must_use]
    pub fn network(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => IpAddr::V6(without(address, OWN_BITS)),
        }
    }

    /// What somebody with many networks cannot easily change, who rents or borrows them together:
    /// the first 48 bits of an IPv6 address, the first 24 of an IPv4 address. Of whatever a
    /// [network](Self::network) has a share of, all of these together have [`NEIGHBOURS`] shares.
    #[must_use]
    pub fn neighbourhood(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(address) => {
                let prefix = u32::from(address) >> NEARBY_BITS_V4 << NEARBY_BITS_V4;
                IpAddr::V4(Ipv4Addr::from(prefix))
            }
            IpAddr::V6(address) => IpAddr::V6(without(address, NEARBY_BITS)),
        }
    }
}

/// The address without its last `bits`.
fn without(address: Ipv6Addr, bits: u32) -> Ipv6Addr {
    Ipv6Addr::from(u128::from(address) >> bits << bits)
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'a> FromRequest<'a> for ClientAddress {
    async fn from_request(request: &'a Request, _: &mut RequestBody) -> poem::Result<Self> {
        Ok(Self::of(request))
    }
}

/// How much each member may ask for. The host puts it into every request as
/// `Arc<dyn MemberAllowance>`, and the extractors of callers draw on it once they know who is
/// calling, so that nobody can use up what is another's.
pub trait MemberAllowance: Send + Sync + 'static {
    /// Uses up one change by `member`; 429 when there is none left.
    fn spend_change(&self, member: &UserId) -> Result<(), ApiError>;
    /// The same for looking at something.
    fn spend_read(&self, member: &UserId) -> Result<(), ApiError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_is_what_its_owner_cannot_change() {
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network().to_string();
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
        assert_eq!(network("2001:db8:1:203:4:5:6:7"), "2001:db8:1:200::");
        assert_eq!(network("2001:db8:1:2::9"), network("2001:db8:1:ff:ffff::"));
        assert_ne!(network("2001:db8:1:2::9"), network("2001:db8:1:102::9"));
    }

    #[test]
    fn a_neighbourhood_is_what_is_rented_together() {
        let nearby = |text: &str| ClientAddress(text.parse().unwrap()).neighbourhood().to_string();
        assert_eq!(nearby("203.0.113.7"), "203.0.113.0");
        assert_eq!(nearby("203.0.113.255"), nearby("203.0.113.0"));
        assert_ne!(nearby("203.0.113.7"), nearby("203.0.114.7"));
        assert_eq!(nearby("2001:db8:1:203:4:5:6:7"), "2001:db8:1::");
        assert_eq!(nearby("2001:db8:1:ffff::9"), nearby("2001:db8:1::"));
        assert_ne!(nearby("2001:db8:1::9"), nearby("2001:db8:2::9"));
    }
}
