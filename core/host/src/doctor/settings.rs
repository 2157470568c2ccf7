//! Settings that contradict each other.

use std::net::ToSocketAddrs;

use sparkyard_kernel::{
    ports::SetUpWarning,
    probe::{Finding, Severity},
    site::Site,
};

use crate::{config::Config, set_up::address_warning};

/// Returns all contradictions, or that there are none.
pub(super) fn check(config: &Config, site: &Site) -> Vec<Finding> {
    let found = contradictions(config, site);
    if found.is_empty() { vec![Finding::ok("The settings fit together.")] } else { found }
}

fn contradictions(config: &Config, site: &Site) -> Vec<Finding> {
    let (url, local) = (&site.public_url, site.is_local_only());
    let https = url.starts_with("https://");
    let proxies = !config.server.trusted_proxies.is_empty();
    let mut found = Vec::new();
    if let Some(SetUpWarning { problem, remedy, .. }) = address_warning(site) {
        let severity = if local { Severity::Warning } else { Severity::Failure };
        found.push(Finding { severity, message: problem.into(), remedy: remedy.into() });
    }
    if https && !proxies {
        found.push(Finding::failure(
            "site.public_url is https, so a proxy is in front of this server, but none is trusted: \
             all members share one rate limit.",
            "List the address of the proxy in server.trusted_proxies.",
        ));
    }
    if !https && !local && proxies {
        found.push(Finding::warning(
            "A proxy is trusted, but site.public_url is not https: cookies and links are made for \
             an unencrypted site.",
            "If the proxy speaks https, write so in site.public_url.",
        ));
    }
    if https && !is_loopback(&config.listen) {
        found.push(Finding::warning(
            format!(
                "The site can also be reached unencrypted, past the proxy, at {}.",
                config.listen
            ),
            "Let 'listen' be an address of this machine only, unless the proxy is on another.",
        ));
    }
    if !local && !config.limits.enabled {
        found.push(Finding::failure(
            "Nothing limits how often somebody may guess a password: limits.enabled is false.",
            "Remove limits.enabled from the configuration.",
        ));
    }
    found
}

/// Checks whether only this machine can connect to `listen`; what cannot be resolved is reported
/// when the server starts.
fn is_loopback(listen: &str) -> bool {
    let addresses = listen.to_socket_addrs().into_iter().flatten();
    addresses.map(|address| address.ip()).all(|ip| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(toml: &str) -> Vec<Finding> {
        let config = Config::with(toml).unwrap();
        check(&config, &Site::new(config.site.clone()))
    }

    #[test]
    fn contradictions_are_found() {
        let https = "[site]\npublic_url = 'https://swap.example.org'\n";
        let proxy = "[server]\ntrusted_proxies = ['127.0.0.1']\n";
        let http = "[site]\npublic_url = 'http://swap.example.org'\n";
        let good = found(&format!("{https}{proxy}"));
        assert!(good.len() == 1 && good[0].severity == Severity::Ok, "{good:?}");
        for (toml, expected, named) in [
            (https.to_owned(), Severity::Failure, "none is trusted"),
            (http.to_owned(), Severity::Failure, "not encrypted"),
            (format!("{http}{proxy}"), Severity::Warning, "not https"),
            (
                format!("listen = '0.0.0.0:8080'\n{https}{proxy}"),
                Severity::Warning,
                "past the proxy",
            ),
            (
                format!("{https}{proxy}[limits]\nenabled = false"),
                Severity::Failure,
                "limits.enabled",
            ),
            (
                "[site]\npublic_url = 'http://localhost:8080'".to_owned(),
                Severity::Warning,
                "this machine only",
            ),
        ] {
            let found = found(&toml);
            let is_it = |one: &Finding| one.severity == expected && one.message.contains(named);
            assert!(found.iter().any(is_it), "{toml}: {found:?}");
        }
    }
}
