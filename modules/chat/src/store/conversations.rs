//! The sides of conversations.

use sparkyard_kernel::{Page, PageQuery, UserId, db::DbError};

use super::{ChatStore, rows::SideRow, side};
use crate::model::{Conversation, Progress};

/// Most conversations in which unread messages are counted.
const MOST_COUNTED: i64 = 1_000;

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
pub(super) const NEWEST: &str = "SELECT * FROM chat_side WITH INDEX chat_side_newest \
     WHERE member = $member AND position > $after ORDER BY position LIMIT $limit";
pub(super) const UNREAD: &str = "SELECT * FROM chat_side WITH INDEX chat_side_unread \
     WHERE member = $member AND unread > 0 LIMIT $limit";

/// Both sides of a conversation.
pub(crate) struct Sides {
    /// The side of whoever asks.
    pub(crate) own: Conversation,
    /// How many messages they have written.
    pub(crate) sent: u64,
    /// How far the other has come.
    pub(crate) theirs: Progress,
}

impl ChatStore {
    /// The conversation of two people as `member` sees it, if they have one.
    pub(crate) async fn sides(
        &self,
        member: &UserId,
        other: &UserId,
    ) -> Result<Option<Sides>, DbError> {
        let query = self.db.query("SELECT * FROM $sides");
        let query = query.bind("sides", vec![side(member, other), side(other, member)]);
        let rows: Vec<SideRow> = query.fetch().await?;
        let (own, theirs): (Vec<_>, Vec<_>) =
            rows.into_iter().partition(|row| row.member == *member);
        let theirs = theirs.first().map(SideRow::progress).unwrap_or_default();
        let own = own.into_iter().next();
        Ok(own.map(|own| Sides { sent: own.sent, own: own.into(), theirs }))
    }

    /// One's conversations, those with the newest messages first.
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

    /// One's conversations with something to read, in no particular order; beyond
    /// [`MOST_COUNTED`] nobody counts.
    pub(crate) async fn unread(&self, member: &UserId) -> Result<Vec<Conversation>, DbError> {
        let query = self.db.query(UNREAD).bind("member", member.clone());
        let rows: Vec<SideRow> = query.bind("limit", MOST_COUNTED).fetch().await?;
        Ok(rows.into_iter().map(Conversation::from).collect())
    }
}
