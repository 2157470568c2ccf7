use poem::Request;
use poem_openapi::{Enum, Object, OpenApi};
use sparkyard_kernel::{
    Json, Reply, UserId, done,
    envelope::{CONFLICT, INPUT, TOO_MANY},
    text,
};

use super::Tag;
use crate::{
    code::Codes,
    registration::{AdminSetUp, Application, Members, Registered},
    session::Device,
};

/// Who wants to sign up.
#[derive(Object)]
struct SignUpAddress {
    /// The address to send a code to.
    #[oai(validator(max_length = 320))]
    email: String,
    /// The code of the member who invited them, so that it is counted.
    #[oai(rename = "referralCode", validator(max_length = 32))]
    referral_code: Option<String>,
}

/// An address and the code that was sent to it.
#[derive(Object)]
struct EmailCode {
    /// The address that the code was sent to.
    #[oai(validator(max_length = 320))]
    email: String,
    /// Four digits.
    #[oai(validator(max_length = 16))]
    code: String,
}

/// Leave to register an address.
#[derive(Object)]
struct EmailProof {
    /// Good for one hour, that address and one registration.
    #[oai(rename = "registrationToken")]
    registration_token: String,
}

/// As the person says.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "lowercase")]
enum Gender {
    Male,
    Female,
    Other,
}

/// A new member.
#[derive(Object)]
struct NewMember {
    /// From `verify_email`.
    #[oai(rename = "registrationToken", validator(max_length = 128))]
    registration_token: String,
    /// The proven address.
    #[oai(validator(max_length = 320))]
    email: String,
    /// Shown only to the other party of an accepted booking.
    #[oai(validator(max_length = 30))]
    phone: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    firstname: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    lastname: String,
    /// As the person says.
    gender: Gender,
    /// 8 to 128 characters.
    #[oai(validator(max_length = 128))]
    password: String,
    /// Must be true: the person is 18 or older.
    adult: bool,
    /// Must be true: the person accepts the terms.
    terms: bool,
    /// The code of the member who invited them. Needed where one joins by invitation.
    #[oai(rename = "referralCode", validator(max_length = 32))]
    referral_code: Option<String>,
    /// A town or city from `list_cities`, so that neighbours find them.
    #[oai(validator(max_length = 120))]
    location: Option<String>,
}

/// The host's first administrator.
#[derive(Object)]
struct NewAdminAccount {
    /// What follows `#` in the set-up link.
    #[oai(validator(max_length = 128))]
    secret: String,
    /// The address to sign in with.
    #[oai(validator(max_length = 320))]
    email: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    firstname: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    lastname: String,
    /// May be left out.
    #[oai(validator(max_length = 64))]
    phone: Option<String>,
    /// 8 to 128 characters.
    #[oai(validator(max_length = 128))]
    password: String,
}

/// An account that was made.
#[derive(Object)]
struct NewAccountInfo {
    /// The member's id.
    id: UserId,
    /// The address to sign in with.
    email: String,
    /// First name.
    firstname: String,
    /// Last name.
    lastname: String,
    /// Whether the account waits for approval; until then it cannot be signed in to.
    pending: bool,
}

/// Operations that lead to an account.
pub struct SignUpApi {
    pub(crate) codes: Codes,
    pub(crate) members: Members,
}

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl SignUpApi {
    /// Sends a four-digit code to an address, to sign up with.
    ///
    /// It works for ten minutes and five tries; an address gets five codes an hour and fifteen a
    /// day, and none while wrong ones have to wait. The answer does not tell whether the address
    /// has an account. A network that has asked for too many codes and links today, whoever they
    /// were for, gets 429 `auth.too_many_mails`.
    #[oai(path = "/resend/code", method = "post", operation_id = "send_code")]
    async fn send_code(
        &self,
        request: &Request,
        body: Json<SignUpAddress>,
    ) -> Reply<Option<bool>, { INPUT | TOO_MANY }> {
        let SignUpAddress { email, referral_code } = body.0;
        self.codes.send(&email, referral_code.as_deref(), &Device::of(request)).await?;
        done("Verification code sent successfully!", None)
    }

    /// Swaps a code for leave to register its address.
    ///
    /// After ten wrong codes from one network, or fifteen from anywhere, each is followed by a
    /// wait that grows from an hour to days, in which the answer is 429
    /// `auth.too_many_failures`.
    #[oai(path = "/verify/email", method = "post", operation_id = "verify_email")]
    async fn verify_email(
        &self,
        request: &Request,
        body: Json<EmailCode>,
    ) -> Reply<EmailProof, { INPUT | TOO_MANY }> {
        let EmailCode { email, code } = body.0;
        let registration_token = self.codes.verify(&email, &code, &Device::of(request)).await?;
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
        let info = |Registered { id, pending }| NewAccountInfo {
            id,
            pending,
            email: new.email.trim().to_lowercase(),
            firstname: text::line(&new.firstname),
            lastname: text::line(&new.lastname),
        };
        let gender = match new.gender {
            Gender::Male => "male",
            Gender::Female => "female",
            Gender::Other => "other",
        };
        let application = Application {
            token: new.registration_token.clone(),
            email: new.email.clone(),
            phone: new.phone.clone(),
            firstname: new.firstname.clone(),
            lastname: new.lastname.clone(),
            gender: gender.to_owned(),
            password: new.password.clone(),
            adult: new.adult,
            terms: new.terms,
            location: new.location.clone(),
            referral_code: new.referral_code.clone(),
        };
        let who = Device::of(request).share();
        let registered = self.members.register(application, &who).await?;
        let message = match registered.pending {
            true => "Thank you! We will write to you once your account is approved.",
            false => "Welcome! Your account is ready.",
        };
        done(message, info(registered))
    }

    /// Makes the first administrator, by the link that the host was given.
    #[oai(path = "/setup", method = "post", operation_id = "set_up_admin")]
    async fn set_up_admin(
        &self,
        request: &Request,
        body: Json<NewAdminAccount>,
    ) -> Reply<NewAccountInfo, { INPUT | CONFLICT }> {
        let new = body.0;
        let (email, firstname, lastname) = (
            new.email.trim().to_lowercase(),
            text::line(&new.firstname),
            text::line(&new.lastname),
        );
        let form = AdminSetUp {
            secret: new.secret,
            email: new.email,
            phone: new.phone.unwrap_or_default(),
            firstname: new.firstname,
            lastname: new.lastname,
            password: new.password,
        };
        let who = Device::of(request).share();
        let Registered { id, pending } = self.members.set_up_admin(form, &who).await?;
        let info = NewAccountInfo { id, email, firstname, lastname, pending };
        done("You are the administrator now.", info)
    }
}
