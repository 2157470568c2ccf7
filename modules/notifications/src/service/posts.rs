//! Notifies staff of first posts that wait, and their authors once others can see them.

use sparkyard_kernel::{
    Event,
    events::moderation::{PostHeld, PostSettled},
    ports::MailTopic,
};

use super::{NotificationService, notify::notice};
use crate::{
    error::NotificationError,
    model::{Kind, NewNotice, staff::Case, wording},
};

impl NotificationService {
    /// Notifies staff of a post, except its author and whom it is about.
    pub(crate) async fn post_waits(
        &self,
        held: &PostHeld,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let parties: Vec<_> = [&held.author_id].into_iter().chain(&held.reviewee_id).collect();
        let text = wording::post_waits();
        self.work_waits(&Case::post(&held.case_id), &parties, text, event).await
    }

    /// Notifies the author of a post that others can see it, if so.
    pub(crate) async fn post_settled(
        &self,
        settled: &PostSettled,
        event: &Event,
    ) -> Result<(), NotificationError> {
        if let Some(title) = &settled.released {
            let text = wording::post_released(settled, title);
            let notice = notice(event, &settled.author_id, Kind::Account, text);
            let topic = Some(MailTopic::Account);
            self.give(vec![NewNotice { by_mail: topic, ..notice }], topic).await?;
        }
        self.work_is_done(&Case::post(&settled.case_id)).await
    }
}
