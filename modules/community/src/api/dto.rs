//! Request and response bodies.

mod announcements;
mod events;
mod needs;
mod news;
mod searches;

use poem_openapi::Object;
use sparkyard_kernel::{UserId, geo::shown_km};

use crate::model::Near;

pub(crate) use announcements::{AnnouncementForm, NewAnnouncement, StoredAnnouncement};
pub(crate) use events::{Attendance, CommunityEvent, EventForm, EventGuest, EventThanks};
pub(crate) use needs::{AnswerBody, CloseBody, DeletedNeed, Need, NeedForm};
pub(crate) use news::CommunityNews;
pub(crate) use searches::{DeletedSearch, SavedSearch, SavedSearchForm, SavedSearchState};

/// A neighbour whom you can see.
#[derive(Debug, Object)]
pub(crate) struct CommunityPerson {
    /// Id of the member.
    id: UserId,
    /// First and last name.
    name: String,
    /// Root-relative URL of the picture.
    photourl: Option<String>,
    /// City; may be empty.
    location: String,
    /// Kilometres between the 500 m cells of the two of you, one decimal, 0 below 1 km; absent if
    /// either has no location, and while they are hidden.
    distance: Option<f64>,
}

impl From<Near> for CommunityPerson {
    fn from(near: Near) -> Self {
        let Near { person, km } = near;
        Self {
            name: person.name(),
            id: person.id,
            photourl: person.photourl,
            location: person.location,
            distance: km.map(shown_km),
        }
    }
}
