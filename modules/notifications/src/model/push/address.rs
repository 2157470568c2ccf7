//! Where push services are. Browsers name them, so nothing is believed of an address: whoever
//! could choose one freely would have the server knock at doors that only it can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use reqwest::Url;

/// Longer than any service's addresses are.
pub(crate) const MAX_ADDRESS: usize = 1024;

/// The address of a device, if we would send there: by https to a name on the usual port, or to one
/// of `services`, which the host trusts.
pub(crate) fn checked(text: &str, services: &[String]) -> Option<Url> {
    let url = Url::parse(text).ok().filter(|_| text.len() <= MAX_ADDRESS)?;
    let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    let public = url.scheme() == "https" && url.domain().is_some() && url.port().is_none();
    (plain && (public || is_trusted(&url, services))).then_some(url)
}

/// Whether the host has named the service of this address.
pub(crate) fn is_trusted(url: &Url, services: &[String]) -> bool {
    let origin = url.origin().ascii_serialization();
    services.contains(&origin)
}

/// Whether an address is one of the Internet, and not of this machine, its network or its provider.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = match a {
        // This network, and what is multicast or reserved.
        0 | 224.. => true,
        // Shared by providers, and for measuring.
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
    // Of what is given out (2000::/3), not what carries other addresses or is for books.
    let global = a & 0xe000 == 0x2000;
    let special = a == 0x2002 || (a == 0x2001 && b < 0x200) || (a == 0x2001 && b == 0xdb8);
    // 3fff::/20 is for books too.
    global && !special && !(a == 0x3fff && b < 0x1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_on_the_internet_are_sent_to() {
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
    fn only_addresses_of_the_internet_are_connected_to() {
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
