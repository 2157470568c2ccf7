//! Withdrawals.

use sparkyard_kernel::{
    ItemId, Money, PageQuery, Timestamp, UserId,
    db::{DbError, Fragment, Idempotency},
    events::{
        core::MAIL,
        payouts::{CANCELLED, PAID, REFUSED, REQUESTED, WithdrawalChanged},
    },
    ports::MailMessage,
};

use surrealdb::types::SurrealValue;

use super::PayoutsStore;
use crate::{
    error::{STOPPED, VIOLATIONS},
    model::withdrawal::{Withdrawal, WithdrawalStatus},
};

pub(super) const OWN: &str = "SELECT *, record::id(id) AS id FROM withdrawal \
     WHERE user_id = $user AND newest > $after ORDER BY newest LIMIT $limit";
pub(super) const QUEUE: &str = "SELECT *, record::id(id) AS id FROM withdrawal \
     WHERE status = $status AND place > $after ORDER BY place LIMIT $limit";
pub(super) const SENDING: &str = "SELECT *, record::id(id) AS id FROM withdrawal \
     WITH INDEX withdrawal_queue WHERE status = 'sending' AND place > $after \
     ORDER BY place LIMIT $limit";
pub(super) const WAITING: &str = "SELECT VALUE record::id(id) FROM withdrawal \
     WITH INDEX withdrawal_queue WHERE status = 'requested' AND user_id != $reader LIMIT 100";

pub(super) const REQUESTED_BY: &str = "SELECT *, record::id(id) AS id FROM withdrawal \
     WITH INDEX withdrawal_of_member WHERE user_id = $user AND status = 'requested' LIMIT 1000";

/// A withdrawal to store.
pub(crate) struct NewWithdrawal {
    pub(crate) row: Withdrawal,
    /// Amount that the member may withdraw per day.
    pub(crate) daily: Money,
    /// Write that sets the money aside.
    pub(crate) money: Fragment,
    pub(crate) mail: Option<(String, MailMessage)>,
    pub(crate) key: Option<Idempotency>,
}

/// End of a withdrawal.
pub(crate) struct Closing<'a> {
    pub(crate) withdrawal: &'a Withdrawal,
    /// Status that it must have.
    pub(crate) from: WithdrawalStatus,
    pub(crate) status: WithdrawalStatus,
    pub(crate) note: Option<String>,
    /// Id of the transfer at Stripe, if that has paid it.
    pub(crate) transfer: Option<String>,
    pub(crate) at: Timestamp,
    pub(crate) place: String,
    /// Write that moves the money on, or back.
    pub(crate) money: Fragment,
    /// Audit entry of what an admin did.
    pub(crate) audit: Option<Fragment>,
    pub(crate) mail: Option<(String, MailMessage)>,
}

/// Returns the payload of the event that a withdrawal has changed.
pub(crate) fn changed(withdrawal: &Withdrawal, note: Option<String>) -> WithdrawalChanged {
    WithdrawalChanged {
        withdrawal_id: withdrawal.id.clone(),
        user_id: withdrawal.user_id.clone(),
        amount: withdrawal.amount,
        note,
    }
}

/// Refuses all requested withdrawals of a member, each with its place among the refused ones.
pub(crate) fn stop(
    user: &UserId,
    places: impl Iterator<Item = (ItemId, String)>,
    note: &str,
    at: Timestamp,
) -> Fragment {
    #[derive(SurrealValue)]
    struct Stop {
        id: ItemId,
        place: String,
    }
    let stops: Vec<Stop> = places.map(|(id, place)| Stop { id, place }).collect();
    Fragment::new("fn::payouts::stop", STOPPED)
        .arg(user.clone())
        .arg(stops)
        .arg(note.to_owned())
        .arg(at)
}

