use std::sync::Arc;

use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::{
    Tag,
    dto::{FactorCode, FullProof, PasswordProof, RecoveryCodes, SecondFactor, TotpSetUp},
};
use crate::service::AuthService;

/// Errors of operations that require proof of ownership.
const PROOF: u32 = UNAUTHORISED | INPUT | TOO_MANY | CONFLICT;

/// Operations on second factors.
pub struct SecondFactorApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SecondFactorApi {
    /// Returns the state of your second factor.
    #[oai(path = "/second-factor", method = "get", operation_id = "get_second_factor")]
    async fn get_second_factor(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<SecondFactor, UNAUTHORISED> {
        ok(self.0.second_factor(&caller).await?.into())
    }

    /// Starts setting up an authenticator app and returns its secret, valid for an hour. Nothing
    /// changes before `confirm_totp`. 409 `auth.second_factor_on` if one is on already.
    #[oai(path = "/second-factor/totp", method = "post", operation_id = "begin_totp")]
    async fn begin_totp(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<PasswordProof>,
    ) -> Reply<TotpSetUp, PROOF> {
        ok(self.0.begin_totp(&caller, body.0.password).await?.into())
    }

    /// Switches the second factor on with the first code of the app. 409
    /// `auth.second_factor_not_begun` if no app is being set up.
    #[oai(path = "/second-factor/totp/confirm", method = "post", operation_id = "confirm_totp")]
    async fn confirm_totp(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<FactorCode>,
    ) -> Reply<RecoveryCodes, PROOF> {
        let recovery_codes = self.0.confirm_totp(&caller, &body.0.code).await?;
        done("Two-step sign-in is on.", RecoveryCodes { recovery_codes })
    }

    /// Replaces all your recovery codes. 409 `auth.second_factor_off` without a second factor.
    #[oai(
        path = "/second-factor/recovery-codes",
        method = "post",
        operation_id = "renew_recovery_codes"
    )]
    async fn renew_recovery_codes(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<FactorCode>,
    ) -> Reply<RecoveryCodes, { PROOF | FORBIDDEN }> {
        let recovery_codes = self.0.renew_recovery_codes(&caller, &body.0.code).await?;
        done("The old codes do not work any more.", RecoveryCodes { recovery_codes })
    }

    /// Switches the second factor off. 409 `auth.second_factor_off` if it is off already.
    #[oai(path = "/second-factor", method = "delete", operation_id = "remove_second_factor")]
    async fn remove_second_factor(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<FullProof>,
    ) -> Reply<Option<bool>, { PROOF | FORBIDDEN }> {
        let FullProof { password, code } = body.0;
        self.0.remove_second_factor(&caller, password, code.as_deref()).await?;
        done("Two-step sign-in is off.", None)
    }
}
