//! Bodies of operations on cards.

use poem_openapi::{Object, types::Example};
use sparkyard_kernel::{DateTime, ItemId};

use crate::{
    model::card::{CardForm, Cards, SavedCard},
    service::CardSetup,
};

/// A simulated card. Has no `Debug`, so that the number cannot be logged.
#[derive(Object)]
#[oai(example)]
pub(crate) struct AddBillingMethod {
    /// Sixteen digits; spaces are ignored.
    card_number: String,
    /// Last month in which the card is valid, `MM/YY`.
    expiry_date: String,
    /// Three or four digits.
    cvv: String,
    /// Street and house number, 1 to 200 characters.
    address: String,
    /// City, 1 to 100 characters.
    city: String,
    /// Postcode, at most 12 characters.
    postal_code: Option<String>,
}

impl Example for AddBillingMethod {
    fn example() -> Self {
        Self {
            card_number: "4242 4242 4242 4242".to_owned(),
            expiry_date: "08/31".to_owned(),
            cvv: "123".to_owned(),
            address: "14 Crown Street".to_owned(),
            city: "Hebden Bridge".to_owned(),
            postal_code: Some("HX7 8EH".to_owned()),
        }
    }
}

impl AddBillingMethod {
    pub(crate) fn form(&self) -> CardForm<'_> {
        CardForm {
            number: &self.card_number,
            expiry: &self.expiry_date,
            cvv: &self.cvv,
            address: &self.address,
            city: &self.city,
            postcode: self.postal_code.as_deref().unwrap_or_default(),
        }
    }
}

/// A card that you keep.
#[derive(Debug, Object)]
pub(crate) struct BillingMethod {
    /// Id of the card.
    id: ItemId,
    /// Brand, such as `visa`; `unknown` if it is not known.
    brand: String,
    /// Last four digits of the number: `**** 4242`.
    card_number: String,
    /// Last month in which the card is valid, `MM/YY`.
    expiry_date: String,
    /// Whether this card is used unless another is chosen.
    is_default: bool,
    /// Time of the addition.
    created_at: DateTime,
}

impl BillingMethod {
    pub(crate) fn new(card: SavedCard, is_default: bool) -> Self {
        Self {
            id: card.id,
            brand: card.facts.brand,
            card_number: format!("**** {}", card.facts.last4),
            expiry_date: card.facts.expiry.text(),
            is_default,
            created_at: card.created_at.into(),
        }
    }
}

/// Converts the cards of a member.
pub(crate) fn views(cards: Cards) -> Vec<BillingMethod> {
    let Cards { all, chosen, .. } = cards;
    let view = |card: SavedCard| {
        let is_default = chosen.as_ref() == Some(&card.id);
        BillingMethod::new(card, is_default)
    };
    all.into_iter().map(view).collect()
}

/// A payment to be made with a card that you keep. Has no `Debug`, so that the secret cannot be
/// logged.
#[derive(Object)]
#[oai(example)]
pub(crate) struct UseBillingMethod {
    /// Secret of the payment, as given when it was begun.
    #[oai(rename = "clientSecret", validator(max_length = 256))]
    pub(crate) client_secret: String,
}

impl Example for UseBillingMethod {
    fn example() -> Self {
        Self { client_secret: "pi_3MtwBwLkdIwHu7ix_secret_…".to_owned() }
    }
}

/// A card form of Stripe. Has no `Debug`, so that the secret cannot be logged.
#[derive(Object)]
pub(crate) struct BillingSetup {
    /// Id of the form.
    id: String,
    /// Secret with which the form saves the card.
    #[oai(rename = "clientSecret")]
    client_secret: String,
    /// Public key of the site for the form.
    #[oai(rename = "publishableKey")]
    publishable_key: String,
}

impl From<CardSetup> for BillingSetup {
    fn from(setup: CardSetup) -> Self {
        let CardSetup { id, client_secret, publishable_key } = setup;
        Self { id, client_secret, publishable_key }
    }
}

/// A deleted card.
#[derive(Debug, Object)]
pub(crate) struct BillingMethodRemoved {
    /// Id of the card.
    pub(crate) id: ItemId,
}
