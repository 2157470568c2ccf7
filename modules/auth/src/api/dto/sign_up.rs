use poem_openapi::{Enum, Object};
use sparkyard_kernel::{UserId, text};

use super::session::Tokens;
use crate::model::{
    session::TokenPair,
    sign_up::{Acceptance, AdminForm, Registered, SignUpForm},
};

/// An email address that wants to sign up.
#[derive(Object)]
pub(crate) struct SignUpAddress {
    /// The address to send the code to.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// The referral code of the inviting member, so that the invitation is counted.
    #[oai(rename = "referralCode", validator(max_length = 32))]
    pub(crate) referral_code: Option<String>,
}

/// An email address and the code sent to it.
#[derive(Object)]
pub(crate) struct EmailCode {
    /// The address that the code was sent to.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// Four digits.
    #[oai(validator(max_length = 16))]
    pub(crate) code: String,
}

/// Acceptance of an invitation by an imported member.
#[derive(Object)]
pub(crate) struct AcceptedInvitation {
    /// The text after `#token=` in the link.
    #[oai(validator(max_length = 128))]
    pub(crate) token: String,
    /// 8 to 128 characters, and not among the most common ones.
    #[oai(rename = "newPassword", validator(max_length = 128))]
    pub(crate) new_password: String,
    /// Must be true: the person is 18 or older.
    pub(crate) adult: bool,
    /// Must be true: the person accepts the terms.
    pub(crate) terms: bool,
}

impl From<AcceptedInvitation> for Acceptance {
    fn from(accepted: AcceptedInvitation) -> Self {
        let AcceptedInvitation { token, new_password, adult, terms } = accepted;
        Self { token, password: new_password, adult, terms }
    }
}

/// Proof of an email address.
#[derive(Object)]
pub(crate) struct EmailProof {
    /// Single-use token for registering this address, valid for one hour.
    #[oai(rename = "registrationToken")]
    pub(crate) registration_token: String,
}

/// Self-reported gender.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum Gender {
    Male,
    Female,
    Other,
    PreferNotToSay,
}

/// A new member.
#[derive(Object)]
pub(crate) struct NewMember {
    /// The token from `verify_email`, or from the link in the email.
    #[oai(rename = "registrationToken", validator(max_length = 128))]
    pub(crate) registration_token: String,
    /// The verified address.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// Shown only to the other party of an accepted booking.
    #[oai(validator(max_length = 30))]
    pub(crate) phone: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    pub(crate) firstname: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    pub(crate) lastname: String,
    /// Self-reported gender.
    pub(crate) gender: Gender,
    /// 8 to 128 characters.
    #[oai(validator(max_length = 128))]
    pub(crate) password: String,
    /// Must be true: the person is 18 or older.
    pub(crate) adult: bool,
    /// Must be true: the person accepts the terms.
    pub(crate) terms: bool,
    /// The referral code of the inviting member. Required where registration is by invitation.
    #[oai(rename = "referralCode", validator(max_length = 32))]
    pub(crate) referral_code: Option<String>,
    /// A town, a village or a full postcode, so that neighbours can find the member. `search_towns`
    /// lists known towns; other text is stored as given.
    #[oai(validator(max_length = 120))]
    pub(crate) location: Option<String>,
    /// Latitude in degrees for a town that is not known, such as that of the nearest known one.
    /// Only with `lon`.
    pub(crate) lat: Option<f64>,
    /// Longitude in degrees for such a town. Only with `lat`.
    pub(crate) lon: Option<f64>,
}

/// The operator's first administrator.
#[derive(Object)]
pub(crate) struct NewAdminAccount {
    /// The text after `#` in the set-up link.
    #[oai(validator(max_length = 128))]
    pub(crate) secret: String,
    /// The address to sign in with.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    pub(crate) firstname: String,
    /// 1 to 60 characters.
    #[oai(validator(max_length = 60))]
    pub(crate) lastname: String,
    /// Telephone number; optional.
    #[oai(validator(max_length = 64))]
    pub(crate) phone: Option<String>,
    /// 8 to 128 characters.
    #[oai(validator(max_length = 128))]
    pub(crate) password: String,
}

/// A new account.
#[derive(Object)]
pub(crate) struct NewAccountInfo {
    /// The member's id.
    pub(crate) id: UserId,
    /// The address to sign in with.
    pub(crate) email: String,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Whether the account waits for approval; until then it cannot be signed in to.
    pub(crate) pending: bool,
}

/// A new administrator, signed in.
#[derive(Object)]
pub(crate) struct NewAdminInfo {
    #[oai(flatten)]
    account: NewAccountInfo,
    #[oai(flatten)]
    tokens: Tokens,
}

impl NewMember {
    /// Returns the response for a newly created account.
    pub(crate) fn account(&self, registered: Registered) -> NewAccountInfo {
        let Registered { id, pending } = registered;
        NewAccountInfo {
            id,
            pending,
            email: self.email.trim().to_lowercase(),
            firstname: text::line(&self.firstname),
            lastname: text::line(&self.lastname),
        }
    }
}

impl NewAdminAccount {
    /// Returns the response for a newly created account.
    pub(crate) fn account(&self, registered: Registered, tokens: TokenPair) -> NewAdminInfo {
        let Registered { id, pending } = registered;
        let account = NewAccountInfo {
            id,
            pending,
            email: self.email.trim().to_lowercase(),
            firstname: text::line(&self.firstname),
            lastname: text::line(&self.lastname),
        };
        NewAdminInfo { account, tokens: tokens.into() }
    }
}

impl From<Gender> for sparkyard_kernel::Gender {
    fn from(gender: Gender) -> Self {
        match gender {
            Gender::Male => Self::Male,
            Gender::Female => Self::Female,
            Gender::Other => Self::Other,
            Gender::PreferNotToSay => Self::PreferNotToSay,
        }
    }
}

impl From<&NewMember> for SignUpForm {
    fn from(new: &NewMember) -> Self {
        Self {
            token: new.registration_token.clone(),
            email: new.email.clone(),
            phone: new.phone.clone(),
            firstname: new.firstname.clone(),
            lastname: new.lastname.clone(),
            gender: new.gender.into(),
            password: new.password.clone(),
            adult: new.adult,
            terms: new.terms,
            location: new.location.clone(),
            lat: new.lat,
            lon: new.lon,
            referral_code: new.referral_code.clone(),
        }
    }
}

impl From<&NewAdminAccount> for AdminForm {
    fn from(new: &NewAdminAccount) -> Self {
        Self {
            secret: new.secret.clone(),
            email: new.email.clone(),
            phone: new.phone.clone().unwrap_or_default(),
            firstname: new.firstname.clone(),
            lastname: new.lastname.clone(),
            password: new.password.clone(),
        }
    }
}
