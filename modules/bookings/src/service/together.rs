//! Bookings between two members.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{BookingId, Page, PageQuery, UserId};

use super::BookingService;
use crate::{
    error::BookingError,
    model::{
        Booking, Review,
        seen::{BookingForViewer, TogetherForViewer},
    },
    store::start,
};

impl BookingService {
    /// Returns a page of bookings between the caller and `other`, requested by either, most
    /// recently changed first.
    pub(crate) async fn together(
        &self,
        caller: &UserId,
        other: &UserId,
        page: &PageQuery,
    ) -> Result<Page<TogetherForViewer>, BookingError> {
        let Page { items, next_cursor } =
            self.store.together(caller, other, start(page)?, page).await?;
        let mut reviews = self.reviews_of(&items).await?;
        reviews.retain(|_, review| review.is_shown_to(caller));
        let directory = Arc::new(self.parties_for(caller, &items).await?);
        let now = self.cx.now();
        let seen = |booking: Booking| {
            let viewer = booking.part_of(caller)?;
            let (directory, review) = (directory.clone(), reviews.remove(&booking.id));
            let booking =
                BookingForViewer { booking, viewer, directory, first_together: false, now };
            Some(TogetherForViewer { booking, review })
        };
        Ok(Page { items: items.into_iter().filter_map(seen).collect(), next_cursor })
    }

    /// Returns the reviews of these bookings.
    async fn reviews_of(
        &self,
        bookings: &[Booking],
    ) -> Result<HashMap<BookingId, Review>, BookingError> {
        let reviewed = bookings.iter().filter(|booking| booking.reviewed);
        let ids: Vec<BookingId> = reviewed.map(|booking| booking.id).collect();
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let reviews = self.store.reviews_of(&ids).await?;
        Ok(reviews.into_iter().map(|review| (review.booking, review)).collect())
    }
}
