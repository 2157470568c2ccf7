use poem_openapi::Object;
use sparkyard_kernel::Sparks;

use crate::model::OwnInvitation;

/// Your invitation and its results.
#[derive(Debug, Object)]
pub(crate) struct InviteFigures {
    /// Referral code for new members.
    pub(crate) code: String,
    /// URL of the sign-up page with the code; absent if others cannot reach the site.
    pub(crate) url: Option<String>,
    /// Number of email addresses that requested a sign-up code with it, each counted once a month.
    pub(crate) invited: u64,
    /// Number of members who joined with it.
    pub(crate) joined: u64,
    /// Spark tokens you have earned with it.
    pub(crate) tokens_earned: Sparks,
}

impl From<OwnInvitation> for InviteFigures {
    fn from(own: OwnInvitation) -> Self {
        let OwnInvitation { code, url, outcome, tokens_earned } = own;
        Self { code, url, invited: outcome.invited, joined: outcome.joined, tokens_earned }
    }
}
