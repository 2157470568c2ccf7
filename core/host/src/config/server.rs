//! The `[server]` and `[limits]` sections: connections, timeouts, quotas and rate limits.

use std::{net::IpAddr, num::NonZeroU32, time::Duration};

use anyhow::Context;
use ipnet::IpNet;
use poem::http::Uri;
use serde::{Deserialize, Serialize};
use sparkyard_kernel::allowance::Limits;

/// The `[server]` section.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServerConfig {
    /// Addresses or networks (CIDR) of reverse proxies whose `X-Forwarded-…` headers are trusted.
    pub trusted_proxies: Vec<String>,
    /// Other origins whose pages may call the API from a browser, as `https://host[:port]`.
    pub cors_origins: Vec<String>,
    /// Number of connections served at once; further ones wait to be accepted.
    pub max_connections: usize,
    /// Seconds within which a connection must send the head of its next request.
    pub idle_seconds: u64,
    /// Seconds that a request may take, including its transfer.
    pub request_seconds: u64,
    /// Seconds that a request with files may take.
    pub upload_seconds: u64,
    /// Seconds for which a server that is told to stop goes on as before, except that `/readyz`
    /// returns 503.
    pub drain_seconds: u64,
    /// Seconds that requests and jobs then get to finish.
    pub stop_seconds: u64,
    /// Memory for request bodies in flight, in MiB.
    pub body_memory_mb: u32,
    /// Memory for files and images being sent in responses, in MiB.
    pub answer_memory_mb: u32,
    /// Disk space for uploads in progress, in MiB.
    pub upload_disk_mb: u32,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            max_connections: 1024,
            idle_seconds: 30,
            request_seconds: 30,
            upload_seconds: 300,
            drain_seconds: 0,
            stop_seconds: 10,
            body_memory_mb: 96,
            answer_memory_mb: 96,
            upload_disk_mb: 512,
        }
    }
}

impl ServerConfig {
    /// Returns the trusted proxies; an error names the entry that is neither an address nor a
    /// network.
    pub fn proxies(&self) -> anyhow::Result<Vec<IpNet>> {
        let network = |text: &String| match text.parse::<IpAddr>() {
            Ok(address) => Ok(IpNet::from(address)),
            Err(_) => text.parse().with_context(|| {
                format!("server.trusted_proxies: {text:?} is neither an address nor a network")
            }),
        };
        self.trusted_proxies.iter().map(network).collect()
    }

    /// Returns the allowed origins as browsers send them; an error names the invalid entry.
    pub fn origins(&self) -> anyhow::Result<Vec<String>> {
        let origin = |text: &String| {
            is_origin(text).then(|| text.clone()).with_context(|| {
                format!("server.cors_origins: {text:?} is not of the form https://host[:port]")
            })
        };
        self.cors_origins.iter().map(origin).collect()
    }

    /// Returns the time within which a connection must send the head of a request.
    pub fn idle(&self) -> Duration {
        Duration::from_secs(self.idle_seconds.max(1))
    }

    /// Returns the time that a request may take.
    pub fn request(&self) -> Duration {
        Duration::from_secs(self.request_seconds.max(1))
    }

    /// Returns the time that requests and jobs get to finish when the server stops.
    pub fn stop(&self) -> Duration {
        Duration::from_secs(self.stop_seconds)
    }

    /// Returns the time that a request with files may take.
    pub fn upload(&self) -> Duration {
        Duration::from_secs(self.upload_seconds.max(1))
    }
}

/// Checks whether `text` is exactly what a browser sends as `Origin`: no wildcard, no path.
fn is_origin(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return false;
    };
    let host = authority.as_str();
    ["http", "https"].contains(&scheme)
        && !host.contains(['*', '@'])
        && text == format!("{scheme}://{}", host.to_lowercase())
}

/// The `[limits]` section: rate limits, daily quotas and in-flight limits.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct LimitsConfig {
    /// Whether limits are enforced.
    pub enabled: bool,
    /// Sign-ins per minute from one address.
    pub sign_in_per_minute: NonZeroU32,
    /// Requests per minute from one address that send a mail to an address named in the request.
    pub mail_per_minute: NonZeroU32,
    /// Such requests per day (UTC) from one address, all operations together.
    pub mail_per_day: NonZeroU32,
    /// Mails per day (UTC), from the whole site, to addresses that nobody has verified.
    pub stranger_mail_per_day: NonZeroU32,
    /// Calls per minute, from one address, of each other account operation without an access token.
    pub auth_per_minute: NonZeroU32,
    /// Events per minute that another service reports (card payments), from one address.
    pub webhooks_per_minute: NonZeroU32,
    /// All other writes per minute without an access token, from one address.
    pub anonymous_per_minute: NonZeroU32,
    /// Writes per minute by one member, from all addresses.
    pub writes_per_minute: NonZeroU32,
    /// Reads per minute by one member, from all addresses.
    pub reads_per_minute: NonZeroU32,
    /// Files that one member may store per day (UTC), in MiB.
    pub upload_mb_per_day: NonZeroU32,
    /// Files that one member may send per day (UTC), including rejected ones.
    pub uploads_per_day: NonZeroU32,
    /// Open connections from one address; further ones are closed immediately.
    pub connections_per_address: NonZeroU32,
    /// Requests in flight from one address, and of one member.
    pub requests_at_once: NonZeroU32,
}

impl Default for LimitsConfig {
    fn default() -> Self {
        let times = |count| NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN);
        Self {
            enabled: true,
            sign_in_per_minute: times(30),
            mail_per_minute: times(10),
            mail_per_day: times(100),
            stranger_mail_per_day: times(500),
            auth_per_minute: times(60),
            webhooks_per_minute: times(600),
            anonymous_per_minute: times(20),
            writes_per_minute: times(120),
            reads_per_minute: times(600),
            upload_mb_per_day: times(100),
            uploads_per_day: times(300),
            connections_per_address: times(64),
            requests_at_once: times(64),
        }
    }
}

impl LimitsConfig {
    /// Returns the limits that modules enforce themselves.
    pub fn of_days(&self) -> Limits {
        Limits {
            enabled: self.enabled,
            mail_per_day: self.mail_per_day.get(),
            stranger_mail_per_day: self.stranger_mail_per_day.get(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_are_addresses_or_networks() {
        let proxies = |list: &[&str]| {
            let trusted_proxies = list.iter().map(|&text| text.to_owned()).collect();
            ServerConfig { trusted_proxies, ..ServerConfig::default() }.proxies()
        };
        assert_eq!(proxies(&["127.0.0.1", "fd00::/8"]).unwrap().len(), 2);
        let error = proxies(&["caddy.local"]).unwrap_err();
        assert!(error.to_string().contains("caddy.local"), "{error}");
    }

    #[test]
    fn origins_are_exact() {
        let rows = [
            ("https://app.example.org", true),
            ("http://localhost:5173", true),
            ("https://app.example.org/", false),
            ("https://App.example.org", false),
            ("https://*.example.org", false),
            ("app.example.org", false),
            ("capacitor://localhost", false),
            ("*", false),
            ("null", false),
        ];
        for (text, expected) in rows {
            assert_eq!(is_origin(text), expected, "{text}");
        }
    }
}
