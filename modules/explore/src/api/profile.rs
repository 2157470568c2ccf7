use poem_openapi::{Enum, Multipart, Object, OpenApi, param::Path};
use sparkyard_kernel::{
    Json, Reply, SignedIn, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED, UPLOAD},
    multipart::Upload,
    ok,
};

use super::{Tag, view::Profile};
use crate::{
    error::ExploreError,
    profile::{BioUpdate, ProfileUpdate, Profiles},
};

/// Operations on one's own profile.
pub struct ProfileApi {
    pub(crate) profiles: Profiles,
}

/// A new bio and address.
#[derive(Debug, Object)]
struct BioChange {
    /// About yourself; at most 2000 characters.
    #[oai(validator(max_length = 2000))]
    bio: String,
    /// Your city; empty for no place.
    #[oai(validator(max_length = 120))]
    location: String,
    /// Street and number.
    #[oai(validator(max_length = 120))]
    street: String,
    /// Postcode.
    #[oai(validator(max_length = 12))]
    zip_code: String,
    /// Degrees north; within the United Kingdom.
    #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
    lat: Option<f64>,
    /// Degrees east; sent with `lat` or not at all.
    #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
    lon: Option<f64>,
}

/// Gender as people give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
enum ProfileGender {
    Male,
    Female,
    Other,
}

/// The edit-profile form.
#[derive(Debug, Object)]
struct ProfileChange {
    /// Another address than the present one counts once the code sent there is given to
    /// `verify_new_email`; it needs `currentPassword`.
    #[oai(validator(max_length = 320))]
    email: String,
    /// First name.
    #[oai(validator(max_length = 60))]
    firstname: String,
    /// Last name.
    #[oai(validator(max_length = 60))]
    lastname: String,
    /// Gender.
    gender: ProfileGender,
    /// A new password; it needs `currentPassword`. Empty changes nothing.
    #[oai(default, validator(max_length = 128))]
    password: String,
    /// The password as it is, for a new password or address.
    #[oai(rename = "currentPassword", default, validator(max_length = 4096))]
    current_password: String,
    /// A code of the second factor, for a new password or address where one is set up.
    #[oai(validator(max_length = 64))]
    code: Option<String>,
    /// Your city; empty for no place.
    #[oai(validator(max_length = 120))]
    location: String,
    /// Street and number.
    #[oai(validator(max_length = 120))]
    street: String,
    /// Postcode.
    #[oai(validator(max_length = 12))]
    zip_code: String,
    /// `http(s)://…` or empty.
    #[oai(validator(max_length = 200))]
    website: String,
}

#[derive(Debug, Multipart)]
struct PhotoForm {
    /// JPEG, PNG or WebP of at most 5 MB.
    photo: Upload,
}

/// A stored photo.
#[derive(Debug, Object)]
struct Photo {
    /// Root-relative address.
    photo: String,
    /// The same address.
    photourl: String,
}

/// Whether others can find you.
#[derive(Debug, Object)]
struct Visibility {
    /// Shown in explore, search and nearby.
    visible: bool,
}

#[OpenApi(tag = "Tag::Explore")]
impl ProfileApi {
    /// Your own profile, private parts included. Somebody else's id is a 403.
    #[oai(path = "/api/users/profile/:id", method = "get", operation_id = "get_profile")]
    async fn get_profile(
        &self,
        SignedIn(caller): SignedIn,
        /// Your id.
        id: Path<UserId>,
    ) -> Reply<Profile, { UNAUTHORISED | FORBIDDEN }> {
        if id.0 != caller.id {
            return Err(ExploreError::NotYours.into());
        }
        let own = self.profiles.own(&caller).await?;
        ok(Profile::new(caller, own))
    }

    /// Changes your bio and address. Without coordinates the location must be a city that
    /// `list_cities` or `search_places` knows, or the one you have; another is a 422
    /// `explore.place_not_found`.
    #[oai(path = "/api/users/profile/update/bio", method = "put", operation_id = "update_bio")]
    async fn update_bio(
        &self,
        SignedIn(caller): SignedIn,
        Json(change): Json<BioChange>,
    ) -> Reply<Profile, { UNAUTHORISED | INPUT | TOO_MANY }> {
        let BioChange { bio, location, street, zip_code, lon, lat } = change;
        let update = BioUpdate { bio, location, street, zip_code, lat, lon };
        let own = self.profiles.update_bio(&caller, update).await?;
        done("Your profile is saved.", Profile::new(caller, own))
    }

    /// Replaces your photo. It is cut to a square of 512 pixels and loses all metadata.
    #[oai(path = "/api/users/profile/upload", method = "put", operation_id = "upload_photo")]
    async fn upload_photo(
        &self,
        SignedIn(caller): SignedIn,
        form: PhotoForm,
    ) -> Reply<Photo, { UNAUTHORISED | UPLOAD }> {
        let photo = self.profiles.upload_photo(&caller, form.photo).await?;
        done("Your photo is saved.", Photo { photourl: photo.clone(), photo })
    }

    /// Changes your names, address and website; with `currentPassword` also your password or
    /// email address. A new location must be a city that `list_cities` knows.
    ///
    /// A new password ends your other sessions. With a second factor, changing password or
    /// address needs a `code`: 403 `auth.second_factor_required` without, 422 `auth.wrong_code`
    /// when it is wrong. 422 `auth.wrong_password` names `currentPassword`.
    #[oai(path = "/api/users/update/:id", method = "put", operation_id = "update_profile")]
    async fn update_profile(
        &self,
        SignedIn(caller): SignedIn,
        /// Your id.
        id: Path<UserId>,
        Json(change): Json<ProfileChange>,
    ) -> Reply<Profile, { UNAUTHORISED | FORBIDDEN | INPUT | CONFLICT | TOO_MANY }> {
        if id.0 != caller.id {
            return Err(ExploreError::NotYours.into());
        }
        let (own, proving) = self.profiles.update(&caller, change.into()).await?;
        let message = match proving {
            true => "Your profile is saved. We have sent a code to your new address.",
            false => "Your profile is saved.",
        };
        done(message, Profile::new(caller, own))
    }

    /// Shows you to people who look for somebody, or hides you from explore, search and nearby.
    #[oai(path = "/api/users/visibility", method = "put", operation_id = "set_visibility")]
    async fn set_visibility(
        &self,
        SignedIn(caller): SignedIn,
        Json(wanted): Json<Visibility>,
    ) -> Reply<Visibility, { UNAUTHORISED | INPUT }> {
        self.profiles.set_visible(&caller, wanted.visible).await?;
        ok(wanted)
    }
}

impl From<ProfileChange> for ProfileUpdate {
    fn from(change: ProfileChange) -> Self {
        let gender = match change.gender {
            ProfileGender::Male => "male",
            ProfileGender::Female => "female",
            ProfileGender::Other => "other",
        };
        Self {
            email: change.email,
            password: change.password,
            current_password: change.current_password,
            code: change.code,
            firstname: change.firstname,
            lastname: change.lastname,
            gender: gender.to_owned(),
            website: change.website,
            location: change.location,
            street: change.street,
            zip_code: change.zip_code,
        }
    }
}
