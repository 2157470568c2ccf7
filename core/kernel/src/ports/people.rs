use std::collections::HashMap;

use async_trait::async_trait;
use sparkyard_db::{Fragment, Timestamp};

use crate::{ApiError, Gender, Point, UserId};

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
    /// A city the geocoder knows, or `None`.
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

/// Profiles. Offered by explore.
#[async_trait]
pub trait People: Send + Sync + 'static {
    /// The people among `ids` that exist.
    async fn find(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, ApiError>;

    /// Creates the profile that goes with a new account. An unknown city is a 422 for
    /// `location`.
    fn create(&self, person: NewPerson) -> Result<Fragment, ApiError>;

    /// Shows `user` to others again, or to nobody.
    fn set_listed(&self, user: &UserId, listed: bool) -> Fragment;

    /// Forgets somebody who was never listed.
    fn remove(&self, user: &UserId) -> Fragment;

    /// Whose invitation `code` is.
    async fn inviter(&self, code: &str) -> Result<Option<UserId>, ApiError>;

    /// Notes that something changed which lists show of `user` and another module keeps, such as
    /// their skills.
    fn touch(&self, user: &UserId) -> Fragment;

    /// Counts the stars of a review of `provider`, unless some of the same mailbox counted in the
    /// 30 days before.
    fn rate(&self, provider: &UserId, rating: Rating) -> Fragment;

    /// Takes back the stars of the review `review` of `provider`, if they counted.
    fn unrate(&self, provider: &UserId, review: &str) -> Fragment;
}
