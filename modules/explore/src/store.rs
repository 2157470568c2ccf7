//! All that this module asks of the database.

use std::collections::HashMap;

use sparkyard_kernel::{
    Gender, Point, UserId,
    db::{Db, DbError, Fragment, Write},
    ports::Rating,
    ports::{NewPerson, PersonInfo},
};
use surrealdb::types::{RecordId, SurrealValue};

use self::rows::{ChangeRow, InfoRow, NewPersonRow, PersonRow};
use crate::model::{Address, Person, PersonChange, grid::Cell};

mod blocks;
mod follows;
mod rows;
#[cfg(test)]
mod tests;

/// Columns of an [`InfoRow`].
macro_rules! info {
    () => {
        "record::id(id) AS id, firstname, lastname, photourl, location, visible, listed, rating_sum, \
         review_count, phone, cell_row, cell_col"
    };
}

/// Takes the next number of a change: see the field `moved`.
const NEXT_CHANGE: &str =
    "LET $move = (UPSERT ONLY type::record('counter', 'explore.moved') SET n = (n ?? 0) + 1)";

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
const CHANGES: &str = "SELECT record::id(id) AS id, moved, visible, words, city_key, \
     cell_row, cell_col FROM person WITH INDEX person_moved WHERE moved > $known AND moved <= $until";
/// One record, whatever the number of people.
const LATEST_CHANGE: &str = "SELECT VALUE n FROM type::record('counter', 'explore.moved')";

/// Changes to one's profile that the edit screen makes.
pub(crate) struct Details {
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: Gender,
    pub(crate) phone: String,
    pub(crate) website: String,
    /// The two names as they are compared.
    pub(crate) words: String,
}

/// The tables `person` and `follows`.
#[derive(Clone)]
pub(crate) struct PeopleStore {
    db: Db,
}

impl PeopleStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Everything about one person.
    pub(crate) async fn person(&self, id: &UserId) -> Result<Option<Person>, DbError> {
        let query = "SELECT *, record::id(id) AS id FROM $person";
        let row: Option<PersonRow> =
            self.db.query(query).bind("person", person(id)).fetch_optional().await?;
        row.map(Person::try_from).transpose()
    }

    /// Where somebody is, exactly.
    pub(crate) async fn place(&self, id: &UserId) -> Result<Option<Point>, DbError> {
        #[derive(SurrealValue)]
        struct PlaceRow {
            lat: Option<f64>,
            lon: Option<f64>,
        }
        let query = self.db.query("SELECT lat, lon FROM $person").bind("person", person(id));
        let row: Option<PlaceRow> = query.cached().fetch_optional().await?;
        Ok(row.and_then(|PlaceRow { lat, lon }| Some(Point { lat: lat?, lon: lon? })))
    }

    /// What others may know of the people among `ids`.
    pub(crate) async fn infos(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, DbError> {
        if ids.is_empty() {
            return Ok(HashMap::new());
        }
        let people: Vec<RecordId> = ids.iter().map(person).collect();
        let query = concat!("SELECT ", info!(), " FROM $people");
        let rows: Vec<InfoRow> = self.db.query(query).bind("people", people).fetch().await?;
        rows.into_iter()
            .map(|row| PersonInfo::try_from(row).map(|info| (info.id.clone(), info)))
            .collect()
    }

    /// The number of the latest change.
    pub(crate) async fn latest_change(&self) -> Result<i64, DbError> {
        let latest: Option<i64> = self.db.query(LATEST_CHANGE).cached().fetch_optional().await?;
        Ok(latest.unwrap_or(0))
    }

    /// The changes numbered from after `known` to `until`, in any order, only the last of each
    /// person.
    pub(crate) async fn changes(
        &self,
        known: i64,
        until: i64,
    ) -> Result<Vec<PersonChange>, DbError> {
        let query = self.db.query(CHANGES).bind("known", known).bind("until", until);
        Ok(query.fetch::<ChangeRow>().await?.into_iter().map(PersonChange::from).collect())
    }

    /// Whose referral code this is.
    pub(crate) async fn inviter(&self, code: &str) -> Result<Option<UserId>, DbError> {
        let query = "SELECT VALUE user_id FROM type::record('referral', $code)";
        self.db.query(query).bind("code", code.to_owned()).fetch_optional().await
    }

    /// Saves bio and address.
    pub(crate) async fn save_bio(
        &self,
        id: &UserId,
        bio: String,
        address: Address,
        city_key: String,
    ) -> Result<(), DbError> {
        let write = self.db.write("explore.save_bio").bind("bio", bio);
        let write = write.step("UPDATE $person SET bio = $bio");
        settle(write, id, address, city_key).run().await
    }

    /// Saves what the edit screen changes.
    pub(crate) async fn save_details(
        &self,
        id: &UserId,
        details: Details,
        address: Address,
        city_key: String,
    ) -> Result<(), DbError> {
        let Details { firstname, lastname, gender, phone, website, words } = details;
        let write = self
            .db
            .write("explore.save_details")
            .bind("firstname", firstname)
            .bind("lastname", lastname)
            .bind("gender", gender)
            .bind("phone", phone)
            .bind("website", website)
            .bind("words", words)
            .step(
                "UPDATE $person SET firstname = $firstname, lastname = $lastname, \
                 gender = $gender, phone = $phone, website = $website, words = $words",
            );
        settle(write, id, address, city_key).run().await
    }

    /// Saves the address of one's photo.
    pub(crate) async fn save_photo(&self, id: &UserId, photourl: &str) -> Result<(), DbError> {
        self.db
            .write("explore.save_photo")
            .bind("person", person(id))
            .bind("photourl", photourl.to_owned())
            .step(NEXT_CHANGE)
            .step("UPDATE $person SET photourl = $photourl, moved = $move.n")
            .run()
            .await
    }

    /// Saves whether others may find one.
    pub(crate) async fn save_visible(&self, id: &UserId, visible: bool) -> Result<(), DbError> {
        self.db
            .write("explore.save_visible")
            .bind("person", person(id))
            .bind("visible", visible)
            .step(NEXT_CHANGE)
            .step(
                "UPDATE $person SET wants_visible = $visible, visible = $visible AND listed, \
                 moved = $move.n",
            )
            .run()
            .await
    }
}

