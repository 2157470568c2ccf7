//! The `SurrealQL` of what all modules share.

use sparkyard_db::{Db, DbError, Query, Write};

/// What is used up of an allowance.
pub(crate) fn used<'a>(db: &'a Db, day: String, what: &'static str, who: &str) -> Query<'a> {
    db.query("SELECT VALUE used FROM type::record('allowance', [$day, $what, $who])")
        .bind("day", day)
        .bind("what", what)
        .bind("who", who.to_owned())
}

/// Uses up `n`, unless that would be more than `most`; says whether it did.
pub(crate) async fn spend(
    db: &Db,
    (day, what, who): (String, &'static str, &str),
    n: i64,
    most: i64,
) -> Result<bool, DbError> {
    db.write("core.spend")
        .bind("day", day)
        .bind("what", what)
        .bind("who", who.to_owned())
        .bind("n", n)
        .bind("most", most)
        .step("LET $spent = fn::core::spend($day, $what, $who, $n, $most)")
        .returning("$spent")
        .run()
        .await
}

/// Allowances of days that are over.
pub(crate) const PAST_ALLOWANCES: &str = "type::record('allowance', ['']..[$day])";

/// Who did what an entry tells of, if there is such an entry.
pub(crate) fn actor<'a>(db: &'a Db, entry: &str) -> Query<'a> {
    db.query("SELECT VALUE actor_id FROM type::record('audit', $id)").bind("id", entry.to_owned())
}

/// Ids of up to `$limit` of `rows` of which `due` is true.
pub(crate) fn due<'a>(db: &'a Db, rows: &str, due: &str) -> Query<'a> {
    db.query(format!("SELECT VALUE id FROM {rows} WHERE {due} LIMIT $limit"))
}

/// Deletes those of `$due` of which `due` is still true; how many that were.
pub(crate) fn delete_due<'a>(write: Write<'a>, due: &str) -> Write<'a> {
    write
        .step(&format!("LET $gone = (DELETE $due WHERE {due} RETURN BEFORE)"))
        .returning("array::len($gone)")
}
