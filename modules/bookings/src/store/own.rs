//! Rows that a member may download.

use sparkyard_kernel::own_rows::{Each, OwnRows};

/// Bookings of a member, on either side.
const BY_CLIENT: Each =
    Each { rows: "booking", mine: "client = $user", order: "newest", value: "record::id(id)" };
const BY_PROVIDER: Each = Each { mine: "provider = $user", ..BY_CLIENT };

/// Fields that both parties may know for ever. Where the visit is, the client alone.
const SHARED: &str = "record::id(id) AS number, client, provider, skill_type, title, description, \
     area, starts_at, hours, policy, method, price_minor, status, timeline.{status, step, at, by, \
     starts_at, words, expenses, amount} AS timeline, accepted_at, closed_at, created_at, \
     expenses_cap, expenses_state, expenses_items";
const CLIENTS: &str = "record::id(id) AS number, client, provider, skill_type, title, description, \
     location, lat, lon, file, area, starts_at, hours, policy, method, price_minor, status, \
     timeline.{status, step, at, by, starts_at, words, expenses, amount} AS timeline, \
     accepted_at, closed_at, created_at, expenses_cap, expenses_state, expenses_items";
const PARTIES: &[&str] = &["client", "provider"];
/// Files of a dispute belong to who sent them.
const DISPUTE: &str = "record::id(id) AS booking, opened_by, message, \
     IF opened_by = $user THEN file ELSE NONE END AS file, open, outcome, provider_share, reason, \
     created_at, resolved_at";
const STATEMENT: &str = "booking, part, message, \
     IF author = $user THEN file ELSE NONE END AS file, at";

/// Returns the rules: bookings, reviews, disputes and the calendar.
pub(crate) fn own() -> [OwnRows; 10] {
    let review = "type::record('review', $each)";
    let dispute = "type::record('dispute', $each)";
    let statements = |what, each| {
        OwnRows::list(what, "What was said in your disputes", "dispute_statement", "seq")
            .mine("booking = $each")
            .each(each)
            .fields(STATEMENT)
            .files(&["file"])
    };
    [
        OwnRows::list("bookings.as_client", "Bookings you asked for", "booking", "newest")
            .mine("client = $user")
            .fields(CLIENTS)
            .files(&["file"])
            .people(PARTIES),
        OwnRows::list("bookings.as_provider", "Bookings with you", "booking", "newest")
            .mine("provider = $user")
            .fields(SHARED)
            .people(PARTIES),
        OwnRows::record("bookings.reviews_written", "Reviews you wrote", review)
            .mine("reviewer = $user")
            .each(BY_CLIENT)
            .fields(
                "record::id(id) AS booking, reviewee, skill_type, rating, comment, created_at, \
                 reply, replied_at, moderation = 'held' AS held, moderation = 'removed' AS removed",
            )
            .people(&["reviewee"]),
        OwnRows::list("bookings.reviews_received", "Reviews of you", "review", "newest")
            .mine("reviewee = $user AND shown = true")
            .fields(
                "record::id(id) AS booking, reviewer, skill_type, rating, comment, created_at, \
                 reply, replied_at",
            )
            .people(&["reviewer"]),
        // Answers about the member are for moderators alone.
        OwnRows::list("bookings.safety", "Your answers about safety", "safety_answer", "booking")
            .mine("by = $user")
            .fields("record::id(id)[0] AS number, about, safe, words, at")
            .people(&["about"]),
        OwnRows::record("bookings.disputes_as_client", "Disputes about what you booked", dispute)
            .each(BY_CLIENT)
            .fields(DISPUTE)
            .files(&["file"])
            .people(&["opened_by"]),
        OwnRows::record("bookings.disputes_as_provider", "Disputes about your work", dispute)
            .each(BY_PROVIDER)
            .fields(DISPUTE)
            .files(&["file"])
            .people(&["opened_by"]),
        statements("bookings.statements_as_client", BY_CLIENT),
        statements("bookings.statements_as_provider", BY_PROVIDER),
        OwnRows::record("bookings.hours", "Your hours", "type::record('booking_calendar', $user)")
            .fields("weekly, blocked, may_ask AS who_may_ask"),
    ]
}
