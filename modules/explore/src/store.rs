//! All that this module asks of the database.

use std::collections::{HashMap, HashSet};

use sparkyard_kernel::{
    Timestamp, UserId,
    db::{Db, DbError, Fragment},
    ports::{NewPerson, PersonInfo},
};
use surrealdb::types::{Array, RecordId, SurrealValue, Value};

use crate::{
    error::FOLLOW_REFUSALS,
    grid::Cell,
    model::{Address, Direction, Edge, Move, Person},
    rows::{EdgeRow, InfoRow, ListedRow, MoveRow, NewPersonRow, PersonRow, newest},
};

/// Columns of an [`InfoRow`].
macro_rules! info {
    () => {
        "record::id(id) AS id, firstname, lastname, photourl, location, visible, rating_sum, \
         review_count, phone, cell_row, cell_col"
    };
}

/// Payload of `explore.followed`.
#[derive(Clone, Debug, SurrealValue)]
struct Followed {
    follower_id: String,
    following_id: String,
}

/// Changes to one's profile that the edit screen makes.
pub(crate) struct Details {
    pub(crate) firstname: String,
    pub(crate) lastname: String,
    pub(crate) gender: String,
    pub(crate) website: String,
    /// The two names as they are compared.
    pub(crate) words: String,
}

/// The tables `person` and `follows`.
#[derive(Clone)]
pub(crate) struct Store {
    db: Db,
}

impl Store {
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

    /// Visible people of a city, newest first, each with its position in the list.
    pub(crate) async fn in_city(
        &self,
        city_key: &str,
        after: &str,
        limit: usize,
    ) -> Result<Vec<(String, PersonInfo)>, DbError> {
        let query = concat!(
            "SELECT newest, ",
            info!(),
            " FROM person WHERE city_key = $city AND visible = true AND newest > $after \
             ORDER BY newest LIMIT $limit"
        );
        let rows: Vec<ListedRow> = self
            .db
            .query(query)
            .bind("city", city_key.to_owned())
            .bind("after", after.to_owned())
            .bind("limit", i64::try_from(limit).unwrap_or(i64::MAX))
            .fetch()
            .await?;
        rows.into_iter().map(TryFrom::try_from).collect()
    }

    /// Up to `limit` visible people whose names hold words beginning with every word of `words`.
    pub(crate) async fn named(&self, words: &str, limit: i64) -> Result<Vec<PersonInfo>, DbError> {
        let query = concat!(
            "SELECT ",
            info!(),
            " FROM person WHERE visible AND words @@ $words LIMIT $limit"
        );
        let rows: Vec<InfoRow> = self
            .db
            .query(query)
            .bind("words", words.to_owned())
            .bind("limit", limit)
            .fetch()
            .await?;
        rows.into_iter().map(TryFrom::try_from).collect()
    }

    /// Every move after the one numbered `known`, in any order, only the last of each person.
    pub(crate) async fn moves_after(&self, known: i64) -> Result<Vec<Move>, DbError> {
        let query = "SELECT record::id(id) AS id, moved, visible, cell_row, cell_col FROM person \
                     WHERE moved > $known";
        let rows: Vec<MoveRow> = self.db.query(query).bind("known", known).fetch().await?;
        Ok(rows.into_iter().map(Move::from).collect())
    }

    /// Those among `others` whom `who` follows.
    pub(crate) async fn followed_among(
        &self,
        who: &UserId,
        others: impl Iterator<Item = &UserId>,
    ) -> Result<HashSet<UserId>, DbError> {
        let edges: Vec<RecordId> = others.map(|other| edge(who, other)).collect();
        if edges.is_empty() {
            return Ok(HashSet::new());
        }
        let query = "SELECT VALUE record::id(out) FROM $edges";
        let ids: Vec<String> = self.db.query(query).bind("edges", edges).fetch().await?;
        Ok(ids.into_iter().map(UserId).collect())
    }

    /// One's edges, newest first.
    pub(crate) async fn edges(
        &self,
        who: &UserId,
        direction: Direction,
        after: &str,
        limit: i64,
    ) -> Result<Vec<Edge>, DbError> {
        let query = match direction {
            Direction::Followings => {
                "SELECT record::id(out) AS other, created_at, newest FROM follows \
                 WHERE in = $who AND newest > $after ORDER BY newest LIMIT $limit"
            }
            Direction::Followers => {
                "SELECT record::id(in) AS other, created_at, newest FROM follows \
                 WHERE out = $who AND newest > $after ORDER BY newest LIMIT $limit"
            }
        };
        let rows: Vec<EdgeRow> = self
            .db
            .query(query)
            .bind("who", person(who))
            .bind("after", after.to_owned())
            .bind("limit", limit)
            .fetch()
            .await?;
        Ok(rows.into_iter().map(Edge::from).collect())
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
        let Details { firstname, lastname, gender, website, words } = details;
        let write = self
            .db
            .write("explore.save_details")
            .bind("firstname", firstname)
            .bind("lastname", lastname)
            .bind("gender", gender)
            .bind("website", website)
            .bind("words", words)
            .step(
                "UPDATE $person SET firstname = $firstname, lastname = $lastname, \
                 gender = $gender, website = $website, words = $words",
            );
        settle(write, id, address, city_key).run().await
    }

