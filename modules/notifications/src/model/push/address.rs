//! Validation of push service addresses. Browsers supply them, so they are not trusted: an
//! arbitrary address would make the server connect to hosts that only it can reach (SSRF).

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;

/// Maximum length of an address; longer than that of any service.
pub(crate) const MAX_ADDRESS: usize = 1024;

/// Parses a device's address. Accepts https to a name on the default port, or one of `services`,
/// which the operator of the site trusts.
pub(crate) fn checked(text: &str, services: &[String]) -> Option<Url> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= MAX_ADDRESS)?;
    let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let public = url.scheme() == "https" && url.domain().is_some() && url.port().is_none();
    (plain && (public || is_trusted(&url, services))).then_some(url)
}

/// Checks whether the configuration names the service of this address.
pub(crate) fn is_trusted(url: &Url, services: &[String]) -> bool {
    let origin = url.origin().ascii_serialization();
    services.contains(&origin)
}

/// Checks whether an address is public, and not of this machine, its network or its provider.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match a {
        // "This network", multicast and reserved addresses.
        0 | 224.. => true,
        // Carrier-grade NAT (100.64/10). Below: IETF protocols, 6to4 relays, benchmarking.
        100 => (64..128).contains(&b),
        192 => (b, c) == (0, 0) || (b, c) == (88, 99),
        198 => b == 18 || b == 19,
        _ => false,
    };
    !(special
        || address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, ..] = address.segments();
    // Global unicast (2000::/3), except tunnels (6to4, Teredo) and documentation.
    let global = a & 0xe000 == 0x2000;
    let special = a == 0x2002 || (a == 0x2001 && b < 0x200) || (a == 0x2001 && b == 0xdb8);
    // 3fff::/20 is for documentation too.
    global && !special && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_https_names_are_accepted() {
        let services = ["http://127.0.0.1:9001".to_owned()];
        let rows = [
            ("https://fcm.googleapis.com/fcm/send/abc:def", true),
            ("https://updates.push.services.mozilla.com/wpush/v2/x?y=z", true),
            ("http://127.0.0.1:9001/push/1", true),
            ("http://127.0.0.1:9002/push/1", false),
            ("http://127.0.0.1:9001@example.org/", false),
            ("http://fcm.googleapis.com/", false),
            ("https://fcm.googleapis.com:8443/", false),
            ("https://user@fcm.googleapis.com/", false),
            ("https://fcm.googleapis.com/#x", false),
            ("https://127.0.0.1/", false),
            ("https://2130706433/", false),
            ("https://0x7f.1/", false),
            ("https://[::1]/", false),
            ("https://8.8.8.8/", false),
            ("file:///etc/passwd", false),
            ("ftp://example.org/", false),
            ("fcm.googleapis.com", false),
            ("", false),
        ];
        for (text, fine) in rows {
            assert_eq!(checked(text, &services).is_some(), fine, "{text}");
        }
        let long = format!("https://example.org/{}", "x".repeat(MAX_ADDRESS));
        assert_eq!(checked(&long, &[]), None);
    }

    #[test]
    fn only_public_addresses_are_accepted() {
        let rows = [
            ("142.250.1.1", true),
            ("2a00:1450:4009::1", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("100.128.0.1", true),
            ("0.0.0.0", false),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("198.18.0.1", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("::", false),
            ("::1", false),
            ("::ffff:127.0.0.1", false),
            ("::127.0.0.1", false),
            ("64:ff9b::7f00:1", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("ff02::1", false),
            ("2001::1", false),
            ("2001:db8::1", false),
            ("2002:7f00:1::", false),
            ("3fff::1", false),
        ];
        for (text, public) in rows {
            assert_eq!(is_public(text.parse().unwrap()), public, "{text}");
        }
    }
}
