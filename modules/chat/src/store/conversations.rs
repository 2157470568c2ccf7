//! Conversations, stored as one row per member.

use sparkyard_kernel::{Page, PageQuery, UserId, db::DbError};

use super::{ChatStore, rows::SideRow};
use crate::model::{Conversation, Progress};

/// Maximum number of conversations in which unread messages are counted.
const MAX_COUNTED: i64 = 1_000;

/// Indexed queries; `EXPLAIN` must show an index range for each.
pub(super) const NEWEST: &str = "SELECT * FROM chat_side WITH INDEX chat_side_newest \
     WHERE member = $member AND position > $after ORDER BY position LIMIT $limit";
pub(super) const UNREAD: &str = "SELECT * FROM chat_side WITH INDEX chat_side_unread \
     WHERE member = $member AND unread > 0 LIMIT $limit";

/// Both sides of a conversation.
pub(crate) struct Sides {
    /// The viewer's side.
    pub(crate) own: Conversation,
    /// Position of the other member.
    pub(crate) theirs: Progress,
}

impl Sides {
    /// Checks whether the other member has ever written to the viewer.
    pub(crate) fn is_answered(&self) -> bool {
        self.own.sent < self.own.seq
    }
}

impl ChatStore {
    /// Returns the conversation of two members as `member` sees it, if there is one.
    pub(crate) async fn sides(
        &self,
        member: &UserId,
        other: &UserId,
    ) -> Result<Option<Sides>, DbError> {
        let key = |one: &UserId, two: &UserId| ("chat_side", (one.clone(), two.clone()));
        let (own, theirs): (Option<SideRow>, Option<SideRow>) =
            self.db.get_both(key(member, other), key(other, member)).await?;
        let theirs = theirs.as_ref().map(SideRow::progress).unwrap_or_default();
        Ok(own.map(|own| Sides { own: own.into(), theirs }))
    }

    /// Lists the member's conversations, newest messages first.
    pub(crate) async fn conversations(
        &self,
        member: &UserId,
        page: &PageQuery,
    ) -> Result<Page<Conversation>, DbError> {
        let query = self.db.query(NEWEST).bind("member", member.clone());
        let query = query.bind("after", page.after.clone().unwrap_or_default());
        let rows: Vec<SideRow> = query.bind("limit", page.fetch_limit()).fetch().await?;
        Ok(Page::cut(rows, page, |row| row.position.clone()).map(Conversation::from))
    }

    /// Returns conversations with unread messages, unordered, at most [`MAX_COUNTED`].
    pub(crate) async fn unread(&self, member: &UserId) -> Result<Vec<Conversation>, DbError> {
        let query = self.db.query(UNREAD).bind("member", member.clone());
        let rows: Vec<SideRow> = query.bind("limit", MAX_COUNTED).fetch().await?;
        Ok(rows.into_iter().map(Conversation::from).collect())
    }
}
