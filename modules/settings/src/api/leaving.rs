use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, SignedInWithoutAgreement, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, NOT_FOUND, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::leaving::{LeavingProof, LeavingState},
};
use crate::service::leaving::LeavingService;

/// Operations on the end of a membership.
pub struct LeavingApi(pub(crate) Arc<LeavingService>);

#[OpenApi(prefix_path = "/api/settings/leaving", tag = "Tag::Settings")]
impl LeavingApi {
    /// Returns what must be settled before you can delete your account, and what is lost with it.
    #[oai(path = "/", method = "get", operation_id = "get_leaving")]
    async fn get_leaving(&self, SignedIn(caller): SignedIn) -> Reply<LeavingState, UNAUTHORISED> {
        ok(LeavingState::new(&self.0.state(&caller.id).await?, self.0.has_pot()))
    }

    /// Deletes your account for ever: you are signed out everywhere, and what the site keeps about
    /// you is erased, except for what it must keep.
    ///
    /// 409 with the code of an obstacle that `GET` lists, and nothing changes. 403
    /// `auth.second_factor_required` without `code` if a second factor is set up.
    #[oai(path = "/", method = "post", operation_id = "delete_account")]
    async fn delete_account(
        &self,
        SignedInWithoutAgreement(caller): SignedInWithoutAgreement,
        Json(body): Json<LeavingProof>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | NOT_FOUND | INPUT | CONFLICT | TOO_MANY }>
    {
        let (password, code, give_up) = body.checked()?;
        self.0.leave(&caller, password, code.as_deref(), give_up).await?;
        done("Your account is deleted.", None)
    }
}
