//! Request and response bodies.

pub(super) mod activity;
pub(super) mod appeals;
pub(super) mod audit;
pub(super) mod claims;
pub(super) mod notes;
pub(super) mod online_safety;
pub(super) mod posts;
pub(super) mod replies;
pub(super) mod reports;
pub(super) mod skill;

use poem_openapi::{Enum, Object};
use sparkyard_kernel::{
    DateTime, Money, Role, Sparks, UserId,
    ports::{AccountInfo, Agreed, Sharing, Standing},
};

use crate::model;

/// Statistics of the community. Counts of disabled modules are left out.
#[derive(Debug, Object)]
pub(crate) struct Overview {
    /// Number of accounts.
    pub(crate) members: u64,
    /// Number of skills on offer.
    pub(crate) skills: Option<u64>,
    /// Number of bookings ever made.
    pub(crate) bookings: Option<u64>,
    /// Spark tokens held by members.
    pub(crate) tokens_circulating: Option<Sparks>,
}

impl From<model::Overview> for Overview {
    fn from(overview: model::Overview) -> Self {
        let model::Overview { members, skills, bookings, tokens_circulating } = overview;
        Self { members, skills, bookings, tokens_circulating }
    }
}

/// Answers of others about whether they felt safe with a member.
#[derive(Debug, Object)]
pub(crate) struct SafetySummary {
    /// Number of others' answers in the last year that they did not feel safe; at most 100 are
    /// counted. Absent where bookings are disabled.
    pub(crate) felt_unsafe: Option<u64>,
}

/// Cases that await your decision, by queue; at most 100 of each are counted. Absent where you may
/// not decide or the module is disabled.
#[derive(Debug, Object)]
pub(crate) struct Waiting {
    /// Applicants.
    applicants: u64,
    /// Reports, except those by you or about you.
    reports: u64,
    /// Appeals that you may decide.
    appeals: u64,
    /// Messages from the contact page that no colleague has claimed.
    messages: Option<u64>,
    /// Skill names suggested by others.
    skills: Option<u64>,
    /// Identity documents of others.
    documents: Option<u64>,
    /// Disputes to which you are not a party.
    disputes: Option<u64>,
    /// Cash payments recorded by another admin.
    cash_ins: Option<u64>,
    /// Withdrawals of others that wait to be paid.
    withdrawals: Option<u64>,
    /// First posts of new members that you may decide.
    posts: u64,
    /// Tasks about members that are due today or before, except those about you.
    tasks: u64,
}

impl From<model::Waiting> for Waiting {
    fn from(waiting: model::Waiting) -> Self {
        let model::Waiting {
            applicants,
            reports,
            appeals,
            messages,
            skills,
            documents,
            disputes,
            cash_ins,
            withdrawals,
            posts,
            tasks,
        } = waiting;
        Self {
            applicants,
            reports,
            appeals,
            messages,
            skills,
            documents,
            disputes,
            cash_ins,
            withdrawals,
            posts,
            tasks,
        }
    }
}

/// Agreement of a member to an edition of the terms and the privacy page.
#[derive(Debug, Object)]
pub(crate) struct MemberAgreement {
    /// Number of the edition, as in `get_agreement_overview`.
    edition: i64,
    /// Time at which the member agreed, RFC 3339 in UTC.
    at: DateTime,
}

/// A member as staff see them.
#[derive(Debug, Object)]
pub(crate) struct Member {
    /// Id of the member.
    pub(crate) id: UserId,
    /// Verified email address; empty for a member without one.
    pub(crate) email: String,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Role, which determines permissions.
    pub(crate) role: Role,
    /// Status of the account.
    pub(crate) status: Standing,
    /// Whether signing in requires a second factor.
    pub(crate) second_factor: bool,
    /// Newest edition that the member agreed to; left out if they joined before editions were
    /// recorded.
    #[oai(skip_serializing_if_is_none)]
    pub(crate) agreed: Option<MemberAgreement>,
    /// Time of joining.
    pub(crate) created_at: DateTime,
}

impl From<model::Member> for Member {
    fn from(member: model::Member) -> Self {
        let model::Member { account, firstname, lastname } = member;
        let email = account.address().unwrap_or_default().to_owned();
        let AccountInfo { id, role, standing, second_factor, created_at, agreed, .. } = account;
        Self {
            id,
            email,
            firstname,
            lastname,
            role,
            status: standing,
            second_factor,
            agreed: agreed.map(|Agreed { edition, at }| MemberAgreement { edition, at: at.into() }),
            created_at: created_at.into(),
        }
    }
}

/// A circle, members who deal only with each other, of whom at least two were signed in from one
/// device or network.
#[derive(Debug, Object)]
pub(crate) struct Cluster {
    /// Two to six members.
    pub(crate) members: Vec<ClusterMember>,
    /// Number of completed bookings among them.
    pub(crate) bookings: u64,
    /// Total of these bookings in pounds.
    pub(crate) cash: Money,
    /// Total of these bookings in tokens.
    pub(crate) tokens: Sparks,
    /// Time of the latest change among these bookings, RFC 3339 in UTC.
    pub(crate) latest: DateTime,
}

/// A member of a cluster.
#[derive(Debug, Object)]
pub(crate) struct ClusterMember {
    /// The member.
    pub(crate) member: Member,
    /// Closest match of the member's sign-ins with those of another.
    pub(crate) shares: Shared,
}

/// Match of sign-ins. The address and the device itself are never shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum Shared {
    /// Same network, and same name of the device.
    Device,
    /// Same network.
    Network,
    /// No match; the member only deals with the others.
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

/// A change of role.
#[derive(Debug, Object)]
pub(crate) struct NewRole {
    /// New role.
    pub(crate) role: Role,
}

/// Deletion of a member's account at their request.
#[derive(Debug, Object)]
pub(crate) struct DeletionReason {
    /// Reason for the audit log and for the member, 3 to 500 characters.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: String,
}

/// Reason for a suspension, or for declining an applicant.
#[derive(Debug, Object)]
pub(crate) struct SanctionReason {
    /// Reason, 3 to 500 characters: the person reads it, and it is kept in the audit log.
    #[oai(validator(max_length = 500))]
    pub(crate) reason: String,
}
