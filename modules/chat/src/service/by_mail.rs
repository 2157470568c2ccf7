//! Messages written as a reply to an email.

use sparkyard_kernel::{
    ApiError, Event, allowance::DailyAllowance, events::core::MailReply, ports::MailMessage,
};

use super::ChatService;
use crate::{error::ChatError, model::Draft};

/// Daily quota of emails that tell a member of replies not delivered whole.
const NOTES: DailyAllowance = DailyAllowance { what: "chat.mail_notes", most: 20 };

const ONLY_FILES: &str = "There was no text in it, only files. Pictures can be sent on the site.";

impl ChatService {
    /// Sends a member's email reply as a message, under the rules of every other message.
    /// Idempotent if the email comes twice. If refused, the member is told why by email.
    pub(crate) async fn answered_by_mail(
        &self,
        reply: &MailReply,
        event: &Event,
    ) -> Result<(), ChatError> {
        if reply.text.is_empty() {
            return self.note(reply, event, not_sent(reply, ONLY_FILES)).await;
        }
        let draft = Draft {
            to: reply.to.clone(),
            content: reply.text.clone(),
            client_id: Some(reply.client_id.clone()),
            delegate: None,
        };
        match self.send(&reply.from, draft).await {
            Ok(_) if reply.files > 0 => {
                let mail = MailMessage::new(&reply.address, "core/files_left_out");
                self.note(reply, event, mail).await
            }
            Ok(_) => Ok(()),
            Err(error) => match ApiError::from(error) {
                // A server error is not the sender's fault; the event is handled again later.
                error if error.status.is_server_error() => Err(error.into()),
                refused => self.note(reply, event, not_sent(reply, &why(&refused))).await,
            },
        }
    }

    /// Sends `mail` to the writer, within the daily quota.
    async fn note(
        &self,
        reply: &MailReply,
        event: &Event,
        mail: MailMessage,
    ) -> Result<(), ChatError> {
        let now = self.cx.now();
        if !NOTES.spend(&self.cx.db, reply.from.as_str(), 1, now).await? {
            return Ok(());
        }
        Ok(self.store.send_mail(format!("{}:note", event.id), now, mail).await?)
    }
}

fn not_sent(reply: &MailReply, why: &str) -> MailMessage {
    MailMessage::new(&reply.address, "core/not_sent").with("why", why)
}

/// Prefers the message of a field: it is more specific than that of the error.
fn why(refused: &ApiError) -> String {
    let field = refused.fields.values().next();
    field.unwrap_or(&refused.message).clone()
}
