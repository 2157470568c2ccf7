use poem_openapi::{Object, OpenApi};
use sparkyard_kernel::{Reply, SignedIn, Sparks, envelope::UNAUTHORISED, ok};

use super::Tag;
use crate::invites::{Invites, OwnInvites};

/// Operations on invitations.
pub struct InviteApi {
    pub(crate) invites: Invites,
}

/// Your invitation and what has come of it.
#[derive(Debug, Object)]
struct InviteFigures {
    /// The code that new members sign up with.
    code: String,
    /// Where they do: the sign-up page with the code.
    url: String,
    /// Addresses that asked for a sign-up code with it, each counted once in a month.
    invited: u64,
    /// Members who joined with it.
    joined: u64,
    /// Spark tokens you have earned by it.
    tokens_earned: Sparks,
}

#[OpenApi(tag = "Tag::Explore")]
impl InviteApi {
    /// Your invitation: its link, and what has come of it.
    ///
    /// Tokens are earned when the first paid booking of somebody whom you invited, with someone
    /// else than you, is completed and its date has passed; for ten people a month at most.
    #[oai(path = "/api/users/invites", method = "get", operation_id = "get_invites")]
    async fn get_invites(&self, SignedIn(caller): SignedIn) -> Reply<InviteFigures, UNAUTHORISED> {
        ok(self.invites.own(&caller.id).await?.into())
    }
}

impl From<OwnInvites> for InviteFigures {
    fn from(own: OwnInvites) -> Self {
        let OwnInvites { code, url, figures, tokens_earned } = own;
        Self { code, url, invited: figures.invited, joined: figures.joined, tokens_earned }
    }
}
