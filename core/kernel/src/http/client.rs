//! Client addresses, and the rate limits of members.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

use poem::{FromRequest, Request, RequestBody};

use crate::{ApiError, UserId};

/// Bits of an IPv6 address that a subscriber chooses: providers hand out a /56, some more.
const OWN_BITS: u32 = 128 - 56;

/// Bits chosen by the owner of an IPv6 /48 or an IPv4 /24: tunnel brokers give away the one, and
/// small hosts rent out the other.
const NEARBY_BITS: u32 = 128 - 48;
const NEARBY_BITS_V4: u32 = 32 - 24;
/// Number of networks that can use their full shares at once in one [subnet].
///
/// Neighbours in a subnet are mostly strangers: a village may have one provider, and a mobile
/// provider puts some hundred customers behind each address of a /24. One share is enough for a
/// school behind one address, so four are enough for a hundred homes that each use a twenty-fifth
/// of a share: a page or two open, a code a day. An attacker with a whole subnet gets no more than
/// four strangers with one address each.
///
/// [subnet]: ClientAddress::neighbourhood
pub const NEIGHBOURS: u32 = 4;

/// Address of the client: the peer's, or the one named by a trusted proxy. A call from inside the
/// process comes from 127.0.0.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// Returns the address that the host determined for `request`, or the peer of its connection.
    pub fn of(request: &Request) -> Self {
        request.data::<Self>().copied().unwrap_or_else(|| Self::peer(request))
    }

    /// Returns the peer of the connection, proxy or not. An IPv4 address stays IPv4 on a dual-stack
    /// socket.
    pub fn peer(request: &Request) -> Self {
        let peer = request.remote_addr().as_socket_addr();
        Self(peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.ip().to_canonical()))
    }

    /// Returns the prefix that one household or machine cannot easily change: the whole IPv4
    /// address, or the first 56 bits of an IPv6 address, since a home line can choose the rest.
    #[must_use]
    pub fn network(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(_) => self.0,
            IpAddr::V6(address) => IpAddr::V6(without(address, OWN_BITS)),
        }
    }

    /// Returns the subnet, a block usually rented or borrowed as a whole: the first 48 bits of an
    /// IPv6 address, the first 24 of an IPv4 address. Of a resource of which a
    /// [network](Self::network) has one share, a whole subnet has [`NEIGHBOURS`].
    #[must_use]
    pub fn subnet(self) -> IpAddr {
        match self.0 {
            IpAddr::V4(address) => {
                let prefix = u32::from(address) >> NEARBY_BITS_V4 << NEARBY_BITS_V4;
                IpAddr::V4(Ipv4Addr::from(prefix))
            }
            IpAddr::V6(address) => IpAddr::V6(without(address, NEARBY_BITS)),
        }
    }
}

/// Returns the address with its last `bits` cleared.
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

/// Rate limit per member. The host adds it to every request as `Arc<dyn MemberAllowance>`; the
/// extractors of callers charge it after authentication, so that nobody can use up another member's
/// limit.
pub trait MemberAllowance: Send + Sync + 'static {
    /// Charges one write to `member`; 429 when the limit is exhausted.
    fn spend_change(&self, member: &UserId) -> Result<(), ApiError>;
    /// Charges one read to `member`; 429 when the limit is exhausted.
    fn spend_read(&self, member: &UserId) -> Result<(), ApiError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn network_is_a_v4_address_or_a_v6_56() {
        let network = |text: &str| ClientAddress(text.parse().unwrap()).network().to_string();
        assert_eq!(network("203.0.113.7"), "203.0.113.7");
        assert_eq!(network("2001:db8:1:203:4:5:6:7"), "2001:db8:1:200::");
        assert_eq!(network("2001:db8:1:2::9"), network("2001:db8:1:ff:ffff::"));
        assert_ne!(network("2001:db8:1:2::9"), network("2001:db8:1:102::9"));
    }

    #[test]
    fn subnet_is_a_v4_24_or_a_v6_48() {
        let nearby = |text: &str| ClientAddress(text.parse().unwrap()).subnet().to_string();
        assert_eq!(nearby("203.0.113.7"), "203.0.113.0");
        assert_eq!(nearby("203.0.113.255"), nearby("203.0.113.0"));
        assert_ne!(nearby("203.0.113.7"), nearby("203.0.114.7"));
        assert_eq!(nearby("2001:db8:1:203:4:5:6:7"), "2001:db8:1::");
        assert_eq!(nearby("2001:db8:1:ffff::9"), nearby("2001:db8:1::"));
        assert_ne!(nearby("2001:db8:1::9"), nearby("2001:db8:2::9"));
    }
}
