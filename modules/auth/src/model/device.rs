//! Devices that members sign in from.

use std::net::IpAddr;

use sparkyard_kernel::ClientAddress;

/// Maximum stored length of a `User-Agent` header, in characters.
const AGENT_LENGTH: usize = 200;
/// Prefix of the names of device cookies. A part specific to the account follows, as several people
/// may share a device.
pub(crate) const MARK_PREFIX: &str = "sparkyard_device_";
/// Maximum number of device cookies read from a request, and the maximum length of each.
const MAX_MARKS: usize = 50;
const MAX_MARK_LENGTH: usize = 128;

/// The device cookies of a request, as names and values.
#[derive(Clone, Debug, Default)]
pub(crate) struct DeviceMarks(Vec<(String, String)>);

impl DeviceMarks {
    pub(crate) fn from_cookies<'a>(cookies: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let marks = cookies.filter(|(name, value)| {
            name.starts_with(MARK_PREFIX) && value.len() <= MAX_MARK_LENGTH
        });
        let owned = marks.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Self(owned.take(MAX_MARKS).collect())
    }

    /// Returns the secret in the cookie called `name`.
    pub(crate) fn secret(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, secret)| secret.as_str())
    }
}

/// A device that somebody signs in from.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    /// The `User-Agent` header, truncated.
    pub(crate) agent: String,
    /// Network address of the device.
    pub(crate) address: String,
    /// Part of the address that a household or machine cannot easily change.
    pub(crate) network: IpAddr,
    /// Wider subnet, which even an owner of many networks cannot easily change.
    pub(crate) subnet: IpAddr,
    /// Device cookies by which accounts recognise the device.
    pub(crate) marks: DeviceMarks,
}

impl Device {
    /// Creates the device at `address` with the `User-Agent` header `agent`.
    pub(crate) fn new(agent: &str, address: ClientAddress, marks: DeviceMarks) -> Self {
        Self {
            agent: agent.chars().take(AGENT_LENGTH).collect(),
            address: address.to_string(),
            network: address.network(),
            subnet: address.subnet(),
            marks,
        }
    }
}

/// Browser names by a part of the header. The first match counts, since most browsers also claim to
/// be their rivals.
const BROWSERS: &[(&str, &str)] = &[
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Vivaldi", "Vivaldi"),
    ("YaBrowser", "Yandex Browser"),
    ("DuckDuckGo", "DuckDuckGo"),
    ("FxiOS", "Firefox"),
    ("Firefox", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
    ("curl", "curl"),
];

/// System names by a part of the header; the first match counts.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
];

/// Describes a `User-Agent` header, for example as `Chrome on Android`. The result contains only
/// words from these tables, whatever the header contains.
pub(crate) fn describe(agent: &str) -> String {
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(mark, _)| agent.contains(mark)).map(|(_, name)| *name)
    };
    match (find(BROWSERS), find(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(only), None) | (None, Some(only)) => only.to_owned(),
        (None, None) => "Unknown device".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn user_agents_are_described() {
        for (agent, expected) in [
            (
                "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0",
                "Firefox on Linux",
            ),
            ("curl/8.15.0", "curl"),
            ("", "Unknown device"),
            ("<script>alert(1)</script>", "Unknown device"),
        ] {
            assert_eq!(describe(agent), expected);
        }
    }
}
