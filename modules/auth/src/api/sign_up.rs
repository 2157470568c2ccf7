use std::sync::Arc;

use poem::Request;
use poem_openapi::OpenApi;
use sparkyard_kernel::{
    Json, Reply, done,
    envelope::{CONFLICT, INPUT, TOO_MANY},
};

use super::{
    Remembered, Tag,
    cookies::device,
    dto::{
        AcceptedInvitation, EmailCode, EmailProof, NewAccountInfo, NewAdminAccount, NewAdminInfo,
        NewMember, SignUpAddress, Tokens,
    },
    remembering,
};
use crate::service::AuthService;

const SENT_BEFORE: &str =
    "We have sent emails to this address already. Use the code or the link in the newest one.";

/// Operations that lead to an account.
pub struct SignUpApi(pub(super) Arc<AuthService>);

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SignUpApi {
    /// Sends a four-digit sign-up code to an address.
    ///
    /// The code works for ten minutes and five attempts; a link in the same email works for a day.
    /// A network can have five codes an hour and fifteen a day sent to one mailbox, and none while
    /// it has to wait after its own wrong codes. Once other networks have had as many sent there,
    /// `data` is `false`: no further email is sent, and earlier ones remain valid. The response
    /// does not reveal whether the address has an account. 429 `auth.too_many_mails` for a network
    /// that has requested too many codes and links today, for any address; 429 `auth.no_more_codes`
    /// once the whole site has sent too many codes.
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

    /// Exchanges a code for a token to register its address.
    ///
    /// After ten wrong codes from one network, or fifteen from anywhere, each wrong code starts a
    /// wait that grows from an hour to days; during the wait the response is 429
    /// `auth.too_many_failures`. The link in the email contains a registration token of its own and
    /// keeps working.
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

    /// Creates an account for a verified address.
    ///
    /// 422 `auth.invite_required` without a referral code where registration is by invitation.
    /// Where staff approve new members, the account is `pending` until they do.
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

    /// Accepts the invitation of a member whom an admin imported, and signs them in.
    ///
    /// The account exists, with the profile and the opening balance that were imported; from now on
    /// others see it. 422 `auth.reset_invalid` for a link that is wrong, used or expired: a request
    /// for a new password sends another.
    #[oai(path = "/invitations/accept", method = "post", operation_id = "accept_invitation")]
    async fn accept_invitation(
        &self,
        request: &Request,
        body: Json<AcceptedInvitation>,
    ) -> Remembered<Tokens, { INPUT | CONFLICT }> {
        let entered = self.0.accept_invitation(body.0.into(), device(request)).await?;
        remembering(done("Welcome! Your account is ready.", entered.tokens.into()), &entered.cookie)
    }

    /// Creates the first administrator with the operator's set-up link, and signs them in.
    #[oai(path = "/setup", method = "post", operation_id = "set_up_admin")]
    async fn set_up_admin(
        &self,
        request: &Request,
        body: Json<NewAdminAccount>,
    ) -> Remembered<NewAdminInfo, { INPUT | CONFLICT }> {
        let new = body.0;
        let registered = self.0.set_up_admin((&new).into(), device(request)).await?;
        let info = new.account(registered.account, registered.entered.tokens);
        remembering(done("You are the administrator now.", info), &registered.entered.cookie)
    }
}
