use async_trait::async_trait;
use poem_openapi::Enum;
use sparkyard_db::Fragment;
use surrealdb::types::SurrealValue;

use crate::{ApiError, Timestamp, UserId};

/// Kind of a decision of staff against a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, SurrealValue)]
#[oai(rename = "DecisionKind", rename_all = "snake_case")]
#[surreal(rename_all = "snake_case", untagged)]
pub enum SanctionKind {
    /// The account was suspended.
    Suspension,
    /// A message was removed.
    Message,
    /// Text, photo and website of the profile were removed.
    Profile,
    /// A warning was sent.
    Warning,
    /// A skill was taken down.
    Skill,
    /// A need was taken down.
    Need,
    /// A review was removed.
    Review,
    /// An identity document was refused.
    Document,
    /// A suggested skill name was refused.
    SkillName,
    /// An application to join was declined; the account is deleted.
    Application,
}

/// A decision of staff against a member.
#[derive(Clone, Debug)]
pub struct MemberDecision {
    /// Kind of the decision.
    pub kind: SanctionKind,
    /// Id of its subject: at most one decision about it is in force.
    pub about: String,
    /// Name of the subject, as the member knows it.
    pub title: String,
    /// The member.
    pub user: UserId,
    /// Member of staff who decided.
    pub by: UserId,
    /// Reason, in the words of staff; may be empty.
    pub reason: String,
    /// Time of the decision.
    pub at: Timestamp,
}

/// A decision that the member may appeal.
#[derive(Clone, Debug)]
pub struct AppealableDecision {
    /// Stores it; belongs into the write of the decision.
    pub record: Fragment,
    /// Address of the page on which they appeal without signing in.
    pub link: String,
    /// End of the time in which they may.
    pub until: Timestamp,
}

/// Returns the subject of the decision that a skill name is refused to a member.
pub fn refused_name(slug: &str, user: &UserId) -> String {
    format!("{slug}.{user}")
}

/// Appeals of members against decisions of staff. Offered by moderation.
#[async_trait]
pub trait Appeals: Send + Sync + 'static {
    /// Prepares the record of a decision.
    fn decided(&self, decision: MemberDecision) -> AppealableDecision;

    /// Notes that a suspended member was reinstated; belongs into the write that does so.
    fn reinstated(&self, user: &UserId) -> Fragment;

    /// Returns the address of the page on which `user`, who has proved who they are, appeals their
    /// suspension; valid for a day. `None` if there is none that they can appeal.
    async fn link(&self, user: &UserId) -> Result<Option<String>, ApiError>;
}