    /// Saves the address of one's photo.
    pub(crate) async fn save_photo(&self, id: &UserId, photourl: &str) -> Result<(), DbError> {
        self.db
            .write("explore.save_photo")
            .bind("person", person(id))
            .bind("photourl", photourl.to_owned())
            .step("UPDATE $person SET photourl = $photourl")
            .run()
            .await
    }

    /// Saves whether others may find one.
    pub(crate) async fn save_visible(&self, id: &UserId, visible: bool) -> Result<(), DbError> {
        self.db
            .write("explore.save_visible")
            .bind("person", person(id))
            .bind("visible", visible)
            .step(
                "IF $person.visible != $visible { UPDATE $person SET visible = $visible, \
                 moved = IF cell_row = NONE { NONE } ELSE { fn::explore::next_move() } }",
            )
            .run()
            .await
    }

    /// Adds the edge, counts it on both sides and publishes it; the followed person's followers.
    pub(crate) async fn follow(
        &self,
        from: &UserId,
        to: &UserId,
        id: String,
        at: Timestamp,
    ) -> Result<u32, DbError> {
        let event = Followed { follower_id: from.to_string(), following_id: to.to_string() };
        self.edge_write("explore.follow", from, to)
            .bind("at", at)
            .bind("newest", newest(at, &id))
            .step("IF record::exists($edge) { THROW 'explore.already_following' }")
            .step("RELATE $from -> $edge -> $to SET created_at = $at, newest = $newest")
            .step("LET $followers = fn::explore::count_follow($from, $to, 1)")
            .publish("explore.followed", id, at, event)
            .returning("$followers")
            .run()
            .await
    }

    /// Removes the edge and its counts; the other person's followers.
    pub(crate) async fn unfollow(&self, from: &UserId, to: &UserId) -> Result<u32, DbError> {
        self.edge_write("explore.unfollow", from, to)
            .step("IF !record::exists($edge) { THROW 'explore.not_following' }")
            .step("DELETE $edge")
            .step("LET $followers = fn::explore::count_follow($from, $to, -1)")
            .returning("$followers")
            .run()
            .await
    }

    fn edge_write(
        &self,
        label: &'static str,
        from: &UserId,
        to: &UserId,
    ) -> sparkyard_kernel::db::Write<'_> {
        self.db
            .write(label)
            .refusals(FOLLOW_REFUSALS)
            .bind("from", person(from))
            .bind("to", person(to))
            .bind("edge", edge(from, to))
            .step("IF !record::exists($to) { THROW 'explore.person_not_found' }")
    }
}

/// A new person, inside the write that creates the account.
pub(crate) fn create(
    person: NewPerson,
    address: &Address,
    words: String,
    city_key: String,
) -> Fragment {
    let codes = crate::referral::candidates(person.id.as_str());
    let id = person.id.to_string();
    let row = NewPersonRow::new(person, address, words, city_key);
    Fragment::new("fn::explore::create_person", &[]).arg(id).arg(row).arg(codes)
}

/// One more review of a person.
pub(crate) fn rate(id: &UserId, stars: u8) -> Fragment {
    Fragment::new("fn::explore::rate", &[]).arg(id.to_string()).arg(i64::from(stars))
}

/// Adds an address to a write; whoever changes cell gets a new move.
fn settle<'a>(
    write: sparkyard_kernel::db::Write<'a>,
    id: &UserId,
    address: Address,
    city_key: String,
) -> sparkyard_kernel::db::Write<'a> {
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
        .step(
            "LET $moved = IF $person.cell_row = $cell_row AND $person.cell_col = $cell_col \
             { $person.moved } ELSE { fn::explore::next_move() }",
        )
        .step(
            "UPDATE $person SET location = $location, street = $street, zip_code = $zip_code, \
             city_key = $city_key, lat = $lat, lon = $lon, cell_row = $cell_row, \
             cell_col = $cell_col, moved = $moved",
        )
}

fn person(id: &UserId) -> RecordId {
    RecordId::new("person", id.as_str())
}

/// The edge's id follows from its ends: there can only be one.
fn edge(from: &UserId, to: &UserId) -> RecordId {
    let ends = [from, to].map(|id| Value::String(id.to_string()));
    RecordId::new("follows", Array::from(ends.to_vec()))
}
