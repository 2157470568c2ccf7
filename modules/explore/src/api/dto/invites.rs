use poem_openapi::Object;
use sparkyard_kernel::Sparks;

use crate::model::OwnInvitation;

/// Your invitation and what has come of it.
#[derive(Debug, Object)]
pub(crate) struct InviteFigures {
    /// The code that new members sign up with.
    pub(crate) code: String,
    /// Where they do: the sign-up page with the code.
    pub(crate) url: String,
    /// Addresses that asked for a sign-up code with it, each counted once in a month.
    pub(crate) invited: u64,
    /// Members who joined with it.
    pub(crate) joined: u64,
    /// Spark tokens you have earned by it.
    pub(crate) tokens_earned: Sparks,
}

impl From<OwnInvitation> for InviteFigures {
    fn from(own: OwnInvitation) -> Self {
        let OwnInvitation { code, url, outcome, tokens_earned } = own;
        Self { code, url, invited: outcome.invited, joined: outcome.joined, tokens_earned }
    }
}
