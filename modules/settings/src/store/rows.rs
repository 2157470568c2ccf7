//! Rows as stored, and their conversions to model types.

use sparkyard_kernel::{
    UserId,
    ports::{Digest, MemberPreferences, NoticeChoices, QuietHours},
};
use surrealdb::types::SurrealValue;

use crate::model::Delivery;

#[expect(clippy::struct_excessive_bools, reason = "eight switches, each on or off")]
#[derive(SurrealValue)]
pub(super) struct PreferenceRow {
    id: UserId,
    booking_messages: bool,
    order_updates: bool,
    order_messages: bool,
    promotions: bool,
    account_notifications: bool,
    marketing_notifications: bool,
    digest: Digest,
    quiet_from: Option<i64>,
    quiet_until: Option<i64>,
    language: String,
    read_receipts: bool,
    link_preview: bool,
}

#[derive(SurrealValue)]
pub(super) struct DeliveryRow {
    digest: Digest,
    quiet_from: Option<i64>,
    quiet_until: Option<i64>,
    language: String,
}

impl From<Delivery> for DeliveryRow {
    fn from(delivery: Delivery) -> Self {
        let Delivery { digest, quiet_hours, language } = delivery;
        Self {
            digest,
            quiet_from: quiet_hours.map(|hours| hours.from().into()),
            quiet_until: quiet_hours.map(|hours| hours.until().into()),
            language,
        }
    }
}

impl PreferenceRow {
    /// Returns the member's id and preferences.
    pub(super) fn into_member(self) -> (UserId, MemberPreferences) {
        let Self {
            id,
            booking_messages,
            order_updates,
            order_messages,
            promotions,
            account_notifications,
            marketing_notifications,
            digest,
            quiet_from,
            quiet_until,
            language,
            read_receipts,
            link_preview,
        } = self;
        let choices = NoticeChoices {
            booking_messages,
            order_updates,
            order_messages,
            promotions,
            account_notifications,
            marketing_notifications,
        };
        let minute = |minute: Option<i64>| minute.and_then(|minute| u16::try_from(minute).ok());
        let quiet_hours = minute(quiet_from)
            .zip(minute(quiet_until))
            .and_then(|(from, until)| QuietHours::new(from, until));
        let preferences = MemberPreferences {
            choices,
            digest,
            quiet_hours,
            language,
            read_receipts,
            link_preview,
        };
        (id, preferences)
    }
}
