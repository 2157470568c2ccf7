use sparkyard_kernel::{
    ApiError,
    db::{DbError, RuleViolation},
};

/// Code of the rule violation when a budget for wrong guesses is used up.
pub(crate) const TOO_MANY_FAILURES: &str = "auth.too_many_failures";
/// Code of the rule violation when the quota of mails to an address is used up.
pub(crate) const TOO_MANY_CODES: &str = "auth.too_many_codes";
/// Code of the rule violation when others have used up a mailbox's quota, so that no mail is sent.
pub(crate) const CODE_SENT: &str = "auth.code_sent";
/// Code of the rule violation when an event has already led to a reset link.
pub(crate) const RESET_SENT: &str = "auth.reset_sent";
/// Code of the rule violation when the account has changed since the proof was checked.
pub(crate) const ACCOUNT_CHANGED: &str = "auth.account_changed";
/// Code of the rule violation when an identity is already linked with an account.
pub(crate) const IDENTITY_KNOWN: &str = "auth.identity_known";
/// Code of the rule violation when no authenticator app is being set up.
const NOT_BEGUN: &str = "auth.second_factor_not_begun";
/// Code of the rule violation when the member has no such recovery code.
pub(crate) const RECOVERY_UNKNOWN: &str = "auth.recovery_unknown";

const fn violation(code: &'static str, status: u16, message: &'static str) -> RuleViolation {
    RuleViolation { code, status, message }
}

/// Rule violations that the database raises.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    violation("auth.account_not_found", 404, "There is no such account."),
    violation(
        "auth.last_admin",
        409,
        "This is the last administrator. Make somebody else one first.",
    ),
    violation("auth.not_active", 409, "This account is not active."),
    violation("auth.not_pending", 409, "This account does not wait for approval any more."),
    violation("auth.not_suspended", 409, "This account is not suspended."),
    violation(TOO_MANY_CODES, 429, SEVERAL_CODES),
    violation(CODE_SENT, 429, SEVERAL_CODES),
    violation(TOO_MANY_FAILURES, 429, "Too many wrong tries. Please wait before you try again."),
    violation(
        ACCOUNT_CHANGED,
        409,
        "Your account was changed at this very moment. Please try again.",
    ),
    violation(RESET_SENT, 409, "This link has been sent already."),
    violation("auth.reset_invalid", 422, "Invalid or missing reset token"),
    violation("auth.wrong_code", 422, WRONG_CODE),
    violation(RECOVERY_UNKNOWN, 422, WRONG_CODE),
    violation("auth.second_factor_on", 409, "Two-step sign-in is on already."),
    violation("auth.second_factor_off", 409, "Two-step sign-in is off."),
    violation(NOT_BEGUN, 409, START_AGAIN),
    violation(IDENTITY_KNOWN, 409, "This is linked with an account already."),
    violation(REGISTRATION_EXPIRED, 409, CHECK_EXPIRED),
    violation(ADMIN_LINK_VOID, 409, LINK_VOID),
];

const REGISTRATION_EXPIRED: &str = "auth.registration_expired";
const ADMIN_LINK_VOID: &str = "auth.admin_link_void";
const CHECK_EXPIRED: &str = "Your email check has expired. Please ask for a new code.";
const LINK_VOID: &str = "This link has been used or has expired. Ask for a new one.";
const FOLLOW_THE_LINK: &str = "Too many wrong codes were tried for this address. Please follow the \
                               link in our email, or wait before you try again.";
const SEVERAL_CODES: &str = "We have sent several codes to this address.";

const WRONG_CODE: &str = "That code is wrong or has expired. Check it, or ask for a new one.";
const WRONG_APP_CODE: &str = "That code is wrong or was used before. Wait for the next one.";
const START_AGAIN: &str = "Please start again with the set-up of your authenticator app.";
const CODE_NEEDED: &str = "Enter the code from your authenticator app.";

