//! Cache of the skills that people offer.

use std::{collections::HashMap, sync::Arc};

use sparkyard_kernel::{
    ApiError, ChangeCache, UserId,
    ports::{OfferedSkill, People, PortHandle},
};

use crate::{model::Offer, store::SkillStore};

/// A skill on offer, and what searches compare with it.
#[derive(Clone)]
pub(crate) struct SearchedOffer {
    pub(crate) offer: Offer,
    pub(crate) searched: OfferedSkill,
}

/// Caches the visible skills of people. Clones share the cache.
#[derive(Clone)]
pub(crate) struct OfferCache {
    store: SkillStore,
    /// Set before the first request.
    pub(crate) people: PortHandle<dyn People>,
    offers: Arc<ChangeCache<Vec<SearchedOffer>>>,
}

/// Visible skills by person, newest first.
pub(crate) type OffersByPerson = HashMap<UserId, Arc<Vec<SearchedOffer>>>;

impl OfferCache {
    pub(crate) fn new(store: SkillStore) -> Self {
        let offers = Arc::new(ChangeCache::new(|offers: &Vec<_>| text_bytes(offers)));
        Self { store, people: PortHandle::default(), offers }
    }

    /// Returns the visible skills of the people among `ids`; people without any may be missing.
    pub(crate) async fn of_people(&self, ids: &[UserId]) -> Result<OffersByPerson, ApiError> {
        let Some(known) = self.people.get()?.last_changes(ids).await? else {
            return self.read(ids).await;
        };
        let (mut found, missing) = self.offers.get(ids, &known).await;
        if missing.is_empty() {
            return Ok(found);
        }
        let mut read = self.read(&missing).await?;
        for id in missing {
            let offers = read.remove(&id).unwrap_or_default();
            self.offers.put(id.clone(), &known, offers.clone()).await;
            found.insert(id, offers);
        }
        Ok(found)
    }

    async fn read(&self, ids: &[UserId]) -> Result<OffersByPerson, ApiError> {
        let mut found: HashMap<UserId, Vec<SearchedOffer>> = HashMap::new();
        for offer in self.store.of_users(ids, false).await? {
            let searched = offer.as_searched();
            let owner = offer.user_id.clone();
            found.entry(owner).or_default().push(SearchedOffer { offer, searched });
        }
        Ok(found.into_iter().map(|(id, offers)| (id, Arc::new(offers))).collect())
    }
}

fn text_bytes(offers: &[SearchedOffer]) -> usize {
    let of_one = |SearchedOffer { offer, searched }: &SearchedOffer| {
        let photos: usize = offer.photos.iter().flatten().map(String::len).sum();
        let stems: usize = searched.stems.iter().map(|stem| size_of::<String>() + stem.len()).sum();
        size_of::<SearchedOffer>() + offer.description.len() + photos + stems
    };
    offers.iter().map(of_one).sum()
}
