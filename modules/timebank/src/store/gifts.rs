//! Queries and writes of gifts and grants.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    events::timebank::{GIVEN, REVERSED, SparksGiven, SparksReversed},
};
use surrealdb::types::SurrealValue;

use super::{
    TimebankStore,
    rows::{GiftRow, Listed},
};
use crate::{
    error::REVERSE,
    model::{Gift, Reversal},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const OF_MEMBER: &str = "SELECT gift AS id, newest, \
     type::record('spark_gift', gift).* AS row FROM spark_gift_side \
     WHERE user_id = $user AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const ALL: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM spark_gift \
     WHERE newest > $after ORDER BY newest LIMIT $limit";

/// Name under which writes of the pot wait for each other.
pub(crate) const POT: &str = "timebank.pot";

/// Additional parts of the transaction that stores a gift or grant.
pub(crate) struct Giving {
    /// Charge the daily allowances.
    pub(crate) allowances: Vec<Fragment>,
    /// Moves the tokens.
    pub(crate) transfer: Fragment,
    /// Records a grant in the audit log.
    pub(crate) audit: Option<Fragment>,
    pub(crate) event: SparksGiven,
    pub(crate) key: Option<Idempotency>,
}

/// Additional parts of the transaction that reverses a gift or grant.
pub(crate) struct Reversing {
    /// Moves the tokens back.
    pub(crate) transfer: Fragment,
    pub(crate) audit: Fragment,
    /// Id and content of the event to both parties.
    pub(crate) payload: (String, SparksReversed),
}

/// Returns a fragment that stores a gift or grant.
pub(crate) fn give(gift: &Gift) -> Fragment {
    Fragment::new("fn::timebank::give", &[]).arg(gift.id.clone()).arg(GiftRow::from(gift))
}

impl TimebankStore {
    /// Stores a gift and moves its tokens. A repeated idempotency key returns id and time of the
    /// first request.
    pub(crate) async fn give(
        &self,
        gift: &Gift,
        giving: Giving,
    ) -> Result<(ItemId, Timestamp), DbError> {
        #[derive(SurrealValue)]
        struct Given {
            id: ItemId,
            at: Timestamp,
        }
        let Giving { allowances, transfer, audit, event, key } = giving;
        let mut write = self
            .db
            .write("timebank.give")
            .bind("id", gift.id.clone())
            .bind("at", gift.created_at)
            .calls(allowances)
            .call(transfer)
            .call(give(gift))
            .calls(audit)
            .publish(GIVEN, gift.id.to_string(), gift.created_at, event)
            .idempotent(key)
            .returning("{ id: $id, at: $at }");
        if gift.giver.is_none() || gift.receiver.is_none() {
            write = write.queued(POT.to_owned());
        }
        let given = write.run::<Given>().await?;
        Ok((given.id, given.at))
    }

    /// Returns one gift or grant.
    pub(crate) async fn gift(&self, id: &ItemId) -> Result<Option<Gift>, DbError> {
        let row: Option<GiftRow> = self.db.get("spark_gift", id.clone()).await?;
        Ok(row.map(|row| row.gift(id.clone())))
    }

    /// Returns a page of the gifts from and to `user`, newest first.
    pub(crate) async fn gifts_of(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Gift>, DbError> {
        let query = self.db.query(OF_MEMBER).bind("user", user.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows = query.bind("limit", page.fetch_limit()).fetch().await?;
        Ok(cut(rows, page))
    }

    /// Returns a page of all gifts and grants, newest first.
    pub(crate) async fn all_gifts(&self, page: &PageQuery) -> Result<Page<Gift>, DbError> {
        let query = self.db.query(ALL).bind("after", page.after.clone().unwrap_or_default());
        let rows = query.bind("limit", page.fetch_limit()).fetch().await?;
        Ok(cut(rows, page))
    }

    /// Reverses a gift or grant. Fails with `timebank.reversed` if that was done before.
    pub(crate) async fn reverse_gift(
        &self,
        gift: &Gift,
        reversal: Reversal,
        reversing: Reversing,
    ) -> Result<(), DbError> {
        let Reversing { transfer, audit, payload: (event, payload) } = reversing;
        let at = reversal.at;
        self.db
            .write("timebank.reverse_gift")
            .violations(REVERSE)
            .bind("id", gift.id.clone())
            .bind("reversal", reversal)
            .step(
                "LET $reversed = (UPDATE type::record('spark_gift', $id) \
                 SET reversal = $reversal WHERE reversal = NONE)",
            )
            .step("IF array::len($reversed) = 0 { THROW 'timebank.reversed' }")
            .call(transfer)
            .call(audit)
            .publish(REVERSED, event, at, payload)
            .run()
            .await
    }
}

fn cut(rows: Vec<Listed<GiftRow>>, page: &PageQuery) -> Page<Gift> {
    Page::cut(rows, page, |listed| listed.newest.clone()).map(|listed| listed.row.gift(listed.id))
}
