//! Accounts of members at Stripe, into which they are paid.

use std::time::Duration;

use sparkyard_kernel::{
    Caller, Cx, ItemId, Money, Timestamp, UserId,
    events::payments::TransferReversed,
    ports::{Accounts, MailMessage, OutgoingTransfer, Payee, TransferOutcome},
};

use super::{StripeService, billing::cash_allowed};
use crate::{error::PaymentsError, model::connected::ConnectedAccount, store::PaymentsStore};

/// Page on which Stripe's form ends.
const BACK: &str = "/create-stripe-account?returned=1";
/// Page that makes a new link, as a link works once.
const REFRESH: &str = "/setup/retry";

/// Time for which an account that was begun is asked for.
const UNDER_WAY: Duration = Duration::from_hours(24 * 90);

/// Accounts of members at Stripe. Cheap to clone.
#[derive(Clone)]
pub(crate) struct ConnectService {
    cx: Cx,
    store: PaymentsStore,
    /// Absent without a provider.
    stripe: Option<StripeService>,
}

impl ConnectService {
    pub(crate) fn new(cx: &Cx, stripe: Option<StripeService>) -> Self {
        Self { cx: cx.clone(), store: PaymentsStore::new(cx.db.clone()), stripe }
    }

    fn stripe(&self) -> Result<&StripeService, PaymentsError> {
        let stripe = self.stripe.as_ref().ok_or(PaymentsError::NotConfigured)?;
        cash_allowed(self.cx.site.mode())?;
        Ok(stripe)
    }

    /// Creates the caller's account, once.
    pub(crate) async fn create(&self, caller: &Caller) -> Result<ConnectedAccount, PaymentsError> {
        self.stripe()?.create_connected(caller).await
    }

    /// Returns the caller's account; with `fresh`, as Stripe shows it now.
    pub(crate) async fn get(
        &self,
        caller: &Caller,
        fresh: bool,
    ) -> Result<Option<ConnectedAccount>, PaymentsError> {
        let stripe = self.stripe()?;
        let known = self.store.connected(&caller.id).await?;
        let known = known.filter(|known| known.account.is_some());
        let Some(account) = known.as_ref().and_then(|known| known.account.as_deref()) else {
            return Ok(None);
        };
        if !fresh {
            return Ok(known);
        }
        if stripe.follow_connected(&caller.id).await?.is_none() {
            self.store.forget_account(&caller.id, account).await?;
        }
        Ok(self.store.connected(&caller.id).await?)
    }

    /// Returns the address of Stripe's form for the caller's account.
    pub(crate) async fn link(
        &self,
        caller: &Caller,
        account: &str,
    ) -> Result<String, PaymentsError> {
        let stripe = self.stripe()?;
        let known = self.store.connected(&caller.id).await?;
        let known = known.and_then(|known| known.account).filter(|known| known == account);
        let account = known.ok_or(PaymentsError::AccountNotFound)?;
        let page = |path: &str| format!("{}{path}", self.cx.site.public_url);
        let pages = (page(REFRESH), page(BACK));
        match stripe.client.account_link(&account, pages, &self.cx.ids.next()).await {
            Err(PaymentsError::Refused) if stripe.client.account(&account).await?.is_none() => {
                self.store.forget_account(&caller.id, &account).await?;
                Err(PaymentsError::AccountNotFound)
            }
            other => other,
        }
    }
}

impl StripeService {
    async fn create_connected(&self, caller: &Caller) -> Result<ConnectedAccount, PaymentsError> {
        let user = &caller.id;
        let turn = self.store.queue_for_account(user).await;
        // The row comes first, so that the same account is asked for after a lost answer.
        self.store.begin_account(user, self.cx.ids.next(), self.cx.now()).await?;
        let known = self.store.connected(user).await?.ok_or(PaymentsError::AccountNotFound)?;
        if known.account.is_some() {
            return Ok(known);
        }
        let (reference, since) = (&known.reference, known.created_at);
        let made = self.client.create_account(reference, since, &caller.email).await?;
        self.store.follow_account(user, (&made.id, &made.facts()), None, None).await?;
        drop(turn);
        self.store.connected(user).await?.ok_or(PaymentsError::AccountNotFound)
    }

