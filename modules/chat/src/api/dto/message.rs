use poem_openapi::{Multipart, Object};
use sparkyard_kernel::{
    ApiError, DateTime, UnreadFile, UserId,
    multipart::{MAX_IMAGE_BYTES, Upload},
};

use crate::model::{Draft, Message, Read, seen::MessageForViewer};

/// A message to send.
#[derive(Debug, Object)]
#[oai(rename = "NewMessage", rename_all = "camelCase")]
pub(crate) struct MessageBody {
    /// Your own id; 403 for another.
    sender_id: UserId,
    /// Receiver's id.
    receiver_id: UserId,
    /// Text, 1 to 4,000 characters; may have several lines.
    #[oai(validator(max_length = 4000))]
    content: String,
    /// Ignored: a message is read once its receiver says so.
    #[oai(rename = "mark_as_read")]
    mark_as_read: Option<bool>,
    /// UUID chosen by the client; makes sending again idempotent.
    #[oai(validator(max_length = 64))]
    client_id: Option<String>,
}

impl MessageBody {
    /// Returns the claimed sender, and the message, which `delegate` sends for them.
    pub(crate) fn draft(self, delegate: Option<UserId>) -> (UserId, Draft) {
        let Self { sender_id, receiver_id: to, content, mark_as_read: _, client_id } = self;
        (sender_id, Draft { to, content, client_id, delegate })
    }
}

/// A picture to send.
#[derive(Debug, Multipart)]
pub(crate) struct PictureForm {
    /// Receiver's id.
    #[oai(rename = "receiverId")]
    receiver_id: UserId,
    /// UUID chosen by the client; makes sending again idempotent.
    #[oai(rename = "clientId", validator(max_length = 64))]
    client_id: Option<String>,
    /// Text to go with the picture, at most 4,000 characters.
    #[oai(validator(max_length = 4000))]
    content: Option<String>,
    /// Required: a JPEG, PNG, WebP, HEIC or SVG image of at most 5 MB.
    picture: Option<Upload>,
}

impl PictureForm {
    /// Returns the message, which `delegate` sends for the sender, and its picture. Fails with 422
    /// if there is no picture.
    pub(crate) fn draft(self, delegate: Option<UserId>) -> Result<(Draft, UnreadFile), ApiError> {
        let Self { receiver_id: to, client_id, content, picture } = self;
        let picture = picture.filter(Upload::is_chosen);
        let missing = || ApiError::invalid("picture", "Please choose a picture.");
        let picture = picture.ok_or_else(missing)?;
        let picture = picture.unread(MAX_IMAGE_BYTES, "Pictures can have up to 5 MB.");
        Ok((Draft { to, content: content.unwrap_or_default(), client_id, delegate }, picture))
    }
}

/// A message between two members.
#[derive(Debug, Object)]
#[oai(rename = "Message", skip_serializing_if_is_none)]
pub(crate) struct MessageView {
    /// Id of the message.
    id: String,
    /// Position in the conversation, from 1 on, without gaps; the same on every device.
    seq: u64,
    /// Sender's id.
    sender_id: UserId,
    /// Receiver's id.
    receiver_id: UserId,
    /// Text; empty for a picture without text.
    content: String,
    /// Time of sending.
    created_at: DateTime,
    /// Whether the receiver has read it and shows that; see `last_read_seq` of a conversation.
    mark_as_read: bool,
    /// UUID chosen by the sender's client.
    client_id: Option<String>,
    /// Time of delivery to a device of the receiver, if they show that.
    delivered_at: Option<DateTime>,
    /// Time at which the receiver read it, if they show that; absent for messages read together
    /// with 100 newer ones.
    read_at: Option<DateTime>,
    /// Picture of the message.
    picture: Option<MessagePicture>,
    /// Whether staff have removed the content.
    removed: bool,
    /// Name of the member who sent it for the sender, as their delegate.
    delegate: Option<String>,
}

/// The picture of a message.
#[derive(Debug, Object)]
pub(crate) struct MessagePicture {
    /// URL of the picture; fetch it with the access token.
    url: String,
    /// Width in pixels.
    width: u32,
    /// Height in pixels.
    height: u32,
}

impl From<MessageForViewer> for MessageView {
    fn from(seen: MessageForViewer) -> Self {
        let MessageForViewer { message, is_read, delegate } = seen;
        let Message {
            id,
            from,
            to,
            content,
            at,
            client_id,
            delivered_at,
            read_at,
            picture,
            removed,
            delegate: _,
        } = message;
        let id_text = id.to_string();
        let picture = picture.map(|size| MessagePicture {
            url: format!("/api/message/picture/{id_text}"),
            width: size.width,
            height: size.height,
        });
        Self {
            seq: id.seq,
            id: id_text,
            sender_id: from,
            receiver_id: to,
            content,
            created_at: at.into(),
            mark_as_read: is_read,
            client_id,
            delivered_at: delivered_at.map(DateTime::from),
            read_at: read_at.map(DateTime::from),
            picture,
            removed,
            delegate,
        }
    }
}

/// Your read state in a conversation.
#[derive(Debug, Object)]
pub(crate) struct ReadMark {
    /// Number of unread messages from this member.
    unread: u64,
    /// `seq` up to which you have read their messages.
    seq: u64,
}

impl From<Read> for ReadMark {
    fn from(read: Read) -> Self {
        let Read { unread, seq } = read;
        Self { unread, seq }
    }
}
