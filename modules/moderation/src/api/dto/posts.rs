use poem_openapi::{Enum, Object};
use sparkyard_kernel::{DateTime, ItemId, ModerationState, ports::PostKind};

use super::reports::ReportPerson;
use crate::model::post::{PostDecision, PostForStaff, PostVerdict};

/// State of posts in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum HeldPostState {
    /// Awaiting a decision.
    Open,
    /// Decided.
    Decided,
}

/// A first post of a new member.
#[derive(Debug, Object)]
#[oai(rename = "HeldPost", skip_serializing_if_is_none)]
pub(crate) struct HeldPostView {
    /// Id of the case.
    id: ItemId,
    /// Kind of the post.
    kind: PostKind,
    /// Id of the skill or need, or number of the reviewed booking.
    subject_id: String,
    /// Author.
    author: ReportPerson,
    /// Member reviewed; absent unless it is a review.
    reviewee: Option<ReportPerson>,
    /// Time of the post, RFC 3339 in UTC.
    created_at: DateTime,
    /// The post as it is now; absent once it is deleted.
    post: Option<HeldPostContent>,
    /// Decision; absent while it waits.
    decision: Option<HeldPostDecision>,
}

/// Content of a held post.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct HeldPostContent {
    /// Name of the skill, also of a reviewed one, or title of the need.
    title: String,
    /// Text, plain; may be empty.
    text: String,
    /// Stars of a review, 1 to 5.
    rating: Option<u8>,
    /// URLs of the pictures, fetched with the access token; none once it is decided.
    pictures: Vec<String>,
    /// Moderation state.
    moderation: ModerationState,
    /// Number of changes so far; a decision names it.
    revision: i64,
}

/// Decision on a post.
#[derive(Debug, Object)]
#[oai(skip_serializing_if_is_none)]
pub(crate) struct HeldPostDecision {
    /// Whether it was shown to others; otherwise it was removed.
    released: bool,
    /// Reason for removing it, which the author reads.
    reason: Option<String>,
    /// Member of staff who decided.
    by: ReportPerson,
    /// Time of the decision, RFC 3339 in UTC.
    at: DateTime,
}

impl From<PostForStaff> for HeldPostView {
    fn from(shown: PostForStaff) -> Self {
        let PostForStaff { case, content, author, reviewee, decided_by } = shown;
        let post = content.map(|content| {
            let count = if case.open { content.pictures.len() } else { 0 };
            let picture = |number| format!("/api/admin/held-posts/{}/pictures/{number}", case.id);
            HeldPostContent {
                title: content.title,
                text: content.text,
                rating: content.rating,
                pictures: (0..count).map(picture).collect(),
                moderation: content.moderation,
                revision: content.revision,
            }
        });
        let decision = |PostDecision { released, reason, by, at }| HeldPostDecision {
            released,
            reason: Some(reason).filter(|reason| !reason.is_empty()),
            by: ReportPerson::new(by, decided_by),
            at: at.into(),
        };
        Self {
            id: case.id,
            kind: case.kind,
            subject_id: case.about,
            author: ReportPerson::new(case.author, author),
            reviewee: case.reviewee.map(|about| ReportPerson::new(about, reviewee)),
            created_at: case.created_at.into(),
            post,
            decision: case.decision.map(decision),
        }
    }
}

/// Input of a decision on a post.
#[derive(Debug, Object)]
#[oai(rename = "HeldPostVerdict")]
pub(crate) struct PostVerdictBody {
    /// Whether others see the post, or it is removed.
    decision: PostVerdictKind,
    /// Reason for removing it, which the author reads, 3 to 500 characters; not for a release.
    #[oai(validator(max_length = 1000))]
    reason: Option<String>,
    /// `revision` of the post as you read it.
    revision: i64,
}

/// Kind of decision on a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename = "HeldPostVerdictKind", rename_all = "snake_case")]
pub(crate) enum PostVerdictKind {
    /// Others see it.
    Release,
    /// It is removed.
    Remove,
}

impl From<PostVerdictBody> for PostVerdict {
    fn from(body: PostVerdictBody) -> Self {
        let PostVerdictBody { decision, reason, revision } = body;
        let released = decision == PostVerdictKind::Release;
        Self { released, reason: reason.unwrap_or_default(), revision }
    }
}