/// Errors of signing up, signing in and account security.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AuthError {
    /// Unknown address or wrong password; deliberately indistinguishable.
    #[error("invalid credentials")]
    InvalidCredentials,
    /// Too many wrong guesses; seconds until the next one is allowed.
    #[error("too many wrong guesses")]
    TooManyFailures(u64),
    /// Too many wrong codes for one address; seconds until the next one is allowed.
    #[error("too many wrong codes")]
    TooManyWrongCodes(u64),
    /// The address has used up its quota of mails; seconds until the next one is allowed.
    #[error("too many codes")]
    TooManyCodes(u64),
    /// Correct password, but the second factor is missing.
    #[error("second factor missing at sign-in")]
    SecondFactorMissing,
    /// Correct password, but the second factor is wrong or used.
    #[error("second factor wrong at sign-in")]
    SecondFactorWrong,
    /// A signed-in member must prove the second factor again.
    #[error("second factor required")]
    StepUpRequired,
    /// A signed-in member gave a wrong or used code.
    #[error("second factor wrong")]
    StepUpWrong,
    /// No authenticator app is being set up, or its set-up has expired.
    #[error("no enrolment under way")]
    NotBegun,
    /// The account is waiting for approval by staff.
    #[error("awaiting approval")]
    AwaitingApproval,
    /// The account is suspended.
    #[error("suspended")]
    Suspended,
    /// Registration is by invitation only.
    #[error("no invitation")]
    InviteRequired,
    /// A signed-in member gave a wrong password.
    #[error("wrong password")]
    WrongPassword,
    /// The account of a signed-in member has no password.
    #[error("no password")]
    NoPassword,
    /// The registration token is unknown, used, expired or for another address.
    #[error("no leave to register")]
    RegistrationExpired,
    /// The admin set-up link is unknown, used, expired or for another address.
    #[error("set-up link void")]
    AdminLinkVoid,
    /// The reset link is wrong, used or expired.
    #[error("reset link void")]
    ResetInvalid,
    /// The session does not exist or belongs to another member.
    #[error("no such session")]
    SessionNotFound,
    /// Staff cannot suspend their own account.
    #[error("own account")]
    OwnAccount,
    /// The code is wrong, used, expired or was tried too often.
    #[error("wrong code")]
    WrongCode,
    /// The refresh token is unknown, used or belongs to an ended session.
    #[error("session ended")]
    SessionEnded,
    /// Social sign-in is not configured.
    #[error("social sign-in is off")]
    SocialOff,
    /// The codes of a social sign-in are wrong, used, expired or from another browser.
    #[error("hand-over invalid")]
    HandOverInvalid,
    /// The identity does not exist or belongs to another member.
    #[error("no such identity")]
    IdentityNotFound,
    /// The address already has an account.
    #[error("email taken")]
    EmailTaken,
    /// Too many passwords are waiting to be hashed.
    #[error("hashing queue is full")]
    Overloaded,
    /// A cryptographic operation failed.
    #[error("cryptography: {0}")]
    Crypto(String),
    /// An invalid field, or an error from a port.
    #[error("{}", .0.message)]
    Api(ApiError),
    /// A database error.
    #[error(transparent)]
    Db(#[from] DbError),
}

impl From<ApiError> for AuthError {
    fn from(error: ApiError) -> Self {
        Self::Api(error)
    }
}

impl From<AuthError> for ApiError {
    fn from(error: AuthError) -> Self {
        match error {
            AuthError::Overloaded => {
                Self::new(503, "auth.busy", "Many people are signing in. Please try again shortly.")
                    .retry_after(2)
            }
            AuthError::TooManyFailures(seconds) => {
                let message = "Too many wrong tries. Please wait before you try again.";
                Self::new(429, TOO_MANY_FAILURES, message).retry_after(seconds)
            }
            AuthError::TooManyWrongCodes(seconds) => {
                Self::new(429, TOO_MANY_FAILURES, FOLLOW_THE_LINK).retry_after(seconds)
            }
            AuthError::TooManyCodes(seconds) => {
                Self::new(429, TOO_MANY_CODES, SEVERAL_CODES).retry_after(seconds)
            }
            AuthError::Crypto(cause) => Self::internal(cause),
            AuthError::Api(error) => error,
            AuthError::Db(DbError::Refused(violation)) if violation.status == 429 => {
                Self::from(violation).retry_after(3600)
            }
            AuthError::Db(error) => error.into(),
            error => said(&error),
        }
    }
}

