//! Servers elsewhere that find addresses.

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

/// Fewer letters say nothing yet.
pub(super) const MIN_LETTERS: usize = 3;

/// What is looked for as somebody types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Search {
    pub(super) text: String,
    pub(super) wanted: Wanted,
    pub(super) limit: usize,
}

/// What a provider found.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Candidate {
    pub(super) label: String,
    pub(super) city: String,
    pub(super) street: Option<String>,
    pub(super) zip_code: Option<String>,
    /// Where; `None` when the provider forbids to keep or show it, and it is to be looked up in
    /// the site's own data by postcode or town.
    pub(super) point: Option<Point>,
}

/// Why a provider did not answer.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum ProviderError {
    /// It was not reached, or broke off.
    #[error("{0}")]
    Unreachable(String),
    /// It took too long.
    #[error("no answer in time")]
    TooSlow,
    /// It said no.
    #[error("status {status}")]
    Refused {
        status: u16,
        /// Seconds after which it wants to be asked again.
        retry_after: Option<u64>,
    },
    /// It said more than we read.
    #[error("an answer that is too long")]
    TooLong,
    /// It said something else than its documentation does.
    #[error("an answer that makes no sense: {0}")]
    Malformed(String),
    /// It was not asked: it failed a moment ago, or too much is asked of it already.
    #[error("not asked")]
    NotAsked,
    /// Whoever wants to know has asked as much as they may today.
    #[error("no questions left today")]
    UsedUp {
        /// Seconds until they may again.
        wait: u64,
    },
}

/// A server that finds addresses.
#[async_trait]
trait Provider: Send + Sync + 'static {
    /// For the log.
    fn name(&self) -> &'static str;

    /// Whether answers may be cached for a while.
    fn may_be_cached(&self) -> bool {
        true
    }

    /// Places for what has been typed so far, best first, in the United Kingdom only.
    async fn search(&self, search: &Search) -> Result<Vec<Candidate>, ProviderError>;

    /// Places for a whole address, best first.
    async fn geocode(&self, address: &AddressLines) -> Result<Vec<Candidate>, ProviderError>;
}

/// The configured provider; `None` for the site's own data alone.
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

/// The lines of an address in one, as a person writes them.
fn one_line(address: &AddressLines) -> String {
    let lines = [&address.street, &address.city, &address.zip_code];
    let lines: Vec<&str> =
        lines.into_iter().map(String::as_str).filter(|line| !line.is_empty()).collect();
    lines.join(", ")
}

/// A label from parts, without those that are empty or repeat what stands before.
fn label<'a>(parts: impl IntoIterator<Item = Option<&'a str>>) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for part in parts.into_iter().flatten().filter(|part| !part.is_empty()) {
        if !kept.contains(&part) {
            kept.push(part);
        }
    }
    kept.join(", ")
}
