//! The public address: whether it leads to this site, and how long its certificate is valid.

use std::time::Duration;

use reqwest::{Client, Response, redirect::Policy};
use sparkyard_kernel::{Clock, Timestamp, keys::MasterKey, probe::Finding, site::Site};

use super::Report;
use crate::{
    certificate::{RENEW, days_in, end_of},
    http::{SITE_ID_HEADER, SiteId},
};

/// Time limit for the response.
const LIMIT: Duration = Duration::from_secs(10);
const ADDRESS: &str = "address";
const CERTIFICATE: &str = "certificate";

/// Requests `/healthz` at the public address.
pub(super) async fn check(site: &Site, keys: Option<&MasterKey>, clock: &dyn Clock) -> Vec<Report> {
    let report = |check, finding| Report { check, finding };
    let url = &site.public_url;
    let response = match request_health(url).await {
        Ok(response) => response,
        Err(cause) => {
            let finding = Finding::failure(
                format!("Nothing answers at {url}: {}.", reason(&cause)),
                "Start the server and its proxy, and check the certificate of the proxy and the \
                 address of this machine in DNS. Some networks do not reach their own public \
                 address; then look from another.",
            );
            return vec![report(ADDRESS, finding)];
        }
    };
    let mut reports = vec![report(ADDRESS, recognise(&response, url, keys))];
    if url.starts_with("https://") {
        reports.push(report(CERTIFICATE, certificate(&response, clock.now())));
    }
    reports
}

async fn request_health(url: &str) -> reqwest::Result<Response> {
    let client =
        Client::builder().redirect(Policy::none()).timeout(LIMIT).tls_info(true).build()?;
    client.get(format!("{url}/healthz")).send().await
}

/// Returns the innermost cause of an error, which names the problem.
fn reason(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    cause.to_string()
}

/// Checks whether the response is from this site.
fn recognise(response: &Response, url: &str, keys: Option<&MasterKey>) -> Finding {
    let Some(keys) = keys else {
        return Finding::warning(
            format!("Something answers at {url}, but this site has not been started yet."),
            "Start the server, then run this command again.",
        );
    };
    let site_id = response.headers().get(SITE_ID_HEADER).and_then(|id| id.to_str().ok());
    match (response.status().as_u16(), site_id) {
        (200, Some(id)) if id == SiteId::new(keys).as_str() => {
            Finding::ok(format!("This site answers at {url}."))
        }
        (200, Some(_)) => Finding::failure(
            format!("Another site of this program answers at {url}."),
            "Check data_dir, the configuration of the proxy, and the address in DNS.",
        ),
        (status, _) => Finding::failure(
            format!("Something else answers at {url}, with status {status}."),
            "Let the proxy pass all paths on to this server, and check the address in DNS.",
        ),
    }
}

/// Judges how long the certificate is still valid; that it is valid now was checked by the request.
fn certificate(response: &Response, now: Timestamp) -> Finding {
    const REMEDY: &str = "Check why the proxy does not renew it.";
    let Some(end) = end_of(response) else {
        return Finding::warning("The certificate of the site cannot be read.", REMEDY);
    };
    let left = end.since(now);
    let message = format!("The certificate of the site is valid for {} more days.", days_in(left));
    if left < RENEW { Finding::warning(message, REMEDY) } else { Finding::ok(message) }
}
