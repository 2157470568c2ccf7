use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use crate::{ApiError, Gender, Point, UserId, geo::within_km, validate::Checks};

/// What a new member says about themselves.
#[derive(Clone, Debug)]
pub struct NewPerson {
    /// The account's id.
    pub id: UserId,
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// As they gave it.
    pub gender: Gender,
    /// As typed; may be empty for the first admin.
    pub phone: String,
    /// A town or village that the site itself knows, or `None`.
    pub location: Option<String>,
    /// When they joined.
    pub at: Timestamp,
    /// Whether others may see them yet.
    pub listed: bool,
}

/// What members may see of each other, and what modules need to know.
#[derive(Clone, Debug)]
pub struct PersonInfo {
    /// Whose.
    pub id: UserId,
    /// First name.
    pub firstname: String,
    /// Last name.
    pub lastname: String,
    /// Root-relative picture.
    pub photourl: Option<String>,
    /// City; may be empty.
    pub location: String,
    /// Whether explore may show them: they are listed and do not hide.
    pub visible: bool,
    /// Whether others may see them at all; not while they are suspended or wait for approval.
    pub listed: bool,
    /// Mean stars, one decimal, when rated.
    pub rating: Option<f64>,
    /// Number of reviews that count towards it: one per client in 30 days.
    pub review_count: u32,
    /// Telephone. Personal: only for the other party of an accepted booking.
    pub phone: String,
    /// The middle of their 500 m cell, if they have a place: never the place itself.
    pub approximate: Option<Point>,
}

impl PersonInfo {
    /// First and last name.
    pub fn name(&self) -> String {
        format!("{} {}", self.firstname, self.lastname).trim().to_owned()
    }
}

/// Where people are looked for.
#[derive(Clone, Debug, Default)]
pub struct Area {
    /// Where distances start; without it nobody is nearer than another, and the newest come first.
    pub from: Option<Point>,
    /// Kilometres around it; `None` for any distance, when those without a place come last.
    pub within_km: Option<f64>,
    /// Only people of this city, in any spelling.
    pub city: Option<String>,
}

impl Area {
    /// What a request asks for. Half a pair of coordinates, coordinates that do not lie on the
    /// Earth and a distance that is no filter are a 422.
    pub fn asked_for(
        city: Option<String>,
        (lat, lon): (Option<f64>, Option<f64>),
        distance: Option<u32>,
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

    /// The refusal of a distance from a place that nobody named.
    pub fn without_start() -> ApiError {
        ApiError::invalid("lat", "Say where distances start, or set your town.")
    }
}

/// Somebody who was found by place.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbour {
    /// Who.
    pub id: UserId,
    /// Kilometres from where distances start to the middle of their 500 m cell, not yet rounded;
    /// `None` when either has no place.
    pub km: Option<f64>,
}

/// The stars of a review.
#[derive(Clone, Debug)]
pub struct Rating {
    /// Names the review; one is counted once.
    pub review: String,
    /// Names whoever gave them, the same for all accounts of one mailbox
    /// ([`grant_key`](super::Accounts::grant_key)).
    pub by: String,
    /// 1 to 5.
    pub stars: u8,
    /// When.
    pub at: Timestamp,
}

/// What two people have to do with each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ties {
    /// Whether each of them follows the other.
    pub follow_each_other: bool,
    /// How many people both of them follow; a hundred at most.
    pub both_follow: u64,
}

/// Profiles. Offered by explore.
#[async_trait]
pub trait People: Send + Sync + 'static {
    /// The people among `ids` that exist.
    async fn find(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, ApiError>;

    /// People who offer something under one of `categories` in an area, nearest first, `except`
    /// one: from the `skip`th, at most `take`, and none after the nearest 5,000.
    async fn offering(
        &self,
        categories: &[String],
        area: &Area,
        except: &UserId,
        skip: usize,
        take: usize,
    ) -> Result<Vec<Neighbour>, ApiError>;

    /// Creates the profile that goes with a new account. An unknown town is a 422 for
    /// `location`.
    async fn create(&self, person: NewPerson) -> Result<Fragment, ApiError>;

    /// Shows `user` to others again, or to nobody.
    fn set_listed(&self, user: &UserId, listed: bool) -> Fragment;

    /// Forgets somebody who was never listed.
    fn remove(&self, user: &UserId) -> Fragment;

    /// Whose invitation `code` is.
    async fn inviter(&self, code: &str) -> Result<Option<UserId>, ApiError>;

    /// What two people have to do with each other.
    async fn ties(&self, one: &UserId, other: &UserId) -> Result<Ties, ApiError>;

    /// Whether one of two people wants to have nothing to do with the other.
    async fn is_blocked(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError>;

    /// Notes that something changed which lists show of `user` and another module keeps, such as
    /// their skills.
    fn touch(&self, user: &UserId) -> Fragment;

    /// Counts the stars of a review of `provider`, unless some of the same mailbox counted in the
    /// 30 days before.
    fn rate(&self, provider: &UserId, rating: Rating) -> Fragment;

    /// Takes back the stars of the review `review` of `provider`, if they counted.
    fn unrate(&self, provider: &UserId, review: &str) -> Fragment;
}
