//! Accounts of members at Stripe, and transfers to them.

use sparkyard_kernel::{
    Timestamp,
    ports::{OutgoingTransfer, TransferOutcome, TransferRefusal},
};
use stripe::StripeError;
use tracing::{error, warn};

use super::{
    Failure, StripeClient,
    create_once::{Fields, METADATA, get, post},
    unreadable,
};
use crate::{
    error::PaymentsError,
    model::objects::{Account, AccountLink, Transfer, is_id},
};

/// Name of the group of a withdrawal's transfer, by which it is found.
fn group(transfer: &OutgoingTransfer) -> String {
    format!("withdrawal_{}", transfer.reference)
}

impl StripeClient {
    /// Creates the account of our row `reference`. The member manages it in Stripe's own console;
    /// Stripe collects what the law requires: <https://docs.stripe.com/connect/accounts>.
    pub(in super::super) async fn create_account(
        &self,
        reference: &str,
        since: Timestamp,
        email: &str,
    ) -> Result<Box<Account>, PaymentsError> {
        let fields = [
            ("country", "GB"),
            ("email", email),
            ("business_type", "individual"),
            ("controller[stripe_dashboard][type]", "express"),
            ("controller[fees][payer]", "application"),
            ("controller[losses][payments]", "application"),
            ("controller[requirement_collection]", "stripe"),
            ("capabilities[transfers][requested]", "true"),
        ];
        let fields = fields.map(|(name, value)| (name, value.to_owned())).into();
        self.create_once("/accounts", fields, reference, since).await
    }

    /// Returns an account; `None` if Stripe does not know it.
    pub(in super::super) async fn account(
        &self,
        id: &str,
    ) -> Result<Option<Box<Account>>, PaymentsError> {
        if !is_id(id, "acct_") {
            return Ok(None);
        }
        let path = format!("/accounts/{id}");
        self.attempts(|| get(&path, &Fields::new()), None).await
    }

    /// Returns the address of Stripe's form for an account. It works once, and for minutes: Stripe
    /// sends the browser to `refresh` if it no longer does, and to `back` in the end.
    pub(in super::super) async fn account_link(
        &self,
        account: &str,
        (refresh, back): (String, String),
        key: &str,
    ) -> Result<String, PaymentsError> {
        let fields = Fields::from([
            ("account", account.to_owned()),
            ("refresh_url", refresh),
            ("return_url", back),
            ("type", "account_onboarding".to_owned()),
        ]);
        let key = format!("link:{key}");
        let link = self.attempts::<AccountLink>(|| post("/account_links", &fields), Some(&key));
        let link = link.await?.ok_or(PaymentsError::Refused)?;
        // The browser is sent there.
        match link.url.starts_with("https://") {
            true => Ok(link.url),
            false => Err(unreadable("a link that is not https")),
        }
    }

    /// Returns a transfer; `None` if Stripe does not know it.
    pub(in super::super) async fn transfer(
        &self,
        id: &str,
    ) -> Result<Option<Box<Transfer>>, PaymentsError> {
        if !is_id(id, "tr_") {
            return Ok(None);
        }
        let path = format!("/transfers/{id}");
        self.attempts(|| get(&path, &Fields::new()), None).await
    }

    /// Looks for the transfer of a withdrawal.
    pub(in super::super) async fn find_transfer(
        &self,
        transfer: &OutgoingTransfer,
    ) -> Result<Option<String>, PaymentsError> {
        let fields = Fields::from([("transfer_group", group(transfer))]);
        let (reference, since) = (&transfer.reference.0, transfer.since);
        let found = self.find::<Transfer>("/transfers", fields, reference, since).await?;
        Ok(found.map(|found| found.id))
    }

    /// Makes a transfer. The key changes only after an error of Stripe's own, and then the caller
    /// looks for the transfer before.
    pub(in super::super) async fn send_transfer(
        &self,
        transfer: &OutgoingTransfer,
    ) -> TransferOutcome {
        let OutgoingTransfer { reference, account, amount, failures, .. } = transfer;
        let fields = Fields::from([
            ("amount", amount.minor().to_string()),
            ("currency", "gbp".to_owned()),
            ("destination", account.clone()),
            ("transfer_group", group(transfer)),
            (METADATA, reference.0.clone()),
        ]);
        let key = format!("transfer:{reference}:{failures}");
        match self.exactly::<Transfer>(|| post("/transfers", &fields), &key).await {
            Ok(made) => TransferOutcome::Sent(made.id),
            Err(error) => outcome(&error),
        }
    }
}

/// Returns the outcome of a transfer that failed. Only errors that Stripe gives after having looked
/// at the key say that there is no transfer.
fn outcome(error: &StripeError) -> TransferOutcome {
    if let StripeError::Stripe(error, 400 | 402 | 404) = error {
        let code = error.code.as_ref().map_or("no code", |code| code.as_str());
        error!(code, "Stripe has refused a transfer");
        return TransferOutcome::Refused(match code {
            "balance_insufficient" => TransferRefusal::NoFunds,
            "insufficient_capabilities_for_transfer" | "account_invalid" | "resource_missing" => {
                TransferRefusal::AccountNotReady
            }
            _ => TransferRefusal::Other,
        });
    }
    match Failure::of(error) {
        Failure::Broken(why) => {
            warn!("Stripe has failed to make a transfer: {why}");
            TransferOutcome::Failed
        }
        Failure::Refused(why) | Failure::Unknown(why) => {
            warn!("it is unknown whether a transfer was made: {why}");
            TransferOutcome::Unknown
        }
        Failure::Missing => TransferOutcome::Unknown,
    }
}
