//! Devices and their push messages.

use sparkyard_kernel::{ItemId, Timestamp, UserId, db::DbError};

use super::{NotificationStore, rows::push::PushRow};
use crate::model::push::{Device, DueDevice, DuePush, PushNews};

/// Maximum number of devices per member; adding one more removes the least recently seen.
pub(crate) const MAX_DEVICES: i64 = 10;

/// Devices of a member, least recently seen first.
pub(super) const DEVICES: &str = "SELECT id, seen_ms FROM push_device WITH INDEX push_device_user \
    WHERE user = $user ORDER BY seen_ms LIMIT $limit";

/// Due devices, longest due first. The lower bound excludes devices without pending messages.
pub(super) const DUE: &str = "SELECT *, record::id(id) AS id FROM push_device \
    WITH INDEX push_device_due WHERE due_ms >= 0 AND due_ms <= $now ORDER BY due_ms LIMIT $limit";

/// Pending messages of a device, longest due first.
pub(super) const WAITING: &str = "SELECT *, record::id(id)[0] AS id FROM push_message \
    WITH INDEX push_message_device WHERE device = $device AND waiting = true \
    ORDER BY due_ms LIMIT $limit";

/// Result of a delivery to a device.
pub(crate) struct Delivered {
    /// Ids of the messages that were sent or are unnecessary. Their text is erased.
    pub(crate) done: Vec<String>,
    pub(crate) failures: u32,
    /// End of the backoff or quiet hours; `None` to wait for the next message only.
    pub(crate) aside: Option<Timestamp>,
}

impl NotificationStore {
    /// Stores or updates a device. It belongs to the member who registered it last.
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
            .bind("most", MAX_DEVICES)
            .bind("limit", MAX_DEVICES + 1)
            .step(
                "UPSERT type::record('push_device', $id) SET \
                 user = $user, session = $sid, sealed = $sealed, seen_ms = $now RETURN NONE",
            )
            .step(&oldest)
            .step("IF array::len($known) > $most { DELETE $known[0].id RETURN NONE }")
            .run()
            .await
    }

    /// Deletes a device and its pending messages; only if it belongs to `user`, if given.
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
                "LET $gone = (DELETE type::record('push_device', $id) \
                 WHERE $user = NONE OR user = $user RETURN BEFORE)",
            )
            .step(
                "IF array::len($gone) > 0 { DELETE push_message \
                 WITH INDEX push_message_device WHERE device = $id AND waiting = true RETURN NONE }",
            )
            .run()
            .await
    }

    /// Adds a message for every device of the receivers, once.
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
            .bind("most", MAX_DEVICES)
            .step(
                "FOR $one IN $news { \
                 FOR $device IN (SELECT VALUE record::id(id) FROM push_device \
                 WITH INDEX push_device_user WHERE user = $one.user LIMIT $most) { \
                 INSERT IGNORE INTO push_message { \
                 id: [$one.id, $device], device: $device, user: $one.user, topic: $one.topic, \
                 about: $one.about, subject: $one.subject, title: $one.title, body: $one.body, \
                 link: $one.link, tag: $one.tag, \
                 waiting: true, due_ms: $due, until_ms: $until }; \
                 UPDATE type::record('push_device', $device) \
                 SET news += 1, due_ms = due_ms ?? $due RETURN NONE } }",
            )
            .run()
            .await
    }

    /// Returns up to `limit` devices due at `now`.
    pub(crate) async fn due_devices(
        &self,
        now: Timestamp,
        limit: i64,
    ) -> Result<Vec<DueDevice>, DbError> {
        self.db.query(DUE).bind("now", now.as_millis()).bind("limit", limit).fetch().await
    }

    /// Takes a lease until `until` on the device due since `due_ms`; `None` if another worker was
    /// faster or the device is gone.
    pub(crate) async fn lease_device(
        &self,
        id: &str,
        due_ms: i64,
        until: Timestamp,
    ) -> Result<Option<DueDevice>, DbError> {
        self.db
            .write("notifications.lease_device")
            .bind("id", id.to_owned())
            .bind("due", due_ms)
            .bind("until", until.as_millis())
            .step(
                "LET $taken = (UPDATE type::record('push_device', $id) SET due_ms = $until \
                 WHERE due_ms = $due RETURN *, record::id(id) AS id)",
            )
            .returning("$taken[0]")
            .run()
            .await
    }

    /// Returns up to `limit` pending messages of a device, longest due first.
    pub(crate) async fn waiting_push(
        &self,
        device: &str,
        limit: i64,
    ) -> Result<Vec<DuePush>, DbError> {
        let query = self.db.query(WAITING).bind("device", device.to_owned());
        query.bind("limit", limit).fetch().await
    }

    /// Records a delivery. The device becomes due with its next message, or at the end of a
    /// backoff.
    pub(crate) async fn end_delivery(
        &self,
        device: &DueDevice,
        delivered: Delivered,
    ) -> Result<(), DbError> {
        let next = format!("LET $next = ({WAITING})[0].due_ms");
        self.db
            .write("notifications.end_delivery")
            .bind("device", device.id.clone())
            .bind("leased", device.due_ms)
            .bind("done", delivered.done)
            .bind("failures", delivered.failures)
            .bind("aside", delivered.aside.map(Timestamp::as_millis))
            .bind("limit", 1)
            .step(
                "UPDATE $done.map(|$id| type::record('push_message', [$id, $device])) \
                 SET waiting = false, title = '', body = '' RETURN NONE",
            )
            .step(&next)
            .step(
                "UPDATE type::record('push_device', $device) SET news += 1, \
                 failures = $failures, due_ms = IF $next = NONE { NONE } ELSE { $aside ?? $next } \
                 WHERE due_ms = $leased RETURN NONE",
            )
            .run()
            .await
    }

    /// Checks whether a member has seen a notice; true if the notice no longer exists.
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
