use std::sync::Arc;

use poem_openapi::{
    OpenApi,
    param::{Path, Query},
};
use sparkyard_kernel::{
    Cursor, Limit, MemberOrDelegate, PageQuery, Point, Reply, UserId,
    envelope::{INPUT, UNAUTHORISED},
    geo::{Distance, within_km},
    listed, ok,
    ports::Area,
};

use super::{
    Tag,
    dto::{PersonCard, PublicProfile},
};
use crate::service::ExploreService;

/// Operations for finding people.
pub struct PeopleApi(pub(super) Arc<ExploreService>);

#[expect(clippy::too_many_arguments, reason = "one for each parameter of a request")]
#[OpenApi(tag = "Tag::Explore")]
impl PeopleApi {
    /// Returns a person's public profile with approved skills. Never contains the exact location,
    /// street, postcode, telephone or email address.
    #[oai(
        path = "/api/users/basic/profile/:id",
        method = "get",
        operation_id = "get_public_profile"
    )]
    async fn get_public_profile(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Id of the person.
        id: Path<UserId>,
    ) -> Reply<PublicProfile, UNAUTHORISED> {
        ok(self.0.public_profile(&caller.id, &id).await?.into())
    }

    /// Searches for people. First by name: every word of the term must begin a word of the name;
    /// best match first, then nearest. Then people who offer what the term may mean ('someone to
    /// fix my tap'), in the order of a search for skills. If no name matches, also people with one
    /// of the words as a name ('Rosie plumbing'), and names that differ in one letter of each word
    /// of four or more.
    ///
    /// Ignores case, accents and punctuation; omits you and hidden people.
    #[oai(path = "/api/users/searchuser/:term", method = "get", operation_id = "search_people")]
    async fn search_people(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Search term, at least two characters once trimmed.
        #[oai(validator(max_length = 100))]
        term: Path<String>,
        /// Only people of this city; case does not matter.
        #[oai(validator(max_length = 120))]
        city: Query<Option<String>>,
        /// Latitude, in degrees, to measure distances from; your own location when left out.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Query<Option<f64>>,
        /// Longitude, in degrees.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Query<Option<f64>>,
        /// Radius: 200 for 5 miles, 500 for 10, 1000 for 20, 2000 for any distance.
        distance: Query<Option<Distance>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PersonCard>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let area = Area::asked_for(city.0, (lat.0, lon.0), distance.0.as_ref())?;
        let found = self.0.named(&caller.id, &term, area, &page).await?;
        listed(found.map(PersonCard::from))
    }

    /// Lists people of a city, nearest to you first, or nearest to the city's centre if you have
    /// set no location. Omits you and hidden people. People who offer nothing come last. With a
    /// category, only people who offer it.
    #[oai(
        path = "/api/users/people/within/:city",
        method = "get",
        operation_id = "list_people_in_city"
    )]
    async fn list_people_in_city(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Name of the city; case does not matter.
        #[oai(validator(max_length = 120))]
        city: Path<String>,
        /// Title or slug of a skill category.
        #[oai(validator(max_length = 120))]
        category: Query<Option<String>>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PersonCard>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let category = category.0.as_deref();
        let found = self.0.in_city(&caller.id, &city, category, &page).await?;
        listed(found.map(PersonCard::from))
    }

    /// Lists people around a point, nearest first, 5,000 at most; omits you and hidden people.
    /// People who offer nothing come after all who offer something, and without a distance limit
    /// people without a location come last. Distances are measured to the centre of a 500 m cell,
    /// so that nobody can be located.
    #[oai(
        path = "/api/users/people/nearby/:lat/:lon/:distance",
        method = "get",
        operation_id = "list_people_nearby"
    )]
    async fn list_people_nearby(
        &self,
        MemberOrDelegate(caller): MemberOrDelegate,
        /// Latitude, in degrees.
        #[oai(validator(minimum(value = "-90"), maximum(value = "90")))]
        lat: Path<f64>,
        /// Longitude, in degrees.
        #[oai(validator(minimum(value = "-180"), maximum(value = "180")))]
        lon: Path<f64>,
        /// Radius: 200 for 5 miles, 500 for 10, 1000 for 20, 2000 for any distance.
        distance: Path<Distance>,
        /// Page size, 1 to 100; 20 when left out.
        limit: Query<Option<Limit>>,
        /// `next_cursor` of the previous page.
        cursor: Query<Option<Cursor>>,
    ) -> Reply<Vec<PersonCard>, { UNAUTHORISED | INPUT }> {
        let page = PageQuery::new(limit.0, cursor.0)?;
        let from = Point::checked(lat.0, lon.0)?;
        let found = self.0.near(&caller.id, from, within_km(&distance)?, &page).await?;
        listed(found.map(PersonCard::from))
    }
}
