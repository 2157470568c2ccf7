//! Data of one member, for the archive of it that they download.

use std::collections::VecDeque;

use serde_json::{Map, Value as Json};
use sparkyard_db::{Db, DbError, Value};

use super::store;
use crate::UserId;

/// Number of rows read at once.
const BATCH: usize = 200;

/// A row as members read it: names and values.
pub type OwnRow = Map<String, Json>;

/// A rule by which rows of one member are read for them, in order and in batches.
///
/// The texts may use `$user` (the id of the member), `$email` (their address) and, with
/// [`each`](Self::each), `$each`. A rule must leave out what the member may not know: private data
/// of others, secrets, and notes of staff.
#[derive(Clone, Copy, Debug)]
pub struct OwnRows {
    /// Name of the rule, and of the file in the archive: `module.what`.
    pub what: &'static str,
    /// Name of the data for members, in the plural, beginning with a capital letter.
    pub data: &'static str,
    /// Rows for each of which rows are read.
    pub each: Option<Each>,
    /// Table, record, or range of ids. A range may begin at `$from`: the value of `order` that was
    /// read last, 0 at first.
    pub rows: &'static str,
    /// Condition that a row is the member's own. Together with `order`, it must read a range of an
    /// index, unless there are few rows.
    pub mine: &'static str,
    /// Unique field by which the rows are ordered; not shown, and not among [`fields`](Self::fields).
    pub order: &'static str,
    /// Fields to show.
    pub fields: &'static str,
    /// Fields shown that hold keys or URLs of stored files of the member.
    pub files: &'static [&'static str],
    /// Fields shown that hold ids of other members.
    pub people: &'static [&'static str],
    /// Whether staff may not read them: an archive that staff ask for leaves them out.
    pub private: bool,
}

/// Rows for each of which others are read, as in [`OwnRows`].
#[derive(Clone, Copy, Debug)]
pub struct Each {
    /// Table.
    pub rows: &'static str,
    /// Condition that a row is the member's own.
    pub mine: &'static str,
    /// Unique field by which the rows are ordered.
    pub order: &'static str,
    /// Expression whose value is bound to `$each`.
    pub value: &'static str,
}

impl OwnRows {
    /// Creates a rule for the single record `rows`.
    pub const fn record(what: &'static str, data: &'static str, rows: &'static str) -> Self {
        Self::list(what, data, rows, "id")
    }

    /// Creates a rule for those of `rows` that [belong](Self::mine) to the member.
    pub const fn list(
        what: &'static str,
        data: &'static str,
        rows: &'static str,
        order: &'static str,
    ) -> Self {
        let (mine, fields) = ("true", "*");
        Self {
            what,
            data,
            each: None,
            rows,
            mine,
            order,
            fields,
            files: &[],
            people: &[],
            private: false,
        }
    }

    /// Sets the condition that a row is the member's own.
    #[must_use]
    pub const fn mine(self, mine: &'static str) -> Self {
        Self { mine, ..self }
    }

    /// Sets the fields to show.
    #[must_use]
    pub const fn fields(self, fields: &'static str) -> Self {
        Self { fields, ..self }
    }

    /// Sets the fields that hold files.
    #[must_use]
    pub const fn files(self, files: &'static [&'static str]) -> Self {
        Self { files, ..self }
    }

    /// Sets the fields that hold other members.
    #[must_use]
    pub const fn people(self, people: &'static [&'static str]) -> Self {
        Self { people, ..self }
    }

    /// Sets the rows for each of which rows are read.
    #[must_use]
    pub const fn each(self, each: Each) -> Self {
        Self { each: Some(each), ..self }
    }

    /// Marks the rows as private: staff may not read them.
    #[must_use]
    pub const fn private(self) -> Self {
        Self { private: true, ..self }
    }

    /// Returns a reader of the rows of `owner`.
    pub fn read<'a>(&'a self, db: &'a Db, owner: &'a Owner) -> OwnReader<'a> {
        let outer = self.each.map(|Each { rows, mine, order, value }| {
            Range::new(rows, mine, order, format!("{value} AS {EACH}"))
        });
        let inner = Range::new(self.rows, self.mine, self.order, self.fields.to_owned());
        OwnReader { db, owner, outer, inner, waiting: VecDeque::new(), each: None }
    }
}

