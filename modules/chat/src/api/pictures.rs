use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Header, Path},
    payload::Response,
};
use sparkyard_kernel::{
    MemberOrDelegate, Reply,
    download::{Download, PartHeaders, Picture},
    envelope::{FORBIDDEN, Failure, MALFORMED, NOT_FOUND, UNAUTHORISED, UPLOAD},
    ok,
};

use super::{
    Tag,
    dto::{MessageView, PictureForm},
    messages::no_such_message,
};
use crate::{model::MessageId, service::ChatService};

/// Operations on pictures in conversations.
pub struct PicturesApi(pub(super) Arc<ChatService>);

#[OpenApi(prefix_path = "/api/message/picture", tag = "Tag::Chat")]
impl PicturesApi {
    /// Sends a picture, optionally with text. Only the two of you can see it; metadata of the file
    /// (place, camera) is discarded. Refused like a message; the first message between two people
    /// needs its 10 characters here too.
    #[oai(path = "/", method = "post", operation_id = "send_picture")]
    async fn send_picture(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        form: PictureForm,
    ) -> Reply<MessageView, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | UPLOAD }> {
        let (draft, picture) = form.draft(caller.delegate.clone())?;
        ok(self.0.send_picture(&caller.id, draft, picture).await?.into())
    }

    /// Returns the picture of a message as a JPEG attachment, to the two members of the
    /// conversation; 404 for everybody else.
    #[oai(path = "/:messageId", method = "get", operation_id = "get_message_picture")]
    async fn get_message_picture(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The message.
        #[oai(name = "messageId", validator(max_length = 64))]
        message: Path<String>,
        /// Byte range of the file: `bytes=0-99`.
        #[oai(name = "Range")]
        range: Header<Option<String>>,
        /// The range is sent only if the file has this `ETag`; otherwise the whole file.
        #[oai(name = "If-Range")]
        if_range: Header<Option<String>>,
    ) -> Result<Response<Download<Picture>>, Failure<{ UNAUTHORISED | MALFORMED | NOT_FOUND }>>
    {
        let wanted = PartHeaders { range: range.as_deref(), if_range: if_range.as_deref() };
        let message = MessageId::received(&message).ok_or_else(no_such_message)?;
        Ok(self.0.picture(&caller.id, &message).await?.download(wanted))
    }
}
