use poem_openapi::{Multipart, Object};
use sparkyard_kernel::{
    ApiError, DateTime, UnreadFile, UserId,
    multipart::{MAX_IMAGE_BYTES, Upload},
};

use crate::model::{Draft, Message, Read, seen::SeenMessage};

/// A message to be sent.
#[derive(Debug, Object)]
#[oai(rename = "NewMessage", rename_all = "camelCase")]
pub(crate) struct MessageBody {
    /// Your own id; 403 for another.
    sender_id: UserId,
    /// To whom.
    receiver_id: UserId,
    /// What it says, 1 to 4,000 characters, in as many lines as you like.
    #[oai(validator(max_length = 8000))]
    content: String,
    /// Not looked at: a message is read once its receiver says so.
    #[oai(rename = "mark_as_read")]
    mark_as_read: Option<bool>,
    /// A UUID of your choice, by which a message that is sent again is known.
    #[oai(validator(max_length = 64))]
    client_id: Option<String>,
}

impl MessageBody {
    /// Who claims to send it, and what.
    pub(crate) fn draft(self) -> (UserId, Draft) {
        let Self { sender_id, receiver_id: to, content, mark_as_read: _, client_id } = self;
        (sender_id, Draft { to, content, client_id })
    }
}

/// A picture to be sent.
#[derive(Debug, Multipart)]
pub(crate) struct PictureForm {
    /// To whom.
    #[oai(rename = "receiverId")]
    receiver_id: UserId,
    /// A UUID of your choice, by which a picture that is sent again is known.
    #[oai(rename = "clientId", validator(max_length = 64))]
    client_id: Option<String>,
    /// Words to go with it, at most 4,000 characters.
    #[oai(validator(max_length = 8000))]
    content: Option<String>,
    /// Required: a JPEG, PNG, WebP, HEIC or SVG image of at most 5 MB.
    picture: Option<Upload>,
}

impl PictureForm {
    /// The message, and the picture that goes with it; a 422 without one.
    pub(crate) fn draft(self) -> Result<(Draft, UnreadFile), ApiError> {
        let Self { receiver_id: to, client_id, content, picture } = self;
        let picture = picture.filter(Upload::is_chosen);
        let missing = || ApiError::invalid("picture", "Please choose a picture.");
        let picture = picture.ok_or_else(missing)?;
        let picture = picture.unread(MAX_IMAGE_BYTES, "Pictures can have up to 5 MB.");
        Ok((Draft { to, content: content.unwrap_or_default(), client_id }, picture))
    }
}

/// A message between two members.
#[derive(Debug, Object)]
#[oai(rename = "Message", skip_serializing_if_is_none)]
pub(crate) struct MessageView {
    /// Identity of the message.
    id: String,
    /// Its place in the conversation, from 1 on, without gaps: the order on every device.
    seq: u64,
    /// Who wrote it.
    sender_id: UserId,
    /// To whom.
    receiver_id: UserId,
    /// What it says; nothing for a picture without words.
    content: String,
    /// When it was sent.
    created_at: DateTime,
    /// Whether its receiver has read it.
    mark_as_read: bool,
    /// The UUID that its sender chose for it.
    client_id: Option<String>,
    /// When it came to a device of its receiver.
    delivered_at: Option<DateTime>,
    /// When its receiver read it; not there of what was read together with a hundred newer ones.
    read_at: Option<DateTime>,
    /// Its picture.
    picture: Option<MessagePicture>,
    /// Whether staff have removed what it said.
    removed: bool,
}

/// The picture of a message.
#[derive(Debug, Object)]
pub(crate) struct MessagePicture {
    /// Where it is fetched from, with the access token.
    url: String,
    /// Pixels across.
    width: u32,
    /// Pixels down.
    height: u32,
}

impl From<SeenMessage> for MessageView {
    fn from(seen: SeenMessage) -> Self {
        let SeenMessage { message, is_read } = seen;
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
        }
    }
}

/// How far somebody has read.
#[derive(Debug, Object)]
pub(crate) struct ReadMark {
    /// How many messages of this person you have not read.
    unread: u64,
    /// You have read their messages up to the one with this `seq`.
    seq: u64,
}

impl From<Read> for ReadMark {
    fn from(read: Read) -> Self {
        let Read { unread, seq } = read;
        Self { unread, seq }
    }
}
