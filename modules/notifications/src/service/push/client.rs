//! HTTP client for push services.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context;
use reqwest::{
    Client, StatusCode, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    header,
    redirect::Policy,
};
use tracing::warn;

use crate::model::push::address::{checked, is_public, is_trusted};

/// Timeouts of a connection and of a whole request. Short, since other messages wait for the slot.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(2);
const TIMEOUT: Duration = Duration::from_secs(4);

/// A message to one device.
pub(super) struct PushRequest {
    pub(super) endpoint: String,
    /// Encrypted content.
    pub(super) body: Vec<u8>,
    /// Replaces a pending message with the same tag at the service.
    pub(super) tag: String,
    /// Time for which the service may keep it while the device is offline.
    pub(super) good_for: Duration,
}

/// Result of sending a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Taken,
    /// The device no longer exists.
    Gone,
    /// The service is busy, for this long if it says so.
    Busy(Option<Duration>),
    /// A retry would not help.
    Refused,
}

/// Sends to public addresses, and to services that the configuration trusts.
pub(super) struct PushClient {
    public: Client,
    trusted: Client,
    services: Vec<String>,
}

impl PushClient {
    pub(super) fn new(services: Vec<String>) -> anyhow::Result<Self> {
        let client = || {
            Client::builder()
                .redirect(Policy::none())
                .no_proxy()
                .timeout(TIMEOUT)
                .connect_timeout(CONNECT_TIMEOUT)
                .user_agent(concat!("Sparkyard/", env!("CARGO_PKG_VERSION")))
        };
        let public = client().https_only(true).dns_resolver(Arc::new(PublicOnly)).build();
        let preparing = "preparing requests to push services";
        let trusted = client().build().context(preparing)?;
        Ok(Self { public: public.context(preparing)?, trusted, services })
    }

    /// Checks whether messages may be sent to this address.
    pub(super) fn reaches(&self, endpoint: &str) -> bool {
        checked(endpoint, &self.services).is_some()
    }

    /// Returns the origin of the service behind an allowed address.
    pub(super) fn service(&self, endpoint: &str) -> Option<String> {
        checked(endpoint, &self.services).map(|url| url.origin().ascii_serialization())
    }

    /// Sends a message, signed by `sign` for the origin of its service.
    pub(super) async fn send(
        &self,
        request: PushRequest,
        sign: impl Fn(&str) -> String,
    ) -> Outcome {
        // The configuration may no longer trust the service.
        let Some(url) = checked(&request.endpoint, &self.services) else { return Outcome::Gone };
        let client = match is_trusted(&url, &self.services) {
            true => &self.trusted,
            false => &self.public,
        };
        let (origin, service) = (url.origin().ascii_serialization(), named(&url));
        let request = client
            .post(url)
            .header(header::AUTHORIZATION, sign(&origin))
            .header(header::CONTENT_ENCODING, "aes128gcm")
            .header(header::CONTENT_TYPE, "application/octet-stream")
            .header("ttl", request.good_for.as_secs().to_string())
            .header("urgency", "high")
            .header("topic", request.tag)
            .body(request.body);
        match request.send().await {
            // The body of the response is not read.
            Ok(answer) => {
                let wait = answer.headers().get(header::RETRY_AFTER);
                let wait = wait.and_then(|value| value.to_str().ok()?.trim().parse().ok());
                let outcome = outcome(answer.status(), wait.map(Duration::from_secs));
                if outcome == Outcome::Refused {
                    warn!(service, status = answer.status().as_u16(), "a push was refused");
                }
                outcome
            }
            Err(error) => {
                // Without the URL, which is as good as a password.
                let cause = anyhow::Error::new(error.without_url());
                warn!(service, "a push could not be sent: {cause:#}");
                Outcome::Busy(None)
            }
        }
    }
}

/// Returns the host name of a service, for the log.
fn named(url: &Url) -> String {
    url.host_str().unwrap_or_default().to_owned()
}

fn outcome(status: StatusCode, wait: Option<Duration>) -> Outcome {
    match status.as_u16() {
        200..=299 => Outcome::Taken,
        404 | 410 => Outcome::Gone,
        429 | 500.. => Outcome::Busy(wait),
        _ => Outcome::Refused,
    }
}

/// DNS resolver that returns public addresses only. The client connects to what it returns, so a
/// second lookup cannot differ.
struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let public: Vec<SocketAddr> = found.filter(|found| is_public(found.ip())).collect();
            if public.is_empty() {
                return Err("it has no public address".into());
            }
            Ok(Box::new(public.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn name_of_a_local_address_is_not_resolved() {
        let found = PublicOnly.resolve("localhost".parse().unwrap()).await;
        assert!(found.is_err_and(|error| error.to_string() == "it has no public address"));
    }

    #[test]
    fn status_codes_map_to_outcomes() {
        let rows = [
            (201, Outcome::Taken),
            (404, Outcome::Gone),
            (410, Outcome::Gone),
            (429, Outcome::Busy(None)),
            (503, Outcome::Busy(None)),
            (301, Outcome::Refused),
            (400, Outcome::Refused),
            (403, Outcome::Refused),
            (413, Outcome::Refused),
        ];
        for (status, expected) in rows {
            let status = StatusCode::from_u16(status).unwrap();
            assert_eq!(outcome(status, None), expected, "{status}");
        }
    }
}
