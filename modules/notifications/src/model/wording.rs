//! Texts of notices.

mod chargebacks;
mod community;
mod delegation;
mod posts;
mod reviews;
mod sparks;
mod standing;
mod vetting;

use sparkyard_kernel::{
    BookingId, UserId,
    events::{
        bookings::{BookingChanged, BookingEventKind as EventKind, DisputeAnswered, Reviewed},
        chat::MessageSent,
        skills::Published,
    },
    zone,
};

pub(crate) use self::chargebacks::{
    chargeback_for_admins, chargeback_of_booking, chargeback_of_top_up, refund_failed,
    refund_failed_for_admins,
};
pub(crate) use self::community::{
    announced, event_changed, need_answered, need_expires, need_sorted, need_taken_down,
    search_matched,
};
pub(crate) use self::delegation::{Pair, delegation_changed};
pub(crate) use self::posts::{post_released, post_waits};
pub(crate) use self::reviews::{review_reply, review_taken_down};
pub(crate) use self::sparks::{
    ExchangeStep, SparkTexts, credit_limit_changed, exchange, sparks_given, sparks_reversed,
};
pub(crate) use self::standing::{
    appeal_decided, appeal_waits, applicant_waits, assessment_due, backup_trouble, claimed,
    complaints_late, contact_waits, content_removed, dispute_waits, document, document_waits,
    export_asked_by_staff, export_ended, ledger, mail_returned, mail_returned_to, reinstated,
    report_answer, report_waits, skill_decided, skill_let_back, skill_taken_down, skill_waits,
    suspended, warning, withdrawal, withdrawal_waits,
};
pub(crate) use self::vetting::{check_changed, check_ends};
use super::{Text, booking::Actor};

/// First names of the parties of a booking.
pub(crate) struct Names {
    pub(crate) client: String,
    pub(crate) provider: String,
}

/// Notices for the parties of a booking; a party is not told of its own action.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct BookingTexts {
    pub(crate) client: Option<Text>,
    pub(crate) provider: Option<Text>,
}

/// Returns the notices for the parties about a change.
pub(crate) fn booking(kind: EventKind, booking: &BookingChanged, names: &Names) -> BookingTexts {
    let (id, actor, subject) = (booking.booking_id, Actor::of(booking), &*booking.subject);
    let text = |receiver, other: &str, link| {
        let words = (actor != receiver).then(|| words(kind, receiver, other, subject));
        let (title, description) = words.flatten()?;
        let description = until_when(kind, booking).unwrap_or(description);
        let description = with_words(description, booking);
        Some(Text { title, description, link })
    };
    BookingTexts {
        client: text(Actor::Client, &names.provider, outward(id)),
        provider: text(Actor::Provider, &names.client, inward(id)),
    }
}

/// Puts the words of whoever made the change first: people read no further than that.
fn with_words(description: String, booking: &BookingChanged) -> String {
    match &booking.words {
        Some(words) => format!("\u{201c}{words}\u{201d} {description}"),
        None => description,
    }
}

/// Returns the deadline for an answer, or the time in question.
fn until_when(kind: EventKind, booking: &BookingChanged) -> Option<String> {
    let shown = |at| zone::in_britain(at).strftime("%a %-d %b, %H:%M").to_string();
    match (kind, booking.due_at, booking.proposal) {
        (EventKind::Asked, Some(due), _) => {
            Some(format!("Have a look: you have until {} to answer.", shown(due)))
        }
        (EventKind::TimeProposed, _, Some(proposal)) => Some(format!(
            "{} instead of {}. You have until {} to answer.",
            shown(proposal.starts_at),
            shown(booking.starts_at),
            shown(proposal.until),
        )),
        (EventKind::ExpensesAsked, ..) => booking.expenses.map(|expenses| {
            format!(
                "\u{a3}{} beside the price. You have until {} to pay or decline.",
                expenses.amount,
                shown(expenses.until),
            )
        }),
        (EventKind::TimeAgreed | EventKind::AcceptedAtTime, ..) => {
            Some(format!("It is now booked for {}.", shown(booking.starts_at)))
        }
        (EventKind::TimeDeclined, ..) => {
            Some(format!("It stays booked for {}.", shown(booking.starts_at)))
        }
        _ => None,
    }
}

