//! The site's name, town and contact, and whether it shows figures, which admins can change.

use sparkyard_kernel::{
    Caller,
    audit::{AuditEntry, changes},
    site::SiteDetails,
    site_choices, site_mode, text,
    validate::{Checks, is_email},
};

use super::SiteService;
use crate::{
    error::SiteError,
    model::{ChangedDetails, SiteFacts},
};

/// Maximum length of a site's name, in characters: it is part of mail subjects.
const MAX_NAME: usize = 40;
/// Maximum length of a town's name, in characters.
const MAX_CITY: usize = 120;
/// Maximum length of an email address, in characters.
const MAX_EMAIL: usize = 254;
const NO_ADDRESS: &str = "Please enter a valid email address.";
const NO_TOWN: &str = "Please choose one of the towns that are suggested.";

impl SiteService {
    /// Changes the details with immediate effect. An empty field is reset to the configured value.
    pub(crate) async fn change_details(
        &self,
        admin: &Caller,
        wanted: SiteDetails,
    ) -> Result<SiteFacts, SiteError> {
        let configured = self.cx.site.configured();
        let SiteDetails { name, default_city: town, contact, show_figures } = wanted;
        let contact = contact.unwrap_or_default();
        let checks = Checks::new()
            .line("name", &name, 0, MAX_NAME)
            .line("default_city", &town, 0, MAX_CITY)
            .line("contact", &contact, 0, MAX_EMAIL);
        let (name, town, contact) = (text::line(&name), text::line(&town), text::line(&contact));
        let known = self.known_town(&town).await?;
        checks
            .check("default_city", known.is_some(), NO_TOWN)
            .check("contact", contact.is_empty() || is_email(&contact), NO_ADDRESS)
            .finish()?;
        let default_city = known.unwrap_or_default();
        let wanted = SiteDetails { name, default_city, contact: Some(contact), show_figures };
        let changed = ChangedDetails::between(configured, &wanted);
        let after = changed.clone().over(configured);
        let before = self.cx.site.details();
        let [was, is] = [&*before, &after].map(|one| one.contact.as_deref().unwrap_or_default());
        let detail = changes([
            ("name", &*before.name, &*after.name),
            ("town", &before.default_city, &after.default_city),
            ("contact", was, is),
            ("figures", shown(before.show_figures), shown(after.show_figures)),
        ]);
        if !detail.is_empty() {
            let audit = AuditEntry {
                id: self.cx.ids.next(),
                at: self.cx.now(),
                actor: admin.id.as_str(),
                action: "site.details_changed",
                subject: "site".to_owned(),
                detail,
            };
            self.store.set_details(changed, audit).await?;
            self.cx.site.set_details(after);
            // Otherwise they would appear only with the next count.
            self.count_figures().await?;
        }
        Ok(self.facts())
    }

    /// Loads changes made by another process, or before this one started.
    pub(crate) async fn read_details(&self) -> Result<(), SiteError> {
        let stored = self.store.details().await?.over(self.cx.site.configured());
        if stored != *self.cx.site.details() {
            self.cx.site.set_details(stored);
        }
        let mode = self.cx.site.mode();
        site_mode::read(&self.cx.db, &self.cx.site).await?;
        if self.cx.site.mode() != mode {
            self.list_pages();
        }
        Ok(site_choices::read(&self.cx.db, &self.cx.site).await?)
    }

    /// Returns the official name of a town. The configured town is accepted even if unknown.
    async fn known_town(&self, town: &str) -> Result<Option<String>, SiteError> {
        if town.is_empty() || town == self.cx.site.configured().default_city {
            return Ok(Some(town.to_owned()));
        }
        match &self.geocoder {
            Some(geocoder) => Ok(geocoder.find(town).await?.map(|place| place.city)),
            None => Ok(Some(town.to_owned())),
        }
    }
}

const fn shown(figures: bool) -> &'static str {
    if figures { "shown" } else { "hidden" }
}
