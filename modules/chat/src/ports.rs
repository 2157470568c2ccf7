//! What the module answers others.

use async_trait::async_trait;
use sparkyard_kernel::{ApiError, ItemId, UserId, ports::Messages};

use crate::{model::MessageId, store::ChatStore};

/// What members write to each other.
pub(crate) struct MessagesPort {
    pub(crate) store: ChatStore,
}

#[async_trait]
impl Messages for MessagesPort {
    async fn is_read(&self, reader: &UserId, message: &ItemId) -> Result<bool, ApiError> {
        let Some(id) = MessageId::received(message.as_str()) else { return Ok(true) };
        let message = self.store.message(&id).await?.filter(|message| message.to == *reader);
        let Some(message) = message else { return Ok(true) };
        let sides = self.store.sides(reader, &message.from).await?;
        Ok(sides.is_none_or(|sides| sides.own.progress.read >= id.seq))
    }
}
