//! HTTP operations. They check shape and authorisation; the rules are in the service.

mod conversations;
mod dto;
mod messages;
mod pictures;

use std::sync::Arc;

use poem_openapi::Tags;

use self::{conversations::ConversationsApi, messages::MessagesApi, pictures::PicturesApi};
use crate::service::ChatService;

#[derive(Tags)]
enum Tag {
    /// Messages between two members.
    #[oai(rename = "chat")]
    Chat,
}

/// All operations of the module.
pub(crate) type ChatApi = (ConversationsApi, MessagesApi, PicturesApi);

/// Creates the operations on top of `service`.
pub(crate) fn operations(service: &Arc<ChatService>) -> ChatApi {
    let service = || service.clone();
    (ConversationsApi(service()), MessagesApi(service()), PicturesApi(service()))
}
