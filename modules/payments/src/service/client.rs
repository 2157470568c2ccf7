//! Requests to Stripe.

mod balance;
mod billing;
mod connect;
mod create_once;
mod disputes;

use std::{collections::HashMap, time::Duration};

use anyhow::Context;
use futures_util::future::BoxFuture;
use sparkyard_kernel::{Money, Timestamp, ports::CardPayment};
use stripe::{Client, ClientBuilder, IdempotencyKey, RequestStrategy, StripeError, StripeRequest};
use stripe_client_core::CustomizableStripeRequest;
use stripe_core::{
    event::ListEvent,
    payment_intent::{
        CancelPaymentIntent, CreatePaymentIntent, CreatePaymentIntentAutomaticPaymentMethods,
        RetrievePaymentIntent,
    },
};
use stripe_types::{Currency, RangeBoundsTs, RangeQueryTs};
use tokio_rustls::rustls::crypto::ring;
use tracing::warn;

use crate::{
    config::PaymentsConfig,
    error::PaymentsError,
    model::{
        Event, OF_OTHERS, OF_PAYMENTS, is_payment_id,
        objects::{List, REFERENCE},
        payment::Payment,
    },
};

/// Pauses before the second and third attempt of a request.
pub(super) const PAUSES: [Duration; 2] = [Duration::from_millis(300), Duration::from_millis(900)];
/// Largest page of a list.
const PAGE: i64 = 100;

/// Type into which an answer of Stripe is read.
pub(super) trait Answer: miniserde::Deserialize + Send + 'static {}

impl<T: miniserde::Deserialize + Send + 'static> Answer for T {}

/// Client of Stripe's API: limits the time of each request and repeats requests where that is safe.
pub(super) struct StripeClient {
    client: Client,
}

impl StripeClient {
    pub(super) fn new(config: &PaymentsConfig) -> anyhow::Result<Self> {
        // Several libraries each bring a provider of cryptography; without a default, the client
        // cannot choose. An error says that there is a default already.
        let _ = ring::default_provider().install_default();
        let client = ClientBuilder::new(config.secret_key.clone())
            .url(config.base_url())
            .timeout(config.timeout())
            .build()
            .context("preparing requests to Stripe")?;
        Ok(Self { client })
    }

    /// Creates a payment; returns its id and client secret. `reference` is the idempotency key, so
    /// that the same call again returns the same payment.
    pub(super) async fn create(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<(String, String), PaymentsError> {
        self.create_with(new_payment(reference, amount), reference).await
    }

    /// Sends a request for a new payment; returns its id and client secret.
    pub(super) async fn create_with(
        &self,
        request: Box<CreatePaymentIntent>,
        reference: &str,
    ) -> Result<(String, String), PaymentsError> {
        let key = format!("create:{reference}");
        let created = self.send::<Payment>(&*request, Some(&key)).await?;
        with_secret(*created.ok_or(PaymentsError::Refused)?)
    }

    /// Returns the id and client secret of a payment; `None` if Stripe does not know it.
    pub(super) async fn secret_of(
        &self,
        id: &str,
    ) -> Result<Option<(String, String)>, PaymentsError> {
        self.payment(id).await?.map(|payment| with_secret(*payment)).transpose()
    }

    /// Returns a payment; `None` if Stripe does not know it.
    pub(super) async fn retrieve(&self, id: &str) -> Result<Option<CardPayment>, PaymentsError> {
        Ok(self.payment(id).await?.as_deref().map(Payment::facts))
    }

    /// Returns a payment as Stripe shows it; `None` if Stripe does not know it.
    pub(super) async fn payment(&self, id: &str) -> Result<Option<Box<Payment>>, PaymentsError> {
        if !is_payment_id(id) {
            return Ok(None);
        }
        self.send(&RetrievePaymentIntent::new(id), None).await
    }

    /// Cancels a payment unless it has succeeded or is cancelled already, and returns it. The
    /// minute of `at` in the key lets a later call try again where Stripe has stored an error.
    pub(super) async fn cancel(
        &self,
        id: &str,
        at: Timestamp,
    ) -> Result<Option<CardPayment>, PaymentsError> {
        if !is_payment_id(id) {
            return Ok(None);
        }
        let key = format!("cancel:{id}:{}", at.as_seconds() / 60);
        match self.send::<Payment>(&CancelPaymentIntent::new(id), Some(&key)).await {
            Ok(payment) => Ok(payment.as_deref().map(Payment::facts)),
            // Stripe cancels no payment that is processing, has succeeded or is cancelled.
            Err(PaymentsError::Refused) => self.retrieve(id).await,
            Err(error) => Err(error),
        }
    }

    /// Returns a page of the events that are handled, newest first: those created at or after
    /// `since` (seconds since 1970) and older than the event `before`.
    pub(super) async fn events(
        &self,
        since: i64,
        before: Option<String>,
    ) -> Result<Box<List<Event>>, PaymentsError> {
        let created =
            RangeQueryTs::Bounds(RangeBoundsTs { gte: Some(since), ..RangeBoundsTs::default() });
        let mut request = ListEvent::new()
            .created(created)
            .types(
                OF_PAYMENTS
                    .iter()
                    .chain(&OF_OTHERS)
                    .map(|kind| (*kind).to_owned())
                    .collect::<Vec<_>>(),
            )
            .limit(PAGE);
        if let Some(before) = before {
            request = request.starting_after(before);
        }
        let page = self.send(&request, None).await?;
        page.ok_or_else(|| unreadable("no events"))
    }

    /// Sends a request of the library. The answer is read as `T`, with the fields that this module
    /// needs: the library's own types contain all others, and the compiler would check at each of
    /// their uses whether hundreds of types can be sent between threads.
    pub(super) async fn send<T: Answer>(
        &self,
        request: &impl StripeRequest,
        key: Option<&str>,
    ) -> Result<Option<Box<T>>, PaymentsError> {
        self.attempts(|| request.build().customize(), key).await
    }

    /// Sends a request up to three times; requests without an idempotency key must only read.
    /// Returns `None` if Stripe does not know the object.
    ///
    /// Without an answer, the same key is sent again. Stripe stores answers with the key, errors of
    /// its own included, so after such an error the key has a suffix. A call with the same key goes
    /// the same way and ends at the same answer.
    async fn attempts<T: Answer>(
        &self,
        request: impl Fn() -> CustomizableStripeRequest<T>,
        key: Option<&str>,
    ) -> Result<Option<Box<T>>, PaymentsError> {
        let mut errors = 0;
        let mut pauses = PAUSES.into_iter();
        loop {
            let key = key.map(|key| format!("{key}:{errors}"));
            let failure = match self.once(request(), key).await? {
                Ok(answer) => return Ok(Some(answer)),
                Err(failure) => failure,
            };
            match (failure, pauses.next()) {
                (Failure::Missing, _) => return Ok(None),
                (Failure::Refused(why), _) => {
                    warn!("Stripe has refused a request: {why}");
                    return Err(PaymentsError::Refused);
                }
                (Failure::Broken(_), Some(pause)) => {
                    errors += 1;
                    tokio::time::sleep(pause).await;
                }
                (Failure::Unknown(_), Some(pause)) => tokio::time::sleep(pause).await,
                (Failure::Broken(why) | Failure::Unknown(why), None) => {
                    warn!("Stripe cannot be reached: {why}");
                    return Err(PaymentsError::Unreachable);
                }
            }
        }
    }

    /// Sends a request once.
    pub(super) async fn once<T: Answer>(
        &self,
        request: CustomizableStripeRequest<T>,
        key: Option<String>,
    ) -> Result<Result<Box<T>, Failure>, PaymentsError> {
        let strategy = match key.map(IdempotencyKey::new) {
            Some(key) => RequestStrategy::Idempotent(key.map_err(|_| PaymentsError::Refused)?),
            None => RequestStrategy::Once,
        };
        let sent = self.sent(request.request_strategy(strategy)).await;
        Ok(sent.map_err(|error| Failure::of(&error)))
    }

    /// Sends a request. The library's futures take several kilobytes.
    fn sent<T: Answer>(
        &self,
        request: CustomizableStripeRequest<T>,
    ) -> BoxFuture<'_, Result<Box<T>, StripeError>> {
        Box::pin(async move { request.send(&self.client).await.map(Box::new) })
    }
}

