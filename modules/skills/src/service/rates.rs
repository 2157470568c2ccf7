//! What neighbours ask for something, for whoever is about to name a rate.

use std::collections::HashMap;

use sparkyard_kernel::{Money, UserId, ports::Area};

use super::SkillService;
use crate::{error::SkillsError, model::GoingRates};

/// How far away somebody's rate still counts: 20 miles.
const NEAR_KM: f64 = 32.2;
/// How many of the nearest people count.
const MOST_PEOPLE: usize = 100;

impl SkillService {
    /// What people near `viewer` ask for what is called `name`; `None` where they are too few, or
    /// nobody knows where the viewer is.
    pub(crate) async fn going_rates(
        &self,
        viewer: &UserId,
        name: &str,
    ) -> Result<Option<GoingRates>, SkillsError> {
        let Some(found) = self.catalogue.resolve(name) else { return Ok(None) };
        let people = self.people(std::slice::from_ref(viewer)).await?;
        let Some(from) = people.get(viewer).and_then(|viewer| viewer.approximate) else {
            return Ok(None);
        };
        let area = Area { from: Some(from), within_km: Some(NEAR_KM), city: None };
        let slugs = [found.slug];
        let near = self.people.offering(&slugs, &area, viewer, 0, MOST_PEOPLE).await?;
        let ids: Vec<UserId> = near.into_iter().map(|near| near.id).collect();
        // One rate of each, however many skills of the kind they offer; gifts have none.
        let mut rates: HashMap<UserId, Money> = HashMap::new();
        for offer in self.store.of_users(&ids, false).await? {
            if slugs.contains(&offer.category) && !offer.hourly_rate.is_zero() {
                rates.entry(offer.user_id).or_insert(offer.hourly_rate);
            }
        }
        Ok(GoingRates::of(rates.into_values().collect()))
    }
}
