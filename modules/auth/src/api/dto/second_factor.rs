use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::second_factor::{FactorKind, SecondFactorState, TotpEnrolment};

/// How your second factor stands.
#[derive(Object)]
pub(crate) struct SecondFactor {
    /// Whether signing in takes one.
    pub(crate) enabled: bool,
    /// Since when, RFC 3339 in UTC.
    pub(crate) since: Option<DateTime>,
    /// Unused recovery codes.
    pub(crate) recovery_codes_left: u32,
    /// Whether you must have one to do what your role allows.
    pub(crate) required: bool,
    /// What can be set up.
    pub(crate) kinds: Vec<FactorKind>,
}

/// The password as it is.
#[derive(Object)]
pub(crate) struct PasswordProof {
    /// Yours.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
}

/// A code of the second factor.
#[derive(Object)]
pub(crate) struct FactorCode {
    /// Six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: String,
}

/// Password and second factor.
#[derive(Object)]
pub(crate) struct FullProof {
    /// Yours.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
    /// Six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// What an authenticator app is set up with. Shown this once.
#[derive(Object)]
pub(crate) struct TotpSetUp {
    /// In base 32, to type in.
    pub(crate) secret: String,
    /// `otpauth://…`, to show as a QR code.
    pub(crate) uri: String,
}

/// New recovery codes. Shown this once; each works once.
#[derive(Object)]
pub(crate) struct RecoveryCodes {
    /// Ten of them.
    pub(crate) recovery_codes: Vec<String>,
}

impl From<SecondFactorState> for SecondFactor {
    fn from(state: SecondFactorState) -> Self {
        let SecondFactorState { since, recovery_codes_left, required, kinds } = state;
        Self {
            enabled: since.is_some(),
            since: since.map(DateTime::from),
            recovery_codes_left: u32::try_from(recovery_codes_left).unwrap_or(u32::MAX),
            required,
            kinds,
        }
    }
}

impl From<TotpEnrolment> for TotpSetUp {
    fn from(TotpEnrolment { secret, uri }: TotpEnrolment) -> Self {
        Self { secret, uri }
    }
}