impl PayoutsStore {
    /// Returns the requested withdrawals of a member.
    pub(crate) async fn requested(&self, user: &UserId) -> Result<Vec<Withdrawal>, DbError> {
        self.db.query(REQUESTED_BY).bind("user", user.clone()).fetch().await
    }

    /// Stores a withdrawal and returns its id, which is that of the first request if the key is
    /// repeated. Fails with `payouts.not_found`, `payouts.over_daily` or as the ledger refuses.
    pub(crate) async fn request(&self, new: NewWithdrawal) -> Result<ItemId, DbError> {
        let NewWithdrawal { row, daily, money, mail, key } = new;
        let (at, asked) = (row.created_at, changed(&row, None));
        let waits = row.status == WithdrawalStatus::Requested;
        let write = self
            .db
            .write("payouts.request")
            .violations(VIOLATIONS)
            .bind("id", row.id.clone())
            .bind("user", row.user_id.clone())
            .bind("method", row.method.clone())
            .bind("amount", row.amount)
            .bind("day", row.day.clone())
            .bind("daily", daily)
            .bind("row", row)
            .step(
                "IF $method != NONE { LET $used = (UPDATE type::record('withdrawal_method', $method) \
                 SET open += 1 WHERE user_id = $user); \
                 IF array::len($used) = 0 { THROW 'payouts.not_found' } }",
            )
            // Without a bank account there may be no row yet.
            .step(
                "LET $owner = (UPSERT ONLY type::record('withdrawal_owner', $user) SET \
                 methods = methods ?? 0, withdrawn = IF day = $day { withdrawn + $amount } ELSE { $amount }, day = $day)",
            )
            .step("IF $owner.withdrawn > $daily { THROW 'payouts.over_daily' }")
            .step("CREATE withdrawal CONTENT $row RETURN NONE")
            .call(money)
            .idempotent(key)
            .returning("$id");
        let write = match mail {
            Some((id, mail)) => write.publish(MAIL, id, at, mail),
            None => write,
        };
        let write = match waits {
            true => {
                write.publish(REQUESTED, format!("{}:requested", asked.withdrawal_id), at, asked)
            }
            false => write,
        };
        write.run().await
    }

    /// Ends a withdrawal. Fails with `payouts.closed` if it has ended already.
    pub(crate) async fn close(&self, closing: Closing<'_>) -> Result<(), DbError> {
        let Closing { withdrawal, from, status, note, transfer, at, place, money, audit, mail } =
            closing;
        let payload = changed(withdrawal, note.clone());
        let topic = match status {
            WithdrawalStatus::Paid => PAID,
            WithdrawalStatus::Refused => REFUSED,
            WithdrawalStatus::Requested
            | WithdrawalStatus::Sending
            | WithdrawalStatus::Cancelled => CANCELLED,
        };
        let mut write = self
            .db
            .write("payouts.close")
            .violations(VIOLATIONS)
            .bind("id", withdrawal.id.clone())
            .bind("method", withdrawal.method.clone())
            .bind("user", withdrawal.user_id.clone())
            .bind("amount", withdrawal.amount)
            .bind("day", withdrawal.day.clone())
            .bind("from", from)
            .bind("status", status)
            .bind("note", note)
            .bind("transfer", transfer)
            .bind("at", at)
            .bind("place", place)
            .step(
                "LET $closed = (UPDATE type::record('withdrawal', $id) SET status = $status, \
                 note = $note, transfer = $transfer, closed_at = $at, place = $place \
                 WHERE status = $from)",
            )
            .step("IF array::len($closed) = 0 { THROW 'payouts.closed' }")
            .step(
                "IF $method != NONE { UPDATE type::record('withdrawal_method', $method) \
                 SET open -= 1 RETURN NONE }",
            )
            // Money that came back does not count against the limit of its day.
            .step(
                "IF $status != 'paid' { UPDATE type::record('withdrawal_owner', $user) \
                 SET withdrawn -= $amount WHERE day = $day RETURN NONE }",
            )
            .call(money)
            .calls(audit)
            .publish(topic, format!("{}:closed", withdrawal.id), at, payload);
        if let Some((id, mail)) = mail {
            write = write.publish(MAIL, id, at, mail);
        }
        write.run().await
    }

