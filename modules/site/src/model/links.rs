//! Links to other sites, from the configuration.

use sparkyard_kernel::site::SiteConfig;

/// Addresses outside the site that its public pages link to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Links {
    pub(crate) android_app: Option<String>,
    pub(crate) ios_app: Option<String>,
    pub(crate) social: Vec<SocialLink>,
}

/// A page in a social network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SocialLink {
    /// Name of the network, or else of the host.
    pub(crate) name: String,
    pub(crate) url: String,
}

/// Names of networks by host.
const NETWORKS: [(&str, &str); 10] = [
    ("bsky.app", "Bluesky"),
    ("facebook.com", "Facebook"),
    ("instagram.com", "Instagram"),
    ("linkedin.com", "LinkedIn"),
    ("nextdoor.co.uk", "Nextdoor"),
    ("tiktok.com", "TikTok"),
    ("twitter.com", "Twitter"),
    ("whatsapp.com", "WhatsApp"),
    ("x.com", "X"),
    ("youtube.com", "YouTube"),
];

impl Links {
    /// Reads the links. Fails for an address that is not https; the error names the setting.
    pub(crate) fn new(config: &SiteConfig) -> anyhow::Result<Self> {
        let one = |setting, url: &String| match url.as_str() {
            "" => Ok(None),
            url => host_of(setting, url).map(|_| Some(url.to_owned())),
        };
        let social = config.social_links.iter().map(|url| {
            let name = network(host_of("site.social_links", url)?);
            Ok(SocialLink { name, url: url.clone() })
        });
        Ok(Self {
            android_app: one("site.android_app", &config.android_app)?,
            ios_app: one("site.ios_app", &config.ios_app)?,
            social: social.collect::<anyhow::Result<_>>()?,
        })
    }
}

/// Returns the host of an https address.
fn host_of<'a>(setting: &str, url: &'a str) -> anyhow::Result<&'a str> {
    let rest = url.strip_prefix("https://").unwrap_or_default();
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-:".contains(letter);
    anyhow::ensure!(
        host.contains('.') && host.chars().all(plain) && !url.contains(char::is_whitespace),
        "{setting} has {url:?}, which is not an https address"
    );
    Ok(host)
}

fn network(host: &str) -> String {
    let of_network = |domain: &str| {
        host == domain || host.strip_suffix(domain).is_some_and(|rest| rest.ends_with('.'))
    };
    let known = NETWORKS.iter().find(|(domain, _)| of_network(domain));
    known.map_or(host.trim_start_matches("www."), |(_, name)| name).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn social(url: &str) -> anyhow::Result<Links> {
        Links::new(&SiteConfig { social_links: vec![url.to_owned()], ..SiteConfig::default() })
    }

    #[test]
    fn networks_are_known_by_host() {
        for (url, name) in [
            ("https://www.facebook.com/hebden", "Facebook"),
            ("https://x.com/hebden", "X"),
            ("https://notx.com", "notx.com"),
            ("https://www.mastodon.scot/@hebden?a", "mastodon.scot"),
        ] {
            assert_eq!(social(url).unwrap().social[0].name, name);
        }
    }

    #[test]
    fn only_https_addresses_are_accepted() {
        for url in ["http://x.com", "javascript:alert(1)", "https://", "https://x .com", "x.com"] {
            let error = social(url).unwrap_err().to_string();
            assert!(error.contains("site.social_links"), "{error}");
        }
        let config = SiteConfig { ios_app: "apps".to_owned(), ..SiteConfig::default() };
        assert!(Links::new(&config).unwrap_err().to_string().contains("site.ios_app"));
        assert_eq!(Links::new(&SiteConfig::default()).unwrap(), Links::default());
    }
}
