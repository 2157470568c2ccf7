//! Links by which suspended members appeal without signing in.

use std::time::Duration;

use sparkyard_kernel::{Cx, ItemId, Timestamp, signature::Signer};

use crate::model::appeal::{APPEAL_WITHIN, Sanction};

/// Validity of a link that is shown at a sign-in.
const AT_SIGN_IN: Duration = Duration::from_hours(24);
/// Validity of a link in a mail, after the time in which the member may appeal: they read the result
/// by it.
const IN_MAIL_AFTER: Duration = Duration::from_hours(60 * 24);

/// Creates and verifies the links. A token names one decision and the time of its end, and is
/// signed; it permits to read that decision and to appeal against it.
pub(crate) struct AppealLinks {
    signer: Signer,
    public_url: String,
}

impl AppealLinks {
    /// Derives the signing key from those of the site.
    pub(crate) fn new(cx: &Cx) -> Self {
        let signer = Signer::new(&cx.keys, "moderation.appeals");
        Self { signer, public_url: cx.site.public_url.clone() }
    }

    /// Returns the address for the mail about a decision.
    pub(crate) fn in_mail(&self, sanction: &Sanction) -> String {
        let until = sanction.at + APPEAL_WITHIN + IN_MAIL_AFTER;
        format!("{}{}", self.public_url, self.page(&sanction.id, until))
    }

    /// Returns the page of the client for somebody who has just proved who they are.
    pub(crate) fn at_sign_in(&self, sanction: &Sanction, now: Timestamp) -> String {
        self.page(&sanction.id, now + AT_SIGN_IN)
    }

    /// Returns the decision that `token` names; `None` if it is forged or has expired.
    pub(crate) fn read(&self, token: &str, now: Timestamp) -> Option<ItemId> {
        let (id, until) = self.signer.verify(token)?.split_once('.')?;
        let until: i64 = until.parse().ok()?;
        (now.as_millis() <= until).then(|| ItemId(id.to_owned()))
    }

    fn page(&self, id: &ItemId, until: Timestamp) -> String {
        let token = self.signer.sign(&format!("{id}.{}", until.as_millis()));
        format!("/appeal/{token}")
    }
}
