//! What is sent and shown about mails that come back.

use poem_openapi::Object;
use sparkyard_kernel::{
    DateTime, UserId,
    ports::{MailTrouble, TroubleKind},
};

use crate::model::mail::MemberTrouble;

/// Whether mails reach a member.
#[derive(Debug, Object)]
pub(crate) struct MailState {
    /// What is wrong with mail to their address; nothing while it arrives.
    #[oai(skip_serializing_if_is_none)]
    trouble: Option<MailTroubleView>,
}

impl From<Option<MailTrouble>> for MailState {
    fn from(trouble: Option<MailTrouble>) -> Self {
        Self { trouble: trouble.map(MailTroubleView::from) }
    }
}

/// What is wrong with mail to an address.
#[derive(Debug, Object)]
#[oai(rename = "MailTrouble")]
pub(crate) struct MailTroubleView {
    /// The address.
    address: String,
    /// What is wrong.
    kind: TroubleKind,
    /// Whether mails that one can do without wait meanwhile.
    paused: bool,
    /// What was said about the last mail that came back, in one line; from another server.
    reason: String,
    /// How many mails came back.
    times: u64,
    /// When the first of them did.
    since: DateTime,
    /// When the last of them did.
    last_at: DateTime,
}

impl From<MailTrouble> for MailTroubleView {
    fn from(trouble: MailTrouble) -> Self {
        let MailTrouble { user: _, address, kind, reason, times, since, last_at } = trouble;
        let (since, last_at) = (since.into(), last_at.into());
        Self { address, kind, paused: kind.pauses(), reason, times, since, last_at }
    }
}

/// A member whose mail comes back.
#[derive(Debug, Object)]
pub(crate) struct MemberMailTrouble {
    /// Who.
    id: UserId,
    /// Their name.
    name: String,
    /// What is wrong.
    trouble: MailTroubleView,
}

impl From<MemberTrouble> for MemberMailTrouble {
    fn from(member: MemberTrouble) -> Self {
        let MemberTrouble { name, trouble } = member;
        Self { id: trouble.user.clone(), name, trouble: trouble.into() }
    }
}
