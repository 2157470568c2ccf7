//! Canned replies.

use sparkyard_kernel::{Caller, ItemId, audit::AuditEntry, db::Fragment};

use super::ModerationService;
use crate::{
    error::ModerationError,
    model::reply::{ReplyQueue, StoredReply},
};

impl ModerationService {
    /// Returns all replies, by queue and title.
    pub(crate) async fn replies(&self) -> Result<Vec<StoredReply>, ModerationError> {
        Ok(self.store.replies().await?)
    }

    /// Adds a reply.
    pub(crate) async fn add_reply(
        &self,
        admin: &Caller,
        queue: ReplyQueue,
        (title, text): (&str, &str),
    ) -> Result<StoredReply, ModerationError> {
        let reply = StoredReply::new(ItemId(self.cx.ids.next()), queue, title, text)?;
        let audit = self.reply_audit(admin, &reply.id, "moderation.reply_added", reply.audited());
        self.store.add_reply(reply.clone(), audit).await?;
        Ok(reply)
    }

    /// Replaces a reply.
    pub(crate) async fn change_reply(
        &self,
        admin: &Caller,
        id: &ItemId,
        queue: ReplyQueue,
        (title, text): (&str, &str),
    ) -> Result<StoredReply, ModerationError> {
        let reply = StoredReply::new(id.clone(), queue, title, text)?;
        let before = self.store.reply(id).await?.ok_or(ModerationError::NoReply)?;
        let words = if before.text == reply.text { "" } else { ", with another text" };
        let detail = format!("from {} to {}{words}", before.audited(), reply.audited());
        let audit = self.reply_audit(admin, id, "moderation.reply_changed", detail);
        self.store.change_reply(reply.clone(), audit).await?;
        Ok(reply)
    }

    /// Deletes a reply.
    pub(crate) async fn delete_reply(
        &self,
        admin: &Caller,
        id: &ItemId,
    ) -> Result<(), ModerationError> {
        let before = self.store.reply(id).await?.ok_or(ModerationError::NoReply)?;
        let audit = self.reply_audit(admin, id, "moderation.reply_deleted", before.audited());
        Ok(self.store.delete_reply(id, audit).await?)
    }

    fn reply_audit(
        &self,
        admin: &Caller,
        id: &ItemId,
        action: &'static str,
        detail: String,
    ) -> Fragment {
        let entry = AuditEntry {
            id: self.cx.ids.next(),
            at: self.cx.now(),
            actor: admin.id.as_str(),
            action,
            subject: format!("reply:{id}"),
            detail,
        };
        entry.fragment()
    }
}
