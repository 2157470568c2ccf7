//! The caller's own profile.

use bytes::Bytes;
use sparkyard_kernel::{
    ApiError, Caller, Point,
    ports::{Balances, ImageShape, KycStatus, SignInChange, kept_if_saved},
    site::Mode,
    text,
    text_folding::fold,
    validate::{Checks, is_email, is_phone},
};

use super::{ExploreService, address, directory::city_key};
use crate::{
    error::ExploreError,
    model::{Address, BioUpdate, OwnProfile, Person, ProfileStep, ProfileUpdate},
    store::Details,
};

const MAX_NAME: usize = 60;
const MAX_BIO: usize = 2000;
const MAX_LINE: usize = 120;
const MAX_POSTCODE: usize = 12;
const MAX_WEBSITE: usize = 200;
const MAX_PHONE: usize = 30;

impl ExploreService {
    /// Returns the caller's profile.
    pub(crate) async fn own_profile(&self, caller: &Caller) -> Result<OwnProfile, ExploreError> {
        let person = self.own_person(caller).await?;
        let balances = match &self.ledger {
            Some(ledger) => ledger.balances(&caller.id).await?,
            None => Balances::default(),
        };
        let skills = match &self.skills {
            Some(skills) => skills.of_people(std::slice::from_ref(&caller.id), true).await?,
            None => std::collections::HashMap::new(),
        };
        let skills = skills.into_values().flatten().collect();
        let kyc = match &self.kyc {
            Some(kyc) => kyc.status(&caller.id).await?,
            None => KycStatus::None,
        };
        let is_linked = match &self.payouts {
            Some(payouts) => payouts.is_linked(&caller.id).await?,
            None => false,
        };
        let has_card = match &self.billing {
            Some(billing) => billing.has_any(&caller.id).await?,
            None => false,
        };
        let needed = self.needed_steps();
        Ok(OwnProfile { person, balances, skills, kyc, is_linked, has_card, needed })
    }

    /// Returns the steps of a complete profile, as far as the site's modules and its mode need
    /// them.
    fn needed_steps(&self) -> Vec<ProfileStep> {
        let in_pounds = self.ledger.is_some() && self.cx.site.mode() == Mode::CashAndTokens;
        [
            (ProfileStep::Photo, true),
            (ProfileStep::Skill, self.skills.is_some()),
            (ProfileStep::Bio, true),
            (ProfileStep::Kyc, self.kyc.is_some()),
            (ProfileStep::PaymentMethod, in_pounds && self.billing.is_some()),
            (ProfileStep::LinkedAccount, in_pounds && self.payouts.is_some()),
        ]
        .into_iter()
        .filter_map(|(step, needed)| needed.then_some(step))
        .collect()
    }

    /// Changes bio and address. Without coordinates the address is looked up, unless unchanged.
    pub(crate) async fn update_bio(
        &self,
        caller: &Caller,
        update: BioUpdate,
    ) -> Result<OwnProfile, ExploreError> {
        let BioUpdate { bio, location, street, zip_code, lat, lon } = update;
        address_checks(&location, &street, &zip_code).prose("bio", &bio, 0, MAX_BIO).finish()?;
        let given = Point::in_uk(lat, lon)?;
        let person = self.own_person(caller).await?;
        let address = self.resolve_address(&person, [location, street, zip_code], given).await?;
        let key = city_key(&*self.geocoder, &address.location);
        self.store.save_bio(&caller.id, text::prose(&bio), address, key).await?;
        self.own_profile(caller).await
    }

    /// Changes names, address and website; with the current password also the password, and the
    /// email address once its owner has confirmed it. Returns the profile, and whether an address
    /// awaits confirmation.
    pub(crate) async fn update_profile(
        &self,
        caller: &Caller,
        mut update: ProfileUpdate,
    ) -> Result<(OwnProfile, bool), ExploreError> {
        check_details(&update)?;
        let given = Point::in_uk(update.lat, update.lon)?;
        let person = self.own_person(caller).await?;
        let lines = [&mut update.location, &mut update.street, &mut update.zip_code];
        let address = self.resolve_address(&person, lines.map(std::mem::take), given).await?;
        let change = sign_in_change(caller, &mut update);
        let proving = change.email.is_some();
        if proving || change.password.is_some() {
            self.accounts.change_sign_in(caller, change).await.map_err(with_form_fields)?;
        }
        let ProfileUpdate { firstname, lastname, gender, phone, website, .. } = update;
        let (firstname, lastname) = (text::line(&firstname), text::line(&lastname));
        let key = city_key(&*self.geocoder, &address.location);
        let words = fold(&format!("{firstname} {lastname}"));
        let website = text::line(&website);
        let phone = phone.map_or(person.info.phone, |phone| text::line(&phone));
        let details = Details { firstname, lastname, gender, phone, website, words };
        self.store.save_details(&caller.id, details, address, key).await?;
        Ok((self.own_profile(caller).await?, proving))
    }

