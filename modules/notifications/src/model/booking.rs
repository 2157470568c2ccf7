//! What happens to bookings, as far as anybody is told.

use sparkyard_kernel::{
    db::Topic,
    events::bookings::{
        ACCEPTED, BookingChanged, CANCELLED, COMPLETED, DISPUTED, PROPOSAL_DECLINED,
        PROPOSAL_WITHDRAWN, REJECTED, RELEASED, REQUESTED, RESCHEDULED, START_UNDONE, STARTED,
        TIME_PROPOSED,
    },
    ports::{LiveBookingStatus, MailTopic},
};

/// What happened to a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BookingChange {
    Requested,
    Accepted,
    Rejected,
    Cancelled,
    Started,
    StartUndone,
    Completed,
    Disputed,
    Released,
    TimeProposed,
    ProposalDeclined,
    ProposalWithdrawn,
    Rescheduled,
}

impl BookingChange {
    /// Each with the events that tell of it.
    pub(crate) const TOPICS: [(Topic<BookingChanged>, Self); 13] = [
        (REQUESTED, Self::Requested),
        (ACCEPTED, Self::Accepted),
        (REJECTED, Self::Rejected),
        (CANCELLED, Self::Cancelled),
        (STARTED, Self::Started),
        (START_UNDONE, Self::StartUndone),
        (COMPLETED, Self::Completed),
        (DISPUTED, Self::Disputed),
        (RELEASED, Self::Released),
        (TIME_PROPOSED, Self::TimeProposed),
        (PROPOSAL_DECLINED, Self::ProposalDeclined),
        (PROPOSAL_WITHDRAWN, Self::ProposalWithdrawn),
        (RESCHEDULED, Self::Rescheduled),
    ];

    /// Which switch keeps it from devices, when `by` has made it; none where somebody has to act
    /// soon, or their money is concerned.
    pub(crate) fn topic(self, by: Actor) -> Option<MailTopic> {
        match self {
            Self::Requested | Self::Completed | Self::Disputed => None,
            _ if by == Actor::Admin => None,
            _ => Some(MailTopic::OrderUpdates),
        }
    }

    /// Where a booking stands after it.
    pub(crate) fn status(self, booking: &BookingChanged) -> LiveBookingStatus {
        let accepted = booking.proposal.is_none_or(|proposal| proposal.accepted);
        match self {
            Self::TimeProposed | Self::ProposalDeclined | Self::ProposalWithdrawn if !accepted => {
                LiveBookingStatus::Pending
            }
            Self::Requested => LiveBookingStatus::Pending,
            Self::Accepted
            | Self::StartUndone
            | Self::TimeProposed
            | Self::ProposalDeclined
            | Self::ProposalWithdrawn
            | Self::Rescheduled => LiveBookingStatus::Accepted,
            Self::Rejected => LiveBookingStatus::Rejected,
            Self::Cancelled => LiveBookingStatus::Cancelled,
            Self::Started => LiveBookingStatus::InProgress,
            Self::Completed | Self::Released => LiveBookingStatus::Completed,
            Self::Disputed => LiveBookingStatus::Disputed,
        }
    }
}

/// Who changed a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Actor {
    Client,
    Provider,
    /// An admin, deciding a dispute.
    Admin,
    /// Time ran out.
    System,
}

impl Actor {
    /// Who made this change.
    pub(crate) fn of(booking: &BookingChanged) -> Self {
        match &booking.by {
            None => Self::System,
            Some(by) if *by == booking.client_id => Self::Client,
            Some(by) if *by == booking.provider_id => Self::Provider,
            Some(_) => Self::Admin,
        }
    }
}
