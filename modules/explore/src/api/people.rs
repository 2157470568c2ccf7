use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, PageQuery, Point, Reply, SignedIn, UserId,
    envelope::{INPUT, UNAUTHORISED},
    geo::within_km,
    listed, ok,
    ports::Area,
};

use super::{
    Tag,
    dto::{PersonCard, PublicProfile},
};
use crate::service::ExploreService;

/// Operations that find other people.
pub struct PeopleApi(pub(super) Arc<ExploreService>);

#[expect(clippy::too_many_arguments, reason = "one for each parameter of a request")]
#[OpenApi(tag = "Tag::Explore")]
impl PeopleApi {
    /// A person's public profile, with their approved skills. Never holds their exact place,
    /// street, postcode, telephone or email address.
    #[oai(
        path = "/api/users/basic/profile/:id",
        method = "get",
        operation_id = "get_public_profile"
    )]
    async fn get_public_profile(
        &self,
        SignedIn(caller): SignedIn,
        /// Whose.
        id: Path<UserId>,
    ) -> Reply<PublicProfile, UNAUTHORISED> {
        ok(self.0.public_profile(&caller.id, &id).await?.into())
    }

    /// People whom a term may mean. First those by name: every word of the term begins a word of the
    /// name, best fit first and then the nearest. Then those who offer what the term may mean
    /// ('plumber'), nearest first. Where nobody is called so, also those whose names differ in one
    /// letter of each word of four or more.
    ///
    /// Case, accents and punctuation do not matter; you and hidden people are left out.
    #[oai(path = "/api/users/searchuser/:term", method = "get", operation_id = "search_people")]
    async fn search_people(
        &self,
        SignedIn(caller): SignedIn,
        /// At least three characters once trimmed.
        #[oai(validator(max_length = 100))]
        term: Path<String>,
        /// Only people of this city, whatever its case.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Degrees north of where distances start; your own place when left out.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<Option<f64>>,
        /// Degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<Option<f64>>,
        /// 200 for within 5 miles, 500 for 10, 1000 for 20, 2000 for any distance.
        #[oai(validator(minimum(value = "0")))]
        distance: Query<Option<u32>>,
        /// People wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PersonCard>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let area = Area::asked_for(city.0, (lat.0, lon.0), distance.0)?;
        let found = self.0.named(&caller.id, &term, area, &page).await?;
        listed(found.map(PersonCard::from))
    }

    /// People of a city, those nearest to you first, or to the middle of the city if you have not
    /// said where you are; you and hidden people are left out. Who offers nothing comes last. With a
    /// category, those who offer it.
    #[oai(
        path = "/api/users/people/within/:city",
        method = "get",
        operation_id = "list_people_in_city"
    )]
    async fn list_people_in_city(
        &self,
        SignedIn(caller): SignedIn,
        /// Name of the city, whatever its case.
        #[oai(validator(max_length = 120))]
        city: Path<String>,
        /// Title or slug of a skill category.
        #[oai(validator(max_length = 120))]
        category: Query<Option<String>>,
        /// People wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PersonCard>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let category = category.0.as_deref();
        let found = self.0.in_city(&caller.id, &city, category, &page).await?;
        listed(found.map(PersonCard::from))
    }

    /// People around a point, nearest first, 5,000 at most; you and hidden people are left out. Who
    /// offers nothing comes after all who offer something, and at any distance people without a
    /// place come last. Distances are measured to the middle of a 500 m cell, so that nobody can
    /// be located.
    #[oai(
        path = "/api/users/people/nearby/:lat/:lon/:distance",
        method = "get",
        operation_id = "list_people_nearby"
    )]
    async fn list_people_nearby(
        &self,
        SignedIn(caller): SignedIn,
        /// Degrees north.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Path<f64>,
        /// Degrees east.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Path<f64>,
        /// 200 for within 5 miles, 500 for 10, 1000 for 20, 2000 for any distance.
        #[oai(validator(minimum(value = "0")))]
        distance: Path<u32>,
        /// People wanted, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PersonCard>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let from = Point::checked(lat.0, lon.0)?;
        let found = self.0.near(&caller.id, from, within_km(distance.0)?, &page).await?;
        listed(found.map(PersonCard::from))
    }
}
