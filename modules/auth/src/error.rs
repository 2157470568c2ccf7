//! Errors of the module, and rule violations.

use sparkyard_kernel::{ApiError, db::RuleViolation, errors};

/// `Retry-After`, in seconds, where the end of the wait is not known.
const HOUR: u64 = 3600;

/// The account is that of the only admin.
pub(crate) const LAST_ADMIN: RuleViolation = RuleViolation::new(
    409,
    "auth.last_admin",
    "This is the last admin. Make somebody else an admin first.",
);
/// The account does not exist.
const ACCOUNT_NOT_FOUND: RuleViolation =
    RuleViolation::new(404, "auth.account_not_found", "There is no such account.");
/// A budget for wrong guesses is used up.
pub(crate) const TOO_MANY_FAILURES: RuleViolation = RuleViolation::new(
    429,
    "auth.too_many_failures",
    "Too many wrong tries. Please wait before you try again.",
)
.retry_after(HOUR);
/// The quota of mails to an address is used up.
pub(crate) const TOO_MANY_CODES: RuleViolation =
    RuleViolation::new(429, "auth.too_many_codes", "We have sent several codes to this address.")
        .retry_after(HOUR);
/// Others have used up a mailbox's quota, so that no mail is sent.
pub(crate) const CODE_SENT: RuleViolation =
    RuleViolation::new(429, "auth.code_sent", TOO_MANY_CODES.message).retry_after(HOUR);
/// An event has already led to a reset link.
pub(crate) const RESET_SENT: RuleViolation =
    RuleViolation::new(409, "auth.reset_sent", "This link has been sent already.");
/// The reset link is wrong, used or expired.
const RESET_INVALID: RuleViolation =
    RuleViolation::new(422, "auth.reset_invalid", "Invalid or missing reset token");
/// The account has changed since the proof was checked.
pub(crate) const ACCOUNT_CHANGED: RuleViolation = RuleViolation::new(
    409,
    "auth.account_changed",
    "Your account was changed at this very moment. Please try again.",
);
/// An identity is already linked with an account.
pub(crate) const IDENTITY_KNOWN: RuleViolation =
    RuleViolation::new(409, "auth.identity_known", "This is linked with an account already.");
/// A code is wrong, used or expired.
const WRONG_CODE: RuleViolation = RuleViolation::new(
    422,
    "auth.wrong_code",
    "That code is wrong or has expired. Check it, or ask for a new one.",
);
/// The member has no such recovery code.
pub(crate) const RECOVERY_UNKNOWN: RuleViolation =
    RuleViolation::new(422, "auth.recovery_unknown", WRONG_CODE.message);
/// No authenticator app is being set up.
const NOT_BEGUN: RuleViolation = RuleViolation::new(
    409,
    "auth.second_factor_not_begun",
    "Please start again with the set-up of your authenticator app.",
);
/// The registration token is unknown, used, expired or for another address.
const REGISTRATION_EXPIRED: RuleViolation = RuleViolation::new(
    409,
    "auth.registration_expired",
    "Your email check has expired. Please ask for a new code.",
);
/// The admin set-up link is unknown, used, expired or for another address.
const ADMIN_LINK_VOID: RuleViolation = RuleViolation::new(
    409,
    "auth.admin_link_void",
    "This link has been used or has expired. Ask for a new one.",
);

/// Rule violations that the database raises.
pub(crate) const VIOLATIONS: &[RuleViolation] = &[
    ACCOUNT_NOT_FOUND,
    LAST_ADMIN,
    RuleViolation::new(
        409,
        "auth.admin_account",
        "They are an admin. Take that role from them first.",
    ),
    RuleViolation::new(409, "auth.not_active", "This account is not active."),
    RuleViolation::new(
        409,
        "auth.not_pending",
        "This account does not wait for approval any more.",
    ),
    RuleViolation::new(409, "auth.not_suspended", "This account is not suspended."),
    TOO_MANY_CODES,
    CODE_SENT,
    TOO_MANY_FAILURES,
    ACCOUNT_CHANGED,
    RESET_SENT,
    RESET_INVALID,
    WRONG_CODE,
    RECOVERY_UNKNOWN,
    RuleViolation::new(409, "auth.second_factor_on", "Two-step sign-in is on already."),
    RuleViolation::new(409, "auth.second_factor_off", "Two-step sign-in is off."),
    NOT_BEGUN,
    IDENTITY_KNOWN,
    REGISTRATION_EXPIRED,
    ADMIN_LINK_VOID,
];

