//! Filters of a member's statement.

use poem_openapi::Enum;
use sparkyard_kernel::Period;

use super::Unit;

/// Kind of entries that a statement can be narrowed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "EntryKind", rename_all = "snake_case")]
pub(crate) enum EntryKind {
    /// Money that came in.
    In,
    /// Money that went out.
    Out,
    /// Top-ups by card, and cash paid in.
    TopUps,
    /// Payments for bookings, refunds and earnings.
    Bookings,
    /// The welcome gift, and thanks for invitations.
    Gifts,
    /// Everything else.
    Other,
}

/// Entries that a statement lists.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct EntryFilter {
    pub(crate) unit: Option<Unit>,
    pub(crate) kind: Option<EntryKind>,
    pub(crate) period: Period,
}
