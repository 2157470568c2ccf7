use poem_openapi::Object;

/// A new password, and the link that allows it.
#[derive(Object)]
pub(crate) struct PasswordReset {
    /// What follows `#token=` in the link.
    #[oai(validator(max_length = 128))]
    pub(crate) token: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 128))]
    pub(crate) new_password: String,
}

/// A new password, and the one that allows it.
#[derive(Object)]
pub(crate) struct PasswordChange {
    /// The password as it is.
    #[oai(validator(max_length = 4096))]
    pub(crate) password: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 128))]
    pub(crate) new_password: String,
    /// A code of the second factor, where one is set up.
    #[oai(validator(max_length = 256))]
    pub(crate) code: Option<String>,
}

/// The code that was sent to a new address.
#[derive(Object)]
pub(crate) struct NewEmailCode {
    /// Four digits.
    #[oai(validator(max_length = 16))]
    pub(crate) code: String,
}

/// The address of an account.
#[derive(Object)]
pub(crate) struct AccountEmail {
    /// To sign in with from now on.
    pub(crate) email: String,
}
