//! Canned replies.

use sparkyard_kernel::{
    ItemId,
    db::{DbError, Fragment},
};

use super::ModerationStore;
use crate::{
    error::VIOLATIONS,
    model::reply::{MAX_REPLIES, StoredReply},
};

/// Reads an index in its order; `EXPLAIN` must show it.
pub(super) const REPLIES: &str = "SELECT *, record::id(id) AS id FROM canned_reply \
     WITH INDEX canned_reply_place WHERE place > '' ORDER BY place LIMIT $limit";

/// Adds to the number of replies.
const COUNT: &str = "LET $total = (UPSERT ONLY canned_reply_total:all SET n = (n ?? 0) + $more)";

impl ModerationStore {
    /// Returns all replies, by queue and title.
    pub(crate) async fn replies(&self) -> Result<Vec<StoredReply>, DbError> {
        self.db.query(REPLIES).bind("limit", MAX_REPLIES).fetch().await
    }

    /// Returns one reply.
    pub(crate) async fn reply(&self, id: &ItemId) -> Result<Option<StoredReply>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM type::record('canned_reply', $id)";
        self.db.query(query).bind("id", id.clone()).fetch_optional().await
    }

    /// Adds a reply. Fails with `moderation.too_many_replies` if there are [`MAX_REPLIES`].
    pub(crate) async fn add_reply(
        &self,
        reply: StoredReply,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.add_reply")
            .violations(VIOLATIONS)
            .bind("id", reply.id.clone())
            .bind("reply", reply)
            .bind("more", 1)
            .bind("most", MAX_REPLIES)
            .step(COUNT)
            .step("IF $total.n > $most { THROW 'moderation.too_many_replies' }")
            .step("CREATE type::record('canned_reply', $id) CONTENT $reply RETURN NONE")
            .call(audit)
            .run()
            .await
    }

    /// Replaces a reply. Fails with `moderation.no_reply` if it was deleted.
    pub(crate) async fn change_reply(
        &self,
        reply: StoredReply,
        audit: Fragment,
    ) -> Result<(), DbError> {
        self.db
            .write("moderation.change_reply")
            .violations(VIOLATIONS)
            .bind("id", reply.id.clone())
            .bind("reply", reply)
            .step("LET $changed = (UPDATE type::record('canned_reply', $id) CONTENT $reply)")
            .step("IF array::len($changed) = 0 { THROW 'moderation.no_reply' }")
            .call(audit)
            .run()
            .await
    }

    /// Deletes a reply. Fails with `moderation.no_reply` if it was deleted before.
    pub(crate) async fn delete_reply(&self, id: &ItemId, audit: Fragment) -> Result<(), DbError> {
        self.db
            .write("moderation.delete_reply")
            .violations(VIOLATIONS)
            .bind("id", id.clone())
            .bind("more", -1)
            .step("LET $gone = (DELETE type::record('canned_reply', $id) RETURN BEFORE)")
            .step("IF array::len($gone) = 0 { THROW 'moderation.no_reply' }")
            .step(COUNT)
            .call(audit)
            .run()
            .await
    }
}
