//! The `[places]` section of the configuration.

use std::{fmt, net::IpAddr, time::Duration};

use anyhow::{bail, ensure};
use reqwest::Url;
use serde::Deserialize;

/// Base URL of Google's Places API.
const GOOGLE: &str = "https://places.googleapis.com";

/// Source of addresses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProviderKind {
    /// Built-in places and imported data only.
    #[default]
    Embedded,
    /// A Photon server.
    Photon,
    /// A Nominatim server.
    Nominatim,
    /// Google's Places API.
    Google,
}

/// The `[places]` section of the configuration.
#[derive(Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlacesConfig {
    /// Source of addresses.
    pub provider: ProviderKind,
    /// Base URL of the provider; optional for `google`.
    pub url: String,
    /// API key for Google.
    pub key: String,
    /// Timeout of a request to the provider, in milliseconds.
    pub timeout_ms: u64,
    /// Number of provider responses that are cached.
    pub cache_entries: u64,
    /// Lifetime of a cached response, in hours.
    pub cache_hours: u64,
    /// Number of provider requests per member and day (UTC).
    pub questions_per_day: u32,
    /// URL template of map tiles, with `{z}`, `{x}` and `{y}`.
    pub tile_url: String,
    /// Attribution required by the provider of the tiles.
    pub tile_attribution: String,
}

impl Default for PlacesConfig {
    fn default() -> Self {
        Self {
            provider: ProviderKind::Embedded,
            url: String::new(),
            key: String::new(),
            timeout_ms: 3000,
            cache_entries: 2000,
            cache_hours: 24,
            questions_per_day: 100,
            tile_url: String::new(),
            tile_attribution: String::new(),
        }
    }
}

impl fmt::Debug for PlacesConfig {
    /// Omits the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlacesConfig").field("provider", &self.provider).finish_non_exhaustive()
    }
}

impl PlacesConfig {
    /// Validates the settings; an error names the invalid one.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        ensure!(
            (100..=30_000).contains(&self.timeout_ms),
            "places.timeout_ms must be from 100 to 30000"
        );
        ensure!(self.cache_entries <= 100_000, "places.cache_entries must be at most 100000");
        ensure!((1..=720).contains(&self.cache_hours), "places.cache_hours must be from 1 to 720");
        ensure!(
            self.provider != ProviderKind::Google || !self.key.is_empty(),
            "places.key is empty: Google answers nobody without a key"
        );
        self.provider_url()?;
        self.tile_origin()?;
        Ok(())
    }

    pub(crate) fn timeout(&self) -> Duration {
        Duration::from_millis(self.timeout_ms)
    }

    pub(crate) fn cached_for(&self) -> Duration {
        Duration::from_hours(self.cache_hours)
    }

    /// Returns the base URL of the provider without a trailing slash; `None` without a provider.
    pub(crate) fn provider_url(&self) -> anyhow::Result<Option<String>> {
        let url = match (self.provider, self.url.as_str()) {
            (ProviderKind::Embedded, _) => return Ok(None),
            (ProviderKind::Google, "") => GOOGLE,
            (_, "") => bail!("places.url is empty: set the address of the provider"),
            (_, url) => url,
        };
        let parsed = Url::parse(url).map_err(|error| anyhow::anyhow!("places.url: {error}"))?;
        ensure!(
            matches!(parsed.scheme(), "http" | "https") && parsed.host().is_some(),
            "places.url must begin with http:// or https://"
        );
        // The key must not travel unencrypted.
        ensure!(
            self.provider != ProviderKind::Google
                || parsed.scheme() == "https"
                || is_local(&parsed),
            "places.url must be https for Google"
        );
        Ok(Some(url.trim_end_matches('/').to_owned()))
    }

    /// Returns the URL template of map tiles, if any.
    pub(crate) fn tiles(&self) -> Option<String> {
        (!self.tile_url.is_empty()).then(|| self.tile_url.clone())
    }

    /// Returns the origin of map tiles as a content security policy source; `None` for tiles of
    /// this site or without tiles.
    pub(crate) fn tile_origin(&self) -> anyhow::Result<Option<String>> {
        let template = self.tile_url.as_str();
        if template.is_empty() {
            return Ok(None);
        }
        ensure!(
            ["{z}", "{x}", "{y}"].iter().all(|part| template.contains(part)),
            "places.tile_url must contain {{z}}, {{x}} and {{y}}"
        );
        if template.starts_with('/') && !template.starts_with("//") {
            return Ok(None);
        }
        let Some((scheme @ ("http" | "https"), rest)) = template.split_once("://") else {
            bail!("places.tile_url must begin with https://, http:// or a slash");
        };
        let host = rest.split('/').next().unwrap_or_default();
        // `{s}` stands for one of several servers.
        let host =
            host.strip_prefix("{s}.").map_or_else(|| host.to_owned(), |host| format!("*.{host}"));
        let named = host.trim_start_matches("*.");
        let clean = |mark: char| mark.is_ascii_alphanumeric() || "-.:[]".contains(mark);
        ensure!(
            !named.is_empty() && named.chars().all(clean),
            "places.tile_url names no host that a browser could go to"
        );
        Ok(Some(format!("{scheme}://{host}")))
    }
}

