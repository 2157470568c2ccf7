//! First posts of new members that staff look at before others see them.

use sparkyard_kernel::{
    ApiError, ItemId, ModerationState, Timestamp, UserId, newest_first,
    ports::{NewPost, PersonInfo, PostKind},
    text,
    validate::Checks,
};
use surrealdb::types::SurrealValue;

/// Maximum length of the reason for removing a post, in characters.
const MAX_REASON: usize = 500;

/// The case of a post.
#[derive(Clone, Debug, SurrealValue)]
pub(crate) struct PostCase {
    pub(crate) id: ItemId,
    pub(crate) kind: PostKind,
    /// Id of the skill or need, or number of the booking.
    pub(crate) about: String,
    pub(crate) author: UserId,
    /// Member whom a review is about.
    pub(crate) reviewee: Option<UserId>,
    pub(crate) created_at: Timestamp,
    pub(crate) open: bool,
    pub(crate) decision: Option<PostDecision>,
    /// Whether others have seen it since.
    pub(crate) seen: bool,
    /// Sorts the queue, newest first.
    pub(crate) place: String,
    /// Time of the decision, in milliseconds; 0 while it is open.
    pub(crate) settled_ms: i64,
}

impl PostCase {
    /// Creates the case of a new post.
    pub(crate) fn new(post: NewPost) -> Self {
        let NewPost { kind, about, author, reviewee, at } = post;
        let id = kind.case(&about);
        Self {
            place: newest_first(at, id.as_str()),
            id,
            kind,
            about,
            author,
            reviewee,
            created_at: at,
            open: true,
            decision: None,
            seen: false,
            settled_ms: 0,
        }
    }

    /// Checks whether `user` wrote the post, or is reviewed by it, and so may not decide.
    pub(crate) fn concerns(&self, user: &UserId) -> bool {
        self.author == *user || self.reviewee.as_ref() == Some(user)
    }
}

/// Decision of staff on a post.
#[derive(Clone, Debug, PartialEq, Eq, SurrealValue)]
pub(crate) struct PostDecision {
    /// Whether others see it from then on; otherwise it is removed.
    pub(crate) released: bool,
    /// Reason, as its author reads it; empty for a release.
    pub(crate) reason: String,
    pub(crate) by: UserId,
    pub(crate) at: Timestamp,
}

impl PostDecision {
    /// Checks whether `other` repeats this decision.
    pub(crate) fn is_repeated_by(&self, other: &Self) -> bool {
        let parts = |one: &Self| (one.released, one.reason.clone(), one.by.clone());
        parts(self) == parts(other)
    }
}

/// An unchecked decision, as received.
#[derive(Clone, Debug)]
pub(crate) struct PostVerdict {
    pub(crate) released: bool,
    pub(crate) reason: String,
    /// Revision of the post that was read.
    pub(crate) revision: i64,
}

impl PostVerdict {
    /// Validates the verdict. A removal needs a reason, and a release has none.
    pub(crate) fn checked(&self, by: UserId, at: Timestamp) -> Result<PostDecision, ApiError> {
        let (least, reason) = match self.released {
            true => (0, ""),
            false => (3, self.reason.as_str()),
        };
        Checks::new().prose("reason", reason, least, MAX_REASON).finish()?;
        Ok(PostDecision { released: self.released, reason: text::prose(reason), by, at })
    }
}

/// A post as it is now.
#[derive(Clone, Debug)]
pub(crate) struct PostContent {
    pub(crate) title: String,
    pub(crate) text: String,
    /// Stars, of a review.
    pub(crate) rating: Option<u8>,
    /// Root-relative URLs of its pictures, which are withheld.
    pub(crate) pictures: Vec<String>,
    pub(crate) moderation: ModerationState,
    /// Number of changes so far.
    pub(crate) revision: i64,
}

/// A post as staff see it, with the names of the people in it.
#[derive(Clone, Debug)]
pub(crate) struct PostForStaff {
    pub(crate) case: PostCase,
    /// `None` once it is deleted.
    pub(crate) content: Option<PostContent>,
    pub(crate) author: Option<PersonInfo>,
    pub(crate) reviewee: Option<PersonInfo>,
    pub(crate) decided_by: Option<PersonInfo>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_need_a_reason() {
        let at = "2026-03-02T10:00:00Z".parse().unwrap();
        let verdict = |released, reason: &str| {
            let reason = reason.to_owned();
            PostVerdict { released, reason, revision: 0 }.checked("iris".into(), at)
        };
        assert_eq!(verdict(true, "ignored").unwrap().reason, "");
        assert_eq!(verdict(false, " Asks for money. ").unwrap().reason, "Asks for money.");
        for reason in ["", " \n", "x", &"x".repeat(501)] {
            assert!(verdict(false, reason).is_err());
        }
    }
}
