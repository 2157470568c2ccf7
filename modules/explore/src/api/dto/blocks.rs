use poem_openapi::Object;
use sparkyard_kernel::{DateTime, UserId};

use crate::model::SeenBlock;

/// Whether you block somebody.
#[derive(Debug, Object)]
pub(crate) struct BlockState {
    /// Whether you do now.
    pub(crate) blocked: bool,
}

/// Somebody whom you block.
#[derive(Debug, Object)]
pub(crate) struct BlockedPerson {
    /// Who.
    user_id: UserId,
    /// Their name.
    name: String,
    /// Their picture, root-relative.
    photourl: Option<String>,
    /// Since when.
    created_at: DateTime,
}

impl From<SeenBlock> for BlockedPerson {
    fn from(seen: SeenBlock) -> Self {
        let SeenBlock { other, created_at } = seen;
        Self {
            name: other.name(),
            user_id: other.id,
            photourl: other.photourl,
            created_at: created_at.into(),
        }
    }
}
