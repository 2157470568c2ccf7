use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, MemberOrDelegate, PageQuery, Reply, UserId,
    envelope::{INPUT, UNAUTHORISED},
    listed,
};

use super::{Tag, dto::BookingTogether};
use crate::service::BookingService;

/// Operations on the bookings between two members.
pub struct TogetherApi {
    service: Arc<BookingService>,
}

impl TogetherApi {
    pub(crate) fn new(service: Arc<BookingService>) -> Self {
        Self { service }
    }
}

#[OpenApi(tag = "Tag::Bookings")]
impl TogetherApi {
    /// Lists the bookings between you and another member, requested by either, most recently
    /// changed first; a review counts as a change. Empty if there are none, or no such member.
    #[oai(path = "/api/bookings/with/:userId", method = "get", operation_id = "list_bookings_with")]
    async fn list_bookings_with(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// The other member.
        #[oai(name = "userId")]
        other: Path<UserId>,
        /// Page size, 1 to 100; defaults to 20.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BookingTogether>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.together(&caller.id, &other, &page).await?.map(BookingTogether::from))
    }
}
