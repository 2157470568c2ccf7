//! Cards of members.

use sparkyard_kernel::{
    ItemId, Timestamp, UserId,
    db::{DbError, Fragment},
    newest_first,
};
use surrealdb::types::SurrealValue;

use super::PaymentsStore;
use crate::{
    error::BILLING,
    model::card::{CardFacts, Cards, Expiry, MAX_CARDS, SavedCard},
};

pub(super) const OF_USER: &str = "SELECT *, record::id(id) AS id FROM billing_method \
     WHERE user_id = $user ORDER BY newest LIMIT $most";
pub(super) const OF_CUSTOMER: &str =
    "SELECT VALUE record::id(id) FROM billing_owner WHERE customer = $customer LIMIT 1";

/// A card as stored.
#[derive(SurrealValue)]
struct CardRow {
    id: ItemId,
    user_id: UserId,
    brand: String,
    last4: String,
    expiry_month: i64,
    expiry_year: i64,
    created_at: Timestamp,
    newest: String,
}

impl From<CardRow> for SavedCard {
    fn from(row: CardRow) -> Self {
        let expiry = Expiry { year: row.expiry_year, month: row.expiry_month };
        let facts = CardFacts { brand: row.brand, last4: row.last4, expiry };
        Self { id: row.id, user_id: row.user_id, facts, created_at: row.created_at }
    }
}

/// A member's customer at Stripe.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct CustomerRow {
    /// Our id of it.
    pub(crate) reference: String,
    /// Time before which it was not created.
    pub(crate) created_at: Timestamp,
    /// Id at Stripe, once known.
    pub(crate) customer: Option<String>,
}

impl PaymentsStore {
    /// Returns the cards of a member, newest first.
    pub(crate) async fn cards(&self, user: &UserId) -> Result<Cards, DbError> {
        #[derive(SurrealValue)]
        struct OwnerRow {
            chosen: Option<ItemId>,
            customer: Option<String>,
        }
        let owner = self.db.get::<OwnerRow>("billing_owner", user.clone()).await?;
        let Some(OwnerRow { chosen, customer }) = owner else { return Ok(Cards::default()) };
        let query = self.db.query(OF_USER).bind("user", user.clone());
        let rows = query.bind("most", MAX_CARDS).fetch::<CardRow>().await?;
        let all = rows.into_iter().map(SavedCard::from).collect();
        Ok(Cards { all, chosen, customer })
    }

    /// Checks whether a member keeps a card.
    pub(crate) async fn has_card(&self, user: &UserId) -> Result<bool, DbError> {
        #[derive(SurrealValue)]
        struct CountRow {
            methods: i64,
        }
        let owner = self.db.get::<CountRow>("billing_owner", user.clone()).await?;
        Ok(owner.is_some_and(|owner| owner.methods > 0))
    }

    /// Returns a card of `user`.
    pub(crate) async fn card(
        &self,
        user: &UserId,
        id: &ItemId,
    ) -> Result<Option<SavedCard>, DbError> {
        Ok(self.any_card(id).await?.filter(|card| card.user_id == *user))
    }

    /// Returns a card, whoever keeps it.
    pub(crate) async fn any_card(&self, id: &ItemId) -> Result<Option<SavedCard>, DbError> {
        let query = self
            .db
            .query("SELECT *, record::id(id) AS id FROM type::record('billing_method', $id)");
        let row = query.bind("id", id.clone()).fetch_optional::<CardRow>().await?;
        Ok(row.map(SavedCard::from))
    }

    /// Adds a card, which becomes the default if it is the first. Changes nothing if the id is
    /// known. Fails with `payments.too_many_cards` beyond the limit, or as `spent` refuses.
    pub(crate) async fn add_card(
        &self,
        card: &SavedCard,
        spent: Option<Fragment>,
    ) -> Result<(), DbError> {
        let SavedCard { id, user_id, facts, created_at } = card.clone();
        let CardFacts { brand, last4, expiry } = facts;
        let row = CardRow {
            newest: newest_first(created_at, &id.0),
            id,
            user_id,
            brand,
            last4,
            expiry_month: expiry.month,
            expiry_year: expiry.year,
            created_at,
        };
        self.db
            .write("payments.add_card")
            .violations(BILLING)
            .bind("id", card.id.clone())
            .bind("user", card.user_id.clone())
            .bind("limit", MAX_CARDS)
            .bind("row", row)
            .step(
                "IF !record::exists(type::record('billing_method', $id)) { \
                 LET $owner = (UPSERT ONLY type::record('billing_owner', $user) \
                 SET methods = (methods ?? 0) + 1, chosen = chosen ?? $id); \
                 IF $owner.methods > $limit { THROW 'payments.too_many_cards' }; \
                 CREATE billing_method CONTENT $row RETURN NONE }",
            )
            .calls(spent)
            .run()
            .await
    }