/// Member whose rows are read.
#[derive(Clone, Debug)]
pub struct Owner {
    /// Id of the member.
    pub user: UserId,
    /// Verified address of the member.
    pub email: String,
}

/// Reads the rows of a rule.
pub struct OwnReader<'a> {
    db: &'a Db,
    owner: &'a Owner,
    outer: Option<Range>,
    inner: Range,
    /// Values of `$each` that are still to come.
    waiting: VecDeque<Value>,
    each: Option<Value>,
}

impl OwnReader<'_> {
    /// Returns the next rows, at most 200, or none at the end.
    pub async fn next(&mut self) -> Result<Vec<OwnRow>, DbError> {
        loop {
            if self.outer.is_some() && self.each.is_none() && !self.advance().await? {
                return Ok(Vec::new());
            }
            let rows = self.inner.next(self.db, self.owner, self.each.as_ref()).await?;
            if !rows.is_empty() {
                let order = self.inner.order;
                return Ok(rows.into_iter().filter_map(|row| shown(row, order)).collect());
            }
            if self.outer.is_none() {
                return Ok(Vec::new());
            }
            self.each = None;
        }
    }

    /// Takes the next value of `$each`; `false` if there is none.
    async fn advance(&mut self) -> Result<bool, DbError> {
        if let (true, Some(outer)) = (self.waiting.is_empty(), &mut self.outer) {
            let rows = outer.next(self.db, self.owner, None).await?;
            self.waiting.extend(rows.into_iter().filter_map(|row| field(row, EACH)));
        }
        self.each = self.waiting.pop_front();
        self.inner.restart();
        Ok(self.each.is_some())
    }
}

impl std::fmt::Debug for OwnReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OwnReader").field("inner", &self.inner).finish_non_exhaustive()
    }
}

/// Name of the selected value that becomes `$each`.
const EACH: &str = "each";

/// A range of rows that is read from its start to its end.
#[derive(Debug)]
struct Range {
    rows: &'static str,
    mine: &'static str,
    order: &'static str,
    fields: String,
    from: Option<Value>,
    ended: bool,
}

impl Range {
    fn new(rows: &'static str, mine: &'static str, order: &'static str, fields: String) -> Self {
        Self { rows, mine, order, fields, from: None, ended: false }
    }

    fn restart(&mut self) {
        (self.from, self.ended) = (None, false);
    }

    async fn next(
        &mut self,
        db: &Db,
        owner: &Owner,
        each: Option<&Value>,
    ) -> Result<Vec<Value>, DbError> {
        if self.ended {
            return Ok(Vec::new());
        }
        let part = store::OwnPart {
            rows: self.rows,
            mine: self.mine,
            order: self.order,
            fields: &self.fields,
            from: self.from.as_ref(),
            most: BATCH,
        };
        let query = store::own(db, &part).bind("user", owner.user.clone());
        let query = query.bind("email", owner.email.clone());
        let rows: Vec<Value> =
            query.bind("each", each.cloned().unwrap_or_default()).fetch().await?;
        self.ended = rows.len() < BATCH;
        self.from = rows.last().cloned().and_then(|row| field(row, self.order));
        Ok(rows)
    }
}

fn field(row: Value, name: &str) -> Option<Value> {
    match row {
        Value::Object(mut row) => row.remove(name),
        _ => None,
    }
}

/// Returns a row as members read it: without its place, and without fields that are not set.
fn shown(row: Value, order: &str) -> Option<OwnRow> {
    let Value::Object(mut row) = row else { return None };
    row.remove(order);
    let Json::Object(row) = Value::Object(row).into_json_value() else { return None };
    Some(row.into_iter().filter(|(_, value)| !value.is_null()).collect())
}
