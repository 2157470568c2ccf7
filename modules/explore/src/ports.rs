//! What the module offers to others.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    db::Fragment,
    fold::fold,
    ports::{Area, Geocoder, Neighbour, NewPerson, People, PersonInfo, PortHandle, Rating, Ties},
};

use crate::{
    error::ExploreError,
    model::Address,
    service::{Around, MOST_NEIGHBOURS, PeopleIndex, PersonCache, Search, city_key},
    store::{self, PeopleStore},
};

/// Profiles for other modules.
pub(crate) struct PeoplePort {
    pub(crate) store: PeopleStore,
    pub(crate) index: Arc<PeopleIndex>,
    pub(crate) cache: Arc<PersonCache>,
    /// Filled before anybody signs up.
    pub(crate) geocoder: PortHandle<dyn Geocoder>,
}

#[async_trait]
impl People for PeoplePort {
    async fn find(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        Ok(self.cache.infos(ids).await?)
    }

    async fn offering(
        &self,
        categories: &[String],
        area: &Area,
        except: &UserId,
        skip: usize,
        take: usize,
    ) -> Result<Vec<Neighbour>, ApiError> {
        let geocoder = self.geocoder.get()?;
        let city = area.city.as_deref().map(|city| city_key(&**geocoder, city));
        let Area { from, within_km, .. } = *area;
        let search = Search {
            around: Around { from, within_km, city: city.as_deref() },
            offering: Some(categories),
            except,
            skip,
            take: take.min(MOST_NEIGHBOURS.saturating_sub(skip)),
        };
        Ok(self.index.near(&search).await?.0)
    }

    async fn create(&self, person: NewPerson) -> Result<Fragment, ApiError> {
        let named = person.location.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let geocoder = self.geocoder.get()?;
        let city = match named {
            Some(name) => {
                let found = geocoder.find(name).await?;
                Some(found.ok_or(ExploreError::PlaceNotFound("location"))?)
            }
            None => None,
        };
        let address = Address {
            location: city.as_ref().map(|city| city.city.clone()).unwrap_or_default(),
            street: String::new(),
            zip_code: String::new(),
            place: city.map(|city| city.point),
        };
        let words = fold(&format!("{} {}", person.firstname, person.lastname));
        let key = city_key(&**geocoder, &address.location);
        Ok(store::create(person, &address, words, key))
    }

    fn set_listed(&self, user: &UserId, listed: bool) -> Fragment {
        store::set_listed(user, listed)
    }

    fn remove(&self, user: &UserId) -> Fragment {
        store::remove(user)
    }

    async fn inviter(&self, code: &str) -> Result<Option<UserId>, ApiError> {
        Ok(self.store.inviter(&code.trim().to_lowercase()).await?)
    }

    async fn ties(&self, one: &UserId, other: &UserId) -> Result<Ties, ApiError> {
        Ok(self.store.ties(one, other).await?)
    }

    async fn is_blocked(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError> {
        Ok(!self.store.blocked_among(one, [other].into_iter()).await?.is_empty())
    }

    fn touch(&self, user: &UserId) -> Fragment {
        store::touch(user)
    }

    fn rate(&self, provider: &UserId, rating: Rating) -> Fragment {
        store::rate(provider, rating)
    }

    fn unrate(&self, provider: &UserId, review: &str) -> Fragment {
        store::unrate(provider, review)
    }
}
