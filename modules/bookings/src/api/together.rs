use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Reply, SignedIn, UserId,
    envelope::{INPUT, UNAUTHORISED},
    listed,
};

use super::{Tag, dto::BookingTogether};
use crate::service::BookingService;

/// The operations on what two people have booked of each other.
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
    /// The bookings between you and somebody else, whoever of you asked, those that changed last
    /// first; a review is a change too. Nothing where there are none, or nobody of that id.
    #[oai(path = "/api/bookings/with/:userId", method = "get", operation_id = "list_bookings_with")]
    async fn list_bookings_with(
        &self,
        SignedIn(caller): SignedIn,
        /// With whom.
        #[oai(name = "userId")]
        other: Path<UserId>,
        /// Bookings wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<BookingTogether>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        listed(self.service.together(&caller.id, &other, &page).await?.map(BookingTogether::from))
    }
}
