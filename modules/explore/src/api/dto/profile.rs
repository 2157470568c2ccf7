//! The caller's own profile.

use poem_openapi::{Enum, Multipart, Object};
use sparkyard_kernel::{
    Caller, DateTime, Gender, Money, Role, Sparks, UserId, multipart::Upload, ports::KycStatus,
};

use super::skill::{SkillBrief, briefs};
use crate::model::{BioUpdate, OwnProfile, ProfileStep, ProfileUpdate};

/// A bio longer than this, in characters, counts as written.
const SHORT_BIO: usize = 10;

/// Steps that make a profile complete.
#[expect(clippy::struct_excessive_bools, reason = "six items, each done or not")]
#[derive(Clone, Debug, Object)]
pub(crate) struct Checklist {
    /// Whether there is a photo.
    pub(crate) photo: bool,
    /// Whether at least one skill is offered.
    pub(crate) skill: bool,
    /// Whether the identity check is passed.
    pub(crate) kyc: bool,
    /// Whether the bio has more than ten characters.
    pub(crate) bio: bool,
    /// Whether a card is kept.
    pub(crate) payment_method: bool,
    /// Whether there is an account for payouts.
    pub(crate) linked_account: bool,
    /// Steps that count in this community: those about money only where members pay in pounds.
    pub(crate) needed: Vec<ProfileStep>,
}

/// Your own profile, including private data.
#[derive(Clone, Debug, Object)]
pub(crate) struct Profile {
    /// Your id.
    pub(crate) id: UserId,
    /// First name.
    pub(crate) firstname: String,
    /// Last name.
    pub(crate) lastname: String,
    /// Verified email address.
    pub(crate) email: String,
    /// Photo, root-relative.
    pub(crate) photourl: Option<String>,
    /// Description of yourself.
    pub(crate) bio: String,
    /// City; empty until set.
    pub(crate) location: String,
    /// Street and number.
    pub(crate) street: String,
    /// Postcode.
    pub(crate) zip_code: String,
    /// Latitude, in degrees.
    pub(crate) lat: Option<f64>,
    /// Longitude, in degrees.
    pub(crate) lon: Option<f64>,
    /// `male`, `female`, `other` or `prefer_not_to_say`.
    pub(crate) gender: String,
    /// Web address.
    pub(crate) website: String,
    /// Telephone.
    pub(crate) phone: String,
    /// Number of followers.
    pub(crate) total_followers: u32,
    /// Number of people you follow.
    pub(crate) total_following: u32,
    /// Mean of the stars, one decimal; absent before the first review.
    pub(crate) rating: Option<f64>,
    /// Number of reviews that count towards the rating: one per client in 30 days.
    pub(crate) review_count: u32,
    /// All your skills, newest first.
    pub(crate) skills: Vec<SkillBrief>,
    /// Referral code, for `/signup?ref={code}`.
    pub(crate) referral_code: String,
    /// Pounds in the wallet.
    pub(crate) cash_balance: Money,
    /// Spark tokens in the wallet.
    pub(crate) spark_token_balance: Sparks,
    /// State of the identity check.
    pub(crate) kyc_status: KycStatus,
    /// Whether a card is kept for payments.
    pub(crate) payment_method: bool,
    /// Whether there is an account for payouts.
    pub(crate) linked_account: bool,
    /// Whether others can find you.
    pub(crate) visible: bool,
    /// Role, which determines permissions.
    pub(crate) role: Role,
    /// Steps that are done and that are missing.
    pub(crate) checklist: Checklist,
    /// Time of joining, RFC 3339.
    pub(crate) created_at: DateTime,
}

impl Profile {
    /// Creates the view of `own`, the profile of `caller`.
    pub(crate) fn new(caller: Caller, own: OwnProfile) -> Self {
        let OwnProfile { person, balances, skills, kyc, is_linked, has_card, needed } = own;
        let info = person.info;
        let checklist = Checklist {
            photo: info.photourl.is_some(),
            skill: !skills.is_empty(),
            kyc: kyc == KycStatus::Verified,
            bio: person.bio.chars().count() > SHORT_BIO,
            payment_method: has_card,
            linked_account: is_linked,
            needed,
        };
        Self {
            id: info.id,
            firstname: info.firstname,
            lastname: info.lastname,
            email: caller.email,
            photourl: info.photourl,
            bio: person.bio,
            location: info.location,
            street: person.street,
            zip_code: person.zip_code,
            lat: person.place.map(|place| place.lat),
            lon: person.place.map(|place| place.lon),
            gender: person.gender.to_string(),
            website: person.website,
            phone: info.phone,
            total_followers: person.total_followers,
            total_following: person.total_following,
            rating: info.rating,
            review_count: info.review_count,
            skills: briefs(skills),
            referral_code: person.referral_code,
            cash_balance: balances.cash,
            spark_token_balance: balances.tokens,
            kyc_status: kyc,
            payment_method: has_card,
            linked_account: is_linked,
            visible: info.visible,
            role: caller.role,
            checklist,
            created_at: person.created_at.into(),
        }
    }
}

