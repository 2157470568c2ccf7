//! Determines the client's address, also behind a reverse proxy.

use std::{
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
};

use ipnet::IpNet;
use poem::{
    Request,
    http::{HeaderMap, uri::Scheme},
};
use sparkyard_kernel::ClientAddress;

/// Whether the client uses TLS to this server, or to the nearest trusted proxy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Encrypted(pub(super) bool);

/// Trusted reverse proxies.
pub(super) struct Proxies {
    trusted: Vec<IpNet>,
    warned: AtomicBool,
}

impl Proxies {
    pub(super) fn new(trusted: Vec<IpNet>) -> Self {
        Self { trusted, warned: AtomicBool::new(false) }
    }

    /// Stores [`ClientAddress`] and [`Encrypted`] in the request.
    pub(super) fn identify(&self, request: &mut Request) {
        let peer = ClientAddress::peer(request);
        let headers = request.headers();
        let (address, encrypted) = if self.trusts(peer.0) {
            (self.forwarded(peer, headers), says_https(headers))
        } else {
            if peer.0.is_loopback() && headers.contains_key("x-forwarded-for") {
                self.warn(peer);
            }
            (peer, false)
        };
        let encrypted = encrypted || *request.scheme() == Scheme::HTTPS;
        request.set_data(address);
        request.set_data(Encrypted(encrypted));
    }

    /// Checks whether `address` is a trusted proxy.
    pub(super) fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// Returns the nearest sender that is not a trusted proxy. Each proxy appends the address it
    /// saw; what stands before the first untrusted one may be forged and is not parsed.
    fn forwarded(&self, peer: ClientAddress, headers: &HeaderMap) -> ClientAddress {
        let mut nearest = peer.0;
        for sender in senders(headers).map_while(|text| address(text.trim())) {
            nearest = sender;
            if !self.trusts(sender) {
                break;
            }
        }
        ClientAddress(nearest)
    }

    /// Warns once: with the setting missing, all members would share one allowance.
    fn warn(&self, peer: ClientAddress) {
        if !self.warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                "a proxy at {peer} forwards requests; list it in server.trusted_proxies, or \
                 all clients share one rate limit"
            );
        }
    }
}

/// Returns the parts of `X-Forwarded-For`, nearest first; a value that is not text is an empty
/// part.
fn senders(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let values: Vec<_> = headers.get_all("x-forwarded-for").iter().collect();
    values.into_iter().rev().flat_map(|value| value.to_str().unwrap_or_default().rsplit(','))
}

/// Parses an address, with or without a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.parse::<IpAddr>().ok();
    let with_port = || text.parse::<SocketAddr>().ok().map(|socket| socket.ip());
    bare().or_else(with_port).map(|address| address.to_canonical())
}

/// Checks whether the nearest proxy was reached by https.
fn says_https(headers: &HeaderMap) -> bool {
    let last = headers.get_all("x-forwarded-proto").iter().next_back();
    let text = last.and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.rsplit(',').next().is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use poem::web::{LocalAddr, RemoteAddr};

    use super::*;

    fn identified(peer: &str, headers: &[(&'static str, &str)]) -> (String, bool) {
        let trusted = ["10.0.0.0/8", "127.0.0.1/32", "fd00::/8"].map(|text| text.parse().unwrap());
        let peer: SocketAddr = format!("{peer}:4711").parse().unwrap();
        let mut request = poem::http::Request::builder();
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (parts, ()) = request.body(()).unwrap().into_parts();
        let parts = (parts, LocalAddr::default(), RemoteAddr(peer.into()), Scheme::HTTP);
        let mut request = Request::from_parts(parts.into(), poem::Body::empty());
        Proxies::new(trusted.to_vec()).identify(&mut request);
        let Encrypted(encrypted) = *request.data::<Encrypted>().unwrap();
        (ClientAddress::of(&request).to_string(), encrypted)
    }

    #[test]
    fn only_trusted_proxies_set_the_address() {
        let forwarded = "x-forwarded-for";
        let rows: &[(&str, &[&str], &str)] = &[
            ("203.0.113.9", &[], "203.0.113.9"),
            ("203.0.113.9", &["198.51.100.1"], "203.0.113.9"),
            ("10.1.2.3", &["198.51.100.1"], "198.51.100.1"),
            ("[::ffff:10.1.2.3]", &["198.51.100.1"], "198.51.100.1"),
            ("[fd00::1]", &["2001:db8::7"], "2001:db8::7"),
            // The client sent the first address to pose as another.
            ("10.1.2.3", &["192.0.2.66, 198.51.100.1"], "198.51.100.1"),
            ("10.1.2.3", &["192.0.2.66, 198.51.100.1, 10.9.9.9"], "198.51.100.1"),
            ("10.1.2.3", &["192.0.2.66", "198.51.100.1"], "198.51.100.1"),
            // A client inside the trusted network.
            ("10.1.2.3", &["10.4.4.4, 10.5.5.5"], "10.4.4.4"),
            // The client may send anything before its own address.
            ("10.1.2.3", &["x, 198.51.100.1"], "198.51.100.1"),
            ("10.1.2.3", &["", "198.51.100.1"], "198.51.100.1"),
            ("10.1.2.3", &["192.0.2.66:4411, 198.51.100.1:80"], "198.51.100.1"),
            ("10.1.2.3", &["[2001:db8::7]:443"], "2001:db8::7"),
            ("10.1.2.3", &["x, 10.9.9.9"], "10.9.9.9"),
            ("10.1.2.3", &["unknown"], "10.1.2.3"),
            ("10.1.2.3", &["198.51.100.1, nonsense"], "10.1.2.3"),
            ("10.1.2.3", &[""], "10.1.2.3"),
        ];
        for (peer, values, expected) in rows {
            let headers: Vec<_> = values.iter().map(|value| (forwarded, *value)).collect();
            assert_eq!(identified(peer, &headers).0, *expected, "{peer} {values:?}");
        }
    }

    #[test]
    fn only_trusted_proxies_report_tls() {
        let proto = |peer, value| identified(peer, &[("x-forwarded-proto", value)]).1;
        assert!(proto("10.1.2.3", "https"));
        assert!(proto("10.1.2.3", "http, HTTPS"));
        assert!(!proto("10.1.2.3", "https, http"));
        assert!(!proto("10.1.2.3", "gopher"));
        assert!(!proto("203.0.113.9", "https"));
    }
}