errors! {
    /// Errors of signing up, signing in and account security.
    pub(crate) enum AuthError {
        /// Unknown address or wrong password; deliberately indistinguishable.
        InvalidCredentials => 401, "auth.invalid_credentials",
            "Invalid credentials. Please try again.";
        /// Too many wrong guesses. Holds the seconds until the next one is allowed.
        TooManyFailures(wait: u64) => ApiError::from(&TOO_MANY_FAILURES).retry_after(wait);
        /// Too many wrong codes for one address. Holds the seconds until the next one is allowed.
        TooManyWrongCodes(wait: u64) => ApiError::new(
            TOO_MANY_FAILURES.status,
            TOO_MANY_FAILURES.code,
            "Too many wrong codes were tried for this address. Please follow the link in our \
             email, or wait before you try again.",
        ).retry_after(wait);
        /// The address has used up its quota of mails. Holds the seconds until the next one.
        TooManyCodes(wait: u64) => ApiError::from(&TOO_MANY_CODES).retry_after(wait);
        /// Correct password, but the second factor is missing.
        SecondFactorMissing => 401, "auth.second_factor_required", "{CODE_NEEDED}";
        /// Correct password, but the second factor is wrong or used.
        SecondFactorWrong => 401, "auth.wrong_code", "{WRONG_APP_CODE}";
        /// A signed-in member must prove the second factor again.
        StepUpRequired => 403, "auth.second_factor_required", "{CODE_NEEDED}";
        /// A signed-in member gave a wrong or used code.
        StepUpWrong => ApiError::new(422, "auth.wrong_code", WRONG_APP_CODE).field("code");
        /// No authenticator app is being set up, or its set-up has expired.
        NotBegun => &NOT_BEGUN;
        /// No account has that id.
        AccountNotFound => &ACCOUNT_NOT_FOUND;
        /// The account is waiting for approval by staff.
        AwaitingApproval => 403, "auth.awaiting_approval",
            "Your account is waiting for approval. We will write to you.";
        /// The account is suspended. Holds the page on which the member can appeal, if they can.
        Suspended(appeal: Option<String>) => suspended(appeal);
        /// The owner of an imported account has not accepted the invitation.
        InvitationOpen => 403, "auth.invitation_open",
            "Please follow the link in our invitation first. \u{2018}Forgot your password?\u{2019} sends \
             you another one.";
        /// Registration is by invitation only.
        InviteRequired => ApiError::new(
            422,
            "auth.invite_required",
            "You need an invitation to join. Ask a member for their link.",
        ).field("referralCode");
        /// A signed-in member gave a wrong password.
        WrongPassword => ApiError::new(
            422,
            "auth.wrong_password",
            "This is not your present password.",
        ).field("password");
        /// The account of a signed-in member has no password.
        NoPassword => ApiError::new(
            422,
            "auth.no_password",
            "Your account has no password. To choose one, sign out and follow the link \
             \u{2018}Forgot your password?\u{2019} on the sign-in page.",
        ).field("password");
        /// The registration token is unknown, used, expired or for another address.
        RegistrationExpired => &REGISTRATION_EXPIRED;
        /// The admin set-up link is unknown, used, expired or for another address.
        AdminLinkVoid => &ADMIN_LINK_VOID;
        /// The reset link is wrong, used or expired.
        ResetInvalid => &RESET_INVALID;
        /// The session does not exist or belongs to another member.
        SessionNotFound => 404, "auth.session_not_found", "This device is not signed in any more.";
        /// Staff cannot suspend their own account.
        OwnAccount => 409, "auth.own_account", "You cannot do this to your own account.";
        /// The code is wrong, used, expired or was tried too often.
        WrongCode => ApiError::from(&WRONG_CODE).field("code");
        /// The refresh token is unknown, used or belongs to an ended session.
        SessionEnded => 401, "auth.session_ended", "Your session has ended. Please sign in again.";
        /// The texts are not those that the caller has read.
        AgreementChanged => 409, "auth.agreement_changed",
            "The texts have changed since you opened this page. Load it again and read them.";
        /// There is a request to agree to these texts already.
        AgreementAsked => 409, "auth.agreement_asked",
            "Members have been asked to agree to these texts already.";
        /// Social sign-in is not configured.
        SocialOff => 503, "auth.not_configured",
            "Signing in with another account is not possible here.";
        /// The codes of a social sign-in are wrong, used, expired or from another browser.
        HandOverInvalid => 401, "auth.handover_invalid",
            "This sign-in has expired. Please start again.";
        /// The identity does not exist or belongs to another member.
        IdentityNotFound => 404, "auth.identity_not_found", "It is not linked any more.";
        /// The address already has an account.
        EmailTaken => 409, "auth.email_taken",
            "There is an account with this address already. Please sign in.";
        /// Too many passwords are waiting to be hashed.
        Overloaded => ApiError::new(
            503,
            "auth.busy",
            "Many people are signing in. Please try again shortly.",
        ).retry_after(2);
        /// A cryptographic operation failed.
        Crypto(cause: String) => ApiError::internal(cause);
    }
}

const WRONG_APP_CODE: &str = "That code is wrong or was used before. Wait for the next one.";
const CODE_NEEDED: &str = "Enter the code from your authenticator app.";

/// Returns the refusal of a suspended member who has proved who they are.
fn suspended(appeal: Option<String>) -> ApiError {
    let refusal = |sentence| ApiError::new(403, "auth.suspended", sentence);
    match appeal {
        Some(page) => {
            refusal("Your account is suspended. You can read why, and appeal.").link(page)
        }
        None => refusal(
            "Your account is suspended. The email we sent you says why, and whom to write to.",
        ),
    }
}
