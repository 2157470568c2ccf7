//! Devices, and what they are told.

use sparkyard_kernel::{ItemId, Timestamp, UserId, db::DbError};

use super::{NotificationStore, rows::push::PushRow};
use crate::model::push::{Device, DuePush, PushNews};

/// Devices of one member: whoever adds one more loses the one that was not there for longest.
pub(crate) const MOST_DEVICES: i64 = 10;

/// The devices of a member, those first that were not there for longest.
pub(super) const DEVICES: &str = "SELECT id, seen_ms FROM push_device WITH INDEX push_device_user \
    WHERE user = $user ORDER BY seen_ms LIMIT $limit";

/// What is to be sent, longest due first.
pub(super) const DUE: &str = "SELECT *, record::id(id)[0] AS id FROM push_message \
    WITH INDEX push_message_due WHERE waiting = true AND due_ms <= $now \
    ORDER BY due_ms LIMIT $limit";

impl NotificationStore {
    /// Keeps a device, or what is new of it. It belongs to whoever has named it last.
    pub(crate) async fn put_device(&self, device: Device, now: Timestamp) -> Result<(), DbError> {
        let Device { id, user, session, sealed } = device;
        let oldest = format!("LET $known = ({DEVICES})");
        self.db
            .write("notifications.put_device")
            .bind("id", id)
            .bind("user", user)
            .bind("sid", session)
            .bind("sealed", sealed)
            .bind("now", now.as_millis())
            .bind("most", MOST_DEVICES)
            .bind("limit", MOST_DEVICES + 1)
            .step(
                "UPSERT type::record('push_device', $id) SET \
                 user = $user, session = $sid, sealed = $sealed, seen_ms = $now RETURN NONE",
            )
            .step(&oldest)
            .step("IF array::len($known) > $most { DELETE $known[0].id RETURN NONE }")
            .run()
            .await
    }

    /// One device.
    pub(crate) async fn device(&self, id: &str) -> Result<Option<Device>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('push_device', $id)";
        self.db.query(query).bind("id", id.to_owned()).fetch_optional().await
    }

    /// Forgets a device; of `user` alone, if one is named.
    pub(crate) async fn remove_device(
        &self,
        id: &str,
        user: Option<&UserId>,
    ) -> Result<(), DbError> {
        self.db
            .write("notifications.remove_device")
            .from_reserve()
            .bind("id", id.to_owned())
            .bind("user", user.cloned())
            .step(
                "DELETE type::record('push_device', $id) \
                 WHERE $user = NONE OR user = $user RETURN NONE",
            )
            .run()
            .await
    }

    /// Has every device of those concerned told something, once.
    pub(crate) async fn put_push(
        &self,
        news: Vec<PushNews>,
        due: Timestamp,
        until: Timestamp,
    ) -> Result<(), DbError> {
        let rows: Vec<PushRow> = news.into_iter().map(PushRow::from).collect();
        self.db
            .write("notifications.put_push")
            .bind("news", rows)
            .bind("due", due.as_millis())
            .bind("until", until.as_millis())
            .bind("most", MOST_DEVICES)
            .step(
                "FOR $one IN $news { \
                 FOR $device IN (SELECT VALUE record::id(id) FROM push_device \
                 WITH INDEX push_device_user WHERE user = $one.user LIMIT $most) { \
                 INSERT IGNORE INTO push_message { \
                 id: [$one.id, $device], device: $device, user: $one.user, topic: $one.topic, \
                 about: $one.about, subject: $one.subject, title: $one.title, body: $one.body, \
                 link: $one.link, tag: $one.tag, \
                 waiting: true, tries: 0, due_ms: $due, until_ms: $until } } }",
            )
            .run()
            .await
    }

    /// What is to be sent by now.
    pub(crate) async fn due_push(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<DuePush>, DbError> {
        self.db.query(DUE).bind("now", now.as_millis()).bind("limit", limit).fetch().await
    }

    /// Takes up something to be sent, so that nobody else does until `until`; false when somebody
    /// else was faster.
    pub(crate) async fn lease_push(
        &self,
        due: &DuePush,
        until: Timestamp,
    ) -> Result<bool, DbError> {
        self.db
            .write("notifications.lease_push")
            .bind("id", due.id.clone())
            .bind("device", due.device.clone())
            .bind("due", due.due_ms)
            .bind("until", until.as_millis())
            .step(
                "LET $taken = (UPDATE type::record('push_message', [$id, $device]) \
                 SET due_ms = $until WHERE waiting = true AND due_ms = $due)",
            )
            .returning("array::len($taken) > 0")
            .run()
            .await
    }

    /// Sends it later.
    pub(crate) async fn put_off_push(
        &self,
        due: &DuePush,
        until: Timestamp,
        tries: u32,
    ) -> Result<(), DbError> {
        self.db
            .write("notifications.put_off_push")
            .bind("id", due.id.clone())
            .bind("device", due.device.clone())
            .bind("until", until.as_millis())
            .bind("tries", tries)
            .step(
                "UPDATE type::record('push_message', [$id, $device]) \
                 SET due_ms = $until, tries = $tries RETURN NONE",
            )
            .run()
            .await
    }

    /// Notes that it is sent, or needless. What it said is forgotten.
    pub(crate) async fn end_push(&self, due: &DuePush) -> Result<(), DbError> {
        self.db
            .write("notifications.end_push")
            .bind("id", due.id.clone())
            .bind("device", due.device.clone())
            .step(
                "UPDATE type::record('push_message', [$id, $device]) \
                 SET waiting = false, title = '', body = '' RETURN NONE",
            )
            .run()
            .await
    }

    /// Whether a member has seen a notice; so, too, when it is no more.
    pub(crate) async fn is_seen(&self, user: &UserId, notice: &ItemId) -> Result<bool, DbError> {
        let seen: Option<bool> = self
            .db
            .query("SELECT VALUE read FROM type::record('notice', $id) WHERE receiver = $user")
            .bind("id", notice.clone())
            .bind("user", user.clone())
            .fetch_optional()
            .await?;
        Ok(seen.unwrap_or(true))
    }
}
