//! Notifies members of replies to their reviews, and of their removal.

use sparkyard_kernel::{
    Event,
    events::{bookings::ReviewReplied, moderation::ReviewTakenDown},
    ports::MailTopic,
};

use super::{
    NotificationService,
    notify::{name, notice},
};
use crate::{
    error::NotificationError,
    model::{Kind, NewNotice, wording},
};

impl NotificationService {
    /// Notifies the author of a review of the reply to it.
    pub(crate) async fn review_replied(
        &self,
        reply: &ReviewReplied,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&reply.reviewee_id]).await?;
        let text = wording::review_reply(reply, &name(&found, &reply.reviewee_id));
        let notice = notice(event, &reply.reviewer_id, Kind::Booking, text);
        let topic = Some(MailTopic::Account);
        self.give(vec![NewNotice { by_mail: topic, ..notice }], topic).await
    }

    /// Notifies the author of a review that it was removed, and why.
    pub(crate) async fn review_taken_down(
        &self,
        down: &ReviewTakenDown,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let notice = notice(event, &down.user_id, Kind::Account, wording::review_taken_down(down));
        let topic = Some(MailTopic::Account);
        self.give(vec![NewNotice { by_mail: topic, ..notice }], topic).await
    }
}
