//! Creation of objects that must exist at most once.

use std::collections::BTreeMap;

use sparkyard_kernel::Timestamp;
use stripe::{IdempotencyKey, RequestStrategy, StripeError};
use stripe_client_core::{CustomizableStripeRequest, RequestBuilder, StripeMethod};
use tracing::warn;

use super::{Answer, Failure, PAUSES, StripeClient, unreadable};
use crate::{
    error::PaymentsError,
    model::objects::{List, REFERENCE, Referenced},
};

/// Fields of a request, named as Stripe documents them: `metadata[order]`.
pub(super) type Fields = BTreeMap<&'static str, String>;

/// Name of the field that holds our id.
pub(super) const METADATA: &str = "metadata[sparkyard_reference]";
/// Our clock and Stripe's may differ by this, in seconds.
const CLOCKS: i64 = 3600;
/// Pages read in search of an object, of a hundred each.
const PAGES: usize = 20;

/// Returns a request that changes something.
pub(super) fn post<T>(path: &str, fields: &Fields) -> CustomizableStripeRequest<T> {
    RequestBuilder::new(StripeMethod::Post, path).form(fields).customize()
}

/// Returns a request that only reads.
pub(super) fn get<T>(path: &str, fields: &Fields) -> CustomizableStripeRequest<T> {
    RequestBuilder::new(StripeMethod::Get, path).query(fields).customize()
}

impl StripeClient {
    /// Creates the object of our row `reference`, which did not exist before `since`. The same call
    /// again returns the same object.
    ///
    /// After an error of its own, Stripe answers the key with that error from then on, whether or
    /// not the object was made. So it is looked for before another key is used.
    pub(super) async fn create_once<T: Answer + Referenced>(
        &self,
        path: &'static str,
        mut fields: Fields,
        reference: &str,
        since: Timestamp,
    ) -> Result<Box<T>, PaymentsError> {
        fields.insert(METADATA, reference.to_owned());
        let mut pauses = PAUSES.into_iter();
        for round in 0.. {
            let key = format!("create:{path}:{reference}:{round}");
            let sent = self.exactly(|| post::<T>(path, &fields), &key).await;
            let failure = match sent {
                Ok(made) => return Ok(made),
                Err(error) => Failure::of(&error),
            };
            match (failure, pauses.next()) {
                (Failure::Missing, _) => return Err(PaymentsError::Refused),
                (Failure::Refused(why), _) => {
                    warn!(path, "Stripe has refused a request: {why}");
                    return Err(PaymentsError::Refused);
                }
                (Failure::Broken(_), Some(pause)) => {
                    if let Some(found) = self.find(path, Fields::new(), reference, since).await? {
                        return Ok(found);
                    }
                    tokio::time::sleep(pause).await;
                }
                (Failure::Broken(why) | Failure::Unknown(why), _) => {
                    warn!(path, "Stripe cannot be reached: {why}");
                    break;
                }
            }
        }
        Err(PaymentsError::Unreachable)
    }

    /// Sends a request with exactly this key, again while there is no answer.
    pub(super) async fn exactly<T: Answer>(
        &self,
        request: impl Fn() -> CustomizableStripeRequest<T>,
        key: &str,
    ) -> Result<Box<T>, StripeError> {
        let mut pauses = PAUSES.into_iter();
        loop {
            let name = IdempotencyKey::new(key);
            let name = name.map_err(|_| StripeError::ConfigError("not a key".to_owned()))?;
            let request = request().request_strategy(RequestStrategy::Idempotent(name));
            let error = match self.sent(request).await {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            match (Failure::of(&error), pauses.next()) {
                (Failure::Unknown(_), Some(pause)) => tokio::time::sleep(pause).await,
                _ => return Err(error),
            }
        }
    }

    /// Returns the object of our row `reference` from the list at `path`, filtered by `fields`.
    pub(super) async fn find<T: Answer + Referenced>(
        &self,
        path: &'static str,
        mut fields: Fields,
        reference: &str,
        since: Timestamp,
    ) -> Result<Option<Box<T>>, PaymentsError> {
        fields.insert("created[gte]", (since.as_seconds() - CLOCKS).to_string());
        fields.insert("limit", "100".to_owned());
        for _ in 0..PAGES {
            let page = self.attempts(|| get::<List<T>>(path, &fields), None).await?;
            let List { data, has_more } = *page.ok_or_else(|| unreadable("no list"))?;
            let last = data.last().map(|object| object.id().to_owned());
            let found = data.into_iter().find(|object| object.reference() == Some(reference));
            match (found, last) {
                (Some(found), _) => return Ok(Some(Box::new(found))),
                (None, Some(last)) if has_more => fields.insert("starting_after", last),
                (None, _) => return Ok(None),
            };
        }
        // It may be on a later page: creating it again could make two.
        Err(unreadable("too many objects"))
    }
}

const _: () = assert!(METADATA.len() == "metadata[]".len() + REFERENCE.len());