    /// Counts an attempt that Stripe answered with an error of its own, once for all who saw it.
    pub(crate) async fn failed(&self, withdrawal: &Withdrawal) -> Result<(), DbError> {
        self.db
            .write("payouts.failed")
            .bind("id", withdrawal.id.clone())
            .bind("failures", withdrawal.failures)
            .step(
                "UPDATE type::record('withdrawal', $id) SET failures += 1 \
                 WHERE status = 'sending' AND failures = $failures RETURN NONE",
            )
            .run()
            .await
    }

    /// Gives back what came back of a paid withdrawal, in all. Fails with `payouts.closed` if
    /// somebody else has done so since the withdrawal was read.
    pub(crate) async fn give_back(
        &self,
        withdrawal: &Withdrawal,
        (amount, in_all): (Money, Money),
        money: Fragment,
        mail: Option<(String, MailMessage)>,
        at: Timestamp,
    ) -> Result<(), DbError> {
        let write = self
            .db
            .write("payouts.give_back")
            .violations(VIOLATIONS)
            .bind("id", withdrawal.id.clone())
            .bind("user", withdrawal.user_id.clone())
            .bind("day", withdrawal.day.clone())
            .bind("amount", amount)
            .bind("before", withdrawal.returned)
            .bind("in_all", in_all)
            .step(
                "LET $changed = (UPDATE type::record('withdrawal', $id) SET returned = $in_all \
                 WHERE status = 'paid' AND returned = $before)",
            )
            .step("IF array::len($changed) = 0 { THROW 'payouts.closed' }")
            .step(
                "UPDATE type::record('withdrawal_owner', $user) \
                 SET withdrawn -= $amount WHERE day = $day RETURN NONE",
            )
            .call(money);
        let write = match mail {
            Some((id, mail)) => write.publish(MAIL, id, at, mail),
            None => write,
        };
        write.run().await
    }

    /// Returns withdrawals whose transfer has no known outcome, in the order of their requests.
    pub(crate) async fn sending(
        &self,
        after: &str,
        limit: i64,
    ) -> Result<Vec<Withdrawal>, DbError> {
        let query = self.db.query(SENDING).bind("after", after.to_owned());
        query.bind("limit", limit).fetch().await
    }

    /// Returns a withdrawal.
    pub(crate) async fn withdrawal(&self, id: &ItemId) -> Result<Option<Withdrawal>, DbError> {
        let query =
            self.db.query("SELECT *, record::id(id) AS id FROM type::record('withdrawal', $id)");
        query.bind("id", id.clone()).fetch_optional().await
    }

    /// Returns withdrawals of a member, newest first.
    pub(crate) async fn withdrawals_of(
        &self,
        user: &UserId,
        page: &PageQuery,
    ) -> Result<Vec<Withdrawal>, DbError> {
        let query = self.db.query(OWN).bind("user", user.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        query.bind("limit", page.fetch_limit()).fetch().await
    }

    /// Returns the number of requested withdrawals of others than `reader`, a hundred at most.
    pub(crate) async fn count_waiting(&self, reader: &UserId) -> Result<u64, DbError> {
        let query = self.db.query(WAITING).bind("reader", reader.clone());
        Ok(query.fetch::<ItemId>().await?.len() as u64)
    }

    /// Returns withdrawals with a status: requested ones oldest first, others by newest end.
    pub(crate) async fn withdrawal_queue(
        &self,
        status: WithdrawalStatus,
        page: &PageQuery,
    ) -> Result<Vec<Withdrawal>, DbError> {
        let query = self.db.query(QUEUE).bind("status", status);
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        query.bind("limit", page.fetch_limit()).fetch().await
    }
}
