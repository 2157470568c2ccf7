use std::sync::Arc;

use poem_openapi::{Object, OpenApi, payload::Json};
use sparkyard_kernel::{
    Reply, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED},
    ports::SignInChange,
};

use super::{EmailAddress, Tag};
use crate::{change::Changes, reset::Resets};

/// A new password, and the link that allows it.
#[derive(Object)]
struct PasswordReset {
    /// What follows `#token=` in the link.
    #[oai(validator(max_length = 128))]
    token: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 1024))]
    new_password: String,
}

/// A new password, and the one that allows it.
#[derive(Object)]
struct PasswordChange {
    /// The password as it is.
    #[oai(validator(max_length = 4096))]
    password: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 1024))]
    new_password: String,
    /// A code of the second factor, where one is set up.
    #[oai(validator(max_length = 256))]
    code: Option<String>,
}

/// The code that was sent to a new address.
#[derive(Object)]
struct NewEmailCode {
    /// Four digits.
    #[oai(validator(max_length = 16))]
    code: String,
}

/// The address of an account.
#[derive(Object)]
struct AccountEmail {
    /// To sign in with from now on.
    email: String,
}

/// Operations on passwords and addresses.
pub struct PasswordApi {
    pub(crate) resets: Arc<Resets>,
    pub(crate) changes: Changes,
}

#[OpenApi(tag = "Tag::Auth")]
impl PasswordApi {
    /// Sends a link to a new password, if the address has an account.
    ///
    /// It works once and for ten minutes; a new one voids the old; an address gets five an hour.
    /// Neither the answer nor its time tells whether there is an account.
    #[oai(path = "/api/auth/forgot/password", method = "post", operation_id = "forgot_password")]
    async fn forgot_password(&self, body: Json<EmailAddress>) -> Reply<Option<bool>, INPUT> {
        self.resets.ask(&body.0.email).await?;
        done("If there is an account with this address, we have sent it a link.", None)
    }

    /// Sets a new password by a link, and signs out all devices.
    ///
    /// 422 `auth.reset_invalid` for a link that is wrong, used or too old.
    #[oai(
        path = "/api/auth/reset/forgot/password",
        method = "post",
        operation_id = "reset_password"
    )]
    async fn reset_password(
        &self,
        body: Json<PasswordReset>,
    ) -> Reply<Option<bool>, { INPUT | CONFLICT }> {
        self.resets.reset(&body.0.token, body.0.new_password).await?;
        done("Password reset successful! Redirecting to login...", None)
    }

    /// Changes your password, and signs out all other devices.
    ///
    /// 422 `auth.wrong_password` for a wrong present one. With a second factor, 403
    /// `auth.second_factor_required` without `code` and 422 `auth.wrong_code` with a wrong one.
    #[oai(path = "/api/users/change/password", method = "put", operation_id = "change_password")]
    async fn change_password(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<PasswordChange>,
    ) -> Reply<Option<bool>, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT | TOO_MANY }> {
        let PasswordChange { password, new_password, code } = body.0;
        let change = SignInChange {
            current_password: password,
            code,
            password: Some(new_password),
            email: None,
        };
        self.changes.make(&caller, change).await?;
        done("Password reset was successful!", None)
    }

    /// Proves your new address, asked for with `update_profile`, by the code that was sent there.
    #[oai(path = "/api/auth/verify/new-email", method = "post", operation_id = "verify_new_email")]
    async fn verify_new_email(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<NewEmailCode>,
    ) -> Reply<AccountEmail, { UNAUTHORISED | INPUT | CONFLICT }> {
        let email = self.changes.verify_email(&caller, &body.0.code).await?;
        done("Your new address is verified.", AccountEmail { email })
    }
}
