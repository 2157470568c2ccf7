//! The `[auth.social]` section of the configuration.

use std::{fmt, net::IpAddr};

use anyhow::{Context, bail, ensure};
use openidconnect::{
    ClientId, ClientSecret, IssuerUrl, RedirectUrl,
    url::{Host, Url},
};
use serde::Deserialize;

/// Path that the provider redirects browsers to.
const CALLBACK: &str = "/api/auth/google/callback";

/// The `[auth.social]` section of the configuration.
#[derive(Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SocialConfig {
    /// `google`, or empty for any other provider.
    pub preset: String,
    /// The provider's issuer URL: `https`, or `http` on this machine.
    pub issuer: String,
    /// Client id of this site at the provider; empty to switch social sign-in off.
    pub client_id: String,
    /// Client secret of this site at the provider.
    pub client_secret: String,
    /// Name of the provider as shown to members.
    pub label: String,
}

impl fmt::Debug for SocialConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SocialConfig").field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

/// Validated settings of social sign-in.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) issuer: IssuerUrl,
    pub(crate) client_id: ClientId,
    pub(crate) client_secret: Option<ClientSecret>,
    pub(crate) redirect: RedirectUrl,
    pub(crate) label: String,
    /// Whether to let users with several accounts at the provider choose one.
    pub(crate) choose_account: bool,
}

impl SocialConfig {
    /// Returns the settings for a site at `public_url`; `None` if social sign-in is off. An error
    /// names the invalid setting.
    pub(crate) fn settings(&self, public_url: &str) -> anyhow::Result<Option<Settings>> {
        if self.client_id.is_empty() {
            return Ok(None);
        }
        let google = match self.preset.as_str() {
            "google" => true,
            "" => false,
            other => bail!("auth.social.preset is {other:?}; there is \"google\" only"),
        };
        let issuer = match (google, self.issuer.is_empty()) {
            (true, true) => "https://accounts.google.com",
            (false, true) => bail!("auth.social.issuer is empty: set the URL of the provider"),
            _ => self.issuer.as_str(),
        };
        let url = Url::parse(issuer).context("auth.social.issuer is not a URL")?;
        ensure!(
            is_protected(&url),
            "auth.social.issuer must be https, or http on this machine: {issuer}"
        );
        let redirect = RedirectUrl::new(format!("{public_url}{CALLBACK}"))
            .context("auth.social needs site.public_url")?;
        Ok(Some(Settings {
            issuer: IssuerUrl::new(issuer.to_owned())?,
            client_id: ClientId::new(self.client_id.clone()),
            client_secret: (!self.client_secret.is_empty())
                .then(|| ClientSecret::new(self.client_secret.clone())),
            redirect,
            label: match (self.label.as_str(), google) {
                ("", true) => "Google".to_owned(),
                ("", false) => url.host_str().unwrap_or_default().to_owned(),
                (label, _) => label.to_owned(),
            },
            choose_account: google,
        }))
    }
}

/// Checks whether requests to `url` cannot be read or changed on the way.
pub(crate) fn is_protected(url: &Url) -> bool {
    let local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => IpAddr::V4(address).is_loopback(),
        Some(Host::Ipv6(address)) => IpAddr::V6(address).is_loopback(),
        None => return false,
    };
    url.scheme() == "https" || (url.scheme() == "http" && local)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(preset: &str, issuer: &str, label: &str) -> SocialConfig {
        SocialConfig {
            preset: preset.to_owned(),
            issuer: issuer.to_owned(),
            client_id: "swap".to_owned(),
            client_secret: "secret".to_owned(),
            label: label.to_owned(),
        }
    }

    #[test]
    fn preset_needs_only_a_client_id() {
        let site = "https://swap.example.org";
        assert!(SocialConfig::default().settings(site).unwrap().is_none());
        let google = config("google", "", "").settings(site).unwrap().unwrap();
        assert_eq!(google.issuer.as_str(), "https://accounts.google.com");
        assert_eq!(google.label, "Google");
        assert_eq!(google.redirect.as_str(), "https://swap.example.org/api/auth/google/callback");
        let own = config("", "https://id.example.org/realms/swap", "").settings(site);
        assert_eq!(own.unwrap().unwrap().label, "id.example.org");
    }

    #[test]
    fn issuers_must_be_https_or_local() {
        let site = "http://127.0.0.1:8080";
        for good in [
            "https://id.example.org",
            "http://127.0.0.1:9000",
            "http://[::1]:9000",
            "http://localhost/realm",
        ] {
            assert!(config("", good, "").settings(site).is_ok(), "{good}");
        }
        for bad in [
            "http://id.example.org",
            "http://10.0.0.1",
            "ftp://localhost",
            "id",
            "",
            "http://localhost.example.org",
            "http://127.0.0.1.example.org",
        ] {
            assert!(config("", bad, "").settings(site).is_err(), "{bad}");
        }
        assert!(config("facebook", "", "").settings(site).is_err());
        assert!(config("google", "", "").settings("").is_err());
    }

    #[test]
    fn the_secret_is_not_printed() {
        assert!(!format!("{:?}", config("google", "", "")).contains("secret\""));
    }
}