    /// Changes the public data of a card that is stored.
    pub(crate) async fn update_card(&self, id: &ItemId, facts: CardFacts) -> Result<(), DbError> {
        self.db
            .write("payments.update_card")
            .bind("id", id.clone())
            .bind("brand", facts.brand)
            .bind("last4", facts.last4)
            .bind("month", facts.expiry.month)
            .bind("year", facts.expiry.year)
            .step(
                "UPDATE type::record('billing_method', $id) SET brand = $brand, last4 = $last4, \
                 expiry_month = $month, expiry_year = $year RETURN NONE",
            )
            .run()
            .await
    }

    /// Deletes a card of `user`, if it is there; if it was the default, the newest of the others
    /// becomes it.
    pub(crate) async fn remove_card(&self, user: &UserId, id: &ItemId) -> Result<(), DbError> {
        self.db
            .write("payments.remove_card")
            .from_reserve()
            .bind("user", user.clone())
            .bind("id", id.clone())
            .step(
                "LET $gone = (DELETE type::record('billing_method', $id) \
                 WHERE user_id = $user RETURN BEFORE)",
            )
            .step(
                "LET $next = (SELECT record::id(id) AS id, newest FROM billing_method \
                 WHERE user_id = $user ORDER BY newest LIMIT 1)",
            )
            .step(
                "IF array::len($gone) > 0 { \
                 UPDATE type::record('billing_owner', $user) SET methods -= 1, \
                 chosen = IF chosen = $id { $next[0].id } ELSE { chosen } RETURN NONE }",
            )
            .run()
            .await
    }

    /// Deletes what is known of somebody as a customer.
    pub(crate) async fn forget_owner(&self, user: &UserId) -> Result<(), DbError> {
        self.db
            .write("payments.forget_owner")
            .from_reserve()
            .bind("user", user.clone())
            .step("DELETE type::record('billing_owner', $user) RETURN NONE")
            .run()
            .await
    }

    /// Makes a card of `user` the default. Fails with `payments.card_not_found` if there is none.
    pub(crate) async fn choose_card(&self, user: &UserId, id: &ItemId) -> Result<(), DbError> {
        self.db
            .write("payments.choose_card")
            .violations(BILLING)
            .bind("user", user.clone())
            .bind("id", id.clone())
            .step(
                "LET $own = (SELECT VALUE user_id FROM type::record('billing_method', $id) \
                 WHERE user_id = $user)",
            )
            .step("IF array::len($own) = 0 { THROW 'payments.card_not_found' }")
            // A deletion writes the same row, so that one of the two wins.
            .step("UPDATE type::record('billing_owner', $user) SET chosen = $id RETURN NONE")
            .run()
            .await
    }

    /// Returns the row of the member's customer, which is created with `reference` if there is
    /// none. Fails as `spent` refuses.
    pub(crate) async fn begin_customer(
        &self,
        user: &UserId,
        reference: String,
        spent: Option<Fragment>,
        at: Timestamp,
    ) -> Result<CustomerRow, DbError> {
        self.db
            .write("payments.begin_customer")
            .bind("user", user.clone())
            .bind("reference", reference)
            .bind("at", at)
            .step(
                "LET $owner = (UPSERT ONLY type::record('billing_owner', $user) SET \
                 methods = methods ?? 0, reference = reference ?? $reference, \
                 created_at = created_at ?? $at)",
            )
            .calls(spent)
            .returning(
                "{ reference: $owner.reference, created_at: $owner.created_at, \
                 customer: $owner.customer }",
            )
            .run()
            .await
    }

    /// Stores the id of the member's customer at Stripe, unless one is stored.
    pub(crate) async fn set_customer(&self, user: &UserId, customer: &str) -> Result<(), DbError> {
        self.db
            .write("payments.set_customer")
            .bind("user", user.clone())
            .bind("customer", customer.to_owned())
            .step(
                "UPDATE type::record('billing_owner', $user) SET customer = customer ?? $customer \
                 RETURN NONE",
            )
            .run()
            .await
    }

    /// Forgets the member's customer and its cards, unless the member has another customer by now.
    pub(crate) async fn forget_customer(
        &self,
        user: &UserId,
        customer: &str,
    ) -> Result<(), DbError> {
        self.db
            .write("payments.forget_customer")
            .bind("user", user.clone())
            .bind("customer", customer.to_owned())
            .step(
                "LET $gone = (UPDATE type::record('billing_owner', $user) SET customer = NONE, \
                 reference = NONE, created_at = NONE, methods = 0, chosen = NONE \
                 WHERE customer = $customer RETURN VALUE id)",
            )
            .step(
                "IF array::len($gone) > 0 { DELETE billing_method WHERE user_id = $user \
                 RETURN NONE }",
            )
            .run()
            .await
    }

    /// Returns the member whose customer at Stripe this is.
    pub(crate) async fn owner_of(&self, customer: &str) -> Result<Option<UserId>, DbError> {
        let query = self.db.query(OF_CUSTOMER).bind("customer", customer.to_owned());
        query.fetch_optional().await
    }
}
