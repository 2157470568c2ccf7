//! What is sent and what is shown.

pub(super) mod reports;
pub(super) mod skill;

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    DateTime, Money, Role, Sparks, UserId,
    ports::{AccountInfo, Sharing, Standing},
};

use crate::model::{self, AuditRecord};

/// The community in figures. A figure of a module that is switched off is left
/// out.
#[derive(Debug, Object)]
pub(crate) struct Overview {
    /// Accounts.
    pub(crate) members: u64,
    /// Skills on offer.
    pub(crate) skills: Option<u64>,
    /// Bookings ever made.
    pub(crate) bookings: Option<u64>,
    /// Disputes that wait for a decision.
    pub(crate) open_disputes: Option<u64>,
    /// Reports that wait for a decision; not those by you or about you.
    pub(crate) open_reports: u64,
    /// Spark tokens in members' hands.
    pub(crate) tokens_circulating: Option<Sparks>,
}

impl From<model::Overview> for Overview {
    fn from(overview: model::Overview) -> Self {
        let model::Overview {
            members,
            skills,
            bookings,
            open_disputes,
            open_reports,
            tokens_circulating,
        } = overview;
        Self { members, skills, bookings, open_disputes, open_reports, tokens_circulating }
    }
}

/// A member as staff see them.
#[derive(Debug, Object)]
pub(crate) struct Member {
    /// Whose.
    pub(crate) id: UserId,
    /// Verified address.
    pub(crate) email: String,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// What they may do.
    pub(crate) role: Role,
    /// Whether they may use their account at present.
    pub(crate) status: Standing,
    /// Whether signing in takes them more than a password.
    pub(crate) second_factor: bool,
    /// When they joined.
    pub(crate) created_at: DateTime,
}

impl From<model::Member> for Member {
    fn from(member: model::Member) -> Self {
        let model::Member { account, firstname, lastname } = member;
        let AccountInfo { id, email, role, standing, second_factor, created_at, role_since: _ } =
            account;
        let (status, created_at) = (standing, created_at.into());
        Self { id, email, firstname, lastname, role, status, second_factor, created_at }
    }
}

/// A few members who deal only with each other, and were signed in to from one place.
#[derive(Debug, Object)]
pub(crate) struct Cluster {
    /// Two to six.
    pub(crate) members: Vec<ClusterMember>,
    /// Completed bookings among them.
    pub(crate) bookings: u64,
    /// What these cost in pounds.
    pub(crate) cash: Money,
    /// What these cost in tokens.
    pub(crate) tokens: Sparks,
    /// When the newest of these last changed, RFC 3339 in UTC.
    pub(crate) latest: DateTime,
}

/// One of them.
#[derive(Debug, Object)]
pub(crate) struct ClusterMember {
    /// Who.
    pub(crate) member: Member,
    /// What their sign-ins have in common with those of another of them.
    pub(crate) shares: Shared,
}

/// What sign-ins have in common. Where they came from is nobody's to see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum Shared {
    /// The network, and what the device calls itself.
    Device,
    /// The network.
    Network,
    /// Nothing: they only deal with them.
    Nothing,
}

impl From<Option<Sharing>> for Shared {
    fn from(sharing: Option<Sharing>) -> Self {
        match sharing {
            Some(Sharing::Device) => Self::Device,
            Some(Sharing::Network) => Self::Network,
            None => Self::Nothing,
        }
    }
}

impl From<model::Cluster> for Cluster {
    fn from(cluster: model::Cluster) -> Self {
        let member = |(member, sharing): (model::Member, Option<Sharing>)| ClusterMember {
            member: member.into(),
            shares: sharing.into(),
        };
        Self {
            members: cluster.members.into_iter().map(member).collect(),
            bookings: cluster.bookings,
            cash: cluster.cash,
            tokens: cluster.tokens,
            latest: cluster.latest.into(),
        }
    }
}

/// The role that a member is to have.
#[derive(Debug, Object)]
pub(crate) struct NewRole {
    /// What they may do from now on.
    pub(crate) role: Role,
}

/// Why a member is kept out.
#[derive(Debug, Object)]
pub(crate) struct SuspensionReason {
    /// For the audit log; 3 to 500 characters.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: String,
}

/// Who did what with other people's data.
#[derive(Debug, Object)]
pub(crate) struct AuditEntry {
    /// Identity of the entry.
    pub(crate) id: String,
    /// When, RFC 3339 in UTC.
    pub(crate) at: DateTime,
    /// Member id; `system` for what happens by itself, `operator` for the command line.
    pub(crate) actor_id: String,
    /// Their name.
    pub(crate) actor_name: String,
    /// `module.what_was_done`.
    pub(crate) action: String,
    /// What it was done to: `user:ID`, `booking:7`.
    pub(crate) subject: String,
    /// A few words more.
    pub(crate) detail: String,
}

impl From<AuditRecord> for AuditEntry {
    fn from(record: AuditRecord) -> Self {
        let AuditRecord { id, at, actor, actor_name, action, subject, detail } = record;
        Self { id, at: at.into(), actor_id: actor.0, actor_name, action, subject, detail }
    }
}
