//! Database writes for generated people and messages.

use std::{f64::consts::PI, ops::RangeInclusive};

use sparkyard_db::{Db, DbError, Fragment, Timestamp};
use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, ExperienceLevel, Point, SkillId, UserId, geo::EARTH_KM,
};
use surrealdb::types::{Array, RecordId, SurrealValue, Value};

/// Height in degrees of a row of the grid used to find neighbours: 500 m.
const ROW_DEGREES: f64 = 0.5 / (EARTH_KM * PI / 180.0);

/// A generated person.
pub(crate) struct Newcomer {
    /// Call that creates the profile.
    pub(crate) profile: Fragment,
    pub(crate) home: Home,
    pub(crate) skills: Vec<Offer>,
}

/// Place of residence.
#[derive(SurrealValue)]
pub(crate) struct Home {
    user_id: UserId,
    lat: f64,
    lon: f64,
    cell_row: i32,
    cell_col: i32,
}

impl Home {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the Earth has fewer than 2^17 rows or columns"
    )]
    pub(crate) fn of(user_id: UserId, Point { lat, lon }: Point) -> Self {
        let row = (lat / ROW_DEGREES).floor();
        // A cell is as wide as it is high, in the middle of its row.
        let col_degrees = ROW_DEGREES / ((row + 0.5) * ROW_DEGREES).to_radians().cos();
        let col = (lon / col_degrees).floor();
        Self { user_id, lat, lon, cell_row: row as i32, cell_col: col as i32 }
    }
}

/// A skill visible to others.
#[derive(SurrealValue)]
pub(crate) struct Offer {
    pub(crate) id: SkillId,
    pub(crate) user_id: UserId,
    pub(crate) category: String,
    pub(crate) skill_type: String,
    pub(crate) experience_level: ExperienceLevel,
    pub(crate) description: String,
    pub(crate) hourly_rate_minor: i64,
    pub(crate) approval_status: ApprovalStatus,
    pub(crate) cancellation_policy: CancellationPolicy,
    pub(crate) created_at: Timestamp,
    pub(crate) listed: bool,
    pub(crate) revision: i64,
    pub(crate) newest: String,
}

/// Number of skills of a person.
#[derive(SurrealValue)]
struct Owner {
    id: UserId,
    skills: i64,
}

/// Adds people with their skills.
pub(crate) async fn add(db: &Db, newcomers: Vec<Newcomer>) -> Result<(), DbError> {
    let (mut homes, mut owners, mut skills) = (Vec::new(), Vec::new(), Vec::new());
    let mut write = db.write("crowd.add");
    for newcomer in newcomers {
        let count = i64::try_from(newcomer.skills.len()).unwrap_or(i64::MAX);
        owners.push(Owner { id: newcomer.home.user_id.clone(), skills: count });
        homes.push(newcomer.home);
        skills.extend(newcomer.skills);
        write = write.call(newcomer.profile);
    }
    write
        .bind("homes", homes)
        .bind("owners", owners)
        .bind("skills", skills)
        .step(
            "FOR $home IN $homes { UPDATE type::record('person', $home.user_id) SET \
             lat = $home.lat, lon = $home.lon, \
             cell_row = $home.cell_row, cell_col = $home.cell_col RETURN NONE }",
        )
        .step("INSERT INTO skill_owner $owners RETURN NONE")
        .step("INSERT INTO skill $skills RETURN NONE")
        .run()
        .await
}

/// One member's side of a conversation, with the fields that further messages depend on.
#[derive(SurrealValue)]
pub(crate) struct Side {
    member: String,
    other: String,
    thread: String,
    pub(crate) seq: i64,
    sent: i64,
}

/// Returns a member's side of the conversation with another, if it exists.
pub(crate) async fn side(db: &Db, member: &str, other: &str) -> Result<Option<Side>, DbError> {
    let query = db.query("SELECT member, other, thread, seq, sent FROM ONLY $side");
    query.bind("side", record(member, other)).fetch_optional().await
}

/// Writes messages with these sequence numbers, all with the same text and time.
pub(crate) async fn write(
    db: &Db,
    side: &Side,
    places: RangeInclusive<i64>,
    (words, at): (&str, Timestamp),
) -> Result<(), DbError> {
    let Side { member, other, thread, seq, sent } = side;
    db.write("crowd.write")
        .bind("thread", thread.clone())
        .bind("from", member.clone())
        .bind("to", other.clone())
        .bind("mine", record(member, other))
        .bind("theirs", record(other, member))
        .bind("places", places.collect::<Vec<i64>>())
        .bind("by_other", seq - sent)
        .bind("words", words.to_owned())
        .bind("at", at)
        .step(
            "FOR $seq IN $places { CREATE type::record('chat_message', [$thread, $seq]) SET \
             thread = $thread, seq = $seq, sender = $from, receiver = $to, \
             content = $words, at = $at, nth = $seq - $by_other RETURN NONE }",
        )
        .step("LET $count = array::len($places)")
        .step("UPDATE $mine SET seq += $count, sent += $count RETURN NONE")
        .step("UPDATE $theirs SET seq += $count, unread += $count RETURN NONE")
        .run()
        .await
}

fn record(member: &str, other: &str) -> RecordId {
    let ends = [member, other].map(|id| Value::String(id.to_owned()));
    RecordId::new("chat_side", Array::from(ends.to_vec()))
}
