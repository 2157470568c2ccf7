//! Work that waits for staff.

use sparkyard_kernel::{
    Timestamp, UserId,
    db::DbError,
    events::core::MAIL,
    ports::{LiveNews, MailMessage},
};
use surrealdb::types::SurrealValue;

use super::{NotificationStore, rows::WaitingRow};
use crate::{
    error::VIOLATIONS,
    model::staff::{Case, Waiting},
};

/// Maximum number of notices of one case; each member of staff has one.
const MAX_OF_A_CASE: i64 = 1000;
/// Maximum number of notices counted.
const MAX_COUNTED: i64 = 1000;

/// Unseen notices of one case.
pub(super) const OPEN: &str = "SELECT VALUE id FROM notice WITH INDEX notice_about \
    WHERE about = $about AND read = false LIMIT $most";

/// Unseen work of one member of staff, by queue.
pub(super) const WAITING: &str = "SELECT queue, count() AS count, math::max(seq) AS newest \
    FROM (SELECT queue, seq FROM notice WITH INDEX notice_kind \
    WHERE receiver = $receiver AND kind = 'admin' AND read = false AND queue != NONE \
    LIMIT $most) GROUP BY queue";

/// A daily mail to one member of staff.
pub(crate) struct StaffMail<'a> {
    pub(crate) user: &'a UserId,
    /// Day of the mail.
    pub(crate) day: &'a str,
    /// Sequence number of the newest notice in the mail.
    pub(crate) newest: i64,
    pub(crate) mail: MailMessage,
    pub(crate) at: Timestamp,
}

#[derive(SurrealValue)]
struct MailRow {
    day: String,
    seq: i64,
}

impl NotificationStore {
    /// Marks all notices of a case as seen, and sends `also` to open streams.
    pub(crate) async fn settle(
        &self,
        case: &Case,
        also: Vec<(UserId, LiveNews)>,
        now: Timestamp,
    ) -> Result<(), DbError> {
        let also = also.iter().map(|(to, news)| Self::live_event(to, news, now));
        self.db
            .write("notifications.settle")
            .bind("about", case.about.clone())
            .bind("most", MAX_OF_A_CASE)
            .step(&format!("LET $open = ({OPEN})"))
            .step("UPDATE $open SET read = true WHERE read = false RETURN NONE")
            .calls(also)
            .run()
            .await
    }

    /// Counts the unseen work of a member of staff, by queue.
    pub(crate) async fn waiting_for(&self, member: &UserId) -> Result<Vec<Waiting>, DbError> {
        let rows: Vec<WaitingRow> = self
            .db
            .query(WAITING)
            .bind("receiver", member.clone())
            .bind("most", MAX_COUNTED)
            .fetch()
            .await?;
        Ok(rows.into_iter().map(Waiting::from).collect())
    }

    /// Checks whether a member of staff has had the mail of the day, or an earlier one that covers
    /// everything up to `newest`.
    pub(crate) async fn knows_by_mail(
        &self,
        member: &UserId,
        day: &str,
        newest: i64,
    ) -> Result<bool, DbError> {
        let known: Option<MailRow> = self
            .db
            .query("SELECT day, seq FROM type::record('staff_mail', $user)")
            .bind("user", member.clone())
            .fetch_optional()
            .await?;
        Ok(known.is_some_and(|known| known.day.as_str() >= day || known.seq >= newest))
    }

    /// Publishes the daily mail to a member of staff; fails with `notifications.already_told` if it
    /// was sent.
    pub(crate) async fn mail_staff(&self, sent: StaffMail<'_>) -> Result<(), DbError> {
        let StaffMail { user, day, newest, mail, at } = sent;
        let id = format!("{}:staff:{user}:{day}", MAIL.name());
        self.db
            .write("notifications.mail_staff")
            .violations(VIOLATIONS)
            .bind("user", user.clone())
            .bind("day", day.to_owned())
            .bind("newest", newest)
            .step("LET $known = (SELECT VALUE day FROM ONLY type::record('staff_mail', $user))")
            .step("IF $known != NONE AND $known >= $day { THROW 'notifications.already_told' }")
            .step(
                "UPSERT type::record('staff_mail', $user) SET day = $day, seq = $newest \
                 RETURN NONE",
            )
            .publish(MAIL, id, at, mail)
            .run()
            .await
    }
}
