//! `SurrealQL` shared by all modules.

use sparkyard_db::{Db, DbError, Query, RuleViolation, Value, Write};
use surrealdb::types::SurrealValue;

use crate::own_rows::Each;

/// Selects the amount of an allowance already used.
pub(crate) fn used<'a>(db: &'a Db, day: String, what: &'static str, who: &str) -> Query<'a> {
    db.query("SELECT VALUE used FROM type::record('allowance', [$day, $what, $who])")
        .bind("day", day)
        .bind("what", what)
        .bind("who", who.to_owned())
}

/// Uses `n` of an allowance unless that exceeds `most`; returns whether it did.
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

/// Selects the fact `name` about the site.
pub(crate) fn fact<'a>(db: &'a Db, name: &'static str) -> Query<'a> {
    db.query("SELECT VALUE value FROM type::record('fact', $name)").bind("name", name)
}

/// A fact about the site.
#[derive(SurrealValue)]
struct FactRow {
    value: String,
}

/// Reads facts about the site, in the order of their names.
pub(crate) async fn facts<const N: usize>(
    db: &Db,
    names: [&'static str; N],
) -> Result<[Option<String>; N], DbError> {
    let rows: Vec<Option<FactRow>> = db.get_all("fact", names).await?;
    let mut values = rows.into_iter().map(|row| row.map(|row| row.value));
    Ok(std::array::from_fn(|_| values.next().flatten()))
}

/// Stores the fact `name` about the site.
pub(crate) fn set_fact<'a>(
    write: Write<'a>,
    name: &'static str,
    value: impl SurrealValue,
) -> Write<'a> {
    write.bind(name, value).step(&format!("UPSERT fact:{name} SET value = ${name} RETURN NONE"))
}

/// Id range of the allowances of past days.
pub(crate) const PAST_ALLOWANCES: &str = "type::record('allowance', ['']..[$day])";

/// Selects the actor of an audit entry, if the entry exists.
pub(crate) fn actor<'a>(db: &'a Db, entry: &str) -> Query<'a> {
    db.query("SELECT VALUE actor_id FROM type::record('audit', $id)").bind("id", entry.to_owned())
}

/// Selects the ids of up to `$limit` of `rows` for which `due` holds.
pub(crate) fn due<'a>(db: &'a Db, rows: &str, due: &str) -> Query<'a> {
    db.query(format!("SELECT VALUE id FROM {rows} WHERE {due} LIMIT $limit"))
}

/// Deletes those of `$due` for which `due` still holds; returns their number.
pub(crate) fn delete_due<'a>(write: Write<'a>, due: &str) -> Write<'a> {
    write
        .step(&format!("LET $gone = (DELETE $due WHERE {due} RETURN BEFORE)"))
        .returning("array::len($gone)")
}

/// Part of a member's rows to read.
pub(crate) struct OwnPart<'a> {
    pub(crate) rows: &'static str,
    pub(crate) mine: &'static str,
    pub(crate) order: &'static str,
    pub(crate) fields: &'a str,
    /// Value of `order` after which the part begins.
    pub(crate) from: Option<&'a Value>,
    pub(crate) most: usize,
}

/// Selects a part of a member's rows.
pub(crate) fn own<'a>(db: &'a Db, part: &OwnPart<'_>) -> Query<'a> {
    let OwnPart { rows, mine, order, fields, from, most } = part;
    let after = from.map_or(String::new(), |_| format!(" AND {order} > $from"));
    let text = format!(
        "SELECT {fields}, {order} FROM {rows} WHERE {mine}{after} \
         ORDER BY {order} LIMIT {most}"
    );
    db.query(text).bind("from", from.cloned().unwrap_or_else(|| Value::from_t(0_i64)))
}

/// A row for each of which others are erased.
#[derive(SurrealValue)]
pub(crate) struct EachRow {
    pub(crate) each: Value,
    pub(crate) place: Value,
}

/// Selects the rows of `each` after `$from`, in order.
pub(crate) fn each_of<'a>(db: &'a Db, each: &Each, most: usize) -> Query<'a> {
    let Each { rows, mine, order, value } = each;
    db.query(format!(
        "SELECT {value} AS each, {order} AS place, {order} FROM {rows} \
         WHERE {mine} AND {order} > $from ORDER BY {order} LIMIT {most}"
    ))
}

/// Deletes, or blanks, the rows `$batch`.
pub(crate) fn erase<'a>(write: Write<'a>, before: Option<&str>, blank: Option<&str>) -> Write<'a> {
    let write = match before {
        Some(statement) => write.step(statement),
        None => write,
    };
    match blank {
        Some(blank) => write.step(&format!("UPDATE $batch SET {blank} RETURN NONE")),
        None => write.step("DELETE $batch RETURN NONE"),
    }
}

/// Refuses a write if `count` is not zero.
pub(crate) fn refuse_if<'a>(
    write: Write<'a>,
    count: &str,
    violation: &'static RuleViolation,
) -> Write<'a> {
    let write = write.violations(std::slice::from_ref(violation));
    write.step(&format!("IF ({count}) > 0 {{ THROW '{}' }}", violation.code))
}

/// Returns the values of several expressions, one row each.
pub(crate) fn counts(db: &Db, counts: impl Iterator<Item = &'static str>) -> Query<'_> {
    let all: Vec<String> = counts.map(|count| format!("({count})")).collect();
    db.query(format!("RETURN [{}]", all.join(", ")))
}

/// Selects the members who left after `$since`.
pub(crate) fn departed(db: &Db) -> Query<'_> {
    db.query("SELECT VALUE record::id(id) FROM departure WHERE at > $since LIMIT 1000")
}
