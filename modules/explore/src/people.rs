//! The port through which other modules ask about people.

use std::{collections::HashMap, sync::Arc};

use async_trait::async_trait;
use sparkyard_kernel::{
    ApiError, UserId,
    db::Fragment,
    ports::{NewPerson, People, PersonInfo},
};

use crate::{
    directory::city_key,
    error::ExploreError,
    fold::fold,
    gazetteer::Gazetteer,
    model::Address,
    store::{self, Store},
};

/// Profiles for other modules.
pub(crate) struct Registry {
    pub(crate) store: Store,
    pub(crate) gazetteer: Arc<Gazetteer>,
}

#[async_trait]
impl People for Registry {
    async fn find(&self, ids: &[UserId]) -> Result<HashMap<UserId, PersonInfo>, ApiError> {
        Ok(self.store.infos(ids).await?)
    }

    fn create(&self, person: NewPerson) -> Result<Fragment, ApiError> {
        let named = person.location.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let city = named.map(|name| self.gazetteer.lookup(name).ok_or(ExploreError::PlaceNotFound));
        let city = city.transpose()?;
        let address = Address {
            location: city.map(|city| city.name.clone()).unwrap_or_default(),
            street: String::new(),
            zip_code: String::new(),
            place: city.map(|city| city.centre),
        };
        let words = fold(&format!("{} {}", person.firstname, person.lastname));
        let key = city_key(&self.gazetteer, &address.location);
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

    fn rate(&self, provider: &UserId, stars: u8) -> Fragment {
        store::rate(provider, stars)
    }
}
