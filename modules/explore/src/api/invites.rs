use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{Reply, SignedIn, envelope::UNAUTHORISED, ok};

use super::{Tag, dto::InviteFigures};
use crate::service::ExploreService;

/// Operations on invitations.
pub struct InviteApi(pub(super) Arc<ExploreService>);

#[OpenApi(tag = "Tag::Explore")]
impl InviteApi {
    /// Returns your invitation link and its results.
    ///
    /// Tokens are earned when the first paid booking of somebody whom you invited, with someone
    /// else than you, is completed and its date has passed; for ten people a month at most.
    #[oai(path = "/api/users/invites", method = "get", operation_id = "get_invites")]
    async fn get_invites(&self, SignedIn(caller): SignedIn) -> Reply<InviteFigures, UNAUTHORISED> {
        ok(self.0.own_invitation(&caller.id).await?.into())
    }
}