    /// Stores the state of the member's account as Stripe shows it now, and tells the member when
    /// it can be paid, or no longer. Returns whether it has changed; `None` if Stripe does not know
    /// the account. It is then forgotten only when the member asks: with the keys of another account
    /// of Stripe in the configuration, all would seem gone.
    pub(super) async fn follow_connected(
        &self,
        user: &UserId,
    ) -> Result<Option<bool>, PaymentsError> {
        let _queued = self.store.queue_for_account(user).await;
        let Some(known) = self.store.connected(user).await? else { return Ok(Some(false)) };
        let Some(account) = &known.account else { return Ok(Some(false)) };
        let Some(shown) = self.client.account(account).await? else { return Ok(None) };
        let (facts, now) = (shown.facts(), self.cx.now());
        if facts == known.facts {
            return Ok(Some(false));
        }
        let ready_since = facts.is_ready().then(|| known.ready_since.unwrap_or(now));
        let template = match (known.ready_since.is_some(), facts.is_ready()) {
            (false, true) => Some("payments/account_ready"),
            (true, false) => Some("payments/account_restricted"),
            _ => None,
        };
        let mail = match template {
            Some(template) => self.mail_to(user, template, now).await?,
            None => None,
        };
        self.store.follow_account(user, (account, &facts), ready_since, mail).await?;
        Ok(Some(true))
    }

    /// Follows the accounts that could not be paid yet, as an event about them may have been missed.
    /// One that fails does not keep the others waiting; returns the last error.
    pub(crate) async fn follow_accounts(&self, now: Timestamp) -> Result<(), PaymentsError> {
        let mut outcome = Ok(());
        for user in self.store.under_way(now - UNDER_WAY).await? {
            match self.follow_connected(&user).await {
                Ok(_) => {}
                Err(PaymentsError::Unreachable) => return Err(PaymentsError::Unreachable),
                Err(error) => outcome = Err(error),
            }
        }
        outcome
    }

    async fn mail_to(
        &self,
        user: &UserId,
        template: &'static str,
        at: Timestamp,
    ) -> Result<Option<(String, Timestamp, MailMessage)>, PaymentsError> {
        let accounts: &std::sync::Arc<dyn Accounts> = self.accounts.get()?;
        let found = accounts.find(std::slice::from_ref(user)).await?;
        Ok(found
            .into_iter()
            .next()
            .map(|account| (self.cx.ids.next(), at, MailMessage::new(account.email, template))))
    }

    /// Follows an account of which Stripe reports a change.
    pub(super) async fn follow_account(&self, id: &str) -> Result<bool, PaymentsError> {
        match self.store.member_of(id).await? {
            Some(user) => Ok(self.follow_connected(&user).await? == Some(true)),
            None => Ok(false),
        }
    }

    /// Returns how much of a withdrawal's transfer was taken back; `None` for other transfers.
    pub(super) async fn reversal(
        &self,
        id: &str,
    ) -> Result<Option<TransferReversed>, PaymentsError> {
        let Some(transfer) = self.client.transfer(id).await? else { return Ok(None) };
        let reference = transfer.withdrawal().and_then(ItemId::received);
        let reversed = Money::from_minor(transfer.amount_reversed);
        Ok(reference.map(|withdrawal_id| TransferReversed { withdrawal_id, reversed }))
    }

    /// Returns the account into which a member can be paid, once there is one.
    pub(crate) async fn payee(&self, user: &UserId) -> Result<Option<Payee>, PaymentsError> {
        let known = self.store.connected(user).await?;
        Ok(known.and_then(|known| {
            Some(Payee { account: known.account?, ready_since: known.ready_since })
        }))
    }

    pub(crate) async fn send(&self, transfer: &OutgoingTransfer) -> TransferOutcome {
        self.client.send_transfer(transfer).await
    }

    pub(crate) async fn find(
        &self,
        transfer: &OutgoingTransfer,
    ) -> Result<Option<String>, PaymentsError> {
        self.client.find_transfer(transfer).await
    }
}
