//! Texts about announcements, events, needs on the board, and matches of saved searches.

use sparkyard_kernel::{
    ItemId,
    events::{
        community::{
            Announced, EventChanged, EventNews, NeedExpires, NeedHelp, SearchMatch, SearchMatched,
        },
        moderation::NeedTakenDown,
    },
    geo::distance_in_words,
    site::Units,
    zone,
};

use super::{super::Text, standing::reason_and_appeal};

/// Notice to members about an announcement.
pub(crate) fn announced(announced: &Announced) -> Text {
    Text {
        title: announced.title.clone(),
        description: "An announcement from the people who run this site.".to_owned(),
        link: "/community".to_owned(),
    }
}

/// Notice to those who take part in an event.
pub(crate) fn event_changed(change: &EventChanged) -> Text {
    let EventChanged { title, place, starts_at, .. } = change;
    let when = zone::in_britain(*starts_at).strftime("%a %-d %b, %H:%M").to_string();
    let (title, description) = match change.news {
        EventNews::Moved => (
            format!("\u{201c}{title}\u{201d} has changed"),
            format!("It is now on {when}, at {place}."),
        ),
        EventNews::Cancelled => (
            format!("\u{201c}{title}\u{201d} is cancelled"),
            format!("It was to be on {when}. You need not do anything."),
        ),
        EventNews::Soon => (
            format!("\u{201c}{title}\u{201d} is on {when}"),
            format!("At {place}. If you cannot come, leave it, so that somebody else can."),
        ),
        EventNews::Promoted => (
            format!("You have a place at \u{201c}{title}\u{201d}"),
            format!("It is on {when}, at {place}. If you cannot come, please leave it."),
        ),
    };
    Text { title, description, link: format!("/community/events/{}", change.event_id) }
}

/// Notice to the author of a need about an answer by the named member.
pub(crate) fn need_answered(help: &NeedHelp, helper: &str) -> Text {
    Text {
        title: format!("{helper} can help with \u{201c}{}\u{201d}", help.title),
        description: "Read their message, and book them if you like.".to_owned(),
        link: need(&help.need_id),
    }
}

/// Notice to a member who helped with a need of the named author.
pub(crate) fn need_sorted(help: &NeedHelp, author: &str) -> Text {
    Text {
        title: format!("{author} thanks you for your help"),
        description: format!("\u{201c}{}\u{201d} is sorted.", help.title),
        link: need(&help.need_id),
    }
}

/// Notice to the author of a need, a day before it expires.
pub(crate) fn need_expires(expires: &NeedExpires) -> Text {
    Text {
        title: format!("\u{201c}{}\u{201d} expires tomorrow", expires.title),
        description: "Renew it if you still need help, or say that it is sorted.".to_owned(),
        link: need(&expires.need_id),
    }
}

/// Notice to a member whose need was taken down.
pub(crate) fn need_taken_down(down: &NeedTakenDown) -> Text {
    Text {
        title: format!("\u{201c}{}\u{201d} was taken down", down.title),
        description: reason_and_appeal(&down.reason, down.appeal_until),
        link: need(&down.need_id),
    }
}

/// Notice to a member about a match of a saved search.
pub(crate) fn search_matched(matched: &SearchMatched, one: &SearchMatch, units: Units) -> Text {
    let away = one.km.map(|km| format!(", {} away", distance_in_words(km, units)));
    let link = match (&matched.skill_id, &matched.need_id) {
        (Some(skill), _) => format!("/service/{skill}"),
        (None, Some(id)) => need(id),
        (None, None) => "/settings/searches".to_owned(),
    };
    Text {
        title: format!(
            "A new match for your search: {}{}",
            matched.title,
            away.unwrap_or_default()
        ),
        description: format!(
            "You saved the search {}. Further matches of today are in its results.",
            one.name
        ),
        link,
    }
}

fn need(id: &ItemId) -> String {
    format!("/needs/{id}")
}
