use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use super::SkillQuery;
use crate::{
    ApiError, Gender, Point, UserId,
    geo::{Distance, within_km},
    validate::Checks,
};

/// Profile data of a new member.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// Id of the account.
    pub id: UserId,
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// Gender as stated.
    pub gender: Gender,
    /// Telephone number as typed; may be empty for the first admin.
    pub phone: String,
    /// Town or village of residence as stated.
    pub location: Option<String>,
    /// Text about themselves; may be empty.
    pub bio: String,
    /// Coordinates of the location; without them the site's own data for that name is used.
    pub place: Option<Point>,
    /// Time of joining.
    pub at: Timestamp,
    /// Whether others may see the member yet.
    pub listed: bool,
}

/// Profile data visible to other members or needed by modules.
#[derive(Clone, Debug)]
pub struct PersonInfo {
    /// Id of the member.
    pub id: UserId,
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// Root-relative URL of the picture.
    pub photourl: Option<String>,
    /// City; may be empty.
    pub location: String,
    /// Whether explore may show the member: listed and not hidden.
    pub visible: bool,
    /// Whether others may see the member at all; `false` while suspended or waiting for approval.
    pub listed: bool,
    /// Mean stars, one decimal, if there are ratings.
    pub rating: Option<f64>,
    /// Number of reviews in the mean: one per client in 30 days.
    pub review_count: u32,
    /// Telephone number. Personal: only for the other party of an accepted booking.
    pub phone: String,
    /// Middle of the member's 500 m cell, if a place is set: never the place itself.
    pub approximate: Option<Point>,
}

impl PersonInfo {
    /// Returns first and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.firstname, self.lastname).trim().to_owned()
    }
}

/// Area of a search for people.
#[derive(Clone, Debug, Default)]
pub struct Area {
    /// Point from which distances are measured; without it the newest members come first.
    pub from: Option<Point>,
    /// Radius in kilometres; `None` for any distance, with people without a place last.
    pub within_km: Option<f64>,
    /// Restricts the search to people of this city, in any spelling.
    pub city: Option<String>,
}

impl Area {
    /// Creates the area of a request. A single coordinate, coordinates outside the valid ranges and
    /// an unknown distance filter are a 422.
    pub fn asked_for(
        city: Option<String>,
        (lat, lon): (Option<f64>, Option<f64>),
        distance: Option<&Distance>,
    ) -> Result<Self, ApiError> {
        let message = "Send both coordinates or none.";
        Checks::new()
            .check("lat", lat.is_some() || lon.is_none(), message)
            .check("lon", lon.is_some() || lat.is_none(), message)
            .finish()?;
        let from = lat.zip(lon).map(|(lat, lon)| Point::checked(lat, lon)).transpose()?;
        let within_km = distance.map(within_km).transpose()?.flatten();
        let city = city.filter(|city| !city.trim().is_empty());
        Ok(Self { from, within_km, city })
    }

    /// Returns the error for a distance filter without a starting point.
    pub fn without_start() -> ApiError {
        ApiError::invalid("lat", "Send a place to measure distances from, or set your town.")
    }
}

/// A person found by place.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// Id of the person.
    pub id: UserId,
    /// Distance in kilometres from the starting point to the middle of the person's 500 m cell, not
    /// rounded; `None` when either has no place.
    pub km: Option<f64>,
}

/// Last changes of some people, as of one moment.
#[derive(Clone, Debug)]
pub struct LastChanges {
    /// Number of the latest change of anybody.
    pub as_of: i64,
    /// Number of the last change of each person; people never listed are missing.
    pub changed: HashMap<UserId, i64>,
}

/// Stars of a review.
#[derive(Clone, Debug)]
pub struct Rating {
    /// Id of the review; each is counted once.
    pub review: String,
    /// Author of the review, equal for all accounts of one mailbox
    /// ([`grant_key`](super::Accounts::grant_key)).
    pub by: String,
    /// Stars, 1 to 5.
    pub stars: u8,
    /// Time of the review.
    pub at: Timestamp,
}

