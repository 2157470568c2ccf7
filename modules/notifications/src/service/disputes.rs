//! Notifies of answers in disputes.

use sparkyard_kernel::{
    Event,
    events::bookings::DisputeAnswered,
    ports::{LiveBooking, LiveBookingStatus, LiveNews},
};

use super::{
    NotificationService,
    notify::{name, notice},
};
use crate::{
    error::NotificationError,
    model::{Kind, staff::Case, wording},
};

impl NotificationService {
    /// Notifies the other party and the admins of an answer in a dispute; both parties if an admin
    /// wrote it. No preference suppresses this.
    pub(crate) async fn dispute_answered(
        &self,
        answered: &DisputeAnswered,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let DisputeAnswered { booking_id, client_id, provider_id, by, .. } = answered;
        let parties = [client_id, provider_id];
        let found = self.find(&[by]).await?;
        let author = parties.contains(&by).then(|| name(&found, by));
        let texts = wording::answered(answered, author.as_deref());
        let texts_of_parties = parties.into_iter().zip([texts.client, texts.provider]);
        let texts_of_parties = texts_of_parties.filter(|(party, _)| *party != by);
        let notices = texts_of_parties
            .map(|(party, text)| notice(event, party, Kind::Booking, text))
            .collect();
        let changed = LiveBooking { id: *booking_id, status: LiveBookingStatus::Disputed };
        let news = LiveNews::Booking(changed);
        let also = parties.map(|to| (to.clone(), news.clone())).into();
        self.give_with(notices, also, None).await?;
        match author {
            Some(_) => {
                let case = Case::dispute(*booking_id);
                self.work_waits(&case, &parties, texts.staff, event).await
            }
            None => Ok(()),
        }
    }
}
