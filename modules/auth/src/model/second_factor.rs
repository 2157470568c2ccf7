use poem_openapi::Enum;
use sparkyard_kernel::{Timestamp, db::SurrealValue};

/// Kinds of second factor that a member can set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum FactorKind {
    /// Codes from an authenticator app.
    Totp,
}

/// What a member should know about their second factor.
pub(crate) struct SecondFactorState {
    /// Since when signing in takes one.
    pub(crate) since: Option<Timestamp>,
    pub(crate) recovery_codes_left: usize,
    /// Whether the member's role takes one.
    pub(crate) required: bool,
    /// What can be set up.
    pub(crate) kinds: Vec<FactorKind>,
}

/// What an authenticator app is set up with.
pub(crate) struct TotpEnrolment {
    /// In base 32, to type in.
    pub(crate) secret: String,
    /// `otpauth://…`, to scan.
    pub(crate) uri: String,
}

/// An authenticator app.
#[derive(SurrealValue)]
pub(crate) struct TotpApp {
    pub(crate) sealed_secret: String,
    pub(crate) created_at: Timestamp,
    pub(crate) confirmed_at: Option<Timestamp>,
}
