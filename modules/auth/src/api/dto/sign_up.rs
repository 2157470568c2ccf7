use poem_openapi::{Enum, Object};
use sparkyard_kernel::{UserId, text};

use crate::model::sign_up::{AdminForm, Registered, SignUpForm};

/// Who wants to sign up.
#[derive(Object)]
pub(crate) struct SignUpAddress {
    /// The address to send a code to.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// The code of the member who invited them, so that it is counted.
    #[oai(rename = "referralCode", validator(max_length = 32))]
    pub(crate) referral_code: Option<String>,
}

/// An address and the code that was sent to it.
#[derive(Object)]
pub(crate) struct EmailCode {
    /// The address that the code was sent to.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// Four digits.
    #[oai(validator(max_length = 16))]
    pub(crate) code: String,
}

/// Leave to register an address.
#[derive(Object)]
pub(crate) struct EmailProof {
    /// Good for one hour, that address and one registration.
    #[oai(rename = "registrationToken")]
    pub(crate) registration_token: String,
}

/// As the person says.
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
    /// From `verify_email`, or from the link in the email.
    #[oai(rename = "registrationToken", validator(max_length = 128))]
    pub(crate) registration_token: String,
    /// The proven address.
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
    /// As the person says.
    pub(crate) gender: Gender,
    /// 8 to 128 characters.
    #[oai(validator(max_length = 128))]
    pub(crate) password: String,
    /// Must be true: the person is 18 or older.
    pub(crate) adult: bool,
    /// Must be true: the person accepts the terms.
    pub(crate) terms: bool,
    /// The code of the member who invited them. Needed where one joins by invitation.
    #[oai(rename = "referralCode", validator(max_length = 32))]
    pub(crate) referral_code: Option<String>,
    /// A town or village as `search_towns` names it, so that neighbours find them.
    #[oai(validator(max_length = 120))]
    pub(crate) location: Option<String>,
}

/// The host's first administrator.
#[derive(Object)]
pub(crate) struct NewAdminAccount {
    /// What follows `#` in the set-up link.
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
    /// May be left out.
    #[oai(validator(max_length = 64))]
    pub(crate) phone: Option<String>,
    /// 8 to 128 characters.
    #[oai(validator(max_length = 128))]
    pub(crate) password: String,
}

/// An account that was made.
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

impl NewMember {
    /// What is answered when the account was made.
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
    /// What is answered when the account was made.
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
