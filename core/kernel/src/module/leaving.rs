//! Deletion of accounts: reasons to wait, and rules by which a member's rows are erased.

use sparkyard_db::{Db, DbError, Plan, RuleViolation, Timestamp, Value, Write};

use super::store;
use crate::{UserId, own_rows::Each};

/// Number of rows erased in one write.
const BATCH: usize = 200;

/// Rule violation of a write that would tie somebody who has deleted their account. Thrown by
/// `fn::core::stay`.
pub const MEMBER_LEFT: RuleViolation =
    RuleViolation::new(409, "core.member_left", "This neighbour is not a member any more.");

/// Rules by which a module lets a member go.
///
/// They hold for modules that are switched off as well, except for [`obstacles`](Self::obstacles),
/// as nobody could settle them.
#[derive(Clone, Copy, Debug)]
pub struct Leaving {
    /// Reasons for which a member cannot leave yet.
    pub obstacles: &'static [Obstacle],
    /// Obstacles that also hold while the module is off, as something would be lost.
    pub lasting: &'static [Obstacle],
    /// Calls of database functions in the write that deletes the account. They may use `$user` (the
    /// id of the member), `$at` (the time), `$facts` (`name` and `address` of the member) and
    /// `$pot` (whether the community has a pot of sparks).
    pub close: &'static [&'static str],
    /// Rows to erase after that write.
    pub erasures: &'static [Erasure],
}

impl Leaving {
    /// Rules of a module that keeps nothing about members.
    pub const NONE: Self = Self { obstacles: &[], lasting: &[], close: &[], erasures: &[] };
}

/// A reason for which a member cannot leave yet.
#[derive(Clone, Copy, Debug)]
pub struct Obstacle {
    /// Code and sentence.
    pub violation: &'static RuleViolation,
    /// Path of the client where the member settles it.
    pub link: &'static str,
    /// Expression of the number of things to settle. It may use `$user`, `$at` and `$give_up`
    /// (whether the member gives up their pounds), and must read few rows.
    pub count: &'static str,
}

/// An obstacle that a member has, and the number of things to settle.
#[derive(Clone, Copy, Debug)]
pub struct FoundObstacle {
    /// The obstacle.
    pub obstacle: Obstacle,
    /// Number of things to settle; up to the obstacle's own maximum.
    pub count: i64,
}

/// A rule by which rows of a member are deleted, or blanked, in batches. A repetition changes
/// nothing.
///
/// The texts may use `$user` (the id of the member) and, with [`each`](Self::each), `$each`.
#[derive(Clone, Copy, Debug)]
pub struct Erasure {
    /// Name of the rule: `module.what`.
    pub what: &'static str,
    /// Rows for each of which rows are erased.
    pub each: Option<Each>,
    /// Table, record, or range of ids.
    pub rows: &'static str,
    /// Condition that a row is to be erased. It must read a range of an index, unless there are few
    /// rows, and be false of a row that is blanked already.
    pub mine: &'static str,
    /// Statement in the write of each batch, which may use `$batch`: the ids of its rows.
    pub before: Option<&'static str>,
    /// Assignments that blank a row; without them it is deleted.
    pub blank: Option<&'static str>,
}

impl Erasure {
    /// Creates a rule that deletes those of `rows` for which `mine` holds.
    pub const fn delete(what: &'static str, rows: &'static str, mine: &'static str) -> Self {
        Self { what, each: None, rows, mine, before: None, blank: None }
    }

    /// Creates a rule that deletes a record, or a range of ids.
    pub const fn record(what: &'static str, rows: &'static str) -> Self {
        Self::delete(what, rows, "true")
    }

    /// Sets the assignments that blank a row in place of its deletion.
    #[must_use]
    pub const fn blank(self, blank: &'static str) -> Self {
        Self { blank: Some(blank), ..self }
    }

    /// Sets the statement that comes before.
    #[must_use]
    pub const fn before(self, before: &'static str) -> Self {
        Self { before: Some(before), ..self }
    }

    /// Sets the rows for each of which rows are erased.
    #[must_use]
    pub const fn each(self, each: Each) -> Self {
        Self { each: Some(each), ..self }
    }

    /// Erases the rows of a member; returns their number.
    pub async fn run(&self, db: &Db, user: &UserId) -> Result<usize, DbError> {
        let Some(each) = self.each else { return self.run_for(db, user, Value::None).await };
        let (mut erased, mut after) = (0, Value::from_t(String::new()));
        loop {
            let part = store::each_of(db, &each, BATCH).bind("user", user.clone());
            let rows: Vec<store::EachRow> = part.bind("from", after).fetch().await?;
            let Some(last) = rows.last() else { return Ok(erased) };
            after = last.place.clone();
            for row in rows {
                erased += self.run_for(db, user, row.each).await?;
            }
        }
    }

    /// Returns the plans by which the rows are found. For tests.
    pub async fn plans(&self, db: &Db, user: &UserId) -> Result<Vec<Plan>, DbError> {
        let found = store::due(db, self.rows, self.mine).bind("user", user.clone());
        let found = found.bind("each", user.to_string()).bind("limit", BATCH);
        let mut plans = vec![found.plan().await?];
        if let Some(each) = self.each {
            let each = store::each_of(db, &each, BATCH).bind("user", user.clone());
            plans.push(each.bind("from", String::new()).plan().await?);
        }
        Ok(plans)
    }

    async fn run_for(&self, db: &Db, user: &UserId, each: Value) -> Result<usize, DbError> {
        let mut erased = 0;
        loop {
            let found = store::due(db, self.rows, self.mine).bind("user", user.clone());
            let found = found.bind("each", each.clone()).bind("limit", BATCH);
            let batch: Vec<Value> = found.fetch().await?;
            if batch.is_empty() {
                return Ok(erased);
            }
            erased += batch.len();
            let write = db.write(self.what).from_reserve().bind("batch", batch);
            let write = write.bind("user", user.clone());
            store::erase(write, self.before, self.blank).run::<()>().await?;
        }
    }
}

/// Returns the members who have left after `since`, at most 1,000.
pub async fn departed(db: &Db, since: Timestamp) -> Result<Vec<UserId>, DbError> {
    store::departed(db).bind("since", since).fetch().await
}

/// Adds to a write that deletes an account what the modules have declared: `obstacles`, and the
/// calls that close what the member has.
pub fn close<'a>(write: Write<'a>, obstacles: &[Obstacle], calls: &[&'static str]) -> Write<'a> {
    let write = obstacles.iter().fold(write, |write, Obstacle { violation, count, .. }| {
        store::refuse_if(write, count, violation)
    });
    calls.iter().fold(write, |write, call| write.step(call))
}

/// Returns those of `obstacles` that `user` has now.
pub async fn found(
    db: &Db,
    obstacles: &[Obstacle],
    user: &UserId,
    at: Timestamp,
) -> Result<Vec<FoundObstacle>, DbError> {
    let counts = obstacles.iter().map(|obstacle| obstacle.count);
    let query = store::counts(db, counts).bind("user", user.clone()).bind("at", at);
    let counts: Vec<i64> = query.bind("give_up", false).fetch().await?;
    let found = obstacles.iter().zip(counts);
    let found = found.map(|(obstacle, count)| FoundObstacle { obstacle: *obstacle, count });
    Ok(found.filter(|found| found.count > 0).collect())
}
