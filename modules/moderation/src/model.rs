//! Domain types of the admin console.

pub(crate) mod activity;
pub(crate) mod appeal;
pub(crate) mod audit;
pub(crate) mod claim;
pub(crate) mod note;
pub(crate) mod online_safety;
pub(crate) mod post;
pub(crate) mod reply;
pub(crate) mod report;
pub(crate) mod skill;

use sparkyard_kernel::{
    Money, Sparks, Timestamp,
    ports::{AccountInfo, PersonInfo, Sharing},
};

/// Statistics of the community; `None` where the module is disabled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Overview {
    pub(crate) members: u64,
    pub(crate) skills: Option<u64>,
    pub(crate) bookings: Option<u64>,
    pub(crate) tokens_circulating: Option<Sparks>,
}

/// Figures of a month; `None` where the module is disabled.
#[derive(Clone, Debug)]
pub(crate) struct MonthFigures {
    /// Month, as `2026-03`.
    pub(crate) month: String,
    /// Accounts at its end.
    pub(crate) members: u64,
    /// Members who gave or received help.
    pub(crate) active: u64,
    pub(crate) exchanges: u64,
    /// Hundredths of an hour.
    pub(crate) hours: u64,
    /// Tokens in circulation at its end.
    pub(crate) sparks: Option<Sparks>,
    /// Pounds held at its end.
    pub(crate) pounds: Option<Money>,
}

/// Numbers of cases that await a decision by a staff member; `None` where they may not decide, or
/// the module is disabled.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Waiting {
    pub(crate) applicants: u64,
    pub(crate) reports: u64,
    /// Appeals that the reader may decide.
    pub(crate) appeals: u64,
    pub(crate) messages: Option<u64>,
    pub(crate) skills: Option<u64>,
    pub(crate) documents: Option<u64>,
    pub(crate) disputes: Option<u64>,
    pub(crate) cash_ins: Option<u64>,
    pub(crate) withdrawals: Option<u64>,
    /// First posts that the reader may decide.
    pub(crate) posts: u64,
    /// Tasks due today or before.
    pub(crate) tasks: u64,
}

/// An account with first and last name; both are empty if there is no profile.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub(crate) account: AccountInfo,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
}

impl Member {
    /// Combines an account with its profile.
    pub(crate) fn new(account: AccountInfo, person: Option<&PersonInfo>) -> Self {
        let names = person.map(|person| (person.firstname.clone(), person.lastname.clone()));
        let (firstname, lastname) = names.unwrap_or_default();
        Self { account, firstname, lastname }
    }
}

/// A few members who deal only with each other, and were signed in from one place.
#[derive(Clone, Debug)]
pub(crate) struct Cluster {
    /// Members, each with the closest match of their sign-ins with another's; `None` without one.
    pub(crate) members: Vec<(Member, Option<Sharing>)>,
    pub(crate) bookings: u64,
    pub(crate) cash: Money,
    pub(crate) tokens: Sparks,
    /// Time of the latest change among their bookings.
    pub(crate) latest: Timestamp,
}
