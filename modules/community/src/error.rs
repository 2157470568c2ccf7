//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors};

use crate::model::search::MAX_SEARCHES;

/// More announcements in a day than allowed.
pub(crate) const TOO_MANY_ANNOUNCEMENTS: RuleViolation = RuleViolation::new(
    429,
    "community.announcements_of_a_day",
    "Neighbours have been notified of many announcements today.",
);

/// More needs in a day than allowed.
pub(crate) const TOO_MANY_NEEDS_TODAY: RuleViolation = RuleViolation::new(
    429,
    "community.needs_of_a_day",
    "You have posted as many needs as one person can in a day.",
);

/// More answers in a day than allowed.
pub(crate) const TOO_MANY_ANSWERS_TODAY: RuleViolation = RuleViolation::new(
    429,
    "community.answers_of_a_day",
    "You have answered as many needs as one person can in a day. Thank you for helping.",
);

/// The announcement ended meanwhile.
pub(crate) const ANNOUNCEMENT_ENDED: RuleViolation = RuleViolation::new(
    409,
    "community.announcement_ended",
    "This announcement has ended. Nothing was changed.",
);

/// The member has the maximum number of open needs.
const TOO_MANY_NEEDS: RuleViolation = RuleViolation::new(
    409,
    "community.too_many_needs",
    "You have as many open needs as one neighbour can. Close one of them first.",
);

/// The need was closed, taken down or deleted meanwhile.
pub(crate) const NEED_CHANGED: RuleViolation = RuleViolation::new(
    409,
    sparkyard_kernel::ports::NEED_CHANGED,
    "This need has changed meanwhile. Nothing was changed now.",
);

/// As many members have answered as one need takes.
const ENOUGH_ANSWERS: RuleViolation = RuleViolation::new(
    409,
    "community.enough_answers",
    "Many neighbours have answered this already, so it takes no more answers.",
);

/// More searches saved in a day than allowed.
pub(crate) const TOO_MANY_SEARCHES_TODAY: RuleViolation = RuleViolation::new(
    429,
    "community.searches_of_a_day",
    "You have saved as many searches as one person can in a day.",
);

/// The member has the maximum number of saved searches.
const TOO_MANY_SEARCHES: RuleViolation = RuleViolation::new(
    409,
    "community.too_many_searches",
    "You can save at most 10 searches. Remove one to save another.",
);

// The message above states the limit.
const _: () = assert!(MAX_SEARCHES == 10);

/// No such search, or it is another member's.
const SEARCH_NOT_FOUND: RuleViolation = RuleViolation::new(
    404,
    "community.search_not_found",
    "We cannot find this saved search. Perhaps it was removed.",
);

/// Rule violations of saving and changing a search.
pub(crate) const SEARCH: &[RuleViolation] = &[TOO_MANY_SEARCHES, SEARCH_NOT_FOUND];

/// Rule violations of changing a need.
pub(crate) const NEED: &[RuleViolation] = &[TOO_MANY_NEEDS, NEED_CHANGED, ENOUGH_ANSWERS];

/// More events in a day than allowed.
pub(crate) const TOO_MANY_EVENTS: RuleViolation = RuleViolation::new(
    429,
    "community.events_of_a_day",
    "Many events have been created today. Create the next one tomorrow.",
);

/// No such event.
const EVENT_NOT_FOUND: RuleViolation = RuleViolation::new(
    404,
    "community.event_not_found",
    "We cannot find this event. Perhaps it was long ago.",
);

/// The event does not take place.
const EVENT_CANCELLED: RuleViolation = RuleViolation::new(
    409,
    "community.event_cancelled",
    "This event is cancelled. Nothing was changed.",
);

/// The event is over.
const EVENT_OVER: RuleViolation =
    RuleViolation::new(409, "community.event_over", "This event is over. Nothing was changed.");

