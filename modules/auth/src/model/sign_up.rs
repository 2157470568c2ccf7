use sparkyard_kernel::{Gender, UserId};

/// What somebody fills in to sign up.
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
    pub(crate) referral_code: Option<String>,
}

/// What the host's first admin fills in.
pub(crate) struct AdminForm {
    pub(crate) secret: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) password: String,
}

/// An account that was made.
pub(crate) struct Registered {
    pub(crate) id: UserId,
    /// Whether it waits for approval.
    pub(crate) pending: bool,
}
