//! Accounts of members at Stripe, into which they are paid.

use std::collections::BTreeSet;

use poem_openapi::Enum;
use sparkyard_kernel::Timestamp;

/// Permission that is in force.
const ACTIVE: &str = "active";

/// Whether an account can be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum AccountState {
    /// Stripe's form is not completed yet.
    NotStarted,
    /// Stripe verifies what the member has entered.
    UnderWay,
    /// Can be paid.
    Ready,
    /// Cannot be paid before the member gives more details.
    Restricted,
    /// Closed by Stripe for good.
    Closed,
}

/// State of an account, as Stripe shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct AccountFacts {
    pub(crate) charges_enabled: bool,
    pub(crate) payouts_enabled: bool,
    pub(crate) details_submitted: bool,
    /// Permission to receive transfers: `active`, `pending` or `inactive`.
    pub(crate) transfers: String,
    /// Names of the details that Stripe misses.
    pub(crate) missing: Vec<String>,
    /// Reason for which Stripe has disabled the account.
    pub(crate) disabled_reason: Option<String>,
}

impl AccountFacts {
    /// Checks whether the account can be paid: money reaches it, and leaves it to the member's bank.
    pub(crate) fn is_ready(&self) -> bool {
        self.transfers == ACTIVE && self.payouts_enabled
    }

    /// Returns the state: <https://docs.stripe.com/connect/handling-api-verification>.
    pub(crate) fn state(&self) -> AccountState {
        let waits = ["requirements.pending_verification", "under_review"];
        let is_disabled = self.disabled_reason.as_deref().is_some_and(|why| !waits.contains(&why));
        match () {
            () if self.is_ready() => AccountState::Ready,
            () if self.disabled_reason.as_deref().is_some_and(is_final) => AccountState::Closed,
            () if !self.details_submitted => AccountState::NotStarted,
            () if is_disabled || !self.missing.is_empty() => AccountState::Restricted,
            () => AccountState::UnderWay,
        }
    }

    /// Returns the missing details in words, each once.
    pub(crate) fn missing_in_words(&self) -> Vec<String> {
        let words: BTreeSet<_> = self.missing.iter().map(|name| in_words(name)).collect();
        words.into_iter().map(str::to_owned).collect()
    }
}

/// Checks whether a reason for a disabled account is final.
fn is_final(reason: &str) -> bool {
    reason.starts_with("rejected.") || reason == "platform_paused"
}

/// Returns what a requirement of Stripe asks for: <https://docs.stripe.com/connect/required-verification-information>.
fn in_words(requirement: &str) -> &'static str {
    let parts: Vec<&str> = requirement.split('.').collect();
    let has = |name: &str| parts.contains(&name);
    match () {
        () if has("external_account") => "a bank account",
        () if has("tos_acceptance") => "your agreement to Stripe's terms",
        () if has("additional_document") => "a proof of your address",
        () if has("verification") => "a photo of an identity document",
        () if has("dob") => "your date of birth",
        () if has("address") => "your home address",
        () if has("email") => "your email address",
        () if has("phone") => "your phone number",
        () if has("first_name") || has("last_name") => "your name",
        () if has("id_number") => "a number that identifies you",
        () if has("business_profile") => "a few words about what you offer",
        () => "more details about you",
    }
}

/// The account of a member.
#[derive(Clone, Debug)]
pub(crate) struct ConnectedAccount {
    /// Our id.
    pub(crate) reference: String,
    /// Id at Stripe, once known.
    pub(crate) account: Option<String>,
    pub(crate) created_at: Timestamp,
    pub(crate) facts: AccountFacts,
    /// Time since which it can be paid, while it can.
    pub(crate) ready_since: Option<Timestamp>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn state_follows_from_permissions_and_requirements() {
        let facts = |submitted: bool, ready: bool, missing: &[&str], why: Option<&str>| {
            AccountFacts {
                details_submitted: submitted,
                payouts_enabled: ready,
                transfers: if ready { ACTIVE } else { "inactive" }.to_owned(),
                missing: missing.iter().map(|&name| name.to_owned()).collect(),
                disabled_reason: why.map(str::to_owned),
                charges_enabled: false,
            }
            .state()
        };
        let past_due = Some("requirements.past_due");
        assert_eq!(facts(false, false, &["external_account"], past_due), AccountState::NotStarted);
        let pending = Some("requirements.pending_verification");
        assert_eq!(facts(true, false, &[], pending), AccountState::UnderWay);
        assert_eq!(facts(true, false, &[], None), AccountState::UnderWay);
        assert_eq!(facts(true, true, &[], None), AccountState::Ready);
        assert_eq!(facts(true, true, &["individual.phone"], None), AccountState::Ready);
        assert_eq!(facts(true, false, &["individual.phone"], None), AccountState::Restricted);
        assert_eq!(facts(true, false, &[], past_due), AccountState::Restricted);
        let rejected = Some("rejected.fraud");
        assert_eq!(facts(false, false, &[], rejected), AccountState::Closed);
    }

    #[test]
    fn requirements_are_told_in_words_once() {
        let missing = [
            "individual.verification.document",
            "individual.dob.day",
            "individual.dob.year",
            "external_account",
            "something.new",
        ];
        let facts = AccountFacts {
            missing: missing.map(str::to_owned).to_vec(),
            ..AccountFacts::default()
        };
        let words = [
            "a bank account",
            "a photo of an identity document",
            "more details about you",
            "your date of birth",
        ];
        assert_eq!(facts.missing_in_words(), words);
    }
}
