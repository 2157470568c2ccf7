use poem_openapi::Object;
use sparkyard_kernel::{DateTime, ItemId, UserId};

use crate::model::note::{NamedNote, Note};

/// Input of a note.
#[derive(Debug, Object)]
pub(crate) struct NewNote {
    /// Text, 1 to 1,000 characters.
    #[oai(validator(max_length = 1000))]
    pub(crate) text: String,
    /// Day on which a task is due, as `2026-12-24`, from today on; left out for a note.
    #[oai(validator(max_length = 10))]
    pub(crate) due: Option<String>,
}

/// A note of staff about a member, or a task.
#[derive(Debug, Object)]
pub(crate) struct StaffNote {
    /// Id of the note.
    id: ItemId,
    /// The member.
    user_id: UserId,
    /// Name of the member; left out if they are gone.
    user_name: Option<String>,
    /// Text.
    text: String,
    /// Author; `system` if the task was added automatically.
    author_id: UserId,
    /// Name of the author; left out if they are gone.
    author_name: Option<String>,
    /// Time of writing.
    created_at: DateTime,
    /// Day on which the task is due; left out for a note.
    due: Option<String>,
    /// Time at which the task was done; left out before.
    done_at: Option<DateTime>,
    /// Name of who marked it as done.
    done_by: Option<String>,
}

impl From<NamedNote> for StaffNote {
    fn from(named: NamedNote) -> Self {
        let NamedNote { note, about: user_name, by: author_name, done_by } = named;
        let Note { id, about: user_id, words: text, by: author_id, at, due, done_at, .. } = note;
        let (created_at, done_at) = (at.into(), done_at.map(DateTime::from));
        Self {
            id,
            user_id,
            user_name,
            text,
            author_id,
            author_name,
            created_at,
            due,
            done_at,
            done_by,
        }
    }
}
