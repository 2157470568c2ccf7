//! Notices about whether a booking took place.

use sparkyard_kernel::{Event, events::bookings::BookingChanged, ports::MailTopic};

use super::{NotificationService, notify::notice};
use crate::{
    error::NotificationError,
    model::{
        Kind,
        wording::{self, Names},
    },
};

impl NotificationService {
    /// Asks both parties whether the booking took place.
    pub(crate) async fn visit_asked(
        &self,
        booking: &BookingChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let names = self.names_of(booking).await?;
        let parties =
            [(&booking.client_id, &names.provider), (&booking.provider_id, &names.client)];
        let notices = parties.map(|(receiver, other)| {
            notice(event, receiver, Kind::Booking, wording::visit_asked(booking, other))
        });
        self.give(notices.into(), Some(MailTopic::OrderUpdates)).await
    }

    /// Asks the provider to confirm the client's statement that the booking was cancelled.
    pub(crate) async fn called_off_said(
        &self,
        booking: &BookingChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let names = self.names_of(booking).await?;
        let text = wording::called_off_said(booking, &names.client);
        let notice = notice(event, &booking.provider_id, Kind::Booking, text);
        self.give(vec![notice], Some(MailTopic::OrderUpdates)).await
    }

    async fn names_of(&self, booking: &BookingChanged) -> Result<Names, NotificationError> {
        let (client, provider) = (&booking.client_id, &booking.provider_id);
        let found = self.find(&[client, provider]).await?;
        let name = |id| super::notify::name(&found, id);
        Ok(Names { client: name(client), provider: name(provider) })
    }
}
