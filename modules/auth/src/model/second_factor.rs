use poem_openapi::Enum;
use sparkyard_kernel::{Timestamp, db::SurrealValue};

/// Kinds of second factor that a member can set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum FactorKind {
    /// Codes from an authenticator app.
    Totp,
}

/// The state of a member's second factor.
pub(crate) struct SecondFactorState {
    /// Time since which signing in has required a second factor.
    pub(crate) since: Option<Timestamp>,
    pub(crate) recovery_codes_left: usize,
    /// Whether the member's role requires a second factor.
    pub(crate) required: bool,
    /// Kinds of second factor that can be set up.
    pub(crate) kinds: Vec<FactorKind>,
}

/// The secret of a new authenticator app.
pub(crate) struct TotpEnrolment {
    /// The secret in base 32, for typing in.
    pub(crate) secret: String,
    /// The secret as an `otpauth://…` URI, for scanning.
    pub(crate) uri: String,
}

/// An authenticator app, as stored.
#[derive(SurrealValue)]
pub(crate) struct TotpApp {
    pub(crate) sealed_secret: String,
    pub(crate) created_at: Timestamp,
    pub(crate) confirmed_at: Option<Timestamp>,
}
