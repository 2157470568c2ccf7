use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, ItemId, Json, Limit, PageQuery, Reply, StaffOnly, UserId, done,
    envelope::{INPUT, MALFORMED, NOT_FOUND, TOO_MANY},
    listed,
};

use super::{
    STAFF, Tag,
    dto::notes::{NewNote, StaffNote},
};
use crate::service::ModerationService;

/// Operations on the notes and tasks of staff.
pub struct NotesApi(pub(super) Arc<ModerationService>);

#[OpenApi(tag = "Tag::Moderation")]
impl NotesApi {
    /// Lists the notes and tasks about a member, newest first; the member does not see them. Reading
    /// them is recorded in the audit log. For moderators and admins; 403 about yourself, and about
    /// staff unless you are an admin.
    #[oai(
        path = "/api/admin/members/:id/notes",
        method = "get",
        operation_id = "list_member_notes"
    )]
    async fn list_member_notes(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the member.
        id: Path<UserId>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<StaffNote>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.notes(&caller, &id.0, &page).await?.map(StaffNote::from))
    }

    /// Writes a note about a member, or a task with a day on which it is due. For moderators and
    /// admins; 403 as for the list, 429 `moderation.too_many_notes` after 200 in a day.
    #[oai(path = "/api/admin/members/:id/notes", method = "post", operation_id = "add_member_note")]
    async fn add_member_note(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the member.
        id: Path<UserId>,
        Json(body): Json<NewNote>,
    ) -> Reply<StaffNote, { STAFF | INPUT | NOT_FOUND | TOO_MANY }> {
        let note = self.0.write_note(&caller, &id.0, &body.text, body.due.as_deref()).await?;
        done("Saved for you and your colleagues.", note.into())
    }

    /// Lists the tasks that are still to be done, first due first, without those about you. For
    /// moderators and admins.
    #[oai(path = "/api/admin/tasks", method = "get", operation_id = "list_tasks")]
    async fn list_tasks(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<StaffNote>, { STAFF | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.0.tasks(&caller, &page).await?.map(StaffNote::from))
    }

    /// Marks a task as done; repeating it changes nothing. For moderators and admins; 404
    /// `moderation.no_note` if there is no such task.
    #[oai(path = "/api/admin/tasks/:id/finish", method = "put", operation_id = "finish_task")]
    async fn finish_task(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the task.
        id: Path<ItemId>,
    ) -> Reply<StaffNote, { STAFF | MALFORMED | NOT_FOUND }> {
        done("Done.", self.0.finish_task(&caller, &id.0).await?.into())
    }

    /// Deletes a note or a task. For its author, and for admins.
    #[oai(path = "/api/admin/notes/:id", method = "delete", operation_id = "delete_note")]
    async fn delete_note(
        &self,
        StaffOnly(caller): StaffOnly,
        /// Id of the note.
        id: Path<ItemId>,
    ) -> Reply<Option<bool>, { STAFF | MALFORMED | NOT_FOUND }> {
        self.0.delete_note(&caller, &id.0).await?;
        done("Deleted.", None)
    }
}
