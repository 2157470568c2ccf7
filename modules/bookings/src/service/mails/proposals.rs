//! The mails about another time for a booking.

use sparkyard_kernel::{UserId, ports::MailMessage};

use super::BookingMails;
use crate::model::{
    Booking, date_in_words,
    machine::Actor,
    people::Directory,
    proposal::{Moved, ProposalStep},
};

/// To the other one: `by` would like another time, says yes to theirs, or would rather keep the
/// booked one. Nobody needs to hear of what was taken back.
pub(crate) fn about_proposal(
    before: &Booking,
    moved: &Moved,
    by: &UserId,
    directory: &Directory,
) -> Option<MailMessage> {
    let mails = BookingMails { booking: &moved.after, directory, split: None };
    let (actor, other) = match before.part_of(by)? {
        Actor::Client => (Actor::Client, Actor::Provider),
        part => (part, Actor::Client),
    };
    let mail = match moved.step {
        ProposalStep::Proposed => mails
            .to(other, "time_proposed")?
            .with("until", date_in_words(moved.time.until))
            .with("proposed", date_in_words(moved.time.starts_at)),
        ProposalStep::Accepted => mails.to(other, "moved")?,
        ProposalStep::Declined => mails
            .if_wanted(other, "proposal_declined")?
            .with("proposed", date_in_words(moved.time.starts_at)),
        ProposalStep::Withdrawn => return None,
    };
    Some(mail.with("by", mails.name(actor)))
}
