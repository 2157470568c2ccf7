use sparkyard_kernel::{Gender, UserId};

use super::session::SignedInDevice;

/// Sign-up form.
pub(crate) struct SignUpForm {
    pub(crate) token: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: Gender,
    pub(crate) password: String,
    pub(crate) adult: bool,
    pub(crate) terms: bool,
    pub(crate) location: Option<String>,
    pub(crate) lat: Option<f64>,
    pub(crate) lon: Option<f64>,
    pub(crate) referral_code: Option<String>,
}

/// Sign-up form of the operator's first admin.
pub(crate) struct AdminForm {
    pub(crate) secret: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) password: String,
}

/// Acceptance of an invitation by an imported member.
pub(crate) struct Acceptance {
    pub(crate) token: String,
    pub(crate) password: String,
    pub(crate) adult: bool,
    pub(crate) terms: bool,
}

/// A newly created account.
pub(crate) struct Registered {
    pub(crate) id: UserId,
    /// Whether the account waits for approval.
    pub(crate) pending: bool,
}

/// A newly created administrator, signed in.
pub(crate) struct RegisteredAdmin {
    pub(crate) account: Registered,
    pub(crate) entered: SignedInDevice,
}
