use poem_openapi::Object;

/// A new password, and the reset token that allows it.
#[derive(Object)]
pub(crate) struct PasswordReset {
    /// The text after `#token=` in the link.
    #[oai(validator(max_length = 128))]
    pub(crate) token: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 128))]
    pub(crate) new_password: String,
}

/// A new password, and the current one as proof.
#[derive(Object)]
pub(crate) struct PasswordChange {
    /// Your current password.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 128))]
    pub(crate) new_password: String,
    /// A second-factor code, if a second factor is set up.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// The code sent to a new email address.
#[derive(Object)]
pub(crate) struct NewEmailCode {
    /// Four digits.
    #[oai(validator(max_length = 16))]
    pub(crate) code: String,
}

/// The email address of an account.
#[derive(Object)]
pub(crate) struct AccountEmail {
    /// The address to sign in with from now on.
    pub(crate) email: String,
}
