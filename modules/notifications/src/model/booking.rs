//! Changes of bookings that are notified.

use sparkyard_kernel::{
    UserId,
    events::bookings::{BookingChanged, BookingEventKind as EventKind},
    ports::{LiveBookingStatus, MailTopic},
};

/// Returns the kind of change to notify; `usual` if the event carries none. `None` if another event
/// of the same change covers it.
pub(crate) fn happened(usual: EventKind, kind: Option<EventKind>) -> Option<EventKind> {
    match (usual, kind) {
        (EventKind::Released, Some(EventKind::Confirmed)) => None,
        (usual, kind) => Some(kind.unwrap_or(usual)),
    }
}

/// Returns the preference that can suppress the push message; `None` if somebody has to act soon or
/// staff decided.
pub(crate) fn push_topic(kind: EventKind) -> Option<MailTopic> {
    match kind {
        EventKind::Asked
        | EventKind::ExpensesAsked
        | EventKind::Completed
        | EventKind::Confirmed
        | EventKind::Disputed
        | EventKind::Referred
        | EventKind::ChargedBack
        | EventKind::DecidedRelease
        | EventKind::DecidedRefund
        | EventKind::DecidedSplit => None,
        _ => Some(MailTopic::OrderUpdates),
    }
}

/// Returns the mail preference under which `receiver` is mailed an unseen notice of a change;
/// `None` if a mail goes at once or never.
pub(crate) fn mailed_later(
    kind: EventKind,
    booking: &BookingChanged,
    receiver: &UserId,
) -> Option<MailTopic> {
    let later = match kind {
        EventKind::Started
        | EventKind::StartUndone
        | EventKind::ExpensesAsked
        | EventKind::ExpensesPaid
        | EventKind::ExpensesDeclined
        | EventKind::ExpensesLapsed => true,
        // The provider is mailed the earnings.
        EventKind::Released => booking.by.is_none() && booking.client_id == *receiver,
        _ => false,
    };
    (later || booking.mail_later).then_some(MailTopic::OrderUpdates)
}

/// Returns the status of the booking after a change.
pub(crate) fn status_after(kind: EventKind, booking: &BookingChanged) -> LiveBookingStatus {
    if let Some(expenses) = booking.expenses {
        return expenses.status;
    }
    let accepted = booking.proposal.is_none_or(|proposal| proposal.accepted);
    match kind {
        EventKind::TimeProposed
        | EventKind::TimeDeclined
        | EventKind::TimeWithdrawn
        | EventKind::TimeLapsed
            if !accepted =>
        {
            LiveBookingStatus::Pending
        }
        EventKind::Asked => LiveBookingStatus::Pending,
        EventKind::Accepted
        | EventKind::AcceptedAtTime
        | EventKind::StartUndone
        | EventKind::TimeProposed
        | EventKind::TimeDeclined
        | EventKind::TimeWithdrawn
        | EventKind::TimeLapsed
        | EventKind::TimeAgreed => LiveBookingStatus::Accepted,
        EventKind::Rejected | EventKind::DecidedRefund => LiveBookingStatus::Rejected,
        EventKind::Cancelled
        | EventKind::Expired
        | EventKind::Abandoned
        | EventKind::ChargedBack => LiveBookingStatus::Cancelled,
        EventKind::Started => LiveBookingStatus::InProgress,
        EventKind::Completed
        | EventKind::ExpensesAsked
        | EventKind::ExpensesPaid
        | EventKind::ExpensesDeclined
        | EventKind::ExpensesLapsed
        | EventKind::Confirmed
        | EventKind::Released
        | EventKind::DecidedRelease
        | EventKind::DecidedSplit => LiveBookingStatus::Completed,
        EventKind::Disputed | EventKind::Referred => LiveBookingStatus::Disputed,
    }
}

/// Party that changed a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    Client,
    Provider,
    /// An admin, deciding a dispute.
    Admin,
    /// Nobody: a deadline passed.
    System,
}

impl Actor {
    /// Returns the party that made this change.
    pub(crate) fn of(booking: &BookingChanged) -> Self {
        match &booking.by {
            None => Self::System,
            Some(by) if *by == booking.client_id => Self::Client,
            Some(by) if *by == booking.provider_id => Self::Provider,
            Some(_) => Self::Admin,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn change_with_two_events_is_notified_once() {
        use EventKind::{Completed, Confirmed, DecidedSplit, Released};
        for (usual, kind, expected) in [
            (Completed, Some(Confirmed), Some(Confirmed)),
            (Released, Some(Confirmed), None),
            (Released, Some(DecidedSplit), Some(DecidedSplit)),
            (Released, None, Some(Released)),
        ] {
            assert_eq!(happened(usual, kind), expected, "{usual:?}, {kind:?}");
        }
    }
}
