//! Queries and writes of exchanges.

use sparkyard_kernel::{
    ItemId, Page, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency, Topic},
    events::timebank::{EXCHANGE_WRITTEN, ExchangeChanged, PAYER_SHORT, REVERSED, SparksReversed},
};
use surrealdb::types::SurrealValue;

use super::{
    TimebankStore,
    rows::{ExchangeRow, Listed},
};
use crate::{
    error::{CLOSE_EXCHANGE, REVERSE, WRITE_EXCHANGE},
    model::exchange::{Exchange, Status},
};

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const OF_MEMBER: &str = "SELECT exchange AS id, newest, \
     type::record('exchange', exchange).* AS row FROM exchange_side \
     WHERE user_id = $user AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const WAITING: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM exchange \
     WITH INDEX exchange_waiting WHERE other = $user AND status = 'waiting' AND newest > $after \
     ORDER BY newest LIMIT $limit";
pub(super) const ALL: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM exchange \
     WHERE newest > $after ORDER BY newest LIMIT $limit";
pub(super) const DUE: &str = "SELECT record::id(id) AS id, newest, id.* AS row FROM exchange \
     WITH INDEX exchange_due WHERE status = 'waiting' AND due_at <= $now LIMIT $limit";

/// Lists of exchanges.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ExchangeList<'a> {
    /// Exchanges in which a member takes part.
    Of(&'a UserId),
    /// Exchanges that wait for a member's answer.
    WaitingFor(&'a UserId),
    /// Exchanges of all members.
    All,
}

/// Additional parts of the transaction that ends the wait for an answer.
pub(crate) struct Closing {
    pub(crate) status: Status,
    pub(crate) reason: Option<String>,
    /// Delegate who answers for a party.
    pub(crate) delegate: Option<UserId>,
    pub(crate) at: Timestamp,
    /// Moves the tokens, if any.
    pub(crate) transfer: Option<Fragment>,
    pub(crate) topic: Topic<ExchangeChanged>,
    /// Id and content of the event.
    pub(crate) payload: (String, ExchangeChanged),
}

impl TimebankStore {
    /// Stores an exchange. A repeated idempotency key returns id and time of the first request.
    /// Fails with `timebank.too_many_unanswered` if `most` wait for the other side.
    pub(crate) async fn write_exchange(
        &self,
        exchange: &Exchange,
        most: i64,
        charge: Fragment,
        payload: ExchangeChanged,
        key: Option<Idempotency>,
    ) -> Result<(ItemId, Timestamp), DbError> {
        #[derive(SurrealValue)]
        struct Written {
            id: ItemId,
            at: Timestamp,
        }
        let (id, at) = (exchange.id.clone(), exchange.created_at);
        let store = Fragment::new("fn::timebank::write_exchange", WRITE_EXCHANGE)
            .arg(id.clone())
            .arg(ExchangeRow::from(exchange))
            .arg(most);
        let written = self
            .db
            .write("timebank.write_exchange")
            .bind("id", id.clone())
            .bind("at", at)
            .call(charge)
            .call(store)
            .publish(EXCHANGE_WRITTEN, id.to_string(), at, payload)
            .idempotent(key)
            .returning("{ id: $id, at: $at }")
            .run::<Written>()
            .await?;
        Ok((written.id, written.at))
    }

    /// Returns one exchange.
    pub(crate) async fn exchange(&self, id: &ItemId) -> Result<Option<Exchange>, DbError> {
        let row: Option<ExchangeRow> = self.db.get("exchange", id.clone()).await?;
        Ok(row.map(|row| row.exchange(id.clone())))
    }

    /// Returns a page of a list, newest first.
    pub(crate) async fn exchanges(
        &self,
        list: ExchangeList<'_>,
        page: &PageQuery,
    ) -> Result<Page<Exchange>, DbError> {
        let query = match list {
            ExchangeList::Of(user) => self.db.query(OF_MEMBER).bind("user", user.clone()),
            ExchangeList::WaitingFor(user) => self.db.query(WAITING).bind("user", user.clone()),
            ExchangeList::All => self.db.query(ALL),
        };
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<Listed<ExchangeRow>> =
            query.bind("limit", page.fetch_limit()).fetch().await?;
        let page = Page::cut(rows, page, |listed| listed.newest.clone());
        Ok(page.map(|listed| listed.row.exchange(listed.id)))
    }

    /// Returns up to `limit` exchanges whose time for an answer is over.
    pub(crate) async fn due_exchanges(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<Exchange>, DbError> {
        let query = self.db.query(DUE).bind("now", now).bind("limit", limit);
        let rows: Vec<Listed<ExchangeRow>> = query.fetch().await?;
        Ok(rows.into_iter().map(|listed| listed.row.exchange(listed.id)).collect())
    }

    /// Ends the wait for an answer. Fails with `timebank.exchange_closed` if it has ended.
    pub(crate) async fn close_exchange(
        &self,
        id: &ItemId,
        closing: Closing,
    ) -> Result<(), DbError> {
        let Closing { status, reason, delegate, at, transfer, topic, payload: (event, payload) } =
            closing;
        let close = Fragment::new("fn::timebank::close_exchange", CLOSE_EXCHANGE)
            .arg(id.clone())
            .arg(status)
            .arg(reason)
            .arg(at);
        let write = self.db.write("timebank.close_exchange").call(close);
        let write = match delegate {
            Some(delegate) => write.bind("id", id.clone()).bind("delegate", delegate).step(
                "UPDATE type::record('exchange', $id) SET answer_delegate = $delegate RETURN NONE",
            ),
            None => write,
        };
        write.calls(transfer).publish(topic, event, at, payload).run().await
    }

    /// Lets an exchange wait until `due_at`; with `payload`, both sides are told that tokens are
    /// lacking. Changes nothing if it no longer waits.
    pub(crate) async fn postpone_exchange(
        &self,
        id: &ItemId,
        (now, due_at): (Timestamp, Timestamp),
        payload: Option<ExchangeChanged>,
    ) -> Result<(), DbError> {
        let short_at = payload.as_ref().map(|_| now);
        let write = self
            .db
            .write("timebank.postpone_exchange")
            .violations(CLOSE_EXCHANGE)
            .bind("id", id.clone())
            .bind("due_at", due_at)
            .bind("short_at", short_at)
            .step(
                "LET $postponed = (UPDATE type::record('exchange', $id) \
                 SET due_at = $due_at, short_at = short_at ?? $short_at WHERE status = 'waiting')",
            )
            .step("IF array::len($postponed) = 0 { THROW 'timebank.exchange_closed' }");
        match payload {
            // One event, however often it is tried.
            Some(payload) => write.publish(PAYER_SHORT, format!("{id}/short"), now, payload),
            None => write,
        }
        .run()
        .await
    }

    /// Reverses an exchange that counts. Fails with `timebank.reversed` if it does not.
    pub(crate) async fn reverse_exchange(
        &self,
        id: &ItemId,
        (reason, at): (String, Timestamp),
        transfer: Option<Fragment>,
        audit: Fragment,
        (event, payload): (String, SparksReversed),
    ) -> Result<(), DbError> {
        self.db
            .write("timebank.reverse_exchange")
            .violations(REVERSE)
            .bind("id", id.clone())
            .bind("reason", reason)
            .bind("at", at)
            .step(
                "LET $reversed = (UPDATE type::record('exchange', $id) \
                 SET status = 'reversed', reason = $reason, closed_at = $at \
                 WHERE status IN ['confirmed', 'unanswered'])",
            )
            .step("IF array::len($reversed) = 0 { THROW 'timebank.reversed' }")
            .calls(transfer)
            .call(audit)
            .publish(REVERSED, event, at, payload)
            .run()
            .await
    }
}
