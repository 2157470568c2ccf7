//! The community as staff see it.

pub(crate) mod report;
pub(crate) mod skill;

use sparkyard_kernel::{
    Money, Sparks, Timestamp, UserId,
    ports::{AccountInfo, PersonInfo, Sharing},
};

/// The community in numbers; what a module that is switched off would know is `None`.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Overview {
    pub(crate) members: u64,
    pub(crate) skills: Option<u64>,
    pub(crate) bookings: Option<u64>,
    pub(crate) open_disputes: Option<u64>,
    pub(crate) open_reports: u64,
    pub(crate) tokens_circulating: Option<Sparks>,
}

/// An account with the names of its person; empty names when there is no profile.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) account: AccountInfo,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
}

impl Member {
    /// An account with the names of its person.
    pub(crate) fn new(account: AccountInfo, person: Option<&PersonInfo>) -> Self {
        let names = person.map(|person| (person.firstname.clone(), person.lastname.clone()));
        let (firstname, lastname) = names.unwrap_or_default();
        Self { account, firstname, lastname }
    }
}

/// A few members who deal only with each other, and were signed in to from one place.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Each with the most that their sign-ins have in common with those of another.
    pub(crate) members: Vec<(Member, Option<Sharing>)>,
    pub(crate) bookings: u64,
    pub(crate) cash: Money,
    pub(crate) tokens: Sparks,
    /// When the newest of their bookings last changed.
    pub(crate) latest: Timestamp,
}

/// Who did what with other people's data.
#[derive(Clone, Debug)]
pub(crate) struct AuditRecord {
    pub(crate) id: String,
    pub(crate) at: Timestamp,
    /// A member, `system` or `operator`.
    pub(crate) actor: UserId,
    /// Their name.
    pub(crate) actor_name: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) detail: String,
}
