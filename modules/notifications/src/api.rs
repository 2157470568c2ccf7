//! HTTP operations of the module.

mod dto;
mod letters;
mod live;
mod mail;
mod notices;
mod push;

use poem_openapi::Tags;

pub(crate) use letters::LettersApi;
pub(crate) use live::LiveApi;
pub(crate) use mail::MailApi;
pub(crate) use notices::NotificationsApi;
pub(crate) use push::PushApi;

#[derive(Tags)]
enum Tag {
    /// Notifications, event streams, push devices and email to members.
    #[oai(rename = "notifications")]
    Notifications,
}