/// A new person, inside the write that creates the account.
pub(crate) fn create(
    person: NewPerson,
    address: &Address,
    words: String,
    city_key: String,
) -> Fragment {
    let codes = crate::model::referral_code::candidates(person.id.as_str());
    let id = person.id.to_string();
    let row = NewPersonRow::new(person, address, words, city_key);
    Fragment::new("fn::explore::create_person", &[]).arg(id).arg(row).arg(codes)
}

/// Shows a person to others, or to nobody.
pub(crate) fn set_listed(id: &UserId, listed: bool) -> Fragment {
    Fragment::new("fn::explore::set_listed", &[]).arg(id.clone()).arg(listed)
}

/// Forgets a person who was never listed.
pub(crate) fn remove(id: &UserId) -> Fragment {
    Fragment::new("fn::explore::remove_person", &[]).arg(id.clone())
}

/// Numbers a change of what lists show of a person.
pub(crate) fn touch(id: &UserId) -> Fragment {
    Fragment::new("fn::explore::touch", &[]).arg(id.clone())
}

/// One more review of a person. This is where the average is made: one rating per mailbox and
/// person in 30 days is part of it, however many bookings and accounts they review with.
pub(crate) fn rate(id: &UserId, rating: Rating) -> Fragment {
    let Rating { review, by, stars, at } = rating;
    Fragment::new("fn::explore::rate", &[])
        .arg(id.clone())
        .arg(review)
        .arg(by)
        .arg(i64::from(stars))
        .arg(at)
}

/// Takes the stars of a review out of the average, if they are part of it.
pub(crate) fn unrate(id: &UserId, review: &str) -> Fragment {
    Fragment::new("fn::explore::unrate", &[]).arg(id.clone()).arg(review.to_owned())
}

/// Adds an address, and with it a new number of a change, to a write.
fn settle<'a>(write: Write<'a>, id: &UserId, address: Address, city_key: String) -> Write<'a> {
    let cell = address.place.map(Cell::of);
    write
        .bind("person", person(id))
        .bind("location", address.location)
        .bind("street", address.street)
        .bind("zip_code", address.zip_code)
        .bind("city_key", city_key)
        .bind("lat", address.place.map(|place| place.lat))
        .bind("lon", address.place.map(|place| place.lon))
        .bind("cell_row", cell.map(|cell| cell.row))
        .bind("cell_col", cell.map(|cell| cell.col))
        .step(NEXT_CHANGE)
        .step(
            "UPDATE $person SET location = $location, street = $street, zip_code = $zip_code, \
             city_key = $city_key, lat = $lat, lon = $lon, cell_row = $cell_row, \
             cell_col = $cell_col, moved = $move.n",
        )
}

fn person(id: &UserId) -> RecordId {
    RecordId::new("person", id.as_str())
}