/// A new bio and address.
#[derive(Debug, Object)]
pub(crate) struct BioChange {
    /// Description of yourself, at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    pub(crate) bio: String,
    /// City; empty for no location.
    #[oai(validator(max_length = 120))]
    pub(crate) location: String,
    /// Street and number.
    #[oai(validator(max_length = 120))]
    pub(crate) street: String,
    /// Postcode.
    #[oai(validator(max_length = 12))]
    pub(crate) zip_code: String,
    /// Latitude, in degrees; within the United Kingdom.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub(crate) lat: Option<f64>,
    /// Longitude, in degrees; requires `lat`.
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub(crate) lon: Option<f64>,
}

/// Gender as stated by the member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(crate) enum ProfileGender {
    Male,
    Female,
    Other,
    PreferNotToSay,
}

/// The edit-profile form.
#[derive(Debug, Object)]
pub(crate) struct ProfileChange {
    /// Email address. A new one takes effect once the code sent there is given to
    /// `verify_new_email`; needs `currentPassword`.
    #[oai(validator(max_length = 320))]
    pub(crate) email: String,
    /// First name.
    #[oai(validator(max_length = 60))]
    pub(crate) firstname: String,
    /// Last name.
    #[oai(validator(max_length = 60))]
    pub(crate) lastname: String,
    /// Gender.
    pub(crate) gender: ProfileGender,
    /// New password; needs `currentPassword`. Empty changes nothing.
    #[oai(default, validator(max_length = 128))]
    pub(crate) password: String,
    /// Current password, required for a new password or address.
    #[oai(rename = "currentPassword", default, validator(max_length = 4096))]
    pub(crate) current_password: String,
    /// Code of the second factor, required for a new password or address if one is set up.
    #[oai(validator(max_length = 64))]
    pub(crate) code: Option<String>,
    /// City; empty for no location.
    #[oai(validator(max_length = 120))]
    pub(crate) location: String,
    /// Street and number.
    #[oai(validator(max_length = 120))]
    pub(crate) street: String,
    /// Postcode.
    #[oai(validator(max_length = 12))]
    pub(crate) zip_code: String,
    /// Latitude, in degrees; within the United Kingdom.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    pub(crate) lat: Option<f64>,
    /// Longitude, in degrees; requires `lat`.
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    pub(crate) lon: Option<f64>,
    /// Telephone number; unchanged when left out.
    #[oai(validator(max_length = 30))]
    pub(crate) phone: Option<String>,
    /// `http(s)://…` or empty.
    #[oai(validator(max_length = 200))]
    pub(crate) website: String,
}

#[derive(Debug, Multipart)]
pub(crate) struct PhotoForm {
    /// JPEG, PNG or WebP of at most 5 MB.
    pub(crate) photo: Upload,
}

/// A stored photo.
#[derive(Debug, Object)]
pub(crate) struct Photo {
    /// Root-relative URL.
    pub(crate) photo: String,
    /// Same URL.
    pub(crate) photourl: String,
}

/// Whether others can find you.
#[derive(Debug, Object)]
pub(crate) struct Visibility {
    /// Whether you appear in explore, search and nearby.
    pub(crate) visible: bool,
}

impl From<BioChange> for BioUpdate {
    fn from(change: BioChange) -> Self {
        let BioChange { bio, location, street, zip_code, lat, lon } = change;
        Self { bio, location, street, zip_code, lat, lon }
    }
}

impl From<ProfileGender> for Gender {
    fn from(gender: ProfileGender) -> Self {
        match gender {
            ProfileGender::Male => Self::Male,
            ProfileGender::Female => Self::Female,
            ProfileGender::Other => Self::Other,
            ProfileGender::PreferNotToSay => Self::PreferNotToSay,
        }
    }
}

impl From<ProfileChange> for ProfileUpdate {
    fn from(change: ProfileChange) -> Self {
        Self {
            email: change.email,
            password: change.password,
            current_password: change.current_password,
            code: change.code,
            firstname: change.firstname,
            lastname: change.lastname,
            gender: change.gender.into(),
            phone: change.phone,
            website: change.website,
            location: change.location,
            street: change.street,
            zip_code: change.zip_code,
            lat: change.lat,
            lon: change.lon,
        }
    }
}
