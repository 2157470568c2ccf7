use std::sync::Arc;

use poem::Request;
use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, done,
    envelope::{CONFLICT, INPUT, TOO_MANY},
};

use super::{
    Tag,
    cookies::device,
    dto::{EmailCode, EmailProof, NewAccountInfo, NewAdminAccount, NewMember, SignUpAddress},
};
use crate::service::AuthService;

const SENT_BEFORE: &str =
    "We have sent emails to this address already. Use the code or the link in the newest one.";

/// Operations that lead to an account.
pub struct SignUpApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SignUpApi {
    /// Sends a four-digit code to an address, to sign up with.
    ///
    /// It works for ten minutes and five tries; a link in the same email works for a day. A network
    /// has five codes an hour and fifteen a day sent to one mailbox, and none while its own wrong
    /// ones have to wait. When others have had as many sent there, `data` is `false`: no more is
    /// sent, and what was is still good. The answer does not tell whether the address has an
    /// account. A network that has asked for too many codes and links today, whoever they were for,
    /// gets 429 `auth.too_many_mails`; when the whole site has sent too many codes,
    /// `auth.no_more_codes`.
    #[oai(path = "/resend/code", method = "post", operation_id = "send_code")]
    async fn send_code(
        &self,
        request: &Request,
        body: Json<SignUpAddress>,
    ) -> Reply<Option<bool>, { INPUT | TOO_MANY }> {
        let SignUpAddress { email, referral_code } = body.0;
        match self.0.send_code(&email, referral_code.as_deref(), &device(request)).await? {
            true => done("Verification code sent successfully!", None),
            false => done(SENT_BEFORE, Some(false)),
        }
    }

    /// Swaps a code for leave to register its address.
    ///
    /// After ten wrong codes from one network, or fifteen from anywhere, each is followed by a
    /// wait that grows from an hour to days, in which the answer is 429
    /// `auth.too_many_failures`. The link in the email is leave to register in itself and goes on
    /// working.
    #[oai(path = "/verify/email", method = "post", operation_id = "verify_email")]
    async fn verify_email(
        &self,
        request: &Request,
        body: Json<EmailCode>,
    ) -> Reply<EmailProof, { INPUT | TOO_MANY }> {
        let EmailCode { email, code } = body.0;
        let registration_token = self.0.verify_code(&email, &code, &device(request)).await?;
        done("Your email address is verified.", EmailProof { registration_token })
    }

    /// Makes an account for a proven address.
    ///
    /// Where one joins by invitation, 422 `auth.invite_required` without a member's code. Where
    /// staff approve new members, the account is `pending` until they did.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(
        &self,
        request: &Request,
        body: Json<NewMember>,
    ) -> Reply<NewAccountInfo, { INPUT | CONFLICT }> {
        let new = body.0;
        let registered = self.0.register((&new).into(), &device(request)).await?;
        let message = match registered.pending {
            true => "Thank you! We will write to you once your account is approved.",
            false => "Welcome! Your account is ready.",
        };
        done(message, new.account(registered))
    }

    /// Makes the first administrator, by the link that the host was given.
    #[oai(path = "/setup", method = "post", operation_id = "set_up_admin")]
    async fn set_up_admin(
        &self,
        request: &Request,
        body: Json<NewAdminAccount>,
    ) -> Reply<NewAccountInfo, { INPUT | CONFLICT }> {
        let new = body.0;
        let registered = self.0.set_up_admin((&new).into(), &device(request)).await?;
        done("You are the administrator now.", new.account(registered))
    }
}
