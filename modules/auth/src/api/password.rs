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

/// Operations on passwords and addresses.
pub struct PasswordApi(pub(super) Arc<AuthService>);

#[OpenApi(tag = "Tag::Auth")]
impl PasswordApi {
    /// Sends a link to a new password, if the address has an account.
    ///
    /// It works once and for ten minutes; a new one voids the old; an address gets five an hour
    /// and fifteen a day. Neither the answer nor its time tells whether there is an account. A
    /// network that has asked for too many codes and links today, whoever they were for, gets 429
    /// `auth.too_many_mails`.
    #[oai(path = "/api/auth/forgot/password", method = "post", operation_id = "forgot_password")]
    async fn forgot_password(
        &self,
        request: &Request,
        body: Json<EmailAddress>,
    ) -> Reply<Option<bool>, { INPUT | TOO_MANY }> {
        self.0.ask_for_reset(&body.0.email, &device(request)).await?;
        done("If there is an account with this address, we have sent it a link.", None)
    }

    /// Sets a new password by a link, and signs out all devices. Where only a code had proved the
    /// address so far, linked accounts elsewhere are forgotten, too.
    ///
    /// 422 `auth.reset_invalid` for a link that is wrong, used or too old. The cookie of a success
    /// is that of `login`.
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
    /// 422 `auth.wrong_password` for a wrong present one, `auth.no_password` when there is none.
    /// With a second factor, 403 `auth.second_factor_required` without `code` and 422
    /// `auth.wrong_code` with a wrong one. After ten wrong ones, 429 `auth.too_many_failures`
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

    /// Proves your new address, asked for with `update_profile`, by the code that was sent there.
    ///
    /// 429 `auth.too_many_failures` after ten wrong codes, for longer each time.
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
