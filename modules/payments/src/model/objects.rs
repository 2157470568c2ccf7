//! Objects of Stripe, as far as this module reads them. States are text, so that a new one does not
//! make the object unreadable.

use std::collections::HashMap;

use miniserde::Deserialize;

use super::{
    card::{CardFacts, Expiry},
    connected::AccountFacts,
    is_token,
};

/// Name of our id in an object's metadata.
pub(crate) const REFERENCE: &str = "sparkyard_reference";

/// A list: <https://docs.stripe.com/api/pagination>.
#[derive(Debug, Deserialize)]
pub(crate) struct List<T> {
    pub(crate) data: Vec<T>,
    pub(crate) has_more: bool,
}

/// An object with our id in its metadata.
pub(crate) trait Referenced {
    /// Returns the object's id at Stripe.
    fn id(&self) -> &str;

    /// Returns our id, if this site created the object.
    fn reference(&self) -> Option<&str>;
}

macro_rules! referenced {
    ($($object:ty),+) => {$(
        impl Referenced for $object {
            fn id(&self) -> &str {
                &self.id
            }

            fn reference(&self) -> Option<&str> {
                self.metadata.get(REFERENCE).map(String::as_str)
            }
        }
    )+};
}

/// Any object, of which nothing else is read.
#[derive(Deserialize)]
pub(crate) struct Created {
    #[expect(dead_code, reason = "an answer without it is no object")]
    id: String,
}

/// A customer: <https://docs.stripe.com/api/customers/object>.
#[derive(Debug, Deserialize)]
pub(crate) struct Customer {
    pub(crate) id: String,
    metadata: HashMap<String, String>,
}

referenced!(Customer);

/// State of a customer; Stripe shows deleted ones with little else.
#[derive(Deserialize)]
pub(crate) struct CustomerState {
    pub(crate) deleted: Option<bool>,
}

/// A card being saved: <https://docs.stripe.com/api/setup_intents/object>.
#[derive(Deserialize)]
pub(crate) struct Setup {
    pub(crate) id: String,
    pub(crate) status: String,
    /// Must not be stored or logged.
    pub(crate) client_secret: Option<String>,
    pub(crate) customer: Option<String>,
    pub(crate) payment_method: Option<String>,
}

/// A way to pay: <https://docs.stripe.com/api/payment_methods/object>.
#[derive(Debug, Deserialize)]
pub(crate) struct Method {
    pub(crate) id: String,
    /// Absent once the method is detached.
    pub(crate) customer: Option<String>,
    card: Option<Card>,
}

#[derive(Debug, Deserialize)]
struct Card {
    brand: String,
    last4: String,
    exp_month: i64,
    exp_year: i64,
}

impl Method {
    /// Returns the public data of a card; `None` for other ways to pay.
    pub(crate) fn facts(&self) -> Option<CardFacts> {
        let Card { brand, last4, exp_month, exp_year } = self.card.as_ref()?;
        let expiry = Expiry { year: *exp_year, month: *exp_month };
        Some(CardFacts { brand: brand.clone(), last4: last4.clone(), expiry })
    }
}

/// An account of a member: <https://docs.stripe.com/api/accounts/object>.
#[derive(Debug, Deserialize)]
pub(crate) struct Account {
    pub(crate) id: String,
    charges_enabled: bool,
    payouts_enabled: bool,
    details_submitted: bool,
    capabilities: Option<Capabilities>,
    requirements: Option<Requirements>,
    metadata: HashMap<String, String>,
}

#[derive(Debug, Deserialize)]
struct Capabilities {
    transfers: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Requirements {
    currently_due: Option<Vec<String>>,
    disabled_reason: Option<String>,
}

referenced!(Account);

impl Account {
    /// Returns the state of the account.
    pub(crate) fn facts(&self) -> AccountFacts {
        let transfers = self.capabilities.as_ref().and_then(|all| all.transfers.as_deref());
        let requirements = self.requirements.as_ref();
        AccountFacts {
            charges_enabled: self.charges_enabled,
            payouts_enabled: self.payouts_enabled,
            details_submitted: self.details_submitted,
            transfers: transfers.unwrap_or("inactive").to_owned(),
            missing: requirements.and_then(|all| all.currently_due.clone()).unwrap_or_default(),
            disabled_reason: requirements.and_then(|all| all.disabled_reason.clone()),
        }
    }
}

/// The address of Stripe's form for an account: <https://docs.stripe.com/api/account_links/object>.
#[derive(Deserialize)]
pub(crate) struct AccountLink {
    /// Works once, for whoever has it: must not be stored or logged.
    pub(crate) url: String,
}

/// A transfer to an account: <https://docs.stripe.com/api/transfers/object>.
#[derive(Debug, Deserialize)]
pub(crate) struct Transfer {
    pub(crate) id: String,
    pub(crate) amount_reversed: i64,
    metadata: HashMap<String, String>,
}

referenced!(Transfer);

impl Transfer {
    /// Returns the id of the withdrawal that it pays, if this site made it.
    pub(crate) fn withdrawal(&self) -> Option<&str> {
        self.reference()
    }
}

/// Checks whether `id` is Stripe's and begins with `prefix`, such as `pm_`: the library does not
/// escape ids in paths.
pub(crate) fn is_id(id: &str, prefix: &str) -> bool {
    id.strip_prefix(prefix).is_some_and(is_token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_cannot_change_the_path() {
        assert!(is_id("pm_1Nx", "pm_") && is_id("seti_1", "seti_"));
        for bad in ["", "pm_", "pm_1/detach", "pm_..", "seti_1", "pm_1?x=1", "pm_ä"] {
            assert!(!is_id(bad, "pm_"), "{bad}");
        }
    }

    #[test]
    fn only_cards_have_facts() {
        let read = |text: &str| miniserde::json::from_str::<Method>(text).unwrap();
        let card = read(
            r#"{"id":"pm_1","type":"card","customer":"cus_1","new":{"a":[1]},
                "card":{"brand":"visa","last4":"4242","exp_month":8,"exp_year":2031,"x":null}}"#,
        );
        assert_eq!(card.facts().unwrap().expiry.text(), "08/31");
        assert!(read(r#"{"id":"pm_2","type":"bacs_debit","customer":null}"#).facts().is_none());
    }
}
