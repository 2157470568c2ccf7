//! Hourly rates of neighbours, as a guide for a member who sets a rate.

use std::collections::HashMap;

use sparkyard_kernel::{
    Money, UserId,
    geo::FAR_KM,
    ports::{Area, SkillQuery},
};

use super::SkillService;
use crate::{
    error::SkillsError,
    model::{GoingRates, Offer},
};

/// Maximum number of the nearest people that count.
const MAX_PEOPLE: usize = 100;

impl SkillService {
    /// Returns the rates of people near `viewer` for the skill called `name`. `None` if they are
    /// too few or the viewer has no location.
    pub(crate) async fn going_rates(
        &self,
        viewer: &UserId,
        name: &str,
    ) -> Result<Option<GoingRates>, SkillsError> {
        let Some(found) = self.catalogue().await?.resolve(name) else { return Ok(None) };
        let people = self.people(std::slice::from_ref(viewer)).await?;
        let Some(from) = people.get(viewer).and_then(|viewer| viewer.approximate) else {
            return Ok(None);
        };
        let area = Area { from: Some(from), within_km: Some(FAR_KM), city: None };
        let query = SkillQuery::category(found.slug.clone());
        let near = self.people.offering(&query, &area, viewer, 0, MAX_PEOPLE).await?;
        let ids: Vec<UserId> = near.into_iter().map(|near| near.id).collect();
        // One rate per person, however many such skills they offer; free offers do not count.
        let mut rates: HashMap<UserId, Money> = HashMap::new();
        for (id, offers) in self.offers.of_people(&ids).await? {
            let fits =
                |offer: &&Offer| offer.category == found.slug && !offer.hourly_rate.is_zero();
            if let Some(offer) = offers.iter().map(|one| &one.offer).find(fits) {
                rates.insert(id, offer.hourly_rate);
            }
        }
        Ok(GoingRates::of(rates.into_values().collect()))
    }
}
