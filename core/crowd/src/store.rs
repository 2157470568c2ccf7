//! People as the database holds them.

use std::f64::consts::PI;

use sparkyard_db::{Db, DbError, Fragment, Timestamp};
use sparkyard_kernel::{
    ApprovalStatus, CancellationPolicy, ExperienceLevel, Point, SkillId, UserId, geo::EARTH_KM,
};
use surrealdb::types::SurrealValue;

/// Height in degrees of a row of cells of the grid by which neighbours are found: 500 m.
const ROW_DEGREES: f64 = 0.5 / (EARTH_KM * PI / 180.0);

/// Somebody new.
pub(crate) struct Newcomer {
    /// Makes their profile.
    pub(crate) profile: Fragment,
    pub(crate) home: Home,
    pub(crate) skills: Vec<Offer>,
}

/// Where somebody lives.
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
        // A cell is as wide as high, in the middle of its row.
        let col_degrees = ROW_DEGREES / ((row + 0.5) * ROW_DEGREES).to_radians().cos();
        let col = (lon / col_degrees).floor();
        Self { user_id, lat, lon, cell_row: row as i32, cell_col: col as i32 }
    }
}

/// A skill that others can see.
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

/// How many skills somebody has.
#[derive(SurrealValue)]
struct Owner {
    id: UserId,
    skills: i64,
}

/// Adds people with what they offer.
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
