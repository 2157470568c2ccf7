//! Pictures in conversations.

use sparkyard_kernel::{ApiError, UnreadFile, UserId, download::PrivateFile, ports::StoredPicture};

use super::ChatService;
use crate::{
    error::ChatError,
    model::{Draft, MessageId, Picture, PictureSize, seen::MessageForViewer},
};

impl ChatService {
    /// Sends a picture. Checks everything that can refuse it before reading the upload.
    pub(crate) async fn send_picture(
        &self,
        caller: &UserId,
        draft: Draft,
        picture: UnreadFile,
    ) -> Result<MessageForViewer, ChatError> {
        let checked = draft.check(0)?;
        self.may_write(caller, &checked.to).await?;
        self.may_delegate_write(&checked).await?;
        match self.store.sides(caller, &checked.to).await? {
            Some(sides) => {
                if let Some(sent) = self.sent_before(caller, &sides, &checked).await? {
                    return self.as_sent(caller, sent, true).await;
                }
                if self.waits_for_answer(caller, &sides).await? {
                    return Err(ChatError::Unanswered);
                }
            }
            None if !checked.says_enough_at_first() => return Err(ChatError::SayMore),
            None => {}
        }
        let content = picture.read().await?;
        let StoredPicture { key, width, height } =
            self.files.put_private_picture(caller, content).await?;
        let picture = Picture { file: key.clone(), size: PictureSize { width, height } };
        let placed = self.place(caller, &checked, Some(picture)).await;
        let is_named = match &placed {
            Ok((_, before)) => !before,
            Err(ChatError::Db(error)) => !error.changed_nothing(),
            Err(_) => false,
        };
        if !is_named {
            self.files.take_back(&[key]).await;
        }
        let (message, before) = placed?;
        self.as_sent(caller, message, before).await
    }

    /// Returns the picture of a message, for the two members of the conversation only.
    pub(crate) async fn picture(
        &self,
        caller: &UserId,
        id: &MessageId,
    ) -> Result<PrivateFile, ChatError> {
        let message = self.store.message(id).await?;
        let message = message.filter(|message| message.concerns(caller));
        let message = message.ok_or(ChatError::NotFound)?;
        message.picture.ok_or(ChatError::NoPicture)?;
        let key = self.store.file(id).await?.ok_or(ChatError::NoPicture)?;
        let content = self.files.get_private(&key).await?;
        let lost = || ApiError::internal(format!("the picture of message {id} is gone"));
        Ok(PrivateFile {
            content: content.ok_or_else(lost)?,
            media_type: "image/jpeg".to_owned(),
            // The picture of a message never changes.
            name: format!("picture-{id}.jpg"),
        })
    }
}
