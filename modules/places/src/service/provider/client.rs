use std::{sync::Arc, time::Duration};

use moka::future::Cache;
use sparkyard_kernel::{UserId, ports::AddressLines, text_folding::fold};
use tokio::{sync::Semaphore, time::timeout};
use tracing::{debug, warn};

use super::{
    Candidate, Provider, ProviderError, Search,
    allowance::QuestionAllowance,
    circuit_breaker::{CircuitBreaker, Outcome},
};
use crate::{config::PlacesConfig, model::Wanted};

/// Concurrent requests to a provider; beyond that the site's own data is used.
const AT_ONCE: usize = 16;

/// A request to a provider, as a cache key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Lookup {
    Search(Search),
    Geocode(AddressLines),
}

type Found = Arc<Vec<Candidate>>;

/// Client that limits requests to a provider: caches responses, merges concurrent equal requests,
/// enforces a daily quota per member, and has a circuit breaker.
pub(in crate::service) struct ProviderClient {
    provider: Box<dyn Provider>,
    breaker: CircuitBreaker,
    allowance: QuestionAllowance,
    cache: Cache<Lookup, Found>,
    free: Semaphore,
    time_limit: Duration,
}

impl ProviderClient {
    pub(super) fn new(
        provider: Box<dyn Provider>,
        breaker: CircuitBreaker,
        allowance: QuestionAllowance,
        config: &PlacesConfig,
    ) -> Self {
        let entries = if provider.may_be_cached() { config.cache_entries } else { 0 };
        let cache =
            Cache::builder().max_capacity(entries).time_to_live(config.cached_for()).build();
        let (free, time_limit) = (Semaphore::new(AT_ONCE), config.timeout());
        Self { provider, breaker, allowance, cache, free, time_limit }
    }

    /// Returns places for a text typed by `member`, best match first.
    pub(in crate::service) async fn search(
        &self,
        member: &UserId,
        mut search: Search,
    ) -> Result<Found, ProviderError> {
        search.text = fold_spaces(&search.text);
        self.answer(member, Lookup::Search(search)).await
    }

    /// Returns places for a whole address, best match first.
    pub(in crate::service) async fn geocode(
        &self,
        member: &UserId,
        address: &AddressLines,
    ) -> Result<Found, ProviderError> {
        let AddressLines { street, city, zip_code } = address;
        let [street, city, zip_code] = [street, city, zip_code].map(|line| fold_spaces(line));
        let address = AddressLines { street, city, zip_code };
        self.answer(member, Lookup::Geocode(address)).await
    }

    /// Searches for London and returns the number of results, regardless of cache and quota.
    pub(in crate::service) async fn try_out(&self) -> Result<usize, ProviderError> {
        let search = Search { text: "london".to_owned(), wanted: Wanted::City, limit: 1 };
        Ok(self.ask(&Lookup::Search(search)).await?.len())
    }

    async fn answer(&self, member: &UserId, lookup: Lookup) -> Result<Found, ProviderError> {
        if let Some(known) = self.cache.get(&lookup).await {
            return Ok(known);
        }
        if self.breaker.is_open() || self.free.available_permits() == 0 {
            return Err(ProviderError::NotAsked);
        }
        // Concurrent equal requests are each counted, since it is not known yet which one will be
        // sent.
        self.allowance.spend(member).await?;
        if !self.provider.may_be_cached() {
            return self.ask(&lookup).await;
        }
        let key = lookup.clone();
        let answer = self.cache.try_get_with(key, self.ask(&lookup)).await;
        answer.map_err(|error| ProviderError::clone(&error))
    }

    async fn ask(&self, lookup: &Lookup) -> Result<Found, ProviderError> {
        let Ok(_place) = self.free.try_acquire() else { return Err(ProviderError::NotAsked) };
        let Some(permit) = self.breaker.enter() else { return Err(ProviderError::NotAsked) };
        let asking = async {
            match lookup {
                Lookup::Search(search) => self.provider.search(search).await,
                Lookup::Geocode(address) => self.provider.geocode(address).await,
            }
        };
        let answer = timeout(self.time_limit, asking).await.unwrap_or(Err(ProviderError::TooSlow));
        let opened = permit.settle(outcome(answer.as_ref().err()));
        if let Err(error) = &answer {
            let provider = self.provider.name();
            if opened {
                warn!(provider, %error, "pausing requests to the geocoding provider");
            } else {
                debug!(provider, %error, "the geocoding provider failed");
            }
        }
        answer.map(Arc::new)
    }
}

fn outcome(error: Option<&ProviderError>) -> Outcome {
    match error {
        None => Outcome::Answered,
        Some(ProviderError::Refused { status: 429 | 503, retry_after }) => {
            Outcome::SentAway(Duration::from_secs(retry_after.unwrap_or(30)))
        }
        Some(_) => Outcome::Failed,
    }
}

/// Converts to lower case with single spaces, so that equal requests share a cache entry. Keeps
/// accents, which help a provider.
fn fold_spaces(text: &str) -> String {
    let spaced: Vec<&str> = text.split_whitespace().collect();
    let spaced = spaced.join(" ").to_lowercase();
    // Punctuation alone means nothing.
    if fold(&spaced).is_empty() { String::new() } else { spaced }
}
