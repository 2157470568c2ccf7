//! External servers that find addresses.

mod allowance;
mod circuit_breaker;
mod client;
mod google;
mod http;
mod nominatim;
mod photon;

use async_trait::async_trait;
use sparkyard_kernel::{Cx, Point, ports::AddressLines};

pub(super) use self::client::ProviderClient;
use self::{allowance::QuestionAllowance, circuit_breaker::CircuitBreaker, http::Http};
use crate::{
    config::{PlacesConfig, ProviderKind},
    model::Wanted,
};

/// Minimum number of letters of a search; fewer are not worth a request.
pub(super) const MIN_LETTERS: usize = 3;

/// A search for a partly typed text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Search {
    pub(super) text: String,
    pub(super) wanted: Wanted,
    pub(super) limit: usize,
}

/// A result of a provider.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) label: String,
    pub(super) city: String,
    pub(super) street: Option<String>,
    pub(super) zip_code: Option<String>,
    /// Coordinates; `None` if the provider forbids to store or show them. Then they come from the
    /// site's own data, by postcode or town.
    pub(super) point: Option<Point>,
}

/// Failure of a request to a provider.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum ProviderError {
    /// No connection, or it was interrupted.
    #[error("{0}")]
    Unreachable(String),
    /// Timed out.
    #[error("no answer in time")]
    TooSlow,
    /// Responded with an error status.
    #[error("status {status}")]
    Refused {
        status: u16,
        /// Seconds after which the provider accepts requests again.
        retry_after: Option<u64>,
    },
    /// The response exceeds the size limit.
    #[error("an answer that is too long")]
    TooLong,
    /// The response does not follow the documented format.
    #[error("an answer that makes no sense: {0}")]
    Malformed(String),
    /// Not sent: the circuit breaker is open, or too many requests are in flight.
    #[error("not asked")]
    NotAsked,
    /// The member has used up the daily requests.
    #[error("no questions left today")]
    UsedUp {
        /// Seconds until the next request is allowed.
        wait: u64,
    },
}

/// A server that finds addresses.
#[async_trait]
trait Provider: Send + Sync + 'static {
    fn name(&self) -> &'static str;

    /// Checks whether responses may be cached for a while.
    fn may_be_cached(&self) -> bool {
        true
    }

    /// Returns places for a partly typed text, best match first, in the United Kingdom only.
    async fn search(&self, search: &Search) -> Result<Vec<Candidate>, ProviderError>;

    /// Returns places for a whole address, best match first.
    async fn geocode(&self, address: &AddressLines) -> Result<Vec<Candidate>, ProviderError>;
}

/// Creates the configured provider; `None` to use the site's own data only.
pub(super) fn configured(cx: &Cx, config: &PlacesConfig) -> anyhow::Result<Option<ProviderClient>> {
    let Some(url) = config.provider_url()? else { return Ok(None) };
    let http = Http::new(url, config.timeout(), &cx.site.public_url)?;
    let provider: Box<dyn Provider> = match config.provider {
        ProviderKind::Embedded => return Ok(None),
        ProviderKind::Photon => Box::new(photon::Photon { http }),
        ProviderKind::Nominatim => Box::new(nominatim::Nominatim { http }),
        ProviderKind::Google => Box::new(google::Google::new(http, &config.key)?),
    };
    let allowance = QuestionAllowance::new(cx, config.questions_per_day);
    let breaker = CircuitBreaker::new(cx.clock.clone());
    Ok(Some(ProviderClient::new(provider, breaker, allowance, config)))
}

/// Joins the lines of an address into one, as people write it.
fn one_line(address: &AddressLines) -> String {
    let lines = [&address.street, &address.city, &address.zip_code];
    let lines: Vec<&str> =
        lines.into_iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    lines.join(", ")
}

/// Joins the parts of a label; omits empty and repeated ones.
fn label<'a>(parts: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in parts.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !kept.contains(&part) {
            kept.push(part);
        }
    }
    kept.join(", ")
}
