//! What notices say.

use sparkyard_kernel::{BookingId, UserId};

use crate::{
    event::{Actor, BookingChanged, Change, Published, Reviewed},
    model::Text,
};

/// First names of a booking's parties.
pub(crate) struct Names {
    pub(crate) client: String,
    pub(crate) provider: String,
}

/// What each party of a booking is told; nobody is told what they did themselves.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct BookingTexts {
    pub(crate) client: Option<Text>,
    pub(crate) provider: Option<Text>,
}

/// What the parties are told of a change.
pub(crate) fn booking(change: Change, booking: &BookingChanged, names: &Names) -> BookingTexts {
    let actor = booking.actor();
    let told = |to_provider: bool, receiver: Actor| {
        let other = if to_provider { &names.client } else { &names.provider };
        let (title, description) = (actor != receiver)
            .then(|| sentences(change, actor, to_provider, other, subject(&booking.title)))??;
        let link =
            if to_provider { inward(booking.booking_id) } else { outward(booking.booking_id) };
        Some(Text { title, description, link })
    };
    BookingTexts { client: told(false, Actor::Client), provider: told(true, Actor::Provider) }
}

/// Title and description for the provider or the client, whose other side is called `other`;
/// `None` where the change is no news to them.
fn sentences(
    change: Change,
    actor: Actor,
    to_provider: bool,
    other: &str,
    subject: &str,
) -> Option<(String, String)> {
    use Change::{
        Accepted, Cancelled, Completed, Disputed, Rejected, Released, Requested, Started,
    };
    let (title, description) = match (change, actor) {
        (Requested, _) if to_provider => (
            format!("{other} wants to book {subject}"),
            "Have a look and let them know within 7 days.".to_owned(),
        ),
        (Accepted, _) if !to_provider => (
            format!("{other} accepted your booking"),
            format!("{subject} is on. You can now see each other's contact details."),
        ),
        (Rejected | Completed, Actor::Admin) => (
            format!("The dispute about {subject} is settled"),
            "An admin has decided. See the booking for what it means for you.".to_owned(),
        ),
        (Rejected, _) if !to_provider => (
            format!("{other} cannot take your booking"),
            format!("{subject} will not go ahead. Anything you paid comes back to you."),
        ),
        (Cancelled, Actor::Client | Actor::Provider) => (
            format!("{other} cancelled {subject}"),
            "The booking is off. See it for what happens to the payment.".to_owned(),
        ),
        (Rejected | Cancelled, _) => (
            format!("{subject} has lapsed"),
            "Time ran out for this booking. Anything paid goes back to the client.".to_owned(),
        ),
        (Started, _) => (format!("{other} started {subject}"), "The work is under way.".to_owned()),
        (Completed, Actor::Provider) => (
            format!("{other} finished {subject}"),
            "All well? Please confirm it. If not, open a dispute within 72 hours.".to_owned(),
        ),
        (Completed, _) => (
            format!("{subject} is complete"),
            format!("Done and dusted with {other}. Thank you for being part of it."),
        ),
        (Disputed, _) => (
            format!("{other} opened a dispute about {subject}"),
            "The payment is on hold until an admin has looked into it.".to_owned(),
        ),
        (Released, Actor::Client | Actor::System) if to_provider => (
            format!("You have been paid for {subject}"),
            format!("The payment from {other} is in your wallet."),
        ),
        (Requested | Accepted | Released, _) => return None,
    };
    Some((title, description))
}

/// What a provider is told of a review.
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

/// What a member is told of somebody who follows them, perhaps in return.
pub(crate) fn follower(follower: &UserId, name: &str, back: bool) -> Text {
    let (title, description) = if back {
        (format!("{name} follows you back"), "Now you hear of each other's new skills.")
    } else {
        (format!("{name} follows you"), "Say hello by having a look at their profile.")
    };
    Text { title, description: description.to_owned(), link: profile(follower) }
}

/// What the followers of a member are told of their new skill.
pub(crate) fn published(skill: &Published, name: &str) -> Text {
    Text {
        title: format!("{name} offers {}", skill.skill_type),
        description: format!("{name}, whom you follow, has a new skill to share."),
        link: profile(&skill.user_id),
    }
}

/// The skill in a booking's usual title, or the title itself.
fn subject(title: &str) -> &str {
    title.strip_prefix("Booking for ").unwrap_or(title)
}

fn inward(booking: BookingId) -> String {
    format!("/inward-details/{booking}")
}

fn outward(booking: BookingId) -> String {
    format!("/outward-progress/{booking}")
}

fn profile(person: &UserId) -> String {
    format!("/user-profile/{person}")
}