/// Returns title and description for one party, whose other side is called `other`; `None` if the
/// change is no news to it. Must not mention payment as certain: the event's kind does not say
/// whether money is involved.
fn words(kind: EventKind, receiver: Actor, other: &str, subject: &str) -> Option<(String, String)> {
    use Actor::{Client, Provider};
    let (title, description) = match (kind, receiver) {
        (EventKind::Asked, Provider) => {
            (format!("{other} wants to book {subject}"), "Have a look and let them know.")
        }
        (EventKind::Accepted, Client) => (
            format!("{other} accepted your booking"),
            "You can now see each other's contact details.",
        ),
        (EventKind::AcceptedAtTime | EventKind::TimeAgreed, _) => (
            format!("{other} agreed to your time for {subject}"),
            "See the booking for its new time.",
        ),
        (EventKind::TimeProposed, _) => (
            format!("{other} suggests another time for {subject}"),
            "Have a look and let them know.",
        ),
        (EventKind::TimeDeclined, _) => {
            (format!("{other} would rather keep the time of {subject}"), "The booked time stands.")
        }
        (EventKind::Rejected, Client) => (
            format!("{other} cannot take your booking"),
            "Anything you paid is back with you. Perhaps somebody else nearby can help.",
        ),
        (EventKind::Cancelled, _) => (
            format!("{other} cancelled {subject}"),
            "The booking shows what happens to the payment.",
        ),
        (EventKind::Expired, _) => (
            format!("{subject} has lapsed"),
            "Nobody answered in time. Anything paid has gone back.",
        ),
        (EventKind::Abandoned, _) => (
            format!("{subject} has ended"),
            "Nobody said in time that it took place. Anything paid has gone back.",
        ),
        (EventKind::ChargedBack, _) => (
            format!("The bank has taken back the payment for {subject}"),
            "The booking has ended, and nothing is paid for it here. If that is wrong, please write \
             to your host.",
        ),
        (EventKind::Started, Provider) => {
            (format!("{other} started {subject}"), "The work is under way.")
        }
        (EventKind::StartUndone, Provider) => (
            format!("{other} started {subject} by mistake"),
            "They have taken it back: the booking stands as before.",
        ),
        (EventKind::Completed, Client) => (
            format!("{other} finished {subject}"),
            "If all is well, please confirm it. If not, open a dispute within 72 hours.",
        ),
        (EventKind::Confirmed, Provider) => (
            format!("{other} confirmed that {subject} is done"),
            "The booking is closed. Thank you for helping a neighbour.",
        ),
        (EventKind::Disputed, _) => (
            format!("{other} opened a dispute about {subject}"),
            "See what they say, and give your side. An admin decides; until then nothing is settled.",
        ),
        (EventKind::Referred, _) => (
            format!("An admin will decide about {subject}"),
            "The time to settle it is over, but one of you cannot answer at present. Until \
             then nothing is settled.",
        ),
        (EventKind::DecidedRelease | EventKind::DecidedRefund | EventKind::DecidedSplit, _) => (
            format!("The dispute about {subject} is decided"),
            "The booking shows what happens to the payment.",
        ),
        (EventKind::Released, _) => (
            format!("{subject} is now closed"),
            "Nobody raised a concern in time, so it counts as done. Thank you for taking part.",
        ),
        (EventKind::ExpensesAsked, Client) => (
            format!("{other} asks for expenses for {subject}"),
            "Have a look, and pay or decline them.",
        ),
        (EventKind::ExpensesPaid, Provider) => {
            (format!("{other} paid your expenses for {subject}"), "The money is in your wallet.")
        }
        (EventKind::ExpensesDeclined, Provider) => (
            format!("{other} declined your expenses for {subject}"),
            "Nothing was paid for them. The price of the booking is not affected.",
        ),
        (EventKind::ExpensesLapsed, _) => (
            format!("The expenses for {subject} have lapsed"),
            "They were not answered within 14 days, so nothing is paid for them.",
        ),
        _ => return None,
    };
    Some((title, description.to_owned()))
}

