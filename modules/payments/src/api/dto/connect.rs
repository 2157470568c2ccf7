//! Bodies of operations on accounts at Stripe.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId};

use crate::model::connected::{AccountState, ConnectedAccount};

/// Your account at Stripe.
#[derive(Debug, Object)]
pub(crate) struct ConnectedAccountView {
    /// Id at Stripe.
    stripe_account_id: String,
    /// Time of the creation.
    created_at: DateTime,
    /// Whether it may take payments.
    charges_enabled: bool,
    /// Whether Stripe pays its money into your bank account.
    payouts_enabled: bool,
    /// Whether Stripe's form is completed.
    details_submitted: bool,
    /// Whether you can be paid into it.
    state: AccountState,
    /// Details that Stripe still asks for, in words.
    missing: Vec<String>,
}

impl From<ConnectedAccount> for ConnectedAccountView {
    fn from(known: ConnectedAccount) -> Self {
        let facts = known.facts;
        Self {
            stripe_account_id: known.account.unwrap_or_default(),
            created_at: known.created_at.into(),
            charges_enabled: facts.charges_enabled,
            payouts_enabled: facts.payouts_enabled,
            details_submitted: facts.details_submitted,
            state: facts.state(),
            missing: facts.missing_in_words(),
        }
    }
}

/// An account to be completed at Stripe.
#[derive(Debug, Object)]
#[oai(example)]
pub(crate) struct LinkAccount {
    /// Id of your account at Stripe.
    #[oai(rename = "stripeAccountId")]
    pub(crate) stripe_account_id: ItemId,
}

impl Example for LinkAccount {
    fn example() -> Self {
        Self { stripe_account_id: ItemId("acct_1Nv0FGQ9RKHgCVdK".to_owned()) }
    }
}

/// Address of Stripe's form. Has no `Debug`: whoever has it can fill in the form.
#[derive(Object)]
pub(crate) struct AccountLink {
    /// Address to open in a browser.
    pub(crate) url: String,
}
