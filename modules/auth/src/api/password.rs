use std::sync::Arc;

use poem::Request;
use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, SignedIn, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED},
    ports::SignInChange,
};

use super::{
    Remembered, Tag,
    cookies::device,
    dto::{AccountEmail, EmailAddress, NewEmailCode, PasswordChange, PasswordReset},
    remembering,
};
use crate::service::AuthService;

/// Operations on passwords and email addresses.
pub struct PasswordApi(pub(super) Arc<AuthService>);

#[OpenApi(tag = "Tag::Auth")]
impl PasswordApi {
    /// Sends a password reset link, if the address has an account.
    ///
    /// The link works once and for ten minutes; a new link voids the old one. At most five links an
    /// hour and fifteen a day are sent to an address. Neither the response nor its timing reveals
    /// whether an account exists. 429 `auth.too_many_mails` for a network that has requested too
    /// many codes and links today, for any address.
    #[oai(path = "/api/auth/forgot/password", method = "post", operation_id = "forgot_password")]
    async fn forgot_password(
        &self,
        request: &Request,
        body: Json<EmailAddress>,
    ) -> Reply<Option<bool>, { INPUT | TOO_MANY }> {
        self.0.ask_for_reset(&body.0.email, &device(request)).await?;
        done("If there is an account with this address, we have sent it a link.", None)
    }

    /// Sets a new password with a reset link, and signs out all devices. If the address had only
    /// been verified by a code, linked accounts at providers are removed, too.
    ///
    /// 422 `auth.reset_invalid` for a link that is wrong, used or expired. A success sets the same
    /// cookie as `login`.
    #[oai(
        path = "/api/auth/reset/forgot/password",
        method = "post",
        operation_id = "reset_password"
    )]
    async fn reset_password(
        &self,
        request: &Request,
        body: Json<PasswordReset>,
    ) -> Remembered<Option<bool>, { INPUT | CONFLICT }> {
        let PasswordReset { token, new_password } = body.0;
        let cookie = self.0.reset_password(&token, new_password, &device(request)).await?;
        remembering(done("Password reset successful! Redirecting to login...", None), &cookie)
    }

    /// Changes your password, and signs out all other devices.
    ///
    /// 422 `auth.wrong_password` if the current password is wrong, `auth.no_password` if there is
    /// none. With a second factor: 403 `auth.second_factor_required` without `code`, 422
    /// `auth.wrong_code` for a wrong one. 429 `auth.too_many_failures` after ten wrong attempts,
    /// until a wait is over.
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
        self.0.change_sign_in(&caller, change).await?;
        done("Password reset was successful!", None)
    }

    /// Verifies your new address, requested with `update_profile`, by the code sent to it.
    ///
    /// 429 `auth.too_many_failures` after ten wrong codes; each further wait is longer.
    #[oai(path = "/api/auth/verify/new-email", method = "post", operation_id = "verify_new_email")]
    async fn verify_new_email(
        &self,
        SignedIn(caller): SignedIn,
        body: Json<NewEmailCode>,
    ) -> Reply<AccountEmail, { UNAUTHORISED | INPUT | CONFLICT | TOO_MANY }> {
        let email = self.0.verify_new_email(&caller, &body.0.code).await?;
        done("Your new address is verified.", AccountEmail { email })
    }
}
