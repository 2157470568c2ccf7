//! What a member wants to be told by mail and push.

use surrealdb::types::SurrealValue;

/// What a member wants to be told by mail and push.
#[expect(clippy::struct_excessive_bools, reason = "six switches, each on or off")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct Choices {
    /// Messages about bookings; off until chosen.
    pub(crate) booking_messages: bool,
    /// Changes of your bookings.
    pub(crate) order_updates: bool,
    /// Messages from the people of your bookings.
    pub(crate) order_messages: bool,
    /// Offers of the community.
    pub(crate) promotions: bool,
    /// News about your account.
    pub(crate) account_notifications: bool,
    /// News about the community.
    pub(crate) marketing_notifications: bool,
}

impl Default for Choices {
    /// Those of a member who has not chosen.
    fn default() -> Self {
        Self {
            booking_messages: false,
            order_updates: true,
            order_messages: true,
            promotions: true,
            account_notifications: true,
            marketing_notifications: true,
        }
    }
}