/// Returns a request for a new payment.
pub(super) fn new_payment(reference: &str, amount: Money) -> Box<CreatePaymentIntent> {
    let methods = CreatePaymentIntentAutomaticPaymentMethods::new(true);
    let metadata = HashMap::from([(REFERENCE.to_owned(), reference.to_owned())]);
    let request = CreatePaymentIntent::new(amount.minor(), Currency::GBP);
    Box::new(request.automatic_payment_methods(methods).metadata(metadata))
}

/// How a request failed. The texts name neither keys nor payments.
#[derive(Debug, PartialEq)]
pub(super) enum Failure {
    /// The object does not exist.
    Missing,
    /// Stripe has refused the request; a repetition would be refused, too.
    Refused(String),
    /// Stripe has answered with an error of its own.
    Broken(String),
    /// There is no answer: Stripe may or may not have done what it was asked.
    Unknown(String),
}

impl Failure {
    fn of(error: &StripeError) -> Self {
        match error {
            StripeError::Stripe(error, status) => {
                let code = error.code.as_ref().map_or("no code", |code| code.as_str());
                let why = format!("{status} {} ({code})", error.type_.as_str());
                // 409: the first request with this key is still being handled.
                match status {
                    404 => Self::Missing,
                    // So Stripe answers for an account that is gone or has left the platform:
                    // <https://docs.stripe.com/error-codes#account-invalid>.
                    403 if code == "account_invalid" => Self::Missing,
                    500.. => Self::Broken(why),
                    409 | 424 | 429 => Self::Unknown(why),
                    _ => Self::Refused(why),
                }
            }
            StripeError::JSONDeserialize(_) => {
                Self::Unknown("the answer cannot be read".to_owned())
            }
            StripeError::ClientError(why) => Self::Unknown(why.clone()),
            StripeError::Timeout => Self::Unknown("no answer in time".to_owned()),
            StripeError::ConfigError(why) => Self::Refused(why.clone()),
        }
    }
}

fn with_secret(payment: Payment) -> Result<(String, String), PaymentsError> {
    let secret = payment.client_secret.ok_or_else(|| unreadable("no client secret"))?;
    Ok((payment.id, secret))
}

fn unreadable(what: &str) -> PaymentsError {
    warn!("Stripe's answer cannot be used: {what}");
    PaymentsError::Unreachable
}
