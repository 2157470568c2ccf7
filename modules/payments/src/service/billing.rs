//! Cards that members keep. With Stripe, the card is typed into Stripe's own form, and the server
//! asks Stripe what was saved; in a sample community a form of ours takes simulated cards.

use sparkyard_kernel::{
    Caller, Cx, ItemId, Timestamp, UserId, allowance, ports::CardPaymentStatus, site::Mode,
};

use super::StripeService;
use crate::{
    error::{PaymentsError, SETUPS_A_DAY, SETUPS_TODAY},
    model::{
        card::{CardForm, Cards, Expiry, MAX_CARDS, SavedCard},
        objects::{Method, is_id},
    },
    store::{CustomerRow, PaymentsStore},
};

/// A card form of Stripe.
pub(crate) struct CardSetup {
    pub(crate) id: String,
    /// Must not be stored or logged.
    pub(crate) client_secret: String,
    pub(crate) publishable_key: String,
}

/// Cards of members. Cheap to clone.
#[derive(Clone)]
pub(crate) struct BillingService {
    cx: Cx,
    store: PaymentsStore,
    /// Absent without a provider.
    stripe: Option<StripeService>,
}

/// Checks that the community uses pounds.
pub(super) fn cash_allowed(mode: Mode) -> Result<(), PaymentsError> {
    match mode {
        Mode::CashAndTokens => Ok(()),
        Mode::TokensOnly => Err(PaymentsError::CashOff),
        Mode::Gift => Err(PaymentsError::GiftMode),
    }
}

impl BillingService {
    pub(crate) fn new(cx: &Cx, stripe: Option<StripeService>) -> Self {
        Self { cx: cx.clone(), store: PaymentsStore::new(cx.db.clone()), stripe }
    }

    /// Returns the cards of a member, newest first.
    pub(crate) async fn cards(&self, user: &UserId) -> Result<Cards, PaymentsError> {
        Ok(self.store.cards(user).await?)
    }

    /// Checks whether a member keeps a card.
    pub(crate) async fn has_card(&self, user: &UserId) -> Result<bool, PaymentsError> {
        Ok(self.store.has_card(user).await?)
    }

    /// Adds a simulated card; only in a sample community.
    pub(crate) async fn add_simulated(
        &self,
        caller: &Caller,
        form: &CardForm<'_>,
    ) -> Result<SavedCard, PaymentsError> {
        if !self.cx.demo {
            return Err(PaymentsError::SandboxOff);
        }
        cash_allowed(self.cx.site.mode())?;
        let now = self.cx.now();
        let facts = form.checked(now)?;
        let id = ItemId(self.cx.ids.next());
        let card = SavedCard { id, user_id: caller.id.clone(), facts, created_at: now };
        let daily = self.cx.limits.daily("payments.setups", SETUPS_A_DAY);
        let spent = daily.use_up(caller.id.as_str(), 1, now, &SETUPS_TODAY);
        let added = self.store.add_card(&card, Some(spent)).await;
        added.map_err(|error| allowance::explain::<PaymentsError>(error, &[&SETUPS_TODAY], now))?;
        Ok(card)
    }

    /// Begins to save a card with Stripe's form.
    pub(crate) async fn begin(&self, caller: &Caller) -> Result<CardSetup, PaymentsError> {
        let stripe = self.stripe.as_ref().ok_or(PaymentsError::NotConfigured)?;
        cash_allowed(self.cx.site.mode())?;
        if self.store.cards(&caller.id).await?.all.len() >= usize::try_from(MAX_CARDS).unwrap_or(0)
        {
            return Err(PaymentsError::TooManyCards);
        }
        stripe.begin_setup(&caller.id).await
    }

    /// Stores the card that was saved with Stripe's form, as Stripe shows it.
    pub(crate) async fn finish(
        &self,
        caller: &Caller,
        setup: &ItemId,
    ) -> Result<SavedCard, PaymentsError> {
        // Without Stripe nobody has opened its form.
        let stripe = self.stripe.as_ref().ok_or(PaymentsError::SetupNotFound)?;
        stripe.finish_setup(&caller.id, &setup.0).await
    }