/// Relation between two people, as far as one of them may know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Whether each follows the other.
    pub follow_each_other: bool,
    /// Number of people whom both follow and who follow the viewer back; counts to a hundred at
    /// most. Counting people who do not follow back would let anybody probe whom a member follows:
    /// follow a single person, and ask about each member.
    pub both_follow: u64,
}

/// Code of a write that failed because a profile has changed since it was read.
pub const PROFILE_CHANGED: &str = "explore.profile_changed";

/// Profiles. Offered by explore.
#[async_trait]
pub trait People: Send + Sync + 'static {
    /// Returns the people among `ids` that exist.
    async fn find(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, ApiError>;

    /// Returns the postal addresses of the people among `ids` who gave one, in one line. Personal:
    /// only for what the law asks of the operator.
    async fn addresses(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, ApiError>;

    /// Returns the last changes of the people among `ids`; `None` while people are being loaded.
    /// Everything that lists show about a person counts, including what is reported by
    /// [`touch`](Self::touch).
    async fn last_changes(&self, ids: &[UserId]) -> Result<Option<LastChanges>, ApiError>;

    /// Searches an area for people, other than `except`, who offer something that matches `query`.
    /// Skips `skip`, returns at most `take`, and none after the first 5,000. People within 20 miles
    /// come first, then better matches, then nearer ones.
    async fn offering(
        &self,
        query: &SkillQuery,
        area: &Area,
        except: &UserId,
        skip: usize,
        take: usize,
    ) -> Result<Vec<Neighbour>, ApiError>;

    /// Creates the profile of a new account. An unknown town is a 422 for `location`.
    async fn create(&self, person: NewPerson) -> Result<Fragment, ApiError>;

    /// Shows `user` to others, or hides them from everybody.
    fn set_listed(&self, user: &UserId, listed: bool) -> Fragment;

    /// Deletes the profile of somebody who was never listed.
    fn remove(&self, user: &UserId) -> Fragment;

    /// Blanks the profile of somebody who has left at `at`, for everybody at once. Nobody finds
    /// them any more; only the id stays.
    fn leave(&self, user: &UserId, at: Timestamp) -> Fragment;

    /// Removes text, photo and website of a profile. Fails with [`PROFILE_CHANGED`] unless the
    /// photo is still `photourl`, which the caller takes back afterwards.
    fn clear(&self, user: &UserId, photourl: Option<&str>) -> Fragment;

    /// Returns the member whose invitation code is `code`.
    async fn inviter(&self, code: &str) -> Result<Option<UserId>, ApiError>;

    /// Returns the relation of `viewer` to `other`; empty where one of them blocks the other.
    /// People whom explore does not show are not counted, nor is anybody whom such a person
    /// follows.
    async fn ties(&self, viewer: &UserId, other: &UserId) -> Result<Ties, ApiError>;

    /// Checks whether each of two people follows the other.
    async fn follow_each_other(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError>;

    /// Returns those of `others` who block `who`, or whom `who` blocks.
    async fn blocked_among(
        &self,
        who: &UserId,
        others: &[UserId],
    ) -> Result<HashSet<UserId>, ApiError>;

    /// Checks whether one of two people blocks the other.
    async fn is_blocked(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError> {
        Ok(!self.blocked_among(one, std::slice::from_ref(other)).await?.is_empty())
    }

    /// Returns the people among `ids` whom `viewer` may see: themselves, and listed people unless
    /// one blocks the other.
    async fn seen_by(
        &self,
        viewer: &UserId,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        let mut people = self.find(ids).await?;
        let blocked = self.blocked_among(viewer, ids).await?;
        people.retain(|id, person| id == viewer || (person.listed && !blocked.contains(id)));
        Ok(people)
    }

    /// Records a change of data that lists show about `user` and another module stores, such as
    /// their skills.
    fn touch(&self, user: &UserId) -> Fragment;

    /// Counts the stars of a review of `provider`, unless a review from the same mailbox counted in
    /// the 30 days before.
    fn rate(&self, provider: &UserId, rating: Rating) -> Fragment;

    /// Removes the stars of `review` of `provider`, if they counted.
    fn unrate(&self, provider: &UserId, review: &str) -> Fragment;

    /// Counts the stars of `review` of `provider` again, if they were removed.
    fn rate_again(&self, provider: &UserId, review: &str) -> Fragment;
}
