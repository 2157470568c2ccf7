use std::sync::Arc;

use poem_openapi::{OpenApi, param::Query};
use sparkyard_kernel::{
    Cursor, Json, Limit, MemberOrDelegate, PageQuery, Reply, UserId,
    envelope::{INPUT, UNAUTHORISED},
    listed, ok,
};

use super::{
    Tag,
    dto::{MarkRead, Notice, Unread, UnreadCounts},
};
use crate::{model::Kind, service::NotificationService};

/// Operations on notices.
pub struct NotificationsApi {
    service: Arc<NotificationService>,
}

/// Response of every list.
type Notices = Reply<Vec<Notice>, { UNAUTHORISED | INPUT }>;

impl NotificationsApi {
    pub(crate) fn new(service: Arc<NotificationService>) -> Self {
        Self { service }
    }

    async fn list(
        &self,
        caller: &UserId,
        kind: Option<Kind>,
        limit: Query<Option<Limit>>,
        cursor: Query<Option<Cursor>>,
    ) -> Notices {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.notices(caller, kind, &page).await?.map(Notice::from))
    }
}

#[OpenApi(tag = "Tag::Notifications")]
impl NotificationsApi {
    /// Lists your notifications of all kinds, newest first.
    #[oai(path = "/api/notifications", method = "get", operation_id = "list_notices")]
    async fn list_notices(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Notifications wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Notices {
        self.list(&caller.id, None, limit, cursor).await
    }

    /// Lists your notifications about bookings, newest first.
    #[oai(
        path = "/api/notifications/bookings",
        method = "get",
        operation_id = "list_booking_notices"
    )]
    async fn list_booking_notices(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Notifications wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Notices {
        self.list(&caller.id, Some(Kind::Booking), limit, cursor).await
    }

    /// Lists your notifications about people who follow you, newest first.
    #[oai(
        path = "/api/notifications/follower",
        method = "get",
        operation_id = "list_follower_notices"
    )]
    async fn list_follower_notices(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Notifications wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Notices {
        self.list(&caller.id, Some(Kind::Follower), limit, cursor).await
    }

    /// Lists your notifications about people whom you follow, newest first.
    #[oai(
        path = "/api/notifications/followees",
        method = "get",
        operation_id = "list_followee_notices"
    )]
    async fn list_followee_notices(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Notifications wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Notices {
        self.list(&caller.id, Some(Kind::Followee), limit, cursor).await
    }

    /// Counts your unseen notifications by kind, up to a thousand.
    #[oai(path = "/api/notifications/unread", method = "get", operation_id = "count_unread")]
    async fn count_unread(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
    ) -> Reply<UnreadCounts, UNAUTHORISED> {
        ok(self.service.unread(&caller.id).await?.into())
    }

    /// Marks some of your notifications, or all up to one of them, as seen. Returns how many are
    /// left.
    #[oai(path = "/api/notifications/read", method = "put", operation_id = "mark_notices_read")]
    async fn mark_notices_read(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        Json(body): Json<MarkRead>,
    ) -> Reply<Unread, { UNAUTHORISED | INPUT }> {
        ok(Unread { unread: self.service.mark_read(&caller.id, body.checked()?).await? })
    }
}