/// Converts errors that have a fixed status, code and message.
fn said(error: &AuthError) -> ApiError {
    match error {
        AuthError::InvalidCredentials => {
            ApiError::new(401, "auth.invalid_credentials", "Invalid credentials. Please try again.")
        }
        AuthError::SecondFactorMissing => {
            ApiError::new(401, "auth.second_factor_required", CODE_NEEDED)
        }
        AuthError::SecondFactorWrong => ApiError::new(401, "auth.wrong_code", WRONG_APP_CODE),
        AuthError::StepUpRequired => ApiError::new(403, "auth.second_factor_required", CODE_NEEDED),
        AuthError::StepUpWrong => of_field("auth.wrong_code", "code", WRONG_APP_CODE),
        AuthError::NotBegun => ApiError::conflict(NOT_BEGUN, START_AGAIN),
        AuthError::AwaitingApproval => ApiError::new(
            403,
            "auth.awaiting_approval",
            "Your account is waiting for approval. We will write to you.",
        ),
        AuthError::Suspended => ApiError::new(
            403,
            "auth.suspended",
            "Your account is suspended. Our mail to you says why, and whom to write to.",
        ),
        AuthError::InviteRequired => of_field(
            "auth.invite_required",
            "referralCode",
            "You need an invitation to join. Ask a member for their link.",
        ),
        AuthError::WrongPassword => {
            of_field("auth.wrong_password", "password", "This is not your present password.")
        }
        AuthError::NoPassword => of_field(
            "auth.no_password",
            "password",
            "Your account has no password. To choose one, log out and follow the link \u{2018}Forgot \
             your password?\u{2019} on the login page.",
        ),
        AuthError::RegistrationExpired => ApiError::conflict(REGISTRATION_EXPIRED, CHECK_EXPIRED),
        AuthError::AdminLinkVoid => ApiError::conflict(ADMIN_LINK_VOID, LINK_VOID),
        AuthError::ResetInvalid => {
            ApiError::new(422, "auth.reset_invalid", "Invalid or missing reset token")
        }
        AuthError::SessionNotFound => {
            ApiError::not_found("auth.session_not_found", "This device is not signed in any more.")
        }
        AuthError::OwnAccount => {
            ApiError::conflict("auth.own_account", "You cannot do this to your own account.")
        }
        AuthError::WrongCode => of_field("auth.wrong_code", "code", WRONG_CODE),
        AuthError::SessionEnded => ApiError::new(
            401,
            "auth.session_ended",
            "Your session has ended. Please sign in again.",
        ),
        AuthError::SocialOff => ApiError::new(
            503,
            "auth.not_configured",
            "Signing in with another account is not possible here.",
        ),
        AuthError::HandOverInvalid => ApiError::new(
            401,
            "auth.handover_invalid",
            "This sign-in has expired. Please start again.",
        ),
        AuthError::IdentityNotFound => {
            ApiError::not_found("auth.identity_not_found", "It is not linked any more.")
        }
        AuthError::EmailTaken => ApiError::conflict(
            "auth.email_taken",
            "There is an account with this address already. Please sign in.",
        ),
        other => ApiError::internal(other),
    }
}

/// Returns a 422 about one field, with a specific code.
fn of_field(code: &'static str, field: &str, message: &str) -> ApiError {
    let mut error = ApiError::new(422, code, message);
    error.fields.insert(field.to_owned(), message.to_owned());
    error
}
