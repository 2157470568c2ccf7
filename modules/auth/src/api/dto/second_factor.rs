use poem_openapi::Object;
use sparkyard_kernel::DateTime;

use crate::model::second_factor::{FactorKind, SecondFactorState, TotpEnrolment};

/// The state of your second factor.
#[derive(Object)]
pub(crate) struct SecondFactor {
    /// Whether signing in requires a second factor.
    pub(crate) enabled: bool,
    /// When it was switched on, RFC 3339 in UTC.
    pub(crate) since: Option<DateTime>,
    /// Number of unused recovery codes.
    pub(crate) recovery_codes_left: u32,
    /// Whether your role requires a second factor.
    pub(crate) required: bool,
    /// Kinds of second factor that can be set up.
    pub(crate) kinds: Vec<FactorKind>,
}

/// The current password.
#[derive(Object)]
pub(crate) struct PasswordProof {
    /// Your current password.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
}

/// A second-factor code.
#[derive(Object)]
pub(crate) struct FactorCode {
    /// Six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: String,
}

/// A password and a second-factor code.
#[derive(Object)]
pub(crate) struct FullProof {
    /// Your current password.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
    /// Six digits from the authenticator app, or a recovery code.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// The secret for an authenticator app. Shown only once.
#[derive(Object)]
pub(crate) struct TotpSetUp {
    /// The secret in base 32, for typing in.
    pub(crate) secret: String,
    /// The secret as an `otpauth://…` URI, for a QR code.
    pub(crate) uri: String,
}

/// New recovery codes. Shown only once; each works once.
#[derive(Object)]
pub(crate) struct RecoveryCodes {
    /// Ten codes.
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
