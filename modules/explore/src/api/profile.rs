use std::sync::Arc;

use poem_openapi::{OpenApi, param::Path};
use sparkyard_kernel::{
    Json, MemberOrDelegate, Reply, SignedIn, UserId, done,
    envelope::{CONFLICT, FORBIDDEN, INPUT, TOO_MANY, UNAUTHORISED, UPLOAD},
    multipart::{MAX_IMAGE_BYTES, read_upload},
    ok,
};

use super::{
    Tag,
    dto::{BioChange, Photo, PhotoForm, Profile, ProfileChange, Visibility},
};
use crate::{error::ExploreError, service::ExploreService};

const PHOTO_TOO_LARGE: &str = "File size should be less than 5MB";

/// Operations on the caller's own profile.
pub struct ProfileApi(pub(super) Arc<ExploreService>);

#[OpenApi(tag = "Tag::Explore")]
impl ProfileApi {
    /// Returns your own profile, including private data. Another member's id is a 403.
    #[oai(path = "/api/users/profile/:id", method = "get", operation_id = "get_profile")]
    async fn get_profile(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Your id.
        id: Path<UserId>,
    ) -> Reply<Profile, { UNAUTHORISED | FORBIDDEN }> {
        if id.0 != caller.id {
            return Err(ExploreError::NotYours.into());
        }
        let own = self.0.own_profile(&caller).await?;
        ok(Profile::new(caller, own))
    }

    /// Changes your bio and address. Without coordinates the location or the postcode must be one
    /// that `search_places` knows, or the location your current one; otherwise 422
    /// `explore.place_not_found`.
    #[oai(path = "/api/users/profile/update/bio", method = "put", operation_id = "update_bio")]
    async fn update_bio(
        &self,
        SignedIn(caller): SignedIn,
        Json(change): Json<BioChange>,
    ) -> Reply<Profile, { UNAUTHORISED | INPUT | TOO_MANY }> {
        let own = self.0.update_bio(&caller, change.into()).await?;
        done("Your profile is saved.", Profile::new(caller, own))
    }

    /// Replaces your photo. It is cropped to a square of 288 pixels, and all metadata is removed.
    #[oai(path = "/api/users/profile/upload", method = "put", operation_id = "upload_photo")]
    async fn upload_photo(
        &self,
        SignedIn(caller): SignedIn,
        form: PhotoForm,
    ) -> Reply<Photo, { UNAUTHORISED | UPLOAD }> {
        let content = read_upload(form.photo, MAX_IMAGE_BYTES, PHOTO_TOO_LARGE).await?;
        let photo = self.0.upload_photo(&caller, content).await?;
        done("Your photo is saved.", Photo { photourl: photo.clone(), photo })
    }

    /// Changes your names, address and website; with `currentPassword` also your password or email
    /// address. The location or the postcode must be one that `search_places` knows, or the
    /// location your current one.
    ///
    /// A new password ends your other sessions. With a second factor, changing password or address
    /// needs a `code`: 403 `auth.second_factor_required` without, 422 `auth.wrong_code` when it is
    /// wrong. 422 `auth.wrong_password` names `currentPassword`.
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
        let (own, proving) = self.0.update_profile(&caller, change.into()).await?;
        let message = match proving {
            true => "Your profile is saved. We have sent a code to your new address.",
            false => "Your profile is saved.",
        };
        done(message, Profile::new(caller, own))
    }

    /// Shows you in explore, search and nearby, or hides you.
    #[oai(path = "/api/users/visibility", method = "put", operation_id = "set_visibility")]
    async fn set_visibility(
        &self,
        SignedIn(caller): SignedIn,
        Json(wanted): Json<Visibility>,
    ) -> Reply<Visibility, { UNAUTHORISED | INPUT }> {
        self.0.set_visible(&caller, wanted.visible).await?;
        ok(wanted)
    }
}
