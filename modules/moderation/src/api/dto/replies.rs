use poem_openapi::Object;
use sparkyard_kernel::ItemId;

use crate::model::reply::{ReplyQueue, StoredReply};

/// Input of a canned reply.
#[derive(Debug, Object)]
#[oai(rename = "NewCannedReply")]
pub(crate) struct ReplyBody {
    /// Queue in which it is offered.
    pub(crate) queue: ReplyQueue,
    /// Name for staff, 1 to 60 characters.
    #[oai(validator(max_length = 120))]
    pub(crate) title: String,
    /// Text that is inserted, 1 to 2,000 characters.
    #[oai(validator(max_length = 4000))]
    pub(crate) text: String,
}

/// A text that staff insert into what they write to members.
#[derive(Debug, Object)]
pub(crate) struct CannedReply {
    /// Id of the reply.
    id: ItemId,
    /// Queue in which it is offered.
    queue: ReplyQueue,
    /// Name for staff.
    title: String,
    /// Text that is inserted.
    text: String,
}

impl From<StoredReply> for CannedReply {
    fn from(reply: StoredReply) -> Self {
        let StoredReply { id, queue, title, text, place: _ } = reply;
        Self { id, queue, title, text }
    }
}
