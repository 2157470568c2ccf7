//! Response bodies about mail that could not be delivered.

use poem_openapi::Object;
use sparkyard_kernel::{
    DateTime, UserId,
    ports::{MailTrouble, TroubleKind},
};

use crate::model::mail::MemberTrouble;

/// State of mail delivery to a member.
#[derive(Debug, Object)]
pub(crate) struct MailState {
    /// Problem with mail to the address; left out while mail arrives.
    #[oai(skip_serializing_if_is_none)]
    trouble: Option<MailTroubleView>,
}

impl From<Option<MailTrouble>> for MailState {
    fn from(trouble: Option<MailTrouble>) -> Self {
        Self { trouble: trouble.map(MailTroubleView::from) }
    }
}

/// Problem with mail to an address.
#[derive(Debug, Object)]
#[oai(rename = "MailTrouble")]
pub(crate) struct MailTroubleView {
    /// The address.
    address: String,
    /// Kind of the problem.
    kind: TroubleKind,
    /// Whether optional mail is withheld for now.
    paused: bool,
    /// Reason given for the last returned mail, in one line. Comes from another server.
    reason: String,
    /// Number of returned mails.
    times: u64,
    /// Time of the first return.
    since: DateTime,
    /// Time of the last return.
    last_at: DateTime,
}

impl From<MailTrouble> for MailTroubleView {
    fn from(trouble: MailTrouble) -> Self {
        let MailTrouble { user: _, address, kind, reason, times, since, last_at } = trouble;
        let (since, last_at) = (since.into(), last_at.into());
        Self { address, kind, paused: kind.pauses(), reason, times, since, last_at }
    }
}

/// A member whose mail is returned.
#[derive(Debug, Object)]
pub(crate) struct MemberMailTrouble {
    /// Identity of the member.
    id: UserId,
    /// Name of the member.
    name: String,
    /// Problem with mail to the member.
    trouble: MailTroubleView,
}

impl From<MemberTrouble> for MemberMailTrouble {
    fn from(member: MemberTrouble) -> Self {
        let MemberTrouble { name, trouble } = member;
        Self { id: trouble.user.clone(), name, trouble: trouble.into() }
    }
}
