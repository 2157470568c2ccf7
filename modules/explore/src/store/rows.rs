//! Rows as stored, and their conversion to the model.

use sparkyard_kernel::{
    Gender, Point, Timestamp, UserId,
    db::DbError,
    newest_first,
    ports::{NewPerson, PersonInfo},
};
use surrealdb::types::{SurrealValue, Value};

use crate::model::{Address, Edge, Person, PersonChange, grid::Cell};

fn cell(row: Option<i32>, col: Option<i32>) -> Option<Cell> {
    Some(Cell { row: row?, col: col? })
}

#[derive(SurrealValue)]
pub(crate) struct CounterRow {
    pub(crate) n: i64,
}

#[derive(SurrealValue)]
pub(crate) struct InfoRow {
    id: UserId,
    firstname: String,
    lastname: String,
    photourl: Option<String>,
    location: String,
    visible: bool,
    listed: bool,
    rating_sum: u32,
    review_count: u32,
    phone: String,
    cell_row: Option<i32>,
    cell_col: Option<i32>,
    left_at: Option<Timestamp>,
}

impl InfoRow {
    /// Returns `false` for the stub of somebody who has left.
    pub(crate) fn is_here(&self) -> bool {
        self.left_at.is_none()
    }
}

impl TryFrom<InfoRow> for PersonInfo {
    type Error = DbError;

    fn try_from(row: InfoRow) -> Result<Self, DbError> {
        let centre = cell(row.cell_row, row.cell_col).map(Cell::centre);
        Ok(Self {
            rating: mean_stars(row.rating_sum, row.review_count, &row.id)?,
            id: row.id,
            firstname: row.firstname,
            lastname: row.lastname,
            photourl: row.photourl,
            location: row.location,
            visible: row.visible,
            listed: row.listed,
            review_count: row.review_count,
            phone: row.phone,
            approximate: centre,
        })
    }
}

/// Returns the mean of 1 to 5 stars, one decimal; `None` before the first review. Fails with
/// `Corrupt` if the mean is out of range.
fn mean_stars(sum: u32, count: u32, id: &UserId) -> Result<Option<f64>, DbError> {
    if count == 0 {
        return Ok(None);
    }
    let mean = f64::from(sum) / f64::from(count);
    if !(1.0..=5.0).contains(&mean) {
        return Err(DbError::Corrupt(format!("person {id} has {sum} stars in {count} reviews")));
    }
    Ok(Some((mean * 10.0).round() / 10.0))
}

#[derive(SurrealValue)]
pub(crate) struct PersonRow {
    #[surreal(flatten)]
    info: InfoRow,
    gender: Gender,
    bio: String,
    website: String,
    street: String,
    zip_code: String,
    lat: Option<f64>,
    lon: Option<f64>,
    total_followers: u32,
    total_following: u32,
    referral_code: String,
    created_at: Timestamp,
}

impl PersonRow {
    /// Returns `false` for the stub of somebody who has left.
    pub(crate) fn is_here(&self) -> bool {
        self.info.is_here()
    }
}

impl TryFrom<PersonRow> for Person {
    type Error = DbError;

    fn try_from(row: PersonRow) -> Result<Self, DbError> {
        Ok(Self {
            info: row.info.try_into()?,
            gender: row.gender,
            bio: row.bio,
            website: row.website,
            street: row.street,
            zip_code: row.zip_code,
            place: row.lat.zip(row.lon).map(|(lat, lon)| Point { lat, lon }),
            total_followers: row.total_followers,
            total_following: row.total_following,
            referral_code: row.referral_code,
            created_at: row.created_at,
        })
    }
}

#[derive(SurrealValue)]
pub(crate) struct ChangeRow {
    id: UserId,
    moved: i64,
    visible: bool,
    words: String,
    city_key: String,
    cell_row: Option<i32>,
    cell_col: Option<i32>,
}

impl From<ChangeRow> for PersonChange {
    fn from(row: ChangeRow) -> Self {
        let cell = cell(row.cell_row, row.cell_col).filter(|_| row.visible);
        let name = Some(row.words).filter(|_| row.visible);
        let city = Some(row.city_key).filter(|_| row.visible);
        Self { id: row.id, number: row.moved, cell, name, city, offers: Vec::new() }
    }
}

#[derive(SurrealValue)]
pub(crate) struct EdgeRow {
    other: UserId,
    created_at: Timestamp,
    newest: String,
}

impl From<EdgeRow> for Edge {
    fn from(row: EdgeRow) -> Self {
        Self { other: row.other, created_at: row.created_at, newest: row.newest }
    }
}

/// Data of a person at registration.
#[derive(SurrealValue)]
pub(crate) struct NewPersonRow {
    firstname: String,
    lastname: String,
    gender: Gender,
    phone: String,
    bio: String,
    location: String,
    city_key: String,
    lat: Option<f64>,
    lon: Option<f64>,
    cell_row: Option<i32>,
    cell_col: Option<i32>,
    created_at: Timestamp,
    newest: String,
    words: String,
    listed: bool,
}

impl NewPersonRow {
    pub(crate) fn new(
        person: NewPerson,
        address: &Address,
        words: String,
        city_key: String,
    ) -> Self {
        let cell = address.place.map(Cell::of);
        Self {
            newest: newest_first(person.at, person.id.as_str()),
            firstname: person.firstname,
            lastname: person.lastname,
            gender: person.gender,
            phone: person.phone,
            bio: person.bio,
            location: address.location.clone(),
            city_key,
            lat: address.place.map(|place| place.lat),
            lon: address.place.map(|place| place.lon),
            cell_row: cell.map(|cell| cell.row),
            cell_col: cell.map(|cell| cell.col),
            created_at: person.at,
            words,
            listed: person.listed,
        }
    }
}
