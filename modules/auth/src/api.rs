use std::sync::Arc;

use poem::Request;
use poem_openapi::{Enum, Object, OpenApi, SecurityScheme, Tags, auth::Bearer, payload::Json};
use sparkyard_kernel::{
    Reply, SignedIn, UserId, done,
    envelope::{CONFLICT, INPUT, TOO_MANY, UNAUTHORISED},
    ok,
    ports::People,
};

use crate::{
    Auth,
    account::{AdminSetUp, Members, Registration},
    code::Codes,
    session::{Sessions, TokenPair},
};

#[derive(Tags)]
enum Tag {
    /// Signing up, signing in and out.
    #[oai(rename = "auth")]
    Auth,
}

/// The refresh token, in place of the access token.
#[derive(SecurityScheme)]
#[oai(rename = "refresh", ty = "bearer")]
struct RefreshToken(Bearer);

/// An email address.
#[derive(Object)]
struct EmailAddress {
    /// Any case; surrounding space does not count.
    #[oai(validator(max_length = 320))]
    email: String,
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
    #[oai(validator(max_length = 64))]
    phone: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 240))]
    firstname: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 240))]
    lastname: String,
    /// As the person says.
    gender: Gender,
    /// 8 to 256 characters.
    #[oai(validator(max_length = 1024))]
    password: String,
    /// Must be true: the person is 18 or older.
    adult: bool,
    /// Must be true: the person accepts the terms.
    terms: bool,
    /// The code of the member who invited them.
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
    #[oai(validator(max_length = 240))]
    firstname: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 240))]
    lastname: String,
    /// May be left out.
    #[oai(validator(max_length = 64))]
    phone: Option<String>,
    /// 8 to 256 characters.
    #[oai(validator(max_length = 1024))]
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
}

/// What one signs in with.
#[derive(Object)]
struct Credentials {
    /// The account's address.
    #[oai(validator(max_length = 320))]
    email: String,
    /// Its password.
    #[oai(validator(max_length = 4096))]
    password: String,
}

/// A pair of tokens.
#[derive(Object)]
struct Tokens {
    /// JWT for the `Authorization` header, good for 15 minutes. Claims: `id`, `exp`, `email`,
    /// `role` and, if the member has a place, `lat` and `lon` of its neighbourhood.
    #[oai(rename = "accessToken")]
    access_token: String,
    /// For `refresh_session`, once; good for 60 days.
    #[oai(rename = "refreshToken")]
    refresh_token: String,
}

impl From<TokenPair> for Tokens {
    fn from(pair: TokenPair) -> Self {
        Self { access_token: pair.access, refresh_token: pair.refresh }
    }
}

/// The operations of auth.
pub struct AuthApi {
    codes: Codes,
    members: Members,
    sessions: Arc<Sessions>,
}

impl AuthApi {
    pub(crate) fn new(auth: Auth, people: Arc<dyn People>) -> Self {
        let Auth { cx, store, tokens, pepper, passwords } = auth;
        let sessions = Sessions::new(cx.clone(), store.clone(), tokens, people.clone());
        let sessions = Arc::new(sessions);
        let codes = Codes::new(cx.clone(), store.clone(), pepper.clone());
        let members = Members { cx, store, pepper, passwords, people, sessions: sessions.clone() };
        Self { codes, members, sessions }
    }
}

#[OpenApi(prefix_path = "/api/auth", tag = "Tag::Auth")]
impl AuthApi {
    /// Sends a four-digit code to an address, to sign up with.
    ///
    /// It works for ten minutes and five tries; an address gets five codes an hour. The answer
    /// does not tell whether the address has an account.
    #[oai(path = "/resend/code", method = "post", operation_id = "send_code")]
    async fn send_code(
        &self,
        body: Json<EmailAddress>,
    ) -> Reply<Option<bool>, { INPUT | TOO_MANY }> {
        self.codes.send(&body.0.email).await?;
        done("Verification code sent successfully!", None)
    }

    /// Swaps a code for leave to register its address.
    #[oai(path = "/verify/email", method = "post", operation_id = "verify_email")]
    async fn verify_email(&self, body: Json<EmailCode>) -> Reply<EmailProof, INPUT> {
        let registration_token = self.codes.verify(&body.0.email, &body.0.code).await?;
        done("Your email address is verified.", EmailProof { registration_token })
    }

    /// Makes an account for a proven address.
    #[oai(path = "/register", method = "post", operation_id = "register")]
    async fn register(&self, body: Json<NewMember>) -> Reply<NewAccountInfo, { INPUT | CONFLICT }> {
        let new = body.0;
        let info = |id| NewAccountInfo {
            id,
            email: new.email.trim().to_lowercase(),
            firstname: new.firstname.clone(),
            lastname: new.lastname.clone(),
        };
        let gender = match new.gender {
            Gender::Male => "male",
            Gender::Female => "female",
            Gender::Other => "other",
        };
        let registration = Registration {
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
        let id = self.members.register(registration).await?;
        done("Welcome! Your account is ready.", info(id))
    }

    /// Makes the first administrator, by the link that the host was given.
    #[oai(path = "/setup", method = "post", operation_id = "set_up_admin")]
    async fn set_up_admin(
        &self,
        body: Json<NewAdminAccount>,
    ) -> Reply<NewAccountInfo, { INPUT | CONFLICT }> {
        let new = body.0;
        let (email, firstname, lastname) =
            (new.email.trim().to_lowercase(), new.firstname.clone(), new.lastname.clone());
        let form = AdminSetUp {
            secret: new.secret,
            email: new.email,
            phone: new.phone.unwrap_or_default(),
            firstname: new.firstname,
            lastname: new.lastname,
            password: new.password,
        };
        let id = self.members.set_up_admin(form).await?;
        done("You are the administrator now.", NewAccountInfo { id, email, firstname, lastname })
    }

    /// Signs in on this device.
    #[oai(path = "/login", method = "post", operation_id = "login")]
    async fn login(
        &self,
        request: &Request,
        body: Json<Credentials>,
    ) -> Reply<Tokens, { INPUT | UNAUTHORISED }> {
        let device = request.header("user-agent").unwrap_or_default();
        let address = request.remote_addr().as_socket_addr();
        let address = address.map(|address| address.ip().to_string()).unwrap_or_default();
        let Credentials { email, password } = body.0;
        let pair = self.members.log_in(&email, password, device, &address).await?;
        done("Welcome back!", pair.into())
    }

    /// Swaps the refresh token for a fresh pair of tokens.
    ///
    /// Send the refresh token as the bearer. It works once; using an old one again ends the
    /// session, unless it was replaced less than 30 seconds ago.
    #[oai(path = "/get/refreshtokenweb", method = "get", operation_id = "refresh_session")]
    async fn refresh_session(&self, token: RefreshToken) -> Reply<Tokens, UNAUTHORISED> {
        ok(self.sessions.refresh(&token.0.token).await?.into())
    }

    /// Signs out of this device: its tokens stop working at once.
    #[oai(path = "/logout", method = "post", operation_id = "logout")]
    async fn logout(&self, SignedIn(caller): SignedIn) -> Reply<Option<bool>, UNAUTHORISED> {
        self.sessions.close(&caller).await?;
        done("You are signed out.", None)
    }
}
