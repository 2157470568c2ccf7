//! The `People` port.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, Timestamp, UserId,
    db::Fragment,
    ports::{
        Area, Geocoder, LastChanges, Neighbour, NewPerson, People, PersonInfo, PortHandle, Rating,
        SkillQuery, Ties,
    },
    text_folding::fold,
};

use crate::{
    model::Address,
    service::{Around, MAX_NEIGHBOURS, PeopleIndex, PersonCache, Search, city_key},
    store::{self, PeopleStore},
};

/// Maximum number of mutual follows counted.
const MAX_COUNTED: usize = 100;

/// Implements [`People`] on the module's store, index and cache.
pub(crate) struct PeoplePort {
    pub(crate) store: PeopleStore,
    pub(crate) index: Arc<PeopleIndex>,
    pub(crate) cache: Arc<PersonCache>,
    /// Set before anybody can sign up.
    pub(crate) geocoder: PortHandle<dyn Geocoder>,
}

#[async_trait]
impl People for PeoplePort {
    async fn find(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        Ok(self.cache.infos(ids).await?)
    }

    async fn addresses(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, ApiError> {
        Ok(self.store.addresses(ids).await?)
    }

    async fn last_changes(&self, ids: &[UserId]) -> Result<Option<LastChanges>, ApiError> {
        Ok(match self.index.is_loaded() {
            true => Some(self.index.last_changes(ids).await?),
            false => None,
        })
    }

    async fn offering(
        &self,
        query: &SkillQuery,
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
            offering: Some(query),
            except,
            skip,
            take: take.min(MAX_NEIGHBOURS.saturating_sub(skip)),
        };
        Ok(self.index.near(&search).await?.0)
    }

    async fn create(&self, person: NewPerson) -> Result<Fragment, ApiError> {
        let named = person.location.clone().unwrap_or_default();
        let geocoder = self.geocoder.get()?;
        let known = geocoder.find(&named).await?;
        let address = Address {
            place: person.place.or_else(|| known.as_ref().map(|town| town.point)),
            // An unknown village keeps its name. A member without a place is asked again later.
            location: known.map_or(named, |town| town.city),
            street: String::new(),
            zip_code: String::new(),
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

    fn leave(&self, user: &UserId, at: Timestamp) -> Fragment {
        store::leave(user, at)
    }

    fn clear(&self, user: &UserId, photourl: Option<&str>) -> Fragment {
        store::clear(user, photourl)
    }

    async fn inviter(&self, code: &str) -> Result<Option<UserId>, ApiError> {
        Ok(self.store.inviter(&code.trim().to_lowercase()).await?)
    }

    async fn ties(&self, viewer: &UserId, other: &UserId) -> Result<Ties, ApiError> {
        if self.is_blocked(viewer, other).await? {
            return Ok(Ties::default());
        }
        let follow_each_other = self.store.follow_each_other(viewer, other).await?;
        let mut ids = self.store.friends_followed_by(viewer, other).await?;
        ids.push(other.clone());
        let mut people = self.cache.infos(&ids).await?;
        people.retain(|_, person| person.visible);
        let both_follow = match people.remove(other) {
            Some(_) => people.len().min(MAX_COUNTED) as u64,
            None => 0,
        };
        Ok(Ties { follow_each_other, both_follow })
    }

    async fn follow_each_other(&self, one: &UserId, other: &UserId) -> Result<bool, ApiError> {
        Ok(self.store.follow_each_other(one, other).await?)
    }

    async fn blocked_among(
        &self,
        who: &UserId,
        others: &[UserId],
    ) -> Result<HashSet<UserId>, ApiError> {
        Ok(self.store.blocked_among(who, others.iter()).await?)
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

    fn rate_again(&self, provider: &UserId, review: &str) -> Fragment {
        store::rate_again(provider, review)
    }
}
