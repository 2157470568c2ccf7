//! Queries for checking the invariants.

pub(super) mod plants;

use sparkyard_db::Db;
use surrealdb::types::SurrealValue;

use super::{Checked, Violation};

/// A booking.
#[derive(Clone, Debug, PartialEq, SurrealValue)]
pub(super) struct BookingRow {
    pub(super) id: i64,
    pub(super) client: String,
    pub(super) provider: String,
    pub(super) skill: String,
    pub(super) status: String,
    pub(super) escrow: String,
    pub(super) price_minor: i64,
    pub(super) version: i64,
    /// In milliseconds since 1970.
    pub(super) starts_at: i64,
    pub(super) hours: i64,
    pub(super) reviewed: bool,
    /// Status after each change, oldest first.
    pub(super) statuses: Vec<String>,
}

#[derive(Clone, Debug, SurrealValue)]
pub(super) struct AccountRow {
    pub(super) id: String,
    pub(super) unit: String,
    pub(super) balance: i64,
    pub(super) floor: Option<i64>,
    pub(super) entries: i64,
}

#[derive(SurrealValue)]
pub(super) struct EntryRow {
    pub(super) transfer: String,
    pub(super) account: String,
    pub(super) amount: i64,
}

#[derive(SurrealValue)]
pub(super) struct TransferRow {
    pub(super) id: String,
    pub(super) debit: String,
    pub(super) credit: String,
    pub(super) amount: i64,
}

/// Money that somebody has set aside, and whether it still is.
#[derive(SurrealValue)]
pub(super) struct HeldRow {
    pub(super) id: String,
    pub(super) amount: i64,
    pub(super) open: bool,
}

#[derive(SurrealValue)]
pub(super) struct MessageRow {
    pub(super) sender: String,
    pub(super) receiver: String,
    pub(super) content: String,
}

#[derive(SurrealValue)]
pub(super) struct ReviewRow {
    pub(super) booking: i64,
    pub(super) comment: String,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, SurrealValue)]
pub(super) struct NoticeRow {
    pub(super) receiver: String,
    pub(super) link: String,
    pub(super) title: String,
    pub(super) description: String,
    /// In milliseconds since 1970.
    pub(super) at: i64,
}

#[derive(SurrealValue)]
pub(super) struct FollowRow {
    pub(super) follower: String,
    pub(super) followed: String,
}

#[derive(SurrealValue)]
pub(super) struct StatusRow {
    pub(super) id: String,
    pub(super) status: String,
}

async fn rows<T: SurrealValue>(db: &Db, query: &'static str) -> Checked<Vec<T>> {
    let read = db.query(query).fetch().await;
    read.map_err(|cause| Violation { rule: "database_answers", detail: cause.to_string() })
}

pub(super) async fn bookings(db: &Db) -> Checked<Vec<BookingRow>> {
    let query = "SELECT record::id(id) AS id, client, provider, skill, status, escrow, \
        price_minor, version, time::millis(starts_at) AS starts_at, hours, reviewed, \
        timeline.status AS statuses FROM booking";
    rows(db, query).await
}

pub(super) async fn accounts(db: &Db) -> Checked<Vec<AccountRow>> {
    let query = "SELECT record::id(id) AS id, unit, balance, floor, entries FROM ledger_account";
    rows(db, query).await
}

pub(super) async fn entries(db: &Db) -> Checked<Vec<EntryRow>> {
    rows(db, "SELECT transfer, account, amount FROM ledger_entry").await
}

pub(super) async fn transfers(db: &Db) -> Checked<Vec<TransferRow>> {
    rows(db, "SELECT record::id(id) AS id, debit, credit, amount FROM ledger_transfer").await
}

/// Returns the transfers that only a request of somebody causes.
pub(super) async fn requested_transfers(db: &Db) -> Checked<Vec<TransferRow>> {
    let query = "SELECT record::id(id) AS id, debit, credit, amount FROM ledger_transfer \
        WHERE reason IN ['funding', 'gift', 'cash_in', 'withdrawal', 'hold']";
    rows(db, query).await
}

/// Returns holds and withdrawals, by their accounts.
pub(super) async fn held(db: &Db) -> Checked<Vec<HeldRow>> {
    let holds = "SELECT 'intent:' + record::id(id) AS id, amount, (status = 'held') AS open \
        FROM payment_intent";
    let withdrawals = "SELECT 'withdrawal:' + record::id(id) AS id, amount, \
        (status = 'requested') AS open FROM withdrawal";
    let (mut held, withdrawals) = (rows(db, holds).await?, rows(db, withdrawals).await?);
    held.extend(withdrawals);
    Ok(held)
}

pub(super) async fn messages(db: &Db) -> Checked<Vec<MessageRow>> {
    rows(db, "SELECT sender, receiver, content FROM chat_message").await
}

pub(super) async fn reviews(db: &Db) -> Checked<Vec<ReviewRow>> {
    rows(db, "SELECT record::id(id) AS booking, comment FROM review").await
}

pub(super) async fn notices(db: &Db) -> Checked<Vec<NoticeRow>> {
    let query = "SELECT receiver, link, title, description, time::millis(created_at) AS at \
        FROM notice";
    rows(db, query).await
}

/// Returns the ids of a member's notices.
pub(super) async fn notices_of(db: &Db, receiver: &str) -> Checked<Vec<String>> {
    let query = "SELECT VALUE record::id(id) FROM notice WHERE receiver = $receiver";
    let read = db.query(query).bind("receiver", receiver.to_owned()).fetch().await;
    read.map_err(|cause| Violation { rule: "database_answers", detail: cause.to_string() })
}

pub(super) async fn follows(db: &Db) -> Checked<Vec<FollowRow>> {
    let query = "SELECT record::id(in) AS follower, record::id(out) AS followed FROM follows";
    rows(db, query).await
}

pub(super) async fn withdrawals(db: &Db) -> Checked<Vec<StatusRow>> {
    rows(db, "SELECT record::id(id) AS id, status FROM withdrawal").await
}

pub(super) async fn exchanges(db: &Db) -> Checked<Vec<StatusRow>> {
    rows(db, "SELECT record::id(id) AS id, status FROM exchange").await
}

/// Returns the deliveries that wait, as `event to consumer`.
pub(super) async fn waiting(db: &Db) -> Checked<Vec<String>> {
    rows(db, "SELECT VALUE name + ' to ' + consumer FROM outbox").await
}

/// Returns the id of the account with an address, if there is one.
pub(super) async fn account(db: &Db, email: &str) -> Checked<Option<String>> {
    let query = "SELECT VALUE record::id(id) FROM account WHERE email = $email";
    let read = db.query(query).bind("email", email.to_owned()).fetch_optional().await;
    read.map_err(|cause| Violation { rule: "database_answers", detail: cause.to_string() })
}
