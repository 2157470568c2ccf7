//! Notices about members who act for other members.

use sparkyard_kernel::{
    Event,
    events::delegation::DelegationChanged,
    ports::{MailTopic, PersonInfo},
};

use super::{NotificationService, notify::notice};
use crate::{
    error::NotificationError,
    model::{
        Kind, NewNotice,
        wording::{self, Pair},
    },
};

impl NotificationService {
    /// Notifies a member and their delegate of a change, each of what the other or an admin did.
    /// They are mailed if the notice stays unseen.
    pub(crate) async fn delegation_changed(
        &self,
        changed: &DelegationChanged,
        event: &Event,
    ) -> Result<(), NotificationError> {
        let found = self.find(&[&changed.member_id, &changed.delegate_id]).await?;
        let name = |id| found.get(id).map(PersonInfo::name).unwrap_or_default();
        let (member, delegate) = (name(&changed.member_id), name(&changed.delegate_id));
        let texts =
            wording::delegation_changed(changed, &Pair { member: &member, delegate: &delegate });
        let by_mail = Some(MailTopic::Account);
        let notices = texts.into_iter().map(|(to, text)| {
            let shared = notice(event, to, Kind::Account, text);
            NewNotice { by_mail, ..shared }
        });
        self.give(notices.collect(), None).await
    }
}