/// Somebody else changed the event meanwhile.
pub(crate) const EVENT_CHANGED: RuleViolation = RuleViolation::new(
    409,
    "community.event_changed",
    "Somebody else has changed this event meanwhile. Reload it, and try again.",
);

/// More members have joined than the event would have places.
const EVENT_TOO_SMALL: RuleViolation = RuleViolation::new(
    409,
    "community.event_too_small",
    "More neighbours than that have joined already. Nothing was changed.",
);

/// The member is on neither list of the event.
const GUEST_NOT_FOUND: RuleViolation = RuleViolation::new(
    404,
    "community.guest_not_found",
    "This neighbour is not on the guest list.",
);

/// Rule violations of changing an event or its guests.
pub(crate) const EVENT: &[RuleViolation] = &[
    EVENT_NOT_FOUND,
    EVENT_CANCELLED,
    EVENT_OVER,
    EVENT_CHANGED,
    EVENT_TOO_SMALL,
    GUEST_NOT_FOUND,
];

errors! {
    /// Errors of operations of the module.
    pub(crate) enum CommunityError {
        /// No such announcement.
        AnnouncementNotFound => 404, "community.announcement_not_found",
            "We cannot find this announcement.";
        /// The announcement has ended.
        AnnouncementEnded => &ANNOUNCEMENT_ENDED;
        /// No such need, or the caller may not see it.
        NeedNotFound => 404, "community.need_not_found",
            "We cannot find this need. Perhaps it was closed.";
        /// The need is in another state. Holds that in words.
        NeedNotOpen(state: &'static str) => 409, "community.need_not_open",
            "This need is {state}. Nothing was changed.";
        /// The need changed while the request was handled.
        NeedChanged => &NEED_CHANGED;
        /// The caller answered their own need.
        OwnNeed => 409, "community.own_need",
            "This is your own need. Neighbours who can help answer it.";
        /// As many members have answered as one need takes.
        EnoughAnswers => &ENOUGH_ANSWERS;
        /// The helper is not one of those who answered.
        Helper => ApiError::invalid("helper_id", "Choose one of the neighbours who answered.");
        /// Sparks offered where there are none.
        NoSparks => ApiError::invalid("tokens", "This community does not use sparks.");
        /// No such search, or it is another member's.
        SearchNotFound => &SEARCH_NOT_FOUND;
        /// A search for skills where there are none.
        NoSkills => ApiError::invalid("kind", "This site has no skills to search for.");
        /// A distance from a member without a place.
        NoPlace => ApiError::invalid("distance", "Set your town first, or choose any distance.");
        /// A message where there are none.
        NoMessages => ApiError::invalid("message", "This site has no messages, so leave this out.");
        /// No such event.
        EventNotFound => &EVENT_NOT_FOUND;
        /// The member is on neither list of the event, or the caller may not see them.
        GuestNotFound => &GUEST_NOT_FOUND;
        /// The event does not take place.
        EventCancelled => &EVENT_CANCELLED;
        /// The event is over.
        EventOver => &EVENT_OVER;
        /// The event has not begun.
        EventNotBegun => 409, "community.event_not_begun",
            "This can be done once the event has begun.";
        /// The caller does not run the event.
        NotHost => 403, "community.not_host",
            "The guest list is for those who run this event.";
        /// A host is unknown, suspended or not yet approved.
        Hosts => ApiError::invalid("hosts", "Choose members of this community.");
        /// Thanks to oneself.
        OwnThanks => 403, "community.own_thanks",
            "You cannot thank yourself with sparks. Another admin has to do it.";
        /// The receiver of thanks is suspended.
        ThankedGone => ApiError::invalid("to", "Choose members in good standing.");
        /// The community has no pot.
        NoPot => 409, "community.no_pot",
            "This community has no pot of sparks to thank from.";
        /// The pot has fewer sparks.
        PotTooLow => 409, "community.pot_too_low",
            "The community has fewer sparks than that in its pot. Nobody was thanked.";
    }
}
