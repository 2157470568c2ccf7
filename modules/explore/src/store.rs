//! Database access of the module.

use std::collections::HashMap;

use sparkyard_kernel::{
    Gender, Point, Timestamp, UserId,
    db::{Db, DbError, Fragment, Write},
    leaving::MEMBER_LEFT,
    ports::Rating,
    ports::{NewPerson, PersonInfo},
};
use surrealdb::types::{RecordId, SurrealValue};

use self::rows::{ChangeRow, CounterRow, InfoRow, NewPersonRow, PersonRow};
pub(crate) use self::{leave::LEAVING, own::own};
use crate::{
    error::PROFILE_CHANGED,
    model::{Address, Person, PersonChange, grid::Cell},
};

mod addresses;
mod blocks;
#[cfg(test)]
pub(crate) mod crowd;
mod follows;
mod leave;
mod own;
mod rows;
#[cfg(test)]
mod tests;

/// Takes the next change number; see the field `moved`.
const NEXT_CHANGE: &str =
    "LET $move = (UPSERT ONLY type::record('counter', 'explore.moved') SET n = (n ?? 0) + 1)";

/// Indexed lists; `EXPLAIN` must show a range of an index for each.
const CHANGES: &str = "SELECT record::id(id) AS id, moved, visible, words, city_key, \
     cell_row, cell_col FROM person WITH INDEX person_moved WHERE moved > $known AND moved <= $until";
/// Table of counters, and key of the one that numbers changes: one record, whatever the number of
/// people.
const COUNTER: &str = "counter";
const CHANGE_COUNTER: &str = "explore.moved";

const PERSON: &str = "person";
const SNAPSHOT: &str = "people_snapshot";

/// Profile fields of the edit form.
pub(crate) struct Details {
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: Gender,
    pub(crate) phone: String,
    pub(crate) website: String,
    /// Both names, folded for comparison.
    pub(crate) words: String,
}

/// Access to the tables `person` and `follows`.
#[derive(Clone)]
pub(crate) struct PeopleStore {
    db: Db,
}

impl PeopleStore {
    pub(crate) fn new(db: Db) -> Self {
        Self { db }
    }

    /// Returns all data of a person.
    pub(crate) async fn person(&self, id: &UserId) -> Result<Option<Person>, DbError> {
        let row: Option<PersonRow> = self.db.get(PERSON, id.clone()).await?;
        row.filter(PersonRow::is_here).map(Person::try_from).transpose()
    }

    /// Returns the exact location of a person.
    pub(crate) async fn place(&self, id: &UserId) -> Result<Option<Point>, DbError> {
        #[derive(SurrealValue)]
        struct PlaceRow {
            lat: Option<f64>,
            lon: Option<f64>,
        }
        let row: Option<PlaceRow> = self.db.get(PERSON, id.clone()).await?;
        Ok(row.and_then(|PlaceRow { lat, lon }| Some(Point { lat: lat?, lon: lon? })))
    }

    /// Returns the [`PersonInfo`] of each person among `ids` that exists.
    pub(crate) async fn infos(
        &self,
        ids: &[UserId],
    ) -> Result<HashMap<UserId, PersonInfo>, DbError> {
        let rows: Vec<Option<InfoRow>> = self.db.get_all(PERSON, ids.iter().cloned()).await?;
        rows.into_iter()
            .flatten()
            .filter(InfoRow::is_here)
            .map(|row| PersonInfo::try_from(row).map(|info| (info.id.clone(), info)))
            .collect()
    }

    /// Returns the number of the latest change.
    pub(crate) async fn latest_change(&self) -> Result<i64, DbError> {
        let counter: Option<CounterRow> = self.db.get(COUNTER, CHANGE_COUNTER.to_owned()).await?;
        Ok(counter.map_or(0, |counter| counter.n))
    }

    /// Returns the changes with numbers after `known` up to `until`, in any order; only the last of
    /// each person.
    pub(crate) async fn changes(
        &self,
        known: i64,
        until: i64,
    ) -> Result<Vec<PersonChange>, DbError> {
        let query = self.db.query(CHANGES).bind("known", known).bind("until", until);
        Ok(query.fetch::<ChangeRow>().await?.into_iter().map(PersonChange::from).collect())
    }

    /// Returns the last change of each of the next `limit` people after the key `after`, in key
    /// order. Bypasses the read cache.
    pub(crate) async fn people_after(
        &self,
        after: &str,
        limit: u32,
    ) -> Result<Vec<PersonChange>, DbError> {
        let snapshot = self.db.snapshot().await?;
        let rows: Vec<ChangeRow> = snapshot.get_after(PERSON, after, limit).await?;
        Ok(rows.into_iter().map(PersonChange::from).collect())
    }