/// Checks whether a URL points to this machine.
fn is_local(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost" || host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(template: &str) -> anyhow::Result<Option<String>> {
        PlacesConfig { tile_url: template.to_owned(), ..PlacesConfig::default() }.tile_origin()
    }

    #[test]
    fn tile_origin_follows_the_template() {
        for (template, origin) in [
            ("", None),
            ("/tiles/{z}/{x}/{y}.png", None),
            ("https://tile.example.org/{z}/{x}/{y}.png", Some("https://tile.example.org")),
            ("https://{s}.tile.example.org/{z}/{x}/{y}", Some("https://*.tile.example.org")),
            ("http://127.0.0.1:9000/{z}/{x}/{y}.png", Some("http://127.0.0.1:9000")),
        ] {
            assert_eq!(tiles(template).unwrap().as_deref(), origin, "{template}");
        }
        for template in [
            "https://tile.example.org/{z}/{x}.png",
            "ftp://tile.example.org/{z}/{x}/{y}",
            "//tile.example.org/{z}/{x}/{y}",
            "https:///{z}/{x}/{y}",
            "https://a b/{z}/{x}/{y}",
            "https://x; script-src */{z}/{x}/{y}",
            "https://*/{z}/{x}/{y}",
            "https://a.{s}.example.org/{z}/{x}/{y}",
        ] {
            assert!(tiles(template).is_err(), "{template}");
        }
    }

    #[test]
    fn provider_settings_are_validated() {
        use ProviderKind::{Embedded, Google, Nominatim, Photon};

        let config = |provider, url: &str, key: &str| PlacesConfig {
            provider,
            url: url.to_owned(),
            key: key.to_owned(),
            ..PlacesConfig::default()
        };
        for good in [
            config(Embedded, "", ""),
            config(Photon, "http://photon.lan:2322/", ""),
            config(Nominatim, "https://nominatim.example.org", ""),
            config(Google, "", "k"),
            config(Google, "http://127.0.0.1:9", "k"),
        ] {
            good.check().unwrap();
        }
        for bad in [
            config(Photon, "", ""),
            config(Photon, "photon.lan", ""),
            config(Nominatim, "file:///etc/passwd", ""),
            config(Google, "", ""),
            config(Google, "http://places.example.org", "k"),
        ] {
            assert!(bad.check().is_err(), "{bad:?} {}", bad.url);
        }
        let slow = PlacesConfig { timeout_ms: 0, ..PlacesConfig::default() };
        assert!(slow.check().is_err());
        assert!(!format!("{:?}", config(Google, "", "s3cret")).contains("s3cret"));
    }
}
