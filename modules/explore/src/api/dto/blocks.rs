use poem_openapi::Object;
use sparkyard_kernel::{DateTime, UserId, ports::PersonInfo};

use crate::model::BlockForViewer;

/// State of a block.
#[derive(Debug, Object)]
pub(crate) struct BlockState {
    /// Whether you now block the member.
    pub(crate) blocked: bool,
}

/// Name shown for a member whom the viewer may not see.
const UNNAMED: &str = "A neighbour";

/// A member whom you block.
#[derive(Debug, Object)]
pub(crate) struct BlockedPerson {
    /// Id of the blocked member.
    user_id: UserId,
    /// Name; 'A neighbour' if they block you too, or can no longer be seen.
    name: String,
    /// Photo, root-relative.
    photourl: Option<String>,
    /// Time of the block.
    created_at: DateTime,
}

impl From<BlockForViewer> for BlockedPerson {
    fn from(seen: BlockForViewer) -> Self {
        let BlockForViewer { id, other, created_at } = seen;
        Self {
            user_id: id,
            name: other.as_ref().map_or_else(|| UNNAMED.to_owned(), PersonInfo::name),
            photourl: other.and_then(|other| other.photourl),
            created_at: created_at.into(),
        }
    }
}
