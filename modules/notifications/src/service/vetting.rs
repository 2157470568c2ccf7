//! Notices about checks that the operators make of members.

use sparkyard_kernel::{
    Event,
    events::vetting::{CheckChanged, CheckStep},
    ports::{MailTopic, PersonInfo},
};

use super::{NotificationService, notify::notice};
use crate::{
    error::NotificationError,
    model::{Kind, NewNotice, wording},
};

impl NotificationService {
    /// Notifies a member of what happened to a check of theirs, and admins of one that ends. The
    /// member is mailed if the notice stays unseen.
    pub(crate) async fn check_changed(
        &self,
        changed: &CheckChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let text = wording::check_changed(changed);
        let by_mail = Some(MailTopic::Account);
        let own = notice(event, &changed.user_id, Kind::Account, text);
        let mut notices = vec![NewNotice { by_mail, ..own }];
        if matches!(changed.step, CheckStep::RunsOut | CheckStep::RanOut) {
            let found = self.find(&[&changed.user_id]).await?;
            let name = found.get(&changed.user_id).map(PersonInfo::name).unwrap_or_default();
            let text = wording::check_ends(changed, &name);
            let admins = self.accounts.admins().await?;
            let others = admins.iter().filter(|admin| admin.id != changed.user_id);
            notices.extend(others.map(|to| notice(event, &to.id, Kind::Admin, text.clone())));
        }
        self.give(notices, None).await
    }
}