    /// Deletes a card of the caller, at Stripe first. Stripe's event of this may arrive, and delete
    /// the row, before its answer does.
    pub(crate) async fn remove(&self, user: &UserId, id: &ItemId) -> Result<(), PaymentsError> {
        let card = self.store.card(user, id).await?.ok_or(PaymentsError::CardNotFound)?;
        if is_id(&card.id.0, "pm_") {
            let stripe = self.stripe.as_ref().ok_or(PaymentsError::NotConfigured)?;
            stripe.client.detach(&card.id.0).await?;
        }
        Ok(self.store.remove_card(user, id).await?)
    }

    /// Deletes the cards of somebody who has left, at Stripe first. Repeated until all are gone;
    /// without Stripe, its cards stay until it is configured again.
    pub(crate) async fn member_left(&self, user: &UserId) -> Result<(), PaymentsError> {
        for card in self.store.cards(user).await?.all {
            match self.remove(user, &card.id).await {
                // A delivery at the same time was faster.
                Err(PaymentsError::CardNotFound) => {}
                removed => removed?,
            }
        }
        Ok(self.store.forget_owner(user).await?)
    }

    /// Makes a card of the caller the default.
    pub(crate) async fn choose(&self, user: &UserId, id: &ItemId) -> Result<Cards, PaymentsError> {
        self.store.choose_card(user, id).await?;
        self.cards(user).await
    }

    /// Chooses a card of the caller for the payment with this client secret, which nobody knows but
    /// the member who began it; returns the caller's cards. A simulated card is only checked: the
    /// sandbox makes the payment.
    pub(crate) async fn use_for_payment(
        &self,
        user: &UserId,
        id: &ItemId,
        client_secret: &str,
    ) -> Result<Cards, PaymentsError> {
        cash_allowed(self.cx.site.mode())?;
        let cards = self.cards(user).await?;
        let card = cards.all.iter().find(|card| card.id == *id);
        let card = card.ok_or(PaymentsError::CardNotFound)?;
        match (&self.stripe, &cards.customer) {
            (Some(stripe), Some(customer)) => {
                stripe.use_for_payment(customer, card, client_secret).await?;
            }
            (Some(_), None) => return Err(PaymentsError::CardNotFound),
            // Stripe decides itself: banks renew cards, and tell it first.
            (None, _) if Expiry::of(self.cx.now()) > Some(card.facts.expiry) => {
                return Err(PaymentsError::CardUnusable);
            }
            (None, _) if is_id(&card.id.0, "pm_") => return Err(PaymentsError::NotConfigured),
            (None, _) => {}
        }
        Ok(cards)
    }
}

impl StripeService {
    async fn begin_setup(&self, user: &UserId) -> Result<CardSetup, PaymentsError> {
        let now = self.cx.now();
        // The row comes first, so that the same customer is asked for after a lost answer.
        let daily = self.cx.limits.daily("payments.setups", SETUPS_A_DAY);
        let spent = daily.use_up(user.as_str(), 1, now, &SETUPS_TODAY);
        let row = self.store.begin_customer(user, self.cx.ids.next(), Some(spent), now).await;
        let row =
            row.map_err(|error| allowance::explain::<PaymentsError>(error, &[&SETUPS_TODAY], now))?;
        let customer = self.customer(user, row).await?;
        let setup = match self.client.create_setup(&customer, &self.cx.ids.next()).await {
            Err(PaymentsError::Refused) if self.client.is_gone(&customer).await? => {
                self.store.forget_customer(user, &customer).await?;
                let row = self.store.begin_customer(user, self.cx.ids.next(), None, now).await?;
                let customer = self.customer(user, row).await?;
                self.client.create_setup(&customer, &self.cx.ids.next()).await?
            }
            other => other?,
        };
        let client_secret = setup.client_secret.ok_or(PaymentsError::Unreachable)?;
        let publishable_key = self.publishable_key.clone();
        Ok(CardSetup { id: setup.id, client_secret, publishable_key })
    }

    /// Returns the member's customer, which is created if `row` has none.
    async fn customer(&self, user: &UserId, row: CustomerRow) -> Result<String, PaymentsError> {
        if let Some(customer) = row.customer {
            return Ok(customer);
        }
        let made = self.client.create_customer(&row.reference, row.created_at).await?;
        self.store.set_customer(user, &made).await?;
        Ok(made)
    }