/// Asks the provider to confirm the client's statement that the booking was cancelled.
pub(crate) fn called_off_said(booking: &BookingChanged, client: &str) -> Text {
    Text {
        title: format!("{client} says {} was cancelled", booking.subject),
        description: "If that is right, please confirm it. Anything paid then goes back."
            .to_owned(),
        link: visit(booking.booking_id),
    }
}

/// Asks a party, the day after a booking, whether it took place.
pub(crate) fn visit_asked(booking: &BookingChanged, other: &str) -> Text {
    Text {
        title: format!("Did {} with {other} happen?", booking.subject),
        description: "Say how it went: without an answer it ends 14 days after its date."
            .to_owned(),
        link: visit(booking.booking_id),
    }
}

/// Notices about an answer in a dispute; its author gets none.
pub(crate) struct AnswerTexts {
    pub(crate) client: Text,
    pub(crate) provider: Text,
    pub(crate) staff: Text,
}

/// Returns the notices about an answer in a dispute by the named party, or by staff if `None`.
pub(crate) fn answered(answered: &DisputeAnswered, author: Option<&str>) -> AnswerTexts {
    let DisputeAnswered { booking_id, subject, .. } = answered;
    let who = author.unwrap_or("An admin");
    let text = |link, description: &str| Text {
        title: format!("{who} wrote in the dispute about {subject}"),
        description: description.to_owned(),
        link,
    };
    let party = "Read it and give your answer.";
    AnswerTexts {
        client: text(outward(*booking_id), party),
        provider: text(inward(*booking_id), party),
        staff: text(case(*booking_id), "Read it before you decide."),
    }
}

/// Notice to a provider about a review.
pub(crate) fn review(review: &Reviewed, reviewer: &str) -> Text {
    Text {
        title: format!("{reviewer} reviewed you"),
        description: match review.rating {
            1 => "They gave you 1 star.".to_owned(),
            stars => format!("They gave you {stars} stars."),
        },
        link: inward(review.booking_id),
    }
}

/// Push message about a chat message.
pub(crate) fn message(message: &MessageSent, sender: String) -> Text {
    let description = match message.excerpt.trim() {
        "" => "Sent you a picture.".to_owned(),
        excerpt => excerpt.to_owned(),
    };
    Text { title: sender, description, link: format!("/chat/{}", message.from) }
}

/// Notice about a new follower, who may be following back.
pub(crate) fn follower(follower: &UserId, name: &str, back: bool) -> Text {
    let (title, description) = if back {
        (format!("{name} follows you back"), "Now you hear of each other's new skills.")
    } else {
        (format!("{name} follows you"), "Say hello by having a look at their profile.")
    };
    Text { title, description: description.to_owned(), link: profile(follower) }
}

/// Notice to the followers of a member about a new skill.
pub(crate) fn published(skill: &Published, name: &str) -> Text {
    Text {
        title: format!("{name} offers {}", skill.skill_type),
        description: format!("{name}, whom you follow, has a new skill to share."),
        link: profile(&skill.user_id),
    }
}

pub(super) fn case(booking: BookingId) -> String {
    format!("/admin/disputes/{booking}")
}

fn inward(booking: BookingId) -> String {
    format!("/inward-details/{booking}")
}

fn visit(booking: BookingId) -> String {
    format!("/did-it-happen/{booking}")
}

fn outward(booking: BookingId) -> String {
    format!("/outward-progress/{booking}")
}

fn profile(person: &UserId) -> String {
    format!("/user-profile/{person}")
}

#[cfg(test)]
mod tests;
