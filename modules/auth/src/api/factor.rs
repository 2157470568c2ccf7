use poem_openapi::{Object, OpenApi};
use sparkyard_kernel::{
    DateTime, Json, Reply, Role, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED},
    ok,
};

use super::Tag;
use crate::{proof::Prover, second_factor::FactorKind, throttle::Guess};

/// How your second factor stands.
#[derive(Object)]
struct SecondFactor {
    /// Whether signing in takes one.
    enabled: bool,
    /// Since when, RFC 3339 in UTC.
    since: Option<DateTime>,
    /// Unused recovery codes.
    recovery_codes_left: u32,
    /// Whether you must have one to do what your role allows.
    required: bool,
    /// What can be set up.
    kinds: Vec<FactorKind>,
}

/// The password as it is.
#[derive(Object)]
struct PasswordProof {
    /// Yours.
    #[oai(validator(max_length = 4096))]
    password: String,
}

/// A code of the second factor.
#[derive(Object)]
struct FactorCode {
    /// Six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    code: String,
}

/// Password and second factor.
#[derive(Object)]
struct FullProof {
    /// Yours.
    #[oai(validator(max_length = 4096))]
    password: String,
    /// Six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    code: Option<String>,
}

/// What an authenticator app is set up with. Shown this once.
#[derive(Object)]
struct TotpSetUp {
    /// In base 32, to type in.
    secret: String,
    /// `otpauth://…`, to show as a QR code.
    uri: String,
}

/// New recovery codes. Shown this once; each works once.
#[derive(Object)]
struct RecoveryCodes {
    /// Ten of them.
    recovery_codes: Vec<String>,
}

/// What proving oneself can be refused with.
const PROOF: u32 = UNAUTHORISED | INPUT | TOO_MANY | CONFLICT;

/// Operations on second factors.
pub struct FactorApi {
    pub(crate) prover: Prover,
    pub(crate) required_of_admins: bool,
}

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl FactorApi {
    /// How your second factor stands.
    #[oai(path = "/second-factor", method = "get", operation_id = "get_second_factor")]
    async fn get_second_factor(
        &self,
        SignedIn(caller): SignedIn,
    ) -> Reply<SecondFactor, UNAUTHORISED> {
        let state = self.prover.factors.state(&caller.id).await?;
        ok(SecondFactor {
            enabled: state.since.is_some(),
            since: state.since.map(DateTime::from),
            recovery_codes_left: u32::try_from(state.recovery_codes_left).unwrap_or(u32::MAX),
            required: self.required_of_admins && caller.role == Role::Admin,
            kinds: self.prover.factors.kinds(),
        })
    }

    /// Begins to set up an authenticator app: a secret for it, good for an hour. Nothing changes
    /// before `confirm_totp`. 409 `auth.second_factor_on` when there is one already.
    #[oai(path = "/second-factor/totp", method = "post", operation_id = "begin_totp")]
    async fn begin_totp(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<PasswordProof>,
    ) -> Reply<TotpSetUp, PROOF> {
        let account = self.prover.password(&caller, body.0.password).await?;
        let enrolment = self.prover.factors.totps.begin(&account).await?;
        ok(TotpSetUp { secret: enrolment.secret, uri: enrolment.uri })
    }

    /// Switches the second factor on with the first code of the app. 409
    /// `auth.second_factor_not_begun` when no app is being set up.
    #[oai(path = "/second-factor/totp/confirm", method = "post", operation_id = "confirm_totp")]
    async fn confirm_totp(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<FactorCode>,
    ) -> Reply<RecoveryCodes, PROOF> {
        let account = self.prover.account(&caller.id).await?;
        let guess = Guess::proof(&caller.session);
        let recovery_codes = self.prover.factors.confirm(&account, &body.0.code, &guess).await?;
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
        let account = self.prover.account(&caller.id).await?;
        self.prover.second_factor(&caller, &account, Some(&body.0.code)).await?;
        let recovery_codes = self.prover.factors.recovery.renew(&account).await?;
        done("The old codes do not work any more.", RecoveryCodes { recovery_codes })
    }

    /// Switches the second factor off. 409 `auth.second_factor_off` without one.
    #[oai(path = "/second-factor", method = "delete", operation_id = "remove_second_factor")]
    async fn remove_second_factor(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<FullProof>,
    ) -> Reply<Option<bool>, { PROOF | FORBIDDEN }> {
        let account = self.prover.password(&caller, body.0.password).await?;
        self.prover.second_factor(&caller, &account, body.0.code.as_deref()).await?;
        self.prover.factors.remove(&account, None).await?;
        done("Two-step sign-in is off.", None)
    }
}