    /// Replaces the photo; returns its root-relative URL.
    pub(crate) async fn upload_photo(
        &self,
        caller: &Caller,
        photo: Bytes,
    ) -> Result<String, ExploreError> {
        self.own_person(caller).await?;
        let stored = self.files.put_image(&caller.id, photo, ImageShape::Avatar).await;
        let photourl = stored.map_err(|mut error: ApiError| {
            if error.status.as_u16() == 415 {
                "Please upload an image file".clone_into(&mut error.message);
            }
            error
        })?;
        let saved = self.store.save_photo(&caller.id, &photourl).await;
        let saved = kept_if_saved(&*self.files, std::slice::from_ref(&photourl), saved).await;
        self.files.take_back(saved?.as_slice()).await;
        Ok(photourl)
    }

    /// Shows the caller in searches, or hides them.
    pub(crate) async fn set_visible(
        &self,
        caller: &Caller,
        visible: bool,
    ) -> Result<(), ExploreError> {
        Ok(self.store.save_visible(&caller.id, visible).await?)
    }

    async fn own_person(&self, caller: &Caller) -> Result<Person, ExploreError> {
        self.store.person(&caller.id).await?.ok_or(ExploreError::PersonNotFound)
    }

    async fn resolve_address(
        &self,
        person: &Person,
        lines: [String; 3],
        given: Option<Point>,
    ) -> Result<Address, ExploreError> {
        address::resolve(&*self.geocoder, person, lines, given).await
    }
}

/// Extracts the changes of sign-in data. An empty password or the current address changes nothing.
fn sign_in_change(caller: &Caller, update: &mut ProfileUpdate) -> SignInChange {
    let email = update.email.trim().to_lowercase();
    SignInChange {
        current_password: std::mem::take(&mut update.current_password),
        code: update.code.take(),
        password: Some(std::mem::take(&mut update.password)).filter(|new| !new.is_empty()),
        email: Some(email).filter(|new| *new != caller.email.to_lowercase()),
    }
}

/// Renames the fields of an error to those of the edit form.
fn with_form_fields(mut error: ApiError) -> ApiError {
    for (theirs, ours) in [("password", "currentPassword"), ("newPassword", "password")] {
        if let Some(message) = error.fields.remove(theirs) {
            error.fields.insert(ours.to_owned(), message);
        }
    }
    error
}

fn check_details(update: &ProfileUpdate) -> Result<(), ApiError> {
    let phone = update.phone.as_deref();
    address_checks(&update.location, &update.street, &update.zip_code)
        .name("firstname", &update.firstname, MAX_NAME)
        .name("lastname", &update.lastname, MAX_NAME)
        .line("phone", phone.unwrap_or_default(), 0, MAX_PHONE)
        .check("phone", phone.is_none_or(is_phone), "Please enter a telephone number.")
        .line("website", &update.website, 0, MAX_WEBSITE)
        .check("website", is_website(update.website.trim()), "Please enter a full web address.")
        .check("email", is_email(update.email.trim()), "Please enter a valid email address")
        .finish()
}

fn address_checks(location: &str, street: &str, zip_code: &str) -> Checks {
    let town = Checks::new().line("location", location, 0, MAX_LINE);
    town.line("street", street, 0, MAX_LINE).line("zip_code", zip_code, 0, MAX_POSTCODE)
}

/// Checks that a website is empty or `http(s)://` with a host, so that a browser never runs it.
fn is_website(text: &str) -> bool {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
    let clean = !text.chars().any(|c| c.is_whitespace() || c.is_control() || "<>\"\\".contains(c));
    text.is_empty() || (clean && host.is_some_and(|host| host.contains('.') && !host.contains('@')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn websites() {
        for good in ["", "https://example.org", "http://a.example.org:8080/x?y#z"] {
            assert!(is_website(good), "{good}");
        }
        for bad in
            ["example.org", "javascript:alert(1)", "https://", "https://x y.org", "ftp://a.b"]
        {
            assert!(!is_website(bad), "{bad}");
        }
    }
}
