//! Request and response bodies.

mod conversation;
mod message;

pub(crate) use conversation::{ConversationHead, ConversationView, UnreadMessages};
pub(crate) use message::{MessageBody, MessageView, PictureForm, ReadMark};