    async fn finish_setup(&self, user: &UserId, setup: &str) -> Result<SavedCard, PaymentsError> {
        let setup = self.client.setup(setup).await?.ok_or(PaymentsError::SetupNotFound)?;
        let owner = match &setup.customer {
            Some(customer) => self.store.owner_of(customer).await?,
            None => None,
        };
        if owner.as_ref() != Some(user) {
            return Err(PaymentsError::SetupNotFound);
        }
        let method = setup.payment_method.filter(|_| setup.status == "succeeded");
        let method = method.ok_or(PaymentsError::SetupUnfinished)?;
        let method = self.client.method(&method).await?;
        let method = method.filter(|method| method.customer.is_some());
        self.keep(user, &*method.ok_or(PaymentsError::CardNotFound)?, self.cx.now()).await
    }

    async fn use_for_payment(
        &self,
        customer: &str,
        card: &SavedCard,
        client_secret: &str,
    ) -> Result<(), PaymentsError> {
        let id = client_secret.split_once("_secret_").map_or("", |(id, _)| id);
        let payment = self.client.payment(id).await?;
        let payment = payment
            .filter(|payment| payment.client_secret.as_deref() == Some(client_secret))
            .ok_or(PaymentsError::PaymentNotFound)?;
        if payment.facts().status != CardPaymentStatus::Open {
            return Err(PaymentsError::PaymentEnded);
        }
        let method = card.id.as_str();
        let key = self.cx.ids.next();
        match self.client.choose_method(id, (customer, method), &key).await {
            Err(PaymentsError::Refused) => {
                // It may have been detached in Stripe's console.
                self.follow_method(method).await?;
                Err(PaymentsError::CardUnusable)
            }
            other => other,
        }
    }

    /// Stores a card that is attached to the member's customer. One beyond the limit, or that is no
    /// card, is detached again.
    async fn keep(
        &self,
        user: &UserId,
        method: &Method,
        at: Timestamp,
    ) -> Result<SavedCard, PaymentsError> {
        let id = ItemId::received(&method.id).ok_or(PaymentsError::CardNotFound)?;
        let Some(facts) = method.facts() else {
            self.client.detach(&method.id).await?;
            return Err(PaymentsError::NoCard);
        };
        let card = SavedCard { id, user_id: user.clone(), facts, created_at: at };
        match self.store.add_card(&card, None).await {
            Ok(()) => {}
            Err(error) => {
                let error = PaymentsError::from(error);
                if error.is_too_many_cards() {
                    self.client.detach(&method.id).await?;
                }
                return Err(error);
            }
        }
        self.store.card(user, &card.id).await?.ok_or(PaymentsError::CardNotFound)
    }

    /// Stores a card whose form was left before it could say that it had ended.
    pub(super) async fn follow_setup(
        &self,
        id: &str,
        at: Timestamp,
    ) -> Result<bool, PaymentsError> {
        let Some(setup) = self.client.setup(id).await? else { return Ok(false) };
        let (Some(customer), Some(method)) = (setup.customer, setup.payment_method) else {
            return Ok(false);
        };
        let Some(user) = self.store.owner_of(&customer).await? else { return Ok(false) };
        let method = self.client.method(&method).await?;
        // Detached since then: the member has deleted the card.
        let Some(method) = method.filter(|method| method.customer.as_ref() == Some(&customer))
        else {
            return Ok(false);
        };
        match self.keep(&user, &method, at).await {
            Ok(_) => Ok(true),
            Err(PaymentsError::NoCard) => Ok(false),
            Err(error) if error.is_too_many_cards() => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Stores changed data of a card, such as a new expiry, or deletes one that was detached.
    pub(super) async fn follow_method(&self, id: &str) -> Result<bool, PaymentsError> {
        let known = match ItemId::received(id) {
            Some(id) => self.store.any_card(&id).await?,
            None => None,
        };
        let Some(known) = known else { return Ok(false) };
        let method = self.client.method(id).await?;
        let method = method.filter(|method| method.customer.is_some());
        match method.and_then(|method| method.facts()) {
            Some(facts) if facts == known.facts => return Ok(false),
            Some(facts) => self.store.update_card(&known.id, facts).await?,
            None => self.store.remove_card(&known.user_id, &known.id).await?,
        }
        Ok(true)
    }
}