    /// Counts all registered people.
    pub(crate) async fn count(&self) -> Result<i64, DbError> {
        let count = "SELECT VALUE n FROM (SELECT count() AS n FROM person GROUP ALL)";
        Ok(self.db.query(count).fetch_optional().await?.unwrap_or(0))
    }

    /// Checks whether a snapshot file with this token was written from this database.
    pub(crate) async fn has_snapshot(&self, token: String) -> Result<bool, DbError> {
        let found = self.db.has_all(SNAPSHOT, [token]).await?;
        Ok(found == [true])
    }

    /// Stores the token of a snapshot about to be written, and deletes all but the newest few.
    pub(crate) async fn note_snapshot(&self, token: String) -> Result<(), DbError> {
        self.db
            .write("explore.note_snapshot")
            .bind("snapshot", token)
            .step("CREATE type::record('people_snapshot', $snapshot) RETURN NONE")
            .step(
                "DELETE (SELECT VALUE id FROM people_snapshot ORDER BY id DESC \
                 LIMIT 100 START 16) RETURN NONE",
            )
            .run()
            .await
    }

    /// Returns the person with this referral code.
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

    /// Saves the fields of the edit form.
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

    /// Saves the URL of a person's photo; returns the previous one.
    pub(crate) async fn save_photo(
        &self,
        id: &UserId,
        photourl: &str,
    ) -> Result<Option<String>, DbError> {
        self.db
            .write("explore.save_photo")
            .bind("person", person(id))
            .bind("photourl", photourl.to_owned())
            .violations(std::slice::from_ref(&MEMBER_LEFT))
            .bind("user", id.clone())
            .step("fn::core::stay($user)")
            .step("LET $before = $person.photourl")
            .step(NEXT_CHANGE)
            .step("UPDATE $person SET photourl = $photourl, moved = $move.n")
            .returning("$before")
            .run()
            .await
    }

    /// Saves whether others may find a person.
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

/// Creates a person, in the write that creates the account.
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

/// Shows a person to others, or hides them from everybody.
pub(crate) fn set_listed(id: &UserId, listed: bool) -> Fragment {
    Fragment::new("fn::explore::set_listed", &[]).arg(id.clone()).arg(listed)
}

/// Deletes a person who was never listed.
pub(crate) fn remove(id: &UserId) -> Fragment {
    Fragment::new("fn::explore::remove_person", &[]).arg(id.clone())
}

/// Blanks a person who has left.
pub(crate) fn leave(id: &UserId, at: Timestamp) -> Fragment {
    Fragment::new("fn::explore::leave", &[]).arg(id.clone()).arg(at)
}

/// Removes text, photo and website of a person whose photo is `photourl`.
pub(crate) fn clear(id: &UserId, photourl: Option<&str>) -> Fragment {
    Fragment::new("fn::explore::clear", std::slice::from_ref(&PROFILE_CHANGED))
        .arg(id.clone())
        .arg(photourl.map(str::to_owned))
}

/// Records a change of a person's listed data under a new number.
pub(crate) fn touch(id: &UserId) -> Fragment {
    Fragment::new("fn::explore::touch", &[]).arg(id.clone())
}

/// Adds a review of a person to the average, which is computed here. One rating per mailbox and
/// person in 30 days counts, however many bookings and accounts they review with.
pub(crate) fn rate(id: &UserId, rating: Rating) -> Fragment {
    let Rating { review, by, stars, at } = rating;
    Fragment::new("fn::explore::rate", &[])
        .arg(id.clone())
        .arg(review)
        .arg(by)
        .arg(i64::from(stars))
        .arg(at)
}

/// Removes the stars of a review from the average, if they counted.
pub(crate) fn unrate(id: &UserId, review: &str) -> Fragment {
    Fragment::new("fn::explore::unrate", &[]).arg(id.clone()).arg(review.to_owned())
}

/// Adds the stars of a review to the average again, if they were removed from it.
pub(crate) fn rate_again(id: &UserId, review: &str) -> Fragment {
    Fragment::new("fn::explore::rate_again", &[]).arg(id.clone()).arg(review.to_owned())
}

/// Adds an address, and a new change number, to a write.
fn settle<'a>(write: Write<'a>, id: &UserId, address: Address, city_key: String) -> Write<'a> {
    let cell = address.place.map(Cell::of);
    write
        .violations(std::slice::from_ref(&MEMBER_LEFT))
        .bind("user", id.clone())
        .step("fn::core::stay($user)")
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
